//! Cargo runs: from the instrumented copy to LLVM IR and the native driver, and trial runs of generated tests.
//!
//! [`build`] makes one unit-test executable per crate target with the IR of the crate and of everything it depends on;
//! [`fat_lto`] makes one IR file that holds the whole program, the standard library included; [`validate`] builds the plain
//! crate with generated tests in it and runs them; [`UserTests`] are the user's own, built and run for their score.
//!
//! Only this module starts cargo and the executables that it makes. It takes the toolchain as it is: stable cargo, stable
//! flags, the user's own flags and configuration kept.
//!
//! A function whose instrumented form does not compile is left out with a coded skip, if the crate compiles without it; the crate's
//! own errors end the run, as rustc words them. The crate's own tests, and the dependencies that they alone need, are built
//! only if the crate does not compile without them.

mod artifacts;
mod attempt;
mod cargo;
mod dependency;
mod diagnostics;
mod error;
mod flags;
mod libtest;
mod memory;
mod reduce;
mod runs;
mod rustfmt;
mod toolchain;
mod user_tests;
mod validate;
pub mod wrapper;

pub use crate::project::sources::cargo_config::build_target;
pub use artifacts::Built;
pub use attempt::{Build, build, fat_lto};
pub use cargo::{Output, ask_rustc, target_options};
pub use diagnostics::CompilerMessage;
pub(crate) use error::does_not_compile;
pub use error::{BuildError, MissingDependency};
pub use libtest::TestStatus;
pub(crate) use memory::{Method, is_as_built, keep_dropped, take_dropped};
pub(crate) use reduce::is_for_native_runs;
pub use rustfmt::rustfmt;
pub use toolchain::rustc_version;
pub use user_tests::{BuiltTests, Runner, TestExecutable, TestRun, UserTests};
pub use validate::{Trial, TrialTarget, Validation, validate};
