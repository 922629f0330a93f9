//! Names in types and paths replaced by what they stand for.

use proc_macro2::TokenStream;
use syn::visit_mut;
use syn::{
    Expr, GenericArgument, Ident, ImplItem, ItemImpl, ItemTrait, Path, QSelf, TraitItem, Type,
    parse_quote,
};

use crate::walk::{AsEdit, Edit};

/// The bindings of names. Tokens of macros are not inspected.
#[derive(Clone, Default)]
pub struct Substitution {
    /// Generic parameters: a type or a constant for each. The last of a name counts.
    parameters: Vec<(Ident, TokenStream)>,
    /// `Self`.
    self_ty: Option<Type>,
    /// `Self::Name` for the associated types of an `impl` block. The last of a name counts.
    associated: Vec<(Ident, Type)>,
}

/// The associated type that an implementation of the standard library's trait at `path` takes from its supertrait.
fn inherited(path: &Path) -> Option<(Ident, Type)> {
    let last = path.segments.last()?;
    let arguments = &last.arguments;
    match last.ident.to_string().as_str() {
        "IndexMut" => Some((
            parse_quote!(Output),
            parse_quote!(<Self as ::core::ops::Index #arguments>::Output),
        )),
        "DerefMut" => Some((
            parse_quote!(Target),
            parse_quote!(<Self as ::core::ops::Deref>::Target),
        )),
        _ => None,
    }
}

impl Substitution {
    /// Generic parameters by what is given for them.
    #[must_use]
    pub fn and_parameters(mut self, given: &[(Ident, TokenStream)]) -> Self {
        self.parameters.extend_from_slice(given);
        self
    }

    /// The associated types that `block` defines.
    #[must_use]
    pub fn and_associated(mut self, block: &ItemImpl) -> Self {
        for item in &block.items {
            if let ImplItem::Type(item) = item
                && item.generics.params.is_empty()
            {
                self.associated.push((item.ident.clone(), item.ty.clone()));
            }
        }
        let of_trait = block.trait_.as_ref().map(|(_, path, _)| path);
        self.associated.extend(of_trait.and_then(inherited));
        self.and_items()
    }

    /// The one trait whose associated type methods of other traits often name.
    fn and_items(mut self) -> Self {
        if self.associated.iter().all(|(name, _)| name != "Item") {
            let item = parse_quote!(<Self as ::core::iter::Iterator>::Item);
            self.associated.push((parse_quote!(Item), item));
        }
        self
    }

    /// The associated types that `item` declares, for whatever `Self` is, and `Item`, which the trait may have from `Iterator`.
    #[must_use]
    pub fn and_declared(mut self, item: &ItemTrait) -> Self {
        let name = &item.ident;
        let (_, arguments, _) = item.generics.split_for_impl();
        for item in &item.items {
            if let TraitItem::Type(item) = item
                && item.generics.params.is_empty()
            {
                let own = &item.ident;
                let ty = parse_quote!(<Self as #name #arguments>::#own);
                self.associated.push((own.clone(), ty));
            }
        }
        self.and_items()
    }

    /// `Self`, which may contain what stands for something itself.
    #[must_use]
    pub fn and_self(mut self, ty: &Type) -> Self {
        self.self_ty = Some(ty.clone());
        self
    }

    /// `Self::Name` or `Self::Name::rest`: the type, and the rest.
    fn associated(&self, path: &Path) -> Option<(Type, Option<Path>)> {
        let mut segments = path.segments.iter();
        let (first, second) = (segments.next()?, segments.next()?);
        if first.ident != "Self" || !second.arguments.is_none() {
            return None;
        }
        let mut ty = named(&self.associated, &second.ident)?.clone();
        // An associated type may name others, and parameters of its block.
        self.clone().visit_type_mut(&mut ty);
        let rest = segments
            .cloned()
            .collect::<syn::punctuated::Punctuated<_, _>>();
        let rest = (!rest.is_empty()).then_some(Path {
            leading_colon: Some(syn::token::PathSep::default()),
            segments: rest,
        });
        Some((ty, rest))
    }

    fn constant(&self, ty: &Type) -> Option<Expr> {
        let Type::Path(path) = ty else { return None };
        let value = named(&self.parameters, path.path.get_ident()?)?;
        // What is a type as well is one.
        match syn::parse2::<Type>(value.clone()) {
            Ok(_) => None,
            Err(_) => syn::parse2(value.clone()).ok(),
        }
    }
}

/// The last of `list` with this name.
fn named<'l, T>(list: &'l [(Ident, T)], name: &Ident) -> Option<&'l T> {
    let found = list.iter().rev().find(|(ident, _)| ident == name);
    found.map(|(_, value)| value)
}

