//! The functions of a type that build its values: constructors, and methods that change the value.
//!
//! They are taken from one `impl` block, because the types in their signatures have their meaning there. The choice
//! is small and deterministic: first functions with names that are usual for this purpose, then those with
//! arguments, then the order in the source. Methods that remove something come last, and only together with one that
//! adds something. Collecting items takes precedence over a constructor without methods; `From` and `TryFrom` are
//! used if nothing else builds the type, and constants of the type if it has no constructor at all.
//!
//! Names decide only the order. A method with another name is kept separate, because it may have effects, which the
//! compiled code shows (`effects`). Its arguments have types of the standard library, so that no other value depends
//! on whether it is called.

use std::collections::BTreeSet;

use camino::Utf8PathBuf;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    Attribute, GenericArgument, GenericParam, Ident, ImplItem, ItemImpl, PathArguments, Type,
    Visibility,
};
use unroll_instrument::built_by::Call;

use crate::project::functions;
use crate::project::functions::line;
use crate::project::sources::modules;
use crate::project::sources::modules::ModuleFile;
use crate::project::types::{NameableIn, Viewpoint, is_of_inputs, names_in};
use unroll_resolve::names::{Path, paths_in};

/// Most constructors of a type.
const MOST_CONSTRUCTORS: usize = 3;

/// Most constants of a type that has no constructor.
const MOST_CONSTANTS: usize = 16;

/// Most methods with names of `METHODS` that change its values, and most others.
const MOST_METHODS: usize = 3;
const MOST_OTHERS: usize = 6;

/// Names of constructors, best first; others stand behind them.
const CONSTRUCTORS: [&str; 4] = ["new", "with_capacity", "from_", "default"];

/// Names of methods that add something, best first; one that ends with `_` is the beginning of others.
const METHODS: [&str; 17] = [
    "insert",
    "push",
    "push_back",
    "add",
    "set",
    "union",
    "put",
    "append",
    "extend",
    "enqueue",
    "update",
    "insert_",
    "add_",
    "push_",
    "set_",
    "union_",
    "remove",
];

/// The functions of an `impl` block that can build values of its type, or of another one.
pub(crate) struct Builders {
    /// The type, as its block or its signatures name it.
    pub(crate) name: Path,
    /// The type with its arguments and the owner of the functions, where it is not the type of the block.
    pub(crate) produced: Option<Produced>,
    /// The module that the block stands in.
    pub(crate) module: Vec<String>,
    /// The file of the block.
    pub(crate) file: Utf8PathBuf,
    /// Where an attribute on it goes.
    pub(crate) at: usize,
    /// First and last line of the block.
    pub(crate) lines: (u32, u32),
    pub(super) constructors: Vec<Builder>,
    /// Constants of the type.
    pub(super) constants: Vec<Builder>,
    pub(super) methods: Vec<Builder>,
    /// Parameters of the block.
    pub(super) params: BTreeSet<String>,
    /// True if the block is about the type with any arguments.
    pub(crate) is_general: bool,
    pub(super) kind: ImplKind,
}

/// The type whose values functions of another type, or of none, give.
pub(crate) struct Produced {
    /// The type as their signatures say it, without lifetimes that are elided there.
    pub(crate) of: TokenStream,
    /// The name of the type that they belong to, if it is one.
    pub(crate) by: Option<String>,
}

/// The kinds of `impl` blocks that build values, the least wanted first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ImplKind {
    /// Its functions give values of another type.
    Producer,
    /// It implements `From` or `TryFrom`.
    Conversion,
    /// It belongs to no trait.
    Own,
    /// It implements `FromIterator`.
    Collection,
}

/// One such function.
#[derive(Clone)]
pub(super) struct Builder {
    name: String,
    /// Where it can be called.
    visible: NameableIn,
    /// True if others than its own module call it, so that it keeps by itself what unsafe code there relies on.
    is_safe: bool,
    /// The types of its arguments.
    inputs: Vec<TokenStream>,
}

impl Builder {
    /// The function `name`, which stands in a block of the type's own with visibility `vis`, or in one of a trait.
    pub(super) fn of(
        name: &Ident,
        call: &Call,
        vis: Option<&Visibility>,
        module: &[String],
    ) -> Self {
        let visible = vis.map_or(NameableIn::Everywhere, |vis| NameableIn::of(vis, module));
        let inputs = call.inputs().iter().map(ToTokens::to_token_stream);
        Self {
            name: modules::unraw(name),
            is_safe: visible != NameableIn::Below(module.to_vec()),
            visible,
            inputs: inputs.collect(),
        }
    }
}

/// Those that were chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) constructors: Vec<String>,
    pub(crate) methods: Vec<String>,
    /// Methods of names that tell nothing.
    pub(crate) others: Vec<String>,
    /// The types that their arguments mention.
    pub(crate) mentions: BTreeSet<Path>,
}

