//! First use: a manifest without the dependency, and the names under which the dependency may stand.

use crate::support::{Krate, root};

const COUNT: &str = include_str!("../../../fixtures/cases/count/src/lib.rs");

const ARGS: [&str; 2] = ["--depth", "2"];

/// A crate of that name with `lib` and with `dependencies` at the end of its manifest, where `TOOL` stands for the path of `unroll-test`.
fn krate(name: &str, lib: &str, dependencies: &str) -> Krate {
    let krate = Krate::of_fixture("bad/no_annotation", &format!("first-use-{name}"));
    let tool = root().join("crates/unroll-test");
    let dependencies = dependencies.replace("TOOL", tool.to_str().expect("the path is UTF-8"));
    krate.write(
        "Cargo.toml",
        &format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n{dependencies}\n\n[workspace]\n"
        ),
    );
    krate.write("src/lib.rs", lib);
    krate
}

#[test]
fn a_crate_without_the_dependency_is_told_to_add_it() {
    let development = "[dev-dependencies]\nunroll-test = { path = \"TOOL\" }";
    let optional = "[features]\nanalysis = [\"dep:unroll-test\"]\n[dependencies]\nunroll-test = { path = \"TOOL\", optional = true }";
    let renamed = "[dependencies]\nut = { package = \"unroll-test\", path = \"TOOL\" }";
    for (name, dependencies, message, help) in [
        (
            "missing",
            "[dependencies]",
            "error: package `missing` does not depend on `unroll-test`",
            "= help: run `cargo add unroll-test`",
        ),
        (
            "development",
            development,
            "error: package `development` has `unroll-test` as a dev-dependency only",
            "= help: run `cargo add unroll-test`, or annotate with `#[cfg_attr(test, unroll_test::unroll_test)]`",
        ),
        (
            "optional",
            optional,
            "error: the optional dependency `unroll-test` of package `optional` is not enabled",
            "= help: run `cargo unroll --features analysis`",
        ),
        (
            "renamed",
            renamed,
            "error: package `renamed` has `unroll-test` under the name `ut` only",
            "= help: write `ut::unroll_test`",
        ),
    ] {
        let krate = krate(name, COUNT, dependencies);
        let run = krate.unroll(&ARGS);
        assert_eq!(run.code, Some(4), "{name}: {run}");
        for text in [
            message,
            "--> src/lib.rs:3:5",
            "use unroll_test::unroll_test;",
            help,
        ] {
            assert!(run.stderr.contains(text), "{name}: `{text}`: {run}");
        }
        assert!(!krate.path("src/unroll_tests.rs").exists(), "{name}");
    }
}

#[test]
fn dependencies_under_conditions_and_other_names_serve() {
    let renamed = "[dependencies]\nut = { package = \"unroll-test\", path = \"TOOL\" }";
    let krate = krate(
        "other_name",
        &COUNT.replace("unroll_test::", "ut::"),
        renamed,
    );
    let report = krate.report(0, &ARGS);
    assert!(report.count("tests") > 0, "{report:?}");

    let development = "[dev-dependencies]\nunroll-test = { path = \"TOOL\" }";
    let lib = COUNT
        .replace("use unroll_test::unroll_test;\n\n", "")
        .replace(
            "#[unroll_test]",
            "#[cfg_attr(test, unroll_test::unroll_test)]",
        );
    let krate = self::krate("in_tests", &lib, development);
    let report = krate.report(0, &ARGS);
    assert!(report.count("tests") > 0, "{report:?}");

    let optional = "[features]\nanalysis = [\"dep:unroll-test\"]\n[dependencies]\nunroll-test = { path = \"TOOL\", optional = true }";
    let krate = self::krate("enabled", COUNT, optional);
    let report = krate.report(0, &["--features", "analysis", ARGS[0], ARGS[1]]);
    assert!(report.count("tests") > 0, "{report:?}");
}

/// Modules that shadow names of the prelude, one that does not, and raw identifiers.
const NAMES: &str = include_str!("../../../fixtures/cases/names/src/lib.rs");

