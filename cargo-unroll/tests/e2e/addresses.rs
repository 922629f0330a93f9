//! Functions that look at addresses, the environment, or what generated collections do not vary in. Each has exits that another layout of memory
//! or another caller reaches, which a test by hand shows; others exclude a branch whatever the layout is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::support::{Krate, Report};

/// The functions with a claim, and the codes of each.
fn told(report: &Report) -> (BTreeSet<String>, BTreeMap<String, String>) {
    let name = |line: &serde_json::Value| {
        let path = line["function"].as_str().expect("a path");
        let name = path.split_once("::").map_or(path, |(_, name)| name);
        name.to_owned()
    };
    let claims = report.lines("objective");
    let claims = claims.filter(|line| line["verdict"] == "unreachable");
    let codes = report.lines("function");
    let codes = codes.map(|line| (name(line), line["codes"].to_string()));
    (claims.map(name).collect(), codes.collect())
}

/// Removes the crate as it was before it was optimised, and what the tool made of that.
fn remove_unoptimised_code(krate: &Krate) {
    let mut pending = vec![krate.built().join("unroll")];
    let mut removed = 0;
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            let made = path.join("ir");
            if !path.is_dir() {
                continue;
            }
            if !name.starts_with("addresses-") {
                pending.push(path);
            } else if name.ends_with(".unoptimised") {
                fs::remove_dir_all(path).expect("removable");
                removed += 1;
            } else if made.is_dir() {
                fs::remove_dir_all(made).expect("removable");
                removed += 1;
            }
        }
    }
    assert!(removed >= 2, "{removed}");
}

#[test]
fn claims_hold_for_every_layout_of_memory() {
    let krate = Krate::of_fixture("cases/addresses", "addresses");
    let (mut with_claims, mut all) = (BTreeSet::new(), String::new());
    // `auto` asks one formula first, as `merge` does.
    for strategy in ["paths", "auto"] {
        let report = krate.report(
            0,
            &[
                "--all-functions",
                "--depth",
                "2",
                "--timeout",
                "5",
                "--strategy",
                strategy,
            ],
        );
        let (claims, codes) = told(&report);
        // However often sorting asks for a key, that is no matter of addresses.
        let steady = [
            "aligned_words",
            "apart",
            "copied",
            "inside",
            "sorted",
            "valid",
        ];
        let steady: BTreeSet<String> = steady.map(str::to_owned).into();
        assert!(claims.is_subset(&steady), "{strategy}: {claims:?}");
        assert!(
            codes.values().all(|codes| !codes.contains("U0900")),
            "{strategy}: {codes:?}"
        );
        assert!(codes["padded"].contains("U0214"), "{codes:?}");
        // The optimiser decides what is asked of locals.
        for name in ["frames", "remembered", "units"] {
            assert!(codes[name].contains("U0214"), "{name}: {codes:?}");
        }
        assert!(!codes["inside"].contains("U0214"), "{codes:?}");
        with_claims.extend(claims);
        all = steady.into_iter().collect::<Vec<_>>().join(" ");
    }
    let with_claims: Vec<String> = with_claims.into_iter().collect();
    assert_eq!(with_claims.join(" "), all);
    let inside = ["--depth", "2", "--function", "addresses::inside"];
    assert!(!told(&krate.report(0, &inside)).0.is_empty());
    remove_unoptimised_code(&krate);
    let (claims, codes) = told(&krate.report(0, &inside));
    assert!(claims.is_empty() && codes["inside"].contains("U0214"));
    krate.test_repeatedly(4);
    // LLVM merges functions that do the same.
    let test = krate.test_with(&["--release"]);
    assert_eq!(test.code, Some(0), "{test}");
}

#[test]
fn questions_are_told_by_the_code_and_not_by_names() {
    let krate = Krate::of_fixture("cases/questions", "asking");
    let report = krate.report(0, &["--all-functions", "--depth", "2", "--timeout", "10"]);
    let (claims, codes) = told(&report);
    for name in [
        "fast_power",
        "width",
        "pushed",
        "own",
        "pooled",
        "resumed",
        "Shown::fmt",
    ] {
        assert!(claims.contains(name), "{name}: {claims:?}");
        assert!(!codes[name].contains("U0214"), "{name}: {}", codes[name]);
    }
    for name in ["full", "mapped"] {
        assert!(!claims.contains(name), "{name}: {claims:?}");
        assert!(!codes[name].contains("U0214"), "{name}: {}", codes[name]);
    }
    for name in ["Aliased::fmt", "called", "noticed", "panics"] {
        assert!(!claims.contains(name), "{name}: {claims:?}");
        assert!(codes[name].contains("U0214"), "{name}: {}", codes[name]);
    }
    let tests = krate.read("src/unroll_tests.rs");
    for call in [
        "format!(\"{shown:#}\")",
        "{shown:é<0",
        "std::fmt::write(&mut Limited(",
        "{aliased:x}",
    ] {
        assert!(tests.contains(call), "{call}: {tests}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
