//! The report on made-up outcomes: tables, diagnostics, JSON lines.

#[path = "report/configuration.rs"]
mod configuration;
#[path = "report/formats.rs"]
mod formats;
#[path = "support/golden.rs"]
mod golden;
#[path = "report/html.rs"]
mod html;
#[path = "support/jobs.rs"]
mod jobs;
#[path = "support/outcomes.rs"]
mod outcomes;
#[path = "report/panics.rs"]
mod panics;
#[path = "report/saved.rs"]
mod saved;
#[path = "support/schema.rs"]
mod schema;

use camino::Utf8Path;
use cargo_unroll::diagnostics::Code;
use cargo_unroll::emit::EmitError;
use cargo_unroll::model::job::{Job, LoopKind};
use cargo_unroll::model::label::{LabelInfo, LabelKind};
use cargo_unroll::model::outcome::{
    ExitKind, Finding, FindingKind, FunctionOutcome, FunctionVerdict, Note, Objective,
    ObjectiveOutcome, RunEnd, Triage, Verdict,
};
use cargo_unroll::model::reason::Reason;
use cargo_unroll::model::value::SeqKind;
use cargo_unroll::report::{
    Counts, Diagnostic, FunctionContext, FunctionReport, Renderer, Sources, Symbols, json, legend,
    listing, strip, table, verdicts,
};
use golden::{golden, golden_path};
use jobs::{ensures, job, loop_info, span};
use outcomes::{arg, ended, exit, int, ints, outcome, test, with_verdict};
use unroll_syntax::Criterion;

fn sample() -> String {
    std::fs::read_to_string(golden_path("emit/sample.rs")).expect("the sample is there")
}

const FILE: &str = "emit/sample.rs";

fn unreachable(bound_independent: bool) -> Verdict {
    Verdict::Unreachable { bound_independent }
}

fn undecided() -> Verdict {
    Verdict::Undecided {
        reason: Reason::Obstacle("the solver's budget was used up".to_owned()),
    }
}

fn violation(clause: u32, loop_: u32, depth: u32, verdict: Verdict) -> ObjectiveOutcome {
    ObjectiveOutcome {
        objective: Objective::Violation {
            clause,
            loop_,
            depth,
        },
        exit: None,
        test: (verdict == Verdict::Covered).then_some(1),
        verdict,
        proved_in: None,
        millis: 2,
    }
}

/// Two nested loops, branches, every verdict, a violation and a panic.
#[expect(clippy::too_many_lines, reason = "a flat list of parts")]
fn rich() -> (Job, FunctionOutcome, Vec<String>) {
    let text = sample();
    let mut job = job(&text, FILE, "krate::sample::bubble");
    job.loops = vec![
        loop_info(LoopKind::For, 0, &[]),
        loop_info(LoopKind::While, 1, &["if a", "else"]),
    ];
    job.loops[0].span = span(FILE, 22, 5);
    job.loops[1].span = span(FILE, 24, 9);
    job.clauses = vec![ensures("|_| a.is_sorted()")];
    job.clauses[0].span = span(FILE, 21, 4);
    let condition = Some(ExitKind::Condition);
    let mut outcome = outcome(
        vec![
            exit(1, 0, 0, ExitKind::Condition),
            exit(1, 1, 0, ExitKind::Condition),
            with_verdict(1, 2, 0, None, undecided()),
            exit(2, 0, 0, ExitKind::Condition),
            exit(2, 1, 1, ExitKind::Break),
            with_verdict(2, 1, 2, None, unreachable(true)),
            with_verdict(2, 2, 1, None, unreachable(false)),
            with_verdict(2, 2, 2, condition, Verdict::Covered),
            violation(0, 1, 0, unreachable(false)),
            violation(0, 1, 1, Verdict::Covered),
            violation(0, 1, 2, undecided()),
        ],
        vec![],
    );
    let call = || vec![arg("a", ints(SeqKind::MutSlice, "u8", &[1, 0]))];
    outcome.verdict = FunctionVerdict::Partial;
    outcome.notes = vec![Note {
        code: Code::TimedOut,
        message: "the time limit of 60 s was reached".to_owned(),
        span: None,
        is_timeout: true,
    }];
    outcome.findings = vec![
        Finding {
            kind: FindingKind::Contract,
            message: "|_| a.is_sorted()".to_owned(),
            span: span(FILE, 21, 4),
            args: call(),
            panic: None,
            triage: Triage::default(),
            requires: None,
            breaks: None,
        },
        Finding {
            kind: FindingKind::Panic,
            message: "attempt to subtract with overflow".to_owned(),
            span: span(FILE, 26, 13),
            args: call(),
            panic: None,
            triage: Triage::default(),
            requires: None,
            breaks: None,
        },
        Finding {
            kind: FindingKind::Hang,
            message: "loop 2".to_owned(),
            span: span(FILE, 24, 9),
            args: vec![],
            panic: None,
            triage: Triage::default(),
            requires: None,
            breaks: None,
        },
    ];
    outcome.tests = vec![
        test(call(), int("u8", 0), &[0]),
        ended(call(), RunEnd::Violated { clause: 0 }, &[9]),
    ];
    outcome.tests[1].finding = Some(0);
    let tests = ["loop_1_after_0", "violates_ensures_1_loop_1_after_1"]
        .map(|name| format!("sample::unroll_tests::bubble::{name}"));
    (job, outcome, tests.to_vec())
}

