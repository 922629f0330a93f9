//! Expansion: what a marked function becomes.
//!
//! `unmarked` is the function outside the tool: unchanged but for its contracts, which become debug checks. `marked` adds
//! the instrumented form and the harness of `docs/dev/protocol.md` section 2. The passes over the body of the form run in this
//! order: invariants become checks, labels get probes, loops become counted or copied loops, contracts are woven around the result.

mod behind;
mod contracts;
mod exits;
mod harness;
mod keeps;
mod loops;
mod plan;
mod quantify;
mod source;

pub(crate) use self::harness::forget_lifetimes;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse_quote_spanned;

use crate::attribute::{Tool, UnrollArgs};
use crate::clause::Contract;
use crate::function::FunctionItem;
use crate::generics::objects;
use crate::label::shadowed;
use crate::{clause, generics, inner, label, number, probe};
use harness::Placed;

/// Expands `#[unroll_test(args)] item`.
pub fn unroll_test(args: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let args: UnrollArgs = syn::parse2(args)?;
    if let Some(tool) = &args.tool
        && let Some(method) = &tool.method
    {
        return behind::expand(&args, tool, method, item);
    }
    let mut function = FunctionItem::parse(item)?;
    let Some(tool) = &args.tool else {
        function.check(&args)?;
        return Ok(function.into_token_stream());
    };
    // `function` is emitted as written. The form is made of `named`, and the harness of `seen`, in
    // which objects have types that stand for them.
    let mut named = function.clone();
    set_apart(&mut named, tool);
    named.sig = generics::with_named_impls(&function.sig);
    let mut seen = named.clone();
    objects::name(&mut seen.sig, &|name| args.gives(name));
    seen.check(&args)?;
    let contract = Contract::of(&named)?;
    generics::qualify(&mut seen.sig, &named.sig.generics);
    let form = harness::as_form(form(&named, contract, tool), tool);
    let placed = Placed::with(&named, &form);
    let items = harness::assemble(&seen, &placed, &form.sig.generics, &args, tool);
    harness::count_recursion(&named, &mut function.block, tool);
    Ok(quote!(#function #items))
}

/// Expands `#[requires(args)] item` and `#[ensures(args)] item` outside the form: the contract becomes debug checks.
///
/// `attribute` is the attribute that is being expanded. If a contract attribute stands above `#[unroll_test]`, it moves below
/// it, because `#[unroll_test]` must see the contracts of its function. Otherwise the first contract attribute expands all of
/// them, so that preconditions are checked before `old(..)` is evaluated. The others are left behind on empty items, as
/// `#[ensures(__read)]`: rustc must resolve their names, or it would call their imports unused.
pub fn contract(attribute: syn::Attribute, item: TokenStream) -> syn::Result<TokenStream> {
    if is_left_behind(&attribute) {
        return Ok(TokenStream::new());
    }
    let mut function = FunctionItem::parse(item)?;
    // rustc expands attributes from the top and has taken this one off, so it stood above the
    // others.
    function.attrs.insert(0, attribute);
    if function.move_contracts_below() {
        return Ok(function.into_token_stream());
    }
    let own = clause::take_own(&mut function);
    let contract = Contract::of_attributes(&own)?;
    contracts::weave_debug_checks(&mut function, contract);
    let others = own.iter().skip(1).map(syn::Attribute::path);
    let left_behind: Vec<syn::Stmt> = others
        .map(|path| parse_quote_spanned!(probe::site()=> #[#path(__read)] const _: () = ();))
        .collect();
    function.block.stmts.splice(0..0, left_behind);
    Ok(function.into_token_stream())
}

fn is_left_behind(attribute: &syn::Attribute) -> bool {
    let list = attribute.meta.require_list();
    list.is_ok_and(|list| list.tokens.to_string() == "__read")
}

/// Expands `invariant!(args)` outside the form.
pub fn invariant(args: TokenStream) -> syn::Result<TokenStream> {
    contracts::debug_invariant(args)
}

/// Expands `label!(args)` outside the form: the condition is checked by the compiler and never evaluated.
///
/// # Errors
/// When it is no condition, or one that does more than compute.
pub fn label(args: TokenStream) -> syn::Result<TokenStream> {
    let condition = label::user::UserLabel::parse(args)?.condition;
    Ok(quote! {
        if false {
            let _: bool = #condition;
        }
    })
}

/// Sets the macros apart that have names of the standard library's, before anything is numbered.
fn set_apart(function: &mut FunctionItem, tool: &Tool) {
    let names: Vec<_> = tool.shadows.iter().map(ToString::to_string).collect();
    shadowed::set_apart(&mut function.block, names.iter().map(String::as_str));
}

/// The form: the function under its new name with contracts, loops and branches instrumented.
fn form(function: &FunctionItem, mut contract: Contract, tool: &Tool) -> FunctionItem {
    let mut form = function.clone();
    // Probes run; the function itself stays as it is.
    form.sig.constness = None;
    inner::drop_outer_impls(&mut form.block);
    quantify::rewrite_contract(&mut contract, function);
    contracts::check_invariants(&mut form.block, &contract);
    let numbering = number::number_and_mark(&function.sig, &mut form.block);
    label::put_probes(
        &function.sig,
        &mut form.block,
        &numbering,
        &tool.criteria,
        tool.relaxes,
    );
    loops::instrument(&mut form.block, &numbering, tool.form);
    // Last, because it turns `return` into `break`, and loops have to report a `return` as one.
    contracts::weave_probes(&mut form, contract, &numbering);
    form
}
