//! Reports as other formats see them: the records of JSON lines, grouped by function.
//!
//! In: the lines of [`json`](super::json), of this run or from a file. Out: [`SavedReport`], from which every other format is
//! written. No format therefore shows anything that the JSON lines lack, and a saved report gives the same files as a run.

mod error;
mod merge;
mod read;

use serde::Deserialize;

use super::json::ShardInfo;
use crate::emit::TestModule;
use crate::model::hidden::as_local;
use crate::model::outcome::Span;

pub use error::ReportError;
pub use merge::{Merged, merge};

/// A whole report.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedReport {
    /// Functions in the order of the report.
    pub functions: Vec<FunctionRecord>,
    /// Tests on disk that differ from the code.
    pub drifts: Vec<DriftRecord>,
    /// The tests of functions, if the report is of a shard.
    pub modules: Vec<TestModule>,
    /// The last line.
    pub totals: Totals,
}

/// A function with everything that was found out about it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct FunctionRecord {
    /// Its path, `krate::module::Type::name`.
    pub function: String,
    /// The place of its name.
    pub span: Option<Span>,
    /// The depth of the analysis.
    pub depth: Option<u32>,
    /// Its parameters.
    #[serde(default)]
    pub parameters: Vec<ParameterRecord>,
    /// Its loops, counted closures and recursion.
    #[serde(default)]
    pub loops: Vec<LoopRecord>,
    /// Its contract.
    #[serde(default)]
    pub clauses: Vec<ClauseRecord>,
    /// Its text.
    pub source: Option<SourceRecord>,
    /// `ok`, `partial`, `unsupported` or `error`.
    pub verdict: String,
    /// Remarks.
    #[serde(default)]
    pub notes: Vec<NoteRecord>,
    /// The stages of its analysis, in order.
    #[serde(default)]
    pub stages: Vec<StageRecord>,
    /// Wall time of its analysis.
    pub millis: u64,
    /// Its objectives.
    #[serde(skip)]
    pub objectives: Vec<ObjectiveRecord>,
    /// Its findings.
    #[serde(skip)]
    pub findings: Vec<FindingRecord>,
    /// Its tests.
    #[serde(skip)]
    pub tests: Vec<TestRecord>,
}

impl FunctionRecord {
    /// Its findings that callers of the crate can meet.
    pub fn confirmed(&self) -> impl Iterator<Item = &FindingRecord> {
        self.findings
            .iter()
            .filter(|finding| finding.is_confirmed())
    }
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ParameterRecord {
    /// Its name.
    pub name: String,
    /// Its type.
    pub r#type: String,
}

/// A loop, a counted closure or recursion.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct LoopRecord {
    /// `loop`, `closure` or `recursion`.
    pub noun: String,
    /// Its number among those of the same noun.
    pub number: u32,
    /// Its place.
    pub span: Span,
    /// The branches of its body; branch n is entry n - 1.
    pub branches: Vec<BranchRecord>,
}

/// A branch of a loop body.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BranchRecord {
    /// Its source text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A contract clause.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ClauseRecord {
    /// `requires`, `ensures` or `invariant`.
    pub kind: String,
    /// Its source text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// Whole lines of source text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SourceRecord {
    /// The number of the first line.
    pub line: u32,
    /// The lines.
    pub text: String,
}

/// A remark on a function.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NoteRecord {
    /// Its code.
    pub code: String,
    /// Its message.
    pub message: String,
    /// Its place.
    pub span: Option<Span>,
    /// The remedy.
    pub help: Option<String>,
}

/// A stage of the analysis.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StageRecord {
    /// The strategy.
    pub strategy: String,
    /// The depth at which it looked.
    pub depth: u32,
    /// How long it took.
    pub millis: u64,
    /// How many objectives it decided.
    pub decided: usize,
    /// How many it left.
    pub left: usize,
    /// Why it ended: `decided`, `time` or `exhausted`.
    pub end: String,
}

/// The place and the condition of an objective in words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct LabelRecord {
    /// The place.
    pub name: String,
    /// The condition.
    pub predicate: String,
}

/// The verdict on an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictRecord {
    /// A test reaches it.
    Covered,
    /// No input reaches it.
    Unreachable,
    /// Not known.
    Undecided,
}

/// An objective with its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ObjectiveRecord {
    /// The criterion that yields it.
    pub criterion: String,
    /// Its name and condition.
    pub label: LabelRecord,
    /// The kind of objective.
    pub kind: String,
    /// The number of its loop.
    pub r#loop: Option<u32>,
    /// The number of its closure.
    pub closure: Option<u32>,
    /// The number of its clause, from 0.
    pub clause: Option<u32>,
    /// The iteration count.
    pub depth: u32,
    /// The branch of the last iteration, from 1.
    pub branch: Option<u32>,
    /// The way in which the covering run leaves the loop.
    pub exit: Option<String>,
    /// Its place.
    pub span: Option<Span>,
    /// The verdict.
    pub verdict: VerdictRecord,
    /// True if the proof of "unreachable" does not use the bound.
    pub bound_independent: bool,
    /// The other function whose analysis has the proof.
    #[serde(default)]
    pub proved_in: Option<String>,
    /// The reason for "undecided".
    pub detail: Option<String>,
    /// The test that reaches it.
    pub test: Option<String>,
}