fn report<'a>(
    job: &'a Job,
    outcome: &'a FunctionOutcome,
    tests: &'a [String],
) -> FunctionReport<'a> {
    FunctionReport {
        job,
        outcome,
        tests,
        millis: 120,
        context: FunctionContext::default(),
    }
}

fn renderer() -> Renderer {
    let root = golden_path("");
    Renderer::new(Sources::new(Utf8Path::from_path(&root).expect("UTF-8")))
}

#[test]
fn every_objective_in_a_line() {
    let (job, outcome, tests) = rich();
    let report = report(&job, &outcome, &tests);
    golden("report/verdicts.txt", &strip(&verdicts(&report)));
}

/// The labels of `mcdc` for three conditions. No test makes the second one false where it decides.
fn deciding() -> (Job, FunctionOutcome, Vec<String>) {
    let (mut job, mut outcome, tests) = rich();
    let kinds = [LabelKind::DecidesTrue, LabelKind::DecidesFalse];
    let conditions = [("a > 0", 8), ("b > 0", 17), ("c > 0", 26)];
    job.labels = conditions
        .iter()
        .flat_map(|(text, column)| {
            kinds.map(|kind| LabelInfo {
                criterion: Criterion::Mcdc,
                kind,
                text: (*text).to_owned(),
                detail: String::new(),
                span: span(FILE, 22, *column),
                parent: 0,
                is_ahead: false,
                iteration: None,
                in_closure: false,
                may_escape: false,
                loops_before: 0,
                pair: None,
            })
        })
        .collect();
    let tests_of_labels = [Some(0), Some(1), Some(1), None, Some(1), Some(1)];
    outcome.objectives = (0..)
        .zip(tests_of_labels)
        .map(|(label, test)| ObjectiveOutcome {
            objective: Objective::Label { label },
            exit: None,
            verdict: test.map_or_else(undecided, |_| Verdict::Covered),
            test,
            proved_in: None,
            millis: 1,
        })
        .collect();
    (job, outcome, tests)
}

#[test]
fn independence_pairs_stand_together() {
    let (job, outcome, tests) = deciding();
    let report = report(&job, &outcome, &tests);
    let text = strip(&verdicts(&report));
    let pairs: Vec<&str> = text.lines().filter(|line| line.contains("pair")).collect();
    let (first, second) = (&tests[0], &tests[1]);
    assert_eq!(
        pairs,
        [
            format!("  mcdc: condition `a > 0`: pair {first}, {second}"),
            format!("  mcdc: condition `c > 0`: pair in {second}"),
        ]
    );
}

#[test]
fn the_table_of_a_function_with_all_verdicts() {
    let (job, outcome, tests) = rich();
    let report = report(&job, &outcome, &tests);
    let mut symbols = Symbols::new();
    let mut text = table(&report, &mut symbols);
    text.push_str(&legend(&symbols));
    let mut counts = Counts::default();
    counts.add(&report);
    text.push_str(&counts.summary(1240));
    golden("report/table.txt", &strip(&text));
    golden("report/table.ansi", &text);
}

