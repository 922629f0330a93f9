//! Values as Rust expressions in the place where a test has them.
//!
//! The names of types are those that a module two levels below the function's own can write after
//! `use super::super::*`: short for types of the same module, else from `crate` or the other crate's root.

use crate::input::value::{SeqKind, Value};

/// Runs of equal elements up to this length are written out; longer ones become `[v; n]`.
const WRITTEN_OUT: u64 = 8;

/// Where expressions stand.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// Full path of the module that holds the function: `krate::a::b`.
    pub(crate) module: String,
}

impl Scope {
    /// `value` as the initializer of a `let`.
    pub(crate) fn argument(&self, value: &Value) -> String {
        self.expr(value, false)
    }

    /// `value` as what a result is compared with: inside other values, slices have slice type.
    pub(crate) fn expected(&self, value: &Value) -> String {
        match value {
            // Vectors, slices and arrays all compare with arrays.
            Value::Seq { kind, runs } => self.seq_compared(*kind, runs),
            // Strings compare with `&str`.
            Value::String(text) => format!("{text:?}"),
            _ => self.expr(value, true),
        }
    }

    /// `value` inside another value that a result is compared with.
    pub(crate) fn inside(&self, value: &Value) -> String {
        self.expr(value, true)
    }

    fn expr(&self, value: &Value, compared: bool) -> String {
        match value {
            Value::Int { ty, text } => int(ty, text),
            Value::Bool(b) => b.to_string(),
            Value::Char(c) => format!("{c:?}"),
            Value::Float { ty, bits } => float(ty, *bits),
            Value::Seq { kind, runs } => self.seq(*kind, runs, compared),
            Value::Str(text) => format!("{text:?}"),
            Value::String(text) if text.is_empty() => "String::new()".to_owned(),
            Value::String(text) => format!("String::from({text:?})"),
            Value::Tuple(items) => match &items[..] {
                [only] => format!("({},)", self.expr(only, compared)),
                _ => format!("({})", self.list(items, compared)),
            },
            Value::Option(None) => "None".to_owned(),
            Value::Option(Some(inner)) => format!("Some({})", self.expr(inner, compared)),
            Value::Ok(inner) => format!("Ok({})", self.expr(inner, compared)),
            Value::Err(inner) => format!("Err({})", self.expr(inner, compared)),
            Value::Boxed(inner) => format!("Box::new({})", self.expr(inner, compared)),
            Value::Ref(inner) => format!("&{}", self.expr(inner, compared)),
            Value::Mut(inner) => format!("&mut {}", self.expr(inner, compared)),
            Value::Struct { path, fields } => {
                let fields: Vec<_> = fields
                    .iter()
                    .map(|(name, value)| format!("{name}: {}", self.expr(value, compared)))
                    .collect();
                format!("{} {{ {} }}", self.path(path), fields.join(", "))
            }
            Value::TupleStruct { path, fields } => {
                format!("{}({})", self.path(path), self.list(fields, compared))
            }
            Value::UnitStruct { path } => self.path(path),
            Value::Debug(text) | Value::Opaque(text) => text.clone(),
        }
    }

    fn list(&self, items: &[Value], compared: bool) -> String {
        let items: Vec<_> = items.iter().map(|v| self.expr(v, compared)).collect();
        items.join(", ")
    }

    fn seq(&self, kind: SeqKind, runs: &[(u64, Value)], compared: bool) -> String {
        let pieces = self.pieces(runs, compared);
        match (kind, &pieces[..]) {
            (SeqKind::Vec, []) => "Vec::new()".to_owned(),
            (SeqKind::Vec, [only]) => format!("vec!{only}"),
            (SeqKind::Vec, _) => self.concat(runs, compared),
            (SeqKind::Array, []) => "[]".to_owned(),
            (SeqKind::Array, [only]) => only.clone(),
            (SeqKind::Array, _) => format!(
                "{}.try_into().expect(\"the length is the array's\")",
                self.concat(runs, compared)
            ),
            (SeqKind::Slice | SeqKind::MutSlice, pieces) => {
                let mark = if kind == SeqKind::Slice { "&" } else { "&mut " };
                let whole = if compared { "[..]" } else { "" };
                match pieces {
                    [] => format!("{mark}[]{whole}"),
                    [only] => format!("{mark}{only}{whole}"),
                    _ => format!("{mark}{}{whole}", self.concat(runs, compared)),
                }
            }
        }
    }

