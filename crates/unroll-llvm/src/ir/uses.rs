//! Which operands an instruction or terminator reads, and which names a constant.

use crate::ir::{Call, Callee, Constant, Function, InstrKind, Operand, Reg, Terminator};

impl InstrKind {
    /// Calls `visit` on each operand in textual order; operands of a phi included.
    #[expect(clippy::too_many_lines, reason = "one flat arm for each instruction")]
    pub fn for_each_operand<'a>(&'a self, mut visit: impl FnMut(&'a Operand)) {
        match self {
            Self::Binary { lhs, rhs, .. }
            | Self::ICmp { lhs, rhs, .. }
            | Self::FCmp { lhs, rhs, .. }
            | Self::ShuffleVector { lhs, rhs, .. } => {
                visit(lhs);
                visit(rhs);
            }
            Self::FNeg { value, .. } | Self::Cast { value, .. } | Self::Freeze { value, .. } => {
                visit(value);
            }
            Self::Select {
                cond, then, els, ..
            } => {
                visit(cond);
                visit(then);
                visit(els);
            }
            Self::Phi { incoming, .. } => {
                for (value, _) in incoming {
                    visit(value);
                }
            }
            Self::Alloca { count, .. } => visit(&count.1),
            Self::Load { ptr, .. } => visit(ptr),
            Self::Store { value, ptr, .. } => {
                visit(value);
                visit(ptr);
            }
            Self::Gep { base, indices, .. } => {
                visit(base);
                for (_, index) in indices {
                    visit(index);
                }
            }
            Self::ExtractValue { agg, .. } => visit(agg),
            Self::InsertValue { agg, elem, .. } => {
                visit(agg);
                visit(elem);
            }
            Self::ExtractElement { vec, index, .. } => {
                visit(vec);
                visit(index);
            }
            Self::InsertElement {
                vec, elem, index, ..
            } => {
                visit(vec);
                visit(elem);
                visit(index);
            }
            Self::Call(call) => call.for_each_operand(visit),
            Self::AtomicRmw { ptr, value, .. } => {
                visit(ptr);
                visit(value);
            }
            Self::CmpXchg {
                ptr, expected, new, ..
            } => {
                visit(ptr);
                visit(expected);
                visit(new);
            }
            Self::LandingPad { .. } | Self::Nop | Self::Unsupported { .. } => {}
        }
    }

    /// Calls `visit` on each register that is read; those of a phi included.
    pub fn for_each_use(&self, mut visit: impl FnMut(Reg)) {
        self.for_each_operand(|operand| visit_reg(operand, &mut visit));
    }
}

impl Terminator {
    /// Calls `visit` on each operand in textual order; `switch` cases are no operands.
    pub fn for_each_operand<'a>(&'a self, mut visit: impl FnMut(&'a Operand)) {
        match self {
            Self::Ret { value, .. } => value.iter().for_each(visit),
            Self::CondBr { cond, .. } => visit(cond),
            Self::Switch { value, .. } | Self::Resume { value, .. } => visit(value),
            Self::Invoke { call, .. } => call.for_each_operand(visit),
            Self::Br { .. } | Self::Unreachable | Self::Unsupported { .. } => {}
        }
    }

    /// Calls `visit` on each register that is read.
    pub fn for_each_use(&self, mut visit: impl FnMut(Reg)) {
        self.for_each_operand(|operand| visit_reg(operand, &mut visit));
    }

    /// The register that an `invoke` defines on its normal edge.
    pub fn result(&self) -> Option<Reg> {
        match self {
            Self::Invoke { result, .. } => *result,
            _ => None,
        }
    }
}

impl Constant {
    /// Calls `visit` on each variable or function whose address the constant consists of.
    pub fn for_each_global<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        match self {
            Self::Global(name) => visit(name),
            Self::Aggregate(parts) => {
                for (_, part) in parts {
                    part.for_each_global(visit);
                }
            }
            Self::Gep { base, indices, .. } => {
                base.for_each_global(visit);
                for (_, index) in indices {
                    index.for_each_global(visit);
                }
            }
            Self::Cast(_, _, inner, _) => inner.for_each_global(visit),
            Self::Binary(_, _, lhs, rhs) => {
                lhs.for_each_global(visit);
                rhs.for_each_global(visit);
            }
            _ => {}
        }
    }
}

impl Function {
    /// Calls `visit` on each variable or function whose address is an operand, or that an unread instruction mentions. Functions that are called
    /// directly are none of these ([`Self::calls`]).
    pub fn for_each_global<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        // An instruction that was not read may still call or mention what it names.
        for symbol in &self.unread_symbols {
            visit(symbol);
        }
        let mut look = |operand: &'a Operand| {
            if let Operand::Const(constant) = operand {
                constant.for_each_global(visit);
            }
        };
        for block in &self.blocks {
            for instr in &block.instrs {
                instr.kind.for_each_operand(&mut look);
            }
            block.terminator.for_each_operand(&mut look);
        }
    }

    /// Its calls and invokes, in textual order.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.blocks.iter().flat_map(|block| {
            let calls = block.instrs.iter().filter_map(|instr| match &instr.kind {
                InstrKind::Call(call) => Some(call),
                _ => None,
            });
            calls.chain(match &block.terminator {
                Terminator::Invoke { call, .. } => Some(call),
                _ => None,
            })
        })
    }
}

impl Call {
    /// Calls `visit` on the callee, if it is a pointer, and on each argument.
    pub fn for_each_operand<'a>(&'a self, mut visit: impl FnMut(&'a Operand)) {
        if let Callee::Indirect(callee) = &self.callee {
            visit(callee);
        }
        for (_, arg) in &self.args {
            visit(arg);
        }
    }
}

fn visit_reg(operand: &Operand, visit: &mut impl FnMut(Reg)) {
    if let Operand::Reg(reg) = operand {
        visit(*reg);
    }
}
