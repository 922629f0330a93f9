//! The harness: builds the inputs, calls the form, shows the result, and registers itself.
//!
//! A macro cannot tell a free function from an associated one unless `self` or `Self` occurs. Where one occurs, form and harness are
//! associated functions side by side. Where none occurs, the form stands inside the harness, which is right in both places. The
//! registration is inside the harness for the same reason and names it through an `extern` block.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned;
use syn::{
    Attribute, FnArg, GenericParam, Generics, Lifetime, Pat, Signature, Type, Visibility,
    parse_quote_spanned,
};
use unroll_protocol::hash::fnv1a;
use unroll_protocol::symbols;
use unroll_syntax::attribute::{Tool, UnrollArgs};
use unroll_syntax::formatting::is_formatter;
use unroll_syntax::function::FunctionItem;
use unroll_syntax::generics::closure::{Closure, closure};
use unroll_syntax::generics::standin;
use unroll_syntax::kept;
use unroll_syntax::walk::Edit;

use super::keeps::Keeps;
use super::{call, source};
use crate::number::Numbering;
use crate::probe;
use crate::probe::{int, of_counter, site};

/// Where a form stands.
pub(super) struct Placed {
    /// How the harness calls it.
    pub(super) path: TokenStream,
    /// Items inside the harness.
    pub(super) inside: TokenStream,
    /// Items beside it.
    pub(super) beside: TokenStream,
}

impl Placed {
    /// Beside the function or inside the harness, whichever is right for `function`.
    pub(super) fn with(function: &FunctionItem, form: &FunctionItem) -> Self {
        let name = &form.sig.ident;
        if function.mentions_self() {
            Self {
                path: quote_spanned!(site()=> Self::#name),
                inside: TokenStream::new(),
                beside: form.to_token_stream(),
            }
        } else {
            Self {
                path: name.to_token_stream(),
                inside: form.to_token_stream(),
                beside: TokenStream::new(),
            }
        }
    }
}

/// The form under its name, without what only the function has.
pub(super) fn as_form(mut form: FunctionItem, tool: &Tool) -> FunctionItem {
    form.sig.ident = Ident::new(&symbols::form(&tool.id), Span::call_site());
    form.attrs = form_attributes(&form.attrs);
    form.vis = Visibility::Inherited;
    form.defaultness = None;
    form
}

/// The harness of `function`, whose form has its own `generics`, with the form.
pub(super) fn assemble(
    function: &FunctionItem,
    placed: &Placed,
    generics: &Generics,
    args: &UnrollArgs,
    tool: &Tool,
) -> TokenStream {
    let name = Ident::new(&symbols::harness(&tool.id), Span::call_site());
    let registration = registration(function, &name, &tool.id);
    let parameters = parameters(function);
    let passed: Vec<_> = parameters.iter().map(Parameter::passed).collect();
    let call = call::of_form(function, generics, &placed.path, &passed, tool);
    let body = body(function, args, tool, &parameters, &call);
    let Placed { inside, beside, .. } = placed;
    // The engine and the registration's `extern` block find the harness by its symbol.
    quote_spanned! {site()=>
        #beside
        #[doc(hidden)]
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        #[unsafe(no_mangle)]
        fn #name() {
            #registration
            #inside
            #body
        }
    }
}

