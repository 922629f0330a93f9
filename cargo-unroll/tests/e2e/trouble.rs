//! Trouble around the tool: the solver, time limits, workers, the disk, and interrupts.

#[cfg(target_os = "linux")]
use std::{
    io::Read as _,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::support::Krate;

const TESTS: &str = "src/unroll_tests.rs";

/// A crate with a function whose branch asks for the factors of a product of two primes of 32 bits, which no solver finds in the time of a test.
fn hard(name: &str) -> Krate {
    Krate::of_fixture("cases/hard", name)
}

#[test]
fn a_folder_without_a_manifest() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let krate = Krate::in_folder(folder.path().to_owned());
    let run = krate.unroll(&[]);
    assert_eq!(run.code, Some(1), "{run}");
    assert!(
        run.stderr.contains("Cargo.toml") && run.stderr.contains("--manifest-path"),
        "{run}"
    );
}

#[test]
fn what_the_solver_does_not_decide_in_time_is_undecided_and_says_so() {
    let krate = hard("trouble-timeout");
    let args = ["--depth", "1", "--timeout", "1", "--deny", "undecided"];
    let report = krate.report(3, &args);
    let undecided: Vec<_> = report
        .lines("objective")
        .filter(|line| line["verdict"] == "undecided")
        .filter(|line| line["function"] == "hard::factors")
        .collect();
    let [line] = undecided[..] else {
        panic!("one objective is hard: {report:?}")
    };
    let detail = line["detail"].as_str().expect("there is a reason");
    let budgets = ["longer than", "time limit of 1 s", "resource"];
    assert!(
        budgets.iter().any(|budget| detail.contains(budget)),
        "{detail}"
    );
    // What was decided has its tests all the same.
    assert!(krate.read(TESTS).contains("mod factors {"));
    assert!(krate.read(TESTS).contains("mod leading_zeros {"));
}

/// A libz3 that says it is of another version comes first.
#[cfg(target_os = "linux")]
#[test]
fn a_libz3_that_is_too_old_is_named_with_what_to_do() {
    let krate = hard("trouble-old-libz3");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, library) = (folder.path().join("old.c"), folder.path().join("old.so"));
    let version = "const char *Z3_get_full_version(void) { return \"Z3 4.8.12.0\"; }\n";
    std::fs::write(&source, version).expect("writable");
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status();
    assert!(built.expect("rustc needs it, too").success());
    let run = krate.unroll_in(&[("LD_PRELOAD", library.as_os_str())], &[]);
    assert_eq!(run.code, Some(1), "{run}");
    for text in [
        "error: libz3 4.8.12 is too old, 4.13.3 or later is needed",
        "install a newer libz3",
        "gh-release",
    ] {
        assert!(run.stderr.contains(text), "{run}");
    }
}