#[test]
fn tests_say_what_they_mean_whatever_names_mean() {
    let krate = krate(
        "names",
        NAMES,
        "[dependencies]\nunroll-test = { path = \"TOOL\" }",
    );
    let report = krate.report(0, &ARGS);
    for function in report.lines("function") {
        assert!(!function["codes"].to_string().contains("U04"), "{function}");
        assert!(
            function["tests"].as_array().is_some_and(|it| it.len() > 2),
            "{function}"
        );
    }
    let raw = report
        .lines("function")
        .find(|it| it["function"] == "names::match::use::fn");
    let path = raw.expect("it is selected")["tests"][0]
        .as_str()
        .expect("a path");
    assert!(
        path.starts_with("r#match::r#use::unroll_tests::fn_::"),
        "{path}"
    );
    let tests = |module: &str| krate.read(&format!("src/{module}/unroll_tests.rs"));
    let (plain, macros) = (tests("plain"), tests("macros"));
    assert!(
        plain.contains("= vec![") && !plain.contains("::std::"),
        "{plain}"
    );
    assert!(
        macros.contains("= ::std::vec![1]") && macros.contains("    ::std::assert_eq!("),
        "{macros}"
    );
    assert!(
        !macros.contains(" vec![") && macros.contains("Vec::new()"),
        "{macros}"
    );
    let types = tests("types");
    for text in [
        "Option::None",
        "::std::string::String::new()",
        "crate::types::String { len: 0 }",
    ] {
        assert!(types.contains(text), "{text}: {types}");
    }
    let others = tests("others");
    for text in [
        "use ::std::convert::From as _;",
        "::std::cmp::Ordering::Equal",
    ] {
        assert!(others.contains(text), "{text}: {others}");
    }
    let run = krate.test("unroll_tests");
    assert_eq!(run.code, Some(0), "{run}");
    let check = krate.unroll(&["--check", ARGS[0], ARGS[1]]);
    assert_eq!(check.code, Some(0), "{check}");
}

/// Code that the crate's lints accept, for which tests need care.
const LINTS: &str = include_str!("../../../fixtures/cases/lints/src/lib.rs");

const TOOL: &str = "[dependencies]\nunroll-test = { path = \"TOOL\" }";

