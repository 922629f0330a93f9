//! Comparison of memory, for the merging strategy.

use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::semantics::intrinsics::{Args, arg};
use crate::semantics::library::LONGEST_COMPARED;
use crate::strategy::merge::Merge;
use crate::strategy::merge::state::{State, SymbolicValue};
use crate::strategy::record::{CutReason, Guess};
use unroll_llvm::ir::Type;
use unroll_smt::term::Term;

/// Bytes that a comparison of unknown length may look at, whatever the bounds of loops.
const FEW_COMPARED: u128 = 8;

impl Merge<'_> {
    /// `memcmp`, whose loop has a bound as others have: what equal beginnings of this length are followed by is not looked at, so
    /// any result is taken for such parts of memory.
    pub(crate) fn compare_within(
        &mut self,
        args: Args<'_, Term>,
        state: &State,
    ) -> Result<SymbolicValue, Stop> {
        let most = self.machine.most_compared(&state.memory, args)?;
        let bound = u128::from(self.bounds.inner_loops).max(FEW_COMPARED);
        let (ty, len) = arg(args, 2)?;
        let len = self.machine.bits(ty, len)?;
        // A known length needs no bound, like a loop that every execution runs alike; only
        // `LONGEST_COMPARED` limits it.
        let is_known = self.machine.domain.terms.as_const(len).is_some();
        if most > bound && !is_known {
            let begin = self.machine.compare_memory(&state.memory, args, bound)?;
            return self.guess_behind(&begin, (len, bound), state);
        }
        if most > LONGEST_COMPARED {
            return Err(Stop::unsupported("memcmp of a large part of memory"));
        }
        self.machine.compare_memory(&state.memory, args, most)
    }

    /// The result of comparing `len` bytes whose first `bound` bytes compare as `begin`.
    fn guess_behind(
        &mut self,
        begin: &SymbolicValue,
        (len, bound): (Term, u128),
        state: &State,
    ) -> Result<SymbolicValue, Stop> {
        let begin = self.machine.bits(&Type::Int(32), begin)?;
        let terms = &mut self.machine.domain.terms;
        let (zero, bound) = (
            terms.constant(32, 0),
            terms.constant(terms.width(len), bound),
        );
        let (same, longer) = (terms.eq(begin, zero), terms.ult(bound, len));
        let open = terms.and(same, longer);
        let Some(path) = state.path.with(terms, open) else {
            return Ok(Value::Bits(begin));
        };
        // Any result instead of a cut: executions behind the comparison are kept, so proofs about
        // them hold.
        let any = terms.fresh("guess", 32);
        let result = terms.ite(open, any, begin);
        let cond = path.conjunction(terms);
        self.record.guesses.push(Guess {
            why: CutReason::InnerLoop {
                function: "memcmp".to_owned(),
            },
            cond,
        });
        Ok(Value::Bits(result))
    }
}
