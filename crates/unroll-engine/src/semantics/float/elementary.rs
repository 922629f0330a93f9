//! Elementary functions, such as sine and logarithm: what the mathematics library of this machine makes of numbers.
//!
//! Their code is no part of any crate, and Rust leaves their precision open. So a result is an observation: runs and the search for inputs use it, and no proof
//! rests on it. With them stand two functions that IEEE 754 defines exactly, but for which a circuit would be too large: the remainder and the fused product.

use std::ops::Rem as _;

use super::format::Format;
use super::format_of;
use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Machine;
use unroll_smt::term::bits::mask;

/// A function of real numbers in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Elementary {
    function: &'static Known,
    is_double: bool,
}

/// An elementary function in both formats.
#[derive(Debug)]
struct Known {
    /// Its name in LLVM's intrinsics and in C, where that for `f32` has an `f` behind it.
    name: &'static str,
    real: Real,
}

/// The functions of the standard library that compute it.
#[derive(Debug)]
enum Real {
    Of1(fn(f32) -> f32, fn(f64) -> f64),
    Of2(fn(f32, f32) -> f32, fn(f64, f64) -> f64),
    Of3(fn(f32, f32, f32) -> f32, fn(f64, f64, f64) -> f64),
}

impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Known {}

impl std::hash::Hash for Known {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// A table of functions, each as the method of that name in both formats.
macro_rules! known {
    ($($name:literal: $kind:ident $method:ident,)+) => {
        &[$(Known { name: $name, real: Real::$kind(f32::$method, f64::$method) }),+]
    };
}

static KNOWN: &[Known] = known! {
    "sin": Of1 sin,
    "cos": Of1 cos,
    "tan": Of1 tan,
    "asin": Of1 asin,
    "acos": Of1 acos,
    "atan": Of1 atan,
    "sinh": Of1 sinh,
    "cosh": Of1 cosh,
    "tanh": Of1 tanh,
    "exp": Of1 exp,
    "exp2": Of1 exp2,
    "expm1": Of1 exp_m1,
    "log": Of1 ln,
    "log2": Of1 log2,
    "log10": Of1 log10,
    "log1p": Of1 ln_1p,
    "cbrt": Of1 cbrt,
    "atan2": Of2 atan2,
    "hypot": Of2 hypot,
    "pow": Of2 powf,
    "fmod": Of2 rem,
    "fma": Of3 mul_add,
};

/// The name of the remainder.
const REMAINDER: &str = "fmod";
/// Those whose results are the same on each machine.
const EXACT: [&str; 2] = [REMAINDER, "fma"];

impl Elementary {
    /// The function that a symbol without a body means: an intrinsic on one number, or a function of C.
    #[must_use]
    pub fn of(symbol: &str) -> Option<Self> {
        // Most symbols are mangled names.
        if symbol.starts_with('_') {
            return None;
        }
        let (name, is_double) = match symbol.strip_prefix("llvm.") {
            Some(intrinsic) => match intrinsic.split_once('.')? {
                (name, "f64") => (name, true),
                (name, "f32") => (name, false),
                _ => return None,
            },
            None => (symbol, true),
        };
        let by_name = |name: &str| KNOWN.iter().find(|known| known.name == name);
        let of = |function, is_double| Self {
            function,
            is_double,
        };
        if let Some(function) = by_name(name) {
            return Some(of(function, is_double));
        }
        let single = symbol.strip_suffix('f')?;
        by_name(single).map(|function| of(function, false))
    }

    /// The remainder of a division that rounds towards zero, of numbers with this width.
    #[must_use]
    pub fn remainder(width: u32) -> Option<Self> {
        Self::of(if width == 64 { "fmod" } else { "fmodf" })
    }

    /// True if IEEE 754 defines its results, so that they are the same on each machine.
    pub fn is_exact(self) -> bool {
        EXACT.contains(&self.function.name)
    }

    /// How many arguments it takes.
    pub fn arity(self) -> usize {
        match self.function.real {
            Real::Of1(..) => 1,
            Real::Of2(..) => 2,
            Real::Of3(..) => 3,
        }
    }

    /// The width of its arguments and its result in bits.
    pub fn width(self) -> u32 {
        self.format().width()
    }

    fn format(self) -> Format {
        if self.is_double {
            Format::DOUBLE
        } else {
            Format::SINGLE
        }
    }

