//! Functions that would do harm: what is not run, and what is run and does none.

use crate::support::Krate;

/// How the run of each function of `hostile::MODULE` ended, with the codes of its remarks.
fn verdicts(report: &crate::support::Report, module: &str) -> Vec<(String, String, String)> {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let functions = report.lines("function").filter_map(|line| {
        let name = text(&line["function"]);
        let name = name
            .strip_prefix(&format!("hostile::{module}::"))?
            .to_owned();
        Some((name, text(&line["verdict"]), text(&line["detail"])))
    });
    functions.collect()
}

/// Functions whose errors take backtraces are run, and no test shows what the environment decides.
fn errors_have_backtraces_and_tests_have_none(krate: &Krate, report: &crate::support::Report) {
    let panics = report.lines("finding").any(|line| {
        line["function"] == "hostile::harmless::fails"
            && line["message"] == "attempt to multiply with overflow"
    });
    assert!(panics, "{report:?}");
    let tests = krate.read("src/harmless/unroll_tests.rs");
    assert!(tests.contains("mod fails"), "{tests}");
    assert!(!tests.contains("trace"), "{tests}");
}

#[test]
fn functions_with_effects_are_not_run_unless_they_may_be() {
    let krate = Krate::of_fixture("hostile", "hostile-effects");
    krate.write("src/deaths.rs", "//! Left out.\n");
    krate.write("marker", "still here");
    let report = krate.report(0, &["--depth", "2"]);
    let skipped = verdicts(&report, "effects");
    for (name, description) in [
        ("deletes", "reaches files"),
        (
            "deletes_dynamically",
            "reaches files: `<hostile::effects::Disk as hostile::effects::Wipe>::wipe` -> ",
        ),
        ("writes", "reaches files"),
        ("connects", "reaches the network"),
        ("starts", "starts or controls processes"),
        ("spawns", "starts threads"),
        ("exits", "ends the process: `std::process::exit`"),
        ("aborts", "ends the process: `std::process::abort`"),
        ("moves", "changes the environment"),
        ("kills", "sends or handles signals: `kill`"),
        ("reads", "reaches files"),
        ("logs", "reaches files"),
    ] {
        let (_, verdict, detail) = skipped
            .iter()
            .find(|(skipped, ..)| skipped == name)
            .unwrap_or_else(|| panic!("{name}: {skipped:?}"));
        assert_eq!(verdict, "unsupported", "{name}");
        assert!(detail.contains(description), "{name}: {detail}");
    }
    assert!(
        skipped
            .iter()
            .all(|(_, verdict, _)| verdict == "unsupported")
    );
    assert_eq!(krate.read("marker"), "still here");
    for file in ["written", "started", "src/effects/unroll_tests.rs"] {
        assert!(!krate.path(file).exists(), "{file}");
    }
    for (name, verdict, detail) in verdicts(&report, "harmless") {
        assert_ne!(verdict, "unsupported", "{name}: {detail}");
        // What is printed is taken, and the destructor of a thread local is left to its thread.
        if ["prints", "remembers"].iter().any(|of| name.ends_with(of)) {
            assert_eq!(verdict, "ok", "{name}: {detail}");
        }
    }
    errors_have_backtraces_and_tests_have_none(&krate, &report);
    let test = krate.test("harmless::");
    assert_eq!(test.code, Some(0), "{test}");

    // The same with leave to do so, given in the configuration.
    krate.write("unroll.toml", "allow-effects = true\n");
    let report = krate.report(0, &["--depth", "2", "--function", "effects::deletes"]);
    assert_eq!(report.count("covered"), 3);
    assert!(
        !krate.path("marker").exists(),
        "nothing was run before, either"
    );
}

/// The values of a finding's inputs.
fn values(inputs: &serde_json::Value) -> String {
    let inputs = inputs.as_array().expect("a list");
    let values = inputs
        .iter()
        .map(|input| input["value"].as_str().expect("a text"));
    values.collect::<Vec<_>>().join(", ")
}

/// The findings of `hostile::deaths`: function, kind, beginning of the message, part of the input.
const DEATHS: [(&str, &str, &str, &str); 10] = [
    ("recurses", "stack-overflow", "the stack overflows", ""),
    ("allocates", "out-of-memory", "memory allocation of ", ""),
    ("waits", "hang", "the call took longer than ", ""),
    // Other inputs are tried after one that takes too long.
    ("halves", "panic", "too large", ""),
    (
        "halves",
        "hang",
        "the loop does not terminate",
        "f32::INFINITY",
    ),
    ("drops", "panic", "the bomb goes off", "&[true]"),
    ("drops_twice", "abort", "signal 6 (abort): ", "&[true]"),
    ("poisons", "panic", "not to be dropped", "&[3]"),
    (
        "promises",
        "panic",
        "index out of bounds: the len is 0 but the index is 0",
        "&[]",
    ),
    (
        "promises",
        "panic",
        "index out of bounds: the len is 1 but the index is 1",
        "&[0]",
    ),
];

#[test]
fn inputs_that_kill_a_run_are_findings_and_the_rest_has_tests() {
    let krate = Krate::of_fixture("hostile", "hostile-deaths");
    krate.write("src/lib.rs", "//! Deaths alone.\n\npub mod deaths;\n");
    let report = krate.report(0, &["--depth", "2", "--timeout", "30"]);
    let findings: Vec<_> = report
        .lines("finding")
        .map(|line| {
            let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
            let name = text("function").replace("hostile::deaths::", "");
            (name, text("kind"), text("message"), values(&line["inputs"]))
        })
        .collect();
    for (name, kind, message, input) in DEATHS {
        let is = |(n, k, m, i): &&(String, String, String, String)| {
            n == name && k == kind && m.starts_with(message) && i.contains(input)
        };
        assert!(
            findings.iter().find(is).is_some(),
            "{name} {kind} {message} {input}: {findings:#?}"
        );
    }
    // Nothing is said of a function because its result cannot be shown.
    assert_eq!(findings.len(), DEATHS.len(), "{findings:#?}");
    // The engine does not meet a state of it twice, so the run may be merely slow.
    let path = "hostile::deaths::iterates";
    let mut lines = report.lines("function");
    let line = lines.find(|line| line["function"] == path);
    let codes = line.expect("is in the report")["codes"].to_string();
    assert!(codes.contains("U0216"), "{codes}");
    // Every function has tests: what kills is not the end.
    let written = krate.read("src/deaths/unroll_tests.rs");
    for (name, verdict, detail) in verdicts(&report, "deaths") {
        assert_ne!(verdict, "unsupported", "{name}: {detail}");
        assert!(
            written.contains(&format!("mod {name} {{")),
            "{name}: {detail}"
        );
    }
    let test = krate.test("deaths::");
    assert_eq!(test.code, Some(0), "{test}");
}
