//! The merging strategy: all paths of an unwound program in one pass.
//!
//! Blocks are taken in a weak topological order in which each loop component stands together, iteration after
//! iteration, so every state that can reach a block in a given iteration is there when the block is executed.
//! The states are joined into one with if-then-else under the condition that tells them apart, and the block is
//! executed once. This is the reachability verification condition of the infeasible-code paper (section 4), built
//! forwards; unwinding a loop only removes executions (its Lemma 1), and each removed one leaves a cut.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashSet;

use crate::domain::path::Path;
use crate::domain::stop::{Budget, Stop};
use crate::domain::symbolic::Symbolic;
use crate::domain::value::Value;
use crate::memory::Memory;
use crate::semantics::machine::{Machine, Registers};
use crate::semantics::symbols::Codes;
use crate::strategy::clock::Clock;
use crate::strategy::merge::bound::Counted;
use crate::strategy::merge::carried::{Entries, Loops};
use crate::strategy::merge::end::{Ended, Flow, PathEnd, awaits_inputs};
use crate::strategy::merge::havoc::{CallGraph, LoopCut};
use crate::strategy::merge::quantify::Quantifier;
use crate::strategy::record::{Cut, CutReason, Record};
use crate::strategy::text;
use unroll_llvm::analysis::{Cfg, Liveness, Wto};
use unroll_llvm::ir::{Block, BlockId, Function, InstrKind, Operand, Reg, Terminator, Type};
use unroll_llvm::link::demangle::demangle;
use unroll_llvm::{ModuleId, Program};
use unroll_protocol::Restriction;
use unroll_smt::term::Term;

/// Values of the symbolic domain.
pub type SymbolicValue = Value<Term>;

/// The part of the steps, as a divisor, after which iterations that every execution makes count like others.
const FORCED_SHARE: u64 = 4;

/// Most pairs of elements that are related where their indices may be equal: more make a formula that no solver answers in time.
const MOST_PAIRS: u64 = 1 << 20;

/// Bounds of an execution.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Executions of a loop body of the analysed function.
    pub depth: u32,
    /// Iterations of any other loop, after each of which it was open whether there is another.
    pub inner_loops: u32,
    /// Activations of one function on the stack.
    pub recursion: u32,
    /// Instructions in all.
    pub steps: u64,
}

impl Bounds {
    /// The usual bounds for a depth: inner loops and recursions get some slack, so that a contract can look at all the
    /// elements that `depth` iterations have looked at.
    pub fn for_depth(depth: u32, steps: u64) -> Self {
        Self {
            depth,
            inner_loops: depth + 3,
            recursion: depth + 2,
            steps,
        }
    }
}

/// A path and the memory on it.
#[derive(Clone, Debug)]
pub struct State {
    /// Under which condition.
    pub path: Path,
    /// With which memory.
    pub memory: Memory<Term>,
    /// How many calls of the user's own functions that build an input are under way.
    pub constructors: u32,
}

impl State {
    /// The same state on another path.
    pub(super) fn on(&self, path: Path) -> Self {
        Self {
            path,
            memory: self.memory.clone(),
            constructors: self.constructors,
        }
    }
}

/// A function prepared for execution.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) module: ModuleId,
    pub(crate) function: Arc<Function>,
    wto: Wto,
    /// Registers live into each block, ascending.
    live_in: Vec<Vec<Reg>>,
    /// Those whose carried values are recorded.
    pub(crate) loops: Loops,
    /// Numbers made of addresses that are only compared, where an abstraction asks for them.
    pub(crate) kept_addresses: OnceCell<FxHashSet<Reg>>,
}

impl Code {
    /// Heads of the loops around a block, outermost first.
    pub(crate) fn heads(&self, block: BlockId) -> &[BlockId] {
        &self.wto.heads[block.0 as usize]
    }
}

/// The merging executor.
#[derive(Debug)]
pub struct Merge<'p> {
    pub(crate) machine: Machine<'p, Symbolic>,
    pub(crate) bounds: Bounds,
    clock: Clock,
    pub(crate) record: Record,
    pub(crate) quantifiers: Vec<Quantifier>,
    /// True if conditions and preconditions may be taken to be arbitrary.
    pub(super) relaxes: bool,
    /// How loops are cut.
    pub(super) cut: LoopCut,
    /// Above 0 while the body of a quantifier is evaluated: that is not an execution of the program, so nothing is recorded.
    pub(crate) muted: u32,
    /// The quantifier whose body is evaluated at its witness.
    pub(crate) asking: Option<usize>,
    /// True if instances of quantifiers are being made.
    pub(crate) instantiating: bool,
    /// How many of the calls under way catch panics. While none does, a panic ends an execution.
    pub(crate) catching: u32,
    /// States of panics on their way out of the current call to the frame that catches them.
    pub(super) thrown: Vec<State>,
    /// True if the harness marks where inputs are built.
    pub(super) awaits_inputs: bool,
    codes: Codes<Rc<Code>>,
    /// The code that calls may reach.
    pub(crate) calls: CallGraph,
    stack: Vec<(ModuleId, Arc<str>)>,
    /// Instructions that follow at most where code is missing; `None` for as many as ever.
    rest: Option<u64>,
    /// The first code that was missing.
    missing: Option<Stop>,
}

