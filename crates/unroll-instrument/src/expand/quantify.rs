//! Micro-pass: quantified shapes in clauses to calls of `::unroll_test::spec`, as `docs/dev/protocol.md` section 6 lists them.
//!
//! Macros see no types. A method call is rewritten only if its receiver is a range as written, or a name whose type is written
//! as a slice, array or `Vec` in the signature and that nothing in between binds again; everything else stays as it is.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::{
    Expr, ExprClosure, ExprMethodCall, FnArg, GenericArgument, Ident, Pat, PathArguments,
    ReturnType, Signature, Type, parse_quote_spanned,
};
use syn::{visit, visit_mut};
use unroll_syntax::clause::{Condition, Contract, Term, result_name};
use unroll_syntax::function::FunctionItem;
use unroll_syntax::walk::{AsEdit, AsLook, Edit, Look};

use crate::probe::site;

/// Rewrites every clause of a contract; the signature says which names are slices.
pub(super) fn rewrite_contract(contract: &mut Contract, function: &FunctionItem) {
    let sig = &function.sig;
    let slices = slice_parameters(sig);
    let returns_slice = matches!(&sig.output, ReturnType::Type(_, ty) if is_slice_like(ty));
    for term in &mut contract.requires {
        rewrite(term, &slices, false);
    }
    for term in &mut contract.ensures {
        rewrite(term, &slices, returns_slice);
    }
    // Names that the body binds anywhere, which its invariants may mean instead of the parameters.
    let bound = Bound::of(|bound| bound.visit_block(&function.block));
    let unchanged: Vec<Ident> = slices
        .iter()
        .filter(|name| !bound.contains(name))
        .cloned()
        .collect();
    for term in &mut contract.invariants {
        rewrite(term, &unchanged, false);
    }
}

fn rewrite(term: &mut Term, slices: &[Ident], returns_slice: bool) {
    let mut rewriter = Rewriter {
        slices: slices.to_vec(),
    };
    let result_is = |rewriter: &mut Rewriter, name: Ident| {
        if returns_slice {
            rewriter.slices.push(name);
        }
    };
    match &mut term.condition {
        Condition::Holds(expr) => {
            result_is(&mut rewriter, result_name());
            rewriter.visit_expr_mut(expr);
        }
        Condition::Call(_) => {}
        Condition::OfResult(closure) => {
            // The pattern may take the name of a parameter, which then means the result.
            rewriter.unbind(&closure.inputs[0]);
            if let Pat::Ident(pat) = unascribed(&closure.inputs[0]) {
                result_is(&mut rewriter, pat.ident.clone());
            }
            rewriter.visit_expr_mut(&mut closure.body);
        }
    }
}

fn unascribed(pat: &Pat) -> &Pat {
    match pat {
        Pat::Type(typed) => &typed.pat,
        other => other,
    }
}

fn slice_parameters(sig: &Signature) -> Vec<Ident> {
    let typed = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(param) if is_slice_like(&param.ty) => Some(&*param.pat),
        _ => None,
    });
    let named = typed.filter_map(|pat| match pat {
        Pat::Ident(pat) => Some(pat.ident.clone()),
        _ => None,
    });
    named.collect()
}

/// True if `x[..]` of an `x` of this type is a slice.
fn is_slice_like(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::Array(_) => true,
        Type::Reference(reference) => is_slice_like(&reference.elem),
        Type::Paren(paren) => is_slice_like(&paren.elem),
        Type::Group(group) => is_slice_like(&group.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            last.ident == "Vec"
                || (last.ident == "Box" && matches!(&last.arguments, PathArguments::AngleBracketed(args)
                    if matches!(args.args.first(), Some(GenericArgument::Type(inner)) if is_slice_like(inner))))
        }),
        _ => false,
    }
}

/// The names in scope that are slices.
struct Rewriter {
    slices: Vec<Ident>,
}

impl Rewriter {
    fn unbind(&mut self, pat: &Pat) {
        let bound = Bound::of(|bound| bound.visit_pat(pat));
        self.slices.retain(|name| !bound.contains(name));
    }

