//! The command line, as clap reads it. Nothing but reading and checking of single values happens here.

use std::str::FromStr as _;

use camino::Utf8PathBuf;
use clap::builder::styling::{AnsiColor, Effects, Styles};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Parser, ValueEnum};
use unroll_syntax::{AskedCriterion, Criteria, Criterion};

mod cache;
mod commands;
mod infeasible;
mod output;
mod review;
mod score;
mod shard;

pub(crate) use self::cache::{CacheArgs, CacheMode};
pub(crate) use self::commands::{Clean, Command, Doctor, Init, MergeArgs, ReportArgs, Show};
pub(crate) use self::infeasible::InfeasibleArgs;
pub(crate) use self::output::{Output, OutputKind};
pub(crate) use self::review::ReviewArgs;
pub(crate) use self::score::{ReportFormat, ScoreArgs};
pub(crate) use self::shard::Shard;
use super::exit::Exit;
use crate::model::job::Strategy;
use crate::project;
use crate::project::request::depth::Depth;

/// Cargo's colours.
const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .usage(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .literal(AnsiColor::Cyan.on_default().effects(Effects::BOLD))
    .placeholder(AnsiColor::Cyan.on_default())
    .error(AnsiColor::Red.on_default().effects(Effects::BOLD))
    .valid(AnsiColor::Cyan.on_default().effects(Effects::BOLD))
    .invalid(AnsiColor::Yellow.on_default().effects(Effects::BOLD));

/// The end of the help text.
fn foot() -> String {
    format!(
        "The project can set other defaults in `unroll.toml`; `cargo unroll config` prints the effective values.\n\n{}",
        Exit::help()
    )
}

/// Generate unit tests for every loop depth and branch, and prove the others unreachable
#[derive(Debug, Parser)]
#[command(
    name = "cargo-unroll",
    bin_name = "cargo unroll",
    version,
    styles = STYLES,
    after_help = foot(),
    args_conflicts_with_subcommands = true,
)]
pub struct Cli {
    /// The command; `generate` if there is none
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// The options of `generate`
    #[command(flatten)]
    pub args: Args,
}

/// The options of `generate`.
#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "flags of a command line are just that"
)]
pub struct Args {
    /// Maximum number of loop iterations, from 1 to 1000; with `auto`, 4 and more as long as that reaches further code [default: 4]
    #[arg(long, short = 'k', value_name = "K", value_parser = Depth::from_str, allow_negative_numbers = true)]
    pub depth: Option<Depth>,

    /// Coverage criteria, separated by commas; `@unroll` after one that yields labels, as in `branch@unroll`, asks for each label in
    /// every iteration of the loop around it [default: unroll,branch,panics]
    #[arg(long, value_delimiter = ',', value_name = "RULE", value_parser = criterion())]
    pub criterion: Vec<AskedCriterion>,

    /// Maximum number of paths of a function that get tests, with the criterion `paths` [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub max_paths: Option<u32>,

    /// Analyse a function, with or without the attribute: `module::name`, `Type::name`, `src/file.rs` or `src/file.rs:LINE`
    #[arg(long, short = 'f', value_name = "PATH")]
    pub function: Vec<String>,

    /// Analyse every function that contains a loop; with the criterion `branch`, a branch; with `panics`, an
    /// operation that may panic
    #[arg(long)]
    pub all_functions: bool,

    /// Analyse only functions that a change affects: a file with a unified diff, `-` for standard input, or a revision of
    /// git to compare with
    #[arg(long, value_name = "FILE|REV", conflicts_with = "list")]
    pub in_diff: Option<String>,

    /// Analyse one of N parts of the functions, such as `1/4`
    #[arg(long, value_name = "K/N", value_parser = shard::parse)]
    pub(crate) shard: Option<Shard>,

    /// Report of an earlier run, whose times are used to balance the parts
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub shard_times: Option<Utf8PathBuf>,

    /// Exploration strategy
    #[arg(long, value_enum, default_value_t = StrategyArg::Auto, value_name = "STRATEGY")]
    pub strategy: StrategyArg,

    /// Also run functions that may access files, the network or other processes, or change the environment
    #[arg(long)]
    pub allow_effects: bool,

    /// Also analyse `unsafe` functions whose safety conditions `#[requires(..)]` states
    #[arg(long)]
    pub allow_unsafe: bool,

    /// Time limit for each function, in seconds [default: 60]
    #[arg(long, value_name = "SECS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,

