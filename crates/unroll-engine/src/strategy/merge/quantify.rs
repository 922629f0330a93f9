//! Bounded universal quantifiers, instantiated at the indices that the execution reads.
//!
//! `forall(lo..hi, body)` becomes a Boolean q. If q is false, one witness suffices: a Skolem index at which the body
//! fails. If q is true, there is an instance for every index; instances are made at the index terms at which the
//! execution reads the arrays that the body reads, as in decision procedures for array properties (Bradley, Manna
//! and Sipma, 2006). A model may therefore violate a missing instance, so it is replayed natively before it is
//! believed. Leaving facts out never makes a proof of unreachability wrong.
//!
//! Inside an instance only the truth of a quantifier matters, so it gets instances and no witness. A precondition is
//! assumed, so its witness is dropped. Otherwise the index terms would multiply without end.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::domain::Domain;
use crate::domain::path::Path;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::strategy::merge::Merge;
use crate::strategy::merge::end::Interrupt;
use crate::strategy::merge::state::{Code, State, SymbolicValue};
use crate::strategy::quantifier::{self, Instances};
use crate::strategy::record::{SliceLeaf, Witness};
use unroll_llvm::ir::Type;
use unroll_smt::term::{Term, Terms};

/// The most instances of one execution, because nested quantifiers over several arrays have the product of their instances. A record says if instances were left out
/// ([`Record::instances_left`](crate::strategy::record::Record::instances_left)), because a model may then be no execution of the program.
const INSTANCE_LIMIT: usize = 6_000;

/// A quantifier met during execution.
#[derive(Debug)]
pub(crate) struct Quantifier {
    /// Its truth.
    holds: Term,
    lo: Term,
    hi: Term,
    env: SymbolicValue,
    body: Rc<Code>,
    /// The state in which the body is evaluated; its path is when the quantifier is asked.
    state: State,
    /// The index at which it fails, when it fails.
    witness: Term,
    /// The truth of the body at the witness.
    truth: Term,
    /// That it holds or fails at the witness.
    witnessed: Option<Term>,
    /// Arrays that the body reads, each with an index as a function of the witness.
    reads: Vec<(usize, Term)>,
    /// The quantifier whose witness asked for this one.
    parent: Option<usize>,
    done: FxHashSet<Term>,
}

