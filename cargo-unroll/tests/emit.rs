//! Emission from made-up outcomes: the text of test files, and what happens to files that are there.

#[path = "emit/cases.rs"]
mod cases;
#[path = "support/golden.rs"]
mod golden;
#[path = "support/jobs.rs"]
mod jobs;
#[path = "support/outcomes.rs"]
mod outcomes;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_unroll::diagnostics::Code;
use cargo_unroll::emit::{self, Analysed, Config, Plan, Prelude, RealDisk, Retention, SourceUnit};
use cargo_unroll::model::outcome::{FunctionVerdict, Note};
use cases::{Case, FILE, STYLE, binary_search, bubble, cases, sample};
use golden::golden;

/// A crate with the sample as `src/sample.rs`.
struct Krate {
    _guard: tempfile::TempDir,
    root: Utf8PathBuf,
}

impl Krate {
    fn new() -> Self {
        let guard = tempfile::tempdir().expect("a temporary folder");
        let root = Utf8PathBuf::from_path_buf(guard.path().to_owned()).expect("UTF-8");
        let krate = Self {
            _guard: guard,
            root,
        };
        krate.write("src/lib.rs", "mod sample;\n");
        krate.write(FILE, &sample());
        krate
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        std::fs::write(path, text).expect("writable");
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root.join(path)).expect("readable")
    }

    fn plan(&self, cases: &[Case]) -> Plan {
        self.plan_with(cases, &[], false)
    }

    fn plan_with(&self, cases: &[Case], strays: &[Utf8PathBuf], overwrite_edited: bool) -> Plan {
        let unit = SourceUnit {
            path: self.root.join(FILE),
            root: self.root.join("src/lib.rs"),
            module: "krate::sample".to_owned(),
            mod_rs: false,
            lib_beside: true,
            prelude: Prelude::default(),
            functions: cases
                .iter()
                .map(|(job, outcome)| Analysed {
                    job,
                    outcome,
                    style: &STYLE,
                })
                .collect(),
        };
        let disk = RealDisk::default();
        let config = Config {
            version: "0.1.0",
            overwrite_edited,
            scope: Retention::Part,
            disk: &disk,
            format: &|text, folder| rustfmt(text, folder),
        };
        emit::plan(&[unit], strays, &config)
    }

    fn apply(plan: &Plan) {
        assert!(plan.problems.is_empty(), "{:?}", plan.problems);
        emit::apply(plan, &RealDisk::default()).expect("the folder is writable");
    }
}

fn rustfmt(text: &str, folder: &Utf8Path) -> Option<String> {
    use std::io::Write;
    let mut child = std::process::Command::new("rustfmt")
        .args(["--edition", "2024"])
        .current_dir(folder)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).ok())?
}

const TESTS: &str = "src/sample/unroll_tests.rs";
const INNER: &str = "src/sample/inner/unroll_tests.rs";

#[test]
fn the_text_of_test_files() {
    let krate = Krate::new();
    Krate::apply(&krate.plan(&cases(&sample())));
    golden("emit/unroll_tests.rs", &krate.read(TESTS));
    golden("emit/inner_unroll_tests.rs", &krate.read(INNER));
    golden("emit/wired.rs", &krate.read(FILE));
}

#[test]
fn own_layout_is_what_rustfmt_would_make() {
    let krate = Krate::new();
    Krate::apply(&krate.plan(&cases(&sample())));
    let text = krate.read(TESTS);
    assert_eq!(rustfmt(&text, &krate.root).as_deref(), Some(&text[..]));
}

#[test]
fn written_tests_compile_and_pass_and_a_violation_is_only_a_call() {
    let krate = Krate::new();
    Krate::apply(&krate.plan(&cases(&sample())));
    let exe = krate.root.join("tests");
    let rustc = std::process::Command::new("rustc")
        .args([
            "--test",
            "--edition",
            "2024",
            "-A",
            "dead_code",
            "-D",
            "warnings",
            "-o",
        ])
        .arg(&exe)
        .arg(krate.root.join("src/lib.rs"))
        .output()
        .expect("rustc runs");
    assert!(
        rustc.status.success(),
        "{}",
        String::from_utf8_lossy(&rustc.stderr)
    );
    let run = std::process::Command::new(&exe)
        .output()
        .expect("the tests run");
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && text.contains("23 passed"), "{text}");
}

#[test]
fn a_second_run_changes_nothing() {
    let krate = Krate::new();
    let cases = cases(&sample());
    Krate::apply(&krate.plan(&cases));
    let second = krate.plan(&cases);
    assert!(
        second.files.is_empty(),
        "{}",
        emit::diff(&second, &krate.root)
    );
}

#[test]
fn the_line_on_captured_results_is_brought_up_to_date() {
    let krate = Krate::new();
    let text = sample();
    Krate::apply(&krate.plan(&[bubble(&text)]));
    let line = "// Values marked `captured` were recorded when the test was written.";
    let old = "// What is marked `captured` is what the code gave when the test was written.";
    krate.write(TESTS, &krate.read(TESTS).replace(line, old));
    Krate::apply(&krate.plan(&[bubble(&text), binary_search(&text)]));
    let tests = krate.read(TESTS);
    assert_eq!(tests.matches(line).count(), 1, "{tests}");
    assert!(!tests.contains(old), "{tests}");
}

#[test]
fn the_users_formatting_of_tests_stays() {
    let krate = Krate::new();
    let cases = cases(&sample());
    Krate::apply(&krate.plan(&cases));
    let reformatted = krate
        .read(TESTS)
        .replace("    ", "\t")
        .replace('\n', "\r\n");
    krate.write(TESTS, &reformatted);
    assert!(krate.plan(&cases).files.is_empty());
}

