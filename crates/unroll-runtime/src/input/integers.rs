//! Integers, `bool` and `char`.
#![expect(
    clippy::cast_lossless,
    clippy::cast_possible_wrap,
    reason = "one macro for all widths; leaves are bit patterns"
)]

use std::mem::MaybeUninit;
use std::ops::RangeInclusive;

use super::sequences::{array_in_bulk, ring_in_bulk};
use super::wrappers::use_up;
use super::{Input, MAX_BULK_LEN};
use crate::rt::{Describe, Elements, Key, LeafKind, any};

/// Implements [`Input`] for integers of at most 64 bits.
macro_rules! integers {
    ($($ty:ident as $bits:ident, $kind:ident;)*) => {$(
        impl Input for $ty {
            #[inline]
            fn any(key: Key) -> Self {
                any(key, LeafKind::$kind, $bits::MAX as u64) as $ty
            }

            fn describe(&self, out: &mut Describe) {
                out.number("int", stringify!($ty), self);
            }

            const USE_UP: Option<fn(&mut RangeInclusive<Self>)> = Some(use_up);

            const MAX_LEN: usize = MAX_BULK_LEN;

            #[inline]
            fn any_elements(key: Key, len: usize, capacity: usize) -> Elements<Self> {
                Elements::in_bulk(key, LeafKind::$kind, (len, capacity), $bits::MAX as u64)
            }

            #[inline]
            fn any_ring(key: Key, _len: usize, capacity: usize, _head: usize) -> *mut MaybeUninit<Self> {
                ring_in_bulk(key, LeafKind::$kind, capacity, $bits::MAX as u64)
            }

            #[inline]
            fn any_array<const N: usize>(key: Key) -> [Self; N] {
                array_in_bulk(key, LeafKind::$kind, $bits::MAX as u64)
            }
        }
    )*};
}

integers! {
    u8 as u8, Unsigned;
    u16 as u16, Unsigned;
    u32 as u32, Unsigned;
    u64 as u64, Unsigned;
    usize as usize, Unsigned;
    i8 as u8, Signed;
    i16 as u16, Signed;
    i32 as u32, Signed;
    i64 as u64, Signed;
    isize as usize, Signed;
}

/// Implements [`Input`] for 128-bit integers: two leaves, low then high.
macro_rules! wide_integers {
    ($($ty:ident, $kind:ident;)*) => {$(
        impl Input for $ty {
            #[inline]
            fn any(key: Key) -> Self {
                let low = any(key.child(0), LeafKind::Unsigned, u64::MAX);
                let high = any(key.child(1), LeafKind::$kind, u64::MAX);
                ((u128::from(high) << 64) | u128::from(low)) as $ty
            }

            fn describe(&self, out: &mut Describe) {
                out.number("int", stringify!($ty), self);
            }

            const USE_UP: Option<fn(&mut RangeInclusive<Self>)> = Some(use_up);
        }
    )*};
}

wide_integers! {
    u128, Unsigned;
    i128, Signed;
}

impl Input for bool {
    #[inline]
    fn any(key: Key) -> Self {
        any(key, LeafKind::Bool, 1) != 0
    }

    fn describe(&self, out: &mut Describe) {
        out.form("bool", |out| out.atom(self));
    }

    const MAX_LEN: usize = MAX_BULK_LEN;

    #[inline]
    fn any_elements(key: Key, len: usize, capacity: usize) -> Elements<Self> {
        // Elements in 0..=1 are valid `bool`s.
        Elements::in_bulk(key, LeafKind::Bool, (len, capacity), 1)
    }

    #[inline]
    fn any_ring(key: Key, _len: usize, capacity: usize, _head: usize) -> *mut MaybeUninit<Self> {
        ring_in_bulk(key, LeafKind::Bool, capacity, 1)
    }

    #[inline]
    fn any_array<const N: usize>(key: Key) -> [Self; N] {
        array_in_bulk(key, LeafKind::Bool, 1)
    }
}

/// How many code points the surrogates take.
const SURROGATES: u32 = 0x800;

impl Input for char {
    #[inline]
    #[expect(
        unsafe_code,
        reason = "`char::from_u32` would add a branch that cannot be taken"
    )]
    fn any(key: Key) -> Self {
        let leaf = any(
            key,
            LeafKind::Char,
            u64::from(char::MAX as u32 - SURROGATES),
        ) as u32;
        let code = if leaf >= 0xd800 {
            leaf + SURROGATES
        } else {
            leaf
        };
        // SAFETY: the leaf counts the scalar values in order.
        unsafe { char::from_u32_unchecked(code) }
    }

    fn describe(&self, out: &mut Describe) {
        out.form("char", |out| {
            out.atom(&format_args!("{:X}", u32::from(*self)));
        });
    }

    const USE_UP: Option<fn(&mut RangeInclusive<Self>)> = Some(use_up);
}
