//! Stores: a new cell or a new layer.
//!
//! Copies over many copies are done word by word, because a load that looks through all of them would follow both
//! sides of each.

use std::rc::Rc;

use super::content::{HasPointers, POINTER_BYTES};
use super::{Cell, Content, load, parts};
use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::Value;

/// Longest copy or fill of constant length that is done piece by piece.
const PIECEWISE_LIMIT: u64 = 256;
/// The most copies over each other. A load through a copy may follow both its source and the content below, so the work doubles with each
/// copy over copies: a random program of the soak used up all memory this way.
const MOST_COPIES: u32 = 3;

/// Writes `cell` at `offset`: in place where the content has no other owner.
///
/// # Errors
///
/// Those of [`load::load`].
pub fn store<D: Domain>(
    domain: &mut D,
    mut content: Rc<Content<D::Bits>>,
    offset: D::Bits,
    cell: Cell<D::Bits>,
) -> Result<Rc<Content<D::Bits>>, Stop> {
    // What is stored does not stay known, since other code may write the object at any time.
    if content.is_unknown() {
        return Ok(content);
    }
    let Some(at) = domain.as_const(offset) else {
        return Ok(Rc::new(Content::Store {
            offset,
            cell,
            below: content,
        }));
    };
    let at = at as u64;
    // No object reaches as far: here the pointer points into another one, or the access is undefined and was cut.
    let Some(end) = at.checked_add(u64::from(cell.size)) else {
        return Ok(content);
    };
    // Before the write, because the remainders of straddled cells are read from the old content.
    let room = make_room(domain, &content, at, end)?;
    let is_part = parts::is_part(domain, &cell.value);
    let pieces = room.kept.into_iter().chain([(at, cell)]);
    // Matched twice on purpose: `make_mut` copies a shared content, and only cells are changed in
    // place.
    if let Content::Cells { .. } = *content
        && let Content::Cells { cells, .. } = Rc::make_mut(&mut content)
    {
        for start in room.covered {
            cells.remove(&start);
        }
        cells.extend(pieces);
        if is_part {
            parts::rejoin(domain, cells, at);
        }
        return Ok(content);
    }
    Ok(Rc::new(Content::Cells {
        cells: pieces.collect(),
        below: content,
    }))
}

/// The relation of a new cell to an existing one.
struct Room<B> {
    /// Offsets of the cells that it covers, also in part.
    covered: Vec<u64>,
    /// The remainders of writes that straddle its limits.
    kept: Vec<(u64, Cell<B>)>,
}

/// Room for `at..end`.
fn make_room<D: Domain>(
    domain: &mut D,
    content: &Rc<Content<D::Bits>>,
    at: u64,
    end: u64,
) -> Result<Room<D::Bits>, Stop> {
    let mut room = Room {
        covered: Vec::new(),
        kept: Vec::new(),
    };
    let Content::Cells { cells, .. } = &**content else {
        return Ok(room);
    };
    let over: Vec<(u64, u64)> = cells
        .range(..end)
        .rev()
        .map(|(start, cell)| (*start, *start + u64::from(cell.size)))
        .take_while(|(_, stop)| *stop > at)
        .collect();
    for (start, stop) in over {
        room.covered.push(start);
        // What sticks out below the new cell, and what sticks out above it.
        for (from, to) in [(start, at.min(stop)), (end.max(start), stop)] {
            if from < to {
                let offset = domain.constant(64, u128::from(from));
                let size = (to - from) as u32;
                let value = load::load(domain, content, offset, size, 1)?;
                room.kept.push((from, Cell { size, value }));
            }
        }
    }
    Ok(room)
}

/// Copies `len` bytes; source and destination may be the same object.
///
/// # Errors
///
/// Those of [`load::load`].
pub fn copy<D: Domain>(
    domain: &mut D,
    content: Rc<Content<D::Bits>>,
    offset: D::Bits,
    source: &Rc<Content<D::Bits>>,
    source_offset: D::Bits,
    len: D::Bits,
) -> Result<Rc<Content<D::Bits>>, Stop> {
    if content.is_unknown() {
        return Ok(content);
    }
    let constants = (
        domain.as_const(offset),
        domain.as_const(source_offset),
        domain.as_const(len),
    );
    if let (_, _, Some(0)) = constants {
        return Ok(content);
    }
    if let (Some(to), Some(from), Some(len)) = constants
        && len as u64 <= PIECEWISE_LIMIT
    {
        let (to, from, len) = (to as u64, from as u64, len as u64);
        if to.checked_add(len).is_none() || from.checked_add(len).is_none() {
            return Ok(content);
        }
        return copy_cells(domain, content, to, source, from, len);
    }
    let copies = 1 + content.copies().max(source.copies());
    if let (_, _, Some(len)) = constants
        && copies > MOST_COPIES
        && len as u64 <= PIECEWISE_LIMIT
        && let Some(size) = word_size(domain, source, [offset, source_offset], len as u64)
    {
        let words = (len as u64, size);
        return copy_words(domain, content, offset, source, source_offset, words);
    }
    Ok(Rc::new(Content::Copy {
        offset,
        len,
        source: Rc::clone(source),
        source_offset,
        below: content,
        copies,
    }))
}

