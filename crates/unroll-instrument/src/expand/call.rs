//! The call of the form: its generic arguments, the formatter that it may write to, and the future that it may return.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{GenericParam, Generics};
use unroll_syntax::attribute::Tool;
use unroll_syntax::formatting::{FormatOptions, formatter};
use unroll_syntax::function::FunctionItem;
use unroll_syntax::generics::standin;

use crate::probe::site;

/// The parameters but lifetimes, as arguments; what has no name is left to inference.
pub(super) fn generic_arguments(generics: &Generics) -> Vec<TokenStream> {
    let names = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param)
            if standin::is_closure(&param.ident, generics)
                || standin::is_inferred(&param.ident, generics) =>
        {
            Some(quote_spanned!(site()=> _))
        }
        GenericParam::Type(param) => Some(param.ident.to_token_stream()),
        GenericParam::Const(param) => {
            let name = &param.ident;
            Some(quote_spanned!(site()=> { #name }))
        }
        GenericParam::Lifetime(_) => None,
    });
    names.collect()
}

/// The call of the form by its `path` with the arguments `passed`. What an `async fn` returns is polled.
pub(super) fn of_form(
    function: &FunctionItem,
    generics: &Generics,
    path: &TokenStream,
    passed: &[TokenStream],
    tool: &Tool,
) -> TokenStream {
    let names = generic_arguments(generics);
    let generics = (!names.is_empty()).then(|| quote_spanned!(site()=> ::<#(#names),*>));
    let call = quote_spanned!(site()=> #path #generics (#(#passed),*));
    let call = match function.sig.unsafety {
        Some(_) => quote_spanned!(site()=> unsafe { #call }),
        None => call,
    };
    let call = match function.sig.asyncness {
        Some(_) => quote_spanned!(site()=> ::unroll_test::rt::polled(#call)),
        None => call,
    };
    let Some((at, name)) = formatter(None, &function.sig) else {
        return call;
    };
    let (formatting, variable) = (formatting(tool, at, &name), &passed[at]);
    quote_spanned!(site()=> ::unroll_test::rt::written(#formatting, |#variable| #call))
}

/// The formatter that is the parameter `name` at a position.
pub(super) fn formatting(tool: &Tool, at: usize, name: &str) -> TokenStream {
    let number = Literal::usize_unsuffixed(at);
    let built = match tool.formats {
        FormatOptions::Any => quote_spanned!(site()=> with_options),
        FormatOptions::Default => quote_spanned!(site()=> any),
    };
    quote_spanned! {site()=>
        ::unroll_test::rt::Formatting::#built(#name, ::unroll_test::rt::Key::param(#number))
    }
}
