//! Hash-consed bit-vector terms.
//!
//! There is one family of sorts, bit vectors of 1 to 128 bits; width 1 is the Boolean sort, and the encoder maps
//! it to Z3's `Bool`. Constructors simplify on the way in, so two terms that are equal by the rewrite rules
//! have the same [`Term`].

use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::bits::mask;
use crate::term::interval::{self, Range};
use crate::term::op::Op;

/// A term; an index into its [`Terms`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) u32);

/// One node of the term graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "operands are named by their role")]
pub enum Node {
    /// A constant below 2^width.
    Const {
        width: u32,
        value: u128,
    },
    /// An uninterpreted constant; the name is unique in the arena.
    Var {
        width: u32,
        name: u32,
    },
    Not(Term),
    Binary(Op, Term, Term),
    Ite(Term, Term, Term),
    /// Bits `lo .. lo + width`.
    Extract {
        lo: u32,
        width: u32,
        arg: Term,
    },
    Concat {
        high: Term,
        low: Term,
    },
    ZExt {
        width: u32,
        arg: Term,
    },
    SExt {
        width: u32,
        arg: Term,
    },
}

impl Node {
    /// Calls `f` with each operand, from left to right.
    pub fn for_each_child(&self, mut f: impl FnMut(Term)) {
        match *self {
            Self::Const { .. } | Self::Var { .. } => {}
            Self::Not(arg)
            | Self::Extract { arg, .. }
            | Self::ZExt { arg, .. }
            | Self::SExt { arg, .. } => f(arg),
            Self::Binary(_, a, b) | Self::Concat { high: a, low: b } => {
                f(a);
                f(b);
            }
            Self::Ite(c, t, e) => {
                f(c);
                f(t);
                f(e);
            }
        }
    }
}

/// Facts about a term besides its node.
#[derive(Clone, Copy, Debug)]
struct Facts {
    width: u32,
    range: Range,
    /// Depth of a tree of `ite` over constants; [`NOT_A_TABLE`] when another leaf occurs.
    table_depth: u8,
}

/// Marks terms that are no tree of `ite` over constants.
const NOT_A_TABLE: u8 = u8::MAX;

/// The arena of terms. All constructors simplify; see `simplify` for the rules.
#[derive(Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    index: FxHashMap<Node, Term>,
    names: Vec<Box<str>>,
    by_name: FxHashMap<Box<str>, Term>,
    fresh_count: u32,
    /// The facts that the bounds of variables rest on.
    pub(crate) assumed: Vec<Term>,
    /// Results of [`Terms::binary`], so that rules which descend into shared `ite`s stay linear.
    pub(crate) memo: FxHashMap<(Op, Term, Term), Term>,
    /// How many constructors are under way; rules stop at a limit, so deep graphs cost no deep stack.
    pub(crate) nesting: u32,
}

impl Terms {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// The constant `value` modulo 2^width.
    pub fn constant(&mut self, width: u32, value: u128) -> Term {
        assert!(
            (1..=128).contains(&width),
            "invariant: width {width} is not within 1..=128"
        );
        let value = value & mask(width);
        self.intern(Node::Const { width, value })
    }

    /// A Boolean constant.
    pub fn bool(&mut self, value: bool) -> Term {
        self.constant(1, u128::from(value))
    }

    /// True.
    pub fn tru(&mut self) -> Term {
        self.bool(true)
    }

    /// False.
    pub fn fls(&mut self) -> Term {
        self.bool(false)
    }

    /// The variable `name`. Asking again for a name gives the same term; its width must be the same.
    pub fn var(&mut self, name: &str, width: u32) -> Term {
        assert!(
            (1..=128).contains(&width),
            "invariant: width {width} is not within 1..=128"
        );
        if let Some(&term) = self.by_name.get(name) {
            assert_eq!(
                self.width(term),
                width,
                "invariant: variable {name} has one width"
            );
            return term;
        }
        let id = u32::try_from(self.names.len()).expect("invariant: fewer than 2^32 variables");
        self.names.push(name.into());
        let term = self.intern(Node::Var { width, name: id });
        self.by_name.insert(name.into(), term);
        term
    }

    /// A variable with a name that no other variable has, `prefix!0`, `prefix!1`, ...
    pub fn fresh(&mut self, prefix: &str, width: u32) -> Term {
        loop {
            // Counted over all prefixes, so the same sequence of calls gives the same names.
            let name = format!("{prefix}!{}", self.fresh_count);
            self.fresh_count += 1;
            if !self.by_name.contains_key(name.as_str()) {
                return self.var(&name, width);
            }
        }
    }

    /// The name of a variable; `None` for other terms.
    pub fn var_name(&self, term: Term) -> Option<&str> {
        match self.node(term) {
            Node::Var { name, .. } => Some(&self.names[*name as usize]),
            _ => None,
        }
    }

    /// The width in bits.
    pub fn width(&self, term: Term) -> u32 {
        self.facts[term.0 as usize].width
    }

