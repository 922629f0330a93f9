//! Arrays, slices and vectors.
#![expect(
    clippy::same_length_and_capacity,
    reason = "allocations are exactly as long as their contents"
)]
#![expect(
    unsafe_code,
    reason = "fills new allocations without the panicking paths of `Vec`"
)]

use std::alloc::{Layout, alloc, handle_alloc_error};

use super::Input;
use crate::rt::{Describe, Key, any_len, leak_slice};

/// The default of [`Input::any_elements`]: element i from `key.child(i)`.
#[inline]
pub(super) fn elements_one_by_one<T: Input>(key: Key, len: usize) -> *mut T {
    let elements = allocate::<T>(len);
    let mut index = 0;
    while index < len {
        // SAFETY: `index` is below the length of the allocation.
        unsafe { elements.add(index).write(T::any(key.child(index as u32))) };
        index += 1;
    }
    elements
}

/// A new uninitialised allocation for `len` elements; dangling if its size is 0.
#[inline]
fn allocate<T>(len: usize) -> *mut T {
    // SAFETY: `len` is at most `MAX_LOOP_LEN` or the length of an array type, so the size is one that a type can have
    // or far below the limit of layouts.
    let layout =
        unsafe { Layout::from_size_align_unchecked(size_of::<T>() * len, align_of::<T>()) };
    if layout.size() == 0 {
        return std::ptr::dangling_mut();
    }
    // SAFETY: the size is not zero.
    let pointer = unsafe { alloc(layout) };
    if pointer.is_null() {
        handle_alloc_error(layout);
    }
    pointer.cast()
}

/// Length and elements of a sequence.
#[inline]
fn any_parts<T: Input>(key: Key) -> (*mut T, usize) {
    let len = any_len(key.child(0), T::MAX_LEN);
    (T::any_elements(key.child(1), len), len)
}

impl<T: Input> Input for Vec<T> {
    #[inline]
    fn any(key: Key) -> Self {
        let (elements, len) = any_parts::<T>(key);
        // SAFETY: `any_elements` made an allocation of exactly `len` initialised elements.
        unsafe { Vec::from_raw_parts(elements, len, len) }
    }

    fn describe(&self, out: &mut Describe) {
        out.sequence("vec", self);
    }
}

impl<T: Input> Input for &[T] {
    #[inline]
    fn any(key: Key) -> Self {
        let (elements, len) = any_parts::<T>(key);
        leak_slice(elements, len)
    }

    fn describe(&self, out: &mut Describe) {
        out.sequence("slice", self);
    }
}

impl<T: Input> Input for &mut [T] {
    #[inline]
    fn any(key: Key) -> Self {
        let (elements, len) = any_parts::<T>(key);
        leak_slice(elements, len)
    }

    fn describe(&self, out: &mut Describe) {
        out.sequence("mut-slice", self);
    }
}

impl<T: Input, const N: usize> Input for [T; N] {
    #[inline]
    fn any(key: Key) -> Self {
        let elements = T::any_elements(key, N);
        // SAFETY: the allocation holds `N` initialised elements, is moved out of once, and is freed as the box of
        // that layout; a box of size 0 may dangle.
        *unsafe { Box::from_raw(elements.cast::<[T; N]>()) }
    }

    fn describe(&self, out: &mut Describe) {
        out.sequence("array", self);
    }
}
