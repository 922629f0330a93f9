//! Builds of the copy: executables, IR, and what is said when there are none.

use camino::Utf8Path;
use cargo_unroll::compile::{self, Build, BuildError, Output};
use cargo_unroll::diagnostics::Code;
use cargo_unroll::instrument;

use super::sandbox::{Sandbox, manifest};

const QUIET: Output = Output {
    quiet: true,
    color: false,
    jobs: None,
    wrapper: Some(env!("CARGO_BIN_EXE_cargo-unroll")),
};

fn built(sandbox: &Sandbox) -> Build {
    compile::build(&sandbox.load(), QUIET).unwrap_or_else(|error| panic!("{error}"))
}

fn text(path: &Utf8Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn harnesses(build: &Build) -> Vec<&str> {
    build
        .targets
        .iter()
        .flat_map(|built| &built.harnesses)
        .map(String::as_str)
        .collect()
}

#[test]
fn a_library_gives_executable_and_ir() {
    let sandbox = Sandbox::lib(
        "use unroll_test::unroll_test;\n#[unroll_test]\npub fn f() -> u32 { 3 }\npub mod m { #[unroll_test::unroll_test] fn g() {} }\n",
    );
    sandbox.write(
        "Cargo.toml",
        &manifest("demo", "[dependencies]\nunroll-test = \"0.1\"\n"),
    );
    let build = built(&sandbox);
    assert_eq!(harnesses(&build), ["demo__f", "demo__m__g"]);
    assert!(build.targets[0].exe.is_file());
    assert!(text(&build.targets[0].ll).contains("@__unroll_harness_demo__f("));
    assert!(build.skips.is_empty());
}

#[test]
fn functions_without_the_attribute_get_it_in_the_copy() {
    let text = "pub struct S;\nimpl S {\n    pub fn m(&self) { loop { break } }\n}\nfn f() { loop { break } }\n";
    let mut sandbox = Sandbox::lib(text);
    sandbox.options.all_functions = true;
    assert_eq!(harnesses(&built(&sandbox)), ["demo__S__m", "demo__f"]);
}

#[test]
fn forbidden_unsafe_code_is_no_obstacle() {
    let sandbox =
        Sandbox::lib("#![forbid(unsafe_code)]\n#![deny(warnings)]\nfn f() {}\n").functions(&["f"]);
    sandbox.write(
        "Cargo.toml",
        &manifest(
            "demo",
            "[lints.rust]\nunsafe_code = \"forbid\"\nunused = \"deny\"\n",
        ),
    );
    assert_eq!(harnesses(&built(&sandbox)), ["demo__f"]);
}

#[test]
fn an_attribute_for_tests_alone_is_enough() {
    let sandbox = Sandbox::lib("#[cfg_attr(test, unroll_test::unroll_test)]\npub fn f() {}\n");
    sandbox.write(
        "Cargo.toml",
        &manifest("demo", "[dev-dependencies]\nunroll-test = \"0.1\"\n"),
    );
    assert_eq!(harnesses(&built(&sandbox)), ["demo__f"]);
}

#[test]
fn first_edition_crates_build() {
    let sandbox = Sandbox::new(&[
        (
            "Cargo.toml",
            "[package]\nname = \"old\"\nversion = \"0.1.0\"\n",
        ),
        ("src/lib.rs", "mod m;"),
        ("src/m.rs", "fn f() { loop { break } }\n"),
    ]);
    assert_eq!(harnesses(&built(&sandbox.functions(&["f"]))), ["old__m__f"]);
}

#[test]
fn binaries_are_built_beside_the_library() {
    let sandbox = Sandbox::new(&[
        ("Cargo.toml", &manifest("two-parts", "")),
        (
            "src/lib.rs",
            "#[inline(never)]\npub fn top(a: &[u8]) -> usize { println!(); a.iter().filter(|b| **b > 3).count() }\n",
        ),
        (
            "src/main.rs",
            "fn run() -> usize { two_parts::top(&[4]) }\nfn main() { run(); }\n",
        ),
        ("src/bin/extra.rs", "fn more() {}\nfn main() { more() }\n"),
    ]);
    let sandbox = sandbox.functions(&["top", "run", "more"]);
    let build = built(&sandbox);
    assert_eq!(harnesses(&build).len(), 3);
    let names: Vec<_> = build
        .targets
        .iter()
        .map(|built| built.target.name.as_str())
        .collect();
    assert_eq!(names, ["two_parts", "extra", "two-parts"]);
    let run = &build.targets[2];
    let top = |ll: &str| ll.lines().any(|line| is_definition(line, "9two_parts3top"));
    assert!(run.deps_ll.iter().any(|ll| top(&text(ll))), "{run:?}");
}

fn is_definition(line: &str, of: &str) -> bool {
    line.starts_with("define ") && line.contains(of)
}

#[test]
fn members_and_paths_outside_the_workspace_have_ir() {
    let sandbox = Sandbox::new(&[
        (
            "Cargo.toml",
            "[workspace]\nmembers = [\"one\", \"two\"]\nresolver = \"2\"\n",
        ),
        (
            "one/Cargo.toml",
            &manifest(
                "one",
                "[dependencies]\ntwo = { path = \"../two\" }\nfar = { path = \"../../far\" }\n",
            ),
        ),
        (
            "one/src/lib.rs",
            "pub fn f() -> u32 { two::g(3) + far::h(4) }\n",
        ),
        ("two/Cargo.toml", &manifest("two", "")),
        (
            "two/src/lib.rs",
            "#[inline(never)]\npub fn g(n: u32) -> u32 { if n > 7 { println!(\"{n}\"); } n }\n",
        ),
        ("../far/Cargo.toml", &manifest("far", "")),
        (
            "../far/src/lib.rs",
            "#[inline(never)]\npub fn h(n: u32) -> u32 { if n > 7 { println!(\"{n}\"); } n }\n",
        ),
    ]);
    let sandbox = sandbox.functions(&["f", "g"]);
    let build = built(&sandbox);
    let names: Vec<_> = build
        .targets
        .iter()
        .map(|built| built.package.as_str())
        .collect();
    assert_eq!(names, ["one", "two"]);
    let deps = &build.targets[0].deps_ll;
    for function in ["two1g", "far1h"] {
        let defined = |ll: &str| ll.lines().any(|line| is_definition(line, function));
        assert!(deps.iter().any(|ll| defined(&text(ll))), "{function}");
    }
}

#[test]
fn an_unchanged_project_is_not_compiled_again() {
    let sandbox = Sandbox::lib("pub fn f() {}\n").functions(&["f"]);
    let first = built(&sandbox);
    let stamp = |build: &Build| {
        std::fs::metadata(&build.targets[0].ll)
            .and_then(|data| data.modified())
            .expect("stamp")
    };
    let before = stamp(&first);
    let second = built(&sandbox);
    assert_eq!(first.targets[0].exe, second.targets[0].exe);
    assert_eq!(before, stamp(&second));
}

#[test]
fn the_users_own_errors_are_shown_with_the_users_paths() {
    let text = "/// Three.\npub fn f() -> u32 {\n    \"three\"\n}\n";
    let sandbox = Sandbox::lib(text).functions(&["f"]);
    let error = compile::build(&sandbox.load(), QUIET).expect_err("does not compile");
    let BuildError::DoesNotCompile { rendered, .. } = &error else {
        panic!("{error}")
    };
    let told = error.to_string();
    assert!(told.starts_with("the crate does not compile"), "{told}");
    assert!(
        rendered[0].contains("error[E0308]: mismatched types"),
        "{error}"
    );
    assert!(rendered[0].contains("--> src/lib.rs:3:5"), "{error}");
    assert!(!error.to_string().contains("__tool"), "{error}");
}

#[test]
fn a_function_that_cannot_be_instrumented_is_left_out() {
    let text =
        "pub struct NoInput;\npub fn f(x: NoInput) { drop(x) }\npub fn g(x: u32) { drop(x) }\n";
    let sandbox = Sandbox::lib(text).functions(&["f", "g"]);
    for _ in 0..2 {
        let build = built(&sandbox);
        assert_eq!(harnesses(&build), ["demo__g"]);
        assert_eq!(build.skips.len(), 1);
        assert_eq!(build.skips[0].code, Code::DoesNotCompile);
        let detail = build.skips[0].detail.as_deref().unwrap_or_default();
        assert!(detail.contains("NoInput: Default"), "{detail}");
    }
    // Remembered, so that the copy is not written again.
    let variant = built(&sandbox).variant;
    let copy = instrument::instrument(&sandbox.load(), &variant).expect("instruments");
    assert_eq!(copy.changed, 0);
    // Forgotten when a source changes.
    sandbox.write(
        "src/lib.rs",
        &text.replace("pub struct", "#[derive(Default)] pub struct"),
    );
    let build = built(&sandbox);
    assert_eq!(harnesses(&build), ["demo__f", "demo__g"]);
}

#[test]
fn a_function_that_cfg_removes_is_skipped() {
    // A build script or a flag may set the option.
    let text = "#![allow(unexpected_cfgs)]\n#[cfg(told)]\nfn f() {}\nfn g() {}\n";
    let sandbox = Sandbox::lib(text).functions(&["f", "g"]);
    let build = built(&sandbox);
    assert_eq!(harnesses(&build), ["demo__g"]);
    assert_eq!(build.skips[0].code, Code::NotCompiled);
}

#[test]
fn an_error_in_the_head_of_a_block_is_one_of_its_methods() {
    // The macro knows the traits below `Iterator`, but not that `Item` is of the trait above `Peek`.
    let text = "\
pub struct Join<L, R>(pub L, pub R);
pub trait Peek: Iterator {}
impl<I: Iterator> Peek for I {}
pub trait First { fn first(&mut self) -> bool; }
pub trait Last { fn last(&mut self) -> bool; }
impl<L, R> First for Join<L, R>
where
    L: Peek,
    R: DoubleEndedIterator<Item = L::Item>,
{
    fn first(&mut self) -> bool {
        self.1.next().is_some()
    }
}
impl<L, R> Last for Join<L, R>
where
    L: DoubleEndedIterator + ExactSizeIterator,
    R: DoubleEndedIterator<Item = L::Item>,
{
    fn last(&mut self) -> bool {
        self.1.next_back().is_some()
    }
}
";
    let sandbox = Sandbox::with_macros("heads", text, "").functions(&["first", "last"]);
    let build = built(&sandbox);
    assert_eq!(harnesses(&build), ["heads__Join__last"]);
    assert_eq!(build.skips[0].code, Code::DoesNotCompile);
}

#[test]
fn cargos_own_failure_is_passed_on() {
    let sandbox = Sandbox::new(&[
        (
            "Cargo.toml",
            &manifest("demo", "[dependencies]\nabsent = { path = \"absent\" }\n"),
        ),
        ("src/lib.rs", "#[unroll_test] fn f() {}\n"),
    ]);
    let error = compile::build(&sandbox.load(), QUIET).expect_err("does not build");
    let BuildError::Cargo { stderr } = &error else {
        panic!("{error}")
    };
    assert!(stderr.contains("absent"), "{stderr}");
    assert!(!stderr.contains("target/unroll/copy"), "{stderr}");
}

#[test]
fn the_whole_program_defines_the_standard_library() {
    let sandbox = Sandbox::lib("pub fn f(n: u32) -> String { n.to_string() }\n").functions(&["f"]);
    let project = sandbox.load();
    let build = built(&sandbox);
    let fat = compile::fat_lto(&project, &build, QUIET).unwrap_or_else(|error| panic!("{error}"));
    assert!(fat[0].deps_ll.is_empty());
    assert_eq!(fat[0].harnesses, build.targets[0].harnesses);
    let ir = text(&fat[0].ll);
    let missing = |line: &str| {
        line.starts_with("declare ") && line.contains("@_R") && !line.contains("llvm.")
    };
    assert_eq!(
        ir.lines().filter(|line| missing(line)).collect::<Vec<_>>(),
        [""; 0]
    );
    assert_ne!(fat[0].exe, build.targets[0].exe);

    let written = || {
        let compiled = fat[0].exe.with_extension("ll");
        std::fs::metadata(compiled).and_then(|it| it.modified())
    };
    let first = written().expect("the compiler wrote IR");
    compile::fat_lto(&project, &build, QUIET).unwrap_or_else(|error| panic!("{error}"));
    let second = written().expect("it is still there");
    assert_eq!(first, second, "it was compiled again");
}

#[test]
fn own_tests_and_their_dependencies_are_not_built() {
    let text = "pub fn f() {}\n#[cfg(test)]\nmod tests {\n    use absent::x;\n}\n";
    let sandbox = Sandbox::lib(text).functions(&["f"]);
    sandbox.write(
        "Cargo.toml",
        &manifest(
            "demo",
            "[dev-dependencies]\nabsent = { path = \"absent\" }\n",
        ),
    );
    let build = built(&sandbox);
    assert_eq!(harnesses(&build), ["demo__f"]);
    assert!(!build.variant.own_tests);
}

#[test]
fn own_tests_that_the_rest_needs_are_put_back() {
    let text =
        "pub fn f() { #[cfg(test)] help::g() }\n#[cfg(test)]\nmod help {\n    pub fn g() {}\n}\n";
    let sandbox = Sandbox::lib(text).functions(&["f"]);
    for _ in 0..2 {
        let build = built(&sandbox);
        assert_eq!(harnesses(&build), ["demo__f"]);
        assert!(build.variant.own_tests);
    }
}

#[test]
fn syntax_errors_are_shown_as_rustc_shows_them() {
    let sandbox = Sandbox::lib("mod m;\npub fn f() {}\n").functions(&["f"]);
    sandbox.write("src/m.rs", "fn g() {\n    (]\n}\n");
    let error = compile::build(&sandbox.load(), QUIET).expect_err("does not compile");
    let told = error.to_string();
    assert!(
        told.contains("error: mismatched closing delimiter: `]`"),
        "{told}"
    );
    assert!(told.contains("--> src/m.rs:2:"), "{told}");
}

#[test]
fn a_file_that_only_the_compiler_understands_is_no_obstacle() {
    let sandbox = Sandbox::lib("#[cfg(any())]\nmod m;\npub fn f() {}\n").functions(&["f"]);
    sandbox.write("src/m.rs", "syntax of the future\n");
    assert_eq!(harnesses(&built(&sandbox)), ["demo__f"]);
    let error =
        compile::build(&sandbox.functions(&["absent"]).load(), QUIET).expect_err("finds nothing");
    assert!(matches!(error, BuildError::Unparsed(_)), "{error}");
}
