//! `cargo unroll score` on suites of all kinds: what it counts, what it reports, and what it does with bad input.

use serde_json::Value;

use crate::support::{Krate, Report, Run, root};

/// All criteria that tests are scored by.
pub(crate) const ALL: &str = "branch,statement,decision,condition,decision-condition,multiple-condition,mcdc,mcdc-unique-cause,mutation,input-domain,user";

/// A copy of `fixtures/score`.
pub(crate) fn fixture(name: &str) -> Krate {
    Krate::of_source(&root().join("fixtures/score"), name)
}

/// Runs `cargo unroll score` with a report in JSON; the run must end with `code`.
#[track_caller]
pub(crate) fn scored(krate: &Krate, code: i32, args: &[&str]) -> (Report, Run) {
    let mut all = vec!["--message-format", "json"];
    all.extend(args);
    let run = krate.score(&all);
    assert_eq!(run.code, Some(code), "cargo unroll score {all:?}: {run}");
    (Report::parse_score(&run.stdout), run)
}

/// The tests that cover the label with a name in the function with this path.
#[track_caller]
pub(crate) fn covering<'r>(
    report: &'r Report,
    function: &str,
    criterion: &str,
    name: &str,
) -> Vec<&'r str> {
    let mut labels = report.lines("label");
    let label = labels.find(|line| {
        line["function"] == function
            && line["criterion"] == criterion
            && line["label"]["name"] == name
    });
    let label = label.unwrap_or_else(|| panic!("no `{name}` ({criterion}) in `{function}`"));
    texts(&label["tests"])
}

fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter().filter_map(Value::as_str).collect()
}

