//! The recorder of builds for `cargo unroll score`: which labels a process reached, and how it evaluated decisions.
//!
//! Each label, and each evaluation of a decision, is appended to the file that [`FILE`] names when the process meets it for the first time.
//! Nothing is left to do at the end of a process, so one that aborts, exits or is killed has recorded everything up to then. Without the
//! variable nothing is recorded.
//!
//! Tests are not optimised, so each probe is one call into this crate, which is, and has no checks. Its first look is at one word for each decision, since
//! loops evaluate neighbours: the table of all evaluations is too large for that.
//!
//! Invariants: nothing here allocates but the opening of the file, and no probe waits for another. A probe that fires while the file is being opened, in
//! another thread or in a global allocator of the user's, leaves its record pending. The probe that opens the file writes it.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use crate::record::{FILE, Record};

/// Labels that are remembered; those with larger numbers are written each time.
const LABELS: usize = 1 << 20;
/// Evaluations that are remembered.
const EVALUATIONS: usize = 1 << 16;
/// Places of the table that are tried before an evaluation is written without being remembered.
const TRIES: usize = 64;
/// Bits of the mask in the key of an evaluation.
const MASK_BITS: u32 = 36;

/// Decisions whose small masks have a bit each.
const DECISIONS: usize = 1 << 16;
/// Masks below this one, those of up to three conditions, are small.
const SMALL_MASKS: u64 = 64;

/// A label is not reached, reached and not written yet, or written.
const NEW: u8 = 0;
const REACHED: u8 = 1;
const WRITTEN: u8 = 2;

static SEEN_LABELS: Zeroed<[AtomicU8; LABELS]> = Zeroed::new();
/// A bit for each small mask of a decision that has been remembered. It is looked at first: loops evaluate neighbours, whose words lie side by side.
static SEEN_SMALL: Zeroed<[AtomicU64; DECISIONS]> = Zeroed::new();
static SEEN_EVALUATIONS: Zeroed<[AtomicU64; EVALUATIONS]> = Zeroed::new();

/// True once a thread has begun to open the file.
static IS_OPENING: AtomicBool = AtomicBool::new(false);
/// The file; `None` if there is none to write to.
static OUTPUT: OnceLock<Option<File>> = OnceLock::new();
/// True if records were left pending.
static HAS_PENDING: AtomicBool = AtomicBool::new(false);

/// A table whose bytes are all zero at first.
///
/// The compiler checks each element of an array that a `static` is initialised with. For tables of this size that took longer than the rest of the build
/// of this crate, which the user's tests wait for. It does not look into a `MaybeUninit`.
struct Zeroed<T>(MaybeUninit<T>);

impl<T> Zeroed<T> {
    const fn new() -> Self {
        Self(MaybeUninit::zeroed())
    }
}

/// Tables for which zero bytes are a valid value.
trait IsValidZeroed {}

impl<const N: usize> IsValidZeroed for [AtomicU8; N] {}
impl<const N: usize> IsValidZeroed for [AtomicU64; N] {}

impl<T: IsValidZeroed> Deref for Zeroed<T> {
    type Target = T;

    #[inline]
    #[expect(unsafe_code, reason = "no safe constant is spared the check")]
    fn deref(&self) -> &T {
        // SAFETY: `new` has set all bytes to zero, which is a valid value of these types.
        unsafe { self.0.assume_init_ref() }
    }
}

/// The place of a label is reached, and tells whether its condition holds.
///
/// It is compiled here and not where it is called, because this crate is optimised and the user's tests are not.
#[inline(never)]
pub(crate) fn __unroll_label(number: u32, holds: bool) {
    if holds {
        match SEEN_LABELS.get(number as usize) {
            Some(seen) if seen.load(Ordering::Relaxed) != NEW => {}
            Some(seen) => reached(number, seen),
            None => write(Record::Label(number)),
        }
    }
}

#[cold]
#[inline(never)]
fn reached(number: u32, seen: &AtomicU8) {
    // Two threads may both see it new, and one of them writes.
    if seen.swap(REACHED, Ordering::SeqCst) == NEW {
        write(Record::Label(number));
    }
}

