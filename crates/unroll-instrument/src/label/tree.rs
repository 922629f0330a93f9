//! Decisions as trees of conditions, and what a recorded evaluation says of them.
//!
//! An evaluation is a *mask*: two bits for each condition, its value and, above it, a bit that says that it was evaluated. Probes compute with masks in the
//! instrumented program, and the tool does the same with the masks that a program has recorded. Both readings stand here side by side.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote_spanned;

use crate::probe::{int, site};

/// One way to evaluate a decision: conditions with their values, and the outcome.
pub(super) type Vector = (Vec<(usize, bool)>, bool);

/// A decision as a tree.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    /// The condition with a number.
    Condition(usize),
    Not(Box<Tree>),
    /// `&&`, or `||` if not.
    Join(bool, Box<Tree>, Box<Tree>),
}

impl Tree {
    /// The tree behind that many other conditions.
    pub(super) fn behind(self, others: usize) -> Self {
        match self {
            Self::Condition(number) => Self::Condition(number + others),
            Self::Not(inner) => Self::Not(Box::new(inner.behind(others))),
            Self::Join(is_and, left, right) => {
                let (left, right) = (left.behind(others), right.behind(others));
                Self::Join(is_and, Box::new(left), Box::new(right))
            }
        }
    }

    /// The number of the condition that is evaluated first.
    pub(super) fn first(&self) -> usize {
        match self {
            Self::Condition(number) => *number,
            Self::Not(inner) => inner.first(),
            Self::Join(_, left, _) => left.first(),
        }
    }

