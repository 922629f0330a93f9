//! Code that no input executes, and why: the command `cargo unroll infeasible`.
//!
//! In: a function with the verdicts on its statements and branches, and the [explanations](crate::model::outcome::Explanation) of those that no input
//! reaches. Out: [`Warning`]s. [`places`] reads where statements and branches stand and which code is dead on purpose, [`judge`](mod@judge)
//! chooses what is worth a warning, [`json`], [`rustc`] and [`sarif`] write warnings for programs.
//!
//! **Invariant:** a warning rests on a proof for all inputs and any depth that was confirmed a second time. What is proved within the depth alone
//! is a [`Shallow`] remark.

mod intent;
pub mod json;
mod judge;
mod model;
mod places;
pub mod rustc;
pub mod sarif;

pub use judge::judge;
pub use model::{Judgement, Shallow, Warning, WarningKind};