/// The size of the largest words that both offsets and the length are multiples of, if pointers stay whole in them.
fn word_size<D: Domain>(
    domain: &mut D,
    source: &Content<D::Bits>,
    offsets: [D::Bits; 2],
    len: u64,
) -> Option<u32> {
    let mut fits = |size: &u32| {
        let size = u64::from(*size);
        len.is_multiple_of(size) && offsets.iter().all(|it| domain.is_multiple(*it, size))
    };
    let size = [POINTER_BYTES, 4, 2].into_iter().find(&mut fits);
    let size = size.unwrap_or(1);
    let is_whole = size == POINTER_BYTES || !source.has_pointers(&mut HasPointers::default());
    is_whole.then_some(size)
}

/// Copies `len` bytes in words of `size` bytes.
fn copy_words<D: Domain>(
    domain: &mut D,
    content: Rc<Content<D::Bits>>,
    to: D::Bits,
    source: &Rc<Content<D::Bits>>,
    from: D::Bits,
    (len, size): (u64, u32),
) -> Result<Rc<Content<D::Bits>>, Stop> {
    let mut result = content;
    for done in (0..len).step_by(size as usize) {
        let done = domain.constant(64, u128::from(done));
        let at = domain.add(from, done);
        let value = load::load(domain, source, at, size, u64::from(size))?;
        let offset = domain.add(to, done);
        result = store(domain, result, offset, Cell { size, value })?;
    }
    Ok(result)
}

fn copy_cells<D: Domain>(
    domain: &mut D,
    content: Rc<Content<D::Bits>>,
    to: u64,
    source: &Rc<Content<D::Bits>>,
    from: u64,
    len: u64,
) -> Result<Rc<Content<D::Bits>>, Stop> {
    // The source is a snapshot from before the copy, so ranges that overlap within one object
    // behave as in `memmove`.
    let mut result = content;
    let mut done = 0;
    while done < len {
        let size = next_piece(source, from + done, len - done);
        let at = domain.constant(64, u128::from(from + done));
        let value = load::load(domain, source, at, size, 1)?;
        let offset = domain.constant(64, u128::from(to + done));
        result = store(domain, result, offset, Cell { size, value })?;
        done += u64::from(size);
    }
    Ok(result)
}

/// The size of the next piece to copy: a whole cell or element where one starts, so that pointers stay whole.
fn next_piece<B>(source: &Content<B>, at: u64, left: u64) -> u32 {
    let natural = match source {
        Content::Cells { cells, below } => match cells.range(..=at).next_back() {
            Some((start, cell)) if *start == at => u64::from(cell.size),
            Some((start, cell)) if start + u64::from(cell.size) > at => {
                start + u64::from(cell.size) - at
            }
            _ => {
                let gap = cells
                    .range(at..)
                    .next()
                    .map_or(u64::MAX, |(start, _)| start - at);
                gap.min(u64::from(next_piece(below, at, left)))
            }
        },
        Content::Array { elem, .. } => u64::from(*elem) - at % u64::from(*elem),
        Content::Data(data)
            if data
                .pointers
                .range(at..at + 8)
                .next()
                .is_some_and(|(start, _)| *start != at) =>
        {
            1
        }
        // Up to the next multiple of 8, where a pointer may begin.
        _ => 8 - at % 8,
    };
    // A load reads 16 bytes at most.
    natural.min(left).clamp(1, 16) as u32
}

/// Sets `len` bytes to `byte` (8 bits).
///
/// # Errors
///
/// Those of [`load::load`].
pub fn fill<D: Domain>(
    domain: &mut D,
    content: Rc<Content<D::Bits>>,
    offset: D::Bits,
    byte: D::Bits,
    len: D::Bits,
) -> Result<Rc<Content<D::Bits>>, Stop> {
    if content.is_unknown() {
        return Ok(content);
    }
    match (domain.as_const(offset), domain.as_const(len)) {
        (_, Some(0)) => Ok(content),
        (Some(at), Some(len)) if len as u64 <= PIECEWISE_LIMIT => {
            let mut result = content;
            let (mut at, end) = (at as u64, at as u64 + len as u64);
            while at < end {
                let size = (8 - at % 8).min(end - at) as u32;
                let mut word = byte;
                for _ in 1..size {
                    word = domain.concat(byte, word);
                }
                let offset = domain.constant(64, u128::from(at));
                result = store(
                    domain,
                    result,
                    offset,
                    Cell {
                        size,
                        value: Value::Bits(word),
                    },
                )?;
                at += u64::from(size);
            }
            Ok(result)
        }
        _ => Ok(Rc::new(Content::Fill {
            offset,
            len,
            byte,
            below: content,
        })),
    }
}
