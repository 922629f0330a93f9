//! The symbolic meaning of the runtime's calls (`docs/dev/protocol.md`, section 4).

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::memory::Content;
use crate::semantics::constant::function_of;
use crate::semantics::intrinsics::{Args, arg};
use crate::strategy::merge::end::{Flow, PathEnd};
use crate::strategy::merge::{Merge, State, SymbolicValue};
use crate::strategy::record::{CutReason, Exit, LabelHit, Leaf, Relaxable, SliceLeaf};
use unroll_protocol::{LeafKind, Probe, Restriction};
use unroll_smt::term::Term;

/// True if a slice of the kind with this code holds text, whose bytes are any UTF-8.
pub(crate) fn is_text(code: u128) -> bool {
    code == u128::from(LeafKind::Char.code())
}

/// The restriction with this code.
///
/// # Errors
/// When the runtime is of another version.
pub(crate) fn restriction(code: u128) -> Result<Restriction, Stop> {
    let known = u32::try_from(code).ok().map(Restriction::try_from);
    let known = known.and_then(Result::ok);
    known.ok_or_else(|| Stop::unsupported(format!("restriction {code} of inputs")))
}

/// Longer slices of anything but bytes do not fit an address space.
pub(crate) const MAX_LENGTH: u64 = (1 << 59) - 1;

/// How many elements of `size` bytes an object can have.
pub(crate) fn most_elements(size: u128) -> u128 {
    let all = u128::from(MAX_LENGTH);
    i64::MAX
        .cast_unsigned()
        .checked_div(size as u64)
        .map_or(all, |most| all.min(most.into()))
}

