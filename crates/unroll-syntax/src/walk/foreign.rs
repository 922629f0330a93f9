//! The parts of a function body that every pass leaves alone.
//!
//! Closures, async blocks, const blocks, nested items, macro invocations, types and patterns are other functions, other
//! times of evaluation, or no code at all. A pass that is an [`Edit`](crate::walk::Edit) starts its impl with [`skip_foreign!`], or with
//! `skip_foreign!(but closures)` if it looks into closures.

/// The methods of [`Edit`](crate::walk::Edit) that stop at foreign code.
#[macro_export]
macro_rules! skip_foreign {
    () => {
        $crate::skip_foreign!(but closures);
        fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    };
    (but closures) => {
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
        fn visit_type_mut(&mut self, _: &mut syn::Type) {}
        fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
        fn visit_path_mut(&mut self, _: &mut syn::Path) {}
        fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
        fn visit_angle_bracketed_generic_arguments_mut(
            &mut self,
            _: &mut syn::AngleBracketedGenericArguments,
        ) {
        }
        fn visit_expr_async_mut(&mut self, _: &mut syn::ExprAsync) {}
        fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
        fn visit_expr_try_block_mut(&mut self, _: &mut syn::ExprTryBlock) {}
        fn visit_expr_repeat_mut(&mut self, repeat: &mut syn::ExprRepeat) {
            // The length is a constant expression.
            self.visit_expr_mut(&mut repeat.expr);
        }
    };
}
