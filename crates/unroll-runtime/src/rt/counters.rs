//! Counters outside of the form: those of closures, and those of loops that a macro may leave unseen.
//!
//! A closure is a loop whose iterations are its calls: an entry begins where the closure's expression is evaluated and ends where it is
//! evaluated again, or when the harness has its result. A macro may hide a `return` or `break`, so that nothing can be said where a loop with one is left;
//! its entry is known to have ended once something behind the loop runs.
//! The counters are variables of the program and not of the form: a closure may outlive its frame, cross threads or be copied, and
//! must capture nothing that it did not capture before, and what a `return` leaves is gone. The harness runs one form at a time and recursive calls run the
//! function itself, so one counter for each number is enough.
#![expect(
    clippy::inline_always,
    reason = "the engine recognises the symbols only where they are called directly"
)]

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::probes::{enter, exit, step};
use super::residual::Residual;

/// The code of an entry that is over.
const ENDS: u32 = unroll_protocol::ExitKind::EntryEnd.code();

/// The counter of one closure or loop.
#[repr(C)]
pub(crate) struct Calls {
    /// The branches that the last call or iteration took.
    mask: AtomicU64,
    /// Calls or iterations in this entry.
    count: AtomicU32,
    /// True if there is an entry that has not ended.
    is_open: AtomicBool,
}

/// Counters by number, as many as `unroll_instrument::number::COUNTERS`. It has a fixed name because the tool asks whether code has a memory, and this is none: the harness
/// begins with [`fresh`].
#[expect(
    unsafe_code,
    reason = "the name is the runtime's own, as those of the probes"
)]
#[unsafe(no_mangle)]
pub(crate) static __unroll_calls: [Calls; 256] = [const {
    Calls {
        mask: AtomicU64::new(0),
        count: AtomicU32::new(0),
        is_open: AtomicBool::new(false),
    }
}; 256];

/// A run begins: there is no entry.
#[inline(always)]
pub fn fresh(number: u32) {
    let calls = &__unroll_calls[number as usize];
    calls.is_open.store(false, Relaxed);
    calls.count.store(0, Relaxed);
    calls.mask.store(0, Relaxed);
}

/// The closure is made, or the loop begins: an entry ends, if there is one, and another begins.
#[inline(always)]
pub fn made(number: u32) {
    left(number);
    let calls = &__unroll_calls[number as usize];
    calls.is_open.store(true, Relaxed);
    calls.count.store(0, Relaxed);
    calls.mask.store(0, Relaxed);
    enter(number);
}

/// A call or iteration begins.
#[inline(always)]
pub fn called(number: u32) {
    let calls = &__unroll_calls[number as usize];
    let d = calls.count.load(Relaxed).wrapping_add(1);
    calls.count.store(d, Relaxed);
    calls.mask.store(0, Relaxed);
    step(number, d);
}

/// The current call or iteration takes the branch of a bit.
#[inline(always)]
pub fn branch(number: u32, bit: u64) {
    let calls = &__unroll_calls[number as usize];
    calls.mask.store(calls.mask.load(Relaxed) | bit, Relaxed);
}

/// The entry of a closure ends, if there is one.
#[inline(always)]
pub fn left(number: u32) {
    ended(number, ENDS);
}

/// The entry ends, if there is one, by a way out of this kind.
#[inline(always)]
pub fn ended(number: u32, kind: u32) {
    let calls = &__unroll_calls[number as usize];
    if calls.is_open.load(Relaxed) {
        calls.is_open.store(false, Relaxed);
        let (d, mask) = (calls.count.load(Relaxed), calls.mask.load(Relaxed));
        exit(number, d, mask, kind);
    }
}

/// [`ended`], then `value`: for `return v` and `break v`, whose exit is reported after `v` was evaluated.
#[inline(always)]
pub fn ended_with<T>(value: T, number: u32, kind: u32) -> T {
    ended(number, kind);
    value
}

/// [`ended`] by a `?` if `value?` is going to return; then `value`.
#[inline(always)]
pub fn ended_by<T: Residual>(value: T, number: u32) -> T {
    if value.is_residual() {
        ended(number, 3);
    }
    value
}
