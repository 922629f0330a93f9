//! Outcomes to test files: the one module that writes into the user's crate.
//!
//! [`plan`] reads, renders and compares; it writes nothing. [`apply`] makes a plan's changes, [`diff`] shows them. The
//! layout of test files and its reasons are in `docs/dev/adr/0004-test-layout.md`.
//!
//! Invariants: a file that the tool did not write is never changed, except for one declaration at the end of a source
//! file; a module of tests that somebody edited is not replaced unless asked; every file is written whole or not at
//! all; planning twice gives an empty second plan.

mod apply;
mod asserts;
mod bindings;
mod debug_literal;
mod disk;
mod drift;
mod error;
mod existing;
mod layout;
mod literal;
mod merge;
mod names;
mod plan;
mod prelude;
mod render;
mod source;
mod types;
mod wire;
mod words;

pub use apply::{apply, diff};
pub use disk::{Disk, Fill, RealDisk};
pub use drift::{Drift, DriftKind};
pub use error::EmitError;
pub use plan::{Analysed, Config, FileChange, Formatter, Plan, SourceUnit, plan};
pub use prelude::Prelude;

/// A value as a Rust expression where nothing is known of the place, for reports.
pub fn expression(value: &crate::input::value::Value) -> String {
    literal::Scope {
        module: String::new(),
    }
    .argument(value)
}
