//! References and boxes: the leaves are those of what they point to.

use std::borrow::Cow;

use super::Input;
use super::text::any_text;
use crate::rt::{Describe, Elements, Key, leak, variant};

mod objects;

impl<T: Input> Input for &T {
    #[inline]
    fn any(key: Key) -> Self {
        leak(T::any(key.shared()))
    }

    #[inline]
    fn is_too_deep(key: Key) -> bool {
        T::is_too_deep(key)
    }

    fn describe(&self, out: &mut Describe) {
        out.form("ref", |out| out.item(*self));
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.form("ref", |out| out.item_any(*self, key));
    }
}

impl<T: Input> Input for &mut T {
    #[inline]
    fn any(key: Key) -> Self {
        leak(T::any(key))
    }

    #[inline]
    fn is_too_deep(key: Key) -> bool {
        T::is_too_deep(key)
    }

    fn describe(&self, out: &mut Describe) {
        out.form("mut", |out| out.item(&**self));
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.form("mut", |out| out.item_any(&**self, key));
    }
}

impl<T: Input> Input for Box<T> {
    #[inline]
    fn any(key: Key) -> Self {
        Box::new(T::any(key))
    }

    #[inline]
    fn is_too_deep(key: Key) -> bool {
        T::is_too_deep(key)
    }

    fn describe(&self, out: &mut Describe) {
        out.form("box", |out| out.item(&**self));
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.form("box", |out| out.item_any(&**self, key));
    }
}

impl Input for Box<str> {
    #[inline]
    fn any(key: Key) -> Self {
        any_text(key).into_boxed_str()
    }

    fn describe(&self, out: &mut Describe) {
        out.call("Box::from", |out| out.item(&&**self));
    }
}

impl<T: Input> Input for Box<[T]> {
    #[inline]
    fn any(key: Key) -> Self {
        Elements::any(key).into_vec().into_boxed_slice()
    }

    fn describe(&self, out: &mut Describe) {
        out.method("into_boxed_slice", |out| {
            out.nested(|out| out.sequence("vec", self));
        });
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.method("into_boxed_slice", |out| {
            out.nested(|out| out.sequence_any("vec", self, key.child(1)));
        });
    }
}

impl<'a, B> Input for Cow<'a, B>
where
    B: ToOwned<Owned: Input> + ?Sized,
    &'a B: Input,
{
    #[inline]
    fn any(key: Key) -> Self {
        match variant(key.child(0), 2) {
            0 => Self::Borrowed(Input::any(key.child(1).child(0))),
            _ => Self::Owned(Input::any(key.child(1).child(0))),
        }
    }

    fn describe(&self, out: &mut Describe) {
        match self {
            Self::Borrowed(value) => {
                out.tuple_structure("std::borrow::Cow::Borrowed", |out| out.item(value));
            }
            Self::Owned(value) => {
                out.tuple_structure("std::borrow::Cow::Owned", |out| out.item(value));
            }
        }
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let key = key.child(1).child(0);
        match self {
            Self::Borrowed(value) => {
                out.tuple_structure("std::borrow::Cow::Borrowed", |out| out.item_any(value, key));
            }
            Self::Owned(value) => {
                out.tuple_structure("std::borrow::Cow::Owned", |out| out.item_any(value, key));
            }
        }
    }
}
