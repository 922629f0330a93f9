//! The one place where the symbols of `docs/dev/protocol.md`, section 4, are named by code that calls them.
//!
//! Without the feature `driver` nothing is instrumented; stand-ins then give every leaf its zero, so that the `Input`
//! implementations need no second form.

#[cfg(feature = "driver")]
pub(crate) use unroll_driver::symbols::*;

#[cfg(all(feature = "score", not(feature = "driver")))]
pub(crate) use super::score::{__unroll_label, decided, evaluated};

/// Only builds for scores record evaluations; in all others decisions report the labels that they cover.
#[cfg(any(feature = "driver", not(feature = "score")))]
#[inline]
pub(crate) fn evaluated(_decision: u32, _mask: u64) {}

/// The same of a decision with one condition.
#[cfg(any(feature = "driver", not(feature = "score")))]
#[inline]
pub(crate) fn decided(holds: bool, _decision: u32) -> bool {
    holds
}

#[cfg(not(feature = "driver"))]
pub(crate) use stand_ins::*;

#[cfg(not(feature = "driver"))]
mod stand_ins {
    //! The meaning of the symbols in a build that is not instrumented.
    #![expect(
        unsafe_code,
        reason = "`__unroll_any_slice` allocates what its callers own"
    )]
    #![expect(
        unused_variables,
        reason = "the parameters are named as in the protocol"
    )]

    use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
    use std::ptr::NonNull;

    #[inline]
    pub(crate) fn __unroll_any(key: u64, kind: u32, max: u64) -> u64 {
        0
    }

    #[inline]
    pub(crate) fn __unroll_any_len(key: u64, cap: u64) -> u64 {
        0
    }

    #[inline]
    pub(crate) fn __unroll_any_spare(key: u64, cap: u64) -> u64 {
        0
    }

    #[inline]
    pub(crate) fn __unroll_any_slice(
        key: u64,
        kind: u32,
        size: u64,
        align: u64,
        len: u64,
        max: u64,
        room: u64,
    ) -> NonNull<u8> {
        let layout = Layout::from_size_align((size * room) as usize, align as usize);
        let layout = layout.expect("invariant: callers pass the layout of an array");
        let nowhere = std::ptr::without_provenance_mut(layout.align());
        let pointer = match layout.size() {
            0 => nowhere,
            // SAFETY: the size is not zero.
            _ => unsafe { alloc_zeroed(layout) },
        };
        NonNull::new(pointer).unwrap_or_else(|| handle_alloc_error(layout))
    }

    #[inline]
    pub(crate) fn __unroll_any_built(len: u64) -> u64 {
        len
    }

    #[inline]
    pub(crate) fn __unroll_any_room(
        size: u64,
        align: u64,
        len: u64,
        is_partly_built: bool,
    ) -> NonNull<u8> {
        __unroll_any_slice(0, 0, size, align, len, 0, len)
    }

    #[inline]
    pub(crate) fn __unroll_native() -> bool {
        true
    }

    #[inline]
    pub(crate) fn __unroll_quantifies() -> bool {
        false
    }

    #[inline]
    pub(crate) fn __unroll_enter(number: u32) {}

    #[cfg(not(feature = "score"))]
    #[inline]
    pub(crate) fn __unroll_label(number: u32, holds: bool) {}

    #[inline]
    pub(crate) fn __unroll_condition(number: u32, holds: bool) -> bool {
        holds
    }

    #[inline]
    pub(crate) fn __unroll_hidden(value: *const ()) -> *const () {
        value
    }

    #[inline]
    pub(crate) fn __unroll_defined(value: *mut (), size: u64, number: u32) {}

    #[inline]
    pub(crate) fn __unroll_closure_call() {}

    #[inline]
    pub(crate) fn __unroll_building(begins: bool) {}

    #[inline]
    pub(crate) fn __unroll_judging(begins: bool) {}

    #[inline]
    pub(crate) fn __unroll_beyond() {}

    #[inline]
    pub(crate) fn __unroll_restricted(key: u64, restriction: u32) {}

    #[inline]
    pub(crate) fn __unroll_shared(key: u64, start: *const (), size: u64, restriction: u32) {}

    #[inline]
    pub(crate) fn __unroll_given() {}

    #[inline]
    pub(crate) fn __unroll_step(number: u32, d: u32) {}

    #[inline]
    pub(crate) fn __unroll_exit(number: u32, d: u32, mask: u64, kind: u32) {}

    #[inline]
    pub(crate) fn __unroll_assume(clause: u32, cond: bool) {}

    #[inline]
    pub(crate) fn __unroll_check(clause: u32, cond: bool) {}

    pub(crate) fn __unroll_inapplicable(number: u32) -> ! {
        panic!("loop {number} needs more iterations than it was unrolled for")
    }
}
