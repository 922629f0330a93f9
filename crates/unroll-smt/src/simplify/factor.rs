//! Common parts of two disjuncts (or conjuncts): `(p & a) | (p & b)` is `p & (a | b)`.
//!
//! Joins of control flow build exactly such terms, so this rule is what keeps reachability conditions small:
//! both ways of a branch joined again give back the condition of the branch.

use crate::term::{Node, Op, Term, Terms};

/// How many nodes of each side are searched for a common part.
const SEARCHED: usize = 24;

impl Terms {
    /// Factors the greatest common part out of `a op b`; `op` is `and` or `or` at width 1.
    pub(super) fn factor_rule(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let dual = if op == Op::And { Op::Or } else { Op::And };
        let parts = self.parts(dual, a);
        let others = self.parts(dual, b);
        // Two atoms have no common part but themselves.
        if parts.len() == 1 && others.len() == 1 {
            return None;
        }
        let common = parts
            .iter()
            .copied()
            .filter(|part| others.contains(part))
            // The newest common part is the largest, as terms are numbered in the order of
            // creation.
            .max()?;
        let rest_a = self.without(dual, a, common, &parts);
        let rest_b = self.without(dual, b, common, &others);
        let rest = self.binary(op, rest_a, rest_b);
        Some(self.binary(dual, common, rest))
    }

    /// `root` and the operands of its `op` nodes, down to a fixed number.
    fn parts(&self, op: Op, root: Term) -> Vec<Term> {
        let mut parts = vec![root];
        let mut next = 0;
        while next < parts.len() && parts.len() < SEARCHED {
            if let Node::Binary(inner, p, q) = *self.node(parts[next])
                && inner == op
            {
                for part in [p, q] {
                    if !parts.contains(&part) {
                        parts.push(part);
                    }
                }
            }
            next += 1;
        }
        parts
    }

    /// `root` with the part `gone` replaced by the neutral element of `op`, where `parts` found it.
    fn without(&mut self, op: Op, root: Term, removed: Term, parts: &[Term]) -> Term {
        if root == removed {
            return self.bool(op == Op::And);
        }
        // Terms are numbered in the order of creation, so an older term cannot contain `gone`.
        if root < removed || !parts.contains(&root) {
            return root;
        }
        let &Node::Binary(inner, p, q) = self.node(root) else {
            return root;
        };
        if inner != op {
            return root;
        }
        let p = self.without(op, p, removed, parts);
        let q = self.without(op, q, removed, parts);
        self.binary(op, p, q)
    }
}
