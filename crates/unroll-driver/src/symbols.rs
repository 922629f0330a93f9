//! The native meaning of the symbols of `docs/dev/protocol.md`, section 4.
//!
//! Never inlined, so that the engine sees the calls. Those that may end the run are `C-unwind`.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::panic::resume_unwind;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};

use super::run::{Exit, Run, RunEnd, with_current};
use unroll_protocol::LeafKind;

/// The value that `__unroll_native` returns, and the opposite of that of `__unroll_quantifies`. A variable, because link-time optimisation would propagate a constant into the IR
/// that the engine reads.
static NATIVE: AtomicBool = AtomicBool::new(true);

/// The payload with which a probe ends a run.
pub(super) struct Stop;

/// Ends the run, if there is one on this thread.
#[cold]
fn stop(ending: RunEnd) {
    let first = with_current(|run| {
        run.ending.get_or_insert(ending);
    });
    // Not while a panic unwinds (a probe in a destructor): that would abort the process.
    if first.is_some() && !std::thread::panicking() {
        resume_unwind(Box::new(Stop));
    }
}

/// Section 4: a scalar leaf.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_any(key: u64, kind: u32, max: u64) -> u64 {
    with_current(|run| run.any(key, leaf_kind(kind), max)).unwrap_or(0)
}

/// Section 4: a length.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_any_len(key: u64, cap: u64) -> u64 {
    with_current(|run| run.any(key, LeafKind::Length, cap)).unwrap_or(0)
}

/// Section 4: spare capacity.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_any_spare(key: u64, cap: u64) -> u64 {
    with_current(|run| run.any_spare(key, cap)).unwrap_or(0)
}

/// Section 4: a new allocation of `len` elements, with room for `room`.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_any_slice(
    key: u64,
    kind: u32,
    size: u64,
    align: u64,
    len: u64,
    max: u64,
    room: u64,
) -> NonNull<u8> {
    let allocation = allocate((size * room) as usize, align as usize);
    let pointer = allocation.as_ptr();
    with_current(|run| {
        let elements = run.any_slice(key, leaf_kind(kind), max, len as usize);
        // SAFETY: the allocation has room for `len` elements of `size` bytes at an alignment that their type has, as `room` is no less.
        unsafe {
            match size {
                1 => fill(pointer, elements, |v| v as u8),
                2 => fill(pointer.cast(), elements, |v| v as u16),
                4 => fill(pointer.cast(), elements, |v| v as u32),
                _ => fill(pointer.cast(), elements, |v| v),
            }
        }
    });
    allocation
}

/// Section 4: how many of `len` elements the caller builds, which is all of them.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_any_built(len: u64) -> u64 {
    len
}

/// Section 4: a new allocation for `len` elements, which the caller writes.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_any_room(
    size: u64,
    align: u64,
    len: u64,
    _is_partly_built: bool,
) -> NonNull<u8> {
    allocate((size * len) as usize, align as usize)
}

/// The kind that is passed as `code`; a kind is a hint, so an unknown one does no harm.
fn leaf_kind(code: u32) -> LeafKind {
    LeafKind::try_from(code).unwrap_or(LeafKind::Unsigned)
}

/// Zeroed memory, so that it is initialised even without a run.
fn allocate(size: usize, align: usize) -> NonNull<u8> {
    let layout = Layout::from_size_align(size, align)
        .expect("invariant: callers pass the layout of an array");
    let pointer = match size {
        0 => std::ptr::without_provenance_mut(align),
        // SAFETY: the size is not zero.
        _ => unsafe { alloc_zeroed(layout) },
    };
    NonNull::new(pointer).unwrap_or_else(|| handle_alloc_error(layout))
}

/// Writes the elements to memory that is large and aligned enough.
unsafe fn fill<T>(pointer: *mut T, elements: &[u64], convert: impl Fn(u64) -> T) {
    for (index, &element) in elements.iter().enumerate() {
        // SAFETY: as for the function.
        unsafe { pointer.add(index).write(convert(element)) };
    }
}

