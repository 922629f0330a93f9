//! The crate's own structs and enums that inputs of functions without the attribute are made of.
//!
//! Who writes `#[unroll_test]` also derives `Input` for what the function takes. For a function that the command line names the copy
//! does it: for every type of the crate that the function's parameters mention, and for those that their fields mention, if a
//! test of the function can write a value of it down, which needs fields that are visible there. A type with private fields that unsafe code
//! may rely on has only the values that its constructors make, so it gets none.
//!
//! Names are compared by their last segment, since nothing is resolved here; a type too many does no harm. Types whose fields are no
//! inputs are found out by the build, which leaves them as they are.

use std::collections::BTreeSet;

use camino::Utf8PathBuf;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Field, Generics, Item, ItemImpl, Type, Visibility};

use super::functions::{self, line};
use super::model::{Function, InputType};
use super::modules::{self, ModuleFile};
use super::skip::SkipCode;

/// The types of one crate target.
#[derive(Default)]
pub(super) struct Types {
    declared: Vec<Declared>,
    /// Names of types that have `Input` already.
    inputs: BTreeSet<String>,
    /// Names that stand in `impl` blocks and functions with unsafe code.
    relied_on: BTreeSet<String>,
}

/// A struct, an enum or an alias as it is declared.
struct Declared {
    name: String,
    module: Vec<String>,
    /// `None` for an alias.
    site: Option<Site>,
    /// Names in the types of its fields.
    mentions: BTreeSet<String>,
    /// The modules below which it, and each of its fields, is visible.
    visible: Vec<Vec<String>>,
    /// Whether some field is not everybody's.
    is_closed: bool,
}

/// Where the attribute goes.
struct Site {
    file: Utf8PathBuf,
    at: usize,
    lines: (u32, u32),
}

impl Types {
    /// Adds the types that `file` declares.
    pub(super) fn add(&mut self, file: &ModuleFile) {
        let mut module = file.module.clone();
        self.items(file, &file.source.tree.items, &mut module);
    }

