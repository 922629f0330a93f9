//! Work on `syn` trees that the macros and the tool share.
//!
//! `unroll-macros` expands functions with this crate and `cargo-unroll` reads sources with it, so the two cannot disagree about
//! which loop is number 2 or which clause is number 0. Everything here is syntax to syntax: no types are known, nothing is
//! executed, and no file is read or written.
//!
//! * [`attribute`]: `#[unroll_test(..)]` and its arguments, also inside `cfg_attr(test, ..)`.
//! * [`criterion`]: the rules that yield objectives.
//! * [`number`]: loops and branches, numbered, with [`number::recursion`] for functions that call themselves.
//! * [`label`]: the locations at which criteria have labels.
//! * [`generics`]: parameters without a name, those of the `impl` block around a method, [`generics::objects`] for `dyn Trait`, and
//!   [`generics::substitute`] for the types that replace them.
//! * [`clause`]: contracts as numbered clauses.
//! * [`kept`]: values that have to satisfy invariants of types after a call.
//! * [`type_invariant`]: invariants of types.
//! * [`formatting`]: methods that are called by `format!`.
//! * [`std_types`]: the types of the standard library, one row for each.
//! * [`text`]: tokens as a person writes them.
//! * [`function`]: the items that can be marked, and the errors for all others.
//! * [`expand`]: the function as it is outside the tool, and the form plus harness inside it.
//! * [`derive`](mod@derive): `derive(Input)`, with [`derive::calls`] for types whose values only their own functions make.
//! * [`walk`]: traits for visiting and editing trees.

pub mod attribute;
pub mod clause;
pub mod criterion;
pub mod derive;
pub mod expand;
pub mod formatting;
pub mod function;
pub mod generics;
pub mod kept;
pub mod label;
pub mod number;

mod effects;
mod inner;
mod probe;
mod scan;
pub mod std_types;
pub mod text;
pub mod type_invariant;
pub mod walk;

pub use attribute::{Form, Tool, UnrollArgs};
pub use clause::{Clause, ClauseKind};
pub use criterion::{AskedCriterion, Criteria, CriteriaError, Criterion};
pub use function::FunctionItem;
pub use label::{Label, LabelKind, labels, left_out};
pub use number::{Arm, ArmKind, LoopInfo, LoopKind, Numbering, Position};
