//! Atomic read-modify-write operations. There is one thread, so they are a load, an operator and a store.

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{self, Pointer, Value};
use crate::memory::Memory;
use crate::semantics::machine::{Machine, Registers, scalar_width};
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{BinOp, InstrKind, IntPred, Type};

impl<D: Domain> Machine<'_, D> {
    /// Executes an atomic operation, or an instruction on aggregates.
    pub(crate) fn execute_atomic(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<D::Bits>,
        memory: &mut Memory<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        match kind {
            InstrKind::AtomicRmw { op, ty, ptr, value } => {
                let pointer = self.operand(module, registers, &Type::Ptr, ptr)?;
                let pointer = self.as_pointer(&pointer);
                let value = self.operand(module, registers, ty, value)?;
                self.read_modify_write(memory, op, ty, &pointer, &value)
            }
            InstrKind::CmpXchg {
                ty,
                ptr,
                expected,
                new,
            } => {
                let pointer = self.operand(module, registers, &Type::Ptr, ptr)?;
                let pointer = self.as_pointer(&pointer);
                let expected = self.operand(module, registers, ty, expected)?;
                let new = self.operand(module, registers, ty, new)?;
                // Before the exchange, because the observation is about the state that it finds.
                self.note_compare_exchange(memory, &pointer);
                self.compare_exchange(memory, ty, &pointer, &expected, &new)
            }
            _ => self.execute_aggregate(module, kind, registers),
        }
    }

    /// `atomicrmw`: the value before.
    fn read_modify_write(
        &mut self,
        memory: &mut Memory<D::Bits>,
        op: &str,
        ty: &Type,
        pointer: &Pointer<D::Bits>,
        operand: &Value<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let old = self.load_atomic(memory, ty, pointer)?;
        let new = match op {
            "xchg" => operand.clone(),
            "add" => self.binary(BinOp::Add, ty, &old, operand)?,
            "sub" => self.binary(BinOp::Sub, ty, &old, operand)?,
            "and" => self.binary(BinOp::And, ty, &old, operand)?,
            "or" => self.binary(BinOp::Or, ty, &old, operand)?,
            "xor" => self.binary(BinOp::Xor, ty, &old, operand)?,
            "nand" => {
                let both = self.binary(BinOp::And, ty, &old, operand)?;
                let both = self.bits(ty, &both)?;
                Value::Bits(self.domain.not(both))
            }
            "max" => self.better(IntPred::Sgt, ty, &old, operand)?,
            "min" => self.better(IntPred::Slt, ty, &old, operand)?,
            "umax" => self.better(IntPred::Ugt, ty, &old, operand)?,
            "umin" => self.better(IntPred::Ult, ty, &old, operand)?,
            _ => return Err(Stop::unsupported(format!("atomicrmw {op}"))),
        };
        self.store(memory, pointer, ty, &new)?;
        Ok(old)
    }

    /// `cmpxchg`: the value before, and whether it was the expected one. A weak one never fails for no reason.
    fn compare_exchange(
        &mut self,
        memory: &mut Memory<D::Bits>,
        ty: &Type,
        pointer: &Pointer<D::Bits>,
        expected: &Value<D::Bits>,
        new: &Value<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let old = self.load_atomic(memory, ty, pointer)?;
        let same = self.compare(IntPred::Eq, ty, &old, expected)?;
        let same_bit = self.bits(&Type::Int(1), &same)?;
        // Written back unchanged where it fails: there is one thread, so this shows nowhere.
        let stored = value::merge(&mut self.domain, same_bit, new, &old);
        self.store(memory, pointer, ty, &stored)?;
        Ok(Value::Aggregate([old, same].into()))
    }

    fn load_atomic(
        &mut self,
        memory: &mut Memory<D::Bits>,
        ty: &Type,
        pointer: &Pointer<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let size = scalar_width(ty)?.div_ceil(8);
        // Both, as the operation reads and writes at once; the read comes first.
        self.note_read(memory, pointer, size.into());
        self.note_write(memory, pointer, size.into());
        self.load(memory, pointer, ty, size.into())
    }

    /// The one of two values that is greater or less.
    fn better(
        &mut self,
        pred: IntPred,
        ty: &Type,
        lhs: &Value<D::Bits>,
        rhs: &Value<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let first = self.compare(pred, ty, lhs, rhs)?;
        let first = self.bits(&Type::Int(1), &first)?;
        Ok(value::merge(&mut self.domain, first, lhs, rhs))
    }
}
