//! Candidate lemmas about the carried values of a loop, and the forms in which each may hold.

use unroll_engine::strategy::record::{Carried, Stage};
use unroll_smt::solver::local::Local;
use unroll_smt::term::{Op, Term, Terms};

/// Larger distances are not guessed. A bound is at most halved in each iteration, so from a larger one it takes more than 32
/// iterations to a bound that says anything about an index.
const MOST_DISTANCE: u128 = 1 << 32;

/// The most guesses of one kind about one loop. Their number grows with the square of that of the carried values, and each
/// guess costs a query in every iteration.
const MOST_GUESSES: usize = 200;

/// A guess about what a loop carries.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Guess {
    /// An order between a carried value and another term.
    Order {
        /// Position of the carried value.
        position: usize,
        other: Other,
        /// True if the carried value is the upper one.
        above: bool,
        strict: bool,
    },
    /// An upper bound of how far one carried value is below another, as of the ends between which a search goes on.
    Distance { low: usize, high: usize, most: u128 },
}

/// The value that a carried value is compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Other {
    /// The same term in each iteration.
    Fixed(Term),
    /// The carried value at this position.
    Carried(usize),
}

/// The orders to try: between values of one width, and with `fixed` terms.
pub(crate) fn orders(terms: &Terms, first: &Carried, fixed: &[Term]) -> Vec<Guess> {
    let scalars = scalars(terms, first);
    let mut guesses = Vec::new();
    for (position, value) in scalars.iter().copied() {
        let fixed = fixed.iter().map(|term| (*term, Other::Fixed(*term)));
        // Each pair of carried values once: `above` gives both directions.
        let carried = scalars.iter().filter(|(other, _)| *other > position);
        let carried = carried.map(|(position, term)| (*term, Other::Carried(*position)));
        for (term, other) in fixed.chain(carried) {
            if terms.width(term) == terms.width(value) {
                guesses.extend([false, true].map(|above| Guess::Order {
                    position,
                    other,
                    above,
                    strict: true,
                }));
            }
        }
    }
    guesses.truncate(MOST_GUESSES);
    guesses
}

/// The distances to try, with the bounds that are plain at first.
pub(crate) fn distances(terms: &mut Terms, first: &Carried) -> Vec<Guess> {
    let scalars = scalars(terms, first);
    let mut guesses = Vec::new();
    for (low, from) in scalars.iter().copied() {
        for (high, to) in scalars.iter().copied() {
            // Both directions, since a distance is unsigned and only one of the two is small.
            if low != high && terms.width(from) == terms.width(to) {
                let distance = terms.sub(to, from);
                let most = terms.interval(distance).1;
                if most <= MOST_DISTANCE {
                    guesses.push(Guess::Distance { low, high, most });
                }
            }
        }
    }
    guesses.truncate(MOST_GUESSES);
    guesses
}

/// The numbers that a loop carries, by position.
fn scalars(terms: &Terms, first: &Carried) -> Vec<(usize, Term)> {
    let values = first.made.values.iter().enumerate();
    let values = values.filter_map(|(position, value)| Some((position, (*value)?)));
    values
        // Flags have no order that says anything of an index.
        .filter(|(_, value)| terms.width(*value) > 1)
        .collect()
}

impl Guess {
    /// Forms to try, strongest first. In the first iteration a distance has only the bound of its interval.
    pub(crate) fn forms(self, is_first: bool) -> Vec<Self> {
        match self {
            Self::Order { strict: true, .. } => vec![self, self.weak()],
            Self::Order { .. } => vec![self],
            Self::Distance { .. } if is_first => vec![self],
            Self::Distance { low, high, most } => {
                // A bisection halves its range, two ends that move towards each other are one closer, and other loops keep the
                // distance. So the bound may change from iteration to iteration, unlike in Houdini.
                let mut bounds = vec![most / 2, most.saturating_sub(1), most];
                bounds.dedup();
                let form = |most| Self::Distance { low, high, most };
                bounds.into_iter().map(form).collect()
            }
        }
    }

    /// The same, where the ends may be equal.
    fn weak(mut self) -> Self {
        if let Self::Order { strict, .. } = &mut self {
            *strict = false;
        }
        self
    }

    /// The guess about the values at a stage; `None` where they are no scalars.
    pub(crate) fn at(self, terms: &mut Terms, stage: &Stage) -> Option<Term> {
        match self {
            Self::Order { .. } => {
                let (predicate, low, high) = self.order_at(terms, stage)?;
                Some(terms.binary(predicate, low, high))
            }
            Self::Distance { low, high, most } => {
                let distance = terms.sub(stage.values[high]?, stage.values[low]?);
                let most = terms.constant(terms.width(distance), most);
                Some(terms.ule(distance, most))
            }
        }
    }

    /// Asserts in a local query that the guess holds for the values at a stage. These may be cut off, so the fact is asserted about
    /// the values themselves: as a term it might be simplified to one about values below the cut, or to true (ADR 6).
    pub(crate) fn assert_in(self, terms: &Terms, stage: &Stage, local: &mut Local) {
        match self {
            Self::Order { .. } => {
                if let Some((predicate, low, high)) = self.order_at(terms, stage) {
                    local.assert_of(terms, predicate, low, high);
                }
            }
            Self::Distance { low, high, most } => {
                if let (Some(low), Some(high)) = (stage.values[low], stage.values[high]) {
                    local.assert_distance(terms, low, high, most);
                }
            }
        }
    }

    /// The predicate of two terms that an order is.
    fn order_at(self, terms: &Terms, stage: &Stage) -> Option<(Op, Term, Term)> {
        let Self::Order {
            position,
            other,
            above,
            strict,
        } = self
        else {
            return None;
        };
        let value = stage.values[position]?;
        let other = match other {
            Other::Fixed(term) => term,
            Other::Carried(position) => stage.values[position]?,
        };
        Some(order(terms, other, value, above, strict))
    }
}

/// That `value` is above `other`, or below it, as a predicate of two terms.
fn order(terms: &Terms, other: Term, value: Term, above: bool, strict: bool) -> (Op, Term, Term) {
    let (low, high) = if above {
        (other, value)
    } else {
        (value, other)
    };
    // A value as wide as an address is mostly a length or an index, which is unsigned. A wrong choice costs the lemma and nothing
    // else, because either predicate is proved before it is used.
    let predicate = match (terms.width(value) == 64, strict) {
        (true, true) => Op::Ult,
        (true, false) => Op::Ule,
        (false, true) => Op::Slt,
        (false, false) => Op::Sle,
    };
    (predicate, low, high)
}
