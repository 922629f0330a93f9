//! Detects closures that are called repeatedly, as far as syntax shows.
//!
//! A macro sees no types, so names decide. A closure is counted if it is an argument of a call or of a method,
//! unless that is known to call it at most once (`unwrap_or_else`, `or_insert_with`); `map`, `filter` and `inspect`,
//! which iterators share with `Option`, count only if the methods around them make or consume an iterator. A closure
//! that is bound by `let` is counted where its name is passed on, or called inside a loop or another closure. A
//! wrong decision costs objectives, or adds some that are proved unreachable; it makes no verdict wrong.

use syn::{
    Attribute, Block, Expr, ExprCall, ExprClosure, ExprMethodCall, Ident, Local, Pat, parse_quote,
};
use syn::{visit, visit_mut};
use unroll_syntax::skip_foreign;
use unroll_syntax::walk::{AsEdit, AsLook, Edit, Look};

/// Methods and functions that call a closure at most once for each value, or in a place that is no loop.
const AT_MOST_ONCE: [&str; 33] = [
    "and_modify",
    "and_then",
    "call_once",
    "catch_unwind",
    "get_or_init",
    "get_or_insert_with",
    "get_or_try_init",
    "inspect_err",
    "is_err_and",
    "is_none_or",
    "is_ok_and",
    "is_some_and",
    "map_err",
    "map_ok",
    "map_or",
    "map_or_else",
    "ok_or_else",
    "or_else",
    "or_insert_with",
    "or_insert_with_key",
    "pipe",
    "scope",
    "spawn",
    "take_if",
    "tap",
    "then",
    "unwrap_or_else",
    "update",
    "with",
    "with_borrow",
    "with_borrow_mut",
    "with_context",
    "with_mut",
];

/// Methods that `Option` and `Result` have as well as iterators.
const SHARED: [&str; 3] = ["filter", "inspect", "map"];

/// Methods that give what `SHARED` ones give, an iterator for an iterator.
const TRANSPARENT: [&str; 5] = ["as_mut", "as_ref", "by_ref", "cloned", "copied"];

/// Methods whose result is an iterator.
const MAKES_ITERATOR: [&str; 53] = [
    "array_chunks",
    "array_windows",
    "bytes",
    "chain",
    "char_indices",
    "chars",
    "chunk_by",
    "chunks",
    "chunks_exact",
    "chunks_mut",
    "cycle",
    "difference",
    "drain",
    "encode_utf16",
    "enumerate",
    "escape_default",
    "filter_map",
    "flat_map",
    "flatten",
    "intersection",
    "into_iter",
    "into_keys",
    "into_values",
    "iter",
    "iter_mut",
    "keys",
    "lines",
    "map_while",
    "match_indices",
    "matches",
    "peekable",
    "range",
    "rchunks",
    "rev",
    "rmatches",
    "rsplit",
    "rsplitn",
    "scan",
    "skip",
    "skip_while",
    "split",
    "split_ascii_whitespace",
    "split_inclusive",
    "split_terminator",
    "split_whitespace",
    "splitn",
    "step_by",
    "symmetric_difference",
    "take_while",
    "union",
    "values",
    "values_mut",
    "windows",
];

/// Methods that only iterators have and that use them up.
const USES_ITERATOR: [&str; 29] = [
    "all",
    "any",
    "cmp_by",
    "collect",
    "count",
    "eq_by",
    "find",
    "find_map",
    "fold",
    "for_each",
    "last",
    "max_by",
    "max_by_key",
    "min_by",
    "min_by_key",
    "next",
    "next_back",
    "nth",
    "partition",
    "peek",
    "position",
    "product",
    "reduce",
    "rfold",
    "rposition",
    "sum",
    "try_fold",
    "try_for_each",
    "unzip",
];

/// Leaves the attribute `#[__unroll_counted]` on closures that are called again and again.
pub(crate) fn mark(block: &mut Block) {
    let mut names = ReusedNames::default();
    names.visit_block(block);
    let mut finder = ClosureMarker {
        again: names.again,
        used_up: false,
    };
    finder.visit_block_mut(block);
}

