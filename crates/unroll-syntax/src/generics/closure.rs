//! Parameters that are closures, and the tables that stand for them.
//!
//! A parameter that is a closure (`impl Fn(A) -> B`, `&dyn Fn(A)`, `F` with `F: FnMut(A)`, `Box<dyn Fn(A)>`, `fn(A) -> B`, ..) becomes a `Function`, a table
//! that the harness wraps into a closure where it calls the form, because only there the closure's type is known. Parameters of closures that
//! surely compare and print choose an entry of the table; for others the function always returns the same.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{
    GenericArgument, Generics, ParenthesizedGenericArguments, PathArguments, ReturnType, Token,
    TraitBound, Type, TypeParamBound, WherePredicate, parse_quote_spanned, visit,
};

use super::lifetimes;
use crate::generated::{int, site};
use crate::std_types::{self, Implementation};
use crate::walk::{AsLook, Look};

/// A parameter that is a closure.
#[derive(Clone)]
pub struct Closure {
    /// The parameters of the closure.
    pub(super) inputs: Vec<Type>,
    /// The return value.
    pub(super) output: Type,
    wrap: Wrap,
    /// True if arguments choose what is returned.
    pub(super) is_table: bool,
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
        return Closure::pointer(function, generics);
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
    let signature = bounds_of(inner, generics)
        .iter()
        .find_map(called)
        .cloned()?;
    let inputs = signature.inputs.iter().cloned().collect();
    Some(Closure::new(inputs, &signature.output, wrap, generics))
}

/// The references and lifetimes that a type names.
#[derive(Default)]
struct References {
    /// True for a reference.
    any: bool,
    /// True for a lifetime with a name.
    named: bool,
}

impl References {
    fn of(ty: &Type) -> Self {
        let mut references = Self::default();
        references.visit_type(ty);
        references
    }
}

impl Look<'_> for References {
    fn visit_type_reference(&mut self, reference: &syn::TypeReference) {
        self.any = true;
        visit::visit_type_reference(self.walk(), reference);
    }
    fn visit_lifetime(&mut self, lifetime: &syn::Lifetime) {
        self.any = true;
        self.named |= lifetime.ident != "_";
    }
}

fn is_plain_rust(function: &syn::TypeBareFn) -> bool {
    function.unsafety.is_none() && function.abi.is_none() && function.variadic.is_none()
}

impl Closure {
    /// The stand-in of a pointer to a function, if there is one. Its table stands in a variable of the program, so what the function gives lives on
    /// its own, and what it is given by reference chooses nothing.
    fn pointer(function: &syn::TypeBareFn, generics: &Generics) -> Option<Self> {
        let inputs: Vec<Type> = function.inputs.iter().map(|it| it.ty.clone()).collect();
        let given: Vec<References> = inputs.iter().map(References::of).collect();
        let gives = match &function.output {
            ReturnType::Default => false,
            ReturnType::Type(_, ty) => References::of(ty).any,
        };
        if gives || given.iter().any(|it| it.named) || !is_plain_rust(function) {
            return None;
        }
        let mut closure = Self::new(inputs, &function.output, Wrap::Function, generics);
        closure.is_table &= !given.iter().any(|it| it.any);
        Some(closure)
    }

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
        let (mut inputs, output) = (self.inputs.clone(), &self.output);
        if matches!(self.wrap, Wrap::Function) {
            inputs.iter_mut().for_each(lifetimes::leak);
        }
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
pub(super) fn bounds_of(ty: &Type, generics: &Generics) -> Vec<TraitBound> {
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

pub(super) fn as_trait(bound: &TypeParamBound) -> Option<&TraitBound> {
    match bound {
        TypeParamBound::Trait(bound) => Some(bound),
        _ => None,
    }
}

pub(super) fn is_named(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

/// `(A, B) -> C` of `Fn(A, B) -> C`.
pub(super) fn called(bound: &TraitBound) -> Option<&ParenthesizedGenericArguments> {
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
pub(super) fn compares(name: &str) -> bool {
    std_types::is_closed(name)
        && std_types::find(name).is_some_and(|ty| ty.asserts() != Implementation::Unknown)
}

/// True for types whose values compare and print.
pub(super) fn is_plain(ty: &Type, generics: &Generics) -> bool {
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
