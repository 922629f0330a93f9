//! The parameters of a test: a variable with a name and a smallest value for each, and how it is passed.

use super::expression::lent::lent;
use super::expression::literal::Scope;
use super::names;
use super::render::statics::is_shared;
use super::source::type_slug;
use super::subject::Subject;
use super::types::let_type;
use crate::model::hidden::as_local;
use crate::model::outcome::Arg;
use crate::model::value::{SeqKind, Step, Value};
use unroll_syntax::formatting::{formatter, is_formatter};
use unroll_syntax::generics::closure;
use unroll_syntax::std_types;

/// One parameter in a test.
pub(crate) struct Binding<'a> {
    /// The variable that holds it.
    pub(crate) name: String,
    /// The statements that define it.
    pub(crate) define: Vec<String>,
    /// How it is passed; a receiver as what a method is called on.
    pub(crate) pass: String,
    /// How it is passed in parentheses.
    pub(crate) argument: String,
    /// Its value after the call, and its type there.
    pub(crate) after: Option<(&'a Value, Option<syn::Type>)>,
}

/// The parameters of a test, in order.
pub(crate) fn bindings<'a>(subject: &Subject, scope: &Scope, args: &'a [Arg]) -> Vec<Binding<'a>> {
    let mut taken: Vec<String> = Vec::new();
    let formatter = formatter_name(subject);
    let args = args
        .iter()
        .filter(|arg| formatter.as_ref() != Some(&arg.name) && as_local(&arg.name).is_none());
    for arg in args.clone() {
        let mut name = binding_name(subject, arg);
        while taken.contains(&name) {
            name.push('_');
        }
        taken.push(name);
    }
    let names = taken.clone().into_iter();
    taken.push("result".to_owned());
    args.zip(names)
        .enumerate()
        .map(|(i, (arg, name))| binding(subject, scope, arg, (i, name), &mut taken))
        .collect()
}

/// Statements that give thread locals their values before the call.
pub(super) fn locals(scope: &Scope, args: &[Arg]) -> Vec<String> {
    let locals = args
        .iter()
        .filter(|arg| !is_shared(arg))
        .filter_map(|arg| Some((as_local(&arg.name)?, &arg.before)));
    locals
        .flat_map(|(name, value)| {
            let (cell, steps) = match value {
                Value::Made { constructor, steps } => (&**constructor, &steps[..]),
                cell => (cell, &[][..]),
            };
            let set = match cell {
                Value::Call { args, .. } => {
                    let args: Vec<_> = args.iter().map(|arg| scope.argument(arg)).collect();
                    format!("{name}.set({});", args.join(", "))
                }
                cell => format!("{name}.with(|it| it.swap(&{}));", scope.argument(cell)),
            };
            let lent = steps.iter().filter_map(move |step| match step {
                Step::Lend { path } => {
                    Some(format!("{name}.with(|it| std::mem::forget({path}(it)));"))
                }
                _ => None,
            });
            std::iter::once(set).chain(lent)
        })
        .collect()
}

/// The name of the argument that is a formatter, which no variable holds.
pub(super) fn formatter_name(subject: &Subject) -> Option<String> {
    let site = subject.site;
    formatter(site.of_trait.as_ref(), &site.sig).map(|(_, name)| name)
}

fn binding_name(subject: &Subject, arg: &Arg) -> String {
    if arg.name == "self" {
        return match &subject.site.self_ty {
            Some(ty) if !is_number(ty) => names::identifier(&type_slug(ty)),
            _ => "value".to_owned(),
        };
    }
    let trimmed = arg.name.trim_start_matches('_');
    let name = if trimmed.starts_with(|c: char| c.is_alphabetic()) {
        trimmed
    } else {
        &arg.name
    };
    // Format strings take no raw identifiers.
    let name = names::identifier(name);
    // A variable of the function's own name would hide the function.
    if subject.site.self_ty.is_none() && subject.site.sig.ident == name {
        format!("{name}_arg")
    } else {
        name
    }
}

