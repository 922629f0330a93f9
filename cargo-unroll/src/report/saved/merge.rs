//! The reports of all shards of a run, as one report.
//!
//! Lines are taken as they are, by the number of the shard, whatever the order of the files. The last line has the sums. The tests of the shards'
//! functions are no part of the report, and are handed out apart.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use serde_json::Value;

use super::{ReportError, SavedReport, Totals};
use crate::emit::TestModule;
use crate::report::Counts;
use crate::report::json::{self, ShardInfo};

/// The reports of all shards of a run, joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The JSON lines of the report.
    pub lines: String,
    /// The tests of all functions.
    pub modules: Vec<TestModule>,
}

/// Joins reports, given as file and text.
///
/// # Errors
/// When one of them is no report of a shard, when they are of different runs, and when a shard is missing or there twice.
pub fn merge(reports: &[(Utf8PathBuf, String)]) -> Result<Merged, ReportError> {
    let mut shards: BTreeMap<u32, (&Utf8PathBuf, &str, SavedReport)> = BTreeMap::new();
    let mut first: Option<ShardInfo> = None;
    for (path, text) in reports {
        let wrong = |reason: String| ReportError::Shard {
            path: path.clone(),
            reason,
        };
        let report = SavedReport::parse(text, path)?;
        let Some(shard) = report.totals.shard.clone() else {
            return Err(wrong("it is not of a run with `--shard`".to_owned()));
        };
        let known = first.get_or_insert_with(|| shard.clone());
        if known.count != shard.count {
            return Err(wrong(format!(
                "it is one of {} shards, and another report is one of {}",
                shard.count, known.count
            )));
        }
        if known.plan != shard.plan {
            return Err(wrong(
                "its sources, options or recorded times are not those of the other reports"
                    .to_owned(),
            ));
        }
        if let Some((other, ..)) = shards.insert(shard.index, (path, text, report)) {
            return Err(wrong(format!(
                "`{other}` is of the same shard {}",
                shard.index
            )));
        }
    }
    let count = first.map_or(0, |shard| shard.count);
    if let Some(missing) = (1..=count).find(|index| !shards.contains_key(index)) {
        let path = reports
            .last()
            .map(|(path, _)| path.clone())
            .unwrap_or_default();
        return Err(ReportError::Shard {
            path,
            reason: format!("the report of shard {missing} of {count} is missing"),
        });
    }
    let mut lines = String::new();
    let (mut sums, mut millis) = (Counts::default(), 0);
    let mut modules = vec![];
    for (_, text, report) in shards.into_values() {
        for line in text.lines().filter(|line| is_kept(line)) {
            lines.push_str(line);
            lines.push('\n');
        }
        add(&mut sums, &report.totals);
        // The sum is the machines' work, as the times of functions add up; it is not the time that
        // passed.
        millis += report.totals.millis;
        modules.extend(report.modules);
    }
    lines.push_str(&json::finished(&sums, millis, None).text());
    Ok(Merged { lines, modules })
}

/// Adds the counts of a report.
fn add(sums: &mut Counts, totals: &Totals) {
    sums.functions += totals.functions;
    sums.tests += totals.tests;
    sums.covered += totals.covered;
    sums.unreachable += totals.unreachable;
    sums.undecided += totals.undecided;
    // Their kinds make no difference to the sum.
    sums.panics += totals.findings;
}

/// True for lines of the report of all shards: those of functions, and drifts.
fn is_kept(line: &str) -> bool {
    let value: Option<Value> = serde_json::from_str(line).ok();
    value.is_some_and(|value| value["reason"] != "finished" && value["reason"] != "test-module")
}
