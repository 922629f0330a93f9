//! Project commands: `cargo xtask setup|test|demo|bench|soak`.
//!
//! Depends on nothing that links Z3, because it is what gets Z3.

use std::process::ExitCode;

use anyhow::{Result, bail};

mod bench;
mod demo;
mod libz3;
mod soak;
mod step;
mod test;
mod version;

const USAGE: &str = "\
usage: cargo xtask <command>

  setup   get libz3 into target/libz3/, unless one that is recent enough is installed
  test    all checks: format, lints, documentation, tests
  demo    run the main job on a copy of fixtures/quickstart
  bench   how long the twelve loops take: bench scu [--depth 5,10,15] [--json] [--write]
  soak    the interpreter against native runs: soak [--seconds N | --runs N]";

fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_default();
    let args: Vec<_> = std::env::args().skip(2).collect();
    match run(&command, &args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            step::say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(command: &str, args: &[String]) -> Result<()> {
    let root = step::root()?;
    match command {
        "setup" => libz3::ensure(&root).map(|libz3| step::say(&libz3.to_string())),
        "test" => test::run(&root),
        "demo" => demo::run(&root),
        "bench" => bench::run(&root, args),
        "soak" => soak::run(&root, args),
        "" | "help" | "-h" | "--help" => {
            step::say(USAGE);
            Ok(())
        }
        other => bail!("no such command: `{other}`\n\n{USAGE}"),
    }
}
