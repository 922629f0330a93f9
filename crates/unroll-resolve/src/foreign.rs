//! The types that implement the traits of another crate, as far as that crate's own files show.
//!
//! In: the items of a dependency, and the names of traits that it declares. Out: its `impl` blocks of these traits,
//! without their methods, with types under the names by which a dependent crate can refer to them. A block about a
//! type without such a name is left out, and so are blocks about trait objects.
//!
//! Bounds stay as they are written, since only the last names of traits count ([`crate::implementors`]).

use std::collections::BTreeSet;

use quote::format_ident;
use syn::{
    GenericParam, Ident, ImplItem, Item, ItemImpl, Path as SynPath, PathArguments, PathSegment,
    Type, parse_quote, visit_mut,
};

use crate::by_example::Macros;
use crate::exports::Exports;
use crate::imports::unraw;
use crate::names::{Names, Path};
use unroll_syntax::walk::{AsEdit, Edit};

/// A crate that another one depends on.
pub struct Dependency<'d> {
    /// The name that the other crate has for it.
    name: &'d str,
    names: Names,
    exports: Exports,
    /// Its `impl` blocks, with the modules that they stand in.
    blocks: Vec<(Path, ItemImpl)>,
    /// The traits that it declares.
    traits: BTreeSet<String>,
}

impl<'d> Dependency<'d> {
    /// The crate with the items of these modules, as another crate calls it.
    pub fn of(name: &'d str, modules: &[(Path, Vec<Item>)]) -> Self {
        let mut macros = Macros::default();
        for (_, items) in modules {
            macros.add(items);
        }
        let mut krate = Self {
            name,
            names: Names::default(),
            exports: Exports::default(),
            blocks: Vec::new(),
            traits: BTreeSet::new(),
        };
        for (module, items) in modules {
            krate.exports.add(module, items);
            krate.add(module, items);
            for (module, items) in macros.expanded(module, items) {
                krate.exports.add(&module, &items);
                krate.add(&module, &items);
            }
        }
        krate.exports = krate.exports.resolved();
        krate
    }

    fn add(&mut self, module: &[String], items: &[Item]) {
        self.names.add(module, items);
        for item in items {
            match item {
                Item::Impl(item) => self.blocks.push((module.to_vec(), item.clone())),
                Item::Trait(item) => {
                    self.traits.insert(unraw(&item.ident));
                }
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        self.add(&[module, &[unraw(&item.ident)]].concat(), items);
                    }
                }
                _ => {}
            }
        }
    }

    /// The `impl` blocks of those of `traits` that the crate declares.
    pub fn implementations(&self, traits: &BTreeSet<String>) -> Vec<Item> {
        let is_wanted = |path: &SynPath| {
            let last = path.segments.last().map(|last| unraw(&last.ident));
            last.is_some_and(|name| traits.contains(&name) && self.traits.contains(&name))
        };
        let blocks = self.blocks.iter().filter_map(|(module, block)| {
            let (negated, path, _) = block.trait_.as_ref()?;
            let is_wanted = negated.is_none() && is_wanted(path);
            let named = is_wanted.then(|| self.named_outside(module, block))??;
            Some(Item::Impl(named))
        });
        blocks.collect()
    }

    /// The head of `block` with the names that other crates have.
    fn named_outside(&self, module: &[String], block: &ItemImpl) -> Option<ItemImpl> {
        let params = block.generics.params.iter();
        let params = params.filter_map(|param| match param {
            GenericParam::Type(param) => Some(param.ident.clone()),
            GenericParam::Const(param) => Some(param.ident.clone()),
            GenericParam::Lifetime(_) => None,
        });
        let mut outward = Outward {
            krate: self,
            module,
            params: params.collect(),
            is_hidden: false,
        };
        let mut block = block.clone();
        block.attrs.clear();
        block.items.retain(|item| matches!(item, ImplItem::Type(_)));
        outward.visit_type_mut(&mut block.self_ty);
        for item in &mut block.items {
            if let ImplItem::Type(item) = item {
                outward.visit_type_mut(&mut item.ty);
            }
        }
        let (_, path, _) = block.trait_.as_mut()?;
        if let Some(last) = path.segments.last_mut() {
            let mut arguments = std::mem::replace(&mut last.arguments, PathArguments::None);
            if let PathArguments::AngleBracketed(arguments) = &mut arguments {
                outward.visit_angle_bracketed_generic_arguments_mut(arguments);
            }
            *path = PathSegment {
                ident: last.ident.clone(),
                arguments,
            }
            .into();
        }
        (!outward.is_hidden).then_some(block)
    }

    /// The path by which other crates can name the item at `path` below the root.
    fn exported(&self, path: &[String]) -> Option<Path> {
        let last = path.last()?;
        let root = std::slice::from_ref(last);
        let is_shown = self.names.find(&[], root).as_deref() == Some(path);
        let shown = if is_shown { root } else { path };
        (self.exports.has(&[], path)).then(|| [&[self.name.to_owned()], shown].concat())
    }
}

