//! Naming: the path by which one module refers to an item that another module names.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::visit_mut;
use syn::{Ident, Path as SynPath, PathSegment, Type};

use super::{Names, Path, below};
use crate::imports::{Import, unraw};
use unroll_syntax::walk::{AsEdit, Edit};

impl Names {
    /// The path from the root of a crate of what `name` means in `module` by its declarations and imports, if it has one.
    pub(crate) fn meaning(&self, module: &[String], name: &str) -> Option<Path> {
        let whole = below(module, name);
        if self.items.contains(&whole) {
            return Some([&["crate".to_owned()], &whole[..]].concat());
        }
        let imports = self.imports.get(&whole)?;
        // Of several, which `cfg` chooses from, the last.
        let mut imports = imports.iter().rev();
        imports.find_map(|import| absolute(module, &import.path))
    }

    /// The path from the root of the crate of the type or trait of its own that `path` means in `module`; `None` where it is another crate's, or where
    /// it is shown by a module that does not declare it.
    pub(crate) fn own_item(&self, module: &[String], path: &[String]) -> Option<Path> {
        let whole = match path {
            [name] => self.meaning(module, name)?,
            _ => absolute(module, path)?,
        };
        let (root, item) = whole.split_first()?;
        (root == "crate" && self.items.contains(item)).then(|| item.to_vec())
    }

    /// `ty`, which was written in the module `from`, as the module `to` can name it.
    pub(crate) fn named_in(&self, ty: &Type, from: &[String], to: &[String]) -> Type {
        let mut ty = ty.clone();
        if from != to {
            let names = self;
            Namer { names, from, to }.visit_type_mut(&mut ty);
        }
        ty
    }

    /// Notes that `module` shows what it imports, which may stand in one of its own modules.
    pub(super) fn show(&mut self, module: &[String], Import { path, name }: &Import) {
        let path: Path = path.iter().map(unraw).collect();
        let whole = match path.first().map(String::as_str) {
            Some("crate") => path[1..].to_vec(),
            Some("self") => [module, &path[1..]].concat(),
            Some("super" | "std" | "core" | "alloc") | None => return,
            Some(_) => [module, &path].concat(),
        };
        let shown = module.iter().cloned().chain(name.as_ref().map(unraw));
        self.shown.entry(whole).or_insert(shown.collect());
    }

    /// The types and traits whose own paths lead through modules that are private elsewhere, as far as `to` has another path for them: each with that
    /// path, both from the root of the crate.
    pub fn shown_to(&self, to: &[String]) -> BTreeMap<Path, Path> {
        let hidden = self.private.iter().filter(|it| is_hidden(it, to));
        let items = hidden.flat_map(|module| {
            let from = self.items.range::<Path, _>(module..);
            from.take_while(move |item| item.starts_with(module))
        });
        let seen = items.map(|item| (item.clone(), self.seen_from(item.clone(), to)));
        seen.filter(|(item, seen)| item != seen).collect()
    }

    /// `path` below the crate as the module `to` can say it: not through modules that are private elsewhere.
    fn seen_from(&self, path: Path, to: &[String]) -> Path {
        let is_hidden = |path: &[String]| self.private.contains(path) && is_hidden(path, to);
        let mut path = path;
        // Each step leaves one private module.
        while let Some(hidden) = (1..path.len()).find(|len| is_hidden(&path[..*len])) {
            let shown = |len: usize| Some((len, self.shown.get(&path[..len])?));
            let Some((len, instead)) = (hidden..=path.len()).rev().find_map(shown) else {
                break;
            };
            let shorter = [&instead[..], &path[len..]].concat();
            // Only to shorter paths, so that modules which show each other come to an end.
            if shorter.len() >= path.len() {
                break;
            }
            path = shorter;
        }
        path
    }
}

/// True if the module `to` cannot name the private module `module`: it stands neither in the module around that, nor below.
fn is_hidden(module: &[String], to: &[String]) -> bool {
    !to.starts_with(&module[..module.len() - 1])
}

/// An import of `module` from the root of a crate; `None` where its first name may be anything.
fn absolute(module: &[String], import: &[String]) -> Option<Path> {
    let (first, rest) = import.split_first()?;
    let around = match first.as_str() {
        "std" | "core" | "alloc" | "crate" => return Some(import.to_vec()),
        "self" => module,
        "super" => module.split_last()?.1,
        _ => return None,
    };
    Some([&["crate".to_owned()], around, rest].concat())
}

/// Makes paths mean in one module what they mean in another.
struct Namer<'n> {
    names: &'n Names,
    from: &'n [String],
    to: &'n [String],
}

impl Edit for Namer<'_> {
    fn visit_path_mut(&mut self, path: &mut SynPath) {
        visit_mut::visit_path_mut(self.walk(), path);
        let Some(first) = path.segments.first() else {
            return;
        };
        let name = unraw(&first.ident);
        let there = self.names.meaning(self.from, &name);
        if path.leading_colon.is_some() || there == self.names.meaning(self.to, &name) {
            return;
        }
        let Some(mut there) = there else { return };
        if let Some((krate, below)) = there.split_first()
            && krate == "crate"
        {
            let seen = self.names.seen_from(below.to_vec(), self.to);
            there = [&["crate".to_owned()], &seen[..]].concat();
        }
        let mut rest = std::mem::take(&mut path.segments).into_iter();
        let arguments = rest.next().map(|first| first.arguments);
        path.segments = there
            .iter()
            .map(|it| PathSegment::from(ident(it)))
            .collect();
        if let (Some(last), Some(arguments)) = (path.segments.last_mut(), arguments) {
            last.arguments = arguments;
        }
        path.segments.extend(rest);
    }
}

/// A name of a path as it is written.
fn ident(name: &str) -> Ident {
    let is_plain =
        syn::parse_str::<Ident>(name).is_ok() || matches!(name, "crate" | "super" | "self");
    if is_plain {
        Ident::new(name, Span::call_site())
    } else {
        Ident::new_raw(name, Span::call_site())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Path {
        let names = text.split("::").filter(|name| !name.is_empty());
        names.map(str::to_owned).collect()
    }

    #[test]
    fn types_of_private_modules_have_other_paths_outside() {
        let mut names = Names::default();
        for (module, items) in [
            ("", "mod shapes; mod hidden; pub use shapes::Own;"),
            (
                "shapes",
                "mod spans; pub use self::spans::Span; pub struct Own;",
            ),
            ("shapes::spans", "pub struct Span; pub struct Secret;"),
            ("hidden", "pub struct Seen;"),
        ] {
            let file: syn::File = syn::parse_str(items).expect("items are Rust");
            names.add(&path(module), &file.items);
        }
        let span = (path("shapes::spans::Span"), path("shapes::Span"));
        let shown = BTreeMap::from([span]);
        assert_eq!(names.shown_to(&[]), shown);
        assert_eq!(names.shown_to(&path("hidden")), shown);
        // They can name the module.
        assert!(names.shown_to(&path("shapes")).is_empty());
        assert!(names.shown_to(&path("shapes::spans")).is_empty());
    }
}
