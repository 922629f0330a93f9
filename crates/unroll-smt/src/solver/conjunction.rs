//! Conjunctions of conditions, for series of questions that repeat most of each other, as those about the paths of a program do.
//!
//! Conditions without a common variable are decided apart: comparisons of one variable by intervals, and other parts by an earlier answer where one fits,
//! an assignment under which the conditions hold or a contradiction among some of them (constraint independence and the counterexample cache of
//! KLEE, section 3.3). A [`Session`] is asked about what is left, with the effort of a quick check.
//!
//! In: conditions. Out: the answers of a session. **Invariant:** an assignment satisfies each condition that it answers, and a contradiction is
//! the core of a query.

mod values;

use rustc_hash::FxHashMap;

use self::values::Values;
use super::session::{Answer, Limits, Session};
use crate::solver::model::Model;
use crate::term::{Term, Terms};

/// The assignments that are kept: more would take longer to look at than a query.
const MOST_ASSIGNMENTS: usize = 4096;

/// Bits of circuits that a session may have beyond those that its first query needed. Each query assigns all of them, needed or not.
const SPARE_BITS: u32 = 1 << 11;

/// A solver for conjunctions.
#[derive(Debug)]
pub struct Conjunctions {
    limits: Limits,
    session: Session,
    /// The size of the session after its first query.
    first_size: Option<u32>,
    conditions: FxHashMap<Term, Condition>,
    assignments: Vec<Model>,
    /// Contradictions, each at its first condition, in order.
    contradictions: FxHashMap<Term, Vec<Vec<Term>>>,
    queries: u64,
}

/// A condition that occurred in a question.
#[derive(Debug, Default)]
struct Condition {
    vars: Vec<Term>,
    /// The values of its one variable under which it holds; `None` if it is not a comparison of one.
    values: Option<Values>,
    /// The assignments under which it holds, as far as they were looked at: one bit for each.
    holds: Vec<u64>,
    looked_at: usize,
}

impl Conjunctions {
    /// A solver that has seen nothing; the limits are those of a quick check.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            session: Session::new(limits),
            first_size: None,
            conditions: FxHashMap::default(),
            assignments: Vec::new(),
            contradictions: FxHashMap::default(),
            queries: 0,
        }
    }

    /// The questions that no earlier answer decided.
    pub fn queries(&self) -> u64 {
        self.queries
    }

    /// Asks if all conditions hold together.
    pub fn check(&mut self, terms: &Terms, conditions: &[Term]) -> Answer {
        let mut values: Vec<(Term, u128)> = Vec::new();
        for part in self.parts(terms, conditions) {
            // Intervals first: without them, two thirds of the time goes to queries about one
            // variable (ADR 18).
            if let Some(common) = self.common_values(&part) {
                match common.first() {
                    Some(value) => values.extend(part.vars.iter().map(|var| (*var, value))),
                    None => {
                        return Answer::Unsat {
                            core: part.conditions,
                        };
                    }
                }
                continue;
            }
            // Contradictions before assignments: looking one up costs less than evaluating
            // conditions.
            if let Some(core) = self.contradiction(&part.conditions) {
                return Answer::Unsat { core };
            }
            let at = match self.assignment(terms, &part.conditions) {
                Some(at) => at,
                None => match self.ask(terms, &part.conditions) {
                    Answer::Sat(model) => {
                        self.assignments.push(model);
                        self.assignments.len() - 1
                    }
                    // One part without a solution decides the conjunction, and so does one that is
                    // not known.
                    answer => return answer,
                },
            };
            let model = &self.assignments[at];
            // Only the part's own variables: others of the model may have other values in other
            // parts.
            let own = part.vars.iter().map(|var| (*var, model.value(terms, *var)));
            values.extend(own);
            // The others stay where they are, so that what is known of conditions under them stays right.
            self.assignments.truncate(MOST_ASSIGNMENTS);
        }
        Answer::Sat(Model::from_values(values))
    }

    /// The conditions by the variables that they have in common.
    fn parts(&mut self, terms: &Terms, conditions: &[Term]) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        // Parts are joined as conditions come, by the variables that they share: the result is a
        // partition.
        for term in conditions {
            if terms.as_bool(*term) == Some(true) {
                continue;
            }
            let condition = self.conditions.entry(*term);
            let condition = condition.or_insert_with(|| Condition::new(terms, *term));
            let mut joined = Part {
                vars: condition.vars.clone(),
                conditions: vec![*term],
            };
            let is_joined =
                |part: &mut Part| part.vars.iter().any(|it| condition.vars.contains(it));
            for mut other in parts.extract_if(.., is_joined) {
                joined.vars.append(&mut other.vars);
                joined.conditions.append(&mut other.conditions);
            }
            joined.vars.sort_unstable();
            joined.vars.dedup();
            parts.push(joined);
        }
        for part in &mut parts {
            // In order, so that look-ups in known contradictions are binary searches.
            part.conditions.sort_unstable();
            part.conditions.dedup();
        }
        parts
    }

    /// The values of the one variable under which all conditions hold; `None` where that is not known as intervals.
    fn common_values(&self, part: &Part) -> Option<Values> {
        let mut common = Values::all();
        for condition in &part.conditions {
            // One condition that is no comparison makes the intervals of the others useless.
            let own = self.conditions.get(condition)?.values.as_ref()?;
            common = common.intersection(own);
        }
        Some(common)
    }

    /// A known contradiction among conditions, which are in order.
    fn contradiction(&self, conditions: &[Term]) -> Option<Vec<Term>> {
        let holds = |condition: &Term| conditions.binary_search(condition).is_ok();
        // A core is kept at its first condition, so only those of the question have to be looked
        // at.
        let known = conditions
            .iter()
            .filter_map(|it| self.contradictions.get(it));
        known.flatten().find(|core| core.iter().all(holds)).cloned()
    }

    /// A known assignment under which the conditions hold.
    fn assignment(&mut self, terms: &Terms, conditions: &[Term]) -> Option<usize> {
        let mut all: Vec<u64> = vec![u64::MAX; self.assignments.len().div_ceil(64)];
        for term in conditions {
            let condition = self.conditions.get_mut(term)?;
            // One bit for each assignment: whole rows are compared at once.
            condition.look_at(terms, *term, &self.assignments);
            for (all, own) in all.iter_mut().zip(&condition.holds) {
                *all &= own;
            }
        }
        let (at, bits) = all.iter().enumerate().find(|(_, bits)| **bits != 0)?;
        Some(at * 64 + bits.trailing_zeros() as usize)
    }

    /// Asks the session, which starts anew when it has become large.
    fn ask(&mut self, terms: &Terms, conditions: &[Term]) -> Answer {
        let most = self
            .first_size
            .map(|first| first.saturating_add(SPARE_BITS));
        // Each query assigns all bits of the session, also of circuits that only earlier ones
        // needed.
        if most.is_some_and(|most| self.session.size() > most) {
            self.session = Session::new(self.limits);
            self.first_size = None;
        }
        self.queries += 1;
        let answer = self.session.quick_check(terms, conditions);
        self.first_size.get_or_insert(self.session.size());
        if let Answer::Unsat { core } = &answer {
            let mut core = core.clone();
            core.sort_unstable();
            if let Some(first) = core.first() {
                self.contradictions.entry(*first).or_default().push(core);
            }
        }
        answer
    }
}