/// The result of a finished execution.
#[derive(Debug)]
pub struct Execution {
    /// Terms and input arrays.
    pub symbolic: Symbolic,
    /// The record of the execution.
    pub record: Record,
}

/// Where a state waits: positions and iteration counts from the outermost component inwards, then the block's position.
type Turn = Vec<u32>;

/// A state on its way into a block.
#[derive(Debug)]
pub(crate) struct Arrival {
    pub(crate) state: State,
    /// Values of the registers live into the block, then of its phis.
    pub(crate) values: Vec<(Reg, SymbolicValue)>,
    pub(crate) block: BlockId,
    /// Iteration of each component around the block, outermost first.
    pub(crate) iterations: Vec<u32>,
    /// The iterations that the bound on loops counts.
    pub(crate) counted: Counted,
}

impl<'p> Merge<'p> {
    /// An executor for a program.
    pub fn new(program: &'p Program, bounds: Bounds) -> Self {
        Self {
            machine: Machine::new(Symbolic::default(), program),
            bounds,
            clock: Clock::new(None),
            record: Record::default(),
            quantifiers: Vec::new(),
            relaxes: false,
            cut: LoopCut::default(),
            muted: 0,
            asking: None,
            instantiating: false,
            catching: 0,
            thrown: Vec::new(),
            awaits_inputs: false,
            codes: Codes::default(),
            calls: CallGraph::default(),
            stack: Vec::new(),
            rest: None,
            missing: None,
        }
    }

    /// How many instructions are still worth while once code was missing.
    #[must_use]
    pub fn rest_without_code(mut self, instructions: Option<u64>) -> Self {
        self.rest = instructions;
        self
    }

    /// When the execution is given up.
    #[must_use]
    pub fn until(mut self, deadline: Option<Instant>) -> Self {
        self.clock = Clock::new(deadline);
        self
    }

    /// Executes the harness `symbol` from an empty state.
    ///
    /// # Errors
    /// When nothing could be executed at all, or the budget of steps or time is used up.
    pub fn run(mut self, symbol: &str) -> Result<Execution, Stop> {
        let state = State {
            path: Path::default(),
            memory: Memory::default(),
            constructors: 0,
        };
        let code = self
            .code(ModuleId(0), symbol)?
            .ok_or_else(|| Stop::MissingBody {
                symbol: symbol.to_owned(),
            })?;
        self.awaits_inputs = awaits_inputs(&code.function);
        self.machine.begin_harness(code.module, &code.function);
        let returned = self.function(&code, Vec::new(), state);
        let returned = returned.map_err(|stop| match (stop, &self.missing) {
            // It used up what was left since then.
            (Stop::Budget(_), Some(missing)) => missing.clone(),
            (stop, _) => stop,
        })?;
        for state in std::mem::take(&mut self.thrown) {
            let why = CutReason::Stop(Stop::unsupported("a panic out of nowhere"));
            self.note_end(&state, PathEnd::Cut(why));
        }
        if let Flow::Continue((state, _)) = returned {
            let cond = state.path.conjunction(&mut self.machine.domain.terms);
            self.record.returned = Some(cond);
        }
        for state in std::mem::take(&mut self.thrown) {
            // The frame that caught it has thrown it again: its origin is lost.
            self.cut(
                &state.path,
                CutReason::Stop(Stop::unsupported("a panic out of nowhere")),
            );
        }
        self.instantiate_quantifiers()?;
        text::know(&mut self.machine.domain, &mut self.record);
        // Each is a few terms, and they are made in one go.
        self.record.steps += self.machine.domain.new_pairs();
        if self.machine.domain.new_pairs() > MOST_PAIRS || self.record.steps > self.bounds.steps {
            return Err(Stop::Budget(Budget::Pairs));
        }
        let mut facts = self.machine.domain.new_array_constraints();
        self.record.facts.append(&mut facts);
        let unknown = self.machine.domain.unknown.as_ref();
        self.record.is_abstract |= unknown.is_some_and(|unknown| unknown.is_read);
        Ok(Execution {
            symbolic: self.machine.domain,
            record: self.record,
        })
    }

