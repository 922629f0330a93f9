//! The IR of a whole program: what harnesses reach, the standard library included, and nothing of native runs.

use std::fs;

use cargo_unroll::compile::{self, Output};

use super::sandbox::Sandbox;

#[test]
fn the_whole_program_has_the_standard_library_and_no_driver() {
    let source = "pub fn f(text: &str) -> String {\n    text.to_lowercase()\n}\n";
    let sandbox = Sandbox::with_macros("whole", source, "");
    let quiet = Output {
        quiet: true,
        color: false,
        jobs: None,
        wrapper: Some(env!("CARGO_BIN_EXE_cargo-unroll")),
    };
    let project = sandbox.functions(&["f"]).load();
    let build = compile::build(&project, quiet).unwrap_or_else(|error| panic!("{error}"));
    let whole = compile::fat_lto(&project, &build, quiet).unwrap_or_else(|error| panic!("{error}"));
    let [built] = &whole[..] else {
        panic!("one test has harnesses: {whole:?}");
    };
    // Before it is reduced: code that is not read costs time to make, to print and to search.
    let folder = built.exe.parent().expect("it is in a folder");
    let made = folder.join(built.ll.file_name().expect("it is a file"));
    let text = fs::read_to_string(made).expect("it is readable");
    let defines = |part: &str| {
        let mut lines = text.lines();
        lines.any(|line| line.starts_with("define ") && line.contains(part))
    };
    assert!(defines("@__unroll_harness_"));
    assert!(defines("to_lowercase"));
    for of_native_runs in ["13unroll_driver5serve", "13unroll_driver6shrink", "4test"] {
        assert!(!defines(of_native_runs), "{of_native_runs}");
    }
}
