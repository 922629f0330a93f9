//! The functions that can be called to build a value, with the arguments that a call takes.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Generics, ImplItemConst, ImplItemFn,
    PathArguments, ReturnType, Signature, TraitBound, Type, WherePredicate, parse_quote,
};
use unroll_syntax::generics::substitute::Substitution;
use unroll_syntax::generics::{bounds, standin, with_named_impls};
use unroll_syntax::walk::Edit;

use crate::expand::forget_lifetimes;
use crate::probe::{int, respanned};

/// A function that is called to build a value, or a constant that is one.
pub struct Call {
    pub(super) name: Ident,
    /// Types of the parameters behind the receiver.
    inputs: Vec<Type>,
    /// True if it is no function.
    pub(super) is_constant: bool,
    /// True if its result is an `Option` or a `Result` of what is wanted.
    pub(super) unwraps: bool,
    /// True if its result may be one that has to be used.
    pub(super) has_result: bool,
}

impl Call {
    /// `function` as a constructor of `own`, the type of its `impl` block.
    pub fn constructor(function: &ImplItemFn, own: &Type) -> Option<Self> {
        let sig = plain_signature(&function.attrs, &function.sig)?;
        let ReturnType::Type(_, result) = &sig.output else {
            return None;
        };
        // `new() -> Option<Self>` is a constructor too: its value is unwrapped.
        let unwraps = !is_own(result, own);
        let is_made = !unwraps || is_own(unwrapped(result)?, own);
        (is_made && sig.receiver().is_none()).then(|| Self::of(&function.attrs, &sig, unwraps))
    }

    /// `function` as a method that changes its receiver.
    pub fn method(function: &ImplItemFn) -> Option<Self> {
        let sig = plain_signature(&function.attrs, &function.sig)?;
        let receiver = sig.receiver()?;
        let changes = receiver.reference.is_some() && receiver.mutability.is_some();
        changes.then(|| Self::of(&function.attrs, &sig, false))
    }

    /// A function of the type `own`, or of none, that gives a value of another type, with that type: what an `Option` or a `Result` holds, if it is one.
    pub fn producer(
        attrs: &[Attribute],
        sig: &Signature,
        own: Option<&Type>,
    ) -> Option<(Type, Self)> {
        let sig = plain_signature(attrs, sig)?;
        let ReturnType::Type(_, result) = &sig.output else {
            return None;
        };
        let inside = unwrapped(result);
        let made = inside.unwrap_or(result);
        let is_other = matches!(made, Type::Path(path) if path.qself.is_none());
        if !is_other || own.is_some_and(|own| is_own(made, own)) {
            return None;
        }
        let mut made = made.clone();
        forget_lifetimes(&mut made);
        let mut call = Self::of(attrs, &sig, inside.is_some());
        if let Some(receiver) = sig.receiver() {
            let mut own = own?.clone();
            forget_lifetimes(&mut own);
            let own = at_attribute(&own);
            call.inputs.insert(
                0,
                match (&receiver.reference, &receiver.mutability) {
                    _ if receiver.colon_token.is_some() => return None,
                    (Some(_), Some(_)) => parse_quote!(&mut #own),
                    (Some(_), None) => parse_quote!(&#own),
                    (None, _) => own,
                },
            );
        }
        Some((made, call))
    }

    /// A constant of the type `own`, the type of its `impl` block.
    pub fn constant(item: &ImplItemConst, own: &Type) -> Option<Self> {
        let mut attrs = item.attrs.iter();
        let is_conditional =
            attrs.any(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("deprecated"));
        (!is_conditional && is_own(&item.ty, own)).then(|| Self {
            name: item.ident.clone(),
            inputs: Vec::new(),
            is_constant: true,
            unwraps: false,
            has_result: false,
        })
    }

    /// `Default::default`.
    pub(super) fn default() -> Self {
        Self {
            name: format_ident!("default"),
            inputs: Vec::new(),
            is_constant: false,
            unwraps: false,
            has_result: true,
        }
    }

    fn of(attrs: &[Attribute], sig: &Signature, unwraps: bool) -> Self {
        let mut attrs = attrs.iter();
        // What is generated for a user's file must not warn, so results that rustc or clippy wants
        // used are bound.
        let must_use = attrs.any(|attr| attr.path().is_ident("must_use"));
        let typed = sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(param) => Some((*param.ty).clone()),
            FnArg::Receiver(_) => None,
        });
        let inputs = typed.map(|mut ty| {
            forget_lifetimes(&mut ty);
            at_attribute(&ty)
        });
        Self {
            name: sig.ident.clone(),
            inputs: inputs.collect(),
            is_constant: false,
            unwraps,
            has_result: must_use || !is_dropped(&sig.output),
        }
    }

    /// The types that its arguments have.
    pub fn inputs(&self) -> &[Type] {
        &self.inputs
    }

