//! Thin types around numbers and other values: ranges, `NonZero`, `Wrapping`, `Reverse`, `Duration` and the like.

use std::cmp::Reverse;
use std::hash::{BuildHasherDefault, DefaultHasher, RandomState};
use std::marker::PhantomData;
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::time::{Duration, SystemTime};

use super::Input;
use crate::rt::{Describe, Key, LeafKind, any, any_spare};

/// Implements [`Input`] for tuple structs with one public field.
macro_rules! around {
    ($($ty:ident, $path:literal;)*) => {$(
        impl<T: Input> Input for $ty<T> {
            #[inline]
            fn any(key: Key) -> Self {
                Self(T::any(key))
            }

            #[inline]
            fn is_too_deep(key: Key) -> bool {
                T::is_too_deep(key)
            }

            fn describe(&self, out: &mut Describe) {
                out.tuple_structure($path, |out| out.item(&self.0));
            }

            fn describe_any(&self, key: Key, out: &mut Describe) {
                out.tuple_structure($path, |out| out.item_any(&self.0, key));
            }
        }
    )*};
}

around! {
    Wrapping, "std::num::Wrapping";
    Saturating, "std::num::Saturating";
    Reverse, "std::cmp::Reverse";
}

/// Implements [`Input`] for integers that are not zero: where the leaf is zero, the input is one.
macro_rules! nonzero {
    ($($ty:ident as $name:literal;)*) => {$(
        impl Input for NonZero<$ty> {
            #[inline]
            fn any(key: Key) -> Self {
                const ONE: NonZero<$ty> = match NonZero::new(1) {
                    Some(one) => one,
                    None => unreachable!(),
                };
                NonZero::new($ty::any(key)).unwrap_or(ONE)
            }

            fn describe(&self, out: &mut Describe) {
                let new = concat!("std::num::", $name, "::new");
                out.unwrapped_call_of(new, &self.get());
            }
        }
    )*};
}

nonzero! {
    u8 as "NonZeroU8";
    u16 as "NonZeroU16";
    u32 as "NonZeroU32";
    u64 as "NonZeroU64";
    u128 as "NonZeroU128";
    usize as "NonZeroUsize";
    i8 as "NonZeroI8";
    i16 as "NonZeroI16";
    i32 as "NonZeroI32";
    i64 as "NonZeroI64";
    i128 as "NonZeroI128";
    isize as "NonZeroIsize";
}

impl<T> Input for PhantomData<T> {
    #[inline]
    fn any(_key: Key) -> Self {
        Self
    }

    fn describe(&self, out: &mut Describe) {
        out.unit_structure("std::marker::PhantomData");
    }
}

/// One less than the nanoseconds of a second.
const MAX_NANOS: u64 = 999_999_999;

impl Input for Duration {
    #[inline]
    fn any(key: Key) -> Self {
        let nanos = any(key.child(1), LeafKind::Unsigned, MAX_NANOS) as u32;
        Self::new(u64::any(key.child(0)), nanos)
    }

    fn describe(&self, out: &mut Describe) {
        if self.subsec_nanos() == 0 {
            out.call("std::time::Duration::from_secs", |out| {
                out.item(&self.as_secs());
            });
        } else {
            out.call("std::time::Duration::new", |out| {
                out.item(&self.as_secs());
                out.item(&self.subsec_nanos());
            });
        }
    }
}

/// Before or after the epoch by any seconds that the system can tell; where it cannot, the epoch.
impl Input for SystemTime {
    #[inline]
    fn any(key: Key) -> Self {
        let seconds = i64::any(key.child(0));
        let nanos = any(key.child(1), LeafKind::Unsigned, MAX_NANOS) as u32;
        let whole = Duration::from_secs(seconds.unsigned_abs());
        let second = if seconds < 0 {
            Self::UNIX_EPOCH.checked_sub(whole)
        } else {
            Self::UNIX_EPOCH.checked_add(whole)
        };
        second
            .and_then(|second| second.checked_add(Duration::new(0, nanos)))
            .unwrap_or(Self::UNIX_EPOCH)
    }

    fn describe(&self, out: &mut Describe) {
        let (method, distance) = match self.duration_since(Self::UNIX_EPOCH) {
            Ok(later) => ("checked_add", later),
            Err(earlier) => ("checked_sub", earlier.duration()),
        };
        if distance == Duration::ZERO {
            return out.unit_structure("std::time::SystemTime::UNIX_EPOCH");
        }
        out.method("unwrap", |out| {
            out.nested(|out| {
                out.method(method, |out| {
                    out.nested(|out| out.unit_structure("std::time::SystemTime::UNIX_EPOCH"));
                    out.item(&distance);
                });
            });
        });
    }
}