/// Attributes that change how code runs stay; tests, lints, exports and other macros go.
fn form_attributes(attrs: &[Attribute]) -> Vec<Attribute> {
    let kept = |attr: &&Attribute| {
        ["cfg", "target_feature"]
            .iter()
            .any(|name| attr.path().is_ident(name))
    };
    let mut attrs: Vec<Attribute> = attrs.iter().filter(kept).cloned().collect();
    attrs.push(parse_quote_spanned!(site()=> #[doc(hidden)]));
    attrs.push(parse_quote_spanned! {site()=>
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
    });
    attrs
}

fn registration(function: &FunctionItem, harness: &Ident, id: &str) -> TokenStream {
    let id = Literal::string(id);
    let name = Literal::string(&function.sig.ident.to_string());
    quote_spanned! {site()=>
        const _: () = {
            unsafe extern "Rust" {
                safe fn #harness();
            }
            ::unroll_test::rt::register!(#id, #name, #harness);
        };
    }
}

/// Makes the function itself, which recursive calls run, say that it runs: `block` is its body.
pub(super) fn count_recursion(function: &FunctionItem, block: &mut syn::Block, tool: &Tool) {
    let numbering = Numbering::of(&function.sig, &function.block);
    if numbering.recursion().is_none() {
        return;
    }
    let again = again(tool);
    // Bound to a name, for its drop at the end of the body ends the activation.
    let counted = parse_quote_spanned! {site()=>
        let __unroll_activation = ::unroll_test::rt::activation!(#again);
    };
    block.stmts.insert(0, counted);
}

/// The function that notes a recursive call. Its name begins like that of the form, because the engine runs it as code.
fn again(tool: &Tool) -> Ident {
    Ident::new(&symbols::again(&tool.id), Span::call_site())
}

/// Whose recursion is counted, as a number: the FNV-1a hash of the id.
fn owner(tool: &Tool) -> u64 {
    fnv1a(tool.id.as_bytes())
}

/// One parameter as the harness sees it.
struct Parameter {
    variable: Ident,
    name: String,
    ty: Type,
    /// True if the caller can look at what the parameter refers to again after the call.
    changes: bool,
    /// The closure that it is.
    closure: Option<Closure>,
    /// True if it is a `&mut Formatter`, which nothing but formatting gives.
    is_formatter: bool,
}

impl Parameter {
    /// The arguments of the form.
    fn passed(&self) -> TokenStream {
        match &self.closure {
            Some(closure) => closure.pass(&self.variable),
            None => self.variable.to_token_stream(),
        }
    }

    /// Where a missing `Input` is reported.
    fn span(&self) -> Span {
        self.ty.span().resolved_at(site())
    }
}

/// True if `ty` is a `&mut` whose borrow may end with the call, or a `&` of what changes behind it.
fn may_change(ty: &Type, sig: &Signature) -> bool {
    let Type::Reference(reference) = ty else {
        return false;
    };
    let changes = reference.mutability.is_some() || mentions_cell(reference.elem.to_token_stream());
    changes && kept::ends(reference, sig)
}

/// True if a type names one that is written to through shared references.
fn mentions_cell(ty: TokenStream) -> bool {
    ty.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => {
            let name = ident.to_string();
            let cells = ["Cell", "RefCell", "OnceCell", "OnceLock", "Mutex", "RwLock"];
            cells.contains(&&*name) || name.starts_with("Atomic")
        }
        TokenTree::Group(group) => mentions_cell(group.stream()),
        _ => false,
    })
}

fn parameters(function: &FunctionItem) -> Vec<Parameter> {
    let inputs = function.sig.inputs.iter().zip(0_u32..);
    inputs
        .map(|(input, number)| {
            let mut variable = probe::numbered("arg", number);
            let (name, mut ty) = match input {
                FnArg::Receiver(receiver) => ("self".to_owned(), (*receiver.ty).clone()),
                FnArg::Typed(param) => {
                    let name = match &*param.pat {
                        Pat::Ident(pat) if pat.subpat.is_none() => pat.ident.unraw().to_string(),
                        _ => format!("arg{number}"),
                    };
                    (name, (*param.ty).clone())
                }
            };
            variable.set_span(ty.span().resolved_at(site()));
            let changes = may_change(&ty, &function.sig);
            let closure = closure(&ty, &function.sig.generics);
            match &closure {
                Some(closure) => ty = closure.ty(),
                None => standin::replace_iterators(&mut ty),
            }
            // The signature's lifetimes are declared on the form only.
            forget_lifetimes(&mut ty);
            Parameter {
                variable,
                name,
                ty,
                // What is passed for a closure takes the variable with it, so it cannot be looked
                // at after the call.
                changes: changes && closure.is_none(),
                closure,
                is_formatter: is_formatter(input),
            }
        })
        .collect()
}

/// Makes every named lifetime in `ty` `'_`.
pub(crate) fn forget_lifetimes(ty: &mut Type) {
    Anonymous { bound: Vec::new() }.visit_type_mut(ty);
}

/// Named lifetimes of the signature become `'_`; those bound by a `for<'a>` inside the type stay.
struct Anonymous {
    bound: Vec<Lifetime>,
}

impl Edit for Anonymous {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident != "static" && !self.bound.contains(lifetime) {
            lifetime.ident = Ident::new("_", lifetime.ident.span());
        }
    }

    fn visit_type_bare_fn_mut(&mut self, ty: &mut syn::TypeBareFn) {
        let depth = self.bind(ty.lifetimes.as_ref());
        ty.inputs
            .iter_mut()
            .for_each(|arg| self.visit_type_mut(&mut arg.ty));
        self.visit_return_type_mut(&mut ty.output);
        self.bound.truncate(depth);
    }

    fn visit_trait_bound_mut(&mut self, bound: &mut syn::TraitBound) {
        let depth = self.bind(bound.lifetimes.as_ref());
        self.visit_path_mut(&mut bound.path);
        self.bound.truncate(depth);
    }
}

impl Anonymous {
    fn bind(&mut self, lifetimes: Option<&syn::BoundLifetimes>) -> usize {
        let depth = self.bound.len();
        let params = lifetimes.into_iter().flat_map(|bound| &bound.lifetimes);
        self.bound.extend(params.filter_map(|param| match param {
            GenericParam::Lifetime(param) => Some(param.lifetime.clone()),
            _ => None,
        }));
        depth
    }
}

/// The statements of the harness.
fn body(
    function: &FunctionItem,
    args: &UnrollArgs,
    tool: &Tool,
    parameters: &[Parameter],
    call: &TokenStream,
) -> TokenStream {
    let aliases = function
        .sig
        .generics
        .params
        .iter()
        .filter_map(|param| alias(param, &function.sig.generics, args));
    let inputs = || {
        // Numbers are positions of the signature, so a formatter counts though it is no input.
        let numbered = parameters.iter().zip(0..);
        numbered.filter(|(parameter, _)| !parameter.is_formatter)
    };
    let builds = inputs().map(|(parameter, number)| {
        let Parameter { variable, ty, .. } = parameter;
        let (span, number) = (parameter.span(), int(number));
        let key = quote_spanned!(span=> ::unroll_test::rt::Key::param(#number));
        let value = source::built(ty, &key, (span, tool.defaults));
        quote_spanned!(span=> let mut #variable = ::core::hint::black_box(#value);)
    });
    let shown = inputs().map(|(parameter, number)| {
        let Parameter {
            variable, name, ty, ..
        } = parameter;
        let (span, number) = (parameter.span(), int(number));
        let key = quote_spanned!(span=> ::unroll_test::rt::Key::param(#number));
        source::shown(ty, (name, variable), &key, (span, tool.defaults))
    });
    let Locals { sets, shows, left } = locals(tool);
    let changed = inputs().filter(|(parameter, _)| parameter.changes);
    let afters: Vec<_> = changed
        .map(|(parameter, _)| {
            let Parameter { variable, name, .. } = parameter;
            quote_spanned!(parameter.span()=> ::unroll_test::rt::after!(#name, &mut #variable);)
        })
        .collect();
    let Counting { before, after } = counting(function, tool);
    let keeps = Keeps::of(&tool.keeps, |number| {
        Some(&parameters.get(number as usize)?.variable)
    });
    let inspections = keeps.inspections(&afters);
    let at_entry = &keeps.at_entry;
    let stands = tool.outside.then(|| {
        quote_spanned! {site()=>
            ::unroll_test::rt::stand_in(const { ::unroll_test::rt::modules(::core::module_path!()) });
        }
    });
    quote_spanned! {site()=>
        #(#aliases)*
        #stands
        #sets
        #(#builds)*
        #at_entry
        ::unroll_test::rt::given();
        if ::unroll_test::rt::native() { #(#shown)* #shows }
        #before
        let mut __unroll_result = #call;
        #after
        #left
        #inspections
    }
}

/// The code for statics and thread locals that are inputs.
struct Locals {
    /// Gives them values before the arguments are built, which may read them.
    sets: TokenStream,
    /// Shows these behind the arguments.
    shows: TokenStream,
    /// Shows their values after the call, while the result lives.
    left: TokenStream,
}

fn locals(tool: &Tool) -> Locals {
    let [mut sets, mut shows, mut left] = <[TokenStream; 3]>::default();
    for (name, number) in tool.locals.iter().zip(0..) {
        let number = int(number);
        let key = quote_spanned!(site()=> ::unroll_test::rt::Key::local(#number));
        let text = name.to_string();
        sets.extend(quote_spanned!(site()=> ::unroll_test::rt::set_local(&#name, #key);));
        shows.extend(quote_spanned!(site()=> ::unroll_test::rt::local(#text, &#name, #key);));
        left.extend(quote_spanned!(site()=> ::unroll_test::rt::local_after(#text, &#name);));
    }
    if !tool.locals.is_empty() {
        left = quote_spanned!(site()=> if ::unroll_test::rt::native() { #left });
    }
    Locals { sets, shows, left }
}

/// The code that keeps the counters of closures, hidden exits and the recursion.
struct Counting {
    /// Before the call.
    before: TokenStream,
    /// After it.
    after: TokenStream,
}

fn counting(function: &FunctionItem, tool: &Tool) -> Counting {
    let numbering = Numbering::of(&function.sig, &function.block);
    let hiding = numbering.hiding(None);
    let counted = numbering.closures().chain(hiding.iter().rev().copied());
    let fresh = counted.map(|number| of_counter("fresh", number));
    let returned = probe::returned(&numbering);
    let left = numbering
        .closures()
        .map(|number| of_counter("left", number));
    let owner = Literal::u64_unsuffixed(owner(tool));
    let recursion = numbering.recursion().map(int);
    let recurs = recursion
        .iter()
        .map(|_| quote_spanned!(site()=> ::unroll_test::rt::recursion(#owner);));
    let recurred = recursion
        .iter()
        .map(|number| quote_spanned!(site()=> ::unroll_test::rt::recurred(#number);));
    let again = again(tool);
    // The function names it through an `extern` block, because it does not see into the harness:
    // hence the symbol.
    let again = recursion.iter().map(|number| {
        quote_spanned! {site()=>
            #[unsafe(no_mangle)]
            #[inline(never)]
            fn #again() -> ::unroll_test::rt::Activation {
                ::unroll_test::rt::again(#owner, #number)
            }
        }
    });
    Counting {
        before: quote_spanned!(site()=> #(#again)* #(#fresh)* #(#recurs)*),
        after: quote_spanned!(site()=> #(#returned)* #(#left)* #(#recurred)*),
    }
}

/// `type T = i32;` or `const N: usize = 4;`, so that types of parameters can stay as written.
fn alias(param: &GenericParam, generics: &Generics, args: &UnrollArgs) -> Option<TokenStream> {
    let value = |name: &Ident| {
        let given = args.generics.iter().find(|(given, _)| given == name);
        let given = given.map(|(_, value)| value.clone());
        given.or_else(|| Some(standin::iterator(name, generics)?.to_token_stream()))
    };
    match param {
        GenericParam::Type(param) => {
            let (name, value) = (&param.ident, value(&param.ident)?);
            Some(quote_spanned!(site()=> type #name = #value;))
        }
        GenericParam::Const(param) => {
            let (name, ty, value) = (&param.ident, &param.ty, value(&param.ident)?);
            Some(quote_spanned!(site()=> const #name: #ty = #value;))
        }
        GenericParam::Lifetime(_) => None,
    }
}
