//! The parts of the JSON lines that describe a function and its tests: source text, loops, clauses, parameters, remarks,
//! inputs and results.

use serde::Serialize;

use super::SpanLine;
use crate::emit;
use crate::model::job::{Job, LoopInfo};
use crate::model::outcome::{Arg, Finding, Note, RunEnd, TestCase, Triage};
use crate::model::stage::Stage;
use crate::report::diagnostic::input_text;
use crate::report::{FunctionReport, Origin};

/// A generated test: its input, and how the run of it ended.
#[derive(Debug, Serialize)]
pub struct TestLine<'a> {
    function: &'a str,
    test: &'a str,
    inputs: Vec<InputLine<'a>>,
    end: &'static str,
    /// The returned value, the panic message or the violated clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// The arguments after the call, where they can change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    after: Vec<InputLine<'a>>,
    is_new: bool,
}

/// An argument by the name of its parameter.
#[derive(Debug, Serialize)]
pub(super) struct InputLine<'a> {
    name: &'a str,
    value: String,
}

/// The evidence that a finding concerns who calls the crate.
#[derive(Debug, Serialize)]
pub(super) struct TriageLine<'a> {
    kind: &'static str,
    /// The public function that reaches it, or the other function that has the same finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<&'a str>,
    /// The arguments of the public function.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<InputLine<'a>>,
}

/// The line for a triage.
pub(super) fn triage(triage: &Triage) -> TriageLine<'_> {
    let (kind, function, args) = match triage {
        Triage::Confirmed => ("confirmed", None, &[][..]),
        Triage::Reached { function, args } => ("reached", Some(function), &args[..]),
        Triage::Repeated { function } => ("repeated", Some(function), &[][..]),
        Triage::Excluded { .. } => ("excluded", None, &[][..]),
        Triage::Unconfirmed => ("unconfirmed", None, &[][..]),
        Triage::Borrowed => ("borrowed", None, &[][..]),
    };
    TriageLine {
        kind,
        function: function.map(String::as_str),
        inputs: inputs(args),
    }
}

/// An inferred precondition, with the runs behind it.
#[derive(Debug, Serialize)]
pub(super) struct RequiresLine<'a> {
    clause: &'a str,
    panicked: usize,
    returned: usize,
    admitted: usize,
}

/// The line for the inferred precondition of a finding that is not confirmed.
pub(super) fn requires(finding: &Finding) -> Option<RequiresLine<'_>> {
    let requirement = finding.requires.as_ref()?;
    (!finding.triage.is_confirmed()).then(|| RequiresLine {
        clause: &requirement.clause,
        panicked: requirement.panicked,
        returned: requirement.returned,
        admitted: requirement.admitted,
    })
}

/// A stage of the analysis.
#[derive(Debug, Serialize)]
pub(super) struct StageLine {
    strategy: &'static str,
    depth: u32,
    millis: u64,
    decided: usize,
    left: usize,
    end: &'static str,
}

impl From<&Stage> for StageLine {
    fn from(stage: &Stage) -> Self {
        Self {
            strategy: stage.kind.as_str(),
            depth: stage.depth,
            millis: stage.millis,
            decided: stage.decided,
            left: stage.left,
            end: stage.end.as_str(),
        }
    }
}

/// A parameter.
#[derive(Debug, Serialize)]
pub(super) struct ParameterLine<'a> {
    name: &'a str,
    r#type: &'a str,
}

/// A loop, a counted closure or recursion.
#[derive(Debug, Serialize)]
pub(super) struct LoopLine<'a> {
    /// The name of the field that objectives have: `loop`, `closure` or `recursion`.
    noun: &'static str,
    number: u32,
    span: SpanLine<'a>,
    branches: Vec<BranchLine<'a>>,
}

#[derive(Debug, Serialize)]
struct BranchLine<'a> {
    text: &'a str,
    span: SpanLine<'a>,
}

/// A contract clause.
#[derive(Debug, Serialize)]
pub(super) struct ClauseLine<'a> {
    kind: &'static str,
    text: &'a str,
    span: SpanLine<'a>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<&'a str>,
}

