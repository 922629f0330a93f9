//! The runtime's calls on a walk (`docs/dev/protocol.md`, section 4).

use super::Kind;
use super::walk::{Halt, Run};
use super::word::{ConcolicValue, Word};
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::domain::{ArrayId, Domain};
use crate::memory::Content;
use crate::semantics::intrinsics::{Args, arg};
use crate::strategy::interpret::{End, ExitEvent};
use crate::strategy::merge::runtime::{MAX_LENGTH, is_text, most_elements, restriction};
use crate::strategy::record::{CutReason, Leaf, SliceLeaf};
use unroll_protocol::Probe;

impl Run<'_, '_> {
    /// Executes `__unroll_<probe>`.
    pub(super) fn probe(
        &mut self,
        probe: Probe,
        args: Args<'_, Word>,
    ) -> Result<ConcolicValue, Halt> {
        match probe {
            Probe::Native => {
                self.note_shown();
                Ok(self.boolean(false))
            }
            Probe::ClosureCall => Ok(self.limit(Stop::Closure)),
            Probe::Beyond => Ok(self.limit(Stop::Beyond)),
            Probe::Building if self.number(args, 0)? == 1 => Ok(self.limit(Stop::Building)),
            Probe::Enter | Probe::Building => Ok(Value::Undef),
            Probe::Restricted => {
                let key = self.number(args, 0)?;
                let restriction = restriction(self.number(args, 1)?.into())?;
                if self.machine.inputs.shows(restriction, key) {
                    return Ok(self.limit(Stop::Restricted(restriction)));
                }
                Ok(Value::Undef)
            }
            Probe::Given => {
                self.machine.inputs.end();
                Ok(Value::Undef)
            }
            Probe::Any => Ok(self.any(args, false)?),
            Probe::AnyLen | Probe::AnySpare => Ok(self.any(args, true)?),
            Probe::AnySlice => Ok(self.any_slice(args)?),
            Probe::AnyRoom => Ok(self.any_room(args)?),
            Probe::Step => self.step(args),
            Probe::Exit => Ok(self.exit(args)?),
            Probe::Label => Ok(self.label(args)?),
            Probe::Hidden => Ok(arg(args, 0)?.1.clone()),
            Probe::Condition => Ok(Value::Bits(self.argument(args, 1)?)),
            Probe::Assume => self.assume(args),
            Probe::Check => {
                let clause = self.number(args, 0)? as u32;
                let holds = self.argument(args, 1)?;
                if self.decide(holds, Kind::Check) {
                    Ok(Value::Undef)
                } else {
                    Err(Halt::End(End::Violated(clause)))
                }
            }
            Probe::Forall => self.forall(args),
            Probe::Inapplicable => {
                let number = self.number(args, 0)? as u32;
                Err(Halt::Cut(CutReason::SourceLoop(number)))
            }
        }
    }

    /// Notes what the harness can show by now of words that the layout decides.
    fn note_shown(&mut self) {
        if self.machine.domain.is_fixed && self.activations == 1 && self.machine.inputs.are_built()
        {
            self.shown.extend(self.machine.shown(&self.memory));
        }
    }

    fn boolean(&mut self, value: bool) -> ConcolicValue {
        Value::Bits(self.machine.domain.bool(value))
    }

    pub(super) fn argument(&mut self, args: Args<'_, Word>, position: usize) -> Result<Word, Stop> {
        let (ty, value) = arg(args, position)?;
        self.machine.bits(ty, value)
    }

    /// An argument that says what shape something has: fixed where it depends on the input.
    fn number(&mut self, args: Args<'_, Word>, position: usize) -> Result<u64, Stop> {
        let word = self.argument(args, position)?;
        Ok(self.fix(word)?.value as u64)
    }

    fn any(&mut self, args: Args<'_, Word>, is_length: bool) -> Result<ConcolicValue, Stop> {
        let key = self.number(args, 0)?;
        let max = if is_length {
            MAX_LENGTH
        } else {
            self.number(args, 2)?
        };
        let number = self.inputs.scalars.get(&key).copied().unwrap_or(0);
        if self.machine.domain.is_fixed {
            let number = self.machine.domain.constant(64, u128::from(number));
            return Ok(Value::Bits(number));
        }
        let name = format!("k{key:x}.{max:x}");
        let symbolic = &mut self.machine.domain.symbolic;
        let (value, bound) = symbolic.bounded_var(&name, 64, max);
        let always = symbolic.terms.tru();
        if let Some(fact) = bound
            && self.told.insert(fact)
        {
            self.machine.domain.facts.push(fact);
        }
        if !self.leaves.iter().any(|leaf| leaf.value == value) {
            self.leaves.push(Leaf {
                key,
                value,
                max,
                is_length,
                cond: always,
            });
        }
        Ok(Value::Bits(
            self.machine.domain.word(value, u128::from(number)),
        ))
    }

