//! Ctrl-C: workers are stopped, a file that is being written is finished, and nothing else begins.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::cli::exit::Exit;
use crate::worker::Children;

/// Held while files of the user are written.
static WRITING: Mutex<()> = Mutex::new(());

/// Keeps an interrupt waiting until the guard is dropped.
pub(crate) fn hold() -> MutexGuard<'static, ()> {
    // The lock guards no data, so a panic of its holder leaves nothing broken.
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs the handler. Without one, the system's own way of ending a process does nearly as well.
pub(crate) fn install(children: Children) {
    let _ = ctrlc::set_handler(move || {
        // Workers go first: the lock may be held for some time, in which they would go on.
        children.interrupt();
        let _writing = hold();
        std::process::exit(i32::from(Exit::Interrupted as u8));
    });
}
