//! The outcome of one function to the text of its module of tests.
//!
//! The layout is rustfmt's for everything but very long lines; running rustfmt on top makes those its own as well.

mod call;
mod formatted;
mod invariant;
pub(super) mod statics;
mod table;

use std::sync::Arc;

use unroll_syntax::formatting::formatter;

use self::call::{call, executor, safety};
use self::formatted::Formatting;
use self::table::Table;
use super::asserts::Facts;
use super::bindings::{Binding, bindings, locals};
use super::expression::literal::Scope;
use super::labels::{self, paths};
use super::layout::{indented, wrapped};
use super::prelude::EXTERN_STD;
use super::source::{FnSite, TEST_MODULE};
use super::subject::Subject;
use super::types::type_text;
use super::{layout, names, words};
use crate::model::job::{ClauseInfo, ClauseKind, Job};
use crate::model::outcome::{RunEnd, TestCase};
use crate::model::value::Value;

/// Stands before what other builds do not repeat: there `+` wraps, and assertions and contracts are not checked. No `cfg` of stable Rust
/// tells the check for overflow apart from the others.
const DEBUG_ONLY: &str = "#[cfg(debug_assertions)]";

/// True if no test of a function is left in other builds.
fn all_debug_only(subject: &Subject) -> bool {
    subject.outcome.tests.iter().all(|test| test.debug_only)
}

/// `mod binary_search { .. }`, or nothing when there are no tests.
pub(crate) fn module(subject: &Subject) -> Option<String> {
    if subject.outcome.tests.is_empty() {
        return None;
    }
    let table = Table::of(subject);
    let names = names::test_names(subject.job, subject.outcome);
    let names = Table::renamed(table.as_ref(), names);
    let mut lines = subject.site.cfgs.clone();
    if all_debug_only(subject) {
        // An empty module would have an unused import.
        lines.push(DEBUG_ONLY.to_owned());
    }
    lines.extend(subject.style.attribute(&subject.allowed));
    lines.push(format!("mod {} {{", subject.site.test_mod));
    lines.extend(contract_remark(subject.job));
    let mut tests = Vec::new();
    let executor = executor(&subject.site.sig);
    if !executor.is_empty() {
        tests.push(String::new());
        tests.extend(indented(1, executor));
    }
    for (at, name) in names.iter().enumerate() {
        let lines = match &table {
            Some(table) if table.tests.first() == Some(&at) => table.lines(subject, name),
            Some(table) if table.tests.contains(&at) => continue,
            _ => test_lines(subject, at, name),
        };
        tests.push(String::new());
        tests.extend(indented(1, lines));
    }
    let root = if subject.prelude.no_std {
        "self::std"
    } else {
        "::std"
    };
    let first = lines.len();
    lines.extend(indented(1, subject.prelude.imports(&tests)));
    lines.extend(indented(1, subject.style.imports(&tests, root)));
    lines.push("    use super::super::*;".to_owned());
    lines.extend(indented(
        1,
        statics::imports(&tests, root.trim_start_matches("::")),
    ));
    lines.extend(tests);
    lines.push("}".to_owned());
    let whole = |lines: &[String]| subject.style.applied(lines.join("\n") + "\n", root);
    let text = whole(&lines);
    let [allowed, declared] = EXTERN_STD;
    if text.contains("self::std::") && !text.contains(declared) {
        // What is spelled in full needs the library where nothing else does.
        let library = [allowed, declared].map(|line| format!("    {line}"));
        lines.splice(first..first, library);
        return Some(whole(&lines));
    }
    Some(text)
}

/// Paths of all tests of a function, without the crate. Those in a table have that of the table.
pub(crate) fn test_paths(subject: &Subject) -> Vec<String> {
    let site = subject.site;
    let module = module_of(subject.job, site);
    // The test harness prints modules as code has to spell them.
    let modules = module
        .split("::")
        .skip(1)
        .map(|name| match syn::parse_str::<syn::Ident>(name) {
            Ok(_) => name.to_owned(),
            Err(_) => format!("r#{name}"),
        });
    let mut prefix: Vec<String> = modules.collect();
    prefix.extend([TEST_MODULE.to_owned(), site.test_mod.clone()]);
    let prefix = prefix.join("::");
    let names = names::test_names(subject.job, subject.outcome);
    Table::renamed(Table::of(subject).as_ref(), names)
        .iter()
        .map(|name| format!("{prefix}::{name}"))
        .collect()
}

