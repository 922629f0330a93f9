//! Changes of files: none without a reason, none to files that the tool did not write.

use crate::support::Krate;

const ONE: &str = include_str!("../../../fixtures/cases/one/src/lib.rs");

const TESTS: &str = "src/unroll_tests.rs";
const ARGS: [&str; 2] = ["--depth", "2"];

/// A crate with [`ONE`] function and its tests.
fn tested(name: &str) -> Krate {
    let krate = Krate::of_fixture("cases/one", name);
    krate.report(0, &ARGS);
    assert!(krate.read(TESTS).contains("leading_zeros"));
    krate
}

#[test]
fn tests_go_with_their_function() {
    let krate = tested("files-removed");
    krate.write(
        "src/lib.rs",
        &krate.read("src/lib.rs").replace("#[unroll_test]\n", ""),
    );
    let before = krate.files();
    let check = krate.report(2, &["--check", ARGS[0], ARGS[1]]);
    assert!(check.lines("drift").all(|line| line["kind"] == "stale"));
    assert!(check.lines("drift").count() > 0, "{check:?}");
    assert!(krate.files() == before, "`--check` writes files");
    let run = krate.unroll(&ARGS);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(run.stderr.contains("Removed src/unroll_tests.rs"), "{run}");
    assert!(!krate.path(TESTS).exists() && !krate.read("src/lib.rs").contains("unroll_tests"));
    let run = krate.unroll(&ARGS);
    assert_eq!(run.code, Some(6), "nothing is selected any more: {run}");
    // Tests that were asked for by name stay, as long as their function does.
    krate.report(0, &["--all-functions", ARGS[0], ARGS[1]]);
    assert_eq!(krate.unroll(&ARGS).code, Some(6));
    krate.write(
        "src/lib.rs",
        &krate
            .read("src/lib.rs")
            .replace("pub fn", "#[unroll_test]\npub fn")
            .replace("leading_zeros", "zeros"),
    );
    krate.report(0, &ARGS);
    let text = krate.read(TESTS);
    assert!(
        text.contains("zeros") && !text.contains("leading_zeros"),
        "{text}"
    );
    assert_eq!(krate.test("").code, Some(0));
}

#[test]
fn a_changed_result_is_told_from_changed_tests() {
    let krate = tested("files-drift");
    let source = krate.read("src/lib.rs");
    krate.write("src/lib.rs", &source.replace("    i\n}", "    i * 3\n}"));
    let check = [&["--check"][..], &ARGS].concat();
    let report = krate.report(2, &check);
    let drifts: Vec<_> = report.lines("drift").collect();
    assert!(!drifts.is_empty(), "{report:?}");
    for drift in &drifts {
        assert_eq!(drift["kind"], "result", "{drift}");
    }
    let one = drifts
        .iter()
        .find(|drift| drift["was"] == "1")
        .expect("one zero");
    assert_eq!(one["is"], "3", "{one}");
    assert_eq!(one["function"], "one::leading_zeros");
    let run = krate.unroll(&check);
    let message = "error[U0412]: the result of `leading_zeros(&[0])` was `1`, is `3`";
    assert!(run.stderr.contains(message), "{run}");
    // Writing captures it, and says so.
    let run = krate.unroll(&ARGS);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(
        run.stderr.contains(&message.replace("error", "warning")),
        "{run}"
    );
    assert_eq!(krate.unroll(&check).code, Some(0));
    krate.write("src/lib.rs", &source);
    krate.report(0, &ARGS);
    let text = krate
        .read(TESTS)
        .replacen("fn loop_1_after_1", "fn other", 1);
    krate.write(TESTS, &text);
    let report = krate.report(2, &[&["--overwrite-edited"][..], &check].concat());
    let kinds: Vec<_> = report.lines("drift").map(|line| &line["kind"]).collect();
    assert_eq!(kinds, ["structure"], "{report:?}");
}

#[test]
fn check_tells_drift_and_writes_nothing() {
    let krate = tested("files-check");
    assert_eq!(krate.unroll(&["--check", ARGS[0], ARGS[1]]).code, Some(0));
    krate.write(
        "src/lib.rs",
        &krate.read("src/lib.rs").replace("== 0", "== 1"),
    );
    let before = krate.files();
    let run = krate.unroll(&["--check", ARGS[0], ARGS[1]]);
    assert_eq!(run.code, Some(2), "{run}");
    assert!(krate.files() == before, "`--check` writes files");
}

