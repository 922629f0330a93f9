//! Objectives, verdicts, and the order in which search, proofs and solver decide them.
//!
//! In: a [`Job`](crate::model::job::Job), the description of one instrumented function. Out: a [`FunctionOutcome`](crate::model::outcome::FunctionOutcome). [`analyse`]
//! orders the work; [`search::exhaust`] finds inputs few enough to run them all; [`board`] holds what native runs reached, [`prove`] asks the solver about all paths, [`paths`] about one at a time, [`prove::cuts`] decides what a proof is
//! worth, [`deepen`] asks again where the depth hides too much, [`select`] makes few small tests of what was found. Nothing here writes files or talks to users.

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