    /// Memory limit of each worker, in MiB; 0 for none
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    pub memory: u64,

    /// Random seed [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Number of functions to analyse in parallel [default: number of processors]
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,

    /// Fail if a generated file is out of date, without writing any
    #[arg(long, conflicts_with_all = ["diff", "list"])]
    pub check: bool,

    /// Show the changes without writing files
    #[arg(long, conflicts_with = "list")]
    pub diff: bool,

    /// List functions, loops and objectives without analysing them
    #[arg(long)]
    pub list: bool,

    /// Replace generated tests that were edited by hand
    #[arg(long)]
    pub overwrite_edited: bool,

    /// Layout of five or more tests that differ only in inputs and result: one table, or one function each [default: tables]
    #[arg(long, value_enum, value_name = "LAYOUT")]
    pub layout: Option<Layout>,

    /// The cache
    #[command(flatten)]
    pub cache: CacheArgs,

    /// Show every finding and write a test for it, including panics that no call of a public function is known to reach
    #[arg(long)]
    pub all_findings: bool,

    /// Treat these findings as errors
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub deny: Vec<Deny>,

    /// Fail if fewer than this percentage of the objectives that are not proved unreachable are covered
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub fail_under: Option<f64>,

    /// Also write the solver's queries as SMT-LIB, by default to `target/unroll/smt2`
    #[arg(long, value_name = "smt2[=DIR]", value_parser = emit)]
    pub emit: Option<Emit>,

    /// Write only tests that cover labels of this file, which `score --complete` makes
    #[arg(long, value_name = "FILE", hide = true)]
    pub only_labels: Option<Utf8PathBuf>,

    /// Format of the report
    #[arg(long, value_enum, default_value_t = Format::Human, value_name = "FMT")]
    pub message_format: Format,

    /// Also write reports: `html[=DIR]`, `sarif=FILE`, `junit=FILE`, `markdown=FILE`, `github[=FILE]`, `rustc=FILE`, `json=FILE`,
    /// `lcov=FILE`, `cobertura=FILE`, separated by commas; `-` is standard output
    #[arg(long, value_delimiter = ',', value_name = "FORMAT=PATH", value_parser = output::parse)]
    pub report: Vec<Output>,

    /// The console
    #[command(flatten)]
    pub console: ConsoleArgs,

    /// The project
    #[command(flatten)]
    pub project: ProjectArgs,
}

/// Options about text for people.
#[derive(Debug, Default, clap::Args)]
pub struct ConsoleArgs {
    /// Use of colours; overrides `CARGO_TERM_COLOR` and `NO_COLOR`
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<ColorArg>,

    /// Print errors and warnings only
    #[arg(long, short = 'q', conflicts_with = "verbose")]
    pub quiet: bool,

    /// Print the verdict of every objective
    #[arg(long, short = 'v', action = ArgAction::Count)]
    pub verbose: u8,
}

/// Options that select packages, features and directories.
#[derive(Debug, Default, clap::Args)]
pub struct ProjectArgs {
    /// Packages
    #[command(flatten, next_help_heading = "Package selection")]
    pub workspace: clap_cargo::Workspace,

    /// Features
    #[command(flatten, next_help_heading = "Feature selection")]
    pub features: clap_cargo::Features,

    /// Manifest
    #[command(flatten, next_help_heading = "Manifest options")]
    pub manifest: clap_cargo::Manifest,

    /// Directory for build artifacts
    #[arg(long, value_name = "DIR", help_heading = "Manifest options")]
    pub target_dir: Option<Utf8PathBuf>,

    /// Run without accessing the network
    #[arg(long, help_heading = "Manifest options")]
    pub offline: bool,

    /// Assert that `Cargo.lock` will remain unchanged
    #[arg(long, help_heading = "Manifest options")]
    pub locked: bool,

    /// Equivalent to specifying both `--locked` and `--offline`
    #[arg(long, help_heading = "Manifest options")]
    pub frozen: bool,
}

/// The findings that can be denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Undecided objectives
    Undecided,
    /// Panics, hangs, and runs that end the process
    Panics,
}

impl Deny {
    /// The name on the command line and in configuration.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Undecided => "undecided",
            Self::Panics => "panics",
        }
    }
}

/// Layouts of tests of one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Layout {
    /// Rows of one test
    Tables,
    /// A function for each test
    Functions,
}

