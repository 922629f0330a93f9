//! Remainders of numbers that depend on the input.
//!
//! A circuit would need a division step for each exponent between the operands, up to about 2,000 of them. So the size of a remainder is any number, with
//! what IEEE 754 says of it as facts: that it is smaller than the divisor, at most as large as the dividend, and the dividend itself where that is smaller. These
//! have every execution of the program among theirs, so that proofs may rest on them. Inputs are found by sampling, as for
//! [elementary functions](super::elementary).

use super::circuit::Circuit;
use super::format::Format;
use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::observe::remainders::Remainder;
use crate::semantics::machine::Machine;

impl<D: Domain> Machine<'_, D> {
    /// The remainder of a division that rounds towards zero, which has the sign of the dividend.
    ///
    /// # Errors
    /// In a reading that has one execution, as in one for which the numbers are not known.
    pub(super) fn float_remainder(
        &mut self,
        format: Format,
        dividend: D::Bits,
        divisor: D::Bits,
    ) -> Result<D::Bits, Stop> {
        let args = [dividend, divisor];
        if let Some(known) = self.remainders.known(args) {
            return Ok(known);
        }
        let size = self.domain.any_number("remainder", format.width() - 1);
        let size =
            size.ok_or_else(|| Stop::unsupported("frem of numbers that depend on the input"))?;
        let mut circuit = self.circuit(format);
        let (result, fact) = circuit.remainder(size, dividend, divisor);
        self.remainders.add(Remainder { args, result, fact });
        Ok(result)
    }
}

impl<D: Domain> Circuit<'_, D> {
    /// The remainder if it has this size, without a sign, and the bounds of the size (width 1). Where it is no number, some size has these.
    pub(super) fn remainder(
        &mut self,
        size: D::Bits,
        dividend: D::Bits,
        divisor: D::Bits,
    ) -> (D::Bits, D::Bits) {
        let width = self.format.width() - 1;
        let domain = &mut *self.domain;
        // Without signs, numbers compare as their bits do.
        let most = domain.extract(dividend, 0, width);
        let limit = domain.extract(divisor, 0, width);
        let infinity = domain.constant(width, self.format.infinity());
        let zero = domain.constant(width, 0);
        let (infinite, by_zero) = (domain.eq(most, infinity), domain.eq(limit, zero));
        let invalid = domain.or(infinite, by_zero);
        let is_dividend = domain.eq(size, most);
        let exceeds = domain.ult(most, size);
        let within = domain.not(exceeds);
        let below = domain.ult(size, limit);
        // Nothing is below zero.
        let below = domain.or(below, by_zero);
        let is_reduced = domain.and(within, below);
        let is_smaller = domain.ult(most, limit);
        let bounds = domain.ite(is_smaller, is_dividend, is_reduced);
        let sign = domain.extract(dividend, width, 1);
        let number = domain.concat(sign, size);
        let result = self.nan_or(&[dividend, divisor], invalid, number);
        (result, bounds)
    }
}
