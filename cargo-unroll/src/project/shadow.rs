//! Names of the standard library's prelude that mean something else in a module.
//!
//! Generated tests see what the module of their function sees, because they import all of it. A module may have a macro `vec!`, a type `String`, or variants
//! `Some` and `None` of its own; there, tests have to spell the path of what they mean. Macros that are defined by `macro_rules!` are seen by
//! what stands behind them, everything else by paths and `use`. Globs of other crates are not followed.

use std::collections::{BTreeMap, BTreeSet};

use syn::ext::IdentExt as _;
use syn::{Attribute, Item, UseTree, Visibility};

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

fn is_of_interest(name: &str) -> bool {
    let mut paths = PATHS.iter().chain(&TRAITS);
    MACROS.contains(&name) || PRIMITIVES.contains(&name) || paths.any(|(path, _)| *path == name)
}

/// The names that the modules of a crate have in sight.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    modules: BTreeMap<Vec<String>, Scope>,
}

#[derive(Debug, Default)]
struct Scope {
    /// Names of interest, with whether other modules see them.
    names: BTreeMap<String, bool>,
    /// Macros that were defined before its end.
    macros: BTreeSet<String>,
    /// Modules and enums that its `use` declarations import all of.
    globs: Vec<Vec<String>>,
    /// Variants of its enums.
    enums: BTreeMap<String, BTreeSet<String>>,
    lacks_prelude: bool,
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
        let Some(scope) = self.modules.get(module) else {
            return BTreeSet::new();
        };
        let mut found = scope.macros.clone();
        if scope.lacks_prelude {
            found.extend(prelude());
        }
        self.imported(module, module, &mut BTreeSet::new(), &mut found);
        found
    }

    /// Adds to `found` what `module` has that `viewer` sees.
    fn imported(
        &self,
        module: &[String],
        viewer: &[String],
        met: &mut BTreeSet<Vec<String>>,
        found: &mut BTreeSet<String>,
    ) {
        if !met.insert(module.to_vec()) {
            return;
        }
        let is_around = viewer.starts_with(module);
        if let Some(scope) = self.modules.get(module) {
            let names = scope
                .names
                .iter()
                .filter(|(_, is_public)| is_around || **is_public);
            found.extend(names.map(|(name, _)| name.clone()));
            for glob in &scope.globs {
                self.imported(glob, viewer, met, found);
            }
        } else if let Some((name, around)) = module.split_last()
            && let Some(scope) = self.modules.get(around)
            && let Some(variants) = scope.enums.get(name)
        {
            found.extend(variants.iter().cloned());
        }
    }
}

/// Reads items in the order in which the compiler meets them.
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
        let mut scope = Scope {
            lacks_prelude,
            ..Scope::default()
        };
        for item in items {
            match item {
                Item::Macro(item) if item.mac.path.is_ident("macro_rules") => {
                    let name = item.ident.as_ref().map(unraw).unwrap_or_default();
                    if MACROS.contains(&name.as_str()) {
                        macros.insert(name);
                    }
                }
                Item::Use(item) => {
                    let is_public = !matches!(item.vis, Visibility::Inherited);
                    scope.import(module, &[], &item.tree, is_public);
                }
                Item::Mod(item) if is_passed_over(item) => {}
                Item::Mod(item) => {
                    scope.declare(&item.ident, &item.vis);
                    let mut inner = macros.clone();
                    self.child(module, item, &mut inner, lacks_prelude);
                    if item
                        .attrs
                        .iter()
                        .any(|attr| attr.path().is_ident("macro_use"))
                    {
                        *macros = inner;
                    }
                }
                Item::Enum(item) => {
                    scope.declare(&item.ident, &item.vis);
                    let variants = item.variants.iter().map(|variant| unraw(&variant.ident));
                    let variants = variants.filter(|name| is_of_interest(name));
                    scope.enums.insert(unraw(&item.ident), variants.collect());
                }
                Item::Const(item) => scope.declare(&item.ident, &item.vis),
                Item::Fn(item) => scope.declare(&item.sig.ident, &item.vis),
                Item::Static(item) => scope.declare(&item.ident, &item.vis),
                Item::Struct(item) => scope.declare(&item.ident, &item.vis),
                Item::Trait(item) => scope.declare(&item.ident, &item.vis),
                Item::Type(item) => scope.declare(&item.ident, &item.vis),
                Item::Union(item) => scope.declare(&item.ident, &item.vis),
                _ => {}
            }
        }
        scope.macros.clone_from(macros);
        self.scopes.modules.insert(module.to_vec(), scope);
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

impl Scope {
    fn declare(&mut self, name: &syn::Ident, vis: &Visibility) {
        let name = unraw(name);
        if is_of_interest(&name) {
            let is_public = !matches!(vis, Visibility::Inherited);
            *self.names.entry(name).or_default() |= is_public;
        }
    }

    /// Notes what a `use` declaration of `module` brings, whose path begins with `path`.
    fn import(&mut self, module: &[String], path: &[String], tree: &UseTree, is_public: bool) {
        let below = |name: &syn::Ident| {
            let mut path = path.to_vec();
            path.push(name.unraw().to_string());
            path
        };
        match tree {
            UseTree::Path(tree) => {
                self.import(module, &below(&tree.ident), &tree.tree, is_public);
            }
            UseTree::Group(tree) => {
                for tree in &tree.items {
                    self.import(module, path, tree, is_public);
                }
            }
            UseTree::Name(tree) => self.leaf(&below(&tree.ident), &tree.ident, is_public),
            UseTree::Rename(tree) => {
                let is_same = tree.ident == tree.rename;
                let path = if is_same {
                    below(&tree.ident)
                } else {
                    Vec::new()
                };
                self.leaf(&path, &tree.rename, is_public);
            }
            UseTree::Glob(_) => self.globs.push(absolute(module, path)),
        }
    }

    fn leaf(&mut self, path: &[String], name: &syn::Ident, is_public: bool) {
        const STANDARD: [&str; 5] = ["std", "core", "alloc", "Option", "Result"];
        // The standard library has one thing of each of these names, wherever it exports it.
        let is_the_same = path
            .first()
            .is_some_and(|first| STANDARD.contains(&first.as_str()));
        let name = unraw(name);
        if is_of_interest(&name) && !is_the_same {
            *self.names.entry(name).or_default() |= is_public;
        }
    }
}

/// `path`, as a `use` declaration in `module` has it, from the crate's root.
fn absolute(module: &[String], path: &[String]) -> Vec<String> {
    let mut absolute = module.to_vec();
    let mut rest = path;
    while let Some((first, behind)) = rest.split_first() {
        match first.as_str() {
            "crate" => absolute.clear(),
            "self" => {}
            "super" => {
                absolute.pop();
            }
            _ => break,
        }
        rest = behind;
    }
    absolute.extend_from_slice(rest);
    absolute
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
