//! Terms as Z3 expressions, each node once.
//!
//! Width 1 is Z3's `Bool`, every other width a bit vector. Operators on Booleans that have no Boolean form are rare
//! (the simplifier removes them) and go through vectors of one bit.

use rustc_hash::FxHashMap;
use z3::ast::{BV, Bool};

use crate::term::{Node, Op, Term, Terms};

/// A Z3 expression of one of the two kinds of sorts.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    /// Width 1.
    Bool(Bool),
    /// Any other width.
    Vector(BV),
}

/// The expressions made so far.
#[derive(Debug, Default)]
pub(crate) struct Encoder {
    exprs: FxHashMap<Term, Expr>,
    vars: Vec<Term>,
}

impl Encoder {
    /// The expression of a term of width 1.
    pub(crate) fn boolean(&mut self, terms: &Terms, term: Term) -> Bool {
        self.encode(terms, term);
        self.bool_of(term)
    }

    /// The variables that occur in what was encoded.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (Term, &Expr)> {
        self.vars.iter().map(|var| (*var, &self.exprs[var]))
    }

    fn encode(&mut self, terms: &Terms, root: Term) {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.exprs.contains_key(&term) {
                pending.pop();
                continue;
            }
            let known = pending.len();
            // Without recursion: terms are deeper than a stack.
            terms.node(term).for_each_child(|child| {
                if !self.exprs.contains_key(&child) {
                    pending.push(child);
                }
            });
            if pending.len() == known {
                // In the order of encoding, which repeats, so that models are read alike each time.
                if matches!(terms.node(term), Node::Var { .. }) {
                    self.vars.push(term);
                }
                let expr = self.node(terms, term);
                self.exprs.insert(term, expr);
                pending.pop();
            }
        }
    }

    fn node(&self, terms: &Terms, term: Term) -> Expr {
        let width = terms.width(term);
        match *terms.node(term) {
            Node::Const { width: 1, value } => Expr::Bool(Bool::from_bool(value == 1)),
            Node::Const { value, .. } => Expr::Vector(constant(width, value)),
            Node::Var { .. } => variable(terms.var_name(term).unwrap_or_default(), width),
            Node::Not(x) if width == 1 => Expr::Bool(self.bool_of(x).not()),
            Node::Not(x) => Expr::Vector(self.vector_of(x).bvnot()),
            // By the width of the operands: a comparison of words is Boolean, too.
            Node::Binary(op, a, b) if terms.width(a) == 1 => self.boolean_op(op, a, b),
            Node::Binary(op, a, b) => vector_op(op, &self.vector_of(a), &self.vector_of(b)),
            Node::Ite(c, t, e) => {
                let c = self.bool_of(c);
                match (&self.exprs[&t], &self.exprs[&e]) {
                    (Expr::Bool(t), Expr::Bool(e)) => Expr::Bool(c.ite(t, e)),
                    _ => Expr::Vector(c.ite(&self.vector_of(t), &self.vector_of(e))),
                }
            }
            Node::Extract { lo, arg, .. } => {
                from_vector(self.vector_of(arg).extract(lo + width - 1, lo))
            }
            Node::Concat { high, low } => {
                Expr::Vector(self.vector_of(high).concat(self.vector_of(low)))
            }
            Node::ZExt { arg, .. } => {
                Expr::Vector(self.vector_of(arg).zero_ext(width - terms.width(arg)))
            }
            Node::SExt { arg, .. } => {
                Expr::Vector(self.vector_of(arg).sign_ext(width - terms.width(arg)))
            }
        }
    }

    fn boolean_op(&self, op: Op, a: Term, b: Term) -> Expr {
        let (x, y) = (self.bool_of(a), self.bool_of(b));
        Expr::Bool(match op {
            Op::And => Bool::and(&[x, y]),
            Op::Or => Bool::or(&[x, y]),
            Op::Xor => x.xor(y),
            Op::Eq => x.eq(y),
            _ => return vector_op(op, &self.vector_of(a), &self.vector_of(b)),
        })
    }

    fn bool_of(&self, term: Term) -> Bool {
        match &self.exprs[&term] {
            Expr::Bool(expr) => expr.clone(),
            Expr::Vector(expr) => expr.eq(constant(expr.get_size(), 1)),
        }
    }

    fn vector_of(&self, term: Term) -> BV {
        match &self.exprs[&term] {
            Expr::Bool(expr) => expr.ite(&constant(1, 1), &constant(1, 0)),
            Expr::Vector(expr) => expr.clone(),
        }
    }
}

fn variable(name: &str, width: u32) -> Expr {
    if width == 1 {
        Expr::Bool(Bool::new_const(name))
    } else {
        Expr::Vector(BV::new_const(name, width))
    }
}

/// A vector of one bit is a Boolean.
fn from_vector(vector: BV) -> Expr {
    if vector.get_size() == 1 {
        Expr::Bool(vector.eq(constant(1, 1)))
    } else {
        Expr::Vector(vector)
    }
}

fn constant(width: u32, value: u128) -> BV {
    // Z3 takes wide numerals as text only.
    match u64::try_from(value) {
        Ok(value) => BV::from_u64(value, width),
        Err(_) => BV::from_str(width, &value.to_string())
            .expect("invariant: Z3 reads a decimal number of the width"),
    }
}

fn vector_op(op: Op, a: &BV, b: &BV) -> Expr {
    let vector = match op {
        Op::And => a.bvand(b),
        Op::Or => a.bvor(b),
        Op::Xor => a.bvxor(b),
        Op::Add => a.bvadd(b),
        Op::Sub => a.bvsub(b),
        Op::Mul => a.bvmul(b),
        Op::UDiv => a.bvudiv(b),
        Op::SDiv => a.bvsdiv(b),
        Op::URem => a.bvurem(b),
        Op::SRem => a.bvsrem(b),
        Op::Shl => a.bvshl(b),
        Op::LShr => a.bvlshr(b),
        Op::AShr => a.bvashr(b),
        Op::Eq => return Expr::Bool(a.eq(b)),
        Op::Ult => return Expr::Bool(a.bvult(b)),
        Op::Ule => return Expr::Bool(a.bvule(b)),
        Op::Slt => return Expr::Bool(a.bvslt(b)),
        Op::Sle => return Expr::Bool(a.bvsle(b)),
        Op::UMulOverflow => return Expr::Bool(a.bvmul_no_overflow(b, false).not()),
        Op::SMulOverflow => {
            // Z3 has one predicate for each direction of signed overflow.
            let above = a.bvmul_no_overflow(b, true).not();
            let below = a.bvmul_no_underflow(b).not();
            return Expr::Bool(Bool::or(&[above, below]));
        }
    };
    from_vector(vector)
}
