//! The command on a small crate of its own, as a user runs it: list, diff, check, write, run again, edit, remove, interrupt.

use std::fs;
use std::process::Command;
#[cfg(unix)]
use std::process::Stdio;
#[cfg(unix)]
use std::time::{Duration, Instant};

use crate::support::{self, Krate, Run};

const LIB: &str = include_str!("../../../fixtures/cases/digits/src/lib.rs");

/// `cargo unroll` at the depth of this test.
fn command(krate: &Krate, args: &[&str]) -> Command {
    let mut command = krate.bare_command(&["--depth", "2"]);
    command.args(args);
    command
}

/// Runs `cargo unroll`, which must end with `code`.
#[track_caller]
fn unroll(krate: &Krate, args: &[&str], code: i32) -> Run {
    let run = support::run(command(krate, args));
    assert_eq!(run.code, Some(code), "{args:?}\n{run}");
    run
}

/// The names of the files below `src`.
fn sources(krate: &Krate) -> Vec<String> {
    let entries = fs::read_dir(krate.path("src")).expect("readable").flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

impl Run {
    /// Asserts that the output contains `text`.
    #[track_caller]
    fn has(&self, text: &str) -> &Self {
        let is_there = self.stdout.contains(text) || self.stderr.contains(text);
        assert!(is_there, "`{text}` is not in\n{self}");
        self
    }
}

const TESTS: &str = "src/unroll_tests.rs";

/// One crate from its first run to its last, because each run builds on the build of the one before.
#[test]
fn the_life_of_a_crate() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let krate = Krate::alone("cases/digits", folder.path().join("digits"));
    lists_without_building(&krate);
    shares_builds(&krate);
    shows_and_checks_without_writing(&krate);
    writes_once(&krate);
    reports_in_json(&krate);
    denies_findings(&krate);
    narrowing_keeps_other_tests(&krate);
    keeps_edited_tests(&krate);
    never_touches_foreign_files(&krate);
    reports_a_read_only_file(&krate);
    ends_on_interrupt(&krate);
    removes_tests_of_removed_functions(&krate);
}

fn lists_without_building(krate: &Krate) {
    unroll(krate, &["--list"], 0)
        .has("digits::leading_zeros  src/lib.rs:8")
        .has("loop 1  line 10  3 objectives")
        .has("ensures  line 7  |&n| n <= digits.len()");
    assert!(!krate.path("target").exists());
}

/// Has the crate's own target directory, where all runs build, take the dependencies from the tests' common one.
fn shares_builds(krate: &Krate) {
    let common = support::place().join(support::BUILT).join("unroll/build");
    let own = krate.path("target/unroll");
    for folder in [&common, &own] {
        fs::create_dir_all(folder).expect("target is writable");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(common, own.join("build")).expect("target is writable");
}

fn shows_and_checks_without_writing(krate: &Krate) {
    unroll(krate, &["--diff"], 0)
        .has("+++ b/src/unroll_tests.rs")
        .has("+mod unroll_tests;");
    unroll(krate, &["--check"], 2).has("`src/unroll_tests.rs` is not up to date");
    assert_eq!(sources(krate), ["lib.rs"]);
    assert_eq!(krate.read("src/lib.rs"), LIB);
}

fn writes_once(krate: &Krate) {
    unroll(krate, &[], 0)
        .has("Created src/unroll_tests.rs")
        .has("Updated src/lib.rs")
        .has("`digits::sum` panics: attempt to add with overflow");
    assert_eq!(
        krate.read("src/lib.rs"),
        format!("{LIB}\n#[cfg(test)]\nmod unroll_tests;\n")
    );
    let tests = krate.read(TESTS);
    assert!(
        tests.contains("mod leading_zeros {") && tests.contains("mod sum {"),
        "{tests}"
    );
    let again = unroll(krate, &[], 0);
    assert!(
        !again.stderr.contains("Created") && !again.stderr.contains("Updated"),
        "{}",
        again.stderr
    );
    assert_eq!(krate.read(TESTS), tests);
    unroll(krate, &["--check"], 0);
    assert_eq!(unroll(krate, &["--diff"], 0).stdout, "");
    let cargo = krate.test("");
    assert_eq!(cargo.code, Some(0), "{cargo}");
}

fn reports_in_json(krate: &Krate) {
    let run = unroll(krate, &["--message-format", "json"], 0);
    let lines: Vec<serde_json::Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("standard output holds JSON lines only"))
        .collect();
    let of = |reason: &str| lines.iter().filter(|line| line["reason"] == reason).count();
    assert_eq!(of("function"), 2);
    assert!(of("objective") >= 6 && of("finding") == 1);
    let last = lines.last().expect("the last line");
    assert_eq!(last["reason"], "finished");
    assert_eq!(last["version"], 2);
    let covered = lines
        .iter()
        .filter(|line| line["kind"] == "loop-exit" && line["verdict"] == "covered");
    for line in covered {
        let test = line["test"]
            .as_str()
            .expect("a covered objective has a test");
        assert!(test.starts_with("unroll_tests::"), "{test}");
    }
}

