//! Thread locals whose values before the call are inputs.
#![expect(
    unsafe_code,
    reason = "a cell that stays borrowed is replaced, borrow and all"
)]

use std::cell::{Cell, RefCell};
use std::thread::LocalKey;

use super::emit;
use crate::input::Input;
use crate::rt::{Key, native, unchecked};

/// Types of thread locals that tests can set: cells, every byte of which may change behind a shared reference.
pub trait Local: Input + 'static {}

impl<T: Input + Copy + 'static> Local for Cell<T> {}
impl<T: Input + 'static> Local for RefCell<T> {}

/// Gives a thread local the value under `key`.
#[inline]
pub fn set_local<T: Local>(local: &'static LocalKey<T>, key: Key) {
    let value = T::any(key);
    local.with(|cell| {
        let place = std::ptr::from_ref(cell).cast_mut();
        // SAFETY: nothing but this thread refers to the cell, and the runs before have ended: the guards of their loans were forgotten.
        let before = std::mem::replace(unsafe { unchecked::exclusive(place) }, value);
        // The engine has one run, in which the initial value is forgotten.
        if native() {
            drop(before);
        } else {
            std::mem::forget(before);
        }
    });
}

/// Shows the value under `key` of the thread local `name` before the call.
pub fn local<T: Local>(name: &str, local: &'static LocalKey<T>, key: Key) {
    local.with(|cell| emit("local", name, &|out| cell.describe_any(key, out)));
}
