//! Trait objects of the crate under test as inputs: `rt::object!` implements `Input` for the pointers to them.
//!
//! In: the trait, and the types of the crate that implement it. Out: a pointer to a value of one of them, which a leaf chooses, under a
//! restriction, because other crates may implement the trait as well.
//! The macro does not know which of the types are inputs. The compiler finds out by method resolution, as in `source`.
//!
//! **Invariant:** a type without `Input` is never chosen.

use std::marker::PhantomData;

use crate::Input;
use crate::rt::Key;
use crate::rt::describe::Describe;
use crate::rt::harness::variant;
use crate::rt::probes::{beyond, restricted};
use unroll_protocol::Restriction;

/// A pointer to one of the types.
#[derive(Debug)]
pub struct Implementor<P>(PhantomData<P>);

impl<P> Implementor<P> {
    /// The only one.
    pub const NEW: Self = Self(PhantomData);
}

impl<P: Input> Implementor<P> {
    /// True if the pointer is an input. Types that are none have the constant of [`IsInput`].
    pub const IS_INPUT: bool = true;
}

/// First choice: by `Input`.
pub trait Chosen<P> {
    /// True if nothing of the type is built below `key`.
    fn is_too_deep(&self, key: Key) -> bool;

    /// The pointer under `key`.
    fn any(&self, key: Key) -> Option<P>;

    /// Describes the pointer that [`Self::any`] gives, as one to the object at `path`, with the kind of pointer.
    fn describe(&self, pointer: &str, path: &str, key: Key, out: &mut Describe);
}

impl<P: Input> Chosen<P> for Implementor<P> {
    #[inline]
    fn is_too_deep(&self, key: Key) -> bool {
        P::is_too_deep(key)
    }

    #[inline]
    fn any(&self, key: Key) -> Option<P> {
        Some(P::any(key))
    }

    fn describe(&self, pointer: &str, path: &str, key: Key, out: &mut Describe) {
        out.object(pointer, path, |out| out.item_any(&P::any(key), key));
    }
}

/// Last choice: nothing is built.
pub trait NoInput<P> {
    /// True.
    fn is_too_deep(&self, key: Key) -> bool;

    /// None.
    fn any(&self, key: Key) -> Option<P>;

    /// Does nothing: no value needs it.
    fn describe(&self, pointer: &str, path: &str, key: Key, out: &mut Describe);
}

impl<P> NoInput<P> for &Implementor<P> {
    #[inline]
    fn is_too_deep(&self, _key: Key) -> bool {
        true
    }

    #[inline]
    fn any(&self, _key: Key) -> Option<P> {
        None
    }

    fn describe(&self, _pointer: &str, _path: &str, _key: Key, out: &mut Describe) {
        out.opaque::<P>();
    }
}

/// The constant of pointers that are no inputs.
pub trait IsInput {
    /// False: those that are have a constant of their own.
    const IS_INPUT: bool = false;
}

impl<P> IsInput for Implementor<P> {}

/// The number of the type behind an object, given which of them are inputs and which are too deep to be built; if all are, any input.
#[inline]
pub fn implementor<const N: usize>(
    key: Key,
    is_input: [bool; N],
    mut is_too_deep: [bool; N],
) -> usize {
    restricted(key, Restriction::OwnImplementation);
    let mut open = 0_u32;
    let mut inputs = 0_u32;
    let mut index = 0;
    while index < N {
        open += u32::from(!is_too_deep[index]);
        inputs += u32::from(is_input[index]);
        index += 1;
    }
    if open == 0 {
        open = inputs;
        is_too_deep = is_input.map(|is_input| !is_input);
    } else if open < inputs {
        beyond();
    }
    let mut nth = variant(key.child(0), open);
    let mut last = 0;
    let mut index = 0;
    while index < N {
        if !is_too_deep[index] {
            last = index;
            if nth == 0 {
                break;
            }
            nth -= 1;
        }
        index += 1;
    }
    last
}

/// No pointer: the chosen type is an input, so the run does not get here.
#[inline]
pub fn no_implementor() -> ! {
    // No panic, which the engine would have to refute.
    loop {
        std::hint::spin_loop();
    }
}

