//! Deques: sequences in a ring of slots, which begin in any slot and go on in the first one behind the last.
#![expect(
    unsafe_code,
    reason = "no function makes a deque that begins in a given slot without moving elements, which the engine would have to follow"
)]

use std::collections::VecDeque;
use std::mem::MaybeUninit;

use super::sequences::{capacity, length};
use super::{Input, MAX_BULK_LEN};
use crate::rt::{Describe, Elements, Key, any_room, any_spare, unchecked};

const PATH: &str = "std::collections::VecDeque";

/// A type without a size whose dangling pointer is none of the numbers that [`head_word`] looks for.
type Nothing = [u64; 0];

/// The words of a deque.
type Words = [usize; size_of::<VecDeque<Nothing>>() / size_of::<usize>()];

/// The word of a deque that says in which slot it begins. The order of the fields is the compiler's choice, the same for elements of all
/// types: they are numbers and a pointer.
#[inline]
fn head_word() -> usize {
    let mut deque = VecDeque::<Nothing>::new();
    for _ in 0..3 {
        deque.push_back([]);
    }
    deque.pop_front();
    // It begins in slot 1 and holds 2 elements, without memory.
    // SAFETY: both types have that size, and a deque is made of words.
    let words: Words = unsafe { std::mem::transmute_copy(&deque) };
    let mut at = 0;
    while at + 1 < words.len() && words[at] != 1 {
        at += 1;
    }
    at
}

/// The slot in which a deque under `key` begins.
#[inline]
fn head(key: Key, capacity: usize) -> usize {
    let head = any_spare(key.child(3), MAX_BULK_LEN);
    if head < capacity { head } else { 0 }
}

/// A new allocation of `capacity` slots, of which `len` from `head` on hold elements: element i from `key.child(i)`.
#[inline]
pub(super) fn one_by_one<T: Input>(
    key: Key,
    len: usize,
    capacity: usize,
    head: usize,
) -> *mut MaybeUninit<T> {
    let slots: *mut MaybeUninit<T> = any_room::<T>(capacity, false).cast();
    let mut index = 0;
    while index < len {
        let mut slot = head.wrapping_add(index);
        if slot >= capacity {
            slot = slot.wrapping_sub(capacity);
        }
        // SAFETY: the slot is one of `capacity`, and nothing else refers to it.
        *unsafe { unchecked::exclusive(slots.wrapping_add(slot)) } =
            MaybeUninit::new(T::any(key.child(index as u32)));
        index += 1;
    }
    slots
}

impl<T: Input> Input for VecDeque<T> {
    #[inline]
    fn any(key: Key) -> Self {
        if size_of::<T>() == 0 {
            return Elements::any(key).into_vec().into();
        }
        let len = length::<T>(key, T::MAX_LEN);
        let capacity = capacity::<T>(key, len);
        let head = head(key, capacity);
        let slots = T::any_ring(key.child(1), len, capacity, head);
        // SAFETY: the allocation is of exactly `capacity` slots, and the deque of `len` elements is told below which of them hold some.
        let vec = unsafe { Vec::from_raw_parts(slots.cast::<T>(), len, capacity) };
        let mut deque = Self::from(vec);
        let words = (&raw mut deque).cast::<usize>();
        // SAFETY: the word is one of the deque's, and says where its elements begin; the `len` slots from there on hold some.
        *unsafe { unchecked::exclusive(words.wrapping_add(head_word())) } = head;
        deque
    }

    fn describe(&self, out: &mut Describe) {
        let new = |out: &mut Describe| out.runs(self);
        super::collections::from_array(out, PATH, self.is_empty(), new);
    }

    /// By pushes at both ends, which fill the slots at the end and those at the beginning. Nothing puts elements in between.
    fn describe_any(&self, key: Key, out: &mut Describe) {
        let capacity = capacity::<T>(key, self.len());
        let head = if size_of::<T>() == 0 {
            0
        } else {
            head(key, capacity)
        };
        let key = key.child(1);
        if capacity == self.len() && head == 0 {
            let new = |out: &mut Describe| out.runs_any(self, key);
            return super::collections::from_array(out, PATH, self.is_empty(), new);
        }
        let front = match head {
            0 => 0,
            _ => capacity - head,
        };
        if front > self.len() {
            return out.opaque::<Self>();
        }
        out.with_capacity(PATH, capacity, |out| {
            if front < self.len() {
                let back = self.iter().zip(0..).skip(front);
                out.step(false, "extend", |out| {
                    out.nested(|out| out.form("array", |out| out.runs_numbered(back, key)));
                });
            }
            let front = self.iter().zip(0..).take(front);
            let front: Vec<(&T, u32)> = front.collect();
            for (item, index) in front.into_iter().rev() {
                out.step(false, "push_front", |out| {
                    out.item_any(item, key.child(index));
                });
            }
        });
    }
}
