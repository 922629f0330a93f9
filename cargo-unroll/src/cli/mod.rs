//! The command `cargo unroll`: command line in, exit code out.
//!
//! [`main`] is all that the binary calls. The same executable is the worker (`cargo-unroll __worker`), so that one
//! installed file is the whole tool. The only module that uses clap; errors become exit codes here and nowhere else.

mod analysis;
mod args;
mod exit;
mod explain;
mod result;
mod run;
mod settings;
mod smt2;
mod tell;
mod write;

use std::ffi::OsString;

use clap::{Parser, ValueEnum};

pub use args::{Args, MAX_DEPTH};
pub use exit::Exit;

use self::args::Action;
use self::exit::failure::Failure;
use crate::cover;
use crate::report::{Color, Console, Verbosity};
use crate::worker::{self, Children};

/// Runs the tool with the arguments of the process.
pub fn main() -> Exit {
    let args: Vec<OsString> = std::env::args_os().collect();
    if args.get(1).is_some_and(|arg| arg == worker::COMMAND) {
        return serve();
    }
    exit::bug::guard(|| command(args))
}

fn serve() -> Exit {
    unroll_smt::tell_memory_panics();
    let served = worker::serve(|job, tell| {
        cover::analyse(job, &mut |progress| tell(progress.decided, progress.total))
    });
    match served {
        Ok(()) => Exit::Done,
        Err(_) => Exit::Internal,
    }
}

fn command(mut args: Vec<OsString>) -> Exit {
    // Cargo calls `cargo-unroll unroll ..`.
    if args.get(1).is_some_and(|arg| arg == "unroll") {
        args.remove(1);
    }
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Done
            };
        }
    };
    let mut console = console(&args);
    perform(&args, &mut console).unwrap_or_else(|failure| {
        failure.tell(&console);
        failure.exit()
    })
}

fn perform(args: &Args, console: &mut Console) -> Result<Exit, Failure> {
    match (args.action, args.code.as_deref()) {
        (Action::Explain, code) => explain::explain(code, console),
        (Action::Generate, Some(code)) => Err(Failure::usage(
            format!("unexpected argument `{code}`"),
            "select functions with `--function PATH`",
        )),
        (Action::Generate, None) => {
            let children = Children::default();
            exit::interrupt::install(children.clone());
            run::run(args, console, children)
        }
    }
}

fn console(args: &Args) -> Console {
    // As in cargo, the option beats the variable; values that cargo does not know are cargo's to complain about.
    let from_env = || {
        let value = std::env::var("CARGO_TERM_COLOR").ok()?;
        args::ColorArg::from_str(&value, true).ok()
    };
    let color = match args.color.or_else(from_env).unwrap_or(args::ColorArg::Auto) {
        args::ColorArg::Auto => Color::Auto,
        args::ColorArg::Always => Color::Always,
        args::ColorArg::Never => Color::Never,
    };
    let verbosity = match (args.quiet, args.verbose) {
        (true, _) => Verbosity::Quiet,
        (false, 0) => Verbosity::Normal,
        (false, _) => Verbosity::Verbose,
    };
    Console::new(color, verbosity)
}
