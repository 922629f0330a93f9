//! The lines of `--message-format json`: one object a line, told apart by `reason`.
//!
//! These types are the interface. Internal types change without it.

use serde::Serialize;
use unroll_syntax::Criterion;

use crate::diagnostics::Code;
use crate::model::outcome::Span;
use crate::score::evidence::{Evidence, Pair, evidence};
use crate::score::model::ScoredFunction;
use crate::score::runner::TestOutcome;
use crate::score::tally::{Count, Score, Test};

/// The version of this format, which is that of all lines of the tool.
const VERSION: u32 = 2;

#[derive(Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum JsonLine<'a> {
    #[serde(rename = "test-run")]
    Test {
        test: &'a str,
        outcome: TestOutcome,
        millis: u64,
        labels: usize,
        redundant: bool,
    },
    Skip {
        function: &'a str,
        code: Code,
        detail: &'a Option<String>,
        span: SpanLine<'a>,
    },
    LeftOut {
        function: &'a str,
        code: Code,
        detail: &'a str,
        span: Option<SpanLine<'a>>,
    },
    Label {
        function: &'a str,
        criterion: &'static str,
        label: LabelLine,
        span: SpanLine<'a>,
        verdict: &'static str,
        tests: Vec<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        inputs: Option<Vec<InputLine<'a>>>,
    },
    Decision {
        function: &'a str,
        text: &'a str,
        span: SpanLine<'a>,
        conditions: Vec<ConditionLine<'a>>,
        evaluations: Vec<EvaluationLine<'a>>,
    },
    Score {
        scope: &'static str,
        path: &'a str,
        criterion: &'static str,
        covered: usize,
        uncovered: usize,
        unreachable: usize,
        tests: Vec<&'a str>,
    },
    Finished {
        version: u32,
        functions: usize,
        tests: usize,
        failed: usize,
        unknown: usize,
        millis: u64,
        tool: &'static str,
    },
}

#[derive(Serialize)]
struct SpanLine<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct LabelLine {
    name: String,
    predicate: String,
}

#[derive(Serialize)]
struct InputLine<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct ConditionLine<'a> {
    text: &'a str,
    constant: bool,
    pair: Option<PairLine>,
}

#[derive(Serialize)]
struct PairLine {
    when_true: usize,
    when_false: usize,
    kind: &'static str,
}

#[derive(Serialize)]
struct EvaluationLine<'a> {
    /// `T`, `F` and `-`, one for each condition.
    values: String,
    outcome: bool,
    tests: Vec<&'a str>,
}

/// All lines of a score.
pub fn lines(score: &Score, millis: u64) -> String {
    let mut out = Lines(String::new());
    tests(score, &mut out);
    for skip in &score.program.skips {
        out.push(&JsonLine::Skip {
            function: &skip.function,
            code: skip.code,
            detail: &skip.detail,
            span: span(&skip.span),
        });
    }
    for (function, note) in score.program.left_out() {
        out.push(&JsonLine::LeftOut {
            function,
            code: note.code,
            detail: &note.message,
            span: note.span.as_ref().map(span),
        });
    }
    let functions = score.functions();
    for function in &functions {
        labels(score, function, &mut out);
    }
    if score.has_evidence() {
        for evidence in evidence(score) {
            decision(score, &evidence, &mut out);
        }
    }
    scores(score, &functions, &mut out);
    let failed = |test: &&Test| !matches!(test.outcome, TestOutcome::Passed | TestOutcome::Ignored);
    out.push(&JsonLine::Finished {
        version: VERSION,
        functions: functions.len(),
        tests: score.tests.len(),
        failed: score.tests.iter().filter(failed).count(),
        unknown: score.unknown(),
        millis,
        tool: concat!("cargo-unroll ", env!("CARGO_PKG_VERSION")),
    });
    out.0
}

struct Lines(String);

impl Lines {
    fn push(&mut self, line: &JsonLine<'_>) {
        let text = serde_json::to_string(line);
        self.0
            .push_str(&text.expect("invariant: lines have no maps with odd keys"));
        self.0.push('\n');
    }
}

