//! The outcome of one function to the text of its module of tests.
//!
//! The layout is rustfmt's for everything but very long lines; running rustfmt on top makes those its own as well.

use super::asserts::{Facts, any};
use super::literal::Scope;
use super::source::{FnSite, TEST_MODULE, type_slug};
use super::types::{Known, let_type, type_text};
use super::{names, words};
use crate::cover::job::{ClauseKind, Job};
use crate::cover::outcome::{Arg, Ending, FunctionOutcome, TestCase};
use crate::input::value::{SeqKind, Value};

/// Columns of a line.
const WIDTH: usize = 100;

/// A function with all that its tests are written from.
pub(crate) struct Subject<'a> {
    /// What was analysed.
    pub(crate) job: &'a Job,
    /// With what outcome.
    pub(crate) outcome: &'a FunctionOutcome,
    /// Where the function stands.
    pub(crate) site: &'a FnSite,
    /// Traits of the crate's types.
    pub(crate) known: &'a Known,
}

/// `mod binary_search { .. }`, or nothing when there are no tests.
pub(crate) fn module(subject: &Subject) -> Option<String> {
    if subject.outcome.tests.is_empty() {
        return None;
    }
    let names = names::test_names(subject.job, subject.outcome);
    let mut lines = vec![format!("mod {} {{", subject.site.test_mod)];
    lines.extend(contract_remark(subject.job));
    lines.push("    use super::super::*;".to_owned());
    for (test, name) in subject.outcome.tests.iter().zip(names) {
        lines.push(String::new());
        lines.extend(indented(1, test_lines(subject, test, &name)));
    }
    lines.push("}".to_owned());
    Some(lines.join("\n") + "\n")
}

/// Paths of all tests of a function, without the crate.
pub(crate) fn test_paths(job: &Job, outcome: &FunctionOutcome, site: &FnSite) -> Vec<String> {
    let module = module_of(job, site);
    let mut prefix: Vec<&str> = module.split("::").skip(1).collect();
    prefix.extend([TEST_MODULE, &site.test_mod]);
    let prefix = prefix.join("::");
    names::test_names(job, outcome)
        .iter()
        .map(|name| format!("{prefix}::{name}"))
        .collect()
}