/// Makes paths of types mean in another crate what they mean in a module of this one.
struct Outward<'o, 'd> {
    krate: &'o Dependency<'d>,
    module: &'o [String],
    params: Vec<Ident>,
    /// True if some type has no name outside.
    is_hidden: bool,
}

/// Names that mean the same in every crate.
const PRELUDE: [&str; 6] = ["Box", "Option", "Result", "Self", "String", "Vec"];

impl Outward<'_, '_> {
    /// The name of what `path` means.
    fn outside(&self, path: &[String]) -> Option<Path> {
        let (first, rest) = path.split_first()?;
        if let Some(found) = self.krate.names.find(self.module, path) {
            return self.krate.exported(&found);
        }
        let meaning = self.krate.names.meaning(self.module, first);
        let whole = match meaning {
            Some(meaning) => [&meaning[..], rest].concat(),
            None => path.to_vec(),
        };
        let last = whole.last()?;
        if ["std", "core", "alloc"].contains(&whole[0].as_str()) {
            let is_known = PRELUDE.contains(&last.as_str());
            let of_std = || [&["std".to_owned()], &whole[1..]].concat();
            return Some(if is_known {
                vec![last.clone()]
            } else {
                of_std()
            });
        }
        // Primitive types are written in lower case. Any other name that is not found may mean
        // anything.
        let is_everywhere = first.starts_with(char::is_lowercase) || PRELUDE.contains(&&**first);
        (is_everywhere && rest.is_empty()).then_some(whole)
    }
}

impl Edit for Outward<'_, '_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        self.is_hidden |= matches!(ty, Type::TraitObject(_) | Type::Macro(_));
        visit_mut::visit_type_mut(self.walk(), ty);
    }

    fn visit_path_mut(&mut self, path: &mut SynPath) {
        visit_mut::visit_path_mut(self.walk(), path);
        let is_param = |first: &PathSegment| self.params.contains(&first.ident);
        if path.leading_colon.is_some() || path.segments.first().is_some_and(is_param) {
            return;
        }
        let names = path.segments.iter().map(|segment| unraw(&segment.ident));
        let Some(named) = self.outside(&names.collect::<Vec<_>>()) else {
            self.is_hidden = true;
            return;
        };
        let arguments = path.segments.pop().map(|last| last.into_value().arguments);
        let segments = named.iter().map(|name| format_ident!("{name}"));
        *path = parse_quote!(#(#segments)::*);
        if let (Some(last), Some(arguments)) = (path.segments.last_mut(), arguments) {
            last.arguments = arguments;
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens as _;

    use super::*;

    /// The heads of the blocks of `Tr` in a crate `dep` of these modules.
    fn heads(modules: &[(&str, &str)]) -> Vec<String> {
        let modules: Vec<_> = modules
            .iter()
            .map(|(module, text)| {
                let path = module.split("::").filter(|name| !name.is_empty());
                let file = syn::parse_file(text).expect("the text is Rust");
                (path.map(str::to_owned).collect(), file.items)
            })
            .collect();
        let traits = BTreeSet::from(["Tr".to_owned()]);
        let blocks = Dependency::of("dep", &modules).implementations(&traits);
        let heads = blocks
            .iter()
            .map(|block| block.to_token_stream().to_string());
        heads.collect()
    }

    #[test]
    fn types_have_the_names_that_other_crates_call_them_by() {
        let heads = heads(&[
            (
                "",
                "pub mod open; mod closed; pub use closed::Shown; pub trait Tr { type Out; }
                 impl Tr for u8 { type Out = Shown; fn f() {} }",
            ),
            (
                "open",
                "use crate::Tr; use alloc::{rc::Rc, string::String}; pub struct S<T>(T);
                 impl<T> Tr for S<T> { type Out = Rc<T>; } impl Tr for String { type Out = (); }",
            ),
            (
                "closed",
                "use super::Tr; pub struct Shown; struct Own; pub struct Hidden;
                 impl Tr for Shown {} impl Tr for Own {} impl Tr for Hidden {} impl Tr for Box<dyn Tr> {}
                 impl Copy for Shown {}",
            ),
        ]);
        let expected = [
            "impl Tr for u8 { type Out = dep :: Shown ; }",
            "impl < T > Tr for dep :: open :: S < T > { type Out = std :: rc :: Rc < T > ; }",
            "impl Tr for String { type Out = () ; }",
            "impl Tr for dep :: Shown { }",
        ];
        assert_eq!(heads, expected);
    }

    #[test]
    fn traits_of_other_crates_are_left_out() {
        assert!(heads(&[("", "use base::Tr; impl Tr for u8 {}")]).is_empty());
    }
}
