//! Counted pointers: `Rc` and `Arc`, which others may own and observe as well, and `Weak`, whose value may be gone.
#![expect(
    unsafe_code,
    reason = "clones that are kept alive would be a loop for the engine, whose bound no proof should depend on, and values that are gone have no `Drop`"
)]

use std::mem::MaybeUninit;
use std::rc::{self, Rc};
use std::sync::{self, Arc};

use super::Input;
use super::text::any_text;
use crate::rt::{
    Describe, Elements, Key, Restriction, any_spare, beyond, leak, native, shared_words, unchecked,
    variant,
};

/// Most other owners or observers in a native run.
const MAX_OTHERS: usize = 1 << 20;

/// The counts in front of a counted value: its owners, and its observers with one more for all owners. The standard library declares both
/// pointers with this layout (`repr(C)`); a test of this module checks it.
type Counts = [usize; 2];

/// The counts of the value at `value`, whose alignment is that of `A`.
#[inline]
fn counts_of<A>(value: *const A) -> *mut Counts {
    // The value stands behind the counts, at the next address with its alignment.
    let distance = const { size_of::<Counts>().next_multiple_of(align_of::<A>()) };
    value
        .cast_mut()
        .wrapping_byte_sub(distance)
        .cast::<Counts>()
}

/// The others that share a counted value: owners, and observers (`Weak`).
#[derive(Clone, Copy, Debug)]
struct Others {
    owners: usize,
    observers: usize,
}

impl Others {
    /// Those of the value under a key.
    #[inline]
    fn any(key: Key) -> Self {
        Self {
            owners: any_spare(key.child(1), MAX_OTHERS),
            observers: any_spare(key.child(2), MAX_OTHERS),
        }
    }

    #[inline]
    fn are_there(self) -> bool {
        (self.owners | self.observers) != 0
    }

    /// Has the value at `value`, which has one owner so far, shared with these.
    #[inline]
    fn share<A>(self, key: Key, value: *const A, restriction: Restriction) {
        let counts = counts_of(value);
        // Without the check for overflow, whose panic the engine would have to refute.
        let new = [self.owners.wrapping_add(1), self.observers.wrapping_add(1)];
        // SAFETY: the counts stand in front of a counted value, and nothing else uses them now.
        *unsafe { unchecked::exclusive(counts) } = new;
        shared_words(key, counts, restriction);
    }

    /// Describes the pointer that `pointer` describes, of the type at `path`, as shared with these.
    fn describe(self, path: &str, out: &mut Describe, pointer: impl FnOnce(&mut Describe)) {
        if !self.are_there() {
            return pointer(out);
        }
        out.made(pointer, |out| {
            out.kept(&format!("{path}::clone"), self.owners);
            out.kept(&format!("{path}::downgrade"), self.observers);
        });
    }
}

/// One of the others of each kind that there is, which stands for all of them until a native run is over.
struct Kept<O, W> {
    counts: *mut Counts,
    others: Others,
    /// Dropped after the counts are lowered to what these two account for.
    _owner: Option<O>,
    _observer: Option<W>,
}

impl<O, W> Kept<O, W> {
    fn new(counts: *mut Counts, others: Others, owner: O, observer: W) -> Self {
        Self {
            counts,
            others,
            _owner: (others.owners > 0).then_some(owner),
            _observer: (others.observers > 0).then_some(observer),
        }
    }
}

impl<O, W> Drop for Kept<O, W> {
    fn drop(&mut self) {
        // SAFETY: the owner or observer that is dropped next keeps the counts allocated, and no other reference to them is in use.
        let [owners, observers] = unsafe { unchecked::exclusive(self.counts) };
        *owners = owners.wrapping_sub(self.others.owners.saturating_sub(1));
        *observers = observers.wrapping_sub(self.others.observers.saturating_sub(1));
    }
}

/// A type whose counted pointers `P` are inputs: each input, and the trait objects of the crate under test, for whose counted pointers that crate
/// cannot implement [`Input`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an input of `cargo unroll`",
    label = "does not implement `unroll_test::Input`",
    note = "a type whose values may be any values of its fields can derive it: `#[derive(unroll_test::Input)]`"
)]
pub trait Pointee<P> {
    /// A pointer built from the leaves under `key`.
    fn pointer(key: Key) -> P;

    /// True if no value is built below `key`.
    fn is_pointer_too_deep(key: Key) -> bool;

    /// Describes a pointer.
    fn describe_pointer(pointer: &P, out: &mut Describe);

    /// Describes the pointer that `pointer(key)` gave just now.
    fn describe_new_pointer(pointer: &P, key: Key, out: &mut Describe);
}