/// A remark on a function.
#[derive(Debug, Serialize)]
pub(super) struct NoteLine<'a> {
    code: &'static str,
    message: &'a str,
    span: Option<SpanLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'static str>,
}

/// The text of a function, attributes included.
#[derive(Debug, Serialize)]
pub(super) struct SourceLine<'a> {
    line: u32,
    text: &'a str,
}

impl<'a> From<Origin<'a>> for SourceLine<'a> {
    fn from(origin: Origin<'a>) -> Self {
        Self {
            line: origin.line,
            text: origin.text,
        }
    }
}

/// The arguments of a call.
pub(super) fn inputs(args: &[Arg]) -> Vec<InputLine<'_>> {
    let args = args.iter();
    args.map(|arg| InputLine {
        name: &arg.name,
        value: input_text(arg),
    })
    .collect()
}

/// The parameters of a function.
pub(super) fn parameters(job: &Job) -> Vec<ParameterLine<'_>> {
    let params = job.params.iter();
    params
        .map(|param| ParameterLine {
            name: &param.name,
            r#type: &param.ty,
        })
        .collect()
}

/// The types that stand for generic parameters, iterators and what is behind trait objects.
pub(super) fn chosen_types(job: &Job) -> Vec<ParameterLine<'_>> {
    let chosen = job.chosen_types();
    chosen
        .map(|(name, r#type)| ParameterLine { name, r#type })
        .collect()
}

/// The loops of a function, each under the name that its objectives have.
pub(super) fn loops(job: &Job) -> Vec<LoopLine<'_>> {
    let numbered = (1u32..).zip(&job.loops);
    numbered
        .map(|(number, info)| {
            let (noun, number) = job.name_of(number);
            LoopLine {
                noun,
                number,
                span: (&info.span).into(),
                branches: branches(info),
            }
        })
        .collect()
}

fn branches(info: &LoopInfo) -> Vec<BranchLine<'_>> {
    let branches = info.branches.iter();
    branches
        .map(|branch| BranchLine {
            text: &branch.text,
            span: (&branch.span).into(),
        })
        .collect()
}

/// The contract of a function.
pub(super) fn clauses(job: &Job) -> Vec<ClauseLine<'_>> {
    let clauses = job.clauses.iter();
    clauses
        .map(|clause| ClauseLine {
            kind: clause.kind.name(),
            text: &clause.text,
            span: (&clause.span).into(),
            ty: clause.kept.as_ref().map(|kept| kept.ty.as_str()),
        })
        .collect()
}

/// The remarks on a function.
pub(super) fn notes(notes: &[Note]) -> Vec<NoteLine<'_>> {
    let notes = notes.iter();
    notes
        .map(|note| NoteLine {
            code: note.code.as_str(),
            message: &note.message,
            span: note.span.as_ref().map(SpanLine::from),
            help: note.code.help(),
        })
        .collect()
}

/// The tests of a function that were written or would be.
pub(super) fn tests<'a>(report: &FunctionReport<'a>) -> Vec<TestLine<'a>> {
    let job = report.job;
    let cases = report.outcome.tests.iter().zip(report.tests);
    cases
        .map(|(case, test)| {
            let (end, value) = ending(job, case);
            TestLine {
                function: &job.function,
                test,
                inputs: inputs(&case.args),
                end,
                value,
                after: after(&case.args),
                is_new: report
                    .context
                    .new_tests
                    .is_some_and(|new| new.contains(test)),
            }
        })
        .collect()
}

fn ending(job: &Job, case: &TestCase) -> (&'static str, Option<String>) {
    match &case.ending {
        RunEnd::Returned { result } => ("returned", Some(emit::expression(result))),
        RunEnd::Panicked { message, .. } => ("panicked", Some(message.clone())),
        RunEnd::Violated { clause } => {
            let clause = job.clauses.get(*clause as usize);
            ("violated", clause.map(|clause| clause.text.clone()))
        }
    }
}

fn after(args: &[Arg]) -> Vec<InputLine<'_>> {
    let changed = args.iter().filter_map(|arg| {
        Some(InputLine {
            name: &arg.name,
            value: emit::expression(arg.after.as_ref()?),
        })
    });
    changed.collect()
}
