//! Tests that pass only in builds with debug assertions.
//!
//! In other builds `+` wraps, and `debug_assert!` and contracts are not checked. A test that expects the panic would
//! fail there, or never end if the panic was the only way out of a loop. A test counts as debug-only unless it is
//! known to behave alike in both builds.

use crate::effects::Reached;
use crate::model::job::{DebugChecks, Job, Lines};
use crate::replay::{RunEnd, RunOutcome};
use unroll_engine::semantics::panics::Location;
use unroll_protocol::PanicKind;

/// Path prefix of the files of the standard library, which is always built without debug assertions.
const STANDARD: &str = "/rustc/";

/// Tells runs that a build without debug assertions may not repeat.
#[derive(Debug)]
pub(super) struct DebugOnly<'j> {
    checks: &'j DebugChecks,
    /// True if the function may do something else there on any input.
    is_sensitive: bool,
}

impl<'j> DebugOnly<'j> {
    /// By the source and the code that is reached; code that cannot be read may reach all of the source.
    pub(super) fn new(job: &'j Job, reached: Option<&Reached<'_>>) -> Self {
        let functions = &job.checks.functions;
        let is_among = |file: &str, line| functions.iter().any(|lines| contain(lines, file, line));
        let is_sensitive = is_among(&job.span.file, job.span.line)
            || !functions.is_empty() && reached.is_none_or(|reached| reached.has_line(&is_among));
        Self {
            checks: &job.checks,
            is_sensitive,
        }
    }

    /// True if a test of the run holds in builds with debug assertions alone.
    pub(super) fn is(&self, run: &RunOutcome) -> bool {
        self.is_sensitive
            || match &run.ending {
                RunEnd::Panicked {
                    place,
                    location,
                    kind,
                    ..
                } => self.is_panic(place, location, *kind),
                // Contracts are debug assertions.
                RunEnd::Violated { .. } => true,
                _ => false,
            }
    }

    fn is_panic(&self, place: &Location, location: &Location, kind: PanicKind) -> bool {
        let is_checked = match kind {
            PanicKind::AddOverflow
            | PanicKind::SubOverflow
            | PanicKind::MulOverflow
            | PanicKind::NegOverflow
            | PanicKind::ShlOverflow
            | PanicKind::ShrOverflow => true,
            PanicKind::DivOverflow
            | PanicKind::RemOverflow
            | PanicKind::DivZero
            | PanicKind::RemZero
            // Rust and its standard library check these in every build.
            | PanicKind::Index
            | PanicKind::SliceBounds
            | PanicKind::SliceOrder
            | PanicKind::CharBoundary
            | PanicKind::UnwrapNone => return false,
            PanicKind::Message
            | PanicKind::Assertion
            | PanicKind::CapacityOverflow
            | PanicKind::Borrow
            | PanicKind::UnwrapErr
            | PanicKind::TotalOrder => false,
        };
        let is_known =
            location.file.starts_with(STANDARD) || self.checks.files.contains(&location.file);
        let mut assertions = self.checks.assertions.iter();
        is_checked || !is_known || assertions.any(|lines| contain(lines, &place.file, place.line))
    }
}

fn contain(lines: &Lines, file: &str, line: u32) -> bool {
    lines.file == file && (lines.first..=lines.last).contains(&line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_of_checks_are_told_from_others() {
        let checks = DebugChecks {
            files: vec!["src/lib.rs".to_owned()],
            assertions: vec![Lines {
                file: "src/lib.rs".to_owned(),
                first: 7,
                last: 9,
            }],
            functions: Vec::new(),
        };
        let debug_only = DebugOnly {
            checks: &checks,
            is_sensitive: false,
        };
        let at = |file: &str, line| Location {
            file: file.to_owned(),
            line,
            column: 5,
        };
        for (location, kind, expected) in [
            (at("src/lib.rs", 3), PanicKind::AddOverflow, true),
            (at("src/lib.rs", 3), PanicKind::DivOverflow, false),
            (at("src/lib.rs", 3), PanicKind::Message, false),
            (at("src/lib.rs", 8), PanicKind::Message, true),
            (
                at("/rustc/1/library/core/src/num/mod.rs", 8),
                PanicKind::Message,
                false,
            ),
            (
                at("/home/registry/other/src/lib.rs", 8),
                PanicKind::Message,
                true,
            ),
        ] {
            let is = debug_only.is_panic(&location, &location, kind);
            assert_eq!(is, expected, "{location} {kind}");
        }
    }
}
