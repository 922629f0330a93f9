//! The crate's own structs and enums that inputs of functions without the attribute are made of.
//!
//! Who writes `#[unroll_test]` also derives `Input` for what the function takes. For a function that the command line names the copy
//! does it: for every type of the crate that the function's parameters mention, and for those that their fields mention, if a
//! test of the function can write a value of it down, which needs fields that are visible there. Values of types with fields that no such function
//! sees, with private fields that unsafe code may rely on, or with fields that are no inputs are built by calls (`calls`).
//!
//! Names mean what declarations and imports say (`names`); one of which they say nothing means every type that is called so. Types whose fields
//! are no inputs are found out by the build, which leaves them as they are.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use camino::Utf8PathBuf;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Field, Generics, Item, ItemImpl, Type, Visibility};
use unroll_syntax::by_example::Macros;

use super::calls::{Builders, Chosen};
use super::functions::{self, line};
use super::model::{Function, InputSource, InputType};
use super::modules::{self, ModuleFile};
use super::names::{Names, Path, paths_in};
use super::skip::SkipCode;

/// The types of one crate target.
#[derive(Default)]
pub(super) struct Types {
    names: Names,
    declared: Vec<Declared>,
    /// Types that have `Input` already.
    inputs: Mentions,
    /// What stands in `impl` blocks and functions with unsafe code.
    relied_on: Mentions,
    /// Types that implement `Default`.
    defaults: Mentions,
    /// `impl` blocks of types.
    builders: Vec<Builders>,
    /// While items are added that macros made: the bytes of the macros' definitions, outside of which no attribute goes.
    of_macro: Vec<Range<usize>>,
}

/// Paths by the modules that they stand in.
type Mentions = BTreeMap<Path, BTreeSet<Path>>;

/// Types by their numbers.
type Numbers = BTreeSet<usize>;

/// What names mean, once all are known.
struct Resolved {
    /// The types that the fields of each type mention.
    fields: Vec<Numbers>,
    inputs: Numbers,
    relied_on: Numbers,
    defaults: Numbers,
}

/// Where the values of a type may come from.
struct Source {
    /// Whether any values of its fields are values of the type, and some function sees the fields.
    fields: bool,
    /// The `impl` block to call functions of.
    calls: Option<Calls>,
}

/// How values of a type are built by calls.
struct Calls {
    /// The number of the `impl` block.
    block: usize,
    chosen: Chosen,
    /// The types that the arguments mention.
    parts: Numbers,
}

/// What is done about the types that functions of a target need.
pub(super) struct Plan<'t> {
    types: &'t Types,
    resolved: Resolved,
    /// For each type.
    sources: Vec<Source>,
    /// Types that get `Input`.
    needed: Numbers,
}

impl Resolved {
    /// `types` without those that have `Input`, and all that their values are made of.
    fn closure<'t>(&self, types: &Numbers, parts: &dyn Fn(usize) -> &'t Numbers) -> Numbers {
        let mut found = Numbers::new();
        let mut todo: Vec<usize> = types.iter().copied().collect();
        while let Some(n) = todo.pop() {
            if !self.inputs.contains(&n) && found.insert(n) {
                todo.extend(parts(n));
            }
        }
        found
    }
}

