//! The content of an object: a base under layers of writes.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::domain::value::{self, ObjectId, Pointer, Value};
use crate::domain::{ArrayId, Domain};

/// Size of a pointer.
pub(super) const POINTER_BYTES: u32 = 8;

/// True if there are pointers in a content or below it.
pub(super) type HasPointers<B> = FxHashMap<*const Content<B>, bool>;

/// A value at a constant offset.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell<B> {
    /// Extent in bytes.
    pub size: u32,
    /// A word of `8 * size` bits, a pointer, or undefined.
    pub value: Value<B>,
}

/// Bytes of an initialised global, and the pointers in it.
#[derive(Clone, Debug)]
pub struct Data<B> {
    /// All bytes; those under a pointer are 0.
    pub bytes: Vec<u8>,
    /// Pointers by offset.
    pub pointers: BTreeMap<u64, Pointer<B>>,
}

/// The content of an object. Offsets and lengths are in bytes, 64 bits wide.
#[derive(Clone, Debug)]
pub enum Content<B> {
    /// Never written.
    Uninit,
    /// Anything, and changed by anyone who has an address that is not known: so are objects that code had a hold of which is not
    /// executed, and what they point to. Stores do not change it, and a load is any value.
    Unknown(Option<ObjectId>),
    /// Anything, of an object whose address is in no memory. Only code that is executed changes it, so that it is the same in every load.
    Any(u32),
    /// A sequence that is built up to `end`, and may be longer. What was not written before that is padding.
    Room {
        /// The object.
        object: ObjectId,
        /// Where what is built ends.
        end: u64,
    },
    /// All zero.
    Zero,
    /// An initialised global.
    Data(Data<B>),
    /// A symbolic input slice with elements of `elem` bytes.
    Array {
        /// Which.
        array: ArrayId,
        /// Element size in bytes.
        elem: u32,
    },
    /// Writes at constant offsets; cells do not overlap.
    Cells {
        /// By offset.
        cells: BTreeMap<u64, Cell<B>>,
        /// The content that shows between the cells.
        below: Rc<Content<B>>,
    },
    /// One write at an unknown offset.
    Store {
        /// Where.
        offset: B,
        /// Extent and value.
        cell: Cell<B>,
        /// The content that the layer covers.
        below: Rc<Content<B>>,
    },
    /// `len` bytes copied from `source`.
    Copy {
        /// Destination offset.
        offset: B,
        /// Length.
        len: B,
        /// Where from, as it was at the time of the copy.
        source: Rc<Content<B>>,
        /// Offset in the source.
        source_offset: B,
        /// The content that the layer covers.
        below: Rc<Content<B>>,
        /// Most copies that stand over each other here, with this one.
        copies: u32,
    },
    /// `len` bytes set to `byte`.
    Fill {
        /// Destination offset.
        offset: B,
        /// Length.
        len: B,
        /// The byte, 8 bits.
        byte: B,
        /// The content that the layer covers.
        below: Rc<Content<B>>,
    },
    /// Either of two contents.
    Merge {
        /// Which (width 1).
        cond: B,
        /// If true.
        then: Rc<Content<B>>,
        /// If false.
        els: Rc<Content<B>>,
    },
}

impl<B> Content<B> {
    /// Most copies that stand over each other.
    pub fn copies(&self) -> u32 {
        let mut most = 0;
        let mut seen = FxHashSet::default();
        let mut left = vec![self];
        while let Some(content) = left.pop() {
            // Merges share contents: a walk without this set takes exponential time in their
            // number.
            if !seen.insert(std::ptr::from_ref(content)) {
                continue;
            }
            match content {
                // The number already includes the copies in its source and below it.
                Self::Copy { copies, .. } => most = most.max(*copies),
                Self::Cells { below, .. }
                | Self::Store { below, .. }
                | Self::Fill { below, .. } => left.push(below),
                Self::Merge { then, els, .. } => left.extend([&**then, &**els]),
                Self::Uninit
                | Self::Unknown(_)
                | Self::Any(_)
                | Self::Room { .. }
                | Self::Zero
                | Self::Data(_)
                | Self::Array { .. } => {}
            }
        }
        most
    }

