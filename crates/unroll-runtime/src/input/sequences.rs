//! Arrays, slices and vectors.
#![expect(
    unsafe_code,
    reason = "fills new memory without the panicking paths of `Vec`"
)]

use std::mem::MaybeUninit;

use super::{Input, MAX_BULK_LEN};
use crate::rt::{
    Describe, Elements, Key, LeafKind, Restriction, any_built, any_len, any_room, any_slice,
    any_spare, beyond, leak_slice, restricted, unchecked,
};

/// Longest sequence inside values of types that contain themselves.
const MAX_NESTED_LEN: usize = 4;

/// The length of a sequence of `T` under `key`, at most `most`.
#[inline]
pub(super) fn length<T: Input>(key: Key, most: usize) -> usize {
    if T::is_too_deep(key) {
        beyond();
        return 0;
    }
    if size_of::<T>() == 0 {
        restricted(key, Restriction::ShortZeroSized);
    }
    let most = if key.is_nested() {
        MAX_NESTED_LEN.min(most)
    } else {
        most
    };
    any_len(key.child(0), most)
}

/// How many elements more than `len` a growable sequence of `T` under `key` has room for, plus `len`. Without a size elements need no room.
#[inline]
pub(super) fn capacity<T>(key: Key, len: usize) -> usize {
    if size_of::<T>() == 0 {
        return len;
    }
    len.wrapping_add(any_spare(key.child(2), MAX_BULK_LEN))
}

impl<T: Input> Elements<T> {
    /// Length and elements of a sequence that cannot grow.
    #[inline]
    pub(super) fn any(key: Key) -> Self {
        let len = length::<T>(key, T::MAX_LEN);
        T::any_elements(key.child(1), len, len)
    }

    /// Length, elements and capacity of a sequence that can grow.
    #[inline]
    fn any_growable(key: Key) -> Self {
        let len = length::<T>(key, T::MAX_LEN);
        let capacity = capacity::<T>(key, len);
        T::any_elements(key.child(1), len, capacity)
    }

    /// Element i from `key.child(i)`. The room is for `capacity` elements whatever that is: a capacity that says less would be a bound on
    /// the length, which the optimiser may rely on wherever the length is used.
    #[inline]
    pub(super) fn one_by_one(key: Key, len: usize, capacity: usize) -> Self {
        let pointer = any_room::<T>(capacity, true);
        fill::<T>(pointer.cast(), key, any_built(len));
        Self {
            pointer,
            len,
            capacity,
        }
    }

    /// All elements in one call. `T` is an integer type or has the layout of one, and every number in `0..=max` is
    /// a valid `T`.
    #[inline]
    pub(super) fn in_bulk(
        key: Key,
        kind: LeafKind,
        (len, capacity): (usize, usize),
        max: u64,
    ) -> Self {
        Self {
            pointer: any_slice(key, kind, (len, capacity), max),
            len,
            capacity,
        }
    }

    /// The elements as a vector.
    #[inline]
    pub(super) fn into_vec(self) -> Vec<T> {
        // SAFETY: the allocation is of exactly `capacity` elements, of which `len` are initialised.
        unsafe { Vec::from_raw_parts(self.pointer, self.len, self.capacity) }
    }
}

/// Writes element i, built from `key.child(i)`, to each of `len` places.
#[inline]
fn fill<T: Input>(places: *mut MaybeUninit<T>, key: Key, len: usize) {
    let mut index = 0;
    while index < len {
        // SAFETY: callers pass at least `len` places without another reference.
        *unsafe { unchecked::exclusive(places.wrapping_add(index)) } =
            MaybeUninit::new(T::any(key.child(index as u32)));
        index += 1;
    }
}

/// Slots of which all hold elements, under the conditions of [`Elements::in_bulk`].
#[inline]
pub(super) fn ring_in_bulk<T>(
    key: Key,
    kind: LeafKind,
    capacity: usize,
    max: u64,
) -> *mut MaybeUninit<T> {
    any_slice(key, kind, (capacity, capacity), max)
}

/// The default of [`Input::any_array`]: element i from `key.child(i)`.
#[inline]
pub(super) fn array_one_by_one<T: Input, const N: usize>(key: Key) -> [T; N] {
    let mut array = MaybeUninit::<[T; N]>::uninit();
    fill::<T>(array.as_mut_ptr().cast(), key, N);
    // SAFETY: all `N` elements have been written.
    unsafe { array.assume_init() }
}

/// An array in one call, under the conditions of [`Elements::in_bulk`].
#[inline]
pub(super) fn array_in_bulk<T, const N: usize>(key: Key, kind: LeafKind, max: u64) -> [T; N] {
    let pointer: *mut T = any_slice(key, kind, (N, N), max);
    // SAFETY: the allocation holds `N` initialised elements, is moved out of once, and is freed as the box of that
    // layout; a box of size 0 may dangle.
    *unsafe { Box::from_raw(pointer.cast::<[T; N]>()) }
}

/// A vector of elements that were just built under `key`, with its capacity.
pub(super) fn describe_vec<T: Input>(elements: &[T], key: Key, out: &mut Describe) {
    let capacity = capacity::<T>(key, elements.len());
    let key = key.child(1);
    if capacity == elements.len() {
        return out.sequence_any("vec", elements, key);
    }
    out.with_capacity("std::vec::Vec", capacity, |out| {
        if !elements.is_empty() {
            let array = |out: &mut Describe| out.sequence_any("array", elements, key);
            out.step(false, "extend", |out| out.nested(array));
        }
    });
}

impl<T: Input> Input for Vec<T> {
    #[inline]
    fn any(key: Key) -> Self {
        Elements::any_growable(key).into_vec()
    }

    fn describe(&self, out: &mut Describe) {
        out.sequence("vec", self);
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        describe_vec(self, key, out);
    }
}

impl<T: Input> Input for &[T] {
    #[inline]
    fn any(key: Key) -> Self {
        leak_slice(Elements::any(key.shared()))
    }

    fn describe(&self, out: &mut Describe) {
        out.sequence("slice", self);
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.sequence_any("slice", self, key.child(1));
    }
}

impl<T: Input> Input for &mut [T] {
    #[inline]
    fn any(key: Key) -> Self {
        leak_slice(Elements::any(key))
    }

    fn describe(&self, out: &mut Describe) {
        out.sequence("mut-slice", self);
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.sequence_any("mut-slice", self, key.child(1));
    }
}

impl<T: Input, const N: usize> Input for [T; N] {
    #[inline]
    fn any(key: Key) -> Self {
        T::any_array(key)
    }

    #[inline]
    fn is_too_deep(key: Key) -> bool {
        N > 0 && T::is_too_deep(key)
    }

    fn describe(&self, out: &mut Describe) {
        out.sequence("array", self);
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.sequence_any("array", self, key);
    }
}
