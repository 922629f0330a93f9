//! Loads: read over write, resolved when the load happens.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::content::{HasPointers, POINTER_BYTES};
use super::{Cell, Content, Data, pointer_to_bits};
use crate::domain::stop::{Budget, Stop};
use crate::domain::value::{self, Value};
use crate::domain::{ArrayId, Domain};
use unroll_smt::term::Op;

/// Most layers, and parts of what is written in them, that one load looks at: over copies that stand over copies their number doubles with
/// each.
const MOST_LOOKS: u32 = 1 << 17;

/// Values by content, offset and size.
type Memo<B> = FxHashMap<(*const Content<B>, B, u32), Value<B>>;

/// One load in progress; remembers what shared layers gave.
struct Load<'d, D: Domain> {
    domain: &'d mut D,
    memo: Memo<D::Bits>,
    pointers: HasPointers<D::Bits>,
    /// How many more looks there may be. What is loaded means nothing where there may be none.
    left: Option<u32>,
}

/// Reads `size` bytes (at most 16) at `offset`. `align` is what the instruction promises of the address.
///
/// # Errors
///
/// When too many layers would have to be looked into.
pub fn load<D: Domain>(
    domain: &mut D,
    content: &Rc<Content<D::Bits>>,
    offset: D::Bits,
    size: u32,
    align: u64,
) -> Result<Value<D::Bits>, Stop> {
    let aligned =
        align >= u64::from(size) || domain.is_multiple(offset, u64::from(size).next_power_of_two());
    let mut load = Load {
        domain,
        memo: FxHashMap::default(),
        pointers: HasPointers::default(),
        left: Some(MOST_LOOKS),
    };
    let value = load.load(content, offset, size, aligned);
    match load.left {
        Some(_) => Ok(value),
        None => Err(Stop::Budget(Budget::Layers)),
    }
}