impl Input for std::fmt::Error {
    #[inline]
    fn any(_key: Key) -> Self {
        Self
    }

    fn describe(&self, out: &mut Describe) {
        out.unit_structure("std::fmt::Error");
    }
}

/// Implements [`Input`] for types that have one input, of which nothing is told: what they make of equal values is another thing in other releases
/// of Rust, or in every run.
macro_rules! opaque {
    ($($ty:ty, $path:literal, $new:literal;)*) => {$(
        impl Input for $ty {
            #[inline]
            fn any(_key: Key) -> Self {
                Self::default()
            }

            fn describe(&self, out: &mut Describe) {
                out.form("opaque", |out| out.quoted($path));
            }

            fn describe_any(&self, _key: Key, out: &mut Describe) {
                out.call($new, |_| ());
            }
        }
    )*};
}

opaque! {
    DefaultHasher, "std::hash::DefaultHasher", "std::hash::DefaultHasher::new";
    RandomState, "std::hash::RandomState", "std::hash::RandomState::new";
    BuildHasherDefault<DefaultHasher>, "std::hash::BuildHasherDefault",
        "std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default";
}

impl<T: Input> Input for Range<T> {
    #[inline]
    fn any(key: Key) -> Self {
        T::any(key.child(0))..T::any(key.child(1))
    }

    fn describe(&self, out: &mut Describe) {
        out.form("range", |out| {
            out.item(&self.start);
            out.item(&self.end);
        });
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.form("range", |out| {
            out.item_any(&self.start, key.child(0));
            out.item_any(&self.end, key.child(1));
        });
    }
}

impl<T: Input + PartialOrd> Input for RangeInclusive<T> {
    #[inline]
    fn any(key: Key) -> Self {
        let mut range = T::any(key.child(0))..=T::any(key.child(1));
        if let Some(use_up) = T::USE_UP
            && is_used_up(&range, key)
        {
            use_up(&mut range);
        }
        range
    }

    fn describe(&self, out: &mut Describe) {
        // A range that was iterated to its end remembers it, which no literal can say.
        if self.is_empty() && self.start() <= self.end() {
            return out.opaque::<Self>();
        }
        out.form("range-inclusive", |out| {
            out.item(self.start());
            out.item(self.end());
        });
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let new = |out: &mut Describe| {
            out.form("range-inclusive", |out| {
                out.item_any(self.start(), key.child(0));
                out.item_any(self.end(), key.child(1));
            });
        };
        if T::USE_UP.is_some() && is_used_up(self, key) {
            out.made(new, |out| out.step(true, "next", |_| ()));
        } else {
            new(out);
        }
    }
}

/// [`Input::USE_UP`] of a type that ranges step through.
pub(super) fn use_up<T>(range: &mut RangeInclusive<T>)
where
    RangeInclusive<T>: Iterator,
{
    range.next();
}

/// True if the range under `key` has given its last item: the one behind which start and end are the same.
#[inline]
fn is_used_up<T: PartialEq>(range: &RangeInclusive<T>, key: Key) -> bool {
    range.start() == range.end() && any_spare(key.child(2), 1) != 0
}

impl<T: Input> Input for RangeFrom<T> {
    #[inline]
    fn any(key: Key) -> Self {
        T::any(key)..
    }

    fn describe(&self, out: &mut Describe) {
        out.form("range-from", |out| out.item(&self.start));
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.form("range-from", |out| out.item_any(&self.start, key));
    }
}

impl<T: Input> Input for RangeTo<T> {
    #[inline]
    fn any(key: Key) -> Self {
        ..T::any(key)
    }

    fn describe(&self, out: &mut Describe) {
        out.form("range-to", |out| out.item(&self.end));
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.form("range-to", |out| out.item_any(&self.end, key));
    }
}

impl<T: Input> Input for RangeToInclusive<T> {
    #[inline]
    fn any(key: Key) -> Self {
        ..=T::any(key)
    }

    fn describe(&self, out: &mut Describe) {
        out.form("range-to-inclusive", |out| out.item(&self.end));
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        out.form("range-to-inclusive", |out| out.item_any(&self.end, key));
    }
}

impl Input for RangeFull {
    #[inline]
    fn any(_key: Key) -> Self {
        ..
    }

    fn describe(&self, out: &mut Describe) {
        out.unit_structure("std::ops::RangeFull");
    }
}
