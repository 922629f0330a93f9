//! Numbers in readable form: limits by name, digits of long ones grouped.

/// An integer of type `ty`: `MIN` and `MAX` by name, digits of long ones grouped.
pub(crate) fn int(ty: &str, text: &str) -> String {
    // 255 and 65535 are familiar as numbers.
    let named = !matches!(ty, "u8" | "u16");
    let (min, max) = limits(ty);
    let min = min.filter(|min| min != "0");
    if named && max.as_deref() == Some(text) {
        format!("{ty}::MAX")
    } else if min.as_deref() == Some(text) {
        format!("{ty}::MIN")
    } else {
        grouped(text)
    }
}

/// True if no integer of type `ty` is greater.
pub(crate) fn is_max(ty: &str, value: i128) -> bool {
    limits(ty).1.is_some_and(|max| max == value.to_string())
}

/// The smallest and the largest integer of a type.
fn limits(ty: &str) -> (Option<String>, Option<String>) {
    macro_rules! of {
        ($ty:ident) => {
            (Some($ty::MIN.to_string()), Some($ty::MAX.to_string()))
        };
    }
    match ty {
        "i8" => of!(i8),
        "i16" => of!(i16),
        "i32" => of!(i32),
        "i64" | "isize" => of!(i64),
        "i128" => of!(i128),
        "u8" => of!(u8),
        "u16" => of!(u16),
        "u32" => of!(u32),
        "u64" | "usize" => of!(u64),
        "u128" => of!(u128),
        _ => (None, None),
    }
}

/// Digits in groups of three where there are more than four.
pub(crate) fn grouped(text: &str) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    if digits.len() <= 4 {
        return text.to_owned();
    }
    let mut out = String::from(sign);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('_');
        }
        out.push(digit);
    }
    out
}

/// True if the bits of a float of type `ty` are one of the many NaNs.
pub(crate) fn is_nan(ty: &str, bits: u64) -> bool {
    if ty == "f32" {
        f32::from_bits(bits as u32).is_nan()
    } else {
        f64::from_bits(bits).is_nan()
    }
}

/// A NaN of type `ty`, by its bits where these are not those of the constant.
fn nan(ty: &str, bits: u64) -> String {
    let (constant, digits) = if ty == "f32" {
        (u64::from(f32::NAN.to_bits()), format!("{bits:08x}"))
    } else {
        (f64::NAN.to_bits(), format!("{bits:016x}"))
    };
    if bits == constant {
        return format!("{ty}::NAN");
    }
    let groups: Vec<&str> = (0..digits.len() / 4)
        .map(|group| &digits[4 * group..4 * group + 4])
        .collect();
    format!("{ty}::from_bits(0x{})", groups.join("_"))
}

/// A float of type `ty` with its type's constants for what has no literal.
pub(crate) fn float(ty: &str, bits: u64) -> String {
    let (text, value) = if ty == "f32" {
        // Printed as an `f32`: as an `f64` it would have digits that it does not need.
        let value = f32::from_bits(bits as u32);
        (format!("{value:?}"), f64::from(value))
    } else {
        let value = f64::from_bits(bits);
        (format!("{value:?}"), value)
    };
    if value.is_nan() {
        nan(ty, bits)
    } else if value == f64::INFINITY {
        format!("{ty}::INFINITY")
    } else if value == f64::NEG_INFINITY {
        format!("{ty}::NEG_INFINITY")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_readable() {
        assert_eq!(int("i32", "-2147483648"), "i32::MIN");
        assert_eq!(int("u64", "18446744073709551615"), "u64::MAX");
        assert_eq!(int("i32", "-10000"), "-10_000");
        assert_eq!(int("u8", "255"), "255");
    }

    #[test]
    fn floats_without_literal_have_names() {
        assert_eq!(float("f64", f64::NAN.to_bits()), "f64::NAN");
        assert_eq!(
            float("f64", 0xfff8_0000_0000_0001),
            "f64::from_bits(0xfff8_0000_0000_0001)"
        );
        assert_eq!(float("f32", 0x7f80_0001), "f32::from_bits(0x7f80_0001)");
        assert_eq!(float("f32", u64::from((-0.0_f32).to_bits())), "-0.0");
        assert_eq!(
            float("f64", f64::NEG_INFINITY.to_bits()),
            "f64::NEG_INFINITY"
        );
        assert_eq!(float("f32", u64::from(f32::MAX.to_bits())), "3.4028235e38");
    }
}
