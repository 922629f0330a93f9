//! Which terms have variables of a set above the terms where the look ends.

use rustc_hash::FxHashSet;

use crate::term::{Term, Terms};

/// The answer about a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Unknown,
    Without,
    With,
}

/// A search for variables, whose answers are kept for the next term: one table for all terms, since a formula is walked once as a whole.
#[derive(Debug)]
pub struct Cone<'t> {
    terms: &'t Terms,
    seen: Vec<Seen>,
}

impl<'t> Cone<'t> {
    /// A search for `vars`; no look goes below `cuts`.
    pub fn new(terms: &'t Terms, vars: &FxHashSet<Term>, cuts: &FxHashSet<Term>) -> Self {
        // A table and no map: formulas are walked as a whole, so most entries are used.
        let mut seen = vec![Seen::Unknown; terms.len()];
        for var in vars {
            seen[var.0 as usize] = Seen::With;
        }
        // After the variables, so that a variable which is cut counts as cut.
        for cut in cuts {
            seen[cut.0 as usize] = Seen::Without;
        }
        Self { terms, seen }
    }

    /// True if one of the variables occurs in `root`.
    pub fn has_var(&mut self, root: Term) -> bool {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            let at = term.0 as usize;
            if self.seen[at] == Seen::Unknown {
                let (seen, open) = (&self.seen, pending.len());
                let mut is_with = false;
                self.terms
                    .node(term)
                    .for_each_child(|child| match seen[child.0 as usize] {
                        Seen::With => is_with = true,
                        Seen::Unknown => pending.push(child),
                        Seen::Without => {}
                    });
                if is_with {
                    self.seen[at] = Seen::With;
                    // One operand with a variable is enough; the operands that wait need no look
                    // for this term.
                    pending.truncate(open - 1);
                } else if pending.len() == open {
                    self.seen[at] = Seen::Without;
                    pending.pop();
                }
            } else {
                pending.pop();
            }
        }
        self.seen[root.0 as usize] == Seen::With
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_below_a_cut_is_not_seen() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, 8));
        let sum = terms.add(x, y);
        let both = terms.mul(sum, z);
        let other = terms.mul(z, y);
        let vars = FxHashSet::from_iter([x]);
        let mut whole = Cone::new(&terms, &vars, &FxHashSet::default());
        assert!(whole.has_var(both) && whole.has_var(sum) && whole.has_var(x));
        assert!(!whole.has_var(other) && !whole.has_var(y));
        let mut above = Cone::new(&terms, &vars, &FxHashSet::from_iter([sum]));
        assert!(!above.has_var(both) && !above.has_var(sum));
        let mut cut = Cone::new(&terms, &vars, &FxHashSet::from_iter([x]));
        assert!(!cut.has_var(x) && !cut.has_var(both));
    }
}