    /// The node.
    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.0 as usize]
    }

    /// The value of a constant.
    pub fn as_const(&self, term: Term) -> Option<u128> {
        match self.node(term) {
            Node::Const { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// The value of a Boolean constant.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.node(term) {
            Node::Const { width: 1, value } => Some(*value == 1),
            _ => None,
        }
    }

    /// Inclusive unsigned bounds of the value.
    pub fn interval(&self, term: Term) -> (u128, u128) {
        let range = self.range(term);
        (range.lo, range.hi)
    }

    /// Inclusive bounds of the value read as two's complement.
    pub fn signed_interval(&self, term: Term) -> (i128, i128) {
        let range = self.range(term);
        (range.slo, range.shi)
    }

    /// The variables that occur in the term, each once, in the order of their creation.
    pub fn vars_of(&self, term: Term) -> Vec<Term> {
        let mut vars: Vec<_> = self.reachable(&[term]).into_iter().collect();
        vars.retain(|term| matches!(self.node(*term), Node::Var { .. }));
        // Sets have no order; numbers give the order of creation.
        vars.sort_unstable();
        vars
    }

    /// The variables that occur in `roots` above the terms in `cuts`.
    pub fn vars_above(
        &self,
        roots: impl IntoIterator<Item = Term>,
        cuts: &FxHashSet<Term>,
    ) -> FxHashSet<Term> {
        let mut seen = FxHashSet::default();
        let mut pending: Vec<Term> = roots.into_iter().collect();
        while let Some(term) = pending.pop() {
            if !cuts.contains(&term) && seen.insert(term) {
                self.node(term).for_each_child(|child| pending.push(child));
            }
        }
        seen.retain(|term| matches!(self.node(*term), Node::Var { .. }));
        seen
    }

    /// The conjuncts of a Boolean term, each once.
    pub fn conjuncts(&self, root: Term) -> Vec<Term> {
        let mut conjuncts = vec![];
        let mut seen = FxHashSet::default();
        let mut pending = vec![root];
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            match *self.node(term) {
                Node::Binary(Op::And, a, b) if self.width(term) == 1 => pending.extend([a, b]),
                _ => conjuncts.push(term),
            }
        }
        conjuncts
    }

    /// The number of distinct nodes of the term.
    pub fn size_of(&self, term: Term) -> usize {
        self.reachable(&[term]).len()
    }

    /// The number of nodes in the arena.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if no term was built yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All terms that occur in `roots`.
    pub(crate) fn reachable(&self, roots: &[Term]) -> FxHashSet<Term> {
        let mut seen = FxHashSet::default();
        let mut pending = roots.to_vec();
        while let Some(term) = pending.pop() {
            if seen.insert(term) {
                self.node(term).for_each_child(|child| pending.push(child));
            }
        }
        seen
    }

    pub(crate) fn range(&self, term: Term) -> Range {
        self.facts[term.0 as usize].range
    }

    /// Replaces the bounds of a variable, and those of the terms over it that follow from them.
    pub(crate) fn set_range(&mut self, var: Term, range: Range) {
        self.facts[var.0 as usize].range = range;
        // Operands stand before what is built of them.
        // Terms over the variable have bounds from its old range: still right, but too wide for
        // later rules.
        for later in var.0 as usize + 1..self.nodes.len() {
            if !matches!(self.nodes[later], Node::Var { .. }) {
                self.facts[later] = self.facts_of(&self.nodes[later]);
            }
        }
    }

    /// True for a tree of `ite` over constants.
    pub fn is_table(&self, term: Term) -> bool {
        self.table_depth(term).is_some()
    }

    /// The depth of a tree of `ite` over constants.
    pub(crate) fn table_depth(&self, term: Term) -> Option<u8> {
        let depth = self.facts[term.0 as usize].table_depth;
        (depth != NOT_A_TABLE).then_some(depth)
    }

    /// The term of a node, as it is. A node whose bounds leave one value becomes that constant.
    pub(crate) fn intern(&mut self, node: Node) -> Term {
        if let Some(&term) = self.index.get(&node) {
            return term;
        }
        let facts = self.facts_of(&node);
        // What has one value is that constant, so that equal terms stay one term.
        if let (Some(value), false) = (facts.range.single(), matches!(node, Node::Const { .. })) {
            return self.constant(facts.width, value);
        }
        let id = u32::try_from(self.nodes.len()).expect("invariant: fewer than 2^32 terms");
        let term = Term(id);
        self.nodes.push(node.clone());
        self.facts.push(facts);
        self.index.insert(node, term);
        term
    }

    fn facts_of(&self, node: &Node) -> Facts {
        let range = |term| self.range(term);
        let mut table_depth = NOT_A_TABLE;
        let (width, range) = match *node {
            Node::Const { width, value } => {
                table_depth = 0;
                (width, Range::exactly(width, value))
            }
            Node::Var { width, .. } => (width, Range::full(width)),
            Node::Not(x) => (self.width(x), interval::not(self.width(x), range(x))),
            Node::Binary(op, a, b) => {
                let width = self.width(a);
                let result = if op.is_predicate() { 1 } else { width };
                (result, interval::binary(op, width, range(a), range(b)))
            }
            Node::Ite(c, t, e) => {
                let [then, els] = [t, e].map(|branch| self.facts[branch.0 as usize].table_depth);
                // Saturating, so that anything over a leaf that is no constant stays no table.
                table_depth = then.max(els).saturating_add(1);
                // Within a branch its condition holds, which bounds `x` in `if x < 8 { x } else { 0
                // }`.
                let then = self.range_where(c, true, t);
                (self.width(t), then.union(self.range_where(c, false, e)))
            }
            Node::Extract { lo, width, arg } => (width, interval::extract(range(arg), lo, width)),
            Node::Concat { high, low } => {
                let width = self.width(high) + self.width(low);
                (
                    width,
                    interval::concat(width, range(high), range(low), self.width(low)),
                )
            }
            Node::ZExt { width, arg } => (width, interval::zext(width, range(arg))),
            Node::SExt { width, arg } => (width, interval::sext(width, range(arg))),
        };
        Facts {
            width,
            range,
            table_depth,
        }
    }
}
