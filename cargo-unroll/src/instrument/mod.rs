//! The instrumented copy of the workspace: sources with the tool's argument in them, manifests that find `unroll-test`.
//!
//! [`instrument`] mirrors everything below the workspace root into `target/unroll/copy`, [`plain`] into `target/unroll/plain` with
//! given files in place of the user's, and [`scored`] into `target/unroll/score`. All write a file only if its content differs, so that cargo's freshness works.
//!
//! Invariants: nothing outside the tool's target directory is written; a line of the copy has the number that it has in
//! the user's file, because splices hold no line break (the one line added to crates of the 2015 edition is the last).

mod columns;
mod edits;
mod error;
mod lock;
mod manifest;
mod mirror;
mod moved;
mod owner;
mod splice;
mod tool_crate;

pub use columns::Columns;
pub use edits::{Copy, Edits, Variant, further_methods, instrument, plain, scored};
pub use error::InstrumentError;
pub use lock::Lock;
