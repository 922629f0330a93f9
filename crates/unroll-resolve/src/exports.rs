//! The items of a crate that other crates can name.
//!
//! In: the items of every module, those that macros of the crate define among them. Out: the paths of the items that are public all the way
//! from the crate's root, or that a public `use` brings to such a place.
//!
//! Paths are followed through modules and imports of the crate. What they do not show belongs to another crate, whose items are everybody's.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Item, Visibility};

use crate::imports::{self, unraw};
use crate::names::Path;

/// The items of a crate that other crates can name.
#[derive(Debug, Default)]
pub struct Exports {
    modules: BTreeMap<Path, Module>,
    /// Paths of exported items, modules among them.
    exported: BTreeSet<Path>,
}

/// What a module declares and imports.
#[derive(Debug, Default)]
struct Module {
    /// Its items by name, each with its visibility.
    items: BTreeMap<String, bool>,
    imports: Vec<Import>,
}

#[derive(Clone, Debug)]
struct Import {
    is_public: bool,
    path: Path,
    /// `None` for a glob.
    name: Option<String>,
}

/// How many imports a path may lead through, as imports can lead in circles.
const MOST_IMPORTS: usize = 16;

impl Exports {
    /// Adds the items of a module. Modules in it that have no file of their own are part of them.
    pub fn add(&mut self, module: &[String], items: &[Item]) {
        for item in items {
            if let Some((vis, name)) = declared(item) {
                let is_public = matches!(vis, Visibility::Public(_));
                // Of declarations that `cfg` chooses among one may be public.
                let known = self.module(module).items.entry(name.clone()).or_default();
                *known |= is_public;
                if let Item::Mod(item) = item
                    && let Some((_, inner)) = &item.content
                {
                    self.add(&below(module, &name), inner);
                }
            }
            if let Item::Use(item) = item {
                let is_public = matches!(item.vis, Visibility::Public(_));
                let found = imports::of(&item.tree).into_iter().map(|import| Import {
                    is_public,
                    path: import.path.iter().map(unraw).collect(),
                    name: import.name.as_ref().map(unraw),
                });
                self.module(module).imports.extend(found);
            }
        }
    }

    /// Finds what is exported, once all items are known.
    #[must_use]
    pub fn resolved(mut self) -> Self {
        self.module(&[]);
        let mut todo = vec![Path::new()];
        while let Some(path) = todo.pop() {
            if !self.exported.insert(path.clone()) {
                continue;
            }
            let Some(module) = self.modules.get(&path) else {
                continue;
            };
            let items = module.items.iter().filter(|(_, is_public)| **is_public);
            todo.extend(items.map(|(name, _)| below(&path, name)));
            for import in module.imports.iter().filter(|import| import.is_public) {
                todo.extend(self.find(&path, &import.path, MOST_IMPORTS));
            }
        }
        self
    }

    /// True if other crates can name what `path` means in a module, or it belongs to another crate.
    pub fn has(&self, module: &[String], path: &[String]) -> bool {
        let found = self.find(module, path, MOST_IMPORTS);
        found.is_none_or(|found| self.exported.contains(&found))
    }

    fn module(&mut self, path: &[String]) -> &mut Module {
        self.modules.entry(path.to_vec()).or_default()
    }

    /// The path from the root of what `path` means in a module; `None` if no declaration shows it.
    fn find(&self, module: &[String], path: &[String], imports: usize) -> Option<Path> {
        let Some((first, rest)) = path.split_first() else {
            return Some(module.to_vec());
        };
        match first.as_str() {
            "crate" => return self.find(&[], rest, imports),
            "self" => return self.find(module, rest, imports),
            "super" => return self.find(module.split_last()?.1, rest, imports),
            _ => {}
        }
        let known = self.modules.get(module)?;
        if known.items.contains_key(first) {
            return self.find_below(&below(module, first), rest, imports);
        }
        let left = imports.checked_sub(1)?;
        let named = known.imports.iter().filter(|import| {
            let name = import.name.as_deref();
            name.is_none_or(|name| name == first)
        });
        named.into_iter().find_map(|import| {
            let goes_on = match &import.name {
                Some(_) => rest,
                None => path,
            };
            // `use x;` names a crate, which `x` in this module then means.
            if import.path == [first.clone()] {
                return None;
            }
            let target = [&import.path[..], goes_on].concat();
            self.find(module, &target, left)
                // Imports of the edition 2015 begin at the crate's root.
                .or_else(|| self.find(&[], &target, left))
        })
    }

