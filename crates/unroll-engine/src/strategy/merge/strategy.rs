//! The symbolic meaning of inputs and events (`docs/dev/protocol.md`, section 4).

use std::rc::Rc;

use crate::domain::ArrayId;
use crate::domain::layout::MOST_BYTES;
use crate::domain::stop::{Budget, Stop};
use crate::domain::symbolic::Symbolic;
use crate::domain::value::Pointer;
use crate::memory::Memory;
use crate::semantics::constant::function_of;
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Machine;
use crate::strategy::merge::Merge;
use crate::strategy::merge::end::{Interrupt, PathEnd};
use crate::strategy::merge::state::{Analyses, Code, State, SymbolicValue};
use crate::strategy::record::{CutReason, Exit, LabelHit, Leaf, SliceLeaf};
use crate::strategy::walk::crossing::Iterations;
use crate::strategy::walk::event::Event;
use crate::strategy::walk::probes::{Elements, Scalar, most_elements};
use crate::strategy::walk::{Executor, Strategy};
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{Call, Reg};
use unroll_protocol::Crossing;
use unroll_smt::term::Term;

impl<'p> Strategy<'p> for Merge<'p> {
    type Domain = Symbolic;
    type Analyses = Analyses;
    type State = State;
    type Halt = Interrupt;

    fn machine(&mut self) -> &mut Machine<'p, Symbolic> {
        &mut self.machine
    }

    fn parts<'a>(
        &'a mut self,
        state: &'a mut State,
    ) -> (&'a mut Machine<'p, Symbolic>, &'a mut Memory<Term>) {
        (&mut self.machine, &mut state.memory)
    }

    fn code(&mut self, from: ModuleId, symbol: &str) -> Result<Option<Rc<Code>>, Stop> {
        let program = self.machine.program;
        self.codes.get(program, (from, symbol), |module, function| {
            Rc::new(Code {
                module,
                analyses: Analyses::new(&function),
                function,
            })
        })
    }

    fn spend(&mut self, instructions: u64) -> Result<(), Stop> {
        self.record.steps += instructions;
        if self.record.steps > self.bounds.steps {
            return Err(Stop::Budget(Budget::Steps));
        }
        if self.clock.is_over(self.record.steps) {
            return Err(Stop::Budget(Budget::Time));
        }
        if self.scalars_only && self.record.has_lengths() {
            return Err(Stop::unsupported("an input with a length"));
        }
        Ok(())
    }

    fn executed(
        &mut self,
        code: &Rc<Code>,
        result: Option<(Reg, &SymbolicValue)>,
        state: &mut State,
    ) -> Result<(), Interrupt> {
        self.note_restriction(state);
        self.note_remainders()?;
        self.note_private(code, result);
        self.forget_exposed(code, result.map(|(reg, _)| reg), state);
        self.end_unbuilt(state)
    }

    fn library(
        &mut self,
        symbol: (ModuleId, &str),
        call: &Call,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Option<SymbolicValue>, Interrupt> {
        // Before the machine's own `memcmp`, which has no bound for unknown lengths.
        if matches!(symbol.1, "memcmp" | "bcmp") {
            return Ok(Some(self.compare_within(args, state)?));
        }
        let value = self.machine.library(symbol, args, &mut state.memory)?;
        if value.is_some() {
            self.end_unallocated(state)?;
            return Ok(value);
        }
        if let Some(result) = self.apply(symbol, call, args, state)? {
            return Ok(Some(result));
        }
        // Last, because functions of the library have a meaning that costs nothing to keep in an
        // abstraction as well.
        Ok(self.havoc_call(symbol, call, args, state)?)
    }

    fn intrinsic(
        &mut self,
        symbol: &str,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<SymbolicValue, Interrupt> {
        // Also of known numbers, since no proof rests on what this machine makes of them.
        if let Some(result) = self.elementary(symbol, args, state)? {
            return Ok(result);
        }
        Ok(self.machine.intrinsic(symbol, args, &mut state.memory)?)
    }

    fn elementary(
        &mut self,
        symbol: &str,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Option<SymbolicValue>, Interrupt> {
        Ok(self.apply_elementary(symbol, args, state)?)
    }

    fn number(&mut self, word: Term) -> Result<u64, Stop> {
        let constant = self.machine.domain.terms.as_const(word);
        let constant = constant.map(|constant| constant as u64);
        constant.ok_or_else(|| Stop::unsupported("input whose shape depends on another input"))
    }

    fn scalar(&mut self, scalar: Scalar, state: &State) -> Term {
        let terms = &mut self.machine.domain.terms;
        let cond = state.path.conjunction(terms);
        // A leaf that several paths ask for is one input: one variable, needed if any of the paths is taken.
        let mut leaves = self.record.leaves.iter_mut();
        if let Some(known) = leaves.find(|leaf| leaf.key == scalar.key && leaf.max == scalar.max) {
            known.cond = terms.or(known.cond, cond);
            return known.value;
        }
        let (value, bound) = self
            .machine
            .domain
            .bounded_var(&scalar.name(), 64, scalar.max);
        self.record.facts.extend(bound);
        self.record.leaves.push(Leaf {
            key: scalar.key,
            value,
            max: scalar.max,
            is_length: scalar.is_length,
            cond,
        });
        value
    }

    fn most_built(&self) -> Option<u64> {
        Some(self.elements_built())
    }

    fn condition(&mut self, number: Term, holds: Term, state: &State) -> Term {
        self.evaluate(number, holds, state)
    }

    fn define(
        &mut self,
        number: Term,
        place: &Pointer<Term>,
        size: Term,
        state: &mut State,
    ) -> Result<(), Interrupt> {
        Ok(self.relaxed_definition(number, place, size, state)?)
    }

    fn array(&mut self, elements: Elements<Term>, state: &State) -> ArrayId {
        let Elements { key, len, .. } = elements;
        let array = self
            .machine
            .domain
            .array(key, elements.size * 8, elements.max);
        let terms = &mut self.machine.domain.terms;
        let cond = state.path.conjunction(terms);
        let mut slices = self.record.slices.iter_mut();
        // Paths that ask for the same elements ask for one input; with another length it is another
        // leaf on the same elements.
        if let Some(known) = slices.find(|slice| slice.array == array.0 && slice.len == len) {
            known.cond = terms.or(known.cond, cond);
        } else {
            self.record.slices.push(SliceLeaf {
                key,
                len,
                array: array.0,
                is_text: elements.is_text,
                cond,
            });
        }
        array
    }

    fn event(&mut self, event: Event<Term>, state: &mut State) -> Result<(), Interrupt> {
        match event {
            Event::AsksNative | Event::Enter { .. } => {}
            // Inputs beyond the limit are missing from here on, so nothing behind it is unreachable. Those within it go on.
            Event::Limit(stop) => self.cut(&state.path, CutReason::Stop(stop)),
            Event::Building { begins: true } => {
                self.cut(&state.path, CutReason::Stop(Stop::Building));
                state.constructors += 1;
            }
            // No other value could be judged here, so nothing is missing behind it.
            Event::Judging { begins: true } => state.constructors += 1,
            Event::Building { begins: false } | Event::Judging { begins: false } => {
                state.constructors = state.constructors.saturating_sub(1);
            }
            Event::Fits { size, len } => self.assume_fits(size, len, state),
            Event::Shortened { len, most } => self.shorten(len, most, state)?,
            // One iteration stands for all later ones, so there is none beyond the depth.
            Event::Step { .. } if self.cut.is_on => {}
            Event::Step { loop_, iteration } => {
                let may_force = self.may_force();
                // Every execution that made the iteration before makes this one, so the depth does not limit it: a cut would
                // leave no execution behind the loop.
                if self.forced.begin(loop_, &state.path) && may_force {
                    return Ok(());
                }
                let terms = &mut self.machine.domain.terms;
                let depth = terms.constant(32, u128::from(self.bounds.depth));
                let within = terms.ule(iteration, depth);
                let how = PathEnd::Cut(CutReason::SourceLoop(loop_));
                return self.continue_under(within, how, state);
            }
            Event::Exit {
                loop_, depth, mask, ..
            } => {
                let loop_ = self.number(loop_)? as u32;
                let cond = state.path.conjunction(&mut self.machine.domain.terms);
                if self.muted == 0 {
                    self.record.add_exit(Exit {
                        loop_,
                        depth,
                        mask,
                        cond,
                    });
                }
            }
            Event::Label { number, holds } => self.label(number, holds, state),
            Event::Assume { clause, holds } => {
                let holds = self.relaxed_precondition(clause, holds, state)?;
                return self.assume(holds, state);
            }
            Event::Check { clause, holds } => {
                return self.continue_under(holds, PathEnd::Violated(clause), state);
            }
            Event::Inapplicable { loop_ } => {
                let how = PathEnd::Cut(CutReason::SourceLoop(loop_));
                return Err(self.end(state, how).into());
            }
            // None of the executions without defined behaviour goes on in the program; they stay on the path, where they do no harm.
            Event::Assumption(holds) => self.end_unless(holds, PathEnd::Undefined, state),
        }
        Ok(())
    }

    fn crossing(&self) -> Rc<Crossing> {
        Rc::clone(&self.crossing)
    }

    fn iterations<'a>(&'a mut self, state: &'a mut State) -> &'a mut Iterations<Term> {
        &mut state.iterations
    }

    fn forall(
        &mut self,
        range: [Term; 2],
        env: &SymbolicValue,
        body: &Pointer<Term>,
        state: &mut State,
    ) -> Result<Term, Interrupt> {
        let body = body.as_single().and_then(|case| function_of(&case.place));
        let (symbol, home) =
            body.ok_or_else(|| Stop::unsupported("quantifier over an unknown function"))?;
        let code = self.body(home, &symbol)?;
        Ok(self.quantify(range, env, &code, state)?)
    }
}

impl Merge<'_> {
    fn label(&mut self, number: Term, holds: Term, state: &State) {
        let terms = &mut self.machine.domain.terms;
        let reached = state.path.conjunction(terms);
        let cond = terms.and(reached, holds);
        if self.muted == 0 && !self.cut.passes {
            self.record.add_label(LabelHit { number, cond });
        }
    }

    fn assume_fits(&mut self, size: u64, len: Term, state: &State) {
        let terms = &mut self.machine.domain.terms;
        let most = terms.constant(64, most_elements(size));
        let fits = terms.ule(len, most);
        let path = state.path.conjunction(terms);
        if state.path.is_empty() {
            // Bounds of terms hold in all executions, so only a fact without a condition may narrow
            // them.
            terms.assume(fits);
        }
        let fact = terms.implies(path, fits);
        self.record.facts.push(fact);
    }

    fn assume(&mut self, holds: Term, state: &mut State) -> Result<(), Interrupt> {
        let terms = &mut self.machine.domain.terms;
        let path = state.path.conjunction(terms);
        let assumption = terms.implies(path, holds);
        self.record.assumptions.push(assumption);
        if state.path.is_empty() {
            // Every execution comes by here: a fact of the whole run, from which terms take their bounds.
            self.machine.domain.terms.assume(holds);
            self.bound_elements(holds);
            self.record.facts.push(holds);
            if self.machine.domain.terms.as_bool(holds) == Some(false) {
                return Err(self.end(state, PathEnd::Rejected).into());
            }
            return Ok(());
        }
        self.continue_under(holds, PathEnd::Rejected, state)
    }

    /// Ends the executions that asked the allocator for more than there can be: it fails, and the process ends.
    fn end_unallocated(&mut self, state: &mut State) -> Result<(), Interrupt> {
        let Some(size) = self.machine.requested.take() else {
            return Ok(());
        };
        let terms = &mut self.machine.domain.terms;
        let most = terms.constant(64, MOST_BYTES.into());
        let fits = terms.ule(size, most);
        if terms.as_bool(fits) == Some(true) {
            return Ok(());
        }
        self.continue_under(fits, PathEnd::OutOfMemory, state)
    }

    /// Keeps the executions in which `cond` holds; the others end.
    pub(super) fn continue_under(
        &mut self,
        cond: Term,
        how: PathEnd<'_>,
        state: &mut State,
    ) -> Result<(), Interrupt> {
        self.end_unless(cond, how, state);
        match state.path.with(&mut self.machine.domain.terms, cond) {
            Some(path) => {
                state.path = path;
                Ok(())
            }
            None => Err(self.end(state, PathEnd::Contradiction).into()),
        }
    }
}
