//! The command line of `cargo unroll infeasible`.

use std::str::FromStr as _;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::{
    Args, CacheArgs, ConsoleArgs, Format, Output, OutputKind, ProjectArgs, StrategyArg, output,
};
use crate::project::request::depth::Depth;

/// The options of `infeasible`.
#[derive(Debug, clap::Args)]
pub(crate) struct InfeasibleArgs {
    /// Analyse a function: `module::name`, `Type::name`, `src/file.rs` or `src/file.rs:LINE`; all functions if absent
    #[arg(long, short = 'f', value_name = "PATH")]
    pub(crate) function: Vec<String>,

    /// Report only code on lines that a change adds or modifies: a file with a unified diff, `-` for standard input, or a
    /// revision of git to compare with
    #[arg(long, value_name = "FILE|REV")]
    pub(crate) in_diff: Option<String>,

    /// Maximum number of loop iterations, from 1 to 1000; with `auto`, 4 and more as long as that reaches further code
    #[arg(long, short = 'k', value_name = "K", value_parser = Depth::from_str, allow_negative_numbers = true)]
    pub(crate) depth: Option<Depth>,

    /// Fail if there is a warning
    #[arg(long)]
    pub(crate) deny_warnings: bool,

    /// Also run functions that may access files, the network or other processes, or change the environment
    #[arg(long)]
    pub(crate) allow_effects: bool,

    /// Time limit for each function, in seconds
    #[arg(long, value_name = "SECS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timeout: Option<u64>,

    /// Memory limit of each worker, in MiB; 0 for none
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    pub(crate) memory: u64,

    /// Number of functions to analyse in parallel
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) jobs: Option<u32>,

    /// The cache
    #[command(flatten)]
    pub(crate) cache: CacheArgs,

    /// Format of the report
    #[arg(long, value_parser = format(), default_value = "human", value_name = "FMT")]
    pub(crate) message_format: Format,

    /// Also write the warnings in these formats: `sarif=FILE`, `rustc=FILE`, `json=FILE`, separated by commas; `-` is standard
    /// output
    #[arg(long, value_delimiter = ',', value_name = "FORMAT=FILE", value_parser = report)]
    pub(crate) report: Vec<Output>,

    /// The console
    #[command(flatten)]
    pub(crate) console: ConsoleArgs,

    /// The project
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}

/// Reads `human`, `json` or `rustc`.
fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["human", "json", "rustc"]).map(|name| match name.as_str() {
        "json" => Format::Json,
        "rustc" => Format::Rustc,
        _ => Format::Human,
    })
}

fn report(text: &str) -> Result<Output, String> {
    let output = output::parse(text)?;
    match output.kind {
        OutputKind::Sarif | OutputKind::Rustc | OutputKind::Json => Ok(output),
        _ => Err("the formats are `sarif`, `rustc` and `json`".to_owned()),
    }
}

impl InfeasibleArgs {
    /// The options of an analysis that writes nothing.
    pub(crate) fn analysis(&self) -> Args {
        Args {
            all_findings: false,
            cache: CacheArgs::default(),
            in_diff: None,
            shard: None,
            shard_times: None,
            depth: self.depth,
            criterion: Vec::new(),
            max_paths: None,
            function: self.function.clone(),
            all_functions: self.function.is_empty(),
            strategy: StrategyArg::Auto,
            allow_effects: self.allow_effects,
            allow_unsafe: false,
            timeout: self.timeout,
            memory: self.memory,
            seed: None,
            jobs: self.jobs,
            check: false,
            diff: false,
            list: false,
            overwrite_edited: false,
            only_labels: None,
            layout: None,
            deny: Vec::new(),
            fail_under: None,
            emit: None,
            message_format: self.message_format,
            report: Vec::new(),
            console: ConsoleArgs::default(),
            project: ProjectArgs::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::report;

    #[test]
    fn warnings_have_three_formats() {
        for ok in ["sarif=a.sarif", "rustc=a.jsonl", "json=-"] {
            assert!(report(ok).is_ok(), "{ok}");
        }
        assert!(report("html=a").is_err() && report("sarif").is_err());
    }
}
