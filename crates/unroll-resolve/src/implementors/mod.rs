//! The types that implement a trait, as far as the files of a crate show.
//!
//! Only headers are read: `impl<T: Copy> Tr<Option<T>> for S<T>` says that `S<T>` has `Tr<Option<T>>` for every `T`
//! that has `Copy`. The answer to a query for `Tr<Option<u8>>` is `S<u8>`. Wrong answers are detected by the
//! compiler. [`search`] finds the answers.

mod search;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{GenericArgument, GenericParam, Generics, Ident, ImplItem, Item, ItemImpl, Type};

use self::search::Memo;
pub use self::search::{Implementor, is_sized};
use crate::headers::{Bindings, Header, Methods, arguments, last_of, no_lifetimes, position, text};
use crate::imports::unraw;
use crate::names::Names;
use unroll_syntax::generics::lifetimes;
use unroll_syntax::generics::substitute::Substitution;
use unroll_syntax::walk::Edit;

/// The traits of a crate, the types that have them, and where names come from.
#[derive(Clone, Default)]
pub struct Implementors {
    /// By the trait's name, in source order.
    impls: BTreeMap<String, Vec<Header>>,
    /// Generic parameters of the crate's traits.
    traits: BTreeMap<String, Generics>,
    /// Generic parameters of the crate's types, with the modules where they are declared.
    types: BTreeMap<String, (Vec<String>, Generics)>,
    names: Names,
    /// Aliases without parameters: what they stand for, by its name.
    aliases: BTreeMap<String, (Vec<String>, Type)>,
    /// Types with one value.
    units: Vec<String>,
    known: Memo,
}

