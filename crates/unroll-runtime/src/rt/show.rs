//! `rt::show!` and `rt::after!`: show a result, or what a parameter refers to after the call, by [`Input`], else by [`Debug`], else by
//! its parts. What [`Input`] cannot say in full, [`Debug`] says. Nothing is known of a value that has no parts either but the name of its type.
//!
//! The choice is made by method resolution on the number of references, which works because harnesses are not generic. Parts have types of
//! their own, among which the choice is made again: the macro hands a closure for each part to the method that was chosen.

mod tuples;

use std::cell::RefCell;
use std::fmt::{Debug, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::describe::Describe;
use super::harness::emit;
use crate::Input;

/// The value to show.
#[derive(Debug)]
pub struct Shown<'a, T: ?Sized>(pub RefCell<&'a mut T>);

impl<'a, T: ?Sized> Shown<'a, T> {
    /// A value that is shown now; an iterator is used up.
    pub fn new(value: &'a mut T) -> Self {
        Self(RefCell::new(value))
    }
}

/// A value that is described by its fields, each with the description that is best for its type. Derived for types of the copy that have
/// neither `Input` nor `Debug`.
pub trait Fields {
    /// Adds the description.
    fn describe_fields(&mut self, out: &mut Describe);
}

/// First choice: by `Input`, or `Debug` where that says more.
pub trait ByBoth {
    /// Adds the description.
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    );
}

impl<T: Input + Debug> ByBoth for &&&&&&&Shown<'_, T> {
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    ) {
        let shown = self.0.borrow();
        let value: &T = &shown;
        let mut own = Describe::new();
        value.describe(&mut own);
        let text = debug_text(value).filter(|_| own.is_partial());
        match text {
            Some(text) => out.form("debug", |out| out.quoted(&text)),
            None => value.describe(out),
        }
    }
}

/// Second choice: by `Input`.
pub trait ByInput {
    /// Adds the description.
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    );
}

impl<T: Input> ByInput for &&&&&&Shown<'_, T> {
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    ) {
        T::describe(&self.0.borrow(), out);
    }
}

/// Third choice: by `Debug`.
pub trait ByDebug {
    /// Adds the description.
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    );
}

impl<T: Debug + ?Sized> ByDebug for &&&&&Shown<'_, T> {
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    ) {
        match debug_text(&**self.0.borrow()) {
            Some(text) => out.form("debug", |out| out.quoted(&text)),
            None => out.opaque::<T>(),
        }
    }
}

/// The text of `Debug`; `None` if it panics, which says nothing of the function whose result it is.
fn debug_text<T: Debug + ?Sized>(value: &T) -> Option<String> {
    let text = catch_unwind(AssertUnwindSafe(|| format!("{value:?}")));
    // A payload of the user's may panic when dropped.
    text.map_err(std::mem::forget).ok()
}

/// Fourth choice: field by field.
pub trait ByFields {
    /// Adds the description.
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    );
}

impl<T: Fields + ?Sized> ByFields for &&&&Shown<'_, T> {
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    ) {
        out.within::<T>(|out| self.0.borrow_mut().describe_fields(out));
    }
}

/// Fifth choice: a type of the standard library by what it holds.
pub trait ByContents {
    /// The type of the first part.
    type First: ?Sized;
    /// The type of the second part.
    type Second: ?Sized;
    /// Adds the description, given those of parts.
    fn describe(
        &self,
        out: &mut Describe,
        first: impl Fn(&mut Self::First, &mut Describe),
        second: impl Fn(&mut Self::Second, &mut Describe),
    );
}

impl<T> ByContents for &&&Shown<'_, Option<T>> {
    type First = T;
    type Second = ();
    fn describe(
        &self,
        out: &mut Describe,
        first: impl Fn(&mut T, &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    ) {
        match &mut **self.0.borrow_mut() {
            Some(value) => out.part("some", |out| first(value, out)),
            None => out.form("none", |_| ()),
        }
    }
}

impl<T, E> ByContents for &&&Shown<'_, Result<T, E>> {
    type First = T;
    type Second = E;
    fn describe(
        &self,
        out: &mut Describe,
        first: impl Fn(&mut T, &mut Describe),
        second: impl Fn(&mut E, &mut Describe),
    ) {
        match &mut **self.0.borrow_mut() {
            Ok(value) => out.part("ok", |out| first(value, out)),
            Err(error) => out.part("err", |out| second(error, out)),
        }
    }
}

impl<A, B> ByContents for &&&Shown<'_, (A, B)> {
    type First = A;
    type Second = B;
    fn describe(
        &self,
        out: &mut Describe,
        first: impl Fn(&mut A, &mut Describe),
        second: impl Fn(&mut B, &mut Describe),
    ) {
        let (a, b) = &mut **self.0.borrow_mut();
        out.form("tuple", |out| {
            out.nested(|out| first(a, out));
            out.nested(|out| second(b, out));
        });
    }
}

impl<T: ?Sized> ByContents for &&&Shown<'_, Box<T>> {
    type First = T;
    type Second = ();
    fn describe(
        &self,
        out: &mut Describe,
        first: impl Fn(&mut T, &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    ) {
        out.part("box", |out| first(&mut **self.0.borrow_mut(), out));
    }
}

impl<T> ByContents for &&&Shown<'_, Vec<T>> {
    type First = T;
    type Second = ();
    fn describe(
        &self,
        out: &mut Describe,
        first: impl Fn(&mut T, &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    ) {
        out.form("vec", |out| {
            out.runs_with(self.0.borrow_mut().iter_mut(), first);
        });
    }
}

