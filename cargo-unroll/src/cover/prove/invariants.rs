//! Invariants of the loops that an abstraction cuts.
//!
//! In: the inductions of an execution. Out: facts about the beginning of any iteration, which later questions know.
//!
//! Candidates are orders between the values that a loop carries or compares with, and their relations to those with which it was entered. As in Houdini
//! (Flanagan and Leino, FME 2001) all are assumed of any iteration, and one that may fail where its loop is entered, or behind an iteration, is
//! dropped, until none may. Of the rest none fails first in an execution, so none does: all loops are looked at together, since one that fails earlier in
//! another loop is no matter then.
//!
//! **Invariant:** what is assumed of a place holds under the condition that an execution goes on from there, and an execution of the abstraction may end wherever a
//! loop is cut. So nothing is assumed of what comes later than a failure.

use std::collections::BTreeSet;
use std::time::Instant;

use super::Prover;
use unroll_engine::domain::layout::MOST_BYTES;
use unroll_engine::strategy::merge::Execution;
use unroll_engine::strategy::record::{Induction, Stage};
use unroll_smt::term::bits::mask;
use unroll_smt::term::{Term, Terms};
use unroll_smt::{Answer, Model};

/// Most candidates of one execution of a loop.
const MOST_OF_LOOP: usize = 192;
/// Most candidates in all, those of the first loops.
const MOST_CANDIDATES: usize = 1_024;

/// A relation between values, given by their positions. Orders are those of unsigned numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// The first is at most the second.
    AtMost(usize, usize),
    /// The first is less than the second, as in a loop that looks for its end behind each iteration.
    Below(usize, usize),
    /// It is as it was where the loop was entered.
    Unchanged(usize),
    /// It is at least that.
    Risen(usize),
    /// It is at most that.
    Fallen(usize),
    /// Both have grown by as much since.
    InStep(usize, usize),
    /// One has grown by as much as the other has fallen.
    Against(usize, usize),
    /// It is not negative, as a signed number.
    Positive(usize),
    /// It may count things in memory: so many bytes fit the largest object. Capacities of vectors do.
    Countable(usize),
}

/// A relation that may hold in all iterations of a loop.
struct Candidate {
    /// That it does where anything is assumed.
    holds: Term,
    /// That it fails where it has to be proved.
    fails: Term,
    /// The assumptions from which it follows; `None` as long as it is not proved.
    follows_from: Option<BTreeSet<Term>>,
}

impl Prover<'_> {
    /// Proves invariants, and has later questions know them; true if there are any. Those that take more than the limits allow are not learnt.
    pub fn learn_invariants(&mut self) -> bool {
        let mut candidates = Vec::new();
        let Execution { symbolic, record } = &mut self.execution;
        for induction in std::mem::take(&mut record.inductions) {
            candidates.append(&mut candidates_of(&mut symbolic.terms, &induction));
        }
        candidates.truncate(MOST_CANDIDATES);
        self.drop_refuted(&mut candidates);
        self.drop_unproved(&mut candidates);
        // Those that could happen without the facts may be impossible now.
        self.forget_cuts();
        for candidate in &candidates {
            self.know(candidate.holds);
        }
        !candidates.is_empty()
    }

    /// Drops candidates by models of one question about all of them, which takes little effort as long as many fail.
    fn drop_refuted(&mut self, candidates: &mut Vec<Candidate>) {
        while !candidates.is_empty() {
            let terms = &mut self.execution.symbolic.terms;
            let holds = terms.and_all(candidates.iter().map(|it| it.holds));
            let fails = terms.or_all(candidates.iter().map(|it| it.fails));
            let Answer::Sat(model) = self.quick_check(&[holds, fails]) else {
                return;
            };
            let before = candidates.len();
            self.drop_by(&model, candidates);
            if candidates.len() == before {
                return;
            }
        }
    }

    /// Drops candidates, one by one, until each follows from those that are left.
    fn drop_unproved(&mut self, candidates: &mut Vec<Candidate>) {
        let is_unproved = |it: &Candidate| it.follows_from.is_none();
        while let Some(at) = candidates.iter().position(is_unproved) {
            let candidate = candidates[at].fails;
            let mut assumptions: Vec<Term> = candidates.iter().map(|it| it.holds).collect();
            assumptions.push(candidate);
            // Where the time is over, what follows from others that are proved stays.
            let is_late = self.deadline.is_some_and(|it| Instant::now() >= it);
            match (!is_late).then(|| self.check(&assumptions)) {
                Some(Answer::Unsat { core }) => {
                    candidates[at].follows_from = Some(core.into_iter().collect());
                    continue;
                }
                Some(Answer::Sat(model)) => self.drop_by(&model, candidates),
                Some(Answer::Unknown(_)) | None => {}
            }
            candidates.retain(|it| it.fails != candidate);
            let left: BTreeSet<Term> = candidates.iter().map(|it| it.holds).collect();
            for candidate in candidates.iter_mut() {
                let fails = candidate.fails;
                let is_left = |it: &Term| *it == fails || left.contains(it);
                let premises = candidate.follows_from.take();
                candidate.follows_from = premises.filter(|it| it.iter().all(is_left));
            }
        }
    }

    /// Drops candidates that fail in a model.
    fn drop_by(&self, model: &Model, candidates: &mut Vec<Candidate>) {
        let terms = &self.execution.symbolic.terms;
        candidates.retain(|it| model.value(terms, it.fails) == 0);
    }
}

