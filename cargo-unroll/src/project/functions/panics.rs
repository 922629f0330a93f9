//! Operations in the text of a function that may panic.
//!
//! In: a block. Out: true if it contains one. This decides if `--all-functions` selects a function that has neither
//! a loop nor a label; the places that can panic are those of the compiled code. Calls alone select nothing, because
//! the called function has its own operations.

use syn::visit::{self, Visit};
use syn::{BinOp, Block, ExprBinary, ExprIndex, ExprMethodCall, ExprUnary, Item, Macro, UnOp};

/// Methods of the standard library that hand their panic to the caller (`#[track_caller]`), and are everyday code.
const UNWRAPPING: [&str; 4] = ["expect", "expect_err", "unwrap", "unwrap_err"];

/// True if an operation in `block` may panic.
pub(super) fn may_panic(block: &Block) -> bool {
    let mut search = PanicFinder { is_found: false };
    search.visit_block(block);
    search.is_found
}

struct PanicFinder {
    is_found: bool,
}

impl<'ast> Visit<'ast> for PanicFinder {
    fn visit_expr_binary(&mut self, it: &'ast ExprBinary) {
        self.is_found |= matches!(
            it.op,
            BinOp::Add(_)
                | BinOp::Sub(_)
                | BinOp::Mul(_)
                | BinOp::Div(_)
                | BinOp::Rem(_)
                | BinOp::Shl(_)
                | BinOp::Shr(_)
                | BinOp::AddAssign(_)
                | BinOp::SubAssign(_)
                | BinOp::MulAssign(_)
                | BinOp::DivAssign(_)
                | BinOp::RemAssign(_)
                | BinOp::ShlAssign(_)
                | BinOp::ShrAssign(_)
        );
        visit::visit_expr_binary(self, it);
    }

    fn visit_expr_unary(&mut self, it: &'ast ExprUnary) {
        self.is_found |= matches!(it.op, UnOp::Neg(_));
        visit::visit_expr_unary(self, it);
    }

    fn visit_expr_index(&mut self, _: &'ast ExprIndex) {
        self.is_found = true;
    }

    fn visit_expr_method_call(&mut self, it: &'ast ExprMethodCall) {
        self.is_found |= UNWRAPPING.iter().any(|name| it.method == name);
        visit::visit_expr_method_call(self, it);
    }

    /// It may expand to anything.
    fn visit_macro(&mut self, _: &'ast Macro) {
        self.is_found = true;
    }

    /// An item in the block runs only when it is called.
    fn visit_item(&mut self, _: &'ast Item) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_found_and_plain_code_is_not() {
        let found = |text: &str| may_panic(&syn::parse_str(text).expect("the text is a block"));
        for text in [
            "{ a + 1 }",
            "{ *a <<= b; }",
            "{ -a }",
            "{ a[0] }",
            "{ f(a.unwrap()) }",
            "{ todo!() }",
        ] {
            assert!(found(text), "{text}");
        }
        for text in [
            "{ self.len }",
            "{ a & b }",
            "{ !a }",
            "{ f(a).g(b) }",
            "{ fn inner() { panic!() } 1 }",
        ] {
            assert!(!found(text), "{text}");
        }
    }
}
