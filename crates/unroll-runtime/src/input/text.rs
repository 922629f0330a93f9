//! Text: `String`, `&str`, and paths, which are text here.
#![expect(unsafe_code, reason = "slices of kind `CHAR` are UTF-8")]

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::sequences::capacity;
use super::{Input, MAX_BULK_LEN};
use crate::rt::{Describe, Elements, Key, LeafKind, Restriction, any_len, leak_slice, restricted};

/// The largest byte that text has. That it is not that of `u8` tells the two apart where variants of an enum share a key.
const LAST_BYTE: u64 = 0xf4;

/// Length and bytes of a text, which are UTF-8: runs mend them, and the engine knows it of the bytes that are read
/// (`docs/dev/protocol.md`, section 4).
#[inline]
fn any_bytes(key: Key) -> Elements<u8> {
    let len = any_len(key.child(0), MAX_BULK_LEN);
    Elements::in_bulk(key.child(1), LeafKind::Char, (len, len), LAST_BYTE)
}

/// A text without spare capacity.
#[inline]
pub(super) fn any_text(key: Key) -> String {
    // SAFETY: slices of kind `CHAR` are UTF-8.
    unsafe { String::from_utf8_unchecked(any_bytes(key).into_vec()) }
}

/// Length, bytes and capacity of a text that can grow.
#[inline]
fn any_growable(key: Key) -> Elements<u8> {
    let len = any_len(key.child(0), MAX_BULK_LEN);
    let capacity = capacity::<u8>(key, len);
    Elements::in_bulk(key.child(1), LeafKind::Char, (len, capacity), LAST_BYTE)
}

/// The text of a type with a capacity, made and grown by calls.
fn describe_growable(out: &mut Describe, ty: &str, grow: &str, text: &str, capacity: usize) {
    out.with_capacity(ty, capacity, |out| {
        if !text.is_empty() {
            out.step(false, grow, |out| out.item(&text));
        }
    });
}

impl Input for String {
    #[inline]
    fn any(key: Key) -> Self {
        // SAFETY: slices of kind `CHAR` are UTF-8.
        unsafe { String::from_utf8_unchecked(any_growable(key).into_vec()) }
    }

    fn describe(&self, out: &mut Describe) {
        out.form("string", |out| out.quoted(self));
    }

    fn describe_any(&self, _key: Key, out: &mut Describe) {
        if self.capacity() == self.len() {
            self.describe(out);
        } else {
            let ty = "std::string::String";
            describe_growable(out, ty, "push_str", self, self.capacity());
        }
    }
}

impl Input for &str {
    #[inline]
    fn any(key: Key) -> Self {
        // SAFETY: slices of kind `CHAR` are UTF-8.
        unsafe { std::str::from_utf8_unchecked(leak_slice(any_bytes(key))) }
    }

    fn describe(&self, out: &mut Describe) {
        out.form("str", |out| out.quoted(self));
    }
}

impl Input for &mut str {
    #[inline]
    fn any(key: Key) -> Self {
        // SAFETY: slices of kind `CHAR` are UTF-8.
        unsafe { std::str::from_utf8_unchecked_mut(leak_slice(any_bytes(key))) }
    }

    /// As a reference to a `String`, which coerces to it.
    fn describe(&self, out: &mut Describe) {
        out.form("mut", |out| {
            out.nested(|out| out.form("string", |out| out.quoted(self)));
        });
    }
}

/// Implements [`Input`] for text of the operating system and a reference to it.
macro_rules! system_text {
    ($($owned:ident, $owned_path:literal, $grow:literal, $borrowed:ident, $borrowed_path:literal;)*) => {$(
        impl Input for $owned {
            #[inline]
            fn any(key: Key) -> Self {
                restricted(key, Restriction::Utf8);
                String::any(key).into()
            }

            fn describe(&self, out: &mut Describe) {
                match self.to_str() {
                    Some(text) => out.call(concat!($owned_path, "::from"), |out| out.item(&text)),
                    None => out.opaque::<Self>(),
                }
            }

            fn describe_any(&self, _key: Key, out: &mut Describe) {
                let capacity = self.capacity();
                match self.to_str() {
                    Some(text) if capacity != text.len() => {
                        describe_growable(out, $owned_path, $grow, text, capacity);
                    }
                    _ => self.describe(out),
                }
            }
        }

        impl Input for &$borrowed {
            #[inline]
            fn any(key: Key) -> Self {
                restricted(key, Restriction::Utf8);
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
    PathBuf, "std::path::PathBuf", "push", Path, "std::path::Path";
    OsString, "std::ffi::OsString", "push", OsStr, "std::ffi::OsStr";
}
