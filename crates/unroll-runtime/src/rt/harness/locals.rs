//! Statics and thread locals whose values before the call are inputs.
#![expect(
    unsafe_code,
    reason = "a cell that stays borrowed is replaced, borrow and all"
)]

use std::cell::{Cell, RefCell};
use std::sync::atomic::{self, Ordering::Relaxed};
use std::sync::{Mutex, RwLock};
use std::thread::LocalKey;

use super::emit;
use crate::input::Input;
use crate::rt::{Describe, Key, Restriction, native, shared_words, unchecked};

/// Places with static lifetime that tests can set.
pub trait Local {
    /// Gives it the value under `key`.
    fn set_any(&'static self, key: Key);

    /// Writes the value under `key` that it was given.
    fn describe_given(&'static self, key: Key, out: &mut Describe);

    /// True if tests can assert its value after the call.
    const IS_ASSERTED: bool;

    /// Writes its present value.
    fn describe_left(&'static self, out: &mut Describe);
}

/// Cells, every byte of which may change behind a shared reference.
pub trait LocalCell: Input + 'static {}

impl<T: Input + Copy + 'static> LocalCell for Cell<T> {}
impl<T: Input + 'static> LocalCell for RefCell<T> {}

impl<T: LocalCell> Local for LocalKey<T> {
    #[inline]
    fn set_any(&'static self, key: Key) {
        let value = T::any(key);
        self.with(|cell| put(cell, value));
    }

    fn describe_given(&'static self, key: Key, out: &mut Describe) {
        self.with(|cell| cell.describe_any(key, out));
    }

    const IS_ASSERTED: bool = false;

    fn describe_left(&'static self, out: &mut Describe) {
        self.with(|cell| cell.describe(out));
    }
}

/// Puts a value in place of one that changes behind shared references, guards and all.
#[inline]
fn put<T>(place: &T, value: T) {
    let place = std::ptr::from_ref(place).cast_mut();
    // SAFETY: between runs nothing but this thread refers to the place, and every byte of it may change. Guards of the runs before are gone or were
    // forgotten.
    let before = std::mem::replace(unsafe { unchecked::exclusive(place) }, value);
    // The engine has one run, in which the initial value is forgotten.
    if native() {
        drop(before);
    } else {
        std::mem::forget(before);
    }
}

/// Implements [`Local`] for locks.
macro_rules! locks {
    ($($ty:ident)*) => {$(
        impl<T: Input> Local for $ty<T> {
            #[inline]
            fn set_any(&'static self, key: Key) {
                put(self, Self::any(key));
                // Other threads may take it, and change what is in it, whenever it is free.
                shared_words(key, std::ptr::from_ref(self), Restriction::Unlocked);
            }

            fn describe_given(&'static self, key: Key, out: &mut Describe) {
                // Building the arguments may have changed it since.
                Self::any(key).describe_any(key, out);
            }

            const IS_ASSERTED: bool = true;

            fn describe_left(&'static self, out: &mut Describe) {
                self.describe(out);
            }
        }
    )*};
}

locks! { Mutex RwLock }

/// Implements [`Local`] for atomics.
macro_rules! atomics {
    ($($ty:ident of $inner:ident;)*) => {$(
        impl Local for atomic::$ty {
            #[inline]
            fn set_any(&'static self, key: Key) {
                // Other threads may change it between two reads.
                shared_words(key, std::ptr::from_ref(self), Restriction::SingleThreaded);
                self.store($inner::any(key), Relaxed);
            }

            fn describe_given(&'static self, key: Key, out: &mut Describe) {
                // Building the arguments may have changed it since.
                Self::new($inner::any(key)).describe(out);
            }

            const IS_ASSERTED: bool = true;

            fn describe_left(&'static self, out: &mut Describe) {
                self.describe(out);
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

/// Gives a static the value under `key`.
#[inline]
pub fn set_local<T: Local>(local: &'static T, key: Key) {
    local.set_any(key);
}

/// Shows the value under `key` of the static `name` before the call.
pub fn local<T: Local>(name: &str, local: &'static T, key: Key) {
    emit("local", name, &|out| local.describe_given(key, out));
}

/// Shows the value of the static `name` after the call, where tests can assert it.
pub fn local_after<T: Local>(name: &str, local: &'static T) {
    if T::IS_ASSERTED {
        emit("local-after", name, &|out| local.describe_left(out));
    }
}