impl Implementors {
    /// Adds what the `items` of `module` say, and those of modules inside it.
    pub fn add(&mut self, module: &[String], items: &[Item]) {
        // More blocks may change answers that were given before.
        self.known = Memo::default();
        self.names.add(module, items);
        for item in items {
            match item {
                Item::Impl(item) => self.add_impl(module, item),
                Item::Trait(item) => {
                    self.traits
                        .insert(item.ident.to_string(), item.generics.clone());
                }
                Item::Struct(item) => {
                    if item.fields.is_empty() {
                        self.units.push(item.ident.to_string());
                    }
                    self.add_type(module, &item.ident, &item.generics);
                }
                Item::Enum(item) => self.add_type(module, &item.ident, &item.generics),
                Item::Type(item) => {
                    if let Some(last) =
                        last_of(&item.ty).filter(|_| item.generics.params.is_empty())
                    {
                        let alias = (module.to_vec(), (*item.ty).clone());
                        self.aliases.entry(last.ident.to_string()).or_insert(alias);
                    }
                }
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        let inner = [module, &[unraw(&item.ident)]].concat();
                        self.add(&inner, items);
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds `impl` blocks of a dependency, whose types have names that every module of this crate can say.
    pub fn add_foreign(&mut self, blocks: &[Item]) {
        self.known = Memo::default();
        for block in blocks {
            if let Item::Impl(block) = block {
                self.add_impl(&[], block);
            }
        }
    }

    /// The names of other crates that may declare what `path` means in `module`.
    pub fn crates_of(&self, module: &[String], path: &[String]) -> BTreeSet<String> {
        self.names.crates_of(module, path)
    }

    fn add_impl(&mut self, module: &[String], item: &ItemImpl) {
        let Some((None, path, _)) = &item.trait_ else {
            return;
        };
        let Some(last) = path.segments.last() else {
            return;
        };
        let types = item.items.iter().filter_map(|item| match item {
            ImplItem::Type(item) if item.generics.params.is_empty() => Some(item),
            _ => None,
        });
        let header = Header {
            module: module.to_vec(),
            of_trait: path.segments.iter().map(|it| unraw(&it.ident)).collect(),
            generics: item.generics.clone(),
            arguments: arguments(&last.arguments),
            self_ty: (*item.self_ty).clone(),
            associated: types
                .map(|item| (item.ident.clone(), item.ty.clone()))
                .collect(),
            methods: Methods::of(&item.items),
        };
        let headers = self.impls.entry(last.ident.to_string()).or_default();
        headers.push(header);
    }

    fn add_type(&mut self, module: &[String], name: &Ident, generics: &Generics) {
        let declared = (module.to_vec(), generics.clone());
        self.types.entry(name.to_string()).or_insert(declared);
    }

    /// The path from the crate's root of the crate's own trait without parameters that `path` means in `module`.
    pub fn own_trait(&self, module: &[String], path: &syn::Path) -> Option<Vec<String>> {
        let segments = path.segments.iter();
        let names: Vec<String> = segments.map(|segment| unraw(&segment.ident)).collect();
        let last = path.segments.last()?;
        let generics = self.traits.get(&last.ident.to_string())?;
        let is_plain = generics.params.is_empty() && last.arguments.is_none();
        self.names.own_item(module, &names).filter(|_| is_plain)
    }

    /// The types that may be behind an object of `of_trait`, which `module` declares, named as there: those that the crate implements it for one by
    /// one. Pointers to others of them, and types for which every type of some kind has the trait, are left out.
    pub fn behind_objects(&self, of_trait: &Ident, module: &[String]) -> Vec<Type> {
        let bound = syn::parse_quote!(#of_trait);
        let found = self.having(&bound, &[], module).into_iter();
        let found = found.filter(|implementor| {
            let last = last_of(&implementor.ty).map(|last| last.ident.to_string());
            let is_own = last.is_some_and(|name| self.types.contains_key(&name));
            is_own && matches!(implementor.ty, Type::Path(_)) && !implementor.is_among_many()
        });
        let mut types: Vec<Type> = Vec::new();
        for mut ty in found.map(|implementor| implementor.ty) {
            lifetimes::leak(&mut ty);
            if !types.iter().any(|known| text(known) == text(&ty)) {
                types.push(ty);
            }
        }
        types
    }

    /// True if a trait of this name is the crate's own.
    pub(crate) fn is_own_trait(&self, name: &Ident) -> bool {
        self.traits.contains_key(&name.to_string())
    }

    /// The usual argument of each parameter, in the eyes of the type's author: its default, which is found by the
    /// parameter's number. Where it names parameters of the type, it has the arguments of `self_ty` for them.
    pub(crate) fn default_of(
        &self,
        self_ty: &Type,
        param: &Ident,
        module: &[String],
    ) -> Option<Type> {
        let last = last_of(self_ty)?;
        let (declared_in, generics) = self.types.get(&last.ident.to_string())?;
        let number = position(self_ty, param)?;
        let declared = generics.params.iter();
        let declared = declared.filter(|param| !matches!(param, GenericParam::Lifetime(_)));
        let GenericParam::Type(usual) = declared.clone().nth(number)? else {
            return None;
        };
        let default = usual.default.as_ref()?;
        let mut default = self.names.named_in(default, declared_in, module);
        let given: Vec<_> = declared
            .zip(no_lifetimes(&last.arguments))
            .filter_map(|(param, argument)| match param {
                GenericParam::Type(param) => {
                    Some((param.ident.clone(), argument.to_token_stream()))
                }
                _ => None,
            })
            .collect();
        let mut names = Substitution::default().and_parameters(&given);
        names.visit_type_mut(&mut default);
        Some(default)
    }

    /// The argument that an alias of the type, such as `type Small = Set<u8>`, has in the place of a parameter.
    pub(crate) fn aliased(
        &self,
        self_ty: &Type,
        param: &Ident,
        module: &[String],
    ) -> Option<TokenStream> {
        let (declared_in, alias) = self.aliases.get(&last_of(self_ty)?.ident.to_string())?;
        let number = position(self_ty, param)?;
        match no_lifetimes(&last_of(alias)?.arguments).nth(number)? {
            GenericArgument::Type(ty) => Some(
                self.names
                    .named_in(ty, declared_in, module)
                    .into_token_stream(),
            ),
            other => Some(other.to_token_stream()),
        }
    }

    /// True if `ty` has a `method` of its own in place of what the trait provides, or may have one.
    pub fn overrides(&self, ty: &Type, of_trait: &Ident, method: &Ident) -> bool {
        let headers = self.impls.get(&of_trait.to_string());
        headers.into_iter().flatten().any(|header| {
            header.methods.may_define(method)
                && header.unify(&header.self_ty, ty, &[], &mut Bindings::new())
        })
    }

    /// The type `ty::name` by the crate's own trait implementations for `ty`, or by those of one trait, named as in `module`.
    pub(crate) fn associated(
        &self,
        ty: &Type,
        of_trait: Option<&Ident>,
        name: &Ident,
        module: &[String],
    ) -> Option<Type> {
        let headers = self.impls.iter();
        let headers = headers.filter(|(own, _)| of_trait.is_none_or(|name| name == own.as_str()));
        headers.flat_map(|(_, headers)| headers).find_map(|header| {
            let (_, defined) = header.associated.iter().find(|(own, _)| own == name)?;
            let mut bindings = Bindings::new();
            if !header.unify(&header.self_ty, ty, &[], &mut bindings) {
                return None;
            }
            let mut names = Substitution::default().and_parameters(&given(&bindings));
            let mut defined = defined.clone();
            names.visit_type_mut(&mut defined);
            Some(self.names.named_in(&defined, &header.module, module))
        })
    }
}

/// The bindings of parameters, by name.
fn given(bindings: &Bindings) -> Vec<(Ident, TokenStream)> {
    let names = bindings.keys();
    let names = names.map(|name| Ident::new(name, proc_macro2::Span::call_site()));
    let types = bindings.values().map(ToTokens::to_token_stream);
    names.zip(types).collect()
}
