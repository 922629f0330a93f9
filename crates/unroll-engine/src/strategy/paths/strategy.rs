//! The meaning of inputs, events and operations on a walk (`docs/dev/protocol.md`, section 4).

use std::rc::Rc;

use super::code::{Analyses, Code};
use super::walk::WalkState;
use super::word::{Concolic, ConcolicValue, Word};
use super::{DecisionKind, LabelFork};
use crate::domain::stop::{Budget, Stop};
use crate::domain::value::{Pointer, Value};
use crate::domain::{ArrayId, Domain};
use crate::memory::Memory;
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::{Machine, Registers};
use crate::strategy::record::{CutReason, Leaf, SliceLeaf};
use crate::strategy::trace::{End, ExitEvent};
use crate::strategy::walk::Strategy;
use crate::strategy::walk::crossing::Iterations;
use crate::strategy::walk::event::Event;
use crate::strategy::walk::follow::{Follow, Halt};
use crate::strategy::walk::probes::{Elements, Scalar, most_elements};
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{Call, InstrKind};
use unroll_protocol::Crossing;

impl<'p> Strategy<'p> for WalkState<'_, 'p> {
    type Domain = Concolic;
    type Analyses = Analyses;
    type State = ();
    type Halt = Halt;

    fn machine(&mut self) -> &mut Machine<'p, Concolic> {
        &mut self.machine
    }

    fn parts<'a>(
        &'a mut self,
        (): &'a mut (),
    ) -> (&'a mut Machine<'p, Concolic>, &'a mut Memory<Word>) {
        (&mut self.machine, &mut self.memory)
    }

    fn code(&mut self, from: ModuleId, symbol: &str) -> Result<Option<Rc<Code>>, Stop> {
        let functions = &mut *self.functions;
        let program = self.machine.program;
        self.codes.get(program, (from, symbol), |module, function| {
            *functions += 1;
            Rc::new(Code {
                module,
                analyses: Analyses::new(&function, *functions - 1),
                function,
            })
        })
    }

    fn spend(&mut self, instructions: u64) -> Result<(), Stop> {
        self.steps += instructions;
        if self.steps > self.bounds.steps {
            return Err(Stop::Budget(Budget::Steps));
        }
        if self.clock.is_over(self.steps) {
            return Err(Stop::Budget(Budget::Time));
        }
        Ok(())
    }

    fn execute(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<Word>,
        (): &mut (),
    ) -> Result<ConcolicValue, Halt> {
        self.operate(module, kind, registers)
    }

    fn intrinsic(
        &mut self,
        symbol: &str,
        args: Args<'_, Word>,
        (): &mut (),
    ) -> Result<ConcolicValue, Halt> {
        if let Some(value) = self.split_extremum(symbol, args)? {
            return Ok(value);
        }
        let value = self.known(args, |run, args| {
            let value = run.machine.intrinsic(symbol, args, &mut run.memory)?;
            Ok(Some(value))
        })?;
        Ok(value.unwrap_or(Value::Undef))
    }

    fn library(
        &mut self,
        symbol: (ModuleId, &str),
        _: &Call,
        args: Args<'_, Word>,
        (): &mut (),
    ) -> Result<Option<ConcolicValue>, Halt> {
        let mut fixed = Vec::new();
        let mut args = args;
        if matches!(symbol.1, "memcmp" | "bcmp") {
            let len = self.machine.argument(args, 2)?;
            fixed.extend_from_slice(args);
            // A term over a comparison of unknown length would need a bound; another length is
            // another path.
            fixed[2].1 = Value::Bits(self.fix(len)?);
            args = &fixed;
        }
        self.known(args, |run, args| {
            run.machine.library(symbol, args, &mut run.memory)
        })
    }

    fn elementary(
        &mut self,
        symbol: &str,
        args: Args<'_, Word>,
        (): &mut (),
    ) -> Result<Option<ConcolicValue>, Halt> {
        self.known(args, |run, args| run.machine.elementary(symbol, args))
    }

    /// A number that depends on the input is fixed.
    fn number(&mut self, word: Word) -> Result<u64, Stop> {
        Ok(self.fix(word)?.value as u64)
    }

    fn scalar(&mut self, scalar: Scalar, (): &()) -> Word {
        let number = self.inputs.scalars.get(&scalar.key).copied().unwrap_or(0);
        // The inputs are no unknowns then, and terms are left to the layout of memory.
        if self.machine.domain.is_fixed {
            return self.machine.domain.constant(64, u128::from(number));
        }
        let symbolic = &mut self.machine.domain.symbolic;
        let (value, bound) = symbolic.bounded_var(&scalar.name(), 64, scalar.max);
        let always = symbolic.terms.tru();
        if let Some(fact) = bound
            // Facts outlive walks, so each is told once.
            && self.asserted.insert(fact)
        {
            self.machine.domain.facts.push(fact);
        }
        if !self.leaves.iter().any(|leaf| leaf.value == value) {
            self.leaves.push(Leaf {
                key: scalar.key,
                value,
                max: scalar.max,
                is_length: scalar.is_length,
                cond: always,
            });
        }
        self.machine.domain.word(value, u128::from(number))
    }

    fn array(&mut self, elements: Elements<Word>, (): &()) -> ArrayId {
        let Elements { key, size, max, .. } = elements;
        let shape = (key, size, max);
        let array = if let Some(known) = self.arrays.get(&shape) {
            *known
        } else {
            let values = self.inputs.slices.get(&key).cloned().unwrap_or_default();
            let domain = &mut self.machine.domain;
            let array: ArrayId = domain.symbolic.array(key, size * 8, max);
            domain.elements.insert(array, values);
            self.arrays.insert(shape, array);
            array
        };
        let len = self.machine.domain.term(elements.len);
        let known = |slice: &SliceLeaf| slice.array == array.0 && slice.len == len;
        if !self.slices.iter().any(known) {
            let cond = self.machine.domain.symbolic.terms.tru();
            self.slices.push(SliceLeaf {
                key,
                len,
                array: array.0,
                is_text: elements.is_text,
                cond,
            });
        }
        array
    }

    fn event(&mut self, event: Event<Word>, (): &mut ()) -> Result<(), Halt> {
        match event {
            Event::AsksNative => self.note_shown(),
            Event::Limit(stop) => self.limit(stop),
            Event::Building { begins: true } => self.limit(Stop::Building),
            Event::Building { begins: false }
            | Event::Judging { .. }
            | Event::Shortened { .. }
            | Event::Enter { .. } => {}
            Event::Fits { size, len } => self.assume_fits(size, len),
            Event::Step { loop_, iteration } => {
                // Every input on this path makes the iteration, so the depth does not limit it.
                if self.is_forced(loop_) {
                    self.iteration = iteration.value as u32;
                    return Ok(());
                }
                let domain = &mut self.machine.domain;
                let depth = domain.constant(32, u128::from(self.bounds.depth));
                let beyond = domain.ult(depth, iteration);
                if self.decide_as(beyond, DecisionKind::Event) {
                    return Err(Halt::Cut(CutReason::SourceLoop(loop_)));
                }
                self.iteration = iteration.value as u32;
            }
            Event::Exit {
                loop_,
                depth,
                mask,
                kind,
            } => self.exit([loop_, depth, mask, kind])?,
            Event::Label { number, holds } => {
                // Where the compiler made one call of several, which label it is depends on the input and is fixed.
                let number = self.number(number)? as u32;
                // The compiler may turn the branch around a label into the condition of the label.
                if self.steps_of_paths.contains(&number) && self.is_following() {
                    self.decide_as(holds, DecisionKind::Event);
                }
                self.label(number, holds);
            }
            Event::Assume { clause, holds } => self.assume(clause, holds)?,
            Event::Check { clause, holds } => {
                if !self.decide_as(holds, DecisionKind::Check) {
                    return Err(Halt::End(End::Violated(clause)));
                }
            }
            Event::Inapplicable { loop_ } => return Err(Halt::Cut(CutReason::SourceLoop(loop_))),
            Event::Assumption(holds) => {
                // A decision, because inputs on which the assumption fails must not count as going
                // this way.
                if !self.decide(holds) {
                    return Err(Stop::Undefined.into());
                }
            }
        }
        Ok(())
    }

    fn crossing(&self) -> Rc<Crossing> {
        Rc::clone(&self.crossing)
    }

    fn iterations<'a>(&'a mut self, (): &'a mut ()) -> &'a mut Iterations<Word> {
        &mut self.iterations
    }

    fn quantifies(&mut self) -> bool {
        !self.machine.domain.is_fixed
    }

    fn forall(
        &mut self,
        range: [Word; 2],
        env: &ConcolicValue,
        body: &Pointer<Word>,
        (): &mut (),
    ) -> Result<Word, Halt> {
        self.quantify(range, env, body)
    }
}

