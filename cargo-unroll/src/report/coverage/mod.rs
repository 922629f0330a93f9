//! Coverage of source files in the formats of other tools: lcov and Cobertura.
//!
//! In: [`FileCoverage`], converted from a score or a saved report. Out: text. The formats have lines, functions and
//! branches, and lcov also conditions. They have neither criteria nor proofs.

pub mod cobertura;
pub mod lcov;

use std::collections::BTreeMap;

/// The coverage of a source file. Numbers of hits are numbers of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// The path for users.
    pub file: String,
    /// The package that it belongs to.
    pub package: String,
    /// The functions in it.
    pub functions: Vec<FunctionCoverage>,
    /// The hits of each line that counts.
    pub lines: BTreeMap<u32, usize>,
    /// The hits of each branch, by line.
    pub branches: BTreeMap<u32, Vec<usize>>,
    /// The conditions of each decision, with its line.
    pub decisions: Vec<(u32, Vec<ConditionCoverage>)>,
}

/// The coverage of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCoverage {
    /// A name that no other function of its file has.
    pub name: String,
    /// The line of its name.
    pub line: u32,
    /// How many tests enter it.
    pub hits: usize,
}

/// The coverage of a condition that is not constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionCoverage {
    /// Its words.
    pub text: String,
    /// True if some evaluation is there in which it is true and decides, and in which it is false and decides.
    pub decides: [bool; 2],
}

impl FileCoverage {
    /// Adds a function, whose line counts too.
    pub fn add_function(&mut self, path: &str, line: u32, hits: usize) {
        // Methods of two traits may have one path.
        let is_taken = self.functions.iter().any(|it| it.name == path);
        let name = if is_taken {
            format!("{path}:{line}")
        } else {
            path.to_owned()
        };
        self.functions.push(FunctionCoverage { name, line, hits });
        self.add_line(line, hits);
    }

    /// Adds a part of a line. A line is covered if any of its parts is.
    pub fn add_line(&mut self, line: u32, hits: usize) {
        let known = self.lines.entry(line).or_default();
        *known = (*known).max(hits);
    }

    /// Adds a branch.
    pub fn add_branch(&mut self, line: u32, hits: usize) {
        self.branches.entry(line).or_default().push(hits);
    }

    /// Makes lines agree with their branches. Readers of these formats expect that a line with branches is a line, and that it is hit if one
    /// of them is, and not otherwise. So a condition that ends in a panic each time does not make its line count.
    pub fn settle(&mut self) {
        for (line, branches) in &self.branches {
            let taken = branches.iter().copied().max().unwrap_or(0);
            let hits = self.lines.entry(*line).or_insert(taken);
            *hits = if taken == 0 { 0 } else { taken.max(*hits) };
        }
    }
}
