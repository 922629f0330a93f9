//! Joining states: if-then-else under the condition that tells two paths apart.

use crate::domain::affine::{self, Pins};
use crate::domain::path::{self, Path};
use crate::strategy::merge::Merge;
use crate::strategy::merge::state::{Arrival, Code, State, SymbolicValue};
use unroll_llvm::ir::{BlockId, Terminator};

/// How two paths become one.
struct Junction {
    join: path::Join,
    /// The condition of each.
    pins: Pins,
}

impl Merge<'_> {
    /// Joins the states that arrive at a block, so that it is executed once. States at a block without successors, such as one that
    /// panics, stay apart: a join would only make their conditions larger.
    pub(crate) fn together(&mut self, code: &Code, arrivals: Vec<Arrival>) -> Vec<Arrival> {
        let block = arrivals.first().map_or(BlockId(0), |first| first.block);
        // Blocks that end in `unreachable` have nothing behind them to execute twice.
        match code.function.blocks[block.0 as usize].terminator {
            Terminator::Unreachable => arrivals,
            _ => self.join_arrivals(arrivals).into_iter().collect(),
        }
    }

    /// Joins the states that wait for one block, latest first. The earliest exit of a loop is then the outermost choice, and its condition
    /// is the one branch of that exit: the paths of all later exits share everything before it ([`path::join`]).
    fn join_arrivals(&mut self, arrivals: Vec<Arrival>) -> Option<Arrival> {
        arrivals.into_iter().rev().reduce(|els, then| {
            let junction = self.junction(&then.state.path, &els.state.path);
            let values = then.values.iter().zip(&els.values);
            let values = values
                .map(|((reg, then), (_, els))| (*reg, self.join_values(&junction, then, els)))
                .collect();
            Arrival {
                state: self.join_states(junction, &then.state, &els.state),
                values,
                ..then
            }
        })
    }

    /// Joins what the paths through a function return.
    pub(crate) fn join_returns(
        &mut self,
        returns: Vec<(State, SymbolicValue)>,
    ) -> Option<(State, SymbolicValue)> {
        returns
            .into_iter()
            .rev()
            .reduce(|(els, other), (then, value)| {
                let junction = self.junction(&then.path, &els.path);
                let value = self.join_values(&junction, &value, &other);
                (self.join_states(junction, &then, &els), value)
            })
    }

    fn junction(&mut self, first: &Path, second: &Path) -> Junction {
        // From the paths as they arrive: the joined path has lost the literals that pin a counter.
        let pins = [first, second].map(|path| affine::pinned(&self.machine.domain, path));
        let join = path::join(&mut self.machine.domain.terms, first, second);
        Junction { join, pins }
    }

    fn join_values(
        &mut self,
        Junction { join, pins }: &Junction,
        then: &SymbolicValue,
        els: &SymbolicValue,
    ) -> SymbolicValue {
        affine::merge(&mut self.machine.domain, join.cond, pins, then, els)
    }

    fn join_states(&mut self, Junction { join, .. }: Junction, then: &State, els: &State) -> State {
        let terms = &mut self.machine.domain.terms;
        State {
            iterations: then
                .iterations
                .join(&els.iterations, |one, two| terms.ite(join.cond, one, two)),
            memory: self
                .machine
                .merge_memories(join.cond, &then.memory, &els.memory),
            path: join.path,
            // The smaller number is the safe one: at 0 a panic counts as a failure of the harness,
            // which is a cut and no finding.
            constructors: then.constructors.min(els.constructors),
        }
    }
}
