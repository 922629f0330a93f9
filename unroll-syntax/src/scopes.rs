//! What names of types mean in the modules of a crate, as far as declarations and imports say so, and how one module says what another means.

use std::collections::BTreeMap;

use syn::visit_mut::{self, VisitMut};
use syn::{Ident, Path, Type, UseTree};

use crate::imports::{self, Import};

/// Paths for names, by module.
#[derive(Clone, Default)]
pub(crate) struct Scopes(BTreeMap<Vec<String>, BTreeMap<String, String>>);

impl Scopes {
    /// The names of a module.
    pub(crate) fn of(&self, module: &[String]) -> Option<&BTreeMap<String, String>> {
        self.0.get(module)
    }

    /// Notes that `module` declares `name`.
    pub(crate) fn declare(&mut self, module: &[String], name: &Ident) {
        let path = [&["crate".to_owned()], module, &[name.to_string()]].concat();
        self.name(module, name.to_string(), path.join("::"));
    }

    fn name(&mut self, module: &[String], name: String, path: String) {
        let scope = self.0.entry(module.to_vec()).or_default();
        scope.insert(name, path);
    }

    /// Notes what `tree` imports into `module`.
    pub(crate) fn import(&mut self, module: &[String], tree: &UseTree) {
        for Import { path, name } in imports::of(tree) {
            if let Some(name) = name {
                let path = path.iter().map(ToString::to_string).collect();
                self.imported(module, path, &name);
            }
        }
    }

    fn imported(&mut self, module: &[String], whole: Vec<String>, as_name: &Ident) {
        let absolute = match whole.first().map(String::as_str) {
            Some("std" | "core" | "alloc" | "crate") => whole,
            Some("self") => [&["crate".to_owned()], module, &whole[1..]].concat(),
            Some("super") if !module.is_empty() => {
                let outer = &module[..module.len() - 1];
                [&["crate".to_owned()], outer, &whole[1..]].concat()
            }
            _ => return,
        };
        self.name(module, as_name.to_string(), absolute.join("::"));
    }

    /// `ty`, which was written in the module `from`, as the module `to` can name it.
    pub(crate) fn named_in(&self, ty: &Type, from: &[String], to: &[String]) -> Type {
        let mut ty = ty.clone();
        if from != to {
            let (there, here) = (self.of(from), self.of(to));
            Namer { there, here }.visit_type_mut(&mut ty);
        }
        ty
    }
}

/// Makes paths mean here what they mean there.
struct Namer<'i> {
    there: Option<&'i BTreeMap<String, String>>,
    here: Option<&'i BTreeMap<String, String>>,
}

impl VisitMut for Namer<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        let Some(first) = path.segments.first().map(|first| first.ident.to_string()) else {
            return;
        };
        let meant = |scope: Option<&BTreeMap<String, String>>| scope?.get(&first).cloned();
        let there = meant(self.there);
        if path.leading_colon.is_some() || there == meant(self.here) {
            return;
        }
        if let Some(Ok(mut there)) = there.map(|there| syn::parse_str::<Path>(&there)) {
            let mut rest = std::mem::take(&mut path.segments).into_iter();
            let arguments = rest.next().map(|first| first.arguments);
            if let (Some(last), Some(arguments)) = (there.segments.last_mut(), arguments) {
                last.arguments = arguments;
            }
            there.segments.extend(rest);
            path.segments = there.segments;
        }
    }
}