/// The relations between the values of a loop that are worth a proof.
fn candidates_of(terms: &mut Terms, induction: &Induction) -> Vec<Candidate> {
    let (Some(first), Some(any)) = (induction.entered.first(), induction.any.first()) else {
        return Vec::new();
    };
    let carried = |at: &usize| any.values[*at].is_some();
    let is_fixed = |at: usize| first.values[at] == any.values[at];
    let values: Vec<usize> = (0..any.values.len()).filter(carried).collect();
    let mut relations = Vec::new();
    for at in values.iter().copied().filter(|at| !is_fixed(*at)) {
        use Relation::{Countable, Fallen, Positive, Risen, Unchanged};
        relations.extend([Unchanged(at), Risen(at), Fallen(at)]);
        relations.extend([Positive(at), Countable(at)]);
    }
    for (position, one) in values.iter().copied().enumerate() {
        for other in values[position + 1..].iter().copied() {
            use Relation::{Against, AtMost, Below, InStep};
            if is_fixed(one) && is_fixed(other) {
                continue;
            }
            relations.extend([AtMost(one, other), AtMost(other, one)]);
            relations.extend([Below(one, other), Below(other, one)]);
            if !is_fixed(one) && !is_fixed(other) {
                relations.extend([InStep(one, other), Against(one, other)]);
            }
        }
    }
    let candidates = relations
        .into_iter()
        .filter_map(|relation| candidate(terms, induction, relation));
    candidates.take(MOST_OF_LOOP).collect()
}

/// The candidate that a relation is; `None` if it is no question.
fn candidate(terms: &mut Terms, induction: &Induction, relation: Relation) -> Option<Candidate> {
    let start = match &*induction.entered {
        [only] => Some(only),
        _ => None,
    };
    let mut holds = Vec::new();
    for stage in &induction.any {
        let related = related(terms, relation, stage, start)?;
        holds.push(terms.implies(stage.cond, related));
    }
    let mut fails = Vec::new();
    for stage in induction.entered.iter().chain(&induction.next) {
        let related = related(terms, relation, stage, start)?;
        let fails_here = terms.not(related);
        fails.push(terms.and(stage.cond, fails_here));
    }
    let (holds, fails) = (terms.and_all(holds), terms.or_all(fails));
    let is_question = terms.as_bool(holds) != Some(true) && terms.as_bool(fails) != Some(true);
    is_question.then_some(Candidate {
        holds,
        fails,
        follows_from: None,
    })
}

/// A relation of the values at a stage; `None` if it has none of these values. Of two widths, the values have the wider one.
fn related(
    terms: &mut Terms,
    relation: Relation,
    stage: &Stage,
    start: Option<&Stage>,
) -> Option<Term> {
    let here = |at: usize| stage.values[at];
    let begun = |at: usize| start?.values[at];
    match relation {
        Relation::AtMost(one, other) => {
            let (one, other) = alike(terms, here(one)?, here(other)?)?;
            Some(terms.ule(one, other))
        }
        Relation::Below(one, other) => {
            let (one, other) = alike(terms, here(one)?, here(other)?)?;
            Some(terms.ult(one, other))
        }
        Relation::Unchanged(at) => Some(terms.eq(here(at)?, begun(at)?)),
        Relation::Risen(at) => Some(terms.ule(begun(at)?, here(at)?)),
        Relation::Fallen(at) => Some(terms.ule(here(at)?, begun(at)?)),
        Relation::InStep(one, other) => {
            let one = terms.sub(here(one)?, begun(one)?);
            let other = terms.sub(here(other)?, begun(other)?);
            let (one, other) = alike(terms, one, other)?;
            Some(terms.eq(one, other))
        }
        Relation::Against(one, other) => {
            let one = terms.sub(here(one)?, begun(one)?);
            let other = terms.sub(begun(other)?, here(other)?);
            let (one, other) = alike(terms, one, other)?;
            Some(terms.eq(one, other))
        }
        Relation::Positive(at) => {
            let value = here(at)?;
            let width = terms.width(value);
            let sign = terms.extract(value, width - 1, 1);
            Some(terms.not(sign))
        }
        Relation::Countable(at) => {
            let value = here(at)?;
            let width = terms.width(value);
            let most = u128::from(MOST_BYTES);
            let is_question = most < mask(width);
            is_question.then(|| {
                let most = terms.constant(width, most);
                terms.ule(value, most)
            })
        }
    }
}

/// Two terms in the width of the wider one; `None` for truth values.
fn alike(terms: &mut Terms, one: Term, other: Term) -> Option<(Term, Term)> {
    let widths = [one, other].map(|it| terms.width(it));
    let width = widths[0].max(widths[1]);
    let [one, other] = [one, other].map(|it| terms.zext(it, width));
    (!widths.contains(&1)).then_some((one, other))
}
