//! Bounded universal quantifiers on a walk.
//!
//! A quantifier that looks at nothing open has the value that it has in this run. One over few constant indices is
//! the conjunction of its instances. Any other becomes a Boolean with the
//! value that it has in this run. If it fails, it has one witness; if it holds, it has instances at the indices at
//! which the walk reads the arrays that the body reads (as in [`crate::strategy::merge::quantify`]), and at those at
//! which a run made it fail. Instances hold for all inputs that reach the quantifier, so they are facts; missing
//! ones make no proof wrong.
//!
//! The truth of a body is a term: its paths are tried one after another, each under the conditions of its branches.

use indexmap::IndexSet;
use rustc_hash::FxHashSet;

use super::DecisionKind;
use super::quantifier::{Body, Level, Of, Open, Quantifier, QuantifierSite, QuantifierTruth};
use super::walk::{Mode, Script, WalkState};
use super::word::{ConcolicValue, Word};
use crate::domain::value::{Pointer, Value};
use crate::domain::{ArrayId, Domain};
use crate::strategy::quantifier::{self, Instances};
use crate::strategy::walk::Executor;
use crate::strategy::walk::follow::{Follow, Halt};
use unroll_llvm::ir::Type;
use unroll_smt::term::Term;

/// Most indices of a quantifier that becomes a conjunction.
const MOST_CONJUNCTS: u128 = 64;
/// Most paths through a body.
const MOST_WAYS: u32 = 64;
/// Most indices of failures to look at.
const MOST_FAILING: usize = 24;
/// Most open quantifiers of one walk.
const MOST_OPEN: usize = 200;
/// Most instances of a quantifier.
const MOST_INSTANCES: usize = 300;

impl WalkState<'_, '_> {
    /// The truth of `forall(lo..hi, body)`.
    pub(super) fn quantify(
        &mut self,
        [lo, hi]: [Word; 2],
        env: &ConcolicValue,
        body: &Pointer<Word>,
    ) -> Result<Word, Halt> {
        let (symbol, home) = self.target(body)?;
        let body = Body {
            lo,
            hi,
            env: env.clone(),
            code: self.body(home, &symbol)?,
            memory: self.memory.clone(),
        };
        // Inside a trial the decisions are those of the script, so they name the place.
        if let Mode::Try(script) = &self.mode {
            let literals = script.literals.clone();
            let truth = self.ask(body, literals);
            return Ok(self.machine.domain.word(truth, 0));
        }
        let (holds, is_open) = self.look(&body)?;
        let value = u128::from(holds);
        if let Mode::Look { is_open: outer } = &mut self.mode {
            *outer |= is_open;
        }
        // The value is the same for all inputs on this path, so no variable is needed.
        if !self.is_following() || !is_open {
            return Ok(self.machine.domain.constant(1, value));
        }
        let literals = self.decisions.iter().map(|decision| decision.literal);
        let literals = literals.collect();
        let truth = self.ask(body, literals);
        Ok(self.machine.domain.word(truth, value))
    }

    /// The truth of a quantifier.
    fn ask(&mut self, body: Body, literals: Vec<Term>) -> Term {
        let place = QuantifierSite {
            within: self.within.clone(),
            literals,
            number: self.quantified,
        };
        self.quantified += 1;
        // The same place on another walk gives the same terms, so equal prefixes of paths stay
        // equal.
        let known = if let Some(known) = self.known.get(&place) {
            *known
        } else {
            let known = match self.conjunction(&body) {
                Some(truth) => QuantifierTruth::Truth(truth),
                None => QuantifierTruth::Open(self.open_quantifier(&body)),
            };
            self.known.insert(place, known);
            known
        };
        match known {
            QuantifierTruth::Truth(truth) => truth,
            // A variable stands for it. Its instances are made at the end of the walk, when all
            // reads are known.
            QuantifierTruth::Open(quantifier) => {
                let Quantifier {
                    holds,
                    witness,
                    has_inner,
                    ..
                } = self.quantifiers[quantifier];
                if has_inner {
                    // Those inside are asked on this walk as well.
                    let witness = self.machine.domain.word(witness, 0);
                    self.truth(&body, witness, Of::Open(quantifier));
                }
                self.open.push(Open { quantifier, body });
                holds
            }
        }
    }

