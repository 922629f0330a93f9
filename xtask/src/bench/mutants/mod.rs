//! `cargo xtask bench mutants`: the mutation score of generated tests, by cargo-mutants, beside that of the tests that people wrote.
//!
//! In: copies of fixtures and of crates of the corpus. Out: for each, how many viable mutants of analysed functions its own unit tests catch, and how many
//! the generated ones do with the default criteria, and with `mutation` added. Each generated suite stands in a copy without other tests.
//! `docs/dev/mutation-score.md` has the table and the mutants that survive, each with the reason that `survivors.toml` beside this file gives.

mod blank;
mod page;
mod run;
mod subject;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::step::{self, cargo, say};
use crate::{corpus, libz3};
use run::Score;
use subject::Subject;

const USAGE: &str =
    "usage: cargo xtask bench mutants [--only NAME,..] [--debug] [--saved] [--write]";

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

/// The result for a crate.
#[derive(Debug, Default, Serialize, Deserialize)]
struct CrateScore {
    name: String,
    /// Functions with generated tests or verdicts.
    functions: usize,
    /// The unit tests of the crate, if it has any.
    own: Option<Score>,
    /// The generated tests, in the order of [`SUITES`].
    generated: Vec<Score>,
}

/// The request of the command line.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    only: Vec<String>,
    /// With the build of the tool that tests use.
    debug: bool,
    /// With the results of earlier runs.
    saved: bool,
    write: bool,
}

/// Measures, and shows or writes what came out.
pub(super) fn run(root: &Path, args: &[String]) -> Result<()> {
    let options = options(args)?;
    let place = step::target_dir(root).join("bench-mutants");
    let profile = if options.debug { "debug" } else { "release" };
    let rows = if options.saved {
        saved(&place)?
    } else {
        measure(root, &place, profile, &options.only)?
    };
    let text = page::page(root, profile, &rows)?;
    std::io::Write::write_all(&mut std::io::stdout().lock(), text.as_bytes())?;
    if options.write {
        let path = root.join("docs/dev/mutation-score.md");
        std::fs::write(&path, text)
            .with_context(|| format!("failed to write {}", path.display()))?;
    }
    Ok(())
}

/// Measures crates and keeps their results below `place`.
fn measure(root: &Path, place: &Path, profile: &str, only: &[String]) -> Result<Vec<CrateScore>> {
    say(&libz3::ensure(root)?.to_string());
    let mut build = vec!["build", "--package", "cargo-unroll"];
    build.extend((profile == "release").then_some("--release"));
    step::run("build cargo-unroll", &mut cargo(root, &build))?;
    let exe = step::target_dir(root).join(profile).join("cargo-unroll");
    let bench = Bench {
        exe: exe.with_extension(std::env::consts::EXE_EXTENSION),
        mutants: crate::tools::MUTANTS.executable()?,
        place: place.to_owned(),
    };
    let results = place.join("results");
    std::fs::create_dir_all(&results).context("failed to create a folder below target")?;
    let mut rows = vec![];
    for (name, source) in sources(root, place, only)? {
        say(&format!("==> {name}"));
        let row = bench.row(root, &name, &source)?;
        say(&page::line(&row));
        let path = results.join(format!("{name}.json"));
        std::fs::write(&path, serde_json::to_string_pretty(&row)?)
            .with_context(|| format!("failed to write {}", path.display()))?;
        rows.push(row);
    }
    Ok(rows)
}

/// The results that earlier runs have kept below `place`.
fn saved(place: &Path) -> Result<Vec<CrateScore>> {
    let mut rows = vec![];
    for name in FIXTURES.into_iter().chain(CRATES) {
        let path = place.join("results").join(format!("{name}.json"));
        if path.exists() {
            rows.push(serde_json::from_str(&std::fs::read_to_string(&path)?)?);
        }
    }
    Ok(rows)
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
            Some(run::score(&self.mutants, &subject.folder, &functions)?)
        } else {
            None
        };
        Ok(CrateScore {
            name: name.to_owned(),
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
            ("--saved", _) => options.saved = true,
            ("--write", _) => options.write = true,
            ("--only", Some((names, after))) => {
                options.only.extend(names.split(',').map(str::to_owned));
                rest = after;
            }
            _ => bail!("{USAGE}"),
        }
    }
    // The page is about all of them.
    ensure!(!options.write || options.only.is_empty(), "{USAGE}");
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
        assert_eq!(options(&["--write", "--only", "scu"]), None);
    }
}
