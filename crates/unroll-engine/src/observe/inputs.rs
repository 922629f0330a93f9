//! Restrictions of generated inputs, and the code that can observe them.
//!
//! Every cell is built free, and no two parts of the inputs are the same one. A program that looks at that may find
//! unreachable what other callers reach, so a look is noted, with its condition; what is claimed of it says the strategy, with a cut.
//!
//! Most looks are taken for granted where such a value is built, because none can be told apart afterwards from what the standard library does
//! for itself. Identity is told where it shows: two pointers into different inputs are compared. So are changes that others make (`shared`).

use rustc_hash::{FxHashMap, FxHashSet};
use unroll_protocol::Restriction;

use crate::domain::value::ObjectId;

/// Words in an object that others may change as well.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedWords {
    /// The input that they are part of.
    pub(super) key: u64,
    /// The offset at which they begin.
    pub(super) start: u64,
    /// The offset behind them.
    pub(super) end: u64,
    /// The restriction that shows where they are read again.
    pub(super) restriction: Restriction,
}

impl SharedWords {
    /// True if these could be the words of another input as well.
    pub(super) fn may_be_one_with(&self, other: &Self) -> bool {
        self.restriction == other.restriction && self.key != other.key
    }
}

/// Facts about the inputs while a harness is executed.
#[derive(Debug)]
pub(crate) struct Inputs<B> {
    /// The heap objects of the inputs, complete once they are all `built`.
    objects: FxHashSet<ObjectId>,
    built: bool,
    /// The first cell that was built, by its key.
    cell: Option<u64>,
    /// Words of inputs that others may change as well, by their object.
    pub(super) shared: FxHashMap<ObjectId, SharedWords>,
    /// When a restriction showed since this was last asked (width 1).
    pub(super) shown: Option<(Restriction, B)>,
}

impl<B> Default for Inputs<B> {
    fn default() -> Self {
        Self {
            objects: FxHashSet::default(),
            built: false,
            cell: None,
            shared: FxHashMap::default(),
            shown: None,
        }
    }
}

impl<B> Inputs<B> {
    /// All are built.
    pub(crate) fn end(&mut self) {
        self.built = true;
    }

    /// True if all are built.
    pub(crate) fn are_built(&self) -> bool {
        self.built
    }

    /// Notes a new object on the heap.
    pub(crate) fn note(&mut self, object: ObjectId) {
        if !self.built {
            self.objects.insert(object);
        }
    }

    /// True if an object is one of the inputs'.
    pub(super) fn has(&self, object: ObjectId) -> bool {
        self.objects.contains(&object)
    }

    /// True if a program may see that the value under `key` is built under a `restriction`. One cell alone is not the same as another.
    pub(crate) fn shows(&mut self, restriction: Restriction, key: u64) -> bool {
        restriction != Restriction::Distinct || *self.cell.get_or_insert(key) != key
    }
}