    /// A function with its analyses, or `None` without a body.
    pub(crate) fn code(&mut self, from: ModuleId, symbol: &str) -> Result<Option<Rc<Code>>, Stop> {
        let program = self.machine.program;
        self.codes.get(program, (from, symbol), |module, function| {
            let cfg = Cfg::new(&function);
            let wto = Wto::new(&cfg);
            Rc::new(Code {
                module,
                loops: Loops::new(&cfg, &wto),
                kept_addresses: OnceCell::new(),
                live_in: Liveness::new(&function, &cfg).live_in,
                function,
                wto,
            })
        })
    }

    /// Executes a call of a function: the joined state of all its returns and the value, if any returns.
    pub(crate) fn function(
        &mut self,
        code: &Rc<Code>,
        args: Vec<SymbolicValue>,
        state: State,
    ) -> Result<Flow<(State, SymbolicValue)>, Stop> {
        let key: (ModuleId, Arc<str>) = (code.module, Arc::from(code.function.name.as_str()));
        let active = self.stack.iter().filter(|entry| **entry == key).count();
        if active as u32 > self.bounds.recursion {
            let function = demangle(&key.1);
            let how = PathEnd::Cut(CutReason::Recursion { function });
            return Ok(Flow::Break(self.end(&state, how)));
        }
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
    ) -> Result<Flow<(State, SymbolicValue)>, Stop> {
        let mut registers = Registers::new(code.function.reg_count);
        let values = args
            .into_iter()
            .enumerate()
            .map(|(index, value)| (Reg(index as u32), value))
            .collect();
        let mut waiting: BTreeMap<Turn, Vec<Arrival>> = BTreeMap::new();
        let entry = Arrival {
            state,
            values,
            block: BlockId(0),
            iterations: vec![0; code.heads(BlockId(0)).len()],
            counted: Counted::default().behind_edge(0, code.heads(BlockId(0)).len()),
        };
        waiting.insert(turn(code, &entry), vec![entry]);
        let mut returns: Vec<(State, SymbolicValue)> = Vec::new();
        let mut entries = Entries::new();
        let mut ended = None;
        while let Some((_, arrivals)) = waiting.pop_first() {
            for arrival in self.together(code, arrivals) {
                match self.visit(code, arrival, &mut registers, &mut entries)? {
                    Left::Returned(state, value) => returns.push((state, value)),
                    Left::Blocks(arrivals) => {
                        for arrival in arrivals {
                            let turn = turn(code, &arrival);
                            waiting.entry(turn).or_default().push(arrival);
                        }
                    }
                    Left::Nothing(end) => ended = Some(end),
                }
            }
        }
        match (self.join_returns(returns), ended) {
            (Some(returned), _) => Ok(Flow::Continue(returned)),
            (None, Some(ended)) => Ok(Flow::Break(ended)),
            (None, None) => Err(Stop::unsupported("a function without an end")),
        }
    }

    /// Executes a block.
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
        if is_head
            && self.cut.is_on
            && let Some(ended) = self.cut_loop(code, &mut arrival, registers)?
        {
            return Ok(Left::Nothing(ended));
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
        self.cut.passes |= self.is_passed(here.iterations);
        let next = self.execute(code, &here, registers, entries, &mut state);
        self.cut.passes = around;
        let targets = match next {
            Ok(Next::Return(value)) => return Ok(Left::Returned(state, value)),
            Ok(Next::Blocks(targets)) if targets.is_empty() => {
                return Ok(Left::Nothing(self.end(&state, PathEnd::Contradiction)));
            }
            Ok(Next::Blocks(targets)) => targets,
            Ok(Next::Nothing(ended)) => return Ok(Left::Nothing(ended)),
            Err(Stop::Budget(what)) => return Err(Stop::Budget(what)),
            Err(stop) => {
                let how = PathEnd::Cut(CutReason::Stop(stop));
                return Ok(Left::Nothing(self.end(&state, how)));
            }
        };
        let mut left = Vec::new();
        for (target, state) in targets {
            if self.leaves_passed(code, (here.block, here.iterations), target) {
                let _: Ended = self.end(&state, PathEnd::Contradiction);
                continue;
            }
            left.push(self.travel(code, registers, &here, target, state)?);
        }
        Ok(Left::Blocks(left))
    }

