//! Sessions: assertions that stay, queries under assumptions, limits for each query.
//!
//! [`session`] orders the work, `encode` and `z3_session` speak to Z3, [`smtlib`] writes queries as text, [`local`] asks
//! about a part of the terms, [`conjunction`] answers questions that repeat each other, `version` checks the installed library.
//!
//! **Invariant:** answers have three values; an unknown answer is never folded into an unsatisfiable one. Solver terms never
//! cross threads.

pub mod conjunction;
#[cfg(has_z3)]
mod encode;
mod error;
pub mod local;
mod model;
#[cfg(not(has_z3))]
mod no_z3;
pub mod session;
pub mod smtlib;
#[cfg(test)]
mod tests;
mod version;
#[cfg(has_z3)]
mod z3_session;

pub use self::error::SmtError;
pub use self::model::Model;
#[cfg(not(has_z3))]
pub use self::no_z3::report_memory_panics;
pub use self::session::*;
pub use self::version::{OLDEST_Z3, Z3Version, z3_version};
#[cfg(has_z3)]
pub use self::z3_session::report_memory_panics;
