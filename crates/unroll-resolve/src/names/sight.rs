//! The names that a module has in sight without a path.

use std::collections::BTreeSet;

use super::{Access, Imported, Names, Path, below};

/// First segments of paths in the standard library, which has one thing of each name of its prelude, wherever it exports it.
const STANDARD: [&str; 5] = ["std", "core", "alloc", "Option", "Result"];

impl Names {
    /// True if `name`, which the prelude has, means something of the crate or of one that it depends on in `module`. Globs of other
    /// crates are not followed.
    pub fn shadows(&self, module: &[String], name: &str) -> bool {
        self.shows(module, name, module, &mut BTreeSet::new())
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

    /// True if `module` has `name` where `viewer` sees it. Modules in `seen` were asked before.
    fn shows(
        &self,
        module: &[String],
        name: &str,
        viewer: &[String],
        seen: &mut BTreeSet<Path>,
    ) -> bool {
        if !seen.insert(module.to_vec()) {
            return false;
        }
        let is_inside = viewer.starts_with(module);
        let is_seen = |access: Access| is_inside || access > Access::Module;
        let whole = below(module, name);
        let imports = self.imports.get(&whole).into_iter().flatten();
        let is_other = |import: &Imported| {
            let first = import.path.first().map_or("", String::as_str);
            !STANDARD.contains(&first)
        };
        let is_here = self.declared.get(&whole).copied().is_some_and(is_seen);
        let mut own = imports.filter(|import| is_other(import));
        if is_here || own.any(|import| is_seen(import.access)) {
            return true;
        }
        let mut globs = self.globs.get(module).into_iter().flatten();
        globs.any(|glob| {
            let target = self.find(module, &glob.path);
            let target = target.or_else(|| self.find(&[], &glob.path));
            target.is_some_and(|target| match self.variants.get(&target) {
                Some(variants) => variants.contains(name),
                None => self.shows(&target, name, viewer, seen),
            })
        })
    }
}