impl<T, const N: usize> ByContents for &&&Shown<'_, [T; N]> {
    type First = T;
    type Second = ();
    fn describe(
        &self,
        out: &mut Describe,
        first: impl Fn(&mut T, &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    ) {
        out.form("array", |out| {
            out.runs_with(self.0.borrow_mut().iter_mut(), first);
        });
    }
}

/// Sixth choice: by the items of an iterator.
pub trait ByItems {
    /// The type of the items.
    type Item;
    /// Adds the description, given that of items.
    fn describe(
        &self,
        out: &mut Describe,
        first: impl Fn(&mut Self::Item, &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    );
}

/// Most items of an iterator that are shown.
const ITEMS: usize = 16;

impl<T: Iterator + ?Sized> ByItems for &&Shown<'_, T> {
    type Item = T::Item;
    fn describe(
        &self,
        out: &mut Describe,
        first: impl Fn(&mut T::Item, &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    ) {
        let mut iterator = self.0.borrow_mut();
        let taken = unrecorded(|| {
            let mut items = Vec::new();
            while items.len() < ITEMS {
                match iterator.next() {
                    Some(item) => items.push(item),
                    None => return (items, true),
                }
            }
            (items, false)
        });
        let Some((mut items, is_all)) = taken else {
            out.opaque::<T>();
            return;
        };
        let head = if is_all {
            "method into_iter"
        } else {
            "method take"
        };
        out.form(head, |out| {
            out.nested(|out| {
                out.form("array", |out| out.runs_with(items.iter_mut(), first));
            });
        });
        // Their destructors may panic.
        let dropped = catch_unwind(AssertUnwindSafe(|| drop(items)));
        let _ = dropped.map_err(std::mem::forget);
    }
}

/// Calls code of the user after the function has returned, whose probes then belong to no run; `None` if it panics or does not end.
#[cfg(feature = "driver")]
fn unrecorded<T>(call: impl FnOnce() -> T) -> Option<T> {
    unroll_driver::unrecorded(call)
}

/// Without the feature `driver` there are no runs.
#[cfg(not(feature = "driver"))]
fn unrecorded<T>(_call: impl FnOnce() -> T) -> Option<T> {
    None
}

/// Seventh choice: by `Display`.
pub trait ByDisplay {
    /// Adds the description.
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    );
}

impl<T: Display + ?Sized> ByDisplay for &Shown<'_, T> {
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    ) {
        let value = self.0.borrow();
        let text = catch_unwind(AssertUnwindSafe(|| value.to_string()));
        match text.map_err(std::mem::forget) {
            Ok(text) => out.form("method to_string", |out| {
                out.nested(|out| out.form("str", |out| out.quoted(&text)));
            }),
            Err(()) => out.opaque::<T>(),
        }
    }
}

/// Last choice: by the name of the type.
pub trait ByName {
    /// Adds the description.
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    );
}

impl<T: ?Sized> ByName for Shown<'_, T> {
    fn describe(
        &self,
        out: &mut Describe,
        _: impl Fn(&mut (), &mut Describe),
        _: impl Fn(&mut (), &mut Describe),
    ) {
        out.opaque::<T>();
    }
}

/// The description of a part at a depth where no more parts are looked at.
pub fn unseen<T: ?Sized>(_value: &mut T, out: &mut Describe) {
    out.opaque::<T>();
}

/// Adds a line to the outcome of a run: `item` is `result` or `after`, `name` the parameter, or nothing for a result.
pub fn line(item: &str, name: &str, describe: &dyn Fn(&mut Describe)) {
    emit(item, name, describe);
}

/// Describes a value and its parts, to a depth of three: `describe!(&mut value, out)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __describe {
    ($value:expr, $out:expr) => {
        $crate::__describe!(
            @ $value, $out,
            |value, out| $crate::__describe!(
                @ value, out,
                |value, out| $crate::__describe!(@ value, out, $crate::rt::show::unseen, $crate::rt::show::unseen),
                |value, out| $crate::__describe!(@ value, out, $crate::rt::show::unseen, $crate::rt::show::unseen)
            ),
            |value, out| $crate::__describe!(
                @ value, out,
                |value, out| $crate::__describe!(@ value, out, $crate::rt::show::unseen, $crate::rt::show::unseen),
                |value, out| $crate::__describe!(@ value, out, $crate::rt::show::unseen, $crate::rt::show::unseen)
            )
        )
    };
    (@ $value:expr, $out:expr, $first:expr, $second:expr) => {{
        use $crate::rt::show::{
            ByBoth as _, ByContents as _, ByDebug as _, ByDisplay as _, ByFields as _, ByInput as _, ByItems as _, ByName as _,
        };
        (&&&&&&&&$crate::rt::show::Shown::new($value)).describe($out, $first, $second)
    }};
}

/// Shows the result of the call: `show!(&mut result)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __show {
    ($value:expr) => {
        $crate::__show!($value, "result", "")
    };
    ($value:expr, $item:expr, $name:expr) => {
        // A `match` keeps temporaries alive.
        match ::core::cell::RefCell::new($value) {
            value => $crate::rt::show::line($item, $name, &|out| {
                $crate::__describe!(&mut **value.borrow_mut(), out);
            }),
        }
    };
}

/// Shows the argument for the parameter with that name after the call: `after!("a", &mut a)`. Comes after `show!`, because the result may
/// borrow from the argument.
#[doc(hidden)]
#[macro_export]
macro_rules! __after {
    ($name:expr, $value:expr) => {
        $crate::__show!($value, "after", $name)
    };
}
