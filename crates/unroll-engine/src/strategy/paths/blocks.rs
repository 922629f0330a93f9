//! Following control from block to block, with the bounds of loops and recursions.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::code::Code;
use super::walk::{Halt, Mode, Run};
use super::word::{ConcolicValue, Word};
use super::{Kind, Site};
use crate::domain::Domain;
use crate::domain::stop::{Budget, Stop};
use crate::domain::value::Value;
use crate::semantics::machine::Registers;
use crate::strategy::record::CutReason;
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{BlockId, InstrKind, Reg, Terminator, Type};
use unroll_llvm::link::demangle::demangle;

/// Deepest call stack that a walk may use.
const ACTIVATION_LIMIT: u32 = 400;

/// Per head of a loop: iterations that decided something, and how many decisions there were at the last.
#[derive(Debug, Default)]
struct Loops(FxHashMap<BlockId, (u32, usize)>);

impl Run<'_, '_> {
    pub(super) fn function(
        &mut self,
        code: &Rc<Code>,
        args: Vec<ConcolicValue>,
    ) -> Result<ConcolicValue, Halt> {
        self.enter(code)?;
        self.machine.activations.begin();
        let result = self.blocks(code, args);
        self.machine.activations.end();
        self.activations -= 1;
        if let Some(begun) = self.active.get_mut(&code.number) {
            begun.pop();
        }
        result
    }

    fn enter(&mut self, code: &Code) -> Result<(), Halt> {
        if self.activations >= ACTIVATION_LIMIT {
            return Err(Stop::Budget(Budget::CallDepth).into());
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
            let phis = self
                .machine
                .phis(code.module, function, (from, block), &registers)?;
            for (reg, value) in phis {
                registers.set(reg, value);
            }
            self.machine.check_random(code.module, function, block)?;
            self.steps += this.instrs.len() as u64 + 1;
            if self.steps > self.bounds.steps {
                return Err(Stop::Budget(Budget::Steps).into());
            }
            if self.clock.is_over(self.steps) {
                return Err(Stop::Budget(Budget::Time).into());
            }
            for instr in &this.instrs {
                let value = match &instr.kind {
                    InstrKind::Phi { .. } => continue,
                    InstrKind::Call(call) => {
                        self.call((code.module, instr.dbg), call, &registers)?
                    }
                    kind => self.execute(code.module, kind, &registers)?,
                };
                self.machine.check_pointers()?;
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
                    let returned = self.call((code.module, this.terminator_dbg), call, &registers);
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
            self.machine.check_pointers()?;
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
            _ => return Err(Stop::Undefined.into()),
        };
        self.mark(target.0);
        Ok(target)
    }
}
