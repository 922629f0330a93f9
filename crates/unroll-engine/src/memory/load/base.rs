//! Loads from contents without layers: known bytes and input arrays.

use rustc_hash::FxHashMap;

use super::Load;
use crate::domain::value::{self, Pointer, Value};
use crate::domain::{ArrayId, Domain};
use crate::memory::Data;
use crate::memory::content::POINTER_BYTES;
use unroll_smt::term::Op;

/// The last pointer of which a load sees something, and where it starts.
fn last_pointer<B>(data: &Data<B>, at: u64, size: u32) -> Option<(u64, &Pointer<B>)> {
    let end = at.saturating_add(u64::from(size));
    let mut before = data.pointers.range(..end);
    let (start, pointer) = before.next_back()?;
    (at < pointer_end(*start)).then_some((*start, pointer))
}

/// True if there are pointers, and all lie where those of a type that is not packed lie: the address of such data is aligned to a pointer.
fn lies_on_words<B>(data: &Data<B>) -> bool {
    let bytes = u64::from(POINTER_BYTES);
    let mut starts = data.pointers.keys();
    !data.pointers.is_empty() && starts.all(|start| start.is_multiple_of(bytes))
}

fn pointer_end(start: u64) -> u64 {
    start.saturating_add(u64::from(POINTER_BYTES))
}

