//! Work on `syn` trees that the macros and the tool share.
//!
//! `unroll-macros` expands functions with this crate and `cargo-unroll` reads sources with it, so the two cannot disagree about
//! which loop is number 2 or which clause is number 0. Everything here is syntax to syntax: no types are known, nothing is
//! executed, and no file is read or written.
//!
//! * [`attribute`]: `#[unroll_test(..)]` and its arguments, also inside `cfg_attr(test, ..)`.
//! * [`number`]: loops and branches, numbered.
//! * [`recursion`]: whether a function may call itself.
//! * [`choose`](mod@choose): types for generic parameters, by their bounds.
//! * [`by_example`]: what `macro_rules!` macros become in the place of items.
//! * [`implementors`]: which types have a trait.
//! * [`imports`]: what `use` brings into a module.
//! * [`generics`]: parameters without a name, and those of the `impl` block around a method.
//! * [`substitute`]: what such names stand for, put in their place.
//! * [`clause`]: contracts as numbered clauses.
//! * [`formatting`]: methods that are called by `format!`.
//! * [`text`]: tokens as a person writes them.
//! * [`function`]: what can be marked, and the errors for what cannot.
//! * [`expand`]: the function as it is outside the tool, and the form plus harness inside it.
//! * [`derive`](mod@derive): `derive(Input)`.
//! * `nesting`: how deep values of types that may contain themselves are built.
//! * [`calls`]: `Input` for types whose values only their own functions make.

pub mod attribute;
mod bounds;
pub mod by_example;
pub mod calls;
pub mod choose;
pub mod clause;
pub mod derive;
pub mod expand;
pub mod formatting;
pub mod function;
pub mod generics;
pub mod implementors;
pub mod imports;
pub mod number;
pub mod recursion;
pub mod substitute;
pub mod symbols;

mod headers;
mod nesting;
mod probe;
mod repeat;
mod scan;
mod scopes;
pub mod standin;
pub mod text;

pub use attribute::{Form, Tool, UnrollArgs};
pub use clause::{Clause, ClauseKind};
pub use function::Function;
pub use number::{Arm, ArmKind, LoopInfo, LoopKind, Numbering, Position};
