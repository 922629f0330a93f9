//! S-expressions of `docs/protocol.md`, section 5, to [`Value`] and back.
//!
//! Parsing inverts printing: `parse(&print(v)) == v` for every value whose names are single words.

use std::fmt::Write as _;

use thiserror::Error;

use super::value::{MethodCall, RangeKind, SeqKind, Value};

/// Deepest nesting that is read; values are finite, but a driver may be broken.
const MAX_NESTING: u32 = 128;

/// Why a value could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// Something else was expected.
    #[error("expected {expected} at byte {at} of `{text}`")]
    Expected {
        /// What was expected.
        expected: &'static str,
        /// Where.
        at: usize,
        /// The text.
        text: String,
    },
    /// A form that the protocol does not have.
    #[error("unknown form `{head}` in `{text}`")]
    UnknownForm {
        /// Its head.
        head: String,
        /// The text.
        text: String,
    },
    /// Nested too deeply.
    #[error("value nested more than {MAX_NESTING} deep")]
    TooDeep,
}

/// Reads one value.
pub fn parse(text: &str) -> Result<Value, ValueError> {
    let mut parser = Parser {
        text,
        at: 0,
        depth: 0,
    };
    let value = parser.value()?;
    parser.skip_space();
    if parser.at < text.len() {
        return Err(parser.expected("the end"));
    }
    Ok(value)
}

/// The value as the driver writes it.
pub fn print(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, &mut out);
    out
}

/// Undoes the escapes of messages and strings: those of Rust's `char::escape_default`.
pub fn unescape(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next()? {
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            '0' => out.push('\0'),
            c @ ('\\' | '"' | '\'') => out.push(c),
            'u' => {
                let rest = chars.as_str().strip_prefix('{')?;
                let (code, rest) = rest.split_once('}')?;
                out.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                chars = rest.chars();
            }
            _ => return None,
        }
    }
    Some(out)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
}

impl<'t> Parser<'t> {
    fn expected(&self, expected: &'static str) -> ValueError {
        ValueError::Expected {
            expected,
            at: self.at,
            text: self.text.into(),
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches(' ').len();
    }

    fn open(&mut self) -> Result<(), ValueError> {
        self.skip_space();
        if !self.rest().starts_with('(') {
            return Err(self.expected("`(`"));
        }
        self.at += 1;
        self.depth += 1;
        if self.depth > MAX_NESTING {
            Err(ValueError::TooDeep)
        } else {
            Ok(())
        }
    }

    /// Whether a `)` follows; it is consumed.
    fn closes(&mut self) -> bool {
        self.skip_space();
        let closes = self.rest().starts_with(')');
        if closes {
            self.at += 1;
            self.depth -= 1;
        }
        closes
    }

    fn close(&mut self) -> Result<(), ValueError> {
        if self.closes() {
            Ok(())
        } else {
            Err(self.expected("`)`"))
        }
    }

    fn atom(&mut self) -> Result<&'t str, ValueError> {
        self.skip_space();
        let rest = self.rest();
        let len = rest.find([' ', '(', ')', '"']).unwrap_or(rest.len());
        if len == 0 {
            return Err(self.expected("a word"));
        }
        self.at += len;
        Ok(&rest[..len])
    }

    fn quoted(&mut self) -> Result<String, ValueError> {
        self.skip_space();
        let rest = self.rest();
        let Some(body) = rest.strip_prefix('"') else {
            return Err(self.expected("`\"`"));
        };
        let mut escaped = false;
        let end = body.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let text = end.and_then(|end| unescape(&body[..end]));
        let (Some(end), Some(text)) = (end, text) else {
            return Err(self.expected("a string"));
        };
        self.at += end + 2;
        Ok(text)
    }

