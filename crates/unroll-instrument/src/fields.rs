//! `derive(Fields)`: a description of a value by its fields, for types that have neither `Input` nor `Debug`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Data, DeriveInput, Fields, Member, Path, parse_quote};

use crate::probe::numbered;

/// Expands `derive(Fields)`. The type of each field decides at its use how it is described, so no bounds are needed.
pub fn fields(item: TokenStream) -> syn::Result<TokenStream> {
    let input: DeriveInput = syn::parse2(item)?;
    let name = &input.ident;
    let arms: Vec<TokenStream> = match &input.data {
        Data::Struct(data) => vec![arm(&parse_quote!(#name), &data.fields)],
        Data::Enum(data) => {
            let variants = data.variants.iter();
            let arms = variants.map(|variant| {
                let variant_name = &variant.ident;
                arm(&parse_quote!(#name::#variant_name), &variant.fields)
            });
            arms.collect()
        }
        Data::Union(data) => {
            let text = format!("`{name}` is a union: only its author knows which field is valid");
            return Err(syn::Error::new(data.union_token.span, text));
        }
    };
    let (params, args, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #params ::unroll_test::rt::Fields for #name #args #bounds {
            fn describe_fields(&mut self, out: &mut ::unroll_test::rt::Describe) {
                match self { #(#arms)* }
            }
        }
    })
}

/// The arm for a struct or a variant.
fn arm(path: &Path, fields: &Fields) -> TokenStream {
    let segments: Vec<_> = path.segments.iter().map(|s| s.ident.to_string()).collect();
    let suffix = Literal::string(&format!("::{}", segments.join("::")));
    let full = quote!(::core::concat!(::core::module_path!(), #suffix));
    let names: Vec<Ident> = (0..fields.len() as u32)
        .map(|number| {
            let mut name = numbered("field", number);
            name.set_span(Span::call_site().resolved_at(name.span()));
            name
        })
        .collect();
    let members: Vec<Member> = fields.members().collect();
    let pattern = quote!(#path { #(#members: #names),* });
    match fields {
        Fields::Unit => quote!(#pattern => out.unit_structure(#full),),
        Fields::Unnamed(_) => quote! {
            #pattern => out.tuple_structure(#full, |out| {
                #(out.nested(|out| ::unroll_test::rt::describe!(#names, out));)*
            }),
        },
        Fields::Named(_) => {
            let labels = members.iter();
            let labels =
                labels.map(|member| Literal::string(&member.to_token_stream().to_string()));
            quote! {
                #pattern => out.structure(#full, |out| {
                    #(out.field_with(#labels, |out| ::unroll_test::rt::describe!(#names, out));)*
                }),
            }
        }
    }
}
