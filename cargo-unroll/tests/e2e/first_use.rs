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

/// Modules that shadow names of the prelude, one that does not, and raw identifiers.
const NAMES: &str = r#"//! Names.

/// Shadows nothing.
pub mod plain {
    use unroll_test::unroll_test;

    /// Copies.
    #[unroll_test]
    pub fn copy(v: Vec<u8>) -> Option<Vec<u8>> {
        let mut copied = Vec::new();
        for x in v {
            copied.push(x);
        }
        Some(copied)
    }
}

/// Has macros of its own.
pub mod macros {
    use unroll_test::unroll_test;

    macro_rules! vec { ($($t:tt)*) => { compile_error!("shadowed") } }
    macro_rules! assert_eq { ($($t:tt)*) => { () } }

    /// Copies.
    #[unroll_test]
    pub fn copy(v: Vec<u16>) -> Vec<u16> {
        let mut copied = Vec::new();
        for x in v {
            copied.push(x);
        }
        copied
    }
}

/// Has variants and a type of its own.
pub mod types {
    use unroll_test::unroll_test;

    /// Three.
    #[derive(Debug, PartialEq)]
    pub enum Three {
        /// One.
        Some(u8),
        /// Not one.
        None,
    }
    use Three::*;

    /// No text.
    #[derive(Debug, PartialEq, unroll_test::Input)]
    pub struct String {
        /// Length.
        pub len: u8,
    }

    /// The last one.
    #[unroll_test]
    pub fn last(v: &[Option<u8>], text: std::string::String) -> Three {
        let mut last = None;
        for x in v {
            last = if let (Option::Some(x), true) = (x, text.is_empty()) { Some(*x) } else { None };
        }
        last
    }

    /// All lengths.
    #[unroll_test]
    pub fn total(v: Vec<String>) -> String {
        let mut len = 0;
        for x in v {
            len |= x.len;
        }
        String { len }
    }
}

/// Has modules and traits of its own.
pub mod others {
    use unroll_test::unroll_test;

    /// Nothing.
    pub mod std {}
    /// Hides that of the prelude.
    pub trait From {}

    /// An order.
    #[unroll_test]
    pub fn order(text: String) -> core::cmp::Ordering {
        let mut order = core::cmp::Ordering::Equal;
        for c in text.chars() {
            order = c.cmp(&'x');
        }
        order
    }
}

/// Raw identifiers.
pub mod r#match {
    use unroll_test::unroll_test;

    /// A type.
    #[derive(Debug, Clone, PartialEq, unroll_test::Input)]
    pub struct r#Type {
        /// A field.
        pub r#in: Vec<u8>,
    }

    impl r#Type {
        /// A method.
        #[unroll_test]
        pub fn r#loop(&mut self, r#while: u8) -> usize {
            let mut n = 0;
            for x in &self.r#in {
                if *x == r#while {
                    n += 1;
                }
            }
            self.r#in.clear();
            n
        }
    }

    /// A module.
    pub mod r#use {
        use unroll_test::unroll_test;

        /// A function.
        #[unroll_test]
        pub fn r#fn<'r#a>(r#type: &'r#a [f32], r#box: &mut [super::r#Type]) -> bool {
            let mut found = false;
            for x in r#type {
                found |= *x == 7.0 && r#box.is_empty();
            }
            found
        }
    }
}
"#;

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
const LINTS: &str =
    "#![deny(warnings, missing_docs, unused_results, unused_qualifications, let_underscore_drop)]
#![forbid(unsafe_code)]
//! Lints.

/// Has a destructor.
#[derive(Debug)]
pub struct Opaque(Vec<u8>);
impl Drop for Opaque {
    fn drop(&mut self) {
        self.0.clear();
    }
}

/// Is deprecated.
#[deprecated]
pub fn old(v: &[u8]) -> u8 {
    let mut n = 0;
    for x in v {
        n ^= x;
    }
    n
}

/// Has a name in camel case.
#[allow(non_snake_case)]
pub fn camelCase(v: &[u8]) -> Opaque {
    let mut n = Opaque(vec![]);
    for x in v {
        n.0.push(*x);
    }
    n
}

