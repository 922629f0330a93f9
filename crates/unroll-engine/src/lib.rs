//! Execution of LLVM IR: from a harness function to what its executions do.
//!
//! [`semantics`] gives every instruction its meaning once, over a [`domain`] of words; [`memory`] is objects and layers of
//! writes; `observe` watches what an execution sees besides its inputs. Three strategies share a walk over control flow:
//! [`strategy::interpret`] follows one concrete execution, [`strategy::merge`] follows all at once and gives a
//! [`strategy::record`] of conditions, one per probe, panic and violated clause, and [`strategy::paths`] follows the path of
//! one input with terms for what depends on it. [`cover`] makes the clauses that lead from one execution of a record to the next.
//!
//! Invariants: a recorded condition is exact within the bounds; a path that is not followed to its end leaves a
//! [`strategy::record::Cut`], so what is missing is always known. Not here: what the conditions are good for beyond covers of paths and statements.

pub mod cover;
pub mod domain;
pub mod memory;
mod observe;
pub mod semantics;
pub mod strategy;

pub use domain::stop::{Budget, Stop};