    fn any_slice(&mut self, args: Args<'_, Word>) -> Result<ConcolicValue, Stop> {
        let key = self.number(args, 0)?;
        let is_text = is_text(self.number(args, 1)?.into());
        let size = self.number(args, 2)? as u32;
        let len = self.argument(args, 4)?;
        let max = self.number(args, 5)?;
        let shape = (key, size, max);
        let array = if let Some(known) = self.arrays.get(&shape) {
            *known
        } else {
            let elements = self.inputs.slices.get(&key).cloned().unwrap_or_default();
            let domain = &mut self.machine.domain;
            let array: ArrayId = domain.symbolic.array(key, size * 8, max);
            domain.elements.insert(array, elements);
            self.arrays.insert(shape, array);
            array
        };
        let room = self.argument(args, 6)?;
        if room != len {
            self.assume_fits(size.into(), room);
        }
        let len = self.machine.domain.term(len);
        let known = |slice: &SliceLeaf| slice.array == array.0 && slice.len == len;
        if !self.slices.iter().any(known) {
            let cond = self.machine.domain.symbolic.terms.tru();
            self.slices.push(SliceLeaf {
                key,
                len,
                array: array.0,
                is_text,
                cond,
            });
        }
        let extent = self.machine.extent_of_slice(args)?;
        Ok(Value::Pointer(self.machine.allocate_on_heap(
            &mut self.memory,
            Content::Array { array, elem: size },
            extent,
        )))
    }

    /// Room for elements. That it fits an address space is a fact of every run that gets here, so it stands behind what was decided.
    fn any_room(&mut self, args: Args<'_, Word>) -> Result<ConcolicValue, Stop> {
        let size = self.number(args, 0)?;
        let len = self.argument(args, 2)?;
        self.assume_fits(size, len);
        Ok(Value::Pointer(
            self.machine.allocate_room(&mut self.memory, args)?,
        ))
    }

    /// That an object has room for `len` elements of `size` bytes.
    fn assume_fits(&mut self, size: u64, len: Word) {
        let domain = &mut self.machine.domain;
        let most = domain.constant(64, most_elements(size.into()));
        let beyond = domain.ult(most, len);
        if let Some(beyond) = beyond.term {
            let terms = &mut domain.symbolic.terms;
            let fits = terms.not(beyond);
            let path = terms.and_all(self.decisions.iter().map(|decision| decision.literal));
            let fact = terms.implies(path, fits);
            if self.told.insert(fact) {
                domain.facts.push(fact);
            }
        }
    }

    fn step(&mut self, args: Args<'_, Word>) -> Result<ConcolicValue, Halt> {
        let number = self.number(args, 0)? as u32;
        let iteration = self.argument(args, 1)?;
        let depth = self
            .machine
            .domain
            .constant(32, u128::from(self.bounds.depth));
        let beyond = self.machine.domain.ult(depth, iteration);
        if self.decide(beyond, Kind::Event) {
            return Err(Halt::Cut(CutReason::SourceLoop(number)));
        }
        self.iteration = iteration.value as u32;
        Ok(Value::Undef)
    }

    /// Notes that inputs are not all that there are: other closures may answer otherwise than those that are tried, other calls build
    /// other values, others are deeper.
    pub(super) fn limit(&mut self, stop: Stop) -> ConcolicValue {
        if !self.limits.contains(&stop) {
            self.limits.push(stop);
        }
        Value::Undef
    }

    /// An exit. What it reports is fixed, bit by bit where branches of the iteration depend on the input.
    fn exit(&mut self, args: Args<'_, Word>) -> Result<ConcolicValue, Stop> {
        let loop_ = self.number(args, 0)? as u32;
        let depth = self.number(args, 1)? as u32;
        let mask = self.argument(args, 2)?;
        let kind = self.number(args, 3)? as u32;
        if mask.term.is_some() {
            for bit in 0..mask.width {
                let taken = self.machine.domain.extract(mask, bit, 1);
                self.decide(taken, Kind::Event);
            }
        }
        if self.is_following() {
            self.exits.push(ExitEvent {
                loop_,
                depth,
                mask: mask.value as u64,
                kind,
            });
        }
        Ok(Value::Undef)
    }

    /// A label. Where the compiler made one call of several, which one depends on the input and is fixed.
    fn label(&mut self, args: Args<'_, Word>) -> Result<ConcolicValue, Stop> {
        let number = self.number(args, 0)? as u32;
        let holds = self.argument(args, 1)?;
        if self.decide(holds, Kind::Event) && self.is_following() {
            self.labels.insert(number);
        }
        Ok(Value::Undef)
    }

    fn assume(&mut self, args: Args<'_, Word>) -> Result<ConcolicValue, Halt> {
        let clause = self.number(args, 0)? as u32;
        let holds = self.argument(args, 1)?;
        if self.is_following()
            && self.decisions.is_empty()
            && let Some(fact) = holds.term
        {
            // Every execution comes by here: a fact of all of them, from which terms take their bounds.
            if self.told.insert(fact) {
                self.machine.domain.symbolic.terms.assume(fact);
                self.machine.domain.facts.push(fact);
            }
        } else if holds.value == 1 {
            self.decide(holds, Kind::Assumed);
        } else {
            self.decide(holds, Kind::Rejected);
        }
        self.signature = 0;
        if holds.value == 1 {
            Ok(Value::Undef)
        } else {
            Err(Halt::End(End::Rejected(clause)))
        }
    }
}