/// Conditions that have variables in common, and these variables.
struct Part {
    vars: Vec<Term>,
    conditions: Vec<Term>,
}

impl Condition {
    fn new(terms: &Terms, term: Term) -> Self {
        let vars = terms.vars_of(term);
        let values = match vars[..] {
            [var] => Values::of(terms, term, var),
            _ => None,
        };
        Self {
            vars,
            values,
            ..Self::default()
        }
    }

    /// Evaluates the condition under the assignments that are new to it.
    fn look_at(&mut self, terms: &Terms, term: Term, assignments: &[Model]) {
        self.holds.resize(assignments.len().div_ceil(64), 0);
        // Assignments are only added, so what was evaluated stays right.
        for (at, model) in assignments.iter().enumerate().skip(self.looked_at) {
            self.holds[at / 64] |= u64::from(model.value(terms, term) == 1) << (at % 64);
        }
        self.looked_at = assignments.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_sat(solver: &mut Conjunctions, terms: &Terms, conditions: &[Term]) -> bool {
        match solver.check(terms, conditions) {
            Answer::Sat(model) => {
                for condition in conditions {
                    assert_eq!(
                        model.value(terms, *condition),
                        1,
                        "a model of all conditions"
                    );
                }
                true
            }
            Answer::Unsat { core } => {
                assert!(core.iter().all(|it| conditions.contains(it)), "{core:?}");
                false
            }
            Answer::Unknown(reason) => panic!("no limits: {reason}"),
        }
    }

    #[test]
    fn earlier_answers_decide_parts_of_later_questions() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.var(name, 8));
        let [ten, twenty, thirty] = [10, 20, 30].map(|value| terms.constant(8, value));
        let (small, large) = (terms.ult(x, ten), terms.ult(twenty, x));
        let other = terms.ult(y, ten);
        let mut solver = Conjunctions::new(Limits::default());
        assert!(is_sat(&mut solver, &terms, &[large]));
        assert!(is_sat(&mut solver, &terms, &[other]));
        let before = solver.queries();
        assert!(is_sat(&mut solver, &terms, &[large, other]));
        assert_eq!(solver.queries(), before, "both parts are known");
        assert!(!is_sat(&mut solver, &terms, &[small, large, other]));
        let before = solver.queries();
        let larger = terms.ult(thirty, x);
        assert!(!is_sat(&mut solver, &terms, &[small, larger, large]));
        assert_eq!(
            solver.queries(),
            before,
            "two of the conditions exclude each other"
        );
        let joint = terms.ult(x, y);
        assert!(!is_sat(&mut solver, &terms, &[other, joint, large]));
        assert!(is_sat(&mut solver, &terms, &[other, joint, small]));
        let never = terms.fls();
        assert!(!is_sat(&mut solver, &terms, &[other, never]));
    }

    #[test]
    fn answers_are_those_of_a_session() {
        let mut terms = Terms::new();
        let vars: Vec<Term> = (0..4).map(|at| terms.var(&format!("v{at}"), 3)).collect();
        let mut pool = Vec::new();
        for (at, a) in vars.iter().enumerate() {
            for (other, b) in vars.iter().enumerate() {
                let limit = terms.constant(3, (3 * at + other) as u128 % 8);
                let sum = terms.add(*a, *b);
                let below = terms.ult(sum, limit);
                pool.extend([below, terms.not(below), terms.ult(*a, limit)]);
            }
        }
        let mut solver = Conjunctions::new(Limits::default());
        let mut state = 7u64;
        let mut unsat = 0;
        for _ in 0..400 {
            let mut chosen = Vec::new();
            for _ in 0..5 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                chosen.push(pool[(state >> 33) as usize % pool.len()]);
            }
            let expected = Session::new(Limits::default()).check(&terms, &chosen);
            let expected = matches!(expected, Answer::Sat(_));
            unsat += u32::from(!expected);
            assert_eq!(is_sat(&mut solver, &terms, &chosen), expected);
        }
        assert!((50..350).contains(&unsat), "{unsat}");
        assert!(solver.queries() < 400, "{}", solver.queries());
    }
}
