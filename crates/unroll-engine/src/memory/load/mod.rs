//! Loads: read over write, resolved when the load happens.
//!
//! In: a content, an offset and a size. Out: a value. Layers of writes stand here, cells of constant offsets in [`cells`], and
//! contents below all layers in [`base`].

mod base;
mod cells;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use self::cells::{Hits, Overlay};
use super::Content;
use super::content::{HasPointers, POINTER_BYTES};
use crate::domain::Domain;
use crate::domain::stop::{Budget, Stop};
use crate::domain::value::{self, Value};

/// Most layers, and parts of what is written in them, that one load looks at: over copies that stand over copies their number doubles with
/// each.
const MOST_LOOKS: u32 = 1 << 17;

/// Values by content, offset and size.
// Alignment is no part of the key: it decides how a value is put together, not which value it is.
// The contents outlive the load, so their addresses are unique.
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
            Content::Any(number) => self
                .domain
                .any(*number, offset, size)
                .map_or(Value::Undef, Value::Bits),
            Content::Room { object, end } => self
                .domain
                .unbuilt(*object, offset, size, *end)
                .map_or(Value::Undef, Value::Bits),
            Content::Zero => Value::Bits(self.domain.constant(size * 8, 0)),
            Content::Data(data) => self.data(data, offset, size, aligned),
            Content::Array { array, elem } => self.array(*array, *elem, offset, size, aligned),
            _ => {
                let key = (Rc::as_ptr(content), offset, size);
                // Merges share contents, so without memory a load would take exponential time in
                // their number.
                if let Some(known) = self.memo.get(&key) {
                    return known.clone();
                }
                if !self.spend_looks(1) {
                    // Never used: `load` reports the exhausted budget.
                    return Value::Undef;
                }
                let value = self.layer(content, offset, size, aligned);
                self.memo.insert(key, value.clone());
                value
            }
        }
    }

    /// Takes looks from the budget of this load; false if it is exhausted.
    fn spend_looks(&mut self, number: u32) -> bool {
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
            Content::Store { .. } => self.stored(content, offset, size, aligned),
            Content::Copy { .. } | Content::Fill { .. } => {
                self.in_range(content, offset, size, aligned)
            }
            Content::Merge { cond, then, els } => {
                let then = self.load(then, offset, size, aligned);
                let els = self.load(els, offset, size, aligned);
                value::merge(self.domain, *cond, &then, &els)
            }
            Content::Uninit
            | Content::Unknown(_)
            | Content::Any(_)
            | Content::Room { .. }
            | Content::Zero
            | Content::Data(_)
            | Content::Array { .. } => self.load(content, offset, size, aligned),
        }
    }

    /// A load over a store at an unknown offset.
    fn stored(
        &mut self,
        content: &Rc<Content<D::Bits>>,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Value<D::Bits> {
        let Content::Store {
            offset: at,
            cell,
            below,
        } = &**content
        else {
            return Value::Undef;
        };
        match self.overlay(Hits { at: *at, cell }, offset, size, aligned) {
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
                // The content below may be deep: it is looked at only where it shows.
                // In a chain of stores through one pointer this is the common case.
                let mut certain = cases.iter().filter(|(same, _)| self.domain.is(*same, true));
                if let Some((_, value)) = certain.next() {
                    return value.clone();
                }
                let rest = self.load(below, offset, size, aligned);
                self.choose(cases, rest)
            }
        }
    }

    /// A load over a copy or a fill of a range.
    fn in_range(
        &mut self,
        content: &Rc<Content<D::Bits>>,
        offset: D::Bits,
        size: u32,
        aligned: bool,
    ) -> Value<D::Bits> {
        let (Content::Copy {
            offset: at,
            len,
            below,
            ..
        }
        | Content::Fill {
            offset: at,
            len,
            below,
            ..
        }) = &**content
        else {
            return Value::Undef;
        };
        let is_whole = self.whole(*at, *len, offset, size);
        if !is_whole && !self.keeps_whole(content, size) {
            return self.bytewise(content, offset, size);
        }
        let (inside, distance) = self.inside(*at, *len, offset);
        // The value of a fill costs nothing, so only a copy is asked this early.
        let is_copy = matches!(**content, Content::Copy { .. });
        if is_copy && is_whole && self.domain.is(inside, false) {
            // The source may be deep: it is looked at only where it shows.
            return self.load(below, offset, size, aligned);
        }
        let value = self.written(content, distance, size);
        if is_whole {
            return self.inside_or_below(inside, value, below, offset, size, aligned);
        }
        let seen = Seen {
            at: *at,
            len: *len,
            inside: Some(value),
            below,
        };
        self.whole_or_bytes(content, &seen, offset, size, aligned)
    }

    /// The value that a copy or a fill has written at a distance from its start.
    fn written(
        &mut self,
        content: &Content<D::Bits>,
        distance: D::Bits,
        size: u32,
    ) -> Value<D::Bits> {
        match content {
            Content::Copy {
                source,
                source_offset,
                ..
            } => {
                let from = self.domain.add(distance, *source_offset);
                // The copy may have moved the bytes by a distance that is no multiple of the size,
                // so alignment is asked anew.
                let is_aligned = self.is_on_grid(from, size);
                self.load(source, from, size, is_aligned)
            }
            Content::Fill { byte, .. } => {
                let mut word = *byte;
                for _ in 1..size {
                    word = self.domain.concat(*byte, word);
                }
                Value::Bits(word)
            }
            _ => Value::Undef,
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
        // Decided by terms alone in most cases; what is below is not looked at then.
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
                // An undefined byte may be any byte. Zero lets the defined ones beside it stay a
                // word.
                _ => self.domain.constant(8, 0),
            };
            word = Some(word.map_or(byte, |low| self.domain.concat(byte, low)));
        }
        word.map_or(Value::Undef, Value::Bits)
    }
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
