//! Quantifiers for contracts.
//!
//! In contracts these read like the iterator methods of the same names, and mean the same. In the tool they become
//! lazily instantiated quantifiers, so their cost does not grow with the length (`docs/dev/protocol.md`, section 6).
//!
//! ```
//! use unroll_test::spec;
//!
//! let a = [1, 2, 3];
//! assert!(spec::forall(1..a.len(), |i| a[i - 1] < a[i]));
//! assert!(spec::exists(0..a.len(), |i| a[i] == 2));
//! ```
#![expect(clippy::cast_lossless, reason = "one macro for all widths")]
#![expect(
    clippy::inline_always,
    reason = "the engine sees through these to `__unroll_forall` and the body"
)]

use std::ops::{Range, RangeInclusive};
use std::ptr::slice_from_raw_parts;

use crate::rt;

/// Integers that can be quantified over.
pub trait Integer: Copy + PartialOrd {
    /// The number shifted into `u64` such that the order is kept.
    fn to_u64(self) -> u64;

    /// The inverse of [`Self::to_u64`].
    fn from_u64(bits: u64) -> Self;
}

/// Implements [`Integer`] for unsigned and, with the offset that makes the smallest number 0, for signed integers.
macro_rules! integers {
    ($($unsigned:ident $signed:ident)*) => {$(
        impl Integer for $unsigned {
            #[inline(always)]
            fn to_u64(self) -> u64 {
                self as u64
            }

            #[inline(always)]
            fn from_u64(bits: u64) -> Self {
                bits as $unsigned
            }
        }

        impl Integer for $signed {
            #[inline(always)]
            fn to_u64(self) -> u64 {
                (self.cast_unsigned() ^ $signed::MIN.cast_unsigned()) as u64
            }

            #[inline(always)]
            fn from_u64(bits: u64) -> Self {
                (bits as $unsigned ^ $signed::MIN.cast_unsigned()).cast_signed()
            }
        }
    )*};
}

integers!(u8 i8 u16 i16 u32 i32 u64 i64 usize isize);

/// Ranges that can be quantified over.
pub trait Bounds {
    /// The type of the indices.
    type Index: Integer;

    /// True if `body` holds for every index.
    fn all(self, body: impl Fn(Self::Index) -> bool) -> bool;
}

impl<I: Integer> Bounds for Range<I> {
    type Index = I;

    #[inline(always)]
    fn all(self, body: impl Fn(I) -> bool) -> bool {
        rt::forall(self.start.to_u64(), self.end.to_u64(), &|index| {
            body(I::from_u64(index))
        })
    }
}

impl<I: Integer> Bounds for RangeInclusive<I> {
    type Index = I;

    #[inline(always)]
    fn all(self, body: impl Fn(I) -> bool) -> bool {
        let (start, end) = self.into_inner();
        let (low, high) = (start.to_u64(), end.to_u64());
        // The end itself apart, because one more than the largest number is no number.
        low > high || (rt::forall(low, high, &|index| body(I::from_u64(index))) && body(end))
    }
}

/// True if `body` holds for all of `range`; as `range.all(body)` by iterators.
#[inline(always)]
pub fn forall<R: Bounds>(range: R, body: impl Fn(R::Index) -> bool) -> bool {
    range.all(body)
}

/// True if `body` holds for some of `range`.
#[inline(always)]
pub fn exists<R: Bounds>(range: R, body: impl Fn(R::Index) -> bool) -> bool {
    !range.all(|index| !body(index))
}

/// True if `body` holds for all items.
#[inline(always)]
pub fn all<T>(items: &[T], body: impl Fn(&T) -> bool) -> bool {
    forall(0..items.len(), |index| body(item(items, index)))
}

/// True if `body` holds for some item.
#[inline(always)]
pub fn any<T>(items: &[T], body: impl Fn(&T) -> bool) -> bool {
    exists(0..items.len(), |index| body(item(items, index)))
}

/// True if `item` is among the items.
#[inline(always)]
pub fn contains<T: PartialEq>(items: &[T], item: &T) -> bool {
    any(items, |other| other == item)
}

/// True if the items ascend.
///
/// Symbolically every earlier item is at most every later one, which instances at any two index terms can use;
/// where every index is looked at, neighbours are compared.
#[inline(always)]
pub fn is_sorted<T: PartialOrd>(items: &[T]) -> bool {
    if !rt::quantifies() {
        return natively_sorted(items);
    }
    let len = items.len();
    forall(0..len, |low| {
        forall(low.wrapping_add(1)..len, |high| {
            item(items, low) <= item(items, high)
        })
    })
}

/// Apart, so that the IR of contracts does not hold this loop, which symbolic execution never enters.
#[inline(never)]
fn natively_sorted<T: PartialOrd>(items: &[T]) -> bool {
    items.is_sorted()
}

/// True if `body` holds for all windows of `size` neighbouring items.
#[inline(always)]
pub fn windows_all<T>(items: &[T], size: usize, body: impl Fn(&[T]) -> bool) -> bool {
    // As `windows` does.
    assert!(size != 0, "window size must be non-zero");
    let end = items.len().saturating_add(1).saturating_sub(size);
    forall(0..end, |index| body(window(items, index, size)))
}

/// The item at an index that a quantifier bounds; without a panicking path, which the engine would have to refute.
#[inline(always)]
#[expect(unsafe_code, reason = "quantifiers bound the index")]
fn item<T>(items: &[T], index: usize) -> &T {
    // SAFETY: every caller quantifies over indices below the length.
    unsafe { rt::unchecked::shared(items.as_ptr().wrapping_add(index)) }
}

/// The window at an index that a quantifier bounds.
#[inline(always)]
#[expect(unsafe_code, reason = "quantifiers bound the index")]
fn window<T>(items: &[T], index: usize, size: usize) -> &[T] {
    // SAFETY: `windows_all` quantifies over indices whose window ends within the items.
    unsafe {
        rt::unchecked::shared(slice_from_raw_parts(
            items.as_ptr().wrapping_add(index),
            size,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantifiers_agree_with_iterators() {
        let a = [3u8, 1, 2];
        assert!(all(&a, |x| *x > 0) && !all(&a, |x| *x > 1));
        assert!(any(&a, |x| *x == 2) && !any(&a, |x| *x == 9));
        assert!(contains(&a, &3) && !contains(&a, &4));
        assert!(!is_sorted(&a) && is_sorted(&[1, 1, 2]) && is_sorted::<u8>(&[]));
        assert!(windows_all(&a, 2, |w| w[0] != w[1]) && !windows_all(&a, 3, |w| w[0] == 1));
        assert!(windows_all(&a, 4, |_| false), "no window");
        let (high, low) = (5, 3);
        assert!(forall(high..low, |_: i32| false) && !exists(high..low, |_: i32| true));
    }

    #[test]
    fn signed_and_inclusive_ranges_cover_their_ends() {
        let mut seen = std::cell::RefCell::new(Vec::new());
        assert!(forall(-2i8..=1, |i| {
            seen.borrow_mut().push(i);
            true
        }));
        assert_eq!(seen.get_mut().as_slice(), [-2, -1, 0, 1]);
        assert!(exists(u8::MIN..=u8::MAX, |i| i == u8::MAX));
        let (high, low) = (i64::MAX, i64::MIN);
        assert!(forall(high..=low, |_| false));
    }
}