#[test]
fn a_deep_table_draws_equal_columns_together() {
    let text = sample();
    let mut job = job(&text, FILE, "krate::sample::binary_search");
    job.loops = vec![loop_info(LoopKind::While, 0, &["if", "else"])];
    let mut objectives = vec![exit(1, 0, 0, ExitKind::Condition)];
    for depth in 1..=40 {
        for branch in 1..=2 {
            let verdict = if depth < 14 {
                Verdict::Covered
            } else {
                unreachable(false)
            };
            objectives.push(with_verdict(
                1,
                depth,
                branch,
                Some(ExitKind::Condition),
                verdict,
            ));
        }
    }
    let outcome = outcome(objectives, vec![]);
    let report = report(&job, &outcome, &[]);
    golden(
        "report/deep.txt",
        &strip(&table(&report, &mut Symbols::new())),
    );
}

#[test]
fn findings_and_remarks_look_like_the_compilers() {
    let (job, outcome, tests) = rich();
    let report = report(&job, &outcome, &tests);
    let mut renderer = renderer();
    let mut text = String::new();
    for index in 0..outcome.findings.len() {
        let diagnostic = Diagnostic::finding(&report, index, false).expect("the finding exists");
        text.push_str(&renderer.render(&diagnostic));
    }
    for note in &outcome.notes {
        text.push_str(&renderer.render(&Diagnostic::note(&job.function, outcome.verdict, note)));
    }
    let skip = Note::new(Code::ExternFn, &span(FILE, 5, 8));
    text.push_str(&renderer.render(&Diagnostic::note(
        "krate::f",
        FunctionVerdict::Unsupported,
        &skip,
    )));
    let gone = Note {
        span: Some(span("gone.rs", 3, 1)),
        ..skip
    };
    text.push_str(&renderer.render(&Diagnostic::note("krate::g", FunctionVerdict::Error, &gone)));
    golden("report/diagnostics.txt", &strip(&text));
}

#[test]
fn every_obstacle_to_writing_has_code_and_remedy() {
    let file = || Utf8Path::new("/krate/src/search/unroll_tests.rs").to_owned();
    let io = || std::io::Error::from(std::io::ErrorKind::PermissionDenied);
    let errors = [
        EmitError::Foreign { file: file() },
        EmitError::Edited {
            file: file(),
            module: "binary_search".to_owned(),
        },
        EmitError::Mixed {
            file: file(),
            line: 7,
        },
        EmitError::Broken {
            file: file(),
            reason: "unexpected token at line 9".to_owned(),
        },
        EmitError::NameTaken { file: file() },
        EmitError::Source {
            file: file(),
            reason: "unexpected token".to_owned(),
        },
        EmitError::NotFound {
            file: file(),
            function: "krate::search::f".to_owned(),
            line: 3,
        },
        EmitError::Changed { file: file() },
        EmitError::Read {
            file: file(),
            source: io(),
        },
        EmitError::Write {
            file: file(),
            source: io(),
        },
    ];
    let mut renderer = renderer();
    let text: String = errors
        .iter()
        .map(|error| renderer.render(&Diagnostic::emit(error, Utf8Path::new("/krate"))))
        .collect();
    golden("report/emit_errors.txt", &strip(&text));
}

#[test]
fn json_lines_are_the_documented_ones() {
    let (job, outcome, tests) = rich();
    let report = report(&job, &outcome, &tests);
    let mut counts = Counts::default();
    counts.add(&report);
    let mut text: String = json::function(&report)
        .iter()
        .map(json::ReportLine::text)
        .collect();
    text.push_str(&json::finished(&counts, 1240, None).text());
    golden("report/lines.jsonl", &text);
    let schema = schema::Schema::published("report-2.json");
    for line in text.lines() {
        schema.check(&serde_json::from_str(line).expect("each line is JSON"));
    }
}

#[test]
fn the_listing_counts_objectives() {
    let (mut job, ..) = rich();
    job.depth = 2;
    let mut text = strip(&listing(&job, None));
    let lines = json::listing(&job).concat();
    text.push_str(&lines);
    golden("report/listing.txt", &text);
    let schema = schema::Schema::published("report-2.json");
    for line in lines.lines() {
        schema.check(&serde_json::from_str(line).expect("each line is JSON"));
    }
}
