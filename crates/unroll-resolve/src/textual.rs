//! Scopes that depend on the order of the source and not on paths: macros defined by `macro_rules!` (Rust reference,
//! "Macros By Example", textual scope), and the prelude, which `#![no_implicit_prelude]` removes from a module and
//! those below it.
//!
//! In: the items of the crate's root, and those of each module in a file of its own. Out: both facts, module by
//! module, and the modules in the order in which the compiler reads them.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Attribute, File, Item, ItemMod};

use crate::imports::unraw;
use crate::names::Path;

/// The textual scopes of a crate's modules.
#[derive(Clone, Debug, Default)]
pub struct TextualScopes {
    /// The macros that were defined before the end of each module.
    macros: BTreeMap<Path, BTreeSet<String>>,
    /// The modules that do not have the prelude.
    without_prelude: BTreeSet<Path>,
}

/// The sources of a crate.
pub trait Sources {
    /// The file of a module that is declared without a body.
    fn file(&self, module: &[String]) -> Option<&File>;

    /// True if a module is compiled, as far as its attributes tell.
    fn is_compiled(&self, module: &ItemMod) -> bool;
}

impl TextualScopes {
    /// Those of the crate whose root is given; `visit` is called with each module and its items that are compiled.
    pub fn of<'f, S: Sources>(
        root: &'f File,
        sources: &'f S,
        visit: &mut dyn FnMut(&[String], &[&Item]),
    ) -> Self {
        let mut reader = Reader {
            sources,
            scopes: Self::default(),
            visit,
        };
        let lacks_prelude = has_no_prelude(&root.attrs);
        reader.items(&[], &root.items, &mut BTreeSet::new(), lacks_prelude);
        reader.scopes
    }

    /// The macros that were defined before the end of a module; `None` for a module that the crate does not have.
    pub fn macros(&self, module: &[String]) -> Option<&BTreeSet<String>> {
        self.macros.get(module)
    }

    /// The modules of the crate.
    pub fn modules(&self) -> impl Iterator<Item = &Path> {
        self.macros.keys()
    }

    /// True if a module has the prelude.
    pub fn has_prelude(&self, module: &[String]) -> bool {
        !self.without_prelude.contains(module)
    }
}

/// Reads items in the order in which the compiler does, because a macro is in scope behind its definition.
struct Reader<'f, 'v, S> {
    sources: &'f S,
    scopes: TextualScopes,
    visit: &'v mut dyn FnMut(&[String], &[&Item]),
}

impl<S: Sources> Reader<'_, '_, S> {
    fn items(
        &mut self,
        module: &[String],
        items: &[Item],
        macros: &mut BTreeSet<String>,
        lacks_prelude: bool,
    ) {
        let sources = self.sources;
        let is_compiled =
            |item: &&Item| !matches!(item, Item::Mod(module) if !sources.is_compiled(module));
        let compiled: Vec<&Item> = items.iter().filter(is_compiled).collect();
        (self.visit)(module, &compiled);
        if lacks_prelude {
            self.scopes.without_prelude.insert(module.to_vec());
        }
        for item in compiled {
            match item {
                Item::Macro(item) if item.mac.path.is_ident("macro_rules") => {
                    macros.extend(item.ident.as_ref().map(unraw));
                }
                Item::Mod(item) => {
                    // What an inner module defines ends with it, unless `macro_use` says otherwise.
                    let mut inner = macros.clone();
                    self.child(module, item, &mut inner, lacks_prelude);
                    let mut attrs = item.attrs.iter();
                    if attrs.any(|attr| attr.path().is_ident("macro_use")) {
                        *macros = inner;
                    }
                }
                _ => {}
            }
        }
        self.scopes.macros.insert(module.to_vec(), macros.clone());
    }

    fn child(
        &mut self,
        module: &[String],
        item: &ItemMod,
        macros: &mut BTreeSet<String>,
        lacks_prelude: bool,
    ) {
        let mut path = module.to_vec();
        path.push(unraw(&item.ident));
        let lacks_prelude = lacks_prelude || has_no_prelude(&item.attrs);
        if let Some((_, items)) = &item.content {
            return self.items(&path, items, macros, lacks_prelude);
        }
        let sources = self.sources;
        if let Some(file) = sources.file(&path) {
            let lacks_prelude = lacks_prelude || has_no_prelude(&file.attrs);
            self.items(&path, &file.items, macros, lacks_prelude);
        }
    }
}

fn has_no_prelude(attrs: &[Attribute]) -> bool {
    attrs
        .iter()
        .any(|attr| attr.path().is_ident("no_implicit_prelude"))
}
