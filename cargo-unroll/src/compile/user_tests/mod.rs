//! The user's own tests, built and run in an instrumented copy for their score.

mod run;

pub use run::{BuiltTests, Runner, TestExecutable, TestRun, UserTests};
