//! Following one path: blocks, branches, loops and their bounds.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::quantify::{Known, Level, Open, Place, Quantifier};
use super::word::{Concolic, Word};
use super::{Aliases, Decision, Kind, Site, Walk, WalkEnd};
use crate::exec::domain::{ArrayId, Domain};
use crate::exec::interpret::{End, ExitEvent, Inputs};
use crate::exec::machine::{Machine, Registers, read_error};
use crate::exec::memory::Memory;
use crate::exec::merge::Bounds;
use crate::exec::record::{CutReason, Leaf, SliceLeaf};
use crate::exec::stop::Stop;
use crate::exec::value::{Pointer, PointerCase, Value};
use crate::llvm::cfg::{Cfg, Wto};
use crate::llvm::demangle::demangle;
use crate::llvm::ir::{BlockId, Function, InstrKind, Operand, Reg, Terminator, Type};
use crate::llvm::{ModuleId, Program};
use crate::smt::term::Term;

/// Values of the concolic domain.
pub(super) type ConcolicValue = Value<Word>;

/// A function with what the walk has to know of its loops.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) module: ModuleId,
    pub(super) function: Arc<Function>,
    number: u32,
    /// Per block: the heads of the loops around it.
    heads: Vec<Vec<BlockId>>,
}

impl Code {
    /// Whether an edge to the head of a loop comes from inside of it.
    fn goes_back(&self, from: BlockId, head: BlockId) -> bool {
        self.heads[from.0 as usize].contains(&head)
    }

    fn is_head(&self, block: BlockId) -> bool {
        self.heads[block.0 as usize].last() == Some(&block)
    }
}

/// Why a walk ends before its function returns.
#[derive(Debug)]
pub(super) enum Halt {
    End(End),
    Cut(CutReason),
    /// A panic on its way to whoever catches it.
    Unwind,
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// How decisions are made.
#[derive(Clone, Debug)]
pub(super) enum Mode {
    /// As the input has it, and noted.
    Follow,
    /// As the input has it, for a look at the truth of a quantifier.
    Look,
    /// Each way in turn, for the term that a small function computes.
    Try(Script),
}

/// The ways that a trial takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    pub(super) ways: Vec<bool>,
    pub(super) at: usize,
    pub(super) literals: Vec<Term>,
}

/// Walks paths of one program. What does not depend on the path is kept from walk to walk.
#[derive(Debug)]
pub struct Walker<'p> {
    program: &'p Program,
    bounds: Bounds,
    aliases: Aliases,
    splits_choices: bool,
    code: FxHashMap<(ModuleId, Arc<str>), Option<Rc<Code>>>,
    functions: u32,
    /// Preconditions and bounds of inputs that were told already.
    told: FxHashSet<Term>,
    quantifiers: Vec<Quantifier>,
    known: FxHashMap<Place, Known>,
    /// Values that words were fixed to, by the decisions before.
    fixed: FxHashMap<(Vec<Term>, Term), Vec<u128>>,
    domain: Concolic,
}

/// One walk.
pub(super) struct Run<'w, 'p> {
    pub(super) machine: Machine<'p, Concolic>,
    pub(super) memory: Memory<Word>,
    pub(super) bounds: Bounds,
    pub(super) aliases: Aliases,
    /// Whether a choice between values is a branch.
    pub(super) splits_choices: bool,
    code: &'w mut FxHashMap<(ModuleId, Arc<str>), Option<Rc<Code>>>,
    functions: &'w mut u32,
    pub(super) told: &'w mut FxHashSet<Term>,
    pub(super) quantifiers: &'w mut Vec<Quantifier>,
    pub(super) known: &'w mut FxHashMap<Place, Known>,
    fixed: &'w mut FxHashMap<(Vec<Term>, Term), Vec<u128>>,
    pub(super) inputs: &'w Inputs,
    pub(super) arrays: BTreeMap<(u64, u32, u64), ArrayId>,
    pub(super) mode: Mode,
    pub(super) decisions: Vec<Decision>,
    /// Literals of the decisions, and whether they stand there or their opposite.
    decided: FxHashMap<Term, bool>,
    pub(super) open: Vec<Open>,
    pub(super) quantified: u32,
    /// The quantifiers whose bodies are evaluated, outermost first.
    pub(super) within: Vec<Level>,
    /// Indices at which some quantifier failed.
    pub(super) failing: IndexSet<Term>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) slices: Vec<SliceLeaf>,
    pub(super) exits: Vec<ExitEvent>,
    pub(super) concretised: u32,
    pub(super) signature: u64,
    /// Iteration that the last step probe told.
    pub(super) iteration: u32,
    site: Site,
    steps: u64,
    activations: u32,
    /// How many of the calls under way catch panics.
    pub(super) catching: u32,
    /// Activations of each function: how many decisions there were when each began.
    active: FxHashMap<u32, Vec<usize>>,
}

