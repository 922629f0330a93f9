//! The item that a path leads to, through modules and imports of the crate.
//!
//! Unlike the look-up of types, it takes the first of several items that `cfg` chooses from, and gives the item's path from the root.

use std::collections::BTreeSet;

use super::{Access, MOST_LOOKED_UP, Names, Path, Seen, below};

impl Names {
    /// The path from the root of the item that `path` means in `module`; `None` if no declaration shows it. Variants and associated
    /// items count as the type that they belong to.
    pub fn find(&self, module: &[String], path: &[String]) -> Option<Path> {
        self.find_unseen(module, path, &mut Seen::new())
    }

    /// The names of other crates that may declare what `path` means in `module`: those that imports begin with, or else globs.
    pub fn crates_of(&self, module: &[String], path: &[String]) -> BTreeSet<String> {
        let Some(first) = path.first() else {
            return BTreeSet::new();
        };
        if self.is_foreign(module, path) {
            return BTreeSet::from([first.clone()]);
        }
        let named = self.imports.get(&below(module, first));
        let imports = named.or_else(|| self.globs.get(module));
        let imports = imports.into_iter().flatten();
        let foreign = imports.filter(|import| {
            let is_glob = named.is_none();
            let whole = [&import.path[..], if is_glob { path } else { &[] }].concat();
            self.is_foreign(module, &whole)
        });
        foreign
            .filter_map(|import| import.path.first().cloned())
            .collect()
    }

    /// The items and imported items that other crates can name through `module`.
    pub(crate) fn exposed_by(&self, module: &[String]) -> Vec<Path> {
        let items = self.declared.range(module.to_vec()..);
        let items = items.take_while(|(item, _)| item.starts_with(module));
        let items = items.filter(|(item, access)| {
            item.len() == module.len() + 1 && **access == Access::Everyone
        });
        let mut exposed: Vec<Path> = items.map(|(item, _)| item.clone()).collect();
        let named = self.imports.range(module.to_vec()..);
        let named = named.take_while(|(name, _)| name.starts_with(module));
        let named = named.filter(|(name, _)| name.len() == module.len() + 1);
        let globs = self.globs.get(module).into_iter().flatten();
        let imports = named.flat_map(|(_, imports)| imports).chain(globs);
        let public = imports.filter(|import| import.access == Access::Everyone);
        exposed.extend(public.filter_map(|import| self.find(module, &import.path)));
        exposed
    }

    /// Like [`Self::find`]; a look-up under way, which `seen` has, is not begun again: imports and globs can lead in circles.
    fn find_unseen(&self, module: &[String], path: &[String], seen: &mut Seen) -> Option<Path> {
        let Some((first, rest)) = path.split_first() else {
            return Some(module.to_vec());
        };
        match first.as_str() {
            "crate" => return self.find_unseen(&[], rest, seen),
            "self" => return self.find_unseen(module, rest, seen),
            "super" => return self.find_unseen(module.split_last()?.1, rest, seen),
            _ => {}
        }
        let whole = below(module, first);
        // A declaration hides what imports bring from elsewhere.
        if self.declared.contains_key(&whole) {
            return if rest.is_empty() || !self.modules.contains(&whole) {
                Some(whole)
            } else {
                self.find_unseen(&whole, rest, seen)
            };
        }
        if seen.len() == MOST_LOOKED_UP || !seen.insert((module.to_vec(), path.to_vec())) {
            return None;
        }
        let named = self.imports.get(&whole).into_iter().flatten();
        let named = named.map(|import| [&import.path[..], rest].concat());
        for target in named {
            let found = self.find_imported(module, &target, seen);
            if found.is_some() {
                return found;
            }
        }
        // Named imports hide globs (Rust reference, "Use declarations").
        let mut globs = self.globs.get(module).into_iter().flatten();
        globs.find_map(|glob| {
            let shown = self.find_imported(module, &glob.path, seen)?;
            if self.modules.contains(&shown) {
                return self.find_unseen(&shown, path, seen);
            }
            let variants = self.variants.get(&shown)?;
            variants.contains(first).then_some(shown)
        })
    }

    /// The item that the path of an import in `module` means.
    fn find_imported(&self, module: &[String], path: &[String], seen: &mut Seen) -> Option<Path> {
        self.find_unseen(module, path, seen)
            // Imports of the edition 2015 begin at the crate's root.
            .or_else(|| self.find_unseen(&[], path, seen))
    }
}
