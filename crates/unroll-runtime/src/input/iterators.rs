//! Iterators of the standard library over what is an input itself. They are described by what they have still to give, and by the items that
//! they gave before where these show: indices go on, and bytes begin within a character.
#![expect(
    unsafe_code,
    reason = "indices go on from a number without as many items before"
)]

use std::iter::{Enumerate, Peekable, Rev};
use std::mem::{ManuallyDrop, MaybeUninit, transmute};
use std::slice;
use std::str::{Bytes, CharIndices, Chars, Lines, SplitWhitespace};
use std::vec;

use super::Input;
use super::sequences::describe_vec;
use crate::rt::{Describe, Key, Restriction, any_spare, restricted, unchecked};

/// Most items, or bytes of them, that an iterator whose indices go on has given.
const MAX_TAKEN: usize = super::MAX_LOOP_LEN;

/// Most bytes that an iterator has given of a character of which it has others to give.
const MAX_CUT: usize = 3;

/// Iterators that can be described by their remaining items.
trait Rest: Input + Iterator + Clone {
    /// Describes one that gives `count` items before those of another; `None` if an [`Enumerate`] around it is at its beginning. Only iterators that
    /// consist of pointers have one.
    const DESCRIBE_LONGER: Option<fn(count: usize, of: Self, out: &mut Describe)> = None;

    /// Describes an iterator of this type over `items`.
    fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe);
}

/// Implements [`Input`] for iterators over text that are like new ones of another text when they have given something: how they are made and
/// described.
macro_rules! iterators {
    ($($ty:ty, $make:expr, $longer:expr, $describe:expr;)*) => {$(
        impl Input for $ty {
            #[inline]
            fn any(key: Key) -> Self {
                $make(Input::any(key))
            }

            fn describe(&self, out: &mut Describe) {
                Self::describe_rest(self.clone(), out);
            }
        }

        impl Rest for $ty {
            const DESCRIBE_LONGER: Option<fn(usize, Self, &mut Describe)> = $longer;

            fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe) {
                $describe(items.collect(), out);
            }
        }
    )*};
}

iterators! {
    Chars<'_>, str::chars, Some(|count, chars, out| of_text("chars", &behind(count, chars.as_str()), out)),
        |text: String, out: &mut Describe| of_text("chars", &text, out);
    Lines<'_>, str::lines, None, describe_lines;
    SplitWhitespace<'_>, str::split_whitespace, None, |words: Vec<&str>, out: &mut Describe| {
        of_text("split_whitespace", &words.join(" "), out);
    };
}

/// A text behind `count` other characters of one byte.
fn behind(count: usize, text: &str) -> String {
    "x".repeat(count) + text
}

/// A step that takes `count` items by `next`, or all at once by `nth`.
fn take(count: usize, next: &str, nth: &str, out: &mut Describe) {
    match count {
        0 => {}
        1 => out.step(true, next, |_| ()),
        _ => out.step(true, nth, |out| out.item(&(count - 1))),
    }
}

/// The indices go on behind characters that the iterator has given, which are otherwise unknown.
impl Input for CharIndices<'_> {
    #[inline]
    fn any(key: Key) -> Self {
        let mut indices = <&str>::any(key).char_indices();
        // SAFETY: the type has three words, two of which are pointers that are not null. Nothing is read behind them.
        let numbered: CharIndices<'_> = unsafe { transmute([1_usize, 2, 3]) };
        let at = numbered.offset().wrapping_sub(1);
        let words = (&raw mut indices).cast::<usize>();
        // SAFETY: the word is the one that the offset was read from.
        *unsafe { unchecked::exclusive(words.wrapping_add(at)) } =
            any_spare(key.child(2), MAX_TAKEN);
        indices
    }

    fn describe(&self, out: &mut Describe) {
        Self::describe_rest(self.clone(), out);
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let taken = any_spare(key.child(2), MAX_TAKEN);
        let new = |out: &mut Describe| of_text("char_indices", &behind(taken, self.as_str()), out);
        if taken == 0 {
            new(out);
        } else {
            out.made(new, |out| take(taken, "next", "nth", out));
        }
    }
}