/// Deepest call stack that a walk may use.
const ACTIVATION_LIMIT: u32 = 400;

impl<'p> Walker<'p> {
    /// A walker for a program. `splits_choices` says whether a choice between two values is a decision like a branch, or part of a term.
    pub fn new(
        program: &'p Program,
        bounds: Bounds,
        aliases: Aliases,
        splits_choices: bool,
    ) -> Self {
        Self {
            program,
            bounds,
            aliases,
            splits_choices,
            code: FxHashMap::default(),
            functions: 0,
            told: FxHashSet::default(),
            quantifiers: Vec::new(),
            known: FxHashMap::default(),
            fixed: FxHashMap::default(),
            domain: Concolic::default(),
        }
    }

    /// Terms, arrays and facts of all walks so far.
    pub fn domain(&mut self) -> &mut Concolic {
        &mut self.domain
    }

    /// Walks the path of an input through the harness `symbol`.
    ///
    /// # Errors
    /// When the harness is not there.
    pub fn walk(&mut self, symbol: &str, inputs: &Inputs) -> Result<Walk, Stop> {
        self.domain.start();
        let mut run = Run {
            machine: Machine::new(std::mem::take(&mut self.domain), self.program),
            memory: Memory::default(),
            bounds: self.bounds,
            aliases: self.aliases,
            splits_choices: self.splits_choices,
            code: &mut self.code,
            functions: &mut self.functions,
            told: &mut self.told,
            quantifiers: &mut self.quantifiers,
            known: &mut self.known,
            fixed: &mut self.fixed,
            inputs,
            arrays: BTreeMap::new(),
            mode: Mode::Follow,
            decisions: Vec::new(),
            decided: FxHashMap::default(),
            open: Vec::new(),
            quantified: 0,
            within: Vec::new(),
            failing: IndexSet::new(),
            leaves: Vec::new(),
            slices: Vec::new(),
            exits: Vec::new(),
            concretised: 0,
            signature: 0,
            iteration: 0,
            site: Site {
                function: 0,
                block: BlockId(0),
                iteration: 0,
            },
            steps: 0,
            activations: 0,
            catching: 0,
            active: FxHashMap::default(),
        };
        let end = run.harness(symbol);
        run.instantiate();
        run.machine.domain.relate_elements();
        let walk = end.map(|end| Walk {
            decisions: run.decisions.into(),
            leaves: run.leaves,
            slices: run.slices,
            looked_at: run.machine.domain.looked_at.iter().copied().collect(),
            exits: run.exits,
            end,
            concretised: run.concretised,
            steps: run.steps,
            signature: run.signature,
        });
        self.domain = run.machine.domain;
        walk
    }
}

impl Run<'_, '_> {
    fn harness(&mut self, symbol: &str) -> Result<WalkEnd, Stop> {
        let code = self
            .code(ModuleId(0), symbol)?
            .ok_or_else(|| Stop::MissingBody {
                symbol: symbol.to_owned(),
            })?;
        Ok(match self.function(&code, Vec::new()) {
            Ok(_) => WalkEnd::End(End::Returned),
            Err(Halt::End(end)) => WalkEnd::End(end),
            Err(Halt::Cut(why)) => WalkEnd::Cut(why),
            Err(Halt::Unwind) => {
                WalkEnd::Cut(CutReason::Stop(Stop::unsupported("a panic out of nowhere")))
            }
            Err(Halt::Stop(stop)) => WalkEnd::Cut(CutReason::Stop(stop)),
        })
    }

    pub(super) fn code(
        &mut self,
        module: ModuleId,
        symbol: &str,
    ) -> Result<Option<Rc<Code>>, Stop> {
        let key = (module, Arc::from(symbol));
        if let Some(known) = self.code.get(&key) {
            return Ok(known.clone());
        }
        let found = self
            .machine
            .program
            .function(symbol, module)
            .map_err(read_error)?;
        let code = found.map(|found| {
            let cfg = Cfg::new(&found.item);
            let number = *self.functions;
            *self.functions += 1;
            Rc::new(Code {
                module: found.module,
                number,
                heads: Wto::new(&cfg).heads,
                function: found.item,
            })
        });
        self.code.insert(key, code.clone());
        Ok(code)
    }

    pub(super) fn is_following(&self) -> bool {
        matches!(self.mode, Mode::Follow)
    }

