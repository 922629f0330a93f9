//! The reader on what the installed compilers emit: every function, global and signature has to parse, with nothing
//! unsupported besides [`STATED`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use unroll_llvm::Module;
use unroll_llvm::analysis::{Cfg, Liveness, Wto};
use unroll_llvm::ir::{Function, InstrKind, Terminator};
use unroll_llvm::link::demangle::{demangle, is_panic_entry};

/// Constructs that the reader rejects on purpose (`docs/dev/adr/0001-ir-reader.md`).
const STATED: [&str; 1] = ["argument passed by value in memory"];

/// The compilers to test: the one of the workspace, and nightly where it is installed.
fn toolchains() -> Vec<Vec<&'static str>> {
    let candidates = [vec!["rustc"], vec!["rustc", "+nightly"]];
    candidates
        .into_iter()
        .filter(|it| {
            command(it)
                .arg("-V")
                .output()
                .is_ok_and(|it| it.status.success())
        })
        .collect()
}

fn command(toolchain: &[&str]) -> Command {
    let mut command = Command::new(toolchain[0]);
    command.args(&toolchain[1..]);
    command
}

/// Compiles `snippet` to IR text in a directory of its own.
fn compile(toolchain: &[&str], snippet: &str, flags: &[&str], out: &Path) -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snippets")
        .join(snippet);
    let output = command(toolchain)
        .args([
            "--edition",
            "2024",
            "-g",
            "--cap-lints",
            "allow",
            "--crate-name",
            "snippet",
        ])
        .args(flags)
        .arg("--out-dir")
        .arg(out)
        .arg(source)
        .output()
        .expect("the compiler was found before");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    std::fs::read_to_string(out.join("snippet.ll")).expect("the compiler wrote the text")
}

/// Counts of unsupported constructs in `function`.
fn unsupported(function: &Function, found: &mut BTreeMap<String, usize>) {
    for block in &function.blocks {
        let instrs = block.instrs.iter().filter_map(|instr| match &instr.kind {
            InstrKind::Unsupported { construct } => Some(construct),
            _ => None,
        });
        let terminator = match &block.terminator {
            Terminator::Unsupported { construct } => Some(construct),
            _ => None,
        };
        for construct in instrs
            .chain(terminator)
            .filter(|it| !STATED.contains(&it.as_str()))
        {
            *found.entry(construct.clone()).or_default() += 1;
        }
    }
}

/// Every edge goes forward in the order, or back to the head of a component around it.
fn check_order(function: &Function, cfg: &Cfg, wto: &Wto) {
    for (from, succs) in cfg.succs.iter().enumerate() {
        if wto.heads[from].is_empty() && wto.position[from] == u32::MAX {
            continue;
        }
        for to in succs {
            let forward = wto.position[from] < wto.position[to.0 as usize];
            assert!(
                forward || wto.heads[from].contains(to),
                "{}: b{from} -> {to}",
                function.name
            );
        }
    }
}

fn check_module(text: String, what: &str) {
    let module = Module::index(text).expect("the text is indexed");
    assert!(
        module
            .producer()
            .is_some_and(|it| it.starts_with("rustc version")),
        "{what}"
    );
    assert!(
        module.llvm_version_guess().is_some_and(|it| it >= 22),
        "{what}"
    );
    let mut found = BTreeMap::new();
    let mut functions = 0;
    for name in module.defined_functions() {
        let function = module
            .function(name)
            .unwrap_or_else(|error| panic!("{what}: {name}: {error}"));
        let function = function.expect("it is defined");
        unsupported(&function, &mut found);
        check_positions(&module, &function);
        let cfg = Cfg::new(&function);
        check_order(&function, &cfg, &Wto::new(&cfg));
        let live = Liveness::new(&function, &cfg);
        let params = function.params.len() as u32;
        assert!(
            live.live_in[0].iter().all(|reg| reg.0 < params),
            "{what}: {name}: live into the entry"
        );
        functions += 1;
    }
    check_panic_entries(&module, what.contains("opt-level=0"), what);
    assert!(functions > 5, "{what}: {functions} functions");
    assert!(found.is_empty(), "{what}: {found:?}");
    for name in module.global_names() {
        let global = module
            .global(name)
            .unwrap_or_else(|error| panic!("{what}: {name}: {error}"));
        let dump = format!("{:?}", global.expect("it is listed").init);
        assert!(!dump.contains("Unsupported("), "{what}: {name}: {dump}");
    }
    for name in module.declared_functions() {
        module
            .signature(name)
            .unwrap_or_else(|error| panic!("{what}: {name}: {error}"));
    }
}

/// The table of panic entries against `noreturn`: entries never return, and nothing else in `core` and `alloc` diverges.
/// The optimiser infers `noreturn`, so the second half asks unoptimised text only.
fn check_panic_entries(module: &Module, unoptimised: bool, what: &str) {
    let mut missed = Vec::new();
    for name in module
        .defined_functions()
        .chain(module.declared_functions())
    {
        let signature = module
            .signature(name)
            .expect("it parsed before")
            .expect("it is listed");
        let path = demangle(name);
        let listed = is_panic_entry(name);
        assert!(signature.noreturn || !listed, "{what}: {path} may return");
        let of_core = ["core::", "alloc::", "<alloc::"]
            .iter()
            .any(|krate| path.starts_with(krate));
        if unoptimised && of_core && signature.noreturn && !listed {
            missed.push(path);
        }
    }
    assert!(missed.is_empty(), "{what}: {missed:#?} start a panic");
}

/// Every `!dbg` resolves to a file.
fn check_positions(module: &Module, function: &Function) {
    for instr in function.blocks.iter().flat_map(|block| &block.instrs) {
        if let Some(number) = instr.dbg {
            assert!(
                module.debug_loc(number).is_some(),
                "{}: !{number}",
                function.name
            );
        }
    }
}

fn scratch(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("llvm_corpus")
        .join(name);
    std::fs::create_dir_all(&dir).expect("the target directory is writable");
    dir
}

#[test]
fn every_function_parses_at_every_optimisation_level() {
    for (at, toolchain) in toolchains().iter().enumerate() {
        for (level, checks) in [("0", "on"), ("1", "on"), ("2", "off"), ("3", "off")] {
            let out = scratch(&format!("{at}-{level}"));
            let (level, checks) = (
                format!("-Copt-level={level}"),
                format!("-Cdebug-assertions={checks}"),
            );
            let flags = [
                level.as_str(),
                checks.as_str(),
                "--emit=llvm-ir",
                "-Ccodegen-units=1",
            ];
            for snippet in ["everything.rs", "panics.rs"] {
                let text = compile(toolchain, snippet, &flags, &out);
                check_module(text, &format!("{toolchain:?} {snippet} {flags:?}"));
            }
        }
    }
}

#[test]
fn every_function_of_a_program_with_fat_lto_parses() {
    for (at, toolchain) in toolchains().iter().enumerate() {
        let out = scratch(&format!("{at}-lto"));
        let flags = ["-Copt-level=1", "-Clto=fat", "--emit=llvm-ir,link"];
        let text = compile(toolchain, "program.rs", &flags, &out);
        assert!(text.len() > 5_000_000, "the standard library is part of it");
        check_module(text, &format!("{toolchain:?} lto"));
    }
}
