//! The invariant of a type, as `#[unroll_invariant(..)]` states it.
//!
//! In: a value. Out: true if the value satisfies the invariant of its type. For `Option`, `Result` and references
//! the contained value is checked; if there is none, nothing is violated. Generated tests and harnesses use the same
//! trait.

/// A type whose values satisfy a condition. `#[unroll_invariant(..)]` implements it.
///
/// ```
/// use unroll_test::{Invariant, unroll_invariant};
///
/// #[unroll_invariant(self.low <= self.high)]
/// struct Span {
///     low: u32,
///     high: u32,
/// }
///
/// assert!(Span { low: 2, high: 5 }.holds());
/// assert!(!Span { low: 5, high: 2 }.holds());
/// ```
pub trait Invariant {
    /// True if the value satisfies the invariant of its type.
    fn holds(&self) -> bool;
}

impl<T: Invariant + ?Sized> Invariant for &T {
    fn holds(&self) -> bool {
        T::holds(self)
    }
}

impl<T: Invariant + ?Sized> Invariant for &mut T {
    fn holds(&self) -> bool {
        T::holds(self)
    }
}

impl<T: Invariant + ?Sized> Invariant for Box<T> {
    fn holds(&self) -> bool {
        T::holds(self)
    }
}

impl<T: Invariant> Invariant for Option<T> {
    fn holds(&self) -> bool {
        self.as_ref().is_none_or(T::holds)
    }
}

impl<T: Invariant, E> Invariant for Result<T, E> {
    fn holds(&self) -> bool {
        self.as_ref().map_or(true, T::holds)
    }
}