    /// Executes a block with its terminator.
    fn execute(
        &mut self,
        code: &Rc<Code>,
        here: &Position<'_>,
        registers: &mut Registers<Term>,
        entries: &mut Entries,
        state: &mut State,
    ) -> Result<Next, Stop> {
        self.note_head(code, here, state, registers, entries);
        if let Flow::Break(ended) = self.block(code, here.block, registers, state)? {
            return Ok(Next::Nothing(ended));
        }
        self.note_latch(code, here, state, registers, entries);
        let block = &code.function.blocks[here.block.0 as usize];
        self.terminator(code, block, registers, state)
    }

    /// Begins an iteration of a loop, unless it is one too many.
    fn is_beyond_bound(&self, counted: &mut Counted, path: &Path) -> bool {
        let may_force = self.record.steps < self.bounds.steps / FORCED_SHARE;
        counted.begin(path, may_force) > self.bounds.inner_loops
    }

    /// Executes the instructions of a block.
    fn block(
        &mut self,
        code: &Rc<Code>,
        block: BlockId,
        registers: &mut Registers<Term>,
        state: &mut State,
    ) -> Result<Flow<()>, Stop> {
        self.machine
            .check_random(code.module, &code.function, block)?;
        let block = &code.function.blocks[block.0 as usize];
        self.record.steps += block.instrs.len() as u64 + 1;
        if self.record.steps > self.bounds.steps {
            return Err(Stop::Budget(Budget::Steps));
        }
        if self.clock.is_over(self.record.steps) {
            return Err(Stop::Budget(Budget::Time));
        }
        for instr in &block.instrs {
            let value = match &instr.kind {
                InstrKind::Phi { .. } => continue,
                InstrKind::Call(call) => {
                    let at = (code.module, instr.dbg);
                    match self.call(at, call, registers, state)? {
                        Flow::Continue(value) => value,
                        Flow::Break(ended) => return Ok(Flow::Break(ended)),
                    }
                }
                kind => self
                    .machine
                    .execute(code.module, kind, registers, &mut state.memory)?,
            };
            if let Some(reg) = instr.result {
                registers.set(reg, value);
            }
            self.machine.check_pointers()?;
            self.note_meeting(state);
            self.forget_exposed(code, instr.result, state);
        }
        Ok(Flow::Continue(()))
    }

    /// Cuts where the instruction that was executed last compared pointers into two inputs.
    fn note_meeting(&mut self, state: &State) {
        if let Some(met) = self.machine.take_met()
            && let Some(path) = state.path.with(&mut self.machine.domain.terms, met)
        {
            self.cut(
                &path,
                CutReason::Stop(Stop::Restricted(Restriction::Distinct)),
            );
        }
    }

    fn terminator(
        &mut self,
        code: &Rc<Code>,
        block: &Block,
        registers: &mut Registers<Term>,
        state: &mut State,
    ) -> Result<Next, Stop> {
        // A call may go on where the state of its caller does not: what is cut here is what came to it.
        let path = state.path.clone();
        let next = self.try_terminator(code, block, registers, state);
        let next = next.and_then(|next| self.machine.check_pointers().map(|()| next));
        if next.is_err() {
            state.path = path;
        }
        next
    }

    fn try_terminator(
        &mut self,
        code: &Rc<Code>,
        block: &Block,
        registers: &mut Registers<Term>,
        state: &mut State,
    ) -> Result<Next, Stop> {
        match &block.terminator {
            Terminator::Ret { ty, value } => {
                let value = match value {
                    Some(value) => self.machine.operand(code.module, registers, ty, value)?,
                    None => Value::Undef,
                };
                Ok(Next::Return(value))
            }
            Terminator::Br { target } => Ok(Next::Blocks(vec![(*target, state.clone())])),
            Terminator::CondBr { cond, then, els } => {
                let cond = self.scalar(code, registers, &Type::Int(1), cond)?;
                let not = self.machine.domain.terms.not(cond);
                Ok(Next::Blocks(
                    self.split(state, [(*then, cond), (*els, not)]),
                ))
            }
            Terminator::Switch {
                ty,
                value,
                default,
                cases,
            } => {
                let value = self.scalar(code, registers, ty, value)?;
                Ok(Next::Blocks(self.switch(state, value, *default, cases)))
            }
            Terminator::Invoke {
                call,
                result,
                normal,
                unwind,
            } => {
                let catches = u32::from(code.function.catches(*unwind));
                let outer = std::mem::take(&mut self.thrown);
                self.catching += catches;
                let at = (code.module, block.terminator_dbg);
                let returned = self.call(at, call, registers, state);
                self.catching -= catches;
                let thrown = std::mem::replace(&mut self.thrown, outer);
                let mut targets: Vec<_> =
                    thrown.into_iter().map(|state| (*unwind, state)).collect();
                match returned? {
                    Flow::Continue(value) => {
                        if let Some(reg) = result {
                            registers.set(*reg, value);
                        }
                        targets.push((*normal, state.clone()));
                    }
                    Flow::Break(ended) if targets.is_empty() => return Ok(Next::Nothing(ended)),
                    Flow::Break(_) => {}
                }
                Ok(Next::Blocks(targets))
            }
            Terminator::Resume { .. } => Ok(Next::Nothing(self.end(state, PathEnd::Thrown))),
            Terminator::Unreachable => Ok(Next::Nothing(self.end(state, PathEnd::Undefined))),
            Terminator::Unsupported { construct } => Err(Stop::unsupported(construct.clone())),
        }
    }

