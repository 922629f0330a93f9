//! Floating-point numbers, which are words like all others: their instructions, computed where operands are known and a circuit where they
//! are not.
//!
//! Results are those of x86-64, with the bits of NaNs; of two NaNs the first gives the result. Nothing changes the rounding mode.
//! Numbers of 16, 80 and 128 bits are not supported.

mod circuit;
mod compare;
mod convert;
pub mod elementary;
mod format;
mod host;
mod remainder;

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::semantics::intrinsics::{Args, arg};
use crate::semantics::machine::Machine;
use circuit::Circuit;
use format::{Arith, Format, Whole};
use unroll_llvm::ir::{BinOp, CastOp, FloatKind, FloatPred, Type};
use unroll_smt::term::Op;

/// The format of a scalar type.
fn format_of(ty: &Type) -> Result<Format, Stop> {
    match ty {
        Type::Float(FloatKind::Float) => Ok(Format::SINGLE),
        Type::Float(FloatKind::Double) => Ok(Format::DOUBLE),
        other => Err(Stop::unsupported(format!(
            "floating-point number of type {other:?}"
        ))),
    }
}

/// The type of a scalar, or of the lanes of a vector.
fn lane(ty: &Type) -> &Type {
    match ty {
        Type::Vector(_, lane) => lane,
        scalar => scalar,
    }
}

/// The operator of an instruction on floating-point numbers.
pub(crate) fn arith_of(op: BinOp) -> Option<Arith> {
    Some(match op {
        BinOp::FAdd => Arith::Add,
        BinOp::FSub => Arith::Sub,
        BinOp::FMul => Arith::Mul,
        BinOp::FDiv => Arith::Div,
        BinOp::FRem => Arith::Rem,
        _ => return None,
    })
}

