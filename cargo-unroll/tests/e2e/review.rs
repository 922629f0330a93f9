//! Reviews of pending tests: answers on standard input and in a terminal, an editor, and decisions on the command line.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::support::{Krate, Run, root};

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

/// Runs a review in a pseudo terminal, with `editor` as the command that edits a file.
fn review_in_terminal(krate: &Krate, answers: &str, editor: &str) -> Run {
    let tool = krate.command(&["review", "--function=insertion_point", "--depth=1"]);
    let mut command = Command::new("python3");
    command.arg(root().join("cargo-unroll/tests/support/terminal.py"));
    command.arg(answers).arg(tool.get_program());
    command.args(tool.get_args()).current_dir(&krate.dir);
    for (name, value) in tool.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.env_remove("VISUAL").env("EDITOR", editor);
    let output = command.output().expect("Python is installed");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
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
    // Nothing that was decided is asked again. The first edit does not compile, the second corrects it, and the end of the input would leave the rest.
    let editor = r"sed -i 's/not_there/insertion_point/;t;s/assert_eq!(result/assert_eq!(not_there(\&[3], 4), 1); &/'";
    let run = review_in_terminal(&krate, "e\ne\n", editor);
    assert_eq!(run.code, Some(0), "{run}");
    for line in [
        "[1/1] new test",
        "not accepted: the edited test `loop_1_after_1_branch_2` does not compile: cannot find function `not_there`",
        "Edited 1 test, see unroll-review.toml",
    ] {
        assert!(run.stdout.contains(line), "no `{line}`: {run}");
    }
    let edited = "assert_eq!(insertion_point(&[3], 4), 1);";
    assert!(krate.read(TESTS).contains(edited), "{}", krate.read(TESTS));
    let report = krate.report(0, &["--function=insertion_point", "--depth=1"]);
    assert_eq!(tests(&krate), ["loop_1_after_0", "loop_1_after_1_branch_2"]);
    assert_eq!((report.count("covered"), report.count("tests")), (3, 2));
    let run = review(&krate, &[], "");
    assert_eq!(run.code, Some(0), "{run}");
    assert!(run.stderr.contains("Reviewed no pending tests"), "{run}");
    assert!(krate.read(TESTS).contains(edited), "{}", krate.read(TESTS));
    // An edited test that fails gives way to the generated one.
    let wrong = krate.read("unroll-review.toml").replace("4), 1)", "4), 2)");
    krate.write("unroll-review.toml", &wrong);
    let report = krate.report(0, &["--function=insertion_point", "--depth=1"]);
    assert_eq!(report.count("tests"), 2);
    assert!(!krate.read(TESTS).contains("&[3]"), "{}", krate.read(TESTS));
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