    fn seq_compared(&self, kind: SeqKind, runs: &[(u64, Value)]) -> String {
        let pieces = self.pieces(runs, true);
        match (kind, &pieces[..]) {
            (_, []) => "[]".to_owned(),
            (_, [only]) => only.clone(),
            (SeqKind::Array, _) => self.seq(kind, runs, true),
            _ => self.concat(runs, true),
        }
    }

    /// Bracketed lists whose concatenation is the sequence: `[1, 2]`, `[0; 3000]`.
    fn pieces(&self, runs: &[(u64, Value)], compared: bool) -> Vec<String> {
        split(runs)
            .iter()
            .map(|piece| match piece {
                Piece::List(items) => {
                    let items: Vec<_> = items.iter().map(|v| self.expr(v, compared)).collect();
                    format!("[{}]", items.join(", "))
                }
                Piece::Repeat(value, n) => {
                    format!(
                        "[{}; {}]",
                        self.expr(value, compared),
                        grouped(&n.to_string())
                    )
                }
            })
            .collect()
    }

    /// `[vec![0_u8; 3000], vec![1, 2]].concat()`. The first integer is typed, as method calls need it.
    fn concat(&self, runs: &[(u64, Value)], compared: bool) -> String {
        let mut pieces = self.pieces(runs, compared);
        if let (Some(first), Some((_, Value::Int { ty, text }))) =
            (pieces.first_mut(), runs.first())
        {
            let plain = int(ty, text);
            if !plain.contains("::") {
                *first = first.replacen(&plain, &format!("{plain}_{ty}"), 1);
            }
        }
        let pieces: Vec<_> = pieces.iter().map(|piece| format!("vec!{piece}")).collect();
        format!("[{}].concat()", pieces.join(", "))
    }

    /// The shortest name of a type or variant at `path` (`krate::module::Type[::Variant]`).
    pub(crate) fn path(&self, path: &str) -> String {
        if let Some(rest) = path
            .strip_prefix(&self.module)
            .and_then(|rest| rest.strip_prefix("::"))
            && rest.starts_with(char::is_uppercase)
        {
            return rest.to_owned();
        }
        let krate = self.module.split("::").next().unwrap_or_default();
        match path.split_once("::") {
            Some((first, rest)) if first == krate => format!("crate::{rest}"),
            Some(("core" | "alloc", rest)) => format!("std::{rest}"),
            _ => path.to_owned(),
        }
    }
}

enum Piece<'v> {
    List(Vec<&'v Value>),
    Repeat(&'v Value, u64),
}

/// Cuts a sequence into parts that are written alike.
fn split(runs: &[(u64, Value)]) -> Vec<Piece<'_>> {
    let total: u64 = runs.iter().map(|(n, _)| n).sum();
    let mut pieces = Vec::new();
    for (n, value) in runs.iter().filter(|(n, _)| *n > 0) {
        // Short sequences are read best in full; a run that is the whole sequence never loses its length.
        let repeat = *n > WRITTEN_OUT && (total > 4 * WRITTEN_OUT || *n == total);
        if repeat {
            pieces.push(Piece::Repeat(value, *n));
            continue;
        }
        if !matches!(pieces.last(), Some(Piece::List(_))) {
            pieces.push(Piece::List(Vec::new()));
        }
        if let Some(Piece::List(items)) = pieces.last_mut() {
            items.extend((0..*n).map(|_| value));
        }
    }
    pieces
}

/// An integer as readers like it: `MIN` and `MAX` by name, digits of long ones grouped.
fn int(ty: &str, text: &str) -> String {
    let limit = |limit: &str| format!("{ty}::{limit}");
    let (min, max) = match ty {
        "i8" => (i8::MIN.to_string(), i8::MAX.to_string()),
        "i16" => (i16::MIN.to_string(), i16::MAX.to_string()),
        "i32" => (i32::MIN.to_string(), i32::MAX.to_string()),
        "i64" | "isize" => (i64::MIN.to_string(), i64::MAX.to_string()),
        "i128" => (i128::MIN.to_string(), i128::MAX.to_string()),
        "u32" => (String::new(), u32::MAX.to_string()),
        "u64" | "usize" => (String::new(), u64::MAX.to_string()),
        "u128" => (String::new(), u128::MAX.to_string()),
        _ => (String::new(), String::new()),
    };
    if text == max {
        limit("MAX")
    } else if text == min {
        limit("MIN")
    } else {
        grouped(text)
    }
}