    fn split(&mut self, state: &State, ways: [(BlockId, Term); 2]) -> Vec<(BlockId, State)> {
        let terms = &mut self.machine.domain.terms;
        let possible = ways.into_iter().filter_map(|(target, literal)| {
            let path = state.path.with(terms, literal)?;
            Some((target, state.on(path)))
        });
        possible.collect()
    }

    /// One literal after the other, so that joins find the case that differs.
    fn switch(
        &mut self,
        state: &State,
        value: Term,
        default: BlockId,
        cases: &[(u128, BlockId)],
    ) -> Vec<(BlockId, State)> {
        let terms = &mut self.machine.domain.terms;
        let mut targets = Vec::with_capacity(cases.len() + 1);
        let mut rest = Some(state.path.clone());
        for (case, target) in cases {
            let Some(path) = &rest else { break };
            let width = terms.width(value);
            let constant = terms.constant(width, *case);
            let equal = terms.eq(value, constant);
            if let Some(taken) = path.with(terms, equal) {
                targets.push((*target, state.on(taken)));
            }
            let different = terms.not(equal);
            rest = path.with(terms, different);
        }
        if let Some(path) = rest {
            targets.push((default, state.on(path)));
        }
        targets
    }

    fn scalar(
        &mut self,
        code: &Code,
        registers: &Registers<Term>,
        ty: &Type,
        operand: &Operand,
    ) -> Result<Term, Stop> {
        let value = self.machine.operand(code.module, registers, ty, operand)?;
        self.machine.bits(ty, &value)
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
        if stayed == new.len() && new.last() == Some(&target) {
            iterations[stayed - 1] += 1;
        }
        let counted = from.counted.behind_edge(stayed, new.len());
        let live = code.live_in[target.0 as usize].iter();
        let mut values: Vec<(Reg, SymbolicValue)> = live
            .map(|reg| (*reg, registers.get(*reg).clone()))
            .collect();
        let edge = (from.block, target);
        values.extend(
            self.machine
                .phis(code.module, &code.function, edge, registers)?,
        );
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

    /// Records a path that is given up.
    pub(crate) fn cut(&mut self, path: &Path, why: CutReason) {
        if let (CutReason::Stop(stop), Some(rest), None) = (&why, self.rest, &self.missing)
            && stop.lacks_code()
        {
            self.missing = Some(stop.clone());
            self.bounds.steps = self.bounds.steps.min(self.record.steps + rest);
        }
        let cond = path.conjunction(&mut self.machine.domain.terms);
        self.record.cuts.push(Cut { why, cond });
    }
}

/// A block in an iteration.
#[derive(Debug)]
pub(crate) struct Position<'a> {
    pub(crate) block: BlockId,
    /// Iteration of each component around the block, outermost first.
    pub(crate) iterations: &'a [u32],
    pub(crate) counted: &'a Counted,
}

/// Where a terminator leads.
enum Next {
    Return(SymbolicValue),
    Blocks(Vec<(BlockId, State)>),
    Nothing(Ended),
}

/// What a block leaves behind.
enum Left {
    Returned(State, SymbolicValue),
    Blocks(Vec<Arrival>),
    Nothing(Ended),
}

fn turn(code: &Code, arrival: &Arrival) -> Turn {
    let heads = code.heads(arrival.block);
    let mut turn = Vec::with_capacity(2 * heads.len() + 1);
    for (head, iteration) in heads.iter().zip(&arrival.iterations) {
        turn.push(code.wto.position[head.0 as usize]);
        turn.push(*iteration);
    }
    turn.push(code.wto.position[arrival.block.0 as usize]);
    turn
}
