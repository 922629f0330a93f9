//! The command line of `cargo unroll score`.

use camino::Utf8PathBuf;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use unroll_instrument::label::SCORED;
use unroll_syntax::{Criteria, Criterion};

use super::{ConsoleArgs, Format, ProjectArgs, percent};
use crate::score::Threshold;

/// The options of `score`.
#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "flags of a command line are just that"
)]
pub(crate) struct ScoreArgs {
    /// Run only tests whose names contain this text
    #[arg(value_name = "TESTNAME")]
    pub(crate) test_name: Option<String>,

    /// Arguments for the test executables, as for `cargo test`
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) test_args: Vec<String>,

    /// Coverage criteria, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "RULE", value_parser = scored())]
    pub(crate) criterion: Vec<Criterion>,

    /// Show a row for each function
    #[arg(long)]
    pub(crate) functions: bool,

    /// Show all labels that no test covers
    #[arg(long)]
    pub(crate) missing: bool,

    /// List the tests that can be removed together without losing coverage
    #[arg(long)]
    pub(crate) redundant: bool,

    /// Show the truth table of each decision, with its tests and independence pairs (MC/DC)
    #[arg(long)]
    pub(crate) evidence: bool,

    /// Analyse all functions, and leave out labels that no input reaches
    #[arg(long)]
    pub(crate) prove: bool,

    /// Analyse all functions, and write tests for labels that no test covers
    #[arg(long)]
    pub(crate) complete: bool,

    /// Also write the score in these formats: `lcov=FILE`, `cobertura=FILE`, `html=FILE`
    #[arg(long, value_delimiter = ',', value_name = "FORMAT=FILE", value_parser = report)]
    pub(crate) report: Vec<ReportFile>,

    /// Fail if a score is lower than this percentage, `90` for each criterion or `mcdc=100` for one
    #[arg(long, value_delimiter = ',', value_name = "[RULE=]PERCENT", value_parser = threshold)]
    pub(crate) fail_under: Vec<Threshold>,

    /// Fail if a score is lower than in this JSON report of an earlier run
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<Utf8PathBuf>,

    /// Count only labels on lines that a change adds or modifies: a file with a unified diff, `-` for standard input, or a
    /// revision of git to compare with
    #[arg(long, value_name = "FILE|REV")]
    pub(crate) in_diff: Option<String>,

    /// Number of tests to run in parallel, and of parallel jobs of the build
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) jobs: Option<u32>,

    /// Time limit for each test, in seconds
    #[arg(long, value_name = "SECS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timeout: u64,

    /// Format of the report
    #[arg(long, value_parser = format(), default_value = "human", value_name = "FMT")]
    pub(crate) message_format: Format,

    /// The console
    #[command(flatten)]
    pub(crate) console: ConsoleArgs,

    /// Targets
    #[command(flatten, next_help_heading = "Target selection")]
    pub(crate) targets: Targets,

    /// The project
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}

/// A file that a score is written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportFile {
    /// The format.
    pub(crate) format: ReportFormat,
    /// The path.
    pub(crate) path: Utf8PathBuf,
}

/// The formats of other coverage tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    /// A tracefile of lcov.
    Lcov,
    /// The XML of Cobertura.
    Cobertura,
    /// A web page.
    Html,
}

fn report(text: &str) -> Result<ReportFile, String> {
    let (format, path) = match text.split_once('=') {
        Some(("lcov", path)) => (ReportFormat::Lcov, path),
        Some(("cobertura", path)) => (ReportFormat::Cobertura, path),
        Some(("html", path)) => (ReportFormat::Html, path),
        _ => {
            return Err("the formats are `lcov=FILE`, `cobertura=FILE` and `html=FILE`".to_owned());
        }
    };
    if path.is_empty() {
        return Err("no file after `=`".to_owned());
    }
    Ok(ReportFile {
        format,
        path: path.into(),
    })
}

/// Reads `human` or `json`; annotations of code hosts have no form for scores.
fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["human", "json"]).map(|name| match name.as_str() {
        "json" => Format::Json,
        _ => Format::Human,
    })
}

fn threshold(text: &str) -> Result<Threshold, String> {
    let (criterion, number) = match text.split_once('=') {
        Some((name, number)) => {
            let criterion = name
                .parse::<Criterion>()
                .map_err(|error| error.to_string())?;
            (Some(criterion), number)
        }
        None => (None, text),
    };
    Ok(Threshold {
        criterion,
        percent: percent(number)?,
    })
}

/// Reads the name of a criterion. Those that tests cannot be scored by are hidden, and refused later with a reason.
fn scored() -> impl TypedValueParser<Value = Criterion> {
    let names = Criterion::ALL.map(|it| {
        let is_scored = SCORED.contains(&it);
        PossibleValue::new(it.name())
            .help(it.summary())
            .hide(!is_scored)
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Criterion>())
}

/// Cargo's selection of targets.
#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "flags of a command line are just that"
)]
pub(crate) struct Targets {
    /// Test only the unit tests of the library
    #[arg(long)]
    pub(crate) lib: bool,

    /// Test all binaries
    #[arg(long)]
    pub(crate) bins: bool,

    /// Test the specified binary
    #[arg(long, value_name = "NAME")]
    pub(crate) bin: Vec<String>,

    /// Test the specified integration test
    #[arg(long, value_name = "NAME")]
    pub(crate) test: Vec<String>,

    /// Test all targets that have tests
    #[arg(id = "tests", long = "tests")]
    pub(crate) all_tests: bool,

    /// Test the specified example
    #[arg(long, value_name = "NAME")]
    pub(crate) example: Vec<String>,

