//! `cargo unroll merge`: the reports and the tests of all shards of a run, as of one.

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::args::MergeArgs;
use crate::cli::exit::Exit;
use crate::cli::exit::failure::Failure;
use crate::cli::outputs::{self, LAST};
use crate::cli::write;
use crate::diagnostics::amount::amount;
use crate::report::saved::{ObjectiveRecord, VerdictRecord};
use crate::report::{
    Console, Counts, Diagnostic, Merged, Renderer, ReportError, SavedReport, Sources, merge,
};

/// Joins reports, keeps the result as that of the last run, and writes the formats that were asked for.
pub(crate) fn merge_reports(args: &MergeArgs, console: &Console) -> Result<Exit, Failure> {
    let texts = args.files.iter().map(|path| read(path));
    let texts: Vec<(Utf8PathBuf, String)> = texts.collect::<Result<_, _>>()?;
    let Merged { lines, modules } = merge(&texts)?;
    let mut exit = Exit::Done;
    if args.write || args.diff {
        let root = super::workspace(&args.project)?.root;
        let plan = write::joined(&modules, &root, args.overwrite_edited);
        exit = super::carry_out(&plan, &root, args.diff, console);
    }
    let workspace = super::workspace(&args.project).ok();
    let folder = workspace.map_or_else(|| "target/unroll".into(), |found| found.target_dir);
    let report = SavedReport::parse(&lines, &folder.join(LAST))?;
    outputs::save(&folder.join(LAST), &lines)?;
    outputs::write(&args.report, (&report, &[]), &lines, &folder, console)?;
    let totals = &report.totals;
    console.status(
        "Merged",
        &format!(
            "{}: {}, {}, {} covered, {} unreachable, {} undecided, {}",
            amount(texts.len(), "report"),
            amount(totals.functions, "function"),
            amount(totals.tests, "test"),
            totals.covered,
            totals.unreachable,
            totals.undecided,
            amount(totals.findings, "finding"),
        ),
    );
    let percent = percent(&report);
    if let Some(limit) = args.fail_under
        && percent < limit
    {
        let message = format!(
            "{percent:.1} % of the objectives are covered, less than the required {limit} %"
        );
        console.tell(&Renderer::new(Sources::new("")).render(&Diagnostic::error(message)));
        return Ok(Exit::Drift);
    }
    Ok(exit)
}

/// The share of reachable loop exits and labels that are covered, in percent; 100 when there are none.
fn percent(report: &SavedReport) -> f64 {
    let objectives = report.functions.iter().flat_map(|it| &it.objectives);
    let is_open = |it: &&ObjectiveRecord| {
        it.verdict == VerdictRecord::Undecided && !matches!(it.kind.as_str(), "violation" | "panic")
    };
    let counts = Counts {
        covered: report.totals.covered,
        open: objectives.filter(is_open).count(),
        ..Counts::default()
    };
    counts.percent()
}

fn read(path: &Utf8Path) -> Result<(Utf8PathBuf, String), ReportError> {
    let text = fs::read_to_string(path).map_err(|source| ReportError::Read {
        path: path.to_owned(),
        source,
    })?;
    Ok((path.to_owned(), text))
}
