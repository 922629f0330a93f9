//! Fewer functions: those that a change affects, and those of one machine.

use std::collections::BTreeSet;
use std::fs;

use crate::support::{Krate, Report, Run, place};

/// A crate with functions of one loop each; `double` calls a helper that has no loop.
const SOURCE: &str = include_str!("../../../fixtures/cases/narrow/src/lib.rs");

fn functions(report: &Report) -> BTreeSet<String> {
    let lines = report.lines("function");
    lines
        .map(|line| {
            line["function"]
                .as_str()
                .expect("a name")
                .replace("narrow::", "")
        })
        .collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_change_selects_the_functions_that_it_affects() {
    let krate = Krate::of_fixture("cases/narrow", "narrow-diff");
    fs::write(krate.path(".gitignore"), "target\nCargo.lock\n").expect("writable");
    krate.git(&["init", "-q"]);
    krate.git(&["add", "-A"]);
    krate.git(&["commit", "-q", "-m", "first"]);
    let affected = |from: &str, to: &str| {
        let changed = SOURCE.replace(from, to);
        assert_ne!(changed, SOURCE, "{from}");
        krate.write("src/lib.rs", &changed);
        functions(&krate.report(0, &["--in-diff", "HEAD", "--diff", "--depth=2"]))
    };
    assert_eq!(affected("x > 200", "x > 201"), set(&["down"]));
    // A callee, a constant, and nothing but a comment between functions.
    assert_eq!(affected("x << 1", "x << 2"), set(&["double"]));
    assert_eq!(affected("u32 = 8", "u32 = 7"), set(&["bits"]));
    assert_eq!(
        affected("/// The number of bits.\n", "\n/// The number of bits.\n"),
        set(&[])
    );
    // The same from a file, and what is no diff.
    krate.write("src/lib.rs", SOURCE);
    krate.write(
        "change.diff",
        "--- a/src/lib.rs\n+++ b/src/lib.rs\n@@ -38 +38 @@\n-    while x > 201 {\n+    while x > 200 {\n",
    );
    let report = krate.report(0, &["--in-diff=change.diff", "--diff", "--depth=2"]);
    assert_eq!(functions(&report), set(&["down"]));
    krate.write("src/lib.rs", &SOURCE.replace("x > 200", "x > 202"));
    let run = krate.unroll(&["--in-diff=change.diff", "--diff"]);
    assert_eq!(run.code, Some(1), "{run}");
    let message =
        "the diff `change.diff` is not of this workspace: line 38 of `src/lib.rs` differs";
    assert!(run.stderr.contains(message), "{run}");
    krate.write("src/lib.rs", SOURCE);
    let run = krate.unroll(&["--in-diff=Cargo.toml", "--diff"]);
    assert_eq!(run.code, Some(1), "{run}");
    assert!(
        run.stderr.contains("`Cargo.toml` is no unified diff"),
        "{run}"
    );
    let run = krate.unroll(&["--in-diff=nowhere", "--diff"]);
    assert_eq!(run.code, Some(1), "{run}");
    assert!(
        run.stderr
            .contains("no file and no revision is called `nowhere`"),
        "{run}"
    );
}

/// Joins reports into `all.jsonl`.
fn merge(krate: &Krate, files: &[&str]) -> Run {
    let mut args = vec!["merge", "--report=json=all.jsonl"];
    args.extend(files);
    krate.tool(&args)
}

/// Joins reports that are not all shards of one run.
fn merge_refuses_other_sets(krate: &Krate) {
    krate.report(
        0,
        &[
            "--shard=2/2",
            "--report=json=3.jsonl",
            "--depth=1",
            "--diff",
        ],
    );
    for (files, message) in [
        (&["1.jsonl"][..], "the report of shard 2 of 2 is missing"),
        (&["1.jsonl", "1.jsonl"], "is of the same shard 1"),
        (
            &["1.jsonl", "3.jsonl"],
            "its sources, options or recorded times are not those",
        ),
        (&["all.jsonl"], "it is not of a run with `--shard`"),
    ] {
        let run = merge(krate, files);
        assert_eq!(run.code, Some(1), "{run}");
        assert!(run.stderr.contains("error[U0505]"), "{run}");
        assert!(run.stderr.contains(message), "no `{message}`: {run}");
    }
}

#[test]
fn shards_together_do_what_one_run_does() {
    let krate = Krate::of_fixture("cases/narrow", "narrow-shards");
    let cache = place().join("caches").join("narrow-shards");
    let _ = fs::remove_dir_all(&cache);
    let cache = cache.to_str().expect("the path is UTF-8");
    let depth = "--depth=2";
    let shard = |which: &str, file: &str| {
        let report = format!("--report=json={file}");
        let report = krate.report(0, &["--shard", which, &report, depth, "--cache-dir", cache]);
        functions(&report)
    };
    let (first, second) = (shard("1/2", "1.jsonl"), shard("2/2", "2.jsonl"));
    assert!(!first.is_empty() && !second.is_empty() && first.is_disjoint(&second));
    let together: BTreeSet<String> = first.union(&second).cloned().collect();
    assert_eq!(together, set(&["bits", "double", "down"]));
    // Both have written their tests, and their outcomes serve a run of everything.
    let entries = || walk(cache);
    let before = entries();
    let whole = krate.report(0, &["--check", depth, "--cache-dir", cache]);
    assert_eq!(entries(), before);
    let run = merge(&krate, &["2.jsonl", "1.jsonl"]);
    assert_eq!(run.code, Some(0), "{run}");
    let merged = Report::parse(&krate.read("all.jsonl"));
    assert_eq!(functions(&merged), together);
    for count in [
        "functions",
        "tests",
        "covered",
        "unreachable",
        "undecided",
        "findings",
    ] {
        assert_eq!(merged.count(count), whole.count(count), "{count}");
    }
    let other = krate.read("all.jsonl");
    merge(&krate, &["1.jsonl", "2.jsonl"]);
    assert_eq!(
        krate.read("all.jsonl"),
        other,
        "the order of the files does not matter"
    );
    merge_refuses_other_sets(&krate);
    // By recorded times, the longest function has a shard of its own.
    let times = other.replace("\"millis\":", "\"millis\":1,\"was\":");
    let line = times
        .lines()
        .find(|line| line.contains("\"reason\":\"function\"") && line.contains("::down\""));
    let line = line.expect("a line for the function");
    let slow = times.replace(line, &line.replace("\"millis\":1,", "\"millis\":99999,"));
    krate.write("times.jsonl", &slow);
    let report = krate.report(
        0,
        &["--shard=1/2", "--shard-times=times.jsonl", "--diff", depth],
    );
    assert_eq!(functions(&report), set(&["down"]));
}

/// The number of files below a folder.
fn walk(folder: &str) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| {
            let path = entry.path();
            if path.is_dir() {
                walk(path.to_str().expect("the path is UTF-8"))
            } else {
                1
            }
        })
        .sum()
}

