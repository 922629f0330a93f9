//! References without the null and alignment checks that debug builds insert where a raw pointer is dereferenced.
//!
//! The engine would have to refute each of those panics; here the pointers are right by construction.
#![expect(
    unsafe_code,
    reason = "see above; callers give the reasons for each pointer"
)]
#![expect(
    clippy::inline_always,
    reason = "only the inlined form is free of checks"
)]

use std::mem::transmute;

/// `&*pointer`, under the same conditions.
#[inline(always)]
pub(crate) unsafe fn shared<'a, T: ?Sized>(pointer: *const T) -> &'a T {
    #[expect(
        clippy::transmute_ptr_to_ref,
        reason = "a dereference would be checked"
    )]
    // SAFETY: as for the function.
    unsafe {
        transmute(pointer)
    }
}

/// `&mut *pointer`, under the same conditions.
#[inline(always)]
pub(crate) unsafe fn exclusive<'a, T: ?Sized>(pointer: *mut T) -> &'a mut T {
    #[expect(
        clippy::transmute_ptr_to_ref,
        reason = "a dereference would be checked"
    )]
    // SAFETY: as for the function.
    unsafe {
        transmute(pointer)
    }
}
