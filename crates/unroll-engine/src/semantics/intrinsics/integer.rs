//! Intrinsics of integers and of vectors of them.

use super::{Args, arg, lane_width};
use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::semantics::machine::{Machine, scalar_width};
use unroll_llvm::ir::Type;
use unroll_smt::term::Op;

impl<D: Domain> Machine<'_, D> {
    /// Executes the intrinsic `name`, whose parts are given, if it is one of integers.
    pub(super) fn integer_intrinsic(
        &mut self,
        name: &str,
        parts: &[&str],
        args: Args<'_, D::Bits>,
    ) -> Result<Option<Value<D::Bits>>, Stop> {
        let value = match *parts {
            [op, "with", "overflow", ..] => self.with_overflow(op, args),
            [op @ ("uadd" | "usub" | "sadd" | "ssub"), "sat", ..] => self
                .scalar2(args, |machine, _, lhs, rhs| {
                    Ok(machine.saturating(op, lhs, rhs))
                }),
            [op @ ("umax" | "umin" | "smax" | "smin"), ..] => {
                self.scalar2(args, |machine, _, lhs, rhs| {
                    // A choice instead of an operator of its own: bounds and linear forms see
                    // through it.
                    let (pred, swap) = match op {
                        "umax" => (Op::Ult, true),
                        "umin" => (Op::Ult, false),
                        "smax" => (Op::Slt, true),
                        _ => (Op::Slt, false),
                    };
                    let less = machine.domain.binary(pred, lhs, rhs);
                    let (then, els) = if swap { (rhs, lhs) } else { (lhs, rhs) };
                    Ok(machine.domain.ite(less, then, els))
                })
            }
            [op @ ("ucmp" | "scmp"), to, ..] => {
                let width = lane_width(to).ok_or_else(|| Stop::unsupported(name))?;
                let less = if op == "ucmp" { Op::Ult } else { Op::Slt };
                self.scalar2(args, |machine, _, lhs, rhs| {
                    let below = machine.domain.binary(less, lhs, rhs);
                    let above = machine.domain.binary(less, rhs, lhs);
                    let (minus, zero, plus) = (
                        machine.domain.constant(width, u128::MAX),
                        machine.domain.constant(width, 0),
                        machine.domain.constant(width, 1),
                    );
                    let rest = machine.domain.ite(above, plus, zero);
                    Ok(machine.domain.ite(below, minus, rest))
                })
            }
            ["abs", ..] => self.scalar1(args, |machine, bits| {
                let width = machine.domain.width(bits);
                let zero = machine.domain.constant(width, 0);
                let negative = machine.domain.binary(Op::Slt, bits, zero);
                let negated = machine.domain.sub(zero, bits);
                machine.domain.ite(negative, negated, bits)
            }),
            ["ctpop", ..] => self.scalar1(args, Self::count_ones),
            ["ctlz", ..] => self.scalar1(args, |machine, bits| machine.leading_zeros(bits, true)),
            ["cttz", ..] => self.scalar1(args, |machine, bits| machine.leading_zeros(bits, false)),
            ["bswap", ..] => self.scalar1(args, |machine, bits| machine.reverse(bits, 8)),
            ["bitreverse", ..] => self.scalar1(args, |machine, bits| machine.reverse(bits, 1)),
            [op @ ("fshl" | "fshr"), ..] => self.funnel_shift(op == "fshl", args),
            ["vector", "reduce", op, ..] => self.reduce(op, args),
            _ => return Ok(None),
        };
        value.map(Some)
    }

    fn scalar1(
        &mut self,
        args: Args<'_, D::Bits>,
        mut f: impl FnMut(&mut Self, D::Bits) -> D::Bits,
    ) -> Result<Value<D::Bits>, Stop> {
        let (ty, value) = arg(args, 0)?;
        self.lanewise(ty, [value], |machine, ty, [value]| {
            let bits = machine.bits(ty, value)?;
            Ok(Value::Bits(f(machine, bits)))
        })
    }

    fn scalar2(
        &mut self,
        args: Args<'_, D::Bits>,
        mut f: impl FnMut(&mut Self, &Type, D::Bits, D::Bits) -> Result<D::Bits, Stop>,
    ) -> Result<Value<D::Bits>, Stop> {
        let (ty, lhs) = arg(args, 0)?;
        let (_, rhs) = arg(args, 1)?;
        self.lanewise(ty, [lhs, rhs], |machine, ty, [lhs, rhs]| {
            let lhs = machine.bits(ty, lhs)?;
            let rhs = machine.bits(ty, rhs)?;
            Ok(Value::Bits(f(machine, ty, lhs, rhs)?))
        })
    }

    fn with_overflow(&mut self, op: &str, args: Args<'_, D::Bits>) -> Result<Value<D::Bits>, Stop> {
        let (ty, lhs) = arg(args, 0)?;
        let (_, rhs) = arg(args, 1)?;
        if matches!(ty, Type::Vector(..)) {
            return Err(Stop::unsupported("overflow arithmetic on vectors"));
        }
        let (lhs, rhs) = (self.bits(ty, lhs)?, self.bits(ty, rhs)?);
        let (result, overflow) = match op {
            "uadd" | "sadd" => {
                let sum = self.domain.add(lhs, rhs);
                (sum, self.add_overflows(op == "sadd", lhs, rhs, sum))
            }
            "usub" | "ssub" => {
                let difference = self.domain.sub(lhs, rhs);
                (
                    difference,
                    self.sub_overflows(op == "ssub", lhs, rhs, difference),
                )
            }
            "umul" | "smul" => {
                // A product of double width would be the largest circuit of the formula; the
                // overflow operators know bounds first.
                let check = if op == "umul" {
                    Op::UMulOverflow
                } else {
                    Op::SMulOverflow
                };
                (
                    self.domain.mul(lhs, rhs),
                    self.domain.binary(check, lhs, rhs),
                )
            }
            _ => return Err(Stop::unsupported(format!("llvm.{op}.with.overflow"))),
        };
        Ok(Value::Aggregate(
            [Value::Bits(result), Value::Bits(overflow)].into(),
        ))
    }

    fn add_overflows(&mut self, signed: bool, lhs: D::Bits, rhs: D::Bits, sum: D::Bits) -> D::Bits {
        if !signed {
            // An unsigned sum that wrapped is smaller than either summand.
            return self.domain.ult(sum, lhs);
        }
        let zero = self.zero_of(lhs);
        // Adding a negative number must make the sum smaller, and adding another must not; overflow
        // is where this fails.
        let negative = self.domain.binary(Op::Slt, rhs, zero);
        let smaller = self.domain.binary(Op::Slt, sum, lhs);
        self.domain.binary(Op::Xor, negative, smaller)
    }

    fn sub_overflows(
        &mut self,
        signed: bool,
        lhs: D::Bits,
        rhs: D::Bits,
        difference: D::Bits,
    ) -> D::Bits {
        if !signed {
            return self.domain.ult(lhs, rhs);
        }
        let zero = self.zero_of(lhs);
        let positive = self.domain.binary(Op::Slt, zero, rhs);
        let smaller = self.domain.binary(Op::Slt, difference, lhs);
        self.domain.binary(Op::Xor, positive, smaller)
    }

    fn zero_of(&mut self, bits: D::Bits) -> D::Bits {
        let width = self.domain.width(bits);
        self.domain.constant(width, 0)
    }

    fn saturating(&mut self, op: &str, lhs: D::Bits, rhs: D::Bits) -> D::Bits {
        let width = self.domain.width(lhs);
        let top = 1u128 << (width - 1);
        let (result, overflow) = match op {
            "uadd" | "sadd" => {
                let sum = self.domain.add(lhs, rhs);
                (sum, self.add_overflows(op == "sadd", lhs, rhs, sum))
            }
            _ => {
                let difference = self.domain.sub(lhs, rhs);
                (
                    difference,
                    self.sub_overflows(op == "ssub", lhs, rhs, difference),
                )
            }
        };
        // Signed overflow happens only away from zero, so the sign of the left operand tells the
        // direction.
        let limit = match op {
            "uadd" => self.domain.constant(width, u128::MAX),
            "usub" => self.domain.constant(width, 0),
            _ => {
                let zero = self.domain.constant(width, 0);
                let negative = self.domain.binary(Op::Slt, lhs, zero);
                let (low, high) = (
                    self.domain.constant(width, top),
                    self.domain.constant(width, top - 1),
                );
                self.domain.ite(negative, low, high)
            }
        };
        self.domain.ite(overflow, limit, result)
    }

    fn count_ones(&mut self, bits: D::Bits) -> D::Bits {
        let width = self.domain.width(bits);
        let mut count = self.domain.constant(width, 0);
        // A sum of single bits: bounds of the count come from the terms themselves.
        for position in 0..width {
            let bit = self.domain.extract(bits, position, 1);
            let bit = self.domain.resize(bit, width);
            count = self.domain.add(count, bit);
        }
        count
    }

    /// Zeros above the highest one (`from_top`) or below the lowest; the width for zero.
    fn leading_zeros(&mut self, bits: D::Bits, from_top: bool) -> D::Bits {
        let width = self.domain.width(bits);
        let mut count = self.domain.constant(width, u128::from(width));
        for step in 0..width {
            // The last test written decides, so the nearest bit comes last.
            let distance = width - 1 - step;
            let position = if from_top {
                width - 1 - distance
            } else {
                distance
            };
            let bit = self.domain.extract(bits, position, 1);
            let here = self.domain.constant(width, u128::from(distance));
            count = self.domain.ite(bit, here, count);
        }
        count
    }

    fn reverse(&mut self, bits: D::Bits, unit: u32) -> D::Bits {
        let width = self.domain.width(bits);
        let mut result = self.domain.extract(bits, 0, unit);
        for position in (unit..width).step_by(unit as usize) {
            let piece = self.domain.extract(bits, position, unit);
            result = self.domain.concat(result, piece);
        }
        result
    }

    fn funnel_shift(
        &mut self,
        left: bool,
        args: Args<'_, D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let (ty, high) = arg(args, 0)?;
        let (_, low) = arg(args, 1)?;
        let (_, amount) = arg(args, 2)?;
        self.lanewise(
            ty,
            [high, low, amount],
            |machine, ty, [high, low, amount]| {
                let width = scalar_width(ty)?;
                let (high, low, amount) = (
                    machine.bits(ty, high)?,
                    machine.bits(ty, low)?,
                    machine.bits(ty, amount)?,
                );
                let modulus = machine.domain.constant(width, u128::from(width));
                // LLVM takes the amount modulo the width.
                let amount = machine.domain.binary(Op::URem, amount, modulus);
                let rest = machine.domain.sub(modulus, amount);
                // A shift by the whole width gives 0 in SMT-LIB, which is what the other half has to add for amount 0.
                let (up, down) = if left { (amount, rest) } else { (rest, amount) };
                let high = machine.domain.binary(Op::Shl, high, up);
                let low = machine.domain.binary(Op::LShr, low, down);
                Ok(Value::Bits(machine.domain.or(high, low)))
            },
        )
    }

    fn reduce(&mut self, op: &str, args: Args<'_, D::Bits>) -> Result<Value<D::Bits>, Stop> {
        let (ty, vector) = arg(args, 0)?;
        let Type::Vector(len, lane_ty) = ty else {
            return Err(Stop::unsupported("reduction of a scalar"));
        };
        let lanes = vector.elements(*len as usize);
        let mut result = self.bits(lane_ty, &lanes[0])?;
        for lane in &lanes[1..] {
            let lane = self.bits(lane_ty, lane)?;
            result = match op {
                "add" => self.domain.add(result, lane),
                "mul" => self.domain.mul(result, lane),
                "and" => self.domain.and(result, lane),
                "or" => self.domain.or(result, lane),
                "xor" => self.domain.binary(Op::Xor, result, lane),
                "umax" | "umin" | "smax" | "smin" => {
                    let pred = if op.starts_with('u') {
                        Op::Ult
                    } else {
                        Op::Slt
                    };
                    let less = self.domain.binary(pred, result, lane);
                    let (then, els) = if op.ends_with("max") {
                        (lane, result)
                    } else {
                        (result, lane)
                    };
                    self.domain.ite(less, then, els)
                }
                _ => return Err(Stop::unsupported(format!("llvm.vector.reduce.{op}"))),
            };
        }
        Ok(Value::Bits(result))
    }
}
