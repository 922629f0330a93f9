//! Queries as SMT-LIB 2 text, to be answered by any solver.
//!
//! The text is deterministic: declarations and definitions stand in the order of the terms' creation, a node that is used
//! more than once (or stands deep) is a `define-fun`, Booleans are `Bool`. What [`Terms::assume`] uses is asserted as well.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use rustc_hash::FxHashMap;

use crate::term::{Node, Op, Term, Terms};

/// The answer that a query is known to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// Not known.
    Unknown,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sat => "sat",
            Self::Unsat => "unsat",
            Self::Unknown => "unknown",
        })
    }
}

/// One `check-sat-assuming`.
#[derive(Clone, Debug)]
pub struct Check {
    /// The assumptions.
    pub assumptions: Vec<Term>,
    /// The answer, when it is known.
    pub status: Status,
    /// A line of comment: what is asked.
    pub comment: String,
}

/// Expressions nest this deep before a part gets a name.
const MAX_DEPTH: u32 = 12;

/// The assertions and the checks as one script. Variables without an entry in `names` have their own names.
pub fn script(
    terms: &Terms,
    names: &BTreeMap<Term, String>,
    assertions: &[Term],
    checks: &[Check],
) -> String {
    // The bounds that shaped the terms rest on these; without them the script would be about other
    // values.
    let mut asserted = terms.assumed().to_vec();
    asserted.extend(assertions);
    let assumptions = || checks.iter().flat_map(|check| &check.assumptions).copied();
    let roots: Vec<_> = asserted.iter().copied().chain(assumptions()).collect();

    let mut printer = Printer {
        terms,
        names,
        exprs: FxHashMap::default(),
        text: String::new(),
    };
    printer.header(checks);
    printer.define(&roots);
    for term in asserted {
        let expr = printer.expr(term);
        printer.line(&format!("(assert {expr})"));
    }
    let mut literals = FxHashMap::default();
    for check in checks {
        printer.check(check, &mut literals);
    }
    printer.line("(exit)");
    printer.text
}

