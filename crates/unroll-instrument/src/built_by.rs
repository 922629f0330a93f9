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
//! A type without constructors may come from functions of other types, or of none: iterators, guards and builders do. With `of = Iter<'_>, by =
//! "krate::List"` after the id the block, or the function, belongs to what `by` names, and each of the functions gives a value of the type; a receiver is the
//! first argument.
//!
//! [`Call::constructor`], [`Call::constant`], [`Call::method`] and [`Call::producer`] decide what can be such a call.

mod call;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{
    GenericParam, Generics, ImplItem, ImplItemFn, Item, ItemImpl, LitStr, Token, Type, parse_quote,
};
use unroll_syntax::derive::nesting::Nesting;
use unroll_syntax::derive::value_bounds;

pub use self::call::Call;
use crate::expand::forget_lifetimes;
use crate::probe::int;

/// The arguments of the attribute.
struct Args {
    id: String,
    /// The type whose values functions of others give, with the path of their owner.
    produced: Option<Produced>,
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
        let is_produced = input.peek2(Token![=]) && input.fork().parse::<Ident>()? == "of";
        let produced = is_produced.then(|| input.parse()).transpose()?;
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
            produced,
            beside_fields,
            constructors,
            methods,
        })
    }
}

/// The arguments for functions of another type, or of none.
struct Produced {
    /// The type whose values they give.
    of: Type,
    /// The path of the type, or module, that they belong to.
    by: String,
}

