//! Counters of closures: a closure is a loop whose iterations are its calls.
//!
//! An entry begins where the closure's expression is evaluated and ends where it is evaluated again, or when the harness has its result.
//! The counters are variables of the program and not of the form: a closure may outlive its frame, cross threads or be copied, and
//! must capture nothing that it did not capture before. The harness runs one form at a time and recursive calls run the
//! function itself, so one counter for each number is enough.
#![expect(
    clippy::inline_always,
    reason = "the engine recognises the symbols only where they are called directly"
)]

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::probes::{enter, exit, step};

/// The exit kind of an entry that just ends.
const ENDS: u32 = 5;

/// The counter of one closure.
#[repr(C)]
pub(crate) struct Calls {
    /// The branches that the last call took.
    mask: AtomicU64,
    /// Calls in this entry.
    count: AtomicU32,
    /// Whether the closure was made.
    is_made: AtomicBool,
}

/// Counters by number, as many as `unroll_syntax::number::MAX_CLOSURE`. It has a fixed name because the tool asks whether code has a memory, and this is none: the harness
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
        is_made: AtomicBool::new(false),
    }
}; 256];

/// A run begins: the closure is not made.
#[inline(always)]
pub fn fresh(number: u32) {
    let calls = &__unroll_calls[number as usize];
    calls.is_made.store(false, Relaxed);
    calls.count.store(0, Relaxed);
    calls.mask.store(0, Relaxed);
}

/// The closure is made: an entry ends, if there is one, and another begins.
#[inline(always)]
pub fn made(number: u32) {
    left(number);
    let calls = &__unroll_calls[number as usize];
    calls.is_made.store(true, Relaxed);
    calls.count.store(0, Relaxed);
    calls.mask.store(0, Relaxed);
    enter(number);
}

/// A call begins.
#[inline(always)]
pub fn called(number: u32) {
    let calls = &__unroll_calls[number as usize];
    let d = calls.count.load(Relaxed).wrapping_add(1);
    calls.count.store(d, Relaxed);
    calls.mask.store(0, Relaxed);
    step(number, d);
}

/// The current call takes the branch of a bit.
#[inline(always)]
pub fn branch(number: u32, bit: u64) {
    let calls = &__unroll_calls[number as usize];
    calls.mask.store(calls.mask.load(Relaxed) | bit, Relaxed);
}

/// The entry ends, if there is one.
#[inline(always)]
pub fn left(number: u32) {
    let calls = &__unroll_calls[number as usize];
    if calls.is_made.load(Relaxed) {
        let (d, mask) = (calls.count.load(Relaxed), calls.mask.load(Relaxed));
        exit(number, d, mask, ENDS);
    }
}