    /// Its result, from the bits of its arguments to those of the number.
    ///
    /// # Panics
    /// With another number of arguments than it takes.
    #[must_use]
    pub fn apply(self, args: &[u128]) -> u128 {
        let single = |at: usize| f32::from_bits(args[at] as u32);
        let double = |at: usize| f64::from_bits(args[at] as u64);
        match (&self.function.real, self.is_double) {
            (Real::Of1(_, f), true) => f(double(0)).to_bits().into(),
            (Real::Of1(f, _), false) => f(single(0)).to_bits().into(),
            (Real::Of2(_, f), true) => f(double(0), double(1)).to_bits().into(),
            (Real::Of2(f, _), false) => f(single(0), single(1)).to_bits().into(),
            (Real::Of3(_, f), true) => f(double(0), double(1), double(2)).to_bits().into(),
            (Real::Of3(f, _), false) => f(single(0), single(1), single(2)).to_bits().into(),
        }
    }

    /// The bit of the sign.
    #[must_use]
    pub fn sign(self) -> u128 {
        1 << (self.width() - 1)
    }

    /// The last of all ranks.
    #[must_use]
    pub fn most(self) -> u128 {
        mask(self.width())
    }

    /// The position of a number among all, ascending, from its bits. NaNs are at both ends.
    #[must_use]
    pub fn rank(self, number: u128) -> u128 {
        if number & self.sign() == 0 {
            number | self.sign()
        } else {
            !number & self.most()
        }
    }

    /// The bits of the number at a position, the inverse of [`Self::rank`].
    #[must_use]
    pub fn number(self, rank: u128) -> u128 {
        if rank & self.sign() == 0 {
            !rank & self.most()
        } else {
            rank & !self.sign()
        }
    }

    /// The bits of a number in its format.
    #[must_use]
    pub fn bits(self, number: f64) -> u128 {
        if self.is_double {
            number.to_bits().into()
        } else {
            (number as f32).to_bits().into()
        }
    }

    /// The quotient of which a remainder is what is left, towards zero. For dividends with the same quotient a remainder rises with them, and between two quotients it
    /// jumps. `None` for a function without jumps, and where there is no quotient.
    #[must_use]
    pub fn piece(self, args: &[u128]) -> Option<f64> {
        if !self.has_pieces() {
            return None;
        }
        let (dividend, divisor) = (self.real(args[0]), self.real(args[1]));
        let quotient = ((dividend - dividend % divisor) / divisor).round();
        // The sum makes one zero of two.
        quotient.is_finite().then_some(quotient + 0.0)
    }

    /// About the first and the last of the dividends that have the quotient of these arguments with their divisor.
    #[must_use]
    pub fn piece_ends(self, args: &[u128]) -> Option<[u128; 2]> {
        let quotient = self.piece(args)?;
        let divisor = self.real(args[1]);
        let multiple = |quotient: f64| self.bits(quotient * divisor);
        // Without its sign, the number before another is the one with the bits before.
        let before = |number: u128| {
            if number & !self.sign() == 0 {
                number
            } else {
                number - 1
            }
        };
        Some(if quotient == 0.0 {
            [-1.0, 1.0].map(|end| before(multiple(end)))
        } else {
            [
                multiple(quotient),
                before(multiple(quotient + quotient.signum())),
            ]
        })
    }

    /// Arguments in the pieces before and behind those of a remainder; none for other functions.
    #[must_use]
    pub fn neighbours(self, args: &[u128]) -> Vec<u128> {
        if self.piece(args).is_none() {
            return Vec::new();
        }
        let (dividend, divisor) = (self.real(args[0]), self.real(args[1]));
        [-divisor, divisor]
            .map(|by| self.bits(dividend + by))
            .to_vec()
    }

    /// The number with these bits.
    fn real(self, bits: u128) -> f64 {
        if self.is_double {
            f64::from_bits(bits as u64)
        } else {
            f32::from_bits(bits as u32).into()
        }
    }

    /// True if it has jumps, between which its [pieces](Self::piece) lie.
    pub fn has_pieces(self) -> bool {
        self.function.name == REMAINDER
    }

    /// How far the bits of two numbers lie apart at most, without their signs, if one is this power of two greater.
    #[must_use]
    pub fn powers_of_two(self, power: u32) -> u128 {
        u128::from(power) << self.format().fraction
    }

