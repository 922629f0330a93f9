//! If-then-else.

use super::MAX_NESTING;
use crate::term::{Node, Op, Term, Terms};

impl Terms {
    /// `t` where the Boolean `c` holds, else `e`.
    pub fn ite(&mut self, c: Term, t: Term, e: Term) -> Term {
        assert_eq!(self.width(c), 1, "invariant: the condition is a Boolean");
        assert_eq!(
            self.width(t),
            self.width(e),
            "invariant: both branches have the same width"
        );
        if let Some(value) = self.as_bool(c) {
            return if value { t } else { e };
        }
        if t == e {
            return t;
        }
        // One of a condition and its negation stands in choices, so that two of them over one
        // condition meet.
        if let Some(opposite) = self.opposite(c) {
            return self.ite(opposite, e, t);
        }
        // Deep enough: the plain node is right, only not as small as it could be.
        if self.nesting >= MAX_NESTING {
            return self.intern(Node::Ite(c, t, e));
        }
        self.nesting += 1;
        let term = if self.width(t) == 1 {
            Some(self.boolean_ite(c, t, e))
        } else {
            self.ite_rules(c, t, e)
        };
        self.nesting -= 1;
        term.unwrap_or_else(|| self.intern(Node::Ite(c, t, e)))
    }

    /// The negation of a condition of which the negation is the normal form: of a condition and its negation, one stands
    /// in an `ite`. Upper bounds stand, and strict orders between variables.
    fn opposite(&mut self, c: Term) -> Option<Term> {
        match *self.node(c) {
            Node::Not(inner) => Some(inner),
            Node::Binary(Op::Ule | Op::Sle, _, b) if self.as_const(b).is_none() => {
                let opposite = self.not(c);
                // At its limit of nesting the constructor leaves the negation as it is.
                (!matches!(self.node(opposite), Node::Not(_))).then_some(opposite)
            }
            _ => None,
        }
    }

    fn boolean_ite(&mut self, c: Term, t: Term, e: Term) -> Term {
        let not_c = self.not(c);
        match (self.as_bool(t), self.as_bool(e)) {
            (Some(true), _) => return self.or(c, e),
            (Some(false), _) => return self.and(not_c, e),
            (_, Some(true)) => return self.or(not_c, t),
            (_, Some(false)) => return self.and(c, t),
            _ => {}
        }
        if t == c {
            return self.or(c, e);
        }
        if e == c {
            return self.and(c, t);
        }
        if t == not_c {
            return self.and(not_c, e);
        }
        if e == not_c {
            return self.or(not_c, t);
        }
        // `c ? t : !t` is an equivalence, which is one gate.
        if self.complementary(t, e) {
            return self.eq(c, t);
        }
        self.shared_branch(c, t, e)
            .unwrap_or_else(|| self.intern(Node::Ite(c, t, e)))
    }

    fn ite_rules(&mut self, c: Term, t: Term, e: Term) -> Option<Term> {
        // `if x == k { k } else { x }` is `x`.
        if let &Node::Binary(Op::Eq, x, k) = self.node(c)
            && ((t == k && e == x) || (t == x && e == k))
        {
            return Some(e);
        }
        self.shared_branch(c, t, e)
            .or_else(|| self.extended_branches(c, t, e))
    }

    /// Nested `ite`s with the same condition or a branch in common.
    fn shared_branch(&mut self, c: Term, t: Term, e: Term) -> Option<Term> {
        if let &Node::Ite(d, x, y) = self.node(t) {
            if d == c {
                return Some(self.ite(c, x, e));
            }
            // The inner condition is the negation of the outer one, so its other branch is taken.
            if self.complementary(c, d) {
                return Some(self.ite(c, y, e));
            }
            // Joining the conditions leaves one choice, whose condition other choices may share.
            if y == e {
                let both = self.and(c, d);
                return Some(self.ite(both, x, e));
            }
            if x == e {
                let not_d = self.not(d);
                let both = self.and(c, not_d);
                return Some(self.ite(both, y, e));
            }
        }
        if let &Node::Ite(d, x, y) = self.node(e) {
            if d == c {
                return Some(self.ite(c, t, y));
            }
            if self.complementary(c, d) {
                return Some(self.ite(c, t, x));
            }
            if x == t {
                let either = self.or(c, d);
                return Some(self.ite(either, t, y));
            }
            if y == t {
                let not_d = self.not(d);
                let either = self.or(c, not_d);
                return Some(self.ite(either, t, x));
            }
        }
        None
    }

    /// Zeros in front of both branches move outwards, so that what follows can work in the narrow width.
    fn extended_branches(&mut self, c: Term, t: Term, e: Term) -> Option<Term> {
        let width = self.width(t);
        let extended = |terms: &Self, x| matches!(terms.node(x), Node::ZExt { .. });
        // Otherwise every choice between plain words would get a slice around it.
        if !extended(self, t) && !extended(self, e) {
            return None;
        }
        let narrow = self.syntactic_width(t)?.max(self.syntactic_width(e)?);
        if narrow >= width {
            return None;
        }
        let then = self.extract(t, 0, narrow);
        let els = self.extract(e, 0, narrow);
        let ite = self.ite(c, then, els);
        Some(self.zext(ite, width))
    }
}
