//! The call of a function, as a test writes it.
//!
//! In: the function and the variables of a test. Out: an expression for the result: the call itself, the text that it writes to a formatter, or
//! the output of the future that it returns.

use syn::visit_mut::VisitMut;
use unroll_resolve::implementors::is_sized;
use unroll_syntax::formatting::{formatter, is_formatter};

use super::formatted::Formatting;
use crate::emit::bindings::Binding;
use crate::emit::subject::Subject;
use crate::emit::types::type_text;
use crate::model::outcome::TestCase;
use crate::project::shadow::PRIMITIVES;

/// Polls a future until it is ready. Tests are written of calls whose futures wait for nothing but their own wake-ups.
const EXECUTOR: &str = "\
/// Polls a future until it is ready.
fn block_on<F: std::future::Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
}";

/// The lines of the function that polls the futures of an `async fn`; nothing for any other function.
pub(super) fn executor(sig: &syn::Signature) -> Vec<String> {
    let lines = EXECUTOR.lines().filter(|_| sig.asyncness.is_some());
    lines.map(str::to_owned).collect()
}

/// The reason why a call may stand in an `unsafe` block, as a comment before its statement.
pub(super) fn safety(sig: &syn::Signature) -> Option<String> {
    let is_unsafe = sig.unsafety.is_some();
    is_unsafe
        .then(|| "// SAFETY: the arguments satisfy each `#[requires]` of the function.".to_owned())
}

/// The call, or the text that it writes.
pub(super) fn call(subject: &Subject, test: &TestCase, bindings: &[Binding]) -> String {
    let site = subject.site;
    let formatting = Formatting::of(subject, test);
    let variable = bindings.first().map_or("value", |binding| &binding.name);
    if let Some(text) = formatting.of_variable(subject, variable) {
        return text;
    }
    let mut pass: Vec<&str> = bindings.iter().map(|it| it.pass.as_str()).collect();
    let mut arguments: Vec<&str> = bindings.iter().map(|it| it.argument.as_str()).collect();
    let Some((at, _)) = formatter(None, &site.sig) else {
        return plain_call(subject, test, &pass, &arguments);
    };
    let is_taken = |name: &str| bindings.iter().any(|binding| binding.name == name);
    let name = if is_taken("f") { "formatter" } else { "f" };
    pass.insert(at, name);
    arguments.insert(at, name);
    let call = plain_call(subject, test, &pass, &arguments);
    if is_repeatable(&site.sig) {
        return formatting.of_value(&format!("std::fmt::from_fn(|{name}| {call})"));
    }
    // `from_fn` takes what could be called again.
    let once = format!("|{name}: &mut std::fmt::Formatter<'_>| {call}");
    let text = formatting.of_value(&format!(
        "std::fmt::from_fn(|{name}| call.take().expect(\"it is called once\")({name}))"
    ));
    format!("{{ let call = std::cell::Cell::new(Some({once})); {text} }}")
}

/// True if a function that formats can be called twice with the same variables: it changes none and takes none.
fn is_repeatable(sig: &syn::Signature) -> bool {
    let others = sig.inputs.iter().filter(|input| !is_formatter(input));
    others.into_iter().all(|input| match input {
        syn::FnArg::Receiver(it) => it.reference.is_some() && it.mutability.is_none(),
        syn::FnArg::Typed(it) => match &*it.ty {
            syn::Type::Reference(reference) => reference.mutability.is_none(),
            syn::Type::Path(path) => {
                let name = path.path.get_ident();
                name.is_some_and(|name| PRIMITIVES.iter().any(|it| name == it))
            }
            _ => false,
        },
    })
}

/// The call of a function that may be `unsafe` or return a future.
fn plain_call(subject: &Subject, test: &TestCase, pass: &[&str], arguments: &[&str]) -> String {
    let sig = &subject.site.sig;
    let mut call = bare_call(subject, test, pass, arguments);
    if sig.unsafety.is_some() {
        call = format!("unsafe {{ {call} }}");
    }
    if sig.asyncness.is_some() {
        call = format!("block_on({call})");
    }
    call
}

/// The call with parameters passed as in `pass` to a method and as in `arguments` to everything else.
fn bare_call(subject: &Subject, test: &TestCase, pass: &[&str], arguments: &[&str]) -> String {
    let site = subject.site;
    let name = &site.sig.ident;
    let turbofish = match &site.type_args[..] {
        types if types.iter().all(|ty| ty == "_") => String::new(),
        types => format!("::<{}>", types.join(", ")),
    };
    let arguments = arguments.join(", ");
    let is_method = test.args.first().is_some_and(|arg| arg.name == "self");
    match (&site.self_ty, &site.of_trait) {
        // With the trait's name, because the type may have another method of this name, and the trait need not be in scope. Arrays and strings become
        // slices and text only where these are named.
        (Some(ty), Some(of_trait)) if is_method && is_sized(ty) => {
            // Where parameters say which of several traits is meant, its arguments are left to inference.
            let of_trait = if site.sig.inputs.len() > 1 {
                path_text(&without_arguments(of_trait))
            } else {
                type_prefix(&nameless(&path_type(of_trait)))
            };
            format!("{of_trait}::{name}{turbofish}({arguments})")
        }
        (Some(ty), Some(of_trait)) => {
            let (ty, of_trait) = (nameless(ty), nameless(&path_type(of_trait)));
            let (ty, of_trait) = (type_text(&ty), type_text(&of_trait));
            format!("<{ty} as {of_trait}>::{name}{turbofish}({arguments})")
        }
        _ if is_method => {
            let (receiver, args) = pass.split_first().unwrap_or((&"self", &[]));
            format!("{receiver}.{name}{turbofish}({})", args.join(", "))
        }
        (Some(ty), None) => format!("{}::{name}{turbofish}({arguments})", type_prefix(ty)),
        (None, _) => format!("{name}{turbofish}({arguments})"),
    }
}

fn path_text(path: &syn::Path) -> String {
    type_text(&path_type(path))
}

fn path_type(path: &syn::Path) -> syn::Type {
    syn::Type::Path(syn::TypePath {
        qself: None,
        path: path.clone(),
    })
}

fn without_arguments(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    for segment in &mut path.segments {
        segment.arguments = syn::PathArguments::None;
    }
    path
}

/// `ty` with `'_` for every lifetime.
fn nameless(ty: &syn::Type) -> syn::Type {
    struct Nameless;
    impl VisitMut for Nameless {
        fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
            lifetime.ident = syn::Ident::new("_", lifetime.ident.span());
        }
    }
    let mut ty = ty.clone();
    Nameless.visit_type_mut(&mut ty);
    ty
}

/// A type before `::function`, where lifetimes are left to inference.
fn type_prefix(ty: &syn::Type) -> String {
    let syn::Type::Path(path) = ty else {
        return format!("<{}>", type_text(&nameless(ty)));
    };
    let mut path = path.clone();
    for segment in &mut path.path.segments {
        let syn::PathArguments::AngleBracketed(arguments) = &mut segment.arguments else {
            continue;
        };
        let all = std::mem::take(&mut arguments.args).into_iter();
        let is_lifetime =
            |it: &syn::GenericArgument| matches!(it, syn::GenericArgument::Lifetime(_));
        arguments.args = all.filter(|argument| !is_lifetime(argument)).collect();
        arguments.colon2_token = Some(syn::token::PathSep::default());
        if arguments.args.is_empty() {
            segment.arguments = syn::PathArguments::None;
        }
    }
    type_text(&syn::Type::Path(path))
}
