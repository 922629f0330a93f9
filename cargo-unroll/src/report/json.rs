//! The lines of `--message-format json`: one object a line, told apart by `reason`.
//!
//! These types are the interface. Internal types change without it; a change here, but for a new field, is a new `version` in `finished`.

mod details;

use serde::{Deserialize, Serialize};
use unroll_syntax::Criterion;

use self::details::{
    ClauseLine, InputLine, LoopLine, NoteLine, ParameterLine, RequiresLine, SourceLine, StageLine,
    TriageLine,
};
use super::{Counts, FunctionReport, verdicts};
use crate::cover::objectives;
use crate::diagnostics::Code;
use crate::emit::{Drift, TestModule};
use crate::model::job::Job;
use crate::model::label::LabelInfo;
use crate::model::outcome::{
    ExitKind, FunctionVerdict, Note, Objective, ObjectiveOutcome, Span, Verdict,
};

pub use self::details::TestLine;

/// The version of this format.
pub(crate) const VERSION: u32 = 2;

/// One line.
#[derive(Debug, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum ReportLine<'a> {
    /// The verdict about one objective.
    Objective(ObjectiveLine<'a>),
    /// A panic, violation or hang.
    Finding(FindingLine<'a>),
    /// A generated test.
    Test(TestLine<'a>),
    /// The verdict on a function.
    Function(FunctionLine<'a>),
    /// A test on disk that differs from the code.
    Drift(DriftLine<'a>),
    /// The tests of a function of a shard, as they are written.
    TestModule(Box<TestModule>),
    /// The last line of a run.
    Finished(FinishedLine),
}

/// See [`ReportLine::Objective`].
#[derive(Debug, Serialize)]
pub struct ObjectiveLine<'a> {
    function: &'a str,
    criterion: &'static str,
    label: LabelLine,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<u32>,
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    loop_: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    closure: Option<u32>,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<u32>,
    exit: Option<&'static str>,
    span: Option<SpanLine<'a>>,
    verdict: Option<&'static str>,
    bound_independent: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved_in: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    test: Option<&'a str>,
    millis: u64,
}

/// The location of an objective in words, and what must hold there.
#[derive(Debug, Serialize)]
struct LabelLine {
    name: String,
    predicate: String,
}

/// See [`ReportLine::Finding`].
#[derive(Debug, Serialize)]
pub struct FindingLine<'a> {
    function: &'a str,
    kind: &'static str,
    level: &'static str,
    message: &'a str,
    span: SpanLine<'a>,
    inputs: Vec<InputLine<'a>>,
    triage: TriageLine<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requires: Option<RequiresLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    breaks: Option<&'a str>,
    test: Option<&'a str>,
}

/// See [`ReportLine::Function`].
#[derive(Debug, Serialize)]
pub struct FunctionLine<'a> {
    function: &'a str,
    span: Option<SpanLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<ParameterLine<'a>>,
    /// The types that verdicts hold for where callers may choose others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    types: Vec<ParameterLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    loops: Vec<LoopLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clauses: Vec<ClauseLine<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    assumes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<SourceLine<'a>>,
    verdict: &'static str,
    codes: Vec<Code>,
    detail: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stages: Vec<StageLine>,
    /// All of its tests, also those that serve no objective and show no finding.
    tests: Vec<&'a str>,
    millis: u64,
}

/// See [`ReportLine::Drift`].
#[derive(Debug, Serialize)]
pub struct DriftLine<'a> {
    function: &'a str,
    test: &'a str,
    kind: &'static str,
    /// The call with its inputs, where a result changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a str>,
    was: Option<&'a str>,
    is: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<SpanLine<'a>>,
}

/// See [`ReportLine::Finished`].
#[derive(Debug, Serialize)]
pub struct FinishedLine {
    version: u32,
    functions: usize,
    tests: usize,
    covered: usize,
    unreachable: usize,
    undecided: usize,
    findings: usize,
    millis: u64,
    tool: &'static str,
    /// The shard that the report is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<ShardInfo>,
}

/// One of several parts of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardInfo {
    /// Its number, from 1.
    pub index: u32,
    /// How many there are.
    pub count: u32,
    /// The digest of what all of them have in common: functions, options, and who has which.
    pub plan: String,
}

#[derive(Debug, Serialize)]
struct SpanLine<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

impl<'a> From<&'a Span> for SpanLine<'a> {
    fn from(span: &'a Span) -> Self {
        Self {
            file: &span.file,
            line: span.line,
            column: span.column,
        }
    }
}

impl ReportLine<'_> {
    /// The line's text, ended by a newline.
    pub fn text(&self) -> String {
        let json = serde_json::to_string(self)
            .expect("invariant: keys are strings and numbers are finite");
        format!("{json}\n")
    }
}