    /// The value as a number; that of what was not evaluated is 0, and does not matter.
    pub(super) fn value(&self, mask: &Ident) -> TokenStream {
        match self {
            Self::Condition(number) => bit(mask, 2 * number),
            Self::Not(inner) => {
                let inner = inner.value(mask);
                quote_spanned!(site()=> (1 ^ #inner))
            }
            Self::Join(is_and, left, right) => {
                let (left, right) = (left.value(mask), right.value(mask));
                if *is_and {
                    quote_spanned!(site()=> (#left & #right))
                } else {
                    quote_spanned!(site()=> (#left | #right))
                }
            }
        }
    }

    /// 1 if the condition `wanted`, which was evaluated, decides the outcome.
    pub(super) fn decides(&self, wanted: usize, mask: &Ident) -> TokenStream {
        match self {
            Self::Condition(_) => quote_spanned!(site()=> 1),
            Self::Not(inner) => inner.decides(wanted, mask),
            Self::Join(is_and, left, right) => {
                if !left.has(wanted) {
                    return right.decides(wanted, mask);
                }
                let inside = left.decides(wanted, mask);
                // The right side was evaluated if its first condition was.
                let evaluated = bit(mask, 2 * right.first() + 1);
                let value = right.value(mask);
                let open = if *is_and {
                    value
                } else {
                    quote_spanned!(site()=> (1 ^ #value))
                };
                quote_spanned!(site()=> (#inside & ((1 ^ #evaluated) | #open)))
            }
        }
    }

    fn has(&self, wanted: usize) -> bool {
        match self {
            Self::Condition(number) => *number == wanted,
            Self::Not(inner) => inner.has(wanted),
            Self::Join(_, left, right) => left.has(wanted) || right.has(wanted),
        }
    }

    /// True, in the instrumented program, for a mask that may have values of conditions which were not evaluated: they do not matter.
    pub(super) fn holds(&self, mask: &Ident) -> TokenStream {
        match self {
            Self::Condition(number) => {
                let value = mask_literal(1 << (2 * number));
                quote_spanned!(site()=> (#mask & #value != 0))
            }
            Self::Not(inner) => {
                let inner = inner.holds(mask);
                quote_spanned!(site()=> !#inner)
            }
            Self::Join(is_and, left, right) => {
                let (left, right) = (left.holds(mask), right.holds(mask));
                if *is_and {
                    quote_spanned!(site()=> (#left && #right))
                } else {
                    quote_spanned!(site()=> (#left || #right))
                }
            }
        }
    }

    /// The mask of an evaluation in which the conditions that are parts of patterns were asked independently of each other: those that were not `reached`
    /// from left to right count as not evaluated.
    pub(super) fn settled(&self, mask: u64, is_part: &[bool], reached: bool) -> u64 {
        match self {
            Self::Condition(number) if !is_part[*number] => mask,
            Self::Condition(number) if reached => mask | 2 << (2 * number),
            Self::Condition(number) => mask & !(3 << (2 * number)),
            Self::Not(inner) => inner.settled(mask, is_part, reached),
            Self::Join(is_and, left, right) => {
                let mask = left.settled(mask, is_part, reached);
                let is_open = left.outcome(mask) == *is_and;
                right.settled(mask, is_part, reached && is_open)
            }
        }
    }

    /// The outcome of the evaluation with this mask. Conditions that were not evaluated have no influence on it.
    pub(super) fn outcome(&self, mask: u64) -> bool {
        match self {
            Self::Condition(number) => noted(mask, *number) == Some(true),
            Self::Not(inner) => !inner.outcome(mask),
            Self::Join(true, left, right) => left.outcome(mask) && right.outcome(mask),
            Self::Join(false, left, right) => left.outcome(mask) || right.outcome(mask),
        }
    }

    /// True if the condition `wanted`, which was evaluated, decides the outcome of the evaluation with this mask.
    pub(super) fn is_decided_by(&self, wanted: usize, mask: u64) -> bool {
        match self {
            Self::Condition(_) => true,
            Self::Not(inner) => inner.is_decided_by(wanted, mask),
            Self::Join(is_and, left, right) => {
                if !left.has(wanted) {
                    return right.is_decided_by(wanted, mask);
                }
                let is_open =
                    noted(mask, right.first()).is_none() || right.outcome(mask) == *is_and;
                left.is_decided_by(wanted, mask) && is_open
            }
        }
    }

    /// Every way to evaluate it.
    pub(super) fn vectors(&self) -> Vec<Vector> {
        match self {
            Self::Condition(number) => [true, false]
                .map(|value| (vec![(*number, value)], value))
                .to_vec(),
            Self::Not(inner) => {
                let inner = inner.vectors().into_iter();
                inner.map(|(values, outcome)| (values, !outcome)).collect()
            }
            Self::Join(is_and, left, right) => {
                let rest = right.vectors();
                let mut all = Vec::new();
                for (values, outcome) in left.vectors() {
                    if outcome == *is_and {
                        all.extend(rest.iter().map(|(others, outcome)| {
                            (values.iter().chain(others).copied().collect(), *outcome)
                        }));
                    } else {
                        all.push((values, outcome));
                    }
                }
                all
            }
        }
    }

    /// Every way to reach the condition `wanted`: the values of the conditions to its left that are evaluated.
    pub(super) fn contexts(&self, wanted: usize) -> Vec<Vec<(usize, bool)>> {
        match self {
            Self::Condition(_) => vec![Vec::new()],
            Self::Not(inner) => inner.contexts(wanted),
            Self::Join(_, left, _) if left.has(wanted) => left.contexts(wanted),
            Self::Join(is_and, left, right) => {
                let rest = right.contexts(wanted);
                let mut all = Vec::new();
                for (values, outcome) in left.vectors() {
                    if outcome == *is_and {
                        all.extend(
                            rest.iter()
                                .map(|others| values.iter().chain(others).copied().collect()),
                        );
                    }
                }
                all
            }
        }
    }

    /// How many ways there are to evaluate it to true and to false.
    pub(super) fn count(&self) -> (usize, usize) {
        match self {
            Self::Condition(_) => (1, 1),
            Self::Not(inner) => {
                let (yes, no) = inner.count();
                (no, yes)
            }
            Self::Join(is_and, left, right) => {
                let ((yes, no), (more_yes, more_no)) = (left.count(), right.count());
                if *is_and {
                    (
                        yes.saturating_mul(more_yes),
                        no.saturating_add(yes.saturating_mul(more_no)),
                    )
                } else {
                    (
                        yes.saturating_add(no.saturating_mul(more_yes)),
                        no.saturating_mul(more_no),
                    )
                }
            }
        }
    }
}

/// A mask in the instrumented program.
pub(super) fn mask_literal(mask: u64) -> Literal {
    Literal::u64_unsuffixed(mask)
}

pub(super) fn bit(mask: &Ident, at: usize) -> TokenStream {
    let at = int(at as u32);
    quote_spanned!(site()=> (#mask >> #at & 1))
}

/// The value of a condition in an evaluation; `None` if it was not evaluated.
pub(super) fn noted(mask: u64, condition: usize) -> Option<bool> {
    let bits = mask >> (2 * condition);
    (bits & 2 != 0).then_some(bits & 1 != 0)
}

/// The predicate of a label on the evaluations of a decision.
#[derive(Clone, Debug)]
pub(super) enum Predicate {
    /// The decision has this outcome.
    Outcome(bool),
    /// A condition is evaluated to a value.
    Value(usize, bool),
    /// A condition is evaluated to a value and decides the outcome.
    Decides(usize, bool),
    /// A condition is evaluated to a value and decides the outcome, after exactly these others with these values.
    DecidesAfter(usize, bool, Vec<(usize, bool)>),
    /// Exactly these conditions are evaluated, to these values.
    Vector(Vec<(usize, bool)>),
}

impl Predicate {
    /// 1 if it holds for an evaluation, in the instrumented program.
    pub(super) fn tokens(&self, tree: &Tree, mask: &Ident) -> TokenStream {
        match self {
            Self::Outcome(wanted) => {
                let value = tree.value(mask);
                if *wanted {
                    value
                } else {
                    quote_spanned!(site()=> 1 ^ #value)
                }
            }
            Self::Value(number, wanted) => {
                evaluated(mask, *number, *wanted, &quote_spanned!(site()=> 1))
            }
            Self::Decides(number, wanted) => {
                evaluated(mask, *number, *wanted, &tree.decides(*number, mask))
            }
            Self::DecidesAfter(number, wanted, context) => {
                let decides = evaluated(mask, *number, *wanted, &tree.decides(*number, mask));
                let (left, bits) = (
                    mask_literal(mask_before(*number)),
                    mask_literal(mask_of(context)),
                );
                quote_spanned!(site()=> #decides & ((#mask & #left == #bits) as ::core::primitive::u64))
            }
            Self::Vector(values) => {
                let bits = mask_literal(mask_of(values));
                quote_spanned!(site()=> ((#mask == #bits) as ::core::primitive::u64))
            }
        }
    }

    /// True if it holds for an evaluation that was recorded.
    pub(super) fn holds(&self, tree: &Tree, mask: u64) -> bool {
        match self {
            Self::Outcome(wanted) => tree.outcome(mask) == *wanted,
            Self::Value(number, wanted) => noted(mask, *number) == Some(*wanted),
            Self::Decides(number, wanted) => {
                noted(mask, *number) == Some(*wanted) && tree.is_decided_by(*number, mask)
            }
            Self::DecidesAfter(number, wanted, context) => {
                noted(mask, *number) == Some(*wanted)
                    && mask & mask_before(*number) == mask_of(context)
                    && tree.is_decided_by(*number, mask)
            }
            Self::Vector(values) => mask == mask_of(values),
        }
    }
}

/// 1 if a condition was evaluated to `wanted` and `decides` is 1.
fn evaluated(mask: &Ident, number: usize, wanted: bool, decides: &TokenStream) -> TokenStream {
    let (evaluated, value) = (bit(mask, 2 * number + 1), bit(mask, 2 * number));
    if wanted {
        quote_spanned!(site()=> #evaluated & #value & #decides)
    } else {
        quote_spanned!(site()=> #evaluated & (1 ^ #value) & #decides)
    }
}

/// The bits of all conditions to the left of one.
fn mask_before(number: usize) -> u64 {
    (1 << (2 * number)) - 1
}

/// The mask of the evaluation in which exactly these conditions have these values.
fn mask_of(values: &[(usize, bool)]) -> u64 {
    values.iter().fold(0u64, |bits, (number, value)| {
        bits | (2 | u64::from(*value)) << (2 * number)
    })
}

#[cfg(test)]
mod tests {
    use super::{Predicate, Tree, Vector, mask_of, noted};

    /// `a && (b || !c)`
    fn tree() -> Tree {
        let condition = |number| Box::new(Tree::Condition(number));
        let not = Box::new(Tree::Not(condition(2)));
        let or = Box::new(Tree::Join(false, condition(1), not));
        Tree::Join(true, condition(0), or)
    }

    #[test]
    fn evaluations_have_the_outcomes_of_the_tree() {
        let tree = tree();
        for (values, outcome) in tree.vectors() {
            let mask = mask_of(&values);
            assert_eq!(tree.outcome(mask), outcome, "{values:?}");
            for (number, value) in values {
                assert_eq!(noted(mask, number), Some(value));
            }
        }
    }

    /// Every pair of evaluations, judged by the definition: the condition and the outcome differ, and no other condition that both evaluate.
    #[test]
    fn pairs_with_one_context_are_those_of_unique_cause() {
        let condition = |number| Box::new(Tree::Condition(number));
        let join = |is_and, left, right| Box::new(Tree::Join(is_and, left, right));
        let (ab, cd) = (
            join(true, condition(0), condition(1)),
            join(true, condition(2), condition(3)),
        );
        let nested = join(false, condition(1), join(true, condition(2), condition(3)));
        let trees = [
            tree(),
            *join(false, ab.clone(), cd.clone()),
            *join(
                true,
                join(false, ab, condition(2)),
                Box::new(Tree::Not(condition(3))),
            ),
            *join(true, condition(0), nested),
        ];
        for tree in trees {
            let vectors = tree.vectors();
            for (one, other) in vectors
                .iter()
                .flat_map(|it| vectors.iter().map(move |o| (it, o)))
            {
                for wanted in 0..4 {
                    let value = |vector: &Vector, at| {
                        let mut values = vector.0.iter();
                        values
                            .find(|(number, _)| *number == at)
                            .map(|(_, value)| *value)
                    };
                    let differ = |at| match (value(one, at), value(other, at)) {
                        (Some(a), Some(b)) => a != b,
                        _ => false,
                    };
                    let is_unique = differ(wanted)
                        && one.1 != other.1
                        && (0..4).all(|at| at == wanted || !differ(at));
                    let is_pair = tree.contexts(wanted).into_iter().any(|context| {
                        let half = |vector: &Vector, value| {
                            Predicate::DecidesAfter(wanted, value, context.clone())
                                .holds(&tree, mask_of(&vector.0))
                        };
                        half(one, true) && half(other, false)
                            || half(one, false) && half(other, true)
                    });
                    assert_eq!(is_pair, is_unique, "{tree:?} {wanted} {one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn conditions_of_a_chain_have_one_context() {
        let condition = |number| Box::new(Tree::Condition(number));
        let chain = Tree::Join(
            true,
            Box::new(Tree::Join(true, condition(0), condition(1))),
            condition(2),
        );
        assert_eq!(chain.contexts(2), [vec![(0, true), (1, true)]]);
        let either = Tree::Join(
            false,
            Box::new(Tree::Join(true, condition(0), condition(1))),
            condition(2),
        );
        let contexts = [vec![(0, true), (1, false)], vec![(0, false)]];
        assert_eq!(either.contexts(2), contexts);
    }

    #[test]
    fn parts_asked_by_themselves_are_settled_as_if_from_left_to_right() {
        let tree = tree();
        for (values, outcome) in tree.vectors() {
            let settled = mask_of(&values);
            // The values of the evaluated ones, with any of those that were not.
            for others in 0..8u64 {
                let evaluated = |at: usize| settled >> (2 * at) & 2 != 0;
                let free = (0..3).filter(|at| !evaluated(*at) && others >> at & 1 == 1);
                let asked = free.fold(settled & 0b01_01_01, |mask, at| mask | 1 << (2 * at));
                assert_eq!(tree.settled(asked, &[true; 3], true), settled);
            }
            // Those of others have noted themselves which were evaluated.
            assert_eq!(tree.settled(settled, &[false; 3], true), settled);
            assert_eq!(tree.settled(settled, &[true, false, false], true), settled);
            assert_eq!(tree.outcome(settled), outcome);
        }
    }

    #[test]
    fn conditions_decide_where_the_rest_leaves_the_outcome_open() {
        let tree = tree();
        let decides = |values: &[(usize, bool)], number| {
            let mask = mask_of(values);
            let value = noted(mask, number).unwrap_or(false);
            Predicate::Decides(number, value).holds(&tree, mask)
        };
        assert!(decides(&[(0, false)], 0));
        assert!(decides(&[(0, true), (1, true)], 0));
        assert!(!decides(&[(0, true), (1, false), (2, true)], 0));
        assert!(decides(&[(0, true), (1, false), (2, true)], 1));
        assert!(!decides(&[(0, true), (1, false), (2, false)], 1));
        assert!(decides(&[(0, true), (1, false), (2, false)], 2));
        assert!(!decides(&[(0, false)], 2));
    }
}