impl Merge<'_> {
    /// Executes a probe.
    pub(crate) fn probe(
        &mut self,
        probe: Probe,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Flow<SymbolicValue>, Stop> {
        match probe {
            Probe::Native => Ok(Flow::Continue(Value::Bits(self.machine.domain.bool(false)))),
            Probe::Enter => Ok(Flow::Continue(Value::Undef)),
            Probe::ClosureCall => {
                self.cut(&state.path, CutReason::Stop(Stop::Closure));
                Ok(Flow::Continue(Value::Undef))
            }
            Probe::Beyond => {
                self.cut(&state.path, CutReason::Stop(Stop::Beyond));
                Ok(Flow::Continue(Value::Undef))
            }
            Probe::Restricted => {
                let key = self.constant_argument(args, 0)? as u64;
                let restriction = restriction(self.constant_argument(args, 1)?)?;
                if self.machine.inputs.shows(restriction, key) {
                    self.cut(&state.path, CutReason::Stop(Stop::Restricted(restriction)));
                }
                Ok(Flow::Continue(Value::Undef))
            }
            Probe::Given => {
                self.machine.inputs.end();
                Ok(Flow::Continue(Value::Undef))
            }
            Probe::Building => {
                if self.constant_argument(args, 0)? == 1 {
                    self.cut(&state.path, CutReason::Stop(Stop::Building));
                    state.constructors += 1;
                } else {
                    state.constructors = state.constructors.saturating_sub(1);
                }
                Ok(Flow::Continue(Value::Undef))
            }
            Probe::Any => self.any(args, false, state).map(Flow::Continue),
            Probe::AnyLen | Probe::AnySpare => self.any(args, true, state).map(Flow::Continue),
            Probe::AnySlice => self.any_slice(args, state).map(Flow::Continue),
            Probe::AnyRoom => self.any_room(args, state).map(Flow::Continue),
            Probe::Step => self.step(args, state),
            Probe::Exit => self.exit(args, state).map(Flow::Continue),
            Probe::Label => self.label(args, state).map(Flow::Continue),
            Probe::Hidden => Ok(Flow::Continue(arg(args, 0)?.1.clone())),
            Probe::Condition => self.evaluate(args, state).map(Flow::Continue),
            Probe::Assume => self.assume(args, state),
            Probe::Check => self.check(args, state),
            Probe::Forall => self.forall(args, state).map(Flow::Continue),
            Probe::Inapplicable => {
                let number = self.constant_argument(args, 0)? as u32;
                let how = PathEnd::Cut(CutReason::SourceLoop(number));
                Ok(Flow::Break(self.end(state, how)))
            }
        }
    }

    fn word(&mut self, args: Args<'_, Term>, position: usize) -> Result<Term, Stop> {
        let (ty, value) = arg(args, position)?;
        self.machine.bits(ty, value)
    }

    fn constant_argument(&mut self, args: Args<'_, Term>, position: usize) -> Result<u128, Stop> {
        let word = self.word(args, position)?;
        let constant = self.machine.domain.as_const(word);
        constant.ok_or_else(|| Stop::unsupported("input whose shape depends on another input"))
    }

    fn any(
        &mut self,
        args: Args<'_, Term>,
        is_length: bool,
        state: &State,
    ) -> Result<SymbolicValue, Stop> {
        let key = self.constant_argument(args, 0)? as u64;
        // What the native side can make is no limit of the program: a proof has to hold for longer inputs too.
        let max = if is_length {
            MAX_LENGTH
        } else {
            self.constant_argument(args, 2)? as u64
        };
        let terms = &mut self.machine.domain.terms;
        let cond = state.path.conjunction(terms);
        let mut leaves = self.record.leaves.iter_mut();
        if let Some(known) = leaves.find(|leaf| leaf.key == key && leaf.max == max) {
            known.cond = terms.or(known.cond, cond);
            return Ok(Value::Bits(known.value));
        }
        let name = format!("k{key:x}.{max:x}");
        let (value, bound) = self.machine.domain.bounded_var(&name, 64, max);
        self.record.facts.extend(bound);
        self.record.leaves.push(Leaf {
            key,
            value,
            max,
            is_length,
            cond,
        });
        Ok(Value::Bits(value))
    }

    fn any_slice(
        &mut self,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<SymbolicValue, Stop> {
        let key = self.constant_argument(args, 0)? as u64;
        let kind = self.constant_argument(args, 1)?;
        let size = self.constant_argument(args, 2)? as u32;
        let len = self.word(args, 4)?;
        let is_text = is_text(kind);
        let max = self.constant_argument(args, 5)? as u64;
        let array = self.machine.domain.array(key, size * 8, max);
        let terms = &mut self.machine.domain.terms;
        let cond = state.path.conjunction(terms);
        let mut slices = self.record.slices.iter_mut();
        if let Some(known) = slices.find(|slice| slice.array == array.0 && slice.len == len) {
            known.cond = terms.or(known.cond, cond);
        } else {
            self.record.slices.push(SliceLeaf {
                key,
                len,
                array: array.0,
                is_text,
                cond,
            });
        }
        let room = self.word(args, 6)?;
        if room != len {
            self.assume_fits(size.into(), room, state);
        }
        let extent = self.machine.extent_of_slice(args)?;
        Ok(Value::Pointer(self.machine.allocate_on_heap(
            &mut state.memory,
            Content::Array { array, elem: size },
            extent,
        )))
    }

    /// Room for `len` elements.
    fn any_room(&mut self, args: Args<'_, Term>, state: &mut State) -> Result<SymbolicValue, Stop> {
        let size = self.constant_argument(args, 0)?;
        let len = self.word(args, 2)?;
        self.assume_fits(size, len, state);
        Ok(Value::Pointer(
            self.machine.allocate_room(&mut state.memory, args)?,
        ))
    }

    /// That an object has room for `len` elements of `size` bytes: no program has an input that would be larger than an object can be.
    fn assume_fits(&mut self, size: u128, len: Term, state: &State) {
        let terms = &mut self.machine.domain.terms;
        let most = terms.constant(64, most_elements(size));
        let fits = terms.ule(len, most);
        let path = state.path.conjunction(terms);
        if state.path.is_empty() {
            terms.assume(fits);
        }
        let fact = terms.implies(path, fits);
        self.record.facts.push(fact);
    }

    fn step(
        &mut self,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Flow<SymbolicValue>, Stop> {
        let number = self.constant_argument(args, 0)? as u32;
        if self.cut.is_on {
            return Ok(Flow::Continue(Value::Undef));
        }
        let iteration = self.word(args, 1)?;
        let terms = &mut self.machine.domain.terms;
        let depth = terms.constant(32, u128::from(self.bounds.depth));
        let within = terms.ule(iteration, depth);
        let beyond = terms.not(within);
        if let Some(path) = state.path.with(terms, beyond) {
            let how = PathEnd::Cut(CutReason::SourceLoop(number));
            self.note_end(&state.on(path), how);
        }
        Ok(self.continue_under(state, within))
    }

    fn exit(&mut self, args: Args<'_, Term>, state: &State) -> Result<SymbolicValue, Stop> {
        let loop_ = self.constant_argument(args, 0)? as u32;
        let depth = self.word(args, 1)?;
        let mask = self.word(args, 2)?;
        let cond = state.path.conjunction(&mut self.machine.domain.terms);
        if self.muted == 0 {
            self.record.exits.push(Exit {
                loop_,
                depth,
                mask,
                cond,
            });
        }
        Ok(Value::Undef)
    }

    fn label(&mut self, args: Args<'_, Term>, state: &State) -> Result<SymbolicValue, Stop> {
        let number = self.word(args, 0)?;
        let holds = self.word(args, 1)?;
        let terms = &mut self.machine.domain.terms;
        let reached = state.path.conjunction(terms);
        let cond = terms.and(reached, holds);
        if self.muted == 0 && !self.cut.passes {
            self.record.labels.push(LabelHit { number, cond });
        }
        Ok(Value::Undef)
    }

    fn assume(
        &mut self,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Flow<SymbolicValue>, Stop> {
        let mut holds = self.word(args, 1)?;
        if self.relaxes {
            let clause = self.constant_argument(args, 0)? as u32;
            holds = self.relaxed(Relaxable::Precondition(clause), holds, state);
        }
        self.record.assumptions.push(holds);
        if state.path.is_empty() {
            // Every execution comes by here: a fact of the whole run, from which terms take their bounds.
            self.machine.domain.terms.assume(holds);
            self.bound_elements(holds);
            self.record.facts.push(holds);
            if self.machine.domain.terms.as_bool(holds) == Some(false) {
                return Ok(Flow::Break(self.end(state, PathEnd::Rejected)));
            }
            return Ok(Flow::Continue(Value::Undef));
        }
        let terms = &mut self.machine.domain.terms;
        let fails = terms.not(holds);
        if let Some(path) = state.path.with(terms, fails) {
            self.note_end(&state.on(path), PathEnd::Rejected);
        }
        Ok(self.continue_under(state, holds))
    }

    fn check(
        &mut self,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Flow<SymbolicValue>, Stop> {
        let clause = self.constant_argument(args, 0)? as u32;
        let holds = self.word(args, 1)?;
        let terms = &mut self.machine.domain.terms;
        let fails = terms.not(holds);
        if let Some(path) = state.path.with(terms, fails) {
            self.note_end(&state.on(path), PathEnd::Violated(clause));
        }
        Ok(self.continue_under(state, holds))
    }

    /// Keeps the executions in which `cond` holds, where the end of the others is recorded.
    fn continue_under(&mut self, state: &mut State, cond: Term) -> Flow<SymbolicValue> {
        match state.path.with(&mut self.machine.domain.terms, cond) {
            Some(path) => {
                state.path = path;
                Flow::Continue(Value::Undef)
            }
            None => Flow::Break(self.end(state, PathEnd::Contradiction)),
        }
    }

    fn forall(&mut self, args: Args<'_, Term>, state: &State) -> Result<SymbolicValue, Stop> {
        let lo = self.word(args, 0)?;
        let hi = self.word(args, 1)?;
        let env = arg(args, 2)?.1.clone();
        let body = self.machine.as_pointer(&arg(args, 3)?.1);
        let body = body.as_single().and_then(|case| function_of(&case.place));
        let (symbol, home) =
            body.ok_or_else(|| Stop::unsupported("quantifier over an unknown function"))?;
        let code = self.code(home, &symbol)?.ok_or_else(|| Stop::MissingBody {
            symbol: symbol.to_string(),
        })?;
        let holds = self.quantify(lo, hi, &env, &code, state)?;
        Ok(Value::Bits(holds))
    }
}