fn binding<'a>(
    subject: &Subject,
    scope: &Scope,
    arg: &'a Arg,
    (i, name): (usize, String),
    taken: &mut Vec<String>,
) -> Binding<'a> {
    let sig = &subject.site.sig;
    let (at, ty) = parameter(sig, i);
    // Nothing makes a slice of an array where any type will do.
    let is_generic = at.is_some_and(|at| subject.site.generic_inputs.contains(&at));
    let is_impl = at.is_some_and(|at| subject.site.impl_inputs.contains(&at));
    let own = own_type(subject, arg);
    let referent = ty.and_then(referent);
    let receiver = arg.name == "self";
    let is_behind = is_behind(arg);
    let after = |after| (held(after, is_behind), referent.cloned());
    let mut let_ = |mutable: bool, value: &Value, ty: Option<&syn::Type>| {
        // `&mut &[..]` is no `&mut &[..; 2]`, and a reference to an array does not compare with arrays, as a slice does. Nor is a struct over
        // one a struct over the other.
        let is_exact = (mutable || is_generic || arg.after.is_some()) && is_slice(value)
            || (is_generic || ty.is_some_and(has_type_arguments)) && value.any(&is_slice);
        let is_open_number = (is_impl || is_one_of_many(subject)) && has_unusual_number(value);
        let needed =
            is_open_number || own.is_some() || needs_type(value) || is_open(value, ty) || is_exact;
        let annotated = || Some(format!("{name}: {}", annotation(value, own.or(ty)?, sig)?));
        let annotated = needed.then(annotated).flatten();
        definitions(
            scope,
            annotated.as_ref().unwrap_or(&name),
            mutable,
            value,
            taken,
        )
    };
    let (by_ref, by_mut) = (format!("&{name}"), format!("&mut {name}"));
    // The call says what a pointer to an object turns into.
    let (define, pass, argument) = match arg.before.behind_object() {
        // Only the call that takes a closure knows its type.
        Value::Closure { .. } => {
            let pass = passed_closure(scope, arg, ty, sig);
            (Vec::new(), pass.clone(), pass)
        }
        Value::Mut(inner) => {
            let pass = if receiver { &name } else { &by_mut };
            (let_(true, inner, referent), pass.clone(), by_mut)
        }
        Value::Seq {
            kind: SeqKind::MutSlice,
            runs,
        } => {
            let array = Value::Seq {
                kind: SeqKind::Array,
                runs: runs.clone(),
            };
            let define = without_length(let_(true, &array, referent));
            (define, by_mut.clone(), by_mut)
        }
        Value::Ref(inner) if is_behind => {
            let pass = if receiver { &name } else { &by_ref };
            let ty = referent.filter(|_| matches!(**inner, Value::Made { .. }));
            (let_(false, inner, ty), pass.clone(), by_ref)
        }
        value => (let_(false, value, ty), name.clone(), name.clone()),
    };
    Binding {
        name,
        define,
        pass,
        argument,
        after: arg.after.as_ref().map(after),
    }
}

/// A closure as it is passed for a parameter of type `ty`.
fn passed_closure(
    scope: &Scope,
    arg: &Arg,
    ty: Option<&syn::Type>,
    sig: &syn::Signature,
) -> String {
    let pass = scope.argument(&arg.before);
    match ty.and_then(|ty| closure::closure(ty, &sig.generics)) {
        Some(closure) => closure.wrapped(&pass),
        None => pass,
    }
}

/// True if the type may implement the trait of the function for several types.
fn is_one_of_many(subject: &Subject) -> bool {
    let of_trait = subject.site.of_trait.as_ref();
    of_trait.is_some_and(has_arguments)
}

