//! `cargo xtask corpus`: results of the tool on published crates.
//!
//! Turns the table `fixtures/corpus/crates.toml` into one record a crate below `target/corpus/`, and the records into the page
//! `docs/dev/corpus.md`. Drives the release build of the tool from the outside, as a user would. A crate is done again only if the
//! tool, its line of the table or the options have changed, so that a run can be stopped and taken up.

mod claims;
mod copy;
mod page;
mod pins;
mod record;
mod scope;
mod survey;
mod tables;

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};

use crate::libz3;
use crate::step::{self, cargo, say};
pub(crate) use copy::{Targets, make as copy_crate};
use pins::{Pin, Sources};
pub use record::{FunctionRecord, Record};
pub use scope::Outside;
pub use survey::Tool;
pub(crate) use survey::{as_a_user, exe};

const USAGE: &str = "usage: cargo xtask corpus [--depth K=3] [--timeout SECS=60] [--shard K/N] [--only CRATE,..] [--debug] [--list | --write]";

/// The request of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Options {
    depth: u32,
    timeout: u64,
    /// Every n-th crate, from the k-th.
    shard: (usize, usize),
    /// These crates; all if empty.
    only: Vec<String>,
    /// With the build of the tool that tests use.
    debug: bool,
    /// Count what can be analysed at all.
    list: bool,
    /// Write the page.
    write: bool,
}

/// Analyses the crates, shows the tables, and fails where a test fails or the tool is wrong.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<()> {
    let options = options(args)?;
    let pins = chosen(pins::read(root)?, &options)?;
    let tool = tool(root, &options)?;
    let records = records(root, &tool, &pins, options.list)?;
    let tables = if options.list {
        tables::listing(&records)
    } else {
        tables::tables(&records)
    };
    std::io::stdout().lock().write_all(tables.as_bytes())?;
    if options.write {
        let setting = page::Setting::look(root, &tool)?;
        page::write(root, &setting, &records)?;
    }
    judge(&records)
}

/// The results of `tool` for the crates `only` of the repository in `root`, without output.
pub fn slice(root: &Path, tool: &Tool, only: &[&str]) -> Result<Vec<Record>> {
    let only = only.iter().map(|&name| name.to_owned()).collect();
    let options = Options { only, ..usual() };
    let pins = chosen(pins::read(root)?, &options)?;
    records(root, tool, &pins, false)
}

/// Copies of the crates `only`, or of all that are not there for others' sake alone, with these targets below `place`, each with its name.
pub(crate) fn copies(
    root: &Path,
    place: &Path,
    only: &[String],
    targets: Targets,
) -> Result<Vec<(String, PathBuf)>> {
    let all = pins::read(root)?;
    let sources = Sources::fetch(&all, &place.join("sources"))?;
    let options = Options {
        only: only.to_vec(),
        ..usual()
    };
    let mut copies = vec![];
    for pin in chosen(all, &options)? {
        if pin.area == "dependency" && only.is_empty() {
            continue;
        }
        let to = place.join("copies").join(&pin.name);
        copy::make(sources.of(&pin)?, &to, &sources.lock, targets)?;
        copies.push((pin.name, to));
    }
    Ok(copies)
}

fn records(root: &Path, tool: &Tool, pins: &[Pin], list: bool) -> Result<Vec<Record>> {
    let sources = Sources::fetch(&pins::read(root)?, &tool.place.join("sources"))?;
    let bar = progress(pins.len());
    let mut records = vec![];
    for pin in pins {
        bar.set_message(pin.name.clone());
        let job = Job {
            tool,
            sources: &sources,
            pin,
        };
        let record = if list { job.list()? } else { job.result()? };
        bar.println(tables::line(&record));
        records.push(record);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(records)
}

/// Invariants independent of the yield.
fn judge(records: &[Record]) -> Result<()> {
    let bad: Vec<_> = records
        .iter()
        .filter_map(|record| {
            let what = match (&record.trouble, record.failing, &*record.differences) {
                (Some(trouble), ..) => trouble.clone(),
                (None, 0, []) => return None,
                (None, 0, differences) => differences.join("\n"),
                (None, failing, _) => format!("{failing} tests fail"),
            };
            Some(format!("{} {}: {what}", record.name, record.version))
        })
        .collect();
    ensure!(bad.is_empty(), "{}", bad.join("\n"));
    Ok(())
}

/// One crate and what is needed to analyse it.
struct Job<'j> {
    tool: &'j Tool,
    sources: &'j Sources,
    pin: &'j Pin,
}

impl Job<'_> {
    fn list(&self) -> Result<Record> {
        self.tool.list(&self.copy("listed")?, self.pin)
    }

    /// The record that is there if it is still true, else a new one.
    fn result(&self) -> Result<Record> {
        let results = self.tool.place.join("results");
        fs::create_dir_all(&results).context("failed to create a folder below target")?;
        let name = format!("{}-{}", self.pin.name, self.pin.version);
        let path = results.join(format!("{name}.json"));
        let key = self.key()?;
        if let Some(record) = Record::read(&path).filter(|record| record.key == key) {
            return Ok(record);
        }
        let copy = self.copy("copies")?;
        let log = results.join(format!("{name}.log"));
        let record = Record {
            key,
            ..self.tool.analyse(&copy, self.pin, &log)?
        };
        record.write(&path)?;
        Ok(record)
    }

    fn copy(&self, place: &str) -> Result<PathBuf> {
        let to = self.tool.place.join(place).join(&self.pin.name);
        let source = self.sources.of(self.pin)?;
        copy::make(source, &to, &self.sources.lock, Targets::Own)?;
        Ok(to)
    }

    /// Changes with the tool, the pin, and the options that results depend on.
    fn key(&self) -> Result<String> {
        let program = fs::read(&self.tool.exe)
            .with_context(|| format!("failed to read {}", self.tool.exe.display()))?;
        let mut hasher = DefaultHasher::new();
        program.hash(&mut hasher);
        (self.tool.depth, self.tool.timeout).hash(&mut hasher);
        format!("{:?}", self.pin).hash(&mut hasher);
        Ok(format!("{:016x}", hasher.finish()))
    }
}

