//! Spellings of floating-point constants into IEEE bits.
//!
//! LLVM prints `float` and `double` in decimal when that is exact, else as the sixteen hexadecimal digits of the value *as a
//! double*; `half` as `0xH` and `fp128` as `0xL` with the low word first. Newer versions print the bits of the type
//! itself as `f0x`, and `+inf`, `-qnan`, `+nan(0x..)`.

use crate::ir::FloatKind;

/// Bits of exponent and fraction.
fn shape(kind: FloatKind) -> (u32, u32) {
    match kind {
        FloatKind::Half => (5, 10),
        FloatKind::Float => (8, 23),
        FloatKind::Double => (11, 52),
        FloatKind::Fp128 => (15, 112),
    }
}

/// True if `word` is a floating-point constant that lexes as a word.
pub(crate) fn is_special(word: &str) -> bool {
    word.starts_with("f0x") || word.starts_with(['+', '-'])
}

/// The IEEE bits of `text` as a constant of type `kind`.
pub(crate) fn bits(kind: FloatKind, text: &str) -> Option<u128> {
    if let Some(digits) = text.strip_prefix("f0x") {
        return own_width(kind, digits);
    }
    if let Some(digits) = text.strip_prefix("0xH") {
        return (kind == FloatKind::Half)
            .then(|| own_width(kind, digits))
            .flatten();
    }
    if let Some(digits) = text.strip_prefix("0xL") {
        let (low, high) = digits.split_at_checked(16)?;
        let words = own_width(FloatKind::Double, low).zip(own_width(FloatKind::Double, high));
        return (kind == FloatKind::Fp128)
            .then(|| words.map(|(low, high)| high << 64 | low))
            .flatten();
    }
    if let Some(digits) = text.strip_prefix("0x") {
        let double = u64::from_str_radix(digits, 16).ok()?;
        return from_double_bits(kind, double);
    }
    if let Some(bits) = named(kind, text) {
        return Some(bits);
    }
    // A decimal is exact by the language's rules, so the narrowing below loses nothing.
    from_double_bits(kind, text.parse::<f64>().ok()?.to_bits())
}

fn own_width(kind: FloatKind, digits: &str) -> Option<u128> {
    let (exponent, fraction) = shape(kind);
    let bits = u128::from_str_radix(digits, 16).ok()?;
    (bits.checked_shr(1 + exponent + fraction).unwrap_or(0) == 0).then_some(bits)
}

/// `+inf`, `-qnan`.
fn named(kind: FloatKind, text: &str) -> Option<u128> {
    let (exponent, fraction) = shape(kind);
    let (sign, name) = match text.as_bytes().first()? {
        b'+' => (0, &text[1..]),
        b'-' => (1, &text[1..]),
        _ => return None,
    };
    let quiet = match name {
        "inf" => 0,
        "qnan" => 1_u128 << (fraction - 1),
        _ => return None,
    };
    Some(sign << (exponent + fraction) | ((1 << exponent) - 1) << fraction | quiet)
}

/// Narrows the bits of a double that is exactly representable in `kind`. Bits of NaNs are kept as LLVM keeps them,
/// which a conversion by the processor would not.
fn from_double_bits(kind: FloatKind, double: u64) -> Option<u128> {
    let value = f64::from_bits(double);
    match kind {
        FloatKind::Double => Some(u128::from(double)),
        // The processor would make a signalling NaN quiet.
        FloatKind::Float if value.is_nan() => {
            let sign = (double >> 63) as u32;
            let fraction = (double >> 29) as u32 & 0x7F_FFFF;
            Some(u128::from(sign << 31 | 0x7F80_0000 | fraction))
        }
        FloatKind::Float => {
            let narrow = value as f32;
            (f64::from(narrow).to_bits() == double).then(|| u128::from(narrow.to_bits()))
        }
        // Never printed this way: `half` and `fp128` have spellings of their own.
        FloatKind::Half | FloatKind::Fp128 => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_spelling_gives_the_bits_of_the_type() {
        assert_eq!(
            bits(FloatKind::Double, "1.000000e+00"),
            Some(0x3FF0_0000_0000_0000)
        );
        assert_eq!(bits(FloatKind::Float, "1.000000e+00"), Some(0x3F80_0000));
        assert_eq!(bits(FloatKind::Float, "-0.000000e+00"), Some(0x8000_0000));
        assert_eq!(
            bits(FloatKind::Float, "0x3FB99999A0000000"),
            Some(0x3DCC_CCCD)
        );
        assert_eq!(
            bits(FloatKind::Float, "0x7FF4000000000000"),
            Some(0x7FA0_0000),
            "signaling NaN"
        );
        assert_eq!(bits(FloatKind::Half, "0xH3C00"), Some(0x3C00));
        assert_eq!(
            bits(FloatKind::Fp128, "0xL00000000000000003FFF000000000000"),
            Some(0x3FFF << 112)
        );
        assert_eq!(bits(FloatKind::Float, "f0x3F800000"), Some(0x3F80_0000));
        assert_eq!(bits(FloatKind::Double, "+inf"), Some(0x7FF0_0000_0000_0000));
        assert_eq!(bits(FloatKind::Float, "-qnan"), Some(0xFFC0_0000));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(
            bits(FloatKind::Float, "0x3FB999999999999A"),
            None,
            "not a float"
        );
        assert_eq!(bits(FloatKind::Half, "f0x12345"), None);
        assert_eq!(bits(FloatKind::Double, "0xH3C00"), None);
        assert_eq!(bits(FloatKind::Fp128, "0xL00"), None);
        assert_eq!(bits(FloatKind::Double, "abc"), None);
    }
}
