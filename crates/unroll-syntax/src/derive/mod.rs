//! `derive(Input)`: a value from leaves, and back to text, field by field.
//!
//! `derive(InputInside)` does so in harnesses that see the fields; in the others the type is `rt::Built`, which `built_by` implements.

pub mod nesting;
pub mod value_bounds;

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    Data, DeriveInput, Field, Fields, Generics, Ident, Member, Path, Visibility, parse_quote,
};

use crate::derive::nesting::Nesting;
use crate::generated::{int, numbered};

/// Expands `derive(Input)`; the shape of the result is in `docs/dev/protocol.md` section 7.
pub fn input(item: TokenStream) -> syn::Result<TokenStream> {
    implement(&syn::parse2(item)?, None)
}

/// Expands `derive(InputInside)`, for a type with fields that are not everybody's and that is `rt::Built`.
pub fn input_inside(item: TokenStream) -> syn::Result<TokenStream> {
    let input: DeriveInput = syn::parse2(item)?;
    let outside = Outside::of(&input);
    implement(&input, Some(&outside))
}

fn implement(input: &DeriveInput, outside: Option<&Outside>) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let nesting = Nesting::of(input);
    let values = Values::of(input, nesting.is_some())?;
    let mut generics = bounded(input);
    // `rt::Built` may be implemented for some arguments only; without parameters rustc would check
    // the bound at once and report it here.
    if outside.is_some() && !generics.params.is_empty() {
        let predicates = &mut generics.make_where_clause().predicates;
        predicates.push(parse_quote!(Self: ::unroll_test::rt::Built));
    }
    let (params, args, bounds) = generics.split_for_impl();
    let enter = nesting.as_ref().map(Nesting::enter);
    let elsewhere = |then: &TokenStream| outside.map(|outside| outside.then(then));
    // Each method asks first where its harness stands, and hands on to `rt::Built` where fields are
    // not seen.
    let built = elsewhere(&quote!(<Self as ::unroll_test::rt::Built>::any(key)));
    let opaque = elsewhere(&quote!(out.opaque::<Self>()));
    let described = elsewhere(&quote!(::unroll_test::rt::Built::describe_any(
        self, key, out
    )));
    let is_full = elsewhere(&quote!(<Self as ::unroll_test::rt::Built>::is_too_deep(
        key
    )));
    let is_too_deep = nesting.map(|nesting| nesting.is_too_deep(&input.data));
    let is_too_deep = (is_too_deep.is_some() || is_full.is_some()).then(|| {
        let inside = is_too_deep.unwrap_or_else(|| quote!(false));
        quote! {
            fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
                #is_full
                #inside
            }
        }
    });
    let Values {
        any,
        arms,
        arms_any,
    } = values;
    Ok(quote! {
        #[automatically_derived]
        #[allow(unused_variables)]
        impl #params ::unroll_test::Input for #name #args #bounds {
            fn any(key: ::unroll_test::rt::Key) -> Self {
                #built
                #enter
                let __unroll_value = #any;
                ::unroll_test::rt::valid!(&__unroll_value);
                __unroll_value
            }
            fn describe(&self, out: &mut ::unroll_test::rt::Describe) {
                #opaque
                match self { #(#arms)* }
            }
            fn describe_any(&self, key: ::unroll_test::rt::Key, out: &mut ::unroll_test::rt::Describe) {
                #described
                #enter
                match self { #(#arms_any)* }
            }
            #is_too_deep
        }
    })
}

/// How values of a type are built and described.
struct Values {
    /// Builds one.
    any: TokenStream,
    /// The arms of `describe`.
    arms: Vec<TokenStream>,
    /// The arms of `describe_any`.
    arms_any: Vec<TokenStream>,
}

