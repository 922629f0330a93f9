//! Trial runs of tests that are not written yet.

use std::time::Duration;

use cargo_unroll::compile::{self, Output, TestStatus, Trial, TrialTarget, Validation};
use cargo_unroll::project::TargetKind;
use cargo_unroll::sandbox::{Confinement, Limits};

use super::sandbox::Sandbox;

const QUIET: Output = Output {
    quiet: true,
    color: false,
    jobs: None,
    wrapper: None,
};

fn tried(tests: &str, names: &[&str]) -> Validation {
    let lib = "#[unroll_test] pub fn f(n: u8) -> u8 { n.wrapping_add(1) }\n";
    let sandbox = Sandbox::new(&[
        (
            "Cargo.toml",
            "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\nunroll-test = { path = \"../unroll-test\" }\n",
        ),
        (
            "src/lib.rs",
            &format!("use unroll_test::unroll_test;\n{lib}"),
        ),
    ]);
    let project = sandbox.load();
    let wired = format!("use unroll_test::unroll_test;\n{lib}\n#[cfg(test)]\nmod unroll_tests;\n");
    let trial = Trial {
        files: [
            ("src/lib.rs".into(), Some(wired)),
            ("src/unroll_tests.rs".into(), Some(tests.to_owned())),
        ]
        .into_iter()
        .collect(),
        targets: vec![TrialTarget {
            stateful: Vec::new(),
            package: "demo".into(),
            kind: TargetKind::Lib,
            name: "demo".into(),
            tests: names
                .iter()
                .map(|name| format!("unroll_tests::{name}"))
                .collect(),
            // One of the tests tells its runs apart by a folder.
            confinement: Confinement::Resources,
        }],
        runs: 2,
        timeout: Duration::from_secs(10),
        limits: Limits { memory_mib: 4096 },
    };
    let validation =
        compile::validate(&project, &trial, QUIET).unwrap_or_else(|error| panic!("{error}"));
    assert!(!sandbox.root.join("src/unroll_tests.rs").exists());
    validation
}

#[test]
fn each_test_is_judged_in_each_run() {
    let tests = "
        use super::*;
        #[test] fn good() { assert_eq!(f(1), 2); }
        #[test] fn bad() { assert_eq!(f(1), 3); }
        #[test] #[should_panic(expected = \"boom\")] fn panics() { panic!(\"boom\") }
        #[test] fn flaky() {
            let seen = std::env::temp_dir().join(format!(\"flaky-{}\", env!(\"CARGO_MANIFEST_DIR\").replace('/', \"-\")));
            assert!(std::fs::create_dir(&seen).is_ok(), \"{}\", std::fs::remove_dir(&seen).is_ok());
        }
    ";
    let Validation::Ran {
        statuses: results, ..
    } = tried(tests, &["good", "bad", "panics", "flaky", "absent"])
    else {
        panic!("compiles")
    };
    let twice = |status| vec![status, status];
    let of = |name: &str| results[0][&format!("unroll_tests::{name}")].clone();
    assert_eq!(of("good"), twice(TestStatus::Passed));
    assert_eq!(of("bad"), twice(TestStatus::Failed));
    assert_eq!(of("panics"), twice(TestStatus::Passed));
    assert_eq!(of("flaky"), [TestStatus::Passed, TestStatus::Failed]);
    assert_eq!(of("absent"), twice(TestStatus::Missing));
}

#[test]
fn a_test_that_kills_the_process_leaves_the_rest_missing() {
    let tests = "#[test] fn dies() { std::process::abort() }\n";
    let Validation::Ran {
        statuses: results, ..
    } = tried(tests, &["dies"])
    else {
        panic!("compiles")
    };
    assert_eq!(
        results[0]["unroll_tests::dies"],
        [TestStatus::Missing, TestStatus::Missing]
    );
}

#[test]
fn files_that_do_not_compile_are_told_as_rustc_tells_it() {
    let Validation::DoesNotCompile(told) = tried("#[test] fn t() { nothing }\n", &["t"]) else {
        panic!("compiles")
    };
    let error = told.iter().find(|told| told.is_error).expect("an error");
    assert!(
        error.rendered.contains("cannot find value `nothing`"),
        "{error:?}"
    );
    assert_eq!(error.places, [("src/unroll_tests.rs".into(), 1)]);
}
