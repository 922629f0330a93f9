//! Handlers of signals, as the C libraries of Linux set them.

use std::ptr::null_mut;

/// The handler gets information on the signal.
pub(super) const SA_SIGINFO: i32 = 4;
/// The handler runs on the alternative stack, if there is one.
pub(super) const SA_ONSTACK: i32 = 0x0800_0000;
/// The signal may arrive again while it is handled.
pub(super) const SA_NODEFER: i32 = 0x4000_0000;
/// The handler is used once.
pub(super) const SA_RESETHAND: i32 = i32::MIN;

/// A handler: the signal, information on it, and the context that it interrupted.
pub(super) type Handler = extern "C" fn(i32, *const SigInfo, *mut ());

/// The beginning of `siginfo_t`.
#[repr(C)]
pub(super) struct SigInfo {
    head: [i32; 4],
    /// The address that could not be accessed.
    pub(super) address: usize,
}

/// `struct sigaction`.
#[repr(C)]
struct SigAction {
    handler: Option<Handler>,
    mask: [u64; 16],
    flags: i32,
    restorer: usize,
}

unsafe extern "C" {
    fn sigaction(signal: i32, action: *const SigAction, old: *mut SigAction) -> i32;
}

/// Sets the handler of a signal, or has it do what it does by default; false if the system refuses.
pub(super) fn handle_with(signal: i32, handler: Option<Handler>, flags: i32) -> bool {
    let action = SigAction {
        handler,
        mask: [0; 16],
        flags,
        restorer: 0,
    };
    // SAFETY: the structure is laid out as the C libraries of 64-bit targets have it.
    let status = unsafe { sigaction(signal, &raw const action, null_mut()) };
    status == 0
}
