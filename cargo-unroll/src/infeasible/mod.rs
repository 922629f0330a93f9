//! Code that no input executes, and why: the command `cargo unroll infeasible`.
//!
//! In: a function with the verdicts on its statements and branches, and the
//! [explanations](crate::model::outcome::Explanation) of the unreachable ones. Out: [`Warning`]s. [`places`] finds
//! where statements and branches stand and which code is dead on purpose, [`judge`](mod@judge) chooses what is worth
//! a warning, and [`json`], [`rustc`] and [`sarif`] write warnings for programs.
//!
//! **Invariant:** a warning rests on a proof for all inputs and any depth that a second proof has confirmed. A proof
//! within the depth alone gives a [`Shallow`] remark.

mod intent;
pub mod json;
mod judge;
mod model;
mod places;
pub mod rustc;
pub mod sarif;

pub use judge::judge;
pub use model::{Judgement, Shallow, Warning, WarningKind};
