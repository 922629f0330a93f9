//! Loops that are functions of the words with which they are entered.
//!
//! The compiler puts small functions into their callers, and what is left of `is_prime(n)` is a loop there.

use std::rc::Rc;
use std::sync::Arc;

use crate::domain::stop::Stop;
use crate::semantics::machine::Registers;
use crate::strategy::merge::Merge;
use crate::strategy::merge::havoc::{blocks_of, operands, results};
use crate::strategy::merge::state::{Arrival, Code, Position};
use crate::strategy::words::{FunctionOfWords, LoopOfWords, WayOut, value_of, widths};
use rustc_hash::FxHashMap;
use unroll_llvm::ir::layout::Layout;
use unroll_llvm::ir::{Block, BlockId, Function, InstrKind, Operand, Reg, Terminator, Type};
use unroll_smt::term::Term;

/// Width of the result that says which way a loop was left.
const WAY: u32 = 16;

/// Ways out of a loop, at most.
const MOST_WAYS: usize = 16;

impl Merge<'_> {
    /// Where a loop goes on that is recorded; `None` for one that is executed.
    pub(in crate::strategy::merge) fn apply_loop(
        &mut self,
        code: &Rc<Code>,
        arrival: &Arrival,
        registers: &Registers<Term>,
    ) -> Result<Option<Vec<Arrival>>, Stop> {
        // Another iteration of a loop that was not recorded when it was entered.
        if !self.records_applications() || arrival.iterations.last() != Some(&0) {
            return Ok(None);
        }
        let Some(loop_) = self.loop_of_words(code, arrival.block) else {
            return Ok(None);
        };
        let args = loop_
            .inputs
            .iter()
            .map(|(reg, _)| registers.get(*reg).words());
        let args: Option<Vec<Vec<Term>>> = args.collect();
        let args = args.map(|args| args.concat());
        let Some(args) = args.filter(|args| self.are_open(args)) else {
            return Ok(None);
        };
        let layout = self.machine.layout();
        let outputs = loop_
            .outputs
            .iter()
            .filter_map(|(_, ty)| widths(layout, ty));
        let widths: Vec<u32> = std::iter::once(WAY).chain(outputs.flatten()).collect();
        let function = FunctionOfWords {
            module: code.module,
            symbol: code.function.name.as_str().into(),
            loop_: Some(Arc::clone(&loop_)),
        };
        let at = self.application(function, args, &widths, &arrival.state);
        self.leave_out_loop(at, code, arrival, registers);
        self.ways_behind(at, (code, &loop_), arrival, registers)
            .map(Some)
    }

    /// Notes the panics of calls in a loop that does not end.
    fn leave_out_loop(
        &mut self,
        at: usize,
        code: &Code,
        arrival: &Arrival,
        registers: &Registers<Term>,
    ) {
        let returns = self.record.applications[at].returns;
        let terms = &mut self.machine.domain.terms;
        let panics = terms.not(returns);
        if let Some(path) = arrival.state.path.with(terms, panics) {
            let blocks = blocks_of(code, arrival.block);
            self.leave_out_blocks(code, &blocks, registers, &arrival.state.on(path));
        }
    }

    /// The states behind a loop, one for each way out.
    fn ways_behind(
        &mut self,
        at: usize,
        (code, loop_): (&Rc<Code>, &LoopOfWords),
        arrival: &Arrival,
        registers: &Registers<Term>,
    ) -> Result<Vec<Arrival>, Stop> {
        let application = self.record.applications[at].clone();
        let mut left = registers.clone();
        let mut results = application.results[1..].iter().copied();
        for (reg, ty) in &loop_.outputs {
            let value = value_of(self.machine.layout(), ty, &mut results);
            left.set(*reg, value);
        }
        let way = application.results[0];
        let terms = &mut self.machine.domain.terms;
        let ways = terms.constant(WAY, loop_.ways.len() as u128);
        let is_one = terms.ult(way, ways);
        self.record.facts.push(is_one);
        let mut arrivals = Vec::new();
        for (number, WayOut { from, to, .. }) in loop_.ways.iter().enumerate() {
            let terms = &mut self.machine.domain.terms;
            let number = terms.constant(WAY, number as u128);
            let is_taken = terms.eq(way, number);
            let path = arrival.state.path.with(terms, application.returns);
            let Some(path) = path.and_then(|path| path.with(terms, is_taken)) else {
                continue;
            };
            let mut iterations = arrival.iterations.clone();
            iterations.resize(code.heads(*from).len(), 0);
            let from = Position {
                block: *from,
                iterations: &iterations,
                counted: &arrival.counted,
            };
            let state = arrival.state.on(path);
            arrivals.push(self.travel(code, &left, &from, *to, state)?);
        }
        Ok(arrivals)
    }

    /// A loop as a function; `None` for one that does more than compute.
    fn loop_of_words(&mut self, code: &Rc<Code>, head: BlockId) -> Option<Arc<LoopOfWords>> {
        let key = (code.module, code.function.name.clone(), head);
        if let Some(known) = self.applications.loops.get(&key) {
            return known.clone();
        }
        let program = self.machine.program;
        let blocks = blocks_of(code, head);
        let every = blocks.iter().map(|(_, block)| *block);
        let computes = self.calls.are_of_words(program, code.module, every);
        let layout = self.machine.layout();
        let found = computes.then(|| described(layout, code, &blocks)).flatten();
        let found = found.map(Arc::new);
        self.applications.loops.insert(key, found.clone());
        found
    }
}

