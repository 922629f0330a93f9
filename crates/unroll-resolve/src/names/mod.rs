//! Resolution of type names in the modules of a crate: declarations, imports, globs and re-exports, looked up as rustc does
//! (Rust reference, "Paths" and "Use declarations"), as far as syntax can tell.
//!
//! In: the items of each module. Out: the types that a path may mean, and (in [`naming`]) the path by which one module names what
//! another means, (in [`find`]) the item that a path leads to, and (in [`sight`]) the names that a module has in sight. [`tokens`] finds the
//! paths in tokens.
//!
//! A name that is not found may come from a prelude or a glob of another crate, and counts as unknown. Privacy is rustc's business.

mod find;
mod naming;
mod sight;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};

use syn::{Ident, Item, ItemMacro, Visibility};

pub use self::tokens::paths_in;
use crate::imports::{self, Import, unraw};

/// Segments of a path.
pub type Path = Vec<String>;

/// How much is looked up for one name: an import of a crate's item under the crate's name (`use a::a`) leads to ever longer paths.
const MOST_LOOKED_UP: usize = 200;

/// The visited names, each with its module. Imports and globs may go in circles, so nothing is looked up twice.
type Seen = BTreeSet<(Path, Path)>;

/// Who can name something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Access {
    /// Its module, and those below.
    #[default]
    Module,
    /// Other modules too, such as with `pub(crate)`.
    Crate,
    /// Other crates too.
    Everyone,
}

impl Access {
    fn of(vis: &Visibility) -> Self {
        match vis {
            Visibility::Inherited => Self::Module,
            Visibility::Restricted(_) => Self::Crate,
            Visibility::Public(_) => Self::Everyone,
        }
    }
}

/// The path that a `use` declaration names.
#[derive(Clone)]
struct Imported {
    path: Path,
    access: Access,
}

/// The names of one crate target.
#[derive(Clone, Default)]
pub struct Names {
    modules: BTreeSet<Path>,
    /// Paths of declared items of all kinds. Of several, which `cfg` chooses from, the widest access.
    declared: BTreeMap<Path, Access>,
    /// Paths of macros that modules have: by `#[macro_export]`, and by `use name;`, which gives a name of the textual scope a path.
    macros: BTreeMap<Path, Access>,
    /// The variants of enums, by the paths of the enums.
    variants: BTreeMap<Path, BTreeSet<String>>,
    /// Paths of declared types and traits.
    items: BTreeSet<Path>,
    /// Numbers of types by their paths; some, where `cfg` chooses.
    types: BTreeMap<Path, Vec<usize>>,
    /// Numbers of types by their names alone.
    namesakes: BTreeMap<String, Vec<usize>>,
    /// The paths that an imported name stands for.
    imports: BTreeMap<Path, Vec<Imported>>,
    globs: BTreeMap<Path, Vec<Imported>>,
    /// Modules that only those around and inside of the one that declares them can name.
    private: BTreeSet<Path>,
    /// Where what private modules have is shown: for its path, or that of a module all of whose names are shown, the path to say instead.
    shown: BTreeMap<Path, Path>,
}

/// The meaning of a path.
#[derive(Debug, PartialEq, Eq)]
enum Meaning {
    Module(Path),
    Types(BTreeSet<usize>),
    /// Something of another crate.
    Foreign,
    Unknown,
}