/// Reports of shards that wrote nothing are enough to write the tests of all of them.
#[test]
fn tests_of_shards_are_written_together() {
    let krate = Krate::of_fixture("cases/narrow", "narrow-join");
    for (which, file) in [("1/2", "1.jsonl"), ("2/2", "2.jsonl")] {
        let report = format!("--report=json={file}");
        krate.report(0, &["--shard", which, &report, "--depth=1", "--diff"]);
    }
    let source = krate.read("src/lib.rs");
    let join = |option: &str| krate.tool(&["merge", option, "2.jsonl", "1.jsonl"]);
    let shown = join("--diff");
    assert_eq!(shown.code, Some(0), "{shown}");
    assert!(shown.stdout.contains("+mod unroll_tests;"), "{shown}");
    assert_eq!(krate.read("src/lib.rs"), source, "nothing was written");

    krate.write("src/lib.rs", &format!("// Other text.\n{source}"));
    let refused = join("--write");
    assert_eq!(refused.code, Some(1), "{refused}");
    let message = "error[U0505]: `src/lib.rs` differs from the file that the shards analysed";
    assert!(refused.stderr.contains(message), "{refused}");

    krate.write("src/lib.rs", &source);
    let written = join("--write");
    assert_eq!(written.code, Some(0), "{written}");
    let run = krate.unroll(&["--check", "--depth=1"]);
    assert_eq!(run.code, Some(0), "a whole run has nothing to add: {run}");
    let again = join("--diff");
    assert_eq!(
        (again.code, again.stdout.as_str()),
        (Some(0), ""),
        "{again}"
    );
}
