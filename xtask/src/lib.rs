//! Project commands: `cargo xtask setup|test|demo|bench|corpus|s3|soak`.
//!
//! Depends on nothing that links Z3, because it is what gets Z3. The end-to-end tests of the tool use the corpus from here.

use anyhow::{Result, bail};

use self::manual::{release, s3};

mod bench;
mod book;
mod browser;
mod cache;
pub mod corpus;
mod demo;
mod directory;
mod libz3;
mod manual;
mod msrv;
mod released;
mod soak;
mod step;
mod test;
mod tools;
mod twins;
mod version;

const USAGE: &str = "\
usage: cargo xtask <command>

  setup   get libz3, unless a recent one is installed; later runs and other clones use the same
  test    all checks, or some: test [quick | TIER..]; `test help` lists the tiers
  book    build docs/book into target/book and follow its links
  browser the web pages of reports in Chromium, which it installs: browser [--write], which takes the screenshots of the book
  demo    run the main job on a copy of fixtures/quickstart
  bench   how long the twelve loops take: bench scu [--depth 5,10,15] [--json] [--write]
  corpus  crates of the registry: corpus [--depth K] [--timeout SECS] [--shard K/N] [--only CRATE,..] [--list | --write]
  release the checklist of a release, without publishing: release --dry-run [STEP..]
  s3      the cache in an object store, against a server that speaks the protocol of S3
  soak    the interpreter against native runs: soak [--seconds N | --runs N], or all judges against each other on
          random programs: soak --programs N [--seed N] [--from N] [--shard K/N], or verdicts against twins that
          count for themselves: soak --twins N [--seed N] [--runs N]";

/// Carries out what the command line `args` says, the program's name left out; an error has been told.
pub fn main(args: &[String]) -> bool {
    let command = args.first().map_or("", String::as_str);
    match run(command, args.get(1..).unwrap_or_default()) {
        Ok(()) => true,
        Err(error) => {
            step::say(&format!("error: {error:#}"));
            false
        }
    }
}

fn run(command: &str, args: &[String]) -> Result<()> {
    let root = step::root()?;
    match command {
        "setup" => libz3::ensure(&root).map(|libz3| step::say(&libz3.to_string())),
        "test" => test::run(&root, args),
        "book" => book::check(&root),
        "browser" => browser::run(&root, args),
        "demo" => demo::run(&root),
        "bench" => bench::run(&root, args),
        "corpus" => corpus::run(&root, args),
        "release" => release::run(&root, args),
        "s3" => s3::run(&root),
        "soak" => soak::run(&root, args),
        "" | "help" | "-h" | "--help" => {
            step::say(USAGE);
            Ok(())
        }
        other => bail!("no such command: `{other}`\n\n{USAGE}"),
    }
}
