//! Iterators of the standard library over what is an input itself. They are described by what they have still to give.

use std::iter::{Enumerate, Peekable, Rev};
use std::slice;
use std::str::{Bytes, CharIndices, Chars, Lines, SplitWhitespace};
use std::vec;

use super::Input;
use super::sequences::describe_vec;
use crate::rt::{Describe, Key, Restriction, restricted};

/// Iterators that can be described by their remaining items.
trait Rest: Input + Iterator + Clone {
    /// Describes an iterator of this type over `items`.
    fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe);
}

/// Implements [`Input`] for iterators over text and slices: how they are made, whether those that have given something are like new ones of
/// another text, and how they are described.
macro_rules! iterators {
    ($($ty:ty, $make:expr, $is_any:expr, $describe:expr;)*) => {$(
        impl Input for $ty {
            #[inline]
            fn any(key: Key) -> Self {
                if !$is_any {
                    restricted(key, Restriction::Unconsumed);
                }
                $make(Input::any(key))
            }

            fn describe(&self, out: &mut Describe) {
                Self::describe_rest(self.clone(), out);
            }
        }

        impl Rest for $ty {
            fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe) {
                $describe(items.collect(), out);
            }
        }
    )*};
}

iterators! {
    Chars<'_>, str::chars, true, |text: String, out: &mut Describe| of_text("chars", &text, out);
    CharIndices<'_>, str::char_indices, false, describe_indices;
    Bytes<'_>, str::bytes, false, describe_bytes;
    Lines<'_>, str::lines, true, describe_lines;
    SplitWhitespace<'_>, str::split_whitespace, true, |words: Vec<&str>, out: &mut Describe| {
        of_text("split_whitespace", &words.join(" "), out);
    };
}

fn of_text(method: &str, text: &str, out: &mut Describe) {
    out.method(method, |out| out.item(&text));
}

/// Indices that do not begin at zero are those of a text whose beginning is not known any more.
fn describe_indices(items: Vec<(usize, char)>, out: &mut Describe) {
    match items.first() {
        None | Some((0, _)) => {
            let text: String = items.into_iter().map(|(_, c)| c).collect();
            of_text("char_indices", &text, out);
        }
        Some(_) => out.opaque::<CharIndices<'_>>(),
    }
}

fn describe_bytes(bytes: Vec<u8>, out: &mut Describe) {
    match String::from_utf8(bytes) {
        Ok(text) => of_text("bytes", &text, out),
        Err(_) => out.opaque::<Bytes<'_>>(),
    }
}

/// A line that ends in a carriage return is not the same before a line break.
fn describe_lines(lines: Vec<&str>, out: &mut Describe) {
    let mut text = lines.join("\n");
    if lines.last() == Some(&"") {
        text.push('\n');
    }
    if text.lines().eq(lines) {
        of_text("lines", &text, out);
    } else {
        out.opaque::<Lines<'_>>();
    }
}

impl<T: Input> Input for slice::Iter<'_, T> {
    #[inline]
    fn any(key: Key) -> Self {
        <[T]>::iter(Input::any(key))
    }

    fn describe(&self, out: &mut Describe) {
        of_leaked(out, |out| out.runs(self.as_slice()));
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        of_leaked(out, |out| out.runs_any(self.as_slice(), key.child(1)));
    }
}

impl<T: Input> Rest for slice::Iter<'_, T> {
    fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe) {
        of_leaked(out, |out| out.runs(items));
    }
}

/// Of a leaked vector: nothing else that an expression could borrow surely lives long enough.
fn of_leaked(out: &mut Describe, items: impl FnOnce(&mut Describe)) {
    out.method("iter", |out| {
        out.nested(|out| {
            out.method("leak", |out| {
                out.nested(|out| out.form("vec", items));
            });
        });
    });
}

impl<T: Input> Input for vec::IntoIter<T> {
    #[inline]
    fn any(key: Key) -> Self {
        Vec::any(key).into_iter()
    }

    fn describe(&self, out: &mut Describe) {
        out.method("into_iter", |out| {
            out.nested(|out| out.sequence("vec", self.as_slice()));
        });
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.method("into_iter", |out| {
            out.nested(|out| describe_vec(self.as_slice(), key, out));
        });
    }
}

impl<T: Input + Clone> Rest for vec::IntoIter<T> {
    fn describe_rest(items: impl Iterator<Item = T>, out: &mut Describe) {
        items.collect::<Vec<_>>().into_iter().describe(out);
    }
}

impl<I: Rest<Item: Clone>> Input for Peekable<I> {
    #[inline]
    fn any(key: Key) -> Self {
        <I as Input>::any(key).peekable()
    }

    fn describe(&self, out: &mut Describe) {
        out.method("peekable", |out| {
            out.nested(|out| I::describe_rest(self.clone(), out));
        });
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        around_any::<I>(out, "peekable", key);
    }
}

impl<I: Rest<Item: Clone>> Input for Enumerate<I> {
    #[inline]
    fn any(key: Key) -> Self {
        restricted(key, Restriction::Unconsumed);
        <I as Input>::any(key).enumerate()
    }

    fn describe(&self, out: &mut Describe) {
        Self::describe_rest(self.clone(), out);
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        around_any::<I>(out, "enumerate", key);
    }
}

/// [`Input::describe_any`] of an adapter that the method `name` puts around an `I` that was built under the same key.
fn around_any<I: Input>(out: &mut Describe, name: &str, key: Key) {
    out.method(name, |out| out.item_any(&I::any(key), key));
}

/// One that gave something already counts on, which no new one does.
impl<I: Rest<Item: Clone>> Rest for Enumerate<I> {
    fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe) {
        let items: Vec<_> = items.collect();
        if items.first().is_some_and(|(index, _)| *index > 0) {
            return out.opaque::<Self>();
        }
        out.method("enumerate", |out| {
            out.nested(|out| I::describe_rest(items.into_iter().map(|(_, item)| item), out));
        });
    }
}

impl<I: Rest<Item: Clone> + DoubleEndedIterator> Input for Rev<I> {
    #[inline]
    fn any(key: Key) -> Self {
        <I as Input>::any(key).rev()
    }

    fn describe(&self, out: &mut Describe) {
        Self::describe_rest(self.clone(), out);
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        around_any::<I>(out, "rev", key);
    }
}

impl<I: Rest<Item: Clone> + DoubleEndedIterator> Rest for Rev<I> {
    fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe) {
        let items: Vec<_> = items.collect();
        out.method("rev", |out| {
            out.nested(|out| I::describe_rest(items.into_iter().rev(), out));
        });
    }
}
