//! Lines and branches of files, as formats that know neither functions' labels nor criteria have them.

use std::collections::BTreeMap;

use unroll_syntax::Criterion;

use crate::score::model::ScoredFunction;
use crate::score::tally::Score;

/// The counts of a source file. Numbers of hits are numbers of tests.
#[derive(Debug)]
pub(super) struct FileLines<'s> {
    /// The path for users.
    pub(super) file: &'s str,
    /// The functions in it, each with a name that no other has, and with its hits.
    pub(super) functions: Vec<(&'s ScoredFunction, String, usize)>,
    /// The hits of each line that has a statement.
    pub(super) lines: BTreeMap<u32, usize>,
    /// The hits of each branch, by line.
    pub(super) branches: BTreeMap<u32, Vec<usize>>,
}

/// The counts of all files.
pub(super) fn files(score: &Score) -> Vec<FileLines<'_>> {
    let mut files: BTreeMap<&str, FileLines<'_>> = BTreeMap::new();
    for function in score.functions() {
        let file = files
            .entry(&function.span.file)
            .or_insert_with(|| FileLines {
                file: &function.span.file,
                functions: Vec::new(),
                lines: BTreeMap::new(),
                branches: BTreeMap::new(),
            });
        let entered = score.hits(function.entry);
        // Methods of two traits may have one path.
        let mut named = file.functions.iter();
        let name = if named.any(|(_, name, _)| *name == function.path) {
            format!("{}:{}", function.path, function.span.line)
        } else {
            function.path.clone()
        };
        file.functions.push((function, name, entered));
        file.lines.insert(function.span.line, entered);
        for statement in &function.statements {
            if statement.is_compiled {
                let hits = score.hits(statement.number);
                // A line is covered if any of its statements is.
                let line = file.lines.entry(statement.line).or_default();
                *line = (*line).max(hits);
            }
        }
        for (number, label) in score.labels_of(function) {
            if label.info.criterion == Criterion::Branch {
                let branches = file.branches.entry(label.line).or_default();
                branches.push(score.covering(number).count());
            }
        }
    }
    for file in files.values_mut() {
        for (line, branches) in &file.branches {
            // Readers of these formats expect that a line with branches is a line, and that it is hit if one of them is, and not otherwise. So a
            // condition that ends in a panic each time does not make its line count.
            let taken = branches.iter().copied().max().unwrap_or(0);
            let hits = file.lines.entry(*line).or_insert(taken);
            *hits = if taken == 0 { 0 } else { taken.max(*hits) };
        }
    }
    files.into_values().collect()
}
