//! The command `cargo unroll`: command line in, exit code out.
//!
//! [`main`] is all that the binary calls. The same executable is the worker (`cargo-unroll __worker`), so that one
//! installed file is the whole tool.
//!
//! **Invariant:** only this module uses clap and turns errors into exit codes.

mod across;
mod analysis;
mod args;
mod caching;
mod commands;
mod exit;
mod infeasible;
mod narrow;
mod outputs;
mod reporter;
mod result;
mod review;
mod run;
mod score;
mod settings;
mod smt2;
mod texts;
mod wanted;
mod write;

use std::ffi::OsString;
use std::sync::OnceLock;

use clap::{Parser, ValueEnum};

pub use args::{Args, Cli};
pub use exit::Exit;

use self::args::{Command, ConsoleArgs};
use self::commands::{clean, completions, config, doctor, explain, init, merge, report, show};
use self::exit::failure::Failure;
use crate::compile::{Output, wrapper};
use crate::cover;
use crate::report::{Color, Console, ReportError, Verbosity};
use crate::score::runner;
use crate::worker::{self, Children};

/// Runs the tool with the arguments of the process.
pub fn main() -> Exit {
    let args: Vec<OsString> = std::env::args_os().collect();
    // These calls come before the command line is parsed: clap knows nothing of their arguments.
    if args.get(1).is_some_and(|arg| arg == worker::COMMAND) {
        return serve();
    }
    if args.get(1).is_some_and(|arg| arg == runner::COMMAND) {
        let rest = args.iter().skip(2);
        let rest: Vec<_> = rest.map(|it| it.to_string_lossy().into_owned()).collect();
        std::process::exit(runner::run(&rest));
    }
    if wrapper::is_called() {
        std::process::exit(wrapper::rustc(&args[1..]));
    }
    exit::bug::guard(|| command(args))
}

/// How a command with this console has cargo build, with `-j` as given.
fn cargo_output(console: &Console, jobs: Option<u32>) -> Output {
    Output {
        quiet: console.verbosity() == Verbosity::Quiet,
        color: console.color(),
        jobs,
        wrapper: own_path(),
    }
}

/// The path of this executable, for the whole run; `None` if the system does not tell it.
fn own_path() -> Option<&'static str> {
    static PATH: OnceLock<Option<String>> = OnceLock::new();
    let path = || {
        std::env::current_exe()
            .ok()?
            .into_os_string()
            .into_string()
            .ok()
    };
    PATH.get_or_init(path).as_deref()
}

fn serve() -> Exit {
    unroll_smt::report_memory_panics();
    let served = worker::serve(|job, report| {
        cover::analyse(job, &mut |progress| {
            report(progress.decided, progress.total);
        })
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
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            // For clap, `--help` and `--version` are errors as well, which go to standard output.
            return if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Done
            };
        }
    };
    let command = cli
        .command
        .unwrap_or_else(|| Command::Generate(Box::new(cli.args)));
    let mut console = console(&command);
    let output = console.clone();
    let performed = perform(&command, &mut console).and_then(|exit| match output.take_failure() {
        // A run that already fails has a more important exit code than lost output.
        Some(source) if exit == Exit::Done => Err(ReportError::Output(source).into()),
        _ => Ok(exit),
    });
    performed.unwrap_or_else(|failure| {
        failure.report(&console);
        failure.exit()
    })
}

fn perform(command: &Command, console: &mut Console) -> Result<Exit, Failure> {
    match command {
        Command::Generate(args) => {
            let children = Children::default();
            exit::interrupt::install(children.clone());
            run::run(args, console, children, None)
        }
        Command::Review(args) => {
            let children = Children::default();
            exit::interrupt::install(children.clone());
            review::check_options(&args.run)?;
            run::run(&args.run, console, children, Some(args))
        }
        Command::Score(args) => score::run(args, console),
        Command::Infeasible(args) => {
            let children = Children::default();
            exit::interrupt::install(children.clone());
            infeasible::run(args, console, children)
        }
        Command::Report(args) => report::report(args, console),
        Command::Merge(args) => merge::merge_reports(args, console),
        Command::Show(args) => show::show(args, console),
        Command::Clean(args) => clean::clean(args, console),
        Command::Config(args) => config::config(args, console),
        Command::Init(args) => init::init(args, console),
        Command::Doctor(args) => Ok(doctor::doctor(args, console)),
        Command::Explain(args) => explain::explain(args.code.as_deref(), console),
        Command::Completions(args) => Ok(completions::completions(args.shell, console)),
        Command::Man(args) => completions::man(&args.dir, console),
    }
}

fn console(command: &Command) -> Console {
    let none = ConsoleArgs::default();
    let args = match command {
        Command::Generate(args) | Command::Config(args) => &args.console,
        Command::Review(args) => &args.run.console,
        Command::Score(args) => &args.console,
        Command::Infeasible(args) => &args.console,
        Command::Merge(args) => &args.console,
        Command::Show(args) => &args.console,
        Command::Clean(args) => &args.console,
        Command::Init(args) => &args.console,
        Command::Doctor(args) => &args.console,
        Command::Report(args) => &args.console,
        Command::Explain(args) => &args.console,
        Command::Completions(_) | Command::Man(_) => &none,
    };
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