    /// `&x[..]` for a receiver that is a slice for certain.
    fn slice(&self, expr: &Expr) -> Option<TokenStream> {
        match expr {
            Expr::Path(path) => {
                let known = self.slices.contains(path.path.get_ident()?);
                known.then(|| quote_spanned!(site()=> &#path[..]))
            }
            Expr::Index(index) => {
                let ranged = matches!(unparenthesised(&index.index), Expr::Range(_));
                let known = self.slice(&index.expr).is_some();
                (ranged && known).then(|| quote_spanned!(site()=> &#index))
            }
            Expr::Paren(paren) => self.slice(&paren.expr),
            Expr::Reference(reference) => self.slice(&reference.expr),
            _ => None,
        }
    }

    /// The call of `spec` that means the same as `call`.
    fn call_of_spec(&self, call: &ExprMethodCall) -> Option<Expr> {
        let args = &call.args;
        let method = call.method.to_string();
        match (method.as_str(), args.len()) {
            ("all" | "any", 1) => self.quantifier(&call.receiver, &method, args.first()?),
            ("contains", 1) => {
                let slice = self.slice(&call.receiver)?;
                Some(parse_quote_spanned!(site()=> ::unroll_test::spec::contains(#slice, #args)))
            }
            ("is_sorted", 0) => {
                let slice = self.slice(&call.receiver)?;
                Some(parse_quote_spanned!(site()=> ::unroll_test::spec::is_sorted(#slice)))
            }
            _ => None,
        }
    }

    fn quantifier(&self, receiver: &Expr, method: &str, body: &Expr) -> Option<Expr> {
        let all = method == "all";
        match unparenthesised(receiver) {
            Expr::Range(range) if range.start.is_some() && range.end.is_some() => Some(if all {
                parse_quote_spanned!(site()=> ::unroll_test::spec::forall(#range, #body))
            } else {
                parse_quote_spanned!(site()=> ::unroll_test::spec::exists(#range, #body))
            }),
            Expr::MethodCall(inner) if inner.method == "iter" && inner.args.is_empty() => {
                let slice = self.slice(&inner.receiver)?;
                Some(if all {
                    parse_quote_spanned!(site()=> ::unroll_test::spec::all(#slice, #body))
                } else {
                    parse_quote_spanned!(site()=> ::unroll_test::spec::any(#slice, #body))
                })
            }
            Expr::MethodCall(inner) if inner.method == "windows" && all => {
                let slice = self.slice(&inner.receiver)?;
                let size = inner.args.first()?;
                Some(
                    parse_quote_spanned!(site()=> ::unroll_test::spec::windows_all(#slice, #size, #body)),
                )
            }
            _ => None,
        }
    }
}

fn unparenthesised(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => unparenthesised(&paren.expr),
        Expr::Group(group) => unparenthesised(&group.expr),
        other => other,
    }
}

impl Edit for Rewriter {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // Inner calls first, so that quantifiers inside of quantifiers are rewritten too.
        visit_mut::visit_expr_mut(self.walk(), expr);
        if let Expr::MethodCall(call) = expr
            && let Some(call) = self.call_of_spec(call)
        {
            *expr = call;
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        let outer = self.slices.clone();
        for input in &closure.inputs {
            self.unbind(input);
        }
        visit_mut::visit_expr_closure_mut(self.walk(), closure);
        self.slices = outer;
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let outer = self.slices.clone();
        self.unbind(&arm.pat);
        visit_mut::visit_arm_mut(self.walk(), arm);
        self.slices = outer;
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        // The initialiser still means what the name was before.
        visit_mut::visit_local_mut(self.walk(), local);
        self.unbind(&local.pat);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let outer = self.slices.clone();
        visit_mut::visit_block_mut(self.walk(), block);
        self.slices = outer;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Collects the names that are bound.
struct Bound(Vec<Ident>);

impl Bound {
    /// The names bound in what `look` visits.
    fn of(look: impl FnOnce(&mut Self)) -> Vec<Ident> {
        let mut bound = Self(Vec::new());
        look(&mut bound);
        bound.0
    }
}

impl<'ast> Look<'ast> for Bound {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.0.push(pat.ident.clone());
        visit::visit_pat_ident(self.walk(), pat);
    }
}
