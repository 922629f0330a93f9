//! The types that files declare, unresolved.

use std::collections::BTreeSet;
use std::ops::Range;

use camino::Utf8PathBuf;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Field, Generics, Item, ItemEnum, ItemImpl, ItemStruct, Type, Visibility};
use unroll_resolve::by_example::Macros;

use super::{Mentions, Types};
use crate::project::functions;
use crate::project::functions::line;
use crate::project::sources::modules;
use crate::project::sources::modules::ModuleFile;
use crate::project::types::calls::Builders;
use crate::project::types::invariants::{Checker, Stated};
use crate::project::types::objects::Objects;
use unroll_resolve::names::{Path, paths_in};

/// A struct, an enum or an alias as it is declared, or a trait whose objects are inputs.
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) module: Vec<String>,
    /// `None` for an alias.
    pub(super) site: Option<Site>,
    /// How many lifetimes it has as parameters.
    pub(super) lifetimes: usize,
    /// The types that its fields mention.
    pub(super) mentions: BTreeSet<Path>,
    /// Where it, and each of its fields, is visible.
    pub(super) visible: Vec<NameableIn>,
    /// True if some field is not everybody's.
    pub(super) is_closed: bool,
    /// True if it derives `Input`.
    pub(super) has_input: bool,
    /// True if it may be described by its fields and does not derive `Debug`.
    pub(super) lacks_debug: bool,
    /// The invariant that attributes state.
    pub(super) invariant: Option<Stated>,
    /// The objects of a trait, which has no fields but types that implement it.
    pub(super) objects: Option<Objects>,
}

/// Where the attribute goes.
pub(super) struct Site {
    pub(super) file: Utf8PathBuf,
    pub(super) at: usize,
    pub(super) lines: (u32, u32),
}

impl Declared {
    /// For each type behind objects of the trait, that it is one.
    pub(super) fn objects_kept(&self) -> Vec<bool> {
        let objects = self.objects.iter();
        let types = objects.flat_map(|objects| &objects.types);
        types.map(|_| true).collect()
    }

    /// True if `module` can name it.
    pub(super) fn is_nameable_in(&self, module: &[String]) -> bool {
        let own = self.visible.first();
        own.is_none_or(|scope| scope.includes(Some(module)))
    }

    /// True if a value can be written down at `place`.
    pub(super) fn is_visible_in(&self, place: Viewpoint<'_>) -> bool {
        self.visible.iter().all(|scope| scope.includes(place))
    }
}

impl Types {
    /// Adds the types that `file` declares.
    pub(super) fn add(&mut self, file: &ModuleFile) {
        let items = file.items();
        self.items(file, items, &mut file.module.clone());
        // A type that a macro of this file declares derives where the macro says `struct`.
        let mut macros = Macros::default();
        macros.add(items);
        for (mut module, made) in macros.expanded(&file.module, items) {
            self.of_macro = macro_bytes(items);
            self.items(file, &made, &mut module);
        }
        self.of_macro.clear();
    }

    fn items(&mut self, file: &ModuleFile, items: &[Item], module: &mut Vec<String>) {
        self.names.add(module, items);
        for item in items {
            match item {
                Item::Struct(item) => {
                    self.declare(file, module, TypeParts::of_struct(item, module));
                }
                Item::Enum(item) if !item.variants.is_empty() => {
                    self.declare(file, module, TypeParts::of_enum(item, module));
                }
                Item::Type(item) => {
                    let mentions = paths_in(item.ty.to_token_stream());
                    self.push(Declared {
                        name: modules::unraw(&item.ident),
                        module: module.clone(),
                        site: None,
                        lifetimes: item.generics.lifetimes().count(),
                        mentions: without_params(mentions, &item.generics),
                        visible: Vec::new(),
                        is_closed: false,
                        has_input: false,
                        lacks_debug: false,
                        invariant: None,
                        objects: None,
                    });
                }
                Item::Impl(item) => {
                    let is_mentioned = |mentions: &mut Mentions, name| {
                        let mentions = mentions.entry(module.clone()).or_default();
                        mentions.extend(implements(item, name));
                    };
                    is_mentioned(&mut self.inputs, "Input");
                    is_mentioned(&mut self.defaults, "Default");
                    if self.of_macro.is_empty() {
                        self.builders.extend(Builders::of(file, item, module));
                        self.builders
                            .extend(Builders::producers(file, item, module));
                        self.checkers.extend(Checker::of(file, item, module));
                    }
                    self.relies(item, module);
                }
                Item::Fn(item) => {
                    if self.of_macro.is_empty() {
                        self.builders
                            .extend(Builders::of_function(file, item, module));
                    }
                    self.relies(item, module);
                }
                Item::Mod(item) if !modules::is_passed_over(item) => {
                    if let Some((_, items)) = &item.content {
                        module.push(modules::unraw(&item.ident));
                        self.items(file, items, module);
                        module.pop();
                    }
                }
                _ => {}
            }
        }
    }

