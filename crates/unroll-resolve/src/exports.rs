//! The items of a crate that other crates can name.
//!
//! In: the items of every module, those that macros of the crate define among them. Out: the paths of the items that are public all the way
//! from the crate's root, or that a public `use` brings to such a place.
//!
//! Paths are followed by [`Names`] through modules and imports of the crate. What they do not show belongs to another crate, whose items
//! every crate can name.

use std::collections::BTreeSet;

use syn::Item;

use crate::imports::unraw;
use crate::names::{Names, Path};

/// The items of a crate that other crates can name.
#[derive(Default)]
pub struct Exports {
    names: Names,
    /// Paths of exported items, modules among them.
    exported: BTreeSet<Path>,
}

impl Exports {
    /// Adds the items of a module. Modules in it that have no file of their own are part of them.
    pub fn add(&mut self, module: &[String], items: &[Item]) {
        self.names.add(module, items);
        for item in items {
            if let Item::Mod(item) = item
                && let Some((_, inner)) = &item.content
            {
                let mut below = module.to_vec();
                below.push(unraw(&item.ident));
                self.add(&below, inner);
            }
        }
    }

    /// Finds what is exported, once all items are known.
    #[must_use]
    pub fn resolved(mut self) -> Self {
        let mut todo = vec![Path::new()];
        while let Some(path) = todo.pop() {
            // Modules may show each other, so each path is followed once.
            if self.exported.insert(path.clone()) {
                todo.extend(self.names.exposed_by(&path));
            }
        }
        self
    }

    /// True if other crates can name what `path` means in a module, or it belongs to another crate.
    pub fn has(&self, module: &[String], path: &[String]) -> bool {
        let found = self.names.find(module, path);
        found.is_none_or(|found| self.exported.contains(&found))
    }
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
