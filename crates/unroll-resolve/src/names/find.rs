//! The item that a path leads to, through modules and imports of the crate.
//!
//! Unlike the look-up of types, it takes the first of several items that `cfg` chooses from, and gives the item's path from the root.

use super::{Access, Names, Path, below};

/// How many imports a path may lead through, as imports can lead in circles.
const MOST_IMPORTS: usize = 16;

impl Names {
    /// The path from the root of the item that `path` means in `module`; `None` if no declaration shows it. Variants and associated
    /// items count as the type that they belong to.
    pub fn find(&self, module: &[String], path: &[String]) -> Option<Path> {
        self.find_through(module, path, MOST_IMPORTS)
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

    fn find_through(&self, module: &[String], path: &[String], imports: usize) -> Option<Path> {
        let Some((first, rest)) = path.split_first() else {
            return Some(module.to_vec());
        };
        match first.as_str() {
            "crate" => return self.find_through(&[], rest, imports),
            "self" => return self.find_through(module, rest, imports),
            "super" => return self.find_through(module.split_last()?.1, rest, imports),
            _ => {}
        }
        let whole = below(module, first);
        if self.declared.contains_key(&whole) {
            return if rest.is_empty() || !self.modules.contains(&whole) {
                Some(whole)
            } else {
                self.find_through(&whole, rest, imports)
            };
        }
        let left = imports.checked_sub(1)?;
        let named = self.imports.get(&whole).into_iter().flatten();
        let named = named.map(|import| [&import.path[..], rest].concat());
        let globs = self.globs.get(module).into_iter().flatten();
        let globs = globs.map(|glob| [&glob.path[..], path].concat());
        named.chain(globs).find_map(|target| {
            self.find_through(module, &target, left)
                // Imports of the edition 2015 begin at the crate's root.
                .or_else(|| self.find_through(&[], &target, left))
        })
    }
}