impl Names {
    /// Notes the module `module`, what its `items` import, and those of them that are types, traits and modules.
    pub fn add<'i>(&mut self, module: &[String], items: impl IntoIterator<Item = &'i Item>) {
        self.modules.insert(module.to_vec());
        for item in items {
            if let Some((vis, name)) = declared(item) {
                let access = self.declared.entry(below(module, &name)).or_default();
                *access = Access::of(vis).max(*access);
            }
            match item {
                Item::Use(item) => {
                    let access = Access::of(&item.vis);
                    let is_shown = item.leading_colon.is_none() && access > Access::Module;
                    for import in imports::of(&item.tree) {
                        if is_shown {
                            self.show(module, &import);
                        }
                        self.import(module, &import, access);
                    }
                }
                Item::Mod(item) if Access::of(&item.vis) == Access::Module => {
                    self.private.insert(below(module, &unraw(&item.ident)));
                }
                Item::Struct(item) => self.note_item(module, &item.ident),
                Item::Enum(item) => {
                    self.note_item(module, &item.ident);
                    let variants = item.variants.iter().map(|variant| unraw(&variant.ident));
                    let known = self.variants.entry(below(module, &unraw(&item.ident)));
                    known.or_default().extend(variants);
                }
                Item::Trait(item) => self.note_item(module, &item.ident),
                Item::Type(item) => self.note_item(module, &item.ident),
                Item::Macro(item) => self.note_macro(item),
                _ => {}
            }
        }
    }

    fn note_macro(&mut self, item: &ItemMacro) {
        let mut attrs = item.attrs.iter();
        if let Some(name) = &item.ident
            && attrs.any(|attr| attr.path().is_ident("macro_export"))
        {
            self.macros.insert(vec![unraw(name)], Access::Everyone);
        }
    }

    fn note_item(&mut self, module: &[String], name: &Ident) {
        self.items.insert(below(module, &unraw(name)));
    }

    /// Notes that type number `n` is declared in `module` as `name`.
    pub fn declare(&mut self, module: &[String], name: &str, n: usize) {
        self.types.entry(below(module, name)).or_default().push(n);
        self.namesakes.entry(name.to_owned()).or_default().push(n);
    }

    /// The types of the crate that `path` may be or begin with in the module `module`. One that is not found is taken for any that
    /// has one of its names.
    pub fn types(&self, module: &[String], path: &[String]) -> BTreeSet<usize> {
        match self.look_up(module, path, &mut Seen::new()) {
            Meaning::Types(types) => types,
            Meaning::Foreign => BTreeSet::new(),
            Meaning::Module(_) | Meaning::Unknown => {
                let namesakes = path.iter().filter_map(|name| self.namesakes.get(name));
                namesakes.flatten().copied().collect()
            }
        }
    }

    /// The types that any of `paths` may be.
    pub fn all<'p>(
        &self,
        module: &[String],
        paths: impl IntoIterator<Item = &'p Path>,
    ) -> BTreeSet<usize> {
        let paths = paths.into_iter();
        paths.flat_map(|path| self.types(module, path)).collect()
    }

    /// The module of an item whose path is `segments`.
    pub fn module_of<'s>(&self, segments: &'s [String]) -> &'s [String] {
        let mut outer = (0..segments.len()).rev().map(|n| &segments[..n]);
        outer
            .find(|module| self.modules.contains(*module))
            .unwrap_or_default()
    }

    fn look_up(&self, module: &[String], path: &[String], seen: &mut Seen) -> Meaning {
        let Some((first, rest)) = path.split_first() else {
            return Meaning::Module(module.to_vec());
        };
        match first.as_str() {
            "crate" => return self.look_up(&[], rest, seen),
            "self" => return self.look_up(module, rest, seen),
            "super" => {
                let outer = &module[..module.len().saturating_sub(1)];
                return self.look_up(outer, rest, seen);
            }
            // An associated type, which is known when the code is compiled.
            "Self" if !rest.is_empty() => return Meaning::Foreign,
            _ => {}
        }
        let whole = below(module, first);
        if let Some(types) = self.types.get(&whole) {
            return Meaning::Types(types.iter().copied().collect());
        }
        if self.modules.contains(&whole) {
            return self.look_up(&whole, rest, seen);
        }
        // Unless a module is called so.
        if let "std" | "core" | "alloc" = first.as_str() {
            return Meaning::Foreign;
        }
        if seen.len() == MOST_LOOKED_UP || !seen.insert((module.to_vec(), path.to_vec())) {
            return Meaning::Unknown;
        }
        match self.imports.get(&whole) {
            Some(imports) => self.through_imports(module, imports, rest, seen),
            None => self.through_globs(module, path, seen),
        }
    }

    /// The meaning of `rest` below one of `imports`, which stand in `module` under one name.
    fn through_imports(
        &self,
        module: &[String],
        imports: &[Imported],
        rest: &[String],
        seen: &mut Seen,
    ) -> Meaning {
        let mut types = BTreeSet::new();
        for Imported { path: import, .. } in imports {
            let path = [&import[..], rest].concat();
            // Imports of the edition 2015 begin at the crate's root.
            let mut meaning = self.look_up(module, &path, seen);
            if meaning == Meaning::Unknown {
                meaning = self.look_up(&[], &path, seen);
            }
            match meaning {
                Meaning::Types(found) => types.extend(found),
                Meaning::Foreign => {}
                // A crate that this one depends on, or what no declaration shows.
                Meaning::Unknown if self.is_foreign(module, import) => {}
                other => return other,
            }
        }
        if types.is_empty() {
            Meaning::Foreign
        } else {
            Meaning::Types(types)
        }
    }

    /// True if nothing in sight of `module` is called as `import` begins.
    pub(crate) fn is_foreign(&self, module: &[String], import: &[String]) -> bool {
        let is_keyword = |name: &String| ["crate", "self", "super"].contains(&name.as_str());
        import.len() > 1
            && import.first().is_some_and(|first| {
                let is_here = |module: &[String]| {
                    let whole = below(module, first);
                    self.modules.contains(&whole) || self.imports.contains_key(&whole)
                };
                !is_keyword(first) && !is_here(module) && !is_here(&[])
            })
    }

    fn through_globs(&self, module: &[String], path: &[String], seen: &mut Seen) -> Meaning {
        let globs = self.globs.get(module).into_iter().flatten();
        for glob in globs {
            if let Meaning::Module(inner) = self.look_up(module, &glob.path, seen)
                // A glob of the module itself would lead in a circle.
                && inner != module
                && let found @ (Meaning::Types(_) | Meaning::Module(_)) =
                    self.look_up(&inner, path, seen)
            {
                return found;
            }
        }
        Meaning::Unknown
    }

    fn import(&mut self, module: &[String], Import { path, name }: &Import, access: Access) {
        let path: Path = path.iter().map(unraw).collect();
        let Some(name) = name.as_ref().map(unraw) else {
            let globs = self.globs.entry(module.to_vec()).or_default();
            globs.push(Imported { path, access });
            return;
        };
        let made = below(module, &name);
        if path == [&*name] {
            self.macros.insert(made, access);
        } else {
            let imports = self.imports.entry(made).or_default();
            imports.push(Imported { path, access });
        }
    }
}

