//! Scores of existing tests: the labels that they reach, in all functions, annotated or not (LTEST, theorem 4).
//!
//! [`score`] reads the crates, puts probes into a copy (`functions`, `print`), has cargo build and run the tests of
//! the copy by the [`runner`], and reads the records of each test ([`tally`]). No solver takes part, so `async` and
//! `unsafe` code, and code that reads files, counts like any other.
//!
//! **Invariants:** a label counts as covered only if a test recorded it; each test runs once; functions whose
//! meaning probes could change have none, and are skipped with a code.
//!
//! Not done here: code that macros define, and the bodies of `const fn`s.

mod analysis;
mod changed;
mod collect;
mod evidence;
pub mod formats;
mod functions;
mod gate;
mod git;
mod model;
mod print;
pub mod runner;
mod tally;

pub use analysis::{Analysis, Completion, LabelKey};
pub use changed::ChangedLines;
pub use collect::{ScoreError, ScoreRequest, score};
pub use evidence::{Evaluation, Evidence, Pair, evidence};
pub use gate::{Baseline, Fall, Threshold, below};
pub use git::diff;
pub use model::{ScoredDecision, ScoredFunction, ScoredLabel, ScoredProgram, ScoredStatement};
pub use runner::TestOutcome;
pub use tally::{Count, Inputs, Score, Test};
