//! Assertions on the parts of a value that cannot be compared or printed as a whole.
//!
//! Such a value has a type without `PartialEq` or `Debug` in it, or a part that the native run could not describe. The parts that a test
//! can name are asserted: what an `Option`, a `Result` or a box holds, lengths and elements, fields that are visible to the test, the
//! variant, the items of an iterator.

use syn::visit::{self, Visit};

use super::debug_text::{debug_assertion, debug_text};
use super::{Facts, has_debug, has_float, has_opaque, is_lent, is_variant, type_names};
use crate::emit::types::type_arguments;
use crate::model::value::Value;

impl Facts<'_> {
    /// True if a type in `value` is the crate's own and has no `Debug`.
    pub(super) fn lacks_debug(&self, value: &Value) -> bool {
        value.any(&|value| match value {
            Value::Struct { path, .. }
            | Value::TupleStruct { path, .. }
            | Value::UnitStruct { path } => {
                let known = type_names(path).find_map(|name| self.known.of(name));
                known.is_some_and(|traits| !traits.debug)
            }
            _ => false,
        })
    }

    /// True if `value` is one side of a `Result` of type `ty` whose other side has a type of the crate without `Debug` in it, so that
    /// the whole does not print.
    pub(super) fn other_lacks_debug(&self, value: &Value, ty: Option<&syn::Type>) -> bool {
        let Some(syn::Type::Path(path)) = ty else {
            return false;
        };
        let last = path.path.segments.last();
        let sides = last.map_or_else(Vec::new, |last| type_arguments(&last.arguments));
        match (value, &sides[..]) {
            (Value::Ok(_), [_, other]) | (Value::Err(_), [other, _]) => {
                let mut names = TypeNames::default();
                names.visit_type(other);
                let known = names.0.iter().filter_map(|name| self.known.of(name));
                known.into_iter().any(|traits| !traits.debug)
            }
            _ => false,
        }
    }

    /// Assertions on the parts of `value` that are known; none if there is no such part.
    pub(super) fn in_known_parts(&self, place: &str, value: &Value) -> Vec<String> {
        if self.shows_fields(value)
            && let Some(pattern) = self.scope.pattern(value)
        {
            return vec![format!("assert!(matches!({place}, {pattern}));")];
        }
        match value {
            Value::Option(Some(inner)) => self.wrapped(place, "Some", inner),
            Value::Ok(inner) => self.wrapped(place, "Ok", inner),
            Value::Err(inner) => self.wrapped(place, "Err", inner),
            Value::Boxed(inner) | Value::Ref(inner) | Value::Mut(inner) => {
                self.assertions(&behind(place, inner), inner, None)
            }
            Value::Seq { .. } => self.in_parts(place, value),
            Value::Tuple(items) => self.of_items(place, items),
            Value::Struct { path, .. }
            | Value::TupleStruct { path, .. }
            | Value::UnitStruct { path }
                if is_variant(path) =>
            {
                let fields = match value {
                    Value::Struct { .. } => " { .. }",
                    Value::TupleStruct { .. } => "(..)",
                    _ => "",
                };
                let variant = self.scope.path(path);
                vec![format!("assert!(matches!({place}, {variant}{fields}));")]
            }
            Value::Struct { path, fields } => self.of_fields(place, path, fields),
            Value::TupleStruct { path, fields } => {
                let named = fields.iter().enumerate();
                let named: Vec<_> = named
                    .map(|(i, value)| (i.to_string(), value.clone()))
                    .collect();
                self.of_fields(place, path, &named)
            }
            Value::Call { args, .. } if has_opaque(value) => match &args[..] {
                [Value::Seq { runs, .. }] => vec![length(place, runs)],
                _ => vec![],
            },
            _ => self.without_eq(place, value),
        }
    }

    /// True if a native run described a value by what its trait gives: text, some items, or items that do not compare.
    pub(super) fn is_shown_by_trait(&self, name: &str, receiver: &Value) -> bool {
        match (name, receiver) {
            ("to_string", Value::Str(_)) | ("take", Value::Seq { .. }) => true,
            ("into_iter", Value::Seq { .. }) => {
                has_float(receiver)
                    || has_debug(receiver)
                    || has_opaque(receiver)
                    || self.lacks_debug(receiver)
            }
            _ => false,
        }
    }

    /// For a value that its trait alone describes: the items of an iterator, `into_iter` if they are all and `take` otherwise, or the text of
    /// `Display`.
    pub(super) fn of_trait(&self, place: &str, name: &str, receiver: &Value) -> Vec<String> {
        // Moving out of a part of the result would not compile.
        let is_part = place.contains('.') || place.ends_with(']');
        let is_owned = !is_part || place.ends_with(".unwrap()") && !is_lent(place);
        match receiver {
            Value::Str(text) => vec![format!("assert_eq!({place}.to_string(), {text:?});")],
            Value::Seq { runs, .. } if is_owned => {
                let count = count_of(runs);
                let items = match name {
                    "take" => format!("{place}.take({count})"),
                    _ => place.to_owned(),
                };
                let text = debug_text(receiver).filter(|_| !self.lacks_debug(receiver));
                vec![match text {
                    _ if count == 0 || has_opaque(receiver) => {
                        format!("assert_eq!({items}.count(), {count});")
                    }
                    _ if self.plain(receiver) == Some(true) && !has_float(receiver) => {
                        let expected = self.scope.inside(receiver);
                        format!("assert!({items}.eq({expected}));")
                    }
                    Some(text) => {
                        self.of_text(&format!("{items}.collect::<Vec<_>>()"), receiver, &text)
                    }
                    None => format!("assert_eq!({items}.count(), {count});"),
                }]
            }
            _ => vec![],
        }
    }

    /// Assertions on the fields that a test can name.
    pub(super) fn of_fields(
        &self,
        place: &str,
        path: &str,
        fields: &[(String, Value)],
    ) -> Vec<String> {
        fields
            .iter()
            .filter(|(name, _)| self.is_visible(path, name))
            .flat_map(|(name, value)| self.assertions(&format!("{place}.{name}"), value, None))
            .collect()
    }

    fn of_items(&self, place: &str, items: &[Value]) -> Vec<String> {
        let items = items.iter().enumerate();
        items
            .flat_map(|(i, item)| self.assertions(&format!("{place}.{i}"), item, None))
            .collect()
    }

    /// For the `Some`, `Ok` or `Err` with `inner` in it.
    fn wrapped(&self, place: &str, variant: &str, inner: &Value) -> Vec<String> {
        let (check, side) = match variant {
            "Some" => ("is_some", ""),
            "Ok" => ("is_ok", ".ok()"),
            _ => ("is_err", ".err()"),
        };
        // `Result::unwrap` would need `Debug`.
        let access = match inner {
            // An iterator has to be moved out to be read.
            Value::Method { .. } => format!("{place}{side}.unwrap()"),
            _ => format!("{place}.as_ref(){side}.unwrap()"),
        };
        let parts = match inner {
            Value::Tuple(items) if items.is_empty() => vec![],
            // The place is a reference, which plain values do not compare with.
            _ if !matches!(inner, Value::Method { .. }) && self.plain(inner) == Some(true) => {
                self.assertions(&format!("(*{access})"), inner, None)
            }
            _ => self.assertions(&access, inner, None),
        };
        if parts.is_empty() {
            return vec![format!("assert!({place}.{check}());")];
        }
        parts
    }

    /// Assertions on a value with fields that a test cannot name: its text, where that is sure to show them.
    pub(super) fn of_hidden_fields(&self, place: &str, value: &Value) -> Vec<String> {
        let prints_otherwise = value.any(&|value| match value {
            Value::Struct { path, .. }
            | Value::TupleStruct { path, .. }
            | Value::UnitStruct { path } => {
                let is_derived = || type_names(path).any(|name| self.known.derives_debug(name));
                !path.starts_with("std::borrow::Cow::")
                    && (path.starts_with("std::") || !is_derived())
            }
            _ => false,
        });
        let text = debug_assertion(place, value).filter(|_| !prints_otherwise);
        match text {
            Some(text) => vec![text],
            None => self.in_known_parts(place, value),
        }
    }

    /// True if a test can name all fields in `value`.
    pub(super) fn shows_fields(&self, value: &Value) -> bool {
        !value.any(&|value| match value {
            Value::Struct { path, fields } if !is_variant(path) => {
                !fields.iter().all(|(name, _)| self.is_visible(path, name))
            }
            Value::TupleStruct { path, fields } if !is_variant(path) => {
                !(0..fields.len()).all(|i| self.is_visible(path, &i.to_string()))
            }
            _ => false,
        })
    }

    /// True if the test's module sees a field of the struct at `path`.
    fn is_visible(&self, path: &str, field: &str) -> bool {
        let (module, name) = path.rsplit_once("::").unwrap_or(("", path));
        // A private field is visible in the module of its type and in those below.
        let inside = self.scope.module.strip_prefix(module);
        inside.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            || !self.known.is_private(name, field)
    }
}

/// The names of the types in a type.
#[derive(Default)]
struct TypeNames(Vec<String>);

impl<'ast> Visit<'ast> for TypeNames {
    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        self.0.push(segment.ident.to_string());
        visit::visit_path_segment(self, segment);
    }
}

/// The place behind a reference or box at `place`: fields and methods are found through it, comparisons need it dereferenced.
fn behind(place: &str, inner: &Value) -> String {
    let is_found = matches!(
        inner,
        Value::Option(_)
            | Value::Ok(_)
            | Value::Err(_)
            | Value::Seq { .. }
            | Value::Tuple(_)
            | Value::Struct { .. }
            | Value::TupleStruct { .. }
            | Value::UnitStruct { .. }
            | Value::Method { .. }
    );
    if is_found {
        place.to_owned()
    } else {
        format!("(*{place})")
    }
}

fn count_of(runs: &[(u64, Value)]) -> u64 {
    runs.iter().map(|(count, _)| count).sum()
}

fn length(place: &str, runs: &[(u64, Value)]) -> String {
    match count_of(runs) {
        0 => format!("assert!({place}.is_empty());"),
        count => format!("assert_eq!({place}.len(), {count});"),
    }
}