impl WalkState<'_, '_> {
    /// Notes what the harness can show by now of words that the layout decides.
    fn note_shown(&mut self) {
        if self.machine.domain.is_fixed && self.activations == 1 && self.machine.inputs.are_built()
        {
            self.shown.extend(self.machine.shown(&self.memory));
        }
    }

    /// Notes that inputs are not all that there are.
    pub(super) fn limit(&mut self, stop: Stop) {
        if !self.limits.contains(&stop) {
            self.limits.push(stop);
        }
    }

    /// A fact of every run that gets here, so it stands behind what was decided.
    fn assume_fits(&mut self, size: u64, len: Word) {
        let domain = &mut self.machine.domain;
        let most = domain.constant(64, most_elements(size));
        let beyond = domain.ult(most, len);
        if let Some(beyond) = beyond.term {
            let terms = &mut domain.symbolic.terms;
            let fits = terms.not(beyond);
            // Under the decisions so far: another path may ask for the same length with other
            // elements.
            let path = terms.and_all(self.decisions.iter().map(|decision| decision.literal));
            let fact = terms.implies(path, fits);
            if self.asserted.insert(fact) {
                domain.facts.push(fact);
            }
        }
    }

    /// Notes a label, which decides nothing: neither its condition nor the negation restricts what comes behind it.
    fn label(&mut self, label: u32, condition: Word) {
        if !self.is_following() {
            return;
        }
        let holds = condition.value == 1;
        if holds {
            self.labels.insert(label);
        }
        if let Some(condition) = condition.term
            // A condition that the path has decided holds or fails for all of its inputs, so there
            // is nothing to fork for.
            && !self.decided.contains_key(&condition)
        {
            self.forks.push(LabelFork {
                label,
                condition,
                holds,
                decisions: self.decisions.len(),
                leaves: self.leaves.len(),
                slices: self.slices.len(),
            });
        }
    }

