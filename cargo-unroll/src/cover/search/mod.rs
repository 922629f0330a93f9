//! Inputs without a solver: constants of the code to draw from, and all of them where they are few.
//!
//! In: the code that a harness reaches. Out: [`constants`] for the native search, the [`Space`](crate::replay::Space) that [`exhaust`] finds, and whether a run depends on its
//! inputs alone ([`closed`]), without which an enumeration proves nothing. The runs themselves are the driver's.

pub(super) mod closed;
pub(super) mod constants;
pub(super) mod exhaust;
