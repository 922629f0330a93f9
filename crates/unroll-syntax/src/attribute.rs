//! `#[unroll_test(..)]`: recognising it and reading its arguments.
//!
//! An attribute is recognised by the last segment of its path (`unroll_test` or the alias `unroll`), whatever crate it is named
//! through, and also inside `cfg_attr(test, ..)`, because instrumented code is always built as a test.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, LitInt, LitStr, Meta, Path, Token, Type};

use crate::criterion::{Criteria, CriteriaError, Criterion};
use crate::formatting::FormatOptions;
use crate::kept::{self, KeptValue};

/// Which form of the body the tool asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Loops stay loops and count their iterations.
    Counter,
    /// The unrolled form: each loop becomes that many copies of its body.
    Copies(u32),
}

/// The internal argument `__tool(id = "..", form = ..)`, on an `impl` block with `method = ..`, with `outside` where the harness does not see
/// the fields of a type that others see, with `defaults` where parameters are not inputs, with `formats` where a formatter's options matter, with `shadows` where
/// names of the standard library's macros mean others, and with `relaxes` where explanations are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// An identifier that is unique in the build; it ends the names of form and harness.
    pub id: String,
    /// The wanted form.
    pub form: Form,
    /// The method that is meant where the attribute stands on an `impl` block or a trait.
    pub method: Option<Ident>,
    /// True if the harness says in which module it stands.
    pub outside: bool,
    /// True if parameters whose types are no inputs have their default values.
    pub defaults: bool,
    /// The options of a formatter.
    pub formats: FormatOptions,
    /// The criteria whose labels the form reports.
    pub criteria: Criteria,
    /// True if conditions have probes, so that explanations may relax them.
    pub relaxes: bool,
    /// The thread locals of the module whose values before the call are inputs.
    pub locals: Vec<Ident>,
    /// The macros of the standard library whose names mean others in the module.
    pub shadows: Vec<Ident>,
    /// The values that are to satisfy the invariants of their types, with the numbers of the clauses.
    pub keeps: Vec<(KeptValue, u32)>,
}

/// The arguments of `#[unroll_test(..)]`.
#[derive(Clone, Debug, Default)]
pub struct UnrollArgs {
    /// `T = i32`, `N = 4`: what to put for a generic parameter, in source order; `Self = S` for a method that a trait provides.
    pub generics: Vec<(Ident, TokenStream)>,
    /// `criteria = "unroll,branch"`: the text, and where it stands.
    pub criteria: Option<(String, Span)>,
    /// `skip = "reason"`: why the tool is to leave the function alone.
    pub skip: Option<String>,
    /// Present in the tool's instrumented copy only.
    pub tool: Option<Tool>,
}

impl UnrollArgs {
    /// The criteria that are named; `None` where the attribute names none.
    ///
    /// # Errors
    /// When there is no criterion of a name, or no name.
    pub fn criteria(&self) -> syn::Result<Option<Criteria>> {
        let Some((text, span)) = &self.criteria else {
            return Ok(None);
        };
        let criteria = text.parse::<Criteria>().map_err(|error| {
            let names: Vec<_> = Criterion::ALL
                .iter()
                .map(|it| format!("`{}`", it.name()))
                .collect();
            let told = format!("{error}: the criteria are {}", names.join(", "));
            syn::Error::new(*span, told)
        })?;
        Ok(Some(criteria))
    }

    /// True if something is given for the generic parameter `name`.
    pub fn gives(&self, name: &Ident) -> bool {
        self.generics.iter().any(|(given, _)| given == name)
    }
}

