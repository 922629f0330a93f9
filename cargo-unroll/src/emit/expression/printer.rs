//! Values as Rust expressions, as short as a person would write them.
//!
//! Parameters and expected values have known types, so integers carry a suffix only where inference needs one. What has no
//! literal form (`Debug` text, opaque values) is given as its text; callers do not write code with it. Sequences stand in
//! [`super::sequence`], closures and patterns in [`super::closure`], what may be borrowed in [`super::cow`].

use crate::emit::expression::number::{float, int};
use crate::model::value::{RangeKind, Step, Value};

/// How expressions are written.
#[derive(Clone, Copy)]
pub(crate) struct Printer<'a> {
    /// The name of a type or variant where the expression stands, given its full path (`krate::module::Type[::Variant]`).
    pub(crate) path: &'a dyn Fn(&str) -> String,
    /// True if the expression is compared with a value instead of passed: slices inside other values then have
    /// slice type, since nothing coerces them.
    pub(crate) compared: bool,
    /// True if slices have slice type though the expression is passed: nothing coerces what a method is called on.
    pub(crate) whole_slices: bool,
}

impl Printer<'_> {
    /// `value` as an expression.
    pub(crate) fn expression(&self, value: &Value) -> String {
        match value {
            Value::Int { ty, text } => int(ty, text),
            Value::Bool(b) => b.to_string(),
            Value::Char(c) => format!("{c:?}"),
            Value::Float { ty, bits } => float(ty, *bits),
            Value::Seq { kind, runs } => self.sequence(*kind, runs),
            Value::Str(text) => format!("{text:?}"),
            Value::String(text) if text.is_empty() => "String::new()".to_owned(),
            Value::String(text) => format!("String::from({text:?})"),
            Value::Tuple(items) => match &items[..] {
                [only] => format!("({},)", self.expression(only)),
                _ => format!("({})", self.list(items)),
            },
            Value::Option(None) => "None".to_owned(),
            Value::Option(Some(inner)) => format!("Some({})", self.expression(inner)),
            Value::Ok(inner) => format!("Ok({})", self.expression(inner)),
            Value::Err(inner) => format!("Err({})", self.expression(inner)),
            Value::Boxed(inner) => format!("Box::new({})", self.expression(inner)),
            Value::Ref(inner) => format!("&{}", self.operand(inner)),
            Value::Mut(inner) => format!("&mut {}", self.operand(inner)),
            Value::Struct { path, fields } => self.structure(path, fields),
            Value::TupleStruct { path, fields } => self
                .cow(path, fields)
                .unwrap_or_else(|| format!("{}({})", (self.path)(path), self.list(fields))),
            Value::UnitStruct { path } => (self.path)(path),
            Value::Call { path, args } => self.call(path, args),
            Value::Method {
                name,
                receiver,
                args,
            } => format!("{}.{name}({})", self.receiver(receiver), self.list(args)),
            Value::Range { kind, ends } => self.range(*kind, ends),
            Value::Made { constructor, steps } => self.made(constructor, steps),
            Value::Closure {
                arity,
                default,
                cases,
            } => self.closure(*arity, default, cases),
            Value::Object {
                pointer,
                path,
                value,
            } => self.object(*pointer, path, value),
            Value::Debug(text) | Value::Opaque(text) => text.clone(),
        }
    }

    fn call(&self, path: &str, args: &[Value]) -> String {
        let converts = path.ends_with("::from") || path.ends_with("::try_from");
        let arg = |arg: &Value| match arg {
            // Types convert from several types of numbers.
            Value::Int { ty, .. } | Value::Float { ty, .. } if converts => {
                suffixed(&self.expression(arg), ty)
            }
            _ => self.collected(arg),
        };
        let args: Vec<_> = args.iter().map(arg).collect();
        format!("{}({})", (self.path)(path), args.join(", "))
    }

    /// A block that builds a value in several steps.
    fn made(&self, constructor: &Value, steps: &[Step]) -> String {
        let constructor = self.expression(constructor);
        if steps.is_empty() {
            return constructor;
        }
        let made = "made";
        let is_mutable = steps.iter().any(Step::is_mutable);
        let mark = if is_mutable { "mut " } else { "" };
        let steps = self.steps(made, steps);
        format!(
            "{{ let {mark}{made} = {constructor}; {} {made} }}",
            steps.join(" ")
        )
    }

    /// Statements for steps of building the variable `variable`.
    pub(crate) fn steps(&self, variable: &str, steps: &[Step]) -> Vec<String> {
        let step = |step: &Step| match step {
            Step::Call(call) => {
                let ignored = if call.has_result { "let _ = " } else { "" };
                let args = self.list(&call.args);
                format!("{ignored}{variable}.{}({args});", call.name)
            }
            Step::Keep { path, count: 1 } | Step::Lend { path } => {
                self.forgotten(&self.result(path, variable))
            }
            Step::Keep { path, count } => {
                let result = self.result(path, variable);
                self.forgotten(&format!("vec![{result}; {count}]"))
            }
            // No hook is run, so that the output of the tests has no message.
            Step::Poison { path } => {
                let guard = self.result(path, variable);
                let [catch, unwind] = ["std::panic::catch_unwind", "std::panic::resume_unwind"]
                    .map(|name| (self.path)(name));
                format!("let _ = {catch}(|| {{ let _guard = {guard}; {unwind}(Box::new(())); }});")
            }
        };
        steps.iter().map(step).collect()
    }

    fn result(&self, path: &str, variable: &str) -> String {
        format!("{}(&{variable})", (self.path)(path))
    }

    /// A statement that keeps a value alive. A variable would end too early where what it belongs to is part of another value.
    fn forgotten(&self, value: &str) -> String {
        format!("{}({value});", (self.path)("std::mem::forget"))
    }

    /// The operand of a reference.
    fn operand(&self, value: &Value) -> String {
        match value {
            Value::Range { .. } | Value::Object { .. } => format!("({})", self.expression(value)),
            _ => self.expression(value),
        }
    }

    /// The receiver of a method.
    fn receiver(&self, value: &Value) -> String {
        match value {
            Value::Ref(_) | Value::Mut(_) | Value::Range { .. } | Value::Object { .. } => {
                format!("({})", self.expression(value))
            }
            Value::Seq { .. } => {
                let whole_slices = true;
                Self {
                    whole_slices,
                    ..*self
                }
                .expression(value)
            }
            _ => self.expression(value),
        }
    }

    fn range(&self, kind: RangeKind, ends: &[Value]) -> String {
        let end = |at: usize| {
            ends.get(at)
                .map(|end| self.expression(end))
                .unwrap_or_default()
        };
        match kind {
            RangeKind::Range => format!("{}..{}", end(0), end(1)),
            RangeKind::RangeInclusive => format!("{}..={}", end(0), end(1)),
            RangeKind::RangeFrom => format!("{}..", end(0)),
            RangeKind::RangeTo => format!("..{}", end(0)),
            RangeKind::RangeToInclusive => format!("..={}", end(0)),
        }
    }

    fn structure(&self, path: &str, fields: &[(String, Value)]) -> String {
        let name = (self.path)(path);
        if fields.is_empty() {
            return format!("{name} {{}}");
        }
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| format!("{name}: {}", self.expression(value)))
            .collect();
        format!("{name} {{ {} }}", fields.join(", "))
    }

    pub(super) fn list(&self, items: &[Value]) -> String {
        items
            .iter()
            .map(|value| self.expression(value))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// A number with its type.
pub(super) fn suffixed(plain: &str, ty: &str) -> String {
    if plain.contains("::") {
        plain.to_owned()
    } else {
        format!("{plain}_{ty}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::sexpr::parse;

    fn name(path: &str) -> String {
        path.strip_prefix("krate::").unwrap_or(path).to_owned()
    }

    fn print(compared: bool, text: &str) -> String {
        let value = parse(text).expect("invariant: tests write values well");
        Printer {
            path: &name,
            compared,
            whole_slices: false,
        }
        .expression(&value)
    }

    fn check(cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            assert_eq!(print(false, text), *expected, "{text}");
        }
    }

    #[test]
    fn scalars_are_plain() {
        check(&[
            ("(int i32 -5)", "-5"),
            ("(int i32 -2147483648)", "i32::MIN"),
            ("(int u64 18446744073709551615)", "u64::MAX"),
            ("(int u32 1234567)", "1_234_567"),
            ("(bool true)", "true"),
            ("(char 27)", r"'\''"),
            ("(char A)", r"'\n'"),
            ("(char 200B)", r"'\u{200b}'"),
            ("(float f64 3ff0000000000000)", "1.0"),
            ("(float f64 7ff8000000000000)", "f64::NAN"),
            ("(float f32 80000000)", "-0.0"),
            ("(float f32 ff800000)", "f32::NEG_INFINITY"),
        ]);
    }

    #[test]
    fn text_is_escaped_as_in_rust() {
        check(&[
            (r#"(str "a\"\\\n")"#, r#""a\"\\\n""#),
            (r#"(string "x")"#, r#"String::from("x")"#),
            (r#"(string "")"#, "String::new()"),
        ]);
    }

    #[test]
    fn compounds_nest() {
        check(&[
            ("(tuple)", "()"),
            ("(tuple (int u8 1))", "(1,)"),
            ("(tuple (int u8 1) (bool false))", "(1, false)"),
            ("(some (box (ok (int u8 1))))", "Some(Box::new(Ok(1)))"),
            ("(ref (err (none)))", "&Err(None)"),
            ("(mut (vec))", "&mut Vec::new()"),
            (
                "(struct krate::a::P (x (int u8 1)) (y (none)))",
                "a::P { x: 1, y: None }",
            ),
            ("(struct krate::Empty)", "Empty {}"),
            ("(tuple-struct krate::E::V (int u8 1))", "E::V(1)"),
            (
                "(unit-struct core::cmp::Ordering::Less)",
                "core::cmp::Ordering::Less",
            ),
        ]);
    }

    #[test]
    fn calls_methods_and_ranges() {
        check(&[
            ("(call std::rc::Rc::new (int u8 1))", "std::rc::Rc::new(1)"),
            ("(call Box::from (str \"a\"))", "Box::from(\"a\")"),
            ("(call a::Code::from (int i8 -5))", "a::Code::from(-5_i8)"),
            (
                "(call a::Day::try_from (int u8 5))",
                "a::Day::try_from(5_u8)",
            ),
            (
                "(call a::Code::from (int i32 2147483647))",
                "a::Code::from(i32::MAX)",
            ),
            (
                "(call std::collections::BTreeMap::from (array (tuple (int u8 1) (bool true))))",
                "std::collections::BTreeMap::from([(1, true)])",
            ),
            (
                "(method unwrap (call std::num::NonZeroI8::new (int i8 -5)))",
                "std::num::NonZeroI8::new(-5).unwrap()",
            ),
            ("(range (int i8 -5) (int i8 5))", "-5..5"),
            (
                "(ref (range-inclusive (char 61) (char 7A)))",
                "&('a'..='z')",
            ),
            ("(method rev (range-from (int u8 1)))", "(1..).rev()"),
            (
                "(tuple (range-to (int u8 1)) (range-to-inclusive (int u8 2)))",
                "(..1, ..=2)",
            ),
            (
                "(vec (object box krate::Shape (box (int u8 1))) (object box krate::Shape (box (bool true))))",
                "vec![Box::new(1) as Box<dyn Shape>, Box::new(true)]",
            ),
            (
                "(array (ref (object ref krate::Shape+Send (ref (int u8 1)))))",
                "[&(&1 as &(dyn Shape + Send))]",
            ),
            (
                "(object arc krate::Shape (call std::sync::Arc::new (int u8 1)))",
                "std::sync::Arc::new(1) as std::sync::Arc<dyn Shape>",
            ),
            (
                "(array (rep 9 (call std::cell::Cell::new (int u8 1))))",
                &format!("[{}]", ["std::cell::Cell::new(1)"; 9].join(", ")),
            ),
        ]);
    }

    #[test]
    fn closures_match_on_patterns_or_compare() {
        check(&[
            ("(closure 0 (int u8 1))", "|| 1"),
            ("(closure 2 (bool true))", "|_, _| true"),
            (
                "(closure 1 (int u8 1) (when (tuple (ref (int u8 0))) (int u8 3)))",
                "|x| match x { &0 => 3, _ => 1 }",
            ),
            (
                "(closure 2 (none) (when (tuple (char 61) (int i8 -1)) (some (str \"b\"))))",
                "|x, y| match (x, y) { ('a', -1) => Some(\"b\"), _ => None }",
            ),
            (
                "(closure 1 (bool false) (when (tuple (slice (int u8 1))) (bool true)))",
                "|x| if x == &[1][..] { true } else { false }",
            ),
            (
                "(closure 1 (none) (when (tuple (tuple (int u8 1))) (some (tuple (bool true)))))",
                "|x| match x { (1,) => Some((true,)), _ => None }",
            ),
        ]);
    }

    #[test]
    fn sets_and_borrowed_text_are_converted() {
        let set = (0..20).fold(String::new(), |text, i| text + &format!(" (int u8 {i})"));
        let numbers: Vec<_> = (0..20).map(|i: u8| i.to_string()).collect();
        check(&[(
            &format!("(call BTreeSet::from (array{set}))"),
            &format!("BTreeSet::from([{}])", numbers.join(", ")),
        )]);
        check(&[
            (
                "(tuple-struct std::borrow::Cow::Borrowed (slice (rep 50 (int u8 0)) (int u8 1)))",
                "std::borrow::Cow::Owned([vec![0_u8; 50], vec![1]].concat())",
            ),
            (
                "(tuple-struct std::borrow::Cow::Borrowed (slice (int u8 1)))",
                "std::borrow::Cow::Borrowed(&[1])",
            ),
        ]);
        let long = "(tuple-struct std::borrow::Cow::Owned (vec (rep 50 (int u8 0)) (int u8 1)))";
        assert_eq!(
            print(true, long),
            "std::borrow::Cow::from([vec![0_u8; 50], vec![1]].concat())"
        );
        let owned = "(some (tuple-struct std::borrow::Cow::Owned (string \"a\")))";
        assert_eq!(
            print(true, owned),
            "Some(std::borrow::Cow::Borrowed(\"a\"))"
        );
    }

    #[test]
    fn short_sequences_are_written_out() {
        check(&[
            ("(slice)", "&[]"),
            ("(mut-slice (int u8 1))", "&mut [1]"),
            ("(slice (rep 3 (int i32 0)) (int i32 1))", "&[0, 0, 0, 1]"),
            ("(vec (rep 2 (str \"a\")))", "vec![\"a\", \"a\"]"),
            ("(array (rep 2 (array (bool true))))", "[[true], [true]]"),
        ]);
    }

    #[test]
    fn long_runs_are_repeated_and_concatenated() {
        check(&[
            ("(array (rep 4096 (int u8 0)))", "[0; 4096]"),
            ("(vec (rep 9 (bool true)))", "vec![true; 9]"),
            (
                "(vec (rep 65 (string \"a\")))",
                "std::iter::repeat_with(|| String::from(\"a\")).take(65).collect::<Vec<_>>()",
            ),
            (
                "(slice (rep 511 (int i32 0)) (rep 513 (int i32 1)))",
                "&[vec![0_i32; 511], vec![1; 513]].concat()",
            ),
            (
                "(vec (int u8 1) (int u8 2) (rep 50 (int u8 0)))",
                "[vec![1_u8, 2], vec![0; 50]].concat()",
            ),
            (
                "(slice (rep 50 (int i8 -128)) (int i8 3))",
                "&[vec![i8::MIN; 50], vec![3]].concat()",
            ),
            (
                "(slice (rep 50 (float f32 0)) (float f32 3f800000))",
                "&[vec![0.0_f32; 50], vec![1.0]].concat()",
            ),
        ]);
    }

    #[test]
    fn counting_is_a_range() {
        let count = |first: i64, end: i64| {
            (first..end).fold(String::new(), |text, i| text + &format!(" (int i16 {i})"))
        };
        check(&[
            (
                &format!("(slice{})", count(0, 40)),
                "&(0..40).collect::<Vec<_>>()",
            ),
            (
                &format!("(vec{})", count(-5, 20)),
                "(-5..20).collect::<Vec<_>>()",
            ),
            (&format!("(vec{})", count(0, 4)), "vec![0, 1, 2, 3]"),
            (
                &format!("(slice (rep 60 (int i16 0)){})", count(1, 30)),
                "&[vec![0_i16; 60], (1..30).collect::<Vec<_>>()].concat()",
            ),
        ]);
    }

    #[test]
    fn slices_that_iterators_give_have_slice_type() {
        check(&[
            ("(vec (slice (int u8 1)) (slice))", "vec![&[1], &[]]"),
            (
                "(method into_iter (vec (slice (int u8 1)) (slice)))",
                "vec![&[1][..], &[][..]].into_iter()",
            ),
        ]);
    }

    #[test]
    fn compared_slices_have_slice_type() {
        assert_eq!(print(true, "(some (slice (int u8 1)))"), "Some(&[1][..])");
        let Ok(Value::Seq { runs, .. }) = parse("(slice (int u8 1) (int u8 2))") else {
            panic!("a slice")
        };
        assert_eq!(
            Printer {
                path: &name,
                compared: true,
                whole_slices: false,
            }
            .compared_sequence(&runs),
            "[1, 2]"
        );
    }
}