impl Builders {
    /// Those of a block that belongs to no trait, or to one that makes values.
    pub(crate) fn of(file: &ModuleFile, item: &ItemImpl, module: &[String]) -> Option<Self> {
        let Type::Path(own) = &*item.self_ty else {
            return None;
        };
        let last = own.path.segments.last()?;
        let is_conditional = item.attrs.iter().any(is_condition);
        let kind = match &item.trait_ {
            None => ImplKind::Own,
            Some((None, path, _)) => made_by(path, item)?,
            Some(_) => return None,
        };
        if is_conditional || !file.source.is_inside {
            return None;
        }
        let functions = || {
            item.items.iter().filter_map(|item| match item {
                ImplItem::Fn(function) => Some(function),
                _ => None,
            })
        };
        let own_name = modules::unraw(&last.ident);
        let builder = |vis: &Visibility, name: &Ident, call: &Call| {
            // An argument of the type itself would have to be built first, and so on without end.
            let is_input = |ty: &Type| is_input(ty) && !mentions(ty, &own_name);
            let builder = Builder::of(name, call, (kind == ImplKind::Own).then_some(vis), module);
            call.inputs().iter().all(is_input).then_some(builder)
        };
        let constructors = functions().filter_map(|function| {
            let call = Call::constructor(function, &item.self_ty)?;
            builder(&function.vis, &function.sig.ident, &call)
        });
        let constants = item.items.iter().filter_map(|inner| {
            let ImplItem::Const(inner) = inner else {
                return None;
            };
            let call = Call::constant(inner, &item.self_ty)?;
            builder(&inner.vis, &inner.ident, &call)
        });
        let methods = functions().filter_map(|function| {
            let call = Call::method(function)?;
            builder(&function.vis, &function.sig.ident, &call)
        });
        let (at, lines) = place(item);
        Some(Self {
            constructors: constructors.collect(),
            constants: constants.collect(),
            methods: methods.collect(),
            params: parameters(item).map(ToString::to_string).collect(),
            is_general: is_general(&last.arguments, item),
            kind,
            name: vec![own_name],
            produced: None,
            module: module.to_vec(),
            file: file.source.path.clone(),
            at,
            lines,
        })
    }

    /// Chooses among those that can be called in all of `places`, with arguments of types of which `is_known` knows
    /// every path; `None` without a constructor. `defaults`: the type implements `Default`. `is_guarded`: unsafe code may rely on its fields.
    pub(crate) fn choose(
        &self,
        places: &[Viewpoint<'_>],
        is_known: &dyn Fn(&Path) -> bool,
        defaults: bool,
        is_guarded: bool,
    ) -> Option<Chosen> {
        let is_callable = |it: &&Builder| {
            let mut paths = it.inputs.iter().cloned().flat_map(paths_in);
            (it.is_safe || !is_guarded)
                && places.iter().all(|place| it.visible.includes(*place))
                && paths.all(|path| self.params.contains(&path[0]) || is_known(&path))
        };
        let ranked = |builders: &[Builder], names: &[&str]| {
            let mut callable: Vec<_> = builders.iter().filter(is_callable).cloned().collect();
            callable.sort_by_key(|it| rank(&it.name, names));
            callable
        };
        let mut constructors = ranked(&self.constructors, &CONSTRUCTORS);
        constructors.truncate(MOST_CONSTRUCTORS);
        if constructors.is_empty() {
            constructors = ranked(&self.constants, &CONSTRUCTORS);
            constructors.truncate(MOST_CONSTANTS);
        }
        if constructors.is_empty() && defaults {
            constructors.push(Builder {
                name: "default".to_owned(),
                visible: NameableIn::Everywhere,
                is_safe: true,
                inputs: Vec::new(),
            });
        }
        let (mut methods, mut others): (Vec<_>, Vec<_>) = ranked(&self.methods, &METHODS)
            .into_iter()
            .partition(|it| rank(&it.name, &METHODS) < METHODS.len() && !it.inputs.is_empty());
        // Types that stand for generic parameters are of the runtime.
        let is_own = |path: &Path| !self.params.contains(&path[0]) && path[0] != "unroll_test";
        let is_standard = |path: Path| !is_own(&path) || path.iter().all(|name| is_of_inputs(name));
        others.retain(|it| {
            it.inputs
                .iter()
                .cloned()
                .flat_map(paths_in)
                .all(is_standard)
        });
        // Those without arguments reach fewer states.
        others.sort_by_key(|it| it.inputs.is_empty());
        others.truncate(MOST_OTHERS);
        // What removes is worth one place of those that there are.
        let removing = methods.pop_if(|last| last.name == "remove");
        methods.truncate(MOST_METHODS - usize::from(removing.is_some()));
        methods.extend(removing.filter(|_| !methods.is_empty()));
        if constructors.is_empty() {
            return None;
        }
        let names = |builders: &[Builder]| builders.iter().map(|it| it.name.clone()).collect();
        let inputs = constructors
            .iter()
            .chain(&methods)
            .flat_map(|it| &it.inputs);
        let mentions = inputs.cloned().flat_map(paths_in);
        let mentions = mentions.filter(is_own);
        Some(Chosen {
            mentions: mentions.collect(),
            constructors: names(&constructors),
            methods: names(&methods),
            others: names(&others),
        })
    }

    /// How good the block is beside others of the same type: the more general first, then one that changes values after their constructor, then by
    /// the kind, then the one with more to call.
    pub(crate) fn merit(&self, chosen: &Chosen) -> impl Ord + Copy + use<> {
        let calls = chosen.constructors.len() + chosen.methods.len() + chosen.others.len();
        let changes = !chosen.methods.is_empty();
        (self.is_general, changes, self.kind, calls)
    }
}

/// The position in `names` of what `name` is or begins with.
fn rank(name: &str, names: &[&str]) -> usize {
    let is = |known: &&str| name == *known || known.ends_with('_') && name.starts_with(known);
    names.iter().position(is).unwrap_or(names.len())
}

/// The source type of a conversion block of the trait at `path`, if it is one and its type names all parameters of the block.
fn made_by(path: &syn::Path, item: &ItemImpl) -> Option<ImplKind> {
    let last = path.segments.last()?;
    let kind = match last.ident.to_string().as_str() {
        "From" | "TryFrom" => ImplKind::Conversion,
        "FromIterator" => ImplKind::Collection,
        _ => return None,
    };
    let own = names_in(item.self_ty.to_token_stream());
    let mut params = item.generics.type_params();
    let is_said = params.all(|param| own.contains(&param.ident.to_string()));
    let is_fixed = item.generics.const_params().next().is_none();
    // Items that are lent are collected from items elsewhere.
    let is_lent = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments
            .args
            .iter()
            .any(|argument| matches!(argument, GenericArgument::Type(Type::Reference(_)))),
        _ => false,
    };
    let is_usable = is_said && is_fixed && !(is_lent && kind == ImplKind::Collection);
    is_usable.then_some(kind)
}

