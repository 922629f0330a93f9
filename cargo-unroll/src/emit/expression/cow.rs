//! Values that may be borrowed (`Cow`), as Rust expressions.

use super::pieces::{is_put_together, pieces};
use super::printer::Printer;
use crate::model::value::{SeqKind, Value};

const BORROWED: &str = "std::borrow::Cow::Borrowed";
const OWNED: &str = "std::borrow::Cow::Owned";
const FROM: &str = "std::borrow::Cow::from";

impl Printer<'_> {
    /// The tuple variant `path` with these fields, where it is written as another one.
    pub(super) fn cow(&self, path: &str, fields: &[Value]) -> Option<String> {
        match fields {
            // What is put together does not live long enough to be borrowed.
            [Value::Seq { runs, .. }]
                if [BORROWED, OWNED].contains(&path) && is_put_together(runs) =>
            {
                let owned = self.vector(&pieces(runs));
                // The type of its elements is clear by the conversion alone.
                let convert = if self.compared { FROM } else { OWNED };
                Some(format!("{}({owned})", (self.path)(convert)))
            }
            // Whether text is borrowed makes no difference to a comparison, and only then its type is clear.
            fields if self.compared && path == OWNED => {
                let fields: Vec<_> = fields.iter().map(borrowed).collect();
                Some(format!("{BORROWED}({})", self.list(&fields)))
            }
            _ => None,
        }
    }
}

/// The borrowed form of `value`.
fn borrowed(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::Str(text.clone()),
        Value::Seq { runs, .. } => Value::Seq {
            kind: SeqKind::Slice,
            runs: runs.clone(),
        },
        _ => Value::Ref(Box::new(value.clone())),
    }
}
