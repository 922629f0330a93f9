//! Loops and branches of a function body, numbered as `docs/dev/protocol.md` section 3 says.
//!
//! One pass walks the body in source order, gives out the numbers and leaves them in the tree as [`Mark`] attributes; the
//! expansion reads the marks and never counts by itself, so what the tool lists and what the probes report are the same
//! numbers. Branches in a loop's condition or head belong to the loop around it: they are not part of its body.

pub mod jumps;
pub mod recursion;
pub mod repeat;

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Attribute, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprLoop, ExprMatch, ExprWhile,
    Label, Local, Macro, Signature, parse_quote,
};

pub use unroll_protocol::LoopKind;

use crate::scan::skip_foreign;
use crate::walk::{AsEdit, Edit};

/// Branches of one loop that have a number of their own; later ones share the last number.
pub const MAX_BRANCHES: u32 = 63;

/// Counters that the runtime has, for closures and for loops that [hide exits](LoopInfo::hides_exits): closures are counted while numbers are below.
pub const COUNTERS: u32 = 256;

/// A place in a source file, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

impl Position {
    /// Where `span` begins.
    pub fn of(span: Span) -> Self {
        let start = span.start();
        Self {
            line: start.line,
            column: start.column + 1,
        }
    }

    /// The position behind `span`.
    pub fn behind(span: Span) -> Self {
        let end = span.end();
        Self {
            line: end.line,
            column: end.column + 1,
        }
    }
}

/// The form of a branch in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArmKind {
    /// The block of an `if`
    If,
    /// The block of an `else if`
    ElseIf,
    /// The block of an `else`
    Else,
    /// The `else` that an `if` does not have
    MissingElse,
    /// An arm of a `match`
    MatchArm,
    /// The way of a `let .. else` on which the pattern matched
    LetMatched,
    /// The `else` block of a `let .. else`
    LetElse,
}

impl ArmKind {
    /// A few words for reports.
    pub fn describe(self) -> &'static str {
        match self {
            Self::If => "if",
            Self::ElseIf => "else if",
            Self::Else => "else",
            Self::MissingElse => "no else",
            Self::MatchArm => "match arm",
            Self::LetMatched => "let",
            Self::LetElse => "let else",
        }
    }
}

/// One branch of a loop body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Its number, from 1; past [`MAX_BRANCHES`] all share the last.
    pub number: u32,
    /// The form.
    pub kind: ArmKind,
    /// Where it begins; for a missing `else`, where its `if` stands.
    pub position: Position,
}

/// One loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopInfo {
    /// Its number, from 1 in source order; what a `for` iterates comes before the `for`.
    pub number: u32,
    /// The innermost loop or counted closure around it.
    pub parent: Option<u32>,
    /// True if it stands in a closure, counted or not.
    pub in_closure: bool,
    /// Which keyword began it, or that it is no such loop.
    pub kind: LoopKind,
    /// Its label, with the apostrophe.
    pub label: Option<String>,
    /// True if a macro in it may leave it unseen. Then the runtime keeps its counters, as it does for closures.
    pub hides_exits: bool,
    /// How many branch numbers its body has.
    pub branches: u32,
    /// Its branches in source order.
    pub arms: Vec<Arm>,
    /// Where its keyword stands, where the closure begins, or where the function's name stands.
    pub position: Position,
}

/// The loops of one function body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// Loop `n` is at index `n - 1`.
    pub loops: Vec<LoopInfo>,
}

impl Numbering {
    /// Numbers the loops and branches of a function.
    pub fn of(sig: &Signature, block: &Block) -> Self {
        number_and_mark(sig, &mut block.clone())
    }

    /// The number of the recursion.
    pub(crate) fn recursion(&self) -> Option<u32> {
        let last = self.loops.last()?;
        (last.kind == LoopKind::Recursion).then_some(last.number)
    }

    /// The loop with a number.
    pub(crate) fn info(&self, number: u32) -> &LoopInfo {
        &self.loops[number as usize - 1]
    }

