//! The results of the functions of one crate: plain data, kept as one JSON file a crate.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::scope::Outside;

/// The result of one crate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Of the tool, the pin and the options. Another key means that the crate has to be done again.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The subject.
    pub area: String,
    /// Exit code of the tool; none if a signal ended it.
    pub exit: Option<i32>,
    /// Errors of the crate as a whole.
    pub trouble: Option<String>,
    /// Those that the tool analyses.
    pub functions: Vec<FunctionRecord>,
    /// Tests that the tool said it wrote.
    pub tests: usize,
    /// Tests that were missing or failed in the worse of two runs of `cargo test`.
    pub failing: usize,
    /// Labels that the score of the written tests shows to be covered or not, against what the tool said.
    #[serde(default)]
    pub differences: Vec<String>,
    /// Labels that were compared.
    #[serde(default)]
    pub compared: usize,
    /// Wall time of the tool, builds included.
    pub millis: u64,
}

/// The result of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionRecord {
    /// `krate::module::Type::name`.
    pub path: String,
    /// Where its name stands: `src/lib.rs:12`.
    pub place: String,
    /// Why it is not counted.
    pub outside: Option<Outside>,
    /// `ok`, `partial`, `unsupported` or `error`; empty after `--list`.
    pub verdict: String,
    /// Codes of remarks.
    pub codes: Vec<String>,
    /// Their texts.
    pub detail: String,
    /// Objectives that a native run reached.
    pub covered: usize,
    /// At any depth.
    pub unreachable: usize,
    /// Unreachable within the depth.
    pub within_depth: usize,
    /// Objectives without a verdict, by reason.
    pub undecided: BTreeMap<String, usize>,
    /// Places that can panic, as far as syntax and the compiled code tell.
    #[serde(default)]
    pub panics: Panics,
    /// Objectives that summaries of functions have decided.
    #[serde(default)]
    pub summarised: Summarised,
    /// Tests that were written.
    pub tests: usize,
    /// Time of its worker.
    pub millis: u64,
}

/// Verdicts on the places of a function that can panic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Panics {
    /// A native run panics there.
    pub shown: usize,
    /// No run within the depth, or at any depth, panics there.
    pub cannot: usize,
    /// No verdict.
    pub open: usize,
}

/// Objectives of a function, places that can panic among them, that are decided by what is known of the functions that it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summarised {
    /// By proofs about each call of such a function; its own analysis came to no verdict.
    pub by_proofs: usize,
    /// By pairs of arguments and results.
    pub by_pairs: usize,
}

impl Panics {
    /// Places with a verdict.
    pub fn decided(self) -> usize {
        self.shown + self.cannot
    }
}

impl Record {
    /// Reads a record; none if there is none that can be read.
    pub(super) fn read(path: &Path) -> Option<Self> {
        serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
    }

    /// Writes the record.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        fs::write(path, text).with_context(|| format!("failed to write {}", path.display()))
    }

    /// The functions with an exit or a label. The tool takes a function that calls one of its own name for recursive until it has seen
    /// the code; if it is not, and has no other loop, there is nothing to reach in it. Neither is there where only places can panic.
    pub fn looping(&self) -> impl Iterator<Item = &FunctionRecord> {
        let is_plain = |it: &&FunctionRecord| {
            ["ok", "partial"].contains(&it.verdict.as_str()) && it.decided() + it.open() == 0
        };
        self.functions.iter().filter(move |it| !is_plain(it))
    }

    /// The functions that count.
    pub fn counted(&self) -> impl Iterator<Item = &FunctionRecord> {
        self.looping().filter(|it| it.outside.is_none())
    }
}

impl FunctionRecord {
    /// Objectives with a verdict.
    pub fn decided(&self) -> usize {
        self.covered + self.unreachable + self.within_depth
    }

    /// Objectives without one.
    pub fn open(&self) -> usize {
        self.undecided.values().sum()
    }

    /// True if its tests were written.
    pub fn is_tested(&self) -> bool {
        self.tests > 0
    }

    /// In a word: the verdict where there are tests, else the code that says why there are none. Where every objective is
    /// unreachable, as in a loop that always ends after eight iterations, nothing has to be said.
    pub fn outcome(&self) -> &str {
        match self.codes.first() {
            _ if self.is_tested() => &self.verdict,
            Some(code) => code,
            None if self.open() == 0 => "nothing to reach",
            None => "no tests",
        }
    }
}