/// The first worker of a running tool.
#[cfg(target_os = "linux")]
fn worker_of(tool: &mut Child) -> u32 {
    let is_worker = |pid: &u32| {
        let read = |name: &str| std::fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
        let stat = String::from_utf8_lossy(&read("stat")).into_owned();
        let parent = stat
            .rsplit_once(") ")
            .and_then(|(_, rest)| rest.split(' ').nth(1)?.parse::<u32>().ok());
        parent == Some(tool.id())
            && read("cmdline")
                .split(|byte| *byte == 0)
                .any(|arg| arg == b"__worker")
    };
    let deadline = Instant::now() + Duration::from_secs(300);
    while Instant::now() < deadline {
        let found = std::fs::read_dir("/proc")
            .expect("linux has it")
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
            .find(is_worker);
        if let Some(worker) = found {
            return worker;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("no worker was started");
}

#[cfg(target_os = "linux")]
fn send(signal: &str, pid: u32) {
    let sent = Command::new("kill")
        .args([signal, &pid.to_string()])
        .status();
    assert!(sent.expect("kill exists").success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_is_killed_costs_what_it_alone_could_tell() {
    let krate = hard("trouble-killed");
    // The build before, so that little but the analysis is left to do; one worker at a time, the hard function first.
    krate.unroll(&["--depth", "1", "--timeout", "1", "--diff"]);
    let mut command = krate.command(&["--depth", "1", "--seed", "2", "--timeout", "60"]);
    let mut tool = command
        .args(["-j", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    send("-KILL", worker_of(&mut tool));
    let mut stderr = String::new();
    tool.stderr
        .take()
        .expect("it is piped")
        .read_to_string(&mut stderr)
        .expect("it is text");
    let status = tool.wait().expect("it ends");
    assert_eq!(status.code(), Some(0), "{stderr}");
    for text in [
        "warning[U0302]",
        "analysis of `hard::factors` is incomplete: the worker process died (signal: 9",
        "= help: run `cargo unroll` again",
    ] {
        assert!(stderr.contains(text), "`{text}`: {stderr}");
    }
    let tests = krate.read(TESTS);
    assert!(tests.contains("mod leading_zeros {"));
    // What native runs find alone.
    assert!(tests.contains("mod factors {"));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_the_workers_and_leaves_files_as_they_were() {
    let krate = hard("trouble-interrupt");
    let before = krate.files();
    let mut tool = krate
        .command(&["--depth", "1", "--timeout", "60"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the tool starts");
    let worker = worker_of(&mut tool);
    send("-INT", tool.id());
    assert_eq!(tool.wait().expect("it ends").code(), Some(130));
    assert!(krate.files() == before, "an interrupt changes files");
    let proc = format!("/proc/{worker}/exe");
    let deadline = Instant::now() + Duration::from_secs(60);
    while Path::new(&proc).exists() {
        assert!(Instant::now() < deadline, "the worker goes on");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A limit on the size of files stands for the end of the disk: a write that goes beyond it fails in the middle.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_leaves_files_as_they_were() {
    let krate = hard("trouble-full");
    // Workspaces with packages of one name take each other's copies away; this test needs its own to stay.
    let manifest = krate.read("Cargo.toml");
    krate.write("Cargo.toml", &manifest.replace("hard", "full-disk"));
    let args = ["--depth", "1", "--function", "leading_zeros"];
    let diff = krate.unroll(&[&args[..], &["--diff"]].concat());
    assert_eq!(diff.code, Some(0), "{diff}");
    let before = krate.files();
    let tool = krate.command(&args);
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"])
        .arg(tool.get_program())
        .args(tool.get_args())
        .current_dir(&krate.dir);
    for (name, value) in tool.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    let run = crate::support::run(limited);
    assert_eq!(run.code, Some(1), "{run}");
    for text in [
        "error[U0409]: failed to write `src/unroll_tests.rs`",
        "= help: check permissions and free space",
    ] {
        assert!(run.stderr.contains(text), "{run}");
    }
    assert!(
        krate.files() == before,
        "something was written, or left over"
    );
    assert_eq!(krate.unroll(&args).code, Some(0));
    assert!(krate.read(TESTS).contains("mod leading_zeros {"));
}

#[cfg(unix)]
#[test]
fn a_source_tree_that_is_read_only_is_left_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let krate = hard("trouble-read-only");
    let before = krate.files();
    let folder = krate.path("src");
    let mode = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&folder, permissions).expect("own folder");
    };
    mode(0o555);
    let run = krate.unroll(&["--depth", "1", "--function", "leading_zeros"]);
    mode(0o755);
    assert_eq!(run.code, Some(1), "{run}");
    for text in ["error[U0409]: failed to write `src/", "read-only"] {
        assert!(run.stderr.contains(text), "{run}");
    }
    assert!(krate.files() == before, "something was written");
}

/// Calls the compiler, and adds to the IR text that no version of LLVM has: an instruction in a function of its own, an attribute, metadata,
/// and another version.
#[cfg(target_os = "linux")]
const COMPILER_OF_THE_FUTURE: &str = r#"#!/bin/sh
"$@" || exit $?
for word in "$@"; do
    case "$previous" in --out-dir) out="$word" ;; esac
    previous="$word"
done
for file in "$out"/*.ll; do
    test -e "$file" || continue
    grep -q "from the future" "$file" && continue
    LC_ALL=C sed -i 's/rustc version [0-9][^"]*/rustc version 9.99.0 (LLVM 99.9 from the future)/' "$file"
    cat >> "$file" <<'IR'

define void @frobnicates() #77777 futureattr(7) {
start:
  %x = frobnicate i64 7, ptr @frobnicates
  ret void
}

attributes #77777 = { "from the future" futureattr }
!77777 = distinct !DIFuture(name: "x", future: !77777)
IR
    : > "${0%/*}/changed"
done
"#;

#[cfg(target_os = "linux")]
#[test]
fn ir_of_an_unknown_version_is_read_where_it_is_understood() {
    use std::os::unix::fs::PermissionsExt as _;

    let krate = hard("future");
    let source = krate
        .read("src/lib.rs")
        .replace("9_345_208_821_757_322_069", "35");
    krate.write("src/lib.rs", &source);
    krate.write("compiler", COMPILER_OF_THE_FUTURE);
    let compiler = krate.path("compiler");
    std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755))
        .expect("its owner may");
    let environment = [("RUSTC_WRAPPER", compiler.as_os_str())];
    let run = krate.unroll_in(&environment, &["--depth", "2"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(krate.path("changed").exists(), "no IR was changed: {run}");
    for name in ["factors", "leading_zeros"] {
        let module = format!("mod {name} {{");
        assert!(krate.read(TESTS).contains(&module), "{name}: {run}");
    }
    assert!(!run.stderr.contains("frobnicate"), "{run}");
}

#[test]
fn tests_that_do_not_compile_are_left_out_and_cover_nothing() {
    let krate = Krate::of_fixture("cases/out_of_sight", "uncompiled");
    let report = krate.report(0, &["--depth", "2", "--all-functions"]);
    let verdicts = |name: &str| -> Vec<(String, String, bool)> {
        report
            .lines("objective")
            .filter(|line| line["function"] == format!("out_of_sight::{name}"))
            .map(|line| {
                let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
                (text("verdict"), text("detail"), line["test"].is_string())
            })
            .collect()
    };
    let (length, double) = (verdicts("length"), verdicts("double"));
    assert_eq!((length.len(), double.len()), (3, 3), "{report:?}");
    for (verdict, detail, has_test) in &length {
        assert_eq!((verdict.as_str(), *has_test), ("undecided", false));
        assert!(
            detail.ends_with("its test was not written (U0410)"),
            "{detail}"
        );
    }
    for (verdict, _, has_test) in &double {
        assert_eq!((verdict.as_str(), *has_test), ("covered", true));
    }
    let mut functions = report.lines("function");
    let length = functions.find(|line| line["function"] == "out_of_sight::length");
    let length = length.expect("the function is in the report");
    assert_eq!(length["verdict"], "partial");
    assert!(length["codes"].to_string().contains("U0410"), "{length}");
    let test = krate.test("unroll_tests");
    assert!(!krate.read("src/unroll_tests.rs").contains("length"));
    assert_eq!(test.code, Some(0), "{test}");
}
