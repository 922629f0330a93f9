//! `cargo xtask bench bugs`: public faults of published crates, found or missed by the release build of the tool with default options.
//!
//! Turns `fixtures/bugs/faults.toml` into one result for each fault below `target/bench-bugs/results/`, and the results into the page
//! `docs/dev/public-bugs.md`. A crate is analysed as the registry has it, without its benchmarks, examples and integration tests.

mod listed;
mod page;
mod run;

use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};

use super::table;
use crate::libz3;
use crate::step::{self, cargo, say};
use listed::Fault;
use run::Bench;

const USAGE: &str =
    "usage: cargo xtask bench bugs [NAME..] [--timeout SECS] [--debug] [--saved] [--write]";

/// The request of the command line.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    /// Names of crates; all if empty.
    only: Vec<String>,
    /// Seconds for each function; the tool's default if absent.
    timeout: Option<u64>,
    /// With the build of the tool that tests use.
    debug: bool,
    /// With the results of earlier runs.
    saved: bool,
    write: bool,
}

/// Analyses the crates, and shows or writes the table.
pub(super) fn run(root: &Path, args: &[String]) -> Result<()> {
    let options = options(args)?;
    let faults = chosen(listed::read(root)?, &options.only)?;
    let bench = Bench {
        exe: exe(root, &options)?,
        place: step::target_dir(root).join("bench-bugs"),
        timeout: options.timeout,
    };
    let mut results = vec![];
    for fault in &faults {
        let outcome = if options.saved {
            bench.saved(fault)?
        } else {
            bench.outcome(fault)?
        };
        say(&page::line(fault, &outcome));
        results.push((fault, outcome));
    }
    let tables = page::tables(&results);
    std::io::Write::write_all(&mut std::io::stdout().lock(), tables.as_bytes())?;
    if options.write {
        table::write(root, page::PAGE, "bugs", &tables)?;
    }
    Ok(())
}

/// The program to run; built unless only earlier results are shown.
fn exe(root: &Path, options: &Options) -> Result<std::path::PathBuf> {
    let profile = if options.debug { "debug" } else { "release" };
    if !options.saved {
        say(&libz3::ensure(root)?.to_string());
        let mut build = vec!["build", "--package", "cargo-unroll"];
        build.extend((!options.debug).then_some("--release"));
        step::run("build cargo-unroll", &mut cargo(root, &build))?;
    }
    let exe = step::target_dir(root).join(profile).join("cargo-unroll");
    Ok(exe.with_extension(std::env::consts::EXE_EXTENSION))
}

/// The faults of the crates `only`, or all.
fn chosen(faults: Vec<Fault>, only: &[String]) -> Result<Vec<Fault>> {
    for name in only {
        ensure!(
            faults.iter().any(|fault| fault.name == *name),
            "`{name}` is not in {}",
            listed::PATH
        );
    }
    let is_chosen = |fault: &Fault| only.is_empty() || only.contains(&fault.name);
    Ok(faults.into_iter().filter(is_chosen).collect())
}

fn options(args: &[String]) -> Result<Options> {
    let mut options = Options::default();
    let mut rest = args.iter();
    while let Some(option) = rest.next() {
        match option.as_str() {
            "--debug" => options.debug = true,
            "--saved" => options.saved = true,
            "--write" => options.write = true,
            "--timeout" => {
                let seconds = rest.next().context(USAGE)?;
                options.timeout = Some(seconds.parse().context(USAGE)?);
            }
            name if !name.starts_with('-') => options.only.push(name.to_owned()),
            _ => bail!("{USAGE}"),
        }
    }
    // The page is about the whole table, with the default limit.
    let part = !options.only.is_empty() || options.timeout.is_some();
    ensure!(!options.write || !part, "{USAGE}");
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_and_limits_are_read() {
        let options = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
            options(&args).ok()
        };
        let some = Options {
            only: vec!["hpack".to_owned(), "json".to_owned()],
            timeout: Some(10),
            ..Options::default()
        };
        assert_eq!(options(&["hpack", "--timeout", "10", "json"]), Some(some));
        assert_eq!(options(&["--timeout"]), None);
        assert_eq!(options(&["hpack", "--write"]), None);
        assert_eq!(options(&["--deep"]), None);
    }
}
