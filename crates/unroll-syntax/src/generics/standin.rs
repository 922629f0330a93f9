//! Stand-ins for parameters whose type no input can have: closures and iterators.
//!
//! `impl Iterator<Item = T>` becomes a vector's own iterator, in whatever type it occurs. A parameter that is a closure (`impl Fn(A) -> B`, `&dyn Fn(A)`,
//! `F` with `F: FnMut(A)`, `Box<dyn Fn(A)>`, `fn(A) -> B`, ..) becomes a `Function`, a table that the harness wraps into a closure where it calls the form,
//! because only there the closure's type is known. Parameters of closures that surely compare and print choose an entry of the
//! table; for others the function always returns the same.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::punctuated::Punctuated;
use syn::visit_mut;
use syn::{
    AssocType, FnArg, GenericArgument, Generics, ParenthesizedGenericArguments, Pat, PathArguments,
    PathSegment, ReturnType, Signature, Token, TraitBound, Type, TypeParamBound, WherePredicate,
    parse_quote_spanned,
};

use crate::generated::{int, site};
use crate::generics::{bounds, lifetimes, merged};
use crate::std_types::{self, Implementation};
use crate::text::type_text;
use crate::walk::{AsEdit, Edit, Look};

/// A parameter that is a closure.
#[derive(Clone)]
pub struct Closure {
    /// The parameters of the closure.
    inputs: Vec<Type>,
    /// The return value.
    output: Type,
    wrap: Wrap,
    /// True if arguments choose what is returned.
    is_table: bool,
}

/// The type around a closure parameter.
#[derive(Clone)]
enum Wrap {
    Nothing,
    Reference,
    MutReference,
    /// `Box`, `Rc` or `Arc`, as the type names it.
    Pointer(TokenStream),
    /// A pointer to a function that captures nothing, so that it finds the table in a variable of the program.
    Function,
}

/// The closure that a parameter of type `ty` is, if it is one.
pub fn closure(ty: &Type, generics: &Generics) -> Option<Closure> {
    if let Type::BareFn(function) = ty {
        let may_stand = !has_references(ty) && is_plain_rust(function);
        let inputs = function.inputs.iter().map(|input| input.ty.clone());
        return may_stand
            .then(|| Closure::new(inputs.collect(), &function.output, Wrap::Function, generics));
    }
    let (wrap, inner) = match ty {
        Type::Reference(reference) if reference.mutability.is_some() => {
            (Wrap::MutReference, &*reference.elem)
        }
        Type::Reference(reference) => (Wrap::Reference, &*reference.elem),
        Type::Path(path) => match pointee(path) {
            Some((pointer, inner)) => (Wrap::Pointer(pointer), inner),
            None => (Wrap::Nothing, ty),
        },
        _ => (Wrap::Nothing, ty),
    };
    let inner = match inner {
        Type::Paren(paren) => &*paren.elem,
        _ => inner,
    };
    let signature = bounds(inner, generics).iter().find_map(called).cloned()?;
    let inputs = signature.inputs.iter().cloned().collect();
    Some(Closure::new(inputs, &signature.output, wrap, generics))
}

/// True if a type names a reference or a lifetime: what a function pointer is given or gives must live on its own, since its table stands in a
/// variable of the program.
fn has_references(ty: &Type) -> bool {
    struct References(bool);
    impl Look<'_> for References {
        fn visit_type_reference(&mut self, _: &syn::TypeReference) {
            self.0 = true;
        }
        fn visit_lifetime(&mut self, _: &syn::Lifetime) {
            self.0 = true;
        }
    }
    let mut references = References(false);
    references.visit_type(ty);
    references.0
}

fn is_plain_rust(function: &syn::TypeBareFn) -> bool {
    function.unsafety.is_none() && function.abi.is_none() && function.variadic.is_none()
}