impl Parse for UnrollArgs {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut args = Self::default();
        while !input.is_empty() {
            // `Self` is what a method that a trait provides is tried on.
            let name = input.call(Ident::parse_any)?;
            if name == "__tool" {
                let content;
                syn::parenthesized!(content in input);
                args.tool = Some(content.call(parse_tool)?);
            } else if name == "criteria" {
                input.parse::<Token![=]>()?;
                let text: LitStr = input.parse()?;
                args.criteria = Some((text.value(), text.span()));
            } else if name == "skip" {
                args.skip = Some(parse_reason(&name, input)?);
            } else if input.peek(Token![=]) {
                input.parse::<Token![=]>()?;
                args.generics.push((name, generic_value(input)?));
            } else {
                return Err(unknown_argument(&name));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(args)
    }
}

/// The reason after `skip`, which may not be left out: a reader of the report is to know why the function has no tests.
fn parse_reason(name: &Ident, input: ParseStream<'_>) -> syn::Result<String> {
    if !input.peek(Token![=]) {
        let told = "`skip` needs a reason: `#[unroll_test(skip = \"calls the network\")]`";
        return Err(syn::Error::new(name.span(), told));
    }
    input.parse::<Token![=]>()?;
    let text: LitStr = input.parse()?;
    let reason = text.value();
    if reason.trim().is_empty() {
        return Err(syn::Error::new(
            text.span(),
            "the reason of `skip` is empty",
        ));
    }
    Ok(reason)
}

/// The error for an argument that means nothing here.
pub fn unknown_argument(name: &Ident) -> syn::Error {
    syn::Error::new(
        name.span(),
        format!(
            "unknown argument `{name}`: `#[unroll_test]` takes types for generic parameters, as in `#[unroll_test(T = i32)]`, `criteria = \"..\"`, and `skip = \"reason\"`"
        ),
    )
}

fn generic_value(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    // A constant is a literal, its negation or a block, as in generic arguments of Rust; the rest
    // are types.
    let constant = input.peek(syn::Lit) || input.peek(Token![-]) || input.peek(syn::token::Brace);
    if constant {
        Ok(input.parse::<Expr>()?.into_token_stream())
    } else {
        Ok(input.parse::<Type>()?.into_token_stream())
    }
}

fn parse_tool(input: ParseStream<'_>) -> syn::Result<Tool> {
    let (mut id, mut form, mut method, mut criteria) = (None, None, None, None);
    let (mut outside, mut defaults, mut relaxes) = (false, false, false);
    let mut formats = FormatOptions::Default;
    let (mut locals, mut shadows) = (Vec::new(), Vec::new());
    let mut keeps = Vec::new();
    let assign = |input: ParseStream<'_>| input.parse::<Token![=]>();
    while !input.is_empty() {
        let name: Ident = input.parse()?;
        if name == "id" {
            assign(input)?;
            id = Some(parse_id(input)?);
        } else if name == "form" {
            assign(input)?;
            form = Some(parse_form(input)?);
        } else if name == "method" {
            assign(input)?;
            method = Some(input.call(Ident::parse_any)?);
        } else if name == "outside" {
            outside = true;
        } else if name == "defaults" {
            defaults = true;
        } else if name == "formats" {
            formats = FormatOptions::Any;
        } else if name == "relaxes" {
            relaxes = true;
        } else if name == "locals" {
            locals = parse_names(input)?;
        } else if name == "shadows" {
            shadows = parse_names(input)?;
        } else if name == "keeps" {
            keeps = kept::parse(input)?;
        } else if name == "criteria" {
            assign(input)?;
            criteria = Some(parse_criteria(input)?);
        } else {
            let text = "expected `id`, `form`, `method`, `outside`, `defaults`, `formats`, `relaxes`, `locals`, `shadows`, `keeps` or `criteria`";
            return Err(syn::Error::new(name.span(), text));
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    match (id, form) {
        (Some(id), Some(form)) => Ok(Tool {
            id,
            form,
            method,
            outside,
            defaults,
            formats,
            // Without `criteria` the form has the probes of loops only, which every form has.
            criteria: criteria.unwrap_or_else(|| Criterion::Unroll.into()),
            relaxes,
            locals,
            shadows,
            keeps,
        }),
        _ => Err(input.error("expected `id = \"..\", form = ..`")),
    }
}

fn parse_id(input: ParseStream<'_>) -> syn::Result<String> {
    let literal: LitStr = input.parse()?;
    let id = literal.value();
    let fits = !id.is_empty() && id.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    if fits {
        Ok(id)
    } else {
        Err(syn::Error::new(
            literal.span(),
            "the id must end an identifier: letters, digits and `_` only",
        ))
    }
}

/// `(A, B)`.
fn parse_names(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let names;
    syn::parenthesized!(names in input);
    let names = names.parse_terminated(Ident::parse, Token![,])?;
    Ok(names.into_iter().collect())
}

fn parse_criteria(input: ParseStream<'_>) -> syn::Result<Criteria> {
    let text: LitStr = input.parse()?;
    let criteria = text.value().parse();
    criteria.map_err(|error: CriteriaError| syn::Error::new(text.span(), error.to_string()))
}

fn parse_form(input: ParseStream<'_>) -> syn::Result<Form> {
    let name: Ident = input.parse()?;
    if name == "counter" {
        return Ok(Form::Counter);
    }
    if name == "copies" {
        let content;
        syn::parenthesized!(content in input);
        return Ok(Form::Copies(content.parse::<LitInt>()?.base10_parse()?));
    }
    Err(syn::Error::new(
        name.span(),
        "expected `counter` or `copies(K)`",
    ))
}

/// An `#[unroll_test]` found among the attributes of a function.
#[derive(Clone)]
pub struct UnrollAttribute {
    /// Its arguments.
    pub args: UnrollArgs,
    /// Its path, as the user wrote it.
    pub path: Path,
    /// Where its path stands.
    pub span: Span,
    /// True if it stands inside a `cfg_attr`.
    pub conditional: bool,
}

/// The `#[unroll_test]` among `attrs`, if there is one.
pub fn find(attrs: &[Attribute]) -> syn::Result<Option<UnrollAttribute>> {
    for attr in attrs {
        for (meta, conditional) in effective(attr) {
            if is_unroll_path(meta.path()) {
                return Ok(Some(UnrollAttribute {
                    args: parse_args(&meta)?,
                    path: meta.path().clone(),
                    span: meta.path().span(),
                    conditional,
                }));
            }
        }
    }
    Ok(None)
}

/// True if `attr` is, or may become, an `#[unroll_test]`.
pub fn is_unroll(attr: &Attribute) -> bool {
    effective(attr)
        .iter()
        .any(|(meta, _)| is_unroll_path(meta.path()))
}

fn is_unroll_path(path: &Path) -> bool {
    path.segments
        .last()
        .is_some_and(|last| last.ident == "unroll_test" || last.ident == "unroll")
}

fn parse_args(meta: &Meta) -> syn::Result<UnrollArgs> {
    match meta {
        Meta::Path(_) => Ok(UnrollArgs::default()),
        Meta::List(list) => list.parse_args(),
        // An attribute `#[unroll_test = ..]` is valid syntax for rustc, so the error has to come
        // from here.
        Meta::NameValue(pair) => Err(syn::Error::new(
            pair.span(),
            "write `#[unroll_test]` or `#[unroll_test(T = i32)]`",
        )),
    }
}

/// The attributes that `attr` stands for in a test build, each with whether it came out of a `cfg_attr`.
pub fn effective(attr: &Attribute) -> Vec<(Meta, bool)> {
    if !attr.path().is_ident("cfg_attr") {
        return vec![(attr.meta.clone(), false)];
    }
    let Meta::List(list) = &attr.meta else {
        return Vec::new();
    };
    let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
    // What rustc itself will reject is not ours to report.
    let Ok(metas) = parser.parse2(list.tokens.clone()) else {
        return Vec::new();
    };
    let mut metas = metas.into_iter();
    match metas.next() {
        Some(predicate) if holds_in_tests(&predicate) => metas.map(|meta| (meta, true)).collect(),
        _ => Vec::new(),
    }
}

/// True if a `cfg` predicate holds in a unit-test build; options that we know nothing about count as unset.
fn holds_in_tests(predicate: &Meta) -> bool {
    let Meta::List(list) = predicate else {
        return predicate.path().is_ident("test");
    };
    let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
    let Ok(operands) = parser.parse2(list.tokens.clone()) else {
        return false;
    };
    let mut operands = operands.iter();
    if list.path.is_ident("all") {
        operands.all(holds_in_tests)
    } else if list.path.is_ident("any") {
        operands.any(holds_in_tests)
    } else if list.path.is_ident("not") {
        // rustc allows one operand of `not`, and rejects others itself.
        operands
            .next()
            .is_some_and(|operand| !holds_in_tests(operand))
    } else {
        false
    }
}

/// True if `attr` is `requires` or `ensures` of this crate, as far as its path tells.
pub fn is_own_contract(attr: &Attribute) -> bool {
    // Names that `use` has changed are not followed: no macro sees what a path resolves to.
    let segments = &attr.path().segments;
    let own = segments.len() == 1 || segments[0].ident == "unroll_test";
    let last = segments.last().map(|last| &last.ident);
    own && last.is_some_and(|last| last == "requires" || last == "ensures")
}

#[cfg(test)]
mod tests {
    use super::{Form, find};
    use syn::{ItemFn, parse_quote};

    #[test]
    fn finds_the_attribute_by_its_last_segment() {
        let func: ItemFn = parse_quote!(
            #[doc = "x"]
            #[::unroll_test::unroll(T = Vec<u8>, N = -1)]
            fn f() {}
        );
        let found = find(&func.attrs).expect("parses").expect("found");
        let generics: Vec<_> = found
            .args
            .generics
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        assert_eq!(generics, ["T=Vec < u8 >", "N=- 1"]);
        assert!(!found.conditional);
    }

    #[test]
    fn finds_the_attribute_inside_cfg_attr_test() {
        let func: ItemFn = parse_quote!(
            #[cfg_attr(all(test, not(loom)), unroll_test(__tool(id = "a1", form = copies(4))))]
            fn f() {}
        );
        let found = find(&func.attrs).expect("parses").expect("found");
        let tool = found.args.tool.expect("tool");
        assert_eq!((tool.id.as_str(), tool.form), ("a1", Form::Copies(4)));
        assert!(found.conditional);
    }

    #[test]
    fn other_configurations_do_not_count() {
        let func: ItemFn = parse_quote!(
            #[cfg_attr(kani, unroll_test)]
            #[inline]
            fn f() {}
        );
        assert!(find(&func.attrs).expect("parses").is_none());
    }

    #[test]
    fn unknown_arguments_are_errors() {
        let func: ItemFn = parse_quote!(
            #[unroll_test(deep)]
            fn f() {}
        );
        let error = find(&func.attrs).err().expect("unknown argument");
        assert!(error.to_string().starts_with("unknown argument `deep`"));
    }
}