impl Plan<'_> {
    /// The types that get `Input`; `krate` is the name of the target. One whose fields may turn out to be no inputs stands there
    /// twice, with what to do then behind it.
    pub(super) fn inputs(&self, krate: &str) -> Vec<InputType> {
        let path = |n: usize| {
            let declared = &self.types.declared[n];
            let module = declared.module.iter().map(|name| format!("{name}::"));
            format!("{krate}::{}{}", module.collect::<String>(), declared.name)
        };
        let mut inputs = Vec::new();
        for &n in &self.needed {
            let Some(site) = &self.types.declared[n].site else {
                continue;
            };
            let source = &self.sources[n];
            let paths = |parts: &Numbers| {
                let within = self.resolved.closure(parts, &|n| self.parts(n));
                within
                    .intersection(&self.needed)
                    .map(|&n| path(n))
                    .collect()
            };
            if source.fields || source.calls.is_none() {
                inputs.push(InputType {
                    path: path(n),
                    file: site.file.clone(),
                    at: site.at,
                    lines: site.lines,
                    source: InputSource::Fields,
                    within: paths(&self.resolved.fields[n]),
                });
            }
            if let Some(Calls {
                block,
                chosen,
                parts,
            }) = &source.calls
            {
                let block = &self.types.builders[*block];
                inputs.push(InputType {
                    path: format!("{}()", path(n)),
                    file: block.file.clone(),
                    at: block.at,
                    lines: block.lines,
                    source: InputSource::Calls {
                        constructors: chosen.constructors.clone(),
                        methods: chosen.methods.clone(),
                    },
                    within: paths(parts),
                });
            }
        }
        inputs
    }

    /// A type below a parameter of `function` whose values its tests cannot write down, with the reason: a field is private elsewhere,
    /// or has to hold what unsafe code relies on, and no function of the type that the tests see makes one. Of types with one name any
    /// may be meant, so all of them have to be of this kind.
    pub(super) fn unwritable(&self, function: &Function) -> Option<(SkipCode, String)> {
        let below = self.below(function);
        let is_hidden = |n: usize| !self.types.declared[n].is_visible_in(&function.segments);
        let is_written = |n: usize| {
            let source = &self.sources[n];
            if source.fields {
                !is_hidden(n)
            } else {
                source.calls.is_some()
            }
        };
        let name = |n: usize| &self.types.declared[n].name;
        let types = || below.iter().flatten().copied();
        let written: BTreeSet<&String> = types().filter(|&n| is_written(n)).map(name).collect();
        let n = types().find(|&n| !written.contains(name(n)))?;
        let code = if is_hidden(n) {
            SkipCode::Unwritable
        } else {
            SkipCode::Guarded
        };
        Some((code, name(n).clone()))
    }

    /// The types below arguments of calls, also of those that are made only where fields turn out to be no inputs.
    fn needed_for_calls(&self) -> Numbers {
        let mut needed = BTreeSet::new();
        let mut todo: Vec<usize> = self.needed.iter().copied().collect();
        while let Some(n) = todo.pop() {
            if let Some(Calls { parts, .. }) = &self.sources[n].calls {
                let below = self.resolved.closure(parts, &|n| self.parts(n));
                todo.extend(below.iter().filter(|&&n| needed.insert(n)));
            }
        }
        needed
    }

    fn below(&self, function: &Function) -> Vec<Numbers> {
        let below = |types| self.resolved.closure(types, &|n| self.parts(n));
        self.types.taken_by(function).iter().map(below).collect()
    }

    /// The types of what values of type `n` are made of.
    fn parts(&self, n: usize) -> &Numbers {
        match &self.sources[n] {
            Source {
                fields: false,
                calls: Some(Calls { parts, .. }),
            } => parts,
            _ => &self.resolved.fields[n],
        }
    }
}

/// Names that stand in types of the standard library which are inputs, whatever the others in them are.
const INPUTS: [&str; 43] = [
    "_",
    "mut",
    "static",
    "bool",
    "char",
    "str",
    "String",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "f32",
    "f64",
    "Option",
    "Result",
    "Vec",
    "Box",
    "Rc",
    "Arc",
    "VecDeque",
    "BTreeMap",
    "BTreeSet",
    "HashMap",
    "HashSet",
    "BinaryHeap",
    "Range",
    "RangeInclusive",
    "Cow",
    "Ordering",
    "std",
    "core",
    "alloc",
    "collections",
    "Wrapping",
    "Cell",
];

/// A struct, an enum or an alias as it is declared.
struct Declared {
    name: String,
    module: Vec<String>,
    /// `None` for an alias.
    site: Option<Site>,
    /// What the types of its fields mention.
    mentions: BTreeSet<Path>,
    /// The modules below which it, and each of its fields, is visible.
    visible: Vec<Vec<String>>,
    /// Whether some field is not everybody's.
    is_closed: bool,
    /// Whether it derives `Input`.
    has_input: bool,
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
        let items = &file.source.tree.items;
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