fn denies_findings(krate: &Krate) {
    unroll(krate, &["--deny", "panics"], 5).has("error[panic]");
    unroll(
        krate,
        &["--deny", "undecided", "--function", "leading_zeros"],
        0,
    );
    unroll(
        krate,
        &["--fail-under", "100", "--function", "leading_zeros"],
        0,
    );
}

fn narrowing_keeps_other_tests(krate: &Krate) {
    let tests = krate.read(TESTS);
    unroll(krate, &["--function", "sum"], 0);
    assert_eq!(krate.read(TESTS), tests);
}

fn keeps_edited_tests(krate: &Krate) {
    let tests = krate.read(TESTS);
    let edited = tests.replace("fn loop_1_after_0()", "fn nothing_in_nothing_out()");
    krate.write(TESTS, &edited);
    unroll(krate, &[], 1)
        .has("error[U0402]")
        .has("--overwrite-edited");
    assert_eq!(krate.read(TESTS), edited);
    unroll(krate, &["--overwrite-edited"], 0).has("Updated src/unroll_tests.rs");
    assert_eq!(krate.read(TESTS), tests);
}

fn never_touches_foreign_files(krate: &Krate) {
    let tests = krate.read(TESTS);
    let foreign = tests.replace("// @generated by cargo-unroll", "// By hand,");
    krate.write(TESTS, &foreign);
    unroll(krate, &["--overwrite-edited"], 1).has("error[U0401]");
    assert_eq!(krate.read(TESTS), foreign);
    krate.write(TESTS, &tests);
}

fn reports_a_read_only_file(krate: &Krate) {
    let path = krate.path(TESTS);
    let tests = krate.read(TESTS);
    krate.write(
        TESTS,
        &tests.replace("digits: &[u8] = &[]", "digits: &[u8] = &[0]"),
    );
    let mut permissions = fs::metadata(&path).expect("it exists").permissions();
    let writable = permissions.clone();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("own file");
    unroll(krate, &["--overwrite-edited"], 1)
        .has("error[U0409]: failed to write `src/unroll_tests.rs`");
    fs::set_permissions(&path, writable).expect("own file");
    krate.write(TESTS, &tests);
}

#[cfg(unix)]
fn ends_on_interrupt(krate: &Krate) {
    let before = sources(krate);
    // A change that needs a build, so that there is something to interrupt.
    krate.write(
        "src/lib.rs",
        &krate.read("src/lib.rs").replace("n += 1;", "n = n + 1;"),
    );
    let mut child = command(krate, &["--seed", "9"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the tool starts");
    std::thread::sleep(Duration::from_millis(400));
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.expect("kill exists").success());
    let start = Instant::now();
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!(sources(krate), before);
    krate.write(
        "src/lib.rs",
        &krate.read("src/lib.rs").replace("n = n + 1;", "n += 1;"),
    );
}

#[cfg(not(unix))]
fn ends_on_interrupt(_: &Krate) {}

fn removes_tests_of_removed_functions(krate: &Krate) {
    let source = krate.read("src/lib.rs");
    krate.write(
        "src/lib.rs",
        &source
            .replace("fn sum(", "fn total(")
            .replace("    sum(&", "    total(&"),
    );
    unroll(krate, &[], 0).has("Updated src/unroll_tests.rs");
    let tests = krate.read(TESTS);
    assert!(
        !tests.contains("mod sum {") && tests.contains("mod total {"),
        "{tests}"
    );
    let bare = krate
        .read("src/lib.rs")
        .replace("#[unroll_test]\nfn total", "fn total");
    let start = bare.find("/// How many").expect("it is there");
    let end = bare.find("/// The sum").expect("it is there");
    let bare = format!("{}{}", &bare[..start], &bare[end..])
        .replace("leading_zeros(digits)", "0")
        .replace("use unroll_test::{ensures, unroll_test};\n", "");
    krate.write("src/lib.rs", &bare);
    unroll(krate, &["--function", "both", "--function", "total"], 0);
    assert!(krate.read(TESTS).contains("mod total {"));
}
