//! Types that compare and hash by their structure: `PartialEq` and `Hash` are both derived.
//!
//! Equal values of such a type give a hasher the same input if the types of their fields do, so the behaviour of a
//! hash table does not depend on their hashes. A derive macro is the standard library's unless an import of its name
//! brings another one. Nothing is claimed about types that an attribute macro or `cfg_attr` may change, or that macros
//! declare.

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, Ident, Item, ItemEnum, ItemFn, ItemMod, ItemStruct, Path, Stmt, Token,
};

use crate::imports::{self, Import, unraw};
use crate::names::Names;

/// The paths of the structural types among `items` of `module` in the crate `krate`, and of modules and functions inside it.
pub fn structural_types(
    krate: &str,
    module: &[String],
    items: &[Item],
    names: &Names,
) -> Vec<String> {
    let mut types = Types {
        names,
        module: module.to_vec(),
        scope: [&[krate.to_owned()], module].concat(),
        imports: Vec::new(),
        found: Vec::new(),
    };
    for item in items {
        types.visit_item(item);
    }
    types.found
}

struct Types<'n> {
    names: &'n Names,
    /// The module around, as `names` has it.
    module: Vec<String>,
    /// The path of what is around.
    scope: Vec<String>,
    /// The imports of the blocks around, and of modules in these, which `names` does not have.
    imports: Vec<Import>,
    found: Vec<String>,
}

impl Types<'_> {
    fn within(&mut self, name: &Ident, visit: impl FnOnce(&mut Self)) {
        self.scope.push(name.to_string());
        visit(self);
        self.scope.pop();
    }

    fn with_imports<'i>(
        &mut self,
        items: impl IntoIterator<Item = &'i Item>,
        visit: impl FnOnce(&mut Self),
    ) {
        let outer = self.imports.len();
        for item in items {
            if let Item::Use(item) = item {
                self.imports.extend(imports::of(&item.tree));
            }
        }
        visit(self);
        self.imports.truncate(outer);
    }

    fn note(&mut self, name: &Ident, attrs: &[Attribute]) {
        if self.derives(attrs, "PartialEq", "cmp") && self.derives(attrs, "Hash", "hash") {
            let path = self.scope.iter().cloned().chain([name.to_string()]);
            self.found.push(path.collect::<Vec<_>>().join("::"));
        }
    }

    /// True if the standard library's derive macro `name`, of its module `home`, is among the derives.
    fn derives(&self, attrs: &[Attribute], name: &str, home: &str) -> bool {
        let derives = attrs.iter().filter(|attr| attr.path().is_ident("derive"));
        let paths = derives.filter_map(|attr| {
            attr.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)
                .ok()
        });
        paths.flatten().any(|path| {
            let segments: Vec<String> = path.segments.iter().map(|it| unraw(&it.ident)).collect();
            let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
            match segments[..] {
                [only] => only == name && !self.is_of_another(name),
                _ => ["core", "std"]
                    .iter()
                    .any(|krate| segments == [krate, home, name]),
            }
        })
    }

    /// True if an import makes `name` a macro of another crate.
    fn is_of_another(&self, name: &str) -> bool {
        let is_standard = |first: &Ident| ["alloc", "core", "std"].iter().any(|it| first == it);
        let mut imports = self.imports.iter();
        let is_imported = imports.any(|import| {
            import.name.as_ref().is_some_and(|it| unraw(it) == name)
                && !import.path.first().is_some_and(is_standard)
        });
        is_imported || self.names.shadows_macro(&self.module, name)
    }
}

impl Visit<'_> for Types<'_> {
    fn visit_item_mod(&mut self, item: &ItemMod) {
        let is_in_block = self.scope.len() != self.module.len() + 1;
        let items = item.content.iter().flat_map(|(_, items)| items);
        self.within(&item.ident, |types| {
            if is_in_block {
                types.with_imports(items, |types| visit::visit_item_mod(types, item));
            } else {
                types.module.push(unraw(&item.ident));
                visit::visit_item_mod(types, item);
                types.module.pop();
            }
        });
    }

    fn visit_item_fn(&mut self, item: &ItemFn) {
        self.within(&item.sig.ident, |types| visit::visit_item_fn(types, item));
    }

    fn visit_block(&mut self, block: &Block) {
        let items = block.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(item) => Some(item),
            _ => None,
        });
        self.with_imports(items, |types| visit::visit_block(types, block));
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
        let types = structural_types("k", &[], &file.items, &Names::default());
        assert_eq!(types, ["k::A", "k::C", "k::m::f::G"]);
    }

    #[test]
    fn derives_of_other_crates_are_not_those_of_the_standard_library() {
        let modules = [
            (
                "",
                "mod own; mod shown; #[derive(Hash, PartialEq)] struct A; \
                 fn f() { use other::Hash; #[derive(Hash, PartialEq)] struct B; } \
                 fn g() { { use other::Hash; } #[derive(Hash, PartialEq)] struct C; \
                     mod m { use other::PartialEq; #[derive(Hash, PartialEq)] struct D; } }",
            ),
            (
                "named",
                "use other::{Hash, Debug}; #[derive(Hash, PartialEq)] struct A; \
                 #[derive(std::hash::Hash, PartialEq)] struct B;",
            ),
            (
                "renamed",
                "use other::Digest as Hash; #[derive(PartialEq, Hash)] struct A;",
            ),
            (
                "standard",
                "use std::hash::{self, Hash}; #[derive(PartialEq, Hash)] struct A;",
            ),
            ("shown", "pub use other::PartialEq;"),
            (
                "through",
                "use crate::shown::PartialEq; #[derive(PartialEq, Hash)] struct A;",
            ),
            (
                "glob",
                "use super::shown::*; #[derive(PartialEq, Hash)] struct A;",
            ),
            ("own", "pub trait Hash {}"),
            (
                "of_trait",
                "use crate::own::Hash; #[derive(PartialEq, Hash)] struct A;",
            ),
        ];
        let files = modules.map(|(module, text)| {
            let module: Vec<String> = module.split_terminator("::").map(str::to_owned).collect();
            (module, syn::parse_file(text).expect("it parses"))
        });
        let mut names = Names::default();
        for (module, file) in &files {
            names.add(module, &file.items);
        }
        let of_file = |(module, file): &(Vec<String>, syn::File)| {
            structural_types("k", module, &file.items, &names)
        };
        let types: Vec<String> = files.iter().flat_map(of_file).collect();
        assert_eq!(
            types,
            [
                "k::A",
                "k::g::C",
                "k::named::B",
                "k::standard::A",
                "k::of_trait::A"
            ]
        );
    }
}
