//! The criterion `user`: `label!(condition)` and `label!("name", condition)` in the source.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Block, Expr, ExprClosure, ExprForLoop, ExprLoop, ExprWhile, Item, LitStr, Macro, Stmt, Token,
    parse_quote_spanned,
};

use super::{LabelKind, Labeller, Labels, Pass};
use crate::criterion::Criterion;
use crate::effects;
use crate::probe::{int, site};
use crate::scan::skip_foreign;
use crate::walk::{AsEdit, Edit, Look};

/// Gives out labels and puts their probes in the place of the macros.
pub(super) fn label(block: &mut Block, labels: &mut Labels) {
    let labeller = Labeller::new(Criterion::User, labels);
    Users { labeller }.visit_block_mut(block);
}

/// The arguments of `label!`.
pub(crate) struct UserLabel {
    /// The name, if it has one.
    pub(crate) name: Option<LitStr>,
    /// The condition.
    pub(crate) condition: Expr,
}

impl UserLabel {
    /// Reads the arguments.
    ///
    /// # Errors
    /// When they are no condition, or one that does more than compute.
    pub(crate) fn parse(tokens: TokenStream) -> syn::Result<Self> {
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
pub(crate) fn repeated(block: &Block) -> Vec<syn::Error> {
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
        let Some(name) = user_label(mac).and_then(|label| label.name) else {
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
fn user_label(mac: &Macro) -> Option<UserLabel> {
    let segments = &mac.path.segments;
    let own = segments.len() == 1 || segments[0].ident == "unroll_test";
    if !own || segments.last()?.ident != "label" {
        return None;
    }
    UserLabel::parse(mac.tokens.clone()).ok()
}

struct Users<'l> {
    labeller: Labeller<'l>,
}

impl Users<'_> {
    /// The probe in the place of a `label!`.
    fn probe(&mut self, mac: &Macro) -> Option<Expr> {
        let UserLabel { name, condition } = user_label(mac)?;
        let place = mac.path.span();
        let kind = LabelKind::User;
        let number = int(self.labeller.label_with(kind, place, condition.span()));
        if let Some(name) = name {
            self.labeller.detail(name.value());
        }
        Some(parse_quote_spanned!(site()=> ::unroll_test::rt::judged(#number, #condition)))
    }
}

impl<'l> Pass<'l> for Users<'l> {
    fn labeller(&mut self) -> &mut Labeller<'l> {
        &mut self.labeller
    }
}

impl Edit for Users<'_> {
    skip_foreign!(but closures);

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(found) = stmt
            && let Some(probe) = self.probe(&found.mac)
        {
            *stmt = Stmt::Expr(probe, Some(Token![;](site())));
            return;
        }
        visit_mut::visit_stmt_mut(self.walk(), stmt);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(found) = expr
            && let Some(probe) = self.probe(&found.mac)
        {
            *expr = probe;
            return;
        }
        visit_mut::visit_expr_mut(self.walk(), expr);
    }

    fn visit_expr_while_mut(&mut self, expr: &mut ExprWhile) {
        self.enter_while(expr);
    }

    fn visit_expr_loop_mut(&mut self, expr: &mut ExprLoop) {
        self.enter_loop(expr);
    }

    fn visit_expr_for_loop_mut(&mut self, expr: &mut ExprForLoop) {
        self.enter_for_loop(expr);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        self.enter_closure(closure);
    }
}
