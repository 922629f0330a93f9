//! Names of the standard library's prelude that have another meaning in a module.
//!
//! Generated tests see what the module of their function sees, because they import all of it. A module may have a
//! macro `vec!`, a type `String`, or variants `Some` and `None` of its own; its tests then spell the paths of the
//! prelude's items. The labels of criteria stand in the arguments of the standard library's macros alone. [`Names`] resolves declarations and imports, [`TextualScopes`] resolves names that depend on the
//! order of the source.

use std::collections::{BTreeMap, BTreeSet};

use syn::{File, Item, ItemMod};
use unroll_resolve::names::Names;
use unroll_resolve::textual::{Sources, TextualScopes};
use unroll_syntax::walk::jumps::STANDARD_MACROS;

use super::sources::modules::{ModuleFile, is_passed_over};

/// Macros of the prelude that tests call.
pub const MACROS: [&str; 7] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "format",
    "format_args",
    "matches",
    "vec",
];

/// Types and variants of the prelude that tests name, with their paths in the standard library, which is among them.
pub const PATHS: [(&str, &str); 8] = [
    ("Box", "boxed::Box"),
    ("Err", "result::Result::Err"),
    ("None", "option::Option::None"),
    ("Ok", "result::Result::Ok"),
    ("Some", "option::Option::Some"),
    ("String", "string::String"),
    ("Vec", "vec::Vec"),
    ("std", ""),
];

/// Primitive types.
pub const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16",
    "u32", "u64", "u8", "usize",
];

/// Traits whose methods tests call, with their paths.
pub const TRAITS: [(&str, &str); 7] = [
    ("Default", "default::Default"),
    ("From", "convert::From"),
    ("FromIterator", "iter::FromIterator"),
    ("IntoIterator", "iter::IntoIterator"),
    ("Iterator", "iter::Iterator"),
    ("TryFrom", "convert::TryFrom"),
    ("TryInto", "convert::TryInto"),
];

/// All names of the prelude among them, which primitive types do not belong to.
pub fn prelude() -> BTreeSet<String> {
    let paths = PATHS.iter().chain(&TRAITS).map(|(name, _)| *name);
    paths.chain(MACROS).map(str::to_owned).collect()
}

/// The names of the prelude that mean something else in the modules of a crate.
#[derive(Default)]
pub(super) struct Scopes {
    names: Names,
    textual: TextualScopes,
}

impl Scopes {
    /// Those of the crate that `files` are.
    pub(super) fn of(files: &[ModuleFile]) -> Self {
        let mut names = Names::default();
        let mut note =
            |module: &[String], items: &[&Item]| names.add(module, items.iter().copied());
        let textual = files
            .first()
            .map(|root| TextualScopes::of(&root.source.tree, &Files(files), &mut note));
        Self {
            names,
            textual: textual.unwrap_or_default(),
        }
    }

    /// The names of its modules.
    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// Names of the prelude that mean something else in `module`.
    pub(super) fn shadowed(&self, module: &[String]) -> BTreeSet<String> {
        let Some(macros) = self.textual.macros(module) else {
            return BTreeSet::new();
        };
        let is_called = |name: &&String| MACROS.contains(&name.as_str());
        let mut found: BTreeSet<String> = macros.iter().filter(is_called).cloned().collect();
        if !self.textual.has_prelude(module) {
            found.extend(prelude());
        }
        let all = prelude().into_iter().chain(PRIMITIVES.map(str::to_owned));
        found.extend(all.filter(|name| self.names.shadows(module, name)));
        found
    }

    /// The types and traits whose own paths lead through modules that are private in `module`, each with the path to say instead.
    pub(super) fn shown(&self, module: &[String]) -> BTreeMap<String, String> {
        let shown = self.names.shown_to(module).into_iter();
        shown
            .map(|(own, other)| (own.join("::"), other.join("::")))
            .collect()
    }

    /// Macros of the standard library whose names mean other macros in `module`.
    pub(super) fn shadowed_macros(&self, module: &[String]) -> Vec<String> {
        let textual = self.textual.macros(module);
        let is_textual = |name: &str| textual.is_some_and(|macros| macros.contains(name));
        let names = STANDARD_MACROS.iter();
        let shadowed =
            names.filter(|name| is_textual(name) || self.names.shadows_macro(module, name));
        shadowed.map(|name| (*name).to_owned()).collect()
    }

    /// Those of all modules that have some.
    pub(super) fn all_shadowed_macros(&self) -> BTreeMap<Vec<String>, Vec<String>> {
        let modules = self.textual.modules();
        let all = modules.map(|module| (module.clone(), self.shadowed_macros(module)));
        all.filter(|(_, shadowed)| !shadowed.is_empty()).collect()
    }
}

