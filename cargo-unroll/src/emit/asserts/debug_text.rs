//! Assertions on the `{:?}` text of a value.

use std::ops::Range;

use crate::emit::expression::number::{float, is_nan};
use crate::model::value::Value;

/// An assertion on the `Debug` text, where it is known.
pub(super) fn debug_assertion(place: &str, value: &Value) -> Option<String> {
    debug_text(value).map(|text| text_assertion(place, &text))
}

pub(super) fn text_assertion(place: &str, text: &str) -> String {
    assertion(place, "", text)
}

/// An assertion on the `{:?}` text with so many decimals; `None` where there are no floats in it.
pub(super) fn rounded_assertion(place: &str, text: &str) -> Option<String> {
    let (decimals, text) = rounded(text)?;
    Some(assertion(place, &format!(".{decimals}"), &text))
}

fn assertion(place: &str, precision: &str, text: &str) -> String {
    // Format strings take names, and no other expressions.
    if place.contains(['.', '*']) {
        format!("assert_eq!(format!(\"{{:{precision}?}}\", {place}), {text:?});")
    } else {
        format!("assert_eq!(format!(\"{{{place}:{precision}?}}\"), {text:?});")
    }
}

/// Digits of the largest float in a text that is rounded, which `f32` has and some more.
const DIGITS: usize = 5;

/// A `{:?}` text with its floats rounded, and the decimals that they have then; `None` without floats, or where `f32` and `f64` of one text are rounded to
/// different sides: the text does not say which it is.
fn rounded(text: &str) -> Option<(usize, String)> {
    let floats = floats(text);
    let numbers = floats.iter().map(|(_, number)| number.abs());
    let largest = numbers.max_by(f64::total_cmp)?;
    let whole = format!("{:.0}", largest.trunc());
    let decimals = DIGITS.saturating_sub(whole.len());
    let (mut all, mut done) = (String::new(), 0);
    for (range, number) in floats {
        let single: f32 = text[range.clone()].parse().ok()?;
        let number = format!("{number:.decimals$}");
        if format!("{single:.decimals$}") != number {
            return None;
        }
        all.push_str(&text[done..range.start]);
        all.push_str(&number);
        done = range.end;
    }
    all.push_str(&text[done..]);
    Some((decimals, all))
}

/// The floats in a `{:?}` text, outside of quoted text and of names.
fn floats(text: &str) -> Vec<(Range<usize>, f64)> {
    let bytes = text.as_bytes();
    let is_of_number =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at += 1;
            }
            byte if is_of_number(byte) => {
                while at < bytes.len() && is_of_number(bytes[at]) {
                    at += 1;
                }
                let word = &text[start..at];
                let has_digit = word.starts_with(|it: char| it.is_ascii_digit() || it == '-');
                if has_digit
                    && word.contains(['.', 'e'])
                    && let Ok(number) = word.parse()
                {
                    found.push((start..at, number));
                }
            }
            _ => at += 1,
        }
    }
    found
}

/// The `{:?}` text of a value whose types derive `Debug`; `None` where it may differ from run to run, or is not known.
pub(super) fn debug_text(value: &Value) -> Option<String> {
    let list = |values: &[Value]| {
        let texts: Option<Vec<_>> = values.iter().map(debug_text).collect();
        texts.map(|texts| texts.join(", "))
    };
    let last = |path: &str| path.rsplit("::").next().unwrap_or(path).to_owned();
    Some(match value {
        Value::Int { text, .. } | Value::Debug(text) => text.clone(),
        Value::Bool(b) => b.to_string(),
        Value::Char(c) => format!("{c:?}"),
        Value::Float { ty, bits } if is_nan(ty, *bits) => "NaN".to_owned(),
        Value::Float { ty, bits } => match float(ty, *bits).rsplit("::").next()? {
            "INFINITY" => "inf".to_owned(),
            "NEG_INFINITY" => "-inf".to_owned(),
            text => text.to_owned(),
        },
        Value::Seq { runs, .. } => {
            let mut items = Vec::new();
            for (count, value) in runs {
                items.extend(std::iter::repeat_n(debug_text(value)?, *count as usize));
            }
            format!("[{}]", items.join(", "))
        }
        Value::Str(text) | Value::String(text) => format!("{text:?}"),
        Value::Tuple(items) => match &items[..] {
            [only] => format!("({},)", debug_text(only)?),
            _ => format!("({})", list(items)?),
        },
        Value::Option(None) => "None".to_owned(),
        Value::Option(Some(inner)) => format!("Some({})", debug_text(inner)?),
        Value::Ok(inner) => format!("Ok({})", debug_text(inner)?),
        Value::Err(inner) => format!("Err({})", debug_text(inner)?),
        Value::Boxed(inner) | Value::Ref(inner) | Value::Mut(inner) => debug_text(inner)?,
        Value::Struct { path, fields } => {
            let fields: Option<Vec<_>> = fields
                .iter()
                .map(|(name, value)| Some(format!("{name}: {}", debug_text(value)?)))
                .collect();
            format!("{} {{ {} }}", last(path), fields?.join(", "))
        }
        Value::TupleStruct { path, fields } => {
            let fields = list(fields)?;
            // A `Cow` prints as what is in it.
            if path.starts_with("std::borrow::Cow::") {
                fields
            } else {
                format!("{}({fields})", last(path))
            }
        }
        Value::UnitStruct { path } => last(path),
        Value::Call { path, args } => called_debug_text(path, args)?,
        Value::Method { .. }
        | Value::Made { .. }
        | Value::Closure { .. }
        | Value::Range { .. }
        | Value::Object { .. }
        | Value::Opaque(_) => return None,
    })
}

/// The `Debug` text of what `path(args)` gives. Hash tables have none that one could rely on.
fn called_debug_text(path: &str, args: &[Value]) -> Option<String> {
    let [arg] = args else { return None };
    match (path, arg) {
        (
            "std::rc::Rc::new"
            | "std::sync::Arc::new"
            | "std::collections::VecDeque::from"
            | "std::collections::BinaryHeap::from",
            _,
        ) => debug_text(arg),
        ("std::collections::BTreeMap::from", Value::Seq { runs, .. }) => {
            let entry = |(_, entry): &(u64, Value)| match entry {
                Value::Tuple(pair) => match &pair[..] {
                    [key, value] => Some(format!("{}: {}", debug_text(key)?, debug_text(value)?)),
                    _ => None,
                },
                _ => None,
            };
            let entries: Option<Vec<_>> = runs.iter().map(entry).collect();
            Some(format!("{{{}}}", entries?.join(", ")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_rounded_and_nothing_else() {
        let text = r#"P { x1: -0.4161468365471424, n: 12, s: "1.25 \" 3.5", c: '"', y: 1e-7, v: [12.34567, NaN, inf] }"#;
        let all =
            r#"P { x1: -0.416, n: 12, s: "1.25 \" 3.5", c: '"', y: 0.000, v: [12.346, NaN, inf] }"#;
        assert_eq!(rounded(text), Some((3, all.to_owned())));
        assert_eq!(
            rounded("Some(12345.5)"),
            Some((0, "Some(12346)".to_owned()))
        );
        // As `f32` it is more than that, and as `f64` less.
        assert_eq!(rounded("Some(0.00015)"), None);
        assert_eq!(rounded("Some(1e300)"), None);
        assert_eq!(rounded("[1, -2, x.y, 1..2]"), None);
    }
}
