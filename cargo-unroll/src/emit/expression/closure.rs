//! Closures as Rust expressions, and the patterns that distinguish their arguments.

use super::printer::Printer;
use crate::model::value::Value;

/// Parameters of closures.
const NAMES: [&str; 6] = ["x", "y", "z", "u", "v", "w"];

impl Printer<'_> {
    /// A `match` on the arguments where they have patterns, else comparisons.
    pub(super) fn closure(
        &self,
        arity: usize,
        default: &Value,
        cases: &[(Value, Value)],
    ) -> String {
        let default = self.expression(default);
        if cases.is_empty() {
            return format!("|{}| {default}", vec!["_"; arity].join(", "));
        }
        let names = &NAMES[..arity.min(NAMES.len())];
        let parameters = names.join(", ");
        let args = |args: &Value| args.parts().into_iter().cloned().collect::<Vec<_>>();
        let patterns: Option<Vec<_>> = cases
            .iter()
            .map(|(tuple, _)| match &args(tuple)[..] {
                [only] => self.pattern(only),
                _ => self.pattern(tuple),
            })
            .collect();
        let results = cases.iter().map(|(_, result)| self.expression(result));
        if let Some(patterns) = patterns {
            let scrutinee = match names {
                [only] => (*only).to_owned(),
                _ => format!("({parameters})"),
            };
            let arms: Vec<_> = patterns
                .iter()
                .zip(results)
                .map(|(pattern, result)| format!("{pattern} => {result}, "))
                .collect();
            return format!(
                "|{parameters}| match {scrutinee} {{ {}_ => {default} }}",
                arms.concat()
            );
        }
        let compared = Self {
            compared: true,
            ..*self
        };
        let arms: Vec<_> = cases
            .iter()
            .zip(results)
            .map(|((tuple, _), result)| {
                let tests: Vec<_> = names
                    .iter()
                    .zip(args(tuple))
                    .map(|(name, value)| format!("{name} == {}", compared.expression(&value)))
                    .collect();
                format!("if {} {{ {result} }} else ", tests.join(" && "))
            })
            .collect();
        format!("|{parameters}| {}{{ {default} }}", arms.concat())
    }

    /// A pattern that matches `value` alone, where there is one.
    pub(crate) fn pattern(&self, value: &Value) -> Option<String> {
        let list = |values: &[Value]| {
            let patterns: Option<Vec<_>> = values.iter().map(|v| self.pattern(v)).collect();
            patterns.map(|patterns| patterns.join(", "))
        };
        Some(match value {
            Value::Int { .. } | Value::Bool(_) | Value::Char(_) | Value::Str(_) => {
                self.expression(value)
            }
            Value::Option(None) => "None".to_owned(),
            Value::Option(Some(inner)) => format!("Some({})", self.pattern(inner)?),
            Value::Ok(inner) => format!("Ok({})", self.pattern(inner)?),
            Value::Err(inner) => format!("Err({})", self.pattern(inner)?),
            Value::Ref(inner) => format!("&{}", self.pattern(inner)?),
            // In parentheses alone it is the pattern of the element.
            Value::Tuple(items) if items.len() == 1 => format!("({},)", list(items)?),
            Value::Tuple(items) => format!("({})", list(items)?),
            Value::UnitStruct { path } => (self.path)(path),
            Value::TupleStruct { path, fields } => {
                format!("{}({})", (self.path)(path), list(fields)?)
            }
            Value::Struct { path, fields } => {
                let fields: Option<Vec<_>> = fields
                    .iter()
                    .map(|(name, value)| Some(format!("{name}: {}", self.pattern(value)?)))
                    .collect();
                format!("{} {{ {} }}", (self.path)(path), fields?.join(", "))
            }
            Value::Float { .. }
            | Value::Seq { .. }
            | Value::String(_)
            | Value::Boxed(_)
            | Value::Mut(_)
            | Value::Call { .. }
            | Value::Method { .. }
            | Value::Made { .. }
            | Value::Closure { .. }
            | Value::Range { .. }
            | Value::Debug(_)
            | Value::Object { .. }
            | Value::Opaque(_) => return None,
        })
    }
}