/// The tests alone use it.
fn helper(v: &[u8]) -> usize {
    let mut n = 0;
    for _ in v {
        n += 1;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helps() {
        assert_eq!(helper(&[1]), 1);
    }
}
";

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

const UNSEEN: &str = "//! Annotations that select nothing.

macro_rules! make {
    ($name:ident) => {
        #[unroll_test::unroll_test]
        pub fn $name(n: u8) -> u8 {
            n
        }
    };
}
make!(made);

#[cfg(test)]
mod tests {
    #[unroll_test::unroll_test]
    fn helper(v: &[u8]) -> usize {
        v.len()
    }

    #[test]
    fn helps() {
        assert_eq!(helper(&[1]), 1);
    }
}

/// Not there.
#[cfg(windows)]
#[unroll_test::unroll_test]
pub fn elsewhere(v: &[u8]) -> usize {
    v.len()
}
";

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
        ("U0117", "src/lib.rs", 5),
        ("U0118", "src/lib.rs", 16),
        ("U0119", "benches/it.rs", 2),
        ("U0119", "examples/it.rs", 2),
        ("U0119", "tests/it.rs", 2),
        ("U0121", "src/loose.rs", 2),
        ("U0110", "src/lib.rs", 29),
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
const OUT_OF_SIGHT: &str = "//! A type that is given out by a module other than its own.

mod shapes {
    mod spans {
        pub struct Span(pub u8);
    }
    pub use spans::Span;
}

pub fn total(spans: &[shapes::Span]) -> u8 {
    let mut sum = 0;
    for span in spans {
        sum |= span.0;
    }
    sum
}
";

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
const TRAITS: &str = "//! Traits.
use std::fmt;
use std::io::{self, BufRead, Read, Write};

pub fn total(mut r: impl Read) -> io::Result<usize> {
    let (mut b, mut n) = ([0; 4], 0);
    loop {
        let k = r.read(&mut b)?;
        if k == 0 {
            return Ok(n);
        }
        n += k;
    }
}
pub fn lines<B: BufRead>(r: &mut B) -> io::Result<usize> {
    let (mut s, mut n) = (String::new(), 0);
    while r.read_line(&mut s)? > 0 {
        n += 1;
    }
    Ok(n)
}
pub fn dump(w: &mut impl Write, v: &[u8]) -> io::Result<()> {
    for x in v {
        w.write_all(&[*x])?;
    }
    Ok(())
}
pub fn text(w: &mut impl fmt::Write, v: &[u8]) -> fmt::Result {
    for _ in v {
        w.write_char('x')?;
    }
    Ok(())
}
pub fn count(s: impl AsRef<str>) -> usize {
    let mut n = 0;
    for c in s.as_ref().bytes() {
        if c == b'x' {
            n += 1;
        }
    }
    n
}
pub fn reversed(s: impl Into<String>) -> String {
    let mut reversed = String::new();
    for c in s.into().chars().rev() {
        reversed.push(c);
    }
    reversed
}
pub fn halves(n: impl Into<u64>) -> u64 {
    let (mut n, mut i) = (n.into() % 4, 0);
    while n > 0 {
        n /= 2;
        i += 1;
    }
    i
}
pub fn shown(values: &[impl fmt::Display]) -> usize {
    let mut n = 0;
    for value in values {
        n += value.to_string().len();
    }
    n
}
pub fn empty(texts: impl IntoIterator<Item = impl AsRef<str>>) -> usize {
    let mut n = 0;
    for text in texts {
        if text.as_ref().is_empty() {
            n += 1;
        }
    }
    n
}
";

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

const EDITION_2015: &str = "//! Of 2015.
extern crate unroll_test;

/// Has parameters without names.
pub trait Visit {
    /// Of one.
    fn one(&self, u8) -> usize;
}

impl Visit for () {
    fn one(&self, x: u8) -> usize {
        usize::from(x)
    }
}

/// A module.
pub mod inner {
    use std::collections::BTreeMap;
    use unroll_test::unroll_test;

    /// Counts.
    #[unroll_test]
    pub fn count(map: BTreeMap<u8, String>) -> Vec<u8> {
        let mut found = Vec::new();
        for (key, text) in map {
            if text.is_empty() {
                found.push(key);
            }
        }
        found
    }
}
";

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
