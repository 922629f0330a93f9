//! Golden dumps of hand-written IR: `tests/golden/NAME.ll` in, `NAME.txt` out.
//! `UNROLL_BLESS=1` rewrites the dumps.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use unroll_llvm::Module;
use unroll_llvm::analysis::{Cfg, Liveness, Wto};
use unroll_llvm::ir::Function;

fn path(name: &str, extension: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
        .with_extension(extension)
}

fn module(name: &str) -> Module {
    let text = fs::read_to_string(path(name, "ll")).expect("the golden input exists");
    Module::index(text).expect("small texts are indexed")
}

fn check_golden(name: &str, dump: &str) {
    let golden = path(name, "txt");
    if std::env::var_os("UNROLL_BLESS").is_some() {
        fs::write(&golden, dump).expect("the golden file is writable");
    }
    let expected = fs::read_to_string(&golden).unwrap_or_default();
    assert!(
        expected == dump,
        "{} differs; UNROLL_BLESS=1 rewrites it. The dump now:\n{dump}",
        golden.display()
    );
}

fn dump_functions(module: &Module) -> String {
    let mut dump = String::new();
    for name in module.defined_functions() {
        match module.function(name) {
            Ok(function) => {
                let function = function.expect("defined functions have a body");
                writeln!(dump, "{function}").expect("strings are writable");
            }
            Err(error) => writeln!(dump, "fn {name:?}: {error}\n").expect("strings are writable"),
        }
    }
    for name in module.declared_functions() {
        let signature = module.signature(name);
        writeln!(dump, "declare {name:?} {signature:?}").expect("strings are writable");
    }
    dump
}

#[test]
fn instructions_and_attributes() {
    check_golden("instructions", &dump_functions(&module("instructions")));
}

#[test]
fn text_of_rustc_1_95() {
    check_golden("rustc", &dump_functions(&module("rustc")));
}

#[test]
fn unsupported_constructs_cost_one_instruction() {
    check_golden("unsupported", &dump_functions(&module("unsupported")));
}

#[test]
fn globals_and_positions() {
    let module = module("globals");
    let mut dump = format!(
        "{} little-endian={}\n",
        module.triple(),
        !module.layout().big_endian()
    );
    for name in module.global_names() {
        match module.global(name) {
            Ok(global) => {
                let global = global.expect("listed globals exist");
                let init = global
                    .init
                    .as_ref()
                    .map_or("none".to_owned(), ToString::to_string);
                let size = module.layout().size(&global.ty);
                writeln!(
                    dump,
                    "{name:?}: {} = {init}; size {size}, align {}, constant {}, tls {}",
                    global.ty, global.align, global.constant, global.thread_local
                )
                .expect("strings are writable");
            }
            Err(error) => writeln!(dump, "{name:?}: {error}").expect("strings are writable"),
        }
    }
    for name in ["alias", "alias.of.gep", "i"] {
        writeln!(dump, "alias {name:?} -> {:?}", module.alias(name)).expect("strings are writable");
    }
    for name in ["loc", "loc.nul", "loc.long", "i"] {
        writeln!(
            dump,
            "location {name:?} -> {:?}",
            module.panic_location(name)
        )
        .expect("strings are writable");
    }
    for number in [25, 27, 28, 29, 31, 32, 20, 1000] {
        writeln!(dump, "!{number} -> {:?}", module.debug_loc(number))
            .expect("strings are writable");
    }
    writeln!(dump, "!25 chain -> {:?}", module.debug_chain(25)).expect("strings are writable");
    writeln!(dump, "!31 chain of {}", module.debug_chain(31).len()).expect("strings are writable");
    check_golden("globals", &dump);
}

fn dump_analyses(function: &Function) -> String {
    let cfg = Cfg::new(function);
    let wto = Wto::new(&cfg);
    let liveness = Liveness::new(function, &cfg);
    let mut dump = String::new();
    let label = |block: usize| function.blocks[block].label.as_str();
    for (at, block) in function.blocks.iter().enumerate() {
        let preds: Vec<_> = cfg.preds[at]
            .iter()
            .map(|it| label(it.0 as usize))
            .collect();
        let heads: Vec<_> = wto.heads[at]
            .iter()
            .map(|it| label(it.0 as usize))
            .collect();
        let live: Vec<_> = liveness.live_in[at]
            .iter()
            .map(ToString::to_string)
            .collect();
        writeln!(
            dump,
            "  {}: preds {preds:?}, rpo {}, wto {}, heads {heads:?}, live {}",
            block.label,
            cfg.rpo_index[at].cast_signed(),
            wto.position[at].cast_signed(),
            live.join(" ")
        )
        .expect("strings are writable");
    }
    for (head, blocks) in &wto.components {
        let blocks: Vec<_> = blocks.iter().map(|it| label(it.0 as usize)).collect();
        writeln!(dump, "  component {}: {blocks:?}", label(head.0 as usize))
            .expect("strings are writable");
    }
    dump
}

#[test]
fn analyses_of_loops() {
    let module = module("loops");
    let mut dump = String::new();
    for name in module.defined_functions() {
        let function = module
            .function(name)
            .expect("the function parses")
            .expect("it is defined");
        writeln!(dump, "{function}{}", dump_analyses(&function)).expect("strings are writable");
    }
    check_golden("loops", &dump);
}