#[test]
fn diff_shows_the_change_and_writes_nothing() {
    let krate = tested("files-diff");
    krate.write(
        "src/lib.rs",
        &krate.read("src/lib.rs").replace("== 0", "== 1"),
    );
    let before = krate.files();
    let run = krate.unroll(&["--diff", ARGS[0], ARGS[1]]);
    let shown = format!("{}{}", run.stdout, run.stderr);
    assert!(
        shown.lines().any(|line| line.starts_with('-'))
            && shown.lines().any(|line| line.starts_with('+')),
        "{run}"
    );
    assert!(krate.files() == before, "`--diff` writes files");
}

#[test]
fn an_edited_module_is_kept_until_asked_otherwise() {
    let krate = tested("files-edited");
    let text = krate.read(TESTS);
    let edited = text.replacen("assert_eq!(", "assert_ne!(", 1);
    assert_ne!(edited, text);
    krate.write(TESTS, &edited);
    // Without a change in the code there is nothing to write; with one, the edit stands in the way.
    krate.write(
        "src/lib.rs",
        &krate.read("src/lib.rs").replace("== 0", "== 1"),
    );
    let run = krate.unroll(&ARGS);
    assert_ne!(run.code, Some(0), "{run}");
    assert!(run.stderr.contains("edited by hand"), "{run}");
    assert_eq!(krate.read(TESTS), edited);
    krate.write("src/lib.rs", ONE);
    krate.report(0, &["--overwrite-edited", ARGS[0], ARGS[1]]);
    assert_eq!(krate.read(TESTS), text);
}

#[test]
fn a_file_of_someone_else_is_left_alone() {
    let krate = Krate::of_fixture("cases/one", "files-foreign");
    let foreign = "//! Tests that I wrote myself.\n";
    krate.write(TESTS, foreign);
    let run = krate.unroll(&ARGS);
    assert_ne!(run.code, Some(0), "{run}");
    assert!(
        run.stderr.contains(TESTS) && run.stderr.contains("not generated by cargo-unroll"),
        "{run}"
    );
    assert_eq!(krate.read(TESTS), foreign);
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let krate = Krate::of_fixture("cases/one", "files-unwritable");
    // Permissions do not stop every user; a folder in the place of the file does.
    std::fs::create_dir(krate.path(TESTS)).expect("target is writable");
    let run = krate.unroll(&ARGS);
    assert_ne!(run.code, Some(0), "{run}");
    assert!(run.stderr.contains("unroll_tests.rs"), "{run}");
}

#[test]
fn a_violated_contract_is_a_failing_test() {
    let krate = Krate::of_fixture("bad/violated_contract", "files-contract");
    let report = krate.report(5, &ARGS);
    let findings: Vec<_> = report
        .lines("finding")
        .filter(|line| line["kind"] == "contract")
        .collect();
    assert_eq!(findings.len(), 1, "{report:?}");
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(101), "{test}");
    let name = findings[0]["test"]
        .as_str()
        .expect("a finding has its test");
    assert!(test.stdout.contains(name), "{test}");
    assert!(
        test.stdout.contains("1 failed"),
        "only the finding's test fails: {test}"
    );
}

#[test]
fn crates_of_one_name_that_share_a_target_directory_are_not_mixed_up() {
    let other = ONE.replace("leading_zeros", "leading_ones");
    let twins = [("files-twin", ONE), ("files-other-twin", &other)];
    let twins = twins.map(|(name, text)| {
        let krate = Krate::of_fixture("cases/one", name);
        krate.write("src/lib.rs", text);
        krate
    });
    // The second time, sources are as they were, and what cargo built is the other one's.
    for seed in ["1", "2"] {
        for twin in &twins {
            let report = twin.report(0, &["--diff", "--seed", seed, ARGS[0], ARGS[1]]);
            assert_eq!(report.count("undecided"), 0, "{report:?}");
        }
    }
}

#[test]
fn copies_for_different_commands_share_what_they_depend_on_and_are_not_mixed_up() {
    let krate = Krate::of_fixture("cases/one", "files-kinds");
    let text = krate.read("Cargo.toml");
    krate.write("Cargo.toml", &text.replace("\"one\"", "\"kinds\""));
    let constant = "\npub fn same(n: u32) -> u32 { if n > 9 && n == 3 { 1 } else { 2 } }\n";
    krate.write("src/lib.rs", &format!("{ONE}{constant}"));
    for seed in ["1", "2"] {
        let args = ["--diff", "--seed", seed, ARGS[0], ARGS[1]];
        assert_eq!(krate.report(0, &args).count("undecided"), 0);
        let run = krate.infeasible(&["-f", "same"]);
        assert!(run.stderr.contains("U0701"), "{run}");
        assert!(!run.stderr.contains("Compiling unroll-runtime"), "{run}");
    }
}
