//! Methods that cannot have their form beside them: those of trait implementations, where no other function may stand, and those
//! of generic `impl` blocks, where a harness would be generic.
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

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::visit_mut::VisitMut;
use syn::{FnArg, ImplItem, ItemImpl, Pat, Path, Signature, Type};

use super::harness::{self, Placed};
use crate::attribute::{Tool, UnrollArgs};
use crate::clause::Contract;
use crate::formatting::specification;
use crate::function::Function;
use crate::generics::merged;
use crate::probe::site;
use crate::substitute::Substitution;

/// Expands the attribute on the `impl` block `item`, for its method `name`.
pub(super) fn expand(
    args: &UnrollArgs,
    tool: &Tool,
    name: &Ident,
    item: TokenStream,
) -> syn::Result<TokenStream> {
    let mut block: ItemImpl = syn::parse2(item)?;
    let mut methods = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    let Some(method) = methods.find(|method| method.sig.ident == *name) else {
        let text = format!("there is no method `{name}` in this `impl` block");
        return Err(syn::Error::new(name.span(), text));
    };
    let mut function = Function::from(method.clone());
    let mut associated = Substitution::default().and_associated(&block);
    associated.visit_signature_mut(&mut function.sig);
    associated.visit_block_mut(&mut function.block);
    function.sig = crate::generics::with_named_impls(&function.sig);

    let mut seen = function.clone();
    seen.sig.generics = merged(&block.generics, &function.sig.generics);
    seen.check(args)?;
    let contract = Contract::of(&function)?;
    let form = harness::as_form(super::form(&function, contract, tool), tool);
    let mut of_self = Substitution::default().and_self(&block.self_ty);
    for input in &mut seen.sig.inputs {
        match input {
            FnArg::Receiver(receiver) => of_self.visit_type_mut(&mut receiver.ty),
            FnArg::Typed(param) => of_self.visit_type_mut(&mut param.ty),
        }
    }
    let mut call = path(&block, &form.sig);
    let of_trait = block.trait_.as_ref().map(|(_, path, _)| path);
    if specification(of_trait, &method.sig).is_some() {
        seen.sig.inputs.pop();
        call = quote_spanned! {site()=>
            (|__unroll_value| ::unroll_test::rt::text(|__unroll_f| #call(__unroll_value, __unroll_f)))
        };
    }
    let placed = Placed {
        path: call,
        inside: items(&block, &form),
        beside: TokenStream::new(),
    };
    let cfgs = function
        .attrs
        .iter()
        .filter(|attr| attr.path().is_ident("cfg"));
    let harness = harness::assemble(&seen, &placed, &form.sig.generics, args, tool);
    for item in &mut block.items {
        if let ImplItem::Fn(method) = item
            && method.sig.ident == *name
        {
            harness::count_recursion(&seen, &mut method.block, tool);
        }
    }
    Ok(quote!(#block #(#cfgs)* #harness))
}

/// The trait with the form, its implementation, and the names that the method sees and the form would not.
fn items(block: &ItemImpl, form: &Function) -> TokenStream {
    let (params, arguments, clause) = block.generics.split_for_impl();
    let (params, arguments, clause) = (at_site(params), at_site(arguments), at_site(clause));
    let self_ty = &block.self_ty;
    let located = at_site(self_ty);
    let signature = declared(&form.sig);
    // A result or parameter of type `[Self]` needs it.
    let sized = (!is_unsized(self_ty)).then(|| quote_spanned!(site()=> : ::core::marker::Sized));
    let brought = block.trait_.as_ref().and_then(|(_, path, _)| brought(path));
    quote_spanned! {site()=>
        #brought
        trait __UnrollForm #params #sized #clause { #signature; }
        impl #params __UnrollForm #arguments for #located #clause { #form }
    }
}

/// Whether values of `ty` are of no known size, as far as its name says.
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

/// Methods of the trait are called without its name, for which it has to have been imported; a trait of one segment has been. What other
/// paths begin with is a module or a crate, which `use` takes for different things from edition to edition, so they are left.
fn brought(path: &Path) -> Option<TokenStream> {
    const EVERYWHERE: [&str; 6] = ["std", "core", "alloc", "crate", "self", "super"];
    let mut path = path.clone();
    for segment in &mut path.segments {
        segment.arguments = syn::PathArguments::None;
    }
    let first = &path.segments.first()?.ident;
    let is_same = EVERYWHERE.iter().any(|name| first == name);
    let path = at_site(&path);
    is_same.then(|| quote_spanned!(site()=> use #path as _;))
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
            FnArg::Receiver(receiver) if receiver.reference.is_none() => receiver.mutability = None,
            FnArg::Receiver(_) => {}
            FnArg::Typed(param) => *param.pat = Pat::Verbatim(quote_spanned!(site()=> _)),
        }
    }
    sig
}

/// `<S<T> as __UnrollForm<T>>::form`
fn path(block: &ItemImpl, form: &Signature) -> TokenStream {
    let mut self_ty: Type = (*block.self_ty).clone();
    harness::forget_lifetimes(&mut self_ty);
    let arguments = harness::generic_arguments(&block.generics);
    let (name, self_ty) = (&form.ident, at_site(self_ty));
    quote_spanned!(site()=> <#self_ty as __UnrollForm<#(#arguments),*>>::#name)
}
