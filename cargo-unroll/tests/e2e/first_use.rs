//! What a new user meets: a manifest without the dependency, and the names under which it may be there.

use crate::support::{Krate, root};

const COUNT: &str = "//! Counts.

use unroll_test::unroll_test;

/// The number of bytes that are `x`.
#[unroll_test]
pub fn count(text: &[u8], x: u8) -> usize {
    let mut n = 0;
    for b in text {
        if *b == x {
            n += 1;
        }
    }
    n
}
";

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
