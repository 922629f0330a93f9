//! Terms where certain facts hold: all at once, or facts that come and go along a walk.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{Node, Op, Term, Terms};

/// Rounds of propagation: a conjunction is nested about as deep as loops are unwound.
const MOST_ROUNDS: usize = 64;

impl Terms {
    /// `root` with what `facts` (Boolean) decide put in its place: the same value wherever all of them hold. Choices between the ways that
    /// paths took fall away, so that what is left is about one of them.
    pub fn cofactor(&mut self, facts: &[Term], root: Term) -> Term {
        self.cofactors(facts, &[], &[root])[0]
    }

    /// The same of several terms; what is in `fixed` stays as it is in them, unless it is decided.
    pub fn cofactors(&mut self, facts: &[Term], fixed: &[Term], roots: &[Term]) -> Vec<Term> {
        let mut image: FxHashMap<Term, Term> = FxHashMap::default();
        // Facts enter with their negations, since either may occur in the roots.
        for fact in facts {
            let (yes, no) = (self.tru(), self.fls());
            let opposite = self.not(*fact);
            image.insert(*fact, yes);
            image.insert(opposite, no);
            // Only equations with constants: putting one variable in the place of another would not
            // get smaller.
            if let Node::Binary(Op::Eq, x, value) = *self.node(*fact)
                && self.as_const(value).is_some()
            {
                image.insert(x, value);
            }
        }
        for term in fixed {
            image.entry(*term).or_insert(*term);
        }
        // Operands stand before what is built of them. What lies only below terms that have an image is in none of the results.
        let mut open: Vec<Term> = self.reachable_above(roots, &image).into_iter().collect();
        open.sort_unstable();
        for term in open {
            let rebuilt = self.rebuilt(term, &image);
            image.insert(term, rebuilt);
        }
        roots.iter().map(|root| image[root]).collect()
    }

    /// A conjunction that holds where `root` (Boolean) does and only there, of which no conjunct is a connective that others
    /// decide: unit propagation on terms.
    pub fn propagated(&mut self, root: Term) -> Term {
        let mut units: Vec<Term> = Vec::new();
        let mut open = vec![root];
        for _ in 0..MOST_ROUNDS {
            let parts = open.iter().flat_map(|part| self.conjuncts(*part));
            let parts = parts.filter(|part| self.as_bool(*part) != Some(true));
            let (connectives, found): (Vec<Term>, Vec<Term>) =
                // Connectives are kept back until the units have decided what they can of them.
                parts.partition(|part| self.is_connective(*part));
            open = connectives;
            if found.iter().any(|part| self.as_bool(*part) == Some(false)) {
                return self.fls();
            }
            if found.is_empty() {
                break;
            }
            units.extend(found);
            // Units decide parts of the connectives, which may give units again.
            open = self.cofactors(&units, &[], &open);
        }
        self.and_all(units.into_iter().chain(open))
    }

    /// True if a Boolean term, or its opposite, is made of others.
    fn is_connective(&self, term: Term) -> bool {
        let positive = match *self.node(term) {
            Node::Not(opposite) => opposite,
            _ => term,
        };
        matches!(
            self.node(positive),
            Node::Binary(Op::And | Op::Or | Op::Xor, ..) | Node::Ite(..)
        )
    }

    /// The terms that occur in `roots` and have no image, without those below one that has.
    fn reachable_above(&self, roots: &[Term], image: &FxHashMap<Term, Term>) -> FxHashSet<Term> {
        let mut seen = FxHashSet::default();
        let mut pending = roots.to_vec();
        while let Some(term) = pending.pop() {
            if !image.contains_key(&term) && seen.insert(term) {
                self.node(term).for_each_child(|child| pending.push(child));
            }
        }
        seen
    }