impl Values {
    /// Those of a struct or an enum; enums choose a variant that is not too deep if they are nested.
    fn of(input: &DeriveInput, is_nested: bool) -> syn::Result<Self> {
        let name = &input.ident;
        match &input.data {
            Data::Struct(data) => {
                let path = parse_quote!(#name);
                let key = quote!(key);
                Ok(Self {
                    any: build(&path, &data.fields, &key),
                    arms: vec![describe(&path, &data.fields, None)],
                    arms_any: vec![describe(&path, &data.fields, Some(&key))],
                })
            }
            Data::Enum(data) => {
                let variants = data.variants.iter().map(|variant| {
                    let variant_name = &variant.ident;
                    let path: Path = parse_quote!(#name::#variant_name);
                    (path, &variant.fields)
                });
                let variants: Vec<_> = variants.collect();
                if variants.is_empty() {
                    let text =
                        format!("`{name}` has no variants, so there is no input of this type");
                    return Err(syn::Error::new(name.span(), text));
                }
                let described = |key: Option<&TokenStream>| {
                    let arms = variants.iter();
                    arms.map(|(path, fields)| describe(path, fields, key))
                        .collect()
                };
                Ok(Self {
                    any: build_variant(&variants, is_nested),
                    arms: described(None),
                    arms_any: described(Some(&quote!(key.child(1)))),
                })
            }
            Data::Union(data) => {
                let text = format!(
                    "`{name}` is a union: only its author knows which field is valid; implement `Input` by hand"
                );
                Err(syn::Error::new(data.union_token.span, text))
            }
        }
    }
}

/// The generics of the type with the bounds that values of its fields need.
fn bounded(input: &DeriveInput) -> Generics {
    let fields: Vec<&Fields> = match &input.data {
        Data::Struct(data) => vec![&data.fields],
        Data::Enum(data) => data.variants.iter().map(|it| &it.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    let types = fields.into_iter().flatten().map(|field| &field.ty);
    value_bounds::added(&input.generics, types)
}

/// The module outside of which the fields of a type, or the type itself, are not seen.
struct Outside {
    /// How many levels it is above that of the type.
    up: u32,
}

impl Outside {
    fn of(input: &DeriveInput) -> Self {
        let fields = match &input.data {
            Data::Struct(data) => Some(&data.fields),
            Data::Enum(_) | Data::Union(_) => None,
        };
        let fields = fields.into_iter().flatten().map(|field| &field.vis);
        let is_private = |vis: &Visibility| match vis {
            Visibility::Inherited => true,
            Visibility::Restricted(vis) => vis.path.is_ident("self"),
            Visibility::Public(_) => false,
        };
        // One private field decides: a harness in the parent module could not name it.
        let is_own = std::iter::once(&input.vis).chain(fields).any(is_private);
        Self {
            up: u32::from(!is_own),
        }
    }

    /// Returns `value` in a harness outside.
    fn then(&self, value: &TokenStream) -> TokenStream {
        let up = int(self.up);
        quote! {
            if ::unroll_test::rt::is_outside(
                const { ::unroll_test::rt::module(::core::module_path!(), #up) }
            ) {
                return #value;
            }
        }
    }
}

/// `match variant(key.child(0), n) { 0 => .., _ => last }`; where fields may be too deep, a variant among those that can be built.
fn build_variant(variants: &[(Path, &Fields)], is_nested: bool) -> TokenStream {
    let key = quote!(key.child(1));
    let count = int(variants.len() as u32);
    let variant = if is_nested {
        let too_deep = variants
            .iter()
            .map(|(_, fields)| nesting::any_too_deep(fields).unwrap_or_else(|| quote!(false)));
        quote!(variant_among(key.child(0), [#(#too_deep),*]))
    } else {
        quote!(variant(key.child(0), #count))
    };
    let arms = variants
        .iter()
        .zip(1_usize..)
        .map(|((path, fields), after)| {
            let value = build(path, fields, &key);
            // The last variant is the wildcard, since rustc wants the numbers beyond it covered as
            // well.
            let pattern = if after == variants.len() {
                quote!(_)
            } else {
                Literal::usize_unsuffixed(after - 1).into_token_stream()
            };
            quote!(#pattern => #value,)
        });
    quote!(match ::unroll_test::rt::#variant { #(#arms)* })
}

fn build(path: &Path, fields: &Fields, key: &TokenStream) -> TokenStream {
    let values = fields.iter().zip(fields.members()).zip(0..);
    let values = values.map(|((field, member), number)| {
        let number = int(number);
        // At the field's type, so that a missing `Input` is reported there.
        quote_spanned!(span_of(field)=> #member: ::unroll_test::Input::any(#key.child(#number)))
    });
    quote!(#path { #(#values),* })
}

/// The arm of `describe` for one struct or variant, or that of `describe_any` where fields were built under the children of `key`.
fn describe(path: &Path, fields: &Fields, key: Option<&TokenStream>) -> TokenStream {
    let segments: Vec<_> = path.segments.iter().map(|s| s.ident.to_string()).collect();
    let suffix = Literal::string(&format!("::{}", segments.join("::")));
    let full = quote!(::core::concat!(::core::module_path!(), #suffix));
    let name = |(field, number): (&Field, u32)| {
        let mut name = numbered("field", number);
        name.set_span(span_of(field).resolved_at(name.span()));
        name
    };
    let names: Vec<Ident> = fields.iter().zip(0..).map(name).collect();
    let members: Vec<Member> = fields.members().collect();
    let pattern = quote!(#path { #(#members: #names),* });
    // Each statement stands at its field's type, where rustc then reports a missing `Input`.
    let spans = fields.iter().map(span_of);
    match fields {
        Fields::Unit => quote!(#pattern => out.unit_structure(#full),),
        Fields::Unnamed(_) => {
            let items = names.iter().zip(spans).zip(0..);
            let items = items.map(|((name, span), number)| match key {
                None => quote_spanned!(span=> out.item(#name);),
                Some(key) => {
                    let number = int(number);
                    quote_spanned!(span=> out.item_any(#name, #key.child(#number));)
                }
            });
            quote!(#pattern => out.tuple_structure(#full, |out| { #(#items)* }),)
        }
        Fields::Named(_) => {
            let items = names.iter().zip(&members).zip(spans).zip(0..);
            let items = items.map(|(((name, member), span), number)| {
                let label = Literal::string(&member.to_token_stream().to_string());
                match key {
                    None => quote_spanned!(span=> out.field(#label, #name);),
                    Some(key) => {
                        let number = int(number);
                        quote_spanned!(span=> out.field_any(#label, #name, #key.child(#number));)
                    }
                }
            });
            quote!(#pattern => out.structure(#full, |out| { #(#items)* }),)
        }
    }
}

/// Where errors about a field's type belong.
fn span_of(field: &Field) -> Span {
    field.ty.span().resolved_at(Span::call_site())
}
