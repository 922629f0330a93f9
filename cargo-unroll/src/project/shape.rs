//! Loops and contract clauses of a function, numbered as the macro numbers them.

use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, Item, Signature};

use super::source::SourceFile;
use crate::cover::job::{ClauseInfo, LoopInfo, LoopKind};

/// Loops and clauses.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    /// In source order.
    pub(super) loops: Vec<LoopInfo>,
    /// Preconditions, postconditions, invariants.
    pub(super) clauses: Vec<ClauseInfo>,
}

/// Reads the shape of a function.
pub(super) fn read(
    source: &SourceFile,
    _attrs: &[Attribute],
    _sig: &Signature,
    block: &Block,
) -> Shape {
    let mut finder = Finder {
        source,
        parent: 0,
        loops: Vec::new(),
    };
    finder.visit_block(block);
    Shape {
        loops: finder.loops,
        clauses: Vec::new(),
    }
}

struct Finder<'s> {
    source: &'s SourceFile,
    parent: u32,
    loops: Vec<LoopInfo>,
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let kind = match expr {
            Expr::While(whole) if matches!(*whole.cond, Expr::Let(_)) => {
                (LoopKind::WhileLet, whole.while_token.span)
            }
            Expr::While(whole) => (LoopKind::While, whole.while_token.span),
            Expr::Loop(whole) => (LoopKind::Loop, whole.loop_token.span),
            Expr::ForLoop(whole) => (LoopKind::For, whole.for_token.span),
            Expr::Closure(_) | Expr::Async(_) => return,
            _ => return visit::visit_expr(self, expr),
        };
        let span = self.source.span(kind.1);
        self.loops.push(LoopInfo {
            kind: kind.0,
            span,
            parent: self.parent,
            branches: Vec::new(),
        });
        let outer = self.parent;
        self.parent = u32::try_from(self.loops.len()).unwrap_or(u32::MAX);
        visit::visit_expr(self, expr);
        self.parent = outer;
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}
