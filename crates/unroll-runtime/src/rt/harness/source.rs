//! Values for parameters whose types have no `Input`: a type of a dependency cannot get it in the crate under analysis.
//!
//! `Source::<T>::NEW` gives an input of `T` if there is one, and else the value of `Default`. The compiler finds out which of both by autoref:
//! it takes [`ByInput`] where `T` has `Input`, and borrows once more for [`ByDefault`] where it has not.
//!
//! **Invariant:** a default value is built as by a call, so that nothing is said to be unreachable for other values.

use std::fmt;
use std::marker::PhantomData;

use super::{emit, leak};
use crate::Input;
use crate::rt::Key;
use crate::rt::describe::Describe;
use crate::rt::probes::built;

/// Where a value of `T` comes from.
pub struct Source<T>(PhantomData<T>);

impl<T> Source<T> {
    /// The only one.
    pub const NEW: Self = Self(PhantomData);
}

impl<T> fmt::Debug for Source<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Source")
    }
}

/// A value from leaves.
pub trait ByInput<T> {
    /// The value under `key`.
    fn any(&self, key: Key) -> T;

    /// Describes what [`ByInput::any`] gave just now.
    fn describe(&self, value: &T, key: Key, out: &mut Describe);
}

impl<T: Input> ByInput<T> for Source<T> {
    #[inline]
    fn any(&self, key: Key) -> T {
        T::any(key)
    }

    fn describe(&self, value: &T, key: Key, out: &mut Describe) {
        value.describe_any(key, out);
    }
}

/// The value of `Default`.
pub trait ByDefault<T> {
    /// The value.
    fn any(&self, key: Key) -> T;

    /// Describes it.
    fn describe(&self, value: &T, key: Key, out: &mut Describe);
}

impl<T: Default> ByDefault<T> for &Source<T> {
    #[inline]
    fn any(&self, _key: Key) -> T {
        built(T::default)
    }

    fn describe(&self, _value: &T, _key: Key, out: &mut Describe) {
        out.call("Default::default", |_| ());
    }
}

/// A reference to `value` for the rest of the run.
#[inline]
pub fn lent<'a, T: 'a>(value: T) -> &'a mut T {
    leak(value)
}

/// Describes a reference: `inner` describes what is behind it.
pub fn describe_lent(is_mut: bool, out: &mut Describe, inner: impl FnOnce(&mut Describe)) {
    let head = if is_mut { "mut" } else { "ref" };
    out.form(head, |out| out.nested(inner));
}

/// Shows the argument for parameter `name` before the call.
pub fn arg_by(name: &str, describe: impl Fn(&mut Describe)) {
    emit("arg", name, &describe);
}
