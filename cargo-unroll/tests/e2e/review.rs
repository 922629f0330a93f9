//! Reviews of pending tests: answers on standard input, and decisions on the command line.

use std::io::Write as _;
use std::process::Stdio;

use crate::support::{Krate, Run};

const TESTS: &str = "src/search/unroll_tests.rs";

/// Runs a review with answers on standard input.
fn review(krate: &Krate, args: &[&str], answers: &str) -> Run {
    let mut all = vec!["review", "--function=insertion_point", "--depth=1"];
    all.extend(args);
    let mut command = krate.command(&all);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the tool starts");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(answers.as_bytes()).expect("the tool reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the tool ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Run {
        code: output.status.code(),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
    }
}

/// The names of the tests on disk.
fn tests(krate: &Krate) -> Vec<String> {
    let text = std::fs::read_to_string(krate.path(TESTS)).unwrap_or_default();
    let names = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("fn "));
    names
        .filter_map(|rest| rest.split('(').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn tests_are_accepted_rejected_for_good_or_left_for_later() {
    let krate = Krate::of_fixture("quickstart", "review-answers");
    let run = review(&krate, &[], "what\na\nr\n\nr\nas good as the others\ns\n");
    assert_eq!(run.code, Some(2), "one is left: {run}");
    assert!(
        run.stderr
            .contains("[1/3] new test: search::unroll_tests::insertion_point::loop_1_after_0"),
        "{run}"
    );
    assert!(
        run.stderr
            .contains("    // The `while` loop ends before the first iteration.\n    #[test]"),
        "{run}"
    );
    assert!(run.stderr.contains("a rejection needs a reason"), "{run}");
    assert_eq!(tests(&krate), ["loop_1_after_0"]);
    let kept = krate.read("unroll-review.toml");
    for line in [
        "function = \"quickstart::search::insertion_point\"",
        "inputs = [\"&[0]\", \"1\"]",
        "test = \"search::unroll_tests::insertion_point::loop_1_after_1_branch_1\"",
        "reason = \"as good as the others\"",
    ] {
        assert!(kept.contains(line), "no `{line}` in {kept}");
    }
    // The end of the input leaves the rest, and nothing that was decided is asked again.
    let run = review(&krate, &[], "");
    assert_eq!(run.code, Some(2), "{run}");
    assert!(run.stderr.contains("[1/1] new test"), "{run}");
    let report = krate.report(0, &["--function=insertion_point", "--depth=1"]);
    assert_eq!(tests(&krate), ["loop_1_after_0", "loop_1_after_1_branch_2"]);
    assert_eq!((report.count("covered"), report.count("tests")), (3, 2));
    let run = review(&krate, &[], "");
    assert_eq!(run.code, Some(0), "{run}");
    assert!(run.stderr.contains("Reviewed no pending tests"), "{run}");
}

#[test]
fn changed_results_are_shown_and_decisions_need_no_terminal() {
    let krate = Krate::of_fixture("quickstart", "review-flags");
    let missing = review(&krate, &["--reject=loop_9", "--reason=r"], "");
    assert_eq!(missing.code, Some(1), "{missing}");
    assert!(
        missing
            .stderr
            .contains("no pending test is called `loop_9`"),
        "{missing}"
    );
    let args = [
        "--accept",
        "--reject=insertion_point::loop_1_after_0",
        "--reason=obvious",
    ];
    let run = review(&krate, &args, "");
    assert_eq!(run.code, Some(0), "{run}");
    let written = ["loop_1_after_1_branch_1", "loop_1_after_1_branch_2"];
    assert_eq!(tests(&krate), written);
    // A test that asserts something else than the function returns.
    let before = krate.read(TESTS);
    let text = krate.read("src/search.rs");
    let other = text
        .replace("    low\n}", "    low + 1 - 1\n}")
        .replace("#[ensures", "// #[ensures");
    let changed = other.replace("low + 1 - 1", "low + 1");
    krate.write("src/search.rs", &changed);
    let run = review(&krate, &[], "s\ns\n");
    assert_eq!(run.code, Some(2), "{run}");
    assert!(
        run.stderr
            .contains("changed result: search::unroll_tests::insertion_point::"),
        "{run}"
    );
    assert!(run.stderr.contains("    was 1\n    is  2\n"), "{run}");
    assert_eq!(
        krate.read(TESTS),
        before,
        "what is left for later stays as it is"
    );
    let run = review(&krate, &[], "A\n");
    assert_eq!(run.code, Some(0), "{run}");
    assert_ne!(krate.read(TESTS), before);
}
