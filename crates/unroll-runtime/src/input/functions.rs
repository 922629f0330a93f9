//! Functions as inputs: finite tables with a default.
//!
//! Harnesses wrap them into closures, whose types only the call that takes them knows. A real closure may also answer equal arguments
//! differently, change what it is given, or panic, so every call tells the engine that more could happen here.

use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

use super::{Input, MAX_LOOP_LEN};
use crate::rt::unchecked::shared;
use crate::rt::{Describe, Key, any_len, closure_call, leak};

/// A function of `N` parameters with the types `A` (a tuple) that returns `B`.
#[derive(Debug)]
pub struct Function<'t, const N: usize, A, B>(&'t Table<A, B>);

#[derive(Debug)]
struct Table<A, B> {
    /// Arguments and what is returned for them; of equal arguments the first entry counts.
    entries: Vec<(A, B)>,
    default: B,
}

impl<const N: usize, A, B> Clone for Function<'_, N, A, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, A, B> Copy for Function<'_, N, A, B> {}

impl<const N: usize, A: PartialEq, B: Clone> Function<'_, N, A, B> {
    /// Returns the answer of the closure.
    #[inline]
    #[expect(clippy::needless_pass_by_value, reason = "as a function is called")]
    pub fn call(self, args: A) -> B {
        closure_call();
        for (known, result) in &self.0.entries {
            if *known == args {
                return result.clone();
            }
        }
        self.0.default.clone()
    }
}

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

/// Where a pointer to a function finds the table that it answers by; one harness runs at a time.
#[derive(Debug)]
pub struct Held<T>(AtomicPtr<T>);

impl<T: Copy> Held<T> {
    /// A place with nothing in it.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it stands in a `static`")]
    pub const fn new() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    /// Puts a value there, for as long as the run lives.
    #[inline]
    pub fn put(&self, value: T) {
        self.0.store(leak(value), Relaxed);
    }

    /// The value that was put there in this run.
    #[inline]
    #[expect(
        unsafe_code,
        reason = "a variable of the program has no lifetime for what lives as long as a run"
    )]
    pub fn get(&self) -> T {
        // SAFETY: only a pointer that a harness passes calls this, after `put` in the same run.
        *unsafe { shared(self.0.load(Relaxed)) }
    }
}

/// A function of `N` parameters that always returns the same.
#[derive(Debug)]
pub struct Constant<'t, const N: usize, A, B>(&'t B, PhantomData<fn(A)>);

impl<const N: usize, A, B> Clone for Constant<'_, N, A, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, A, B> Copy for Constant<'_, N, A, B> {}

impl<const N: usize, A, B: Clone> Constant<'_, N, A, B> {
    /// Returns the answer of the closure.
    #[inline]
    pub fn call<Ignored>(self, _args: Ignored) -> B {
        closure_call();
        self.0.clone()
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