impl<D: Domain> Load<'_, D> {
    fn load(
        &mut self,
        content: &Rc<Content<D::Bits>>,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Value<D::Bits> {
        match &**content {
            Content::Uninit => Value::Undef,
            Content::Unknown(object) => self
                .domain
                .unknown(*object, offset, size)
                .map_or(Value::Undef, Value::Bits),
            Content::Zero => Value::Bits(self.domain.constant(size * 8, 0)),
            Content::Data(data) => self.data(data, offset, size),
            Content::Array { array, elem } => self.array(*array, *elem, offset, size, aligned),
            _ => {
                let key = (Rc::as_ptr(content), offset, size);
                if let Some(known) = self.memo.get(&key) {
                    return known.clone();
                }
                if !self.looks(1) {
                    return Value::Undef;
                }
                let value = self.layer(content, offset, size, aligned);
                self.memo.insert(key, value.clone());
                value
            }
        }
    }

    /// Counts looks; whether there may be so many.
    fn looks(&mut self, number: u32) -> bool {
        self.left = self.left.and_then(|left| left.checked_sub(number));
        self.left.is_some()
    }

    fn layer(
        &mut self,
        content: &Rc<Content<D::Bits>>,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Value<D::Bits> {
        match &**content {
            Content::Cells { cells, below } => match self.domain.as_const(offset) {
                Some(at) => self.cells_at(content, cells, below, at as u64, size),
                None => self.cells_anywhere(content, cells, below, offset, size, aligned),
            },
            Content::Store {
                offset: at,
                cell,
                below,
            } => {
                let hits = Hits { at: *at, cell };
                match self.overlay(hits, offset, size, aligned) {
                    Overlay::Bytes if self.keeps_whole(content, size) => {
                        let extent = self.domain.constant(64, u128::from(cell.size));
                        let seen = Seen {
                            at: *at,
                            len: extent,
                            inside: (cell.size == size).then(|| cell.value.clone()),
                            below,
                        };
                        self.whole_or_bytes(content, &seen, offset, size, aligned)
                    }
                    Overlay::Bytes => self.bytewise(content, offset, size),
                    Overlay::Cases(cases) => {
                        let rest = self.load(below, offset, size, aligned);
                        self.choose(cases, rest)
                    }
                }
            }
            Content::Copy {
                offset: at,
                len,
                source,
                source_offset,
                below,
                ..
            } => {
                let is_whole = self.whole(*at, *len, offset, size);
                if !is_whole && !self.keeps_whole(content, size) {
                    return self.bytewise(content, offset, size);
                }
                let (inside, distance) = self.inside(*at, *len, offset);
                if is_whole && self.domain.is(inside, false) {
                    return self.load(below, offset, size, aligned);
                }
                let from = self.domain.add(distance, *source_offset);
                let is_aligned = self.is_on_grid(from, size);
                let copied = self.load(source, from, size, is_aligned);
                if !is_whole {
                    let seen = Seen {
                        at: *at,
                        len: *len,
                        inside: Some(copied),
                        below,
                    };
                    return self.whole_or_bytes(content, &seen, offset, size, aligned);
                }
                self.inside_or_below(inside, copied, below, offset, size, aligned)
            }
            Content::Fill {
                offset: at,
                len,
                byte,
                below,
            } => {
                let is_whole = self.whole(*at, *len, offset, size);
                if !is_whole && !self.keeps_whole(content, size) {
                    return self.bytewise(content, offset, size);
                }
                let (inside, _) = self.inside(*at, *len, offset);
                let mut word = *byte;
                for _ in 1..size {
                    word = self.domain.concat(*byte, word);
                }
                if !is_whole {
                    let seen = Seen {
                        at: *at,
                        len: *len,
                        inside: Some(Value::Bits(word)),
                        below,
                    };
                    return self.whole_or_bytes(content, &seen, offset, size, aligned);
                }
                let word = Value::Bits(word);
                self.inside_or_below(inside, word, below, offset, size, aligned)
            }
            Content::Merge { cond, then, els } => {
                let then = self.load(then, offset, size, aligned);
                let els = self.load(els, offset, size, aligned);
                value::merge(self.domain, *cond, &then, &els)
            }
            Content::Uninit
            | Content::Unknown(_)
            | Content::Zero
            | Content::Data(_)
            | Content::Array { .. } => self.load(content, offset, size, aligned),
        }
    }

    /// `inside ? value : below`, without a look at what is below where nothing of it shows.
    fn inside_or_below(
        &mut self,
        inside: D::Bits,
        value: Value<D::Bits>,
        below: &Rc<Content<D::Bits>>,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Value<D::Bits> {
        if self.domain.is(inside, true) {
            return value;
        }
        let rest = self.load(below, offset, size, aligned);
        value::merge(self.domain, inside, &value, &rest)
    }

    /// A load at a constant offset from constant cells.
    fn cells_at(
        &mut self,
        content: &Rc<Content<D::Bits>>,
        cells: &BTreeMap<u64, Cell<D::Bits>>,
        below: &Rc<Content<D::Bits>>,
        at: u64,
        size: u32,
    ) -> Value<D::Bits> {
        let end = at.saturating_add(u64::from(size));
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
        if start <= at && start + u64::from(cell.size) >= end {
            return self.part(&cell.value, (at - start) as u32, size);
        }
        let offset = self.domain.constant(64, u128::from(at));
        self.bytewise(content, offset, size)
    }

    /// A load at an unknown offset from constant cells.
    fn cells_anywhere(
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
            u64::from(size)
        } else {
            1
        };
        let (low, high) = self.domain.interval(offset);
        let mut positions = BTreeSet::new();
        for (start, cell) in cells {
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

    /// A load that sees the written range as a whole, or what is below as a whole, or bytes of both: only then do pointers come apart.
    fn whole_or_bytes(
        &mut self,
        content: &Rc<Content<D::Bits>>,
        seen: &Seen<'_, D::Bits>,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Value<D::Bits> {
        let word = self.domain.constant(64, u128::from(size));
        let rest = self.domain.constant(64, u128::from(size) - 1);
        let distance = self.domain.sub(offset, seen.at);
        // Both may wrap: `distance` where the load begins before the range.
        let reach = self.domain.add(distance, rest);
        let span = self.domain.add(seen.len, rest);
        let touches = self.domain.ult(reach, span);
        let begins = self.domain.ult(distance, seen.len);
        let left = self.domain.sub(seen.len, distance);
        let is_cut = self.domain.ult(left, word);
        let is_whole = self.domain.not(is_cut);
        let within = self.domain.and(begins, is_whole);
        let inside = seen.inside.as_ref();
        if let Some(inside) = inside.filter(|_| self.domain.is(within, true)) {
            return inside.clone();
        }
        let below = self.load(seen.below, offset, size, aligned);
        if self.domain.is(touches, false) {
            return below;
        }
        let mut value = self.bytewise(content, offset, size);
        if let Some(inside) = inside {
            value = value::merge(self.domain, within, inside, &value);
        }
        value::merge(self.domain, touches, &value, &below)
    }

    /// True if a load of `size` bytes may see pointers, which are to be seen as a whole.
    fn keeps_whole(&mut self, content: &Rc<Content<D::Bits>>, size: u32) -> bool {
        size == POINTER_BYTES && content.has_pointers(&mut self.pointers)
    }

    fn is_on_grid(&mut self, offset: D::Bits, size: u32) -> bool {
        self.domain
            .is_multiple(offset, u64::from(size).next_power_of_two())
    }

    /// Which parts of a cell a load may see.
    fn overlay(
        &mut self,
        hits: Hits<'_, D::Bits>,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Overlay<D::Bits> {
        let (low, high) = self.domain.interval(offset);
        let (first, last) = self.domain.interval(hits.at);
        if high + u128::from(size) <= first || last + u128::from(hits.cell.size) <= low {
            return Overlay::Cases(vec![]);
        }
        let cell_size = hits.cell.size;
        let grid = u64::from(size).next_power_of_two();
        let divides = cell_size.is_multiple_of(size);
        let on_grid = size == 1 || (aligned && self.domain.is_multiple(hits.at, grid));
        if !divides || !on_grid {
            return Overlay::Bytes;
        }
        if !self.looks(cell_size / size) {
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

    fn choose(
        &mut self,
        cases: Vec<(D::Bits, Value<D::Bits>)>,
        rest: Value<D::Bits>,
    ) -> Value<D::Bits> {
        cases.into_iter().fold(rest, |rest, (cond, value)| {
            value::merge(self.domain, cond, &value, &rest)
        })
    }

    /// True if a load lies wholly inside or outside of a range, whatever the unknowns.
    fn whole(&mut self, at: D::Bits, len: D::Bits, offset: D::Bits, size: u32) -> bool {
        let distance = self.domain.sub(offset, at);
        let grid = u64::from(size).next_power_of_two();
        self.domain.is_multiple(distance, grid) && self.domain.is_multiple(len, grid)
    }

    fn inside(&mut self, at: D::Bits, len: D::Bits, offset: D::Bits) -> (D::Bits, D::Bits) {
        let distance = self.domain.sub(offset, at);
        (self.domain.ult(distance, len), distance)
    }

    /// `size` bytes from the middle of a value.
    fn part(&mut self, value: &Value<D::Bits>, skip: u32, size: u32) -> Value<D::Bits> {
        let bits = match value {
            Value::Bits(bits) => *bits,
            Value::Pointer(_) if skip == 0 && size == 8 => return value.clone(),
            Value::Pointer(pointer) => {
                self.domain.expose(pointer);
                pointer_to_bits(self.domain, pointer)
            }
            Value::Undef | Value::Aggregate(_) => return Value::Undef,
        };
        Value::Bits(self.domain.extract(bits, skip * 8, size * 8))
    }

    /// The general case: byte by byte, little endian.
    fn bytewise(
        &mut self,
        content: &Rc<Content<D::Bits>>,
        offset: D::Bits,
        size: u32,
    ) -> Value<D::Bits> {
        if size == 1 {
            return self.layer(content, offset, 1, true);
        }
        let mut word: Option<D::Bits> = None;
        for skip in 0..size {
            let skipped = self.domain.constant(64, u128::from(skip));
            let at = self.domain.add(offset, skipped);
            let byte = match self.load(content, at, 1, true) {
                Value::Bits(byte) => byte,
                _ => self.domain.constant(8, 0),
            };
            word = Some(word.map_or(byte, |low| self.domain.concat(byte, low)));
        }
        word.map_or(Value::Undef, Value::Bits)
    }

    fn data(&mut self, data: &Data<D::Bits>, offset: D::Bits, size: u32) -> Value<D::Bits> {
        if let Some(at) = self.domain.as_const(offset) {
            return self.data_at(data, at as u64, size);
        }
        // A table look-up: a multiplexer over the entries that the offset can name.
        let (low, high) = self.domain.interval(offset);
        let step = if self
            .domain
            .is_multiple(offset, u64::from(size).next_power_of_two())
        {
            size
        } else {
            1
        };
        let end = (data.bytes.len() as u64).saturating_sub(u64::from(size));
        let mut result = Value::Undef;
        if low > u128::from(end) {
            return result;
        }
        let mut at = (low as u64).next_multiple_of(u64::from(step));
        while at <= end && u128::from(at) <= high {
            let entry = self.data_at(data, at, size);
            let here = self.domain.constant(64, u128::from(at));
            let same = self.domain.eq(offset, here);
            result = value::merge(self.domain, same, &entry, &result);
            at += u64::from(step);
        }
        result
    }

    fn data_at(&mut self, data: &Data<D::Bits>, at: u64, size: u32) -> Value<D::Bits> {
        if size == 8
            && let Some(pointer) = data.pointers.get(&at)
        {
            return Value::Pointer(pointer.clone());
        }
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
    fn array(
        &mut self,
        array: ArrayId,
        elem: u32,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Value<D::Bits> {
        let on_grid = aligned || self.domain.is_multiple(offset, u64::from(elem));
        if size >= elem && (on_grid || elem == 1) {
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

/// A cell that a load may see, and where it starts.
#[derive(Clone, Copy)]
struct Hits<'c, B> {
    at: B,
    cell: &'c Cell<B>,
}

/// A range that was written, over what a load may see as well.
struct Seen<'c, B> {
    /// Where it starts.
    at: B,
    /// How many bytes it has.
    len: B,
    /// The value of a load that lies in it as a whole, where it is known.
    inside: Option<Value<B>>,
    /// The content below the layer.
    below: &'c Rc<Content<B>>,
}

enum Overlay<B> {
    /// The load sees one of these parts, or none.
    Cases(Vec<(B, Value<B>)>),
    /// Parts may straddle: go byte by byte.
    Bytes,
}
