//! `Input` for a type whose values only its own functions make: a constructor, then calls of `&mut self` methods.
//!
//! The attribute `#[built_by(id = "krate::Type", new, with_capacity; insert, push)]` stands on the `impl` block of
//! these functions, where the types in their signatures have their meaning. Constructors come before the semicolon,
//! methods after it. A constructor that the block does not have is one of `Default`; one that returns an `Option` or
//! a `Result` is unwrapped, and if that panics there is no input. Values that no such sequence of calls makes are
//! never tried, so nothing is said to be unreachable.
//!
//! With `beside = fields` after the id the type is `rt::Built` instead, and `derive(InputInside)` uses such values
//! if a harness does not see the fields.
//!
//! [`Call::constructor`] and [`Call::method`] decide which functions can be such calls.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{
    FnArg, GenericArgument, GenericParam, Generics, ImplItem, ImplItemFn, ItemImpl, LitStr,
    PathArguments, ReturnType, Signature, Token, TraitBound, Type, WherePredicate, parse_quote,
};
use unroll_syntax::derive::nesting::Nesting;
use unroll_syntax::derive::value_bounds;
use unroll_syntax::generics::substitute::Substitution;
use unroll_syntax::generics::{bounds, standin, with_named_impls};
use unroll_syntax::walk::Edit;

use crate::expand::forget_lifetimes;
use crate::probe::{int, respanned};

/// A function that is called to build a value.
pub struct Call {
    name: Ident,
    /// Types of the parameters behind the receiver.
    inputs: Vec<Type>,
    /// True if its result is an `Option` or a `Result` of what is wanted.
    unwraps: bool,
    /// True if its result may be one that has to be used.
    has_result: bool,
}

impl Call {
    /// `function` as a constructor of `own`, the type of its `impl` block.
    pub fn constructor(function: &ImplItemFn, own: &Type) -> Option<Self> {
        let sig = plain_signature(function)?;
        let ReturnType::Type(_, result) = &sig.output else {
            return None;
        };
        // `new() -> Option<Self>` is a constructor too: its value is unwrapped.
        let unwraps = !is_own(result, own);
        let is_made = !unwraps || is_own(unwrapped(result)?, own);
        (is_made && sig.receiver().is_none()).then(|| Self::of(function, &sig, unwraps))
    }

    /// `function` as a method that changes its receiver.
    pub fn method(function: &ImplItemFn) -> Option<Self> {
        let sig = plain_signature(function)?;
        let receiver = sig.receiver()?;
        let changes = receiver.reference.is_some() && receiver.mutability.is_some();
        changes.then(|| Self::of(function, &sig, false))
    }

    /// `Default::default`.
    fn default() -> Self {
        Self {
            name: format_ident!("default"),
            inputs: Vec::new(),
            unwraps: false,
            has_result: true,
        }
    }

