//! The catalogue of diagnostics: every code with its severity, message, notes, help and explanation.
//!
//! In: nothing. Out: [`Code`], which every stage attaches to its remarks, and the texts of `cargo unroll explain` and
//! `docs/diagnostics.md`. Invariants: a code is stable and never reused; each code has one message, one help and one
//! explanation with an example. Severity decides exit codes in `cli::exit`, and nowhere else.

pub mod amount;
mod catalogue;
mod code;
mod explanation;
mod page;

pub use catalogue::Code;
pub use code::{Group, Severity, UnknownCode};
pub use explanation::{index, plain_text};
pub use page::page;
