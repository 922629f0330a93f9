//! The functions that other crates can call.

use std::collections::BTreeSet;

use unroll_resolve::by_example::Macros;
use unroll_resolve::exports::Exports;
use unroll_resolve::implementors::Implementors;

use syn::{Type, Visibility};

use super::context::Context;
use super::{FunctionParts, Lister};
use crate::project::model::TargetKind;
use crate::project::sources::modules;
use crate::project::sources::modules::ModuleFile;
use crate::project::sources::options::KnownOptions;
use crate::project::sources::test_code::without_tests;

/// The declarations of a crate target that its functions depend on.
pub(in crate::project) struct Crate {
    /// The options of its build.
    pub(super) options: KnownOptions,
    /// Its traits.
    pub(in crate::project) implementors: Implementors,
    /// The paths of those whose objects are inputs that are one of several types.
    pub(in crate::project) varied_objects: BTreeSet<Vec<String>>,
    /// `None` for a binary, which nothing calls from outside: there is no border, and each function is as good as another.
    exports: Option<Exports>,
}

impl Crate {
    /// The crate target with these files.
    pub(in crate::project) fn of<'f>(
        files: impl Iterator<Item = &'f ModuleFile>,
        kind: TargetKind,
        options: &KnownOptions,
    ) -> Self {
        // The crate's own tests stay out of the copy, and no type of theirs can be chosen.
        let files = files.map(|file| (&file.module, without_tests(file.items())));
        let files: Vec<_> = files.collect();
        let mut macros = Macros::default();
        for (_, items) in &files {
            macros.add(items);
        }
        let mut implementors = Implementors::default();
        let mut exports = Exports::default();
        for (module, items) in &files {
            implementors.add(module, items);
            exports.add(module, items);
            for (module, items) in macros.expanded(module, items) {
                implementors.add(&module, &items);
                exports.add(&module, &items);
            }
        }
        Self {
            options: options.clone(),
            implementors,
            varied_objects: BTreeSet::new(),
            exports: (kind == TargetKind::Lib).then(|| exports.resolved()),
        }
    }
}

impl Lister<'_> {
    /// True if other crates can call a function.
    pub(super) fn is_public(&self, parts: &FunctionParts<'_>) -> bool {
        let Some(exports) = &self.krate.exports else {
            return true;
        };
        let has = |path: &[String]| exports.has(&self.module, path);
        let has_path = |path: &syn::Path| has(&names(path));
        let has_type = |ty: &Type| match ty {
            Type::Path(path) => has_path(&path.path),
            _ => true,
        };
        let is_declared = matches!(parts.vis, Some(Visibility::Public(_)));
        match &self.context {
            _ if self.inside_fn => false,
            Context::Module => is_declared && has(&[modules::unraw(&parts.sig.ident)]),
            Context::Trait(of) => has(&[modules::unraw(&of.item.ident)]),
            Context::Impl(block) => {
                has_type(&block.self_ty) && block.of_trait.as_ref().map_or(is_declared, has_path)
            }
        }
    }
}

/// The names of a path.
fn names(path: &syn::Path) -> Vec<String> {
    let segments = path.segments.iter();
    segments
        .map(|segment| modules::unraw(&segment.ident))
        .collect()
}