    /// The truth of a condition in this run, noted where it depends on the input.
    pub(super) fn decide(&mut self, cond: Word, kind: Kind) -> bool {
        let Some(term) = cond.term else {
            return cond.value == 1;
        };
        match &mut self.mode {
            Mode::Look => return cond.value == 1,
            Mode::Try(script) => {
                let not = self.machine.domain.symbolic.terms.not(term);
                if script.literals.contains(&term) {
                    return true;
                }
                if script.literals.contains(&not) {
                    return false;
                }
                if script.at == script.ways.len() {
                    script.ways.push(true);
                }
                let way = script.ways[script.at];
                script.at += 1;
                script.literals.push(if way { term } else { not });
                return way;
            }
            Mode::Follow => {}
        }
        if let Some(known) = self.decided.get(&term) {
            return *known;
        }
        let holds = cond.value == 1;
        let not = self.machine.domain.symbolic.terms.not(term);
        self.decided.insert(term, holds);
        self.decided.insert(not, !holds);
        let literal = if holds { term } else { not };
        self.decisions.push(Decision {
            literal,
            holds,
            kind,
            site: Site {
                iteration: self.iteration,
                ..self.site
            },
            leaves: self.leaves.len(),
            slices: self.slices.len(),
        });
        holds
    }

    /// The value of a word in this run; others are tried on other paths. Values that were met here before are told apart
    /// first, so that the decisions exclude each other.
    pub(super) fn fix(&mut self, word: Word) -> Result<Word, Stop> {
        let Some(term) = word.term else {
            return Ok(word);
        };
        match self.mode {
            Mode::Look => return Ok(word.fixed()),
            Mode::Try(_) => return Err(Stop::unsupported("a shape that depends on an index")),
            Mode::Follow => {}
        }
        let literals = self.decisions.iter().map(|decision| decision.literal);
        let met = self.fixed.entry((literals.collect(), term)).or_default();
        if !met.contains(&word.value) {
            met.push(word.value);
        }
        for value in met.clone() {
            let value = self.machine.domain.constant(word.width, value);
            let same = self.machine.domain.eq(word, value);
            if self.decide(same, Kind::Fixed) {
                break;
            }
        }
        Ok(word.fixed())
    }

    /// The one case of a pointer that this run takes.
    pub(super) fn only(&mut self, pointer: &Pointer<Word>) -> PointerCase<Word> {
        let (last, others) = pointer
            .0
            .split_last()
            .expect("invariant: a pointer has a case");
        for case in others {
            if self.decide(case.guard, Kind::Fixed) {
                return case.clone();
            }
        }
        last.clone()
    }

    /// What a pointer that is read or written through points to, with open offsets or without.
    pub(super) fn aimed(&mut self, pointer: Pointer<Word>) -> Result<Pointer<Word>, Stop> {
        let is_open =
            pointer.0.len() > 1 || pointer.0.iter().any(|case| case.offset.term.is_some());
        if self.aliases == Aliases::Late || !is_open {
            return Ok(pointer);
        }
        let always = self.machine.domain.bool(true);
        if self.aliases == Aliases::Eager {
            let case = self.only(&pointer);
            let offset = self.fix(case.offset)?;
            return Ok(Pointer::single(always, case.place, offset));
        }
        self.concretised += 1;
        let taken = pointer.0.iter().find(|case| case.guard.value == 1);
        let case = taken.unwrap_or(&pointer.0[0]);
        let offset = case.offset.fixed();
        Ok(Pointer::single(always, case.place.clone(), offset))
    }

    pub(super) fn function(
        &mut self,
        code: &Rc<Code>,
        args: Vec<ConcolicValue>,
    ) -> Result<ConcolicValue, Halt> {
        self.enter(code)?;
        let result = self.blocks(code, args);
        self.activations -= 1;
        if let Some(begun) = self.active.get_mut(&code.number) {
            begun.pop();
        }
        result
    }

    fn enter(&mut self, code: &Code) -> Result<(), Halt> {
        if self.activations >= ACTIVATION_LIMIT {
            return Err(Stop::Budget("call depth").into());
        }
        let begun = self.active.entry(code.number).or_default();
        let depends = begun
            .first()
            .is_some_and(|first| *first < self.decisions.len());
        if depends && begun.len() > self.bounds.recursion as usize {
            return Err(Halt::Cut(CutReason::Recursion {
                function: demangle(&code.function.name),
            }));
        }
        begun.push(self.decisions.len());
        self.activations += 1;
        Ok(())
    }