    /// The report of an exit is fixed, bit by bit where branches of the iteration depend on the input.
    fn exit(&mut self, [loop_, depth, mask, kind]: [Word; 4]) -> Result<(), Stop> {
        let [loop_, depth, kind] = [self.number(loop_)?, self.number(depth)?, self.number(kind)?];
        if mask.term.is_some() {
            // Bit by bit: each is a branch of the source, while the whole word would have a
            // decision for each combination.
            for bit in 0..mask.width {
                let taken = self.machine.domain.extract(mask, bit, 1);
                self.decide_as(taken, DecisionKind::Event);
            }
        }
        if self.is_following() {
            self.exits.push(ExitEvent {
                loop_: loop_ as u32,
                depth: depth as u32,
                mask: mask.value as u64,
                kind: kind as u32,
            });
        }
        Ok(())
    }

    fn assume(&mut self, clause: Word, holds: Word) -> Result<(), Halt> {
        let clause = self.number(clause)? as u32;
        if self.is_following()
            // Bounds of terms hold on all walks, so only what no decision precedes may narrow them.
            && self.decisions.is_empty()
            && let Some(fact) = holds.term
        {
            // Every execution comes by here: a fact of all of them, from which terms take their bounds.
            if self.asserted.insert(fact) {
                self.machine.domain.symbolic.terms.assume(fact);
                self.machine.domain.facts.push(fact);
            }
        } else if holds.value == 1 {
            self.decide_as(holds, DecisionKind::Assumed);
        } else {
            self.decide_as(holds, DecisionKind::Rejected);
        }
        if holds.value == 1 {
            Ok(())
        } else {
            Err(Halt::End(End::Rejected(clause)))
        }
    }
}
