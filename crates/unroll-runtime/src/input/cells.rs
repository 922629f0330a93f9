//! Cells, locks and atomics: inputs that change behind a shared reference.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, OnceLock, RwLock, atomic};

use super::Input;
use crate::rt::{Describe, Key, Restriction, restricted};

impl<T: Input + Copy> Input for Cell<T> {
    #[inline]
    fn any(key: Key) -> Self {
        restricted(key, Restriction::Distinct);
        Self::new(T::any(key))
    }

    #[inline]
    fn is_too_deep(key: Key) -> bool {
        T::is_too_deep(key)
    }

    fn describe(&self, out: &mut Describe) {
        out.call("std::cell::Cell::new", |out| out.item(&self.get()));
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.call("std::cell::Cell::new", |out| out.item_any(&self.get(), key));
    }
}

/// Implements [`Input`] for a cell whose contents may be lent or locked away.
macro_rules! lent {
    ($($ty:ident, $path:literal, $look:ident;)*) => {$(
        impl<T: Input> Input for $ty<T> {
            #[inline]
            fn any(key: Key) -> Self {
                restricted(key, Restriction::Unborrowed);
                Self::new(T::any(key))
            }

            #[inline]
            fn is_too_deep(key: Key) -> bool {
                T::is_too_deep(key)
            }

            fn describe(&self, out: &mut Describe) {
                match self.$look() {
                    Ok(value) => out.call(concat!($path, "::new"), |out| out.item(&*value)),
                    Err(_) => out.opaque::<Self>(),
                }
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                match self.$look() {
                    Ok(value) => out.call(concat!($path, "::new"), |out| out.item_any(&*value, key)),
                    Err(_) => out.opaque::<Self>(),
                }
            }
        }
    )*};
}

lent! {
    RefCell, "std::cell::RefCell", try_borrow;
    Mutex, "std::sync::Mutex", try_lock;
    RwLock, "std::sync::RwLock", try_read;
}

/// Implements [`Input`] for a cell that is written to once, with the restriction under which others see it. Its leaves are those of an
/// `Option`.
macro_rules! once {
    ($($ty:ident, $path:literal, $restriction:ident;)*) => {$(
        impl<T: Input> Input for $ty<T> {
            #[inline]
            fn any(key: Key) -> Self {
                restricted(key, Restriction::$restriction);
                match Option::<T>::any(key) {
                    Some(value) => Self::from(value),
                    None => Self::new(),
                }
            }

            fn describe(&self, out: &mut Describe) {
                match self.get() {
                    Some(value) => out.call_of(concat!($path, "::from"), value),
                    None => out.call(concat!($path, "::new"), |_| ()),
                }
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                match self.get() {
                    Some(value) => out.call(concat!($path, "::from"), |out| {
                        out.item_any(value, key.child(1).child(0));
                    }),
                    None => out.call(concat!($path, "::new"), |_| ()),
                }
            }
        }
    )*};
}

once! {
    OnceCell, "std::cell::OnceCell", Distinct;
    OnceLock, "std::sync::OnceLock", SingleThreaded;
}

/// Implements [`Input`] for atomics.
macro_rules! atomics {
    ($($ty:ident of $inner:ident;)*) => {$(
        impl Input for atomic::$ty {
            #[inline]
            fn any(key: Key) -> Self {
                restricted(key, Restriction::SingleThreaded);
                Self::new($inner::any(key))
            }

            fn describe(&self, out: &mut Describe) {
                let path = concat!("std::sync::atomic::", stringify!($ty), "::new");
                out.call_of(path, &self.load(Relaxed));
            }
        }
    )*};
}

atomics! {
    AtomicBool of bool;
    AtomicU8 of u8;
    AtomicU16 of u16;
    AtomicU32 of u32;
    AtomicU64 of u64;
    AtomicUsize of usize;
    AtomicI8 of i8;
    AtomicI16 of i16;
    AtomicI32 of i32;
    AtomicI64 of i64;
    AtomicIsize of isize;
}