    /// What is done about the types that `functions` need, which are those of the same target.
    pub(super) fn plan(&self, functions: &[Function]) -> Plan<'_> {
        let asked = functions.iter().filter(|function| !function.annotated);
        let resolved = self.resolved();
        let mut places = vec![Vec::new(); self.declared.len()];
        for function in asked.clone() {
            for types in self.taken_by(function) {
                for n in resolved.closure(&types, &|n| &resolved.fields[n]) {
                    places[n].push(&function.segments[..]);
                }
            }
        }
        let sources = places
            .iter()
            .enumerate()
            .map(|(n, places)| self.source(n, places, &resolved))
            .collect();
        let mut plan = Plan {
            types: self,
            resolved,
            sources,
            needed: Numbers::new(),
        };
        plan.needed = asked
            .filter(|function| plan.unwritable(function).is_none())
            .flat_map(|function| plan.below(function).into_iter().flatten())
            .collect();
        plan.needed.extend(plan.needed_for_calls());
        plan
    }

    /// What all names mean.
    fn resolved(&self) -> Resolved {
        let types = |mentions: &Mentions| {
            let by_module = mentions.iter();
            by_module
                .flat_map(|(module, paths)| self.names.all(module, paths))
                .collect()
        };
        let fields = self.declared.iter();
        let has_input = (0..).zip(&self.declared).filter(|(_, it)| it.has_input);
        let mut inputs: Numbers = types(&self.inputs);
        inputs.extend(has_input.map(|(n, _)| n));
        Resolved {
            fields: fields
                .map(|declared| self.names.all(&declared.module, &declared.mentions))
                .collect(),
            inputs,
            relied_on: types(&self.relied_on),
            defaults: types(&self.defaults),
        }
    }

    /// Where the values of type `n` come from that functions in `places` take.
    fn source(&self, n: usize, places: &[&[String]], resolved: &Resolved) -> Source {
        let declared = &self.declared[n];
        let is_closed = declared.is_closed && resolved.relied_on.contains(&n);
        let is_written = places.iter().any(|place| declared.is_visible_in(place));
        let site = declared.site.as_ref();
        Source {
            fields: !is_closed && (is_written || places.is_empty()),
            calls: site.and_then(|_| self.calls(n, places, resolved)),
        }
    }

    /// The best `impl` block to build values of type `n` with, and what is called there.
    fn calls(&self, n: usize, places: &[&[String]], resolved: &Resolved) -> Option<Calls> {
        let defaults = resolved.defaults.contains(&n);
        let blocks = self.builders.iter().enumerate().filter(|(_, block)| {
            let own = std::slice::from_ref(&block.name);
            let meant = self.names.types(&block.module, own);
            // Of several types any of which may be meant none is.
            meant.len() == 1 && meant.contains(&n)
        });
        let chosen = blocks.filter_map(|(number, block)| {
            let is_known = |path: &Path| {
                let is_input = |name: &String| INPUTS.contains(&name.as_str());
                path.iter().all(is_input) || !self.names.types(&block.module, path).is_empty()
            };
            let chosen = block.choose(places, &is_known, defaults)?;
            Some((block.merit(&chosen), number, chosen))
        });
        // The first of the best.
        let best = chosen.max_by_key(|(merit, number, _)| (*merit, std::cmp::Reverse(*number)));
        best.map(|(_, block, chosen)| Calls {
            parts: self
                .names
                .all(&self.builders[block].module, &chosen.mentions),
            block,
            chosen,
        })
    }

    /// The types that each parameter of `function` mentions.
    fn taken_by(&self, function: &Function) -> Vec<Numbers> {
        let module = self.names.module_of(&function.segments);
        let own = function.segments.iter().rev().nth(1);
        let params = function.params.iter().map(|param| &param.ty);
        let given = function.generics.iter().map(|given| &given.value);
        let mentioned = params.chain(given).map(|ty| {
            let tokens: TokenStream = ty.parse().unwrap_or_default();
            let mut paths = paths_in(tokens);
            // What a parameter stands for is looked at by itself.
            paths.retain(|path| !function.generics.iter().any(|it| path[0] == it.name));
            if paths.remove(&["Self".to_owned()][..]) {
                paths.extend(own.map(|own| vec![own.clone()]));
            }
            self.names.all(module, &paths)
        });
        mentioned.collect()
    }

    fn items(&mut self, file: &ModuleFile, items: &[Item], module: &mut Vec<String>) {
        self.names.add(module, items);
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
                Item::Type(item) => {
                    let mentions = paths_in(item.ty.to_token_stream());
                    self.push(Declared {
                        name: modules::unraw(&item.ident),
                        module: module.clone(),
                        site: None,
                        mentions: without_params(mentions, &item.generics),
                        visible: Vec::new(),
                        is_closed: false,
                        has_input: false,
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
                    }
                    self.relies(item, module);
                }
                Item::Fn(item) => self.relies(item, module),
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
            mentions: without_params(mentions.collect(), parts.generics),
            visible: parts.visible,
            is_closed: parts.is_closed,
            has_input: derives("Input"),
        });
    }

    fn push(&mut self, declared: Declared) {
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

impl Declared {
    /// Whether a value can be written down in `module` or below.
    fn is_visible_in(&self, module: &[String]) -> bool {
        self.visible.iter().all(|scope| module.starts_with(scope))
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
pub(super) fn scope(vis: &Visibility, module: &[String]) -> Vec<String> {
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
pub(super) fn names_in(tokens: TokenStream) -> BTreeSet<String> {
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

fn derives(attr: &Attribute, name: &str) -> bool {
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
