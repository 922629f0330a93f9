//! Loads from cells: values that were stored, whole or in parts.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Load;
use crate::domain::Domain;
use crate::domain::value::{self, Value};
use crate::memory::{Cell, Content, pointer_to_bits};

/// A cell that a load may see, and where it starts.
#[derive(Clone, Copy)]
pub(super) struct Hits<'c, B> {
    pub(super) at: B,
    pub(super) cell: &'c Cell<B>,
}

/// Which parts of a cell a load may see.
pub(super) enum Overlay<B> {
    /// The load sees one of these parts, or none.
    Cases(Vec<(B, Value<B>)>),
    /// Parts may straddle: go byte by byte.
    Bytes,
}

impl<D: Domain> Load<'_, D> {
    /// A load at a constant offset from constant cells.
    pub(super) fn cells_at(
        &mut self,
        content: &Rc<Content<D::Bits>>,
        cells: &BTreeMap<u64, Cell<D::Bits>>,
        below: &Rc<Content<D::Bits>>,
        at: u64,
        size: u32,
    ) -> Value<D::Bits> {
        let end = at.saturating_add(u64::from(size));
        // Cells do not overlap. Backwards from the end of the load, the first that ends before the
        // load begins ends the search.
        let mut over = cells
            .range(..end)
            .rev()
            .take_while(|(start, cell)| *start + u64::from(cell.size) > at);
        let Some((&start, cell)) = over.next() else {
            let offset = self.domain.constant(64, u128::from(at));
            return self.load(below, offset, size, true);
        };
        if start == at && cell.size == size {
            return cell.value.clone();
        }
        // The load lies within one cell, so the bytes beside the cell do not matter.
        if start <= at && start + u64::from(cell.size) >= end {
            return self.part(&cell.value, (at - start) as u32, size);
        }
        // Parts of several cells, or of a cell and what is below.
        let offset = self.domain.constant(64, u128::from(at));
        self.bytewise(content, offset, size)
    }

    /// A load at an unknown offset from constant cells.
    pub(super) fn cells_anywhere(
        &mut self,
        content: &Rc<Content<D::Bits>>,
        cells: &BTreeMap<u64, Cell<D::Bits>>,
        below: &Rc<Content<D::Bits>>,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Value<D::Bits> {
        let mut result = self.load(below, offset, size, aligned);
        for (start, cell) in cells {
            let at = self.domain.constant(64, u128::from(*start));
            match self.overlay(Hits { at, cell }, offset, size, aligned) {
                Overlay::Bytes if self.keeps_whole(content, size) => {
                    return self.by_position(content, cells, below, offset, size, aligned);
                }
                Overlay::Bytes => return self.bytewise(content, offset, size),
                Overlay::Cases(cases) => result = self.choose(cases, result),
            }
        }
        result
    }

    /// A load at an unknown offset from constant cells that are not all as long as it: for each position, as at a constant offset, so that pointers stay
    /// whole.
    fn by_position(
        &mut self,
        content: &Rc<Content<D::Bits>>,
        cells: &BTreeMap<u64, Cell<D::Bits>>,
        below: &Rc<Content<D::Bits>>,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Value<D::Bits> {
        let grid = if aligned || self.is_on_grid(offset, size) {
            u64::from(size).next_power_of_two()
        } else {
            1
        };
        let (low, high) = self.domain.interval(offset);
        let mut positions = BTreeSet::new();
        for (start, cell) in cells {
            // The lowest position from which a load of this size still reaches the cell.
            let first = (start + 1).saturating_sub(u64::from(size));
            let end = start + u64::from(cell.size);
            let overlapping = (first.next_multiple_of(grid)..end).step_by(grid as usize);
            positions.extend(overlapping.filter(|at| (low..=high).contains(&u128::from(*at))));
        }
        let mut result = self.load(below, offset, size, aligned);
        for at in positions {
            let here = self.domain.constant(64, u128::from(at));
            let same = self.domain.eq(offset, here);
            if !self.domain.is(same, false) {
                let value = self.cells_at(content, cells, below, at, size);
                result = value::merge(self.domain, same, &value, &result);
            }
        }
        result
    }

    /// Which parts of a cell a load may see.
    pub(super) fn overlay(
        &mut self,
        hits: Hits<'_, D::Bits>,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Overlay<D::Bits> {
        let (low, high) = self.domain.interval(offset);
        let (first, last) = self.domain.interval(hits.at);
        // In 128 bits these sums of 64-bit bounds cannot wrap.
        if high + u128::from(size) <= first || last + u128::from(hits.cell.size) <= low {
            return Overlay::Cases(vec![]);
        }
        let cell_size = hits.cell.size;
        let grid = u64::from(size).next_power_of_two();
        // A load of three bytes at a multiple of four may begin in one cell of six and end in the next.
        let divides = size.is_power_of_two() && cell_size.is_multiple_of(size);
        // If both lie on the grid of the load, the load covers one slot of the cell or none, and
        // never parts of two.
        let on_grid = size == 1 || (aligned && self.domain.is_multiple(hits.at, grid));
        if !divides || !on_grid {
            return Overlay::Bytes;
        }
        if !self.spend_looks(cell_size / size) {
            return Overlay::Cases(vec![]);
        }
        let mut cases = Vec::new();
        for skip in (0..cell_size).step_by(size as usize) {
            let skipped = self.domain.constant(64, u128::from(skip));
            let at = self.domain.add(hits.at, skipped);
            let same = self.domain.eq(offset, at);
            if !self.domain.is(same, false) {
                cases.push((same, self.part(&hits.cell.value, skip, size)));
            }
        }
        Overlay::Cases(cases)
    }

    pub(super) fn choose(
        &mut self,
        cases: Vec<(D::Bits, Value<D::Bits>)>,
        rest: Value<D::Bits>,
    ) -> Value<D::Bits> {
        cases.into_iter().fold(rest, |rest, (cond, value)| {
            value::merge(self.domain, cond, &value, &rest)
        })
    }

    /// `size` bytes from the middle of a value.
    pub(super) fn part(&mut self, value: &Value<D::Bits>, skip: u32, size: u32) -> Value<D::Bits> {
        let bits = match value {
            Value::Bits(bits) => *bits,
            Value::Pointer(_) if skip == 0 && size == 8 => return value.clone(),
            Value::Pointer(pointer) => {
                self.domain.expose(pointer);
                let bits = pointer_to_bits(self.domain, pointer);
                let part = self.domain.extract(bits, skip * 8, size * 8);
                // Terms are shared: a constant part would make every equal number count as a part
                // of this address.
                if self.domain.as_const(part).is_none() {
                    self.domain.note_part(part, pointer, skip);
                }
                return Value::Bits(part);
            }
            Value::Undef | Value::Aggregate(_) => return Value::Undef,
        };
        Value::Bits(self.domain.extract(bits, skip * 8, size * 8))
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use crate::domain::Domain;
    use crate::domain::stop::Stop;
    use crate::domain::value::Value;
    use crate::memory::{Cell, Content, load, store};
    use crate::strategy::paths::word::{Concolic, Word};

    fn number(value: &Value<Word>) -> Option<u128> {
        match value {
            Value::Bits(word) => Some(word.value),
            _ => None,
        }
    }

    #[test]
    fn loads_of_three_bytes_straddle_cells_of_six() -> Result<(), Stop> {
        let domain = &mut Concolic::default();
        let mut content = Rc::new(Content::Zero);
        for at in [0, 8] {
            let offset = domain.constant(64, at);
            let value = Value::Bits(domain.constant(48, 0x0605_0403_0201));
            content = store::store(domain, content, offset, Cell { size: 6, value })?;
        }
        let unknown = domain.symbolic.terms.var("offset", 64);
        for align in [1, 4] {
            for at in (0..12).step_by(align) {
                let (fixed, offset) = (domain.constant(64, at), domain.word(unknown, at));
                let expected = load::load(domain, &content, fixed, 3, align as u64)?;
                let found = load::load(domain, &content, offset, 3, align as u64)?;
                assert_eq!(
                    number(&found),
                    number(&expected),
                    "at {at}, aligned to {align}"
                );
            }
        }
        Ok(())
    }
}
