//! Names of the standard library's prelude that mean something else in a module.
//!
//! Generated tests see what the module of their function sees, because they import all of it. A module may have a macro `vec!`, a type `String`, or variants
//! `Some` and `None` of its own; there, tests have to spell the path of what they mean. [`Names`] resolves declarations and imports. Macros that are
//! defined by `macro_rules!` have a textual scope, which is followed here.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Attribute, Item};
use unroll_resolve::names::Names;

use super::sources::modules::{ModuleFile, is_passed_over, unraw};

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
    /// For each module, the macros of the prelude's names that were defined before its end.
    macros: BTreeMap<Vec<String>, BTreeSet<String>>,
    /// The modules that do not have the prelude.
    without_prelude: BTreeSet<Vec<String>>,
}

impl Scopes {
    /// Those of the crate that `files` are.
    pub(super) fn of(files: &[ModuleFile]) -> Self {
        let mut scopes = Self::default();
        if let Some(root) = files.first() {
            let lacks_prelude = has_no_prelude(&root.source.tree.attrs);
            let mut reader = Reader {
                files,
                scopes: &mut scopes,
            };
            reader.items(
                &[],
                &root.source.tree.items,
                &mut BTreeSet::new(),
                lacks_prelude,
            );
        }
        scopes
    }

    /// Names of the prelude that mean something else in `module`.
    pub(super) fn shadowed(&self, module: &[String]) -> BTreeSet<String> {
        let Some(macros) = self.macros.get(module) else {
            return BTreeSet::new();
        };
        let mut found = macros.clone();
        if self.without_prelude.contains(module) {
            found.extend(prelude());
        }
        let all = prelude().into_iter().chain(PRIMITIVES.map(str::to_owned));
        found.extend(all.filter(|name| self.names.shadows(module, name)));
        found
    }
}

/// Reads items in the order in which the compiler does, because a macro is in scope behind its definition.
struct Reader<'r> {
    files: &'r [ModuleFile],
    scopes: &'r mut Scopes,
}

impl Reader<'_> {
    fn items(
        &mut self,
        module: &[String],
        items: &[Item],
        macros: &mut BTreeSet<String>,
        lacks_prelude: bool,
    ) {
        let is_compiled =
            |item: &&Item| !matches!(item, Item::Mod(module) if is_passed_over(module));
        let compiled: Vec<&Item> = items.iter().filter(is_compiled).collect();
        self.scopes.names.add(module, compiled.iter().copied());
        if lacks_prelude {
            self.scopes.without_prelude.insert(module.to_vec());
        }
        for item in compiled {
            match item {
                Item::Macro(item) if item.mac.path.is_ident("macro_rules") => {
                    let name = item.ident.as_ref().map(unraw).unwrap_or_default();
                    if MACROS.contains(&name.as_str()) {
                        macros.insert(name);
                    }
                }
                Item::Mod(item) => {
                    let mut inner = macros.clone();
                    self.child(module, item, &mut inner, lacks_prelude);
                    let mut attrs = item.attrs.iter();
                    if attrs.any(|attr| attr.path().is_ident("macro_use")) {
                        *macros = inner;
                    }
                }
                _ => {}
            }
        }
        self.scopes.macros.insert(module.to_vec(), macros.clone());
    }

    fn child(
        &mut self,
        module: &[String],
        item: &syn::ItemMod,
        macros: &mut BTreeSet<String>,
        lacks_prelude: bool,
    ) {
        let mut path = module.to_vec();
        path.push(unraw(&item.ident));
        let lacks_prelude = lacks_prelude || has_no_prelude(&item.attrs);
        if let Some((_, items)) = &item.content {
            return self.items(&path, items, macros, lacks_prelude);
        }
        let files = self.files;
        if let Some(file) = files.iter().find(|file| file.module == path) {
            let tree = &file.source.tree;
            let lacks_prelude = lacks_prelude || has_no_prelude(&tree.attrs);
            self.items(&path, &tree.items, macros, lacks_prelude);
        }
    }
}

fn has_no_prelude(attrs: &[Attribute]) -> bool {
    attrs
        .iter()
        .any(|attr| attr.path().is_ident("no_implicit_prelude"))
}

#[cfg(test)]
mod tests {
    use camino::Utf8Path;

    use super::super::sources::modules::walk;
    use super::*;

    fn shadowed(files: &[(&str, &str)], module: &str) -> Vec<String> {
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
        Scopes::of(&walked).shadowed(&module).into_iter().collect()
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