impl Rest for CharIndices<'_> {
    fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe) {
        describe_indices(items.collect(), out);
    }
}

/// The bytes begin and end within characters if some of these were taken.
impl Input for Bytes<'_> {
    #[inline]
    fn any(key: Key) -> Self {
        let mut bytes = <&str>::any(key).bytes();
        let [front, back] = cut(key);
        // No loop, of which the engine would execute a part.
        if front > 0 {
            bytes.next();
        }
        if front > 1 {
            bytes.next();
        }
        if front > 2 {
            bytes.next();
        }
        if back > 0 {
            bytes.next_back();
        }
        if back > 1 {
            bytes.next_back();
        }
        if back > 2 {
            bytes.next_back();
        }
        bytes
    }

    fn describe(&self, out: &mut Describe) {
        Self::describe_rest(self.clone(), out);
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let [front, back] = cut(key);
        let new = |out: &mut Describe| of_text("bytes", <&str>::any(key), out);
        if front + back == 0 {
            new(out);
        } else {
            out.made(new, |out| {
                take(front, "next", "nth", out);
                take(back, "next_back", "nth_back", out);
            });
        }
    }
}

/// How many bytes were taken from the front and from the back.
#[inline]
fn cut(key: Key) -> [usize; 2] {
    [
        any_spare(key.child(2), MAX_CUT),
        any_spare(key.child(3), MAX_CUT),
    ]
}

impl Rest for Bytes<'_> {
    fn describe_rest(items: impl Iterator<Item = Self::Item>, out: &mut Describe) {
        describe_bytes(items.collect(), out);
    }
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
        let mut items = <I as Input>::any(key).enumerate();
        match count_word::<I>() {
            Some(at) if I::DESCRIBE_LONGER.is_some() => {
                let words = (&raw mut items).cast::<usize>();
                // SAFETY: the word is the one that counts.
                *unsafe { unchecked::exclusive(words.wrapping_add(at)) } =
                    any_spare(key.child(3), MAX_TAKEN);
            }
            _ => restricted(key, Restriction::Unconsumed),
        }
        items
    }

    fn describe(&self, out: &mut Describe) {
        Self::describe_rest(self.clone(), out);
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let Some(describe_longer) = I::DESCRIBE_LONGER else {
            return around_any::<I>(out, "enumerate", key);
        };
        let taken = any_spare(key.child(3), MAX_TAKEN);
        if taken == 0 {
            return around_any::<I>(out, "enumerate", key);
        }
        let new = |out: &mut Describe| {
            out.method("enumerate", |out| {
                out.nested(|out| describe_longer(taken, <I as Input>::any(key), out));
            });
        };
        out.made(new, |out| take(taken, "next", "nth", out));
    }
}

/// The word of an `Enumerate` that counts, if the iterator that it is around has pointers alone.
#[inline]
fn count_word<I: Rest>() -> Option<usize> {
    I::DESCRIBE_LONGER?;
    let mut inner = MaybeUninit::<I>::uninit();
    // SAFETY: such iterators have pointers alone, which are not null. Nothing is read behind them, and they are not dropped.
    let items = unsafe {
        (&raw mut inner).cast::<u8>().write_bytes(1, size_of::<I>());
        ManuallyDrop::new(inner.assume_init().enumerate())
    };
    let words = (&raw const items).cast::<usize>();
    // SAFETY: the word is part of the iterator, which has words alone.
    let is_count = |at: &usize| *unsafe { unchecked::shared(words.wrapping_add(*at)) } == 0;
    (0..size_of::<Enumerate<I>>() / size_of::<usize>()).find(is_count)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_that_counts_is_found() {
        let at = count_word::<Chars<'_>>().expect("there is one");
        let mut items = "abc".chars().enumerate();
        // SAFETY: as where such an iterator is built.
        *unsafe { unchecked::exclusive((&raw mut items).cast::<usize>().wrapping_add(at)) } = 7;
        assert_eq!(items.next(), Some((7, 'a')));
        assert_eq!(items.next(), Some((8, 'b')));
        assert_eq!(count_word::<Lines<'_>>(), None);
    }
}
