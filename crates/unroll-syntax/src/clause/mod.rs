//! Contracts: attributes and `invariant!` calls to numbered clauses.
//!
//! Read besides our own `requires` and `ensures`, where the spelling means the same: `kani::requires`, `kani::ensures`,
//! `core::contracts::requires`/`ensures` (closure over a reference to the result), and the `contracts` crate's
//! `requires(c, .., "message")` and `ensures(c, ..)` with `ret` for the result. `old(e)` in a postcondition is `e` at entry.
//! Clauses are numbered from 0: preconditions, postconditions, loop invariants, each in source order.

pub mod checks;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{Attribute, Expr, ExprClosure, ExprLit, Lit, Macro, Meta, Path, Stmt, Token};
pub use unroll_protocol::ClauseKind;

use crate::attribute::{effective, is_own_contract};
use crate::function::FunctionItem;
use crate::generated::site;
use crate::position::Position;
use crate::skip_foreign;
use crate::text::source_text;
use crate::walk::{AsEdit, Edit};

/// One clause of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Its number, from 0.
    pub number: u32,
    /// The promise.
    pub kind: ClauseKind,
    /// The condition as written.
    pub text: String,
    /// Where the condition begins.
    pub position: Position,
    /// The position behind the condition.
    pub end: Position,
}

/// The clauses of a function in the order of their numbers.
pub fn clauses(function: &FunctionItem) -> syn::Result<Vec<Clause>> {
    let contract = Contract::of(function)?;
    let terms = contract.terms();
    Ok(terms
        .zip(0..)
        .map(|((kind, term), number)| Clause {
            number,
            kind,
            text: term.text.clone(),
            position: Position::of(term.span),
            end: Position::behind(term.span),
        })
        .collect())
}

/// A condition with the text that the user wrote.
#[derive(Clone)]
pub struct Term {
    /// The condition.
    pub condition: Condition,
    /// It, as written.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// How a condition speaks of the result.
#[derive(Clone)]
pub enum Condition {
    /// A Boolean; in a postcondition `__unroll_result` is the result.
    Holds(Expr),
    /// A closure over a reference to the result.
    OfResult(ExprClosure),
    /// Something callable with a reference to the result.
    Call(Expr),
}

/// All clauses of a function.
#[derive(Clone, Default)]
pub struct Contract {
    /// Preconditions.
    pub requires: Vec<Term>,
    /// Postconditions.
    pub ensures: Vec<Term>,
    /// Invariants of loops.
    pub invariants: Vec<Term>,
}

impl Contract {
    /// The contract of `function`: attributes of every dialect, and invariants.
    pub fn of(function: &FunctionItem) -> syn::Result<Self> {
        let mut contract = Self::default();
        for attr in &function.attrs {
            for (meta, _) in effective(attr) {
                contract.add(&meta)?;
            }
        }
        // An `Edit` wants a body that it may change; this walk only collects.
        let mut body = function.block.clone();
        let mut error = None;
        each_invariant(&mut body, &mut |mac| {
            match invariant_term(mac.tokens.clone()) {
                Ok(term) => contract.invariants.push(term),
                Err(next) => error = Some(next),
            }
            None
        });
        error.map_or(Ok(contract), Err)
    }

    /// The contract that the attributes say, without invariants.
    pub fn of_attributes(attrs: &[Attribute]) -> syn::Result<Self> {
        let mut contract = Self::default();
        for attr in attrs {
            contract.add(&attr.meta)?;
        }
        Ok(contract)
    }

    fn add(&mut self, meta: &Meta) -> syn::Result<()> {
        let (Some(kind), Meta::List(list)) = (contract_kind(meta.path()), meta) else {
            return Ok(());
        };
        let conditions = conditions(list.tokens.clone())?;
        if conditions.is_empty() {
            return Err(syn::Error::new(
                meta.path().span(),
                format!("a {} needs a condition", kind.describe()),
            ));
        }
        for (expr, text) in conditions {
            let span = expr.span();
            let (terms, condition) = match kind {
                ClauseKind::Ensures => (&mut self.ensures, ensures_condition(expr)?),
                _ => (&mut self.requires, Condition::Holds(expr)),
            };
            terms.push(Term {
                condition,
                text,
                span,
            });
        }
        Ok(())
    }

