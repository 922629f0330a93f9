//! Commands that analyse nothing: configuration, set-up, checks of the machine, completions, man pages.

use std::fs;
use std::process::Command;

use crate::support::{Krate, Run, root};

fn has(run: &Run, code: i32, texts: &[&str]) {
    assert_eq!(run.code, Some(code), "{run}");
    let all = format!("{}{}", run.stdout, run.stderr);
    for text in texts {
        assert!(all.contains(text), "no `{text}`: {run}");
    }
}

#[test]
fn config_prints_each_value_with_its_origin() {
    let krate = Krate::of_fixture("quickstart", "commands-config");
    krate.write("unroll.toml", "depth = 7\nseed = 3\n");
    let manifest = krate.read("Cargo.toml");
    let metadata =
        format!("{manifest}\n[package.metadata.unroll]\nseed = 5\ndeny = [\"panics\"]\n");
    krate.write("Cargo.toml", &metadata);
    let run = krate.tool(&["config", "--timeout", "9"]);
    let squeezed: Vec<String> = run
        .stdout
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    for line in [
        "depth = 7 # `unroll.toml`",
        "criterion = [\"unroll\", \"branch\", \"panics\"] # default",
        "timeout = 9 # command line",
        "seed = 5 # `[package.metadata.unroll]` in `Cargo.toml`",
        "deny = [\"panics\"] # `[package.metadata.unroll]` in `Cargo.toml`",
        "# fail-under = # not set",
    ] {
        assert!(squeezed.iter().any(|it| it == line), "no `{line}`: {run}");
    }
    let of_environment = squeezed.iter().find(|it| it.starts_with("cache-dir = "));
    let origin = of_environment.and_then(|line| line.split_once(" # "));
    assert_eq!(origin.map(|it| it.1), Some("`CARGO_UNROLL_CACHE_DIR`"));
    krate.write("unroll.toml", "dept = 7\n");
    let message = "unroll.toml`: unknown key `dept`; did you mean `depth`?";
    has(&krate.tool(&["config"]), 1, &[message]);
    has(&krate.tool(&["--list"]), 1, &[message]);
}

#[test]
fn functions_have_settings_of_their_own_and_are_skipped_for_a_reason() {
    let krate = Krate::of_fixture("quickstart", "commands-overrides");
    krate.write(
        "unroll.toml",
        "[[overrides]]\nfunctions = [\"insertion_point\"]\ncriterion = [\"branch\"]\ndepth = 9\n\n\
         [[overrides]]\nfunctions = [\"parse_octet\"]\ndepth = 2\n\n\
         [[overrides]]\nfunctions = [\"src/card.rs\"]\nskip = \"specified elsewhere\"\n",
    );
    let calendar = krate.read("src/calendar.rs");
    let skipping = calendar.replace("#[unroll_test]", "#[unroll_test(skip = \"prose\")]");
    krate.write("src/calendar.rs", &skipping);
    let run = krate.tool(&["--list"]);
    has(
        &run,
        0,
        &[
            "insertion_point  src/search.rs:17\n  loop 1  line 20  0 objectives",
            "parse_octet  src/address.rs:14\n  loop 1  line 19  5 objectives",
            "note[U0122]: skipped `quickstart::calendar::month_and_day`: skipped on request: prose",
            "note[U0122]: skipped `quickstart::card::has_valid_check_digit`: skipped on request: specified elsewhere",
        ],
    );
    // The command line takes precedence.
    let run = krate.tool(&["--list", "--depth=1", "--criterion=unroll"]);
    has(
        &run,
        0,
        &[
            "loop 1  line 20  3 objectives",
            "loop 1  line 19  3 objectives",
        ],
    );
    krate.write("unroll.toml", "[[overrides]]\nfunctions = []\ndepth = 0\n");
    has(
        &krate.tool(&["--list"]),
        1,
        &["a depth of 0 leaves no iteration"],
    );
}

