//! Functions as inputs: finite tables with a default.
//!
//! Harnesses wrap them into closures, whose types only the call that takes them knows. A real closure may also
//! return different results for equal arguments, change its arguments, or panic, so every call notifies the engine
//! of this restriction.

use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

use super::leak;
use crate::rt::probes::closure_call;
use crate::rt::unchecked::shared;

/// A function of `N` parameters with the types `A` (a tuple) that returns `B`.
#[derive(Debug)]
pub struct Function<'t, const N: usize, A, B>(pub(crate) &'t Table<A, B>);

/// A finite table with a default.
#[derive(Debug)]
pub(crate) struct Table<A, B> {
    /// Arguments and what is returned for them; of equal arguments the first entry counts.
    pub(crate) entries: Vec<(A, B)>,
    pub(crate) default: B,
}

impl<const N: usize, A, B> Clone for Function<'_, N, A, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, A, B> Copy for Function<'_, N, A, B> {}

impl<const N: usize, A: PartialEq, B: Clone> Function<'_, N, A, B> {
    /// Returns the answer of the closure. Not inlined, so that its panics are told from those of the code that calls it.
    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "as a function is called")]
    pub fn call(self, args: A) -> B {
        closure_call();
        for (known, result) in &self.0.entries {
            if *known == args {
                return result.clone();
            }
        }
        self.0.default.clone()
    }
}

/// Where a pointer to a function finds the table that it answers by; one harness runs at a time.
#[derive(Debug)]
pub struct Held<T>(AtomicPtr<T>);

impl<T: Copy> Held<T> {
    /// A place with nothing in it.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it stands in a `static`")]
    pub const fn new() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    /// Puts a value there, for as long as the run lives.
    #[inline]
    pub fn put(&self, value: T) {
        self.0.store(leak(value), Relaxed);
    }

    /// The value that was put there in this run.
    #[inline]
    #[expect(
        unsafe_code,
        reason = "a variable of the program has no lifetime for what lives as long as a run"
    )]
    pub fn get(&self) -> T {
        // SAFETY: only a pointer that a harness passes calls this, after `put` in the same run.
        *unsafe { shared(self.0.load(Relaxed)) }
    }
}

/// A function of `N` parameters that always returns the same.
#[derive(Debug)]
pub struct Constant<'t, const N: usize, A, B>(pub(crate) &'t B, pub(crate) PhantomData<fn(A)>);

impl<const N: usize, A, B> Clone for Constant<'_, N, A, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, A, B> Copy for Constant<'_, N, A, B> {}

impl<const N: usize, A, B: Clone> Constant<'_, N, A, B> {
    /// Returns the answer of the closure. Not inlined, as above.
    #[inline(never)]
    pub fn call<Ignored>(self, _args: Ignored) -> B {
        closure_call();
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_protocol_names_this_module() {
        let own = concat!(module_path!(), "::");
        assert_eq!(
            own.replace("tests::", ""),
            unroll_protocol::symbols::STAND_INS
        );
    }
}
