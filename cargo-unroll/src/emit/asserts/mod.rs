//! The assertions of a test about a value that a native run returned.
//!
//! The strongest assertion that is sure to compile is chosen: `assert_eq!` with a literal if the type is known to
//! compare, bit patterns for floats, parts of a `Result` whose other side is unknown, otherwise the `Debug` text.
//! Values without `PartialEq` or `Debug`, or known only in part, are asserted part by part (`parts`).

mod debug_text;
mod floats;
mod parts;

use self::debug_text::{debug_assertion, debug_text, rounded_assertion, text_assertion};
use self::floats::bits_of;
use super::expression::debug_literal::DebugReader;
use super::expression::literal::{Scope, is_nan};
use super::types::TypeTraits;
use crate::model::value::Value;

/// The context in which assertions are written.
pub(crate) struct Facts<'a> {
    /// How values are written.
    pub(crate) scope: &'a Scope,
    /// Traits of the crate's types.
    pub(crate) known: &'a TypeTraits,
    /// The type `Self`.
    pub(crate) self_ty: Option<&'a syn::Type>,
    /// True if the names of types that the function's file declares mean them in its tests.
    pub(crate) sees_file: bool,
    /// True if the last digits of floats may differ from machine to machine.
    pub(crate) is_approximate: bool,
}