/// Takes the attribute out of `attrs`; whether it was there.
pub(crate) fn take(attrs: &mut Vec<Attribute>) -> bool {
    let all = attrs.len();
    attrs.retain(|attr| !attr.path().is_ident("__unroll_counted"));
    attrs.len() < all
}

/// Names of variables that are passed on, or called inside a loop or a closure.
#[derive(Default)]
struct ReusedNames {
    again: Vec<Ident>,
    /// Loops and closures around.
    depth: u32,
}

impl ReusedNames {
    fn note(&mut self, expr: &Expr) {
        match expr {
            Expr::Path(path) => {
                self.again.extend(path.path.get_ident().cloned());
            }
            Expr::Reference(reference) => self.note(&reference.expr),
            _ => {}
        }
    }

    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        self.depth += 1;
        visit(self);
        self.depth -= 1;
    }
}

impl<'ast> Look<'ast> for ReusedNames {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) | Expr::Closure(_) => {
                self.inside(|this| visit::visit_expr(this.walk(), expr));
            }
            _ => visit::visit_expr(self.walk(), expr),
        }
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if self.depth > 0 {
            self.note(&call.func);
        }
        call.args.iter().for_each(|arg| self.note(arg));
        visit::visit_expr_call(self.walk(), call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        call.args.iter().for_each(|arg| self.note(arg));
        visit::visit_expr_method_call(self.walk(), call);
    }
}

struct ClosureMarker {
    again: Vec<Ident>,
    /// True if what is visited is the receiver of a method that only iterators have.
    used_up: bool,
}