fn contract_remark(job: &Job) -> Option<String> {
    let checked = job
        .clauses
        .iter()
        .filter(|clause| matches!(clause.kind, ClauseKind::Ensures | ClauseKind::Invariant))
        .count();
    match checked {
        0 => None,
        1 => {
            Some("    // Each call also checks the function's own contract (1 clause).".to_owned())
        }
        n => Some(format!(
            "    // Each call also checks the function's own contract ({n} clauses)."
        )),
    }
}

fn test_lines(subject: &Subject, at: usize, name: &str) -> Vec<String> {
    let test = &subject.outcome.tests[at];
    if let Some(text) = &test.edited {
        return text.lines().map(str::to_owned).collect();
    }
    let mut lines: Vec<_> = sentences(subject, at)
        .iter()
        .flat_map(|sentence| words::comment(sentence, layout::WIDTH - 4))
        .collect();
    if test.debug_only && !all_debug_only(subject) {
        lines.push(DEBUG_ONLY.to_owned());
    }
    lines.push("#[test]".to_owned());
    if let RunEnd::Panicked { message, .. } = &test.ending {
        lines.push(match message.lines().next() {
            Some(line) if !line.is_empty() => format!("#[should_panic(expected = {line:?})]"),
            _ => "#[should_panic]".to_owned(),
        });
    }
    lines.push(format!("fn {name}() {{"));
    lines.extend(indented(1, body(subject, test)));
    lines.push("}".to_owned());
    lines
}

fn sentences(subject: &Subject, at: usize) -> Vec<String> {
    let test = &subject.outcome.tests[at];
    let mut sentences = match &test.ending {
        RunEnd::Violated { clause } => {
            let clause = subject.job.clauses.get(*clause as usize).map_or_else(
                || format!("clause {clause} of the contract"),
                words::clause_words,
            );
            vec![match invariant::of(subject.job, test) {
                Some(clause) => invariant::sentence(clause),
                None => format!(
                    "Violates {clause}: fails until the function or its contract is corrected."
                ),
            }]
        }
        RunEnd::Panicked { .. } => vec![panic_sentence(subject.job)],
        RunEnd::Returned { .. } => words::of_none(subject.job, subject.outcome, at),
    };
    let (job, outcome) = (subject.job, subject.outcome);
    let new = labels::first_served(outcome, at);
    let mut exits = words::sentences(job, &outcome.objectives, &test.objectives);
    if exits.len() > labels::MOST {
        // The exits that tests before it show as well are the least important.
        exits = words::sentences(job, &outcome.objectives, &new);
    }
    // A test for the sake of a label says nothing of exits that others show.
    let label = labels::sentence(job, outcome, &new, &[]);
    if label.is_none() || words::has_exit(&outcome.objectives, &new) {
        let told = words::left(&outcome.objectives, &test.objectives);
        sentences.extend(exits);
        sentences.extend(labels::sentence(job, outcome, &new, &told));
    } else {
        sentences.extend(label);
    }
    sentences.extend(paths::sentence(job, outcome, &new));
    sentences.truncate(labels::MOST);
    sentences
}

/// The first sentence of a test that panics.
fn panic_sentence(job: &Job) -> String {
    let sentence = if job.clauses.iter().any(ClauseInfo::is_precondition) {
        "Panics although the input satisfies all preconditions."
    } else {
        "Panics with this input."
    };
    sentence.to_owned()
}

fn body(subject: &Subject, test: &TestCase) -> Vec<String> {
    let scope = scope(subject);
    let bindings = bindings(subject, &scope, &test.args);
    let mut lines = Formatting::of(subject, test).declaration();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    let mut locals = locals(&scope, &test.args);
    locals.extend(statics::set(subject, &scope, test));
    let defined = bindings.iter().flat_map(|binding| &binding.define);
    let prepared = locals.iter().chain(defined);
    lines.extend(prepared.flat_map(|line| wrapped(line)));
    if !lines.is_empty() {
        lines.push(String::new());
    }
    let call = call(subject, test, &bindings);
    let unit = returns_unit(&subject.site.sig);
    lines.extend(safety(&subject.site.sig));
    if let Some(broken) = invariant::broken(subject, test, &bindings) {
        lines.push(match (unit, broken.result_name) {
            (true, _) => format!("{call};"),
            (false, None) => format!("let _ = {call};"),
            (false, Some(name)) => format!("let {name} = {call};"),
        });
        lines.push(String::new());
        lines.extend(broken.assertion);
        return lines;
    }
    if !matches!(test.ending, RunEnd::Returned { .. }) {
        lines.push(if unit {
            format!("{call};")
        } else {
            format!("let _ = {call};")
        });
        return lines;
    }
    let asserts = Asserts::of(subject, &scope, &bindings, test);
    let call = match (unit, asserts.of_result.is_empty()) {
        (true, _) => format!("{call};"),
        (false, true) => format!("let _ = {call};"),
        (false, false) => format!("let {} = {call};", asserts.result_name),
    };
    if asserts.is_empty() {
        lines.push(format!("{call} // returns without a panic"));
        return lines;
    }
    lines.push(call);
    lines.push(String::new());
    let all = asserts.of_result.iter().chain(&asserts.of_args);
    let all = all.chain(&asserts.of_statics);
    lines.extend(all.map(|assert| format!("{assert} // captured")));
    lines
}