    fn blocks(&mut self, code: &Rc<Code>, args: Vec<ConcolicValue>) -> Result<ConcolicValue, Halt> {
        let function = &*code.function;
        let mut registers = Registers::new(function.reg_count);
        for (index, value) in args.into_iter().enumerate() {
            registers.set(Reg(index as u32), value);
        }
        let mut loops = Loops::default();
        let (mut block, mut from) = (BlockId(0), BlockId(0));
        loop {
            if code.is_head(block) {
                self.count_iteration(code, &mut loops, from, block)?;
            }
            let this = &function.blocks[block.0 as usize];
            self.phis(code, block, from, &mut registers)?;
            self.machine.check_order(code.module, function, block)?;
            self.steps += this.instrs.len() as u64 + 1;
            if self.steps > self.bounds.steps {
                return Err(Stop::Budget("symbolic steps").into());
            }
            for instr in &this.instrs {
                let value = match &instr.kind {
                    InstrKind::Phi { .. } => continue,
                    InstrKind::Call(call) => self.call(code.module, call, &registers)?,
                    kind => self.execute(code.module, kind, &registers)?,
                };
                if let Some(reg) = instr.result {
                    registers.set(reg, value);
                }
            }
            self.site = Site {
                function: code.number,
                block,
                iteration: 0,
            };
            let next = match &this.terminator {
                Terminator::Ret { ty, value } => {
                    return match value {
                        Some(value) => {
                            Ok(self.machine.operand(code.module, &registers, ty, value)?)
                        }
                        None => Ok(Value::Undef),
                    };
                }
                Terminator::Invoke {
                    call,
                    result,
                    normal,
                    unwind,
                } => {
                    let catches = function.catches(*unwind);
                    self.catching += u32::from(catches);
                    let returned = self.call(code.module, call, &registers);
                    self.catching -= u32::from(catches);
                    if let Err(Halt::Unwind) = returned {
                        *unwind
                    } else {
                        let value = returned?;
                        if let Some(reg) = result {
                            registers.set(*reg, value);
                        }
                        *normal
                    }
                }
                Terminator::Resume { .. } => return Err(Halt::Unwind),
                terminator => self.branch(code.module, terminator, &registers)?,
            };
            (from, block) = (block, next);
        }
    }

    /// Counts the iterations of a loop that depend on the input: others need no bound.
    fn count_iteration(
        &mut self,
        code: &Code,
        loops: &mut Loops,
        from: BlockId,
        head: BlockId,
    ) -> Result<(), Halt> {
        let decided = match &self.mode {
            Mode::Try(script) => script.literals.len(),
            _ => self.decisions.len(),
        };
        let counted = loops.0.entry(head).or_insert((0, decided));
        if !code.goes_back(from, head) {
            *counted = (0, decided);
            return Ok(());
        }
        if decided > counted.1 {
            *counted = (counted.0 + 1, decided);
        }
        if counted.0 > self.bounds.inner_loops {
            return Err(Halt::Cut(CutReason::InnerLoop {
                function: demangle(&code.function.name),
            }));
        }
        Ok(())
    }

    /// Phis read their operands before any of them is written.
    fn phis(
        &mut self,
        code: &Code,
        block: BlockId,
        from: BlockId,
        registers: &mut Registers<Word>,
    ) -> Result<(), Stop> {
        let mut values = Vec::new();
        for instr in &code.function.blocks[block.0 as usize].instrs {
            let (InstrKind::Phi { ty, incoming }, Some(reg)) = (&instr.kind, instr.result) else {
                break;
            };
            if let Some((operand, _)) = incoming.iter().find(|(_, pred)| *pred == from) {
                let value = self.machine.operand(code.module, registers, ty, operand)?;
                values.push((reg, value));
            }
        }
        for (reg, value) in values {
            registers.set(reg, value);
        }
        Ok(())
    }

    /// Executes an instruction; with the values of this run where it has no meaning otherwise.
    fn execute(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<Word>,
    ) -> Result<ConcolicValue, Halt> {
        if self.splits_choices
            && self.is_following()
            && let Some(value) = self.split_choice(module, kind, registers)?
        {
            return Ok(value);
        }
        if self.aliases != Aliases::Late
            && let Some(value) = self.access(module, kind, registers)?
        {
            return Ok(value);
        }
        let result = self
            .machine
            .execute(module, kind, registers, &mut self.memory);
        match result {
            Err(Stop::Unsupported { .. }) => {
                let mut numbers = registers.clone();
                let mut depends = false;
                for reg in 0..numbers.len() {
                    let value = fixed(numbers.get(Reg(reg)), &mut depends);
                    numbers.set(Reg(reg), value);
                }
                if !depends {
                    return Ok(result?);
                }
                let value = self
                    .machine
                    .execute(module, kind, &numbers, &mut self.memory)?;
                self.concretised += 1;
                Ok(value)
            }
            result => Ok(result?),
        }
    }