fn span(span: &Span) -> SpanLine<'_> {
    SpanLine {
        file: &span.file,
        line: span.line,
        column: span.column,
    }
}

fn tests(score: &Score, out: &mut Lines) {
    let redundant = score.redundant();
    for test in &score.tests {
        out.push(&JsonLine::Test {
            test: &test.id,
            outcome: test.outcome,
            millis: test.millis,
            labels: test.covered.len(),
            redundant: redundant.iter().any(|it| it.id == test.id),
        });
    }
}

fn labels(score: &Score, function: &ScoredFunction, out: &mut Lines) {
    for (number, label) in score.labels_of(function) {
        out.push(&JsonLine::Label {
            function: &function.path,
            criterion: label.info.criterion.name(),
            label: LabelLine {
                name: label.info.name(),
                predicate: label.info.predicate(),
            },
            span: span(&label.info.span),
            verdict: if score.is_covered(number) {
                "covered"
            } else if score.unreachable.contains(&number) {
                "unreachable"
            } else {
                "uncovered"
            },
            tests: score
                .covering(number)
                .map(|test| test.id.as_str())
                .collect(),
            inputs: score.witnesses.get(&number).map(|inputs| {
                let inputs = inputs.iter();
                inputs
                    .map(|(name, value)| InputLine { name, value })
                    .collect()
            }),
        });
    }
}

fn decision(score: &Score, evidence: &Evidence<'_>, out: &mut Lines) {
    let decision = evidence.decision;
    let pair = |pair: Pair| PairLine {
        when_true: pair.when_true,
        when_false: pair.when_false,
        kind: if pair.is_unique_cause {
            "unique-cause"
        } else {
            "masking"
        },
    };
    let conditions = decision.conditions.iter().zip(&evidence.pairs).enumerate();
    out.push(&JsonLine::Decision {
        function: &score.program.functions[decision.function].path,
        text: &decision.text,
        span: span(&decision.span),
        conditions: conditions
            .map(|(number, (text, found))| ConditionLine {
                text,
                constant: decision.decision.is_constant(number),
                pair: found.map(pair),
            })
            .collect(),
        evaluations: evidence
            .evaluations
            .iter()
            .map(|row| EvaluationLine {
                values: super::table::values(&row.values).replace(' ', ""),
                outcome: row.outcome,
                tests: row.tests.iter().map(|test| test.id.as_str()).collect(),
            })
            .collect(),
    });
}

/// The scores of functions, then of files, then of the whole.
fn scores(score: &Score, functions: &[&ScoredFunction], out: &mut Lines) {
    let mut files: Vec<&str> = functions.iter().map(|it| it.span.file.as_str()).collect();
    files.dedup();
    for criterion in score.criteria.iter() {
        for function in functions {
            let count = score.count(function, criterion);
            let mut tests: Vec<&str> = score
                .labels_of(function)
                .filter(|(_, label)| label.info.criterion == criterion)
                .flat_map(|(number, _)| score.covering(number))
                .map(|test| test.id.as_str())
                .collect();
            tests.sort_unstable();
            tests.dedup();
            out.push(&line("function", &function.path, criterion, count, tests));
        }
        for file in &files {
            let of_file = functions.iter().filter(|it| it.span.file == *file);
            let count = score.count_all(of_file.copied(), criterion);
            out.push(&line("file", file, criterion, count, Vec::new()));
        }
        let count = score.count_all(functions.iter().copied(), criterion);
        out.push(&line("crate", "", criterion, count, Vec::new()));
    }
}

fn line<'a>(
    scope: &'static str,
    path: &'a str,
    criterion: Criterion,
    count: Count,
    tests: Vec<&'a str>,
) -> JsonLine<'a> {
    JsonLine::Score {
        scope,
        path,
        criterion: criterion.name(),
        covered: count.covered,
        uncovered: count.uncovered,
        unreachable: count.unreachable,
        tests,
    }
}