/// A decision with one condition was evaluated. It is compiled here for the same reason.
#[inline(never)]
pub(crate) fn decided(holds: bool, decision: u32) -> bool {
    evaluated(decision, 2 | u64::from(holds));
    holds
}

/// A decision was evaluated. It is compiled here for the same reason.
#[inline(never)]
pub(crate) fn evaluated(decision: u32, mask: u64) {
    if mask < SMALL_MASKS
        && let Some(seen) = SEEN_SMALL.get(decision as usize)
    {
        if seen.load(Ordering::Relaxed) >> mask & 1 == 0 {
            remember(decision, mask);
            // Afterwards, so that the bit never stands for an evaluation that is not kept yet.
            seen.fetch_or(1 << mask, Ordering::Relaxed);
        }
        return;
    }
    remember(decision, mask);
}

fn remember(decision: u32, mask: u64) {
    let key = key(decision, mask);
    let first = place(key);
    if SEEN_EVALUATIONS[first].load(Ordering::Relaxed) != key {
        note(decision, mask, key, first);
    }
}

/// A number for an evaluation, other than zero. Up to 18 conditions it is exact ([`evaluation`] is the way back); for larger decisions it is a fingerprint of
/// 64 bits.
#[inline]
fn key(decision: u32, mask: u64) -> u64 {
    let decision = u64::from(decision) + 1;
    if mask >> MASK_BITS == 0 && decision >> (63 - MASK_BITS) == 0 {
        return decision << MASK_BITS | mask;
    }
    let mixed = (mask ^ decision.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1 << 63
}

/// The evaluation with this key; `None` for a fingerprint, and for an empty place of the table.
fn evaluation(key: u64) -> Option<Record> {
    let decision = u32::try_from((key >> MASK_BITS).checked_sub(1)?).ok()?;
    (key >> 63 == 0).then_some(Record::Evaluation(decision, key & ((1 << MASK_BITS) - 1)))
}

/// The first place of the table in which a key may be.
#[inline]
fn place(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize % EVALUATIONS
}

#[cold]
#[inline(never)]
fn note(decision: u32, mask: u64, key: u64, first: usize) {
    for place in (first..first + TRIES).map(|place| place % EVALUATIONS) {
        let seen = &SEEN_EVALUATIONS[place];
        match seen.compare_exchange(0, key, Ordering::SeqCst, Ordering::Relaxed) {
            Ok(_) => break,
            Err(other) if other == key => return,
            Err(_) => {}
        }
    }
    write(Record::Evaluation(decision, mask));
}

/// Writes a record that stands in its table, or leaves it pending.
fn write(record: Record) {
    if OUTPUT.get().is_none() {
        if IS_OPENING.swap(true, Ordering::SeqCst) {
            HAS_PENDING.store(true, Ordering::SeqCst);
        } else {
            let _ = OUTPUT.set(open());
            append(record);
        }
    } else {
        append(record);
    }
    // The file may have been opened since this thread, or another, left its record.
    while OUTPUT.get().is_some() && HAS_PENDING.swap(false, Ordering::SeqCst) {
        append_all();
    }
}

/// Writes everything in the tables. Records that stand in the file twice do no harm, and few are in the tables this early.
fn append_all() {
    for (number, seen) in SEEN_LABELS.iter().enumerate() {
        if seen.load(Ordering::SeqCst) == REACHED {
            append(Record::Label(number as u32));
        }
    }
    for seen in SEEN_EVALUATIONS.iter() {
        if let Some(record) = evaluation(seen.load(Ordering::SeqCst)) {
            append(record);
        }
    }
}

/// Appends a record in one call, so that records of several processes do not mix. If the file cannot be written, the label counts as not covered.
fn append(record: Record) {
    if let Some(Some(output)) = OUTPUT.get() {
        let mut output = output;
        let is_written = output.write_all(&record.to_bytes()).is_ok();
        if let (true, Record::Label(number)) = (is_written, record)
            && let Some(seen) = SEEN_LABELS.get(number as usize)
        {
            seen.store(WRITTEN, Ordering::Relaxed);
        }
    }
}

fn open() -> Option<File> {
    let path = std::env::var_os(FILE)?;
    let mut options = OpenOptions::new();
    options.create(true).append(true).open(path).ok()
}
