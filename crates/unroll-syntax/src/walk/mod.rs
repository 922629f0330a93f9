//! Walks over trees, compiled once for all that walk.
//!
//! An implementation of syn's `Visit` or `VisitMut` is some two hundred functions, and builds of users' crates wait for those of every
//! implementation that the macros have. So what walks here implements [`Look`] or [`Edit`] instead: the same methods with the same meaning, but for
//! the kinds of nodes alone that any of them stops at, and syn's own walk is made for each of the two as a trait object. Where syn has
//! `visit_mut::visit_expr_mut(self, expr)` to go on inside of a node, here it is `visit_mut::visit_expr_mut(self.walk(), expr)`.

pub mod effects;
mod foreign;
pub mod jumps;

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    AngleBracketedGenericArguments, Arm, Attribute, Block, Expr, ExprAsync, ExprCall, ExprClosure,
    ExprConst, ExprForLoop, ExprIf, ExprLoop, ExprMatch, ExprMethodCall, ExprPath, ExprRepeat,
    ExprTry, ExprTryBlock, ExprWhile, FnArg, GenericArgument, Generics, Item, Lifetime, Local,
    Macro, ParenthesizedGenericArguments, Pat, PatIdent, Path, PathSegment, Receiver, ReturnType,
    Signature, Stmt, TraitBound, Type, TypeBareFn, TypeImplTrait, TypePath, TypeReference,
};

/// A reader of trees, as the trait object that syn's walk is made for.
pub trait AsLook<'ast> {
    /// Itself.
    fn walk(&mut self) -> &mut (dyn Look<'ast> + '_);
}

impl<'ast, T: Look<'ast>> AsLook<'ast> for T {
    fn walk(&mut self) -> &mut (dyn Look<'ast> + '_) {
        self
    }
}

/// An editor of trees, as the trait object that syn's walk is made for.
pub trait AsEdit {
    /// Itself.
    fn walk(&mut self) -> &mut (dyn Edit + '_);
}

impl<T: Edit> AsEdit for T {
    fn walk(&mut self) -> &mut (dyn Edit + '_) {
        self
    }
}

/// Declares [`Look`] and passes syn's walk on to it.
macro_rules! look {
    ($($visit:ident: $node:ty;)*) => {
        /// Looks at a tree: [`Visit`] for some kinds of nodes.
        #[expect(missing_docs, reason = "the methods are those of `Visit`")]
        pub trait Look<'ast>: AsLook<'ast> {
            $(fn $visit(&mut self, node: &'ast $node) {
                visit::$visit(self.walk(), node);
            })*
        }

        impl<'ast> Visit<'ast> for dyn Look<'ast> + '_ {
            $(fn $visit(&mut self, node: &'ast $node) {
                Look::$visit(self, node);
            })*
        }
    };
}

/// Declares [`Edit`] and passes syn's walk on to it.
macro_rules! edit {
    ($($visit:ident: $node:ty;)*) => {
        /// Changes a tree where it stands: [`VisitMut`] for some kinds of nodes.
        #[expect(missing_docs, reason = "the methods are those of `VisitMut`")]
        pub trait Edit: AsEdit {
            $(fn $visit(&mut self, node: &mut $node) {
                visit_mut::$visit(self.walk(), node);
            })*
        }

        impl VisitMut for dyn Edit + '_ {
            $(fn $visit(&mut self, node: &mut $node) {
                Edit::$visit(self, node);
            })*
        }
    };
}

look! {
    visit_angle_bracketed_generic_arguments: AngleBracketedGenericArguments;
    visit_attribute: Attribute;
    visit_block: Block;
    visit_expr: Expr;
    visit_expr_call: ExprCall;
    visit_expr_method_call: ExprMethodCall;
    visit_expr_path: ExprPath;
    visit_fn_arg: FnArg;
    visit_ident: Ident;
    visit_item: Item;
    visit_lifetime: Lifetime;
    visit_macro: Macro;
    visit_pat: Pat;
    visit_pat_ident: PatIdent;
    visit_path: Path;
    visit_path_segment: PathSegment;
    visit_receiver: Receiver;
    visit_signature: Signature;
    visit_stmt: Stmt;
    visit_trait_bound: TraitBound;
    visit_type: Type;
    visit_type_impl_trait: TypeImplTrait;
    visit_type_path: TypePath;
    visit_type_reference: TypeReference;
}

edit! {
    visit_angle_bracketed_generic_arguments_mut: AngleBracketedGenericArguments;
    visit_arm_mut: Arm;
    visit_attribute_mut: Attribute;
    visit_block_mut: Block;
    visit_expr_async_mut: ExprAsync;
    visit_expr_call_mut: ExprCall;
    visit_expr_closure_mut: ExprClosure;
    visit_expr_const_mut: ExprConst;
    visit_expr_for_loop_mut: ExprForLoop;
    visit_expr_if_mut: ExprIf;
    visit_expr_loop_mut: ExprLoop;
    visit_expr_match_mut: ExprMatch;
    visit_expr_method_call_mut: ExprMethodCall;
    visit_expr_mut: Expr;
    visit_expr_repeat_mut: ExprRepeat;
    visit_expr_try_block_mut: ExprTryBlock;
    visit_expr_try_mut: ExprTry;
    visit_expr_while_mut: ExprWhile;
    visit_fn_arg_mut: FnArg;
    visit_generic_argument_mut: GenericArgument;
    visit_generics_mut: Generics;
    visit_item_mut: Item;
    visit_lifetime_mut: Lifetime;
    visit_local_mut: Local;
    visit_macro_mut: Macro;
    visit_parenthesized_generic_arguments_mut: ParenthesizedGenericArguments;
    visit_pat_ident_mut: PatIdent;
    visit_pat_mut: Pat;
    visit_path_mut: Path;
    visit_return_type_mut: ReturnType;
    visit_signature_mut: Signature;
    visit_stmt_mut: Stmt;
    visit_trait_bound_mut: TraitBound;
    visit_type_bare_fn_mut: TypeBareFn;
    visit_type_mut: Type;
    visit_type_reference_mut: TypeReference;
}
