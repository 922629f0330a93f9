//! Items without those that the build is known to leave out.

use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Block, Fields, ImplItem, Item, ItemEnum, ItemImpl, ItemMod, ItemTrait, Meta, Token,
    TraitItem,
};

use super::cfg::{Predicate, attributes_of};
use super::options::KnownOptions;

/// True if `options` leave out what these attributes stand on.
pub(crate) fn is_left_out(attrs: &[Attribute], options: &KnownOptions) -> bool {
    let mut predicates = Predicate::of(attrs).into_iter();
    predicates.any(|predicate| predicate.known(options) == Some(false))
}

/// True if `attr` is a `cfg_attr` whose condition does not hold.
pub(crate) fn is_void(attr: &Attribute, options: &KnownOptions) -> bool {
    let Meta::List(list) = &attr.meta else {
        return false;
    };
    if !list.path.is_ident("cfg_attr") {
        return false;
    }
    let metas = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let predicate = metas
        .ok()
        .and_then(|metas| metas.first().map(Predicate::read));
    predicate.and_then(|it| it.known(options)) == Some(false)
}

/// `items` without those items, methods, fields and variants that `options` leave out, and without attributes that have no effect; `None` if that is all of
/// them. Bodies of functions stay as they are.
pub(crate) fn pruned(items: &[Item], options: &KnownOptions) -> Option<Vec<Item>> {
    let mut pruner = Pruner {
        options,
        is_changed: false,
    };
    let mut pruned = items.to_vec();
    pruner.items(&mut pruned);
    pruner.is_changed.then_some(pruned)
}

struct Pruner<'o> {
    options: &'o KnownOptions,
    is_changed: bool,
}

impl Pruner<'_> {
    /// True if something with these attributes stays.
    fn keeps(&mut self, attrs: &[Attribute]) -> bool {
        let is_left_out = is_left_out(attrs, self.options);
        self.is_changed |= is_left_out;
        !is_left_out
    }

    fn items(&mut self, items: &mut Vec<Item>) {
        items.retain(|item| self.keeps(attributes_of(item)));
        for item in items {
            self.visit_item_mut(item);
        }
    }

    fn parts<T>(
        &mut self,
        parts: &mut Punctuated<T, Token![,]>,
        attrs: impl Fn(&T) -> &[Attribute],
    ) {
        if parts.iter().any(|part| !self.keeps(attrs(part))) {
            let all = std::mem::take(parts).into_iter();
            *parts = all.filter(|part| self.keeps(attrs(part))).collect();
        }
    }
}

impl VisitMut for Pruner<'_> {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        let before = attrs.len();
        attrs.retain(|attr| !is_void(attr, self.options));
        self.is_changed |= attrs.len() < before;
    }

    fn visit_item_mod_mut(&mut self, item: &mut ItemMod) {
        self.visit_attributes_mut(&mut item.attrs);
        if let Some((_, items)) = &mut item.content {
            self.items(items);
        }
    }

    fn visit_item_impl_mut(&mut self, item: &mut ItemImpl) {
        item.items.retain(|item| {
            self.keeps(match item {
                ImplItem::Const(item) => &item.attrs,
                ImplItem::Fn(item) => &item.attrs,
                ImplItem::Type(item) => &item.attrs,
                ImplItem::Macro(item) => &item.attrs,
                _ => &[],
            })
        });
        visit_mut::visit_item_impl_mut(self, item);
    }

    fn visit_item_trait_mut(&mut self, item: &mut ItemTrait) {
        item.items.retain(|item| {
            self.keeps(match item {
                TraitItem::Const(item) => &item.attrs,
                TraitItem::Fn(item) => &item.attrs,
                TraitItem::Type(item) => &item.attrs,
                TraitItem::Macro(item) => &item.attrs,
                _ => &[],
            })
        });
        visit_mut::visit_item_trait_mut(self, item);
    }

    fn visit_fields_mut(&mut self, fields: &mut Fields) {
        match fields {
            Fields::Named(fields) => self.parts(&mut fields.named, |it| &it.attrs),
            Fields::Unnamed(fields) => self.parts(&mut fields.unnamed, |it| &it.attrs),
            Fields::Unit => {}
        }
        visit_mut::visit_fields_mut(self, fields);
    }

    fn visit_item_enum_mut(&mut self, item: &mut ItemEnum) {
        self.parts(&mut item.variants, |it| &it.attrs);
        visit_mut::visit_item_enum_mut(self, item);
    }

    fn visit_block_mut(&mut self, _: &mut Block) {}
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    /// `text` without what a build with the feature `a` alone leaves out.
    fn pruned_text(text: &str) -> Option<String> {
        let options = KnownOptions::with_features(&[("a", true), ("b", false)]);
        let file = syn::parse_file(text).expect("parses");
        let items = pruned(&file.items, &options)?;
        let text = items.iter().map(|item| item.to_token_stream().to_string());
        Some(text.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn declarations_that_the_build_leaves_out_are_gone() {
        for (text, expected) in [
            (
                "#[cfg(feature = \"b\")] struct S; #[cfg(not(feature = \"b\"))] struct S(u8);",
                "# [cfg (not (feature = \"b\"))] struct S (u8) ;",
            ),
            (
                "mod m { #[cfg(feature = \"b\")] pub use x::*; pub use y::*; }",
                "mod m { pub use y :: * ; }",
            ),
            (
                "struct S { #[cfg(feature = \"b\")] x: u8, y: u16 }",
                "struct S { y : u16 }",
            ),
            ("enum E { #[cfg(feature = \"b\")] X, Y }", "enum E { Y }"),
            (
                "impl S { #[cfg(feature = \"b\")] fn f() {} fn g() {} }",
                "impl S { fn g () { } }",
            ),
            (
                "trait T { #[cfg(feature = \"b\")] type X; type Y; }",
                "trait T { type Y ; }",
            ),
            (
                "#[cfg_attr(feature = \"b\", derive(Debug))] struct S;",
                "struct S ;",
            ),
        ] {
            assert_eq!(pruned_text(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_the_build_may_have_stays() {
        for text in [
            "#[cfg(feature = \"a\")] struct S;",
            "#[cfg(of_a_build_script)] struct S; #[cfg(not(of_a_build_script))] struct S(u8);",
            "#[cfg(test)] mod tests {} #[cfg(not(test))] mod others {}",
            "#[cfg(unheard_of(x))] struct S;",
            "fn f() { #[cfg(feature = \"b\")] g(); }",
            "#[cfg_attr(feature = \"a\", derive(Debug))] struct S;",
        ] {
            assert_eq!(pruned_text(text), None, "{text}");
        }
    }
}