    /// Test all examples
    #[arg(long)]
    pub(crate) examples: bool,

    /// Test the specified benchmark
    #[arg(long, value_name = "NAME")]
    pub(crate) bench: Vec<String>,

    /// Test all benchmarks
    #[arg(long)]
    pub(crate) benches: bool,

    /// Test all targets, but not the documentation
    #[arg(long = "all-targets")]
    pub(crate) all_but_documentation: bool,

    /// Test only the documentation of the library
    #[arg(long, conflicts_with_all = [
        "lib", "bins", "bin", "test", "tests", "example", "examples", "bench", "benches", "all_but_documentation"
    ])]
    pub(crate) doc: bool,

    /// Accepted for compatibility: all tests always run, even if one fails
    #[arg(long)]
    pub(crate) no_fail_fast: bool,

    /// Build with optimisations
    #[arg(long, short = 'r', conflicts_with = "profile")]
    pub(crate) release: bool,

    /// Build with the specified profile
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,

    /// Build for the target triple
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,

    /// Override a configuration value of cargo
    #[arg(long, value_name = "KEY=VALUE|PATH")]
    pub(crate) config: Vec<String>,
}

impl ScoreArgs {
    /// The rules that yield labels: those given or the default, and those with a threshold of their own.
    ///
    /// # Errors
    /// A rule that yields none.
    pub(crate) fn criteria(&self) -> Result<Criteria, Criterion> {
        let default = [
            Criterion::Branch,
            Criterion::Decision,
            Criterion::Condition,
            Criterion::Mcdc,
        ];
        let chosen: &[Criterion] = if self.criterion.is_empty() {
            &default
        } else {
            &self.criterion
        };
        let least = self.fail_under.iter().filter_map(|it| it.criterion);
        let criteria = Criteria::new(chosen.iter().copied().chain(least))
            .expect("invariant: the default is not empty");
        let other = criteria.iter().find(|it| !SCORED.contains(it));
        other.map_or(Ok(criteria), Err)
    }

    /// The flags for cargo that select packages, targets and the profile.
    pub(crate) fn selection(&self) -> Vec<String> {
        let targets = &self.targets;
        let mut flags: Vec<String> = [
            (
                self.project.workspace.workspace || self.project.workspace.all,
                "--workspace",
            ),
            (targets.lib, "--lib"),
            (targets.bins, "--bins"),
            (targets.all_tests, "--tests"),
            (targets.examples, "--examples"),
            (targets.benches, "--benches"),
            (targets.all_but_documentation, "--all-targets"),
            (targets.doc, "--doc"),
            (targets.release, "--release"),
        ]
        .iter()
        .filter(|(given, _)| *given)
        .map(|(_, flag)| (*flag).to_owned())
        .collect();
        for (flag, names) in [
            ("--package", &self.project.workspace.package),
            ("--exclude", &self.project.workspace.exclude),
            ("--bin", &targets.bin),
            ("--test", &targets.test),
            ("--example", &targets.example),
            ("--bench", &targets.bench),
        ] {
            flags.extend(
                names
                    .iter()
                    .flat_map(|name| [flag.to_owned(), name.clone()]),
            );
        }
        if let Some(profile) = &targets.profile {
            flags.push(format!("--profile={profile}"));
        }
        flags
    }

    /// The flags of an analysis of the same packages.
    pub(crate) fn analysis(&self) -> Vec<String> {
        let mut flags: Vec<String> = [
            (
                self.project.workspace.workspace || self.project.workspace.all,
                "--workspace",
            ),
            (self.project.features.all_features, "--all-features"),
            (
                self.project.features.no_default_features,
                "--no-default-features",
            ),
            (self.project.offline, "--offline"),
            (self.project.locked, "--locked"),
            (self.project.frozen, "--frozen"),
        ]
        .iter()
        .filter(|(given, _)| *given)
        .map(|(_, flag)| (*flag).to_owned())
        .collect();
        let mut option = |name: &str, value: &str| flags.push(format!("{name}={value}"));
        for package in &self.project.workspace.package {
            option("--package", package);
        }
        for package in &self.project.workspace.exclude {
            option("--exclude", package);
        }
        for feature in &self.project.features.features {
            option("--features", feature);
        }
        if let Some(path) = &self.project.manifest.manifest_path {
            option("--manifest-path", &path.to_string_lossy());
        }
        if let Some(dir) = &self.project.target_dir {
            option("--target-dir", dir.as_str());
        }
        flags
    }

    /// The arguments of test executables.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let name = self.test_name.iter();
        name.chain(&self.test_args).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::args::{Cli, Command};

    #[test]
    fn thresholds_may_name_a_criterion() {
        let parsed = threshold("mcdc=99.5").expect("parses");
        assert_eq!(
            (parsed.criterion, parsed.percent),
            (Some(Criterion::Mcdc), 99.5)
        );
        assert_eq!(threshold("90").map(|it| it.criterion), Ok(None));
        for bad in ["101", "x=9", "mcdc=", ""] {
            assert!(threshold(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn flags_of_cargo_test_are_passed_on() {
        let line = "score adds --lib --test a --test b --bench c --no-fail-fast -p k --release -- --ignored --skip slow";
        let line = ["cargo-unroll"].into_iter().chain(line.split(' '));
        let cli = Cli::try_parse_from(line).expect("parses");
        let Some(Command::Score(args)) = cli.command else {
            panic!("{:?}", cli.command);
        };
        let selection = "--lib --release --package k --test a --test b --bench c";
        assert_eq!(args.selection().join(" "), selection);
        assert_eq!(args.arguments().join(" "), "adds --ignored --skip slow");
    }
}
