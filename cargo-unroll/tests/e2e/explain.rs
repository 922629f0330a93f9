//! `cargo unroll explain`, and the examples of its explanations: the tool is run on all of them, in one crate.

use std::fmt::Write as _;

use cargo_unroll::diagnostics::{Code, Group};

use crate::support::{Krate, Report};

/// The blocks of an explanation whose fence says `rust KIND`.
fn blocks(code: Code, kind: &str) -> Vec<String> {
    let fence = format!("```rust {kind}\n");
    let parts = code.explanation().split(&fence).skip(1);
    parts
        .map(|part| part.split("```").next().unwrap_or_default().to_owned())
        .collect()
}

/// The module of an example.
fn module(code: Code, kind: &str) -> String {
    let name = code.as_str().to_lowercase().replace('-', "_");
    format!("{name}_{kind}")
}

/// A crate with a module for each example and each remedy.
fn examples() -> Krate {
    let krate = Krate::of_fixture("bad/no_annotation", "explain");
    let mut lib = "//! The examples of the explanations.\n\n".to_owned();
    for code in Code::ALL {
        for kind in ["example", "remedy"] {
            for text in blocks(*code, kind) {
                let module = module(*code, kind);
                let _ = writeln!(lib, "pub mod {module};");
                krate.write(&format!("src/{module}.rs"), &text);
            }
        }
    }
    krate.write("src/lib.rs", &lib);
    krate
}

/// The codes of all notes and findings of the functions in a module.
fn codes(report: &Report, module: &str) -> Vec<String> {
    let infix = format!("::{module}::");
    let lines = ["function", "finding"].map(|reason| report.lines(reason));
    let mut codes = Vec::new();
    for line in lines.into_iter().flatten() {
        let function = line["function"].as_str().expect("a function");
        if !function.contains(&infix) {
            continue;
        }
        codes.extend(line["kind"].as_str().map(str::to_owned));
        let notes = line["codes"].as_array().into_iter().flatten();
        codes.extend(notes.filter_map(|code| code.as_str().map(str::to_owned)));
    }
    codes
}

#[test]
fn the_examples_of_explanations_have_their_codes() {
    let krate = examples();
    // Criteria of the command line stand before those of attributes.
    let criteria = "--criterion=unroll,mcdc";
    let args = [
        "--all-functions",
        "--depth",
        "2",
        "--timeout",
        "20",
        criteria,
    ];
    let report = krate.report(5, &args);
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let text = code.as_str().to_owned();
        if !blocks(*code, "example").is_empty() {
            let found = codes(&report, &module(*code, "example"));
            if !found.contains(&text) {
                wrong.push(format!("the example of {code} has {found:?}"));
            }
        }
        if !blocks(*code, "remedy").is_empty() {
            let found = codes(&report, &module(*code, "remedy"));
            if found.contains(&text) {
                wrong.push(format!("the remedy of {code} has {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn most_codes_about_functions_have_an_example_that_is_run() {
    let groups = [Group::Skipped, Group::Analysis, Group::Findings];
    let codes = groups.into_iter().flat_map(Group::codes);
    let (run, shown): (Vec<_>, Vec<_>) =
        codes.partition(|code| !blocks(*code, "example").is_empty());
    assert!(run.len() > 2 * shown.len(), "not run: {shown:?}");
}

#[test]
fn explain_prints_one_code_or_all() {
    let krate = Krate::of_fixture("bad/no_annotation", "explain-command");
    let run = krate.tool(&["explain", "u0204"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(
        run.stdout
            .starts_with("U0204: an analysis budget is exhausted\n"),
        "{run}"
    );
    assert!(
        run.stdout.contains("Example:") && run.stderr.is_empty(),
        "{run}"
    );
    let run = krate.tool(&["explain"]);
    assert_eq!(run.code, Some(0), "{run}");
    for code in Code::ALL {
        let line = format!("\n  {:<14} {}\n", code.as_str(), code.message());
        assert!(run.stdout.contains(&line), "{code}: {run}");
    }
}

#[test]
fn explain_names_the_code_nearest_to_an_unknown_one() {
    let krate = Krate::of_fixture("bad/no_annotation", "explain-unknown");
    let run = krate.tool(&["explain", "U0240"]);
    assert_eq!(run.code, Some(1), "{run}");
    for text in [
        "error: unknown code `U0240`; did you mean `U02",
        "help: `cargo unroll explain` lists all codes",
    ] {
        assert!(run.stderr.contains(text), "{run}");
    }
    let run = krate.tool(&["generate", "U0204"]);
    assert_eq!(run.code, Some(1), "{run}");
    assert!(
        run.stderr.contains("unexpected argument 'U0204' found"),
        "{run}"
    );
}
