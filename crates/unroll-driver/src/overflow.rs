//! The message of a run that overflows its stack.
//!
//! The standard library prints one only after its `main` has begun, and drivers serve before that. So a traced
//! driver distinguishes an overflow from other invalid accesses itself, by the address, which lies at the end of the
//! stack. On systems other than 64-bit Linux there is no message.

/// Stack of the threads that execute runs, in bytes.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// Watches the stack of the current thread, which has `STACK_BYTES` and was just started.
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
pub(super) fn watch() {
    linux::watch();
}

/// Nothing to watch with.
#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
pub(super) fn watch() {}

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod linux {
    use std::ptr::null_mut;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::STACK_BYTES;
    use crate::signal::{SA_ONSTACK, SA_RESETHAND, SA_SIGINFO, SigInfo, handle_with};

    /// The message of the standard library.
    const WORDS: &[u8] = b"the thread has overflowed its stack\n";

    /// How far from the end of the stack an access may lie.
    const MARGIN: usize = 1 << 20;

    const SIGSEGV: i32 = 11;

    /// An address at the beginning of the stack that is watched.
    static BEGINNING: AtomicUsize = AtomicUsize::new(0);

    /// `stack_t`.
    #[repr(C)]
    struct Stack {
        start: *mut u8,
        flags: i32,
        size: usize,
    }

    unsafe extern "C" {
        fn sigaltstack(stack: *const Stack, old: *mut Stack) -> i32;
        fn write(stream: i32, bytes: *const u8, len: usize) -> isize;
    }

    /// Says what happened; the access is then repeated and ends the process, because the handler is used once.
    extern "C" fn handle(_signal: i32, info: *const SigInfo, _context: *mut ()) {
        // SAFETY: the system passes information for handlers that ask for it.
        let address = unsafe { (*info).address };
        let depth = BEGINNING.load(Ordering::Relaxed).wrapping_sub(address);
        if depth.abs_diff(STACK_BYTES) <= MARGIN {
            // SAFETY: the bytes are there, and `write` may be called by handlers.
            unsafe { write(2, WORDS.as_ptr(), WORDS.len()) };
        }
    }

    pub(super) fn watch() {
        let here = 0_u8;
        BEGINNING.store(std::ptr::from_ref(&here).addr(), Ordering::Relaxed);
        // It is needed until the process ends.
        // The handler cannot run on the stack that has overflowed.
        let room: &'static mut [u8] = Box::leak(vec![0; 64 << 10].into_boxed_slice());
        let stack = Stack {
            start: room.as_mut_ptr(),
            flags: 0,
            size: room.len(),
        };
        // SAFETY: the structure is laid out as the C libraries of these targets have it, and the memory of the stack is never freed. Failing
        // means that nothing is said.
        unsafe { sigaltstack(&raw const stack, null_mut()) };
        handle_with(
            SIGSEGV,
            Some(handle),
            SA_SIGINFO | SA_ONSTACK | SA_RESETHAND,
        );
    }
}