fn contract_remark(job: &Job) -> Option<String> {
    let checked = job
        .clauses
        .iter()
        .filter(|clause| clause.kind != ClauseKind::Requires)
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

fn test_lines(subject: &Subject, test: &TestCase, name: &str) -> Vec<String> {
    let mut lines: Vec<_> = sentences(subject, test)
        .iter()
        .flat_map(|sentence| words::comment(sentence, WIDTH - 4))
        .collect();
    lines.push("#[test]".to_owned());
    if let Ending::Panicked { message, .. } = &test.ending {
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

fn sentences(subject: &Subject, test: &TestCase) -> Vec<String> {
    let mut sentences = match &test.ending {
        Ending::Violated { clause } => {
            let clause = subject.job.clauses.get(*clause as usize).map_or_else(
                || format!("clause {clause} of the contract"),
                words::clause_words,
            );
            vec![format!(
                "Violates {clause}: fails until the function or its contract is corrected."
            )]
        }
        Ending::Panicked { .. } => {
            vec!["Panics, and no precondition rules the input out.".to_owned()]
        }
        Ending::Returned { .. } => vec![],
    };
    sentences.extend(words::sentences(
        subject.job,
        &subject.outcome.objectives,
        &test.objectives,
    ));
    sentences
}

/// One parameter in a test.
struct Binding<'a> {
    /// The variable that holds it.
    name: String,
    /// The statement that defines it.
    define: String,
    /// How it is passed.
    pass: String,
    /// Its value after the call, and its type there.
    after: Option<(&'a Value, Option<syn::Type>)>,
}

fn body(subject: &Subject, test: &TestCase) -> Vec<String> {
    let scope = scope(subject);
    let bindings = bindings(subject, &scope, &test.args);
    let mut lines: Vec<_> = bindings
        .iter()
        .flat_map(|binding| wrapped(&binding.define))
        .collect();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    let call = call(subject, test, &bindings);
    let result_name = if bindings.iter().any(|binding| binding.name == "result") {
        "returned"
    } else {
        "result"
    };
    let facts = Facts {
        scope: &scope,
        known: subject.known,
        self_ty: subject.site.self_ty.as_ref(),
    };
    let unit = returns_unit(&subject.site.sig);
    let Ending::Returned { result } = &test.ending else {
        lines.push(if unit {
            format!("{call};")
        } else {
            format!("let _ = {call};")
        });
        return lines;
    };
    let of_result = facts.assertions(result_name, result, return_type(&subject.site.sig));
    let of_args = bindings.iter().flat_map(|binding| {
        binding
            .after
            .iter()
            .flat_map(|(value, ty)| facts.assertions(&binding.name, value, ty.as_ref()))
    });
    let asserts: Vec<_> = of_result.iter().cloned().chain(of_args).collect();
    let call = match (unit, of_result.is_empty()) {
        (true, _) => format!("{call};"),
        (false, true) => format!("let _ = {call};"),
        (false, false) => format!("let {result_name} = {call};"),
    };
    if asserts.is_empty() {
        lines.push(format!("{call} // returns without a panic"));
        return lines;
    }
    lines.push(call);
    lines.push(String::new());
    lines.extend(asserts.iter().map(|assert| format!("{assert} // captured")));
    lines
}

fn scope(subject: &Subject) -> Scope {
    Scope {
        module: module_of(subject.job, subject.site),
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

fn bindings<'a>(subject: &Subject, scope: &Scope, args: &'a [Arg]) -> Vec<Binding<'a>> {
    let sig = &subject.site.sig;
    let mut taken: Vec<String> = Vec::new();
    args.iter()
        .enumerate()
        .map(|(i, arg)| {
            let mut name = binding_name(subject, arg);
            while taken.contains(&name) {
                name.push('_');
            }
            taken.push(name.clone());
            binding(scope, sig, arg, (i, name))
        })
        .collect()
}

fn binding_name(subject: &Subject, arg: &Arg) -> String {
    if arg.name == "self" {
        return match &subject.site.self_ty {
            Some(ty) => names::identifier(&type_slug(ty)),
            None => "value".to_owned(),
        };
    }
    let trimmed = arg.name.trim_start_matches('_');
    let name = if trimmed.starts_with(|c: char| c.is_alphabetic()) {
        trimmed
    } else {
        &arg.name
    };
    // A variable of the function's own name would hide the function.
    if subject.site.self_ty.is_none() && subject.site.sig.ident == name {
        format!("{name}_arg")
    } else {
        name.to_owned()
    }
}

fn binding<'a>(
    scope: &Scope,
    sig: &syn::Signature,
    arg: &'a Arg,
    (i, name): (usize, String),
) -> Binding<'a> {
    let ty = match sig.inputs.get(i) {
        Some(syn::FnArg::Typed(typed)) => Some(&*typed.ty),
        _ => None,
    };
    let referent = match ty {
        Some(syn::Type::Reference(reference)) => Some(&*reference.elem),
        _ => None,
    };
    let receiver = arg.name == "self";
    let after = arg
        .after
        .as_ref()
        .map(|after| (by_value(after), referent.cloned()));
    let let_ = |mutable: bool, value: &Value, ty: Option<&syn::Type>| {
        let mark = if mutable { "mut " } else { "" };
        let annotation = needs_type(value)
            .then(|| annotation(value, ty?, sig))
            .flatten()
            .map(|ty| format!(": {ty}"))
            .unwrap_or_default();
        format!("let {mark}{name}{annotation} = {};", scope.argument(value))
    };
    match &arg.before {
        Value::Mut(inner) => Binding {
            define: let_(true, inner, referent),
            pass: if receiver {
                name.clone()
            } else {
                format!("&mut {name}")
            },
            after,
            name,
        },
        Value::Seq {
            kind: SeqKind::MutSlice,
            runs,
        } => {
            let array = Value::Seq {
                kind: SeqKind::Array,
                runs: runs.clone(),
            };
            let mut define = let_(true, &array, referent);
            // Long arrays with several runs are vectors, which coerce to slices as well.
            if let Some(plain) =
                define.strip_suffix(".try_into().expect(\"the length is the array's\");")
            {
                define = format!("{plain};");
            }
            Binding {
                define,
                pass: format!("&mut {name}"),
                after,
                name,
            }
        }
        Value::Ref(inner) if receiver => Binding {
            define: let_(false, inner, None),
            pass: name.clone(),
            after,
            name,
        },
        value => Binding {
            define: let_(false, value, ty),
            pass: name.clone(),
            after,
            name,
        },
    }
}

/// The value behind a `&mut`.
fn by_value(value: &Value) -> &Value {
    match value {
        Value::Mut(inner) => inner,
        _ => value,
    }
}

/// Whether the initializer alone leaves the type open, or would give the wrong one.
fn needs_type(value: &Value) -> bool {
    let empty = |value: &Value| match value {
        Value::Seq { runs, .. } => runs.iter().all(|(n, _)| *n == 0),
        Value::Option(inner) => inner.is_none(),
        _ => false,
    };
    let nested_slice = |inner: &Value| {
        any(inner, &|value| {
            matches!(
                value,
                Value::Seq {
                    kind: SeqKind::Slice | SeqKind::MutSlice,
                    ..
                }
            )
        })
    };
    match value {
        Value::Ref(inner) | Value::Mut(inner) if empty(inner) => true,
        _ if empty(value) => true,
        Value::Seq { runs, .. } => runs.iter().any(|(_, value)| nested_slice(value)),
        Value::Tuple(items) => items.iter().any(nested_slice),
        Value::Option(Some(inner)) | Value::Boxed(inner) | Value::Ref(inner) => nested_slice(inner),
        _ => false,
    }
}

/// The type of the variable that holds `value` for a parameter of type `ty`.
fn annotation(value: &Value, ty: &syn::Type, sig: &syn::Signature) -> Option<String> {
    match (value, ty) {
        (
            Value::Seq {
                kind: SeqKind::Array,
                runs,
            },
            syn::Type::Slice(slice),
        ) => {
            let len: u64 = runs.iter().map(|(n, _)| n).sum();
            Some(format!(
                "[{}; {len}]",
                let_type(&slice.elem, &sig.generics)?
            ))
        }
        _ => let_type(ty, &sig.generics),
    }
}

fn call(subject: &Subject, test: &TestCase, bindings: &[Binding]) -> String {
    let sig = &subject.site.sig;
    let name = &sig.ident;
    let turbofish = match &subject.site.type_args[..] {
        [] => String::new(),
        types => format!("::<{}>", types.join(", ")),
    };
    let mut passed = bindings.iter().map(|binding| binding.pass.as_str());
    if test.args.first().is_some_and(|arg| arg.name == "self") {
        let receiver = passed.next().unwrap_or("self");
        let args: Vec<_> = passed.collect();
        return format!("{receiver}.{name}{turbofish}({})", args.join(", "));
    }
    let args: Vec<_> = passed.collect();
    let args = args.join(", ");
    match &subject.site.self_ty {
        Some(ty) => format!(
            "{}::{name}{turbofish}({args})",
            type_prefix(ty, subject.site.generic_impl)
        ),
        None => format!("{name}{turbofish}({args})"),
    }
}

/// A type before `::function`.
fn type_prefix(ty: &syn::Type, generic_impl: bool) -> String {
    let syn::Type::Path(path) = ty else {
        return format!("<{}>", type_text(ty));
    };
    let mut path = path.clone();
    for segment in &mut path.path.segments {
        if generic_impl {
            segment.arguments = syn::PathArguments::None;
        } else if let syn::PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token = Some(syn::token::PathSep::default());
        }
    }
    type_text(&syn::Type::Path(path))
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

fn indented(levels: usize, lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(move |line| {
        if line.is_empty() {
            line
        } else {
            format!("{}{line}", "    ".repeat(levels))
        }
    })
}

/// A statement on one line, or with the one flat list in it filled over several.
fn wrapped(statement: &str) -> Vec<String> {
    let width = WIDTH - 8;
    let (Some(open), Some(close)) = (statement.rfind('['), statement.rfind(']')) else {
        return vec![statement.to_owned()];
    };
    let fits = statement.chars().count() <= width;
    if fits || close < open || statement[open..close].contains(['"', ';', '\'', '{', '(']) {
        return vec![statement.to_owned()];
    }
    let mut lines = vec![statement[..=open].to_owned()];
    for item in statement[open + 1..close].split(", ") {
        match lines.last_mut() {
            Some(line) if lines_start(line) && line.len() + item.len() + 2 <= width => {
                line.push(' ');
                line.push_str(item);
                line.push(',');
            }
            _ => lines.push(format!("    {item},")),
        }
    }
    lines.push(statement[close..].to_owned());
    lines
}

/// Whether a line belongs to the filled list.
fn lines_start(line: &str) -> bool {
    line.starts_with("    ")
}
