//! Traits that the crate declares and whose objects are inputs: what stands in front of them in the copy, and where.

use std::collections::BTreeSet;

use syn::spanned::Spanned;
use syn::{Item, ItemTrait, TraitItem, Visibility};
use unroll_resolve::implementors::Implementors;
use unroll_resolve::names::Path;

use super::Types;
use super::declared::{Declared, NameableIn, Site};
use super::objects::{MentionedObjects, Objects};
use crate::project::functions;
use crate::project::functions::line;
use crate::project::sources::modules;
use crate::project::sources::modules::ModuleFile;

impl Types {
    /// Adds the traits among `items` of `module` whose objects are `mentioned`, and that types of the crate implement.
    pub(super) fn add_objects(
        &mut self,
        file: &ModuleFile,
        items: &[Item],
        module: &[String],
        known: (&MentionedObjects, &Implementors),
    ) {
        for item in items {
            match item {
                Item::Trait(item) => {
                    let objects = Objects::of(&item.ident, module, known);
                    if let Some(objects) = objects.filter(|_| is_usable(file, item)) {
                        self.push(declared(file, item, module, objects));
                    }
                }
                Item::Mod(item) if !modules::is_passed_over(item) => {
                    if let Some((_, items)) = &item.content {
                        let inner = [module, &[modules::unraw(&item.ident)]].concat();
                        self.add_objects(file, items, &inner, known);
                    }
                }
                _ => {}
            }
        }
    }

    /// The paths of traits whose objects are one of several types of the crate.
    pub(in crate::project) fn varied_objects(&self) -> BTreeSet<Path> {
        let several = |declared: &&Declared| {
            let objects = declared.objects.as_ref();
            objects.is_some_and(|objects| objects.types.len() > 1)
        };
        let declared = self.declared.iter().filter(several);
        declared
            .map(|it| [&it.module[..], std::slice::from_ref(&it.name)].concat())
            .collect()
    }
}

/// True if an item can stand in front of the trait, and `dyn` in front of its name alone.
fn is_usable(file: &ModuleFile, item: &ItemTrait) -> bool {
    let is_conditional = |attr: &syn::Attribute| attr.path().is_ident("cfg");
    let has_types = |item: &TraitItem| matches!(item, TraitItem::Type(_));
    file.source.is_inside
        && item.generics.params.is_empty()
        && !item.items.iter().any(has_types)
        && !item.attrs.iter().any(is_conditional)
        && !modules::is_test_only(&item.attrs)
}

fn declared(file: &ModuleFile, item: &ItemTrait, module: &[String], objects: Objects) -> Declared {
    let declaration = match (&item.vis, item.unsafety) {
        (Visibility::Inherited, None) => item.trait_token.span,
        (Visibility::Inherited, Some(unsafety)) => unsafety.span,
        (vis, _) => vis.span(),
    };
    Declared {
        name: modules::unraw(&item.ident),
        module: module.to_vec(),
        site: Some(Site {
            file: file.source.path.clone(),
            at: functions::start(&item.attrs, declaration),
            lines: (line(item.span().start().line), line(item.span().end().line)),
        }),
        lifetimes: 0,
        mentions: objects.mentions(),
        visible: vec![NameableIn::of(&item.vis, module)],
        is_closed: false,
        has_input: false,
        lacks_debug: false,
        invariant: None,
        objects: Some(objects),
    }
}