    /// The loops that may be left unseen, innermost first: those inside the loop `within`, or all.
    pub(crate) fn hiding(&self, within: Option<u32>) -> Vec<u32> {
        let is_inside = |info: &LoopInfo| {
            let Some(outer) = within else { return true };
            let mut parents =
                std::iter::successors(info.parent, |number| self.info(*number).parent);
            parents.any(|parent| parent == outer)
        };
        let hiding = self.loops.iter().rev().filter(|info| info.hides_exits);
        hiding
            .filter(|info| is_inside(info))
            .map(|info| info.number)
            .collect()
    }

    /// Numbers of the counted closures.
    pub(crate) fn closures(&self) -> impl Iterator<Item = u32> {
        let closures = self.loops.iter().filter(|it| it.kind == LoopKind::Closure);
        closures.map(|info| info.number)
    }
}

/// Numbers `block` and leaves the numbers in it as [`Mark`]s. The recursion has no place in it; its number is the last.
pub(crate) fn number_and_mark(sig: &Signature, block: &mut Block) -> Numbering {
    let recurs = recursion::may_recur(sig, block);
    repeat::mark(block);
    let mut marker = Marker {
        loops: Vec::new(),
        around: Vec::new(),
        conditions: Vec::new(),
        closures: 0,
    };
    marker.visit_block_mut(block);
    if recurs {
        marker.open_loop(&mut Vec::new(), LoopKind::Recursion, None, sig.ident.span());
    }
    Numbering {
        loops: marker.loops,
    }
}

/// A number left in the tree, as the attribute `#[__unroll_mark = ".."]` on a loop, an `if`, an arm or a `let .. else`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The loop itself, or the loop that the branch belongs to.
    pub(crate) number: u32,
    /// The branch of an arm, of the block of an `if`, or of a matching `let .. else`.
    pub(crate) taken: u32,
    /// The branch of the `else`; 0 if that is an `else if`.
    pub(crate) other: u32,
}