    /// The truth of a quantifier in this run, and whether other inputs on this path may make it another.
    fn look(&mut self, body: &Body) -> Result<(bool, bool), Halt> {
        let is_open = body.lo.term.is_some() || body.hi.term.is_some();
        let before = std::mem::replace(&mut self.mode, Mode::Look { is_open });
        let mut is_value_open = false;
        let mut result = Ok(true);
        // The run itself decides, element by element; the budget of steps bounds their number.
        for at in body.lo.value..body.hi.value {
            let index = self.machine.domain.constant(64, at);
            match self.holds_at(body, index) {
                Ok(word) if word.value == 1 => is_value_open |= word.term.is_some(),
                Ok(word) => {
                    is_value_open |= word.term.is_some();
                    if self.failing.len() < MOST_FAILING {
                        self.failing.insert(self.machine.domain.term(index));
                    }
                    result = Ok(false);
                    break;
                }
                Err(halt) => {
                    // Which inputs fail like this one is not known.
                    self.concretised += 1;
                    result = Err(halt);
                    break;
                }
            }
        }
        let look = std::mem::replace(&mut self.mode, before);
        let is_open = is_value_open || matches!(look, Mode::Look { is_open: true });
        result.map(|holds| (holds, is_open))
    }

    fn holds_at(&mut self, body: &Body, index: Word) -> Result<Word, Halt> {
        let args = vec![body.env.clone(), Value::Bits(index)];
        let holds = self.function(&body.code, args, &mut ())?;
        Ok(self.machine.bits(&Type::Int(1), &holds)?)
    }

    /// The conjunction of all instances, where there are few and what they look at is not open.
    fn conjunction(&mut self, body: &Body) -> Option<Term> {
        let (lo, hi) = (body.lo, body.hi);
        if lo.term.is_some()
            || hi.term.is_some()
            || hi.value.saturating_sub(lo.value) > MOST_CONJUNCTS
        {
            return None;
        }
        // The number of places known so far is unique, since each new quantifier adds one.
        let of = Of::Conjunction(self.known.len());
        let mut all = self.machine.domain.symbolic.terms.tru();
        for index in lo.value..hi.value {
            let index = self.machine.domain.constant(64, index);
            let truth = self.truth(body, index, of);
            all = self.machine.domain.symbolic.terms.and(all, truth);
        }
        Some(all)
    }

    fn open_quantifier(&mut self, body: &Body) -> usize {
        let terms = &mut self.machine.domain.symbolic.terms;
        // The Skolem form: it holds, or it fails at this one index within the range.
        let (holds, witness) = (terms.fresh("q", 1), terms.fresh("w", 64));
        let parent = self.within.iter().rev().find_map(|level| match level.of {
            Of::Open(quantifier) => Some(quantifier),
            Of::Conjunction(_) => None,
        });
        let own = self.quantifiers.len();
        self.quantifiers.push(Quantifier {
            holds,
            witness,
            reads: Vec::new(),
            done: FxHashSet::default(),
            parent,
            has_inner: false,
        });
        if let Some(parent) = parent {
            self.quantifiers[parent].has_inner = true;
        }
        // Set aside, so that the reads of the body alone are left as its pattern.
        let before = std::mem::take(&mut self.machine.domain.looked_at);
        let index = self.machine.domain.word(witness, 0);
        let truth = self.truth(body, index, Of::Open(own));
        let reads: IndexSet<_> = std::mem::replace(&mut self.machine.domain.looked_at, before);
        let inside = self.inside(body, index);
        let terms = &mut self.machine.domain.symbolic.terms;
        let fails = terms.not(truth);
        let fails = terms.and(inside, fails);
        let fact = terms.or(holds, fails);
        self.machine.domain.facts.push(fact);
        self.quantifiers[own].reads = reads.iter().copied().collect();
        // What is looked at where it fails matters to other quantifiers.
        self.machine.domain.looked_at.extend(reads);
        own
    }

    fn inside(&mut self, body: &Body, index: Word) -> Term {
        let domain = &mut self.machine.domain;
        let (lo, hi, index) = (
            domain.term(body.lo),
            domain.term(body.hi),
            domain.term(index),
        );
        quantifier::in_range(&mut domain.symbolic.terms, lo, hi, index)
    }

    /// Adds what a quantifier says of an index.
    fn instance(&mut self, open: &Open, index: Term) {
        let quantifier = &mut self.quantifiers[open.quantifier];
        // With inner quantifiers a known instance is evaluated again, because those have to be open
        // on this walk as well.
        let is_new = quantifier.done.len() < MOST_INSTANCES && quantifier.done.insert(index);
        if !is_new && !quantifier.has_inner {
            return;
        }
        let holds = quantifier.holds;
        let number = self.machine.domain.symbolic.terms.as_const(index);
        let index = self.machine.domain.word(index, number.unwrap_or(0));
        let inside = self.inside(&open.body, index);
        if self.machine.domain.symbolic.terms.as_bool(inside) == Some(false) {
            return;
        }
        let truth = self.truth(&open.body, index, Of::Open(open.quantifier));
        let terms = &mut self.machine.domain.symbolic.terms;
        let asked = terms.and(holds, inside);
        let fact = terms.implies(asked, truth);
        if is_new {
            self.machine.domain.facts.push(fact);
        }
    }

