//! S-expressions of `docs/dev/protocol.md`, section 5, to [`Value`](crate::model::value::Value) and back.
//!
//! Parsing inverts printing: `parse(&print(v)) == v` for every value whose names are single words.

mod read;
mod write;

pub use read::{ValueError, parse, unescape};
pub use write::print;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::value::*;

    /// Paths of types and variants.
    const PATH: &str = "[a-z]{1,3}(::[A-Z][a-z]{0,3}){1,2}";

    /// Values without others in them.
    fn leaves() -> impl Strategy<Value = Value> {
        prop_oneof![
            any::<i64>().prop_map(|n| Value::Int {
                ty: "i64".into(),
                text: n.to_string()
            }),
            any::<bool>().prop_map(Value::Bool),
            any::<char>().prop_map(Value::Char),
            any::<u64>().prop_map(|bits| Value::Float {
                ty: "f64".into(),
                bits
            }),
            any::<String>().prop_map(Value::Str),
            any::<String>().prop_map(Value::String),
            any::<String>().prop_map(Value::Debug),
            any::<String>().prop_map(Value::Opaque),
            Just(Value::Option(None)),
            PATH.prop_map(|path| Value::UnitStruct { path }),
        ]
    }

    /// Kinds of sequences.
    fn kinds() -> impl Strategy<Value = SeqKind> {
        prop_oneof![
            Just(SeqKind::Vec),
            Just(SeqKind::Array),
            Just(SeqKind::Slice),
            Just(SeqKind::MutSlice)
        ]
    }

    /// Steps of building a value, given values for the arguments of calls.
    fn steps(args: impl Strategy<Value = Vec<Value>>) -> impl Strategy<Value = Step> {
        prop_oneof![
            ("[a-z_]{1,5}", args, any::<bool>()).prop_map(|(name, args, has_result)| {
                Step::Call(MethodCall {
                    name,
                    args,
                    has_result,
                })
            }),
            (PATH, 1..9_u64).prop_map(|(path, count)| Step::Keep { path, count }),
            PATH.prop_map(|path| Step::Lend { path }),
            PATH.prop_map(|path| Step::Poison { path }),
        ]
    }

    /// Values of every form.
    fn values() -> impl Strategy<Value = Value> {
        leaves().prop_recursive(4, 32, 4, move |inner| {
            let path = PATH;
            let boxed = inner.clone().prop_map(Box::new);
            let items = prop::collection::vec(inner.clone(), 0..4);
            let fields = prop::collection::vec(("[a-z]{1,4}", inner.clone()), 0..3);
            prop_oneof![
                (
                    kinds(),
                    prop::collection::vec((1_u64..9, inner.clone()), 0..4)
                )
                    .prop_map(|(kind, runs)| Value::Seq { kind, runs }),
                items.clone().prop_map(Value::Tuple),
                boxed.clone().prop_map(|v| Value::Option(Some(v))),
                boxed.clone().prop_map(Value::Ok),
                boxed.clone().prop_map(Value::Err),
                boxed.clone().prop_map(Value::Boxed),
                boxed.clone().prop_map(|value| Value::Object {
                    pointer: Pointer::Arc,
                    path: "a::B+Send".into(),
                    value,
                }),
                boxed.clone().prop_map(Value::Ref),
                boxed.clone().prop_map(Value::Mut),
                (path, fields).prop_map(|(path, fields)| Value::Struct { path, fields }),
                (path, items.clone())
                    .prop_map(|(path, fields)| Value::TupleStruct { path, fields }),
                (path, items.clone()).prop_map(|(path, args)| Value::Call { path, args }),
                ("[a-z_]{1,5}", boxed.clone(), items.clone()).prop_map(|(name, receiver, args)| {
                    Value::Method {
                        name,
                        receiver,
                        args,
                    }
                }),
                (boxed.clone(), steps(items)).prop_map(|(constructor, step)| Value::Made {
                    constructor,
                    steps: vec![step],
                }),
                (
                    0..3_usize,
                    boxed.clone(),
                    prop::collection::vec((inner.clone(), inner.clone()), 0..3)
                )
                    .prop_map(|(arity, default, cases)| Value::Closure {
                        arity,
                        default,
                        cases
                    }),
                (prop::sample::select(&RangeKind::ALL[..]), boxed).prop_map(|(kind, end)| {
                    Value::Range {
                        kind,
                        ends: vec![*end; kind.ends()],
                    }
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn parsing_inverts_printing(value in values()) {
            prop_assert_eq!(parse(&print(&value)), Ok(value));
        }

        #[test]
        fn parsing_never_panics(text in "[()a-z0-9\" \\\\-]{0,40}") {
            let _ = parse(&text);
        }
    }

    #[test]
    fn runs_and_escapes_are_read() {
        let text = "(slice (rep 3 (int i32 -5)) (int i32 7))";
        let Ok(Value::Seq {
            kind: SeqKind::Slice,
            runs,
        }) = parse(text)
        else {
            panic!("a slice")
        };
        assert_eq!(runs.iter().map(|run| run.0).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(
            parse(r#"(str "a\"\\\n\u{e9})")"#),
            Ok(Value::Str("a\"\\\n\u{e9})".into()))
        );
    }

    #[test]
    fn malformed_values_say_what_is_wrong() {
        let message = |text| parse(text).expect_err("invariant: malformed").to_string();
        assert_eq!(
            message("(int i32)"),
            "expected a word at byte 8 of `(int i32)`"
        );
        assert_eq!(
            message("(bool maybe)"),
            "expected a Boolean at byte 11 of `(bool maybe)`"
        );
        assert_eq!(message("(dance)"), "unknown form `dance` in `(dance)`");
        assert_eq!(
            message("(none) x"),
            "expected the end at byte 7 of `(none) x`"
        );
        assert_eq!(
            message(&"(box ".repeat(200)),
            "value nested more than 128 deep"
        );
    }
}
