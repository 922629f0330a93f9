//! The commands besides `generate`, each with its options.

use camino::Utf8PathBuf;

use super::infeasible::InfeasibleArgs;
use super::output::{self, Output};
use super::review::ReviewArgs;
use super::score::ScoreArgs;
use super::{Args, ConsoleArgs, ProjectArgs};

/// The commands.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Analyse functions and write their tests; the default
    Generate(Box<Args>),
    /// Measure the coverage of existing tests: branches, conditions and MC/DC of all functions
    Score(Box<ScoreArgs>),
    /// Report code that no input executes, with the lines that contradict it
    Infeasible(Box<InfeasibleArgs>),
    /// Go through pending tests one by one: accept, edit, reject or skip each
    Review(Box<ReviewArgs>),
    /// Convert a saved report to other formats, without analysing anything
    Report(Box<ReportArgs>),
    /// Merge the reports and tests of all parts of a run with `--shard`
    Merge(Box<MergeArgs>),
    /// Print the last result of a function, without running anything
    Show(Box<Show>),
    /// Remove all generated tests and their declarations
    Clean(Box<Clean>),
    /// Print the effective configuration, each value with its origin
    Config(Box<Args>),
    /// Write a commented `unroll.toml`, and add the dependency `unroll-test`
    Init(Box<Init>),
    /// Check the tools that `cargo unroll` needs
    Doctor(Box<Doctor>),
    /// Explain the code of a diagnostic
    Explain(Explain),
    /// Print completions for a shell
    Completions(Completions),
    /// Write man pages
    Man(Man),
}

/// The options of `report`.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// JSON lines of an earlier run; the last run of the project if absent
    #[arg(value_name = "FILE.jsonl")]
    pub(crate) file: Option<Utf8PathBuf>,

    /// Write web pages into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) html: Option<Utf8PathBuf>,

    /// Reports to write: `html[=DIR]`, `sarif=FILE`, `junit=FILE`, `markdown=FILE`, `github[=FILE]`, `json=FILE`,
    /// `lcov=FILE`, `cobertura=FILE`, separated by commas; `-` is standard output
    #[arg(long = "report", value_delimiter = ',', value_name = "FORMAT=PATH", value_parser = output::parse)]
    pub(crate) formats: Vec<Output>,

    /// The console
    #[command(flatten)]
    pub(crate) console: ConsoleArgs,

    /// The project
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}

/// The options of `merge`.
#[derive(Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// JSON lines of each part
    #[arg(value_name = "FILE.jsonl", required = true)]
    pub(crate) files: Vec<Utf8PathBuf>,

    /// Reports to write: `html[=DIR]`, `sarif=FILE`, `junit=FILE`, `markdown=FILE`, `github[=FILE]`, `json=FILE`,
    /// `lcov=FILE`, `cobertura=FILE`, separated by commas; `-` is standard output
    #[arg(long, value_delimiter = ',', value_name = "FORMAT=PATH", value_parser = output::parse)]
    pub(crate) report: Vec<Output>,

    /// Fail if fewer than this percentage of the objectives that are not proved unreachable are covered
    #[arg(long, value_name = "PERCENT", value_parser = super::percent)]
    pub(crate) fail_under: Option<f64>,

    /// Write the tests of all parts
    #[arg(long)]
    pub(crate) write: bool,

    /// Show the changes that `--write` makes, without writing files
    #[arg(long, conflicts_with = "write")]
    pub(crate) diff: bool,

    /// Replace generated tests that were edited by hand
    #[arg(long)]
    pub(crate) overwrite_edited: bool,

    /// The console
    #[command(flatten)]
    pub(crate) console: ConsoleArgs,

    /// The project
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}

/// The options of `show`.
#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    /// Path of the function, or the end of it: `module::name`, `name`
    #[arg(value_name = "FUNCTION")]
    pub(crate) function: String,

    /// Part of the name of an objective, with `--why`; all undecided ones if absent
    #[arg(value_name = "OBJECTIVE", requires = "why")]
    pub(crate) objective: Option<String>,

    /// Show which strategies were tried for the objective, for how long, and why they ended
    #[arg(long)]
    pub(crate) why: bool,

    /// The console
    #[command(flatten)]
    pub(crate) console: ConsoleArgs,

    /// The project
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}

/// The options of `clean`.
#[derive(Debug, clap::Args)]
pub(crate) struct Clean {
    /// Show the changes without writing files
    #[arg(long)]
    pub(crate) diff: bool,

    /// Also remove generated tests that were edited by hand
    #[arg(long)]
    pub(crate) overwrite_edited: bool,

    /// Remove the outcomes of earlier runs instead of the tests
    #[arg(long, conflicts_with_all = ["diff", "overwrite_edited"])]
    pub(crate) cache: bool,

    /// Directory of the outcomes of earlier runs, by default in the user's cache directory
    #[arg(long, value_name = "DIR", requires = "cache")]
    pub(crate) cache_dir: Option<Utf8PathBuf>,

    /// The console
    #[command(flatten)]
    pub(crate) console: ConsoleArgs,

    /// The project
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}

/// The options of `init`.
#[derive(Debug, clap::Args)]
pub(crate) struct Init {
    /// The console
    #[command(flatten)]
    pub(crate) console: ConsoleArgs,

    /// The project
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}

/// The options of `doctor`.
#[derive(Debug, clap::Args)]
pub(crate) struct Doctor {
    /// The console
    #[command(flatten)]
    pub(crate) console: ConsoleArgs,

    /// The project
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}

/// The options of `explain`.
#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    /// Code to explain, such as `U0204`; without it, all codes are listed
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,

    /// The console
    #[command(flatten)]
    pub(crate) console: ConsoleArgs,
}

/// The options of `completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// The options of `man`.
#[derive(Debug, clap::Args)]
pub(crate) struct Man {
    /// Directory for the pages
    #[arg(value_name = "DIR")]
    pub(crate) dir: Utf8PathBuf,
}
