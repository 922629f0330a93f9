//! Errors of the standard library, which only the functions that fail with them make.
//!
//! Each is described as that call where it is an input, and by its `Debug` text, as part of the whole, where it is a result.
#![expect(unsafe_code, reason = "the calls fail")]

use std::char::{CharTryFromError, ParseCharError};
use std::io;
use std::num::{IntErrorKind, NonZeroU8, ParseFloatError, ParseIntError, TryFromIntError};
use std::str::{FromStr, ParseBoolError, Utf8Error};
use std::string::FromUtf8Error;

use super::Input;
use crate::rt::{Describe, Key, Restriction, restricted, variant};

/// The error of a call that fails.
///
/// # Safety
///
/// The call has to fail.
#[inline]
unsafe fn error<T, E>(result: Result<T, E>) -> E {
    match result {
        // SAFETY: the caller says so.
        Ok(_) => unsafe { std::hint::unreachable_unchecked() },
        Err(error) => error,
    }
}

/// Implements [`Input`] for errors with several cases: calls that fail, each with its description.
macro_rules! errors {
    ($($error:ty $(, $restriction:expr)? => [$($make:expr, $describe:expr);* $(;)?];)*) => {$(
        impl Input for $error {
            #[inline]
            fn any(key: Key) -> Self {
                $(restricted(key, $restriction);)?
                let mut cases = variant(key.child(0), count(&[$(stringify!($make)),*]));
                $(
                    if cases == 0 {
                        // SAFETY: these calls fail, as the test below checks.
                        return unsafe { $make };
                    }
                    cases = cases.wrapping_sub(1);
                )*
                let _ = cases;
                // SAFETY: a variant is one of those that there are.
                unsafe { std::hint::unreachable_unchecked() }
            }

            fn describe(&self, out: &mut Describe) {
                out.opaque::<Self>();
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                let mut cases = variant(key.child(0), count(&[$(stringify!($make)),*]));
                $(
                    if cases == 0 {
                        return $describe(out);
                    }
                    cases = cases.wrapping_sub(1);
                )*
                let _ = cases;
            }
        }
    )*};
}

/// How many cases there are.
#[inline]
const fn count(cases: &[&str]) -> u32 {
    cases.len() as u32
}

/// The description of `text.parse::<T>().unwrap_err()`; `parse` names the method with its argument.
fn parsed(parse: &str, text: &'static str) -> impl FnOnce(&mut Describe) {
    move |out| {
        out.method("unwrap_err", |out| {
            out.nested(|out| out.method(parse, |out| out.item(&text)));
        });
    }
}

/// The description of `path(argument).unwrap_err()`.
fn called<T: Input>(path: &str, argument: T) -> impl FnOnce(&mut Describe) {
    move |out| {
        out.method("unwrap_err", |out| {
            out.nested(|out| out.call(path, |out| out.item(&argument)));
        });
    }
}

/// The description of the same inside of the error of an owned text, since the compiler warns of constants that are no text.
fn inside(bytes: Vec<u8>) -> impl FnOnce(&mut Describe) {
    |out| {
        out.method("utf8_error", |out| {
            out.nested(called("String::from_utf8", bytes));
        });
    }
}

const INT: &str = "parse::<i8>";
const NON_ZERO: &str = "parse::<std::num::NonZeroU8>";

