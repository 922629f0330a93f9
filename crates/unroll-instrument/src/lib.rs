//! Marked functions in the builds of the tool: objectives numbered, and probes where they are met.
//!
//! `unroll-macros` expands functions with this crate in builds of the tool, and `cargo-unroll` reads sources with it, so the two cannot
//! disagree about which loop is number 2 or which label is number 0. Users' builds do without it: what they need is in `unroll-syntax`.
//! Everything here is syntax to syntax: no types are known, nothing is executed, and no file is read or written.
//!
//! * [`number`]: loops and branches, numbered, with [`number::recursion`] for functions that call themselves.
//! * [`label`]: the locations at which criteria have labels.
//! * [`expand`]: the instrumented form, and the harness around it.
//! * [`built_by`]: `Input` for types whose values only their own functions make; [`mod@fields`] describes values by their fields.

pub mod built_by;
pub mod expand;
pub mod fields;
pub mod label;
pub mod number;

mod inner;
mod probe;

pub use label::{Label, LabelKind, labels, left_out};
pub use number::{Arm, ArmKind, LoopInfo, LoopKind, Numbering};
