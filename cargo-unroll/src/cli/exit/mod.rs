//! Exit codes. They are part of the interface and do not change.

pub(super) mod bug;
pub(super) mod failure;
pub(super) mod interrupt;

use std::fmt::Write as _;

use crate::diagnostics::{Code, Group, Severity};

/// The end of a run, as the caller sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Everything that was asked for was done.
    Done = 0,
    /// Wrong usage or configuration, a precondition that no input satisfies, or a file that could not be written.
    Usage = 1,
    /// With `--check`, a file would change; or the share of covered objectives is under `--fail-under`.
    Drift = 2,
    /// An objective is undecided, and `--deny undecided` is given.
    Undecided = 3,
    /// The crate does not build.
    Build = 4,
    /// A contract is violated; or, with `--deny panics`, a function panics.
    Finding = 5,
    /// No function was selected.
    Nothing = 6,
    /// An error of the tool itself.
    Internal = 70,
    /// Interrupted, as by Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// Every exit code, ascending.
    pub const ALL: [Self; 9] = [
        Self::Done,
        Self::Usage,
        Self::Drift,
        Self::Undecided,
        Self::Build,
        Self::Finding,
        Self::Nothing,
        Self::Internal,
        Self::Interrupted,
    ];

    /// The exit code that a diagnostic leads to; `None` if the run succeeds in spite of it.
    pub(crate) fn of(code: Code, deny_panics: bool) -> Option<Self> {
        match (code.severity(), code.group()) {
            (Severity::Internal, _) => Some(Self::Internal),
            (Severity::Error, Group::Findings) => Some(Self::Finding),
            (Severity::Error, _) => Some(Self::Usage),
            (Severity::Warning, Group::Findings) => deny_panics.then_some(Self::Finding),
            (Severity::Note | Severity::Warning, _) => None,
        }
    }

    /// The meaning in the help text and in the README.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Done => "success",
            Self::Usage => {
                "wrong usage or configuration, contradictory preconditions, or a file that could not be read or written"
            }
            Self::Drift => {
                "a file is out of date with `--check`, or coverage is below `--fail-under`"
            }
            Self::Undecided => "an objective is undecided with `--deny undecided`",
            Self::Build => "the crate does not build",
            Self::Finding => {
                "a contract is violated, or a finding is denied (`--deny panics`, `--deny-warnings`)"
            }
            Self::Nothing => "no function was selected",
            Self::Internal => "internal error of cargo-unroll",
            Self::Interrupted => "interrupted by Ctrl-C or a termination signal",
        }
    }

    /// The section of the help text.
    pub(crate) fn help() -> String {
        let mut text = "Exit codes:\n".to_owned();
        for exit in Self::ALL {
            let _ = writeln!(text, "  {:<4} {}", exit as u8, exit.meaning());
        }
        text
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severity_decides_the_exit_code() {
        let exits = |code| [false, true].map(|deny_panics| Exit::of(code, deny_panics));
        assert_eq!(exits(Code::Generic), [None, None]);
        assert_eq!(exits(Code::TimedOut), [None, None]);
        assert_eq!(exits(Code::TestsDoNotCompile), [None, None]);
        for code in [Code::ContradictoryPreconditions, Code::WriteFailed] {
            assert_eq!(exits(code), [Some(Exit::Usage); 2]);
        }
        assert_eq!(exits(Code::Contract), [Some(Exit::Finding); 2]);
        for code in [Code::Panic, Code::Hang, Code::Exit] {
            assert_eq!(exits(code), [None, Some(Exit::Finding)]);
        }
        for code in [Code::EngineDisagrees, Code::AnalysisPanicked] {
            assert_eq!(exits(code), [Some(Exit::Internal); 2]);
        }
    }
}