/// True if the call takes a reference to the variable, which holds the value behind it.
fn is_behind(arg: &Arg) -> bool {
    match arg.before.behind_object() {
        Value::Ref(inner) => arg.name == "self" || matches!(**inner, Value::Made { .. }),
        _ => false,
    }
}

/// The value that a variable holds after the call, given that of the argument: what is behind a `&mut`, and behind a reference to the variable.
fn held(after: &Value, is_behind: bool) -> &Value {
    match after {
        Value::Mut(inner) => inner,
        Value::Ref(inner) if is_behind => inner,
        _ => after,
    }
}

/// The referent of a reference.
fn referent(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Reference(reference) => Some(&reference.elem),
        _ => None,
    }
}

/// The index among all inputs of parameter number `number` without formatters, and its type.
fn parameter(sig: &syn::Signature, number: usize) -> (Option<usize>, Option<&syn::Type>) {
    let inputs = sig.inputs.iter().enumerate();
    let mut inputs = inputs.filter(|(_, input)| !is_formatter(input));
    let (at, input) = inputs.nth(number).unzip();
    match input {
        Some(syn::FnArg::Typed(typed)) => (at, Some(&*typed.ty)),
        _ => (at, None),
    }
}

/// The statements that define a variable, given as its name with its type, as `value`, and before it the variables that the value borrows.
fn definitions(
    scope: &Scope,
    variable: &str,
    mutable: bool,
    value: &Value,
    taken: &mut Vec<String>,
) -> Vec<String> {
    let (lent, value) = lent(value, taken);
    let before = lent
        .iter()
        .flat_map(|it| definition(scope, &it.name, it.is_mutable, &it.value));
    before
        .chain(definition(scope, variable, mutable, &value))
        .collect()
}

/// The statements that define a variable, given as its name with its type, as `value`.
fn definition(scope: &Scope, variable: &str, mutable: bool, value: &Value) -> Vec<String> {
    let (value, steps) = match value {
        Value::Made { constructor, steps } => (&**constructor, &steps[..]),
        _ => (value, &[][..]),
    };
    let mark = if mutable || steps.iter().any(Step::is_mutable) {
        "mut "
    } else {
        ""
    };
    let first = format!("let {mark}{variable} = {};", scope.argument(value));
    let name = variable.split(':').next().unwrap_or(variable);
    let steps = scope.steps(name, steps);
    std::iter::once(first).chain(steps).collect()
}

/// Long arrays with several runs are vectors, which coerce to slices as well.
fn without_length(mut statements: Vec<String>) -> Vec<String> {
    for statement in &mut statements {
        let end = ".try_into().expect(\"the length is the array's\");";
        if let Some(plain) = statement.strip_suffix(end) {
            *statement = format!("{plain};");
        }
    }
    statements
}

/// True if `value` holds a number of another type than literals have where nothing says their type.
fn has_unusual_number(value: &Value) -> bool {
    // The types of fields say what numbers in them are.
    let has_fields = value.any(&|value| {
        matches!(
            value,
            Value::Struct { .. } | Value::TupleStruct { .. } | Value::Call { .. }
        )
    });
    let is_unusual = |value: &Value| match value {
        Value::Int { ty, .. } => ty != "i32",
        Value::Float { ty, .. } => ty != "f64",
        _ => false,
    };
    !has_fields && value.any(&is_unusual)
}

fn is_number(ty: &syn::Type) -> bool {
    let ident = match ty {
        syn::Type::Path(path) => path.path.get_ident(),
        _ => None,
    };
    ident.is_some_and(|name| std_types::is_number(&name.to_string()))
}

/// The type that the variable for a receiver states: nothing else says what the parameters of its type are, or for which type of number or slice a trait
/// is meant.
fn own_type<'a>(subject: &'a Subject, arg: &Arg) -> Option<&'a syn::Type> {
    if arg.name != "self" {
        return None;
    }
    let is_of_trait = subject.site.of_trait.is_some();
    let own = receiver_type(subject, &arg.before);
    let own = own.filter(|ty| has_type_arguments(ty) || (is_of_trait && is_number(ty)));
    own.or_else(|| slice_receiver(subject, &arg.before).filter(|_| is_of_trait))
}

