//! S-expressions to values: a parser by recursive descent, one method for each kind of form.

use thiserror::Error;

use super::write::range_head;
use crate::model::value::{MethodCall, Pointer, RangeKind, SeqKind, Step, Value};

/// Deepest nesting that is read; values are finite, but a driver may be broken.
const MAX_NESTING: u32 = 128;

/// Why a value could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// Something else was expected.
    #[error("expected {expected} at byte {at} of `{text}`")]
    Expected {
        /// The expected item.
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

    /// True if a `)` follows; it is consumed.
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
            // A backslash behind a backslash escapes nothing, so the quote in `\\"` ends the
            // string.
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
            "object" => self.object()?,
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

    fn object(&mut self) -> Result<Value, ValueError> {
        let name = self.atom()?;
        let mut kinds = Pointer::ALL.into_iter();
        let kind = kinds.find(|(_, known, _)| *known == name);
        let (pointer, ..) = kind.ok_or_else(|| self.expected("a kind of pointer"))?;
        Ok(Value::Object {
            pointer,
            path: self.atom()?.into(),
            value: self.boxed()?,
        })
    }

    fn made(&mut self) -> Result<Value, ValueError> {
        let constructor = self.boxed()?;
        let mut steps = vec![];
        while self.opens() {
            self.open()?;
            steps.push(self.step()?);
            self.close()?;
        }
        Ok(Value::Made { constructor, steps })
    }

    fn step(&mut self) -> Result<Step, ValueError> {
        let head = self.atom()?;
        if head == "keep" {
            let path = self.atom()?.into();
            let count = self.integer()?.parse();
            let count = count.map_err(|_| self.expected("a number of results"))?;
            return Ok(Step::Keep { path, count });
        }
        let has_result = match head {
            "lend" => {
                let path = self.atom()?.into();
                return Ok(Step::Lend { path });
            }
            "poison" => {
                let path = self.atom()?.into();
                return Ok(Step::Poison { path });
            }
            "do" => false,
            "let" => true,
            _ => return Err(self.expected("`do`, `let`, `keep`, `lend` or `poison`")),
        };
        Ok(Step::Call(MethodCall {
            name: self.atom()?.into(),
            args: self.items()?,
            has_result,
        }))
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
            // `rep` is no value of its own, so `value` does not know it.
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
