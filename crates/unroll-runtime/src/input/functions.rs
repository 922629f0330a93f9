//! Functions as inputs: how [tables](crate::rt::Function) are made up and described.

use std::marker::PhantomData;

use super::{Input, MAX_LOOP_LEN};
use crate::rt::{Constant, Describe, Function, Key, Table, any_len, leak};

impl<const N: usize, A: Input + PartialEq, B: Input> Input for Function<'_, N, A, B> {
    #[inline]
    fn any(key: Key) -> Self {
        let len = any_len(key.child(0), MAX_LOOP_LEN);
        Self(leak(Table {
            entries: <(A, B)>::any_elements(key.child(1), len, len).into_vec(),
            default: B::any(key.child(2)),
        }))
    }

    fn describe(&self, out: &mut Describe) {
        let default = described(&self.0.default);
        self.0
            .describe(N, &default, |_, result| described(result), out);
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let default = described_any(&self.0.default, key.child(2));
        // An entry is a pair.
        let of_entry = |number| key.child(1).child(number).child(1);
        let describe = |number, result: &B| described_any(result, of_entry(number));
        self.0.describe(N, &default, describe, out);
    }
}

impl<A: Input + PartialEq, B> Table<A, B> {
    /// Only what differs from the default, once; `describe` has the text of the result of an entry, given its number.
    fn describe(
        &self,
        arity: usize,
        default: &str,
        describe: impl Fn(u32, &B) -> String,
        out: &mut Describe,
    ) {
        let mut known: Vec<&A> = Vec::new();
        out.closure(arity, default, |out| {
            for ((args, result), number) in self.entries.iter().zip(0..) {
                // What does not equal itself is never found.
                let is_found = PartialEq::eq(args, args) && !known.contains(&args);
                known.push(args);
                let result = describe(number, result);
                if is_found && result != default {
                    out.nested(|out| {
                        out.form("when", |out| {
                            out.item(args);
                            out.word(&result);
                        });
                    });
                }
            }
        });
    }
}

impl<const N: usize, A, B: Input> Input for Constant<'_, N, A, B> {
    #[inline]
    fn any(key: Key) -> Self {
        Self(leak(B::any(key)), PhantomData)
    }

    fn describe(&self, out: &mut Describe) {
        out.closure(N, &described(self.0), |_| ());
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.closure(N, &described_any(self.0, key), |_| ());
    }
}

fn described(value: &impl Input) -> String {
    let mut out = Describe::new();
    value.describe(&mut out);
    out.into_text()
}

fn described_any(value: &impl Input, key: Key) -> String {
    let mut out = Describe::new();
    value.describe_any(key, &mut out);
    out.into_text()
}
