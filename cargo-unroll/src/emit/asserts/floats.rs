//! Assertions on floats: bit patterns, or a difference where the last digits are those of a machine.

use super::Facts;
use crate::emit::expression::number::{float, is_nan};

impl Facts<'_> {
    /// The assertion that a float at `place` has these bits, or nearly so.
    pub(super) fn of_float(&self, place: &str, ty: &str, bits: u64) -> String {
        if is_nan(ty, bits) {
            // Which bits a NaN has that arithmetic gives is not specified, so they are not compared.
            return format!("assert!({place}.is_nan());");
        }
        match tolerance(ty, bits).filter(|_| self.is_approximate) {
            Some(tolerance) => {
                let expected = float(ty, bits);
                let difference = match expected.strip_prefix('-') {
                    Some(opposite) => format!("{place} + {opposite}"),
                    None => format!("{place} - {expected}"),
                };
                format!("assert!(({difference}).abs() < {tolerance});")
            }
            // Bits also tell `-0.0` from `0.0`, which compare as equal.
            None => format!("assert_eq!({place}.to_bits(), {});", bits_of(ty, bits)),
        }
    }
}

/// How far from a number another may be that stands for the same result: digits that mathematics libraries agree on, as a power of ten. `None` where all agree.
fn tolerance(ty: &str, bits: u64) -> Option<String> {
    let (number, digits) = match ty {
        "f32" => (f64::from(f32::from_bits(bits as u32)), 5),
        _ => (f64::from_bits(bits), 10),
    };
    if !number.is_finite() {
        return None;
    }
    let exponent = match number.abs() {
        0.0 => 0,
        size => size.log10().floor() as i32,
    };
    // Smaller steps than those between the least numbers there are would tell them all apart.
    let least = if ty == "f32" { -37 } else { -307 };
    Some(format!("1e{}", (exponent - digits).max(least)))
}

/// `1.5_f64.to_bits()`.
pub(super) fn bits_of(ty: &str, bits: u64) -> String {
    let text = float(ty, bits);
    if text.contains("::") {
        format!("{text}.to_bits()")
    } else if text.starts_with('-') {
        format!("({text}_{ty}).to_bits()")
    } else {
        format!("{text}_{ty}.to_bits()")
    }
}
