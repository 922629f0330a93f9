//! Cells, locks and atomics: inputs that change behind a shared reference.
#![expect(
    unsafe_code,
    reason = "the contents of a cell that stays borrowed are described without borrowing it once more"
)]

use std::cell::{Cell, OnceCell, RefCell};
use std::mem::forget;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, OnceLock, RwLock, atomic};

use super::Input;
use crate::rt::{Describe, Key, Restriction, any_spare, changes, restricted};

impl<T: Input + Copy> Input for Cell<T> {
    #[inline]
    fn any(key: Key) -> Self {
        changes(key, Restriction::Distinct);
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

/// Most loans of a `RefCell` in a case: none, a shared one, an exclusive one.
const MAX_LOAN: usize = 2;

/// A cell may be borrowed by the caller while the function runs. A guard that is forgotten stands for that.
impl<T: Input> Input for RefCell<T> {
    #[inline]
    fn any(key: Key) -> Self {
        changes(key, Restriction::Distinct);
        let cell = Self::new(T::any(key.child(0)));
        match any_spare(key.child(1), MAX_LOAN) {
            0 => {}
            1 => forget(cell.try_borrow()),
            _ => forget(cell.try_borrow_mut()),
        }
        cell
    }

    #[inline]
    fn is_too_deep(key: Key) -> bool {
        T::is_too_deep(key)
    }

    fn describe(&self, out: &mut Describe) {
        match self.try_borrow() {
            Ok(value) => out.call("std::cell::RefCell::new", |out| out.item(&*value)),
            Err(_) => out.opaque::<Self>(),
        }
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let loan = any_spare(key.child(1), MAX_LOAN);
        // SAFETY: the cell was just built, so that its guard is the one that was forgotten there and nothing else refers to the contents.
        let value = unsafe { &*self.as_ptr() };
        let new = |out: &mut Describe| {
            out.call("std::cell::RefCell::new", |out| {
                out.item_any(value, key.child(0));
            });
        };
        match loan {
            0 => new(out),
            1 => out.made(new, |out| out.lent("std::cell::RefCell::borrow")),
            _ => out.made(new, |out| out.lent("std::cell::RefCell::borrow_mut")),
        }
    }
}

/// Implements [`Input`] for a lock whose contents may be locked away.
macro_rules! locked {
    ($($ty:ident, $path:literal, $look:ident;)*) => {$(
        impl<T: Input> Input for $ty<T> {
            #[inline]
            fn any(key: Key) -> Self {
                restricted(key, Restriction::Unlocked);
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

locked! {
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
                changes(key, Restriction::$restriction);
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
                changes(key, Restriction::SingleThreaded);
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
