//! Types for generic parameters that nobody has given any, by their bounds.
//!
//! A loop over `&[T]` with `T: Ord` is the same loop for numbers, so numbers show what it does. Chosen is the simplest type that
//! has every trait by name: types of the standard library ([`crate::bounds`]), or those that the crate implements a trait of its own
//! for ([`crate::implementors`]). What the author of a generic type takes for the usual argument, its default, goes before these. A parameter that
//! its bounds do not decide chooses nothing. Bounds are read as written; whether the choice compiles, the compiler says.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{
    GenericParam, Generics, ItemTrait, PathArguments, TraitBound, Type, TypeParam, parse_quote,
};

use crate::bounds;
pub use crate::bounds::HASHER;
use crate::implementors::Implementors;
use crate::standin;
use crate::substitute::Substitution;

/// Where a function stands that has generic parameters.
#[derive(Clone, Copy)]
pub struct Place<'p> {
    /// What the crate says about traits.
    pub implementors: &'p Implementors,
    /// The module, from the crate root.
    pub module: &'p [String],
    /// The type of the `impl` block around it.
    pub self_ty: Option<&'p Type>,
}

/// A type or constant for each parameter but lifetimes, in their order; `None` when one of them has none. Empty where there are no
/// such parameters.
pub fn choose(generics: &Generics, place: Place<'_>) -> Option<Vec<(Ident, TokenStream)>> {
    let mut choice = Choice {
        generics,
        place,
        given: Vec::new(),
        ties: BTreeMap::new(),
    };
    for param in &generics.params {
        let (name, value) = match param {
            GenericParam::Lifetime(_) => continue,
            GenericParam::Const(param) => (&param.ident, choice.constant(&param.ident, &param.ty)?),
            GenericParam::Type(param) if standin::stands_for(&param.ident, generics) => continue,
            GenericParam::Type(param) => {
                (&param.ident, choice.ty(&param.ident)?.into_token_stream())
            }
        };
        choice.given.push((name.clone(), value));
    }
    Some(choice.finished())
}

/// A type `Self` and arguments for those of the `generics` of `item` and its `method` that are not `given`; `None` when the crate has no type
/// that has the method as the trait provides it. Types of the crate come first, then those that [`choose`] prefers.
pub fn choose_self(
    item: &ItemTrait,
    method: &Ident,
    generics: &Generics,
    given: &[(Ident, TokenStream)],
    place: Place<'_>,
) -> Option<Vec<(Ident, TokenStream)>> {
    let Place {
        implementors,
        module,
        ..
    } = place;
    let value = |name: &Ident| given.iter().find(|(given, _)| given == name);
    let params: Vec<&Ident> = item.generics.type_params().map(|it| &it.ident).collect();
    let arguments = params.iter().map(|name| {
        let value = value(name).map(|(_, value)| value.clone());
        value.unwrap_or_else(|| name.to_token_stream())
    });
    let name = &item.ident;
    let bound: TraitBound = parse_quote!(#name<#(#arguments),*>);
    let open = params.iter().filter(|name| value(name).is_none());
    let open: Vec<Ident> = open.map(|name| (*name).clone()).collect();
    let own_self = Ident::new("Self", proc_macro2::Span::call_site());
    let behind: Vec<&TraitBound> = bounds::of_parameter(generics, &own_self)?;
    let best = implementors.implementing(&bound, method, &behind, &open, module)?;
    let mut chosen = vec![(own_self, best.ty.into_token_stream())];
    for (name, ty) in params.into_iter().zip(best.arguments) {
        if open.contains(name) {
            chosen.push((name.clone(), ty.into_token_stream()));
        }
    }
    let rest = without(&without(generics, given), &chosen);
    chosen.extend(choose(&rest, place)?);
    Some(chosen)
}

/// `generics` with what is `given` in the place of its parameters.
pub fn without(generics: &Generics, given: &[(Ident, TokenStream)]) -> Generics {
    let mut rest = generics.clone();
    let params = std::mem::take(&mut rest.params).into_iter();
    let is_given = |name: &Ident| given.iter().any(|(given, _)| given == name);
    let left = params.filter(|param| match param {
        GenericParam::Type(TypeParam { ident, .. }) => !is_given(ident),
        GenericParam::Const(param) => !is_given(&param.ident),
        GenericParam::Lifetime(_) => true,
    });
    rest.params = left.collect();
    let mut names = Substitution::default().and_parameters(given);
    names.visit_generics_mut(&mut rest);
    rest
}

/// As the arguments of an attribute: `T = i32, N = 3`. What is in no prelude of `core` is named by a path that every crate has.
pub fn as_arguments(chosen: &[(Ident, TokenStream)]) -> String {
    let arguments = chosen.iter().map(|(name, value)| {
        let Ok(mut ty) = syn::parse2::<Type>(value.clone()) else {
            return format!("{name} = {value}");
        };
        Everywhere.visit_type_mut(&mut ty);
        format!("{name} = {}", ty.to_token_stream())
    });
    arguments.collect::<Vec<_>>().join(", ")
}

/// Puts paths that every crate has where types of the standard library are named that have a stand-in there.
struct Everywhere;

impl VisitMut for Everywhere {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        syn::visit_mut::visit_path_mut(self, path);
        let text = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        let text = text.collect::<Vec<_>>().join("::");
        let known = ["String", "Vec", "std::vec::IntoIter", HASHER];
        if known.contains(&text.as_str())
            && let Some(last) = path.segments.pop()
        {
            let last = last.into_value();
            *path = parse_quote!(::unroll_test::rt::#last);
        }
    }
}

/// A choice in the making.
struct Choice<'c> {
    generics: &'c Generics,
    place: Place<'c>,
    given: Vec<(Ident, TokenStream)>,
    /// What parameters have to be for the sake of others.
    ties: BTreeMap<String, Type>,
}

