//! Properties of a type by its source text: whether values of it compare and print, how a `let` names it.
//!
//! There is no type checker here. A type counts as comparable only when its name is known: Rust's own types, or a type
//! of the crate that derives or implements both `PartialEq` and `Debug`. Everything else is unknown, and assertions
//! that need no trait are chosen for it.

mod constructors;
mod precision;

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use unroll_syntax::generics::standin;
use unroll_syntax::std_types::{self, Implementation};

pub(crate) use self::constructors::Constructor;
use self::constructors::Constructors;

/// Traits that matter for assertions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits {
    /// `PartialEq`.
    pub(crate) eq: bool,
    /// `Debug`.
    pub(crate) debug: bool,
}

/// How many types of one last name there are, and how many have a trait.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    declared: usize,
    eq: usize,
    debug: usize,
}

impl Counts {
    /// The common traits of all of them: a name does not say which of them is meant.
    fn common(self) -> Traits {
        let all = self.declared.max(1);
        Traits {
            eq: self.eq >= all,
            debug: self.debug >= all,
        }
    }
}

/// The traits of the crate's own types, by last name.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeTraits {
    types: BTreeMap<String, Counts>,
    constructors: Constructors,
    /// Fields of structs that are not public in the whole crate, by the struct's name.
    private_fields: BTreeMap<String, BTreeSet<String>>,
}

impl TypeTraits {
    /// Adds the types of `file` and the traits that are derived or implemented there.
    pub(crate) fn add(&mut self, file: &syn::File) {
        self.constructors.add(&file.items);
        self.add_items(&file.items);
    }

    /// Has later questions be about functions of a file, by its number in the order of [`Self::add`].
    pub(crate) fn look_from(&mut self, file: usize) {
        self.constructors.look_from(file);
    }

    fn add_items(&mut self, items: &[syn::Item]) {
        for item in items {
            match item {
                syn::Item::Struct(item) => {
                    self.add_type(&item.ident, &item.attrs);
                    self.add_fields(item);
                }
                syn::Item::Enum(item) => self.add_type(&item.ident, &item.attrs),
                syn::Item::Impl(item) => self.add_impl(item),
                syn::Item::Mod(syn::ItemMod {
                    content: Some((_, items)),
                    ..
                }) => self.add_items(items),
                _ => {}
            }
        }
    }

    fn add_type(&mut self, ident: &syn::Ident, attrs: &[syn::Attribute]) {
        let derives = attrs.iter().filter(|attr| attr.path().is_ident("derive"));
        let texts: Vec<String> = derives
            .map(|attr| attr.meta.to_token_stream().to_string())
            .collect();
        let has = |name: &str| {
            let mut words = texts
                .iter()
                .flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
            words.any(|word| word == name)
        };
        let entry = self.types.entry(ident.to_string()).or_default();
        entry.declared += 1;
        entry.eq += usize::from(has("PartialEq"));
        entry.debug += usize::from(has("Debug"));
    }

    fn add_fields(&mut self, item: &syn::ItemStruct) {
        let is_private = |vis: &syn::Visibility| match vis {
            syn::Visibility::Public(_) => false,
            syn::Visibility::Restricted(vis) => !vis.path.is_ident("crate"),
            syn::Visibility::Inherited => true,
        };
        let members = item.fields.members().zip(&item.fields);
        let private = members.filter(|(_, field)| is_private(&field.vis));
        let names = private.map(|(member, _)| member.to_token_stream().to_string());
        let known = self.private_fields.entry(item.ident.to_string());
        known.or_default().extend(names);
    }

    fn add_impl(&mut self, item: &syn::ItemImpl) {
        let (Some((_, path, _)), syn::Type::Path(ty)) = (&item.trait_, &*item.self_ty) else {
            return;
        };
        let (Some(name), Some(ty)) = (path.segments.last(), ty.path.segments.last()) else {
            return;
        };
        // Only where it has one of the traits: other impls are for types of other crates as well, which have traits of their own.
        let name_of_type = ty.ident.to_string();
        match name.ident.to_string().as_str() {
            // `PartialEq<Other>` says nothing about the type itself.
            "PartialEq" if name.arguments.is_none() => {
                self.types.entry(name_of_type).or_default().eq += 1;
            }
            "Debug" => self.types.entry(name_of_type).or_default().debug += 1,
            _ => {}
        }
    }

