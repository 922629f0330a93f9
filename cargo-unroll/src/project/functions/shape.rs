//! Loops, branches and contract clauses of a function, numbered as the macro numbers them, with the words of the source.
//!
//! The numbers come from `unroll-syntax`; only the texts for reports are made here.

use std::collections::BTreeMap;

use proc_macro2::Span as TokenSpan;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, ExprIf, ExprMatch, Local, Signature, Type};
use unroll_instrument::label::shadowed::set_apart;
use unroll_instrument::{ArmKind, Numbering};
use unroll_syntax::kept::{self, KeptValue};
use unroll_syntax::{Criteria, Criterion, Position, clause};

use super::FunctionParts;
use super::panics::may_panic;
use crate::model::job::{BranchInfo, ClauseInfo, LoopInfo};
use crate::model::label::LabelInfo;
use crate::model::outcome::Note;
use crate::model::source::OwnCode;
use crate::project::request::criteria::widened;
use crate::project::sources::cfg::Conditional;
use crate::project::sources::source::SourceFile;

/// Loops and clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    /// In source order.
    pub(crate) loops: Vec<LoopInfo>,
    /// The labels of the criteria.
    pub(crate) labelled: Labelled,
    /// Those of more criteria, where these ask for nothing.
    pub(crate) wider: Option<Labelled>,
    /// The code that some builds leave out.
    pub(crate) conditional: Conditional,
    /// The code that runs only while it is called.
    pub(crate) own_code: OwnCode,
    /// Preconditions, postconditions, invariants.
    pub(crate) clauses: Vec<ClauseInfo>,
    /// The values that it leaves behind, with their types, some of which have invariants.
    pub(crate) kept: Vec<(KeptValue, Type)>,
    /// True if some of their types have.
    pub(crate) keeps_invariants: bool,
    /// True if places that can panic are objectives, and operations of its own may. The places are known once the code is read.
    pub(crate) may_panic: bool,
}

impl Shape {
    /// True if some criterion may yield an objective.
    pub(crate) fn has_objectives(&self) -> bool {
        let has_labels = !self.labelled.labels.is_empty();
        !self.loops.is_empty() || has_labels || self.may_panic || self.keeps_invariants
    }
}

/// The labels of criteria in a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labelled {
    /// The criteria.
    pub(crate) criteria: Criteria,
    /// In the order of criteria and source.
    pub(crate) labels: Vec<LabelInfo>,
    /// Decisions without labels.
    pub(crate) left_out: Vec<Note>,
}

impl Labelled {
    fn new(source: &SourceFile, sig: &Signature, block: &Block, criteria: Criteria) -> Self {
        let labels = unroll_instrument::labels(sig, block, &criteria);
        let left_out_of = unroll_instrument::left_out(sig, block, &criteria);
        Self {
            criteria,
            labels: labels.iter().map(|it| label_info(it, source)).collect(),
            left_out: left_out_of.iter().map(|it| left_out(it, source)).collect(),
        }
    }
}

/// Reads the shape of a function, with the labels of `criteria`. The names of standard macros in `shadowed` mean others.
pub(super) fn read(
    source: &SourceFile,
    parts: &FunctionParts<'_>,
    shadowed: &[String],
    criteria: &Criteria,
) -> Shape {
    let (attrs, sig) = (parts.attrs, parts.sig);
    let mut block = parts.block.clone();
    set_apart(&mut block, shadowed.iter().map(String::as_str));
    let block = &block;
    let mut words = BranchTexts {
        source,
        texts: BTreeMap::new(),
    };
    words.visit_block(block);
    let numbered = Numbering::of(sig, block).loops;
    let function = unroll_syntax::FunctionItem {
        attrs: attrs.to_vec(),
        vis: syn::Visibility::Inherited,
        defaultness: None,
        sig: sig.clone(),
        block: block.clone(),
    };
    // A malformed contract is the macro's to report.
    let clauses = clause::clauses(&function).unwrap_or_default();
    let labelled = Labelled::new(source, sig, block, criteria.clone());
    let asks_nothing = numbered.is_empty() && labelled.labels.is_empty();
    let mut wider = widened(criteria)
        .filter(|_| asks_nothing)
        .map(|criteria| Labelled::new(source, sig, block, criteria));
    Shape {
        loops: numbered.iter().map(|it| loop_info(it, &words)).collect(),
        labelled,
        wider: wider.find(|it| !it.labels.is_empty()),
        conditional: Conditional::of(block),
        own_code: OwnCode::default(),
        clauses: clauses.iter().map(|it| clause_info(it, source)).collect(),
        kept: kept::candidates(sig),
        keeps_invariants: false,
        may_panic: criteria.contains(Criterion::Panics) && may_panic(block),
    }
}