    fn find_below(&self, item: &[String], rest: &[String], imports: usize) -> Option<Path> {
        if rest.is_empty() || !self.modules.contains_key(item) {
            // Variants and associated items are as visible as what they belong to.
            return Some(item.to_vec());
        }
        self.find(item, rest, imports)
    }
}

fn below(module: &[String], name: &str) -> Path {
    let mut path = module.to_vec();
    path.push(name.to_owned());
    path
}

/// The visibility and the name of an item that can be exported.
fn declared(item: &Item) -> Option<(&Visibility, String)> {
    let (vis, ident) = match item {
        Item::Const(item) => (&item.vis, &item.ident),
        Item::Enum(item) => (&item.vis, &item.ident),
        Item::Fn(item) => (&item.vis, &item.sig.ident),
        Item::Mod(item) => (&item.vis, &item.ident),
        Item::Static(item) => (&item.vis, &item.ident),
        Item::Struct(item) => (&item.vis, &item.ident),
        Item::Trait(item) => (&item.vis, &item.ident),
        Item::Type(item) => (&item.vis, &item.ident),
        Item::Union(item) => (&item.vis, &item.ident),
        _ => return None,
    };
    Some((vis, unraw(ident)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exports(modules: &[(&str, &str)]) -> Exports {
        let mut exports = Exports::default();
        for (module, text) in modules {
            let file = syn::parse_file(text).expect("the text is Rust");
            exports.add(&path(module), &file.items);
        }
        exports.resolved()
    }

    fn path(text: &str) -> Path {
        let segments = text.split("::").filter(|segment| !segment.is_empty());
        segments.map(str::to_owned).collect()
    }

    fn has(exports: &Exports, item: &str) -> bool {
        exports.has(&[], &path(item))
    }

    #[test]
    fn an_item_is_exported_if_all_modules_around_it_are_public() {
        let exports = exports(&[
            (
                "",
                "pub mod open; mod closed; pub fn f() {} fn g() {} pub(crate) struct S;",
            ),
            (
                "open",
                "pub fn f() {} pub(super) fn g() {} mod inner { pub fn h() {} }",
            ),
            ("closed", "pub fn f() {}"),
        ]);
        for item in ["f", "open::f"] {
            assert!(has(&exports, item), "{item}");
        }
        for item in ["g", "S", "open::g", "open::inner::h", "closed::f"] {
            assert!(!has(&exports, item), "{item}");
        }
    }

    #[test]
    fn public_imports_export_what_they_name() {
        let exports = exports(&[
            (
                "",
                "mod a; mod b; pub use a::{self as again, One}; pub use b::*; use a::Three;",
            ),
            (
                "a",
                "pub struct One; pub struct Three; pub use crate::b::c::Two;",
            ),
            (
                "b",
                "pub enum Four { V } pub mod c { pub struct Two; struct Five; }",
            ),
        ]);
        for item in [
            "a::One",
            "a::Three",
            "b::c::Two",
            "b::Four::V",
            "again::Two",
        ] {
            assert!(has(&exports, item), "{item}");
        }
        assert!(!has(&exports, "b::c::Five"));
    }

    #[test]
    fn a_private_import_exports_nothing() {
        let exports = exports(&[("", "mod a { pub struct S; } use a::S;")]);
        assert!(!has(&exports, "S"));
    }

    #[test]
    fn items_of_other_crates_are_everybodys() {
        let exports = exports(&[("", "use std::fmt::Display; mod m { use serde; }")]);
        assert!(has(&exports, "Display"));
        assert!(exports.has(&path("m"), &path("serde::Serialize")));
        assert!(has(&exports, "Vec"));
    }

    #[test]
    fn imports_in_circles_end() {
        let exports = exports(&[(
            "",
            "pub mod a { pub use super::b::X; } pub mod b { pub use super::a::X; }",
        )]);
        assert!(has(&exports, "X"));
    }
}