    /// The types that get `Input` for the sake of `functions`, which are those of the same target; `krate` is its name.
    pub(super) fn needed_by<'f>(
        &self,
        krate: &str,
        functions: impl Iterator<Item = &'f Function>,
    ) -> Vec<InputType> {
        let functions = functions.filter(|function| !function.annotated);
        let needed: BTreeSet<usize> = functions.flat_map(|it| self.needed_for(it)).collect();
        let id = |n: usize| {
            let declared = &self.declared[n];
            let module = declared.module.iter().map(|name| format!("{name}::"));
            format!("{krate}::{}{}", module.collect::<String>(), declared.name)
        };
        let types = needed.iter().filter_map(|&n| {
            let declared = &self.declared[n];
            let site = declared.site.as_ref()?;
            let within = self.within(n);
            Some(InputType {
                path: id(n),
                file: site.file.clone(),
                at: site.at,
                lines: site.lines,
                within: within.intersection(&needed).map(|&n| id(n)).collect(),
            })
        });
        types.collect()
    }

    /// A type below a parameter of `function` whose values its tests cannot write down, with the reason: a field is private elsewhere,
    /// or has to hold what unsafe code relies on. Of types with one name any may be meant, so all of them have to be of this kind.
    pub(super) fn unwritable(&self, function: &Function) -> Option<(SkipCode, String)> {
        let below = self.below(function);
        let types = || below.iter().flatten().map(|&n| &self.declared[n]);
        let is_hidden = |declared: &&Declared| !declared.is_visible_in(&function.segments);
        let is_guarded =
            |declared: &&Declared| declared.is_closed && self.relied_on.contains(&declared.name);
        let is_written = |declared: &&Declared| !is_hidden(declared) && !is_guarded(declared);
        let written: BTreeSet<&String> = types().filter(is_written).map(|it| &it.name).collect();
        let declared = types().find(|declared| !written.contains(&declared.name))?;
        let code = if is_hidden(&declared) {
            SkipCode::Unwritable
        } else {
            SkipCode::Guarded
        };
        Some((code, declared.name.clone()))
    }

    /// The types below each parameter, unless one contains itself.
    fn needed_for(&self, function: &Function) -> BTreeSet<usize> {
        let is_recursive = |&n: &usize| self.within(n).contains(&n);
        let below = self.below(function).into_iter();
        below
            .filter(|types| !types.iter().any(is_recursive))
            .flatten()
            .collect()
    }

    /// The types below each parameter.
    fn below(&self, function: &Function) -> Vec<BTreeSet<usize>> {
        let own = function.segments.iter().rev().nth(1);
        let params = function.params.iter().map(|param| &param.ty);
        let given = function.generics.iter().map(|given| &given.value);
        let below = params.chain(given).map(|ty| {
            let tokens: TokenStream = ty.parse().unwrap_or_default();
            let mut names = names_in(tokens);
            if names.remove("Self") {
                names.extend(own.cloned());
            }
            self.closure(&names)
        });
        below.collect()
    }

    /// Types in the fields of type `n`, at any depth.
    fn within(&self, n: usize) -> BTreeSet<usize> {
        self.closure(&self.declared[n].mentions)
    }

    /// Types with one of `names` that have no `Input` yet, and those in their fields.
    fn closure(&self, names: &BTreeSet<String>) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut todo: Vec<&String> = names.iter().collect();
        while let Some(name) = todo.pop() {
            if self.inputs.contains(name) {
                continue;
            }
            for (n, declared) in self.declared.iter().enumerate() {
                if declared.name == *name && found.insert(n) {
                    todo.extend(&declared.mentions);
                }
            }
        }
        found
    }

    fn items(&mut self, file: &ModuleFile, items: &[Item], module: &mut Vec<String>) {
        for item in items {
            match item {
                Item::Struct(item) => {
                    let fields: Vec<&Field> = item.fields.iter().collect();
                    let own = std::iter::once(&item.vis);
                    let visible = own.chain(fields.iter().map(|field| &field.vis));
                    let mut fields_vis = fields.iter().map(|field| &field.vis);
                    let parts = Parts {
                        attrs: &item.attrs,
                        vis: &item.vis,
                        keyword: item.struct_token.span(),
                        ident: &item.ident,
                        generics: &item.generics,
                        whole: item.span(),
                        visible: visible.map(|vis| scope(vis, module)).collect(),
                        is_closed: !fields_vis.all(|vis| matches!(vis, Visibility::Public(_))),
                        fields,
                    };
                    self.declare(file, module, parts);
                }
                Item::Enum(item) if !item.variants.is_empty() => {
                    let variants = item.variants.iter();
                    let parts = Parts {
                        attrs: &item.attrs,
                        vis: &item.vis,
                        keyword: item.enum_token.span(),
                        ident: &item.ident,
                        generics: &item.generics,
                        whole: item.span(),
                        visible: vec![scope(&item.vis, module)],
                        is_closed: false,
                        fields: variants.flat_map(|it| it.fields.iter()).collect(),
                    };
                    self.declare(file, module, parts);
                }
                Item::Type(item) => self.declared.push(Declared {
                    name: modules::unraw(&item.ident),
                    module: module.clone(),
                    site: None,
                    mentions: names_in(item.ty.to_token_stream()),
                    visible: Vec::new(),
                    is_closed: false,
                }),
                Item::Impl(item) => {
                    self.inputs.extend(implements_input(item));
                    self.relied_on.extend(in_unsafe(item));
                }
                Item::Fn(item) => self.relied_on.extend(in_unsafe(item)),
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

    fn declare(&mut self, file: &ModuleFile, module: &[String], parts: Parts<'_>) {
        if modules::is_test_only(parts.attrs) || !file.source.is_inside {
            return;
        }
        let name = modules::unraw(parts.ident);
        if parts.attrs.iter().any(derives_input) {
            self.inputs.insert(name);
            return;
        }
        let params = parts.generics.type_params();
        let own: BTreeSet<String> = params.map(|param| param.ident.to_string()).collect();
        let fields = parts.fields.iter();
        let mentions = fields.flat_map(|field| names_in(field.ty.to_token_stream()));
        self.declared.push(Declared {
            name,
            module: module.to_vec(),
            site: Some(Site {
                file: file.source.path.clone(),
                at: parts.start(),
                lines: (line(parts.whole.start().line), line(parts.whole.end().line)),
            }),
            mentions: mentions.filter(|name| !own.contains(name)).collect(),
            visible: parts.visible,
            is_closed: parts.is_closed,
        });
    }
}

impl Declared {
    /// Whether a value can be written down in `module` or below.
    fn is_visible_in(&self, module: &[String]) -> bool {
        self.visible.iter().all(|scope| module.starts_with(scope))
    }
}

/// What structs and enums have in common.
struct Parts<'i> {
    attrs: &'i [Attribute],
    vis: &'i Visibility,
    keyword: Span,
    ident: &'i Ident,
    generics: &'i Generics,
    whole: Span,
    fields: Vec<&'i Field>,
    visible: Vec<Vec<String>>,
    is_closed: bool,
}

impl Parts<'_> {
    /// Where an attribute goes.
    fn start(&self) -> usize {
        let declaration = match self.vis {
            Visibility::Inherited => self.keyword,
            vis => vis.span(),
        };
        functions::start(self.attrs, declaration)
    }
}

/// The module below which something in `module` with visibility `vis` can be named.
fn scope(vis: &Visibility, module: &[String]) -> Vec<String> {
    match vis {
        Visibility::Inherited => module.to_vec(),
        Visibility::Restricted(vis) if vis.path.is_ident("self") => module.to_vec(),
        Visibility::Restricted(vis) if vis.path.is_ident("super") => {
            module[..module.len().saturating_sub(1)].to_vec()
        }
        // Other paths are rare, and the trial of the tests notices a private field.
        Visibility::Restricted(_) | Visibility::Public(_) => Vec::new(),
    }
}

/// All identifiers, keywords among them.
fn names_in(tokens: TokenStream) -> BTreeSet<String> {
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

/// All names in an item that has unsafe code.
fn in_unsafe(item: &impl ToTokens) -> BTreeSet<String> {
    let mut names = names_in(item.to_token_stream());
    if names.remove("unsafe") {
        names
    } else {
        BTreeSet::new()
    }
}

fn derives_input(attr: &Attribute) -> bool {
    let is_derive = attr.path().is_ident("derive") || attr.path().is_ident("cfg_attr");
    is_derive && names_in(attr.meta.to_token_stream()).contains("Input")
}

/// The type of an `impl Input for Type`.
fn implements_input(item: &ItemImpl) -> Option<String> {
    let (_, path, _) = item.trait_.as_ref()?;
    let Type::Path(ty) = &*item.self_ty else {
        return None;
    };
    let ty = ty.path.segments.last()?;
    let last = path.segments.last()?;
    (last.ident == "Input").then(|| modules::unraw(&ty.ident))
}
