//! Inputs without a solver: constants of the code to draw from, and an enumeration if the inputs are few.
//!
//! In: the code that a harness reaches. Out: [`constants`] for the native search, the
//! [`Space`](crate::replay::Space) that [`exhaust`] finds, and the answer of [`closed`], without which an
//! enumeration proves nothing. The driver makes the runs.

pub(super) mod closed;
pub(super) mod constants;
pub(super) mod exhaust;
