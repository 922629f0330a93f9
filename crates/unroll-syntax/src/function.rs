//! The annotated item: one function with a body, free or in an `impl`, and the errors for everything else.

use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit;
use syn::{
    Attribute, Block, Expr, GenericParam, ImplItemFn, Item, ItemFn, Path, Receiver, Signature,
    Token, TraitItemFn, Visibility,
};

use crate::attribute::{UnrollArgs, is_own_contract, is_unroll, unknown_argument};
use crate::generics::standin;
use crate::user_label;
use crate::walk::{AsLook, Look};

/// A function with a body.
#[derive(Clone)]
pub struct FunctionItem {
    /// Outer attributes, then inner ones.
    pub attrs: Vec<Attribute>,
    /// `pub` and the like.
    pub vis: Visibility,
    /// `default`, on nightly.
    pub defaultness: Option<Token![default]>,
    /// Name, parameters, result.
    pub sig: Signature,
    /// The body.
    pub block: Block,
}

impl From<ItemFn> for FunctionItem {
    fn from(item: ItemFn) -> Self {
        Self {
            attrs: item.attrs,
            vis: item.vis,
            defaultness: None,
            sig: item.sig,
            block: *item.block,
        }
    }
}

impl From<ImplItemFn> for FunctionItem {
    fn from(item: ImplItemFn) -> Self {
        Self {
            attrs: item.attrs,
            vis: item.vis,
            defaultness: item.defaultness,
            sig: item.sig,
            block: item.block,
        }
    }
}

impl ToTokens for FunctionItem {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let item = ImplItemFn {
            attrs: self.attrs.clone(),
            vis: self.vis.clone(),
            defaultness: self.defaultness,
            sig: self.sig.clone(),
            block: self.block.clone(),
        };
        item.to_tokens(tokens);
    }
}

impl FunctionItem {
    /// Reads the item that an attribute stands on.
    pub fn parse(item: TokenStream) -> syn::Result<Self> {
        // A free function parses as an `ImplItemFn` too, which alone knows `default`.
        match syn::parse2::<ImplItemFn>(item.clone()) {
            Ok(func) => Ok(func.into()),
            Err(error) => Err(describe_other(item).unwrap_or(error)),
        }
    }

    /// All reasons why this function cannot be unrolled, as one error.
    pub fn check(&self, args: &UnrollArgs) -> syn::Result<()> {
        let mut errors: Vec<_> = self.const_error(args).into_iter().collect();
        errors.extend(self.abi_error());
        errors.extend(self.generics_errors(args));
        errors.extend(args.criteria().err());
        errors.extend(user_label::repeated(&self.block));
        errors
            .into_iter()
            .reduce(|mut all, error| {
                all.combine(error);
                all
            })
            .map_or(Ok(()), Err)
    }

    fn abi_error(&self) -> Option<syn::Error> {
        let abi = self.sig.abi.as_ref()?;
        if abi.name.as_ref().is_some_and(|name| name.value() == "Rust") {
            return None;
        }
        let name = &self.sig.ident;
        let text = format!(
            "`{name}` is an `extern` function for other languages: move the loop into a Rust function that it calls"
        );
        Some(syn::Error::new(abi.span(), text))
    }

    /// A user's own attribute is kept in every build as it is; the form that the tool alone requests can do without `const`.
    fn const_error(&self, args: &UnrollArgs) -> Option<syn::Error> {
        let token = self.sig.constness.filter(|_| args.tool.is_none())?;
        let name = &self.sig.ident;
        let text = format!(
            "`{name}` is a `const fn`, which cannot call the probes of an instrumented loop: drop the `const`, or move the loop into a function without it"
        );
        Some(syn::Error::new(token.span, text))
    }

    fn generics_errors(&self, args: &UnrollArgs) -> Vec<syn::Error> {
        let mut errors = Vec::new();
        let wanted: Vec<&Ident> = self.generic_names().collect();
        // What a method's block is generic over only the tool sees.
        let may_be_outer = args.tool.is_none() && self.mentions_self();
        for (name, _) in &args.generics {
            if !wanted.contains(&name) && !may_be_outer {
                errors.push(unknown_argument(name));
            }
        }
        // The tool chooses types that the user leaves open; it leaves functions alone for which it knows none.
        if args.tool.is_none() {
            return errors;
        }
        let missing: Vec<&Ident> = wanted
            .into_iter()
            .filter(|name| !args.gives(name))
            .filter(|name| !standin::stands_for(name, &self.sig.generics))
            .collect();
        if let Some(first) = missing.first() {
            let names: Vec<_> = missing.iter().map(|name| format!("`{name}`")).collect();
            let remedy: Vec<_> = self.generic_examples(args).collect();
            let text = format!(
                "`{}` is generic over {}: say what to test it with, for example `#[unroll_test({})]`",
                self.sig.ident,
                names.join(", "),
                remedy.join(", ")
            );
            errors.push(syn::Error::new(first.span(), text));
        }
        errors
    }

    /// Names of type and const parameters.
    pub fn generic_names(&self) -> impl Iterator<Item = &Ident> {
        self.sig
            .generics
            .params
            .iter()
            .filter_map(|param| match param {
                GenericParam::Type(param) => Some(&param.ident),
                GenericParam::Const(param) => Some(&param.ident),
                GenericParam::Lifetime(_) => None,
            })
    }

