//! Executes one run of a harness: catches panics, keeps the panic hook silent, frees what the inputs leaked.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};

use super::overflow::{self, STACK_BYTES};
use super::panics::Places;
use super::run::{Current, Detail, Run, RunEnd, with_current};
use unroll_protocol::Entry;
use unroll_protocol::{NO_INPUT, PanicKind};

/// Steps after which a run counts as one that does not end.
pub(crate) const FUEL: u64 = 20_000_000;

/// Steps of loops in code that belongs to no run.
const UNRECORDED_FUEL: u64 = 100_000;

/// Makes the panic hook store place, kind and message in the current run instead of printing them. The harness stands in `file`.
pub(crate) fn install_hook(file: &'static str) {
    let places = Mutex::new(Places::new(file));
    set_hook(Box::new(move |info| {
        with_current(|run| {
            let panic = &mut run.panic;
            places
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .note(info, panic);
            let text = payload_text(info);
            panic.kind = PanicKind::of_message(text);
            panic.message.clear();
            if run.detail == Detail::Values {
                panic.message.push_str(text);
            }
        });
    }));
}

/// The message, as the default hook prints it.
fn payload_text<'a>(info: &'a PanicHookInfo<'_>) -> &'a str {
    let payload = info.payload();
    let text = payload.downcast_ref::<&'static str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("Box<dyn Any>")
}

/// Executes the harness on this thread; `run` has been reset and tells what to use as inputs.
pub(crate) fn execute(entry: &Entry, run: &mut Run) {
    let outcome = {
        let _current = Current::set(run);
        catch_unwind(AssertUnwindSafe(entry.run))
    };
    match outcome {
        Ok(()) => {
            run.ending.get_or_insert(RunEnd::Returned);
        }
        Err(payload) => {
            if run.building > 0 {
                run.ending.get_or_insert(RunEnd::Rejected(NO_INPUT));
            } else if run.ending.is_none() {
                run.ending = Some(RunEnd::Panicked(run.panic.clone()));
            }
            // A payload of the user's may panic when dropped.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
        }
    }
    // Destructors of the user's may panic as well; what is left then stays leaked.
    let _ = catch_unwind(AssertUnwindSafe(|| run.free_leaks()));
}

/// Calls code of the user that belongs to no run, whose probes record nothing; `None` if it panics or takes too many steps.
pub fn unrecorded<T>(call: impl FnOnce() -> T) -> Option<T> {
    let mut scratch = Run::new();
    scratch.start(Detail::Marks, UNRECORDED_FUEL);
    let _current = Current::set(&raw mut scratch);
    // A payload of the user's may panic when dropped.
    let result = catch_unwind(AssertUnwindSafe(call));
    result.map_err(std::mem::forget).ok()
}

/// Executes the harness on a fresh thread, so that nothing of earlier runs is left in its thread-local variables.
pub(crate) fn execute_fresh(entry: &'static Entry, run: &mut Run) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let handle = thread.spawn_scoped(scope, || {
            if run.trace.is_some() {
                overflow::watch();
            }
            execute(entry, run);
        });
        // Without a thread there is no way to go on, and the tool sees the end of the process.
        let handle = handle.expect("invariant: the system can start a thread");
        let _ = handle.join();
    });
}