    /// True if there are pointers in it.
    pub(crate) fn holds_pointers(&self) -> bool {
        self.has_pointers(&mut HasPointers::default())
    }

    /// True if there are pointers in it. Remembers what it found in `known`.
    pub(super) fn has_pointers(&self, known: &mut HasPointers<B>) -> bool {
        let key = std::ptr::from_ref(self);
        if let Some(has) = known.get(&key) {
            return *has;
        }
        let is_pointer = |cell: &Cell<B>| matches!(cell.value, Value::Pointer(_));
        let has = match self {
            Self::Uninit
            | Self::Unknown(_)
            | Self::Any(_)
            | Self::Room { .. }
            | Self::Zero
            | Self::Array { .. } => false,
            Self::Data(data) => !data.pointers.is_empty(),
            Self::Cells { cells, below } => {
                cells.values().any(is_pointer) || below.has_pointers(known)
            }
            Self::Store { cell, below, .. } => is_pointer(cell) || below.has_pointers(known),
            Self::Copy { source, below, .. } => {
                source.has_pointers(known) || below.has_pointers(known)
            }
            Self::Fill { below, .. } => below.has_pointers(known),
            Self::Merge { then, els, .. } => then.has_pointers(known) || els.has_pointers(known),
        };
        known.insert(key, has);
        has
    }

    /// True if nothing is known of it.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }

    /// Bytes from the start that have been written at most; `None` where that is not known. Reading beyond is undefined.
    pub fn extent(&self) -> Option<u64> {
        match self {
            Self::Uninit => Some(0),
            Self::Data(data) => Some(data.bytes.len() as u64),
            Self::Cells { cells, below } => {
                let end = cells.last_key_value();
                let end = end.map_or(0, |(start, cell)| start + u64::from(cell.size));
                Some(below.extent()?.max(end))
            }
            Self::Merge { then, els, .. } => Some(then.extent()?.max(els.extent()?)),
            Self::Zero
            | Self::Unknown(_)
            | Self::Any(_)
            | Self::Room { .. }
            | Self::Array { .. }
            | Self::Store { .. }
            | Self::Copy { .. }
            | Self::Fill { .. } => None,
        }
    }
}

/// `cond ? then : els`: cell by cell where both wrote the same cells over the same content, else lazily.
pub(super) fn merge<D: Domain>(
    domain: &mut D,
    cond: D::Bits,
    then: &Rc<Content<D::Bits>>,
    els: &Rc<Content<D::Bits>>,
) -> Rc<Content<D::Bits>> {
    // Unknown on one path is unknown behind the join: code with access may write the object at any
    // time, and forgetting is always sound.
    if Rc::ptr_eq(then, els) || then.is_unknown() {
        return Rc::clone(then);
    }
    if els.is_unknown() {
        return Rc::clone(els);
    }
    if let (
        Content::Cells { cells: own, below },
        Content::Cells {
            cells: other,
            below: other_below,
        },
    ) = (&**then, &**els)
        // Over different contents the bytes between the cells differ as well, so the cells alone
        // would not be the merge.
        && Rc::ptr_eq(below, other_below)
        && own.len() == other.len()
        && own
            .iter()
            .zip(other)
            .all(|((o1, c1), (o2, c2))| o1 == o2 && c1.size == c2.size)
    {
        let cells = own.iter().map(|(offset, cell)| {
            let value = value::merge(domain, cond, &cell.value, &other[offset].value);
            (
                *offset,
                Cell {
                    size: cell.size,
                    value,
                },
            )
        });
        return Rc::new(Content::Cells {
            cells: cells.collect(),
            below: Rc::clone(below),
        });
    }
    Rc::new(Content::Merge {
        cond,
        then: Rc::clone(then),
        els: Rc::clone(els),
    })
}