#[test]
fn a_diff_names_files_from_the_root() {
    let krate = Krate::new();
    let text = sample();
    let plan = krate.plan(&[bubble(&text)]);
    golden("emit/diff.txt", &emit::diff(&plan, &krate.root));
}

#[test]
fn functions_that_were_not_analysed_keep_their_tests() {
    let krate = Krate::new();
    let text = sample();
    Krate::apply(&krate.plan(&[binary_search(&text), bubble(&text)]));
    assert!(krate.plan(&[bubble(&text)]).files.is_empty());
    let (job, mut timed_out) = binary_search(&text);
    timed_out.tests.clear();
    timed_out.verdict = FunctionVerdict::Error;
    assert!(krate.plan(&[(job, timed_out)]).files.is_empty());
}

#[test]
fn what_native_runs_found_alone_is_written_where_there_are_no_tests_only() {
    let krate = Krate::new();
    let text = sample();
    let (job, whole) = binary_search(&text);
    let mut without_engine = whole.clone();
    without_engine.tests.truncate(1);
    without_engine.verdict = FunctionVerdict::Partial;
    without_engine
        .notes
        .push(Note::new(Code::TimedOut, &job.span));
    let fresh = krate.plan(&[(job.clone(), without_engine.clone())]);
    assert!(!fresh.files.is_empty());
    Krate::apply(&krate.plan(&[(job.clone(), whole)]));
    assert!(krate.plan(&[(job, without_engine)]).files.is_empty());
}

#[test]
fn a_function_that_is_gone_takes_its_tests_along() {
    let krate = Krate::new();
    let text = sample();
    Krate::apply(&krate.plan(&[binary_search(&text), bubble(&text)]));
    krate.write(FILE, &krate.read(FILE).replace("fn bubble(", "fn sort("));
    Krate::apply(&krate.plan(&[]));
    assert!(!krate.read(TESTS).contains("mod bubble"));
    assert!(krate.read(TESTS).contains("mod binary_search"));
    krate.write(
        FILE,
        &krate.read(FILE).replace("fn binary_search(", "fn search("),
    );
    Krate::apply(&krate.plan(&[]));
    assert!(!krate.root.join("src/sample").exists());
    assert!(!krate.read(FILE).contains("unroll_tests"));
}

#[test]
fn tests_of_a_file_that_is_gone_are_removed() {
    let krate = Krate::new();
    let text = sample();
    Krate::apply(&krate.plan(&[bubble(&text)]));
    let stray = krate.root.join("src/old/unroll_tests.rs");
    krate.write("src/old/unroll_tests.rs", &krate.read(TESTS));
    krate.write("src/mine/unroll_tests.rs", "mod mine {}\n");
    let strays = [
        stray.clone(),
        krate.root.join("src/mine/unroll_tests.rs"),
        krate.root.join(TESTS),
    ];
    Krate::apply(&krate.plan_with(&[bubble(&text)], &strays, false));
    assert!(!stray.exists());
    assert!(krate.root.join("src/mine/unroll_tests.rs").exists());
    assert!(krate.root.join(TESTS).exists());
}

#[test]
fn edited_tests_are_kept_until_overwriting_is_asked_for() {
    let krate = Krate::new();
    let text = sample();
    Krate::apply(&krate.plan(&[binary_search(&text), bubble(&text)]));
    let edited = krate
        .read(TESTS)
        .replace("let mut a = [0, 0];", "let mut a = [0, 1];");
    krate.write(TESTS, &edited);
    let plan = krate.plan(&[binary_search(&text), bubble(&text)]);
    let codes: Vec<_> = plan.problems.iter().map(emit::EmitError::code).collect();
    assert_eq!(codes, [Code::EditedTests]);
    assert!(plan.files.is_empty());
    assert!(krate.plan(&[binary_search(&text)]).problems.is_empty());
    Krate::apply(&krate.plan_with(&[bubble(&text)], &[], true));
    assert!(krate.read(TESTS).contains("let mut a = [0, 0];"));
}

#[test]
fn a_foreign_file_is_never_overwritten() {
    let krate = Krate::new();
    let text = sample();
    krate.write(TESTS, "// mine\n");
    for overwrite in [false, true] {
        let plan = krate.plan_with(&[bubble(&text)], &[], overwrite);
        assert!(plan.files.is_empty());
        assert_eq!(plan.problems[0].code(), Code::ForeignFile);
    }
}

#[test]
fn a_file_that_changed_meanwhile_is_not_written() {
    let krate = Krate::new();
    let text = sample();
    let plan = krate.plan(&[bubble(&text)]);
    krate.write(FILE, "fn other() {}\n");
    let error = emit::apply(&plan, &RealDisk::default()).expect_err("the file changed");
    assert_eq!((error.made, error.error.code()), (0, Code::FileChanged));
    assert_eq!(krate.read(FILE), "fn other() {}\n");
}

#[test]
fn a_full_disk_is_reported_with_the_file_and_changes_no_source() {
    let krate = Krate::new();
    let plan = krate.plan(&[bubble(&sample())]);
    let full = RealDisk::with_fill(|_, _| Err(std::io::ErrorKind::StorageFull.into()));
    let error = emit::apply(&plan, &full).expect_err("the disk is full");
    assert_eq!((error.made, error.error.code()), (0, Code::WriteFailed));
    assert!(error.to_string().contains(TESTS), "{error}");
    assert_eq!(krate.read(FILE), sample());
    assert!(!krate.root.join(TESTS).exists());
}