    /// Every term with its kind, in the order of the numbers.
    pub fn terms(&self) -> impl Iterator<Item = (ClauseKind, &Term)> {
        let requires = self
            .requires
            .iter()
            .map(|term| (ClauseKind::Requires, term));
        let ensures = self.ensures.iter().map(|term| (ClauseKind::Ensures, term));
        let invariants = self.invariants.iter();
        requires
            .chain(ensures)
            .chain(invariants.map(|term| (ClauseKind::Invariant, term)))
    }
}

/// Takes our own contract attributes off `function`.
pub fn take_own(function: &mut FunctionItem) -> Vec<Attribute> {
    let (own, others) = std::mem::take(&mut function.attrs)
        .into_iter()
        .partition(is_own_contract);
    function.attrs = others;
    own
}

fn contract_kind(path: &Path) -> Option<ClauseKind> {
    let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
    let (last, prefix) = names.split_last()?;
    let prefix: Vec<&str> = prefix.iter().map(String::as_str).collect();
    let known = matches!(
        prefix[..],
        [] | ["unroll_test" | "kani" | "contracts"] | ["core" | "std", "contracts"]
    );
    // The `contracts` crate also has `debug_requires`, `test_requires` and the same for `ensures`.
    let crate_prefix = |word: &str| {
        last.strip_suffix(word)
            .map(|rest| rest.trim_end_matches('_'))
    };
    let kind = match (crate_prefix("requires"), crate_prefix("ensures")) {
        (Some("" | "debug" | "test"), _) => ClauseKind::Requires,
        (_, Some("" | "debug" | "test")) => ClauseKind::Ensures,
        _ => return None,
    };
    known.then_some(kind)
}

/// The comma-separated conditions of an attribute; a string at the end is the `contracts` crate's message.
pub fn conditions(tokens: TokenStream) -> syn::Result<Vec<(Expr, String)>> {
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    let exprs = parser.parse2(tokens.clone())?;
    // A lone condition keeps the text as the user laid it out, since its tokens are those of the
    // whole attribute.
    let texts = if exprs.len() == 1 {
        vec![source_text(tokens).trim_end_matches(',').to_owned()]
    } else {
        let text = |expr: &Expr| source_text(expr.to_token_stream());
        exprs.iter().map(text).collect()
    };
    let is_message = |expr: &Expr| {
        matches!(
            expr,
            Expr::Lit(ExprLit {
                lit: Lit::Str(_),
                ..
            })
        )
    };
    let pairs = exprs.into_iter().zip(texts);
    Ok(pairs.filter(|(expr, _)| !is_message(expr)).collect())
}

fn ensures_condition(expr: Expr) -> syn::Result<Condition> {
    match expr {
        Expr::Closure(closure) if closure.inputs.len() == 1 => Ok(Condition::OfResult(closure)),
        Expr::Closure(closure) => Err(syn::Error::new(
            closure.or1_token.span,
            "a postcondition takes the result alone: `#[ensures(|result| ..)]`",
        )),
        // A path other than `ret` is a function that takes the result, as `core::contracts` has it.
        Expr::Path(path) if !path.path.is_ident("ret") => Ok(Condition::Call(Expr::Path(path))),
        other => {
            let tokens = rename_ret(other.to_token_stream());
            Ok(Condition::Holds(syn::parse2(tokens)?))
        }
    }
}

/// The variable that holds the result while postconditions are checked.
pub fn result_name() -> Ident {
    Ident::new("__unroll_result", site())
}

/// Puts the result's variable for the `contracts` crate's `ret`, but not for fields and methods of that name.
fn rename_ret(tokens: TokenStream) -> TokenStream {
    let mut after_dot = false;
    tokens
        .into_iter()
        .map(|token| {
            let renamed = match token {
                TokenTree::Ident(ident) if ident == "ret" && !after_dot => {
                    TokenTree::Ident(result_name())
                }
                TokenTree::Group(group) => {
                    let mut renamed = Group::new(group.delimiter(), rename_ret(group.stream()));
                    renamed.set_span(group.span());
                    TokenTree::Group(renamed)
                }
                other => other,
            };
            after_dot = matches!(&renamed, TokenTree::Punct(punct) if punct.as_char() == '.');
            renamed
        })
        .collect()
}

/// The condition of an `invariant!`; what follows its comma is a message.
pub fn invariant_term(tokens: TokenStream) -> syn::Result<Term> {
    let parser = |input: syn::parse::ParseStream<'_>| {
        let expr: Expr = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        input.parse::<TokenStream>()?;
        Ok(expr)
    };
    let expr = parser.parse2(tokens)?;
    Ok(Term {
        text: source_text(expr.to_token_stream()),
        span: expr.span(),
        condition: Condition::Holds(expr),
    })
}