impl Facts<'_> {
    /// Statements that hold of the place `place`, whose value is `value`; none when nothing can be said.
    pub(crate) fn assertions(
        &self,
        place: &str,
        value: &Value,
        ty: Option<&syn::Type>,
    ) -> Vec<String> {
        let whole = self.of_all(place, value, ty);
        if whole.iter().map(String::len).sum::<usize>() <= LONGEST {
            return whole;
        }
        self.of_beginning(place, value)
    }

    /// The assertions about a value that is too long to print: its length and its beginning.
    fn of_beginning(&self, place: &str, value: &Value) -> Vec<String> {
        match value {
            Value::Ref(inner) | Value::Mut(inner) | Value::Boxed(inner) => {
                self.of_beginning(place, inner)
            }
            Value::Seq { .. } => self.in_parts(place, value),
            Value::Str(text) | Value::String(text) => {
                vec![format!("assert_eq!({place}.len(), {});", text.len())]
            }
            Value::Option(Some(_)) => vec![format!("assert!({place}.is_some());")],
            Value::Ok(_) => vec![format!("assert!({place}.is_ok());")],
            Value::Err(_) => vec![format!("assert!({place}.is_err());")],
            _ => vec![],
        }
    }

    fn of_all(&self, place: &str, value: &Value, ty: Option<&syn::Type>) -> Vec<String> {
        match value {
            Value::Tuple(items) if items.is_empty() => vec![],
            Value::Method { name, receiver, .. } if self.is_shown_by_trait(name, receiver) => {
                self.of_trait(place, name, receiver)
            }
            _ if has_opaque(value)
                || self.lacks_debug(value)
                || self.other_lacks_debug(value, ty) =>
            {
                self.in_known_parts(place, value)
            }
            // Clippy would warn of `assert_eq!(place, true)` (`bool_assert_comparison`).
            Value::Bool(true) => vec![format!("assert!({place});")],
            Value::Bool(false) => vec![format!("assert!(!{place});")],
            Value::Float { ty, bits } => vec![self.of_float(place, ty, *bits)],
            Value::Seq { runs, .. } if runs.iter().all(|(n, _)| *n == 0) => {
                vec![format!("assert!({place}.is_empty());")]
            }
            _ if value.is_new_collection() => vec![format!("assert!({place}.is_empty());")],
            _ if has_float(value) => self.with_floats(place, value, ty),
            Value::Debug(text) => vec![self.of_debug_text(place, text, ty)],
            _ if has_debug(value) => debug_assertion(place, value).into_iter().collect(),
            _ if !self.shows_fields(value) => self.of_hidden_fields(place, value),
            _ => match self.comparable(value, ty) {
                // Arrays do not compare with vectors, slices do.
                Some(true) if Scope::is_vector_for_array(value) => vec![format!(
                    "assert_eq!({place}[..], {});",
                    self.scope.expected(value)
                )],
                Some(true) => vec![format!(
                    "assert_eq!({}, {});",
                    bare(place),
                    self.scope.expected(value)
                )],
                known => {
                    let whole = match known {
                        Some(_) => self.without_eq(place, value),
                        None => self.of_unknown_type(place, value),
                    };
                    if whole.is_empty() {
                        self.in_known_parts(place, value)
                    } else {
                        whole
                    }
                }
            },
        }
    }

    /// For types that only print: as a value where the text can be read back, else as text.
    fn of_debug_text(&self, place: &str, text: &str, ty: Option<&syn::Type>) -> String {
        let takes_precision = || ty.is_some_and(|ty| self.known.takes_precision(ty, self.self_ty));
        if self.is_approximate
            && takes_precision()
            && let Some(rounded) = rounded_assertion(place, text)
        {
            return rounded;
        }
        let reader = DebugReader {
            known: self.known,
            self_ty: self.self_ty,
            sees_file: self.sees_file,
        };
        let value = ty
            .filter(|ty| self.known.comparable(ty, self.self_ty) == Some(true))
            .and_then(|ty| reader.read(text, ty));
        match value {
            Some(value) => format!("assert_eq!({place}, {value});"),
            None => text_assertion(place, text),
        }
    }

    fn comparable(&self, value: &Value, ty: Option<&syn::Type>) -> Option<bool> {
        match ty.and_then(|ty| self.known.comparable(ty, self.self_ty)) {
            Some(known) => Some(known),
            None => self.plain(value),
        }
    }

    /// True if `value` shows by itself that its type compares.
    fn plain(&self, value: &Value) -> Option<bool> {
        let all = |values: Vec<&Value>| {
            values
                .into_iter()
                .try_fold(true, |all, value| Some(all && self.plain(value)?))
        };
        match value {
            Value::Int { .. }
            | Value::Bool(_)
            | Value::Char(_)
            | Value::Float { .. }
            | Value::Str(_)
            | Value::String(_) => Some(true),
            Value::Option(Some(inner))
            | Value::Boxed(inner)
            | Value::Ref(inner)
            | Value::Mut(inner) => self.plain(inner),
            Value::Seq { runs, .. } if !runs.is_empty() => {
                all(runs.iter().map(|(_, value)| value).collect())
            }
            Value::Tuple(items) => all(items.iter().collect()),
            Value::TupleStruct { path, fields } if path.starts_with("std::") => {
                all(fields.iter().collect())
            }
            Value::Range { ends, .. } => all(ends.iter().collect()),
            Value::Call { args, .. } if args.is_empty() => None,
            Value::Call { path, args } => {
                let compares = !WITHOUT_EQ.iter().any(|ty| path.contains(ty));
                Some(compares && all(args.iter().collect())?)
            }
            Value::Method { name, receiver, .. } => {
                let compares = ["unwrap", "into_boxed_slice", "collect"];
                Some(compares.contains(&&**name) && self.plain(receiver)?)
            }
            Value::Struct { path, .. }
            | Value::TupleStruct { path, .. }
            | Value::UnitStruct { path } => {
                let traits = type_names(path).find_map(|name| self.known.of(name))?;
                // A failing `assert_eq!` prints both sides.
                Some(traits.eq && traits.debug)
            }
            // An empty value does not show what it would hold, nor one side of a `Result` what the
            // other is.
            Value::Seq { .. }
            | Value::Option(None)
            | Value::Ok(_)
            | Value::Err(_)
            | Value::Made { .. }
            | Value::Closure { .. }
            | Value::Object { .. }
            | Value::Debug(_)
            | Value::Opaque(_) => None,
        }
    }

    /// For types of which nothing is known: assertions on the part that the value shows.
    fn of_unknown_type(&self, place: &str, value: &Value) -> Vec<String> {
        let part = |part: &str, inner: &Value| match self.plain(inner) {
            Some(true) => vec![format!(
                "assert_eq!({place}.{part}(), Some({}));",
                self.scope.inside(inner)
            )],
            _ => vec![],
        };
        match value {
            Value::Option(None) => vec![format!("assert!({place}.is_none());")],
            Value::Ok(inner) => match part("ok", inner) {
                parts if parts.is_empty() => vec![format!("assert!({place}.is_ok());")],
                parts => parts,
            },
            Value::Err(inner) => match part("err", inner) {
                parts if parts.is_empty() => vec![format!("assert!({place}.is_err());")],
                parts => parts,
            },
            _ => self.without_eq(place, value),
        }
    }

    /// For types without `PartialEq`: what is inside where there is a way to it, a pattern where the value has one, which needs no
    /// trait.
    fn without_eq(&self, place: &str, value: &Value) -> Vec<String> {
        let mut inner = value;
        while let Value::Ref(behind) | Value::Mut(behind) | Value::Boxed(behind) = inner {
            inner = behind;
        }
        if let Value::Method { name, .. } = inner
            && ITERATORS.contains(&&**name)
            && !has_opaque(inner)
        {
            return self.of_iterator(place, inner).into_iter().collect();
        }
        if let Value::Call { path, args } = inner
            && let [inner] = &args[..]
        {
            return self.of_contents(place, path, inner);
        }
        match self.scope.pattern(value) {
            Some(pattern) => vec![format!("assert!(matches!({place}, {pattern}));")],
            None => vec![],
        }
    }

    /// For an iterator of the standard library, whose items a test reads if it can have them.
    fn of_iterator(&self, place: &str, value: &Value) -> Option<String> {
        let is_used_up = is_used_up(value);
        match (is_used_up, is_lent(place)) {
            // An item of a sequence cannot be moved out of it.
            _ if place.ends_with(']') => None,
            (true, false) => Some(format!("assert_eq!({place}.count(), 0);")),
            (true, true) => Some(format!("assert_eq!({place}.size_hint(), (0, Some(0)));")),
            (false, false) => {
                let items = self.scope.inside(value);
                Some(format!("assert!({place}.eq({items}));"))
            }
            // A copy is as good, unless an item may have none.
            (false, true) if !has_own_type(value) => {
                let items = self.scope.inside(value);
                Some(format!("assert!({place}.clone().eq({items}));"))
            }
            (false, true) => None,
        }
    }

    /// For what `path(inner)` gives.
    fn of_contents(&self, place: &str, path: &str, inner: &Value) -> Vec<String> {
        let inside = |place: String| self.assertions(&place, inner, None);
        match (path, inner) {
            ("std::collections::BinaryHeap::from", Value::Seq { .. })
                if self.plain(inner) == Some(true) =>
            {
                let items = self.scope.inside(inner);
                vec![format!("assert!({place}.iter().eq(&{items}));")]
            }
            ("std::sync::Mutex::new", _) => inside(format!("(*{place}.lock().unwrap())")),
            ("std::sync::RwLock::new", _) => inside(format!("(*{place}.read().unwrap())")),
            ("std::cell::RefCell::new", _) => inside(format!("(*{place}.borrow())")),
            ("std::cell::Cell::new", _) => inside(format!("{place}.get()")),
            ("std::rc::Rc::new" | "std::sync::Arc::new", _) => inside(format!("(*{place})")),
            _ if path.starts_with("std::sync::atomic::") => {
                inside(format!("{place}.load(std::sync::atomic::Ordering::SeqCst)"))
            }
            _ => vec![],
        }
    }

    /// Values with floats in them: part by part where parts have names, else by `Debug` text, which tells all floats
    /// apart that are not both NaN.
    fn with_floats(&self, place: &str, value: &Value, ty: Option<&syn::Type>) -> Vec<String> {
        match value {
            Value::Tuple(items) => {
                let types: Vec<_> = match ty {
                    Some(syn::Type::Tuple(tuple)) => tuple.elems.iter().map(Some).collect(),
                    _ => vec![None; items.len()],
                };
                items
                    .iter()
                    .zip(types)
                    .enumerate()
                    .flat_map(|(i, (item, ty))| self.assertions(&format!("{place}.{i}"), item, ty))
                    .collect()
            }
            Value::Struct { path, fields } if !is_variant(path) => {
                self.of_fields(place, path, fields)
            }
            _ if self.is_approximate => self.of_near_parts(place, value),
            Value::Option(Some(inner)) => match &**inner {
                Value::Float { ty, bits } if !is_nan(ty, *bits) => vec![format!(
                    "assert_eq!({place}.map({ty}::to_bits), Some({}));",
                    bits_of(ty, *bits)
                )],
                _ if has_struct(inner) => self.in_parts(place, value),
                _ => debug_assertion(place, value).into_iter().collect(),
            },
            Value::Call { path, args } if args.len() == 1 && debug_text(value).is_none() => {
                self.of_contents(place, path, &args[0])
            }
            _ if has_struct(value) => self.in_parts(place, value),
            _ => debug_assertion(place, value).into_iter().collect(),
        }
    }

    /// The assertions about the fields of structs; how a struct prints is its own affair.
    fn in_parts(&self, place: &str, value: &Value) -> Vec<String> {
        match value {
            Value::Option(Some(inner)) => {
                self.assertions(&format!("{place}.as_ref().unwrap()"), inner, None)
            }
            Value::Ok(inner) => {
                self.assertions(&format!("{place}.as_ref().ok().unwrap()"), inner, None)
            }
            Value::Err(inner) => {
                self.assertions(&format!("{place}.as_ref().err().unwrap()"), inner, None)
            }
            // A box has methods of what is in it, and no operators.
            Value::Boxed(inner) if self.is_approximate => {
                self.assertions(&format!("(*{place})"), inner, None)
            }
            Value::Boxed(inner) | Value::Ref(inner) | Value::Mut(inner) => {
                self.assertions(place, inner, None)
            }
            Value::Seq { runs, .. } => {
                let items = runs
                    .iter()
                    .flat_map(|(n, item)| std::iter::repeat_n(item, *n as usize));
                let items: Vec<_> = items.collect();
                let len = format!("assert_eq!({place}.len(), {});", items.len());
                let each = items.iter().take(MOST_ITEMS).enumerate();
                let each = each
                    .flat_map(|(i, item)| self.assertions(&format!("{place}[{i}]"), item, None));
                std::iter::once(len).chain(each).collect()
            }
            _ => vec![],
        }
    }
}

