//! Generic parameters that have no name or stand elsewhere, brought to where a type can be given for them.

pub mod bounds;
pub mod closure;
pub mod lifetimes;
pub mod objects;
pub mod standin;
pub mod substitute;

use syn::visit_mut;
use syn::{
    GenericArgument, GenericParam, Generics, Ident, Path, PathArguments, Signature,
    TraitBoundModifier, Type, TypeParam, parse_quote,
};

use crate::walk::{AsEdit, Edit};

/// Traits that declare no types.
const WITHOUT_TYPES: [&str; 17] = [
    "AsMut",
    "AsRef",
    "Borrow",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sized",
    "Sync",
    "Unpin",
];

/// `Iterator`, and traits of the standard library that have its types.
const OF_ITERATORS: [&str; 4] = [
    "Iterator",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "FusedIterator",
];

/// `sig` with a parameter `Impl1`, `Impl2` and so on for every `impl Trait` in place of a parameter's type, which means the same.
pub fn with_named_impls(sig: &Signature) -> Signature {
    let mut sig = sig.clone();
    let mut namer = Namer(Vec::new());
    for input in &mut sig.inputs {
        namer.visit_fn_arg_mut(input);
    }
    sig.generics
        .params
        .extend(namer.0.into_iter().map(GenericParam::Type));
    sig
}

/// Makes every `T::Name` in a signature whose `T` is one of `generics` into `<T as Trait>::Name`, where one bound alone can declare it. A
/// type that is put for `T` does not say whose `Name` is meant.
pub fn qualify(sig: &mut Signature, generics: &Generics) {
    Qualifier(generics).visit_signature_mut(sig);
}

/// True if the types of the trait at `path` are those of `Iterator`.
fn has_items(path: &Path) -> bool {
    let last = path.segments.last();
    last.is_some_and(|last| OF_ITERATORS.iter().any(|name| last.ident == name))
}

/// The trait at `path`, or the one above it that declares its types, without what a bound says of them.
fn declared_by(path: &Path) -> Option<Path> {
    if has_items(path) && !path.is_ident("Iterator") {
        return Some(parse_quote!(::core::iter::Iterator));
    }
    let mut path = path.clone();
    let last = path.segments.last_mut()?;
    if let PathArguments::AngleBracketed(arguments) = &mut last.arguments {
        let kept = arguments.args.iter().filter(|argument| {
            !matches!(
                argument,
                GenericArgument::AssocType(_)
                    | GenericArgument::AssocConst(_)
                    | GenericArgument::Constraint(_)
            )
        });
        arguments.args = kept.cloned().collect();
        if arguments.args.is_empty() {
            last.arguments = PathArguments::None;
        }
    }
    Some(path)
}

struct Qualifier<'g>(&'g Generics);

impl Qualifier<'_> {
    /// The only trait among the bounds of `param` that may declare types, without what it says of them.
    fn declaring(&self, param: &Ident) -> Option<Path> {
        let bounds = bounds::of_parameter(self.0, param)?;
        let mut declaring = bounds.into_iter().filter(|bound| {
            let last = bound.path.segments.last();
            let is_without = |name: &Ident| WITHOUT_TYPES.iter().any(|it| name == it);
            matches!(bound.modifier, TraitBoundModifier::None)
                && last.is_some_and(|last| !is_without(&last.ident))
        });
        let path = declared_by(&declaring.next()?.path)?;
        let is_iterator = has_items(&path);
        // Traits of iterators all have their types from one, so several of them are no doubt.
        if !declaring.all(|other| is_iterator && has_items(&other.path)) {
            return None;
        }
        let last = path.segments.last()?;
        // `Fn(A) -> B` is spelled so in bounds only.
        (!matches!(last.arguments, PathArguments::Parenthesized(_))).then_some(path)
    }
}

impl Edit for Qualifier<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self.walk(), ty);
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && path.path.segments.len() > 1
            && let Some(first) = path.path.segments.first()
            && let Some(declaring) = self.declaring(&first.ident)
        {
            let param = &first.ident;
            let rest = path.path.segments.iter().skip(1);
            *ty = parse_quote!(<#param as #declaring> #(::#rest)*);
        }
    }
}