/// All lines of one function: objectives, findings, verdict.
pub fn function<'a>(report: &FunctionReport<'a>) -> Vec<ReportLine<'a>> {
    let FunctionReport { job, outcome, .. } = *report;
    let tests = report.tests;
    let objectives = outcome.objectives.iter();
    let mut lines: Vec<_> = objectives.map(|it| objective(job, it, tests)).collect();
    for (index, finding) in outcome.findings.iter().enumerate() {
        let mut shown_by = outcome.tests.iter();
        let test = shown_by.position(|test| test.finding == Some(index));
        lines.push(ReportLine::Finding(FindingLine {
            function: &job.function,
            kind: finding.kind.code().as_str(),
            level: report.context.level(finding),
            triage: details::triage(&finding.triage),
            requires: details::requires(finding),
            breaks: finding.breaks.as_deref(),
            message: &finding.message,
            span: (&finding.span).into(),
            inputs: details::inputs(&finding.args),
            test: test.and_then(|i| tests.get(i)).map(String::as_str),
        }));
    }
    lines.extend(details::tests(report).into_iter().map(ReportLine::Test));
    lines.push(ReportLine::Function(FunctionLine {
        depth: Some(job.depth),
        parameters: details::parameters(job),
        types: details::chosen_types(job),
        loops: details::loops(job),
        clauses: details::clauses(job),
        assumes: &job.assumes,
        source: report.context.source.map(SourceLine::from),
        stages: outcome.stages.iter().map(StageLine::from).collect(),
        tests: distinct(tests),
        millis: report.millis,
        ..bare_function(
            &job.function,
            Some(&job.span),
            outcome.verdict,
            &outcome.notes,
        )
    }));
    lines
}

/// An objective with its verdict.
fn objective<'a>(
    job: &'a Job,
    outcome: &'a ObjectiveOutcome,
    tests: &'a [String],
) -> ReportLine<'a> {
    let mut line = bare(job, &outcome.objective);
    line.exit = outcome.exit.map(ExitKind::name);
    line.verdict = Some(verdict(&outcome.verdict));
    match &outcome.verdict {
        Verdict::Covered => {}
        Verdict::Unreachable { bound_independent } => {
            line.bound_independent = *bound_independent;
        }
        Verdict::Undecided { reason } => {
            line.cause = Some(reason.name());
            line.detail = Some(reason.to_string());
        }
    }
    line.proved_in = outcome.proved_in.as_deref();
    line.test = outcome.test.and_then(|i| tests.get(i)).map(String::as_str);
    line.millis = outcome.millis;
    ReportLine::Objective(line)
}

/// The verdict on a function that never became a job; `note` says why, and where its name stands.
pub fn skip<'a>(function: &'a str, note: &'a Note) -> ReportLine<'a> {
    let verdict = FunctionVerdict::Unsupported;
    let notes = std::slice::from_ref(note);
    ReportLine::Function(bare_function(function, note.span.as_ref(), verdict, notes))
}

/// A function without its parts and tests.
fn bare_function<'a>(
    function: &'a str,
    span: Option<&'a Span>,
    verdict: FunctionVerdict,
    notes: &'a [Note],
) -> FunctionLine<'a> {
    let details: Vec<_> = notes
        .iter()
        .map(|note| format!("{}: {}", note.code, note.message))
        .collect();
    FunctionLine {
        function,
        span: span.map(SpanLine::from),
        depth: None,
        parameters: vec![],
        types: vec![],
        loops: vec![],
        clauses: vec![],
        assumes: &[],
        source: None,
        codes: notes.iter().map(|note| note.code).collect(),
        verdict: match verdict {
            FunctionVerdict::Ok => "ok",
            FunctionVerdict::Partial => "partial",
            FunctionVerdict::Unsupported => "unsupported",
            FunctionVerdict::Error => "error",
        },
        detail: details.join("; "),
        notes: details::notes(notes),
        stages: vec![],
        tests: vec![],
        millis: 0,
    }
}

/// The paths without repetitions: tests that are rows of a table have one path.
fn distinct(tests: &[String]) -> Vec<&str> {
    let mut distinct: Vec<&str> = Vec::new();
    for test in tests {
        if !distinct.contains(&test.as_str()) {
            distinct.push(test);
        }
    }
    distinct
}

/// The objectives of `--list`: exits up to the depth and labels, without verdict.
pub fn listing(job: &Job) -> Vec<String> {
    objectives::targets(job)
        .iter()
        .map(|objective| ReportLine::Objective(bare(job, objective)).text())
        .collect()
}

/// A test that differs from the code.
pub fn drift(drift: &Drift) -> ReportLine<'_> {
    ReportLine::Drift(DriftLine {
        function: &drift.function,
        test: &drift.test,
        kind: drift.kind.name(),
        subject: drift.subject.as_deref(),
        was: drift.was.as_deref(),
        is: drift.is.as_deref(),
        span: drift.span.as_ref().map(SpanLine::from),
    })
}

