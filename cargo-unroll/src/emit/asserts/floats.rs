//! Assertions on floats: bit patterns, or a difference where the last digits are those of a machine.

use super::debug_text::{debug_text, rounded_assertion, text_assertion};
use super::{Facts, is_variant, type_names};
use crate::emit::expression::number::{float, is_nan};
use crate::model::value::Value;

impl Facts<'_> {
    /// The assertion that a float at `place` has these bits, or nearly so.
    pub(super) fn of_float(&self, place: &str, ty: &str, bits: u64) -> String {
        if is_nan(ty, bits) {
            // Which bits a NaN has that arithmetic gives is not specified, so they are not compared.
            return format!("assert!({place}.is_nan());");
        }
        match Nearby::of(ty, bits).filter(|_| self.is_approximate) {
            Some(nearby) => nearby.assertion(place),
            // Bits also tell `-0.0` from `0.0`, which compare as equal.
            None => format!("assert_eq!({place}.to_bits(), {});", bits_of(ty, bits)),
        }
    }

    /// Assertions on a value with floats in it of which the last digits are those of a machine: on its parts where these have names, else on its text.
    pub(super) fn of_near_parts(&self, place: &str, value: &Value) -> Vec<String> {
        let parts = match value {
            Value::TupleStruct { path, .. } if !is_variant(path) => {
                self.in_known_parts(place, value)
            }
            Value::Call { path, args } if args.len() == 1 => {
                self.of_contents(place, path, &args[0])
            }
            _ => self.in_parts(place, value),
        };
        match debug_text(value) {
            _ if !parts.is_empty() => parts,
            Some(text) => vec![self.of_text(place, value, &text)],
            None => self.in_known_parts(place, value),
        }
    }

    /// The assertion that a value prints as a text, but for the last digits of floats that are those of a machine.
    pub(super) fn of_text(&self, place: &str, value: &Value, text: &str) -> String {
        let rounded = (self.is_approximate && self.takes_precision(value))
            .then(|| rounded_assertion(place, text))
            .flatten();
        rounded.unwrap_or_else(|| text_assertion(place, text))
    }

    /// True if a precision in `{:.3?}` rounds the floats in a value, and does nothing else: it cuts off the ends of truth values, and what a type prints whose
    /// `Debug` is not derived is its own affair.
    fn takes_precision(&self, value: &Value) -> bool {
        !value.any(&|value| match value {
            Value::Bool(_)
            | Value::Method { .. }
            | Value::Made { .. }
            | Value::Closure { .. }
            | Value::Object { .. }
            | Value::Range { .. }
            | Value::Debug(_)
            | Value::Opaque(_) => true,
            Value::Tuple(items) => items.is_empty(),
            Value::Struct { path, .. }
            | Value::TupleStruct { path, .. }
            | Value::UnitStruct { path } => {
                !type_names(path).any(|name| self.known.derives_debug(name))
            }
            Value::Call { path, .. } => !path.starts_with("std::collections::"),
            _ => false,
        })
    }
}

/// Numbers that stand for one result: they have those digits in common that mathematics libraries agree on.
struct Nearby {
    number: f64,
    /// Digits in common.
    digits: u32,
    /// The power of ten that others are nearer than.
    distance: i32,
}

impl Nearby {
    /// Those around a float with these bits; `None` around infinity, which all agree on.
    fn of(ty: &str, bits: u64) -> Option<Self> {
        // The least power is above the steps between the least numbers there are.
        let (number, digits, least): (_, u32, _) = match ty {
            "f32" => (f64::from(f32::from_bits(bits as u32)), 5, -37),
            _ => (f64::from_bits(bits), 10, -307),
        };
        let exponent = match number.abs() {
            0.0 => 0,
            size => size.log10().floor() as i32,
        };
        number.is_finite().then_some(Self {
            number,
            digits,
            distance: (exponent - digits.cast_signed()).max(least),
        })
    }

    fn assertion(&self, place: &str) -> String {
        let (sign, size) = match self.number {
            0.0 => return format!("assert!({place}.abs() < 1e{});", self.distance),
            number if number < 0.0 => ('+', self.size()),
            _ => ('-', self.size()),
        };
        format!(
            "assert!(({place} {sign} {size}).abs() < 1e{});",
            self.distance
        )
    }

    /// The number without its sign, with one more digit than others have in common with it: more would be those of a machine.
    fn size(&self) -> String {
        let size = self.number.abs();
        let (text, exponent) = if (1e-4..1e15).contains(&size) {
            let decimals = usize::try_from(1 - self.distance).unwrap_or(1).max(1);
            (format!("{size:.decimals$}"), String::new())
        } else {
            let decimals = self.digits as usize + 1;
            let text = format!("{size:.decimals$e}");
            let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            (digits.to_owned(), format!("e{exponent}"))
        };
        let digits = text.trim_end_matches('0');
        let zero = if digits.ends_with('.') { "0" } else { "" };
        format!("{digits}{zero}{exponent}")
    }
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

#[cfg(test)]
mod tests {
    use super::Nearby;

    #[test]
    fn digits_of_a_machine_are_neither_shown_nor_compared() {
        let of = |number: f64| {
            let nearby = Nearby::of("f64", number.to_bits());
            nearby.map(|it| it.assertion("result")).unwrap_or_default()
        };
        for (number, assertion) in [
            (
                0.841_470_984_807_896_5,
                "assert!((result - 0.841470984808).abs() < 1e-11);",
            ),
            (
                -400.735_772_164_529_5,
                "assert!((result + 400.735772165).abs() < 1e-8);",
            ),
            (1.0, "assert!((result - 1.0).abs() < 1e-10);"),
            (0.0, "assert!(result.abs() < 1e-10);"),
            (
                123_456_789_012.25,
                "assert!((result - 123456789012.2).abs() < 1e1);",
            ),
            (1.5e-20, "assert!((result - 1.5e-20).abs() < 1e-30);"),
            (f64::INFINITY, ""),
        ] {
            assert_eq!(of(number), assertion);
        }
        let single = Nearby::of("f32", u64::from(0.268_941_4_f32.to_bits()));
        let single = single.map(|it| it.assertion("*it"));
        assert_eq!(
            single.as_deref(),
            Some("assert!((*it - 0.2689414).abs() < 1e-6);")
        );
    }
}
