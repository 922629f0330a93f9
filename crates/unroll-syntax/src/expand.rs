//! Annotated items outside the tool: the function unchanged, but for its contracts, which become debug checks.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse_quote_spanned;

use crate::attribute::UnrollArgs;
use crate::clause::{self, Contract, checks};
use crate::function::FunctionItem;
use crate::generated::site;
use crate::user_label::UserLabel;

/// Expands `#[unroll_test(args)] item`.
///
/// # Errors
/// When the arguments mean nothing or are those of the tool, or the item is no function that can be marked.
pub fn unroll_test(args: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let args: UnrollArgs = syn::parse2(args)?;
    if args.tool.is_some() {
        let text = "this form of the attribute is that of `cargo unroll`, which turns on the feature `driver` of `unroll-test`";
        return Err(syn::Error::new(Span::call_site(), text));
    }
    unmarked(&args, FunctionItem::parse(item)?)
}

/// The function as it is, if it can be marked.
///
/// # Errors
/// When it cannot.
pub fn unmarked(args: &UnrollArgs, function: FunctionItem) -> syn::Result<TokenStream> {
    function.check(args)?;
    Ok(function.into_token_stream())
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
    checks::weave_debug_checks(&mut function, contract);
    let others = own.iter().skip(1).map(syn::Attribute::path);
    let left_behind: Vec<syn::Stmt> = others
        .map(|path| parse_quote_spanned!(site()=> #[#path(__read)] const _: () = ();))
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
    checks::debug_invariant(args)
}

/// Expands `label!(args)` outside the form: the condition is checked by the compiler and never evaluated.
///
/// # Errors
/// When it is no condition, or one that does more than compute.
pub fn label(args: TokenStream) -> syn::Result<TokenStream> {
    let condition = UserLabel::parse(args)?.condition;
    Ok(quote! {
        if false {
            let _: bool = #condition;
        }
    })
}

#[cfg(test)]
mod tests {
    use quote::quote;

    #[test]
    fn arguments_of_the_tool_are_not_taken_for_a_user_s() {
        let item = quote!(
            fn f(items: &[u8]) {}
        );
        let args = quote!(__tool(id = "f", form = counter));
        let error = super::unroll_test(args, item.clone()).expect_err("an error");
        assert!(error.to_string().contains("feature `driver`"), "{error}");
        let unmarked = super::unroll_test(quote!(), item.clone()).expect("the function");
        assert_eq!(unmarked.to_string(), item.to_string());
    }
}