/// The tool's program, built first: as tests use it, or optimised.
pub(crate) fn built(root: &Path, debug: bool) -> Result<PathBuf> {
    say(&libz3::ensure(root)?.to_string());
    let mut args = vec!["build", "--package", "cargo-unroll"];
    let profile = if debug {
        "debug"
    } else {
        args.push("--release");
        "release"
    };
    step::run("build cargo-unroll", &mut cargo(root, &args))?;
    Ok(exe(&step::target_dir(root), profile))
}

fn tool(root: &Path, options: &Options) -> Result<Tool> {
    Ok(Tool {
        exe: built(root, options.debug)?,
        place: step::target_dir(root).join("corpus"),
        built: step::target_dir(root).join("corpus/built"),
        caps_lints: true,
        depth: options.depth,
        timeout: options.timeout,
    })
}

/// Those that the options name.
fn chosen(pins: Vec<Pin>, options: &Options) -> Result<Vec<Pin>> {
    for name in &options.only {
        ensure!(
            pins.iter().any(|pin| pin.name == *name),
            "`{name}` is not in fixtures/corpus/crates.toml"
        );
    }
    let (shard, shards) = options.shard;
    let is_chosen = |(number, pin): &(usize, Pin)| {
        number % shards == shard - 1
            && (options.only.is_empty() || options.only.contains(&pin.name))
    };
    Ok(pins
        .into_iter()
        .enumerate()
        .filter(is_chosen)
        .map(|(_, pin)| pin)
        .collect())
}

/// A bar on a terminal; nothing elsewhere.
fn progress(crates: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("[{pos}/{len}] {msg} {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(crates as u64).with_style(style)
}

/// Where the command line says nothing.
fn usual() -> Options {
    Options {
        depth: 3,
        timeout: 60,
        shard: (1, 1),
        only: vec![],
        debug: false,
        list: false,
        write: false,
    }
}

fn options(args: &[String]) -> Result<Options> {
    let mut options = usual();
    let mut rest = args;
    while let Some((option, after)) = rest.split_first() {
        rest = after;
        match option.as_str() {
            "--debug" => options.debug = true,
            "--list" => options.list = true,
            "--write" => options.write = true,
            _ => {
                let (value, after) = rest.split_first().context(USAGE)?;
                rest = after;
                match option.as_str() {
                    "--depth" => options.depth = value.parse().context(USAGE)?,
                    "--timeout" => options.timeout = value.parse().context(USAGE)?,
                    "--shard" => options.shard = shard(value).context(USAGE)?,
                    "--only" => options.only.extend(value.split(',').map(str::to_owned)),
                    _ => bail!("{USAGE}"),
                }
            }
        }
    }
    // The page is about the whole table.
    let part = options.shard != (1, 1) || !options.only.is_empty();
    ensure!(!options.write || !(part || options.list), "{USAGE}");
    Ok(options)
}

fn shard(text: &str) -> Option<(usize, usize)> {
    let (shard, shards) = text.split_once('/')?;
    let (shard, shards) = (shard.parse().ok()?, shards.parse().ok()?);
    (1..=shards).contains(&shard).then_some((shard, shards))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(args: &[&str]) -> Option<Options> {
        let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
        options(&args).ok()
    }

    #[test]
    fn options_are_read() {
        let usual = read(&[]).expect("all are optional");
        assert_eq!((usual.depth, usual.timeout, usual.shard), (3, 60, (1, 1)));
        let more = read(&["--depth", "2", "--timeout", "5", "--shard", "2/3"]);
        let more = more.expect("they are right");
        assert_eq!((more.depth, more.timeout, more.shard), (2, 5, (2, 3)));
        let only = read(&["--only", "a,b", "--only", "c", "--list"]);
        assert_eq!(only.expect("they are right").only, ["a", "b", "c"]);
    }

    #[test]
    fn wrong_options_are_refused() {
        for args in [
            &["--depth"] as &[&str],
            &["--depth", "x"],
            &["--shard", "0/2"],
            &["--shard", "3/2"],
            &["--write", "--only", "a"],
            &["--write", "--shard", "1/2"],
            &["--write", "--list"],
            &["a"],
        ] {
            assert_eq!(read(args), None, "{args:?}");
        }
    }

    #[test]
    fn shards_share_the_table() {
        let pins = pins::read(&step::root().expect("xtask has a parent")).expect("is a table");
        let of = |shard| {
            let options = read(&["--shard", shard]).expect("is right");
            chosen(pins.clone(), &options).expect("nothing is named")
        };
        let mut names: Vec<_> = ["1/3", "2/3", "3/3"]
            .iter()
            .flat_map(|shard| of(shard))
            .map(|pin| pin.name)
            .collect();
        names.sort();
        let mut all: Vec<_> = pins.iter().map(|pin| pin.name.clone()).collect();
        all.sort();
        assert_eq!(names, all);
    }

    #[test]
    fn failing_tests_and_trouble_are_errors() {
        let fine = Record::default();
        assert!(judge(std::slice::from_ref(&fine)).is_ok());
        let failing = Record {
            failing: 1,
            ..fine.clone()
        };
        assert!(judge(&[fine.clone(), failing]).is_err());
        let trouble = Record {
            trouble: Some("does not build".to_owned()),
            ..fine
        };
        assert!(judge(&[trouble]).is_err());
    }
}
