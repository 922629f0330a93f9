//! Functions block by block, each block once for all states that arrive at it in an iteration.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::domain::path::Path;
use crate::domain::stop::Stop;
use crate::semantics::machine::Registers;
use crate::strategy::merge::Merge;
use crate::strategy::merge::bound::Counted;
use crate::strategy::merge::branch::Next;
use crate::strategy::merge::carried::Entries;
use crate::strategy::merge::end::{Ended, Interrupt, PathEnd};
use crate::strategy::merge::state::{Arrival, Code, Position, State, SymbolicValue, Turn};
use crate::strategy::record::CutReason;
use crate::strategy::walk::Executor;
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{BlockId, Reg};
use unroll_llvm::link::demangle::demangle;
use unroll_smt::term::Term;

/// The part of the steps, as a divisor, after which iterations that every execution makes count like others: the rest is for
/// the code behind such loops, which would otherwise never be reached.
const FORCED_SHARE: u64 = 4;

/// The results of executing a block.
pub(super) enum Left {
    /// A return from the function.
    Returned(State, SymbolicValue),
    /// States on their way to other blocks.
    Blocks(Vec<Arrival>),
    /// Nothing: the path ended.
    Nothing(Ended),
}

impl Merge<'_> {
    /// Executes a call of a function: the joined state of all its returns and the value, if any returns.
    pub(super) fn activate(
        &mut self,
        code: &Rc<Code>,
        args: Vec<SymbolicValue>,
        state: State,
    ) -> Result<(State, SymbolicValue), Interrupt> {
        let key: (ModuleId, Arc<str>) = (code.module, Arc::from(code.function.name.as_str()));
        // Copies of one function from several modules are told apart by the module, as symbols may be local to it.
        let active = self.stack.iter().filter(|entry| **entry == key).count();
        // The activations before this one: the bound is reached when the next would exceed it.
        if active as u32 > self.bounds.recursion {
            let function = demangle(&key.1);
            let how = PathEnd::Cut(CutReason::Recursion { function });
            return Err(self.end(&state, how).into());
        }
        self.note_unbuilt(code, &state);
        self.stack.push(key);
        self.machine.activations.begin();
        let result = self.walk(code, args, state);
        self.machine.activations.end();
        self.stack.pop();
        result
    }

    fn walk(
        &mut self,
        code: &Rc<Code>,
        args: Vec<SymbolicValue>,
        state: State,
    ) -> Result<(State, SymbolicValue), Interrupt> {
        let mut registers = Registers::new(code.function.reg_count);
        let mut waiting: BTreeMap<Turn, Vec<Arrival>> = BTreeMap::new();
        let entry = Arrival::at_entry(code, args, state);
        waiting.insert(entry.turn(code), vec![entry]);
        let mut returns: Vec<(State, SymbolicValue)> = Vec::new();
        let mut entries = Entries::new();
        let mut ended = None;
        // The least turn first: in weak topological order (Bourdoncle, 1993) a block comes behind all blocks that lead to it in the
        // same iteration. So all states that can meet in it have arrived, and one join replaces an execution for each.
        while let Some((_, arrivals)) = waiting.pop_first() {
            for arrival in self.together(code, arrivals) {
                match self.visit(code, arrival, &mut registers, &mut entries)? {
                    Left::Returned(state, value) => returns.push((state, value)),
                    Left::Blocks(arrivals) => {
                        for arrival in arrivals {
                            waiting.entry(arrival.turn(code)).or_default().push(arrival);
                        }
                    }
                    Left::Nothing(end) => ended = Some(end),
                }
            }
        }
        match (self.join_returns(returns), ended) {
            (Some(returned), _) => Ok(returned),
            (None, Some(ended)) => Err(ended.into()),
            (None, None) => Err(Stop::unsupported("a function without an end").into()),
        }
    }

    /// Executes a block, or leaves a loop that is beyond its bound.
    fn visit(
        &mut self,
        code: &Rc<Code>,
        mut arrival: Arrival,
        registers: &mut Registers<Term>,
        entries: &mut Entries,
    ) -> Result<Left, Stop> {
        for (reg, value) in &arrival.values {
            registers.set(*reg, value.clone());
        }
        let is_head = code.heads(arrival.block).last() == Some(&arrival.block);
        if is_head && let Some(ended) = self.cut_loop(code, &mut arrival, registers, entries)? {
            return Ok(Left::Nothing(ended));
        }
        if is_head && let Some(left) = self.apply_loop(code, &arrival, registers)? {
            return Ok(Left::Blocks(left));
        }
        let mut counted = arrival.counted;
        if is_head && self.is_beyond_bound(&mut counted, &arrival.state.path) {
            let arrival = Arrival { counted, ..arrival };
            if let Some(left) = self.havoc_loop(code, &arrival, registers)? {
                return Ok(Left::Blocks(left));
            }
            let function = demangle(&code.function.name);
            let how = PathEnd::Cut(CutReason::InnerLoop { function });
            return Ok(Left::Nothing(self.end(&arrival.state, how)));
        }
        let here = Position {
            block: arrival.block,
            iterations: &arrival.iterations,
            counted: &counted,
        };
        let mut state = arrival.state;
        let around = self.cut.passes;
        // Nested: a block within a passed iteration stays passed, and the flag must not outlive the
        // block.
        self.cut.passes |= self.is_passed(here.iterations);
        let next = self.execute_block(code, &here, registers, &mut state, entries);
        self.cut.passes = around;
        match next {
            Ok(Next::Return(value)) => Ok(Left::Returned(state, value)),
            Ok(Next::Blocks(targets)) => {
                let targets = self.without_passed(code, &here, targets);
                let arrivals = targets
                    .into_iter()
                    .map(|(target, state)| self.travel(code, registers, &here, target, state));
                Ok(Left::Blocks(arrivals.collect::<Result<_, _>>()?))
            }
            Err(Interrupt::Ended(ended)) => Ok(Left::Nothing(ended)),
            // A spent budget ends the whole execution. A cut here would let every other waiting state run into it again.
            Err(Interrupt::Stop(stop @ Stop::Budget(_))) => Err(stop),
            // Other stops concern these executions alone; the cut keeps proofs from claiming anything about them.
            Err(Interrupt::Stop(stop)) => {
                let how = PathEnd::Cut(CutReason::Stop(stop));
                Ok(Left::Nothing(self.end(&state, how)))
            }
        }
    }

    fn execute_block(
        &mut self,
        code: &Rc<Code>,
        here: &Position<'_>,
        registers: &mut Registers<Term>,
        state: &mut State,
        entries: &mut Entries,
    ) -> Result<Next, Interrupt> {
        self.note_head(code, here, state, registers, entries);
        self.instructions(code, here.block, registers, state)?;
        self.note_latch(code, here, state, registers, entries);
        self.terminator(code, here.block, registers, state)
    }

    /// Begins an iteration of a loop, unless it is one too many.
    fn is_beyond_bound(&self, counted: &mut Counted, path: &Path) -> bool {
        counted.begin(path, self.may_force()) > self.bounds.inner_loops
    }

    /// True if there are steps left for iterations that no bound counts.
    pub(super) fn may_force(&self) -> bool {
        self.record.steps < self.bounds.steps / FORCED_SHARE
    }

    /// Takes a state over an edge: phis, live registers, iteration counts.
    pub(crate) fn travel(
        &mut self,
        code: &Rc<Code>,
        registers: &Registers<Term>,
        from: &Position<'_>,
        target: BlockId,
        state: State,
    ) -> Result<Arrival, Stop> {
        let old = code.heads(from.block);
        let new = code.heads(target);
        let stayed = old.iter().zip(new).take_while(|(old, new)| old == new);
        let stayed = stayed.count();
        let mut iterations = from.iterations[..stayed].to_vec();
        iterations.resize(new.len(), 0);
        // A head inside the loops around the source: a back edge, which begins the next iteration.
        if stayed == new.len() && new.last() == Some(&target) {
            iterations[stayed - 1] += 1;
        }
        let counted = from.counted.behind_edge(stayed, new.len());
        // Only live registers travel. Joining dead ones would make terms that nothing reads.
        let live = code.analyses.live_in[target.0 as usize].iter();
        let mut values: Vec<(Reg, SymbolicValue)> = live
            .map(|reg| (*reg, registers.get(*reg).clone()))
            .collect();
        let edge = (from.block, target);
        values.extend(
            self.machine
                .phis(code.module, &code.function, edge, registers)?,
        );
        // The branch that was just taken decides conditions in values that an earlier join made. Unless they are simplified here,
        // every later iteration carries both sides along.
        if let Some(literal) = state.path.last() {
            let domain = &mut self.machine.domain;
            for (_, value) in &mut values {
                domain.simplify(literal, value);
            }
        }
        Ok(Arrival {
            state,
            values,
            block: target,
            iterations,
            counted,
        })
    }
}
