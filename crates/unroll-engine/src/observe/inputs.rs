//! Restrictions of generated inputs, and the code that can observe them.
//!
//! Every cell is built free, and no two parts of the inputs are the same object. A program that observes this may
//! make code unreachable that other callers reach. So an observation is recorded with its condition, and the
//! strategy turns it into a cut.
//!
//! Most observations are assumed as soon as such a value is built, because they cannot be distinguished later from
//! what the standard library does for itself. Identity is recorded where it is observed: when two pointers into
//! different inputs are compared. The same holds for changes by others (`shared`).

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
    /// True if a lock may be among them.
    pub(super) have_locks: bool,
    /// True if accesses of them may have been left out.
    pub(crate) are_missed: bool,
    /// The first object that was made after all were built.
    pub(super) first_other: Option<ObjectId>,
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
            have_locks: false,
            are_missed: false,
            first_other: None,
            shown: None,
        }
    }
}

impl<B> Inputs<B> {
    /// All are built; the next object is the first that is none of theirs.
    pub(crate) fn end(&mut self, next: ObjectId) {
        self.built = true;
        self.first_other = Some(next);
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

    /// True if a program may see that the value under `key` is built under a `restriction`. One cell alone is not the same as another, and
    /// a lock shows its state where it is taken.
    pub(crate) fn shows(&mut self, restriction: Restriction, key: u64) -> bool {
        match restriction {
            // The first cell has nothing to be the same as.
            Restriction::Distinct => *self.cell.get_or_insert(key) != key,
            Restriction::Unlocked => {
                self.have_locks = true;
                false
            }
            _ => true,
        }
    }
}
