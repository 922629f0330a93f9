//! Pointers to trait objects as Rust expressions.

use super::printer::Printer;
use crate::model::value::{Pointer, Value};

impl Printer<'_> {
    /// A pointer to a trait object. Where it stands does not always say so, as in a vector of such pointers.
    pub(super) fn object(&self, pointer: Pointer, path: &str, value: &Value) -> String {
        let mut parts = path.split('+');
        let of_trait = parts.next().map(self.path).unwrap_or_default();
        let markers = parts.map(|marker| format!(" + {marker}"));
        let object = markers.fold(of_trait, |object, marker| object + &marker);
        let ty = pointer.to_object(&object);
        let ty = match ty.split_once('<') {
            Some((name, rest)) if name.contains("::") => format!("{}<{rest}", (self.path)(name)),
            _ => ty,
        };
        format!("{} as {ty}", self.expression(value))
    }
}
