//! `rt::show!` and `rt::after!`: show a result, or what a parameter refers to after the call, by [`Input`], else by [`Debug`], else by
//! the name of its type. What [`Input`] cannot say in full, [`Debug`] says.
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

/// The role of a shown value: a result, or a parameter after the call.
#[derive(Clone, Copy, Debug)]
pub struct Role<'a> {
    /// `result` or `after`.
    pub item: &'a str,
    /// The parameter; nothing for a result.
    pub name: &'a str,
}

/// First choice.
pub trait ByBoth {
    /// Adds the line to the outcome.
    fn show(&self, role: Role<'_>);
}

impl<T: Input + Debug> ByBoth for &&&Shown<'_, T> {
    fn show(&self, role: Role<'_>) {
        role.emit(&|out| {
            let mut own = Describe::new();
            self.0.describe(&mut own);
            let text = debug_text(self.0).filter(|_| own.is_partial());
            match text {
                Some(text) => out.form("debug", |out| out.quoted(&text)),
                None => self.0.describe(out),
            }
        });
    }
}

/// Second choice.
pub trait ByInput {
    /// Adds the line to the outcome.
    fn show(&self, role: Role<'_>);
}

impl<T: Input> ByInput for &&Shown<'_, T> {
    fn show(&self, role: Role<'_>) {
        role.emit(&|out| self.0.describe(out));
    }
}

/// Third choice.
pub trait ByDebug {
    /// Adds the line to the outcome.
    fn show(&self, role: Role<'_>);
}

impl<T: Debug> ByDebug for &Shown<'_, T> {
    fn show(&self, role: Role<'_>) {
        role.emit(&|out| match debug_text(self.0) {
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
    /// Adds the line to the outcome.
    fn show(&self, role: Role<'_>);
}

impl<T> ByName for Shown<'_, T> {
    fn show(&self, role: Role<'_>) {
        role.emit(&|out| out.form("opaque", |out| out.quoted(type_name::<T>())));
    }
}

impl Role<'_> {
    fn emit(self, describe: &dyn Fn(&mut Describe)) {
        emit(self.item, self.name, describe);
    }
}

/// Shows the result of the call: `show!(&result)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __show {
    ($value:expr) => {
        $crate::__show!($value, "result", "")
    };
    ($value:expr, $item:expr, $name:expr) => {{
        use $crate::rt::show::{ByBoth as _, ByDebug as _, ByInput as _, ByName as _, Role, Shown};
        (&&&&Shown($value)).show(Role {
            item: $item,
            name: $name,
        });
    }};
}

/// Shows the argument for the parameter with that name after the call: `after!("a", &a)`. Comes after `show!`, because the result may
/// borrow from the argument.
#[doc(hidden)]
#[macro_export]
macro_rules! __after {
    ($name:expr, $value:expr) => {
        $crate::__show!($value, "after", $name)
    };
}