/// Implements `Input` for pointers to the objects of a trait: `object!("krate::Shape", Shape + Send, [Circle, Square])`.
#[doc(hidden)]
#[macro_export]
macro_rules! __object {
    ($path:literal, $of_trait:ident $(+ $marker:ident)*, $types:tt) => {
        const _: () = {
            use $crate::rt::object as __unroll_object;
            __unroll_object!(@input Box, "box", $path, (::std::boxed::Box<dyn $of_trait $(+ $marker)* + 'a>), $types);
            __unroll_object!(@input Ref, "ref", $path, (&'a (dyn $of_trait $(+ $marker)* + 'a)), $types);
            __unroll_object!(@input Mut, "mut", $path, (&'a mut (dyn $of_trait $(+ $marker)* + 'a)), $types);
            __unroll_object!(@counted Rc, "rc", $path, (dyn $of_trait $(+ $marker)* + 'a), (::std::rc::Rc<dyn $of_trait $(+ $marker)* + 'a>), $types);
            __unroll_object!(@counted Arc, "arc", $path, (dyn $of_trait $(+ $marker)* + 'a), (::std::sync::Arc<dyn $of_trait $(+ $marker)* + 'a>), $types);
        };
    };
    (@input $kind:ident, $name:literal, $path:literal, ($($pointer:tt)*), [$($ty:ty),*]) => {
        impl<'a> $crate::Input for $($pointer)* {
            #[inline]
            fn any(key: $crate::rt::Key) -> Self {
                __unroll_object!(@any key, $kind, [$($ty),*])
            }

            #[inline]
            fn is_too_deep(key: $crate::rt::Key) -> bool {
                __unroll_object!(@too_deep key, $kind, [$($ty),*])
            }

            fn describe(&self, out: &mut $crate::rt::Describe) {
                out.opaque::<Self>();
            }

            fn describe_any(&self, key: $crate::rt::Key, out: &mut $crate::rt::Describe) {
                __unroll_object!(@describe key, out, $kind, $name, $path, [$($ty),*])
            }
        }
    };
    (@counted $kind:ident, $name:literal, $path:literal, ($($object:tt)*), ($($pointer:tt)*), [$($ty:ty),*]) => {
        impl<'a> $crate::Pointee<$($pointer)*> for $($object)* {
            #[inline]
            fn pointer(key: $crate::rt::Key) -> $($pointer)* {
                __unroll_object!(@any key, $kind, [$($ty),*])
            }

            #[inline]
            fn is_pointer_too_deep(key: $crate::rt::Key) -> bool {
                __unroll_object!(@too_deep key, $kind, [$($ty),*])
            }

            fn describe_pointer(_: &$($pointer)*, out: &mut $crate::rt::Describe) {
                out.opaque::<$($pointer)*>();
            }

            fn describe_new_pointer(_: &$($pointer)*, key: $crate::rt::Key, out: &mut $crate::rt::Describe) {
                __unroll_object!(@describe key, out, $kind, $name, $path, [$($ty),*])
            }
        }
    };
    (@to Box, $ty:ty) => { ::std::boxed::Box<$ty> };
    (@to Ref, $ty:ty) => { &'static $ty };
    (@to Mut, $ty:ty) => { &'static mut $ty };
    (@to Rc, $ty:ty) => { ::std::rc::Rc<$ty> };
    (@to Arc, $ty:ty) => { ::std::sync::Arc<$ty> };
    (@number $key:ident, $kind:ident, [$($ty:ty),*]) => {{
        const { assert!($(<$crate::rt::Implementor<__unroll_object!(@to $kind, $ty)>>::IS_INPUT)||*, "no type behind the object is an input") };
        $crate::rt::implementor(
            $key,
            [$(<$crate::rt::Implementor<__unroll_object!(@to $kind, $ty)>>::IS_INPUT),*],
            [$((&$crate::rt::Implementor::<__unroll_object!(@to $kind, $ty)>::NEW).is_too_deep($key.child(1))),*],
        )
    }};
    (@any $key:ident, $kind:ident, [$($ty:ty),*]) => {{
        use $crate::rt::{Chosen as _, IsInput as _, NoInput as _};
        let number = __unroll_object!(@number $key, $kind, [$($ty),*]);
        let mut at = 0;
        $(
            if number == at {
                if let Some(pointer) = (&$crate::rt::Implementor::<__unroll_object!(@to $kind, $ty)>::NEW).any($key.child(1)) {
                    return pointer;
                }
            }
            at += 1;
        )*
        $crate::rt::no_implementor()
    }};
    (@too_deep $key:ident, $kind:ident, [$($ty:ty),*]) => {{
        use $crate::rt::{Chosen as _, NoInput as _};
        $((&$crate::rt::Implementor::<__unroll_object!(@to $kind, $ty)>::NEW).is_too_deep($key.child(1)))&&*
    }};
    (@describe $key:ident, $out:ident, $kind:ident, $name:literal, $path:literal, [$($ty:ty),*]) => {{
        use $crate::rt::{Chosen as _, IsInput as _, NoInput as _};
        let number = __unroll_object!(@number $key, $kind, [$($ty),*]);
        let mut at = 0;
        $(
            if number == at {
                return (&$crate::rt::Implementor::<__unroll_object!(@to $kind, $ty)>::NEW).describe($name, $path, $key.child(1), $out);
            }
            at += 1;
        )*
    }};
}
