//! The checks of a harness that values satisfy the invariants of their types after the call.
//!
//! In: the values that the tool names, and the variables of parameters. Out: statements of the harness. A call breaks the invariant of a parameter only if
//! it held at entry: values that constructors made may be broken already.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use unroll_syntax::kept::KeptValue;

use crate::probe::{int, numbered, site};

/// The statements.
#[derive(Default)]
pub(super) struct Keeps {
    /// Before the call.
    pub(super) at_entry: TokenStream,
    /// After the call, on the result.
    of_result: TokenStream,
    /// After the result is gone, on parameters.
    of_parameters: TokenStream,
}

impl Keeps {
    /// Those for `values`, each with the number of its clause.
    pub(super) fn of<'p>(
        values: &[(KeptValue, u32)],
        variable: impl Fn(u32) -> Option<&'p Ident>,
    ) -> Self {
        let mut keeps = Self::default();
        for &(value, clause) in values {
            let clause = int(clause);
            match value {
                KeptValue::Result => keeps.of_result.extend(quote_spanned! {site()=>
                    ::unroll_test::rt::check(#clause, ::unroll_test::rt::judged_by(
                        || ::unroll_test::Invariant::holds(&__unroll_result)
                    ));
                }),
                KeptValue::Parameter(number) => {
                    let Some(variable) = variable(number) else {
                        continue;
                    };
                    let held = numbered("held", number);
                    keeps.at_entry.extend(quote_spanned! {site()=>
                        let #held = ::unroll_test::rt::judged_by(
                            || ::unroll_test::Invariant::holds(&#variable)
                        );
                    });
                    keeps.of_parameters.extend(quote_spanned! {site()=>
                        ::unroll_test::rt::check(#clause, !#held || ::unroll_test::rt::judged_by(
                            || ::unroll_test::Invariant::holds(&#variable)
                        ));
                    });
                }
            }
        }
        keeps
    }

    /// The statements after the call: checks of invariants, and those that show the result and then, by `afters`, the parameters.
    pub(super) fn inspections(&self, afters: &[TokenStream]) -> TokenStream {
        let Self {
            of_result,
            of_parameters,
            ..
        } = self;
        let show = quote_spanned!(site()=> ::unroll_test::rt::show!(&mut __unroll_result););
        // What the result borrows is free again once it is dropped.
        let drop = quote_spanned!(site()=> ::core::mem::drop(__unroll_result););
        if of_parameters.is_empty() {
            let drop = (!afters.is_empty()).then_some(drop);
            return quote_spanned! {site()=>
                #of_result
                if ::unroll_test::rt::native() { #show #drop #(#afters)* }
            };
        }
        quote_spanned! {site()=>
            #of_result
            if ::unroll_test::rt::native() { #show }
            #drop
            #of_parameters
            if ::unroll_test::rt::native() { #(#afters)* }
        }
    }
}