errors! {
    ParseIntError => [
        error(i8::from_str("")), parsed(INT, "");
        error(i8::from_str("x")), parsed(INT, "x");
        error(i8::from_str("200")), parsed(INT, "200");
        error(i8::from_str("-200")), parsed(INT, "-200");
        error(NonZeroU8::from_str("0")), parsed(NON_ZERO, "0");
    ];
    ParseFloatError => [
        error(f64::from_str("")), parsed("parse::<f64>", "");
        error(f64::from_str("x")), parsed("parse::<f64>", "x");
    ];
    ParseBoolError => [error(bool::from_str("")), parsed("parse::<bool>", "")];
    ParseCharError => [
        error(char::from_str("")), parsed("parse::<char>", "");
        error(char::from_str("ab")), parsed("parse::<char>", "ab");
    ];
    CharTryFromError => [error(char::try_from(0xd800_u32)), called("char::try_from", 0xd800_u32)];
    TryFromIntError => [error(u8::try_from(256_i32)), called("u8::try_from", 256_i32)];
    Utf8Error, Restriction::UsualErrors => [
        error(String::from_utf8(vec![0xff])).utf8_error(), inside(vec![0xff]);
        error(String::from_utf8(vec![0x61, 0xc3])).utf8_error(), inside(vec![0x61, 0xc3]);
    ];
    FromUtf8Error, Restriction::UsualErrors => [
        error(String::from_utf8(vec![0xff])), called("String::from_utf8", vec![0xff_u8]);
        error(String::from_utf8(vec![0x61, 0xc3])), called("String::from_utf8", vec![0x61_u8, 0xc3]);
    ];
}

/// The kinds of [`io::Error`] that programs tell apart.
macro_rules! kinds {
    ($($kind:ident),*) => {
        const KINDS: &[io::ErrorKind] = &[$(io::ErrorKind::$kind),*];

        /// The path of a kind.
        fn path(kind: io::ErrorKind) -> Option<&'static str> {
            match kind {
                $(io::ErrorKind::$kind => Some(concat!("std::io::ErrorKind::", stringify!($kind))),)*
                _ => None,
            }
        }
    };
}

kinds!(
    NotFound,
    PermissionDenied,
    AlreadyExists,
    ConnectionRefused,
    ConnectionReset,
    BrokenPipe,
    WouldBlock,
    InvalidInput,
    InvalidData,
    TimedOut,
    WriteZero,
    Interrupted,
    Unsupported,
    UnexpectedEof,
    OutOfMemory,
    Other
);

impl Input for io::ErrorKind {
    #[inline]
    fn any(key: Key) -> Self {
        restricted(key, Restriction::UsualErrors);
        KINDS[variant(key.child(0), KINDS.len() as u32) as usize]
    }

    fn describe(&self, out: &mut Describe) {
        match path(*self) {
            Some(path) => out.unit_structure(path),
            None => out.opaque::<Self>(),
        }
    }
}

impl Input for io::Error {
    #[inline]
    fn any(key: Key) -> Self {
        io::ErrorKind::any(key).into()
    }

    fn describe(&self, out: &mut Describe) {
        out.opaque::<Self>();
    }

    fn describe_any(&self, _key: Key, out: &mut Describe) {
        out.call("std::io::Error::from", |out| out.item(&self.kind()));
    }
}

impl Input for IntErrorKind {
    #[inline]
    fn any(key: Key) -> Self {
        match variant(key.child(0), 5) {
            0 => Self::Empty,
            1 => Self::InvalidDigit,
            2 => Self::PosOverflow,
            3 => Self::NegOverflow,
            _ => Self::Zero,
        }
    }

    fn describe(&self, out: &mut Describe) {
        match self {
            Self::Empty => out.unit_structure("std::num::IntErrorKind::Empty"),
            Self::InvalidDigit => out.unit_structure("std::num::IntErrorKind::InvalidDigit"),
            Self::PosOverflow => out.unit_structure("std::num::IntErrorKind::PosOverflow"),
            Self::NegOverflow => out.unit_structure("std::num::IntErrorKind::NegOverflow"),
            Self::Zero => out.unit_structure("std::num::IntErrorKind::Zero"),
            _ => out.opaque::<Self>(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calls_fail() {
        for text in ["", "x", "200", "-200"] {
            assert!(i8::from_str(text).is_err(), "{text}");
        }
        assert!(NonZeroU8::from_str("0").is_err() && bool::from_str("").is_err());
        assert!(f64::from_str("").is_err() && f64::from_str("x").is_err());
        assert!(char::from_str("").is_err() && char::from_str("ab").is_err());
        assert!(char::try_from(0xd800_u32).is_err());
        assert!(u8::try_from(256_i32).is_err());
        assert!(String::from_utf8(vec![0x61, 0xc3]).is_err());
        assert!(String::from_utf8(vec![0xff]).is_err());
    }
}