/// The visibility and the name of an item.
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

fn below(module: &[String], name: &str) -> Path {
    let mut path = module.to_vec();
    path.push(name.to_owned());
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Path {
        let parts = text.split("::").filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    }

    /// The types of a crate whose modules are given with their imports and the types that they declare.
    fn names(modules: &[(&str, &str, &[&str])]) -> Names {
        let mut names = Names::default();
        let mut n = 0;
        for (module, imports, types) in modules {
            let file: syn::File = syn::parse_str(imports).expect("imports are Rust");
            names.add(&path(module), &file.items);
            for name in *types {
                names.declare(&path(module), name, n);
                n += 1;
            }
        }
        names
    }

    #[test]
    fn a_module_may_be_called_as_the_standard_library() {
        let names = names(&[
            ("", "", &[]),
            ("deflate", "", &[]),
            ("deflate::core", "", &["State"]),
            (
                "stream",
                "use crate::deflate::core::State; use core::cmp::Ordering;",
                &[],
            ),
        ]);
        let types = |name: &str| names.types(&path("stream"), &path(name));
        assert_eq!(types("State"), BTreeSet::from([0]));
        assert!(types("Ordering").is_empty());
    }

    #[test]
    fn imports_in_circles_come_to_an_end() {
        let names = names(&[("", "use a::a; use a::b::c as b;", &["Type"])]);
        assert!(found(&names, "", "a::Own").is_empty());
        assert!(found(&names, "", "b").is_empty());
        assert_eq!(names.find(&[], &path("a::Own")), None);
        assert_eq!(names.find(&[], &path("b")), None);
    }

    #[test]
    fn globs_in_circles_come_to_an_end() {
        let all: Vec<String> = (0..24).map(|n| format!("m{n}")).collect();
        let of_root = format!("pub use {}::*;", all.join("::*; pub use "));
        let mut modules: Vec<(&str, &str, &[&str])> = vec![("", &of_root, &[])];
        modules.extend(
            all.iter()
                .map(|name| (name.as_str(), "use crate::*; use super::*;", &[][..])),
        );
        modules.push(("last", "use crate::*;", &["Type"]));
        let names = names(&modules);
        assert!(found(&names, "m3", "Elsewhere").is_empty());
        assert_eq!(names.find(&path("m3"), &path("Elsewhere")), None);
        assert_eq!(found(&names, "m3", "last::Type"), [0]);
    }

    #[test]
    fn globs_show_items_of_modules_and_variants_of_enums() {
        let names = names(&[
            (
                "",
                "pub mod a {} pub mod b {} use Option::*; use other::*; use more::*;",
                &[],
            ),
            ("a", "pub enum Tri { Many } pub struct One;", &[]),
            ("b", "use crate::a::*; use Tri::*; use foreign::*;", &[]),
        ]);
        let find = |name: &str| names.find(&path("b"), &path(name));
        assert_eq!(find("One"), Some(path("a::One")));
        assert_eq!(find("Many"), Some(path("a::Tri")));
        assert_eq!(find("Few"), None);
        assert_eq!(names.find(&[], &path("Some")), None);
    }

    fn found(names: &Names, module: &str, what: &str) -> Vec<usize> {
        let types = names.types(&path(module), &path(what));
        types.into_iter().collect()
    }

    #[test]
    fn names_mean_what_declarations_and_imports_say() {
        let names = names(&[
            ("", "pub use a::Node as Knot; pub mod a {}", &[]),
            ("a", "", &["Node", "Graph"]),
            ("b", "use crate::a::Graph;", &["Node"]),
            (
                "c",
                "use super::a::{self, Node as N}; use std::rc::Node;",
                &[],
            ),
            ("d", "use super::b::*;", &[]),
            ("e", "use petgraph::Graph; use crate::Knot;", &[]),
        ]);
        assert_eq!(found(&names, "b", "Node"), [2]);
        assert_eq!(found(&names, "b", "Graph"), [1]);
        assert_eq!(found(&names, "b", "super::a::Node"), [0]);
        assert_eq!(found(&names, "c", "N"), [0]);
        assert_eq!(found(&names, "c", "a::Node::new"), [0]);
        assert!(found(&names, "c", "Node").is_empty());
        assert_eq!(found(&names, "d", "Graph"), [1]);
        assert_eq!(found(&names, "d", "Node"), [2]);
        assert!(found(&names, "e", "Graph").is_empty());
        assert_eq!(found(&names, "e", "Knot"), [0]);
    }

    #[test]
    fn what_is_not_found_may_be_any_namesake() {
        let names = names(&[
            ("a", "", &["Node"]),
            ("b", "use other::*;", &["Node"]),
            ("c", "use other::*; use c::Loop; use c::Loop as Loop;", &[]),
        ]);
        assert_eq!(found(&names, "c", "Node"), [0, 1]);
        assert_eq!(found(&names, "c", "strange::Node"), [0, 1]);
        assert!(found(&names, "c", "Loop").is_empty());
        assert!(found(&names, "c", "Self::Node").is_empty());
    }

    #[test]
    fn the_module_of_an_item_is_the_innermost() {
        let names = names(&[("", "", &[]), ("a", "", &["S"])]);
        assert_eq!(names.module_of(&path("a::S::f")), path("a"));
        assert_eq!(names.module_of(&path("f")), path(""));
    }

    #[test]
    fn types_are_named_by_what_other_modules_see() {
        let names = names(&[
            ("", "pub mod a {} pub mod b {}", &[]),
            ("a", "mod hidden; pub use hidden::Node;", &[]),
            ("a::hidden", "pub struct Node; pub struct Edge;", &[]),
            (
                "a::c",
                "use super::hidden::{Node as N, Edge}; use std::fmt::Write;",
                &[],
            ),
            ("b", "pub struct r#type;", &[]),
        ]);
        let named = |ty: &str, from: &str, to: &str| {
            let ty = syn::parse_str(ty).expect("a type");
            let named = names.named_in(&ty, &path(from), &path(to));
            quote::ToTokens::to_token_stream(&named)
                .to_string()
                .replace(' ', "")
        };
        assert_eq!(named("Vec<N>", "a::c", "b"), "Vec<crate::a::Node>");
        assert_eq!(named("N", "a::c", "a"), "crate::a::hidden::Node");
        assert_eq!(named("Edge", "a::c", "b"), "crate::a::hidden::Edge");
        assert_eq!(named("r#type", "b", "a"), "crate::b::r#type");
        assert_eq!(named("N", "a::c", "a::c"), "N");
        assert_eq!(named("N", "b", "a"), "N", "it means nothing there");
        let write = path("std::fmt::Write");
        assert_eq!(names.meaning(&path("a::c"), "Write"), Some(write));
        assert_eq!(names.meaning(&path("b"), "Write"), None);
    }
}