    fn value(&mut self) -> Result<Value, ValueError> {
        self.open()?;
        let head = self.atom()?;
        let value = match head {
            "int" | "bool" | "char" | "float" => self.scalar(head)?,
            "vec" => self.sequence(SeqKind::Vec)?,
            "array" => self.sequence(SeqKind::Array)?,
            "slice" => self.sequence(SeqKind::Slice)?,
            "mut-slice" => self.sequence(SeqKind::MutSlice)?,
            "str" => Value::Str(self.quoted()?),
            "string" => Value::String(self.quoted()?),
            "debug" => Value::Debug(self.quoted()?),
            "opaque" => Value::Opaque(self.quoted()?),
            "tuple" => Value::Tuple(self.items()?),
            "none" => Value::Option(None),
            "some" => Value::Option(Some(self.boxed()?)),
            "ok" => Value::Ok(self.boxed()?),
            "err" => Value::Err(self.boxed()?),
            "box" => Value::Boxed(self.boxed()?),
            "ref" => Value::Ref(self.boxed()?),
            "mut" => Value::Mut(self.boxed()?),
            "struct" => Value::Struct {
                path: self.atom()?.into(),
                fields: self.fields()?,
            },
            "tuple-struct" => Value::TupleStruct {
                path: self.atom()?.into(),
                fields: self.items()?,
            },
            "unit-struct" => Value::UnitStruct {
                path: self.atom()?.into(),
            },
            "call" => Value::Call {
                path: self.atom()?.into(),
                args: self.items()?,
            },
            "method" => Value::Method {
                name: self.atom()?.into(),
                receiver: self.boxed()?,
                args: self.items()?,
            },
            "made" => self.made()?,
            "closure" => self.closure()?,
            _ if head.starts_with("range") => self.range(head)?,
            _ => {
                return Err(ValueError::UnknownForm {
                    head: head.into(),
                    text: self.text.into(),
                });
            }
        };
        self.close()?;
        Ok(value)
    }

    fn made(&mut self) -> Result<Value, ValueError> {
        let constructor = self.boxed()?;
        let mut calls = vec![];
        while self.opens() {
            self.open()?;
            let has_result = match self.atom()? {
                "do" => false,
                "let" => true,
                _ => return Err(self.expected("`do` or `let`")),
            };
            calls.push(MethodCall {
                name: self.atom()?.into(),
                args: self.items()?,
                has_result,
            });
            self.close()?;
        }
        Ok(Value::Made { constructor, calls })
    }

    fn closure(&mut self) -> Result<Value, ValueError> {
        let arity = self.integer()?.parse();
        let arity = arity.map_err(|_| self.expected("a number of parameters"))?;
        let default = self.boxed()?;
        let mut cases = vec![];
        while self.opens() {
            self.open()?;
            if self.atom()? != "when" {
                return Err(self.expected("`when`"));
            }
            cases.push((self.value()?, self.value()?));
            self.close()?;
        }
        Ok(Value::Closure {
            arity,
            default,
            cases,
        })
    }

    fn range(&mut self, head: &str) -> Result<Value, ValueError> {
        let kind = RangeKind::ALL
            .into_iter()
            .find(|kind| range_head(*kind) == head)
            .ok_or_else(|| ValueError::UnknownForm {
                head: head.into(),
                text: self.text.into(),
            })?;
        let ends: Result<_, _> = (0..kind.ends()).map(|_| self.value()).collect();
        Ok(Value::Range { kind, ends: ends? })
    }

    fn scalar(&mut self, head: &str) -> Result<Value, ValueError> {
        let word = self.atom()?;
        match head {
            "int" => Ok(Value::Int {
                ty: word.into(),
                text: self.integer()?.into(),
            }),
            "float" => {
                let bits = self.atom()?;
                let bits = u64::from_str_radix(bits, 16)
                    .map_err(|_| self.expected("the bits of a float"))?;
                Ok(Value::Float {
                    ty: word.into(),
                    bits,
                })
            }
            "char" => {
                let code = u32::from_str_radix(word, 16).ok().and_then(char::from_u32);
                code.map(Value::Char)
                    .ok_or_else(|| self.expected("a character's code"))
            }
            _ => word
                .parse()
                .map(Value::Bool)
                .map_err(|_| self.expected("a Boolean")),
        }
    }

