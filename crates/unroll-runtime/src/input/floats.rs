//! Floating-point numbers: leaves are their bits, NaNs included.

use std::mem::MaybeUninit;

use super::sequences::{array_in_bulk, ring_in_bulk};
use super::{Input, MAX_BULK_LEN};
use crate::rt::{Describe, Elements, Key, LeafKind, any};

/// Implements [`Input`] for a float and its bits.
macro_rules! floats {
    ($($ty:ident as $bits:ident;)*) => {$(
        impl Input for $ty {
            #[inline]
            fn any(key: Key) -> Self {
                $ty::from_bits(any(key, LeafKind::Float, u64::from($bits::MAX)) as $bits)
            }

            fn describe(&self, out: &mut Describe) {
                let bits = format_args!("{:x}", self.to_bits());
                out.number("float", stringify!($ty), &bits);
            }

            const MAX_LEN: usize = MAX_BULK_LEN;

            #[inline]
            fn any_elements(key: Key, len: usize, capacity: usize) -> Elements<Self> {
                Elements::in_bulk(key, LeafKind::Float, (len, capacity), u64::from($bits::MAX))
            }

            #[inline]
            fn any_ring(key: Key, _len: usize, capacity: usize, _head: usize) -> *mut MaybeUninit<Self> {
                ring_in_bulk(key, LeafKind::Float, capacity, u64::from($bits::MAX))
            }

            #[inline]
            fn any_array<const N: usize>(key: Key) -> [Self; N] {
                array_in_bulk(key, LeafKind::Float, u64::from($bits::MAX))
            }
        }
    )*};
}

floats! {
    f32 as u32;
    f64 as u64;
}
