//! The states between which an invariant of a cut loop is proved: where it is entered, before any iteration, and behind that.
//!
//! In: arrivals at the head of a loop that is cut. Out: an [`Induction`] for each execution of the loop, with the values that it carries: the numbers of its phis,
//! those outside of it that it compares with, and the words of local variables that it changes and to which no loaded pointer leads. A pointer counts as the
//! number of elements before it.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::symbolic::Symbolic;
use crate::domain::value::{ObjectId, Pointer, PointerBase, Value};
use crate::memory::{Memory, load};
use crate::semantics::machine::Registers;
use crate::strategy::merge::Merge;
use crate::strategy::merge::carried::phis;
use crate::strategy::merge::havoc::moved::Moves;
use crate::strategy::merge::state::{State, SymbolicValue};
use crate::strategy::record::{Induction, Stage};
use unroll_llvm::ir::layout::Layout;
use unroll_llvm::ir::{Block, BlockId, InstrKind, Operand, Reg, Type};
use unroll_smt::term::Term;

/// Bytes of a local variable that are looked at, from its start: sequences, iterators and ranges have their numbers there.
const MOST_BYTES: u64 = 64;
/// Bytes of a word.
const WORD: u32 = 8;
/// Words that are looked at in all.
const MOST_WORDS: usize = 16;

/// The values of a cut loop that may have an invariant.
#[derive(Clone, Debug)]
pub(crate) struct Variables {
    /// Registers: phis of the head, then others, which keep their values. With the bytes of an element where it is a pointer.
    registers: Vec<(Reg, u64)>,
    /// Words of local variables.
    words: Vec<(ObjectId, u64)>,
}

impl Variables {
    /// Those of the loop with these blocks, which are forgotten between two memories.
    fn of(
        merge: &mut Merge<'_>,
        blocks: &[(BlockId, &Block)],
        before: &Memory<Term>,
        after: &Memory<Term>,
    ) -> Result<Self, Stop> {
        let mut variables = Self {
            registers: registers(merge.machine.layout(), blocks),
            words: Vec::new(),
        };
        let mut objects: Vec<ObjectId> = merge.machine.private.objects.iter().copied().collect();
        objects.sort_unstable();
        for object in objects {
            let (Some(old), Some(new)) = (before.get(object), after.get(object)) else {
                continue;
            };
            if Rc::ptr_eq(old, new) {
                continue;
            }
            for at in (0..merge.bytes(object)).step_by(WORD as usize) {
                let is_known = merge.word(before, object, at)?.is_some();
                if is_known && variables.words.len() < MOST_WORDS {
                    variables.words.push((object, at));
                }
            }
        }
        Ok(variables)
    }

    /// Their values in a state.
    fn stage(
        &self,
        merge: &mut Merge<'_>,
        registers: &Registers<Term>,
        state: &State,
    ) -> Result<Stage, Stop> {
        let cond = state.path.conjunction(&mut merge.machine.domain.terms);
        let domain = &mut merge.machine.domain;
        let values = self.registers.iter().map(|(reg, size)| {
            let value = registers.get(*reg);
            number(domain, value, *size)
        });
        let mut values: Vec<Option<Term>> = values.collect();
        for (object, at) in &self.words {
            values.push(merge.word(&state.memory, *object, *at)?);
        }
        Ok(Stage { cond, values })
    }
}

/// The executions of loops that are cut, by their numbers.
pub(crate) type CutLoops = FxHashMap<u32, CutLoop>;

/// One execution of a loop that is cut.
#[derive(Debug, Default)]
pub(crate) struct CutLoop {
    /// The states in which it is entered.
    entered: Vec<(State, Registers<Term>)>,
    /// The values that may have an invariant, since they became arbitrary.
    variables: Option<Variables>,
}