/// The assertions of a test whose run returned.
struct Asserts {
    /// The variable that holds the result.
    result_name: &'static str,
    of_result: Vec<String>,
    /// On `&mut` arguments after the call.
    of_args: Vec<String>,
    /// On statics after the call.
    of_statics: Vec<String>,
}

impl Asserts {
    fn of(subject: &Subject, scope: &Scope, bindings: &[Binding], test: &TestCase) -> Self {
        let sig = &subject.site.sig;
        let is_taken = bindings.iter().any(|binding| binding.name == "result");
        let result_name = if is_taken { "returned" } else { "result" };
        let facts = Facts {
            scope,
            known: subject.known,
            self_ty: subject.site.self_ty.as_ref(),
            sees_file: subject.site.module.is_empty(),
            is_approximate: test.is_approximate,
        };
        let of_result = match &test.ending {
            RunEnd::Returned { result } => {
                let nothing = Value::Ok(Box::new(Value::Tuple(Vec::new())));
                let result = match result {
                    Value::Ok(_) if Formatting::of(subject, test).is_limited() => &nothing,
                    Value::Ok(text) if formatter(subject.site.of_trait.as_ref(), sig).is_some() => {
                        text
                    }
                    other => other,
                };
                facts.assertions(result_name, result, return_type(sig))
            }
            RunEnd::Panicked { .. } | RunEnd::Violated { .. } => vec![],
        };
        let after = bindings.iter().filter_map(|binding| {
            let (value, ty) = binding.after.as_ref()?;
            Some(facts.assertions(&binding.name, value, ty.as_ref()))
        });
        Self {
            result_name,
            of_result,
            of_args: after.flatten().collect(),
            of_statics: statics::assertions(&facts, test),
        }
    }

    fn is_empty(&self) -> bool {
        self.of_result.is_empty() && self.of_args.is_empty() && self.of_statics.is_empty()
    }
}

/// The reason why tests of a function that returns assert nothing, with their number; `None` if all of them assert something.
pub(crate) fn nothing_asserted(subject: &Subject) -> Option<String> {
    let scope = scope(subject);
    let asserts_nothing = |test: &&TestCase| {
        let bindings = bindings(subject, &scope, &test.args);
        matches!(test.ending, RunEnd::Returned { .. })
            && test.edited.is_none()
            && Asserts::of(subject, &scope, &bindings, test).is_empty()
    };
    let tests = &subject.outcome.tests;
    let count = tests.iter().filter(asserts_nothing).count();
    if count == 0 {
        return None;
    }
    let reason = match return_type(&subject.site.sig) {
        Some(ty) if !returns_unit(&subject.site.sig) => format!(
            "no part of the result of type `{}` can be compared",
            type_text(ty)
        ),
        _ => "there is no result and no `&mut` argument".to_owned(),
    };
    Some(format!(
        "{count} of {} tests assert only that the function returns: {reason}",
        tests.len()
    ))
}

fn scope(subject: &Subject) -> Scope {
    Scope {
        module: module_of(subject.job, subject.site),
        shown: Arc::clone(&subject.style.shown),
    }
}

/// The path of the module that holds the function, crate included.
fn module_of(job: &Job, site: &FnSite) -> String {
    // The function's path ends with its name, and before it the type for methods.
    let drop = if site.self_ty.is_some() { 2 } else { 1 };
    let mut path: Vec<&str> = job.function.split("::").collect();
    path.truncate(path.len().saturating_sub(drop));
    path.join("::")
}

fn return_type(sig: &syn::Signature) -> Option<&syn::Type> {
    match &sig.output {
        syn::ReturnType::Default => None,
        syn::ReturnType::Type(_, ty) => Some(ty),
    }
}

fn returns_unit(sig: &syn::Signature) -> bool {
    match return_type(sig) {
        None | Some(syn::Type::Never(_)) => true,
        Some(syn::Type::Tuple(tuple)) => tuple.elems.is_empty(),
        Some(_) => false,
    }
}
