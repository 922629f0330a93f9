//! Reports for other tools, from the lines of one made-up function with every verdict.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use camino::Utf8Path;
use cargo_unroll::diagnostics::Code;
use cargo_unroll::emit::{Drift, DriftKind};
use cargo_unroll::model::outcome::Note;
use cargo_unroll::report::formats::{github, junit, markdown, rustc, sarif};
use cargo_unroll::report::{Counts, FunctionContext, FunctionReport, Origin, SavedReport, json};

use crate::golden::golden;
use crate::jobs::span;
use crate::schema::Schema;
use crate::{FILE, rich, sample};

fn drift(test: &str, kind: DriftKind, values: Option<(&str, &str)>) -> Drift {
    Drift {
        function: "krate::sample::bubble".to_owned(),
        test: format!("sample::unroll_tests::bubble::{test}"),
        kind,
        was: values.map(|(was, _)| was.to_owned()),
        is: values.map(|(_, is)| is.to_owned()),
        subject: values.map(|_| "bubble(&mut [1, 0])".to_owned()),
        span: Some(span(FILE, 20, 4)),
    }
}

/// The lines of a report with drifts and with a function that was skipped.
pub(crate) fn lines() -> String {
    let (job, outcome, tests) = rich();
    let text = sample();
    let from = |line: usize| text.split_inclusive('\n').skip(line - 1);
    let source: String = from(19).take(14).collect();
    let new_tests = BTreeSet::from([tests[1].clone()]);
    let report = FunctionReport {
        job: &job,
        outcome: &outcome,
        tests: &tests,
        millis: 120,
        context: FunctionContext {
            file: None,
            source: Some(Origin {
                line: 19,
                text: &source,
            }),
            deny_panics: false,
            all_findings: false,
            new_tests: Some(&new_tests),
        },
    };
    let mut counts = Counts::default();
    counts.add(&report);
    counts.add_skip();
    let note = Note::new(Code::ExternFn, &span(FILE, 5, 8));
    let mut lines = vec![json::skip("krate::f", &note)];
    lines.extend(json::function(&report));
    let drifts = [
        drift("loop_1_after_0", DriftKind::Result, Some(("1", "0"))),
        drift("loop_1_after_2", DriftKind::Stale, None),
    ];
    lines.extend(drifts.iter().map(json::drift));
    lines.push(json::finished(&counts, 1240, None));
    lines.iter().map(json::ReportLine::text).collect()
}

pub(crate) fn saved() -> SavedReport {
    SavedReport::parse(&lines(), Utf8Path::new("report.jsonl")).expect("the lines are a report")
}

#[test]
fn every_line_has_the_published_form() {
    let schema = Schema::published("report-2.json");
    for line in lines().lines() {
        schema.check(&serde_json::from_str(line).expect("each line is JSON"));
    }
}

#[test]
fn annotations_begin_with_findings() {
    golden("report/github.txt", &github::github(&saved()));
}

/// rust-analyzer reads lines with the types of `cargo_metadata`.
#[test]
fn diagnostics_have_the_form_of_rustc() {
    let text = rustc::rustc(&saved(), &[]);
    golden("report/rustc.jsonl", &text);
    for line in text.lines() {
        let read: cargo_metadata::diagnostic::Diagnostic =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let [span] = &read.spans[..] else {
            panic!("one place: {line}");
        };
        assert!(
            span.is_primary && span.column_end > span.column_start,
            "{line}"
        );
        assert!(read.code.is_some() && read.rendered.is_some(), "{line}");
    }
}

#[test]
fn junit_has_a_suite_for_each_function() {
    golden("report/junit.xml", &junit::junit(&saved()));
}

#[test]
fn the_summary_shows_findings_first_and_changed_results() {
    let text = markdown::markdown(&saved());
    golden("report/summary.md", &text);
    let at = |heading| text.find(heading).expect("the section is there");
    assert!(at("### Findings (3)") < at("### Changed results (1)"));
    assert!(at("### Changed results (1)") < at("### New tests (1)"));
}

#[test]
fn sarif_is_valid_by_the_schema_of_the_standard() {
    let text = sarif::sarif(&saved());
    let value: serde_json::Value = serde_json::from_str(&text).expect("SARIF is JSON");
    Schema::new(sarif_schema()).check(&value);
    let pretty = serde_json::to_string_pretty(&value).expect("it was JSON");
    golden("report/report.sarif", &(pretty + "\n"));
}

/// The schema of SARIF 2.1.0, which the crate `serde-sarif` contains. Cargo fetches it into its cache as any other package.
fn sarif_schema() -> serde_json::Value {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sarif-schema");
    fs::create_dir_all(folder.join("src")).expect("target is writable");
    fs::write(folder.join("src/lib.rs"), "").expect("target is writable");
    let manifest = "[package]\nname = \"schema\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n\
                    [dependencies]\nserde-sarif = \"=0.8.0\"\n\n[workspace]\n";
    fs::write(folder.join("Cargo.toml"), manifest).expect("target is writable");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1"])
        .current_dir(&folder)
        .output()
        .expect("cargo starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    let package = packages
        .iter()
        .find(|package| package["name"] == "serde-sarif");
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let manifest = Path::new(manifest.expect("it is a dependency"));
    let text = fs::read_to_string(manifest.with_file_name("src/schema.json"));
    serde_json::from_str(&text.expect("the package has the schema")).expect("it is JSON")
}