impl Parse for Produced {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let word = |expected: &str| {
            let word: Ident = input.parse()?;
            if word == expected {
                return input.parse::<Token![=]>();
            }
            Err(syn::Error::new(
                word.span(),
                format!("expected `{expected} = ..`"),
            ))
        };
        word("of")?;
        let of = input.parse()?;
        input.parse::<Token![,]>()?;
        word("by")?;
        let by = input.parse::<LitStr>()?.value();
        input.parse::<Token![,]>()?;
        Ok(Self { of, by })
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

/// Expands `#[built_by(..)]` on an `impl` block, or on a function that gives values of a type.
pub fn built_by(args: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let args = Args::parse.parse2(args)?;
    let item = syn::parse2::<Item>(item)?;
    let implementation = match (&args.produced, &item) {
        (None, Item::Impl(block)) => by_own_functions(&args, block)?,
        (Some(produced), Item::Impl(block)) => {
            let functions = args.constructors.iter().map(|name| {
                let function = function(block, name).ok_or_else(|| unfit(name))?;
                let made = Call::producer(&function.attrs, &function.sig, Some(&block.self_ty));
                made.map(|(_, call)| call).ok_or_else(|| unfit(name))
            });
            let calls: Vec<Call> = functions.collect::<syn::Result<_>>()?;
            let mut own = (*block.self_ty).clone();
            forget_lifetimes(&mut own);
            by_others(&args, produced, &block.generics, &quote!(<#own>::), &calls)
        }
        (Some(produced), Item::Fn(function)) => {
            let made = Call::producer(&function.attrs, &function.sig, None);
            let (_, call) = made.ok_or_else(|| unfit(&function.sig.ident))?;
            let none = TokenStream::new();
            by_others(&args, produced, &Generics::default(), &none, &[call])
        }
        (_, other) => {
            let what = "expected an `impl` block, or a function with `of` and `by`";
            return Err(syn::Error::new_spanned(other, what));
        }
    };
    Ok(quote!(#item #implementation))
}

fn function<'b>(block: &'b ItemImpl, name: &Ident) -> Option<&'b ImplItemFn> {
    block.items.iter().find_map(|item| match item {
        ImplItem::Fn(function) if function.sig.ident == *name => Some(function),
        _ => None,
    })
}

/// The constant `name` of a block, as what gives a value.
fn constant(block: &ItemImpl, name: &Ident) -> Option<Call> {
    let found = block.items.iter().find_map(|item| match item {
        ImplItem::Const(item) if item.ident == *name => Some(item),
        _ => None,
    });
    Call::constant(found?, &block.self_ty)
}

fn unfit(name: &Ident) -> syn::Error {
    syn::Error::new(
        name.span(),
        format!("`{name}` is no function that builds a value"),
    )
}

/// The implementation for the type of `block`.
fn by_own_functions(args: &Args, block: &ItemImpl) -> syn::Result<TokenStream> {
    let constructors = args
        .constructors
        .iter()
        .map(|name| match function(block, name) {
            Some(found) => Call::constructor(found, &block.self_ty).ok_or_else(|| unfit(name)),
            None if name == "default" => Ok(Call::default()),
            None => constant(block, name).ok_or_else(|| unfit(name)),
        });
    let constructors: Vec<Call> = constructors.collect::<syn::Result<_>>()?;
    // The `Default` that is used is another implementation's if the block has no function of the
    // name.
    let is_borrowed = |name: &Ident| name == "default" && function(block, name).is_none();
    let needs_default = args.constructors.iter().any(is_borrowed);
    let methods = args.methods.iter().map(|name| {
        let found = function(block, name).and_then(Call::method);
        found.ok_or_else(|| unfit(name))
    });
    let methods: Vec<Call> = methods.collect::<syn::Result<_>>()?;
    let inputs = constructors.iter().chain(&methods);
    let inputs = inputs.flat_map(Call::inputs);
    let mut generics = value_bounds::of_arguments(&block.generics, inputs);
    let own = &block.self_ty;
    if needs_default && !generics.params.is_empty() {
        // A derived `Default` has bounds that the block need not have.
        let predicates = &mut generics.make_where_clause().predicates;
        predicates.push(parse_quote!(#own: ::core::default::Default));
    }
    let of_trait = block.trait_.as_ref().map(|(_, path, _)| path);
    let build = Build {
        own,
        generics: &generics,
        construct: construct(&constructors, |call| match of_trait {
            // The trait may be out of scope.
            Some(path) if call.name != "default" => quote!(<Self as #path>::),
            _ => quote!(Self::),
        }),
        describe: described(&args.id, &constructors),
        methods: &methods,
    };
    Ok(build.implementation(args))
}

/// The implementation for a type whose values functions behind `prefix` give.
fn by_others(
    args: &Args,
    produced: &Produced,
    generics: &Generics,
    prefix: &TokenStream,
    calls: &[Call],
) -> TokenStream {
    let inputs = calls.iter().flat_map(Call::inputs);
    let mut generics = value_bounds::of_arguments(generics, inputs);
    // Where lifetimes are forgotten, none are declared.
    let params = std::mem::take(&mut generics.params).into_iter();
    generics.params = params
        .filter(|param| !matches!(param, GenericParam::Lifetime(_)))
        .collect();
    let build = Build {
        own: &produced.of,
        generics: &generics,
        construct: construct(calls, |_| prefix.clone()),
        describe: described(&produced.by, calls),
        methods: &[],
    };
    build.implementation(args)
}

/// How values of a type are built.
struct Build<'b> {
    /// The type.
    own: &'b Type,
    /// The parameters of its implementation, with their bounds.
    generics: &'b Generics,
    /// The call of a constructor.
    construct: TokenStream,
    /// Its description.
    describe: TokenStream,
    methods: &'b [Call],
}

impl Build<'_> {
    /// The `impl Input` or `impl Built` for the type.
    fn implementation(&self, args: &Args) -> TokenStream {
        let Self {
            own,
            generics,
            construct,
            describe,
            methods,
        } = self;
        let path = &args.id;
        let (params, _, bounds) = generics.split_for_impl();
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
}

/// Calls one of the constructors, each behind its prefix.
fn construct(constructors: &[Call], prefix: impl Fn(&Call) -> TokenStream) -> TokenStream {
    let construct = constructors.iter().map(|call| {
        let (name, prefix) = (&call.name, prefix(call));
        let key = quote!(key.child(1));
        if call.is_constant {
            return quote!(#prefix #name);
        }
        let arguments = call.arguments(&key);
        let unwrap = call.unwraps.then(|| quote!(.unwrap()));
        quote!(#prefix #name(#(#arguments),*) #unwrap)
    });
    choice(&quote!(key.child(0)), construct.collect())
}

/// Describes the call of the constructor that the leaves chose.
fn described(path: &str, constructors: &[Call]) -> TokenStream {
    let describe = constructors.iter().map(|call| {
        let path = Literal::string(&format!("{path}::{}", call.name));
        if call.is_constant {
            return quote!(out.unit_structure(#path));
        }
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
