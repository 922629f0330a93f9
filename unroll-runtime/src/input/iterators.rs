//! Iterators of the standard library over what is an input itself. They are described by what they have still to give.

use std::iter::{Enumerate, Peekable, Rev};
use std::slice;
use std::str::{Bytes, CharIndices, Chars, Lines, SplitWhitespace};
use std::vec;

use super::Input;
use crate::rt::{Describe, Key};

/// Iterators that can be described by their remaining items.
trait Rest: Input + Iterator + Clone {
    /// Describes an iterator of this type over `items`.
    fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe);
}

/// Implements [`Input`] for iterators over text and slices: how they are made, and how they are described.
macro_rules! iterators {
    ($($ty:ty $(where $item:ident)?, $make:expr, $describe:expr;)*) => {$(
        impl $(<$item: Input>)? Input for $ty {
            #[inline]
            fn any(key: Key) -> Self {
                $make(Input::any(key))
            }

            fn describe(&self, out: &mut Describe) {
                Self::describe_rest(self.clone(), out);
            }
        }

        impl $(<$item: Input>)? Rest for $ty {
            fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe) {
                $describe(items.collect(), out);
            }
        }
    )*};
}

iterators! {
    Chars<'_>, str::chars, |text: String, out: &mut Describe| of_text("chars", &text, out);
    CharIndices<'_>, str::char_indices, describe_indices;
    Bytes<'_>, str::bytes, describe_bytes;
    Lines<'_>, str::lines, describe_lines;
    SplitWhitespace<'_>, str::split_whitespace, |words: Vec<&str>, out: &mut Describe| {
        of_text("split_whitespace", &words.join(" "), out);
    };
    slice::Iter<'_, T> where T, <[T]>::iter, describe_items;
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

/// Of a leaked vector: nothing else that an expression could borrow surely lives long enough.
fn describe_items<T: Input>(items: Vec<&T>, out: &mut Describe) {
    out.method("iter", |out| {
        out.nested(|out| {
            out.method("leak", |out| {
                out.nested(|out| out.form("vec", |out| out.runs(items)));
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
}

impl<I: Rest<Item: Clone>> Input for Enumerate<I> {
    #[inline]
    fn any(key: Key) -> Self {
        <I as Input>::any(key).enumerate()
    }

    fn describe(&self, out: &mut Describe) {
        Self::describe_rest(self.clone(), out);
    }
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
}

impl<I: Rest<Item: Clone> + DoubleEndedIterator> Rest for Rev<I> {
    fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe) {
        let items: Vec<_> = items.collect();
        out.method("rev", |out| {
            out.nested(|out| I::describe_rest(items.into_iter().rev(), out));
        });
    }
}
