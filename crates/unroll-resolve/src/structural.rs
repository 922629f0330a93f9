//! Types that compare and hash by their structure: `PartialEq` and `Hash` are both derived.
//!
//! Equal values of such a type give a hasher the same input if the types of their fields do, so the behaviour of a
//! hash table does not depend on their hashes. Nothing is claimed about types that an attribute macro or `cfg_attr`
//! may change, or that macros declare.

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Item, ItemEnum, ItemFn, ItemMod, ItemStruct, Path, Token};

/// The paths of the structural types among `items` of `module`, and of modules and functions inside it.
pub fn structural_types(module: &[String], items: &[Item]) -> Vec<String> {
    let mut types = Types {
        scope: module.to_vec(),
        found: Vec::new(),
    };
    for item in items {
        types.visit_item(item);
    }
    types.found
}

struct Types {
    scope: Vec<String>,
    found: Vec<String>,
}

impl Types {
    fn within(&mut self, name: &Ident, visit: impl FnOnce(&mut Self)) {
        self.scope.push(name.to_string());
        visit(self);
        self.scope.pop();
    }

    fn note(&mut self, name: &Ident, attrs: &[Attribute]) {
        if derives(attrs, "PartialEq", "cmp") && derives(attrs, "Hash", "hash") {
            let path = self.scope.iter().cloned().chain([name.to_string()]);
            self.found.push(path.collect::<Vec<_>>().join("::"));
        }
    }
}

impl Visit<'_> for Types {
    fn visit_item_mod(&mut self, item: &ItemMod) {
        self.within(&item.ident, |types| visit::visit_item_mod(types, item));
    }

    fn visit_item_fn(&mut self, item: &ItemFn) {
        self.within(&item.sig.ident, |types| visit::visit_item_fn(types, item));
    }

    fn visit_item_struct(&mut self, item: &ItemStruct) {
        self.note(&item.ident, &item.attrs);
    }

    fn visit_item_enum(&mut self, item: &ItemEnum) {
        self.note(&item.ident, &item.attrs);
    }

    fn visit_item_impl(&mut self, _item: &syn::ItemImpl) {
        // The path of what stands in a method says which type's method it is, in words that no syntax tells.
    }
}

/// True if the standard library's derive macro `name`, of its module `home`, is among the derives.
fn derives(attrs: &[Attribute], name: &str, home: &str) -> bool {
    let derives = attrs.iter().filter(|attr| attr.path().is_ident("derive"));
    let paths = derives.filter_map(|attr| {
        attr.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)
            .ok()
    });
    paths.flatten().any(|path| {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|it| it.ident.to_string())
            .collect();
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        segments == [name]
            || ["core", "std"]
                .iter()
                .any(|krate| segments == [krate, home, name])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_traits_are_derived_or_the_type_is_not_structural() {
        let file = syn::parse_file(
            "#[derive(Hash, PartialEq, Eq)] struct A; \
             #[derive(Hash)] struct B; impl PartialEq for B { fn eq(&self, _: &B) -> bool { true } } \
             #[derive(Eq, PartialEq)] #[derive(std::hash::Hash)] enum C { D } \
             #[derive(other::Hash, PartialEq)] struct E; \
             #[cfg_attr(all(), derive(Hash, PartialEq))] struct F; \
             mod m { fn f() { #[derive(PartialEq, Hash)] struct G; } } \
             impl A { fn f() { #[derive(PartialEq, Hash)] struct H; } }",
        )
        .expect("it parses");
        let types = structural_types(&["k".to_owned()], &file.items);
        assert_eq!(types, ["k::A", "k::C", "k::m::f::G"]);
    }
}
