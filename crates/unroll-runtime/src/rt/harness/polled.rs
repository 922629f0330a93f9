//! The output of an `async fn`: its future is polled by the simplest executor that there is.
//!
//! In: the future. Out: its output. The future is polled again whenever something has woken it meanwhile. If it waits for anything else, such as a
//! timer or a message, there is no run, and no claim rests on the code behind the wait.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use crate::rt::probes::{assume, restricted};
use crate::rt::{Key, Restriction};
use unroll_protocol::NO_INPUT;

/// The output of a future.
pub fn polled<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let woken = Arc::new(Woken(AtomicBool::new(false)));
    let waker = Waker::from(Arc::clone(&woken));
    let mut context = Context::from_waker(&waker);
    // Outside of any loop, because futures that wait for nothing are ready at once.
    match future.as_mut().poll(&mut context) {
        Poll::Ready(output) => output,
        Poll::Pending => polled_again(future, &mut context, &woken),
    }
}

#[cold]
fn polled_again<F: Future>(
    mut future: Pin<&mut F>,
    context: &mut Context<'_>,
    woken: &Woken,
) -> F::Output {
    while woken.0.swap(false, Ordering::Relaxed) {
        if let Poll::Ready(output) = future.as_mut().poll(context) {
            return output;
        }
    }
    // Of no input in particular.
    restricted(Key::param(u32::MAX), Restriction::Unwoken);
    loop {
        // Nothing runs behind it.
        assume(NO_INPUT, false);
    }
}

/// True once the future was woken.
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}
