//! The commands besides `generate`, each with its options.

use camino::Utf8PathBuf;

use super::output::{self, Output};
use super::{Args, ConsoleArgs, ProjectArgs};

/// The commands.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Analyse functions and write their tests; the default
    Generate(Box<Args>),
    /// Write reports from a saved one, without analysing anything
    Report(Box<Report>),
    /// Explain the code of a diagnostic
    Explain(Explain),
    /// Print completions for a shell
    Completions(Completions),
    /// Write man pages
    Man(Man),
}

/// The options of `report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Report {
    /// JSON lines of an earlier run; the last run of the project if absent
    #[arg(value_name = "FILE.jsonl")]
    pub(crate) file: Option<Utf8PathBuf>,

    /// Write web pages into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) html: Option<Utf8PathBuf>,

    /// Reports to write: `html[=DIR]`, `sarif=FILE`, `junit=FILE`, `markdown=FILE`, `github[=FILE]`, `json=FILE`, separated by
    /// commas; `-` is standard output
    #[arg(long, value_delimiter = ',', value_name = "FORMAT=PATH", value_parser = output::parse)]
    pub(crate) report: Vec<Output>,

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