impl Merge<'_> {
    /// Notes a state in which a loop is entered.
    pub(super) fn note_entered(&mut self, entry: u32, state: &State, registers: &Registers<Term>) {
        let cut = self.cut_loops.entry(entry).or_default();
        cut.entered.push((state.clone(), registers.clone()));
    }

    /// Notes the state in which the variables of a loop have become arbitrary, after `before`.
    pub(super) fn note_any(
        &mut self,
        entry: u32,
        blocks: &[(BlockId, &Block)],
        before: &Memory<Term>,
        (state, registers): (&State, &Registers<Term>),
    ) -> Result<(), Stop> {
        let CutLoop { entered, variables } = self.cut_loops.remove(&entry).unwrap_or_default();
        let variables = match variables {
            Some(known) => known,
            None => Variables::of(self, blocks, before, &state.memory)?,
        };
        for (state, registers) in &entered {
            let stage = variables.stage(self, registers, state)?;
            self.induction(entry).entered.push(stage);
        }
        let any = variables.stage(self, registers, state)?;
        self.induction(entry).any.push(any);
        let cut = CutLoop {
            entered: Vec::new(),
            variables: Some(variables),
        };
        self.cut_loops.insert(entry, cut);
        Ok(())
    }

    /// Notes the state behind an iteration that began in any state.
    pub(super) fn note_next(
        &mut self,
        entry: u32,
        state: &State,
        registers: &Registers<Term>,
    ) -> Result<(), Stop> {
        let cut = self.cut_loops.get(&entry);
        if let Some(variables) = cut.and_then(|cut| cut.variables.clone()) {
            let next = variables.stage(self, registers, state)?;
            self.induction(entry).next.push(next);
        }
        Ok(())
    }

    /// The bytes of an object that are looked at.
    fn bytes(&self, object: ObjectId) -> u64 {
        let extent = self.machine.extents.get(&object);
        let size = extent.and_then(|extent| self.machine.domain.as_const(extent.size));
        size.map_or(MOST_BYTES, |size| MOST_BYTES.min(size as u64))
    }

    /// A word of an object; `None` if it is no number.
    fn word(
        &mut self,
        memory: &Memory<Term>,
        object: ObjectId,
        at: u64,
    ) -> Result<Option<Term>, Stop> {
        let content = self.machine.content(memory, object);
        let domain = &mut self.machine.domain;
        let offset = domain.constant(64, at.into());
        let value = load::load(domain, &content, offset, WORD, WORD.into())?;
        Ok(match value {
            Value::Bits(value) => Some(value),
            _ => None,
        })
    }

    /// The induction of a loop's execution, by its number.
    fn induction(&mut self, entry: u32) -> &mut Induction {
        let inductions = &mut self.record.inductions;
        // From the end, since the one in question is mostly the newest.
        let at = inductions.iter().rposition(|it| it.entry == entry);
        let at = at.unwrap_or_else(|| {
            inductions.push(Induction::of(entry));
            inductions.len() - 1
        });
        &mut inductions[at]
    }
}

/// A number, or the position of a pointer in an object whose elements have so many bytes; `None` for other values.
fn number(domain: &mut Symbolic, value: &SymbolicValue, size: u64) -> Option<Term> {
    match value {
        Value::Bits(value) => Some(*value),
        Value::Pointer(pointer) => position(domain, pointer, size),
        Value::Undef | Value::Aggregate(_) => None,
    }
}

/// The position of a pointer. That to the elements of a vector, for one, is an address where there are none.
fn position(domain: &mut Symbolic, pointer: &Pointer<Term>, size: u64) -> Option<Term> {
    let mut position = None;
    for case in pointer.0.iter().rev() {
        if !matches!(case.place, PointerBase::Object(_) | PointerBase::Absolute) {
            return None;
        }
        let here = domain.divide_exact(case.offset, size);
        position = Some(position.map_or(here, |other| domain.ite(case.guard, here, other)));
    }
    position
}

/// The registers of a loop that may have an invariant.
fn registers(layout: &Layout, blocks: &[(BlockId, &Block)]) -> Vec<(Reg, u64)> {
    let moves = Moves::of(layout, blocks);
    let mut registers = Vec::new();
    let mut sizes = Vec::new();
    for (reg, ty, _) in phis(blocks[0].1) {
        let size = match ty {
            Type::Ptr => moves.origin(reg).map_or(0, |moved| moved.stride),
            _ => 1,
        };
        // One that is not moved is no position.
        if size > 0 {
            registers.push((reg, size));
            sizes.extend((*ty == Type::Ptr).then_some(size));
        }
    }
    // The pointers that these are compared with have the same elements, if all have.
    sizes.dedup();
    let size = match &*sizes {
        [only] => *only,
        _ => 1,
    };
    registers.extend(compared(blocks, &moves).into_iter().map(|reg| (reg, size)));
    registers
}

/// Registers from outside of a loop with which it compares numbers or pointers.
fn compared(blocks: &[(BlockId, &Block)], moves: &Moves<'_>) -> Vec<Reg> {
    let mut found = Vec::new();
    for instr in blocks.iter().flat_map(|(_, block)| &block.instrs) {
        let InstrKind::ICmp { lhs, rhs, .. } = &instr.kind else {
            continue;
        };
        for operand in [lhs, rhs] {
            if let Operand::Reg(reg) = operand
                && !found.contains(reg)
                && !moves.defines(*reg)
            {
                found.push(*reg);
            }
        }
    }
    found
}
