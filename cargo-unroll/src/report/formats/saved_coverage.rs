//! A saved report as coverage of lines and branches.
//!
//! In: a [`SavedReport`]. Out: the [`FileCoverage`] of each file with functions, by path. A line counts if an
//! objective stands in it, a branch if it is an objective of the criterion `branch`. Unreachable objectives are left
//! out, so a suite that reaches everything reachable has full coverage.

use std::collections::BTreeMap;

use crate::report::coverage::FileCoverage;
use crate::report::saved::{ObjectiveRecord, SavedReport, VerdictRecord};

/// The coverage of all files by the tests of the report. An objective has one hit if a test reaches it, and a function as many as it has tests.
pub fn files(report: &SavedReport) -> Vec<FileCoverage> {
    let mut files: BTreeMap<&str, FileCoverage> = BTreeMap::new();
    for function in &report.functions {
        let Some(span) = &function.span else {
            continue;
        };
        let package = function.function.split("::").next().unwrap_or_default();
        let file = files.entry(&span.file).or_insert_with(|| FileCoverage {
            file: span.file.clone(),
            package: package.to_owned(),
            ..FileCoverage::default()
        });
        file.add_function(&function.function, span.line, function.tests.len());
        for objective in function.objectives.iter().filter(|it| counts(it)) {
            let Some(place) = objective.span.as_ref().filter(|it| it.file == span.file) else {
                continue;
            };
            let hits = usize::from(objective.verdict == VerdictRecord::Covered);
            file.add_line(place.line, hits);
            if objective.criterion == "branch" {
                file.add_branch(place.line, hits);
            }
        }
    }
    let mut files: Vec<FileCoverage> = files.into_values().collect();
    files.iter_mut().for_each(FileCoverage::settle);
    files
}

/// True if tests should reach it and some input may.
fn counts(objective: &ObjectiveRecord) -> bool {
    let has_no_line = matches!(objective.kind.as_str(), "violation" | "panic" | "path");
    !has_no_line && objective.verdict != VerdictRecord::Unreachable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_input_reaches_does_not_count() {
        let objective = |line: u32, verdict: &str| {
            format!(
                r#"{{"reason":"objective","function":"a::f","criterion":"branch","label":{{"name":"if","predicate":"x"}},"kind":"branch","depth":0,"span":{{"file":"src/lib.rs","line":{line},"column":5}},"verdict":"{verdict}","bound_independent":false,"detail":null,"test":null}}"#
            )
        };
        let lines = [
            objective(3, "covered"),
            objective(3, "unreachable"),
            objective(5, "undecided"),
            objective(6, "unreachable"),
            r#"{"reason":"function","function":"a::f","span":{"file":"src/lib.rs","line":2,"column":8},"verdict":"ok","millis":0}"#.to_owned(),
            r#"{"reason":"finished","version":VERSION,"functions":1,"tests":0,"covered":1,"unreachable":2,"undecided":1,"findings":0,"millis":0}"#.replace("VERSION", &crate::report::json::VERSION.to_string()),
        ];
        let report = SavedReport::parse(&lines.join("\n"), "r.jsonl".into()).expect("a report");
        let files = files(&report);
        assert_eq!(files.len(), 1);
        assert_eq!(files[0].lines, BTreeMap::from([(2, 0), (3, 1), (5, 0)]));
        let branches = BTreeMap::from([(3, vec![1]), (5, vec![0])]);
        assert_eq!(files[0].branches, branches);
    }
}
