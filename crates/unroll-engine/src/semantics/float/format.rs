//! The two formats that Rust computes with, and operators on their bits.

/// An IEEE 754 binary format of at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    /// Bits of the exponent.
    pub(super) exponent: u32,
    /// Bits of the fraction, without the leading one.
    pub(super) fraction: u32,
}

/// Operators of two numbers of one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arith {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// Remainder of the quotient rounded towards zero.
    Rem,
}

/// Which whole number near a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whole {
    /// Not above it.
    Floor,
    /// Not below it.
    Ceil,
    /// Towards zero.
    Trunc,
    /// The nearest, and away from zero where two are.
    Round,
    /// The nearest, and the even one where two are.
    Even,
}

impl Format {
    /// `f32`.
    pub(super) const SINGLE: Self = Self {
        exponent: 8,
        fraction: 23,
    };
    /// `f64`.
    pub(super) const DOUBLE: Self = Self {
        exponent: 11,
        fraction: 52,
    };

    /// All bits.
    pub(super) fn width(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    /// Bits of the significand, with the leading one.
    pub(super) fn precision(self) -> u32 {
        self.fraction + 1
    }

    /// The bias of an exponent in its field; the largest exponent of a finite number as well.
    pub(super) fn bias(self) -> u32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Positive infinity.
    pub(super) fn infinity(self) -> u128 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    /// The bit that tells a quiet NaN from a signalling one.
    pub(super) fn quiet(self) -> u128 {
        1 << (self.fraction - 1)
    }

    /// The NaN that x86-64 gives where no operand is one.
    pub(super) fn invalid(self) -> u128 {
        1 << (self.width() - 1) | self.infinity() | self.quiet()
    }

    /// The number 1.
    pub(super) fn one(self) -> u128 {
        u128::from(self.bias()) << self.fraction
    }
}
