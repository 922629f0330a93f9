//! The workers that run at this moment, so that an interrupt can end them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::limits;

/// Process ids of running workers, shared with the interrupt handler.
#[derive(Clone, Debug, Default)]
pub struct Children {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    running: BTreeSet<u32>,
    interrupted: bool,
}

/// The run was interrupted; no more workers are started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl Children {
    /// Ends all workers and lets no new one start.
    pub fn interrupt(&self) {
        let mut state = self.lock();
        state.interrupted = true;
        for id in &state.running {
            limits::end_group(*id);
        }
    }

    /// Starts a worker and notes it in one step, so that no interrupt falls in between.
    pub(crate) fn start<T>(
        &self,
        start: impl FnOnce() -> std::io::Result<(u32, T)>,
    ) -> Result<std::io::Result<T>, Interrupted> {
        let mut state = self.lock();
        if state.interrupted {
            return Err(Interrupted);
        }
        Ok(start().map(|(id, worker)| {
            state.running.insert(id);
            worker
        }))
    }

    /// Forgets a worker that has ended.
    pub(crate) fn ended(&self, id: u32) {
        self.lock().running.remove(&id);
    }

    /// True if [`Children::interrupt`] was called.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.lock().interrupted
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