    /// A load or store, with its offset fixed.
    fn access(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<Word>,
    ) -> Result<Option<ConcolicValue>, Halt> {
        let (InstrKind::Load { ptr, .. } | InstrKind::Store { ptr, .. }) = kind else {
            return Ok(None);
        };
        let pointer = self.machine.operand(module, registers, &Type::Ptr, ptr)?;
        let pointer = self.machine.as_pointer(&pointer);
        let pointer = self.aimed(pointer)?;
        Ok(Some(match kind {
            InstrKind::Load { ty, align, .. } => {
                self.machine.load(&self.memory, &pointer, ty, *align)?
            }
            InstrKind::Store { ty, value, .. } => {
                let value = self.machine.operand(module, registers, ty, value)?;
                self.machine.store(&mut self.memory, &pointer, ty, &value)?;
                Value::Undef
            }
            _ => return Ok(None),
        }))
    }

    fn branch(
        &mut self,
        module: ModuleId,
        terminator: &Terminator,
        registers: &Registers<Word>,
    ) -> Result<BlockId, Halt> {
        let target = match terminator {
            Terminator::Br { target } => return Ok(*target),
            Terminator::CondBr { cond, then, els } => {
                let cond = self.word(module, registers, &Type::Int(1), cond)?;
                if self.decide(cond, Kind::Branch) {
                    *then
                } else {
                    *els
                }
            }
            Terminator::Switch {
                ty,
                value,
                default,
                cases,
            } => {
                let value = self.word(module, registers, ty, value)?;
                let mut taken = *default;
                for (case, target) in cases {
                    let case = self.machine.domain.constant(value.width, *case);
                    let same = self.machine.domain.eq(value, case);
                    if self.decide(same, Kind::Branch) {
                        taken = *target;
                        break;
                    }
                }
                taken
            }
            Terminator::Unsupported { construct } => {
                return Err(Stop::unsupported(construct.clone()).into());
            }
            _ => return Err(Stop::unsupported("control flow into an unreachable block").into()),
        };
        self.mark(target.0);
        Ok(target)
    }

    /// Notes a turn of the path.
    fn mark(&mut self, turn: u32) {
        if self.is_following() {
            let turn = u64::from(self.site.function) << 32 | u64::from(turn);
            let mixed = self.signature.rotate_left(5) ^ turn;
            self.signature = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    /// Which of two values is chosen.
    pub(super) fn choose(&mut self, cond: Word) -> bool {
        let first = self.decide(cond, Kind::Branch);
        self.mark(u32::from(first));
        first
    }

    /// A choice between values as a branch.
    fn split_choice(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<Word>,
    ) -> Result<Option<ConcolicValue>, Stop> {
        let InstrKind::Select {
            cond_ty: Type::Int(1),
            cond,
            ty,
            then,
            els,
        } = kind
        else {
            return Ok(None);
        };
        let cond = self.word(module, registers, &Type::Int(1), cond)?;
        let taken = if self.choose(cond) { then } else { els };
        let value = self.machine.operand(module, registers, ty, taken)?;
        Ok(Some(value))
    }

    fn word(
        &mut self,
        module: ModuleId,
        registers: &Registers<Word>,
        ty: &Type,
        operand: &Operand,
    ) -> Result<Word, Stop> {
        let value = self.machine.operand(module, registers, ty, operand)?;
        self.machine.bits(ty, &value)
    }
}

/// Per head of a loop: iterations that decided something, and how many decisions there were at the last.
#[derive(Debug, Default)]
struct Loops(FxHashMap<BlockId, (u32, usize)>);

/// A value without what it depends on; says whether it depended on anything.
pub(super) fn fixed(value: &ConcolicValue, depends: &mut bool) -> ConcolicValue {
    match value {
        Value::Bits(word) => {
            *depends |= word.term.is_some();
            Value::Bits(word.fixed())
        }
        Value::Pointer(pointer) => {
            let taken = pointer.0.iter().find(|case| case.guard.value == 1);
            let case = taken.unwrap_or(&pointer.0[0]);
            *depends |= case.guard.term.is_some() || case.offset.term.is_some();
            let (guard, offset) = (case.guard.fixed(), case.offset.fixed());
            Value::Pointer(Pointer::single(guard, case.place.clone(), offset))
        }
        Value::Undef => Value::Undef,
        Value::Aggregate(parts) => {
            Value::Aggregate(parts.iter().map(|part| fixed(part, depends)).collect())
        }
    }
}