    /// The term over the images of its operands.
    fn rebuilt(&mut self, term: Term, image: &FxHashMap<Term, Term>) -> Term {
        let mut changed = false;
        self.node(term)
            .for_each_child(|child| changed |= image[&child] != child);
        // Without a changed operand the same term comes back, and no rule runs again.
        if !changed {
            return term;
        }
        match *self.node(term) {
            Node::Const { .. } | Node::Var { .. } => term,
            Node::Not(x) => self.not(image[&x]),
            Node::Binary(op, a, b) => self.binary(op, image[&a], image[&b]),
            Node::Ite(c, t, e) => self.ite(image[&c], image[&t], image[&e]),
            Node::Concat { high, low } => self.concat(image[&high], image[&low]),
            Node::Extract { lo, width, arg } => self.extract(image[&arg], lo, width),
            Node::ZExt { width, arg } => self.zext(image[&arg], width),
            Node::SExt { width, arg } => self.sext(image[&arg], width),
        }
    }
}

/// Cofactors under a stack of facts.
///
/// A walk along the paths of a program adds the facts of one decision after the other and takes the last ones back. What the facts of a common
/// beginning decide is rebuilt once for all of its paths.
#[derive(Debug, Default)]
pub struct Cofactors {
    image: FxHashMap<Term, Term>,
    /// Terms that got an image, each with the one that it had before.
    changes: Vec<(Term, Option<Term>)>,
}

impl Cofactors {
    /// The present facts, for [`Self::undo`].
    pub fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Takes back the facts since a mark.
    pub fn undo(&mut self, mark: usize) {
        // Backwards, because a term may have got several images since the mark.
        for (term, before) in self.changes.drain(mark..).rev() {
            match before {
                Some(before) => self.image.insert(term, before),
                None => self.image.remove(&term),
            };
        }
    }

    /// Adds a fact (Boolean) and what it says of its operands. A term that was asked for before keeps its image, which is right but may say less, so
    /// facts should come before the terms that they decide.
    pub fn assume(&mut self, terms: &mut Terms, fact: Term) {
        let mut pending = vec![fact];
        while let Some(fact) = pending.pop() {
            let (yes, no) = (terms.tru(), terms.fls());
            let opposite = terms.not(fact);
            self.set(fact, yes);
            self.set(opposite, no);
            match *terms.node(fact) {
                Node::Binary(Op::And, a, b) => pending.extend([a, b]),
                // A disjunction of which one side is false says that the other holds: unit
                // propagation.
                Node::Binary(Op::Or, a, b) => {
                    let rest = self.rest(terms, (a, b), false);
                    pending.extend(rest);
                }
                // Constants stand on the right of equations.
                Node::Binary(Op::Eq, x, value) if terms.as_const(value).is_some() => {
                    self.set(x, value);
                }
                Node::Not(inner) => match *terms.node(inner) {
                    Node::Binary(Op::Or, a, b) => pending.extend([terms.not(a), terms.not(b)]),
                    Node::Binary(Op::And, a, b) => {
                        let rest = self.rest(terms, (a, b), true);
                        pending.extend(rest.map(|rest| terms.not(rest)));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }

    /// The other of two operands where one is known to have a value.
    fn rest(&self, terms: &Terms, (a, b): (Term, Term), value: bool) -> Option<Term> {
        let has_value = |term: Term| {
            let image = self.image.get(&term);
            image.and_then(|image| terms.as_bool(*image)) == Some(value)
        };
        match (has_value(a), has_value(b)) {
            (true, false) => Some(b),
            (false, true) => Some(a),
            _ => None,
        }
    }

    /// `root` with what the facts decide put in its place: the same value wherever all of them hold.
    pub fn image(&mut self, terms: &mut Terms, root: Term) -> Term {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.image.contains_key(&term) {
                pending.pop();
                continue;
            }
            let known = pending.len();
            let chosen = self.chosen(terms, term);
            let mut want = |operand| {
                if !self.image.contains_key(&operand) {
                    pending.push(operand);
                }
            };
            match chosen {
                // Behind a choice that is decided, the other side is not looked at.
                Some(operand) => want(operand),
                None => terms.node(term).for_each_child(want),
            }
            if pending.len() == known {
                let image = match chosen {
                    Some(operand) => self.image[&operand],
                    None => terms.rebuilt(term, &self.image),
                };
                // A fact may be about what a path makes of the term.
                let image = self.image.get(&image).copied().unwrap_or(image);
                self.set(term, image);
                pending.pop();
            }
        }
        self.image[&root]
    }

    /// The operand that a choice comes down to, or its condition if that was not looked at.
    fn chosen(&self, terms: &Terms, term: Term) -> Option<Term> {
        let Node::Ite(cond, then, els) = *terms.node(term) else {
            return None;
        };
        let Some(image) = self.image.get(&cond) else {
            // The condition first: once it is decided, the other branch need not be rebuilt at all.
            return Some(cond);
        };
        let is_true = terms.as_bool(*image)?;
        Some(if is_true { then } else { els })
    }

    fn set(&mut self, term: Term, image: Term) {
        let before = self.image.insert(term, image);
        self.changes.push((term, before));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_and_go_as_on_a_stack() {
        let mut terms = Terms::new();
        let [first, second] = ["first", "second"].map(|name| terms.var(name, 1));
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, 8));
        let inner = terms.ite(second, y, z);
        let joined = terms.ite(first, x, inner);
        let sum = terms.add(joined, x);
        let mut cofactors = Cofactors::default();
        assert_eq!(cofactors.image(&mut terms, sum), sum);
        cofactors.undo(0);
        let neither = terms.or(first, second);
        let neither = terms.not(neither);
        cofactors.assume(&mut terms, neither);
        let expected = terms.add(z, x);
        assert_eq!(cofactors.image(&mut terms, sum), expected);
        cofactors.undo(0);
        let not_first = terms.not(first);
        cofactors.assume(&mut terms, not_first);
        let mark = cofactors.mark();
        for (is_second, chosen) in [(true, y), (false, z)] {
            let value = terms.bool(is_second);
            let fact = terms.eq(second, value);
            cofactors.assume(&mut terms, fact);
            let expected = terms.add(chosen, x);
            assert_eq!(cofactors.image(&mut terms, sum), expected);
            cofactors.undo(mark);
        }
        assert_eq!(cofactors.image(&mut terms, joined), inner);
    }

    #[test]
    fn choices_that_facts_decide_fall_away() {
        let mut terms = Terms::new();
        let first = terms.var("first", 1);
        let second = terms.var("second", 1);
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, 8));
        let inner = terms.ite(second, y, z);
        let joined = terms.ite(first, x, inner);
        let sum = terms.add(joined, x);
        let not_first = terms.not(first);
        let expected = terms.add(y, x);
        assert_eq!(terms.cofactor(&[not_first, second], sum), expected);
        assert_eq!(terms.cofactor(&[], sum), sum);
        let no = terms.fls();
        assert_eq!(terms.cofactor(&[not_first], first), no);
    }