/// The name of the parameter for `impl Trait` number `number`, from 1.
fn impl_name(number: usize) -> Ident {
    quote::format_ident!("Impl{number}")
}

struct Namer(Vec<TypeParam>);

impl Edit for Namer {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self.walk(), ty);
        // What stands for closures and iterators takes no name.
        if let Type::ImplTrait(found) = ty
            && !standin::stands_in_for(&found.bounds)
        {
            let name = impl_name(self.0.len() + 1);
            let bounds = &found.bounds;
            self.0.push(parse_quote!(#name: #bounds));
            *ty = parse_quote!(#name);
        }
    }
}

/// The parameters of `inner` after those of `outer`, the `impl` block around it, without the lifetimes of `outer`.
pub fn merged(outer: &Generics, inner: &Generics) -> Generics {
    let mut merged = inner.clone();
    let is_lifetime = |param: &&GenericParam| matches!(param, GenericParam::Lifetime(_));
    let own = std::mem::take(&mut merged.params);
    // rustc wants lifetimes first. Those of the block are left out, as harnesses write `'_` for
    // them.
    let (lifetimes, others): (Vec<_>, Vec<_>) = own.iter().partition(is_lifetime);
    let around = outer.params.iter().filter(|param| !is_lifetime(param));
    let all = lifetimes.into_iter().chain(around).chain(others);
    merged.params = all.cloned().collect();
    if let Some(clause) = &outer.where_clause {
        let predicates = clause.predicates.iter().cloned();
        merged.make_where_clause().predicates.extend(predicates);
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    #[test]
    fn impl_traits_get_names() {
        let sig = syn::parse_quote!(fn f<T>(a: &impl AsRef<str>, b: T, c: Vec<impl Copy + Ord>) -> impl Copy);
        let expected: Signature = syn::parse_quote!(
            fn f<T, Impl1: AsRef<str>, Impl2: Copy + Ord>(a: &Impl1, b: T, c: Vec<Impl2>) -> impl Copy
        );
        let named = with_named_impls(&sig);
        assert_eq!(
            named.to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
    }

    #[test]
    fn types_of_bounds_say_whose_they_are() {
        let generics: syn::ItemImpl = parse_quote!(
            impl<M: Monoid<Zero = u8> + Clone, I, F: Fn(u8) -> u8, T: Add<T> + Sub<T>> S<M, I> where I: Iterator {}
        );
        let mut sig: Signature = parse_quote!(
            fn f(x: M::S, y: Vec<I::Item>, z: F::Output, t: T::Output, u: std::u8::X) -> M::Pair<M::S>
        );
        let expected: Signature = parse_quote!(
            fn f(x: <M as Monoid>::S, y: Vec<<I as Iterator>::Item>, z: F::Output, t: T::Output, u: std::u8::X)
                -> <M as Monoid>::Pair<<M as Monoid>::S>
        );
        qualify(&mut sig, &generics.generics);
        assert_eq!(
            sig.to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
    }

    #[test]
    fn items_are_those_of_iterators() {
        let generics: syn::ItemImpl = parse_quote!(
            impl<L: DoubleEndedIterator + core::iter::ExactSizeIterator, R: FusedIterator + Add> S<L, R> {}
        );
        let mut sig: Signature = parse_quote!(fn f(x: L::Item, y: R::Item));
        let expected: Signature =
            parse_quote!(fn f(x: <L as ::core::iter::Iterator>::Item, y: R::Item));
        qualify(&mut sig, &generics.generics);
        assert_eq!(
            sig.to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
    }

    #[test]
    fn parameters_of_the_block_come_before_the_method_s() {
        let outer: syn::ItemImpl = parse_quote!(
            impl<'a, T: Ord, const N: usize> S<'a, T, N> where T: Copy {}
        );
        let inner: Signature = parse_quote!(fn f<'b, U>(&'b self, u: U) where U: Clone);
        let merged = merged(&outer.generics, &inner.generics);
        let clause = &merged.where_clause;
        assert_eq!(
            quote::quote!(#merged #clause).to_string(),
            quote::quote!(<'b, T: Ord, const N: usize, U> where U: Clone, T: Copy).to_string()
        );
    }
}
