//! Trait objects that a caller may give any type for: `&dyn Trait`, `&mut dyn Trait`, and a `Box`, `Rc` or `Arc` of `dyn Trait`.
//!
//! The argument of such a parameter turns into the object by itself, so an input of it is one of a type that has the trait. The harness
//! names that type `Dyn1`, `Dyn2` and so on, one for each such parameter in their order; the form keeps its signature. Objects that
//! stand deeper, as in `&[Box<dyn Trait>]`, turn into nothing by themselves and stay as they are, and so do closures and iterators, for
//! which others stand (`standin`).

use quote::format_ident;
use syn::punctuated::Punctuated;
use syn::{
    FnArg, GenericArgument, GenericParam, Ident, PathArguments, Signature, Token, Type, TypeParam,
    TypeParamBound, parse_quote,
};

use crate::generics::{closure, standin};

/// The prefix of the types' names.
const NAME: &str = "Dyn";

/// The bounds behind `dyn`.
type Bounds = Punctuated<TypeParamBound, Token![+]>;

/// A parameter that is an object.
pub struct Object {
    /// The pointer to the object, as written.
    pub pointer: Type,
    /// The type behind it, as a generic parameter with the object's bounds.
    pub param: TypeParam,
}

/// True if `parameter` is the name of a type behind an object.
pub fn is_name(parameter: &str) -> bool {
    let number = parameter.strip_prefix(NAME);
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// All objects, in order.
pub fn of(sig: &Signature) -> Vec<Object> {
    name(&mut sig.clone(), &|_| true)
}

/// Makes generic parameters of the types behind objects whose names are `given`, and gives these objects.
pub fn name(sig: &mut Signature, given: &dyn Fn(&Ident) -> bool) -> Vec<Object> {
    let generics = sig.generics.clone();
    let types = sig.inputs.iter_mut().filter_map(|input| match input {
        FnArg::Typed(input) => Some(&mut *input.ty),
        FnArg::Receiver(_) => None,
    });
    let is_closure = |ty: &Type| closure::closure(ty, &generics).is_some();
    let mut number = 0_u32;
    let mut named = Vec::new();
    for ty in types.filter(|ty| !is_closure(ty)) {
        let pointer = ty.clone();
        let Some((object, bounds)) = behind(ty) else {
            continue;
        };
        // An object without a given type counts too, so that the names are those of all objects in
        // order.
        number += 1;
        let name = format_ident!("{NAME}{number}");
        if given(&name) {
            *object = parse_quote!(#name);
            let param = parse_quote!(#name: #bounds);
            named.push(Object { pointer, param });
        }
    }
    let params = named.iter().map(|object| object.param.clone());
    let params = params.map(GenericParam::Type);
    sig.generics.params.extend(params);
    named
}

/// The object that `ty` is a reference to or a box of, and its bounds.
fn behind(ty: &mut Type) -> Option<(&mut Type, Bounds)> {
    let inner = match ty {
        Type::Reference(reference) => &mut *reference.elem,
        Type::Path(path) => {
            let last = path.path.segments.last_mut()?;
            let is_pointer = ["Box", "Rc", "Arc"].iter().any(|name| last.ident == name);
            match &mut last.arguments {
                PathArguments::AngleBracketed(arguments) if is_pointer => {
                    match arguments.args.first_mut()? {
                        GenericArgument::Type(inner) => inner,
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    let unwrapped = match inner {
        Type::Paren(paren) => &*paren.elem,
        _ => inner,
    };
    let bounds = match unwrapped {
        Type::TraitObject(found) => found.bounds.clone(),
        _ => return None,
    };
    (!standin::stands_in_for(&bounds)).then_some((inner, bounds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    #[test]
    fn objects_behind_one_pointer_get_names() {
        let mut sig: Signature = parse_quote!(
            fn f<'a>(&self, a: &'a mut (dyn Write + 'a), b: Box<dyn Shape<u8>>, c: &[Box<dyn Shape<u8>>], d: &dyn Fn(u8), e: &mut dyn Iterator<Item = u8>, f: &dyn Any)
        );
        let expected: Signature = parse_quote!(
            fn f<'a, Dyn1: Write + 'a, Dyn3: Any>(&self, a: &'a mut Dyn1, b: Box<dyn Shape<u8>>, c: &[Box<dyn Shape<u8>>], d: &dyn Fn(u8), e: &mut dyn Iterator<Item = u8>, f: &Dyn3)
        );
        let all = of(&sig).into_iter();
        let all: Vec<_> = all
            .map(|it| format!("{}: {}", it.param.ident, it.pointer.to_token_stream()))
            .collect();
        let pointers = [
            "Dyn1: & 'a mut (dyn Write + 'a)",
            "Dyn2: Box < dyn Shape < u8 > >",
            "Dyn3: & dyn Any",
        ];
        assert_eq!(all, pointers);
        name(&mut sig, &|name| name != "Dyn2");
        assert_eq!(
            sig.to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
    }
}
