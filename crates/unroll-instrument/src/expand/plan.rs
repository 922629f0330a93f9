//! Which loops of a body are copied and which stay loops.
//!
//! `copies(K)` multiplies a body by K, and nested loops by powers of K. A loop is copied if the copies of its body, with the
//! loops inside already copied or left, have at most [`MAX_COPIED_NODES`] expressions and statements; otherwise it stays a
//! counted loop. Both emit the same probes, so the choice shows in the size of the code only. A loop whose body or condition
//! declares items stays a loop too, because a copied `static` would be several, and so does one that a macro may leave: a `break` in there wants a loop.

use syn::visit;
use syn::{Expr, Item, Stmt};
use unroll_syntax::attribute::Form;
use unroll_syntax::walk::{AsLook, Look};

use crate::number::Numbering;

/// The most expressions and statements that the copies of one body may have.
const MAX_COPIED_NODES: u64 = 4096;

/// How many copies of its body each loop gets, by its number; `None` where it stays a loop.
pub(super) type Plan = Vec<Option<u32>>;

/// Decides for every loop of a marked body.
pub(super) fn plan(block: &syn::Block, numbering: &Numbering, form: Form) -> Plan {
    let mut planner = Planner {
        form,
        numbering,
        size: 0,
        has_items: false,
        plan: Plan::new(),
    };
    planner.visit_block(block);
    planner.plan
}

struct Planner<'n> {
    form: Form,
    numbering: &'n Numbering,
    /// Size of what was visited so far of the innermost loop.
    size: u64,
    has_items: bool,
    plan: Plan,
}

impl Planner<'_> {
    fn visit_loop(&mut self, expr: &Expr) {
        let number = marked_number(expr);
        let hides_exits = self.numbering.info(number).hides_exits;
        let number = number as usize;
        let outer = (self.size, self.has_items);
        (self.size, self.has_items) = (0, false);
        visit::visit_expr(self.walk(), expr);
        let copied = self.size.saturating_mul(self.copies());
        let fits = copied <= MAX_COPIED_NODES && !self.has_items && !hides_exits;
        let copies = match self.form {
            Form::Copies(copies) if fits => Some(copies),
            _ => None,
        };
        if self.plan.len() <= number {
            self.plan.resize(number + 1, None);
        }
        self.plan[number] = copies;
        // The loop around would copy what this one has become.
        let size = if copies.is_some() { copied } else { self.size };
        self.size = outer.0.saturating_add(size);
        self.has_items |= outer.1;
    }

    /// Copies of the condition outnumber those of the body by one.
    fn copies(&self) -> u64 {
        match self.form {
            Form::Counter => 1,
            Form::Copies(copies) => u64::from(copies) + 1,
        }
    }
}

fn marked_number(expr: &Expr) -> u32 {
    let attrs = match expr {
        Expr::While(expr) => &expr.attrs,
        Expr::ForLoop(expr) => &expr.attrs,
        Expr::Loop(expr) => &expr.attrs,
        _ => unreachable!("invariant: called for loops only"),
    };
    crate::number::Mark::peek(attrs)
        .expect("invariant: every loop is marked")
        .number
}

impl<'ast> Look<'ast> for Planner<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.size += 1;
        match expr {
            Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => self.visit_loop(expr),
            // Not numbered inside; counted as one.
            Expr::Closure(closure) if closure.asyncness.is_some() => {}
            Expr::Closure(closure) => self.visit_expr(&closure.body),
            Expr::Async(_) | Expr::Const(_) | Expr::TryBlock(_) => {}
            Expr::Repeat(repeat) => self.visit_expr(&repeat.expr),
            _ => visit::visit_expr(self.walk(), expr),
        }
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        self.size += 1;
        visit::visit_stmt(self.walk(), stmt);
    }

    fn visit_item(&mut self, _: &'ast Item) {
        self.has_items = true;
    }

    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_path(&mut self, _: &'ast syn::Path) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_angle_bracketed_generic_arguments(
        &mut self,
        _: &'ast syn::AngleBracketedGenericArguments,
    ) {
    }
}

#[cfg(test)]
mod tests {
    use super::plan;
    use crate::number::number_and_mark;
    use unroll_syntax::attribute::Form;

    fn copies(source: &str, form: Form) -> Vec<Option<u32>> {
        let mut block = syn::parse_str(source).expect("a block");
        let numbering = number_and_mark(&syn::parse_quote!(fn f()), &mut block);
        plan(&block, &numbering, form).into_iter().skip(1).collect()
    }

    #[test]
    fn small_loops_are_copied() {
        let source = "{ while a { b(); } for x in y { loop { break; } } }";
        assert_eq!(copies(source, Form::Copies(3)), [Some(3); 3]);
        assert_eq!(copies(source, Form::Counter), [None; 3]);
    }

    #[test]
    fn a_loop_that_would_explode_stays_a_loop() {
        let source = "{ loop { loop { loop { loop { b(); } } } } }";
        assert_eq!(
            copies(source, Form::Copies(8)),
            [None, Some(8), Some(8), Some(8)]
        );
    }

    #[test]
    fn a_loop_with_items_stays_a_loop() {
        let source = "{ loop { loop { static X: u8 = 0; } } loop { } }";
        assert_eq!(copies(source, Form::Copies(2)), [None, None, Some(2)]);
    }

    #[test]
    fn a_loop_that_a_macro_may_leave_stays_a_loop() {
        let source = "{ loop { loop { m!(); } loop { println!(); } } }";
        assert_eq!(copies(source, Form::Copies(2)), [None, None, Some(2)]);
    }
}
