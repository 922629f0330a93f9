//! Ending a running query from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
#[cfg(has_z3)]
use std::time::Duration;

#[cfg(has_z3)]
use z3::Context;

/// How often an interrupted query is told again, because Z3 forgets an interrupt that arrives between two phases.
#[cfg(has_z3)]
const REPEAT: Duration = Duration::from_millis(5);

/// A handle that ends queries. Clones act on the same sessions; once requested it stays requested.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    requested: AtomicBool,
    /// Guards nothing: the watcher sleeps on `wake` with it.
    gate: Mutex<()>,
    wake: Condvar,
}

impl Interrupt {
    /// A handle that nothing has requested yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the running query of every session that has this handle, and all later ones.
    pub fn interrupt(&self) {
        self.shared.requested.store(true, Ordering::SeqCst);
        self.notify();
    }

    /// True if [`Self::interrupt`] was called.
    pub fn is_requested(&self) -> bool {
        self.shared.requested.load(Ordering::SeqCst)
    }

    fn notify(&self) {
        // The lock is taken and let go: a watcher that has looked and not yet slept would miss the
        // wake-up otherwise.
        drop(
            self.shared
                .gate
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        );
        self.shared.wake.notify_all();
    }
}

/// Runs a query on this thread while another one waits for the interrupt.
#[cfg(has_z3)]
pub(crate) fn watched<T>(interrupt: &Interrupt, query: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    let context = Context::thread_local();
    // Z3 contexts belong to a thread; only the handle may be used from another.
    let handle = context.handle();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let shared = &interrupt.shared;
            let mut gate = shared.gate.lock().unwrap_or_else(PoisonError::into_inner);
            while !done.load(Ordering::SeqCst) {
                gate = if interrupt.is_requested() {
                    handle.interrupt();
                    // Again until the query has ended, since Z3 may forget a single interrupt.
                    let waited = shared.wake.wait_timeout(gate, REPEAT);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                } else {
                    shared
                        .wake
                        .wait(gate)
                        .unwrap_or_else(PoisonError::into_inner)
                };
            }
        });
        // Also when the query panics: the scope waits for the watcher.
        let _end = End {
            done: &done,
            interrupt,
        };
        query()
    })
}

#[cfg(has_z3)]
struct End<'a> {
    done: &'a AtomicBool,
    interrupt: &'a Interrupt,
}

#[cfg(has_z3)]
impl Drop for End<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::SeqCst);
        self.interrupt.notify();
    }
}