impl Mark {
    fn put(self, attrs: &mut Vec<Attribute>) {
        let text = format!("{} {} {}", self.number, self.taken, self.other);
        attrs.push(parse_quote!(#[__unroll_mark = #text]));
    }

    /// Takes the mark out of `attrs`.
    pub(crate) fn take(attrs: &mut Vec<Attribute>) -> Option<Self> {
        let mark = Self::peek(attrs);
        attrs.retain(|attr| !attr.path().is_ident("__unroll_mark"));
        mark
    }

    /// The mark in `attrs`.
    pub(crate) fn peek(attrs: &[Attribute]) -> Option<Self> {
        let mut marks = attrs
            .iter()
            .filter(|attr| attr.path().is_ident("__unroll_mark"));
        let text = match &marks.next()?.meta {
            syn::Meta::NameValue(pair) => pair.value.to_token_stream().to_string(),
            _ => return None,
        };
        let mut numbers = text.trim_matches('"').split(' ').map(str::parse);
        let mut next = || numbers.next()?.ok();
        Some(Self {
            number: next()?,
            taken: next()?,
            other: next()?,
        })
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

#[cfg(test)]
mod tests {
    use super::{ArmKind, LoopKind, MAX_BRANCHES, Numbering, Position};
    use std::fmt::Write as _;

    fn number(source: &str) -> Numbering {
        let sig = syn::parse_quote!(fn f());
        Numbering::of(&sig, &syn::parse_str(source).expect("a block"))
    }

    /// One line a loop: number, parent, kind, label, branches.
    fn summary(source: &str) -> String {
        let mut out = String::new();
        for info in number(source).loops {
            let parent = info.parent.map_or("-".to_owned(), |n| n.to_string());
            let label = info.label.unwrap_or_default();
            let arms: Vec<_> = info
                .arms
                .iter()
                .map(|arm| format!("{}:{}", arm.number, arm.kind.describe()))
                .collect();
            writeln!(
                out,
                "{} {parent} {:?} {label} {}",
                info.number,
                info.kind,
                arms.join(", ")
            )
            .expect("write to a string");
        }
        out
    }

    #[test]
    fn loops_are_numbered_in_source_order() {
        let source = "{ 'a: while x { for i in 0..2 { } } while let Some(_) = y { loop { } } }";
        insta::assert_snapshot!(summary(source), @r"
        1 - While 'a 
        2 1 For  
        3 - WhileLet  
        4 3 Loop  
        ");
    }

    #[test]
    fn a_condition_is_within_its_loop_and_what_is_iterated_before_it() {
        let source =
            "{ while { loop { } v.any(|x| if y { }) } { for i in v.iter().filter(|x| y) { } }
            while let Some(_) = v.find(|x| { while v.any(|z| y) { } true }) { } }";
        insta::assert_snapshot!(summary(source), @r"
        1 - While  
        2 1 Loop  
        3 1 Closure  1:if, 2:no else
        4 1 Closure  
        5 1 For  
        6 - WhileLet  
        7 6 Closure  
        8 7 While  
        9 8 Closure  
        ");
    }

    #[test]
    fn branches_are_numbered_where_they_begin() {
        let source = "{ loop {
            if a { if b { } } else if c { } else { match d { 0 => 1, _ => 2 }; }
            let Some(e) = f else { if g { } else { } return };
        } }";
        insta::assert_snapshot!(summary(source), @"1 - Loop  1:if, 2:if, 3:no else, 4:else if, 5:else, 6:match arm, 7:match arm, 8:let, 9:let else, 10:if, 11:else");
    }

    #[test]
    fn a_branch_belongs_to_its_innermost_loop() {
        let source =
            "{ if o { } loop { while if p { q } else { r } { if s { } } if t { } else { } } }";
        insta::assert_snapshot!(summary(source), @r"
        1 - Loop  1:if, 2:else, 3:if, 4:else
        2 1 While  1:if, 2:no else
        ");
    }

    #[test]
    fn async_blocks_and_items_are_other_functions() {
        let source = "{ async { loop { } }; fn g() { loop { } } const { loop { } }; m!(loop { }); v.map(async |x| loop { }).sum() }";
        assert!(number(source).loops.is_empty());
    }

    #[test]
    fn calls_of_a_closure_are_iterations() {
        let source = "{ loop { v.iter().map(|x| if a { b } else { loop { if c { } } }).sum(); o.unwrap_or_else(|| { if d { } loop { } }); } }";
        insta::assert_snapshot!(summary(source), @r"
        1 - Loop  
        2 1 Closure  1:if, 2:else
        3 2 Loop  1:if, 2:no else
        4 1 Loop  
        ");
        let loops = number(source).loops;
        let inside: Vec<_> = loops.iter().map(|info| info.in_closure).collect();
        assert_eq!(inside, [false, false, true, true]);
    }

    #[test]
    fn macros_that_nobody_knows_may_leave_the_loops_around_them() {
        let source = "{ while n!() { loop { m!(); for i in m!() { } } v.iter().map(|x| loop { m!(); }).sum(); }
            loop { println!(); while let Some(_) = vec![a?] { } } loop { vec![1]; v.map(|x| m!(x)); } }";
        let numbering = number(source);
        assert_eq!(numbering.hiding(None), [7, 6, 5, 2, 1]);
        assert_eq!(numbering.hiding(Some(1)), [5, 2]);
        assert_eq!(numbering.hiding(Some(2)), []);
    }

    #[test]
    fn late_branches_share_the_last_number() {
        let source = format!("{{ loop {{ {} }} }}", "if a { } ".repeat(40));
        let info = &number(&source).loops[0];
        assert_eq!(info.branches, MAX_BRANCHES);
        assert_eq!(info.arms.len(), 80);
        assert_eq!(info.arms[79].number, MAX_BRANCHES);
    }

    #[test]
    fn positions_count_from_one() {
        let numbering = number("{\n  loop {\n    if a { }\n  }\n}");
        let info = &numbering.loops[0];
        assert_eq!(info.kind, LoopKind::Loop);
        assert_eq!(info.position, Position { line: 2, column: 3 });
        assert_eq!(
            info.arms[0].position,
            Position {
                line: 3,
                column: 10
            }
        );
        assert_eq!(info.arms[1].kind, ArmKind::MissingElse);
    }
}