impl Choice<'_> {
    fn constant(&self, name: &Ident, ty: &Type) -> Option<TokenStream> {
        let aliased = || {
            let self_ty = self.place.self_ty?;
            self.place
                .implementors
                .aliased(self_ty, name, self.place.module)
        };
        bounds::constant(ty).or_else(aliased)
    }

    fn ty(&mut self, name: &Ident) -> Option<Type> {
        let Place {
            implementors,
            module,
            self_ty,
        } = self.place;
        let usual = self_ty.and_then(|ty| implementors.default_of(ty, name, module));
        if let Some(ty) = usual.or_else(|| self.ties.remove(&name.to_string())) {
            return Some(ty);
        }
        if let Some(item) = standin::item_by_reference(name, self.generics) {
            return self.vector_of(&item);
        }
        let bounds: Vec<TraitBound> = self.bounds(name)?;
        let bounds: Vec<&TraitBound> = bounds.iter().collect();
        if let Some(ty) = self.sequence(name, &bounds) {
            return Some(ty);
        }
        let aliased = || syn::parse2(implementors.aliased(self_ty?, name, module)?).ok();
        let best = implementors
            .best(&bounds, &self.open(), module)
            .or_else(aliased)?;
        self.tie(&bounds, &best);
        Some(best)
    }

    /// The bounds of a parameter, with what was chosen before.
    fn bounds(&self, name: &Ident) -> Option<Vec<TraitBound>> {
        let mut names = Substitution::default().and_parameters(&self.given);
        let bounds = bounds::of_parameter(self.generics, name)?;
        let given = bounds.into_iter().map(|bound| {
            let mut bound = bound.clone();
            names.visit_trait_bound_mut(&mut bound);
            bound
        });
        Some(given.collect())
    }

    /// Parameters that are still to be chosen.
    fn open(&self) -> Vec<Ident> {
        let names = self.generics.type_params().map(|param| &param.ident);
        let is_given = |name: &&Ident| self.given.iter().any(|(given, _)| given == *name);
        names.filter(|name| !is_given(name)).cloned().collect()
    }

    /// With `K: Borrow<Q>`, `Q` is what `K` is.
    fn tie(&mut self, bounds: &[&TraitBound], ty: &Type) {
        for bound in bounds {
            let Some(last) = bound.path.segments.last() else {
                continue;
            };
            let is_reflexive = bounds::REFLEXIVE.iter().any(|name| last.ident == name);
            let Some(argument) = bounds::only_type(&last.arguments).filter(|_| is_reflexive) else {
                continue;
            };
            for name in self.open() {
                if bounds::is_parameter(argument, &name) {
                    self.ties.insert(name.to_string(), ty.clone());
                }
            }
        }
    }

    /// A vector of what `item` is, a type or a parameter that is left to inference.
    fn vector_of(&self, item: &Type) -> Option<Type> {
        let mut params = self.generics.type_params();
        let element = match params.find(|param| bounds::is_parameter(item, &param.ident)) {
            Some(param) => {
                let bounds = self.bounds(&param.ident)?;
                let bounds: Vec<&TraitBound> = bounds.iter().collect();
                self.place
                    .implementors
                    .best(&bounds, &self.open(), self.place.module)?
            }
            None => match item {
                Type::Reference(reference) => (*reference.elem).clone(),
                _ => return None,
            },
        };
        Some(parse_quote!(Vec<#element>))
    }

    /// What iterates over items that their own bounds describe, is collected from items, or holds them side by side.
    fn sequence(&self, name: &Ident, bounds: &[&TraitBound]) -> Option<Type> {
        let mut found = None;
        for bound in bounds {
            let last = bound.path.segments.last()?;
            let kind = last.ident.to_string();
            match kind.as_str() {
                "IntoIterator" => {
                    let item = self.item(name)?;
                    found = Some(parse_quote!(Vec<#item>));
                }
                "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" | "FusedIterator" => {
                    let item = self.item(name)?;
                    found = Some(parse_quote!(std::vec::IntoIter<#item>));
                }
                "Extend" | "FromIterator" => {
                    let item = bounds::only_type(&last.arguments)?;
                    found = found.or_else(|| Some(parse_quote!(Vec<#item>)));
                }
                "AsRef" | "AsMut" | "Borrow" | "BorrowMut" => {
                    let Some(Type::Slice(slice)) = bounds::only_type(&last.arguments) else {
                        return None;
                    };
                    let item = &slice.elem;
                    found = Some(parse_quote!(Vec<#item>));
                }
                // Vectors and their iterators are cloned, printed and made from nothing.
                "Clone" | "Debug" | "Default" | "Sized" | "Send" | "Sync" | "Unpin" => {}
                _ => return None,
            }
        }
        found
    }

    /// The items of the parameter `name`, by what is said of `name::Item`.
    fn item(&self, name: &Ident) -> Option<Type> {
        let is_item = |ty: &Type| {
            let text = ty.to_token_stream().to_string().replace(' ', "");
            text == format!("{name}::Item")
                || text == format!("<{name}asIntoIterator>::Item")
                || text == format!("<{name}asIterator>::Item")
        };
        let bounds = bounds::traits(bounds::of_types(self.generics, is_item))?;
        for bound in &bounds {
            let last = bound.path.segments.last()?;
            if (last.ident == "Borrow" || last.ident == "Into")
                && let PathArguments::AngleBracketed(_) = last.arguments
                && let Some(Type::Tuple(tuple)) = bounds::only_type(&last.arguments)
            {
                return Some(Type::Tuple(tuple.clone()));
            }
        }
        self.place
            .implementors
            .best(&bounds, &self.open(), self.place.module)
    }

    /// What was chosen, without the names of other parameters in it.
    fn finished(self) -> Vec<(Ident, TokenStream)> {
        let mut names = Substitution::default().and_parameters(&self.given);
        let given = self.given.iter().map(|(name, value)| {
            let value = if let Ok(mut ty) = syn::parse2::<Type>(value.clone()) {
                names.visit_type_mut(&mut ty);
                ty.into_token_stream()
            } else {
                value.clone()
            };
            (name.clone(), value)
        });
        given.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    const CRATE: &str = "
        trait Own {}
        impl Own for Range<usize> {}
        impl Own for u16 {}
        trait Wide {}
        impl<T> Wide for T {}
        trait Static<T: Copy>: Copy {}
        struct Yes;
        impl Static<bool> for Yes {}
        struct Three;
        impl Static<usize> for Three {}
        struct Some<T>(T);
        impl<T: Copy> Static<Option<T>> for Some<T> {}
        trait Span<T = usize> {}
        impl<T> Span<T> for RangeFull {}
        impl<T: Copy> Span<T> for Range<T> {}
        trait Digits {}
        impl<T: Own + Copy> Digits for T {}
        struct Options<'a>(&'a str);
        impl<'a> From<&'a Options<'a>> for Options<'a> {}
        impl<'a> From<usize> for Options<'a> {}
        impl Display for Yes {}
        mod inner { pub struct Hidden(u8); impl super::Named for Hidden {} }
        trait Named {}
        trait Partly {}
        impl Partly for Yes { fn provided() {} }
        impl Partly for u8 { fn other() {} }
        struct Set<B = u32>(B);
        struct Pattern<const C: char>;
        type Star = Pattern<'*'>;
    ";

    #[track_caller]
    fn check(signature: &str, expected: Option<&str>) {
        check_in(None, signature, expected);
    }

    #[track_caller]
    fn check_in(self_ty: Option<&str>, signature: &str, expected: Option<&str>) {
        let chosen = chosen(CRATE, self_ty, signature);
        assert_eq!(chosen.as_deref(), expected, "{signature}");
    }

    /// What is chosen for `signature` in a crate of these `items`.
    fn chosen(items: &str, self_ty: Option<&str>, signature: &str) -> Option<String> {
        let sig: syn::Signature = syn::parse_str(signature).expect("a signature");
        let file: syn::File = syn::parse_str(items).expect("items");
        let mut implementors = Implementors::default();
        implementors.add(&[], &file.items);
        let self_ty: Option<Type> = self_ty.map(|ty| syn::parse_str(ty).expect("a type"));
        let place = Place {
            implementors: &implementors,
            module: &[],
            self_ty: self_ty.as_ref(),
        };
        choose(&sig.generics, place).map(|chosen| as_arguments(&chosen))
    }

    #[test]
    fn numbers_where_they_do() {
        check("fn f<T>(x: &[T])", Some("T = i32"));
        check("fn f<'a, T: Ord + Copy + 'a>(x: &'a [T])", Some("T = i32"));
        check(
            "fn f<T>(x: T) where T: Copy + std::ops::Add<Output = T>",
            Some("T = i32"),
        );
        check("fn f<T: Into<u64>>(x: T)", Some("T = u32"));
        check("fn f<T: Into<f64> + Copy>(x: T)", Some("T = i32"));
        check("fn f<T: Into<usize>>(x: T)", Some("T = u16"));
        check("fn f<T: From<u8>>(x: T)", Some("T = i32"));
        check("fn f<T: Into<char>>(x: T)", Some("T = u8"));
        check("fn f<T: std::ops::Neg<Output = T>>(x: T)", Some("T = i32"));
    }

    #[test]
    fn text_and_bytes() {
        check(
            "fn f<S: AsRef<str>>(s: S)",
            Some("S = :: unroll_test :: rt :: String"),
        );
        check(
            "fn f<S: Into<String>>(s: S)",
            Some("S = :: unroll_test :: rt :: String"),
        );
        check(
            "fn f<B: AsRef<[u8]> + ?Sized>(b: &B)",
            Some("B = :: unroll_test :: rt :: Vec < u8 >"),
        );
    }

    #[test]
    fn types_in_private_modules_are_named_where_they_are_shown() {
        let items = "mod outer {
            mod all { pub struct A; impl crate::Glob for A {} }
            mod one { pub struct B(u8); impl crate::Name for B {} }
            pub use self::all::*;
            pub use one::B;
        }
        pub mod seen { pub struct C(u8); impl crate::Open for C {} }
        pub trait Glob {}
        pub trait Name {}
        pub trait Open {}";
        for (bound, ty) in [
            ("Glob", "crate :: outer :: A"),
            ("Name", "crate :: outer :: B"),
            ("Open", "crate :: seen :: C"),
        ] {
            let expected = format!("T = {ty}");
            let found = chosen(items, None, &format!("fn f<T: {bound}>(x: T)"));
            assert_eq!(found, Some(expected), "{bound}");
        }
    }

    #[test]
    fn types_of_other_crates_come_last() {
        let items = "use bits::Bits;
        pub trait Map {}
        impl Map for Bits {}
        pub struct Own(u8);
        impl Map for Own {}";
        let found = chosen(items, None, "fn f<M: Map>(map: M)");
        assert_eq!(found.as_deref(), Some("M = Own"));
    }

    #[test]
    fn what_refers_to_a_slice_is_a_vector() {
        check(
            "fn f<C, T>(elements: C, needle: T) where C: AsRef<[T]> + Clone, T: Ord",
            Some("C = :: unroll_test :: rt :: Vec < i32 >, T = i32"),
        );
        check(
            "fn f<C: AsMut<[Digit]> + ?Sized>(digits: &mut C)",
            Some("C = :: unroll_test :: rt :: Vec < Digit >"),
        );
        check("fn f<C: AsRef<[u8]> + Unknown>(c: C)", None);
        check("fn f<B: Borrow<u8>>(byte: B)", Some("B = u8"));
    }

    #[test]
    fn closures_and_iterators_are_left_to_their_stand_ins() {
        check("fn f<F: Fn(i32) -> bool>(f: F)", Some(""));
        check(
            "fn f<T, I>(i: I) where I: Iterator<Item = T>",
            Some("T = i32"),
        );
        check("fn f<I: IntoIterator<Item = u8>>(i: I)", Some(""));
        check("fn f<F: Fn(u8) -> T, T: Default>(f: F)", Some("T = i32"));
    }

    #[test]
    fn iterators_of_items_that_are_described_elsewhere() {
        check(
            "fn f<I: Iterator>(i: I)",
            Some("I = :: unroll_test :: rt :: IntoIter < i32 >"),
        );
        check(
            "fn f<I>(i: I) where I: IntoIterator, I::Item: AsRef<str>",
            Some("I = :: unroll_test :: rt :: Vec < :: unroll_test :: rt :: String >"),
        );
        check(
            "fn f<I, K: AsRef<str>, V>(i: I) where I: IntoIterator, I::Item: Borrow<(K, V)>",
            Some(
                "I = :: unroll_test :: rt :: Vec < (:: unroll_test :: rt :: String , i32) >, K = :: unroll_test :: rt :: String, V = i32",
            ),
        );
        check(
            "fn f<'a, 'b, A, B, E, F>(a: &'a A, b: &'b B)
             where &'a A: IntoIterator<Item = E>, &'b B: IntoIterator<Item = F>, E: PartialEq<F>",
            Some(
                "A = :: unroll_test :: rt :: Vec < i32 >, B = :: unroll_test :: rt :: Vec < i32 >",
            ),
        );
        check(
            "fn f<R: Default + Extend<T>, T: Ord>() -> R",
            Some("R = :: unroll_test :: rt :: Vec < i32 >, T = i32"),
        );
    }

    #[test]
    fn constants_are_small() {
        check("fn f<const N: usize>(x: [u8; N])", Some("N = 3"));
        check(
            "fn f<T: Ord, const N: usize>(x: [T; N])",
            Some("T = i32, N = 3"),
        );
        check("fn f<const B: bool>()", Some("B = true"));
        check("fn f<const C: char>()", None);
    }

    #[test]
    fn own_traits_have_their_types() {
        check("fn f<T: Own>(x: T)", Some("T = u16"));
        check(
            "fn f<T: Own + AsRef<str>>(x: T)",
            Some("T = Range < usize >"),
        );
        check("fn f<T: Wide>(x: T)", Some("T = i32"));
        check("fn f<T: Digits>(x: T)", Some("T = u16"));
        check("fn f<T: num_traits::PrimInt + Own>(x: T)", Some("T = u16"));
        check("fn f<T: Named>(x: T)", Some("T = crate :: inner :: Hidden"));
        // That a type of the crate prints does not mean that numbers do not.
        check("fn f<T: Display>(x: T)", Some("T = i32"));
        check(
            "fn f<H: Hasher>(state: &mut H)",
            Some("H = :: unroll_test :: rt :: DefaultHasher"),
        );
        check("fn f<H: Hasher + Ord>(state: &mut H)", None);
    }

    /// Each trait is had by what has two others, and those by numbers: asked one by one, the ways from trait to trait would be too many.
    #[test]
    fn many_ways_lead_to_a_trait() {
        const TRAITS: usize = 40;
        let numbers = ["u8", "u16", "u64", "i8", "i16", "i64", "f32", "usize"];
        let mut text = String::new();
        for n in 0..TRAITS {
            let (next, other) = ((n + 1) % TRAITS, (n + 7) % TRAITS);
            let _ = write!(text, "trait T{n} {{}}");
            for ty in [
                "T",
                "Wrapping<T>",
                "Option<T>",
                "Vec<T>",
                "[T; 2]",
                "Box<T>",
                "(T, T)",
            ] {
                let _ = write!(text, "impl<T: T{next} + T{other}> T{n} for {ty} {{}}");
            }
            for number in numbers {
                let _ = write!(text, "impl T{n} for {number} {{}}");
            }
        }
        let chosen = chosen(&text, None, "fn f<T: T0 + T3>(x: T)");
        assert_eq!(chosen.as_deref(), Some("T = u16"));
    }

    #[test]
    fn arguments_of_traits_decide() {
        check(
            "fn f<B: Static<usize>, M: Static<bool>>(b: B, m: M)",
            Some("B = Three, M = Yes"),
        );
        check("fn f<P: Static<Option<u8>>>(p: P)", Some("P = Some < u8 >"));
        check("fn f<P: Static<char>>(p: P)", None);
        check("fn f<R: Span>(r: R)", Some("R = Range < usize >"));
        check("fn f<R: Span<u8>>(r: R)", Some("R = Range < u8 >"));
        check("fn f<'a, O: Into<Options<'a>>>(o: O)", Some("O = usize"));
        check(
            "fn f<K: Hash + Borrow<Q>, Q: Hash + ?Sized>(q: &Q)",
            Some("K = i32, Q = i32"),
        );
    }

    #[test]
    fn what_only_floating_point_numbers_have_chooses_them() {
        check("fn f<F: Float + Debug>(x: &[F])", Some("F = f64"));
        check("fn f<T: Real + From<f32>>(x: T)", Some("T = f64"));
        check("fn f<T: From<f64>>(x: T)", Some("T = f64"));
        check("fn f<F: Float + Ord>(x: F)", None);
    }

    #[test]
    fn readers_and_writers_are_memory() {
        check("fn f<R: io::Read>(r: &mut R)", Some("R = & 'static [u8]"));
        check(
            "fn f<W: io::Write>(w: &mut W)",
            Some("W = :: unroll_test :: rt :: Vec < u8 >"),
        );
        check(
            "fn f<W: fmt::Write>(w: &mut W)",
            Some("W = :: unroll_test :: rt :: String"),
        );
    }

    #[test]
    fn what_the_type_usually_has_goes_first() {
        check_in(Some("Set<B>"), "fn f<B: Unknown>()", Some("B = u32"));
        check_in(Some("&'a Set<B>"), "fn f<B: Copy>()", Some("B = u32"));
        check_in(Some("Other<B>"), "fn f<B: Unknown>()", None);
        check_in(Some("Pattern<K>"), "fn f<const K: char>()", Some("K = '*'"));
    }

    #[track_caller]
    fn check_self(item: &str, expected: Option<&str>) {
        let item: ItemTrait = syn::parse_str(item).expect("a trait");
        let file: syn::File = syn::parse_str(CRATE).expect("items");
        let mut implementors = Implementors::default();
        implementors.add(&[], &file.items);
        let place = Place {
            implementors: &implementors,
            module: &[],
            self_ty: None,
        };
        let method = parse_quote!(provided);
        let chosen = choose_self(&item, &method, &item.generics, &[], place);
        let chosen = chosen.map(|chosen| as_arguments(&chosen));
        assert_eq!(chosen.as_deref(), expected);
    }

    #[test]
    fn a_trait_is_tried_on_a_type_that_has_it() {
        check_self("trait Own {}", Some("Self = u16"));
        // Another type has the method of its own.
        check_self("trait Partly {}", Some("Self = u8"));
        check_self("trait Named {}", Some("Self = crate :: inner :: Hidden"));
        check_self(
            "trait Static<T: Copy>: Copy {}",
            Some("Self = Some < i32 >, T = Option < i32 >"),
        );
        check_self("trait Nobody {}", None);
    }

    #[test]
    fn what_is_not_known_chooses_nothing() {
        check("fn f<T: Mine>(x: T)", None);
        check("fn f(x: u8)", Some(""));
        // Left to the compiler.
        check("fn f<T>(x: T) where Vec<T>: Clone", Some("T = i32"));
    }
}
