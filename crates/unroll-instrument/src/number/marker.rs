//! The pass that gives out the numbers, in source order.
//!
//! Branches in a loop's condition or head belong to the loop around it: they are not part of its body.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Attribute, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprLoop, ExprMatch, ExprWhile,
    Label, Local, Macro, Signature,
};
use unroll_syntax::walk::{AsEdit, Edit, jumps};
use unroll_syntax::{Position, skip_foreign};

use super::mark::Mark;
use super::{
    Arm, ArmKind, COUNTERS, LoopInfo, LoopKind, MAX_BRANCHES, Numbering, recursion, repeat,
};
use crate::inner;

/// Numbers `block` and leaves the numbers in it as [`Mark`]s. The recursion has no place in it; its number is the last. Inner functions come first: they
/// may be called before any loop of the function.
pub(crate) fn number_and_mark(sig: &Signature, block: &mut Block) -> Numbering {
    let recurs = recursion::may_recur(sig, block);
    let mut marker = Marker {
        loops: Vec::new(),
        around: Vec::new(),
        conditions: Vec::new(),
        closures: 0,
    };
    inner::each(block, &mut |_, body| marker.inner(body));
    let inner = marker.loops.len() as u32;
    repeat::mark(block);
    marker.visit_block_mut(block);
    if recurs {
        marker.open_loop(&mut Vec::new(), LoopKind::Recursion, None, sig.ident.span());
    }
    Numbering {
        loops: marker.loops,
        inner,
    }
}

struct Marker {
    loops: Vec<LoopInfo>,
    /// The loops and closures whose bodies we are in, outermost first; `None` for a closure without a number.
    around: Vec<Option<u32>>,
    /// The loops whose conditions we are in, each with how much was around it.
    conditions: Vec<(usize, u32)>,
    /// How many closures we are in.
    closures: u32,
}

impl Marker {
    /// Numbers the body of an inner function, which is called again and again like a closure that is not counted.
    fn inner(&mut self, body: &mut Block) {
        repeat::mark(body);
        self.closures += 1;
        self.visit_block_mut(body);
        self.closures -= 1;
    }

    fn open_loop(
        &mut self,
        attrs: &mut Vec<Attribute>,
        kind: LoopKind,
        label: Option<&Label>,
        keyword: Span,
    ) -> u32 {
        let number = self.loops.len() as u32 + 1;
        self.loops.push(LoopInfo {
            number,
            parent: self.parent(),
            in_closure: self.closures > 0,
            kind,
            label: label.map(|label| label.name.to_string()),
            hides_exits: false,
            branches: 0,
            arms: Vec::new(),
            position: Position::of(keyword),
        });
        let mark = Mark {
            number,
            taken: 0,
            other: 0,
        };
        mark.put(attrs);
        number
    }

    /// The loop or closure in which a new one stands. A condition is evaluated as often as the body is, but its branches are not the body's.
    fn parent(&self) -> Option<u32> {
        let within = self.conditions.last().map_or(0, |(around, _)| *around);
        let bodies = self.around[within..].iter().rev();
        let condition = self.conditions.last().map(|(_, number)| *number);
        bodies.copied().find_map(|it| it).or(condition)
    }

    fn body(&mut self, number: u32, body: &mut Block) {
        self.around.push(Some(number));
        self.visit_block_mut(body);
        self.around.pop();
    }

    /// The loops that a jump may leave, as far as the closure around it.
    fn left_by_jump(&self) -> Vec<u32> {
        let mut left = Vec::new();
        let mut conditions = self.conditions.iter().rev().peekable();
        for at in (0..=self.around.len()).rev() {
            while let Some((_, number)) = conditions.next_if(|(around, _)| *around == at) {
                left.push(*number);
            }
            let Some(around) = at.checked_sub(1).map(|at| self.around[at]) else {
                break;
            };
            match around {
                Some(number) if self.loops[number as usize - 1].kind != LoopKind::Closure => {
                    left.push(number);
                }
                _ => break,
            }
        }
        left
    }

    /// The next branch number of the loop or closure we are in; `None` outside of those with a number.
    fn branch(&mut self, kind: ArmKind, span: Span) -> Option<(u32, u32)> {
        let number = (*self.around.last()?)?;
        let info = &mut self.loops[number as usize - 1];
        info.branches = (info.branches + 1).min(MAX_BRANCHES);
        info.arms.push(Arm {
            number: info.branches,
            kind,
            position: Position::of(span),
        });
        Some((number, info.branches))
    }

