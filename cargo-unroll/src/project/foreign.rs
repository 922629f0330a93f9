//! The types that implement traits of dependencies, for generic parameters whose bounds name such traits.
//!
//! In: the files of a crate target and the dependencies of its package. Out: the `impl` blocks of the traits that
//! the target's bounds name, read from the dependencies that declare them. The result is a choice; the compiler
//! decides if it fits.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8Path;
use syn::visit::{self, Visit};
use syn::{Item, ItemMod, TraitBound};
use unroll_resolve::foreign::Dependency;
use unroll_resolve::implementors::Implementors;

use super::model::DependencySpec;
use super::sources::dependencies;
use super::sources::modules;
use super::sources::modules::ModuleFile;

/// The `impl` blocks of the traits of `dependencies` that bounds in `files` name, as the crate with these `implementors` can say them.
pub(super) fn implementations(
    files: &[ModuleFile],
    implementors: &Implementors,
    dependencies: &[DependencySpec],
    workspace_root: &Utf8Path,
    cargo_args: &[String],
) -> Vec<Item> {
    let mut bounds = Bounds {
        implementors,
        module: Vec::new(),
        found: BTreeMap::new(),
    };
    for file in files {
        bounds.module.clone_from(&file.module);
        bounds.visit_file(&file.source.tree);
    }
    let names = bounds.found.keys().cloned().collect();
    let roots = dependencies::roots(dependencies, &names, workspace_root, cargo_args);
    let blocks = roots.iter().filter_map(|(name, root)| {
        // A file that cannot be read shows nothing.
        let files = modules::walk(root, workspace_root, &mut Vec::new());
        let modules: Vec<_> = files
            .into_iter()
            .map(|file| (file.module, file.source.tree.items))
            .collect();
        let traits = bounds.found.get(name)?;
        Some(Dependency::of(name, &modules).implementations(traits))
    });
    blocks.flatten().collect()
}

/// Collects the traits of other crates that bounds name, by the crates that may declare them.
struct Bounds<'b> {
    implementors: &'b Implementors,
    module: Vec<String>,
    found: BTreeMap<String, BTreeSet<String>>,
}

impl<'ast> Visit<'ast> for Bounds<'_> {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !modules::is_passed_over(module) {
            self.module.push(modules::unraw(&module.ident));
            visit::visit_item_mod(self, module);
            self.module.pop();
        }
    }

    fn visit_trait_bound(&mut self, bound: &'ast TraitBound) {
        let segments = bound.path.segments.iter();
        let names: Vec<String> = segments.map(|it| modules::unraw(&it.ident)).collect();
        if let Some(name) = names.last() {
            for krate in self.implementors.crates_of(&self.module, &names) {
                self.found.entry(krate).or_default().insert(name.clone());
            }
        }
        visit::visit_trait_bound(self, bound);
    }
}