/// `<ty>::rest`
fn qualified(ty: &Type, rest: &Path) -> (Option<QSelf>, Path) {
    let path: syn::TypePath = parse_quote!(<#ty> #rest);
    (path.qself, path.path)
}

impl Edit for Substitution {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.qself.is_none()
        {
            if let Some((associated, rest)) = self.associated(&path.path) {
                match rest {
                    None => *ty = associated,
                    Some(rest) => (path.qself, path.path) = qualified(&associated, &rest),
                }
                return;
            }
            let value = path.path.get_ident().and_then(|name| {
                if name == "Self" {
                    // `Self` does not occur in itself.
                    let mut ty = self.self_ty.clone()?;
                    self.visit_type_mut(&mut ty);
                    return Some(ty);
                }
                syn::parse2(named(&self.parameters, name)?.clone()).ok()
            });
            if let Some(value) = value {
                *ty = value;
                return;
            }
        }
        visit_mut::visit_type_mut(self.walk(), ty);
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        if let GenericArgument::Type(ty) = argument
            && let Some(value) = self.constant(ty)
        {
            *argument = GenericArgument::Const(value);
            return;
        }
        visit_mut::visit_generic_argument_mut(self.walk(), argument);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && path.qself.is_none()
        {
            if let Some((ty, Some(rest))) = self.associated(&path.path) {
                (path.qself, path.path) = qualified(&ty, &rest);
                return;
            }
            let name = path.path.get_ident();
            let value = name.and_then(|name| named(&self.parameters, name));
            if let Some(Ok(value)) = value.map(|value| syn::parse2::<Expr>(value.clone())) {
                *expr = value;
                return;
            }
        }
        visit_mut::visit_expr_mut(self.walk(), expr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::{ToTokens, quote};
    use syn::Signature;

    fn substitution() -> Substitution {
        let block: ItemImpl = parse_quote!(
            impl<'a, T, const N: usize> Iterator for S<'a, T, N> {
                type Item = &'a [T; N];
                type Error = String;
            }
        );
        let given: [(Ident, TokenStream); 2] =
            [(parse_quote!(T), quote!(i32)), (parse_quote!(N), quote!(3))];
        Substitution::default()
            .and_parameters(&given)
            .and_associated(&block)
            .and_self(&block.self_ty)
    }

    #[track_caller]
    fn check(signature: TokenStream, expected: &TokenStream) {
        let mut sig: Signature = syn::parse2(signature).expect("a signature");
        substitution().visit_signature_mut(&mut sig);
        assert_eq!(sig.to_token_stream().to_string(), expected.to_string());
    }

    #[test]
    fn names_in_signatures_become_types() {
        check(
            quote!(fn next(x: Vec<T>, y: [T; N], z: M<T, N>) -> Option<Self::Item>),
            &quote!(fn next(x: Vec<i32>, y: [i32; 3], z: M<i32, 3>) -> Option<&'a [i32; 3]>),
        );
        check(
            quote!(fn f(x: &Self, y: T::Own)),
            &quote!(fn f(x: &S<'a, i32, 3>, y: T::Own)),
        );
    }

    #[test]
    fn paths_in_bodies_lose_what_only_the_trait_knows() {
        let mut block: syn::Block = parse_quote!({
            Self::Error::new();
            let x: Self::Error = Self::new();
        });
        let of_block: ItemImpl = parse_quote!(impl Tr for S { type Error = String; });
        Substitution::default()
            .and_associated(&of_block)
            .visit_block_mut(&mut block);
        assert_eq!(
            block.to_token_stream().to_string(),
            quote!({
                <String>::new();
                let x: String = Self::new();
            })
            .to_string()
        );
    }
}
