//! Traits of the crate whose objects are inputs: `Box<dyn Shape>` and the like, wherever they stand in an input.
//!
//! In: the objects that types mention, and the types that implement the traits. Out: for a trait the types that a value behind a pointer may have,
//! and the sets of markers that it is mentioned with. Which traits these are, `traits` decides.
//!
//! **Invariant:** the types are some of those that implement the trait. Other crates may have more, so the runtime builds their values under a
//! restriction.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::visit;
use syn::{Ident, Item, Type, TypeParamBound};
use unroll_resolve::implementors::Implementors;
use unroll_resolve::names::{Path, paths_in};
use unroll_syntax::walk::{AsLook, Look};

use crate::project::sources::modules;
use crate::project::sources::modules::ModuleFile;

/// Most types that a value behind a pointer is one of.
const MOST_TYPES: usize = 8;

/// Markers that an object may have besides its trait.
const MARKERS: [&str; 2] = ["Send", "Sync"];

/// The objects of a trait.
pub(super) struct Objects {
    /// The sets of markers.
    pub(super) markers: BTreeSet<Markers>,
    /// The types behind them.
    pub(super) types: Vec<BehindObject>,
}

/// Markers, in the order of [`MARKERS`].
pub(super) type Markers = Vec<&'static str>;

/// A type behind an object.
pub(super) struct BehindObject {
    /// The type, as the module of the trait names it.
    pub(super) text: String,
    /// The types that it mentions.
    pub(super) mentions: BTreeSet<Path>,
}

impl Objects {
    /// The objects of the trait `name`, which `module` declares, if types mention some and the crate implements it.
    pub(super) fn of(
        name: &Ident,
        module: &[String],
        (mentioned, implementors): (&MentionedObjects, &Implementors),
    ) -> Option<Self> {
        let name_text = modules::unraw(name);
        let markers = mentioned.markers.get(&name_text)?.clone();
        if mentioned.by_hand.contains(&name_text) {
            return None;
        }
        let types = implementors.behind_objects(name, module).into_iter();
        let types = types.map(|ty: Type| BehindObject {
            text: ty.to_token_stream().to_string(),
            mentions: paths_in(ty.into_token_stream()),
        });
        let types: Vec<_> = types.take(MOST_TYPES).collect();
        (!types.is_empty()).then_some(Self { markers, types })
    }

    /// All types that are mentioned.
    pub(super) fn mentions(&self) -> BTreeSet<Path> {
        let types = self.types.iter();
        types.flat_map(|ty| ty.mentions.iter().cloned()).collect()
    }
}

/// The trait and the markers of an object, if these are all that it is bounded by.
pub(in crate::project) fn parts<'b>(
    bounds: impl IntoIterator<Item = &'b TypeParamBound>,
) -> Option<(&'b syn::Path, Markers)> {
    let mut of_trait = None;
    let mut markers = BTreeSet::new();
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else {
            continue;
        };
        let marker = (0..).zip(MARKERS).find(|(_, it)| bound.path.is_ident(it));
        match marker {
            Some(marker) => {
                markers.insert(marker);
            }
            None if of_trait.is_none() && bound.lifetimes.is_none() => {
                of_trait = Some(&bound.path);
            }
            None => return None,
        }
    }
    let markers = markers.into_iter().map(|(_, marker)| marker);
    Some((of_trait?, markers.collect()))
}

/// The objects that types mention, by the last names of their traits.
#[derive(Default)]
pub(super) struct MentionedObjects {
    /// The sets of markers.
    markers: BTreeMap<String, BTreeSet<Markers>>,
    /// Those with pointers that have an `Input` by hand.
    by_hand: BTreeSet<String>,
    /// True inside the type of an `impl Input for`.
    is_by_hand: bool,
}

impl<'t> Look<'t> for MentionedObjects {
    fn visit_type(&mut self, ty: &'t Type) {
        if let Type::TraitObject(object) = ty
            && let Some((path, markers)) = parts(&object.bounds)
            && let Some(last) = path.segments.last()
            && last.arguments.is_none()
        {
            let name = modules::unraw(&last.ident);
            if self.is_by_hand {
                self.by_hand.insert(name.clone());
            }
            self.markers.entry(name).or_default().insert(markers);
        }
        visit::visit_type(self.walk(), ty);
    }

    fn visit_item(&mut self, item: &'t Item) {
        if let Item::Impl(block) = item
            && let Some((_, path, _)) = &block.trait_
            && path.segments.last().is_some_and(|it| it.ident == "Input")
        {
            self.is_by_hand = true;
            self.visit_type(&block.self_ty);
            self.is_by_hand = false;
        }
        visit::visit_item(self.walk(), item);
    }
}

impl MentionedObjects {
    /// Those of `files`.
    pub(super) fn of(files: &[&ModuleFile]) -> Self {
        let mut mentioned = Self::default();
        for file in files {
            for item in file.items() {
                mentioned.visit_item(item);
            }
        }
        mentioned
    }
}
