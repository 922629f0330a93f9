//! Random loop programs: the counter form and the copies form against a reference interpreter.
//!
//! * The counter form gives the same result and the same probes as the program.
//! * The form with k copies does so exactly on the inputs that need at most k iterations of every loop; on the others it is
//!   inapplicable, after the same probes up to there. Hence what is found grows with k.
//! * What `rustc` compiles from the expansions behaves the same.
//! * The forms are the unrollings of the paper's [theory], whose theorems are tested as well.

mod ast;
mod native;
mod print;
mod reference;
mod theory;
mod tree;

use std::collections::BTreeSet;

use proptest::prelude::*;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Item, ItemFn};

use ast::Program;
use reference::{End, Event, Run};

/// The inputs that every program is run on.
const INPUTS: [(i64, i64); 6] = [(0, 0), (1, 3), (2, 5), (4, -1), (7, 2), (-3, 9)];

/// The whole expansion of a program in one form, and the form in it.
fn expand(program: &Program, form: &str, id: &str) -> (proc_macro2::TokenStream, ItemFn) {
    expand_text(&program.source(), form, id)
}

/// The same of the text of a function.
fn expand_text(text: &str, form: &str, id: &str) -> (proc_macro2::TokenStream, ItemFn) {
    let args = format!("__tool(id = \"{id}\", form = {form})");
    let item = text.parse().expect("tokens");
    let expansion = unroll_instrument::expand::unroll_test(args.parse().expect("tokens"), item);
    let expansion = expansion.expect("the program expands");
    let file: syn::File = syn::parse2(expansion.clone()).expect("the expansion parses");
    let mut finder = FormFinder(None);
    finder.visit_file(&file);
    (expansion, finder.0.expect("a form"))
}

struct FormFinder(Option<ItemFn>);

impl<'ast> Visit<'ast> for FormFinder {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if item.sig.ident.to_string().starts_with("__unroll_form_") {
            self.0 = Some(item.clone());
        }
        visit::visit_item_fn(self, item);
    }

    fn visit_item(&mut self, item: &'ast Item) {
        // `const _` holds the registration.
        if !matches!(item, Item::Const(_)) {
            visit::visit_item(self, item);
        }
    }
}

/// The loops that a form has copied: those whose end is a label.
fn copied(form: &ItemFn) -> BTreeSet<u32> {
    let text = form.to_token_stream().to_string();
    let labels = text.split("'__unroll_exit_").skip(1);
    labels
        .map(|rest| {
            let digits = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            rest[..digits].parse().expect("a loop number")
        })
        .collect()
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..120)
}

/// The run of the original program; `None` if it does not end soon.
fn original(program: &Program, (a, b): (i64, i64)) -> Option<Run> {
    let run = reference::run(program, a, b, 0, &BTreeSet::new());
    (run.end != End::OutOfFuel).then_some(run)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_counter_form_has_the_same_result_and_probes(choices in choices()) {
        let program = Program::new(&choices);
        let (_, form) = expand(&program, "counter", "p");
        prop_assert!(copied(&form).is_empty());
        for input in INPUTS {
            let Some(expected) = original(&program, input) else { continue };
            prop_assert_eq!(tree::run(&form, input.0, input.1), expected, "{:?} on {}", input, program.source());
        }
    }

    #[test]
    fn the_copies_form_is_exact_up_to_its_depth(choices in choices(), copies in 0_u32..4) {
        let program = Program::new(&choices);
        let (_, form) = expand(&program, &format!("copies({copies})"), "p");
        let copied = copied(&form);
        for input in INPUTS {
            let Some(expected) = original(&program, input) else { continue };
            let run = tree::run(&form, input.0, input.1);
            let needs_more = |number: &u32| expected.iterations().get(number).is_some_and(|d| *d > copies);
            if copied.iter().any(needs_more) {
                let End::Inapplicable(number) = run.end else {
                    return Err(TestCaseError::fail(format!("{input:?} is applicable on {}", program.source())));
                };
                let next = expected.events[run.events.len()];
                prop_assert_eq!(next, Event::Step(number, copies + 1), "{:?} on {}", input, program.source());
                prop_assert!(expected.events.starts_with(&run.events));
            } else {
                prop_assert_eq!(run, expected, "{:?} on {}", input, program.source());
            }
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn findings_grow_with_the_number_of_copies(choices in choices()) {
        let program = Program::new(&choices);
        let mut before = BTreeSet::new();
        for copies in 0..4 {
            let (_, form) = expand(&program, &format!("copies({copies})"), "p");
            let ends = INPUTS.into_iter().filter(|input| original(&program, *input).is_some());
            let found = ends.flat_map(|(a, b)| tree::run(&form, a, b).exits()).collect();
            prop_assert!(before.is_subset(&found), "{} copies of {}", copies, program.source());
            before = found;
        }
    }
}

#[test]
fn compiled_expansions_behave_as_the_reference() {
    native::check();
}

#[test]
fn random_programs_are_varied() {
    let mut kinds = [0_u32; 5];
    let mut inapplicable = 0;
    for seed in 0..200 {
        let program = Program::new(&native::seeded_choices(seed));
        let (_, form) = expand(&program, "copies(2)", "p");
        for input in INPUTS {
            let Some(run) = original(&program, input) else {
                continue;
            };
            for exit in run.exits() {
                let Event::Exit(_, _, _, kind) = exit else {
                    continue;
                };
                kinds[kind as usize] += 1;
            }
            let copies = tree::run(&form, input.0, input.1);
            inapplicable += u32::from(matches!(copies.end, End::Inapplicable(_)));
        }
    }
    assert!(
        kinds.iter().all(|count| *count >= 8),
        "exits by kind: {kinds:?}"
    );
    assert!(inapplicable >= 50, "{inapplicable} runs need more copies");
}
