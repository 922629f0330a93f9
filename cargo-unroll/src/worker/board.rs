//! The jobs in progress, for progress displays.

use std::sync::{Mutex, PoisonError};

use crate::model::job::Job;

/// A job that is being worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running<'a> {
    /// The function's path.
    pub function: &'a str,
    /// Objectives with a verdict, and in all; once they are known.
    pub decided: Option<(usize, usize)>,
}

/// An observer of progress.
pub trait Watcher: Sync {
    /// These jobs are being worked on.
    fn running(&self, jobs: &[Running]);
    /// One job is done.
    fn done(&self);
}

pub(crate) struct Board<'a> {
    jobs: &'a [Job],
    watcher: &'a dyn Watcher,
    running: Mutex<Vec<Entry>>,
}

/// A job by its index, with its counts.
struct Entry {
    index: usize,
    decided: Option<(usize, usize)>,
}

impl<'a> Board<'a> {
    pub(crate) fn new(jobs: &'a [Job], watcher: &'a dyn Watcher) -> Self {
        Self {
            jobs,
            watcher,
            running: Mutex::new(Vec::new()),
        }
    }

    pub(crate) fn start(&self, index: usize) {
        self.change(|running| {
            running.push(Entry {
                index,
                decided: None,
            });
        });
    }

    pub(crate) fn progress(&self, index: usize, decided: usize, total: usize) {
        self.change(|running| {
            for entry in running.iter_mut().filter(|entry| entry.index == index) {
                entry.decided = Some((decided, total));
            }
        });
    }

    pub(crate) fn end(&self, index: usize) {
        self.change(|running| running.retain(|entry| entry.index != index));
    }

    fn change(&self, change: impl FnOnce(&mut Vec<Entry>)) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut running);
        let running: Vec<_> = running
            .iter()
            .map(|entry| Running {
                function: &self.jobs[entry.index].function,
                decided: entry.decided,
            })
            .collect();
        self.watcher.running(&running);
    }
}