    /// The constructor of the crate's type `ty` whose values print as `name`, if tests beside the function can call it; `is_field`: the type is named
    /// where a field is declared.
    pub(crate) fn constructor(&self, ty: &str, name: &str, is_field: bool) -> Option<&Constructor> {
        self.constructors.find(ty, name, is_field)
    }

    /// True if values of the crate's type `name`, which has no parameters, print as derived `Debug` does.
    pub(crate) fn derives_debug(&self, name: &str) -> bool {
        self.constructors.has(name)
    }

    /// True if a field of the crate's struct `name` is not public in the whole crate.
    pub(crate) fn is_private(&self, name: &str, field: &str) -> bool {
        let fields = self.private_fields.get(name);
        fields.is_some_and(|fields| fields.contains(field))
    }

    /// The traits by which values of the crate's type `name` compare and print; `None` for types of other crates.
    pub(crate) fn of(&self, name: &str) -> Option<Traits> {
        self.types.get(name).map(|counts| counts.common())
    }

    /// True if values of `ty` can stand in `assert_eq!`, as far as can be known.
    pub(crate) fn comparable(&self, ty: &syn::Type, self_ty: Option<&syn::Type>) -> Option<bool> {
        let all = |types: Vec<&syn::Type>| {
            types
                .into_iter()
                .try_fold(true, |all, ty| Some(all && self.comparable(ty, self_ty)?))
        };
        match ty {
            syn::Type::Reference(reference) => self.comparable(&reference.elem, self_ty),
            syn::Type::Paren(paren) => self.comparable(&paren.elem, self_ty),
            syn::Type::Slice(slice) => self.comparable(&slice.elem, self_ty),
            syn::Type::Array(array) => self.comparable(&array.elem, self_ty),
            syn::Type::Tuple(tuple) => all(tuple.elems.iter().collect()),
            syn::Type::Path(path) => {
                let last = path.path.segments.last()?;
                let name = last.ident.to_string();
                if name == "Self"
                    && let Some(self_ty) = self_ty
                    && !is_self(self_ty)
                {
                    return self.comparable(self_ty, None);
                }
                let args = type_arguments(&last.arguments);
                if let Some(traits) = self.of(&name) {
                    return if traits.eq && traits.debug {
                        all(args)
                    } else {
                        Some(false)
                    };
                }
                match std_types::find(&name)?.asserts() {
                    Implementation::Always => Some(true),
                    // `io::Result<T>` and other aliases hide their error type.
                    Implementation::IfArgumentsDo if name == "Result" && args.len() != 2 => None,
                    Implementation::IfArgumentsDo => all(args),
                    Implementation::Unknown => None,
                }
            }
            _ => None,
        }
    }
}

fn is_self(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.is_ident("Self"))
}

