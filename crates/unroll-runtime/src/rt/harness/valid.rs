//! `rt::valid!`: restricts a value that was made up field by field to those that satisfy the invariant of its type, if it has one.
//!
//! The choice is made by method resolution on the number of references, as that of `show!`, because the macro that builds values does not know
//! if a type has an invariant. Another value ends the run as one that has no input.
#![expect(
    clippy::inline_always,
    reason = "nothing is left of it where a type has no invariant"
)]

use crate::Invariant;
use crate::rt::{assume, judged_by};
use unroll_protocol::NO_INPUT;

/// The value to restrict.
#[derive(Debug)]
pub struct Candidate<'a, T>(pub &'a T);

/// First choice: by the invariant.
pub trait ByInvariant {
    /// Ends the run if the value is not valid.
    fn restrict(&self);
}

impl<T: Invariant> ByInvariant for &Candidate<'_, T> {
    #[inline(always)]
    fn restrict(&self) {
        assume(NO_INPUT, judged_by(|| self.0.holds()));
    }
}

/// Last choice: every value is valid.
pub trait Unrestricted {
    /// Does nothing.
    fn restrict(&self);
}

impl<T> Unrestricted for Candidate<'_, T> {
    #[inline(always)]
    fn restrict(&self) {}
}

/// Restricts a value: `valid!(&value)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __valid {
    ($value:expr) => {{
        #[allow(unused_imports)]
        use $crate::rt::valid::{ByInvariant as _, Unrestricted as _};
        (&&$crate::rt::valid::Candidate($value)).restrict()
    }};
}
