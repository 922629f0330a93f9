//! The run of the current thread, which probes find without being told.

use std::cell::Cell;
use std::ptr::null_mut;

use super::Run;

thread_local! {
    static CURRENT: Cell<*mut Run> = const { Cell::new(null_mut()) };
}

/// Sets the current thread's run for as long as it lives; then it is the one before.
pub(crate) struct Current(*mut Run);

impl Current {
    /// Makes `run` the current thread's run. It must stay valid until the guard is dropped.
    pub(crate) fn set(run: *mut Run) -> Self {
        Self(CURRENT.replace(run))
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}

/// Calls `f` on the current thread's run, if there is one.
#[inline]
pub(crate) fn with_current<T>(f: impl FnOnce(&mut Run) -> T) -> Option<T> {
    // `LocalKey::get` is a call, which the probes of loops would wait for.
    let run = CURRENT.try_with(Cell::get).unwrap_or(null_mut());
    // SAFETY: `Current` keeps the pointer valid, it is used on one thread only, and no probe calls user code while
    // it holds the reference.
    unsafe { run.as_mut() }.map(f)
}
