//! Functions for harnesses and `derive(Input)`: leaves that need more than a symbol, and showing of values.

mod formatting;
mod functions;
mod implementors;
mod locals;
mod options;
mod polled;
mod source;
pub mod valid;

pub use self::formatting::{Formatting, text, written};
pub(crate) use self::functions::Table;
pub use self::functions::{Constant, Function, Held};
pub use self::implementors::{Chosen, Implementor, IsInput, NoInput, implementor, no_implementor};
pub use self::locals::{Local, local, local_after, set_local};
pub use self::polled::polled;
pub use self::source::{ByDefault, ByInput, Source, arg_by, describe_lent, lent};
use super::Key;
use super::describe::Describe;
use super::probes::{any, any_len, beyond, native};
use super::unchecked;
use crate::Input;
use unroll_protocol::LeafKind;

/// The index of a variant in `0..count`; the leaf is `key` itself.
#[inline]
pub fn variant(key: Key, count: u32) -> u32 {
    any(key, LeafKind::Variant, u64::from(count.saturating_sub(1))) as u32
}

/// The index of a variant, given which are `too_deep` to be built; if all are, any. The leaf is `key` itself.
#[inline]
pub fn variant_among<const N: usize>(key: Key, too_deep: [bool; N]) -> u32 {
    let mut open = 0;
    for is_too_deep in too_deep {
        open += usize::from(!is_too_deep);
    }
    if open == 0 || open == N {
        return variant(key, N as u32);
    }
    beyond();
    let mut nth = variant(key, open as u32);
    let mut last = 0;
    let mut index = 0;
    while index < N {
        if !too_deep[index] {
            last = index as u32;
            if nth == 0 {
                break;
            }
            nth -= 1;
        }
        index += 1;
    }
    last
}

/// Largest `usize` among the arguments of calls that build a value: often it says how much memory to take.
const MAX_SIZE: u64 = 1024;

/// Most calls that change a value after its constructor.
const MAX_CALLS: usize = 8;

/// A `usize` for a call that builds a value.
#[inline]
pub fn size(key: Key) -> usize {
    any(key, LeafKind::Unsigned, MAX_SIZE) as usize
}

/// How many calls change a value after its constructor.
#[inline]
pub fn calls(key: Key) -> usize {
    any_len(key, MAX_CALLS)
}

/// Shows the argument for parameter `name`, built under `key`, before the call.
#[inline]
pub fn arg<T: Input>(name: &str, value: &T, key: Key) {
    emit("arg", name, &|out| value.describe_any(key, out));
}

/// Adds a line to the outcome if the run records values.
#[cfg(feature = "driver")]
pub(super) fn emit(item: &str, name: &str, describe: &dyn Fn(&mut Describe)) {
    if unroll_driver::records_values() {
        let mut out = Describe::new();
        unroll_driver::recall(|| describe(&mut out));
        unroll_driver::record_value(item, name, out.text());
    }
}

/// Without the feature `driver` nothing listens.
#[cfg(not(feature = "driver"))]
pub(super) fn emit(_item: &str, _name: &str, _describe: &dyn Fn(&mut Describe)) {}

/// A reference to `value` that lives as long as the run.
#[inline]
pub(crate) fn leak<'a, T: 'a>(value: T) -> &'a mut T {
    let reference = Box::leak(Box::new(value));
    if native() {
        remember(std::ptr::from_mut(reference).cast(), 1, 1, free_box::<T>);
    }
    reference
}

/// Elements in a new allocation of their own.
#[derive(Debug)]
pub struct Elements<T> {
    /// Where the elements begin; dangling if the allocation's size is 0.
    pub(crate) pointer: *mut T,
    /// How many there are.
    pub(crate) len: usize,
    /// For how many there is room.
    pub(crate) capacity: usize,
}

/// The elements for as long as the run lives.
#[inline]
#[expect(
    unsafe_code,
    reason = "leaks an allocation that only this function holds"
)]
#[expect(
    clippy::needless_pass_by_value,
    reason = "it gives the allocation away"
)]
pub(crate) fn leak_slice<'a, T: 'a>(elements: Elements<T>) -> &'a mut [T] {
    let Elements {
        pointer,
        len,
        capacity,
    } = elements;
    if native() {
        remember(pointer.cast(), len, capacity, free_slice::<T>);
    }
    // SAFETY: the elements are initialised, and have no other owner.
    unsafe { unchecked::exclusive(std::ptr::slice_from_raw_parts_mut(pointer, len)) }
}

/// Hands memory to the driver, which frees it after the run, so that millions of runs do not grow.
#[cfg(feature = "driver")]
fn remember(pointer: *mut u8, len: usize, capacity: usize, free: unroll_protocol::Free) {
    unroll_driver::remember_leak(pointer, len, capacity, free);
}

/// Without the feature `driver` no harness runs, so nothing was leaked on its behalf.
#[cfg(not(feature = "driver"))]
fn remember(_pointer: *mut u8, _len: usize, _capacity: usize, _free: unroll_protocol::Free) {}

/// Frees what [`leak`] leaked.
#[expect(unsafe_code, reason = "takes back a leaked box")]
unsafe fn free_box<T>(pointer: *mut u8, _len: usize, _capacity: usize) {
    // SAFETY: `leak` passed a leaked `Box<T>`, and its borrower is gone.
    drop(unsafe { Box::from_raw(pointer.cast::<T>()) });
}

/// Frees what [`leak_slice`] leaked.
#[expect(unsafe_code, reason = "takes back a leaked allocation")]
unsafe fn free_slice<T>(pointer: *mut u8, len: usize, capacity: usize) {
    // SAFETY: `leak_slice` passed the parts of an allocation, and its borrower is gone.
    drop(unsafe { Vec::from_raw_parts(pointer.cast::<T>(), len, capacity) });
}
