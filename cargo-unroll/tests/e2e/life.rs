//! The command on a small crate of its own, as a user runs it: list, diff, check, write, run again, edit, remove, interrupt.

use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Stdio;
use std::process::{Command, Output};
#[cfg(unix)]
use std::time::{Duration, Instant};

const LIB: &str = include_str!("../../../fixtures/cases/digits/src/lib.rs");

struct Krate {
    _guard: tempfile::TempDir,
    root: PathBuf,
}

impl Krate {
    fn new() -> Self {
        let guard = tempfile::tempdir().expect("a temporary folder");
        let root = guard.path().join("digits");
        let krate = Self {
            _guard: guard,
            root,
        };
        let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/unroll-test");
        let tool = tool.canonicalize().expect("the crate is there");
        krate.write(
            "Cargo.toml",
            &format!(
                "[package]\nname = \"digits\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\nunroll-test = {{ path = '{}' }}\n\n[workspace]\n",
                tool.display()
            ),
        );
        krate.write("src/lib.rs", LIB);
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

    /// Files below `src`.
    fn sources(&self) -> Vec<String> {
        let mut names: Vec<_> = std::fs::read_dir(self.root.join("src"))
            .expect("readable")
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-unroll"));
        command
            .arg("unroll")
            .args(["--depth", "2"])
            .args(args)
            .current_dir(&self.root)
            .env_remove("CARGO_TARGET_DIR")
            .env("NO_COLOR", "1");
        command
    }

    #[track_caller]
    fn run(&self, args: &[&str], exit: i32) -> Said {
        let said = Said::from(self.command(args).output().expect("the tool starts"));
        assert_eq!(
            said.exit,
            Some(exit),
            "{args:?}\n{}{}",
            said.stdout,
            said.stderr
        );
        said
    }
}

struct Said {
    exit: Option<i32>,
    stdout: String,
    stderr: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            exit: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Said {
    #[track_caller]
    fn has(&self, text: &str) -> &Self {
        assert!(
            self.stdout.contains(text) || self.stderr.contains(text),
            "`{text}` is not in\n{}{}",
            self.stdout,
            self.stderr
        );
        self
    }
}

const TESTS: &str = "src/unroll_tests.rs";

/// One crate from its first run to its last, because each run builds on the build of the one before.
#[test]
fn the_life_of_a_crate() {
    let krate = Krate::new();
    lists_without_building(&krate);
    shows_and_checks_without_writing(&krate);
    writes_once(&krate);
    reports_in_json(&krate);
    denies_what_is_to_be_denied(&krate);
    narrowing_keeps_other_tests(&krate);
    keeps_what_was_edited(&krate);
    never_touches_what_is_foreign(&krate);
    a_read_only_source_is_told(&krate);
    an_interrupt_ends_it(&krate);
    removes_what_is_gone(&krate);
}

fn lists_without_building(krate: &Krate) {
    krate
        .run(&["--list"], 0)
        .has("digits::leading_zeros  src/lib.rs:8")
        .has("loop 1  line 10  3 objectives")
        .has("ensures  line 7  |&n| n <= digits.len()");
    assert!(!krate.root.join("target").exists());
}

fn shows_and_checks_without_writing(krate: &Krate) {
    krate
        .run(&["--diff"], 0)
        .has("+++ b/src/unroll_tests.rs")
        .has("+mod unroll_tests;");
    krate
        .run(&["--check"], 2)
        .has("`src/unroll_tests.rs` is not up to date");
    assert_eq!(krate.sources(), ["lib.rs"]);
    assert_eq!(krate.read("src/lib.rs"), LIB);
}

fn writes_once(krate: &Krate) {
    krate
        .run(&[], 0)
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
    let again = krate.run(&[], 0);
    assert!(
        !again.stderr.contains("Created") && !again.stderr.contains("Updated"),
        "{}",
        again.stderr
    );
    assert_eq!(krate.read(TESTS), tests);
    krate.run(&["--check"], 0);
    assert_eq!(krate.run(&["--diff"], 0).stdout, "");
    let cargo = Command::new(env!("CARGO"))
        .args(["test", "--quiet", "--lib", "--target-dir", "target/own"])
        .current_dir(&krate.root)
        .output()
        .expect("cargo starts");
    assert!(
        cargo.status.success(),
        "{}",
        String::from_utf8_lossy(&cargo.stdout)
    );
}

fn reports_in_json(krate: &Krate) {
    let said = krate.run(&["--message-format", "json"], 0);
    let lines: Vec<serde_json::Value> = said
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

fn denies_what_is_to_be_denied(krate: &Krate) {
    krate.run(&["--deny", "panics"], 5).has("error[panic]");
    krate.run(&["--deny", "undecided", "--function", "leading_zeros"], 0);
    krate.run(&["--fail-under", "100", "--function", "leading_zeros"], 0);
}

fn narrowing_keeps_other_tests(krate: &Krate) {
    let tests = krate.read(TESTS);
    krate.run(&["--function", "sum"], 0);
    assert_eq!(krate.read(TESTS), tests);
}

fn keeps_what_was_edited(krate: &Krate) {
    let tests = krate.read(TESTS);
    let edited = tests.replace("fn loop_1_after_0()", "fn nothing_in_nothing_out()");
    krate.write(TESTS, &edited);
    krate
        .run(&[], 1)
        .has("error[U0402]")
        .has("--overwrite-edited");
    assert_eq!(krate.read(TESTS), edited);
    krate
        .run(&["--overwrite-edited"], 0)
        .has("Updated src/unroll_tests.rs");
    assert_eq!(krate.read(TESTS), tests);
}

fn never_touches_what_is_foreign(krate: &Krate) {
    let tests = krate.read(TESTS);
    let foreign = tests.replace("// @generated by cargo-unroll", "// By hand,");
    krate.write(TESTS, &foreign);
    krate.run(&["--overwrite-edited"], 1).has("error[U0401]");
    assert_eq!(krate.read(TESTS), foreign);
    krate.write(TESTS, &tests);
}

fn a_read_only_source_is_told(krate: &Krate) {
    let path = krate.root.join(TESTS);
    let tests = krate.read(TESTS);
    krate.write(
        TESTS,
        &tests.replace("digits: &[u8] = &[]", "digits: &[u8] = &[0]"),
    );
    let mut permissions = std::fs::metadata(&path).expect("it exists").permissions();
    let writable = permissions.clone();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).expect("own file");
    krate
        .run(&["--overwrite-edited"], 1)
        .has("error[U0409]: failed to write `src/unroll_tests.rs`");
    std::fs::set_permissions(&path, writable).expect("own file");
    krate.write(TESTS, &tests);
}

#[cfg(unix)]
fn an_interrupt_ends_it(krate: &Krate) {
    let before = krate.sources();
    // A change that needs a build, so that there is something to interrupt.
    krate.write(
        "src/lib.rs",
        &krate.read("src/lib.rs").replace("n += 1;", "n = n + 1;"),
    );
    let mut child = krate
        .command(&["--seed", "9"])
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
    assert_eq!(krate.sources(), before);
    krate.write(
        "src/lib.rs",
        &krate.read("src/lib.rs").replace("n = n + 1;", "n += 1;"),
    );
}

#[cfg(not(unix))]
fn an_interrupt_ends_it(_: &Krate) {}

fn removes_what_is_gone(krate: &Krate) {
    let source = krate.read("src/lib.rs");
    krate.write(
        "src/lib.rs",
        &source
            .replace("fn sum(", "fn total(")
            .replace("    sum(&", "    total(&"),
    );
    krate.run(&[], 0).has("Updated src/unroll_tests.rs");
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
    krate.run(&["--function", "both", "--function", "total"], 0);
    assert!(krate.read(TESTS).contains("mod total {"));
}