    fn integer(&mut self) -> Result<&'t str, ValueError> {
        let text = self.atom()?;
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_number {
            Ok(text)
        } else {
            Err(self.expected("an integer"))
        }
    }

    fn boxed(&mut self) -> Result<Box<Value>, ValueError> {
        self.value().map(Box::new)
    }

    /// Values up to the `)`, which is left to the caller.
    fn items(&mut self) -> Result<Vec<Value>, ValueError> {
        let mut items = vec![];
        while self.opens() {
            items.push(self.value()?);
        }
        Ok(items)
    }

    fn opens(&mut self) -> bool {
        self.skip_space();
        self.rest().starts_with('(')
    }

    fn fields(&mut self) -> Result<Vec<(String, Value)>, ValueError> {
        let mut fields = vec![];
        while self.opens() {
            self.open()?;
            fields.push((self.atom()?.into(), self.value()?));
            self.close()?;
        }
        Ok(fields)
    }

    fn sequence(&mut self, kind: SeqKind) -> Result<Value, ValueError> {
        let mut runs = vec![];
        while self.opens() {
            if self.rest().starts_with("(rep ") {
                self.open()?;
                self.atom()?;
                let count = self
                    .integer()?
                    .parse()
                    .map_err(|_| self.expected("a count"))?;
                runs.push((count, self.value()?));
                self.close()?;
            } else {
                runs.push((1, self.value()?));
            }
        }
        Ok(Value::Seq { kind, runs })
    }
}

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
        Value::Made { constructor, calls } => form(out, &["made"], |out| {
            spaced(constructor, out);
            for call in calls {
                out.push(' ');
                let head = if call.has_result { "let" } else { "do" };
                form(out, &[head, &call.name], |out| all_spaced(&call.args, out));
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

fn seq_head(kind: SeqKind) -> &'static str {
    match kind {
        SeqKind::Vec => "vec",
        SeqKind::Array => "array",
        SeqKind::Slice => "slice",
        SeqKind::MutSlice => "mut-slice",
    }
}

fn range_head(kind: RangeKind) -> &'static str {
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
            '\'' => out.push(c),
            _ if c.is_ascii() => out.extend(c.escape_default()),
            // Writing to a string cannot fail.
            _ => drop(write!(out, "\\u{{{:x}}}", u32::from(c))),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Values of every form.
    fn values() -> impl Strategy<Value = Value> {
        let path = "[a-z]{1,3}(::[A-Z][a-z]{0,3}){1,2}";
        let leaf = prop_oneof![
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
            path.prop_map(|path| Value::UnitStruct { path }),
        ];
        let kinds = prop_oneof![
            Just(SeqKind::Vec),
            Just(SeqKind::Array),
            Just(SeqKind::Slice),
            Just(SeqKind::MutSlice)
        ];
        leaf.prop_recursive(4, 32, 4, move |inner| {
            let boxed = inner.clone().prop_map(Box::new);
            let items = prop::collection::vec(inner.clone(), 0..4);
            let fields = prop::collection::vec(("[a-z]{1,4}", inner.clone()), 0..3);
            prop_oneof![
                (
                    kinds.clone(),
                    prop::collection::vec((1_u64..9, inner.clone()), 0..4)
                )
                    .prop_map(|(kind, runs)| Value::Seq { kind, runs }),
                items.clone().prop_map(Value::Tuple),
                boxed.clone().prop_map(|v| Value::Option(Some(v))),
                boxed.clone().prop_map(Value::Ok),
                boxed.clone().prop_map(Value::Err),
                boxed.clone().prop_map(Value::Boxed),
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
                (boxed.clone(), "[a-z_]{1,5}", items, any::<bool>()).prop_map(
                    |(constructor, name, args, has_result)| Value::Made {
                        constructor,
                        calls: vec![MethodCall {
                            name,
                            args,
                            has_result
                        }],
                    }
                ),
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