/// Calls `replace` for every `invariant!(..)` of a body in source order and puts what it returns in its place.
pub fn each_invariant(block: &mut syn::Block, replace: &mut dyn FnMut(&Macro) -> Option<Expr>) {
    Invariants { replace }.visit_block_mut(block);
}

struct Invariants<'f> {
    replace: &'f mut dyn FnMut(&Macro) -> Option<Expr>,
}

impl Edit for Invariants<'_> {
    skip_foreign!();

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Macro(found) if is_invariant(&found.mac) => {
                if let Some(expr) = (self.replace)(&found.mac) {
                    // The replacement is a call with a value, which a semicolon has to end where a
                    // statement stands.
                    let semi = Token![;](found.mac.path.span());
                    *stmt = Stmt::Expr(expr, Some(semi));
                }
            }
            _ => visit_mut::visit_stmt_mut(self.walk(), stmt),
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Macro(found) if is_invariant(&found.mac) => {
                if let Some(check) = (self.replace)(&found.mac) {
                    *expr = check;
                }
            }
            _ => visit_mut::visit_expr_mut(self.walk(), expr),
        }
    }
}

fn is_invariant(mac: &Macro) -> bool {
    let segments = &mac.path.segments;
    let own = segments.len() == 1 || segments[0].ident == "unroll_test";
    own && segments
        .last()
        .is_some_and(|last| last.ident == "invariant")
}

#[cfg(test)]
mod tests {
    use super::clauses;
    use crate::function::FunctionItem;

    /// One line a clause: number, kind, text.
    fn listing(source: &str) -> Vec<String> {
        let function = FunctionItem::parse(source.parse().expect("tokens")).expect("a function");
        let clauses = clauses(&function).expect("the contract parses").into_iter();
        let line = |clause: super::Clause| {
            format!(
                "{} {}: {}",
                clause.number,
                clause.kind.describe(),
                clause.text
            )
        };
        clauses.map(line).collect()
    }

    #[test]
    fn clauses_are_numbered_by_kind_and_then_by_place() {
        let source = "#[ensures(|r| *r > 0)] #[unroll_test] #[requires(a < b && b<9)] #[requires(c)]
            fn f() -> u8 { loop { invariant!(x == 1, \"one\"); if y { unroll_test::invariant!(y); } } }";
        assert_eq!(
            listing(source),
            [
                "0 precondition: a < b && b<9",
                "1 precondition: c",
                "2 postcondition: |r| *r > 0",
                "3 loop invariant: x == 1",
                "4 loop invariant: y",
            ]
        );
    }

    #[test]
    fn other_tools_spellings_are_read() {
        let source = "#[kani::requires(a)] #[core::contracts::ensures(|r| r.ok())]
            #[contracts::requires(b, c, \"both\")] #[contracts::debug_ensures(ret == 1)]
            #[cfg_attr(test, unroll_test::requires(d))] #[cfg_attr(kani, kani::requires(e))]
            #[other::requires(no)] #[requires_root] fn f() -> u8 { 1 }";
        assert_eq!(
            listing(source),
            [
                "0 precondition: a",
                "1 precondition: b",
                "2 precondition: c",
                "3 precondition: d",
                "4 postcondition: |r| r.ok()",
                "5 postcondition: ret == 1",
            ]
        );
    }

    #[test]
    fn invariants_of_closures_belong_to_other_functions() {
        assert!(
            listing("fn f() { let g = || { invariant!(x); }; fn h() { invariant!(y); } }")
                .is_empty()
        );
    }

    #[test]
    fn a_clause_knows_its_place() {
        let function =
            FunctionItem::parse("#[requires(\n  n > 0)] fn f() {}".parse().expect("tokens"));
        let clauses = clauses(&function.expect("a function")).expect("the contract parses");
        let position = clauses[0].position;
        assert_eq!((position.line, position.column), (2, 3));
    }
}
