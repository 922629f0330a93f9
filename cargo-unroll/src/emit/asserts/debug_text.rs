//! Assertions on the `{:?}` text of a value.

use crate::emit::expression::number::{float, is_nan};
use crate::model::value::Value;

/// An assertion on the `Debug` text, where it is known.
pub(super) fn debug_assertion(place: &str, value: &Value) -> Option<String> {
    debug_text(value).map(|text| text_assertion(place, &text))
}

pub(super) fn text_assertion(place: &str, text: &str) -> String {
    // Format strings take names, and no other expressions.
    if place.contains(['.', '*']) {
        format!("assert_eq!(format!(\"{{:?}}\", {place}), {text:?});")
    } else {
        format!("assert_eq!(format!(\"{{{place}:?}}\"), {text:?});")
    }
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
