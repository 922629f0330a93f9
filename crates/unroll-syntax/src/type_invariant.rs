//! Invariants of types: `#[unroll_invariant(condition)]` on a struct or an enum.
//!
//! In: the attribute and the item behind it. Out: the item with an implementation of `unroll_test::Invariant`, whose method is the condition; and
//! for the tool the text of the condition with its place. The conditions of all attributes of a type hold together, so the first attribute
//! that is expanded takes the others off. Nothing here decides which values are asked: that is trait code in `unroll-runtime`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, BinOp, Expr, Generics, Ident, Item, Meta};

use crate::attribute::effective;
use crate::clause::conditions;
use crate::position::Position;
use crate::walk::effects;

/// An example, for messages.
const EXAMPLE: &str = "`#[unroll_invariant(self.len <= self.items.len())]`";

/// The invariant of a type as its attributes state it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeInvariant {
    /// The condition as written; several are joined by `&&`.
    pub text: String,
    /// Where the first condition begins.
    pub position: Position,
    /// The position behind it.
    pub end: Position,
}

/// The invariant that the attributes of a type state. What the macro rejects states none.
pub fn stated(attrs: &[Attribute]) -> Option<TypeInvariant> {
    let metas = attrs.iter().flat_map(effective);
    let lists = metas.filter_map(|(meta, _)| match meta {
        Meta::List(list) if is_invariant(&list.path) => Some(list.tokens),
        _ => None,
    });
    let all: Vec<(Expr, String)> = lists
        .filter_map(|it| conditions(it).ok())
        .flatten()
        .collect();
    let (first, _) = all.first()?;
    let is_one = all.len() == 1;
    let texts = all.iter().map(|(condition, text)| {
        if is_one || binds_tightly(condition) {
            text.clone()
        } else {
            format!("({text})")
        }
    });
    Some(TypeInvariant {
        text: texts.collect::<Vec<_>>().join(" && "),
        position: Position::of(first.span()),
        end: Position::behind(first.span()),
    })
}

/// True if a condition needs no parentheses beside `&&`.
fn binds_tightly(condition: &Expr) -> bool {
    match condition {
        // Of the operators with a Boolean value only `||` binds less tightly than `&&`.
        Expr::Binary(binary) => !matches!(binary.op, BinOp::Or(_)),
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Unary(_) | Expr::Field(_) | Expr::Macro(_) => {
            true
        }
        _ => false,
    }
}

/// Expands `#[unroll_invariant(args)] item`.
///
/// # Errors
/// When the item is no struct or enum, and when there is no condition or one that does more than compute.
pub fn expand(args: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let mut item: Item = syn::parse2(item)?;
    let (name, generics, attrs) = type_parts(&mut item)?;
    let (own, others) = std::mem::take(attrs)
        .into_iter()
        .partition(|attr| is_invariant(attr.path()));
    *attrs = others;
    let own: Vec<Attribute> = own;
    let mut all = checked(args)?;
    for attr in own {
        all.extend(match attr.meta {
            Meta::List(list) => checked(list.tokens)?,
            other => return Err(without_condition(other.span())),
        });
    }
    let all = all
        .iter()
        .map(|condition| quote_spanned!(condition.span()=> (#condition)));
    let (params, arguments, bounds) = generics.split_for_impl();
    let implementation = quote! {
        #[automatically_derived]
        #[allow(unused_parens, clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
        impl #params ::unroll_test::Invariant for #name #arguments #bounds {
            fn holds(&self) -> bool {
                #(#all)&&*
            }
        }
    };
    Ok(quote!(#item #implementation))
}

/// The name, the parameters and the attributes of a struct or an enum.
fn type_parts(item: &mut Item) -> syn::Result<(Ident, Generics, &mut Vec<Attribute>)> {
    let (what, remedy) = match item {
        Item::Struct(it) => return Ok((it.ident.clone(), it.generics.clone(), &mut it.attrs)),
        Item::Enum(it) => return Ok((it.ident.clone(), it.generics.clone(), &mut it.attrs)),
        Item::Union(_) => (
            "a union, whose valid field only its author knows",
            "put it on a struct that holds the union",
        ),
        Item::Fn(_) => (
            "a function",
            "write `#[requires(..)]` or `#[ensures(..)]` on functions",
        ),
        Item::Impl(_) => ("an `impl` block", "put it on the type"),
        _ => ("this item", "put it on a type"),
    };
    let text = format!("`#[unroll_invariant]` is for structs and enums, not for {what}: {remedy}");
    Err(syn::Error::new(name_of(item), text))
}

/// Where an item is named; else the whole of it.
fn name_of(item: &Item) -> Span {
    match item {
        Item::Fn(it) => it.sig.ident.span(),
        Item::Union(it) => it.ident.span(),
        Item::Impl(it) => it.self_ty.span(),
        other => other.span(),
    }
}

/// The conditions of an attribute, of which there is at least one, and none does more than compute.
fn checked(args: TokenStream) -> syn::Result<Vec<Expr>> {
    let place = args.span();
    let conditions = conditions(args)?;
    if conditions.is_empty() {
        return Err(without_condition(place));
    }
    for (condition, _) in &conditions {
        if let Some((effect, place)) = effects::first(condition) {
            let text = format!(
                "{effect} in the invariant of a type: move it into a method that takes `&self`, and call that"
            );
            return Err(syn::Error::new(place, text));
        }
    }
    Ok(conditions
        .into_iter()
        .map(|(condition, _)| condition)
        .collect())
}

fn without_condition(place: Span) -> syn::Error {
    syn::Error::new(
        place,
        format!("the invariant of a type needs a condition: {EXAMPLE}"),
    )
}

/// True for the path of the attribute, as far as it tells.
fn is_invariant(path: &syn::Path) -> bool {
    let segments = &path.segments;
    let is_own = segments.len() == 1 || segments[0].ident == "unroll_test";
    let last = segments.last();
    is_own && last.is_some_and(|last| last.ident == "unroll_invariant")
}

#[cfg(test)]
mod tests {
    use super::stated;
    use syn::{ItemStruct, parse_str};

    #[test]
    fn all_attributes_of_a_type_state_its_invariant() {
        let item: ItemStruct = parse_str(
            "#[unroll_invariant(self.a < 3)]\n#[derive(Debug)]\n#[cfg_attr(test, unroll_test::unroll_invariant(self.fits(), self.a == 0 || self.b, \"told\"))]\nstruct S { a: u8 }",
        )
        .expect("a struct");
        let invariant = stated(&item.attrs).expect("an invariant");
        assert_eq!(
            invariant.text,
            "self.a < 3 && self.fits() && (self.a == 0 || self.b)"
        );
        assert_eq!(
            (invariant.position.line, invariant.position.column),
            (1, 20)
        );
        assert_eq!(invariant.end.column, 30);
    }

    #[test]
    fn other_attributes_state_none() {
        let item: ItemStruct =
            parse_str("#[derive(Debug)] #[unroll_invariant] struct S;").expect("a struct");
        assert_eq!(stated(&item.attrs), None);
    }
}