struct Printer<'a> {
    terms: &'a Terms,
    names: &'a BTreeMap<Term, String>,
    /// The text that stands for each term printed so far, and how deep it nests.
    exprs: FxHashMap<Term, (String, u32)>,
    text: String,
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn header(&mut self, checks: &[Check]) {
        self.line("(set-info :smt-lib-version 2.6)");
        self.line("(set-info :category \"industrial\")");
        if let [check] = checks {
            self.line(&format!("(set-info :status {})", check.status));
        }
        self.line("(set-logic QF_BV)");
    }

    /// Declares the variables and defines the shared nodes below `roots`.
    fn define(&mut self, roots: &[Term]) {
        let mut nodes: Vec<_> = self.terms.reachable(roots).into_iter().collect();
        // Terms are numbered in the order of creation, so operands come first.
        nodes.sort_unstable();
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for node in &nodes {
            self.terms
                .node(*node)
                .for_each_child(|child| *uses.entry(child).or_default() += 1);
        }
        for node in nodes {
            // Shared nodes get a name, or the text would be exponential in the depth.
            let shared = uses.get(&node).is_some_and(|uses| *uses > 1);
            self.define_node(node, shared);
        }
    }

    fn define_node(&mut self, term: Term, shared: bool) {
        let sort = sort(self.terms.width(term));
        if let Some(name) = self.terms.var_name(term) {
            let name = symbol(self.names.get(&term).map_or(name, String::as_str));
            self.line(&format!("(declare-const {name} {sort})"));
            self.exprs.insert(term, (name, 0));
            return;
        }
        let mut depth = 0;
        self.terms
            .node(term)
            .for_each_child(|child| depth = depth.max(self.exprs[&child].1 + 1));
        let text = self.node_text(term);
        let constant = self.terms.as_const(term).is_some();
        // Readers of SMT-LIB recurse, so deep expressions get names as well.
        if !constant && (shared || depth >= MAX_DEPTH) {
            let name = format!("?{}", term.0);
            self.line(&format!("(define-fun {name} () {sort} {text})"));
            self.exprs.insert(term, (name, 0));
        } else {
            self.exprs.insert(term, (text, depth));
        }
    }

    fn expr(&self, term: Term) -> String {
        self.exprs[&term].0.clone()
    }

    fn check(&mut self, check: &Check, literals: &mut FxHashMap<Term, String>) {
        for line in check.comment.lines() {
            self.line(&format!("; {line}"));
        }
        self.line(&format!("(set-info :status {})", check.status));
        let mut names = String::new();
        for assumption in &check.assumptions {
            let next = literals.len();
            // The same assumption in two checks is the same constant.
            if !literals.contains_key(assumption) {
                let literal = self.literal(*assumption, next);
                literals.insert(*assumption, literal);
            }
            let separator = if names.is_empty() { "" } else { " " };
            let _ = write!(names, "{separator}{}", literals[assumption]);
        }
        self.line(&format!("(check-sat-assuming ({names}))"));
    }

    /// SMT-LIB takes constants and their negations as assumptions; other terms get a constant that implies them.
    fn literal(&mut self, term: Term, number: usize) -> String {
        let atom = match *self.terms.node(term) {
            Node::Not(inner) => inner,
            _ => term,
        };
        let expr = self.expr(term);
        if self.terms.var_name(atom).is_some() {
            return expr;
        }
        let name = format!("goal!{number}");
        self.line(&format!("(declare-const {name} Bool)"));
        self.line(&format!("(assert (=> {name} {expr}))"));
        name
    }

    fn node_text(&self, term: Term) -> String {
        let of = |child: Term| self.exprs[&child].0.as_str();
        let width = self.terms.width(term);
        let boolean = width == 1;
        match *self.terms.node(term) {
            Node::Const { value, .. } if boolean => (value == 1).to_string(),
            Node::Const { value, .. } => format!("(_ bv{value} {width})"),
            Node::Var { .. } => String::new(),
            Node::Not(x) if boolean => format!("(not {})", of(x)),
            Node::Not(x) => format!("(bvnot {})", of(x)),
            Node::Binary(op, a, b) if self.terms.width(a) == 1 => self.boolean_op(op, a, b),
            Node::Binary(op, a, b) => format!("({} {} {})", operator(op), of(a), of(b)),
            Node::Ite(c, t, e) => format!("(ite {} {} {})", of(c), of(t), of(e)),
            Node::Extract { lo, arg, .. } => {
                let slice = format!("((_ extract {} {lo}) {})", lo + width - 1, of(arg));
                if boolean {
                    format!("(= {slice} #b1)")
                } else {
                    slice
                }
            }
            Node::Concat { high, low } => {
                format!("(concat {} {})", self.vector(high), self.vector(low))
            }
            Node::ZExt { arg, .. } => {
                let more = width - self.terms.width(arg);
                format!("((_ zero_extend {more}) {})", self.vector(arg))
            }
            Node::SExt { arg, .. } => {
                let more = width - self.terms.width(arg);
                format!("((_ sign_extend {more}) {})", self.vector(arg))
            }
        }
    }

    fn boolean_op(&self, op: Op, a: Term, b: Term) -> String {
        let name = match op {
            Op::And => "and",
            Op::Or => "or",
            Op::Xor => "xor",
            Op::Eq => "=",
            _ => {
                let text = format!("({} {} {})", operator(op), self.vector(a), self.vector(b));
                return if op.is_predicate() {
                    text
                } else {
                    format!("(= {text} #b1)")
                };
            }
        };
        format!("({name} {} {})", self.exprs[&a].0, self.exprs[&b].0)
    }

    /// The text of a term as a vector, also at width 1.
    fn vector(&self, term: Term) -> String {
        let expr = &self.exprs[&term].0;
        if self.terms.width(term) == 1 {
            format!("(ite {expr} #b1 #b0)")
        } else {
            expr.clone()
        }
    }
}

fn sort(width: u32) -> String {
    if width == 1 {
        "Bool".to_owned()
    } else {
        format!("(_ BitVec {width})")
    }
}

/// A name as a symbol, quoted where SMT-LIB needs it.
fn symbol(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let starts_well = name.starts_with(|c: char| !c.is_ascii_digit() && simple(c));
    if starts_well && name.chars().all(simple) {
        name.to_owned()
    } else {
        // Quoted symbols may contain anything but a bar and a backslash.
        format!("|{}|", name.replace(['|', '\\'], "_"))
    }
}

fn operator(op: Op) -> &'static str {
    match op {
        Op::And => "bvand",
        Op::Or => "bvor",
        Op::Xor => "bvxor",
        Op::Add => "bvadd",
        Op::Sub => "bvsub",
        Op::Mul => "bvmul",
        Op::UDiv => "bvudiv",
        Op::SDiv => "bvsdiv",
        Op::URem => "bvurem",
        Op::SRem => "bvsrem",
        Op::Shl => "bvshl",
        Op::LShr => "bvlshr",
        Op::AShr => "bvashr",
        Op::Eq => "=",
        Op::Ult => "bvult",
        Op::Ule => "bvule",
        Op::Slt => "bvslt",
        Op::Sle => "bvsle",
        Op::UMulOverflow => "bvumulo",
        Op::SMulOverflow => "bvsmulo",
    }
}
