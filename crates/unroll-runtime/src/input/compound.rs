//! Tuples and the enums of the standard library.

use std::cmp::Ordering;
use std::ops::Bound;

use super::Input;
use crate::rt::{Describe, Key, beyond, variant};

impl Input for () {
    #[inline]
    fn any(_key: Key) -> Self {}

    fn describe(&self, out: &mut Describe) {
        out.form("tuple", |_| ());
    }
}

/// Implements [`Input`] for a tuple.
macro_rules! tuple {
    ($($ty:ident $index:tt),*) => {
        impl<$($ty: Input),*> Input for ($($ty,)*) {
            #[inline]
            fn any(key: Key) -> Self {
                ($($ty::any(key.child($index)),)*)
            }

            #[inline]
            fn is_too_deep(key: Key) -> bool {
                $($ty::is_too_deep(key))||*
            }

            fn describe(&self, out: &mut Describe) {
                out.form("tuple", |out| {
                    $(out.item(&self.$index);)*
                });
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                out.form("tuple", |out| {
                    $(out.item_any(&self.$index, key.child($index));)*
                });
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);

impl<T: Input> Input for Option<T> {
    #[inline]
    fn any(key: Key) -> Self {
        if T::is_too_deep(key) {
            beyond();
            return None;
        }
        match variant(key.child(0), 2) {
            0 => None,
            _ => Some(T::any(key.child(1).child(0))),
        }
    }

    fn describe(&self, out: &mut Describe) {
        match self {
            None => out.form("none", |_| ()),
            Some(value) => out.form("some", |out| out.item(value)),
        }
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        match self {
            None => out.form("none", |_| ()),
            Some(value) => out.form("some", |out| out.item_any(value, key.child(1).child(0))),
        }
    }
}

impl<T: Input, E: Input> Input for Result<T, E> {
    #[inline]
    fn any(key: Key) -> Self {
        let is_ok = match (T::is_too_deep(key), E::is_too_deep(key)) {
            (false, false) | (true, true) => variant(key.child(0), 2) == 0,
            (is_err, _) => {
                beyond();
                !is_err
            }
        };
        if is_ok {
            Ok(T::any(key.child(1).child(0)))
        } else {
            Err(E::any(key.child(1).child(0)))
        }
    }

    #[inline]
    fn is_too_deep(key: Key) -> bool {
        T::is_too_deep(key) && E::is_too_deep(key)
    }

    fn describe(&self, out: &mut Describe) {
        match self {
            Ok(value) => out.form("ok", |out| out.item(value)),
            Err(error) => out.form("err", |out| out.item(error)),
        }
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let key = key.child(1).child(0);
        match self {
            Ok(value) => out.form("ok", |out| out.item_any(value, key)),
            Err(error) => out.form("err", |out| out.item_any(error, key)),
        }
    }
}

impl Input for Ordering {
    #[inline]
    fn any(key: Key) -> Self {
        match variant(key.child(0), 3) {
            0 => Self::Less,
            1 => Self::Equal,
            _ => Self::Greater,
        }
    }

    fn describe(&self, out: &mut Describe) {
        out.unit_structure(match self {
            Self::Less => "core::cmp::Ordering::Less",
            Self::Equal => "core::cmp::Ordering::Equal",
            Self::Greater => "core::cmp::Ordering::Greater",
        });
    }
}

impl<T: Input> Input for Bound<T> {
    #[inline]
    fn any(key: Key) -> Self {
        match variant(key.child(0), 3) {
            0 => Self::Included(T::any(key.child(1).child(0))),
            1 => Self::Excluded(T::any(key.child(1).child(0))),
            _ => Self::Unbounded,
        }
    }

    fn describe(&self, out: &mut Describe) {
        match self {
            Self::Included(end) => {
                out.tuple_structure("std::ops::Bound::Included", |out| out.item(end));
            }
            Self::Excluded(end) => {
                out.tuple_structure("std::ops::Bound::Excluded", |out| out.item(end));
            }
            Self::Unbounded => out.unit_structure("std::ops::Bound::Unbounded"),
        }
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let (name, end) = match self {
            Self::Included(end) => ("std::ops::Bound::Included", end),
            Self::Excluded(end) => ("std::ops::Bound::Excluded", end),
            Self::Unbounded => return self.describe(out),
        };
        out.tuple_structure(name, |out| out.item_any(end, key.child(1).child(0)));
    }
}