/// True if the tool makes closures for a generic parameter, so that no type argument is needed.
pub fn is_closure(param: &Ident, generics: &Generics) -> bool {
    bounds(&parse_quote_spanned!(site()=> #param), generics)
        .iter()
        .any(|bound| called(bound).is_some())
}

/// True if a generic parameter needs no type argument, because it is a closure or an iterator, or the item of something by reference.
pub fn stands_for(param: &Ident, generics: &Generics) -> bool {
    is_closure(param, generics)
        || iterator(param, generics).is_some()
        || is_inferred(param, generics)
}

/// The types that closures take and give, and those of iterators, where these stand for generic parameters.
pub fn made_of(generics: &Generics) -> Vec<Type> {
    let mut types = Vec::new();
    for param in generics.type_params() {
        let ident = &param.ident;
        if let Some(closure) = closure(&parse_quote_spanned!(site()=> #ident), generics) {
            types.extend(closure.inputs);
            types.push(closure.output);
        }
        types.extend(iterator(ident, generics));
    }
    types
}

/// True if a generic parameter is what `&I` iterates over, which follows from what `I` is.
pub fn is_inferred(param: &Ident, generics: &Generics) -> bool {
    let mut others = generics.type_params();
    others.any(|other| {
        let item = item_by_reference(&other.ident, generics);
        item.is_some_and(|item| is_named(&item, param))
    })
}

/// `E` where the parameter is `I` and `&'a I: IntoIterator<Item = E>` stands behind `where`.
pub fn item_by_reference(param: &Ident, generics: &Generics) -> Option<Type> {
    let is_reference = |ty: &Type| match ty {
        Type::Reference(reference) => {
            reference.mutability.is_none() && is_named(&reference.elem, param)
        }
        _ => false,
    };
    let mut found = bounds::of_types(generics, is_reference).filter_map(as_trait);
    found.find_map(|bound| {
        let last = bound.path.segments.last()?;
        (last.ident == "IntoIterator").then(|| item(last).cloned())?
    })
}

impl Closure {
    fn new(inputs: Vec<Type>, output: &ReturnType, wrap: Wrap, generics: &Generics) -> Self {
        let output = match output {
            ReturnType::Default => parse_quote_spanned!(site()=> ()),
            ReturnType::Type(_, ty) => (**ty).clone(),
        };
        let is_table = !inputs.is_empty() && inputs.iter().all(|ty| is_plain(ty, generics));
        Self {
            inputs,
            output,
            wrap,
            is_table,
        }
    }

    /// The type that the harness builds.
    pub fn ty(&self) -> Type {
        let (inputs, output) = (&self.inputs, &self.output);
        let kind = format_ident!(
            "{}",
            if self.is_table {
                "Function"
            } else {
                "Constant"
            }
        );
        let arity = int(inputs.len() as u32);
        parse_quote_spanned!(site()=> ::unroll_test::rt::#kind<'_, #arity, (#(#inputs,)*), #output>)
    }

    /// The closure around `function`, which has that type.
    pub fn pass(&self, function: &Ident) -> TokenStream {
        let names: Vec<Ident> = (0..self.inputs.len())
            .map(|number| format_ident!("__unroll_{number}", span = site()))
            .collect();
        let args = if self.is_table {
            quote_spanned!(site()=> (#(#names,)*))
        } else {
            quote_spanned!(site()=> ())
        };
        let closure = quote_spanned!(site()=> move |#(#names),*| #function.call(#args));
        match &self.wrap {
            Wrap::Nothing => closure,
            Wrap::Reference => quote_spanned!(site()=> &#closure),
            Wrap::MutReference => quote_spanned!(site()=> &mut #closure),
            Wrap::Pointer(pointer) => quote_spanned!(site()=> #pointer::new(#closure)),
            Wrap::Function => {
                let (ty, inputs, output) = (self.ty(), &self.inputs, &self.output);
                quote_spanned! {site()=> {
                    static __UNROLL_HELD: ::unroll_test::rt::Held<#ty> = ::unroll_test::rt::Held::new();
                    fn __unroll_pointer(#(#names: #inputs),*) -> #output {
                        __UNROLL_HELD.get().call(#args)
                    }
                    __UNROLL_HELD.put(#function);
                    __unroll_pointer
                }}
            }
        }
    }

    /// How an expression for the closure becomes the parameter.
    pub fn wrapped(&self, closure: &str) -> String {
        match &self.wrap {
            Wrap::Nothing | Wrap::Function => closure.to_owned(),
            Wrap::Reference => format!("&{closure}"),
            Wrap::MutReference => format!("&mut {closure}"),
            Wrap::Pointer(pointer) => {
                let pointer = pointer.to_string().replace(' ', "");
                format!("{pointer}::new({closure})")
            }
        }
    }
}

/// `Box`, `Rc` or `Arc` without its argument, and the argument.
fn pointee(path: &syn::TypePath) -> Option<(TokenStream, &Type)> {
    let last = path.path.segments.last()?;
    if !["Box", "Rc", "Arc"].iter().any(|name| last.ident == name) {
        return None;
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let Some(GenericArgument::Type(inner)) = arguments.args.first() else {
        return None;
    };
    let mut pointer = path.path.clone();
    pointer.segments.last_mut()?.arguments = PathArguments::None;
    Some((pointer.to_token_stream(), inner))
}

/// The trait bounds of `impl Trait`, `dyn Trait`, or a generic parameter.
fn bounds(ty: &Type, generics: &Generics) -> Vec<TraitBound> {
    let traits = |bounds: &Punctuated<TypeParamBound, Token![+]>| -> Vec<TraitBound> {
        bounds.iter().filter_map(as_trait).cloned().collect()
    };
    match ty {
        Type::ImplTrait(found) => traits(&found.bounds),
        Type::TraitObject(found) => traits(&found.bounds),
        Type::Path(path) if path.qself.is_none() => {
            let Some(param) = generics
                .type_params()
                .find(|param| path.path.is_ident(&param.ident))
            else {
                return Vec::new();
            };
            let clauses = generics
                .where_clause
                .iter()
                .flat_map(|clause| &clause.predicates);
            let behind = clauses.filter_map(|predicate| match predicate {
                WherePredicate::Type(bounded) if is_named(&bounded.bounded_ty, &param.ident) => {
                    Some(&bounded.bounds)
                }
                _ => None,
            });
            let behind = behind.flatten().filter_map(as_trait);
            param
                .bounds
                .iter()
                .filter_map(as_trait)
                .chain(behind)
                .cloned()
                .collect()
        }
        _ => Vec::new(),
    }
}

fn as_trait(bound: &TypeParamBound) -> Option<&TraitBound> {
    match bound {
        TypeParamBound::Trait(bound) => Some(bound),
        _ => None,
    }
}

fn is_named(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

/// `(A, B) -> C` of `Fn(A, B) -> C`.
fn called(bound: &TraitBound) -> Option<&ParenthesizedGenericArguments> {
    let last = bound.path.segments.last()?;
    let is_fn = ["Fn", "FnMut", "FnOnce"]
        .iter()
        .any(|name| last.ident == name);
    match &last.arguments {
        PathArguments::Parenthesized(arguments) if is_fn => Some(arguments),
        _ => None,
    }
}

/// True if values of types of this name compare and print, where their arguments do. Only names that mean the same everywhere
/// count, because nothing is resolved here.
fn compares(name: &str) -> bool {
    std_types::is_closed(name)
        && std_types::find(name).is_some_and(|ty| ty.asserts() != Implementation::Unknown)
}

/// True for types whose values compare and print.
fn is_plain(ty: &Type, generics: &Generics) -> bool {
    match ty {
        Type::Reference(reference) => {
            reference.mutability.is_none() && is_plain(&reference.elem, generics)
        }
        Type::Paren(paren) => is_plain(&paren.elem, generics),
        Type::Slice(slice) => is_plain(&slice.elem, generics),
        Type::Array(array) => is_plain(&array.elem, generics),
        Type::Tuple(tuple) => tuple.elems.iter().all(|ty| is_plain(ty, generics)),
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else {
                return false;
            };
            let is_parameter = generics
                .type_params()
                .any(|param| is_named(ty, &param.ident));
            let arguments = match &last.arguments {
                PathArguments::AngleBracketed(arguments) => arguments.args.iter().all(|argument| {
                    matches!(argument, GenericArgument::Type(ty) if is_plain(ty, generics))
                }),
                PathArguments::None => true,
                PathArguments::Parenthesized(_) => false,
            };
            arguments && (is_parameter || compares(&last.ident.to_string()))
        }
        _ => false,
    }
}

/// Puts a vector, or its iterator, in the place of each `impl Iterator`, `dyn Iterator` and `impl IntoIterator` of known items in `ty`.
pub fn replace_iterators(ty: &mut Type) {
    Iterators::default().visit_type_mut(ty);
}

/// True if [`replace_iterators`] or [`closure`] takes an `impl Trait` or `dyn Trait` with these bounds away.
pub fn stands_in_for(bounds: &Punctuated<TypeParamBound, Token![+]>) -> bool {
    let mut bounds = bounds.iter().filter_map(as_trait);
    bounds.any(|bound| called(bound).is_some() || of_bound(bound).is_some())
}

/// The vector or iterator that stands for an `impl Trait` with these bounds.
pub fn implied(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<Type> {
    bounds.iter().filter_map(as_trait).find_map(of_bound)
}

#[derive(Default)]
struct Iterators {
    /// True once a type was replaced.
    any: bool,
    /// True once a trait object was.
    any_object: bool,
}

impl Edit for Iterators {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let bounds = match ty {
            Type::ImplTrait(found) => Some(&found.bounds),
            Type::TraitObject(found) => Some(&found.bounds),
            _ => None,
        };
        let found = bounds.and_then(implied);
        if let Some(found) = found {
            self.any = true;
            self.any_object |= matches!(ty, Type::TraitObject(_));
            *ty = found;
        }
        visit_mut::visit_type_mut(self.walk(), ty);
    }
}

/// The type that stands for something with this bound.
fn of_bound(bound: &TraitBound) -> Option<Type> {
    let last = bound.path.segments.last()?;
    let item = item(last)?;
    match last.ident.to_string().as_str() {
        "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" | "FusedIterator" => {
            Some(parse_quote_spanned!(site()=> ::unroll_test::rt::IntoIter<#item>))
        }
        "IntoIterator" => Some(parse_quote_spanned!(site()=> ::unroll_test::rt::Vec<#item>)),
        _ => None,
    }
}

/// `T` of `Item = T`.
fn item(last: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(AssocType { ident, ty, .. }) if ident == "Item" => Some(ty),
        _ => None,
    })
}

/// The iterator or vector that stands for a generic parameter, with `'static` for every lifetime: inputs are leaked for the time of a run.
pub fn iterator(param: &Ident, generics: &Generics) -> Option<Type> {
    let ty: Type = parse_quote_spanned!(site()=> #param);
    let mut found = bounds(&ty, generics).iter().find_map(of_bound)?;
    lifetimes::leak(&mut found);
    Some(found)
}

/// The iterator or vector in the place of a parameter of a function, or of a generic parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandIn {
    /// The name of the parameter, where it is a plain one.
    pub name: String,
    /// The type that stands there, as the standard library names it.
    pub ty: String,
    /// True if it stands behind a trait object.
    pub is_object: bool,
}

/// The iterators and vectors that stand in the signature `sig`, with the generics `around` it.
pub fn of_signature(sig: &Signature, around: &Generics) -> Vec<StandIn> {
    let all = merged(around, &sig.generics);
    let params = all.type_params().filter_map(|param| {
        Some(StandIn {
            name: param.ident.to_string(),
            ty: spelled(&iterator(&param.ident, &all)?),
            is_object: false,
        })
    });
    let values = sig.inputs.iter().filter_map(|input| {
        let FnArg::Typed(input) = input else {
            return None;
        };
        let mut ty = (*input.ty).clone();
        let mut found = Iterators::default();
        found.visit_type_mut(&mut ty);
        let name = match &*input.pat {
            Pat::Ident(pat) => pat.ident.to_string(),
            _ => String::from("_"),
        };
        found.any.then(|| StandIn {
            name,
            ty: spelled(&ty),
            is_object: found.any_object,
        })
    });
    params.chain(values).collect()
}

/// The type as people write it outside of harnesses, with iterators and vectors as the standard library names them.
pub fn spelled(ty: &Type) -> String {
    type_text(ty)
        .replace("::unroll_test::rt::IntoIter", "std::vec::IntoIter")
        .replace("::unroll_test::rt::Vec", "Vec")
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::{closure, compares, of_signature};

    #[test]
    fn iterators_in_signatures_have_names() {
        let sig = parse_quote!(
            fn f<T, I: Iterator<Item = T>>(a: I, b: impl Iterator<Item = &'a str>, c: Option<Box<dyn Iterator<Item = u8> + 'a>>, d: Vec<u8>, e: &dyn Fn(u8))
        );
        let found = of_signature(&sig, &parse_quote!());
        let found = found.iter().map(|it| (&*it.name, &*it.ty, it.is_object));
        let expected = [
            ("I", "std::vec::IntoIter<T>", false),
            ("b", "std::vec::IntoIter<&'a str>", false),
            ("c", "Option<Box<std::vec::IntoIter<u8>>>", true),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn closures_over_types_that_compare_are_tables() {
        let is_table = |ty| closure(&ty, &parse_quote!()).map(|it| it.is_table);
        assert_eq!(is_table(parse_quote!(fn(u8, String) -> bool)), Some(true));
        assert_eq!(
            is_table(parse_quote!(fn(BTreeMap<u8, Box<[i32]>>) -> u8)),
            Some(true)
        );
        assert_eq!(is_table(parse_quote!(fn(Own) -> u8)), Some(false));
        assert_eq!(is_table(parse_quote!(fn() -> u8)), Some(false));
    }

    #[test]
    fn only_names_that_mean_the_same_everywhere_compare() {
        assert!(compares("u8") && compares("Option") && compares("VecDeque"));
        // A crate may have a type `Path` of its own, which need not compare.
        assert!(!compares("Path") && !compares("BinaryHeap") && !compares("Own"));
    }
}
