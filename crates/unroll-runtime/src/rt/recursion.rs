//! The counter of recursion: how deep the function under test calls itself.
//!
//! The form is at depth 0 and calls the function, each activation of which is one deeper. The function may be called for other harnesses too,
//! so it counts only while its own harness runs.
#![expect(
    clippy::inline_always,
    reason = "the engine recognises the symbols only where they are called directly"
)]

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::probes::{enter, exit, step};

/// The code of an entry that is over.
const ENDS: u32 = unroll_protocol::ExitKind::EntryEnd.code();

/// The counter.
#[repr(C)]
pub(crate) struct Recursion {
    /// The function whose activations count; 0 for none.
    owner: AtomicU64,
    /// How many there are now.
    depth: AtomicU32,
    /// The most that there were.
    deepest: AtomicU32,
}

/// One counter is enough: a harness runs one form, once. The name is fixed as that of the counters of closures.
#[expect(
    unsafe_code,
    reason = "the name is the runtime's own, as those of the probes"
)]
#[unsafe(no_mangle)]
pub(crate) static __unroll_calls_deep: Recursion = Recursion {
    owner: AtomicU64::new(0),
    depth: AtomicU32::new(0),
    deepest: AtomicU32::new(0),
};

/// An activation of the function, until it is dropped.
#[derive(Debug)]
pub struct Activation {
    counts: bool,
}

/// The harness, before the form.
#[inline(always)]
pub fn recursion(owner: u64) {
    __unroll_calls_deep.owner.store(owner, Relaxed);
    __unroll_calls_deep.depth.store(0, Relaxed);
    __unroll_calls_deep.deepest.store(0, Relaxed);
}

/// An activation of the function whose recursion has a number begins.
#[inline(always)]
pub fn again(owner: u64, number: u32) -> Activation {
    let counter = &__unroll_calls_deep;
    let counts = counter.owner.load(Relaxed) == owner;
    if counts {
        let depth = counter.depth.load(Relaxed).wrapping_add(1);
        counter.depth.store(depth, Relaxed);
        let deepest = counter.deepest.load(Relaxed).max(depth);
        counter.deepest.store(deepest, Relaxed);
        step(number, depth);
    }
    Activation { counts }
}

impl Drop for Activation {
    #[inline(always)]
    fn drop(&mut self) {
        if self.counts {
            let depth = &__unroll_calls_deep.depth;
            depth.store(depth.load(Relaxed).wrapping_sub(1), Relaxed);
        }
    }
}

/// The harness, after the form.
#[inline(always)]
pub fn recurred(number: u32) {
    enter(number);
    let deepest = __unroll_calls_deep.deepest.load(Relaxed);
    exit(number, deepest, 0, ENDS);
    __unroll_calls_deep.owner.store(0, Relaxed);
}

/// An [`Activation`] from the function of the harness with that name. A macro, so that what is put into a user's function is also read by
/// releases of syn that do not know `unsafe extern`; a crate's lock file may hold one.
#[doc(hidden)]
#[macro_export]
macro_rules! __activation {
    ($again:ident) => {{
        unsafe extern "Rust" {
            safe fn $again() -> $crate::rt::Activation;
        }
        $again()
    }};
}
