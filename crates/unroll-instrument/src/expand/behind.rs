//! Methods that cannot have their form beside them: those of trait implementations, where no other function may stand, those
//! of generic `impl` blocks, where a harness would be generic, and those that traits provide, which have no type of their own.
//!
//! The attribute stands on the `impl` block, which stays as it is. Inside a free harness behind it stands a trait whose only method is the
//! form, with an implementation for the same type under the same bounds. There `self` and `Self` mean what they mean in
//! the method, and fields are as visible, whatever crate the type is from. A method that formats is called with the formatter of a text.
//!
//! ```text
//! impl<T: B> Tr for S<T> { fn f(&self) {} }
//! fn harness() {
//!     use Tr as _;
//!     trait Form<T: B> { fn form(&self); }
//!     impl<T: B> Form<T> for S<T> { fn form(&self) {} }
//!     type T = i32;
//!     ..
//!     <S<T> as Form<T>>::form(arg0)
//! }
//! ```
//!
//! A method that a trait provides has its form provided by a trait below that one, so that in it, too, nothing is known of `Self` but that it has
//! the trait. The argument `Self = S` says on which type the harness calls it.
//!
//! ```text
//! trait Tr { fn f(&self) {} }
//! fn harness() {
//!     trait Form: Tr { fn form(&self) {} }
//!     impl<S: Tr + ?Sized> Form for S {}
//!     ..
//!     <S as Form>::form(arg0)
//! }
//! ```

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::visit;
use syn::{
    Attribute, FnArg, Generics, ImplItem, Item, ItemImpl, ItemTrait, Lifetime, Pat, Path,
    Signature, TraitItem, Type, TypeReference, parse_quote_spanned,
};
use unroll_syntax::attribute::{Tool, UnrollArgs};
use unroll_syntax::clause::Contract;
use unroll_syntax::formatting;
use unroll_syntax::formatting::{formatter, specification};
use unroll_syntax::function::FunctionItem;
use unroll_syntax::generics::substitute::Substitution;
use unroll_syntax::generics::{merged, objects, qualify};
use unroll_syntax::walk::{AsLook, Edit, Look};

use super::harness::Placed;
use super::{call, harness};
use crate::probe::site;

/// Expands the attribute on the `impl` block or trait `item`, for its method `name`.
pub(super) fn expand(
    args: &UnrollArgs,
    tool: &Tool,
    name: &Ident,
    item: TokenStream,
) -> syn::Result<TokenStream> {
    match syn::parse2(item)? {
        Item::Impl(block) => of_block(args, tool, name, &block),
        Item::Trait(item) => of_trait(args, tool, name, &item),
        other => {
            let text = "expected an `impl` block or a trait";
            Err(syn::Error::new_spanned(other, text))
        }
    }
}

