//! Work on `syn` trees that the macros and the tool share.
//!
//! `unroll-macros` expands functions with this crate and `cargo-unroll` reads sources with it, so the two cannot disagree about
//! which loop is number 2 or which clause is number 0. Everything here is syntax to syntax: no types are known, nothing is
//! executed, and no file is read or written.
//!
//! * [`attribute`]: `#[unroll_test(..)]` and its arguments, also inside `cfg_attr(test, ..)`.
//! * [`criterion`]: the rules that yield objectives.
//! * [`number`]: loops and branches, numbered.
//! * [`label`]: the locations that criteria ask for.
//! * [`number::recursion`]: whether a function may call itself.
//! * [`generics`]: parameters without a name, and those of the `impl` block around a method.
//! * [`generics::objects`]: `dyn Trait` in place of a parameter's type.
//! * [`generics::substitute`]: what such names stand for, put in their place.
//! * [`clause`]: contracts as numbered clauses.
//! * [`kept`]: values that satisfy invariants of types after a call.
//! * [`type_invariant`]: invariants of types.
//! * [`formatting`]: methods that are called by `format!`.
//! * [`std_types`]: the types of the standard library, one row for each.
//! * [`text`]: tokens as a person writes them.
//! * [`function`]: what can be marked, and the errors for what cannot.
//! * [`expand`]: the function as it is outside the tool, and the form plus harness inside it.
//! * [`derive`](mod@derive): `derive(Input)`.
//! * `jumps`: whether a macro may hide a way out of what is around it.
//! * `nesting`: how deep values of types that may contain themselves are built.
//! * `lifetimes`: those of inputs, which are leaked.
//! * `value_bounds`: what generic parameters need for inputs of types that mention them.
//! * [`walk`]: who looks at trees and edits them.
//! * [`derive::calls`]: `Input` for types whose values only their own functions make.

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
