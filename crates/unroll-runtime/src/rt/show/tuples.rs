//! Tuples of three and four parts, by their parts.
//!
//! A choice is made for two parts at a time, so two parts of such a tuple count as one.

use super::{ByContents, Shown};
use crate::rt::describe::Describe;

/// The parts `N` and `N + 1` of a tuple.
#[expect(
    missing_debug_implementations,
    reason = "shown by its parts alone, and `Debug` would be another way"
)]
#[repr(transparent)]
pub struct Two<const N: usize, T>(T);

impl<const N: usize, T> Two<N, T> {
    fn of(parts: &mut T) -> &mut Self {
        #[expect(
            unsafe_code,
            reason = "two parts of a tuple can be borrowed with their places only as a part of the whole"
        )]
        // SAFETY: both types have the same layout, and the result borrows what `parts` did.
        unsafe {
            &mut *std::ptr::from_mut(parts).cast()
        }
    }
}

impl<A, B, C> ByContents for &&&Shown<'_, (A, B, C)> {
    type First = A;
    type Second = Two<1, (A, B, C)>;
    fn describe(
        &self,
        out: &mut Describe,
        first: impl Fn(&mut A, &mut Describe),
        others: impl Fn(&mut Self::Second, &mut Describe),
    ) {
        let parts = &mut **self.0.borrow_mut();
        out.form("tuple", |out| {
            out.nested(|out| first(&mut parts.0, out));
            others(Two::of(parts), out);
        });
    }
}

impl<A, B, C, D> ByContents for &&&Shown<'_, (A, B, C, D)> {
    type First = Two<0, (A, B, C, D)>;
    type Second = Two<2, (A, B, C, D)>;
    fn describe(
        &self,
        out: &mut Describe,
        first: impl Fn(&mut Self::First, &mut Describe),
        second: impl Fn(&mut Self::Second, &mut Describe),
    ) {
        let parts = &mut **self.0.borrow_mut();
        out.form("tuple", |out| {
            first(Two::of(parts), out);
            second(Two::of(parts), out);
        });
    }
}

macro_rules! two {
    ($at:literal, ($($all:ident),+), $first:tt $of_first:ident, $second:tt $of_second:ident) => {
        impl<$($all),+> ByContents for &&&Shown<'_, Two<$at, ($($all),+)>> {
            type First = $of_first;
            type Second = $of_second;
            fn describe(
                &self,
                out: &mut Describe,
                first: impl Fn(&mut $of_first, &mut Describe),
                second: impl Fn(&mut $of_second, &mut Describe),
            ) {
                let parts = &mut self.0.borrow_mut().0;
                out.nested(|out| first(&mut parts.$first, out));
                out.nested(|out| second(&mut parts.$second, out));
            }
        }
    };
}

two!(1, (A, B, C), 1 B, 2 C);
two!(0, (A, B, C, D), 0 A, 1 B);
two!(2, (A, B, C, D), 2 C, 3 D);