    fn declare(&mut self, file: &ModuleFile, module: &[String], parts: TypeParts<'_>) {
        if modules::is_test_only(parts.attrs) || !file.source.is_inside {
            return;
        }
        let name = modules::unraw(parts.ident);
        let derives = |name| parts.attrs.iter().any(|attr| derives(attr, name));
        if derives("Default") {
            let defaults = self.defaults.entry(module.to_vec()).or_default();
            defaults.insert(vec![name.clone()]);
        }
        let fields = parts.fields.iter();
        let mentions = fields.flat_map(|field| paths_in(field.ty.to_token_stream()));
        let at = parts.start();
        let is_within = self.of_macro.iter().any(|bytes| bytes.contains(&at));
        let site = (self.of_macro.is_empty() || is_within).then(|| Site {
            file: file.source.path.clone(),
            at,
            lines: (line(parts.whole.start().line), line(parts.whole.end().line)),
        });
        self.push(Declared {
            name,
            module: module.to_vec(),
            site,
            lifetimes: parts.generics.lifetimes().count(),
            mentions: without_params(mentions.collect(), parts.generics),
            visible: parts.visible,
            is_closed: parts.is_closed,
            has_input: derives("Input"),
            // Fields of a packed struct cannot be borrowed.
            lacks_debug: self.of_macro.is_empty()
                && !derives("Debug")
                && !parts.attrs.iter().any(is_packed),
            invariant: Stated::by_attributes(file, parts.attrs),
            objects: None,
        });
    }

    pub(super) fn push(&mut self, declared: Declared) {
        let n = self.declared.len();
        self.names.declare(&declared.module, &declared.name, n);
        self.declared.push(declared);
    }

    /// Notes all paths in an item that has unsafe code.
    fn relies(&mut self, item: &impl ToTokens, module: &[String]) {
        let tokens = item.to_token_stream();
        if names_in(tokens.clone()).contains("unsafe") {
            let relied_on = self.relied_on.entry(module.to_vec()).or_default();
            relied_on.extend(paths_in(tokens));
        }
    }
}

/// Where the macros are defined that stand among `items`.
fn macro_bytes(items: &[Item]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Macro(item) if item.ident.is_some() => found.push(item.span().byte_range()),
            Item::Mod(item) => {
                let items = item.content.iter().flat_map(|(_, items)| items);
                for item in items {
                    found.extend(macro_bytes(std::slice::from_ref(item)));
                }
            }
            _ => {}
        }
    }
    found
}

/// The common part of structs and enums.
struct TypeParts<'i> {
    attrs: &'i [Attribute],
    vis: &'i Visibility,
    keyword: Span,
    ident: &'i Ident,
    generics: &'i Generics,
    whole: Span,
    fields: Vec<&'i Field>,
    visible: Vec<NameableIn>,
    is_closed: bool,
}