impl Layout {
    /// The name on the command line and in configuration.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::Functions => "functions",
        }
    }
}

/// Forms of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text on standard error
    Human,
    /// JSON lines on standard output, text on standard error
    Json,
    /// Annotations of GitHub Actions on standard output, text on standard error
    Github,
    /// Diagnostics in the JSON form of rustc on standard output, for rust-analyzer; text on standard error
    Rustc,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    Auto,
    Always,
    Never,
}

/// How to walk the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StrategyArg {
    /// Native search, then one formula for all paths, then single paths for undecided objectives
    Auto,
    /// Native search, then one formula for all paths
    Merge,
    /// Native search, then one formula for each path
    Paths,
}

impl From<StrategyArg> for Strategy {
    fn from(arg: StrategyArg) -> Self {
        match arg {
            StrategyArg::Auto => Self::Auto,
            StrategyArg::Merge => Self::Merge,
            StrategyArg::Paths => Self::Paths,
        }
    }
}

/// `smt2` or `smt2=DIR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emit {
    /// Where to, if not to the usual place.
    pub dir: Option<Utf8PathBuf>,
}

/// Reads the name of a criterion. Those that are crossed with iterations are one sentence of the help instead of a line each.
fn criterion() -> impl TypedValueParser<Value = AskedCriterion> {
    let plain = Criterion::ALL.into_iter().map(|it| {
        let value = PossibleValue::new(it.name()).help(it.summary());
        value.aliases(it.alias())
    });
    let crossed = Criterion::ALL
        .into_iter()
        .filter_map(Criterion::crossed_name);
    let crossed = crossed.map(|name| PossibleValue::new(name).hide(true));
    PossibleValuesParser::new(plain.chain(crossed)).try_map(|name| name.parse::<AskedCriterion>())
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("a percentage is a number from 0 to 100".to_owned()),
    }
}

fn emit(text: &str) -> Result<Emit, String> {
    let (kind, dir) = match text.split_once('=') {
        Some((kind, dir)) => (kind, Some(dir)),
        None => (text, None),
    };
    match (kind, dir) {
        ("smt2", Some("")) => Err("no directory after `smt2=`".to_owned()),
        ("smt2", dir) => Ok(Emit {
            dir: dir.map(Utf8PathBuf::from),
        }),
        _ => Err("only `smt2` and `smt2=DIR` can be emitted".to_owned()),
    }
}

impl Args {
    /// The request to the project stage.
    pub fn project_options(&self) -> Result<project::ProjectOptions, String> {
        Ok(project::ProjectOptions {
            view: project::View::Inside,
            functions: self.function.clone(),
            all_functions: self.all_functions,
            allow_unsafe: self.allow_unsafe,
            criteria: Criteria::new(self.criterion.iter().copied()),
            ..self.project.options()?
        })
    }
}

impl ProjectArgs {
    /// The request to the project stage for the annotated functions.
    pub fn options(&self) -> Result<project::ProjectOptions, String> {
        let manifest_path = self
            .manifest
            .manifest_path
            .clone()
            .map(Utf8PathBuf::from_path_buf)
            .transpose()
            .map_err(|path| format!("manifest path `{}` is not valid UTF-8", path.display()))?;
        let cargo_args = [
            (self.offline, "--offline"),
            (self.locked, "--locked"),
            (self.frozen, "--frozen"),
        ];
        Ok(project::ProjectOptions {
            view: project::View::Inside,
            manifest_path,
            current_dir: Utf8PathBuf::new(),
            packages: self.workspace.package.clone(),
            workspace: self.workspace.workspace || self.workspace.all,
            exclude: self.workspace.exclude.clone(),
            features: project::Features {
                all: self.features.all_features,
                no_default: self.features.no_default_features,
                list: self.features.features.clone(),
            },
            target_dir: self.target_dir.clone(),
            functions: vec![],
            all_functions: false,
            allow_unsafe: false,
            criteria: None,
            unroll_test: None,
            cargo_args: cargo_args
                .iter()
                .filter(|(given, _)| *given)
                .map(|(_, arg)| (*arg).to_owned())
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn what_to_emit_is_read() {
        assert_eq!(emit("smt2"), Ok(Emit { dir: None }));
        assert_eq!(
            emit("smt2=a b"),
            Ok(Emit {
                dir: Some("a b".into())
            })
        );
        assert!(emit("smt2=").is_err());
        assert!(emit("llvm").is_err());
    }
}