/// The types between the angle brackets of a path's segment.
pub(crate) fn type_arguments(arguments: &syn::PathArguments) -> Vec<&syn::Type> {
    match arguments {
        syn::PathArguments::AngleBracketed(arguments) => arguments
            .args
            .iter()
            .filter_map(|arg| match arg {
                syn::GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// The text of `ty` for a `let`, when such a text exists: no `impl`, no generic parameter; lifetimes are left out.
/// The stand-in of an iterator is named by its type.
pub(crate) fn let_type(ty: &syn::Type, generics: &syn::Generics) -> Option<String> {
    let mut ty = stand_in(ty, generics).unwrap_or_else(|| ty.clone());
    let mut eraser = Eraser {
        generics,
        nameable: true,
    };
    syn::visit_mut::VisitMut::visit_type_mut(&mut eraser, &mut ty);
    eraser.nameable.then(|| type_text(&ty))
}

/// The vector, or its iterator, that a test passes for a generic parameter.
fn stand_in(ty: &syn::Type, generics: &syn::Generics) -> Option<syn::Type> {
    let found = match ty {
        syn::Type::Path(path) => standin::iterator(path.path.get_ident()?, generics)?,
        syn::Type::ImplTrait(of) => standin::implied(&of.bounds)?,
        _ => return None,
    };
    let syn::Type::Path(mut found) = found else {
        return None;
    };
    let last = found.path.segments.pop()?.into_value();
    Some(if last.ident == "Vec" {
        syn::parse_quote!(#last)
    } else {
        syn::parse_quote!(std::vec::#last)
    })
}

struct Eraser<'g> {
    generics: &'g syn::Generics,
    nameable: bool,
}

impl syn::visit_mut::VisitMut for Eraser<'_> {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        reference.lifetime = None;
        syn::visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        lifetime.ident = syn::Ident::new("_", lifetime.ident.span());
    }

    fn visit_type_trait_object_mut(&mut self, _: &mut syn::TypeTraitObject) {
        self.nameable = false;
    }

    fn visit_type_impl_trait_mut(&mut self, _: &mut syn::TypeImplTrait) {
        self.nameable = false;
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        let generic = |ident: &syn::Ident| {
            self.generics
                .type_params()
                .map(|param| &param.ident)
                .chain(self.generics.const_params().map(|param| &param.ident))
                .any(|param| param == ident)
        };
        if path
            .segments
            .first()
            .is_some_and(|first| first.ident == "Self" || generic(&first.ident))
        {
            self.nameable = false;
        }
        syn::visit_mut::visit_path_mut(self, path);
    }
}

/// A type on one line as rustfmt writes it, as the module of tests has to name it: two levels below the function's.
pub(crate) fn type_text(ty: &syn::Type) -> String {
    let mut ty = ty.clone();
    syn::visit_mut::VisitMut::visit_type_mut(&mut Lowered, &mut ty);
    unroll_syntax::text::type_text(&ty)
}

/// Makes paths that begin with `self` or `super` mean the same two modules further down.
struct Lowered;

impl syn::visit_mut::VisitMut for Lowered {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        let first = path.segments.first().map(|first| first.ident.to_string());
        let up =
            || syn::PathSegment::from(syn::Ident::new("super", proc_macro2::Span::call_site()));
        match first.as_deref() {
            Some("super") => {
                path.segments.insert(0, up());
                path.segments.insert(0, up());
            }
            Some("self") => {
                path.segments[0] = up();
                path.segments.insert(0, up());
            }
            _ => {}
        }
        syn::visit_mut::visit_path_mut(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ty(text: &str) -> syn::Type {
        syn::parse_str(text).expect("the text is a type")
    }

    fn known(text: &str) -> TypeTraits {
        let mut known = TypeTraits::default();
        known.add(&syn::parse_str(text).expect("the text is Rust"));
        known
    }

    #[test]
    fn comparability_is_known_unknown_or_ruled_out() {
        let known = known(
            "#[derive(Debug, PartialEq)] struct A; #[derive(Clone, Debug)] struct B; struct C;
             impl PartialEq for C {} impl std::fmt::Debug for C {}
             #[derive(Debug, PartialEq)] enum E {} mod inner { #[derive(Debug)] enum E {} }",
        );
        let check = |text: &str| known.comparable(&ty(text), None);
        assert_eq!(check("Option<(usize, &str)>"), Some(true));
        assert_eq!(check("Result<A, C>"), Some(true));
        assert_eq!(check("Vec<B>"), Some(false));
        assert_eq!(check("Result<A, inner::E>"), Some(false));
        assert_eq!(check("io::Result<u8>"), None);
        assert_eq!(check("Result<u8, other::Error>"), None);
        assert_eq!(check("impl Iterator<Item = u8>"), None);
    }

    #[test]
    fn impls_for_types_of_other_crates_leave_these_their_own_traits() {
        let known = known(
            "#[derive(Debug, PartialEq)] struct A; impl From<A> for SystemTime {} impl PartialEq<A> for String {}",
        );
        for text in ["A", "SystemTime", "Option<String>"] {
            assert_eq!(known.comparable(&ty(text), None), Some(true), "{text}");
        }
    }

    #[test]
    fn types_are_written_as_rustfmt_does() {
        let generics = syn::Generics::default();
        let text = |t: &str| let_type(&ty(t), &generics);
        assert_eq!(text("& 'a [ i32 ]").as_deref(), Some("&[i32]"));
        assert_eq!(text("&mut [u8;4]").as_deref(), Some("&mut [u8; 4]"));
        assert_eq!(
            text("Option<(A<'a>,b::B)>").as_deref(),
            Some("Option<(A<'_>, b::B)>")
        );
        assert_eq!(text("impl Read"), None);
        assert_eq!(
            text("&super::A").as_deref(),
            Some("&super::super::super::A")
        );
        assert_eq!(text("[self::A]").as_deref(), Some("[super::super::A]"));
        assert_eq!(text("Option<Self>"), None);
    }
}
