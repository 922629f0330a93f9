//! Applications: calls of functions of words, and loops of such, which are recorded in place of being executed.
//!
//! A function whose arguments and results are integers, and that looks at nothing else, is a function in the sense of
//! mathematics: equal arguments give equal results. Where it has loops or tables, its code makes a large formula, of which a caller mostly
//! needs little. An application stands for it: fresh words for the results, and the record of what they are the results of. Pairs of arguments and results are
//! added by those who ask about the execution, as they need them, which is the procedure summary of the
//! infeasible-code paper (section 6), recomputed on demand for the arguments of the caller.
//!
//! **Invariant:** with any pairs, the executions of the program are among those of the formula. So what none of these reaches, no input reaches; what one reaches is
//! an execution of the program if all of its applications are in accordance with the function.

mod elementary;
mod loops;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Merge;
use crate::domain::value::Value;
use crate::semantics::intrinsics::Args;
use crate::strategy::merge::end::{Interrupt, PathEnd};
use crate::strategy::merge::state::{State, SymbolicValue};
use crate::strategy::words::{Application, FunctionOfWords, LoopOfWords, value_of, widths};
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{BlockId, Call, Type};
use unroll_smt::term::Term;

/// The applications of an execution, for a strategy that records them.
#[derive(Debug, Default)]
pub(crate) struct Applications {
    /// True if calls are recorded.
    are_recorded: bool,
    /// Positions in the record.
    known: FxHashMap<(FunctionOfWords, Vec<Term>), usize>,
    /// Loops by function and head; `None` for one that does more than compute.
    loops: FxHashMap<(ModuleId, String, BlockId), Option<Arc<LoopOfWords>>>,
}

impl Merge<'_> {
    /// Records calls of functions of words that have loops or tables, in place of executing them.
    #[must_use]
    pub fn with_applications(mut self) -> Self {
        self.applications.are_recorded = true;
        self
    }

    /// The result of a call that is recorded; `None` for one that is executed.
    pub(super) fn apply(
        &mut self,
        (module, symbol): (ModuleId, &str),
        call: &Call,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Option<SymbolicValue>, Interrupt> {
        if !self.records_applications() {
            return Ok(None);
        }
        let program = self.machine.program;
        let Some(widths) = widths(self.machine.layout(), &call.ret) else {
            return Ok(None);
        };
        let Some(args_as_words) = self.words_of(args) else {
            return Ok(None);
        };
        if !self
            .calls
            .is_large_function_of_words(program, (module, symbol))
        {
            return Ok(None);
        }
        let function = FunctionOfWords {
            module,
            symbol: symbol.into(),
            loop_: None,
        };
        let at = self.application(function, args_as_words, &widths, state);
        let Application {
            returns, results, ..
        } = self.record.applications[at].clone();
        self.leave_out_unless(returns, (module, symbol), args, state);
        match state.path.with(&mut self.machine.domain.terms, returns) {
            Some(path) => state.path = path,
            None => return Err(self.end(state, PathEnd::Contradiction).into()),
        }
        let mut results = results.into_iter();
        Ok(Some(value_of(
            self.machine.layout(),
            &call.ret,
            &mut results,
        )))
    }

    fn records_applications(&self) -> bool {
        // A caught panic goes on behind the call, and the body of a quantifier is no execution.
        self.applications.are_recorded && self.catching == 0 && self.muted == 0
    }

    /// True if not all words are known: what is known costs nothing to execute.
    fn are_open(&self, words: &[Term]) -> bool {
        let terms = &self.machine.domain.terms;
        words.iter().any(|word| terms.as_const(*word).is_none())
    }

    /// The arguments, if all are integers and not all are known.
    fn words_of(&self, args: Args<'_, Term>) -> Option<Vec<Term>> {
        let words: Option<Vec<Term>> = (args.iter())
            .map(|(ty, value)| match (ty, value) {
                (Type::Int(..=128), Value::Bits(bits)) => Some(*bits),
                _ => None,
            })
            .collect();
        words.filter(|words| self.are_open(words))
    }

    /// The position of an application, which is the same for equal arguments.
    fn application(
        &mut self,
        function: FunctionOfWords,
        args: Vec<Term>,
        widths: &[u32],
        state: &State,
    ) -> usize {
        let terms = &mut self.machine.domain.terms;
        let cond = state.path.conjunction(terms);
        let key = (function, args);
        if let Some(&known) = self.applications.known.get(&key) {
            let application = &mut self.record.applications[known];
            application.cond = terms.or(application.cond, cond);
            return known;
        }
        let at = self.record.applications.len();
        let returns = terms.fresh("returns", 1);
        let results = widths.iter().map(|width| terms.fresh("result", *width));
        let results = results.collect();
        self.record.applications.push(Application {
            function: key.0.clone(),
            args: key.1.clone(),
            returns,
            results,
            cond,
        });
        self.applications.known.insert(key, at);
        at
    }

    /// Notes the panics of a call that does not return.
    fn leave_out_unless(
        &mut self,
        returns: Term,
        symbol: (ModuleId, &str),
        args: Args<'_, Term>,
        state: &State,
    ) {
        let terms = &mut self.machine.domain.terms;
        let panics = terms.not(returns);
        if let Some(path) = state.path.with(terms, panics) {
            self.leave_out_call(symbol, args, &state.on(path));
        }
    }
}

#[cfg(test)]
mod tests;
