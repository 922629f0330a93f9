//! Integer arithmetic, comparison, casts and choices, on scalars and lane by lane on vectors.

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{self, Value};
use crate::semantics::float;
use crate::semantics::machine::{Machine, scalar_width};
use unroll_llvm::ir::{BinOp, CastOp, IntPred, Type};
use unroll_smt::term::Op;

impl<D: Domain> Machine<'_, D> {
    /// Applies a scalar operation to every lane of vectors, or once to scalars.
    pub(crate) fn lanewise<const N: usize>(
        &mut self,
        ty: &Type,
        operands: [&Value<D::Bits>; N],
        mut scalar: impl FnMut(&mut Self, &Type, [&Value<D::Bits>; N]) -> Result<Value<D::Bits>, Stop>,
    ) -> Result<Value<D::Bits>, Stop> {
        let Type::Vector(len, lane_ty) = ty else {
            return scalar(self, ty, operands);
        };
        let operands = operands.map(|operand| operand.elements(*len as usize));
        let lanes = (0..*len as usize).map(|lane| {
            let lanes = std::array::from_fn(|operand| &operands[operand][lane]);
            scalar(self, lane_ty, lanes)
        });
        Ok(Value::Aggregate(lanes.collect::<Result<_, _>>()?))
    }

    pub(crate) fn binary(
        &mut self,
        op: BinOp,
        ty: &Type,
        lhs: &Value<D::Bits>,
        rhs: &Value<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        // First, because `bits` would make the address a number and give the object away.
        if let Some(known) = self.arith_of_address(op, lhs, rhs) {
            return Ok(Value::Bits(known));
        }
        let (lhs, rhs) = (self.bits(ty, lhs)?, self.bits(ty, rhs)?);
        Ok(Value::Bits(match float::arith_of(op) {
            Some(op) => self.float_arith(op, ty, lhs, rhs)?,
            None => self.domain.binary(integer_op(op)?, lhs, rhs),
        }))
    }

    pub(crate) fn compare(
        &mut self,
        pred: IntPred,
        ty: &Type,
        lhs: &Value<D::Bits>,
        rhs: &Value<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        // Pointers are compared as objects and offsets, never by made-up addresses.
        if let (Value::Pointer(lhs), Value::Pointer(rhs)) = (lhs, rhs) {
            self.note_comparison(lhs, rhs);
            return Ok(Value::Bits(self.compare_pointers(pred, lhs, rhs)));
        }
        if let (Value::Pointer(pointer), Value::Bits(number))
        | (Value::Bits(number), Value::Pointer(pointer)) = (lhs, rhs)
        {
            let number = value::absolute(&mut self.domain, *number);
            let (lhs, rhs) = match lhs {
                Value::Pointer(_) => (pointer, &number),
                _ => (&number, pointer),
            };
            return Ok(Value::Bits(self.compare_pointers(pred, lhs, rhs)));
        }
        let (lhs, rhs) = (self.bits(ty, lhs)?, self.bits(ty, rhs)?);
        Ok(Value::Bits(self.compare_bits(pred, lhs, rhs)))
    }

    /// Arithmetic on addresses that keeps them addresses.
    fn arith_of_address(
        &mut self,
        op: BinOp,
        lhs: &Value<D::Bits>,
        rhs: &Value<D::Bits>,
    ) -> Option<D::Bits> {
        match (op, lhs, rhs) {
            (BinOp::Sub, Value::Pointer(lhs), Value::Pointer(rhs)) => Some(self.distance(lhs, rhs)),
            (BinOp::And, Value::Pointer(pointer), Value::Bits(mask))
            | (BinOp::And, Value::Bits(mask), Value::Pointer(pointer)) => {
                let known = self.domain.as_const(*mask)?;
                // Alignment checks mask the low bits, which the alignment of the object decides;
                // the address is not needed.
                let low = self.low_bits(pointer, (known + 1).trailing_zeros())?;
                Some(self.domain.and(low, *mask)).filter(|_| (known + 1).is_power_of_two())
            }
            _ => None,
        }
    }

    pub(crate) fn cast(
        &mut self,
        op: CastOp,
        from: &Type,
        value: &Value<D::Bits>,
        to: &Type,
    ) -> Result<Value<D::Bits>, Stop> {
        match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
                let lane_to = match to {
                    Type::Vector(_, lane) => lane,
                    scalar => scalar,
                };
                let width = scalar_width(lane_to)?;
                // The lanes of a vector have their own widths, so the target width is that of a
                // lane.
                self.lanewise(from, [value], |machine, ty, [value]| {
                    let bits = machine.bits(ty, value)?;
                    Ok(Value::Bits(match op {
                        CastOp::SExt => machine.domain.resize_signed(bits, width),
                        _ => machine.domain.resize(bits, width),
                    }))
                })
            }
            CastOp::PtrToInt | CastOp::PtrToAddr => match (value, scalar_width(to)?) {
                // A pointer keeps its provenance until arithmetic needs the number.
                // A narrower number cannot hold a pointer again, so there it becomes a number.
                (Value::Pointer(_), 64) => Ok(value.clone()),
                (value, width) => {
                    let bits = self.bits(from, value)?;
                    Ok(Value::Bits(self.domain.resize(bits, width)))
                }
            },
            CastOp::IntToPtr | CastOp::AddrSpaceCast => Ok(Value::Pointer(self.as_pointer(value))),
            CastOp::BitCast => match (from, to) {
                (Type::Vector(..), _) | (_, Type::Vector(..)) => self.bitcast(from, value, to),
                _ => Ok(value.clone()),
            },
            CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp => self.float_cast(op, from, value, to),
        }
    }

    /// A bitcast from or to a vector, through one little-endian word.
    fn bitcast(
        &mut self,
        from: &Type,
        value: &Value<D::Bits>,
        to: &Type,
    ) -> Result<Value<D::Bits>, Stop> {
        let word = match from {
            Type::Vector(len, lane_ty) => {
                let mut word: Option<D::Bits> = None;
                for lane in value.elements(*len as usize).iter() {
                    let lane = self.bits(lane_ty, lane)?;
                    let width =
                        word.map_or(0, |low| self.domain.width(low)) + self.domain.width(lane);
                    if width > 128 {
                        return Err(Stop::unsupported("bitcast of a vector wider than 128 bits"));
                    }
                    word = Some(word.map_or(lane, |low| self.domain.concat(lane, low)));
                }
                word.ok_or_else(|| Stop::unsupported("empty vector"))?
            }
            scalar => self.bits(scalar, value)?,
        };
        match to {
            Type::Vector(len, lane_ty) => {
                let width = scalar_width(lane_ty)?;
                let lanes = (0..*len as u32)
                    .map(|lane| Value::Bits(self.domain.extract(word, lane * width, width)));
                Ok(Value::Aggregate(lanes.collect()))
            }
            _ => Ok(Value::Bits(word)),
        }
    }

    pub(crate) fn select(
        &mut self,
        cond_ty: &Type,
        cond: &Value<D::Bits>,
        ty: &Type,
        then: &Value<D::Bits>,
        els: &Value<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let (Type::Vector(len, bit), Type::Vector(..)) = (cond_ty, ty) else {
            let cond = self.bits(cond_ty, cond)?;
            // A scalar condition chooses between vectors as a whole.
            return Ok(value::merge(&mut self.domain, cond, then, els));
        };
        let (conds, thens, elses) = (
            cond.elements(*len as usize),
            then.elements(*len as usize),
            els.elements(*len as usize),
        );
        let lanes = (0..*len as usize).map(|lane| {
            let cond = self.bits(bit, &conds[lane])?;
            Ok(value::merge(
                &mut self.domain,
                cond,
                &thens[lane],
                &elses[lane],
            ))
        });
        Ok(Value::Aggregate(lanes.collect::<Result<_, Stop>>()?))
    }
}

fn integer_op(op: BinOp) -> Result<Op, Stop> {
    Ok(match op {
        BinOp::Add => Op::Add,
        BinOp::Sub => Op::Sub,
        BinOp::Mul => Op::Mul,
        BinOp::UDiv => Op::UDiv,
        BinOp::SDiv => Op::SDiv,
        BinOp::URem => Op::URem,
        BinOp::SRem => Op::SRem,
        BinOp::Shl => Op::Shl,
        BinOp::LShr => Op::LShr,
        BinOp::AShr => Op::AShr,
        BinOp::And => Op::And,
        BinOp::Or => Op::Or,
        BinOp::Xor => Op::Xor,
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => {
            return Err(Stop::unsupported("floating-point operator on integers"));
        }
    })
}
