//! Terms where certain facts hold.

use rustc_hash::FxHashMap;

use super::term::{Node, Op, Term, Terms};

impl Terms {
    /// `root` with what `facts` (Boolean) decide put in its place: the same value wherever all of them hold. Choices between the ways that
    /// paths took fall away, so that what is left is about one of them.
    pub fn cofactor(&mut self, facts: &[Term], root: Term) -> Term {
        let mut image: FxHashMap<Term, Term> = FxHashMap::default();
        for fact in facts {
            let (yes, no) = (self.tru(), self.fls());
            let opposite = self.not(*fact);
            image.insert(*fact, yes);
            image.insert(opposite, no);
            if let Node::Binary(Op::Eq, x, value) = *self.node(*fact)
                && self.as_const(value).is_some()
            {
                image.insert(x, value);
            }
        }
        // Operands stand before what is built of them.
        let mut below: Vec<Term> = self.reachable(&[root]).into_iter().collect();
        below.sort_unstable();
        for term in below {
            if !image.contains_key(&term) {
                let rebuilt = self.rebuilt(term, &image);
                image.insert(term, rebuilt);
            }
        }
        image[&root]
    }

    /// The term over the images of its operands.
    fn rebuilt(&mut self, term: Term, image: &FxHashMap<Term, Term>) -> Term {
        let mut changed = false;
        self.node(term)
            .for_each_child(|child| changed |= image[&child] != child);
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
