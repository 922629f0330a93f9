//! The [`Input`] trait: how values are built from leaves, and how they are described.
//!
//! The symbolic engine executes `any` at `opt-level = 1`. So `any` has no panicking paths, no formatting and no maps,
//! and sequences of numbers are one call instead of a loop.

mod cells;
mod collections;
mod compound;
mod counted;
mod errors;
mod floats;
mod functions;
mod integers;
mod iterators;
mod net;
mod pointers;
mod ring;
mod sequences;
mod text;
mod wrappers;

use std::mem::MaybeUninit;
use std::ops::RangeInclusive;

pub use self::counted::Pointee;

use crate::rt::{Describe, Elements, Key};

/// Longest sequence of numbers, booleans or bytes of text.
pub(crate) const MAX_BULK_LEN: usize = 65_536;

pub(crate) use unroll_protocol::MAX_LOOP_LEN;

/// Types whose values the tool can choose.
///
/// Derive it for structs and enums: `#[derive(unroll_test::Input)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an input of `cargo unroll`",
    label = "does not implement `unroll_test::Input`",
    note = "a type whose values may be any values of its fields can derive it: `#[derive(unroll_test::Input)]`"
)]
pub trait Input: Sized {
    /// A value built from the leaves under `key`.
    fn any(key: Key) -> Self;

    /// Describes the value so that the tool can write it as a Rust expression.
    fn describe(&self, out: &mut Describe);

    /// Describes what `any(key)` gave just now. Values that are built by calls are described by these, which the value itself does not
    /// show; so are values that hold such ones.
    #[doc(hidden)]
    fn describe_any(&self, _key: Key, out: &mut Describe) {
        self.describe(out);
    }

    /// True if nothing of this type is built below `key`, because values of types that contain themselves are built to a depth. Who has a
    /// choice then builds something else.
    #[doc(hidden)]
    #[inline]
    fn is_too_deep(_key: Key) -> bool {
        false
    }

    /// Has a range give its last item, after which it remembers that it has none left; `None` for types that ranges do not step through.
    #[doc(hidden)]
    const USE_UP: Option<fn(&mut RangeInclusive<Self>)> = None;

    /// The longest sequence of this type.
    #[doc(hidden)]
    const MAX_LEN: usize = MAX_LOOP_LEN;

    /// A new allocation for `capacity` values, with `len` values.
    #[doc(hidden)]
    #[inline]
    fn any_elements(key: Key, len: usize, capacity: usize) -> Elements<Self> {
        Elements::one_by_one(key, len, capacity)
    }

    /// A new allocation of `capacity` slots, of which `len` from `head` on hold values.
    #[doc(hidden)]
    #[inline]
    fn any_ring(key: Key, len: usize, capacity: usize, head: usize) -> *mut MaybeUninit<Self> {
        ring::one_by_one(key, len, capacity, head)
    }

    /// An array of values.
    #[doc(hidden)]
    #[inline]
    fn any_array<const N: usize>(key: Key) -> [Self; N] {
        sequences::array_one_by_one(key)
    }
}
