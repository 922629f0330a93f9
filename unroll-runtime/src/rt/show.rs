//! `rt::show!`: shows a result by [`Input`], else by [`Debug`], else by the name of its type.
//!
//! The choice is made by method resolution on the number of references, which works because harnesses are not generic.

use std::any::type_name;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::describe::Describe;
use super::harness::emit;
use crate::Input;

/// The value to show.
#[derive(Debug)]
pub struct Shown<'a, T>(pub &'a T);

/// First choice.
pub trait ByInput {
    /// Adds the `result` line to the outcome.
    fn show(&self);
}

impl<T: Input> ByInput for &&Shown<'_, T> {
    fn show(&self) {
        result(&|out| self.0.describe(out));
    }
}

/// Second choice.
pub trait ByDebug {
    /// Adds the `result` line to the outcome.
    fn show(&self);
}

impl<T: Debug> ByDebug for &Shown<'_, T> {
    fn show(&self) {
        result(&|out| match debug_text(self.0) {
            Some(text) => out.form("debug", |out| out.quoted(&text)),
            None => out.form("opaque", |out| out.quoted(type_name::<T>())),
        });
    }
}

/// The text of `Debug`; `None` if it panics, which says nothing of the function whose result it is.
fn debug_text<T: Debug>(value: &T) -> Option<String> {
    let text = catch_unwind(AssertUnwindSafe(|| format!("{value:?}")));
    // A payload of the user's may panic when dropped.
    text.map_err(std::mem::forget).ok()
}

/// Last choice.
pub trait ByName {
    /// Adds the `result` line to the outcome.
    fn show(&self);
}

impl<T> ByName for Shown<'_, T> {
    fn show(&self) {
        result(&|out| out.form("opaque", |out| out.quoted(type_name::<T>())));
    }
}

fn result(describe: &dyn Fn(&mut Describe)) {
    emit("result", "", describe);
}

/// Shows the result of the call: `show!(&result)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __show {
    ($value:expr) => {{
        use $crate::rt::show::{ByDebug as _, ByInput as _, ByName as _};
        (&&&$crate::rt::show::Shown($value)).show();
    }};
}
