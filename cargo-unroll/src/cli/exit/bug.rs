//! A panic of the tool itself: a text to report it with, and exit code 70.

use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

use crate::cli::exit::Exit;
use crate::report::bad_word;

/// Runs `run`; a panic becomes [`Exit::Internal`].
pub(crate) fn guard(run: impl FnOnce() -> Exit) -> Exit {
    panic::set_hook(Box::new(|info| {
        // Not by `eprintln!`, which panics if standard error is a broken pipe, and a panic in the
        // hook aborts.
        let _ = std::io::Write::write_all(&mut anstream::stderr(), text(info).as_bytes());
    }));
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or(Exit::Internal)
}

fn text(info: &PanicHookInfo) -> String {
    let payload = info.payload();
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message");
    let place = info
        .location()
        .map(|at| format!(" ({at})"))
        .unwrap_or_default();
    report(&format!("{message}{place}"))
}

/// The text for an error of the tool itself.
pub(crate) fn report(message: &str) -> String {
    format!(
        "{} cargo-unroll met an error of its own: {message}\n  \
         = note: cargo-unroll {}\n  \
         = help: please report it at {}/issues with the command line, the function, and `rustc -vV`\n",
        bad_word("error:"),
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    )
}
