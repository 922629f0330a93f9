//! The cache of outcomes: hits, misses, and entries that are not as they should be.

use std::fs;
use std::path::{Path, PathBuf};

use cargo_unroll::model::digest::digest;

use crate::support::{Krate, Run, place};

/// A crate with a cache of its own.
struct Cached {
    krate: Krate,
    cache: PathBuf,
}

impl Cached {
    fn new(name: &str) -> Self {
        let krate = Krate::of_fixture("quickstart", name);
        // Everything in the workspace is copied for the analysis.
        let cache = place().join("caches").join(name);
        let _ = fs::remove_dir_all(&cache);
        let _ = fs::remove_file(&cache);
        Self { krate, cache }
    }

    /// Analyses one function, whose tests are never written.
    fn run(&self, args: &[&str]) -> Run {
        let cache = self.cache.to_str().expect("the path is UTF-8");
        let mut all = vec![
            "--function=insertion_point",
            "--diff",
            "--depth=2",
            "--cache-dir",
            cache,
        ];
        all.extend(args);
        let run = self.krate.unroll(&all);
        assert_eq!(run.code, Some(0), "{run}");
        run
    }

    /// The files of the entries.
    fn entries(&self) -> Vec<PathBuf> {
        let mut found = vec![];
        collect(&self.cache, &mut found);
        // The mark of the last look for entries to evict is none.
        found.retain(|path| !path.ends_with("evicted"));
        found.sort();
        found
    }
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The part of a difference that is about the file with tests.
fn tests(run: &Run) -> &str {
    run.stdout
        .split("--- a/")
        .next()
        .expect("split gives a first part")
}

#[test]
fn edits_of_other_code_keep_outcomes_and_edits_of_the_function_do_not() {
    let cached = Cached::new("cache-edits");
    let first = cached.run(&[]);
    let entries = cached.entries();
    assert_eq!(entries.len(), 1, "{first}");
    // Code behind the function, and another function of the crate.
    let text = cached.krate.read("src/search.rs");
    cached.krate.write(
        "src/search.rs",
        &format!("{text}\npub fn more(x: u8) -> u8 {{\n    x / 3\n}}\n"),
    );
    let again = cached.run(&[]);
    assert_eq!(cached.entries(), entries, "{again}");
    assert_eq!(tests(&again), tests(&first));
    // Its contract.
    let changed = text.replace(
        "(0..point).all(|i| sorted[i] < value)",
        "point <= sorted.len()",
    );
    assert_ne!(changed, text);
    cached.krate.write("src/search.rs", &changed);
    let other = cached.run(&[]);
    assert_eq!(cached.entries().len(), 2, "{other}");
}

#[test]
fn damaged_and_poisoned_entries_cost_time_and_no_verdict() {
    let cached = Cached::new("cache-poison");
    let first = cached.run(&[]);
    let [path] = &cached.entries()[..] else {
        panic!("one entry for one function: {first}");
    };
    let whole = fs::read_to_string(path).expect("readable");
    let check = |text: &str, message: &str| {
        fs::write(path, text).expect("writable");
        let run = cached.run(&[]);
        assert!(run.stderr.contains(message), "no `{message}`: {run}");
        assert_eq!(run.stdout, first.stdout);
        let run = cached.run(&[]);
        assert!(
            !run.stderr.contains("U080"),
            "a whole entry takes its place: {run}"
        );
    };
    check(
        &whole[..whole.len() / 2],
        "U0801]: a cached outcome is damaged: its checksum is wrong",
    );
    // Made on purpose: the checksum is right, and the contents are wrong.
    let (head, body) = whole.split_once('\n').expect("two lines");
    let key = head.split(' ').nth(2).expect("a key");
    let forged = |from: &str, to: &str| {
        let forged = body.replacen(from, to, 1);
        assert_ne!(forged, body, "{from}");
        format!(
            "cargo-unroll-outcome 1 {key} {}\n{forged}",
            digest([key, &forged])
        )
    };
    let returned = "\"end\":\"returned\",\"result\":{\"Int\":{\"ty\":\"usize\",\"text\":\"";
    check(
        &forged(returned, &format!("{returned}9")),
        "U0802]: native runs contradict a cached outcome",
    );
    check(
        &forged(
            "{\"verdict\":\"covered\"}",
            "{\"verdict\":\"unreachable\",\"bound_independent\":true}",
        ),
        "U0802]: native runs contradict a cached outcome",
    );
}

#[test]
fn a_cache_is_read_only_signed_cleaned_or_out_of_order_on_request() {
    let cached = Cached::new("cache-modes");
    cached.run(&["--cache", "read-only"]);
    assert_eq!(cached.entries(), Vec::<PathBuf>::new());
    cached.run(&[]);
    assert_eq!(cached.entries().len(), 1);
    let cache = cached.cache.to_str().expect("the path is UTF-8");
    let secret = [("CARGO_UNROLL_CACHE_SECRET", "s".as_ref())];
    let args = [
        "--function=insertion_point",
        "--diff",
        "--depth=2",
        "--cache-dir",
        cache,
    ];
    let run = cached.krate.unroll_in(&secret, &args);
    assert!(
        run.stderr
            .contains("U0801]: a cached outcome is damaged: its signature is wrong"),
        "{run}"
    );
    let run = cached.krate.unroll_in(&secret, &args);
    assert!(!run.stderr.contains("U0801"), "{run}");
    let run = cached
        .krate
        .tool(&["clean", "--cache", "--cache-dir", cache]);
    assert!(run.stderr.contains("1 outcome of earlier runs"), "{run}");
    assert_eq!(cached.entries(), Vec::<PathBuf>::new());
    // A file where the directory should be.
    fs::remove_dir_all(&cached.cache).expect("writable");
    fs::write(&cached.cache, "").expect("the folder of caches is writable");
    let run = cached.run(&[]);
    assert!(
        run.stderr
            .contains("warning[U0803]: the cache cannot be read"),
        "{run}"
    );
    assert!(
        run.stderr
            .contains("warning[U0804]: outcomes could not be added"),
        "{run}"
    );
}
