//! Text: `String`, `&str`, and paths, which are text here.
#![expect(unsafe_code, reason = "bytes up to `MAX_BYTE` are UTF-8")]

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

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

/// Implements [`Input`] for text of the operating system and a reference to it.
macro_rules! system_text {
    ($($owned:ident, $owned_path:literal, $borrowed:ident, $borrowed_path:literal;)*) => {$(
        impl Input for $owned {
            #[inline]
            fn any(key: Key) -> Self {
                String::any(key).into()
            }

            fn describe(&self, out: &mut Describe) {
                match self.to_str() {
                    Some(text) => out.call(concat!($owned_path, "::from"), |out| out.item(&text)),
                    None => out.opaque::<Self>(),
                }
            }
        }

        impl Input for &$borrowed {
            #[inline]
            fn any(key: Key) -> Self {
                $borrowed::new(<&str>::any(key))
            }

            fn describe(&self, out: &mut Describe) {
                match self.to_str() {
                    Some(text) => out.call(concat!($borrowed_path, "::new"), |out| out.item(&text)),
                    None => out.opaque::<Self>(),
                }
            }
        }
    )*};
}

system_text! {
    PathBuf, "std::path::PathBuf", Path, "std::path::Path";
    OsString, "std::ffi::OsString", OsStr, "std::ffi::OsStr";
}
