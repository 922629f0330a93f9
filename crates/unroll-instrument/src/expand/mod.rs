//! Expansion: what a marked function becomes.
//!
//! Outside the tool it is what `unroll_syntax::expand` says. Inside, it gets the instrumented form and the harness of
//! `docs/dev/protocol.md` section 2. The passes over the body of the form run in this order: invariants become checks, labels get probes, loops become counted or copied loops, contracts are woven around the result.

mod behind;
mod call;
mod exits;
mod harness;
mod keeps;
mod loops;
mod plan;
mod quantify;
mod source;

use proc_macro2::TokenStream;
use quote::quote;
use unroll_syntax::attribute::{Tool, UnrollArgs};
use unroll_syntax::clause::{Contract, checks};
use unroll_syntax::expand::unmarked;
use unroll_syntax::function::FunctionItem;
use unroll_syntax::generics::{self, objects};

pub(crate) use self::harness::forget_lifetimes;
use crate::label::shadowed;
use crate::{inner, label, number, probe};
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
        return unmarked(&args, function);
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
    checks::check_invariants(&mut form.block, &contract);
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
    checks::weave_probes(&mut form, contract, &probe::returned(&numbering));
    form
}