impl Merge<'_> {
    /// The truth of `forall(lo..hi, body)`.
    pub(crate) fn quantify(
        &mut self,
        [lo, hi]: [Term; 2],
        env: &SymbolicValue,
        body: &Rc<Code>,
        state: &State,
    ) -> Result<Term, Stop> {
        let terms = &mut self.machine.domain.terms;
        let nonempty = terms.ult(lo, hi);
        // An empty range makes the quantifier true, and a witness between its ends would contradict
        // itself.
        if terms.as_bool(nonempty) == Some(false) {
            return Ok(terms.tru());
        }
        let holds = terms.fresh("q", 1);
        let witness = witness_between(terms, lo, hi);
        // No path condition inside: an instance says something about the quantifier, whatever path asks it.
        let state = state.on(Path::default());
        let before: Vec<usize> = self
            .machine
            .domain
            .arrays
            .iter()
            .map(|array| array.reads.len())
            .collect();
        let own = self.quantifiers.len();
        // Before the body is evaluated, because quantifiers in the body name this one as their
        // parent.
        self.quantifiers.push(Quantifier {
            holds,
            lo,
            hi,
            env: env.clone(),
            body: Rc::clone(body),
            state: state.clone(),
            witness,
            truth: holds,
            witnessed: None,
            reads: Vec::new(),
            parent: self.asking,
            done: FxHashSet::default(),
        });
        let asking = self.asking.replace(own);
        let truth = self.body_at(body, env, witness, &state);
        self.asking = asking;
        let truth = truth?;
        self.quantifiers[own].reads = self.reads_since(&before);
        self.quantifiers[own].truth = truth;
        if self.instantiating {
            // A quantifier inside an instance has no witness of its own. If the reads at it stayed, they would be candidates for
            // the outer quantifier, whose instances make further inner quantifiers, without end.
            self.forget_reads(&before);
        } else {
            let witnessed = self.witnessed(own)?;
            self.quantifiers[own].witnessed = Some(witnessed);
        }
        Ok(holds)
    }

    /// That a quantifier holds or has an index at which it fails. Small indices stand apart where the body looks at no array, or
    /// at elements that the execution read at constant indices: so the solver meets the same terms.
    fn witnessed(&mut self, at: usize) -> Result<Term, Stop> {
        let Quantifier {
            holds,
            lo,
            hi,
            witness,
            truth,
            ref env,
            ref body,
            ref state,
            ref reads,
            ..
        } = self.quantifiers[at];
        let (env, body, state) = (env.clone(), Rc::clone(body), state.clone());
        let smalls = if reads.is_empty() {
            let terms = &mut self.machine.domain.terms;
            quantifier::small_indices(terms, lo, self.bounds.depth)
        } else {
            self.indices_read(at)
        };
        let mut fails = Vec::new();
        for index in &smalls {
            let inside = quantifier::in_range(&mut self.machine.domain.terms, lo, hi, *index);
            // Outside of the range nothing can fail, so the body is not evaluated there.
            if !self.machine.domain.is(inside, false) {
                let truth = self.body_at(&body, &env, *index, &state)?;
                let terms = &mut self.machine.domain.terms;
                let fails_here = terms.not(truth);
                fails.push(terms.and(inside, fails_here));
            }
        }
        let terms = &mut self.machine.domain.terms;
        let mut inside = quantifier::in_range(terms, lo, hi, witness);
        if let Some(last) = smalls.last() {
            // The small indices have cases of their own, so the witness only has to stand for those
            // behind them.
            let beyond = terms.ult(*last, witness);
            inside = terms.and(inside, beyond);
        }
        let fails_there = terms.not(truth);
        fails.push(terms.and(inside, fails_there));
        let somewhere = terms.or_all(fails);
        Ok(terms.or(holds, somewhere))
    }

    /// The constant indices from 0 on, without a gap, at which the body would look at elements that were read.
    fn indices_read(&mut self, at: usize) -> Vec<Term> {
        let Quantifier {
            witness, ref reads, ..
        } = self.quantifiers[at];
        let patterns = reads.clone();
        let mut indices = BTreeSet::new();
        for (array, pattern) in patterns {
            let looked_at: Vec<Term> = self.machine.domain.arrays[array]
                .reads
                .keys()
                .copied()
                .collect();
            for index in looked_at {
                let terms = &mut self.machine.domain.terms;
                let index = quantifier::solve_index(terms, pattern, witness, index);
                indices.extend(terms.as_const(index));
            }
        }
        let terms = &mut self.machine.domain.terms;
        // A gap would be lost: `witnessed` takes the witness to lie above the last of these
        // indices.
        let gapless = (0..).zip(indices).take_while(|(rank, index)| rank == index);
        gapless
            .map(|(_, index)| terms.constant(64, index))
            .collect()
    }

    /// Takes the bounds of all elements of an array from an assumed quantifier over all of it.
    pub(crate) fn bound_elements(&mut self, assumed: Term) {
        let Some(found) = self
            .quantifiers
            .iter()
            .find(|quantifier| quantifier.holds == assumed)
        else {
            return;
        };
        let (lo, hi, witness, truth) = (found.lo, found.hi, found.witness, found.truth);
        let &[(array, index)] = &*found.reads else {
            return;
        };
        let covers = |slice: &SliceLeaf| slice.array as usize == array && slice.len == hi;
        // Only a quantifier over the whole slice, one element at a time, says something about each
        // element.
        if index != witness
            || !self.machine.domain.is(lo, false)
            || !self.record.slices.iter().any(covers)
        {
            return;
        }
        let domain = &mut self.machine.domain;
        // The witness of an assumed quantifier is not used: its element may take what all elements satisfy.
        domain.terms.assume(truth);
        domain.bound_elements(array, index);
    }

    fn reads_since(&self, before: &[usize]) -> Vec<(usize, Term)> {
        let arrays = self.machine.domain.arrays.iter().enumerate();
        arrays
            .flat_map(|(id, array)| {
                let known = before.get(id).copied().unwrap_or(0);
                array
                    .reads
                    .keys()
                    .skip(known)
                    .map(move |index| (id, *index))
            })
            .collect()
    }

    fn forget_reads(&mut self, before: &[usize]) {
        for (id, array) in self.machine.domain.arrays.iter_mut().enumerate() {
            array.reads.truncate(before.get(id).copied().unwrap_or(0));
        }
    }

    /// Quantifiers that every execution of interest assumes, and those that only their witnesses asked for.
    fn assumed(&self) -> Vec<bool> {
        let facts = self.record.assumptions.iter().copied();
        let quantifiers = self.quantifiers.iter();
        let quantifiers = quantifiers.map(|quantifier| (quantifier.holds, quantifier.parent));
        quantifier::assumed(&self.machine.domain.terms, facts, quantifiers)
    }

    /// Makes instances until no quantifier has a new index to look at.
    pub(crate) fn instantiate_quantifiers(&mut self) -> Result<(), Stop> {
        let assumed = self.assumed();
        let mut dropped: FxHashSet<(usize, Term)> = FxHashSet::default();
        let mut useless: FxHashSet<usize> = FxHashSet::default();
        for (at, assumed) in assumed.iter().enumerate() {
            let quantifier = &self.quantifiers[at];
            if *assumed {
                dropped.extend(quantifier.reads.iter().copied());
                // Asked for by the witness of an assumed quantifier, which is dropped: nothing
                // depends on its truth.
                useless.extend(quantifier.parent.is_some().then_some(at));
            } else {
                self.record.facts.extend(quantifier.witnessed);
                self.note_witness(at);
            }
        }
        let arrays = self.machine.domain.arrays.iter().enumerate();
        let looked_at: Vec<Vec<Term>> = arrays
            .map(|(id, array)| {
                array
                    .reads
                    .keys()
                    .copied()
                    .filter(|index| !dropped.contains(&(id, *index)))
                    .collect()
            })
            .collect();
        // The dropped reads would take part in the constraints between elements, pair by pair, and
        // say nothing.
        for (array, looked_at) in self.machine.domain.arrays.iter_mut().zip(&looked_at) {
            array.reads.retain(|index, _| looked_at.contains(index));
        }
        self.instantiating = true;
        let mut made = 0;
        // An instance may read further elements, and make quantifiers of its own: a fixed point, within the limit of instances.
        let mut progress = true;
        while progress {
            progress = false;
            let mut at = 0;
            // By position: instances may add quantifiers, which have their turn in the same round.
            while at < self.quantifiers.len() {
                if !useless.contains(&at) {
                    let candidates = self.candidates(at, &looked_at);
                    progress |= self.instances(at, candidates, &mut made)?;
                }
                at += 1;
            }
        }
        // Instances of others have read more elements; what is assumed of each element alone holds of these as well.
        for at in (0..assumed.len()).filter(|at| assumed[*at] && !useless.contains(at)) {
            if let &[(array, index)] = &*self.quantifiers[at].reads
                && index == self.quantifiers[at].witness
            {
                let read = &self.machine.domain.arrays[array].reads;
                let read: Vec<Term> = read.keys().copied().collect();
                self.instances(at, read, &mut made)?;
            }
        }
        Ok(())
    }

    /// Makes the instances of a quantifier at the indices that are new, as far as there may be more; whether any was.
    fn instances(&mut self, at: usize, indices: Vec<Term>, made: &mut usize) -> Result<bool, Stop> {
        let mut progress = false;
        for index in indices {
            if !self.quantifiers[at].done.insert(index) {
                continue;
            }
            *made += 1;
            if *made > INSTANCE_LIMIT {
                self.record.instances_left = true;
                // No progress, so that the rounds end; the record says that instances are missing.
                return Ok(false);
            }
            self.instance(at, index)?;
            progress = true;
        }
        Ok(progress)
    }

    /// Records where a quantifier fails, for proofs about it.
    fn note_witness(&mut self, at: usize) {
        let quantifier = &self.quantifiers[at];
        let Some(somewhere) = quantifier.witnessed else {
            return;
        };
        let elements = quantifier
            .reads
            .iter()
            .filter_map(|(array, index)| self.machine.domain.arrays[*array].reads.get(index));
        let terms = std::iter::once(&quantifier.witness).chain(elements);
        let terms = terms.copied().collect();
        let fails = self.machine.domain.terms.not(quantifier.holds);
        self.record.witnesses.push(Witness {
            fails,
            somewhere,
            terms,
        });
    }

    fn instance(&mut self, at: usize, index: Term) -> Result<(), Stop> {
        let Quantifier {
            holds,
            lo,
            hi,
            ref env,
            ref body,
            ref state,
            ..
        } = self.quantifiers[at];
        let (env, body, state) = (env.clone(), Rc::clone(body), state.clone());
        let inside = quantifier::in_range(&mut self.machine.domain.terms, lo, hi, index);
        if self.machine.domain.is(inside, false) {
            return Ok(());
        }
        let truth = self.body_at(&body, &env, index, &state)?;
        let terms = &mut self.machine.domain.terms;
        // An implication from the quantifier, and from it alone: an instance that is missing makes the facts weaker, never wrong.
        let asked = terms.and(holds, inside);
        let fact = terms.implies(asked, truth);
        self.record.facts.push(fact);
        Ok(())
    }

    /// The truth of a body at an index.
    fn body_at(
        &mut self,
        body: &Rc<Code>,
        env: &SymbolicValue,
        index: Term,
        state: &State,
    ) -> Result<Term, Stop> {
        self.muted += 1;
        let args = vec![env.clone(), Value::Bits(index)];
        let result = self.activate(body, args, state.clone());
        self.muted -= 1;
        match result {
            Ok((_, value)) => self.machine.bits(&Type::Int(1), &value),
            Err(Interrupt::Ended(_)) => {
                // A body that does not return says nothing; native replay decides.
                self.record.instances_left = true;
                Ok(self.machine.domain.terms.fresh("u", 1))
            }
            Err(Interrupt::Stop(stop)) => Err(stop),
        }
    }

    /// Indices at which the quantifier is worth instantiating.
    fn candidates(&mut self, at: usize, looked_at: &[Vec<Term>]) -> Vec<Term> {
        let quantifier = &self.quantifiers[at];
        let instances = Instances {
            range: [quantifier.lo, quantifier.hi],
            witness: quantifier.witness,
            reads: &quantifier.reads,
            depth: self.bounds.depth,
        };
        let terms = &mut self.machine.domain.terms;
        instances.candidates(terms, |array| looked_at[array].clone())
    }
}

/// A fresh index with as many free bits as the range leaves open.
fn witness_between(terms: &mut Terms, lo: Term, hi: Term) -> Term {
    let (least, _) = terms.interval(lo);
    let (_, most) = terms.interval(hi);
    // Fewer free bits keep arithmetic on the index small for the SAT solver. The bits above are the same for all of the range.
    let free = (128 - (least ^ most).leading_zeros()).clamp(1, 64);
    let low = terms.fresh("w", free);
    if free == 64 {
        return low;
    }
    let high = terms.constant(64 - free, least >> free);
    terms.concat(high, low)
}
