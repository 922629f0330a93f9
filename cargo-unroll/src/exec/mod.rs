//! Execution of LLVM IR: from a harness function to what its executions do.
//!
//! [`machine`] gives every instruction its meaning once, over a [`domain`] of words; [`memory`] is objects and layers of
//! writes. Two strategies walk control flow: [`interpret`] follows one concrete execution, [`merge`] follows all at once
//! and gives a [`record`] of conditions, one per probe, panic and violated clause.
//!
//! Invariants: a recorded condition is exact within the bounds; a path that is not followed to its end leaves a
//! [`record::Cut`], so what is missing is always known. Not here: what the conditions are good for (`cover`).

mod access;
mod address;
mod affine;
mod aggregate;
mod arith;
mod atomic;
mod bound;
mod call;
mod carried;
mod clock;
pub mod concrete;
mod constant;
mod control;
pub mod domain;
mod float;
mod hashing;
mod havoc;
mod inputs;
pub mod interpret;
mod intrinsics;
mod join;
mod library;
pub mod machine;
pub mod memory;
pub mod merge;
pub mod panics;
pub mod path;
pub mod paths;
mod quantify;
pub mod record;
mod runtime;
mod stop;
pub mod symbolic;
mod symbols;
mod target;
pub mod text;
pub mod value;

pub use inputs::Plain;
pub use stop::Stop;