#[test]
fn denied_lints_are_met_and_the_crates_own_errors_are_its_own() {
    let krate = krate("lints", LINTS, TOOL);
    let all = ["--all-functions", ARGS[0], ARGS[1]];
    let report = krate.report(0, &all);
    assert_eq!(report.count("undecided"), 0, "{report:?}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(tests.contains("#[allow(deprecated)]\nmod old {"), "{tests}");
    let run = krate.test("");
    assert_eq!(run.code, Some(0), "{run}");
    assert!(!run.stderr.contains("warning"), "{run}");
    assert_eq!(
        krate.unroll(&["--check", all[0], all[1], all[2]]).code,
        Some(0)
    );

    // Lints that the crate's own code does not meet stand in the way of no test.
    let broken = LINTS.replace(
        "    let mut n = 0;\n    for _ in v",
        "    let idle = 1;\n    let mut n = 0;\n    for _ in v",
    );
    krate.write("src/lib.rs", &broken);
    std::fs::remove_file(krate.path("src/unroll_tests.rs")).expect("it was written");
    let report = krate.report(0, &all);
    assert_eq!(report.count("undecided"), 0, "{report:?}");
    // Nor do errors in its tests.
    krate.write(
        "src/lib.rs",
        &LINTS.replace("assert_eq!(helper(&[1]), 1);", "missing();"),
    );
    let report = krate.report(0, &all);
    assert_eq!(report.count("undecided"), 0, "{report:?}");
}

const UNSEEN: &str = include_str!("../../../fixtures/cases/unseen/src/lib.rs");

#[test]
fn annotations_that_select_nothing_are_told() {
    let krate = krate("unseen", UNSEEN, TOOL);
    let annotated = "#[unroll_test::unroll_test]\nfn one(n: u8) -> u8 { n }\n";
    for (folder, rest) in [
        ("tests", ""),
        ("examples", "fn main() { one(1); }\n"),
        ("benches", "fn main() {}\n"),
    ] {
        std::fs::create_dir_all(krate.path(folder)).expect("target is writable");
        krate.write(&format!("{folder}/it.rs"), &format!("{annotated}{rest}"));
    }
    krate.write("src/loose.rs", annotated);
    let report = krate.report(0, &ARGS);
    let told: Vec<_> = report
        .lines("function")
        .map(|line| {
            let file = line["span"]["file"].as_str().unwrap_or_default();
            (
                line["codes"][0].as_str().unwrap_or_default(),
                file,
                line["span"]["line"].as_u64().unwrap_or_default(),
            )
        })
        .collect();
    let expected = [
        ("U0110", "src/lib.rs", 29),
        ("U0117", "src/lib.rs", 5),
        ("U0118", "src/lib.rs", 16),
        ("U0119", "benches/it.rs", 2),
        ("U0119", "examples/it.rs", 2),
        ("U0119", "tests/it.rs", 2),
        ("U0121", "src/loose.rs", 2),
    ];
    assert_eq!(told, expected, "{report:?}");

    let krate = self::krate(
        "procedural",
        annotated,
        &format!("[lib]\nproc-macro = true\n{TOOL}"),
    );
    let run = krate.unroll(&ARGS);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(
        run.stderr.contains("warning[U0120]") && run.stderr.contains("src/lib.rs:2:4"),
        "{run}"
    );
}

/// Values of the type have no name that a test can use.
const OUT_OF_SIGHT: &str = include_str!("../../../fixtures/cases/unnameable/src/lib.rs");

#[test]
fn a_test_that_does_not_compile_leaves_the_others() {
    let krate = krate("one_test", OUT_OF_SIGHT, TOOL);
    let report = krate.report(0, &["--all-functions", ARGS[0], ARGS[1]]);
    assert_eq!(
        (report.count("tests"), report.count("covered")),
        (1, 1),
        "{report:?}"
    );
    assert_eq!(report.count("undecided"), 2, "{report:?}");
    let function = report.lines("function").next().expect("one function");
    let detail = function["detail"].as_str().expect("there are remarks");
    assert!(
        detail.contains("U0410: 2 generated tests do not compile and were not written"),
        "{detail}"
    );
    let run = krate.test("unroll_tests");
    assert!(
        run.code == Some(0) && run.stdout.contains("1 passed"),
        "{run}"
    );
    // A file that was deleted, though its declaration is still there, is written again.
    std::fs::remove_file(krate.path("src/unroll_tests.rs")).expect("it was written");
    krate.report(0, &["--all-functions", ARGS[0], ARGS[1]]);
    assert!(krate.path("src/unroll_tests.rs").exists());
}

/// Functions of parameters that are whatever has a trait.
const TRAITS: &str = include_str!("../../../fixtures/cases/traits/src/lib.rs");

#[test]
fn parameters_that_are_known_by_a_trait_have_tests() {
    let krate = krate("traits", TRAITS, TOOL);
    let report = krate.report(0, &["--all-functions", ARGS[0], ARGS[1]]);
    for function in report.lines("function") {
        assert!(
            !function["codes"].to_string().contains("U041"),
            "{function}"
        );
        assert!(
            function["tests"].as_array().is_some_and(|it| it.len() > 1),
            "{function}"
        );
    }
    let tests = krate.read("src/unroll_tests.rs");
    for text in [
        "let r: &[u8] = &[0];",
        "let n: u32 = 0;",
        "let texts: Vec<String> = Vec::new();",
    ] {
        assert!(tests.contains(text), "{text}: {tests}");
    }
    let run = krate.test("unroll_tests");
    assert_eq!(run.code, Some(0), "{run}");
}

const EDITION_2015: &str = include_str!("../../../fixtures/cases/edition_2015/src/lib.rs");

/// The folders of a workspace without a package at its root have names that shells and other alphabets have.
#[test]
fn old_editions_and_odd_folders_are_like_others() {
    let krate = krate("odd", "", TOOL);
    std::fs::remove_dir_all(krate.path("src")).expect("just written");
    krate.write(
        "Cargo.toml",
        "[workspace]\nresolver = \"2\"\nmembers = [\"mit Leer zeichen\", \"größe\"]\n",
    );
    let tool = root().join("crates/unroll-test");
    let tool = tool.to_str().expect("the path is UTF-8");
    for (folder, name, edition, lib) in [
        ("mit Leer zeichen", "spaces", "2015", EDITION_2015),
        ("größe", "letters", "2018", COUNT),
    ] {
        std::fs::create_dir_all(krate.path(folder).join("src")).expect("target is writable");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n[dependencies]\nunroll-test = {{ path = \"{tool}\" }}\n"
        );
        krate.write(&format!("{folder}/Cargo.toml"), &manifest);
        krate.write(&format!("{folder}/src/lib.rs"), lib);
    }
    let report = krate.report(0, &ARGS);
    assert_eq!(
        (report.count("functions"), report.count("undecided")),
        (2, 0),
        "{report:?}"
    );
    let run = krate.test("unroll_tests");
    assert_eq!(run.code, Some(0), "{run}");
    for file in [
        "mit Leer zeichen/src/inner/unroll_tests.rs",
        "größe/src/unroll_tests.rs",
    ] {
        assert!(krate.path(file).is_file(), "{file}");
    }
    let check = krate.unroll(&["--check", ARGS[0], ARGS[1]]);
    assert_eq!(check.code, Some(0), "{check}");
}
