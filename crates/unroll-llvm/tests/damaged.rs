//! Damaged text: whatever is cut out of IR text or changed in it, the reader answers with data or an error, never with a
//! panic, and the analyses run on what it read.

use proptest::prelude::*;
use unroll_llvm::analysis::{Cfg, Liveness, Wto};
use unroll_llvm::link::inlined::InlinedFunctions;
use unroll_llvm::{Module, ModuleId, Program};

const TEXTS: [&str; 5] = [
    include_str!("golden/instructions.ll"),
    include_str!("golden/unsupported.ll"),
    include_str!("golden/globals.ll"),
    include_str!("golden/loops.ll"),
    include_str!("golden/rustc.ll"),
];

/// Asks a module for everything that it can say.
fn ask_everything(text: &str) {
    let Ok(module) = Module::index(text.into()) else {
        return;
    };
    for name in module.defined_functions() {
        if let Ok(Some(function)) = module.function(name) {
            let cfg = Cfg::new(&function);
            assert_eq!(Wto::new(&cfg).order.len(), cfg.rpo.len());
            Liveness::new(&function, &cfg);
            let _ = function.to_string();
            for param in &function.params {
                module.layout().size(param);
            }
        }
    }
    for name in module.declared_functions() {
        let _ = module.signature(name);
    }
    for name in module.global_names() {
        if let Ok(Some(global)) = module.global(name) {
            module.layout().size(&global.ty);
        }
        let _ = module.panic_location(name);
        module.alias(name);
    }
    for number in 0..200 {
        module.debug_chain(number);
    }
    let names: Vec<String> = module.defined_functions().map(str::to_owned).collect();
    let program = Program::new(module, || Ok(vec![]));
    let mut inlined = InlinedFunctions::new(&program);
    for number in 0..200 {
        let functions: Vec<_> = inlined.at(ModuleId(0), number).collect();
        let expected = program.first().debug_functions(number);
        // In a cycle, where one of them ends depends on where it began.
        if expected.len() < 100 {
            assert!(functions.iter().map(|it| &**it).eq(&expected), "!{number}");
        }
    }
    for name in names {
        let _ = program.function(&name, ModuleId(0));
        let _ = program.global(&name, ModuleId(0));
    }
}

/// Moves `at` to a character boundary at or before it.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

/// A change of a text: at a place, so many bytes are replaced.
fn damage() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, String)>> {
    let piece = prop_oneof![
        Just(String::new()),
        "[%@!#;:,=(){}<>\\[\\]\"0-9a-z .\n-]{1,3}",
        "\\PC{1,2}",
        Just("4294967295".to_owned()),
        Just("99999999999999999999999999999999999999999".to_owned()),
        Just("<4294967295 x i1>".to_owned()),
        Just("\n}\n".to_owned()),
        Just("invoke void @f() to label %x unwind label %y".to_owned()),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, piece), 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_cut_text_never_panics(which in 0..TEXTS.len(), start in any::<prop::sample::Index>(), end in any::<prop::sample::Index>()) {
        let text = TEXTS[which];
        let (start, end) = (boundary(text, start.index(text.len())), boundary(text, end.index(text.len())));
        ask_everything(&text[..end]);
        ask_everything(&text[start..]);
    }

    #[test]
    fn a_changed_text_never_panics(which in 0..TEXTS.len(), changes in damage()) {
        let mut text = TEXTS[which].to_owned();
        for (place, len, piece) in changes {
            if text.is_empty() {
                break;
            }
            let start = boundary(&text, place.index(text.len()));
            let end = boundary(&text, (start + len).min(text.len()));
            text.replace_range(start..end.max(start), &piece);
        }
        ask_everything(&text);
    }

    #[test]
    fn shuffled_lines_never_panic(which in 0..TEXTS.len(), swaps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..20)) {
        let mut lines: Vec<&str> = TEXTS[which].lines().collect();
        let len = lines.len();
        for (a, b) in swaps {
            lines.swap(a.index(len), b.index(len));
        }
        ask_everything(&lines.join("\n"));
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!(
        "@x = global {}i8{} zeroinitializer\n",
        "[1 x ".repeat(100_000),
        "]".repeat(100_000)
    );
    let module = Module::index(deep).expect("the text is indexed");
    assert!(
        module
            .global("x")
            .is_err_and(|error| error.to_string().contains("nesting"))
    );
}

#[test]
fn long_functions_need_no_stack() {
    use std::fmt::Write as _;
    let mut text = "define void @f(i1 %c) {\n".to_owned();
    for block in 0..50_000 {
        let next = block + 1;
        writeln!(
            text,
            "b{block}:\n  br i1 %c, label %b{next}, label %b{}",
            block / 100 * 100
        )
        .expect("strings are writable");
    }
    text.push_str("b50000:\n  ret void\n}\n");
    let module = Module::index(text).expect("the text is indexed");
    let function = module
        .function("f")
        .expect("it parses")
        .expect("it is defined");
    let cfg = Cfg::new(&function);
    let wto = Wto::new(&cfg);
    assert_eq!(wto.order.len(), 50_001);
    assert!(wto.heads.iter().any(|heads| heads.len() == 1));
}
