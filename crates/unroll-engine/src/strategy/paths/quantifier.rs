//! Quantifiers of a walk, as data: the open ones, the places where they stand, and the results of earlier walks.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::code::Code;
use super::word::{ConcolicValue, Word};
use crate::domain::ArrayId;
use crate::memory::Memory;
use unroll_smt::term::Term;

/// A quantifier whose body is evaluated, and the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Level {
    pub(super) of: Of,
    pub(super) index: Term,
}

/// A quantifier that is open or, by a number that no other at the same place has, a conjunction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Of {
    Open(usize),
    Conjunction(usize),
}

/// Where a quantifier stands: two that stand at the same place are the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct QuantifierSite {
    /// The quantifiers whose bodies ask for it, outermost first.
    pub(super) within: Vec<Level>,
    /// The decisions before it.
    pub(super) literals: Vec<Term>,
    /// Its number among those after the same decisions.
    pub(super) number: u32,
}

/// Facts about a quantifier from earlier walks.
#[derive(Clone, Copy, Debug)]
pub(super) enum QuantifierTruth {
    /// Its truth.
    Truth(Term),
    /// Which of the open ones it is.
    Open(usize),
}

/// A quantifier that is not a conjunction.
#[derive(Debug)]
pub(super) struct Quantifier {
    pub(super) holds: Term,
    pub(super) witness: Term,
    /// Array elements that the body looks at, at the witness.
    pub(super) reads: Vec<(ArrayId, Term)>,
    pub(super) done: FxHashSet<Term>,
    /// The quantifier whose body asks for it.
    pub(super) parent: Option<usize>,
    /// True if its body asks for others.
    pub(super) has_inner: bool,
}

/// An open quantifier on this walk.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub(super) quantifier: usize,
    pub(super) body: Body,
}

#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) lo: Word,
    pub(super) hi: Word,
    pub(super) env: ConcolicValue,
    pub(super) code: Rc<Code>,
    pub(super) memory: Memory<Word>,
}
