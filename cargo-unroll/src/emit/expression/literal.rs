//! Values as Rust expressions at the place where a test needs them.
//!
//! The names of types are those that a module two levels below the function's own can use after `use
//! super::super::*`: short for types of the same module, otherwise from `crate` or from the root of the other crate.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use crate::emit::expression::number::is_nan;
use crate::emit::expression::pieces::is_put_together;
use crate::emit::expression::printer::Printer;
use crate::emit::names;
use crate::model::value::{SeqKind, Step, Value};
use crate::project::shadow::PATHS;

/// Where expressions stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// Full path of the module that holds the function: `krate::a::b`.
    pub(crate) module: String,
    /// See [`TestStyle::shown`](crate::emit::TestStyle::shown).
    pub(crate) shown: Arc<BTreeMap<String, String>>,
}

impl Scope {
    /// `value` as the initializer of a `let`.
    pub(crate) fn argument(&self, value: &Value) -> String {
        self.printer(false, |printer| printer.expression(value))
    }

    /// Statements that call methods of the variable `receiver`.
    pub(crate) fn steps(&self, variable: &str, steps: &[Step]) -> Vec<String> {
        self.printer(false, |printer| printer.steps(variable, steps))
    }

    /// `value` as what a result is compared with: inside other values, slices have slice type.
    pub(crate) fn expected(&self, value: &Value) -> String {
        self.printer(true, |printer| match value {
            // Vectors, slices and arrays all compare with arrays.
            Value::Seq { runs, .. } => printer.compared_sequence(runs),
            // So do double-ended queues.
            Value::Call { path, args } if path == "std::collections::VecDeque::from" => {
                match &args[..] {
                    [Value::Seq { runs, .. }] => printer.compared_sequence(runs),
                    _ => printer.expression(value),
                }
            }
            // Strings compare with `&str`.
            Value::String(text) => format!("{text:?}"),
            Value::TupleStruct { path, fields } if path.starts_with("std::borrow::Cow::") => {
                match &fields[..] {
                    [Value::String(text) | Value::Str(text)] => format!("{text:?}"),
                    _ => printer.expression(value),
                }
            }
            _ => printer.expression(value),
        })
    }

    /// True if `value` may stand in an array, but [`Self::expected`] writes it as a vector.
    pub(crate) fn is_vector_for_array(value: &Value) -> bool {
        matches!(value, Value::Seq { kind: SeqKind::Array | SeqKind::MutSlice, runs } if is_put_together(runs))
    }

    /// `value` inside another value that a result is compared with.
    pub(crate) fn inside(&self, value: &Value) -> String {
        self.printer(true, |printer| printer.expression(value))
    }

    /// A pattern that matches `value` alone, where there is one.
    pub(crate) fn pattern(&self, value: &Value) -> Option<String> {
        self.printer(false, |printer| printer.pattern(value))
    }

    fn printer<T>(&self, compared: bool, print: impl FnOnce(Printer<'_>) -> T) -> T {
        let path = |path: &str| self.path(path);
        print(Printer {
            path: &path,
            compared,
            whole_slices: false,
        })
    }

    /// The shortest name of a type or variant at `path` (`krate::module::Type[::Variant]`).
    pub(crate) fn path(&self, path: &str) -> String {
        let krate = self.module.split("::").next().unwrap_or_default();
        let shown = path
            .strip_prefix(krate)
            .and_then(|path| self.instead(path.strip_prefix("::")?));
        let path = &*shown.map_or(Cow::Borrowed(path), |shown| {
            Cow::Owned(format!("{krate}::{shown}"))
        });
        if let Some(rest) = below(&self.module, path)
            && names::unraw(rest).starts_with(char::is_uppercase)
            && !is_of_prelude(rest)
        {
            return rest.to_owned();
        }
        match path.split_once("::") {
            Some((first, rest)) if first == krate => format!("crate::{rest}"),
            Some(("core" | "alloc", rest)) => format!("std::{rest}"),
            _ => path.to_owned(),
        }
    }

    /// The path to say instead of `path`, which begins at the root of the crate and may go on behind a type.
    fn instead(&self, path: &str) -> Option<String> {
        let mut ends = path
            .match_indices("::")
            .map(|(at, _)| at)
            .chain([path.len()]);
        ends.find_map(|end| {
            let (item, rest) = path.split_at(end);
            Some(format!("{}{rest}", self.shown.get(item)?))
        })
    }
}

/// True if `path` begins with a name that is the prelude's elsewhere.
fn is_of_prelude(path: &str) -> bool {
    let first = path.split("::").next().unwrap_or(path);
    PATHS.iter().any(|(name, _)| *name == first)
}

/// The rest of `path` below `module`, whether or not their keywords are written as raw identifiers.
fn below<'p>(module: &str, path: &'p str) -> Option<&'p str> {
    let mut rest = path;
    for segment in module.split("::") {
        let (first, behind) = rest.split_once("::")?;
        if names::unraw(first) != names::unraw(segment) {
            return None;
        }
        rest = behind;
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope() -> Scope {
        let shown = [
            ("geo::inner::deep::Q", "geo::inner::Q"),
            ("geo::own::R", "geo::R"),
        ];
        let shown = shown.map(|(own, other)| (own.to_owned(), other.to_owned()));
        Scope {
            module: "krate::geo".to_owned(),
            shown: Arc::new(shown.into()),
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
    fn long_arrays_compare_with_vectors_as_slices() {
        let array = |runs: &[(u64, &str)]| seq(SeqKind::Array, runs);
        let (short, long) = (array(&[(66, "0")]), array(&[(1, "1"), (65, "0")]));
        assert!(!Scope::is_vector_for_array(&short));
        assert!(Scope::is_vector_for_array(&long));
        assert_eq!(
            scope().expected(&long),
            "[vec![1_u8], vec![0; 65]].concat()"
        );
        let inner = Value::Option(Some(Box::new(long)));
        assert!(!Scope::is_vector_for_array(&inner));
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
        // Through no private module.
        assert_eq!(
            scope.path("krate::geo::inner::deep::Q::A"),
            "crate::geo::inner::Q::A"
        );
        assert_eq!(scope.path("krate::geo::own::R"), "R");
        assert_eq!(scope.path("kratered::geo::own::R"), "kratered::geo::own::R");
        let scope = Scope {
            module: "krate::match".to_owned(),
            ..scope
        };
        assert_eq!(scope.path("krate::r#match::Point"), "Point");
        assert_eq!(
            scope.path("krate::r#match::r#in::P"),
            "crate::r#match::r#in::P"
        );
    }
}
