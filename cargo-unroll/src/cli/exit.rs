//! Exit codes. They are part of the interface and do not change.

/// How a run ended, for whoever called it.
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

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