    /// `A::any(..)` for each argument, whose keys are children of `key`.
    pub(super) fn arguments<'c>(
        &'c self,
        key: &'c TokenStream,
    ) -> impl Iterator<Item = TokenStream> + 'c {
        self.inputs.iter().zip(0..).map(move |(ty, number)| {
            let number = int(number);
            if is_size(ty) {
                quote!(::unroll_test::rt::size(#key.child(#number)))
            } else {
                quote!(<#ty as ::unroll_test::Input>::any(#key.child(#number)))
            }
        })
    }

    /// The arguments in a description.
    pub(super) fn described(&self, key: &TokenStream) -> TokenStream {
        let arguments = self.arguments(key).zip(0..).map(|(argument, number)| {
            let number = int(number);
            quote!(out.item_any(&#argument, #key.child(#number));)
        });
        quote!(|out: &mut ::unroll_test::rt::Describe| { #(#arguments)* })
    }
}

/// The signature, if the function can be called as it is in every build, with types for the parameters that a call would have to choose:
/// what gives items is a vector, and what becomes something is that.
fn plain_signature(attrs: &[Attribute], sig: &Signature) -> Option<Signature> {
    let is_conditional = attrs
        .iter()
        .any(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("deprecated"));
    let mut sig = with_named_impls(sig);
    // Building a value is a plain call in safe code, of a function with the ABI of Rust.
    let is_odd = sig.asyncness.is_some() || sig.unsafety.is_some() || sig.abi.is_some();
    if is_conditional || is_odd {
        return None;
    }
    let generics = sig.generics.clone();
    let mut given = Vec::new();
    for param in &generics.params {
        match param {
            GenericParam::Lifetime(_) => {}
            GenericParam::Type(param) => {
                let ty = argument(&param.ident, &generics)?;
                given.push((param.ident.clone(), ty.to_token_stream()));
            }
            // Nothing in the signature says which value a test would want.
            GenericParam::Const(_) => return None,
        }
    }
    let is_given = |ty: &Type| given.iter().any(|(name, _)| bounds::is_parameter(ty, name));
    let mut predicates = generics.where_clause.iter().flat_map(|it| &it.predicates);
    let are_given = predicates.all(|predicate| match predicate {
        WherePredicate::Type(bounded) => is_given(&bounded.bounded_ty),
        _ => false,
    });
    let mut names = Substitution::default().and_parameters(&given);
    for input in &mut sig.inputs {
        names.visit_fn_arg_mut(input);
        if let FnArg::Typed(input) = input {
            standin::replace_iterators(&mut input.ty);
        }
    }
    are_given.then_some(sig)
}

/// The type of an argument for the generic parameter `param`.
fn argument(param: &Ident, generics: &Generics) -> Option<Type> {
    let converted = |bound: &&TraitBound| {
        let last = bound.path.segments.last()?;
        let of = bounds::only_type(&last.arguments);
        match (last.ident.to_string().as_str(), of) {
            ("Into", Some(ty)) => Some(ty.clone()),
            ("AsRef", Some(Type::Slice(slice))) => {
                let item = &slice.elem;
                Some(parse_quote!(::unroll_test::rt::Vec<#item>))
            }
            ("AsRef", Some(Type::Path(path))) if path.path.is_ident("str") => {
                Some(parse_quote!(::unroll_test::rt::String))
            }
            _ => None,
        }
    };
    let by_bounds = || {
        let bounds = bounds::of_parameter(generics, param)?;
        bounds.iter().find_map(converted)
    };
    // Iterators first: what gives items is a vector, whatever else it is said to convert to.
    standin::iterator(param, generics).or_else(by_bounds)
}

/// True if `ty` is `Self` or the type that the block is about.
fn is_own(ty: &Type, own: &Type) -> bool {
    let is_self = matches!(ty, Type::Path(path) if path.path.is_ident("Self"));
    // Types are compared as text, since equal tokens at different places are the same type here.
    is_self || ty.to_token_stream().to_string() == own.to_token_stream().to_string()
}

/// `T` of `Option<T>` and `Result<T, ..>`.
fn unwrapped(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let is_wrapper = last.ident == "Option" || last.ident == "Result";
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if is_wrapper => Some(ty),
        _ => None,
    }
}

/// `ty` with errors reported at the attribute, not in the function that it comes from.
fn at_attribute(ty: &Type) -> Type {
    let tokens = respanned(ty.to_token_stream(), |_| Span::call_site());
    parse_quote!(#tokens)
}

/// True if a result can be left unused without a warning.
fn is_dropped(output: &ReturnType) -> bool {
    const NOT_MUST_USE: [&str; 9] = [
        "bool", "char", "usize", "u8", "u16", "u32", "u64", "i32", "Option",
    ];
    match output {
        ReturnType::Default => true,
        ReturnType::Type(_, ty) => match &**ty {
            Type::Reference(_) => true,
            Type::Tuple(tuple) => tuple.elems.is_empty(),
            Type::Path(path) => {
                let last = path.path.segments.last();
                last.is_some_and(|last| NOT_MUST_USE.iter().any(|name| last.ident == name))
            }
            _ => false,
        },
    }
}

fn is_size(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("usize"))
}
