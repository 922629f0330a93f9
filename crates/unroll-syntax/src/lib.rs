//! Annotations on `syn` trees, for the macros and the tool.
//!
//! `unroll-macros` expands functions with this crate and `cargo-unroll` reads sources with it, so the two cannot disagree about
//! what an attribute says or which clause is number 0. Everything here is syntax to syntax: no types are known, nothing is
//! executed, and no file is read or written. Users' builds compile this crate; what the tool's builds alone need is in
//! `unroll-instrument`.
//!
//! * [`attribute`]: `#[unroll_test(..)]` and its arguments, also inside `cfg_attr(test, ..)`.
//! * [`criterion`]: the rules that yield objectives.
//! * [`user_label`]: `label!(..)` in the source.
//! * [`generics`]: parameters without a name, those of the `impl` block around a method, [`generics::objects`] for `dyn Trait`, and
//!   [`generics::substitute`] for the types that replace them.
//! * [`clause`]: contracts as numbered clauses, and [`clause::checks`] that hold a function to them.
//! * [`kept`]: values that have to satisfy invariants of types after a call.
//! * [`type_invariant`]: invariants of types.
//! * [`formatting`]: methods that are called by `format!`.
//! * [`std_types`]: the types of the standard library, one row for each.
//! * [`text`]: tokens as a person writes them; [`position`]: their places.
//! * [`function`]: the items that can be marked, and the errors for all others.
//! * [`expand`]: the function as it is outside the tool.
//! * [`derive`](mod@derive): `derive(Input)`.
//! * [`generated`]: spans and names of generated code.
//! * [`walk`]: traits for visiting and editing trees, with [`walk::jumps`] for macros and [`walk::effects`] for conditions.

pub mod attribute;
pub mod clause;
pub mod criterion;
pub mod derive;
pub mod expand;
pub mod formatting;
pub mod function;
pub mod generated;
pub mod generics;
pub mod kept;
pub mod position;
pub mod std_types;
pub mod text;
pub mod type_invariant;
pub mod user_label;
pub mod walk;

pub use attribute::{Form, Tool, UnrollArgs};
pub use clause::{Clause, ClauseKind};
pub use criterion::{AskedCriterion, Criteria, CriteriaError, Criterion};
pub use function::FunctionItem;
pub use position::Position;
