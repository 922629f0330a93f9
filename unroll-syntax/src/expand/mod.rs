//! Expansion: what a marked function becomes.
//!
//! [`unmarked`] is the function outside the tool: unchanged but for its contracts, which become debug checks. [`marked`] adds
//! the instrumented form and the harness of `docs/protocol.md` section 2. The passes over the body of the form run in this
//! order: invariants become checks, loops become counted or copied loops, contracts are woven around the result.

mod contracts;
mod exits;
mod harness;
mod loops;
mod plan;
mod quantify;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::attribute::{Tool, UnrollArgs};
use crate::clause::Contract;
use crate::function::Function;
use crate::number;

/// Expands `#[unroll_test(args)] item`.
pub fn unroll_test(args: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let args: UnrollArgs = syn::parse2(args)?;
    let function = Function::parse(item)?;
    function.check(&args)?;
    let Some(tool) = &args.tool else {
        return Ok(function.into_token_stream());
    };
    let contract = Contract::of(&function)?;
    let form = form(&function, contract, tool);
    let items = harness::assemble(&function, form, &args, tool);
    Ok(quote!(#function #items))
}

/// Expands `#[requires(args)] item` and `#[ensures(args)] item` outside the form: the contract becomes debug checks.
///
/// `attribute` is the attribute that is being expanded. If a contract attribute stands above `#[unroll_test]`, it moves below
/// it, because `#[unroll_test]` must see the contracts of its function.
pub fn contract(attribute: syn::Attribute, item: TokenStream) -> syn::Result<TokenStream> {
    let mut function = Function::parse(item)?;
    function.attrs.insert(0, attribute);
    if function.move_contracts_below() {
        return Ok(function.into_token_stream());
    }
    let contract = Contract::take_own(&mut function)?;
    contracts::weave_debug_checks(&mut function, contract);
    Ok(function.into_token_stream())
}

/// Expands `invariant!(args)` outside the form.
pub fn invariant(args: TokenStream) -> syn::Result<TokenStream> {
    contracts::debug_invariant(args)
}

/// The form: the function under its new name with contracts, loops and branches instrumented.
fn form(function: &Function, mut contract: Contract, tool: &Tool) -> Function {
    let mut form = function.clone();
    quantify::rewrite_contract(&mut contract, function);
    contracts::check_invariants(&mut form.block, &contract);
    let numbering = number::number_and_mark(&mut form.block);
    loops::instrument(&mut form.block, &numbering, tool.form);
    contracts::weave_probes(&mut form, contract);
    form
}
