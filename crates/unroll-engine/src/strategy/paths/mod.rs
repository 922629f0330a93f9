//! Dynamic symbolic execution: the path of one input, with terms for what depends on it.
//!
//! A [`Walker`] runs a harness on a given input as [`crate::strategy::interpret`] does. Words that depend on the
//! input carry a term beside their number ([`word`]), so each branch that depends on it becomes a [`Decision`] with
//! a condition. A caller that wants another path negates one and asks the solver (`PathCrawler`, algorithm AP of
//! ALIAS, section 2.1). The choice of the next path is up to `cover`.
//!
//! **Invariants:** a walk follows the numbers only, so it goes where the native run goes. The conjunction of its
//! decisions holds exactly for the inputs that go the same way, unless [`SymbolicPath::concretised`] says that
//! values of the run were used. Terms, facts and names stay the same from walk to walk, so equal prefixes are equal
//! terms.

mod code;
mod decide;
mod follow;
mod operate;
mod quantifier;
mod quantify;
mod strategy;
mod walk;
pub mod word;

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::domain::ArrayId;
use crate::domain::stop::Stop;
use crate::strategy::record::{CutReason, Leaf, SliceLeaf};
use crate::strategy::trace::{End, ExitEvent, Trace};
use unroll_llvm::ir::BlockId;
use unroll_smt::term::Term;

pub use walk::Walker;

/// The treatment of reads and writes at offsets that depend on the input (internal-aliases paper).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aliases {
    /// They stay open: a read is a choice between all cells, which the solver makes (section 3).
    #[default]
    Late,
    /// Each offset is fixed when it is met, and others are tried later (`PathCrawler`, section 2.2).
    Eager,
    /// Each offset is what it is in this run, and nothing is noted (CUTE, section 5). Paths are missed.
    Approximate,
}

/// Why a decision stands on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionKind {
    /// A branch of the program.
    Branch,
    /// An offset, length or target that was fixed.
    Fixed,
    /// A probe whose event depends on the input.
    Event,
    /// A clause to check.
    Check,
    /// A precondition that holds: its other side is never explored.
    Assumed,
    /// A precondition that does not hold.
    Rejected,
}

/// Where a decision is made: a block of a function, in an iteration of the source loop around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    /// Number of the function, in the order of first use.
    pub function: u32,
    /// Block.
    pub block: BlockId,
    /// Iteration of the loop that began one last.
    pub iteration: u32,
}

/// A condition on the input that a walk came by.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// True on this path.
    pub literal: Term,
    /// True if the condition as the program has it is true.
    pub holds: bool,
    /// Why.
    pub kind: DecisionKind,
    /// Where.
    pub site: Site,
    /// How many scalar inputs had been asked for.
    pub leaves: usize,
    /// How many slice inputs had been asked for.
    pub slices: usize,
}

/// The place of a label on a path whose condition depends on the input.
///
/// A path that holds the condition forks here, is asked for, and ends: the walk itself goes on under neither the condition nor its
/// negation (tight instrumentation, label-coverage paper, section 5.1).
#[derive(Clone, Copy, Debug)]
pub struct LabelFork {
    /// Number of the label.
    pub label: u32,
    /// The condition.
    pub condition: Term,
    /// True if the condition is true on this path.
    pub holds: bool,
    /// How many decisions come before it.
    pub decisions: usize,
    /// How many scalar inputs had been asked for.
    pub leaves: usize,
    /// How many slice inputs had been asked for.
    pub slices: usize,
}

/// How a walk ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    /// As the program ends.
    End(End),
    /// It was given up.
    Cut(CutReason),
}

/// One path.
#[derive(Clone, Debug)]
pub struct SymbolicPath {
    /// The decisions that separate it from other paths, in order.
    pub decisions: Rc<[Decision]>,
    /// Scalar inputs by first use.
    pub leaves: Vec<Leaf>,
    /// Slice inputs by first use.
    pub slices: Vec<SliceLeaf>,
    /// Array elements that were looked at, on the path and in quantifiers.
    pub looked_at: Vec<(ArrayId, Term)>,
    /// Loop exits in order.
    pub exits: Vec<ExitEvent>,
    /// Words that the layout of memory decides, by name.
    pub layout: Vec<(String, Term)>,
    /// Words that the result may show, where inputs are fixed.
    pub shown: Vec<word::Word>,
    /// Labels that were reached.
    pub labels: BTreeSet<u32>,
    /// Places of labels whose conditions other inputs may meet, in order.
    pub forks: Rc<[LabelFork]>,
    /// The end.
    pub end: WalkEnd,
    /// How many operations took the values of this run, for lack of a symbolic meaning. If any did, other inputs
    /// under the same decisions may go elsewhere.
    pub concretised: u32,
    /// Why other inputs that there may be are not among those that are tried.
    pub limits: Vec<Stop>,
    /// Instructions executed.
    pub steps: u64,
}

impl SymbolicPath {
    /// The observation of the concrete reading; `None` when it was given up.
    pub fn trace(&self) -> Option<Trace> {
        match &self.end {
            WalkEnd::End(end) => Some(Trace {
                exits: self.exits.clone(),
                labels: self.labels.clone(),
                end: end.clone(),
            }),
            WalkEnd::Cut(_) => None,
        }
    }
}