    fn if_chain(&mut self, expr: &mut ExprIf, kind: ArmKind) {
        self.visit_expr_mut(&mut expr.cond);
        let taken = self.branch(kind, expr.then_branch.brace_token.span.open());
        self.visit_block_mut(&mut expr.then_branch);
        let other = match &mut expr.else_branch {
            None => self.branch(ArmKind::MissingElse, expr.if_token.span),
            Some((_, other)) => {
                if let Expr::If(next) = &mut **other {
                    self.if_chain(next, ArmKind::ElseIf);
                    None
                } else {
                    let branch = self.branch(ArmKind::Else, other.span());
                    self.visit_expr_mut(other);
                    branch
                }
            }
        };
        if let Some((number, taken)) = taken {
            let mark = Mark {
                number,
                taken,
                other: other.map_or(0, |(_, branch)| branch),
            };
            mark.put(&mut expr.attrs);
        }
    }
}

impl Edit for Marker {
    skip_foreign!(but closures);

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        let is_counted = repeat::take(&mut closure.attrs);
        if closure.asyncness.is_some() {
            return;
        }
        let has_counter = (self.loops.len() as u32) + 1 < COUNTERS;
        let number = (is_counted && has_counter).then(|| {
            let place = closure.span();
            self.open_loop(&mut closure.attrs, LoopKind::Closure, None, place)
        });
        self.around.push(number);
        self.closures += 1;
        self.visit_expr_mut(&mut closure.body);
        self.closures -= 1;
        self.around.pop();
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        if !jumps::may_jump(mac) {
            return;
        }
        for number in self.left_by_jump() {
            self.loops[number as usize - 1].hides_exits |= number < COUNTERS;
        }
    }

    fn visit_expr_while_mut(&mut self, expr: &mut ExprWhile) {
        let kind = if has_let(&expr.cond) {
            LoopKind::WhileLet
        } else {
            LoopKind::While
        };
        let keyword = expr.while_token.span;
        let number = self.open_loop(&mut expr.attrs, kind, expr.label.as_ref(), keyword);
        self.conditions.push((self.around.len(), number));
        self.visit_expr_mut(&mut expr.cond);
        self.conditions.pop();
        self.body(number, &mut expr.body);
    }

    fn visit_expr_loop_mut(&mut self, expr: &mut ExprLoop) {
        let keyword = expr.loop_token.span;
        let label = expr.label.as_ref();
        let number = self.open_loop(&mut expr.attrs, LoopKind::Loop, label, keyword);
        self.body(number, &mut expr.body);
    }

    fn visit_expr_for_loop_mut(&mut self, expr: &mut ExprForLoop) {
        let keyword = expr.for_token.span;
        let label = expr.label.as_ref();
        // What is iterated is evaluated before the loop begins, so it is before it in the order of numbers, too.
        self.visit_expr_mut(&mut expr.expr);
        let number = self.open_loop(&mut expr.attrs, LoopKind::For, label, keyword);
        self.body(number, &mut expr.body);
    }

    fn visit_expr_if_mut(&mut self, expr: &mut ExprIf) {
        self.if_chain(expr, ArmKind::If);
    }

    fn visit_expr_match_mut(&mut self, expr: &mut ExprMatch) {
        self.visit_expr_mut(&mut expr.expr);
        for arm in &mut expr.arms {
            if let Some((number, taken)) = self.branch(ArmKind::MatchArm, arm.pat.span()) {
                let mark = Mark {
                    number,
                    taken,
                    other: 0,
                };
                mark.put(&mut arm.attrs);
            }
            visit_mut::visit_arm_mut(self.walk(), arm);
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        let Some(init) = &mut local.init else { return };
        self.visit_expr_mut(&mut init.expr);
        let Some((else_token, diverge)) = &mut init.diverge else {
            return;
        };
        let matched = self.branch(ArmKind::LetMatched, local.let_token.span);
        let other = self.branch(ArmKind::LetElse, else_token.span);
        self.visit_expr_mut(diverge);
        if let (Some((number, taken)), Some((_, other))) = (matched, other) {
            let mark = Mark {
                number,
                taken,
                other,
            };
            mark.put(&mut local.attrs);
        }
    }
}

/// True if a loop condition is a `let` or a chain with one.
fn has_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}
