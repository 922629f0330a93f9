//! Cells, locks and atomics: inputs that change behind a shared reference.
#![expect(
    unsafe_code,
    reason = "the contents of a cell that stays borrowed are described without borrowing it once more, and locks are poisoned without a panic"
)]

use std::cell::{Cell, OnceCell, RefCell};
use std::mem::{MaybeUninit, forget};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, OnceLock, RwLock, TryLockError, atomic};

use super::Input;
use crate::rt::{Describe, Key, Restriction, any_spare, changes, restricted, unchecked};

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

/// Implements [`Input`] for a lock, given the functions that try and that take the guard to write. A panic of one that had it may have poisoned the
/// lock. None is held, since a function that waits for it would never end.
macro_rules! locks {
    ($($ty:ident, $path:literal, $look:ident, $take:literal;)*) => {$(
        impl<T> Poison for $ty<T> {
            #[inline]
            fn flag() -> Option<usize> {
                let mut lock = MaybeUninit::<$ty<()>>::uninit();
                let bytes = (&raw mut lock).cast::<u8>();
                // SAFETY: the bytes are those of the variable, which nothing else refers to. All that is done with it is to clear its flag.
                unsafe {
                    bytes.write_bytes(1, size_of::<$ty<()>>());
                    unchecked::shared(lock.as_ptr()).clear_poison();
                }
                // SAFETY: as above.
                let is_clear = |at: &usize| *unsafe { unchecked::shared(bytes.wrapping_add(*at)) } == 0;
                (0..size_of::<$ty<()>>()).find(is_clear)
            }
        }

        impl<T: Input> Input for $ty<T> {
            #[inline]
            fn any(key: Key) -> Self {
                restricted(key, Restriction::Unlocked);
                let mut lock = Self::new(T::any(key.child(0)));
                if any_spare(key.child(1), 1) != 0 {
                    lock.poison();
                }
                lock
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
                let value = match self.$look() {
                    Ok(value) => value,
                    Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                    Err(TryLockError::WouldBlock) => return out.opaque::<Self>(),
                };
                let new = |out: &mut Describe| {
                    out.call(concat!($path, "::new"), |out| out.item_any(&*value, key.child(0)));
                };
                if self.is_poisoned() {
                    out.made(new, |out| out.poisoned(concat!($path, "::", $take)));
                } else {
                    new(out);
                }
            }
        }
    )*};
}

locks! {
    Mutex, "std::sync::Mutex", try_lock, "lock";
    RwLock, "std::sync::RwLock", try_read, "write";
}

/// Locks that are poisoned where a panic unwinds past a guard. The engine would have to follow it.
trait Poison: Sized {
    /// The byte that says so, which the function that clears it shows. It stands at the same distance from the start in locks of all types, because the
    /// contents come last.
    fn flag() -> Option<usize>;

    /// Poisons it.
    #[inline]
    fn poison(&mut self) {
        if let Some(flag) = Self::flag() {
            let bytes = std::ptr::from_mut(self).cast::<u8>();
            // SAFETY: the byte is one of the lock's, an atomic `bool`.
            *unsafe { unchecked::exclusive(bytes.wrapping_add(flag)) } = 1;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The flag as the standard library reads it, in locks of several alignments.
    #[test]
    fn locks_are_poisoned_without_a_panic() {
        macro_rules! check {
            ($ty:ident, $take:ident, $value:expr) => {
                let mut lock = $ty::new($value);
                assert!(!lock.is_poisoned());
                lock.poison();
                assert!(lock.is_poisoned());
                let poisoned = lock.$take().err().map(|it| it.into_inner());
                assert_eq!(poisoned.as_deref(), Some(&$value));
                drop(poisoned);
                lock.clear_poison();
                assert!(lock.$take().is_ok_and(|value| *value == $value));
            };
        }
        #[derive(Debug, PartialEq)]
        #[repr(align(64))]
        struct Wide(u8);
        check!(Mutex, lock, 1_u8);
        check!(Mutex, lock, ());
        check!(Mutex, lock, 1_u128);
        check!(Mutex, lock, Wide(1));
        check!(Mutex, lock, Some(true));
        check!(RwLock, write, 1_u8);
        check!(RwLock, write, ());
        check!(RwLock, read, 1_u128);
        check!(RwLock, write, Wide(1));
        check!(RwLock, read, Some(String::new()));
    }
}