/// Items of a sequence that are looked at one by one.
const MOST_ITEMS: usize = 3;
/// Most characters of the assertions about one value.
const LONGEST: usize = 4_000;

/// A place without the parentheses around a dereference, which only methods need.
fn bare(place: &str) -> &str {
    place
        .strip_prefix('(')
        .and_then(|place| place.strip_suffix(')'))
        .unwrap_or(place)
}

/// True if the expression of a place goes through a reference or a guard, so that nothing can be moved out of it.
fn is_lent(place: &str) -> bool {
    let calls = [".as_ref()", ".borrow()", ".lock()", ".read()"];
    place.starts_with("(*") || calls.iter().any(|call| place.contains(call))
}

/// True if a value holds one of a type of the crate or of another.
fn has_own_type(value: &Value) -> bool {
    value.any(&|value| match value {
        Value::Struct { path, .. }
        | Value::TupleStruct { path, .. }
        | Value::UnitStruct { path } => !path.starts_with("std::"),
        Value::Made { .. } | Value::Object { .. } => true,
        _ => false,
    })
}

/// True if an iterator has nothing to give any more.
fn is_used_up(iterator: &Value) -> bool {
    match iterator {
        Value::Method { receiver, .. } => is_used_up(receiver),
        Value::Seq { runs, .. } => runs.is_empty(),
        Value::Str(text) => text.is_empty(),
        _ => false,
    }
}