/// Implements [`Input`] for a counted pointer and one that observes it, given the function that has it shared, and the restriction under which others
/// share it.
macro_rules! counted {
    ($($ty:ident, $path:literal, $weak:ty, $new_weak:literal, $share:ident, $restriction:ident;)*) => {$(
        /// The pointer, shared with the others under `key`. The alignment of its value is that of `A`.
        #[inline]
        fn $share<A, T: ?Sized>(key: Key, pointer: $ty<T>) -> $ty<T> {
            let others = Others::any(key);
            let value = $ty::as_ptr(&pointer).cast::<A>();
            if native() && others.are_there() {
                let (owner, observer) = ($ty::clone(&pointer), $ty::downgrade(&pointer));
                leak(Kept::new(counts_of(value), others, owner, observer));
            }
            others.share(key, value, Restriction::$restriction);
            pointer
        }

        impl<T: Input> Pointee<$ty<T>> for T {
            #[inline]
            fn pointer(key: Key) -> $ty<T> {
                $share::<T, T>(key, $ty::new(T::any(key.shared().child(0))))
            }

            #[inline]
            fn is_pointer_too_deep(key: Key) -> bool {
                T::is_too_deep(key)
            }

            fn describe_pointer(pointer: &$ty<T>, out: &mut Describe) {
                out.call(concat!($path, "::new"), |out| out.item(&**pointer));
            }

            fn describe_new_pointer(pointer: &$ty<T>, key: Key, out: &mut Describe) {
                Others::any(key).describe($path, out, |out| {
                    out.call(concat!($path, "::new"), |out| out.item_any(&**pointer, key.child(0)));
                });
            }
        }

        impl<T: Pointee<$ty<T>> + ?Sized> Input for $ty<T> {
            #[inline]
            fn any(key: Key) -> Self {
                T::pointer(key)
            }

            #[inline]
            fn is_too_deep(key: Key) -> bool {
                T::is_pointer_too_deep(key)
            }

            fn describe(&self, out: &mut Describe) {
                T::describe_pointer(self, out);
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                T::describe_new_pointer(self, key, out);
            }
        }

        impl Input for $ty<str> {
            #[inline]
            fn any(key: Key) -> Self {
                $share::<u8, str>(key, any_text(key.child(0)).into())
            }

            fn describe(&self, out: &mut Describe) {
                out.call(concat!($path, "::from"), |out| out.item(&&**self));
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                Others::any(key).describe($path, out, |out| self.describe(out));
            }
        }

        impl<T: Input> Input for $ty<[T]> {
            #[inline]
            fn any(key: Key) -> Self {
                $share::<T, [T]>(key, Elements::any(key.shared().child(0)).into_vec().into())
            }

            fn describe(&self, out: &mut Describe) {
                out.call(concat!($path, "::from"), |out| {
                    out.nested(|out| out.sequence("vec", self));
                });
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                Others::any(key).describe($path, out, |out| {
                    out.call(concat!($path, "::from"), |out| {
                        out.nested(|out| out.sequence_any("vec", self, key.child(0).child(1)));
                    });
                });
            }
        }

        /// It observes nothing, a value with owners, or one that is gone: what it was does not matter then.
        impl<T: Input> Input for $weak {
            #[inline]
            fn any(key: Key) -> Self {
                if T::is_too_deep(key) {
                    beyond();
                    return Self::new();
                }
                match variant(key.child(0), 3) {
                    0 => Self::new(),
                    1 => $ty::downgrade(leak($ty::any(key.child(1)))),
                    _ => {
                        let gone = $ty::downgrade(&$ty::new(MaybeUninit::<T>::uninit()));
                        // SAFETY: both types have the same layout, and the value has no owner left that could give it.
                        unsafe { Self::from_raw(gone.into_raw().cast::<T>()) }
                    }
                }
            }

            fn describe(&self, out: &mut Describe) {
                match self.upgrade() {
                    Some(owner) => downgraded($path, out, |out| out.item(&owner)),
                    None => out.call($new_weak, |_| ()),
                }
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                if let Some(owner) = self.upgrade() {
                    return downgraded($path, out, |out| out.item_any(&owner, key.child(1)));
                }
                if self.ptr_eq(&Self::new()) {
                    return out.call($new_weak, |_| ());
                }
                let key = key.child(1).child(0);
                out.call(concat!($path, "::downgrade"), |out| {
                    out.nested(|out| {
                        out.form("ref", |out| {
                            out.nested(|out| {
                                out.call(concat!($path, "::new"), |out| {
                                    out.item_any(&T::any(key), key);
                                });
                            });
                        });
                    });
                });
            }
        }
    )*};
}

/// Describes an observer of the value that `owner` describes the pointer to, of the type at `path`. The pointer is leaked, so that the value stays.
fn downgraded(path: &str, out: &mut Describe, owner: impl FnOnce(&mut Describe)) {
    out.call(&format!("{path}::downgrade"), |out| {
        out.nested(|out| {
            out.call("Box::leak", |out| out.nested(|out| out.form("box", owner)));
        });
    });
}

// Nothing else changes the counts of an `Rc` during a call, unless two inputs are the same one.
counted! {
    Rc, "std::rc::Rc", rc::Weak<T>, "std::rc::Weak::new", shared_here, Distinct;
    Arc, "std::sync::Arc", sync::Weak<T>, "std::sync::Weak::new", shared_with_threads, SingleThreaded;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts as the standard library reads them, for values of several alignments.
    #[test]
    fn counts_stand_in_front_of_the_value() {
        macro_rules! check {
            ($ty:ident, $value:expr, $align:ty) => {
                let pointer = $ty::new($value);
                let counts = counts_of($ty::as_ptr(&pointer).cast::<$align>());
                let (owner, observer) = ($ty::clone(&pointer), $ty::downgrade(&pointer));
                let others = Others {
                    owners: 5,
                    observers: 7,
                };
                let kept = Kept::new(counts, others, owner, observer);
                let value = $ty::as_ptr(&pointer).cast::<$align>();
                others.share(Key::param(0), value, Restriction::Distinct);
                assert_eq!($ty::strong_count(&pointer), 6);
                assert_eq!($ty::weak_count(&pointer), 7);
                drop(kept);
                assert_eq!(
                    ($ty::strong_count(&pointer), $ty::weak_count(&pointer)),
                    (1, 0)
                );
            };
        }
        #[repr(align(64))]
        struct Wide(#[expect(dead_code, reason = "it takes up space")] u8);
        check!(Rc, 1_u8, u8);
        check!(Rc, (), ());
        check!(Rc, 1_u128, u128);
        check!(Rc, Wide(1), Wide);
        check!(Arc, 1_u8, u8);
        check!(Arc, (), ());
        check!(Arc, 1_u128, u128);
        check!(Arc, Wide(1), Wide);
    }
}
