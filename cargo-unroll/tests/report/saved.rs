//! Saved reports: what is not one is refused with a code and a remedy.

use camino::Utf8Path;
use cargo_unroll::diagnostics::Code;
use cargo_unroll::report::{Diagnostic, ReportError, SavedReport};

use crate::formats::{lines, saved};

fn parse(text: &str) -> Result<SavedReport, ReportError> {
    SavedReport::parse(text, Utf8Path::new("old.jsonl"))
}

#[track_caller]
fn refused(text: &str, code: Code, message: &str) {
    let error = parse(text).expect_err("it is no report");
    let diagnostic = Diagnostic::report(&error);
    assert_eq!(diagnostic.code, Some(code));
    assert_eq!(diagnostic.message, message);
    assert!(diagnostic.help.is_some());
}

#[test]
fn lines_belong_to_the_function_after_them() {
    let report = saved();
    let [skipped, analysed] = &report.functions[..] else {
        panic!("two functions")
    };
    assert_eq!(skipped.function, "krate::f");
    assert!(skipped.objectives.is_empty() && skipped.tests.is_empty());
    assert_eq!(analysed.objectives.len(), 11);
    assert_eq!(analysed.findings.len(), 3);
    assert_eq!(analysed.tests.len(), 2);
    assert_eq!(report.drifts.len(), 2);
    assert_eq!(report.totals.findings, 3);
}

#[test]
fn unknown_lines_and_fields_are_skipped() {
    let more = lines().replacen("\"depth\":", "\"later\":[1],\"depth\":", 1);
    let text = format!("{{\"reason\":\"later\",\"x\":1}}\n\n{more}");
    assert_eq!(parse(&text).expect("it is a report"), saved());
}

#[test]
fn texts_that_are_no_reports_are_refused() {
    refused(
        "{\"reason\":\"test\"\n",
        Code::BrokenReport,
        "`old.jsonl` is not a report of cargo-unroll: line 1: EOF while parsing an object at line 1 column 16",
    );
    refused(
        "[1]\n",
        Code::BrokenReport,
        "`old.jsonl` is not a report of cargo-unroll: line 1: the field `reason` is missing",
    );
    refused(
        "\n{\"reason\":\"drift\",\"function\":\"f\",\"test\":\"t\"}\n",
        Code::BrokenReport,
        "`old.jsonl` is not a report of cargo-unroll: line 2: missing field `kind`",
    );
    let whole = lines();
    let (interrupted, _) = whole.trim_end().rsplit_once('\n').expect("several lines");
    refused(
        interrupted,
        Code::BrokenReport,
        "the report `old.jsonl` is incomplete: it has no `finished` line",
    );
    refused(
        &whole.replace("\"version\":2", "\"version\":1"),
        Code::OtherReportVersion,
        "the report `old.jsonl` has version 1 of the format; this cargo-unroll reads version 2",
    );
}
