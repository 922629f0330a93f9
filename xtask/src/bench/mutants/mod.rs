//! `cargo xtask bench mutants`: the mutation score of generated tests, by cargo-mutants, beside that of the tests that people wrote.
//!
//! In: copies of fixtures and of crates of the corpus. Out: for each, how many viable mutants of analysed functions its own unit tests catch, and how many
//! the generated ones do with the default criteria, and with `mutation` added. Each generated suite stands in a copy without other tests.
//! `docs/dev/mutation-score.md` has the table and the mutants that survive, each with the reason that `survivors.toml` beside this file gives.
//! All crates take hours, so the results stand in `docs/dev/mutation-score.json`, and a run renews those of the crates that it measures.

mod blank;
mod page;
mod record;
mod run;
mod subject;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use crate::step::{self, cargo, say};
use crate::{corpus, libz3};
use record::{CrateScore, Measured, Record};
use run::Score;
use subject::Subject;

const USAGE: &str =
    "usage: cargo xtask bench mutants [--only NAME,..] [--debug] [--write] | --page";

/// The fixtures whose functions are mutated.
const FIXTURES: [&str; 3] = ["quickstart", "scu", "everyday"];

/// The crates of the corpus whose functions are mutated: different subjects, with unit tests of their own.
const CRATES: [&str; 10] = [
    "roman",
    "luhn",
    "strsim",
    "leb128",
    "numerals",
    "integer-sqrt",
    "hex",
    "base32",
    "httpdate",
    "shlex",
];

/// The generated suites: the name of the column, and the criteria; `None` for those by default.
const SUITES: [(&str, Option<&str>); 2] = [
    ("default", None),
    ("with `mutation`", Some("unroll,branch,panics,mutation")),
];

/// The request of the command line.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    only: Vec<String>,
    /// With the build of the tool that tests use.
    debug: bool,
    /// Keeps the results and renews the page.
    write: bool,
    /// Renews the page from results that are kept, and measures nothing.
    page: bool,
}

/// Measures, and shows or writes what came out.
pub(super) fn run(root: &Path, args: &[String]) -> Result<()> {
    let options = options(args)?;
    let mut record = Record::read(root)?;
    if !options.page {
        measure(root, &options, &mut record)?;
    }
    let page = page::page(record.rows())?;
    std::io::Write::write_all(&mut std::io::stdout().lock(), page.as_bytes())?;
    if options.write || options.page {
        page::write(root, &page)?;
    }
    Ok(())
}

/// Measures crates; each result goes into `record`, and is kept at once if that is wanted.
fn measure(root: &Path, options: &Options, record: &mut Record) -> Result<()> {
    say(&libz3::ensure(root)?.to_string());
    let profile = if options.debug { "debug" } else { "release" };
    let mut build = vec!["build", "--package", "cargo-unroll"];
    build.extend((profile == "release").then_some("--release"));
    step::run("build cargo-unroll", &mut cargo(root, &build))?;
    let exe = step::target_dir(root).join(profile).join("cargo-unroll");
    let bench = Bench {
        exe: exe.with_extension(std::env::consts::EXE_EXTENSION),
        mutants: crate::tools::MUTANTS.executable()?,
        place: step::target_dir(root).join("bench-mutants"),
        measured: Measured::now(root, profile)?,
    };
    for (name, source) in sources(root, &bench.place, &options.only)? {
        say(&format!("==> {name}"));
        let row = bench.row(root, &name, &source)?;
        say(&page::line(&row));
        record.renew(row);
        if options.write {
            record.write(root)?;
        }
    }
    Ok(())
}

/// The crates to copy, each with its name.
fn sources(root: &Path, place: &Path, only: &[String]) -> Result<Vec<(String, PathBuf)>> {
    let is_chosen = |name: &str| only.is_empty() || only.iter().any(|it| it == name);
    let fixtures = FIXTURES.into_iter().filter(|name| is_chosen(name));
    let mut sources: Vec<_> = fixtures
        .map(|name| (name.to_owned(), root.join("fixtures").join(name)))
        .collect();
    let crates: Vec<String> = if only.is_empty() {
        CRATES.map(str::to_owned).to_vec()
    } else {
        let is_other = |name: &&String| !FIXTURES.contains(&name.as_str());
        only.iter().filter(is_other).cloned().collect()
    };
    if !crates.is_empty() {
        sources.extend(corpus::copies(
            root,
            &place.join("corpus"),
            &crates,
            corpus::Targets::Own,
        )?);
    }
    ensure!(!sources.is_empty(), "{USAGE}");
    Ok(sources)
}

/// The tools and criteria that crates are measured with.
struct Bench {
    exe: PathBuf,
    mutants: PathBuf,
    place: PathBuf,
    measured: Measured,
}

impl Bench {
    fn row(&self, root: &Path, name: &str, source: &Path) -> Result<CrateScore> {
        let mut generated = vec![];
        let (mut functions, mut had_tests) = (None, false);
        for (number, (_, criteria)) in SUITES.into_iter().enumerate() {
            let to = self.place.join(name).join(format!("generated-{number}"));
            let subject = Subject::copy(root, source, to, false)?;
            let listed = run::list(&self.mutants, &subject.folder)?;
            let analysed = subject.generate(&self.exe, criteria.unwrap_or(""))?;
            let analysed = analysed.functions_of(&listed);
            generated.push(run::score(&self.mutants, &subject.folder, &analysed)?);
            functions = functions.or(Some(analysed));
            had_tests |= subject.had_tests;
        }
        let functions = functions.context("there is a suite")?;
        let own = if had_tests {
            let to = self.place.join(name).join("own");
            let subject = Subject::copy(root, source, to, true)?;
            Some(run::score(&self.mutants, &subject.folder, &functions)?.share())
        } else {
            None
        };
        Ok(CrateScore {
            name: name.to_owned(),
            measured: self.measured.clone(),
            functions: functions.len(),
            own,
            generated,
        })
    }
}

fn options(args: &[String]) -> Result<Options> {
    let mut options = Options::default();
    let mut rest = args;
    while let Some((option, after)) = rest.split_first() {
        rest = after;
        match (option.as_str(), rest.split_first()) {
            ("--debug", _) => options.debug = true,
            ("--write", _) => options.write = true,
            ("--page", _) if args.len() == 1 => options.page = true,
            ("--only", Some((names, after))) => {
                options.only.extend(names.split(',').map(str::to_owned));
                rest = after;
            }
            _ => bail!("{USAGE}"),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::{CRATES, options};

    #[test]
    fn crates_are_those_of_the_corpus() {
        let corpus = include_str!("../../../../fixtures/corpus/crates.toml");
        for name in CRATES {
            assert!(corpus.contains(&format!("\nname = \"{name}\"\n")), "{name}");
        }
    }

    #[test]
    fn options_are_read() {
        let options = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
            options(&args).ok()
        };
        let some = options(&["--only", "scu,luhn", "--debug"]).expect("they are right");
        assert_eq!(some.only, ["scu", "luhn"]);
        assert!(some.debug && !some.write);
        assert_eq!(options(&["--only"]), None);
        assert!(options(&["--page"]).expect("it is right").page);
        assert_eq!(options(&["--page", "--write"]), None);
    }
}
