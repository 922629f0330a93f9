//! The names that a module has in sight without a path.

use std::collections::BTreeSet;

use super::{Access, Imported, Names, Path, below};

/// First segments of paths in the standard library, which has one thing of each name of its prelude, wherever it exports it.
const STANDARD: [&str; 5] = ["std", "core", "alloc", "Option", "Result"];

/// A name in sight.
#[derive(Clone, Copy)]
struct Sought<'n> {
    name: &'n str,
    /// True if macros alone are sought.
    is_macro: bool,
}

impl Names {
    /// True if `name`, which the prelude has, means something of the crate or of one that it depends on in `module`. Globs of other
    /// crates are not followed.
    pub fn shadows(&self, module: &[String], name: &str) -> bool {
        let sought = Sought {
            name,
            is_macro: false,
        };
        self.shows(module, sought, module, &mut BTreeSet::new())
    }

    /// True if the macro `name!` means one of the crate, or of one that it depends on, in `module` by an import or an export. Macros that are
    /// in scope by the order of the source are those of [`TextualScopes`](crate::textual::TextualScopes).
    pub fn shadows_macro(&self, module: &[String], name: &str) -> bool {
        let sought = Sought {
            name,
            is_macro: true,
        };
        self.shows(module, sought, module, &mut BTreeSet::new())
    }

    /// The paths that `path` may stand for in `module`: itself, what a named import makes of it, and what globs make of a single
    /// name that nothing else declares.
    pub fn readings(&self, module: &[String], path: &[String]) -> Vec<Path> {
        let mut readings = vec![path.to_vec()];
        let Some((first, rest)) = path.split_first() else {
            return readings;
        };
        let whole = below(module, first);
        let named = self.imports.get(&whole).into_iter().flatten();
        readings.extend(named.map(|import| [&import.path[..], rest].concat()));
        if rest.is_empty() && readings.len() == 1 && !self.declared.contains_key(&whole) {
            let globs = self.globs.get(module).into_iter().flatten();
            readings.extend(globs.map(|glob| [&glob.path[..], path].concat()));
        }
        readings
    }

    /// True if `module` has what is sought where `viewer` sees it. Modules in `seen` were asked before.
    fn shows(
        &self,
        module: &[String],
        sought: Sought<'_>,
        viewer: &[String],
        seen: &mut BTreeSet<Path>,
    ) -> bool {
        if !seen.insert(module.to_vec()) {
            return false;
        }
        let Sought { name, is_macro } = sought;
        let is_inside = viewer.starts_with(module);
        let is_seen = |access: Access| is_inside || access > Access::Module;
        let whole = below(module, name);
        let imports = self.imports.get(&whole).into_iter().flatten();
        let is_other = |import: &Imported| {
            let first = import.path.first().map_or("", String::as_str);
            // An import of an item that is no macro is of no macro, as far as syntax shows.
            let is_standard = STANDARD.contains(&first);
            !is_standard && (!is_macro || !self.finds(module, &import.path))
        };
        let declared = self.declared.get(&whole).filter(|_| !is_macro);
        let mut here = declared.into_iter().chain(self.macros.get(&whole));
        let mut own = imports.filter(|import| is_other(import));
        if here.any(|access| is_seen(*access)) || own.any(|import| is_seen(import.access)) {
            return true;
        }
        let mut globs = self.globs.get(module).into_iter().flatten();
        globs.any(|glob| {
            let target = self.find(module, &glob.path);
            let target = target.or_else(|| self.find(&[], &glob.path));
            target.is_some_and(|target| match self.variants.get(&target) {
                Some(variants) => !is_macro && variants.contains(name),
                None => self.shows(&target, sought, viewer, seen),
            })
        })
    }

    /// True if the path of an import in `module` leads to a declared item.
    fn finds(&self, module: &[String], path: &[String]) -> bool {
        let found = self.find(module, path);
        found.or_else(|| self.find(&[], path)).is_some()
    }
}
