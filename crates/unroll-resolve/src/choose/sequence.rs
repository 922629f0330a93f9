//! Parameters that are sequences: iterators over items, contiguous sequences, collections of items, and ranges.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{PathArguments, TraitBound, Type, parse_quote};

use super::Choice;
use crate::standard;
use unroll_syntax::generics::bounds;

impl Choice<'_> {
    /// A vector of what `item` is, a type or a parameter that is left to inference.
    pub(super) fn vector_of(&self, item: &Type) -> Option<Type> {
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

    /// The type of the parameter `name`, if `bounds` require a sequence and nothing that sequences lack.
    pub(super) fn sequence(&self, name: &Ident, bounds: &[&TraitBound]) -> Option<Type> {
        let mut found = None;
        for bound in bounds {
            let last = bound.path.segments.last()?;
            let kind = last.ident.to_string();
            let argument = bounds::only_type(&last.arguments);
            match kind.as_str() {
                "IntoIterator" => {
                    let item = self.described(name, "Item")?;
                    found = Some(parse_quote!(Vec<#item>));
                }
                "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" | "FusedIterator" => {
                    let item = self.described(name, "Item")?;
                    found = Some(parse_quote!(std::vec::IntoIter<#item>));
                }
                "Extend" | "FromIterator" => {
                    let item = argument?;
                    // What it can be extended with says less than the other bounds do.
                    found = found.or_else(|| Some(parse_quote!(Vec<#item>)));
                }
                "AsRef" | "AsMut" | "Borrow" | "BorrowMut" => {
                    let item = element(argument?)?;
                    found = Some(parse_quote!(Vec<#item>));
                }
                "Deref" | "DerefMut" => {
                    if let Some(target) = standard::constraint(&last.arguments, "Target") {
                        let item = element(target)?;
                        found = Some(parse_quote!(Vec<#item>));
                    }
                }
                "Index" | "IndexMut" => {
                    let index = standard::first_type(&last.arguments)?;
                    if index.to_token_stream().to_string() != "usize" {
                        return None;
                    }
                    if let Some(item) = standard::constraint(&last.arguments, "Output") {
                        found = Some(parse_quote!(Vec<#item>));
                    } else if found.is_none() {
                        let item = self.described(name, "Output")?;
                        found = Some(parse_quote!(Vec<#item>));
                    }
                }
                "RangeBounds" => {
                    let bound = argument?;
                    found = Some(parse_quote!(std::ops::Range<#bound>));
                }
                usual if standard::EVERYTHING_HAS.contains(&usual) => {}
                _ => return None,
            }
        }
        found
    }

    /// The possible types of `name::associated`, by its bounds.
    fn described(&self, name: &Ident, associated: &str) -> Option<Type> {
        let is_meant = |ty: &Type| {
            let text = ty.to_token_stream().to_string().replace(' ', "");
            let owner = text.strip_suffix(&format!("::{associated}"));
            owner.is_some_and(|owner| *name == owner || owner.starts_with(&format!("<{name}as")))
        };
        let bounds = bounds::traits(bounds::of_types(self.generics, is_meant))?;
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
}

/// The elements of a slice.
fn element(slice: &Type) -> Option<&Type> {
    match slice {
        Type::Slice(slice) => Some(&slice.elem),
        _ => None,
    }
}