/// Section 4: whether this is a native run.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_native() -> bool {
    NATIVE.load(Ordering::Relaxed)
}

/// Section 4: whether quantifiers are instantiated; natively each index is looked at.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_quantifies() -> bool {
    !NATIVE.load(Ordering::Relaxed)
}

/// Section 4: an entry of a loop begins. Exits carry all that is recorded of it, but labels may be crossed with its iterations.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_enter(number: u32) {
    with_current(|run| run.begin(number, 0));
}

/// Section 4: a closure that a table stands for is called.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_closure_call() {
    std::hint::black_box(());
}

/// Section 4: values of a type that contains itself end here.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_beyond() {
    std::hint::black_box(());
}

/// Section 4: a value is built under a restriction.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_restricted(key: u64, restriction: u32) {
    std::hint::black_box((key, restriction));
}

/// Section 4: others may change words of a value as well.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_shared(key: u64, start: *const (), size: u64, restriction: u32) {
    std::hint::black_box((key, start, size, restriction));
}

/// Section 4: all inputs are built.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_given() {
    std::hint::black_box(());
}

/// Section 4: a value is built by calls, from here or up to here.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_building(begins: bool) {
    with_current(|run| run.count_building(begins));
}

/// Section 4: a type's invariant is evaluated, from here or up to here. A panic in between ends the run as one of a constructor does.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_judging(begins: bool) {
    std::hint::black_box(begins);
    with_current(|run| run.count_building(begins));
}

/// Section 4: an iteration begins.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C-unwind" fn __unroll_step(number: u32, d: u32) {
    // Native runs do little else, so the rest stands in a function of its own.
    if with_current(Run::take_step) == Some(true) {
        finish_step(number, d);
    }
}

/// Does for a step what few need.
#[inline(never)]
extern "C-unwind" fn finish_step(number: u32, d: u32) {
    let is_empty = with_current(|run| {
        run.begin(number, d);
        run.fuel == 0
    });
    if is_empty == Some(true) {
        stop(RunEnd::Hang(number));
    }
}

/// Section 4: a loop is left.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_exit(number: u32, d: u32, mask: u64, kind: u32) {
    with_current(|run| {
        run.exit(Exit {
            loop_: number,
            depth: d,
            mask,
            kind,
        });
    });
}

/// Section 4: the place of a label is reached, and what it asks for holds or does not.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_label(number: u32, holds: bool) {
    if holds {
        with_current(|run| run.label(number));
    }
}

/// Section 4: a condition. Hidden from the compiler, which would put the argument in the place of the call.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_condition(_number: u32, holds: bool) -> bool {
    std::hint::black_box(holds)
}

/// Section 4: a reference whose target the compiler is to know nothing of.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_hidden(value: *const ()) -> *const () {
    std::hint::black_box(value)
}

/// Section 4: the value that a variable gets. Hidden from the compiler, which would read the value past the call.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __unroll_defined(value: *mut (), _size: u64, _number: u32) {
    std::hint::black_box(value);
}

/// Section 4: a precondition clause.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C-unwind" fn __unroll_assume(clause: u32, cond: bool) {
    if !cond {
        stop(RunEnd::Rejected(clause));
    }
}

/// Section 4: a postcondition or invariant clause.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C-unwind" fn __unroll_check(clause: u32, cond: bool) {
    if !cond {
        stop(RunEnd::Violated(clause));
    }
}

/// Section 4: the unrolled form is too short for this run.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C-unwind" fn __unroll_inapplicable(number: u32) -> ! {
    stop(RunEnd::Inapplicable(number));
    panic!("loop {number} needs more iterations than it was unrolled for")
}

/// Section 4: a bounded universal quantifier.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C-unwind" fn __unroll_forall(
    lo: u64,
    hi: u64,
    env: *const (),
    body: extern "C-unwind" fn(*const (), u64) -> bool,
) -> bool {
    (lo..hi).all(|index| body(env, index))
}
