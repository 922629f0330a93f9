//! LLVM intrinsics over both domains.

use std::rc::Rc;

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{Place, Pointer, Value};
use crate::memory::unknown::Reach;
use crate::memory::{Content, Memory, store};
use crate::semantics::machine::{Machine, scalar_width};
use unroll_llvm::ir::Type;
use unroll_smt::term::Op;

/// Arguments of a call with their types.
pub(crate) type Args<'a, B> = &'a [(Type, Value<B>)];

impl<D: Domain> Machine<'_, D> {
    /// Executes the intrinsic `name` (with its `llvm.` prefix).
    pub fn intrinsic(
        &mut self,
        name: &str,
        args: Args<'_, D::Bits>,
        memory: &mut Memory<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let parts: Vec<&str> = name.split('.').skip(1).collect();
        match *parts {
            ["lifetime", which, ..] => {
                note_lifetime(which, args, memory);
                Ok(Value::Undef)
            }
            [
                "dbg" | "donothing" | "prefetch" | "invariant" | "sideeffect" | "stacksave"
                | "stackrestore",
                ..,
            ]
            | ["experimental", "noalias", ..] => Ok(Value::Undef),
            ["memcpy" | "memmove", ..] => {
                self.copy_memory(memory, args)?;
                Ok(Value::Undef)
            }
            ["memset", ..] => {
                self.fill_memory(memory, args)?;
                Ok(Value::Undef)
            }
            ["expect" | "ssa" | "launder" | "strip", ..] | ["threadlocal", "address", ..] => {
                Ok(arg(args, 0)?.1.clone())
            }
            ["is", "constant", ..] => Ok(Value::Bits(self.domain.bool(false))),
            [op, "with", "overflow", ..] => self.with_overflow(op, args),
            [op @ ("uadd" | "usub" | "sadd" | "ssub"), "sat", ..] => self
                .scalar2(args, |machine, _, lhs, rhs| {
                    Ok(machine.saturating(op, lhs, rhs))
                }),
            [op @ ("umax" | "umin" | "smax" | "smin"), ..] => {
                self.scalar2(args, |machine, _, lhs, rhs| {
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
                let (less, ()) = if op == "ucmp" {
                    (Op::Ult, ())
                } else {
                    (Op::Slt, ())
                };
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
            [op @ ("fptosi" | "fptoui"), "sat", to, ..] => {
                let width = lane_width(to).ok_or_else(|| Stop::unsupported(name))?;
                self.float_saturating(op == "fptosi", width, args)
            }
            ["is", "fpclass", ..] => self.float_class(args),
            ["vector", "reduce", op @ ("fadd" | "fmul"), ..] => self.float_reduce(op, args),
            ["vector", "reduce", op, ..] => self.reduce(op, args),
            ["ptrmask", ..] => {
                let bits = self.bits(&Type::Ptr, &arg(args, 0)?.1)?;
                let mask = self.bits(&arg(args, 1)?.0, &arg(args, 1)?.1)?;
                let masked = self.domain.and(bits, mask);
                Ok(Value::Pointer(self.as_pointer(&Value::Bits(masked))))
            }
            ["x86" | "aarch64", ..] => self.target_intrinsic(name, args),
            [op, ..] => {
                let value = self.float_intrinsic(op, args)?;
                value.ok_or_else(|| Stop::unsupported(name))
            }
            [] => Err(Stop::unsupported(name)),
        }
    }

    /// `memcpy(dst, src, len)`.
    pub(crate) fn copy_memory(
        &mut self,
        memory: &mut Memory<D::Bits>,
        args: Args<'_, D::Bits>,
    ) -> Result<(), Stop> {
        let target = self.as_pointer(&arg(args, 0)?.1);
        let source = self.as_pointer(&arg(args, 1)?.1);
        let len = self.bits(&arg(args, 2)?.0, &arg(args, 2)?.1)?;
        let len = self.domain.resize(len, 64);
        // All as they are before the first copy.
        let sources = source.0.iter().rev().filter_map(|case| match case.place {
            Place::Object(object) => Some((case, self.content(memory, object))),
            Place::Unknown => Some((case, Rc::new(Content::Unknown(None)))),
            Place::Function(..) | Place::Absolute => None,
        });
        let sources: Vec<_> = sources.collect();
        for (case, content) in sources {
            // With several sources, each copy happens under its guard; the order does not matter as guards exclude each other.
            let (from, guard, only) = (case.offset, case.guard, source.0.len() == 1);
            let is_lost = self.write(memory, &target, |domain, old, offset| {
                if only {
                    return store::copy(domain, old, offset, &content, from, len);
                }
                let copied = store::copy(domain, Rc::clone(&old), offset, &content, from, len)?;
                Ok(Rc::new(Content::Merge {
                    cond: guard,
                    then: copied,
                    els: old,
                }))
            })?;
            if is_lost {
                let mut met = Reach::default();
                met.content(&content);
                self.forget(memory, met);
            }
        }
        Ok(())
    }

    /// `memset(dst, byte, len)`.
    pub(crate) fn fill_memory(
        &mut self,
        memory: &mut Memory<D::Bits>,
        args: Args<'_, D::Bits>,
    ) -> Result<(), Stop> {
        let target = self.as_pointer(&arg(args, 0)?.1);
        let byte = self.bits(&arg(args, 1)?.0, &arg(args, 1)?.1)?;
        let byte = self.domain.resize(byte, 8);
        let len = self.bits(&arg(args, 2)?.0, &arg(args, 2)?.1)?;
        let len = self.domain.resize(len, 64);
        self.write(memory, &target, |domain, old, offset| {
            store::fill(domain, old, offset, byte, len)
        })?;
        Ok(())
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
            return self.domain.ult(sum, lhs);
        }
        let zero = self.zero_of(lhs);
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

    /// How many bytes `memcmp` compares at most: its length, and what the objects hold.
    pub(crate) fn most_compared(
        &mut self,
        memory: &Memory<D::Bits>,
        args: Args<'_, D::Bits>,
    ) -> Result<u128, Stop> {
        let lhs = self.as_pointer(&arg(args, 0)?.1);
        let rhs = self.as_pointer(&arg(args, 1)?.1);
        let len = self.bits(&arg(args, 2)?.0, &arg(args, 2)?.1)?;
        let (_, longest) = self.domain.interval(len);
        Ok(longest
            .min(self.reach(memory, &lhs))
            .min(self.reach(memory, &rhs)))
    }

    /// `memcmp` and `bcmp` of at most `most` bytes: -1, 0 or 1 of 32 bits.
    pub(crate) fn compare_memory(
        &mut self,
        memory: &Memory<D::Bits>,
        args: Args<'_, D::Bits>,
        most: u128,
    ) -> Result<Value<D::Bits>, Stop> {
        let lhs = self.as_pointer(&arg(args, 0)?.1);
        let rhs = self.as_pointer(&arg(args, 1)?.1);
        let len = self.bits(&arg(args, 2)?.0, &arg(args, 2)?.1)?;
        let byte = Type::Int(8);
        let mut result = self.domain.constant(32, 0);
        for position in (0..most as u64).rev() {
            let at = self.domain.constant(64, u128::from(position));
            let (left, right) = (self.offset(&lhs, at), self.offset(&rhs, at));
            let left = self.load(memory, &left, &byte, 1)?;
            let right = self.load(memory, &right, &byte, 1)?;
            let (left, right) = (self.bits(&byte, &left)?, self.bits(&byte, &right)?);
            let (below, same) = (self.domain.ult(left, right), self.domain.eq(left, right));
            let (minus, plus) = (
                self.domain.constant(32, u128::MAX),
                self.domain.constant(32, 1),
            );
            let order = self.domain.ite(below, minus, plus);
            let rest = self.domain.ite(same, result, order);
            let within = self.domain.ult(at, len);
            result = self.domain.ite(within, rest, result);
        }
        Ok(Value::Bits(result))
    }

    /// How many bytes may follow a pointer: what is left of the largest of its objects.
    fn reach(&mut self, memory: &Memory<D::Bits>, pointer: &Pointer<D::Bits>) -> u128 {
        let cases = pointer.0.iter().map(|case| {
            let Place::Object(object) = case.place else {
                return if case.place == Place::Unknown {
                    u128::MAX
                } else {
                    0
                };
            };
            let (low, _) = self.domain.interval(case.offset);
            match self.content(memory, object).extent() {
                Some(extent) => u128::from(extent).saturating_sub(low),
                None => u128::MAX,
            }
        });
        cases.max().unwrap_or(0)
    }
}

/// Notes that objects begin to be in use, or end to be: others may lie in their place then.
fn note_lifetime<B: Clone>(which: &str, args: Args<'_, B>, memory: &mut Memory<B>) {
    for (_, value) in args {
        if let Value::Pointer(pointer) = value {
            for object in pointer.objects() {
                match which {
                    "start" => memory.revive(object),
                    _ => memory.free(object),
                }
            }
        }
    }
}

/// The width in the name of an integer type, or of lanes: `i32`, `v4i32`.
fn lane_width(ty: &str) -> Option<u32> {
    ty.rsplit('i').next()?.parse().ok()
}

/// The argument at a position.
pub(crate) fn arg<B>(args: Args<'_, B>, position: usize) -> Result<&(Type, Value<B>), Stop> {
    args.get(position)
        .ok_or_else(|| Stop::unsupported("call with too few arguments"))
}