#[test]
fn init_adds_what_is_missing_and_keeps_what_is_there() {
    let krate = Krate::of_fixture("bad/no_annotation", "commands-init");
    let manifest = "[package]\nname = \"fresh\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
                    [dependencies] # none yet\n\n[workspace]\n";
    krate.write("Cargo.toml", manifest);
    has(
        &krate.tool(&["init"]),
        0,
        &[
            "Created unroll.toml",
            "Updated Cargo.toml: added `unroll-test`",
        ],
    );
    let dependency = "[dependencies] # none yet\nunroll-test = \"0.1\"\n";
    assert!(krate.read("Cargo.toml").contains(dependency));
    assert!(krate.read("unroll.toml").contains("# depth = 4\n"));
    let files = krate.files();
    has(
        &krate.tool(&["init"]),
        0,
        &["Kept unroll.toml", "Kept Cargo.toml"],
    );
    assert_eq!(krate.files(), files);
}

#[test]
fn doctor_names_what_is_there_and_what_is_not() {
    let krate = Krate::of_fixture("quickstart", "commands-doctor");
    let run = krate.tool(&["doctor"]);
    has(
        &run,
        0,
        &[
            "ok  rustc         rustc 1.",
            "ok  Z3            4.",
            "ok  unroll-test",
        ],
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-unroll"));
    command
        .args(["unroll", "doctor"])
        .env("RUSTC", "no-such-rustc");
    let run = crate::support::run(command);
    has(
        &run,
        1,
        &["missing  rustc         not found", "help: install Rust"],
    );
}

#[test]
fn completions_and_man_pages_know_the_commands() {
    let krate = Krate::of_fixture("bad/no_annotation", "commands-shells");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = krate.tool(&["completions", shell]);
        has(&run, 0, &["explain", "message-format"]);
    }
    let run = krate.tool(&["man", "man"]);
    has(&run, 0, &["man pages to man"]);
    let page = krate.read("man/cargo-unroll-report.1");
    assert!(
        page.contains("Convert a saved report to other formats"),
        "{page}"
    );
    let pages = fs::read_dir(krate.path("man"))
        .expect("it was written")
        .count();
    assert!(pages > 8, "{pages}");
}

#[test]
fn show_needs_a_report() {
    let krate = Krate::of_fixture("quickstart", "commands-show");
    let run = krate.tool(&["show", "parse_octet"]);
    has(
        &run,
        1,
        &["error[U0501]: failed to read the report", "report.jsonl`"],
    );
}

/// Places of functions are links in terminals that have them, and plain text elsewhere.
#[test]
fn places_are_links_in_terminals_that_have_them() {
    let krate = Krate::of_fixture("quickstart", "commands-links");
    let list = |environment: &[(&str, &str)]| {
        let tool = krate.command(&["--list"]);
        let mut command = Command::new("python3");
        command.arg(root().join("cargo-unroll/tests/support/terminal.py"));
        command
            .arg("")
            .arg(tool.get_program())
            .args(tool.get_args());
        command
            .current_dir(&krate.dir)
            .env("TERM", "xterm-256color");
        for name in ["NO_COLOR", "FORCE_HYPERLINK", "TERM_PROGRAM", "VTE_VERSION"] {
            command.env_remove(name);
        }
        command
            .env_remove("CARGO_TERM_COLOR")
            .envs(environment.iter().copied());
        let output = command.output().expect("Python is installed");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let link = format!("{}\u{1b}\\", krate.path("src/search.rs").display());
    let with_links = list(&[("VTE_VERSION", "7000")]);
    assert!(with_links.contains(&link), "{with_links}");
    for environment in [&[][..], &[("VTE_VERSION", "7000"), ("NO_COLOR", "1")]] {
        let plain = list(environment);
        let is_plain = plain.contains("src/search.rs:17") && !plain.contains("\u{1b}]8");
        assert!(is_plain, "{plain}");
    }
}

/// Standard output to a full disk is an error, and a reader that goes away is none.
#[cfg(target_os = "linux")]
#[test]
fn output_to_a_full_disk_fails() {
    let krate = Krate::of_fixture("quickstart", "commands-full");
    let mut command = krate.command(&["--list"]);
    let full = fs::File::options().write(true).open("/dev/full");
    command.stdout(full.expect("Linux has it"));
    let output = command.output().expect("the tool starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.contains("failed to write to standard output"),
        "{stderr}"
    );
}