impl<'i> TypeParts<'i> {
    fn of_struct(item: &'i ItemStruct, module: &[String]) -> Self {
        let fields: Vec<&Field> = item.fields.iter().collect();
        let own = std::iter::once(&item.vis);
        let visible = own.chain(fields.iter().map(|field| &field.vis));
        let mut fields_vis = fields.iter().map(|field| &field.vis);
        Self {
            attrs: &item.attrs,
            vis: &item.vis,
            keyword: item.struct_token.span(),
            ident: &item.ident,
            generics: &item.generics,
            whole: item.span(),
            visible: visible.map(|vis| NameableIn::of(vis, module)).collect(),
            is_closed: !fields_vis.all(|vis| matches!(vis, Visibility::Public(_))),
            fields,
        }
    }

    fn of_enum(item: &'i ItemEnum, module: &[String]) -> Self {
        let variants = item.variants.iter();
        Self {
            attrs: &item.attrs,
            vis: &item.vis,
            keyword: item.enum_token.span(),
            ident: &item.ident,
            generics: &item.generics,
            whole: item.span(),
            visible: vec![NameableIn::of(&item.vis, module)],
            is_closed: false,
            fields: variants.flat_map(|it| it.fields.iter()).collect(),
        }
    }

    /// Where an attribute goes.
    fn start(&self) -> usize {
        let declaration = match self.vis {
            Visibility::Inherited => self.keyword,
            vis => vis.span(),
        };
        functions::start(self.attrs, declaration)
    }
}

/// A place that code stands in: a module of the crate, or `None` for another crate.
pub(in crate::project) type Viewpoint<'p> = Option<&'p [String]>;

/// Where something can be named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::project) enum NameableIn {
    /// In every crate.
    Everywhere,
    /// In this module, and below it.
    Below(Vec<String>),
}

impl NameableIn {
    /// The scope of something in `module` with visibility `vis`.
    pub(in crate::project) fn of(vis: &Visibility, module: &[String]) -> Self {
        match vis {
            Visibility::Public(_) => Self::Everywhere,
            Visibility::Inherited => Self::Below(module.to_vec()),
            Visibility::Restricted(vis) if vis.path.is_ident("self") => {
                Self::Below(module.to_vec())
            }
            Visibility::Restricted(vis) if vis.path.is_ident("super") => {
                Self::Below(module[..module.len().saturating_sub(1)].to_vec())
            }
            // Other paths are rare, and the trial of the tests notices a private field.
            Visibility::Restricted(_) => Self::Below(Vec::new()),
        }
    }

    /// True if it includes a place.
    pub(in crate::project) fn includes(&self, place: Viewpoint<'_>) -> bool {
        match (self, place) {
            (Self::Everywhere, _) => true,
            (Self::Below(module), Some(place)) => place.starts_with(module),
            (Self::Below(_), None) => false,
        }
    }
}

/// All identifiers, keywords among them.
pub(in crate::project) fn names_in(tokens: TokenStream) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                names.insert(modules::unraw(&ident));
            }
            TokenTree::Group(group) => names.extend(names_in(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    names
}

/// `paths` but those that begin with a generic parameter.
fn without_params(mut paths: BTreeSet<Path>, generics: &Generics) -> BTreeSet<Path> {
    paths.retain(|path| !generics.type_params().any(|param| param.ident == path[0]));
    paths
}

fn is_packed(attr: &Attribute) -> bool {
    names_in(attr.meta.to_token_stream()).contains("packed")
}

fn derives(attr: &Attribute, name: &str) -> bool {
    // One under a condition counts, since a second implementation would not compile beside it.
    let is_derive = attr.path().is_ident("derive") || attr.path().is_ident("cfg_attr");
    is_derive && names_in(attr.meta.to_token_stream()).contains(name)
}

/// The type of an `impl Trait for Type`, given the trait's name.
fn implements(item: &ItemImpl, name: &str) -> Option<Path> {
    let (_, path, _) = item.trait_.as_ref()?;
    let Type::Path(ty) = &*item.self_ty else {
        return None;
    };
    let ty = ty.path.segments.iter();
    let last = path.segments.last()?;
    (last.ident == name).then(|| ty.map(|it| modules::unraw(&it.ident)).collect())
}
