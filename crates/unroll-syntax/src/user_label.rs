//! Labels that stand in the source: `label!(condition)` and `label!("name", condition)`.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::{Block, Expr, Item, LitStr, Macro, Token};

use crate::walk::{Look, effects};

/// The arguments of `label!`.
pub struct UserLabel {
    /// The name, if it has one.
    pub name: Option<LitStr>,
    /// The condition.
    pub condition: Expr,
}

impl UserLabel {
    /// Reads the arguments.
    ///
    /// # Errors
    /// When they are no condition, or one that does more than compute.
    pub fn parse(tokens: TokenStream) -> syn::Result<Self> {
        let parser = |input: ParseStream<'_>| {
            let name = if input.peek(LitStr) && input.peek2(Token![,]) {
                let name = input.parse()?;
                input.parse::<Token![,]>()?;
                Some(name)
            } else {
                None
            };
            let condition = input.parse()?;
            input.parse::<Option<Token![,]>>()?;
            Ok(Self { name, condition })
        };
        let label = parser.parse2(tokens)?;
        match effects::first(&label.condition) {
            None => Ok(label),
            Some((effect, place)) => Err(syn::Error::new(
                place,
                format!(
                    "{effect} in the condition of a label: compute the value before `label!`, and ask for it"
                ),
            )),
        }
    }
}

/// Labels of a function that have the name of one above.
pub fn repeated(block: &Block) -> Vec<syn::Error> {
    let mut names = LabelNames::default();
    names.visit_block(block);
    names.repeated
}

#[derive(Default)]
struct LabelNames {
    known: BTreeSet<String>,
    repeated: Vec<syn::Error>,
}

impl<'ast> Look<'ast> for LabelNames {
    fn visit_item(&mut self, _: &'ast Item) {}

    fn visit_macro(&mut self, mac: &'ast Macro) {
        let Some(name) = of(mac).and_then(|label| label.name) else {
            return;
        };
        if !self.known.insert(name.value()) {
            let text = format!(
                "a label above has the name {:?} already: give this one another",
                name.value()
            );
            self.repeated.push(syn::Error::new(name.span(), text));
        }
    }
}

/// The arguments of a `label!`; `None` for other macros, and for what the macro itself rejects.
pub fn of(mac: &Macro) -> Option<UserLabel> {
    let segments = &mac.path.segments;
    let own = segments.len() == 1 || segments[0].ident == "unroll_test";
    if !own || segments.last()?.ident != "label" {
        return None;
    }
    UserLabel::parse(mac.tokens.clone()).ok()
}