fn label_info(label: &unroll_instrument::Label, source: &SourceFile) -> LabelInfo {
    LabelInfo {
        criterion: label.criterion,
        kind: label.kind,
        text: source.one_line(label.words),
        detail: label.detail.clone(),
        pair: label.pair.map(|it| (it.condition, it.context)),
        span: source.place(label.position),
        parent: label.parent.unwrap_or(0),
        is_ahead: label.is_ahead,
        iteration: None,
        in_closure: label.in_closure,
        may_escape: label.may_escape,
        loops_before: label.loops_before,
    }
}

/// The note on a decision without labels.
fn left_out(decision: &unroll_instrument::label::LeftOut, source: &SourceFile) -> Note {
    let text = source.one_line(decision.words);
    let span = source.place(decision.position);
    Note::decision_left_out(&text, &span, decision.reason)
}

fn loop_info(numbered: &unroll_instrument::LoopInfo, words: &BranchTexts<'_>) -> LoopInfo {
    // Branches beyond the last number share it, and have no entry.
    let own = numbered.arms.iter().take(numbered.branches as usize);
    LoopInfo {
        kind: numbered.kind,
        span: words.source.place(numbered.position),
        parent: numbered.parent.unwrap_or(0),
        in_closure: numbered.in_closure,
        branches: own
            .map(|arm| BranchInfo {
                text: words.text(arm.kind, arm.position),
                span: words.source.place(arm.position),
            })
            .collect(),
    }
}

fn clause_info(clause: &unroll_syntax::Clause, source: &SourceFile) -> ClauseInfo {
    ClauseInfo {
        kind: clause.kind,
        text: clause.text.split_whitespace().collect::<Vec<_>>().join(" "),
        span: source.place(clause.position),
        end: source.place(clause.end),
        kept: None,
    }
}

/// The source text of branches, by their positions.
struct BranchTexts<'s> {
    source: &'s SourceFile,
    /// Conditions and patterns by the place of the branch that they lead into.
    texts: BTreeMap<Position, String>,
}

impl BranchTexts<'_> {
    fn note(&mut self, at: TokenSpan, text: String) {
        self.texts.insert(Position::of(at), text);
    }

    fn text(&self, kind: ArmKind, at: Position) -> String {
        let words = kind.describe();
        match self.texts.get(&at) {
            Some(text) if kind != ArmKind::Else => format!("{words} {text}"),
            _ => words.to_owned(),
        }
    }
}

impl<'ast> Visit<'ast> for BranchTexts<'_> {
    fn visit_expr_if(&mut self, expr: &'ast ExprIf) {
        let condition = self.source.one_line(expr.cond.span());
        self.note(expr.then_branch.brace_token.span.open(), condition);
        visit::visit_expr_if(self, expr);
    }

    fn visit_expr_match(&mut self, expr: &'ast ExprMatch) {
        for arm in &expr.arms {
            let mut text = self.source.one_line(arm.pat.span());
            if let Some((_, guard)) = &arm.guard {
                text = format!("{text} if {}", self.source.one_line(guard.span()));
            }
            self.note(arm.pat.span(), text);
        }
        visit::visit_expr_match(self, expr);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if local
            .init
            .as_ref()
            .is_some_and(|init| init.diverge.is_some())
        {
            let pattern = self.source.one_line(local.pat.span());
            self.note(local.let_token.span, pattern);
        }
        visit::visit_local(self, local);
    }
}

