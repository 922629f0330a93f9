//! Loops and branches of a function body, numbered as `docs/dev/protocol.md` section 3 says.
//!
//! One pass walks the body in source order, gives out the numbers and leaves them in the tree as [`Mark`] attributes; the
//! expansion reads the marks and never counts by itself, so what the tool lists and what the probes report are the same
//! numbers. The data stand here, the pass in [`marker`].

mod mark;
mod marker;
pub mod recursion;
pub mod repeat;

use syn::{Block, Signature};
pub use unroll_protocol::LoopKind;
use unroll_syntax::Position;

pub(crate) use self::mark::Mark;
pub(crate) use self::marker::number_and_mark;

/// Branches of one loop that have a number of their own; later ones share the last number.
pub const MAX_BRANCHES: u32 = 63;

/// Counters that the runtime has, for closures and for loops that [hide exits](LoopInfo::hides_exits): closures are counted while numbers are below.
pub const COUNTERS: u32 = 256;

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
    /// Its number, from 1 in source order; what a `for` iterates comes before the `for`, and inner functions before all else.
    pub number: u32,
    /// The innermost loop or counted closure around it.
    pub parent: Option<u32>,
    /// True if it stands in a closure, counted or not, or in an inner function.
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
    /// How many of them, the first ones, stand in inner functions.
    pub inner: u32,
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
    fn async_blocks_and_constants_are_other_functions() {
        let source = "{ async { loop { } }; async fn g() { loop { } } const { loop { } }; m!(loop { }); v.map(async |x| loop { }).sum() }";
        assert!(number(source).loops.is_empty());
    }

    #[test]
    fn loops_of_inner_functions_come_first() {
        let source = "{ for x in y { fn g() { while v.any(|x| if y { }) { } } g() } struct S; impl S { fn h() { loop { fn i() { loop { } } } } } }";
        insta::assert_snapshot!(summary(source), @r"
        1 - While  
        2 1 Closure  1:if, 2:no else
        3 - Loop  
        4 - Loop  
        5 - For  
        ");
        let numbering = number(source);
        assert_eq!(numbering.inner, 4);
        let inside: Vec<_> = numbering.loops.iter().map(|it| it.in_closure).collect();
        assert_eq!(inside, [true, true, true, true, false]);
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
    fn unknown_macros_may_leave_the_loops_around_them() {
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
