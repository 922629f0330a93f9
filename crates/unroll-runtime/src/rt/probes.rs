//! Typed wrappers of the protocol's symbols.
#![expect(
    clippy::inline_always,
    reason = "the engine recognises the symbols only where they are called directly"
)]

use super::Key;
use super::residual::Residual;
use super::symbols;
use unroll_protocol::{ExitKind, LeafKind, Restriction};

/// A leaf in `0..=max`.
#[inline(always)]
pub(crate) fn any(key: Key, kind: LeafKind, max: u64) -> u64 {
    symbols::__unroll_any(key.bits(), kind.code(), max)
}

/// A length in `0..=cap`.
#[inline(always)]
pub(crate) fn any_len(key: Key, cap: usize) -> usize {
    symbols::__unroll_any_len(key.bits(), cap as u64) as usize
}

/// Spare capacity in `0..=cap`.
#[inline(always)]
pub(crate) fn any_spare(key: Key, cap: usize) -> usize {
    symbols::__unroll_any_spare(key.bits(), cap as u64) as usize
}

/// A new allocation for `room` elements of `T`, which is an integer type or has the layout of one. It begins with `len` elements, each in
/// `0..=max`.
#[inline(always)]
pub(crate) fn any_slice<T>(
    key: Key,
    kind: LeafKind,
    (len, room): (usize, usize),
    max: u64,
) -> *mut T {
    let (size, align) = (size_of::<T>() as u64, align_of::<T>() as u64);
    let (len, room) = (len as u64, room as u64);
    symbols::__unroll_any_slice(key.bits(), kind.code(), size, align, len, max, room)
        .as_ptr()
        .cast()
}

/// How many of `len` elements are built one by one, from the first on: all of them in a native run.
#[inline(always)]
pub(crate) fn any_built(len: usize) -> usize {
    symbols::__unroll_any_built(len as u64) as usize
}

/// A new allocation for `len` elements of `T`, none of which is written yet. If it is partly built, those that [`any_built`] says are going to be
/// written, in their order from the start; else all that are read.
#[inline(always)]
pub(crate) fn any_room<T>(len: usize, is_partly_built: bool) -> *mut T {
    let (size, align) = (size_of::<T>() as u64, align_of::<T>() as u64);
    symbols::__unroll_any_room(size, align, len as u64, is_partly_built)
        .as_ptr()
        .cast()
}

/// True if this is a native run; false under symbolic execution.
#[inline(always)]
pub fn native() -> bool {
    symbols::__unroll_native()
}

/// True if quantifiers have instances where they matter, as under symbolic execution; false if each index is looked at.
#[inline(always)]
pub fn quantifies() -> bool {
    symbols::__unroll_quantifies()
}

/// An entry of loop `number` begins.
#[inline(always)]
pub fn enter(number: u32) {
    symbols::__unroll_enter(number);
}

/// Iteration `d`, from 1, of the current entry of loop `number` begins.
#[inline(always)]
pub fn step(number: u32, d: u32) {
    symbols::__unroll_step(number, d);
}

/// A closure is called for which a table of answers stands.
#[inline(always)]
pub(crate) fn closure_call() {
    symbols::__unroll_closure_call();
}

/// The value of `build`, which makes it by calls of the user's code.
#[inline(always)]
pub fn built<T>(build: impl FnOnce() -> T) -> T {
    symbols::__unroll_building(true);
    let value = build();
    symbols::__unroll_building(false);
    value
}

/// The answer of `judge`, which is the user's code and says if a value is valid. Where it panics there is no run.
#[inline(always)]
pub fn judged_by(judge: impl FnOnce() -> bool) -> bool {
    symbols::__unroll_judging(true);
    let holds = judge();
    symbols::__unroll_judging(false);
    holds
}

/// Values of a type that contains itself end here, though others go on.
#[inline(always)]
pub(crate) fn beyond() {
    symbols::__unroll_beyond();
}

/// A value is built under a restriction that its type does not have.
#[inline(always)]
pub(crate) fn restricted(key: Key, restriction: Restriction) {
    symbols::__unroll_restricted(key.bits(), restriction.code());
}

/// The value under `key` changes behind shared references. If others may hold one, they lead there through other inputs, where the `restriction`
/// is [`Restriction::Distinct`], or change it in other threads.
#[inline(always)]
pub(crate) fn changes(key: Key, restriction: Restriction) {
    if let Some(pointer) = key.pointer() {
        symbols::__unroll_restricted(pointer, restriction.code());
    }
}

/// The words at `start` are part of the value under `key`, and others may change them as well, though it is built under a restriction.
#[inline(always)]
pub(crate) fn shared_words<T>(key: Key, start: *const T, restriction: Restriction) {
    let (size, restriction) = (size_of::<T>() as u64, restriction.code());
    symbols::__unroll_shared(key.bits(), start.cast(), size, restriction);
}

/// All inputs are built.
#[inline(always)]
pub fn given() {
    symbols::__unroll_given();
}

/// Loop `number` is left in or right after iteration `d`, which took the branches of `mask`.
#[inline(always)]
pub fn exit(number: u32, d: u32, mask: u64, kind: u32) {
    symbols::__unroll_exit(number, d, mask, kind);
}

/// A precondition clause.
#[inline(always)]
pub fn assume(clause: u32, cond: bool) {
    symbols::__unroll_assume(clause, cond);
}

/// A postcondition or invariant clause.
#[inline(always)]
pub fn check(clause: u32, cond: bool) {
    symbols::__unroll_check(clause, cond);
}

/// The unrolled form has no copy for what the run needs.
#[inline(always)]
pub fn inapplicable(number: u32) -> ! {
    symbols::__unroll_inapplicable(number)
}

/// [`exit`], then `value`: for `return v` and `break v`, whose exit is reported after `v` was evaluated.
#[inline(always)]
pub fn leave<T>(value: T, number: u32, d: u32, mask: u64, kind: u32) -> T {
    exit(number, d, mask, kind);
    value
}

/// [`exit`] of kind 3 if `value?` is going to return; then `value`.
#[inline(always)]
pub fn question<T: Residual>(value: T, number: u32, d: u32, mask: u64) -> T {
    if value.is_residual() {
        exit(number, d, mask, ExitKind::QuestionMark.code());
    }
    value
}

/// True if `body` holds for all of `lo..hi`.
#[cfg(feature = "driver")]
#[inline(always)]
pub(crate) fn forall<F: Fn(u64) -> bool>(lo: u64, hi: u64, body: &F) -> bool {
    extern "C-unwind" fn call<F: Fn(u64) -> bool>(body: *const (), index: u64) -> bool {
        // SAFETY: `__unroll_forall` passes on the pointer that stands beside `call::<F>` below.
        #[expect(unsafe_code, reason = "the symbol takes the closure without its type")]
        let body = unsafe { super::unchecked::shared(body.cast::<F>()) };
        body(index)
    }
    symbols::__unroll_forall(lo, hi, std::ptr::from_ref(body).cast(), call::<F>)
}

/// True if `body` holds for all of `lo..hi`.
#[cfg(not(feature = "driver"))]
#[inline(always)]
pub(crate) fn forall<F: Fn(u64) -> bool>(lo: u64, hi: u64, body: &F) -> bool {
    (lo..hi).all(body)
}