/// Each line of `expected` is a test and its outcome.
#[track_caller]
fn assert_outcomes(report: &Report, expected: &str) {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let tests = report.lines("test-run");
    let found: Vec<String> = tests
        .map(|line| format!("{} {}", text(&line["test"]), text(&line["outcome"])))
        .collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(found, expected);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a flat list of checks on one run")]
fn a_suite_is_counted_up_to_where_tests_fail_hang_and_end_the_process() {
    let krate = fixture("score-suite");
    let args = ["--timeout", "10", "--redundant"];
    let (report, run) = scored(&krate, 5, &args);
    assert_outcomes(
        &report,
        "custom passed
        integration::reads_a_file_of_the_package passed
        integration::shapes passed
        integration::starts_the_program passed
        scored::access::tests::adults_with_a_ticket_enter passed
        scored::access::tests::children_do_not_enter_alone passed
        scored::access::tests::children_pay_nothing_when_small passed
        scored::access::tests::small_children_are_free passed
        scored::access::tests::staff_enters passed
        scored::access::tests::vouchers_reduce_the_price passed
        scored::tests::aborts ended
        scored::tests::drops_in_order passed
        scored::tests::exits ended
        scored::tests::fails failed
        scored::tests::hangs timed-out
        scored::tests::ignored ignored
        scored::tests::loops passed
        scored::tests::negates passed
        scored::tests::panics passed
        scored::tests::runs_on_a_thread_of_its_own passed
        scored::tests::waits_for_an_async_fn passed
        scored (documentation) passed",
    );
    for (function, name, tests) in [
        ("forms::ends", "arm 1", &["scored::tests::exits"][..]),
        ("forms::ends", "arm 2", &["scored::tests::aborts"]),
        ("forms::ends", "arm 3", &["scored::tests::hangs"]),
        ("forms::ends", "arm _", &[]),
        (
            "forms::panics",
            "no else of if fail && line!() > 0",
            &["scored::tests::fails"],
        ),
        (
            "forms::panics",
            "if fail && line!() > 0",
            &["scored::tests::panics"],
        ),
        (
            "main",
            "else of if std::env::args().count() > 1",
            &["integration::starts_the_program"],
        ),
        (
            "forms::inner::Shape::is_big",
            "if self.area() > 10",
            &["integration::shapes"],
        ),
        // The names of an analysis.
        (
            "forms::Step::neg",
            "else of if self.0 == 0",
            &["integration::shapes"],
        ),
        (
            "forms::Step::move",
            "no else of if self.0 == 0",
            &["integration::shapes"],
        ),
        (
            "forms::waits",
            "if n > 3",
            &["scored::tests::waits_for_an_async_fn"],
        ),
    ] {
        let function = format!("scored::{function}");
        assert_eq!(
            covering(&report, &function, "branch", name),
            tests,
            "{name}"
        );
    }
    // The example of the documentation that is run counts; those that are compiled alone, or must not compile, do not.
    let documented = |name| covering(&report, "scored::forms::documented", "condition", name);
    assert_eq!(documented("n == 1 is true"), ["scored (documentation)"]);
    assert_eq!(documented("n == 1 is false"), ["custom"]);
    assert_eq!(documented("n == 2 is true"), Vec::<&str>::new());
    assert_messages(&report, &run);
}

fn assert_messages(report: &Report, run: &Run) {
    for text in [
        "warning[U0603]: a test failed: `scored::tests::fails`",
        "thread 'tests::fails'",
        "src/tests.rs:43:5:",
        "warning[U0604]: a test ended its process: `scored::tests::aborts`",
        "warning[U0604]: a test ended its process: `scored::tests::exits`",
        "warning[U0605]: a test did not end in time: `scored::tests::hangs`",
        "labels that it covered until then are counted",
        "note: 1 `const fn`s are not counted",
        "src/access.rs",
    ] {
        assert!(run.stderr.contains(text), "`{text}`: {run}");
    }
    let skips: Vec<_> = report.lines("skip").collect();
    assert_eq!(skips.len(), 1, "{skips:?}");
    assert_eq!(skips[0]["function"], "scored::forms::constant");
    assert_eq!(skips[0]["code"], "U0601");
    // `extra` is not part of the build, and neither is a statement of `partly`.
    assert!(
        report
            .lines("label")
            .all(|line| line["function"] != "scored::forms::extra")
    );
    assert!(
        report
            .lines("label")
            .all(|line| line["function"] != "scored::forms::partly")
    );
    let redundant = report
        .lines("test-run")
        .filter(|line| line["redundant"] == true);
    let redundant: Vec<_> = redundant.map(|line| line["test"].clone()).collect();
    assert_eq!(
        redundant,
        [
            "integration::reads_a_file_of_the_package",
            "scored::access::tests::small_children_are_free",
            "scored::tests::runs_on_a_thread_of_its_own",
        ]
    );
    for test in redundant {
        let test = test.as_str().expect("a name");
        assert!(run.stderr.contains(&format!("\n  {test}\n")), "{run}");
    }
    assert_eq!(report.count("failed"), 4);
    assert_eq!(report.count("tests"), 22);
}

#[test]
fn the_table_the_missing_labels_and_the_evidence_are_those_of_the_tests() {
    let krate = fixture("score-table");
    let args = [
        "--lib",
        "access",
        "--criterion=branch,mcdc",
        "--functions",
        "--missing",
        "--evidence",
    ];
    let run = krate.score(&args);
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(run.stdout, "");
    for text in [
        "src/access.rs:16: `visitor.is_staff || (visitor.age >= 18 && visitor.has_ticket)` in `scored::access::may_enter`
    1: T - - = T  scored::access::tests::staff_enters
    2: F F - = F  scored::access::tests::children_do_not_enter_alone
    3: F T T = T  scored::access::tests::adults_with_a_ticket_enter
  `visitor.is_staff`: rows 1 and 2, unique cause
  `visitor.age >= 18`: rows 3 and 2, unique cause
  `visitor.has_ticket`: no pair
",
        "\nsrc/access.rs                                       9/13  69 %  15/20  75 %\n",
        "\n  scored::access::may_enter                                  -    5/6  83 %\n",
        "\n  scored::access::price                             9/13  69 %  10/14  71 %\n",
        "src/access.rs:16: in `scored::access::may_enter`
    visitor.is_staff || (visitor.age >= 18 && visitor.has_ticket)
  visitor.has_ticket is false and decides (mcdc)
src/access.rs:24: in `scored::access::price`
    6..=17 => 500,
  6..=17 matches and decides (mcdc)
  arm 6..=17 (branch)
",
        "src/access.rs:27: `let Some(voucher) = voucher` in `scored::access::price`
    1: F = F  scored::access::tests::vouchers_reduce_the_price
    2: T = T  scored::access::tests::vouchers_reduce_the_price
",
        "src/access.rs:30: `voucher.strip_prefix(\"OFF\")?` in `scored::access::price`
    1: T = T  scored::access::tests::vouchers_reduce_the_price
",
        "see `--prove`",
    ] {
        assert!(run.stderr.contains(text), "`{text}`: {run}");
    }
    assert!(!run.stderr.contains("`--missing` shows all"), "{run}");
}

#[test]
#[expect(clippy::too_many_lines, reason = "a flat list of checks on one run")]
fn a_workspace_is_scored_as_a_whole_without_unsafe_code_std_and_with_other_harnesses() {
    let krate = fixture("score-workspace");
    let args = ["-p", "bare", "-p", "harnesses", "--criterion", ALL];
    let (report, run) = scored(&krate, 0, &args);
    assert_outcomes(
        &report,
        "bare::tests::nothing_has_no_first_byte passed
        bare::tests::zeros_do_not_count passed
        harnesses::tests::grades::case_1 passed
        harnesses::tests::grades::case_2 passed
        harnesses::tests::pauses_three_times passed
        harnesses::tests::reads_in_bounds passed
        harnesses::tests::stays_between_the_ends passed
        parity::tests::one_is_odd passed",
    );
    for (function, name, test) in [
        (
            "harnesses::grade",
            "if points >= 90",
            "harnesses::tests::grades::case_1",
        ),
        (
            "harnesses::grade",
            "if points >= 50",
            "harnesses::tests::grades::case_2",
        ),
        (
            "harnesses::clamped",
            "if value < low",
            "harnesses::tests::stays_between_the_ends",
        ),
        (
            "harnesses::pauses",
            "while done < times && done < 3 ends",
            "harnesses::tests::pauses_three_times",
        ),
        (
            "harnesses::at",
            "if index < items.len()",
            "harnesses::tests::reads_in_bounds",
        ),
    ] {
        assert_eq!(
            covering(&report, function, "branch", name),
            [test],
            "{name}"
        );
    }
    // The test of an example counts as others do.
    assert_eq!(
        covering(&report, "bare::has_even_parity", "branch", "if *byte != 0"),
        [
            "bare::tests::zeros_do_not_count",
            "parity::tests::one_is_odd"
        ]
    );
    // One function has no room for probes. The rest is counted.
    let skips: Vec<_> = report.lines("skip").collect();
    assert_eq!(skips.len(), 1, "{skips:?}");
    assert_eq!(skips[0]["function"], "harnesses::returns");
    assert_eq!(skips[0]["code"], "U0602");
    assert!(
        run.stderr
            .contains("warning[U0602]: skipped `harnesses::returns`"),
        "{run}"
    );
    assert!(
        report
            .lines("score")
            .all(|line| line["path"] != "src/access.rs")
    );
}

#[test]
fn a_suite_without_tests_has_a_score_and_a_warning() {
    let krate = fixture("score-untested");
    let (report, run) = scored(&krate, 0, &["--lib", "no_such_test"]);
    assert!(run.stderr.contains("warning[U0606]: no tests ran"), "{run}");
    assert_eq!(report.lines("test-run").count(), 0);
    assert!(report.lines("label").count() > 0);
    assert!(
        report
            .lines("label")
            .all(|line| line["verdict"] == "uncovered")
    );
}

#[test]
fn errors_of_the_compiler_are_those_of_the_users_own_source() {
    let krate = fixture("score-broken");
    let path = "src/access.rs";
    let text = krate.read(path).replace(
        "visitor.is_staff || (visitor.age >= 18 && visitor.has_ticket)",
        "visitor.is_staff || (visitor.age >= \"x\" && visitor.has_ticket)",
    );
    krate.write(path, &text);
    let run = krate.score(&["--lib"]);
    assert_eq!(run.code, Some(4), "{run}");
    for text in [
        "error[E0308]: mismatched types",
        "--> src/access.rs:16:41",
        "16 |     visitor.is_staff || (visitor.age >= \"x\" && visitor.has_ticket)",
    ] {
        assert!(run.stderr.contains(text), "`{text}`: {run}");
    }
    assert!(!run.stderr.contains("unroll_test"), "{run}");
    assert!(!run.stderr.contains("U0602"), "{run}");

    // Errors in the tests alone.
    krate.write(
        path,
        &text
            .replace("\"x\"", "18")
            .replace("assert!(may_enter(&ADULT))", "assert!(ADULT)"),
    );
    let run = krate.score(&["--lib"]);
    assert_eq!(run.code, Some(4), "{run}");
    assert!(run.stderr.contains("--> src/access.rs:49:9"), "{run}");
}

#[test]
fn criteria_without_labels_are_refused_with_those_that_have_some() {
    let krate = fixture("score-unknown");
    for args in [
        &["--criterion=branch,unroll"][..],
        &["--criterion=panics"],
        &["--fail-under=unroll=90"],
    ] {
        let run = krate.score(args);
        assert_eq!(run.code, Some(1), "{args:?}: {run}");
        assert!(
            run.stderr
                .contains("error[U0607]: tests cannot be scored by this criterion"),
            "{run}"
        );
        let all = ALL.replace(',', "`, `");
        assert!(
            run.stderr
                .contains(&format!("the criteria for scores are `{all}`")),
            "{run}"
        );
    }
    let run = krate.score(&["--criterion=luck"]);
    assert_eq!(run.code, Some(1), "{run}");
    assert!(run.stderr.contains("invalid value 'luck'"), "{run}");
}

#[cfg(unix)]
#[test]
fn tests_are_started_as_the_configuration_of_cargo_says() {
    let source = root().join("fixtures/cases/configured");
    let krate = Krate::of_source(&source, "score-configured");
    let host = std::process::Command::new("rustc")
        .args(["--print", "host-tuple"])
        .output()
        .expect("rustc is there");
    let host = String::from_utf8(host.stdout).expect("UTF-8");
    let target = format!("--target={}", host.trim());
    let args = ["--criterion=branch", "--config=env.GREETING='hello'"];
    let (report, _) = scored(&krate, 0, &[&args[..], &[&target]].concat());
    assert_outcomes(
        &report,
        "configured::tests::the_environment_is_configured passed
        configured::tests::the_runner_has_started_this passed
        configured (documentation) passed",
    );
    let of = |name| covering(&report, "configured::doubled", "branch", name);
    assert_eq!(of("if n > 10"), ["configured (documentation)"]);
    // The target may stand in the configuration as well.
    let target = format!("--config=build.target='{}'", host.trim());
    let (of_config, _) = scored(&krate, 0, &[&args[..], &[&target]].concat());
    assert_outcomes(
        &of_config,
        "configured::tests::the_environment_is_configured passed
        configured::tests::the_runner_has_started_this passed
        configured (documentation) passed",
    );
    // Without the variable, one of them fails.
    let (_, run) = scored(&krate, 5, &["--criterion=branch", "--lib"]);
    assert!(
        run.stderr.contains("the_environment_is_configured"),
        "{run}"
    );
}