/// The type of the variable that a method is called on: what the receiver refers to.
fn receiver_type<'a>(subject: &'a Subject, value: &Value) -> Option<&'a syn::Type> {
    let site = subject.site;
    let exact = site.exact_ty.as_ref().filter(|_| value.any(&is_empty));
    let own = exact.or(site.self_ty.as_ref())?;
    match (subject.site.sig.receiver(), own) {
        // `self` of `impl Trait for &Type` is a reference as it is.
        (Some(receiver), syn::Type::Reference(own)) if receiver.reference.is_none() => {
            Some(&own.elem)
        }
        _ => Some(own),
    }
}

/// The type of a variable that holds the slice which a method is called on, where it belongs to references to slices: those to arrays do not have it.
fn slice_receiver<'a>(subject: &'a Subject, value: &Value) -> Option<&'a syn::Type> {
    let own = subject.site.self_ty.as_ref()?;
    let is_of_slices =
        matches!(own, syn::Type::Reference(own) if matches!(*own.elem, syn::Type::Slice(_)));
    (is_of_slices && is_slice(held(value, false))).then_some(own)
}

/// True if `ty` is, or refers to, a path with types or constants in angle brackets.
fn has_type_arguments(ty: &syn::Type) -> bool {
    let path = match ty {
        syn::Type::Path(path) => path,
        syn::Type::Reference(reference) => return has_type_arguments(&reference.elem),
        _ => return false,
    };
    has_arguments(&path.path)
}

/// True if `path` has types or constants in angle brackets.
fn has_arguments(path: &syn::Path) -> bool {
    let mut segments = path.segments.iter();
    segments.any(|segment| match &segment.arguments {
        syn::PathArguments::AngleBracketed(arguments) => {
            let is_lifetime =
                |it: &syn::GenericArgument| matches!(it, syn::GenericArgument::Lifetime(_));
            !arguments.args.iter().all(is_lifetime)
        }
        _ => false,
    })
}

/// True if calls that build `value` leave arguments of its type, which is `ty`, to inference.
fn is_open(value: &Value, ty: Option<&syn::Type>) -> bool {
    matches!(value, Value::Made { .. }) && ty.is_some_and(has_type_arguments)
}

fn is_slice(value: &Value) -> bool {
    matches!(
        value,
        Value::Seq {
            kind: SeqKind::Slice,
            ..
        }
    )
}

/// True if a value holds none of the elements whose type it needs.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Seq { runs, .. } => runs.iter().all(|(n, _)| *n == 0),
        Value::Option(inner) => inner.is_none(),
        Value::Method { receiver, .. } => {
            matches!(&**receiver, Value::Seq { runs, .. } if runs.is_empty())
        }
        _ => value.is_new_collection(),
    }
}

/// True if the initializer alone leaves the type open, or would give the wrong one.
fn needs_type(value: &Value) -> bool {
    // Only with a type do references to arrays, and to a `String` that stands for a `str`, coerce inside of a value.
    let nested_slice = |inner: &Value| {
        inner.any(&|value| match value {
            Value::Seq { kind, .. } => matches!(kind, SeqKind::Slice | SeqKind::MutSlice),
            Value::Mut(inner) => matches!(**inner, Value::String(_)),
            _ => false,
        })
    };
    match value {
        Value::Ref(inner) | Value::Mut(inner) if is_empty(inner) => true,
        _ if is_empty(value) => true,
        Value::Seq { runs, .. } => runs.iter().any(|(_, value)| nested_slice(value)),
        Value::Tuple(items) | Value::Call { args: items, .. } => items.iter().any(nested_slice),
        Value::TupleStruct { path, fields } if path.starts_with("std::") => {
            fields.iter().any(nested_slice)
        }
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
