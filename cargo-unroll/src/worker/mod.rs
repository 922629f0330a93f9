//! Each function in a process of its own: a crash, a runaway query or too much memory costs that function, never the run.
//!
//! [`run_all`] starts workers, `cargo-unroll __worker`, several at a time, gives each a [`Job`] as JSON on
//! standard input and takes a [`FunctionOutcome`] as JSON from standard output. A worker that is late or dies gives a
//! coded verdict instead. [`serve`] is the other side. Outcomes come back in the order of the jobs, whatever the order
//! in which workers end.
//!
//! Outcomes that do not depend on the clock are kept ([`cache::Cache`]), so that nothing is analysed twice.
//!
//! [`Job`]: crate::model::job::Job
//! [`FunctionOutcome`]: crate::model::outcome::FunctionOutcome

mod board;
pub mod cache;
mod children;
mod limits;
mod passes;
mod pool;
mod serve;
mod verdict;

pub use board::{Running, Watcher};
pub use children::{Children, Interrupted};
pub(crate) use passes::combined;
pub use pool::{JobResult, Pool, run_all};
pub use serve::{COMMAND, serve};