impl ClosureMarker {
    fn argument(&mut self, arg: &mut Expr, counted: bool) {
        if let Some(closure) = closure(arg).filter(|_| counted) {
            closure.attrs.push(parse_quote!(#[__unroll_counted]));
        }
        self.visit_expr_mut(arg);
    }
}

/// The closure that an expression is, in parentheses or not.
fn closure(expr: &mut Expr) -> Option<&mut ExprClosure> {
    match expr {
        Expr::Closure(closure) => closure.asyncness.is_none().then_some(closure),
        Expr::Paren(paren) => closure(&mut paren.expr),
        _ => None,
    }
}

/// True if an expression is an iterator, as its last methods tell.
fn is_iterator(expr: &Expr) -> bool {
    match expr {
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            let name = name.as_str();
            let passes_on = SHARED.contains(&name) || TRANSPARENT.contains(&name);
            MAKES_ITERATOR.contains(&name)
                // `Option::take` has no argument, `Iterator::take` and `zip` of what is no option have one.
                || (["take", "zip"].contains(&name) && !call.args.is_empty() && is_iterator(&call.receiver))
                || (passes_on && is_iterator(&call.receiver))
        }
        Expr::Range(_) => true,
        Expr::Paren(paren) => is_iterator(&paren.expr),
        Expr::Reference(reference) => is_iterator(&reference.expr),
        Expr::Call(call) => last_name(call).is_some_and(|name| {
            [
                "empty",
                "from_fn",
                "once",
                "repeat",
                "repeat_n",
                "repeat_with",
                "successors",
            ]
            .contains(&name.as_str())
        }),
        _ => false,
    }
}

/// The last name of the path that is called.
fn last_name(call: &ExprCall) -> Option<String> {
    match &*call.func {
        Expr::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

impl Edit for ClosureMarker {
    skip_foreign!(but closures);

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        let used_up = std::mem::take(&mut self.used_up);
        let name = call.method.to_string();
        let name = name.as_str();
        let passes_on = SHARED.contains(&name) || TRANSPARENT.contains(&name);
        // That something is an iterator shows in the methods before it or in the one behind it:
        // `x.map(f).sum()`.
        let of_iterator = if passes_on {
            used_up || is_iterator(&call.receiver)
        } else {
            MAKES_ITERATOR.contains(&name) || USES_ITERATOR.contains(&name)
        };
        let counted = !AT_MOST_ONCE.contains(&name) && (of_iterator || !SHARED.contains(&name));
        self.used_up = of_iterator;
        self.visit_expr_mut(&mut call.receiver);
        self.used_up = false;
        for arg in &mut call.args {
            self.argument(arg, counted);
        }
    }

    fn visit_expr_call_mut(&mut self, call: &mut ExprCall) {
        self.used_up = false;
        let once = last_name(call).is_some_and(|name| AT_MOST_ONCE.contains(&name.as_str()));
        self.visit_expr_mut(&mut call.func);
        for arg in &mut call.args {
            self.argument(arg, !once);
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        let Some(init) = &mut local.init else { return };
        let name = match &local.pat {
            Pat::Ident(name) => Some(&name.ident),
            Pat::Type(typed) => match &*typed.pat {
                Pat::Ident(name) => Some(&name.ident),
                _ => None,
            },
            _ => None,
        };
        let again = name.is_some_and(|name| self.again.contains(name));
        self.used_up = false;
        self.argument(&mut init.expr, again);
        if let Some((_, diverge)) = &mut init.diverge {
            self.visit_expr_mut(diverge);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // Only the receiver itself is used up, not what stands inside it.
        if !matches!(expr, Expr::MethodCall(_) | Expr::Paren(_)) {
            self.used_up = false;
        }
        match expr {
            Expr::Closure(closure) if closure.asyncness.is_some() => {}
            _ => visit_mut::visit_expr_mut(self.walk(), expr),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{mark, take};
    use quote::ToTokens;
    use syn::{Block, ExprClosure};
    use unroll_syntax::walk::{AsEdit as _, Edit};

    /// The bodies of counted closures.
    fn counted(source: &str) -> Vec<String> {
        struct Counted(Vec<String>);
        impl Edit for Counted {
            fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
                if take(&mut closure.attrs) {
                    self.0.push(closure.body.to_token_stream().to_string());
                }
                syn::visit_mut::visit_expr_closure_mut(self.walk(), closure);
            }
        }
        let mut block: Block = syn::parse_str(source).expect("a block");
        mark(&mut block);
        let mut found = Counted(Vec::new());
        found.visit_block_mut(&mut block);
        found.0.sort();
        found.0
    }

    #[test]
    fn closures_of_iterator_chains_are_counted() {
        let source = "{ v.iter().map(|x| a).filter(|x| b).sum::<u8>() + w.map(|x| c).collect() }";
        assert_eq!(counted(source), ["a", "b", "c"]);
        assert_eq!(
            counted("{ (0..n).map(|i| a).flat_map(|i| (0..i).map(move |j| b)) }").len(),
            3
        );
        assert_eq!(
            counted("{ v.sort_by_key(|x| a); s.trim_matches(|c| b); v.retain(|x| c) }"),
            ["a", "b", "c"]
        );
    }

    #[test]
    fn what_is_called_at_most_once_is_not() {
        let source = "{ x.map(|a| a).unwrap_or_else(|| b); v.iter().max().map(|c| c); m.entry(k).or_insert_with(|| d); o.take().map(|e| e); }";
        assert_eq!(counted(source), [""; 0]);
        assert_eq!(counted("{ o.map(|x| v.iter().any(|y| a)) }"), ["a"]);
    }

    #[test]
    fn closures_with_a_name_count_where_they_are_called_again() {
        let source =
            "{ let f = |x| a; let g = |x| b; let h = |x| c; f(1); loop { g(1) } apply(&h); }";
        assert_eq!(counted(source), ["b", "c"]);
    }

    #[test]
    fn closures_for_functions_are_counted() {
        assert_eq!(
            counted("{ apply(|x| a, 3); std::thread::spawn(|| b); core::array::from_fn(|i| c) }"),
            ["a", "c"]
        );
    }

    #[test]
    fn async_closures_are_foreign() {
        assert_eq!(
            counted("{ v.iter().map(async |x| w.iter().map(|y| a)) }"),
            [""; 0]
        );
    }
}