impl ObjectiveRecord {
    /// True for violations of contracts, which no run should reach.
    pub fn is_violation(&self) -> bool {
        self.kind == "violation"
    }

    /// The verdict in words: `unreachable at any depth`.
    pub fn verdict_text(&self) -> &'static str {
        match (self.verdict, self.bound_independent) {
            (VerdictRecord::Covered, _) => "covered",
            (VerdictRecord::Unreachable, true) => "unreachable at any depth",
            (VerdictRecord::Unreachable, false) => "unreachable within the depth",
            (VerdictRecord::Undecided, _) => "undecided",
        }
    }
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct InputRecord {
    /// The name of the parameter.
    pub name: String,
    /// The argument as a Rust expression.
    pub value: String,
}

/// A fault of a function with an input that shows it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct FindingRecord {
    /// The code of such findings.
    pub kind: String,
    /// `error` or `warning`; `note` if it is not confirmed.
    pub level: String,
    /// The panic message or the violated clause.
    pub message: String,
    /// Its place.
    pub span: Span,
    /// The input.
    pub inputs: Vec<InputRecord>,
    /// The test that shows it.
    pub test: Option<String>,
    /// The type whose invariant is broken.
    #[serde(default)]
    pub breaks: Option<String>,
}

impl FindingRecord {
    /// True if callers of the crate can meet it.
    pub fn is_confirmed(&self) -> bool {
        self.level != "note"
    }

    /// The message after the name of the function: `` `f` panics: attempt to add with overflow ``.
    pub fn title(&self, function: &str) -> String {
        let detail = self.message.lines().next().unwrap_or_default();
        match self.kind.as_str() {
            "contract" => match &self.breaks {
                Some(ty) => format!("`{function}` breaks the invariant `{detail}` of `{ty}`"),
                None => format!("`{function}` violates `{detail}`"),
            },
            "panic" => format!("`{function}` panics: {detail}"),
            "hang" => format!("`{function}` does not terminate"),
            "stack-overflow" => format!("`{function}` overflows the stack"),
            "out-of-memory" => format!("`{function}` runs out of memory: {detail}"),
            "abort" => format!("`{function}` aborts the process: {detail}"),
            "exit" => format!("`{function}` exits the process: {detail}"),
            other => format!("`{function}`: {other}: {detail}"),
        }
    }

    /// The call that shows it, to be copied: `parse_octet("256")`.
    pub fn call(&self, function: &str) -> String {
        call(function, &self.inputs)
    }
}

/// A generated test.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct TestRecord {
    /// Its path.
    pub test: String,
    /// Its input.
    pub inputs: Vec<InputRecord>,
    /// `returned`, `panicked` or `violated`.
    pub end: String,
    /// The returned value, the panic message or the violated clause.
    pub value: Option<String>,
    /// The arguments after the call.
    #[serde(default)]
    pub after: Vec<InputRecord>,
    /// True if it was not on disk before the run.
    pub is_new: bool,
}

/// A test on disk that differs from the code.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct DriftRecord {
    /// The function.
    pub function: String,
    /// The test.
    pub test: String,
    /// `result`, `structure`, `missing` or `stale`.
    pub kind: String,
    /// The call with its inputs.
    pub subject: Option<String>,
    /// The captured value.
    pub was: Option<String>,
    /// The present value.
    pub is: Option<String>,
    /// The place of the function.
    pub span: Option<Span>,
}

impl DriftRecord {
    /// The difference in one line.
    pub fn title(&self) -> String {
        match (&self.was, &self.is) {
            (Some(was), Some(is)) => {
                let subject = self.subject.as_deref().unwrap_or(&self.test);
                format!("the result of {subject} was `{was}`, is `{is}`")
            }
            _ => format!("the test `{}` is out of date: {}", self.test, self.kind),
        }
    }
}

/// The numbers of the last line.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the names of the counts are their meaning")]
pub struct Totals {
    pub functions: usize,
    pub tests: usize,
    pub covered: usize,
    pub unreachable: usize,
    pub undecided: usize,
    pub findings: usize,
    pub millis: u64,
    #[serde(default)]
    pub tool: String,
    /// The shard that the report is of.
    #[serde(default)]
    pub shard: Option<ShardInfo>,
}

/// A call of a function by the last part of its path, as a method of its receiver if it has one.
pub(crate) fn call(function: &str, inputs: &[InputRecord]) -> String {
    let name = function.rsplit("::").next().unwrap_or(function);
    let arguments = inputs
        .iter()
        .filter(|input| as_local(&input.name).is_none());
    let values: Vec<&str> = arguments.map(|input| input.value.as_str()).collect();
    match inputs.first() {
        Some(first) if first.name == "self" => {
            format!("({}).{name}({})", first.value, values[1..].join(", "))
        }
        _ => format!("{name}({})", values.join(", ")),
    }
}