fn grouped(text: &str) -> String {
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

/// A float with its type's constants for what has no literal.
pub(crate) fn float(ty: &str, bits: u64) -> String {
    let (text, nan, infinite, negative) = if ty == "f32" {
        let value = f32::from_bits(bits as u32);
        let flags = (
            value.is_nan(),
            value.is_infinite(),
            value.is_sign_negative(),
        );
        (format!("{value:?}"), flags.0, flags.1, flags.2)
    } else {
        let value = f64::from_bits(bits);
        let flags = (
            value.is_nan(),
            value.is_infinite(),
            value.is_sign_negative(),
        );
        (format!("{value:?}"), flags.0, flags.1, flags.2)
    };
    match (nan, infinite, negative) {
        (true, _, _) => format!("{ty}::NAN"),
        (_, true, true) => format!("{ty}::NEG_INFINITY"),
        (_, true, false) => format!("{ty}::INFINITY"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope() -> Scope {
        Scope {
            module: "krate::geo".to_owned(),
        }
    }

    fn ints(ty: &str, runs: &[(u64, &str)]) -> Vec<(u64, Value)> {
        runs.iter()
            .map(|(n, text)| {
                (
                    *n,
                    Value::Int {
                        ty: ty.to_owned(),
                        text: (*text).to_owned(),
                    },
                )
            })
            .collect()
    }

    fn seq(kind: SeqKind, runs: &[(u64, &str)]) -> Value {
        Value::Seq {
            kind,
            runs: ints("u8", runs),
        }
    }

    #[test]
    fn integers_are_readable() {
        assert_eq!(int("i32", "-2147483648"), "i32::MIN");
        assert_eq!(int("u64", "18446744073709551615"), "u64::MAX");
        assert_eq!(int("i32", "-10000"), "-10_000");
        assert_eq!(int("u8", "255"), "255");
    }

    #[test]
    fn sequences_are_short() {
        let scope = scope();
        assert_eq!(
            scope.argument(&seq(SeqKind::Slice, &[(2, "0"), (1, "7")])),
            "&[0, 0, 7]"
        );
        assert_eq!(
            scope.argument(&seq(SeqKind::Vec, &[(8191, "0")])),
            "vec![0; 8191]"
        );
        assert_eq!(
            scope.argument(&seq(SeqKind::Slice, &[(4000, "0"), (2, "1")])),
            "&[vec![0_u8; 4000], vec![1, 1]].concat()"
        );
        assert_eq!(scope.argument(&seq(SeqKind::Vec, &[])), "Vec::new()");
    }

    #[test]
    fn nested_slices_compare_as_slices() {
        let value = Value::Option(Some(Box::new(seq(SeqKind::Slice, &[(1, "1")]))));
        assert_eq!(scope().expected(&value), "Some(&[1][..])");
        assert_eq!(scope().argument(&value), "Some(&[1])");
    }

    #[test]
    fn paths_are_as_short_as_the_scope_allows() {
        let scope = scope();
        assert_eq!(scope.path("krate::geo::Point"), "Point");
        assert_eq!(scope.path("krate::geo::Shape::Dot"), "Shape::Dot");
        assert_eq!(scope.path("krate::geo::inner::P"), "crate::geo::inner::P");
        assert_eq!(scope.path("krate::Color::Red"), "crate::Color::Red");
        assert_eq!(
            scope.path("core::cmp::Ordering::Less"),
            "std::cmp::Ordering::Less"
        );
        assert_eq!(scope.path("other::T"), "other::T");
    }

    #[test]
    fn floats_without_literal_have_names() {
        assert_eq!(float("f64", f64::NAN.to_bits()), "f64::NAN");
        assert_eq!(float("f32", u64::from((-0.0_f32).to_bits())), "-0.0");
        assert_eq!(
            float("f64", f64::NEG_INFINITY.to_bits()),
            "f64::NEG_INFINITY"
        );
    }
}
