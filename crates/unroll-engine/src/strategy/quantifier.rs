//! The instances of bounded universal quantifiers that are made, for all symbolic strategies.
//!
//! `forall(lo..hi, body)` has an instance at every index. Those are made at which the body reads an array element
//! that the execution reads, as in decision procedures for array properties (Bradley, Manna and Sipma, 2006).
//! Instances are facts, so a missing one makes no proof wrong. A model may violate a missing one, and is replayed
//! natively before it is believed.

use rustc_hash::FxHashSet;

use unroll_smt::term::{Term, Terms};

/// Most small indices: the depth has no bound where a run is followed whose inputs are fixed.
const MOST_SMALL: u32 = 256;

/// A quantifier, as far as its instances depend on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instances<'a, A> {
    /// The indices, from the first to before the last.
    pub(crate) range: [Term; 2],
    /// The index at which the body was evaluated symbolically.
    pub(crate) witness: Term,
    /// Arrays that the body reads, each with an index as a function of the witness.
    pub(crate) reads: &'a [(A, Term)],
    /// Iterations of the source loops.
    pub(crate) depth: u32,
}

impl<A: Copy> Instances<'_, A> {
    /// The indices to look at, where `read_at` has the indices at which the execution reads an array.
    pub(crate) fn candidates(
        &self,
        terms: &mut Terms,
        read_at: impl Fn(A) -> Vec<Term>,
    ) -> Vec<Term> {
        let mut candidates = Vec::new();
        for (array, pattern) in self.reads {
            for index in read_at(*array) {
                candidates.push(solve_index(terms, *pattern, self.witness, index));
            }
        }
        // Without a read there is no index term to take over. The ends of the range stand in;
        // missing instances cost models, never proofs.
        if self.reads.is_empty() {
            let [lo, hi] = self.range;
            let one = terms.constant(64, 1);
            candidates.push(terms.sub(hi, one));
            candidates.extend(small_indices(terms, lo, self.depth));
        }
        candidates
    }
}

/// The x with `pattern[witness := x] == index`, for patterns `witness + c` and `c - witness`; else the index itself.
pub(crate) fn solve_index(terms: &mut Terms, pattern: Term, witness: Term, index: Term) -> Term {
    if pattern == witness {
        return index;
    }
    let variables = terms.vars_of(witness);
    let is_constant = |terms: &Terms, rest| {
        let rest = terms.vars_of(rest);
        !rest.iter().any(|var| variables.contains(var))
    };
    // Constant means free of the witness here: `witness + c` for any such term `c`. Addition is a
    // bijection modulo 2^64, so the solution is exact even where it wraps.
    let shift = terms.sub(pattern, witness);
    if is_constant(terms, shift) {
        return terms.sub(index, shift);
    }
    let mirror = terms.add(pattern, witness);
    if is_constant(terms, mirror) {
        return terms.sub(mirror, index);
    }
    // No solution is known. An instance at any index is a fact, so this one is at worst useless.
    index
}

/// The indices 0, 1, .. as a quantifier from `lo` counts them: signed ranges are shifted so that their order is kept.
pub(crate) fn small_indices(terms: &mut Terms, lo: Term, depth: u32) -> Vec<Term> {
    let (least, _) = terms.interval(lo);
    let shifts = [63, 31, 15, 7].map(|bit| 1u128 << bit);
    let zero = shifts
        .into_iter()
        .find(|shift| least >= *shift && least < 2 * shift)
        .unwrap_or(0);
    let last = zero + u128::from(depth.min(MOST_SMALL)) + 2;
    (zero..=last)
        .map(|index| terms.constant(64, index))
        .collect()
}

/// That an index is one of `lo..hi`.
pub(crate) fn in_range(terms: &mut Terms, lo: Term, hi: Term, index: Term) -> Term {
    let above = terms.ule(lo, index);
    let below = terms.ult(index, hi);
    terms.and(above, below)
}

/// Per quantifier: true if `facts` have it as a conjunct, or if it is asked for by such a one alone. Given is the truth of each,
/// and the one before it whose body asks for it.
pub(crate) fn assumed(
    terms: &Terms,
    facts: impl IntoIterator<Item = Term>,
    quantifiers: impl IntoIterator<Item = (Term, Option<usize>)>,
) -> Vec<bool> {
    let facts = facts.into_iter();
    let conjuncts: FxHashSet<Term> = facts.flat_map(|fact| terms.conjuncts(fact)).collect();
    let mut assumed: Vec<bool> = Vec::new();
    for (holds, parent) in quantifiers {
        let by_parent = parent.is_some_and(|parent| assumed[parent]);
        assumed.push(by_parent || conjuncts.contains(&holds));
    }
    assumed
}
