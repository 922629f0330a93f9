//! Values to S-expressions, with the escapes that the driver writes.

use std::fmt::Write as _;

use crate::model::value::{RangeKind, SeqKind, Step, Value};

/// The value as the driver writes it.
pub fn print(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, &mut out);
    out
}

#[expect(clippy::too_many_lines, reason = "one flat arm for each form of value")]
fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Int { ty, text } => form(out, &["int", ty, text], |_| ()),
        Value::Bool(b) => form(out, &["bool", if *b { "true" } else { "false" }], |_| ()),
        Value::Char(c) => form(out, &["char", &format!("{:X}", u32::from(*c))], |_| ()),
        Value::Float { ty, bits } => form(out, &["float", ty, &format!("{bits:x}")], |_| ()),
        Value::Seq { kind, runs } => form(out, &[seq_head(*kind)], |out| {
            for (count, item) in runs {
                out.push(' ');
                match count {
                    1 => write_value(item, out),
                    _ => form(out, &["rep", &count.to_string()], |out| spaced(item, out)),
                }
            }
        }),
        Value::Str(text) => form(out, &["str"], |out| quote(text, out)),
        Value::String(text) => form(out, &["string"], |out| quote(text, out)),
        Value::Debug(text) => form(out, &["debug"], |out| quote(text, out)),
        Value::Opaque(text) => form(out, &["opaque"], |out| quote(text, out)),
        Value::Tuple(items) => form(out, &["tuple"], |out| all_spaced(items, out)),
        Value::Option(None) => form(out, &["none"], |_| ()),
        Value::Option(Some(inner)) => form(out, &["some"], |out| spaced(inner, out)),
        Value::Ok(inner) => form(out, &["ok"], |out| spaced(inner, out)),
        Value::Err(inner) => form(out, &["err"], |out| spaced(inner, out)),
        Value::Boxed(inner) => form(out, &["box"], |out| spaced(inner, out)),
        Value::Ref(inner) => form(out, &["ref"], |out| spaced(inner, out)),
        Value::Mut(inner) => form(out, &["mut"], |out| spaced(inner, out)),
        Value::Object {
            pointer,
            path,
            value,
        } => form(out, &["object", pointer.name(), path], |out| {
            spaced(value, out);
        }),
        Value::Struct { path, fields } => form(out, &["struct", path], |out| {
            for (name, value) in fields {
                out.push(' ');
                form(out, &[name], |out| spaced(value, out));
            }
        }),
        Value::TupleStruct { path, fields } => {
            form(out, &["tuple-struct", path], |out| all_spaced(fields, out));
        }
        Value::UnitStruct { path } => form(out, &["unit-struct", path], |_| ()),
        Value::Call { path, args } => form(out, &["call", path], |out| all_spaced(args, out)),
        Value::Method {
            name,
            receiver,
            args,
        } => form(out, &["method", name], |out| {
            spaced(receiver, out);
            all_spaced(args, out);
        }),
        Value::Made { constructor, steps } => form(out, &["made"], |out| {
            spaced(constructor, out);
            for step in steps {
                out.push(' ');
                write_step(step, out);
            }
        }),
        Value::Closure {
            arity,
            default,
            cases,
        } => form(out, &["closure", &arity.to_string()], |out| {
            spaced(default, out);
            for (args, result) in cases {
                out.push(' ');
                form(out, &["when"], |out| {
                    spaced(args, out);
                    spaced(result, out);
                });
            }
        }),
        Value::Range { kind, ends } => form(out, &[range_head(*kind)], |out| all_spaced(ends, out)),
    }
}

fn write_step(step: &Step, out: &mut String) {
    match step {
        Step::Call(call) => {
            let head = if call.has_result { "let" } else { "do" };
            form(out, &[head, &call.name], |out| all_spaced(&call.args, out));
        }
        Step::Keep { path, count } => form(out, &["keep", path, &count.to_string()], |_| ()),
        Step::Lend { path } => form(out, &["lend", path], |_| ()),
        Step::Poison { path } => form(out, &["poison", path], |_| ()),
    }
}

fn seq_head(kind: SeqKind) -> &'static str {
    match kind {
        SeqKind::Vec => "vec",
        SeqKind::Array => "array",
        SeqKind::Slice => "slice",
        SeqKind::MutSlice => "mut-slice",
    }
}

pub(super) fn range_head(kind: RangeKind) -> &'static str {
    match kind {
        RangeKind::Range => "range",
        RangeKind::RangeInclusive => "range-inclusive",
        RangeKind::RangeFrom => "range-from",
        RangeKind::RangeTo => "range-to",
        RangeKind::RangeToInclusive => "range-to-inclusive",
    }
}

fn form(out: &mut String, words: &[&str], rest: impl FnOnce(&mut String)) {
    out.push('(');
    out.push_str(&words.join(" "));
    rest(out);
    out.push(')');
}

fn spaced(value: &Value, out: &mut String) {
    out.push(' ');
    write_value(value, out);
}

fn all_spaced(values: &[Value], out: &mut String) {
    for value in values {
        spaced(value, out);
    }
}

fn quote(text: &str, out: &mut String) {
    out.push_str(" \"");
    for c in text.chars() {
        match c {
            // `char::escape_default` would escape it, which the driver does not do in strings.
            '\'' => out.push(c),
            _ if c.is_ascii() => out.extend(c.escape_default()),
            // Writing to a string cannot fail.
            _ => drop(write!(out, "\\u{{{:x}}}", u32::from(c))),
        }
    }
    out.push('"');
}