/// Inputs, outputs and ways out of a loop, whose head comes first. `None` where an input or an output does not consist of integers, or the loop has no way
/// out.
fn described(layout: &Layout, code: &Code, blocks: &[(BlockId, &Block)]) -> Option<LoopOfWords> {
    let (head, first) = blocks[0];
    let mut within: Vec<BlockId> = blocks.iter().map(|(id, _)| *id).collect();
    within.sort_unstable();
    let mut defined: Vec<(Reg, Type)> = Vec::new();
    for (_, block) in blocks {
        defined.extend(results(block).ok()?);
    }
    let is_phi = |reg: Reg| {
        let mut phis = first
            .instrs
            .iter()
            .filter(|instr| instr.result == Some(reg));
        phis.any(|instr| matches!(instr.kind, InstrKind::Phi { .. }))
    };
    let used = blocks.iter().flat_map(|(_, block)| operands(block));
    let is_defined = |reg: &Reg| defined.iter().any(|(own, _)| own == reg);
    let mut read: Vec<Reg> = used.filter(|reg| !is_defined(reg)).collect();
    read.extend(
        defined
            .iter()
            .map(|(reg, _)| *reg)
            .filter(|reg| is_phi(*reg)),
    );
    read.sort_unstable();
    read.dedup();
    let types = types(&code.function)?;
    let of_words = |reg: Reg| {
        let ty = types.get(&reg)?;
        widths(layout, ty).map(|_| (reg, ty.clone()))
    };
    let inputs = read.into_iter().map(of_words).collect::<Option<Vec<_>>>()?;
    let ways = ways_out(code, blocks, (&within, &defined));
    let is_output = |(reg, _): &&(Reg, Type)| ways.iter().any(|way| way.read.contains(reg));
    let outputs = defined
        .iter()
        .filter(is_output)
        .map(|(reg, _)| of_words(*reg));
    let outputs = outputs.collect::<Option<Vec<_>>>()?;
    (!ways.is_empty() && ways.len() <= MOST_WAYS).then_some(LoopOfWords {
        head,
        blocks: within,
        inputs,
        outputs,
        ways,
    })
}

/// The edges out of a loop that consists of the blocks `within`, and sets the registers `defined`.
fn ways_out(
    code: &Code,
    blocks: &[(BlockId, &Block)],
    (within, defined): (&[BlockId], &[(Reg, Type)]),
) -> Vec<WayOut> {
    let is_within = |block: BlockId| within.binary_search(&block).is_ok();
    let mut ways = Vec::new();
    for (from, block) in blocks {
        for to in block.terminator.targets() {
            let is_unwound = matches!(
                &block.terminator,
                Terminator::Invoke { unwind, .. } if *unwind == to
            );
            // A panic that nothing catches ends the execution.
            if is_unwound && !code.function.catches(to) || is_within(to) {
                continue;
            }
            let read = defined.iter().map(|(reg, _)| *reg);
            let read = read.filter(|reg| is_read(code, (*from, to), *reg));
            ways.push(WayOut {
                from: *from,
                to,
                read: read.collect(),
            });
        }
    }
    ways.dedup();
    ways
}

/// The types of the registers of a function.
fn types(function: &Function) -> Option<FxHashMap<Reg, Type>> {
    let params = (0..).map(Reg).zip(&function.params);
    let mut types: FxHashMap<Reg, Type> = params.map(|(reg, ty)| (reg, ty.clone())).collect();
    for block in &function.blocks {
        types.extend(results(block).ok()?);
    }
    Some(types)
}

/// True if a register is read behind an edge.
fn is_read(code: &Code, (from, to): (BlockId, BlockId), reg: Reg) -> bool {
    let is_live = code.analyses.live_in[to.0 as usize].contains(&reg);
    let is_in_phi = |kind: &InstrKind| match kind {
        InstrKind::Phi { incoming, .. } => incoming
            .iter()
            .any(|(value, block)| *block == from && *value == Operand::Reg(reg)),
        _ => false,
    };
    let mut instrs = code.block(to).instrs.iter();
    is_live || instrs.any(|instr| is_in_phi(&instr.kind))
}
