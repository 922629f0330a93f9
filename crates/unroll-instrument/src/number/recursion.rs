//! Decides if a function may call itself, as far as its own body shows.
//!
//! Names decide: a call of `f`, of `Self::f` or of a path through modules, and a method `f` of anything but a field
//! of `self`, where it is usually a delegation. The tool checks in the compiled code if such a call leads back to
//! the function; a function that only looks recursive gets no objectives for it.

use syn::{Block, Expr, ExprCall, ExprMethodCall, ExprPath, Ident, Item, Path, Signature, visit};
use unroll_syntax::walk::{AsLook, Look};

/// True if the function may call itself. A `const fn` cannot count, so it does not.
pub fn may_recur(sig: &Signature, block: &Block) -> bool {
    let mut finder = RecursiveCalls {
        name: &sig.ident,
        arguments: sig.inputs.len(),
        has_receiver: sig.receiver().is_some(),
        found: false,
    };
    finder.visit_block(block);
    finder.found && sig.constness.is_none()
}

struct RecursiveCalls<'s> {
    name: &'s Ident,
    arguments: usize,
    has_receiver: bool,
    found: bool,
}

impl RecursiveCalls<'_> {
    /// True if a path of more than one segment may mean the function.
    fn is_qualified_self(&self, path: &Path) -> bool {
        let first = path.segments.first().map(|segment| &segment.ident);
        let leads_here = first.is_some_and(|first| {
            ["Self", "self", "super", "crate"]
                .iter()
                .any(|name| first == name)
        });
        let last = path.segments.last();
        leads_here && last.is_some_and(|last| last.ident == *self.name)
    }
}

/// True if an expression is a field of `self`, dereferenced or not.
fn is_own_field(expr: &Expr) -> bool {
    match expr {
        Expr::Field(field) => match &*field.base {
            Expr::Path(path) => path.path.is_ident("self"),
            base => is_own_field(base),
        },
        Expr::Paren(paren) => is_own_field(&paren.expr),
        Expr::Unary(unary) => is_own_field(&unary.expr),
        Expr::Reference(reference) => is_own_field(&reference.expr),
        _ => false,
    }
}

impl<'ast> Look<'ast> for RecursiveCalls<'_> {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(path) = &*call.func {
            // A bare name never means a method.
            let same_name = path.qself.is_none() && path.path.is_ident(self.name);
            self.found |= same_name && !self.has_receiver && call.args.len() == self.arguments;
        }
        visit::visit_expr_call(self.walk(), call);
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        // A path that is passed on as a value may be called as well.
        self.found |= path.qself.is_none() && self.is_qualified_self(&path.path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.found |= self.has_receiver
            && call.method == *self.name
            && call.args.len() + 1 == self.arguments
            && !is_own_field(&call.receiver);
        visit::visit_expr_method_call(self.walk(), call);
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

#[cfg(test)]
mod tests {
    use super::may_recur;
    use syn::ItemFn;

    fn recurs(source: &str) -> bool {
        let item: ItemFn = syn::parse_str(source).expect("a function");
        may_recur(&item.sig, &item.block)
    }

    #[test]
    fn calls_by_name_may_recur() {
        for source in [
            "fn f(n: u8) { f(n - 1) }",
            "fn f(n: u8) { [1].iter().map(|m| f(*m)).sum() }",
            "fn f(&self) { self.f() }",
            "fn f(&self) { match self { A => 0, B(l) => l.f() } }",
            "fn f(&self, n: u8) { Self::f(self, n) }",
            "fn f(n: u8) { xs.map(self::f) }",
        ] {
            assert!(recurs(source), "{source}");
        }
    }

    #[test]
    fn other_calls_do_not() {
        for source in [
            "fn new() { Vec::new() }",
            "fn len(&self) { self.items.len() + (*self.0).len() }",
            "fn f(n: u8) { let f = 1; g(f) }",
            "fn max(&self, b: u8) { max(1, b) }",
            "fn f(n: u8) { fn g(n: u8) { f(n) } }",
            "const fn f(n: u8) -> u8 { f(n - 1) }",
        ] {
            assert!(!recurs(source), "{source}");
        }
    }
}