    #[test]
    fn what_is_fixed_stays_as_it_is() {
        let mut terms = Terms::new();
        let first = terms.var("first", 1);
        let [x, y] = ["x", "y"].map(|name| terms.var(name, 8));
        let joined = terms.ite(first, x, y);
        let sum = terms.add(joined, y);
        let next = terms.ite(first, y, x);
        let under = terms.cofactors(&[first], &[joined], &[sum, next]);
        assert_eq!(under, [sum, y]);
    }

    #[test]
    fn conjuncts_that_others_decide_are_taken_apart() {
        let mut terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.var(name, 1));
        let inner = terms.implies(b, c);
        let nested = terms.implies(a, inner);
        let open = terms.or(c, d);
        let root = terms.and_all([nested, open, a, b]);
        let expected = terms.and_all([a, b, c]);
        let propagated = terms.propagated(root);
        let mut parts = terms.conjuncts(propagated);
        let mut expected = terms.conjuncts(expected);
        parts.sort_unstable();
        expected.sort_unstable();
        assert_eq!(parts, expected);
        let not_c = terms.not(c);
        let contradictory = terms.and(root, not_c);
        let no = terms.fls();
        assert_eq!(terms.propagated(contradictory), no);
    }

    #[test]
    fn where_nothing_decides_a_conjunct_it_stays() {
        let mut terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.var(name, 1));
        let (either, other) = (terms.or(a, b), terms.or(b, c));
        let root = terms.and(either, other);
        assert_eq!(terms.propagated(root), root);
        assert_eq!(terms.propagated(a), a);
    }
}
