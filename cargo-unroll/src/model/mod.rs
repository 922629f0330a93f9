//! Plain data that every stage may import: the job of a worker, the outcome of a function, the values of inputs.
//!
//! **Invariant:** serialisable, without behaviour beyond conversions, and silent about how it came about.

mod as_text;
pub mod crossing;
pub mod digest;
pub mod hidden;
pub mod job;
pub mod kept;
pub mod label;
pub mod outcome;
mod path;
pub mod reason;
pub mod requirement;
pub mod source;
pub mod stage;
pub mod value;
