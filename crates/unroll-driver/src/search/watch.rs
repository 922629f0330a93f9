//! Ends the process when a run of a search takes far longer than others: nothing else stops code that has no probes.
//!
//! The tool continues with other choices in a new process, so one input that makes a loop of another function
//! endless costs little.
//!
//! In: the beginnings and ends of runs. Out: the line `stuck N` after N runs, and the end of the process. Time is
//! processor time, so that a busy machine makes no run look long; where it cannot be read, nothing is watched.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::{lookup, os};

/// How often a run is looked at.
const TICK: Duration = Duration::from_millis(10);

/// The time for one run.
const LEAST: Duration = Duration::from_millis(30);

/// The time for one of the first runs, which tell how long runs take.
const AT_FIRST: Duration = Duration::from_millis(300);

/// The time for the first run of a process, where processes before ended with theirs: the code may make tables that all runs share.
const PATIENT: Duration = Duration::from_secs(4);

/// The number of the first runs, and the same where runs of another process have taken that long.
const FIRST: u64 = 16;
const FIRST_AGAIN: u64 = 1;

/// How many times as long as others a run may take.
const TIMES: u32 = 50;

/// Between runs, and in runs that may take long.
const NONE: u64 = u64::MAX;

/// A watched search; the end of the value ends the watch.
#[derive(Debug)]
pub(super) struct Watch {
    /// The number of the search's runs, while one is watched.
    running: Arc<AtomicU64>,
    /// Dropped first, so that the thread sees the end.
    end: Option<std::sync::mpsc::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watch {
    /// Watches the runs of this thread; `again` in a process that follows one which ended like that, `is_patient` where the first run may take long.
    pub(super) fn new(again: bool, is_patient: bool) -> Self {
        let first = if again { FIRST_AGAIN } else { FIRST };
        let at_first = if is_patient { PATIENT } else { AT_FIRST };
        let running = Arc::new(AtomicU64::new(NONE));
        let seen = Arc::clone(&running);
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let watch = clock::of_this_thread().and_then(|clock| {
            let watch = move || {
                let start = clock.now();
                let mut current = (NONE, start);
                let mut looked_up = lookup::borders();
                // The time of the first run, which tells nothing where it made what others use.
                let mut begun = start;
                // Without a message the sender is gone, and with it the search.
                while let Err(std::sync::mpsc::RecvTimeoutError::Timeout) = ended.recv_timeout(TICK)
                {
                    let (runs, now) = (seen.load(Ordering::Relaxed), clock.now());
                    if runs == 0 {
                        begun = now;
                    }
                    // The place of a panic is looked up once, and says nothing of how long the run takes.
                    let borders = lookup::borders();
                    let is_lookup = !borders.is_multiple_of(2) || borders != looked_up;
                    looked_up = borders;
                    let limit = match runs {
                        0 => at_first,
                        _ => limit(runs, first, current.1.saturating_sub(begun)),
                    };
                    if runs == NONE || runs != current.0 || is_lookup {
                        current = (runs, now);
                    } else if now.saturating_sub(current.1) > limit {
                        os::answer(&format!("stuck {runs}\n"));
                        // From this thread, as the one that executes the run does not come back.
                        std::process::exit(0);
                    }
                }
            };
            std::thread::Builder::new().spawn(watch).ok()
        });
        Self {
            running,
            end: Some(end),
            thread: watch,
        }
    }

    /// Begins a run after `runs` others.
    pub(super) fn begin(&self, runs: u64) {
        self.running.store(runs, Ordering::Relaxed);
    }

    /// Ends it.
    pub(super) fn end(&self) {
        self.running.store(NONE, Ordering::Relaxed);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.end();
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The time of the next run, after `runs` that took `time` together, `first` of which do not tell.
fn limit(runs: u64, first: u64, time: Duration) -> Duration {
    match u32::try_from(runs) {
        _ if runs < first => AT_FIRST,
        Ok(runs) => LEAST.max(time / runs * TIMES),
        Err(_) => LEAST,
    }
}

/// The processor's time of a thread.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod clock {
    use std::time::Duration;

    unsafe extern "C" {
        fn pthread_self() -> usize;
        fn pthread_getcpuclockid(thread: usize, clock: *mut i32) -> i32;
        fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    }

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Clock(i32);

    pub(super) fn of_this_thread() -> Option<Clock> {
        let mut clock = 0;
        // SAFETY: the thread is this one, and the clock is written to a variable of its type.
        let status = unsafe { pthread_getcpuclockid(pthread_self(), &raw mut clock) };
        (status == 0).then_some(Clock(clock))
    }

    impl Clock {
        /// The time of the thread; none once it has ended.
        pub(super) fn now(self) -> Duration {
            let mut time = [0; 2];
            // SAFETY: `struct timespec` is two words on 64-bit targets.
            unsafe { clock_gettime(self.0, &raw mut time) };
            let [seconds, nanos] = time.map(|part| u64::try_from(part).unwrap_or_default());
            Duration::from_secs(seconds) + Duration::from_nanos(nanos)
        }
    }
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
mod clock {
    use std::time::Duration;

    #[derive(Clone, Copy, Debug)]
    pub(super) enum Clock {}

    pub(super) fn of_this_thread() -> Option<Clock> {
        None
    }

    impl Clock {
        pub(super) fn now(self) -> Duration {
            match self {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_may_take_many_times_as_long_as_others() {
        let time = Duration::from_millis(300);
        assert_eq!(limit(3, FIRST, time), AT_FIRST);
        assert_eq!(limit(1000, FIRST, time), LEAST);
        assert_eq!(limit(3, FIRST_AGAIN, time), Duration::from_secs(5));
    }

    #[test]
    fn a_watch_ends_with_its_search() {
        let watch = Watch::new(false, false);
        for runs in 0..3 {
            watch.begin(runs);
            std::thread::sleep(TICK * 2);
            watch.end();
        }
        let running = Arc::clone(&watch.running);
        drop(watch);
        assert_eq!(running.load(Ordering::Relaxed), NONE);
        assert_eq!(Arc::strong_count(&running), 1, "its thread has ended");
    }
}