impl<D: Domain> Machine<'_, D> {
    fn circuit(&mut self, format: Format) -> Circuit<'_, D> {
        Circuit {
            domain: &mut self.domain,
            format,
        }
    }

    /// The values of all operands, where they are known.
    fn known<const N: usize>(&self, operands: [D::Bits; N]) -> Option<[u128; N]> {
        let known = operands.map(|operand| self.domain.as_const(operand));
        known
            .iter()
            .all(Option::is_some)
            .then(|| known.map(Option::unwrap_or_default))
    }

    /// `fadd` and the like.
    pub(crate) fn float_arith(
        &mut self,
        op: Arith,
        ty: &Type,
        lhs: D::Bits,
        rhs: D::Bits,
    ) -> Result<D::Bits, Stop> {
        let format = format_of(ty)?;
        // Constants fold by the host, as a circuit over constants would take thousands of terms to
        // say the same.
        if let Some([lhs, rhs]) = self.known([lhs, rhs]) {
            let result = host::arith(op, format, lhs, rhs);
            return Ok(self.domain.constant(format.width(), result));
        }
        let mut circuit = self.circuit(format);
        Ok(match op {
            Arith::Add => circuit.sum(lhs, rhs, false),
            Arith::Sub => circuit.sum(lhs, rhs, true),
            Arith::Mul => circuit.product(lhs, rhs),
            Arith::Div => circuit.quotient(lhs, rhs),
            Arith::Rem => self.float_remainder(format, lhs, rhs)?,
        })
    }

    /// `fneg`.
    pub(crate) fn float_negate(
        &mut self,
        ty: &Type,
        value: &Value<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        self.lanewise(ty, [value], |machine, ty, [value]| {
            let bits = machine.bits(ty, value)?;
            let format = format_of(ty)?;
            Ok(Value::Bits(machine.circuit(format).negated(bits)))
        })
    }

    /// `fcmp`.
    pub(crate) fn float_compare(
        &mut self,
        pred: FloatPred,
        ty: &Type,
        lhs: &Value<D::Bits>,
        rhs: &Value<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        self.lanewise(ty, [lhs, rhs], |machine, ty, [lhs, rhs]| {
            let (lhs, rhs) = (machine.bits(ty, lhs)?, machine.bits(ty, rhs)?);
            Ok(Value::Bits(machine.ordered(pred, format_of(ty)?, lhs, rhs)))
        })
    }

    fn ordered(&mut self, pred: FloatPred, format: Format, lhs: D::Bits, rhs: D::Bits) -> D::Bits {
        use FloatPred::{
            False, Oeq, Oge, Ogt, Ole, Olt, One, Ord, True, Ueq, Uge, Ugt, Ule, Ult, Une, Uno,
        };
        let mut circuit = self.circuit(format);
        let unordered = circuit.unordered(lhs, rhs);
        let holds = match pred {
            False => return self.domain.bool(false),
            True => return self.domain.bool(true),
            Uno => return unordered,
            Ord => return self.domain.not(unordered),
            Oeq | Ueq => circuit.equal(lhs, rhs),
            One | Une => {
                let equal = circuit.equal(lhs, rhs);
                self.domain.not(equal)
            }
            Olt | Ult => circuit.less(lhs, rhs),
            Ogt | Ugt => circuit.less(rhs, lhs),
            Ole | Ule => {
                let less = circuit.less(rhs, lhs);
                self.domain.not(less)
            }
            Oge | Uge => {
                let less = circuit.less(lhs, rhs);
                self.domain.not(less)
            }
        };
        // Negation above made the ordered answer; NaNs are added or taken out only now.
        if matches!(pred, Ueq | Ugt | Uge | Ult | Ule | Une) {
            return self.domain.or(holds, unordered);
        }
        let ordered = self.domain.not(unordered);
        self.domain.and(holds, ordered)
    }

    /// A cast from or to a floating-point type. Out of range, plain casts to integers have no value in LLVM; they are done as the
    /// saturating ones.
    pub(crate) fn float_cast(
        &mut self,
        op: CastOp,
        from: &Type,
        value: &Value<D::Bits>,
        to: &Type,
    ) -> Result<Value<D::Bits>, Stop> {
        let to = lane(to);
        self.lanewise(from, [value], |machine, from, [value]| {
            let bits = machine.bits(from, value)?;
            Ok(Value::Bits(match op {
                CastOp::UiToFp | CastOp::SiToFp => {
                    machine.integer_to_float(op == CastOp::SiToFp, bits, format_of(to)?)
                }
                CastOp::FpToUi | CastOp::FpToSi => {
                    machine.float_to_integer(op == CastOp::FpToSi, from, bits, to)?
                }
                _ => machine.float_to_float(format_of(from)?, bits, format_of(to)?),
            }))
        })
    }

    fn integer_to_float(&mut self, signed: bool, bits: D::Bits, to: Format) -> D::Bits {
        if let Some([known]) = self.known([bits]) {
            let result = host::from_integer(signed, self.domain.width(bits), known, to);
            return self.domain.constant(to.width(), result);
        }
        // A narrow number, extended, is converted as it is.
        let (low, high) = self.domain.interval(bits);
        let width = self.domain.width(bits);
        let needed = (128 - high.leading_zeros()).max(1);
        let sign_bit = 1_u128 << (width - 1);
        // A number without a sign bit is the same read either way, and fewer bits make a smaller
        // circuit.
        let (signed, bits) = if high < sign_bit && low <= high {
            (false, self.domain.resize(bits, needed))
        } else {
            (signed, bits)
        };
        self.circuit(to).of_integer(signed, bits)
    }

    fn float_to_integer(
        &mut self,
        signed: bool,
        from: &Type,
        bits: D::Bits,
        to: &Type,
    ) -> Result<D::Bits, Stop> {
        let (format, width) = (
            format_of(from)?,
            crate::semantics::machine::scalar_width(to)?,
        );
        if let Some([known]) = self.known([bits]) {
            let result = host::to_integer(signed, format, known, width);
            return Ok(self.domain.constant(width, result));
        }
        Ok(self.circuit(format).integer_of(signed, bits, width))
    }

    fn float_to_float(&mut self, from: Format, bits: D::Bits, to: Format) -> D::Bits {
        if let Some([known]) = self.known([bits]) {
            let result = host::convert(from, to, known);
            return self.domain.constant(to.width(), result);
        }
        self.circuit(from).converted(bits, to)
    }

    /// `llvm.fptosi.sat` and `llvm.fptoui.sat` to integers of `width` bits.
    pub(crate) fn float_saturating(
        &mut self,
        signed: bool,
        width: u32,
        args: Args<'_, D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let (ty, value) = arg(args, 0)?;
        self.lanewise(ty, [value], |machine, ty, [value]| {
            let bits = machine.bits(ty, value)?;
            let result = machine.float_to_integer(signed, ty, bits, &Type::Int(width))?;
            Ok(Value::Bits(result))
        })
    }

    /// The intrinsic `llvm.op.*` on floating-point numbers; `None` when it is none.
    pub(crate) fn float_intrinsic(
        &mut self,
        op: &str,
        args: Args<'_, D::Bits>,
    ) -> Result<Option<Value<D::Bits>>, Stop> {
        let whole = match op {
            "floor" => Some(Whole::Floor),
            "ceil" => Some(Whole::Ceil),
            "trunc" => Some(Whole::Trunc),
            "round" => Some(Whole::Round),
            "rint" | "nearbyint" | "roundeven" => Some(Whole::Even),
            _ => None,
        };
        let Some((ty, first)) = args.first() else {
            return Ok(None);
        };
        Ok(Some(match op {
            _ if whole.is_some() || op == "sqrt" || op == "fabs" => {
                self.lanewise(ty, [first], |machine, ty, [value]| {
                    let bits = machine.bits(ty, value)?;
                    let format = format_of(ty)?;
                    Ok(Value::Bits(match whole {
                        Some(whole) => machine.float_whole(whole, format, bits),
                        None if op == "sqrt" => machine.float_root(format, bits),
                        None => machine.with_sign_of(bits, None),
                    }))
                })?
            }
            "copysign" | "minnum" | "maxnum" | "minimumnum" | "maximumnum" | "minimum"
            | "maximum" => {
                let second = &arg(args, 1)?.1;
                self.lanewise(ty, [first, second], |machine, ty, [lhs, rhs]| {
                    let (lhs, rhs) = (machine.bits(ty, lhs)?, machine.bits(ty, rhs)?);
                    Ok(Value::Bits(match op {
                        "copysign" => machine.with_sign_of(lhs, Some(rhs)),
                        _ => machine.float_extremum(op, format_of(ty)?, lhs, rhs)?,
                    }))
                })?
            }
            "powi" => self.float_power(args)?,
            "fma" | "fmuladd" => self.float_fused(op, args)?,
            _ => return Ok(None),
        }))
    }

    fn float_whole(&mut self, to: Whole, format: Format, bits: D::Bits) -> D::Bits {
        if let Some([known]) = self.known([bits]) {
            let result = host::whole(to, format, known);
            return self.domain.constant(format.width(), result);
        }
        self.circuit(format).whole(to, bits)
    }

    fn float_root(&mut self, format: Format, bits: D::Bits) -> D::Bits {
        if let Some([known]) = self.known([bits]) {
            let result = host::sqrt(format, known);
            return self.domain.constant(format.width(), result);
        }
        self.circuit(format).square_root(bits)
    }

    /// The size of a number with the sign of another, or with none.
    fn with_sign_of(&mut self, bits: D::Bits, sign: Option<D::Bits>) -> D::Bits {
        let width = self.domain.width(bits);
        let size = self.domain.extract(bits, 0, width - 1);
        let sign = match sign {
            Some(other) => self.domain.extract(other, width - 1, 1),
            None => self.domain.bool(false),
        };
        self.domain.concat(sign, size)
    }

    /// The lesser or greater of two numbers; of a number and a NaN the number, but for `minimum` and `maximum`. Of two zeros it is either where LLVM
    /// leaves that open, since code generation goes by what it knows of the operands, and the one with the right sign elsewhere.
    fn float_extremum(
        &mut self,
        op: &str,
        format: Format,
        lhs: D::Bits,
        rhs: D::Bits,
    ) -> Result<D::Bits, Stop> {
        let greatest = op.starts_with("max");
        let mut circuit = self.circuit(format);
        let less = if greatest {
            circuit.less(lhs, rhs)
        } else {
            circuit.less(rhs, lhs)
        };
        let equal = circuit.equal(lhs, rhs);
        let (sign, other) = (circuit.parts(lhs).sign, circuit.parts(rhs).sign);
        // `minnum` and `maxnum` leave the sign of a zero open (LLVM language reference), so code
        // generation decides it.
        let takes_second = if matches!(op, "minnum" | "maxnum") {
            let differ = self.domain.binary(Op::Xor, sign, other);
            let open = self.domain.and(equal, differ);
            let either = self.domain.unspecified(open)?;
            self.domain.and(open, either)
        } else {
            let wrong = if greatest {
                sign
            } else {
                self.domain.not(sign)
            };
            self.domain.and(equal, wrong)
        };
        let takes_second = self.domain.or(less, takes_second);
        let better = self.domain.ite(takes_second, rhs, lhs);
        let mut circuit = self.circuit(format);
        if op.ends_with("num") {
            let (first, second) = (circuit.is_nan(lhs), circuit.is_nan(rhs));
            let better = self.domain.ite(second, lhs, better);
            // A NaN gives way to the other operand, whichever it is.
            Ok(self.domain.ite(first, rhs, better))
        } else {
            let valid = circuit.domain.bool(false);
            Ok(circuit.nan_or(&[lhs, rhs], valid, better))
        }
    }

    /// `a * b + c`, rounded once (`fma`) or twice (`fmuladd`, which leaves it open; that is what x86-64 does without an instruction for it).
    fn float_fused(&mut self, op: &str, args: Args<'_, D::Bits>) -> Result<Value<D::Bits>, Stop> {
        let (ty, a) = arg(args, 0)?;
        let (b, c) = (&arg(args, 1)?.1, &arg(args, 2)?.1);
        self.lanewise(ty, [a, b, c], |machine, ty, [a, b, c]| {
            let format = format_of(ty)?;
            let [a, b, c] = [
                machine.bits(ty, a)?,
                machine.bits(ty, b)?,
                machine.bits(ty, c)?,
            ];
            // Two roundings, as code generation does for targets without a fused instruction.
            if op == "fmuladd" {
                let product = machine.float_arith(Arith::Mul, ty, a, b)?;
                return machine
                    .float_arith(Arith::Add, ty, product, c)
                    .map(Value::Bits);
            }
            let [a, b, c] = machine
                .known([a, b, c])
                .ok_or_else(|| Stop::unsupported("fma of numbers that depend on the input"))?;
            let result = host::fused(format, a, b, c);
            Ok(Value::Bits(machine.domain.constant(format.width(), result)))
        })
    }

    /// `llvm.powi`: a power by repeated squaring, as the compiler's runtime does it.
    fn float_power(&mut self, args: Args<'_, D::Bits>) -> Result<Value<D::Bits>, Stop> {
        let (ty, base) = arg(args, 0)?;
        let (exponent_ty, exponent) = arg(args, 1)?;
        let exponent = self.bits(exponent_ty, exponent)?;
        let exponent = self.domain.as_const(exponent).ok_or_else(|| {
            Stop::unsupported("llvm.powi with an exponent that depends on the input")
        })?;
        let exponent = (exponent as u32).cast_signed();
        let format = format_of(ty)?;
        let one = self.domain.constant(format.width(), format.one());
        let mut square = self.bits(ty, base)?;
        let mut power = None;
        let mut left = exponent.unsigned_abs();
        while left > 0 {
            if left % 2 == 1 {
                power = Some(match power {
                    Some(power) => self.float_arith(Arith::Mul, ty, power, square)?,
                    None => square,
                });
            }
            left /= 2;
            if left > 0 {
                square = self.float_arith(Arith::Mul, ty, square, square)?;
            }
        }
        let power = power.unwrap_or(one);
        // One division at the end, as in compiler-rt, which rounds differently from powers of the
        // inverse.
        Ok(Value::Bits(if exponent < 0 {
            self.float_arith(Arith::Div, ty, one, power)?
        } else {
            power
        }))
    }

    /// The sum or product of all lanes of a vector, after `start`, in order.
    pub(crate) fn float_reduce(
        &mut self,
        op: &str,
        args: Args<'_, D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let op = match op {
            "fadd" => Arith::Add,
            "fmul" => Arith::Mul,
            _ => return Err(Stop::unsupported(format!("llvm.vector.reduce.{op}"))),
        };
        let (start_ty, start) = arg(args, 0)?;
        let (ty, vector) = arg(args, 1)?;
        let Type::Vector(len, lane_ty) = ty else {
            return Err(Stop::unsupported("reduction of a scalar"));
        };
        // In order: floating-point sums are not associative, so the tree that hardware might use
        // gives other bits.
        let mut result = self.bits(start_ty, start)?;
        for lane in vector.elements(*len as usize).iter() {
            let lane = self.bits(lane_ty, lane)?;
            result = self.float_arith(op, lane_ty, result, lane)?;
        }
        Ok(Value::Bits(result))
    }

    /// True if a number is of one of the kinds in a mask, as `llvm.is.fpclass` numbers them.
    pub(crate) fn float_class(&mut self, args: Args<'_, D::Bits>) -> Result<Value<D::Bits>, Stop> {
        let (ty, value) = arg(args, 0)?;
        let mask = self.bits(&arg(args, 1)?.0, &arg(args, 1)?.1)?;
        let mask = self
            .domain
            .as_const(mask)
            .ok_or_else(|| Stop::unsupported("llvm.is.fpclass of a variable class"))?;
        self.lanewise(ty, [value], |machine, ty, [value]| {
            let bits = machine.bits(ty, value)?;
            let format = format_of(ty)?;
            Ok(Value::Bits(machine.circuit(format).is_of_class(mask, bits)))
        })
    }
}

#[cfg(test)]
mod tests;