impl<D: Domain> Load<'_, D> {
    pub(super) fn data(
        &mut self,
        data: &Data<D::Bits>,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Value<D::Bits> {
        if let Some(at) = self.domain.as_const(offset) {
            return self.data_at(data, at as u64, size);
        }
        if self.domain.is_one_of_constants(offset) {
            return self.data_of_choices(data, offset, size, &mut FxHashMap::default());
        }
        // A table look-up: a multiplexer over the entries that the offset can name.
        let (low, high) = self.domain.interval(offset);
        let step = self.grid(data, offset, size, aligned);
        let is_of_numbers = self.is_of_numbers(data, offset, size);
        let end = (data.bytes.len() as u64).saturating_sub(u64::from(size));
        // `Undef` gives way in a merge, so the first entry needs no condition. Offsets outside of
        // the data are undefined behaviour.
        let mut result = Value::Undef;
        if low > u128::from(end) {
            return result;
        }
        let mut at = (low as u64).next_multiple_of(step);
        while at <= end && u128::from(at) <= high {
            let here = self.domain.constant(64, u128::from(at));
            let same = self.domain.eq(offset, here);
            // An entry with a pointer makes an address a number, so it is looked at only where it
            // shows.
            let is_unseen = self.domain.is(same, false)
                || is_of_numbers && last_pointer(data, at, size).is_some();
            if !is_unseen {
                let entry = self.data_at(data, at, size);
                result = value::merge(self.domain, same, &entry, &result);
            }
            at += step;
        }
        result
    }

    /// A load at one of several constant offsets, as binary searches make them: each is looked up, where a multiplexer over all entries would compare each
    /// with all offsets.
    fn data_of_choices(
        &mut self,
        data: &Data<D::Bits>,
        offset: D::Bits,
        size: u32,
        known: &mut FxHashMap<D::Bits, Value<D::Bits>>,
    ) -> Value<D::Bits> {
        if let Some(at) = self.domain.as_const(offset) {
            let end = (data.bytes.len() as u64).checked_sub(u64::from(size));
            // Offsets outside of the data are undefined behaviour.
            let is_inside = end.is_some_and(|end| at <= u128::from(end));
            return if is_inside {
                self.data_at(data, at as u64, size)
            } else {
                Value::Undef
            };
        }
        if let Some(known) = known.get(&offset) {
            return known.clone();
        }
        let Some([cond, then, els]) = self.domain.choice(offset) else {
            return Value::Undef;
        };
        let then = self.data_of_choices(data, then, size, known);
        let els = self.data_of_choices(data, els, size, known);
        let value = value::merge(self.domain, cond, &then, &els);
        known.insert(offset, value.clone());
        value
    }

    /// The distance of the entries that an offset can name.
    fn grid(&mut self, data: &Data<D::Bits>, offset: D::Bits, size: u32, aligned: bool) -> u64 {
        let grid = u64::from(size).next_power_of_two();
        let is_on_grid = self.domain.is_multiple(offset, grid)
            || (aligned && size <= POINTER_BYTES && lies_on_words(data));
        if is_on_grid { grid } else { 1 }
    }

    /// True if the elements that an offset names by its structure are numbers, in data that has pointers as well.
    ///
    /// Where the index has wrapped, the offset names others. Code without `unsafe` does not read pointers there either, since
    /// all that one load reads is of one type.
    fn is_of_numbers(&self, data: &Data<D::Bits>, offset: D::Bits, size: u32) -> bool {
        if data.pointers.is_empty() {
            return false;
        }
        let Some((step, start)) = self.domain.steps(offset) else {
            return false;
        };
        // The start may be that of a step backwards.
        let first = start.rem_euclid(step.cast_signed()).cast_unsigned();
        let end = (data.bytes.len() as u64).saturating_sub(u64::from(size));
        let mut elements = (first..=end).step_by(step as usize);
        first <= end && elements.all(|at| last_pointer(data, at, size).is_none())
    }

    /// A load at a constant offset, as [`cells_at`](Self::cells_at) does it: a part of a pointer is a part of its address.
    fn data_at(&mut self, data: &Data<D::Bits>, at: u64, size: u32) -> Value<D::Bits> {
        let end = at.saturating_add(u64::from(size));
        match last_pointer(data, at, size) {
            None => self.numbers_at(data, at, size),
            // The load lies within one pointer.
            Some((start, pointer)) if start <= at && end <= pointer_end(start) => {
                self.part(&Value::Pointer(pointer.clone()), (at - start) as u32, size)
            }
            // Parts of several pointers, or of a pointer and the numbers beside it.
            Some(_) => self.data_bytewise(data, at, size),
        }
    }

    fn data_bytewise(&mut self, data: &Data<D::Bits>, at: u64, size: u32) -> Value<D::Bits> {
        if !self.spend_looks(size) {
            return Value::Undef;
        }
        let mut word: Option<D::Bits> = None;
        for at in at..at.saturating_add(u64::from(size)) {
            let Value::Bits(byte) = self.data_at(data, at, 1) else {
                return Value::Undef;
            };
            word = Some(word.map_or(byte, |low| self.domain.concat(byte, low)));
        }
        word.map_or(Value::Undef, Value::Bits)
    }

    /// A load of bytes that are no part of a pointer.
    fn numbers_at(&mut self, data: &Data<D::Bits>, at: u64, size: u32) -> Value<D::Bits> {
        let word = (0..u64::from(size)).fold(0u128, |word, skip| {
            let at = at.checked_add(skip).map(usize::try_from);
            let byte = at
                .and_then(Result::ok)
                .and_then(|at| data.bytes.get(at))
                .copied()
                .unwrap_or(0);
            word | u128::from(byte) << (8 * skip)
        });
        Value::Bits(self.domain.constant(size * 8, word))
    }

    /// A load from an input slice: whole elements where alignment shows it, else parts of elements.
    pub(super) fn array(
        &mut self,
        array: ArrayId,
        elem: u32,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Value<D::Bits> {
        let on_grid = aligned || self.domain.is_multiple(offset, u64::from(elem));
        if size.is_multiple_of(elem) && (on_grid || elem == 1) {
            let mut word: Option<D::Bits> = None;
            for part in 0..size / elem {
                let element = self.element(array, elem, offset, part * elem);
                word = Some(word.map_or(element, |low| self.domain.concat(element, low)));
            }
            return word.map_or(Value::Undef, Value::Bits);
        }
        let mut word: Option<D::Bits> = None;
        for skip in 0..size {
            let byte = self.element_byte(array, elem, offset, skip);
            word = Some(word.map_or(byte, |low| self.domain.concat(byte, low)));
        }
        word.map_or(Value::Undef, Value::Bits)
    }

    fn element(&mut self, array: ArrayId, elem: u32, offset: D::Bits, skip: u32) -> D::Bits {
        let skip = self.domain.constant(64, u128::from(skip));
        let at = self.domain.add(offset, skip);
        let index = self.domain.divide_exact(at, u64::from(elem));
        self.domain.select(array, index)
    }

    fn element_byte(&mut self, array: ArrayId, elem: u32, offset: D::Bits, skip: u32) -> D::Bits {
        let skip = self.domain.constant(64, u128::from(skip));
        let at = self.domain.add(offset, skip);
        // A real division: without alignment the offset need not be a multiple of the element's
        // size.
        let size = self.domain.constant(64, u128::from(elem));
        let index = self.domain.binary(Op::UDiv, at, size);
        let within = self.domain.binary(Op::URem, at, size);
        let element = self.domain.select(array, index);
        let within = self.domain.resize(within, elem * 8);
        let eight = self.domain.constant(elem * 8, 8);
        let distance = self.domain.mul(within, eight);
        let shifted = self.domain.binary(Op::LShr, element, distance);
        self.domain.extract(shifted, 0, 8)
    }
}
