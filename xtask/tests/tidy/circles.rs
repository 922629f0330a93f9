//! No file needs, over others, itself: imports of a crate go one way.
//!
//! In: the `use` declarations and paths of each file, without tests. A reference to a module around the file is no import,
//! because a module's children may use what it declares. Out: the strongly connected components.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use crate::files::{Source, crates, sources};
use crate::report;

type Module = Vec<String>;

/// The files of one crate by their modules.
type Files = BTreeMap<Module, Source>;

/// The imports of the module of each file, as modules of the same crate.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

#[test]
fn no_circle_of_files() {
    let mut breaches = BTreeSet::new();
    for krate in crates() {
        let files = files_of(&krate);
        for component in components(&imports(&files)) {
            let paths = component.iter().map(|module| files[module].path.as_str());
            let paths: BTreeSet<&str> = paths.collect();
            let all: Vec<&str> = paths.into_iter().collect();
            breaches.insert(all.join(" "));
        }
    }
    let breaches: Vec<String> = breaches.into_iter().collect();
    report("imports between files go one way", &breaches);
}

fn files_of(krate: &str) -> Files {
    let prefix = format!("{krate}/src/");
    let own = sources().into_iter().filter(|source| !source.is_test());
    own.filter_map(|source| {
        let inner = source.path.strip_prefix(&prefix)?.strip_suffix(".rs")?;
        let mut module: Module = inner.split('/').map(str::to_owned).collect();
        if matches!(module.last()?.as_str(), "mod" | "lib" | "main") {
            module.pop();
        }
        Some((module, source))
    })
    .collect()
}

fn imports(files: &Files) -> Imports {
    let of = |module: &Module, source: &Source| {
        let tree = syn::parse_file(&source.text);
        let tree = tree.unwrap_or_else(|error| panic!("{} is Rust: {error}", source.path));
        let mut references = References {
            module,
            files,
            found: BTreeSet::new(),
        };
        references.visit_file(&tree);
        references.found
    };
    files
        .iter()
        .map(|(module, source)| (module.clone(), of(module, source)))
        .collect()
}

/// The modules that a file refers to.
struct References<'f> {
    module: &'f Module,
    files: &'f Files,
    found: BTreeSet<Module>,
}

impl References<'_> {
    /// Notes the innermost module of `path`, if the path begins in this crate.
    fn note(&mut self, path: &[String]) {
        let mut base = self.module.clone();
        let mut rest = path;
        match rest.first().map(String::as_str) {
            Some("crate") => {
                base.clear();
                rest = &rest[1..];
            }
            Some("self" | "super") => {}
            _ => return,
        }
        while let Some(first @ ("self" | "super")) = rest.first().map(String::as_str) {
            if first == "super" {
                base.pop();
            }
            rest = &rest[1..];
        }
        base.extend_from_slice(rest);
        while !base.is_empty() && !self.files.contains_key(&base) {
            base.pop();
        }
        if !self.module.starts_with(&base) {
            self.found.insert(base);
        }
    }

    fn tree(&mut self, tree: &syn::UseTree, path: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.tree(&tree.tree, path);
                path.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, path)),
            syn::UseTree::Name(syn::UseName { ident })
            | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                path.push(ident.to_string());
                self.note(path);
                path.pop();
            }
            syn::UseTree::Glob(_) => self.note(path),
        }
    }
}

impl<'ast> Visit<'ast> for References<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        // Tests, and the few inline modules, which import nothing.
        if item.content.is_none() {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&item.tree, &mut vec![]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|it| it.ident.to_string())
            .collect();
        if segments.len() > 1 {
            self.note(&segments);
        }
        visit::visit_path(self, path);
    }
}

/// The sets of at least two modules each of which reaches each other: those that reach and are reached by the same ones.
fn components(imports: &Imports) -> Vec<BTreeSet<Module>> {
    let reach = |from: &Module| {
        let mut reached = BTreeSet::new();
        let mut pending: Vec<&Module> = imports.get(from).into_iter().flatten().collect();
        while let Some(module) = pending.pop() {
            if reached.insert(module.clone()) {
                pending.extend(imports.get(module).into_iter().flatten());
            }
        }
        reached
    };
    let reached: BTreeMap<&Module, BTreeSet<Module>> = imports
        .keys()
        .map(|module| (module, reach(module)))
        .collect();
    let mut components = BTreeSet::new();
    for (module, others) in &reached {
        let is_back = |other: &&Module| {
            reached
                .get(*other)
                .is_some_and(|back| back.contains(*module))
        };
        let component: BTreeSet<Module> = others.iter().filter(is_back).cloned().collect();
        if component.len() > 1 {
            components.insert(component);
        }
    }
    components.into_iter().collect()
}

#[test]
fn a_circle_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let imports = Imports::from([
        (module("a"), BTreeSet::from([module("b")])),
        (module("b"), BTreeSet::from([module("c"), module("d")])),
        (module("c"), BTreeSet::from([module("a")])),
        (module("d"), BTreeSet::new()),
    ]);
    let circle = BTreeSet::from([module("a"), module("b"), module("c")]);
    assert_eq!(components(&imports), [circle]);
}
