//! The tool's side of the driver protocol (`docs/dev/protocol.md`, section 5): cases in, outcomes of native runs
//! out.
//!
//! [`driver::Driver`] is the entry. It restarts the replay program after crashes and time-outs, so every request
//! gets an answer or a typed error. Only the form of answers is checked here.

pub mod case;
mod constants;
mod death;
pub mod driver;
pub mod error;
pub mod event;
pub mod outcome;
mod process;
pub mod sexpr;

pub use case::{Case, Leaf};
pub use constants::{Constants, Leeway};
pub use death::{Cause, Death};
pub use driver::{Axis, Driver, Limits, Search, SearchResult, Space};
pub use error::ReplayError;
pub use event::Event;
pub use outcome::{Argument, ExitEvent, RunEnd, RunOutcome};
pub use process::PathRecord;