/// Methods that give iterators.
const ITERATORS: [&str; 6] = [
    "into_iter",
    "iter",
    "chars",
    "char_indices",
    "bytes",
    "peekable",
];

/// Types of the standard library that do not compare, by what makes them.
const WITHOUT_EQ: [&str; 6] = [
    "::BinaryHeap::",
    "::Mutex::",
    "::RwLock::",
    "::atomic::",
    "::Weak::",
    "::downgrade",
];

/// Candidates for the type's name in a path of a struct or variant.
fn type_names(path: &str) -> impl Iterator<Item = &str> {
    // The type is the last segment, or of a variant the one before it.
    path.rsplit("::").take(2)
}

/// True if a path names an enum's variant: its parent is a type.
fn is_variant(path: &str) -> bool {
    path.rsplit("::")
        .nth(1)
        .is_some_and(|parent| parent.starts_with(char::is_uppercase))
}

fn has_opaque(value: &Value) -> bool {
    value.any(&|value| matches!(value, Value::Opaque(_)))
}

fn has_debug(value: &Value) -> bool {
    value.any(&|value| matches!(value, Value::Debug(_)))
}

fn has_float(value: &Value) -> bool {
    value.any(&|value| matches!(value, Value::Float { .. }))
}

fn has_struct(value: &Value) -> bool {
    value.any(&|value| {
        matches!(
            value,
            Value::Struct { .. } | Value::TupleStruct { .. } | Value::UnitStruct { .. }
        )
    })
}