fn of_block(
    args: &UnrollArgs,
    tool: &Tool,
    name: &Ident,
    block: &ItemImpl,
) -> syn::Result<TokenStream> {
    let mut methods = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    let Some(method) = methods.find(|method| method.sig.ident == *name) else {
        return Err(no_method(name));
    };
    let mut function = FunctionItem::from(method.clone());
    super::set_apart(&mut function, tool);
    let mut associated = Substitution::default().and_associated(block);
    associated.visit_signature_mut(&mut function.sig);
    associated.visit_block_mut(&mut function.block);
    function.sig = unroll_syntax::generics::with_named_impls(&function.sig);

    // The form keeps the method's signature. `seen` is what the harness fills: objects by the types
    // that stand for them, and the block's parameters as if they were the function's own.
    let mut seen = function.clone();
    objects::name(&mut seen.sig, &|name| args.gives(name));
    seen.sig.generics = merged(&block.generics, &seen.sig.generics);
    let generics = seen.sig.generics.clone();
    qualify(&mut seen.sig, &generics);
    seen.check(args)?;
    let contract = Contract::of(&function)?;
    let form = harness::as_form(super::form(&function, contract, tool), tool);
    let mut of_self = Substitution::default().and_self(&block.self_ty);
    visit_inputs(&mut seen, &mut of_self);
    let mut callee = path(&block.self_ty, &block.generics, &form.sig);
    let of_trait = block.trait_.as_ref().map(|(_, path, _)| path);
    if specification(of_trait, &method.sig).is_some()
        && let Some((at, name)) = formatter(of_trait, &method.sig)
    {
        // `rt::text` makes the formatter, so it is no input.
        seen.sig.inputs.pop();
        let formatting = call::formatting(tool, at, &name);
        callee = quote_spanned! {site()=>
            (|__unroll_value| ::unroll_test::rt::text(#formatting, |__unroll_f| #callee(__unroll_value, __unroll_f)))
        };
    }
    let placed = Placed {
        path: callee,
        inside: items(block, &form),
        beside: TokenStream::new(),
    };
    let cfgs = cfgs(&function);
    let harness = harness::assemble(&seen, &placed, &form.sig.generics, args, tool);
    // A recursive call in the form calls the method itself, so that says when it runs.
    let mut counted = block.clone();
    for item in &mut counted.items {
        if let ImplItem::Fn(method) = item
            && method.sig.ident == *name
        {
            harness::count_recursion(&seen, &mut method.block, tool);
        }
    }
    Ok(quote!(#counted #(#cfgs)* #harness))
}

fn of_trait(
    args: &UnrollArgs,
    tool: &Tool,
    name: &Ident,
    item: &ItemTrait,
) -> syn::Result<TokenStream> {
    let mut methods = item.items.iter().filter_map(|item| match item {
        TraitItem::Fn(method) => Some(method),
        _ => None,
    });
    let Some(method) = methods.find(|method| method.sig.ident == *name) else {
        return Err(no_method(name));
    };
    let mut function = FunctionItem::parse(method.to_token_stream())?;
    super::set_apart(&mut function, tool);
    function.sig = unroll_syntax::generics::with_named_impls(&function.sig);
    let (own, args) = with_self(args, name)?;

    let mut seen = function.clone();
    objects::name(&mut seen.sig, &|name| args.gives(name));
    seen.sig.generics = merged(&item.generics, &seen.sig.generics);
    let generics = seen.sig.generics.clone();
    qualify(&mut seen.sig, &generics);
    seen.check(&args)?;
    let contract = Contract::of(&function)?;
    let form = harness::as_form(super::form(&function, contract, tool), tool);
    let mut of_self = Substitution::default().and_declared(item).and_self(&own);
    visit_inputs(&mut seen, &mut of_self);
    let placed = Placed {
        path: path(&own, &item.generics, &form.sig),
        inside: provided(item, &form),
        beside: TokenStream::new(),
    };
    let cfgs = cfgs(&function);
    let harness = harness::assemble(&seen, &placed, &form.sig.generics, &args, tool);
    let mut counted = item.clone();
    for item in &mut counted.items {
        if let TraitItem::Fn(method) = item
            && method.sig.ident == *name
            && let Some(body) = &mut method.default
        {
            harness::count_recursion(&seen, body, tool);
        }
    }
    Ok(quote!(#counted #(#cfgs)* #harness))
}

fn no_method(name: &Ident) -> syn::Error {
    let text = format!("there is no method `{name}` in this item");
    syn::Error::new(name.span(), text)
}

/// The type that is given for `Self`, and the other arguments.
fn with_self(args: &UnrollArgs, method: &Ident) -> syn::Result<(Type, UnrollArgs)> {
    let mut args = args.clone();
    let (own, others): (Vec<_>, Vec<_>) = std::mem::take(&mut args.generics)
        .into_iter()
        .partition(|(name, _)| name == "Self");
    args.generics = others;
    if let Some((_, own)) = own.into_iter().next() {
        return Ok((syn::parse2(own)?, args));
    }
    let text = format!(
        "`{method}` is provided by a trait: say what to call it on, for example `#[unroll_test(Self = i32)]`"
    );
    Err(syn::Error::new(method.span(), text))
}

fn visit_inputs(function: &mut FunctionItem, names: &mut Substitution) {
    for input in &mut function.sig.inputs {
        match input {
            FnArg::Receiver(receiver) => names.visit_type_mut(&mut receiver.ty),
            FnArg::Typed(param) => names.visit_type_mut(&mut param.ty),
        }
    }
}

fn cfgs(function: &FunctionItem) -> impl Iterator<Item = &Attribute> {
    let attrs = function.attrs.iter();
    attrs.filter(|attr| attr.path().is_ident("cfg"))
}

/// The trait with the form, its implementation, and the names that the method sees and the form would not.
fn items(block: &ItemImpl, form: &FunctionItem) -> TokenStream {
    let generics = outliving(&block.generics);
    let (params, arguments, clause) = generics.split_for_impl();
    let (params, arguments, clause) = (at_site(params), at_site(arguments), at_site(clause));
    let self_ty = &block.self_ty;
    let located = at_site(self_ty);
    let mut signature = declared(&form.sig);
    concretise(&mut signature, self_ty);
    // A result or parameter of type `[Self]` needs it.
    let sized = (!is_unsized(self_ty)).then(|| quote_spanned!(site()=> : ::core::marker::Sized));
    let brought = block.trait_.as_ref().and_then(|(_, path, _)| brought(path));
    quote_spanned! {site()=>
        #brought
        trait __UnrollForm #params #sized #clause { #signature; }
        impl #params __UnrollForm #arguments for #located #clause { #form }
    }
}

/// `Self` in the types of a signature is `self_ty`, of which more is known: `<Self as Iterator>::Item` is nothing for a `Self` that may be
/// no iterator. Lifetimes without a name would be others there.
fn concretise(sig: &mut Signature, self_ty: &Type) {
    if is_elided(self_ty) {
        return;
    }
    let mut of_self = Substitution::default().and_self(self_ty);
    for input in &mut sig.inputs {
        if let FnArg::Typed(param) = input {
            of_self.visit_type_mut(&mut param.ty);
        }
    }
    of_self.visit_return_type_mut(&mut sig.output);
}

/// True if `ty` has a lifetime without a name.
fn is_elided(ty: &Type) -> bool {
    struct Elided(bool);
    impl<'t> Look<'t> for Elided {
        fn visit_type_reference(&mut self, reference: &'t TypeReference) {
            self.0 |= reference.lifetime.is_none();
            visit::visit_type_reference(self.walk(), reference);
        }

        fn visit_lifetime(&mut self, lifetime: &'t Lifetime) {
            self.0 |= lifetime.ident == "_";
        }
    }
    let mut elided = Elided(false);
    elided.visit_type(ty);
    elided.0
}

/// `generics` with each type outliving each lifetime: of the header of an `impl` block that follows where it has to hold, of a trait it has
/// to be said.
fn outliving(generics: &Generics) -> Generics {
    let mut all = generics.clone();
    for lifetime in generics.lifetimes().map(|param| &param.lifetime) {
        for name in generics.type_params().map(|param| &param.ident) {
            let predicate = parse_quote_spanned!(site()=> #name: #lifetime);
            all.make_where_clause().predicates.push(predicate);
        }
    }
    all
}

/// True if values of `ty` are of no known size, as far as its name says.
fn is_unsized(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => {
            let last = path.path.segments.last();
            last.is_some_and(|last| {
                ["str", "Path", "OsStr", "CStr"]
                    .iter()
                    .any(|it| last.ident == it)
            })
        }
        _ => false,
    }
}

/// Methods of the trait are called without its name, for which it has to be imported; a trait of one segment has been. What other
/// paths begin with is a module or a crate, which `use` takes for different things from edition to edition, so they are left, but for those
/// of the standard library.
fn brought(path: &Path) -> Option<TokenStream> {
    let mut path = path.clone();
    for segment in &mut path.segments {
        // A `use` takes no generic arguments.
        segment.arguments = syn::PathArguments::None;
    }
    if let Some(path) = standard(&path) {
        let path = at_site(&path);
        return Some(quote_spanned!(site()=> use ::unroll_test::rt::std::#path as _;));
    }
    let first = &path.segments.first()?.ident;
    let is_same = ["crate", "self", "super"].iter().any(|name| first == name);
    let path = at_site(&path);
    is_same.then(|| quote_spanned!(site()=> use #path as _;))
}

/// Modules of the standard library whose traits are often named through them, with those that no prelude has.
const MODULES: [(&str, &[&str]); 6] = [
    ("borrow", &["Borrow", "BorrowMut", "ToOwned"]),
    ("error", &["Error"]),
    ("hash", &["Hash", "Hasher", "BuildHasher"]),
    ("io", &["Read", "Write", "BufRead", "Seek"]),
    (
        "ops",
        &[
            "Add",
            "AddAssign",
            "BitAnd",
            "BitAndAssign",
            "BitOr",
            "BitOrAssign",
            "BitXor",
            "BitXorAssign",
            "Deref",
            "DerefMut",
            "Div",
            "DivAssign",
            "Index",
            "IndexMut",
            "Mul",
            "MulAssign",
            "Neg",
            "Not",
            "RangeBounds",
            "Rem",
            "RemAssign",
            "Shl",
            "ShlAssign",
            "Shr",
            "ShrAssign",
            "Sub",
            "SubAssign",
        ],
    ),
    ("str", &["FromStr"]),
];

/// The path of a trait of the standard library below its root, if `path` leads to one.
fn standard(path: &Path) -> Option<Path> {
    let first = &path.segments.first()?.ident;
    let mut rest = path.clone();
    rest.leading_colon = None;
    if ["std", "core", "alloc"].iter().any(|name| first == name) {
        rest.segments = path.segments.iter().skip(1).cloned().collect();
        return (!rest.segments.is_empty()).then_some(rest);
    }
    let last = &path.segments.last()?.ident;
    let is_known = |(module, traits): &(&str, &[&str])| {
        first == module && traits.iter().any(|name| last == name)
    };
    let is_of_module = path.segments.len() == 2 && MODULES.iter().any(is_known);
    (is_of_module || formatting::of_module(path).is_some()).then_some(rest)
}

/// `tokens` with errors about them where the attribute stands, which says for which method it is.
fn at_site(tokens: impl ToTokens) -> TokenStream {
    let tokens = tokens.to_token_stream().into_iter().map(|token| {
        let mut token = match token {
            TokenTree::Group(group) => {
                TokenTree::Group(Group::new(group.delimiter(), at_site(group.stream())))
            }
            other => other,
        };
        token.set_span(token.span().located_at(site()));
        token
    });
    tokens.collect()
}

/// The signature without a body, where parameters are no patterns.
fn declared(sig: &Signature) -> Signature {
    let mut sig = sig.clone();
    for input in &mut sig.inputs {
        match input {
            // `mut self` is a pattern, which a method without a body may not have; the `mut` of
            // `&mut self` belongs to the type.
            FnArg::Receiver(receiver) if receiver.reference.is_none() => receiver.mutability = None,
            FnArg::Receiver(_) => {}
            FnArg::Typed(param) => *param.pat = Pat::Verbatim(quote_spanned!(site()=> _)),
        }
    }
    sig
}

/// The trait that provides the form, for everything that has `item`.
fn provided(item: &ItemTrait, form: &FunctionItem) -> TokenStream {
    let (params, arguments, clause) = item.generics.split_for_impl();
    let (params, arguments, clause) = (at_site(params), at_site(arguments), at_site(clause));
    let name = &item.ident;
    let mut of_all = item.generics.clone();
    // `?Sized`, since the trait may be implemented for `str`, slices and objects too.
    of_all.params.push(parse_quote_spanned! {site()=>
        __UnrollSelf: #name #arguments + ?::core::marker::Sized
    });
    let (of_all, _, _) = of_all.split_for_impl();
    quote_spanned! {site()=>
        trait __UnrollForm #params: #name #arguments #clause { #form }
        impl #of_all __UnrollForm #arguments for __UnrollSelf #clause {}
    }
}

/// `<S<T> as __UnrollForm<T>>::form`
fn path(self_ty: &Type, generics: &Generics, form: &Signature) -> TokenStream {
    let mut self_ty: Type = self_ty.clone();
    // The harness declares none of the block's lifetimes.
    harness::forget_lifetimes(&mut self_ty);
    let arguments = call::generic_arguments(generics);
    let (name, self_ty) = (&form.ident, at_site(self_ty));
    quote_spanned!(site()=> <#self_ty as __UnrollForm<#(#arguments),*>>::#name)
}