    /// `T = i32` or `N = 4` for every parameter, with what is given already.
    fn generic_examples<'a>(&'a self, args: &'a UnrollArgs) -> impl Iterator<Item = String> + 'a {
        let params = self.sig.generics.params.iter();
        params.filter_map(move |param| {
            let (name, example) = match param {
                GenericParam::Type(param) => (&param.ident, "i32"),
                GenericParam::Const(param) => (&param.ident, "4"),
                GenericParam::Lifetime(_) => return None,
            };
            let given = args.generics.iter().find(|(given, _)| given == name);
            let value = given.map_or(example.to_owned(), |(_, value)| {
                crate::text::source_text(value.clone())
            });
            Some(format!("{name} = {value}"))
        })
    }

    /// True if this is certainly an associated function: only there `self` and `Self` have a meaning.
    pub fn mentions_self(&self) -> bool {
        let mut mention = Mention::default();
        mention.visit_signature(&self.sig);
        mention.visit_block(&self.block);
        mention.is_found
    }

    /// Moves our contracts that stand above the last unroll attribute below it, in their order; false if there is no such attribute.
    pub fn move_contracts_below(&mut self) -> bool {
        let Some(at) = self.attrs.iter().rposition(is_unroll) else {
            return false;
        };
        let below = self.attrs.split_off(at + 1);
        let above = std::mem::take(&mut self.attrs).into_iter();
        let (contracts, others): (Vec<_>, Vec<_>) = above.partition(is_own_contract);
        self.attrs = [others, contracts, below].concat();
        true
    }
}

/// The error for an item that is not a function with a body; `None` if it is no item at all.
fn describe_other(item: TokenStream) -> Option<syn::Error> {
    if let Ok(func) = syn::parse2::<TraitItemFn>(item.clone()) {
        let text = format!(
            "`{}` has no body: put the attribute on the functions that implement it",
            func.sig.ident
        );
        return Some(syn::Error::new(func.sig.ident.span(), text));
    }
    let item: Item = syn::parse2(item).ok()?;
    let (what, remedy) = match &item {
        Item::Trait(_) => ("a trait", "put it on functions that have a body"),
        Item::Impl(_) => ("an `impl` block", "put it on the functions inside"),
        Item::Mod(_) => ("a module", "put it on the functions inside"),
        Item::Struct(_) | Item::Enum(_) | Item::Union(_) => (
            "a type",
            "put it on functions; types take `#[derive(Input)]`",
        ),
        _ => ("this item", "put it on functions that have a body"),
    };
    let text = format!("this attribute marks functions, not {what}: {remedy}");
    Some(syn::Error::new(item.span(), text))
}

/// Looks for `self` and `Self`, which may not mean something of items inside.
#[derive(Default)]
struct Mention {
    is_found: bool,
}

impl<'ast> Look<'ast> for Mention {
    fn visit_receiver(&mut self, _: &'ast Receiver) {
        self.is_found = true;
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let first = path.segments.first().map(|first| &first.ident);
        // In `self::name` it is the module.
        let is_value = path.is_ident("self");
        self.is_found |= is_value || first.is_some_and(|first| first == "Self");
        visit::visit_path(self.walk(), path);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        // Syntax that `syn` does not know comes as bare tokens.
        if let Expr::Verbatim(tokens) = expr {
            self.is_found |= is_mentioned(tokens.clone());
        }
        visit::visit_expr(self.walk(), expr);
    }

    fn visit_item(&mut self, _: &'ast Item) {}

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.is_found |= is_mentioned(mac.tokens.clone());
    }
}

/// True if `Self` occurs in a macro's tokens, or `self` other than before `::`.
fn is_mentioned(tokens: TokenStream) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_found = match token {
            TokenTree::Ident(ident) if ident == "self" => {
                let is_module = |next: &TokenTree| match next {
                    TokenTree::Punct(colon) => {
                        colon.as_char() == ':' && colon.spacing() == Spacing::Joint
                    }
                    _ => false,
                };
                !tokens.peek().is_some_and(is_module)
            }
            TokenTree::Ident(ident) => ident == "Self",
            TokenTree::Group(group) => is_mentioned(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        };
        if is_found {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_is_mentioned_where_only_associated_functions_have_it() {
        let mentions = |text: &str| {
            let func: ItemFn = syn::parse_str(text).expect("a function");
            let mut mention = Mention::default();
            mention.visit_signature(&func.sig);
            mention.visit_block(&func.block);
            mention.is_found
        };
        for text in [
            "fn f() -> Self { g() }",
            "fn f() { Self::g() }",
            "fn f() { self.g() }",
            "fn f() { print!(\"{}\", self.x) }",
            "fn f(x: Vec<Self>) {}",
        ] {
            assert!(mentions(text), "{text}");
        }
        for text in [
            "fn f() { self::g() }",
            "fn f() { print!(\"{}\", self::X) }",
            "fn f() { struct A; impl A { fn g(self) -> Self { self } } }",
        ] {
            assert!(!mentions(text), "{text}");
        }
    }
}
