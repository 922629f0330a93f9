//! Objectives, verdicts, and the order in which search, proofs and solver decide them.
//!
//! In: a [`Job`](crate::model::job::Job), the description of one instrumented function. Out: a
//! [`FunctionOutcome`](crate::model::outcome::FunctionOutcome). [`analyse`] orders the work; [`search::exhaust`]
//! enumerates the inputs if they are few; [`board`] records the objectives that native runs reached; [`prove`] asks
//! the solver about all paths, [`paths`] about one at a time; [`prove::cuts`] decides which cuts weaken a proof;
//! [`deepen`] repeats the analysis where the depth hides code; [`select`] chooses few small tests.
//!
//! **Invariant:** nothing here writes files or prints.

pub mod agree;
mod analyse;
mod board;
mod debug_only;
mod deepen;
mod endless;
mod findings;
mod function;
mod layouts;
pub mod objectives;
pub mod pairs;
pub mod paths;
pub mod prove;
mod requires;
mod search;
mod select;
pub mod symbolic;

pub use analyse::{Progress, analyse_within, explain};
pub use deepen::may_hide;
pub use function::analyse;
pub use select::confirm;
