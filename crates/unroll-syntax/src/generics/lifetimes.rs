//! Lifetimes in types of inputs, which are leaked.

use proc_macro2::Ident;
use syn::{
    Lifetime, ParenthesizedGenericArguments, Type, TypeBareFn, TypeReference, parse_quote,
    visit_mut,
};

use crate::walk::{AsEdit, Edit};

/// Makes every lifetime in `ty` `'static`, also those of references that are not written, but for those in the types of functions, which stand for
/// any.
pub fn leak(ty: &mut Type) {
    Leaked { in_function: false }.visit_type_mut(ty);
}

struct Leaked {
    in_function: bool,
}

impl Edit for Leaked {
    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        if reference.lifetime.is_none() && !self.in_function {
            reference.lifetime = Some(parse_quote!('static));
        }
        visit_mut::visit_type_reference_mut(self.walk(), reference);
    }

    fn visit_type_bare_fn_mut(&mut self, function: &mut TypeBareFn) {
        let outside = std::mem::replace(&mut self.in_function, true);
        visit_mut::visit_type_bare_fn_mut(self.walk(), function);
        self.in_function = outside;
    }

    fn visit_parenthesized_generic_arguments_mut(
        &mut self,
        arguments: &mut ParenthesizedGenericArguments,
    ) {
        let outside = std::mem::replace(&mut self.in_function, true);
        visit_mut::visit_parenthesized_generic_arguments_mut(self.walk(), arguments);
        self.in_function = outside;
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        lifetime.ident = Ident::new("static", lifetime.ident.span());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    #[test]
    fn references_live_on_but_functions_take_any() {
        let mut ty: Type =
            parse_quote!((&'a [&str], Cow<'_, str>, fn(&u8) -> &u8, Box<dyn Fn(&u8)>));
        leak(&mut ty);
        let expected: Type = parse_quote!((
            &'static [&'static str],
            Cow<'static, str>,
            fn(&u8) -> &u8,
            Box<dyn Fn(&u8)>
        ));
        assert_eq!(
            ty.to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
    }
}
