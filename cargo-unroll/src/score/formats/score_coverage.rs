//! A score as coverage of lines, branches and conditions.
//!
//! In: a [`Score`]. Out: the [`FileCoverage`] of each file with functions, by path.

use std::collections::BTreeMap;

use unroll_syntax::Criterion;

use crate::report::coverage::{ConditionCoverage, FileCoverage};
use crate::score::evidence::{Evidence, evidence};
use crate::score::tally::Score;

/// The coverage of all files.
pub fn files(score: &Score) -> Vec<FileCoverage> {
    let mut files: BTreeMap<&str, FileCoverage> = BTreeMap::new();
    for function in score.functions() {
        let file = files
            .entry(&function.span.file)
            .or_insert_with(|| FileCoverage {
                file: function.span.file.clone(),
                package: function.package.clone(),
                ..FileCoverage::default()
            });
        let entered = score.hits(function.entry);
        file.add_function(&function.path, function.span.line, entered);
        for statement in &function.statements {
            if statement.is_compiled {
                file.add_line(statement.line, score.hits(statement.number));
            }
        }
        for (number, label) in score.labels_of(function) {
            if label.info.criterion == Criterion::Branch {
                file.add_branch(label.line, score.covering(number).count());
            }
        }
    }
    if score.criteria.contains(Criterion::Mcdc) {
        for evidence in evidence(score) {
            let span = &evidence.decision.span;
            if let Some(file) = files.get_mut(span.file.as_str()) {
                file.decisions.push((span.line, conditions(&evidence)));
            }
        }
    }
    let mut files: Vec<FileCoverage> = files.into_values().collect();
    files.iter_mut().for_each(FileCoverage::settle);
    files
}

fn conditions(evidence: &Evidence<'_>) -> Vec<ConditionCoverage> {
    let decision = evidence.decision;
    let conditions = decision.conditions.iter().enumerate();
    let varying = conditions.filter(|(condition, _)| !decision.decision.is_constant(*condition));
    varying
        .map(|(condition, words)| ConditionCoverage {
            text: words.clone(),
            decides: [true, false].map(|value| evidence.has_deciding(condition, value)),
        })
        .collect()
}