/// The last line.
pub fn finished(counts: &Counts, millis: u64, shard: Option<ShardInfo>) -> ReportLine<'static> {
    ReportLine::Finished(FinishedLine {
        version: VERSION,
        functions: counts.functions,
        tests: counts.tests,
        covered: counts.covered,
        unreachable: counts.unreachable,
        undecided: counts.undecided,
        findings: counts.findings(),
        millis,
        tool: concat!("cargo-unroll ", env!("CARGO_PKG_VERSION")),
        shard,
    })
}

/// An objective of which nothing is known.
fn bare<'a>(job: &'a Job, objective: &'a Objective) -> ObjectiveLine<'a> {
    let (kind, clause, loop_, depth, branch) = match *objective {
        Objective::Label { label } => {
            (label_kind(job, label), None, 0, iteration(job, label), None)
        }
        Objective::Panic { .. } | Objective::OtherPanic => ("panic", None, 0, 0, None),
        Objective::Path { .. } | Objective::OtherPath => ("path", None, 0, 0, None),
        Objective::LoopExit {
            loop_,
            depth,
            branch,
        } => ("loop-exit", None, loop_, depth, Some(branch)),
        Objective::Violation {
            clause,
            loop_,
            depth,
        } => ("violation", Some(clause), loop_, depth, None),
    };
    let of_clause = clause
        .and_then(|clause| job.clauses.get(clause as usize))
        .map(|info| &info.span);
    let of_loop = job.loop_info(loop_).map(|info| &info.span);
    let of_label = place(job, objective);
    let (noun, number) = match loop_ {
        0 if of_label.is_some() => ("", 0),
        0 => ("loop", 0),
        _ => job.name_of(loop_),
    };
    ObjectiveLine {
        function: &job.function,
        criterion: criterion(job, objective),
        label: LabelLine {
            name: verdicts::name(job, objective),
            predicate: predicate(job, objective),
        },
        kind: match noun {
            "closure" => "closure-calls",
            "recursion" => "recursion-depth",
            _ => kind,
        },
        clause,
        loop_: (noun == "loop").then_some(number),
        closure: (noun == "closure").then_some(number),
        depth,
        branch,
        exit: None,
        span: of_clause.or(of_label).or(of_loop).map(SpanLine::from),
        verdict: None,
        bound_independent: false,
        proved_in: None,
        cause: None,
        detail: None,
        test: None,
        millis: 0,
    }
}

/// The place of an objective that has one of its own, and not that of a loop or clause.
fn place<'a>(job: &'a Job, objective: &'a Objective) -> Option<&'a Span> {
    match objective {
        Objective::Label { label } => job.label(*label).map(|info| &info.span),
        Objective::Panic { place, .. } => Some(place),
        Objective::OtherPanic | Objective::Path { .. } | Objective::OtherPath => Some(&job.span),
        _ => None,
    }
}

/// The criterion that yields an objective. Violations of contracts are looked for with every criterion.
fn criterion(job: &Job, objective: &Objective) -> &'static str {
    match *objective {
        Objective::LoopExit { .. } => Criterion::Unroll.name(),
        Objective::Label { label } => label_kind(job, label),
        Objective::Violation { .. } => "contracts",
        Objective::Panic { .. } | Objective::OtherPanic => Criterion::Panics.name(),
        Objective::Path { .. } | Objective::OtherPath => Criterion::Paths.name(),
    }
}

/// The iteration in which a label is to be reached; 0 if that does not matter.
fn iteration(job: &Job, label: u32) -> u32 {
    let iteration = job.label(label).and_then(|info| info.iteration);
    iteration.unwrap_or(0)
}

/// The name of the criterion that yields a label, which is also the kind of the objective.
fn label_kind(job: &Job, label: u32) -> &'static str {
    job.label(label).map_or("label", |info| {
        let crossed = info.criterion.crossed_name();
        let crossed = crossed.filter(|_| info.iteration.is_some());
        crossed.unwrap_or(info.criterion.name())
    })
}

/// The condition at the location of an objective.
fn predicate(job: &Job, objective: &Objective) -> String {
    let iterations = |depth: u32| format!("iterations == {depth}");
    match *objective {
        Objective::LoopExit {
            depth, branch: 0, ..
        } => iterations(depth),
        Objective::Label { label } => job
            .label(label)
            .map(LabelInfo::predicate)
            .unwrap_or_default(),
        Objective::Panic { panic, .. } => panic.name().to_owned(),
        Objective::OtherPanic => "another-place".to_owned(),
        Objective::Path { .. } | Objective::OtherPath => "returns".to_owned(),
        Objective::LoopExit { depth, branch, .. } => {
            format!("{} && branch == {branch}", iterations(depth))
        }
        Objective::Violation {
            clause,
            loop_,
            depth,
        } => {
            let clause = job.clauses.get(clause as usize);
            let text = clause.map_or("", |clause| &clause.text);
            match loop_ {
                0 => format!("!({text})"),
                _ => format!("!({text}) && {}", iterations(depth)),
            }
        }
    }
}

fn verdict(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Covered => "covered",
        Verdict::Unreachable { .. } => "unreachable",
        Verdict::Undecided { .. } => "undecided",
    }
}
