//! Control flow shared by the strategies: phi nodes and calls.

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{Pointer, Value};
use crate::semantics::machine::{Machine, Registers};
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{BlockId, Call, Callee, Function, InstrKind, Reg, Type};

/// The callee of a call.
#[derive(Debug)]
pub(crate) enum Called<'c, B> {
    /// A function by name.
    Symbol(&'c str),
    /// A function by a pointer to it.
    Pointer(Pointer<B>),
    /// No function: the first argument comes back. The optimisation barrier `black_box` is an empty assembly template.
    Identity,
}

/// Values of registers.
type Writes<B> = Vec<(Reg, Value<B>)>;

/// Arguments of a call with their types.
type Arguments<B> = Vec<(Type, Value<B>)>;

impl<D: Domain> Machine<'_, D> {
    /// The values of a block's phis where control comes from `from`. All operands are read before any phi is written.
    pub(crate) fn phis(
        &mut self,
        module: ModuleId,
        function: &Function,
        (from, block): (BlockId, BlockId),
        registers: &Registers<D::Bits>,
    ) -> Result<Writes<D::Bits>, Stop> {
        let mut values = Vec::new();
        for instr in &function.blocks[block.0 as usize].instrs {
            let (InstrKind::Phi { ty, incoming }, Some(reg)) = (&instr.kind, instr.result) else {
                break;
            };
            let operand = incoming.iter().find(|(_, pred)| *pred == from);
            let value = match operand {
                Some((operand, _)) => self.operand(module, registers, ty, operand)?,
                None => Value::Undef,
            };
            values.push((reg, value));
        }
        Ok(values)
    }

    /// The arguments of a call, with their types.
    pub(crate) fn arguments(
        &mut self,
        module: ModuleId,
        call: &Call,
        registers: &Registers<D::Bits>,
    ) -> Result<Arguments<D::Bits>, Stop> {
        let args = call.args.iter().map(|(ty, operand)| {
            let value = match ty {
                Type::Opaque => Value::Undef,
                ty => self.operand(module, registers, ty, operand)?,
            };
            Ok((ty.clone(), value))
        });
        args.collect()
    }

    /// The callee of a call.
    pub(crate) fn called<'c>(
        &mut self,
        module: ModuleId,
        call: &'c Call,
        registers: &Registers<D::Bits>,
    ) -> Result<Called<'c, D::Bits>, Stop> {
        Ok(match &call.callee {
            Callee::Direct(symbol) => Called::Symbol(symbol),
            Callee::Asm(template) if template.is_empty() => Called::Identity,
            Callee::Asm(template) => {
                return Err(Stop::unsupported(format!("inline assembly `{template}`")));
            }
            Callee::Indirect(operand) => {
                let pointer = self.operand(module, registers, &Type::Ptr, operand)?;
                Called::Pointer(self.as_pointer(&pointer))
            }
        })
    }
}
