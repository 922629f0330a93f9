//! The marks of reports.

use std::collections::BTreeSet;

use crate::model::outcome::Verdict;

/// Marks used so far, for the legend.
pub type Symbols = BTreeSet<char>;

/// Covered by a test.
pub(super) const COVERED: char = '+';
/// Unreachable within the depth.
pub(super) const UNREACHABLE: char = '-';
/// Unreachable at any depth.
pub(super) const NEVER: char = 'x';
/// Undecided.
pub(super) const UNDECIDED: char = '?';
/// Violated by some input.
pub(super) const VIOLATED: char = '!';
/// True of every input.
pub(super) const HOLDS: char = '=';

/// The mark of a verdict.
pub(super) fn mark(verdict: &Verdict) -> char {
    match verdict {
        Verdict::Covered => COVERED,
        Verdict::Unreachable {
            bound_independent: true,
        } => NEVER,
        Verdict::Unreachable { .. } => UNREACHABLE,
        Verdict::Undecided { .. } => UNDECIDED,
    }
}