    fn of(function: &ImplItemFn, sig: &Signature, unwraps: bool) -> Self {
        let mut attrs = function.attrs.iter();
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
            unwraps,
            has_result: must_use || !is_dropped(&sig.output),
        }
    }

    /// The types that its arguments have.
    pub fn inputs(&self) -> &[Type] {
        &self.inputs
    }

    /// `A::any(..)` for each argument, whose keys are children of `key`.
    fn arguments<'c>(&'c self, key: &'c TokenStream) -> impl Iterator<Item = TokenStream> + 'c {
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
    fn described(&self, key: &TokenStream) -> TokenStream {
        let arguments = self.arguments(key).zip(0..).map(|(argument, number)| {
            let number = int(number);
            quote!(out.item_any(&#argument, #key.child(#number));)
        });
        quote!(|out: &mut ::unroll_test::rt::Describe| { #(#arguments)* })
    }
}

/// The signature, if the function can be called as it is in every build, with types for the parameters that a call would have to choose:
/// what gives items is a vector, and what becomes something is that.
fn plain_signature(function: &ImplItemFn) -> Option<Signature> {
    let is_conditional = function
        .attrs
        .iter()
        .any(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("deprecated"));
    let mut sig = with_named_impls(&function.sig);
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

/// The arguments of the attribute.
struct Args {
    id: String,
    /// True if the type has values of its fields as well.
    beside_fields: bool,
    constructors: Vec<Ident>,
    methods: Vec<Ident>,
}

impl Parse for Args {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let names = |input: ParseStream<'_>| {
            Punctuated::<Ident, Token![,]>::parse_separated_nonempty(input)
                .map(|names| names.into_iter().collect::<Vec<_>>())
        };
        let word: Ident = input.parse()?;
        if word != "id" {
            return Err(syn::Error::new(word.span(), "expected `id = \"..\"`"));
        }
        input.parse::<Token![=]>()?;
        let id = input.parse::<LitStr>()?.value();
        input.parse::<Token![,]>()?;
        let beside_fields = input.peek2(Token![=]);
        if beside_fields {
            parse_beside_fields(input)?;
        }
        let constructors = names(input)?;
        let mut methods = Vec::new();
        if input.parse::<Option<Token![;]>>()?.is_some() && !input.is_empty() {
            methods = names(input)?;
        }
        Ok(Self {
            id,
            beside_fields,
            constructors,
            methods,
        })
    }
}

/// Reads `beside = fields,`.
fn parse_beside_fields(input: ParseStream<'_>) -> syn::Result<()> {
    let word: Ident = input.parse()?;
    input.parse::<Token![=]>()?;
    let value: Ident = input.parse()?;
    if word != "beside" || value != "fields" {
        return Err(syn::Error::new(word.span(), "expected `beside = fields`"));
    }
    input.parse::<Token![,]>()?;
    Ok(())
}

/// Expands `#[built_by(..)]` on an `impl` block.
pub fn built_by(args: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let args = Args::parse.parse2(args)?;
    let block: ItemImpl = syn::parse2(item)?;
    let function = |name: &Ident| {
        block.items.iter().find_map(|item| match item {
            ImplItem::Fn(function) if function.sig.ident == *name => Some(function),
            _ => None,
        })
    };
    let unfit = |name: &Ident| {
        syn::Error::new(
            name.span(),
            format!("`{name}` is no function that builds a value"),
        )
    };
    let constructors = args.constructors.iter().map(|name| match function(name) {
        Some(found) => Call::constructor(found, &block.self_ty).ok_or_else(|| unfit(name)),
        None if name == "default" => Ok(Call::default()),
        None => Err(unfit(name)),
    });
    let constructors: Vec<Call> = constructors.collect::<syn::Result<_>>()?;
    // The `Default` that is used is another implementation's if the block has no function of the
    // name.
    let is_borrowed = |name: &Ident| name == "default" && function(name).is_none();
    let needs_default = args.constructors.iter().any(is_borrowed);
    let methods = args.methods.iter().map(|name| {
        let found = function(name).and_then(Call::method);
        found.ok_or_else(|| unfit(name))
    });
    let methods: Vec<Call> = methods.collect::<syn::Result<_>>()?;
    let inputs = constructors.iter().chain(&methods);
    let inputs = inputs.flat_map(|call| &call.inputs);
    let mut generics = value_bounds::of_arguments(&block.generics, inputs);
    if needs_default && !generics.params.is_empty() {
        // A derived `Default` has bounds that the block need not have.
        let own = &block.self_ty;
        let predicates = &mut generics.make_where_clause().predicates;
        predicates.push(parse_quote!(#own: ::core::default::Default));
    }
    let implementation = implementation(&args, &block, &generics, &constructors, &methods);
    Ok(quote!(#block #implementation))
}

/// The `impl Input` or `impl Built` for the type of `block`, with these `generics`.
fn implementation(
    args: &Args,
    block: &ItemImpl,
    generics: &Generics,
    constructors: &[Call],
    methods: &[Call],
) -> TokenStream {
    let path = &args.id;
    let (params, _, bounds) = generics.split_for_impl();
    let own = &block.self_ty;
    let of_trait = block.trait_.as_ref().map(|(_, path, _)| path);
    let construct = construct(of_trait, constructors);
    let describe = described(path, constructors);
    let change = methods.iter().map(|call| {
        let name = &call.name;
        // Child 0 of a call says which method it is, child 1 has its arguments; descriptions use
        // the same keys.
        let key = quote!(call.child(1));
        let arguments = call.arguments(&key);
        quote!({ let _ = value.#name(#(#arguments),*); })
    });
    let change = repeated(&choice(&quote!(call.child(0)), change.collect()));
    let tell = methods.iter().map(|call| {
        let name = Literal::string(&call.name.to_string());
        let arguments = call.described(&quote!(call.child(1)));
        let has_result = call.has_result;
        quote!(out.step(#has_result, #name, #arguments))
    });
    let nesting = Nesting::built(path);
    let (enter, is_too_deep) = (nesting.enter(), nesting.is_full());
    let tell = repeated(&choice(&quote!(call.child(0)), tell.collect()));
    let (implemented, describe_opaque) = if args.beside_fields {
        (quote!(::unroll_test::rt::Built), None)
    } else {
        let describe = quote! {
            fn describe(&self, out: &mut ::unroll_test::rt::Describe) {
                out.opaque::<Self>();
            }
        };
        (quote!(::unroll_test::Input), Some(describe))
    };
    quote! {
        #[automatically_derived]
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        impl #params #implemented for #own #bounds {
            fn any(key: ::unroll_test::rt::Key) -> Self {
                #enter
                ::unroll_test::rt::built(|| {
                    let mut value = #construct;
                    #change
                    value
                })
            }
            #describe_opaque
            fn describe_any(&self, key: ::unroll_test::rt::Key, out: &mut ::unroll_test::rt::Describe) {
                #enter
                out.made(|out| #describe, |out| { #tell });
            }
            fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
                #is_too_deep
            }
        }
    }
}

/// Calls one of the constructors.
fn construct(of_trait: Option<&syn::Path>, constructors: &[Call]) -> TokenStream {
    let construct = constructors.iter().map(|call| {
        let name = &call.name;
        let key = quote!(key.child(1));
        let arguments = call.arguments(&key);
        let unwrap = call.unwraps.then(|| quote!(.unwrap()));
        // The trait may be out of scope.
        let function = match of_trait {
            Some(path) if name != "default" => quote!(<Self as #path>::#name),
            _ => quote!(Self::#name),
        };
        quote!(#function(#(#arguments),*) #unwrap)
    });
    choice(&quote!(key.child(0)), construct.collect())
}

/// Describes the call of the constructor that the leaves chose.
fn described(path: &str, constructors: &[Call]) -> TokenStream {
    let describe = constructors.iter().map(|call| {
        let path = Literal::string(&format!("{path}::{}", call.name));
        let arguments = call.described(&quote!(key.child(1)));
        if call.unwraps {
            quote!(out.method("unwrap", |out| out.nested(|out| out.call(#path, #arguments))))
        } else {
            quote!(out.call(#path, #arguments))
        }
    });
    choice(&quote!(key.child(0)), describe.collect())
}

/// The one of `choices`, of which there is one at least, that the leaf `key` says.
fn choice(key: &TokenStream, mut choices: Vec<TokenStream>) -> TokenStream {
    let count = int(choices.len() as u32);
    let Some(last) = choices.pop() else {
        return TokenStream::new();
    };
    if choices.is_empty() {
        return last;
    }
    let numbers = (0..choices.len()).map(Literal::usize_unsuffixed);
    quote! {
        match ::unroll_test::rt::variant(#key, #count) {
            #(#numbers => #choices,)*
            _ => #last,
        }
    }
}

/// `step` for each call of a method, with the key `call`; nothing without methods.
fn repeated(step: &TokenStream) -> Option<TokenStream> {
    (!step.is_empty()).then(|| {
        quote! {
            let calls = ::unroll_test::rt::calls(key.child(2));
            let mut index = 0;
            while index < calls {
                let call = key.child(3).child(index as u32);
                #step;
                index += 1;
            }
        }
    })
}