    /// Adds what the quantifiers of this walk say of the elements that it looked at, and of the indices at which some failed.
    pub(super) fn instantiate(&mut self) {
        self.mode = Mode::Follow;
        let assumed = self.assumed();
        // A copy: instances look at elements themselves, and following those could go on without
        // end.
        let mut looked_at = self.machine.domain.looked_at.clone();
        for (quantifier, assumed) in self.quantifiers.iter().zip(&assumed) {
            if *assumed {
                // It does not fail, so where it would does not matter.
                let terms = &self.machine.domain.symbolic.terms;
                looked_at.retain(|(_, index)| !terms.vars_of(*index).contains(&quantifier.witness));
            }
        }
        let mut at = 0;
        while let Some(open) = self.open.get(at).cloned() {
            at += 1;
            // Instances open further quantifiers, which open further ones.
            if at > MOST_OPEN {
                break;
            }
            for index in self.indices(&open, &looked_at) {
                self.instance(&open, index);
            }
        }
    }

    /// Where it is worth to ask what a quantifier says: where the walk looks, and where a run made some quantifier fail.
    fn indices(&mut self, open: &Open, looked_at: &IndexSet<(ArrayId, Term)>) -> IndexSet<Term> {
        let Quantifier {
            witness, ref reads, ..
        } = self.quantifiers[open.quantifier];
        let domain = &mut self.machine.domain;
        let range = [domain.term(open.body.lo), domain.term(open.body.hi)];
        let read_at = |array: ArrayId| {
            let there = looked_at.iter().filter(move |(other, _)| *other == array);
            there.map(|(_, index)| *index).collect()
        };
        let instances = Instances {
            range,
            witness,
            reads,
            depth: self.bounds.depth,
        };
        let mut indices = self.failing.clone();
        indices.extend(instances.candidates(&mut domain.symbolic.terms, read_at));
        indices
    }

    /// Per quantifier: true if it is a precondition, or asked for by one alone.
    fn assumed(&self) -> Vec<bool> {
        let terms = &self.machine.domain.symbolic.terms;
        let decided = self.decisions.iter();
        let decided = decided
            .filter(|decision| decision.kind == DecisionKind::Assumed)
            .map(|decision| decision.literal);
        let facts = decided.chain(self.asserted.iter().copied());
        let quantifiers = self.quantifiers.iter();
        let quantifiers = quantifiers.map(|quantifier| (quantifier.holds, quantifier.parent));
        quantifier::assumed(terms, facts, quantifiers)
    }

    /// The truth of a body at an index, whatever the input; a new variable where it is not known.
    fn truth(&mut self, body: &Body, index: Word, of: Of) -> Term {
        let memory = std::mem::replace(&mut self.memory, body.memory.clone());
        // A trial must not leave traces in the walk, so everything that it changes is put aside and
        // put back.
        let before = std::mem::replace(&mut self.mode, Mode::Try(Script::default()));
        let level = Level {
            of,
            index: self.machine.domain.term(index),
        };
        self.within.push(level);
        let quantified = std::mem::take(&mut self.quantified);
        let tries = std::mem::replace(&mut self.machine.domain.tries, true);
        let mut ways: Vec<(Vec<Term>, Term)> = Vec::new();
        loop {
            // Every way starts from the memory at the quantifier, since a body may use the stack.
            self.memory = body.memory.clone();
            self.quantified = 0;
            let result = self.holds_at(body, index);
            let truth = match result {
                Ok(word) => self.machine.domain.term(word),
                // A way without a result says nothing: a fresh variable makes the instance weaker,
                // never wrong.
                Err(_) => self.machine.domain.symbolic.terms.fresh("u", 1),
            };
            let Mode::Try(script) = &mut self.mode else {
                break;
            };
            ways.push((std::mem::take(&mut script.literals), truth));
            // Depth first: drop the ways behind the last decision that was made, then turn the
            // deepest `true` into `false`.
            script.ways.truncate(script.at);
            script.at = 0;
            while script.ways.last() == Some(&false) {
                script.ways.pop();
            }
            match script.ways.last_mut() {
                Some(last) => *last = false,
                None => break,
            }
            if ways.len() as u32 >= MOST_WAYS {
                // All ways that were not tried share one unknown truth.
                let rest = self.machine.domain.symbolic.terms.fresh("u", 1);
                ways.push((Vec::new(), rest));
                break;
            }
        }
        self.mode = before;
        self.memory = memory;
        self.within.pop();
        self.machine.domain.tries = tries;
        self.quantified = quantified;
        let terms = &mut self.machine.domain.symbolic.terms;
        // The ways exclude each other and cover all inputs, so the last needs no condition.
        let last = ways.pop().map_or_else(|| terms.tru(), |(_, truth)| truth);
        ways.into_iter()
            .rev()
            .fold(last, |rest, (literals, truth)| {
                let cond = terms.and_all(literals);
                terms.ite(cond, truth, rest)
            })
    }
}