    /// True for the bits of a NaN.
    #[must_use]
    pub fn is_nan(self, number: u128) -> bool {
        number & !self.sign() > self.format().infinity()
    }
}

/// An elementary function and the bits of its arguments.
pub(crate) type ElementaryArgs<B> = (Elementary, Vec<B>);

impl<D: Domain> Machine<'_, D> {
    /// The elementary function that a symbol without a body means, and the bits of its arguments; `None` for another function.
    pub(crate) fn elementary_call(
        &mut self,
        symbol: &str,
        args: Args<'_, D::Bits>,
    ) -> Result<Option<ElementaryArgs<D::Bits>>, Stop> {
        let Some(function) = Elementary::of(symbol) else {
            return Ok(None);
        };
        let mut numbers = Vec::new();
        for (ty, value) in args {
            if format_of(ty)?.width() != function.width() {
                return Err(Stop::unsupported(symbol));
            }
            numbers.push(self.bits(ty, value)?);
        }
        if numbers.len() != function.arity() {
            return Err(Stop::unsupported(symbol));
        }
        Ok(Some((function, numbers)))
    }

    /// An elementary function of known numbers, as this machine computes it; `None` for another function.
    pub(crate) fn elementary(
        &mut self,
        symbol: &str,
        args: Args<'_, D::Bits>,
    ) -> Result<Option<Value<D::Bits>>, Stop> {
        let Some((function, args)) = self.elementary_call(symbol, args)? else {
            return Ok(None);
        };
        let known = args.iter().map(|arg| self.domain.as_const(*arg));
        let Some(known) = known.collect::<Option<Vec<u128>>>() else {
            return Err(Stop::unsupported(symbol));
        };
        let result = function.apply(&known);
        let result = self.domain.constant(function.width(), result);
        Ok(Some(Value::Bits(result)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_mean_functions() {
        let names = |symbol: &str| {
            Elementary::of(symbol).map(|it| (it.function.name, it.width(), it.arity()))
        };
        assert_eq!(names("llvm.sin.f64"), Some(("sin", 64, 1)));
        assert_eq!(names("llvm.pow.f32"), Some(("pow", 32, 2)));
        assert_eq!(names("atan2"), Some(("atan2", 64, 2)));
        assert_eq!(names("tanf"), Some(("tan", 32, 1)));
        for other in [
            "llvm.sin.v2f64",
            "llvm.sinf.f64",
            "llvm.tanf",
            "f",
            "sinff",
            "my_sin",
            "llvm.fabs.f64",
        ] {
            assert_eq!(names(other), None, "{other}");
        }
    }

    #[test]
    fn results_are_those_of_the_standard_library() {
        let log = Elementary::of("log").expect("known");
        assert_eq!(
            log.apply(&[log.bits(20.0)]),
            u128::from(20_f64.ln().to_bits())
        );
        let power = Elementary::of("llvm.pow.f32").expect("known");
        let args = [power.bits(2.0), power.bits(0.5)];
        assert_eq!(power.apply(&args), u128::from(2_f32.powf(0.5).to_bits()));
        let remainder = Elementary::remainder(32).expect("known");
        let args = [remainder.bits(-7.5), remainder.bits(2.0)];
        assert_eq!(remainder.apply(&args), remainder.bits(-1.5));
        let fused = Elementary::of("llvm.fma.f64").expect("known");
        let args = [0.1, 10.0, -1.0].map(|number| fused.bits(number));
        assert_eq!(
            fused.apply(&args),
            u128::from(0.1_f64.mul_add(10.0, -1.0).to_bits())
        );
        assert!(remainder.is_exact() && fused.is_exact() && !power.is_exact());
    }

    #[test]
    fn ranks_ascend_with_numbers() {
        for symbol in ["sin", "sinf"] {
            let it = Elementary::of(symbol).expect("known");
            let numbers = [
                f64::NEG_INFINITY,
                -2.0,
                -0.5,
                -0.0,
                0.0,
                1e-30,
                0.5,
                2.0,
                f64::INFINITY,
            ];
            let ranks: Vec<u128> = numbers
                .iter()
                .map(|number| it.rank(it.bits(*number)))
                .collect();
            assert!(ranks.is_sorted_by(|one, other| one < other), "{ranks:?}");
            for (number, rank) in numbers.iter().zip(&ranks) {
                assert_eq!(it.number(*rank), it.bits(*number));
            }
            assert!(it.is_nan(it.bits(f64::NAN)) && !it.is_nan(it.bits(f64::INFINITY)));
        }
    }
}
