//! Pointers to trait objects of the standard library, wherever they stand in an input.
//!
//! In: a `Box<dyn Trait>`, `&mut dyn Trait` and the like for iterators, readers, writers and closures. Out: one of them with a value of one
//! type behind it, described as this value, which turns into the object by itself. Others may be behind such a pointer for other
//! callers, so the value is built under a restriction; closures have a cut for each call instead.

use std::io::{BufRead, Cursor, Read, Write};
use std::vec;

use crate::input::Input;
use crate::rt::{Constant, Describe, Function, Key, Restriction, leak, restricted};

/// Implements [`Input`] for a pointer type: how it is made of a value of the type behind it, and the form of its description.
macro_rules! pointer {
    ([$($params:tt)*] $pointer:ty, $held:ty, $point:expr, $form:literal) => {
        #[diagnostic::do_not_recommend]
        impl<$($params)*> Input for $pointer {
            #[inline]
            fn any(key: Key) -> Self {
                restricted(key, Restriction::Implementation);
                $point(<$held as Input>::any(key))
            }

            #[inline]
            fn is_too_deep(key: Key) -> bool {
                <$held as Input>::is_too_deep(key)
            }

            fn describe(&self, out: &mut Describe) {
                out.opaque::<Self>();
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                out.form($form, |out| out.item_any(&<$held as Input>::any(key), key));
            }
        }
    };
}

/// Implements [`Input`] for boxes and unique references of objects: the object, and the type behind it.
macro_rules! objects {
    ($([$($params:tt)*] $object:ty, $held:ty;)*) => {$(
        pointer!(['a, $($params)*] Box<$object>, $held, Box::new, "box");
        pointer!(['a, $($params)*] &'a mut $object, $held, leak, "mut");
    )*};
}

objects! {
    [T: Input + 'a] dyn Iterator<Item = T> + 'a, vec::IntoIter<T>;
    [T: Input + Send + 'a] dyn Iterator<Item = T> + Send + 'a, vec::IntoIter<T>;
    [T: Input + 'a] dyn DoubleEndedIterator<Item = T> + 'a, vec::IntoIter<T>;
    [T: Input + 'a] dyn ExactSizeIterator<Item = T> + 'a, vec::IntoIter<T>;
    [] dyn Read + 'a, Cursor<Vec<u8>>;
    [] dyn Read + Send + 'a, Cursor<Vec<u8>>;
    [] dyn BufRead + 'a, Cursor<Vec<u8>>;
    [] dyn BufRead + Send + 'a, Cursor<Vec<u8>>;
    [] dyn Write + 'a, Vec<u8>;
    [] dyn Write + Send + 'a, Vec<u8>;
}

/// A cursor at its beginning.
impl<T: Input> Input for Cursor<T> {
    #[inline]
    fn any(key: Key) -> Self {
        restricted(key, Restriction::Unconsumed);
        Self::new(T::any(key))
    }

    fn describe(&self, out: &mut Describe) {
        if self.position() == 0 {
            out.call("std::io::Cursor::new", |out| out.item(self.get_ref()));
        } else {
            out.opaque::<Self>();
        }
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.call("std::io::Cursor::new", |out| {
            out.item_any(self.get_ref(), key);
        });
    }
}

/// Implements [`Input`] for a pointer to closures with parameters of these types.
macro_rules! closure {
    ($count:literal, [$extra:path] $pointer:ty, $point:expr, $form:literal, $($param:ident: $ty:ident),*) => {
        #[diagnostic::do_not_recommend]
        impl<'a, $($ty: Input + PartialEq + $extra + 'a,)* R: Input + Clone + $extra + 'a> Input for $pointer {
            #[inline]
            fn any(key: Key) -> Self {
                let function = Function::<'a, $count, ($($ty,)*), R>::any(key);
                $point(move |$($param: $ty),*| function.call(($($param,)*)))
            }

            fn describe(&self, out: &mut Describe) {
                out.opaque::<Self>();
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                let function = Function::<'a, $count, ($($ty,)*), R>::any(key);
                out.form($form, |out| out.item_any(&function, key));
            }
        }
    };
}

/// Implements [`Input`] for pointers to closures with parameters of these types.
macro_rules! closures {
    ($($count:literal, $($param:ident: $ty:ident),*;)*) => {$(
        closure!($count, [Sized] Box<dyn Fn($($ty),*) -> R + 'a>, Box::new, "box", $($param: $ty),*);
        closure!($count, [Sync] Box<dyn Fn($($ty),*) -> R + Send + 'a>, Box::new, "box", $($param: $ty),*);
        closure!($count, [Sync] Box<dyn Fn($($ty),*) -> R + Send + Sync + 'a>, Box::new, "box", $($param: $ty),*);
        closure!($count, [Sized] Box<dyn FnMut($($ty),*) -> R + 'a>, Box::new, "box", $($param: $ty),*);
        closure!($count, [Sized] Box<dyn FnOnce($($ty),*) -> R + 'a>, Box::new, "box", $($param: $ty),*);
        closure!($count, [Sized] &'a (dyn Fn($($ty),*) -> R + 'a), leak, "ref", $($param: $ty),*);
        closure!($count, [Sized] &'a mut (dyn FnMut($($ty),*) -> R + 'a), leak, "mut", $($param: $ty),*);
    )*};
}

closures! {
    1, first: A;
    2, first: A, second: B;
    3, first: A, second: B, third: C;
}

/// Implements [`Input`] for pointers to closures that always return the same: those without parameters, and those with references, which may live shorter
/// than any entry of a table.
macro_rules! constants {
    ($($(#[$attr:meta])? $count:literal, [$($ty:ident),*] $object:ty;)*) => {$(
        constants!(@pointer $(#[$attr])? $count, [$($ty),*] Box<$object>, Box::new, "box");
        constants!(@pointer $(#[$attr])? $count, [$($ty),*] &'a $object, leak, "ref");
    )*};
    (@pointer $(#[$attr:meta])? $count:literal, [$($ty:ident),*] $pointer:ty, $point:expr, $form:literal) => {
        $(#[$attr])?
        #[diagnostic::do_not_recommend]
        impl<'a, $($ty: ?Sized + 'a,)* R: Input + Clone + 'a> Input for $pointer {
            #[inline]
            fn any(key: Key) -> Self {
                let function = Constant::<'a, $count, (), R>::any(key);
                $point(move |$(_: &$ty),*| function.call(()))
            }

            fn describe(&self, out: &mut Describe) {
                out.opaque::<Self>();
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                let function = Constant::<'a, $count, (), R>::any(key);
                out.form($form, |out| out.item_any(&function, key));
            }
        }
    };
}

constants! {
    0, [] dyn Fn() -> R + 'a;
    #[expect(coherence_leak_check, reason = "no closure for one type is one for references of every lifetime")]
    1, [A] dyn Fn(&A) -> R + 'a;
    #[expect(coherence_leak_check, reason = "no closure for one type is one for references of every lifetime")]
    2, [A, B] dyn Fn(&A, &B) -> R + 'a;
}