/// The files of a crate.
struct Files<'f>(&'f [ModuleFile]);

impl Sources for Files<'_> {
    fn file(&self, module: &[String]) -> Option<&File> {
        let file = self.0.iter().find(|file| file.module == module)?;
        Some(&file.source.tree)
    }

    fn is_compiled(&self, module: &ItemMod) -> bool {
        !is_passed_over(module)
    }
}

#[cfg(test)]
mod tests {
    use camino::Utf8Path;

    use super::super::sources::modules::walk;
    use super::*;

    fn shadowed(files: &[(&str, &str)], module: &str) -> Vec<String> {
        let (scopes, module) = scopes(files, module);
        scopes.shadowed(&module).into_iter().collect()
    }

    fn shadowed_macros(files: &[(&str, &str)], module: &str) -> Vec<String> {
        let (scopes, module) = scopes(files, module);
        scopes.shadowed_macros(&module)
    }

    fn scopes(files: &[(&str, &str)], module: &str) -> (Scopes, Vec<String>) {
        let dir = tempfile::tempdir().expect("temporary directory");
        let root = Utf8Path::from_path(dir.path()).expect("UTF-8");
        for (name, text) in files {
            std::fs::write(root.join(name), text).expect("writes");
        }
        let walked = walk(&root.join("lib.rs"), root, &mut Vec::new());
        let module: Vec<_> = module
            .split("::")
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        (Scopes::of(&walked), module)
    }

    #[test]
    fn macros_are_seen_behind_their_definition() {
        let files = [
            (
                "lib.rs",
                "mod early; mod own { macro_rules! vec { () => {} } fn f() {} mod inner {} } \
                 #[macro_use] mod macros; mod late { }",
            ),
            ("early.rs", "fn f() {}"),
            (
                "macros.rs",
                "macro_rules! assert_eq { () => {} } macro_rules! other { () => {} }",
            ),
        ];
        assert_eq!(shadowed(&files, "own"), ["vec"]);
        assert_eq!(shadowed(&files, "own::inner"), ["vec"]);
        assert_eq!(shadowed(&files, "early"), [""; 0]);
        assert_eq!(shadowed(&files, "late"), ["assert_eq"]);
    }

    #[test]
    fn names_come_from_items_imports_and_globs() {
        let files = [(
            "lib.rs",
            "mod a { pub struct Vec; struct String; pub enum Tri { Some, None, Many } } \
             mod b { use crate::a::*; use a::Tri; } mod c { use super::a::Tri::*; use std::string::String; use std::io::Result; } \
             mod d { use other::Text as String; pub mod std {} fn from() {} trait From {} } \
             mod e { use Option::*; use std::prelude::v1::*; mod u8 {} }",
        )];
        assert_eq!(shadowed(&files, "a"), ["String", "Vec"]);
        assert_eq!(shadowed(&files, "b"), ["Vec"]);
        assert_eq!(shadowed(&files, "c"), ["None", "Some"]);
        assert_eq!(shadowed(&files, "d"), ["From", "String", "std"]);
        assert_eq!(shadowed(&files, "e"), ["u8"]);
    }

    #[test]
    fn macros_have_names_of_their_own() {
        let files = [(
            "lib.rs",
            "mod checks { macro_rules! assert { () => {} } pub(crate) use assert; pub fn format() {} } \
             #[macro_export] macro_rules! print { () => {} } fn write() {} mod b { use crate::*; use std::vec; } \
             mod c { use crate::checks::{assert, format}; use other::debug as dbg; } mod d { use crate::checks::*; }",
        )];
        assert_eq!(shadowed_macros(&files, ""), ["print"]);
        assert_eq!(shadowed_macros(&files, "checks"), ["assert"]);
        assert_eq!(shadowed_macros(&files, "b"), ["print"]);
        assert_eq!(shadowed_macros(&files, "c"), ["assert", "dbg", "print"]);
        assert_eq!(shadowed_macros(&files, "d"), ["assert", "print"]);
    }

    #[test]
    fn without_the_prelude_nothing_has_its_name() {
        let files = [(
            "lib.rs",
            "mod a { #![no_implicit_prelude] mod b {} } mod c {}",
        )];
        let prelude: Vec<String> = prelude().into_iter().collect();
        assert_eq!(shadowed(&files, "a::b"), prelude);
        assert_eq!(shadowed(&files, "c"), [""; 0]);
    }
}