/// True if all arguments of the type are parameters of the block.
pub(super) fn is_general(arguments: &PathArguments, item: &ItemImpl) -> bool {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return true;
    };
    // A constant is read as a type where it is a name.
    let is_param = |ty: &Type| match ty {
        Type::Path(path) => parameters(item).any(|param| path.path.is_ident(param)),
        _ => false,
    };
    arguments.args.iter().all(|argument| match argument {
        GenericArgument::Type(ty) => is_param(ty),
        _ => true,
    })
}

/// Where an attribute on a block goes, and the first and last line of the block.
pub(super) fn place(item: &ItemImpl) -> (usize, (u32, u32)) {
    let start = item.unsafety.map_or(item.impl_token.span, |it| it.span);
    let lines = (
        line(item.impl_token.span.start().line),
        line(item.brace_token.span.close().end().line),
    );
    (functions::start(&item.attrs, start), lines)
}

/// True if the attribute leaves what it stands on out of some builds.
pub(super) fn is_condition(attr: &Attribute) -> bool {
    attr.path().is_ident("cfg")
}

/// The names of a block's parameters for types and constants.
pub(super) fn parameters(item: &ItemImpl) -> impl Iterator<Item = &Ident> {
    item.generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(&param.ident),
        GenericParam::Const(param) => Some(&param.ident),
        GenericParam::Lifetime(_) => None,
    })
}

/// True if a parameter of type `ty` may be an input, as far as syntax can tell.
pub(super) fn is_input(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => is_input(&reference.elem),
        Type::Slice(slice) => is_input(&slice.elem),
        Type::Array(array) => is_input(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_input),
        Type::Paren(paren) => is_input(&paren.elem),
        Type::Path(path) => path
            .path
            .segments
            .iter()
            .all(|segment| match &segment.arguments {
                PathArguments::None => true,
                PathArguments::AngleBracketed(arguments) => {
                    arguments.args.iter().all(|argument| match argument {
                        GenericArgument::Type(ty) => is_input(ty),
                        GenericArgument::Lifetime(_) | GenericArgument::Const(_) => true,
                        _ => false,
                    })
                }
                PathArguments::Parenthesized(_) => false,
            }),
        _ => false,
    }
}

/// True if `ty` names the type `name`, or `Self`.
pub(super) fn mentions(ty: &Type, name: &str) -> bool {
    let names = names_in(ty.to_token_stream());
    names.contains(name) || names.contains("Self")
}
