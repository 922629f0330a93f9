//! `String` and `&str`.
#![expect(unsafe_code, reason = "bytes up to `MAX_BYTE` are UTF-8")]

use super::sequences::Elements;
use super::{Input, MAX_BULK_LEN};
use crate::rt::{Describe, Key, any_len, kind, leak_slice};

/// The largest byte of generated text: text is ASCII.
///
/// This is a restriction of what is searched and proved. The engine learns of it by the kind of the slice (a `CHAR`
/// slice is not all that its type can hold) and reports it. UTF-8 with more than one byte a character takes a
/// validity constraint over neighbours instead of a limit per byte.
const MAX_BYTE: u64 = 0x7f;

/// Length and bytes of a text.
#[inline]
fn any_bytes(key: Key) -> Elements<u8> {
    let len = any_len(key.child(0), MAX_BULK_LEN);
    Elements::in_bulk(key.child(1), kind::CHAR, len, MAX_BYTE)
}

impl Input for String {
    #[inline]
    fn any(key: Key) -> Self {
        // SAFETY: all bytes are ASCII.
        unsafe { String::from_utf8_unchecked(any_bytes(key).into_vec()) }
    }

    fn describe(&self, out: &mut Describe) {
        out.form("string", |out| out.quoted(self));
    }
}

impl Input for &str {
    #[inline]
    fn any(key: Key) -> Self {
        // SAFETY: all bytes are ASCII.
        unsafe { std::str::from_utf8_unchecked(leak_slice(any_bytes(key))) }
    }

    fn describe(&self, out: &mut Describe) {
        out.form("str", |out| out.quoted(self));
    }
}