#[cfg(test)]
mod tests {
    use camino::Utf8Path;
    use syn::Item;

    use super::*;
    use crate::model::job::{ClauseKind, LoopKind};

    fn shape(text: &str) -> Shape {
        let dir = tempfile::tempdir().expect("temporary directory");
        let root = Utf8Path::from_path(dir.path()).expect("UTF-8");
        std::fs::write(root.join("lib.rs"), text).expect("writes");
        let source = SourceFile::read(&root.join("lib.rs"), root).expect("parses");
        let Item::Fn(item) = &source.tree.items[0] else {
            panic!("a function")
        };
        let criteria = Criteria::default();
        let parts = FunctionParts {
            attrs: &item.attrs,
            vis: None,
            sig: &item.sig,
            block: &item.block,
            has_body: true,
            whole: item.span(),
        };
        read(&source, &parts, &[], &criteria)
    }

    #[test]
    fn branches_speak_the_words_of_the_source() {
        let text = "\
fn f(a: &[u8]) {
    for x in a {
        if *x
            < 3 { } else if let 4..=9 = x { } else { }
        if *x == 1 { }
        match x { b' ' | b'\\t' => {} n if *n > 7 => {} _ => {} }
        let Some(y) = x.checked_sub(1) else { continue };
        while y > 0 { if y == 2 { break } }
    }
}
";
        let loops = shape(text).loops;
        let texts = |n: usize| -> Vec<&str> {
            let branches = &loops[n].branches;
            branches.iter().map(|branch| branch.text.as_str()).collect()
        };
        assert_eq!(
            texts(0),
            [
                "if *x < 3",
                "else if let 4..=9 = x",
                "else",
                "if *x == 1",
                "no else",
                "match arm b' ' | b'\\t'",
                "match arm n if *n > 7",
                "match arm _",
                "let Some(y)",
                "let else",
            ]
        );
        assert_eq!(texts(1), ["if y == 2", "no else"]);
        assert_eq!((loops[0].kind, loops[0].parent), (LoopKind::For, 0));
        assert_eq!((loops[1].kind, loops[1].parent), (LoopKind::While, 1));
        assert_eq!((loops[1].span.line, loops[1].span.column), (8, 9));
    }

    #[test]
    fn straight_functions_are_asked_for_conditions_or_else_for_statements() {
        let asked = |text: &str| {
            let wider = shape(text).wider;
            wider.map(|it| (it.criteria.to_string(), it.labels.len()))
        };
        let predicate = "fn f(a: u8, b: bool) -> bool { a > 3 && b }";
        let conditions = ("unroll,branch,mcdc,panics".to_owned(), 4);
        assert_eq!(asked(predicate), Some(conditions));
        let statements = ("unroll,branch,statement,panics".to_owned(), 2);
        assert_eq!(
            asked("fn f(a: u8) -> u8 { let b = a ^ 3; b }"),
            Some(statements)
        );
        for text in [
            "fn f(a: u8) { if a > 3 && a < 5 { } }",
            "fn f() { loop { } }",
            "fn f() { }",
        ] {
            assert_eq!(asked(text), None, "{text}");
        }
    }

    #[test]
    fn clauses_keep_their_order_and_text() {
        let text = "\
#[requires(n > 0,
    n < 9)]
#[ensures(|result| *result >= n)]
fn f(n: u32) -> u32 {
    loop { invariant!(n  <  10); break n }
}
";
        let clauses = shape(text).clauses;
        let told: Vec<_> = clauses
            .iter()
            .map(|clause| (clause.kind, clause.text.as_str(), clause.span.line))
            .collect();
        assert_eq!(
            told,
            [
                (ClauseKind::Requires, "n > 0", 1),
                (ClauseKind::Requires, "n < 9", 2),
                (ClauseKind::Ensures, "|result| *result >= n", 3),
                (ClauseKind::Invariant, "n < 10", 5),
            ]
        );
    }
}
