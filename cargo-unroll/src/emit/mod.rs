//! Outcomes to test files: the one module that writes into the user's crate.
//!
//! [`plan`] reads, renders and compares; it writes nothing. [`apply`] makes a plan's changes, [`diff`] shows them. The
//! layout of test files and its reasons are in `docs/dev/adr/0004-test-layout.md`.
//!
//! Invariants: a file that the tool did not write is never changed, except for one declaration at the end of a source
//! file; a module of tests that was edited by hand is not replaced unless asked; every file is written whole or not at
//! all; planning twice gives an empty second plan.

mod asserts;
mod bindings;
mod error;
mod expression;
mod files;
mod labels;
mod layout;
mod names;
mod plan;
mod prelude;
mod render;
mod sites;
mod source;
mod style;
mod subject;
mod types;
mod words;

pub use error::EmitError;
pub use files::apply::{ApplyError, apply, diff};
pub use files::change::FileChange;
pub use files::disk::{Disk, Fill, RealDisk};
pub use files::drift::{Drift, DriftKind};
pub(crate) use files::join::{Joiner, join};
pub use files::modules::TestModule;
pub use files::suggest::{Edit, edits};
pub(crate) use names::edited;
pub use plan::{Analysed, Config, Formatter, Plan, Retention, SourceUnit, plan};
pub use prelude::Prelude;
pub(crate) use source::TEST_MODULE;
pub use style::TestStyle;

/// A value as a Rust expression where nothing is known of the place, for reports.
pub fn expression(value: &crate::model::value::Value) -> String {
    expression::literal::Scope::default().argument(value)
}
