//! Elementary functions, such as sines, which have no code: calls of them are recorded, with any results, in every execution.

use crate::domain::Domain as _;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::semantics::float::elementary::Elementary;
use crate::semantics::intrinsics::Args;
use crate::strategy::merge::Merge;
use crate::strategy::merge::state::{State, SymbolicValue};
use crate::strategy::words::ElementaryCall;
use unroll_smt::term::Term;

impl Merge<'_> {
    /// The result of an elementary function, which is any number; `None` for another function.
    ///
    /// # Errors
    /// Where nothing is recorded.
    pub(in crate::strategy::merge) fn apply_elementary(
        &mut self,
        symbol: &str,
        numbers: Args<'_, Term>,
        state: &State,
    ) -> Result<Option<SymbolicValue>, Stop> {
        let Some((function, args)) = self.machine.elementary_call(symbol, numbers)? else {
            return Ok(None);
        };
        // What is exact is a constant of constants.
        let domain = &self.machine.domain;
        if function.is_exact() && args.iter().all(|arg| domain.as_const(*arg).is_some()) {
            return self.machine.elementary(symbol, numbers);
        }
        // The body of a quantifier is no execution.
        if self.muted > 0 {
            return Err(Stop::unsupported(symbol));
        }
        let result = self.elementary_result(function, args, state);
        Ok(Some(Value::Bits(result)))
    }

    /// Records the remainders of an instruction. They count as called on all paths, since another path may ask for the same one.
    ///
    /// # Errors
    /// Where nothing is recorded.
    pub(in crate::strategy::merge) fn note_remainders(&mut self) -> Result<(), Stop> {
        let remainders = self.machine.remainders.take();
        if remainders.is_empty() {
            return Ok(());
        }
        if self.muted > 0 {
            return Err(Stop::unsupported("frem in the body of a quantifier"));
        }
        let cond = self.machine.domain.terms.tru();
        for remainder in remainders {
            self.record.facts.push(remainder.fact);
            let width = self.machine.domain.width(remainder.result);
            let function = Elementary::remainder(width)
                .ok_or_else(|| Stop::unsupported("frem of numbers of another format"))?;
            self.record.elementary.push(ElementaryCall {
                function,
                args: remainder.args.to_vec(),
                result: remainder.result,
                cond,
            });
        }
        Ok(())
    }

    /// The result, which is the same for equal arguments.
    fn elementary_result(&mut self, function: Elementary, args: Vec<Term>, state: &State) -> Term {
        let terms = &mut self.machine.domain.terms;
        let cond = state.path.conjunction(terms);
        let mut calls = self.record.elementary.iter_mut();
        if let Some(known) = calls.find(|it| it.function == function && it.args == args) {
            known.cond = terms.or(known.cond, cond);
            return known.result;
        }
        let result = terms.fresh("elementary", function.width());
        self.record.elementary.push(ElementaryCall {
            function,
            args,
            result,
            cond,
        });
        result
    }
}
