//! The IR that workers read against all that the build made: what harnesses reach is the same.

use std::collections::BTreeSet;

use camino::Utf8PathBuf;
use cargo_unroll::compile::{self, Output};
use unroll_llvm::link::demangle::is_panic_entry;
use unroll_llvm::{ModuleId, Program};

use super::sandbox::Sandbox;

#[test]
fn ir_is_reduced_to_what_harnesses_reach_and_means_the_same() {
    let source = "pub fn f(a: &[u32], text: &str) -> Vec<String> {\n    \
                  a.iter().map(|n| format!(\"{n} {}\", text.to_lowercase())).collect()\n}\n";
    let sandbox = Sandbox::with_macros("reduced", source, "");
    let quiet = Output {
        quiet: true,
        color: false,
        jobs: None,
        wrapper: None,
    };
    let build = compile::build(&sandbox.functions(&["f"]).load(), quiet)
        .unwrap_or_else(|error| panic!("{error}"));
    let reduced = &build.targets[0];
    let mut whole = reduced.clone();
    let folder = whole.exe.parent().expect("it is in a folder").to_owned();
    for path in std::iter::once(&mut whole.ll).chain(&mut whole.deps_ll) {
        *path = folder.join(path.file_name().expect("it is a file"));
    }
    assert!(functions_of_driver(&whole.units_ll) > 100, "{whole:?}");
    for built in [&whole, reduced] {
        // Code of closures that the runtime hands to the driver stands there.
        assert!(functions_of_driver(&built.deps_ll) < 10, "{built:?}");
    }

    let [whole, reduced] = [&whole, reduced].map(|it| it.program().expect("it is readable"));
    let harness = format!(
        "__unroll_harness_{}",
        build.targets[0].harnesses.first().expect("one")
    );
    let (mut pending, mut seen) = (vec![(ModuleId(0), harness)], BTreeSet::new());
    while let Some((from, symbol)) = pending.pop() {
        let is_probe =
            symbol.starts_with("__unroll_") && !seen.is_empty() && !symbol.contains("form");
        if is_probe || is_panic_entry(&symbol) || !seen.insert((from, symbol.clone())) {
            continue;
        }
        let meant = meaning(&whole, &symbol, from);
        assert_eq!(
            meaning(&reduced, &symbol, from),
            meant,
            "{symbol} in {from:?}"
        );
        let Some((module, code)) = meant else {
            continue;
        };
        let symbols = code.split('@').skip(1).filter_map(|rest| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || "$._-".contains(c);
            rest.split(|c| !is_part(c)).next()
        });
        pending.extend(symbols.map(|symbol| (module, symbol.to_owned())));
    }
    assert!(seen.len() > 30, "{seen:?}");
}

/// Where a symbol is defined, and its code or value.
fn meaning(program: &Program, symbol: &str, from: ModuleId) -> Option<(ModuleId, String)> {
    let function = program.function(symbol, from).expect("it parses");
    let global = program.global(symbol, from).expect("it parses");
    let function = function.map(|it| (it.module, it.item.to_string()));
    function.or_else(|| {
        global.map(|it| {
            (
                it.module,
                it.item
                    .init
                    .as_ref()
                    .map_or_else(String::new, ToString::to_string),
            )
        })
    })
}

/// How many functions of the driver the files define.
fn functions_of_driver(files: &[Utf8PathBuf]) -> usize {
    let is_defined = |line: &&str| line.starts_with("define ") && line.contains("13unroll_driver");
    let texts = files.iter().map(std::fs::read_to_string);
    texts
        .map(|text| {
            let text = text.expect("it is readable");
            text.lines().filter(is_defined).count()
        })
        .sum()
}
