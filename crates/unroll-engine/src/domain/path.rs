//! Path conditions: persistent lists of literals with their conjunction.
//!
//! Because the literals are kept apart, a join finds where two paths differ. The merge condition is then that one
//! branch condition and not two whole path conditions, which keeps formulas small: it is the reachability variable
//! of a block (BIC, section 4) factored by the branches above it.

use std::rc::Rc;

use unroll_smt::term::{Term, Terms};

#[derive(Debug)]
struct Node {
    literal: Term,
    conjunction: Term,
    length: u32,
    parent: Path,
}

/// A conjunction of literals, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Path(Option<Rc<Node>>);

impl Path {
    /// Number of literals.
    pub fn len(&self) -> u32 {
        self.0.as_ref().map_or(0, |node| node.length)
    }

    /// True if there is no literal.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The conjunction of all literals.
    pub fn conjunction(&self, terms: &mut Terms) -> Term {
        self.0
            .as_ref()
            .map_or_else(|| terms.tru(), |node| node.conjunction)
    }

    /// The path with one more literal; `None` when that contradicts a literal on it.
    pub fn with(&self, terms: &mut Terms, literal: Term) -> Option<Self> {
        match terms.as_bool(literal) {
            Some(true) => return Some(self.clone()),
            Some(false) => return None,
            None => {}
        }
        let opposite = terms.not(literal);
        for known in self.newest_first() {
            if known == literal {
                // The very same node, since loops count an iteration as forced only if no node was
                // added.
                return Some(self.clone());
            }
            if known == opposite {
                return None;
            }
        }
        let before = self.conjunction(terms);
        let conjunction = terms.and(before, literal);
        // Simplification finds contradictions between literals that are no negations of each other,
        // such as two values of one term.
        if terms.as_bool(conjunction) == Some(false) {
            return None;
        }
        let node = Node {
            literal,
            conjunction,
            length: self.len() + 1,
            parent: self.clone(),
        };
        Some(Self(Some(Rc::new(node))))
    }

    /// The newest literal.
    pub fn last(&self) -> Option<Term> {
        self.0.as_ref().map(|node| node.literal)
    }

    pub(crate) fn newest_first(&self) -> impl Iterator<Item = Term> {
        let mut at = self.0.as_deref();
        std::iter::from_fn(move || {
            let node = at?;
            at = node.parent.0.as_deref();
            Some(node.literal)
        })
    }

    fn ancestor(&self, length: u32) -> Self {
        let mut at = self.clone();
        while at.len() > length {
            at = at.parent();
        }
        at
    }

    fn parent(&self) -> Self {
        self.0
            .as_ref()
            .map_or_else(Self::default, |node| node.parent.clone())
    }

    /// The literals after the first `length`, oldest first.
    fn literals_after(&self, length: u32) -> Vec<Term> {
        let mut literals: Vec<Term> = self
            .newest_first()
            .take((self.len() - length) as usize)
            .collect();
        literals.reverse();
        literals
    }

    /// True if the two are one and not only alike.
    pub(crate) fn same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(own), Some(other)) => Rc::ptr_eq(own, other),
            _ => false,
        }
    }
}

/// The longest path that both begin with.
fn common(lhs: &Path, rhs: &Path) -> Path {
    let length = lhs.len().min(rhs.len());
    let (mut lhs, mut rhs) = (lhs.ancestor(length), rhs.ancestor(length));
    // Both have the same length, so they meet at the node where they parted, or at the empty path.
    while !lhs.same(&rhs) {
        (lhs, rhs) = (lhs.parent(), rhs.parent());
    }
    lhs
}

/// The join of two paths: the condition that separates them, and the path of either.
#[derive(Debug)]
pub struct Join {
    /// True on the first path, false on the second, given that one of them is taken.
    pub cond: Term,
    /// The disjunction of both.
    pub path: Path,
}

/// Joins two paths that exclude each other.
pub fn join(terms: &mut Terms, first: &Path, second: &Path) -> Join {
    let shared = common(first, second);
    let own = first.literals_after(shared.len());
    let other = second.literals_after(shared.len());
    let rest = |terms: &mut Terms, literals: &[Term]| terms.and_all(literals.iter().copied());
    let opposite = match (own.first(), other.first()) {
        (Some(own), Some(other)) => terms.not(*own) == *other,
        _ => false,
    };
    // The literal at which the paths parted tells them apart, whatever follows on either side.
    let (cond, either) = if opposite {
        let cond = own[0];
        let (own, other) = (rest(terms, &own[1..]), rest(terms, &other[1..]));
        (cond, terms.ite(cond, own, other))
    } else {
        // Parted without a literal and its negation, as at the guards of a pointer: the whole rest
        // of the first path stands for it.
        let (own, other) = (rest(terms, &own), rest(terms, &other));
        (own, terms.or(own, other))
    };
    // `None` if neither path has executions, which simplification may see of both together alone. The shared part may have some.
    let path = shared.with(terms, either).unwrap_or_else(|| first.clone());
    Join { cond, path }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_smt::term::eval::eval;

    #[test]
    fn paths_without_executions_join_to_one_without() {
        let mut terms = Terms::default();
        let (number, other) = (terms.var("n", 8), terms.var("m", 8));
        let chosen = terms.var("c", 1);
        let (one, most) = (terms.constant(8, 1), terms.constant(8, 199));
        let is_below = terms.ule(number, other);
        let is_small = terms.ule(number, one);
        let is_at_most = terms.ule(number, most);
        let is_large = terms.not(is_at_most);
        let mut with = |path: Path, literal| path.with(&mut terms, literal).expect("a path");
        let shared = with(Path::default(), is_small);
        let shared = with(shared, is_below);
        let opposite = terms.not(chosen);
        let [first, second] = [chosen, opposite].map(|choice| {
            let path = shared.with(&mut terms, choice).expect("a path");
            path.with(&mut terms, is_large)
                .expect("the choice hides it")
        });
        let join = join(&mut terms, &first, &second);
        let joined = join.path.conjunction(&mut terms);
        for n in 0..=255 {
            let value_of = |var: Term| if var == number { n } else { 1 };
            assert_eq!(eval(&terms, &[joined], &value_of), [0], "{n}");
        }
    }
}
