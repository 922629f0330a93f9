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

#[test]
fn functions_with_effects_are_not_run_unless_they_may_be() {
    let krate = Krate::of_fixture("hostile", "hostile-effects");
    krate.write("src/deaths.rs", "//! Left out.\n");
    krate.write("marker", "still here");
    let report = krate.report(0, &["--depth", "2"]);
    let skipped = verdicts(&report, "effects");
    for (name, deed) in [
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
    ] {
        let (_, verdict, detail) = skipped
            .iter()
            .find(|(skipped, ..)| skipped == name)
            .unwrap_or_else(|| panic!("{name}: {skipped:?}"));
        assert_eq!(verdict, "unsupported", "{name}");
        assert!(detail.contains(deed), "{name}: {detail}");
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
    }
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
