//! Scopes of type names in the modules of a crate, by declarations and imports, and the path by which one module names what another means.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit_mut;
use syn::{Ident, Path, Type, UseTree};

use crate::imports::{self, Import};
use unroll_syntax::walk::{AsEdit, Edit};

/// Paths for names, by module.
#[derive(Clone, Default)]
pub(crate) struct Scopes {
    names: BTreeMap<Vec<String>, BTreeMap<String, String>>,
    /// Modules that only those around and inside of the one that declares them can name.
    private: BTreeSet<Vec<String>>,
    /// Where what private modules have is shown: for its path, or that of a module all of whose names are shown, the path to say instead.
    shown: BTreeMap<Vec<String>, Vec<String>>,
}

impl Scopes {
    /// The names of a module.
    pub(crate) fn of(&self, module: &[String]) -> Option<&BTreeMap<String, String>> {
        self.names.get(module)
    }

    /// Notes that `module` declares the module `name`, for itself and what is inside of it.
    pub(crate) fn declare_private(&mut self, module: &[String], name: &Ident) {
        self.private.insert([module, &[name.to_string()]].concat());
    }

    /// Notes that `module` declares `name`.
    pub(crate) fn declare(&mut self, module: &[String], name: &Ident) {
        let path = [&["crate".to_owned()], module, &[name.to_string()]].concat();
        self.name(module, name.to_string(), path.join("::"));
    }

    fn name(&mut self, module: &[String], name: String, path: String) {
        let scope = self.names.entry(module.to_vec()).or_default();
        scope.insert(name, path);
    }

    /// Notes what `tree` imports into `module`, and shows to others if it `is_public`.
    pub(crate) fn import(&mut self, module: &[String], tree: &UseTree, is_public: bool) {
        for Import { path, name } in imports::of(tree) {
            let path: Vec<String> = path.iter().map(ToString::to_string).collect();
            if is_public {
                self.show(module, &path, name.as_ref());
            }
            if let Some(name) = name {
                self.imported(module, path, &name);
            }
        }
    }

    /// Notes that `module` shows what is at `path`, which may be one of its own modules.
    fn show(&mut self, module: &[String], path: &[String], name: Option<&Ident>) {
        let whole = match path.first().map(String::as_str) {
            Some("crate") => path[1..].to_vec(),
            Some("self") => [module, &path[1..]].concat(),
            Some("super" | "std" | "core" | "alloc") | None => return,
            Some(_) => [module, path].concat(),
        };
        let name = name.map(ToString::to_string);
        let shown = module.iter().cloned().chain(name).collect();
        self.shown.entry(whole).or_insert(shown);
    }

    /// `path` below the crate as the module `to` can say it: not through modules that are private elsewhere.
    fn seen_from(&self, path: Vec<String>, to: &[String]) -> Vec<String> {
        let is_hidden = |path: &[String]| {
            self.private.contains(path) && !to.starts_with(&path[..path.len() - 1])
        };
        let mut path = path;
        // Each step leaves one private module.
        while let Some(hidden) = (1..path.len()).find(|len| is_hidden(&path[..*len])) {
            let shown = |len: usize| Some((len, self.shown.get(&path[..len])?));
            let Some((len, instead)) = (hidden..=path.len()).rev().find_map(shown) else {
                break;
            };
            let shorter = [&instead[..], &path[len..]].concat();
            if shorter.len() >= path.len() {
                break;
            }
            path = shorter;
        }
        path
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
            let scopes = self;
            Namer {
                scopes,
                to,
                there,
                here,
            }
            .visit_type_mut(&mut ty);
        }
        ty
    }
}

/// Makes paths mean here what they mean there.
struct Namer<'i> {
    scopes: &'i Scopes,
    to: &'i [String],
    there: Option<&'i BTreeMap<String, String>>,
    here: Option<&'i BTreeMap<String, String>>,
}

impl Edit for Namer<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self.walk(), path);
        let Some(first) = path.segments.first().map(|first| first.ident.to_string()) else {
            return;
        };
        let meant = |scope: Option<&BTreeMap<String, String>>| scope?.get(&first).cloned();
        let there = meant(self.there);
        if path.leading_colon.is_some() || there == meant(self.here) {
            return;
        }
        let there = there.map(|there| match there.strip_prefix("crate::") {
            Some(below) => {
                let below = below.split("::").map(str::to_owned).collect();
                format!(
                    "crate::{}",
                    self.scopes.seen_from(below, self.to).join("::")
                )
            }
            None => there,
        });
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
