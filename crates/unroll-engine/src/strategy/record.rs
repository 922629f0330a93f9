//! The record of a symbolic execution: data for the covering algorithms.

use std::collections::{BTreeMap, BTreeSet};

use crate::semantics::panic_places::PanicPlace;
use crate::semantics::panics::PanicSite;
use crate::strategy::words::{Application, ElementaryCall};
use unroll_protocol::PanicKind;
use unroll_smt::term::Term;

/// A loop exit, under the condition that it happens.
#[derive(Clone, Debug)]
pub struct Exit {
    /// Loop number, from 1.
    pub loop_: u32,
    /// Iteration count (32 bits).
    pub depth: Term,
    /// Branches of the last iteration (64 bits), bit j - 1 for branch j.
    pub mask: Term,
    /// When it happens (width 1).
    pub cond: Term,
}

/// A place of a label, under the condition that it is reached and that what the label asks for holds.
#[derive(Clone, Debug)]
pub struct LabelHit {
    /// Label number (32 bits). No constant where the compiler made one call of two.
    pub number: Term,
    /// When it happens (width 1).
    pub cond: Term,
}

/// Something that tells paths apart, by its position among its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waypoint {
    /// Entry of [`Record::labels`].
    Label(usize),
    /// Entry of [`Record::exits`].
    Exit(usize),
}

/// The source of a condition, or of a value, that an explanation may relax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relaxable {
    /// The condition with a number.
    Condition(u32),
    /// The precondition with a clause number.
    Precondition(u32),
    /// The value that a variable gets, by the number of the `let` or assignment.
    Definition(u32),
}

/// An evaluation of a condition that may be relaxed: its value is `if relaxed { free } else { holds }`.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The condition.
    pub of: Relaxable,
    /// True in all evaluations of a condition that is arbitrary (width 1).
    pub relaxed: Term,
    /// The value where it is arbitrary (width 1).
    pub free: Term,
    /// The value that the program computes (width 1).
    pub holds: Term,
    /// When it is evaluated (width 1).
    pub cond: Term,
}

/// A contract clause that is false.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Clause number.
    pub clause: u32,
    /// When it happens.
    pub cond: Term,
}

/// A panic.
#[derive(Clone, Debug)]
pub struct Panic {
    /// Where and how it starts.
    pub site: PanicSite,
    /// Its kind.
    pub kind: PanicKind,
    /// True if it happens while inputs are built, so that there is no run.
    pub while_building: bool,
    /// True if it ends the process, and nothing can catch it.
    pub ends_process: bool,
    /// When it happens.
    pub cond: Term,
}

/// Panics that code may raise which is not executed.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// Places with the kinds of panics there.
    pub places: BTreeSet<PanicPlace>,
    /// True if there may be others, at any place.
    pub is_anywhere: bool,
    /// True if it is a call of a function that is under way.
    pub is_recursion: bool,
    /// When the code is left out (width 1).
    pub cond: Term,
}

/// A path that was not followed to its end.
#[derive(Clone, Debug)]
pub struct Cut {
    /// Why.
    pub why: CutReason,
    /// When it happens.
    pub cond: Term,
}

/// A path on which a value was taken that may be any: executions of the program are among those of the formula, and others may be.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The reason of the cut.
    pub why: CutReason,
    /// When it happens.
    pub cond: Term,
}

/// Why a path was not followed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CutReason {
    /// A loop of the analysed function would go beyond the depth.
    SourceLoop(u32),
    /// Another loop (of a callee, of a contract) would go beyond its bound.
    InnerLoop {
        /// Demangled name of the function that holds it.
        function: String,
    },
    /// An element would be read of a sequence that is longer than what is built of it.
    Unbuilt,
    /// A recursion would go beyond its bound.
    Recursion {
        /// Demangled name of the function.
        function: String,
    },
    /// The engine has no meaning for something.
    Stop(crate::Stop),
}

/// A scalar input.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Key of `docs/dev/protocol.md`, section 3.
    pub key: u64,
    /// Its value, zero-extended to 64 bits.
    pub value: Term,
    /// Its largest value, as far as its type says.
    pub max: u64,
    /// True if it is a length.
    pub is_length: bool,
    /// When it is asked for. Variants of an enum share keys, and may ask for different types.
    pub cond: Term,
}

/// A slice input.
#[derive(Clone, Debug)]
pub struct SliceLeaf {
    /// Key.
    pub key: u64,
    /// Length in elements (64 bits).
    pub len: Term,
    /// True if it holds the bytes of a string; its array is then that of no other type.
    pub is_text: bool,
    /// Position in [`Symbolic::arrays`](crate::domain::symbolic::Symbolic::arrays).
    pub array: u32,
    /// When it is asked for. Variants of an enum share keys, and may ask for different types and lengths.
    pub cond: Term,
}

/// The values that a natural loop carries into one of its iterations.
#[derive(Clone, Debug)]
pub struct Carried {
    /// Number of the loop's execution: of its head, within one activation of its function and one iteration of the loops around.
    pub entry: u32,
    /// The iteration, from 0.
    pub iteration: u32,
    /// Where the values are made, before it is known whether there is such an iteration.
    pub made: Stage,
    /// At the head of the loop, where there may be.
    pub taken: Option<Stage>,
}

/// The values that a loop carries, at one place of the program.
#[derive(Clone, Debug)]
pub struct Stage {
    /// When this place is reached (width 1).
    pub cond: Term,
    /// The values that may change from iteration to iteration, in a fixed order; `None` for a value that is no scalar here.
    pub values: Vec<Option<Term>>,
}

/// The states between which invariants of one execution of a loop that is cut are proved: what holds in `entered`, and in `next` if it does in `any`, holds
/// at the begin of each iteration, and in `any` therefore. The stages have the same values in the same order.
#[derive(Clone, Debug)]
pub struct Induction {
    /// Number of the loop's execution.
    pub entry: u32,
    /// Before the first iteration.
    pub entered: Vec<Stage>,
    /// Before any iteration that is not the last.
    pub any: Vec<Stage>,
    /// Behind that one.
    pub next: Vec<Stage>,
}

impl Induction {
    /// Of the execution with a number, without states.
    pub(crate) fn of(entry: u32) -> Self {
        Self {
            entry,
            entered: Vec::new(),
            any: Vec::new(),
            next: Vec::new(),
        }
    }
}

/// Where a quantifier fails, if it does.
#[derive(Clone, Debug)]
pub struct Witness {
    /// That it fails (width 1).
    pub fails: Term,
    /// That it holds, or fails at one of the places that it may fail at (width 1, true in every execution).
    pub somewhere: Term,
    /// The index, and the array elements that are looked at there.
    pub terms: Vec<Term>,
}

/// Properties of the elements of inputs that the facts leave out: a model may be wrong, a proof is not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unstated {
    /// True if they do not say that elements with equal indices are equal.
    pub reads: bool,
    /// True if they do not say that texts are UTF-8.
    pub texts: bool,
}

/// Everything found by one execution of a harness.
#[derive(Debug, Default)]
pub struct Record {
    /// Loop exits.
    pub exits: Vec<Exit>,
    /// Places of labels. What a label asks for restricts nothing behind it (label-coverage paper, theorem 7).
    pub labels: Vec<LabelHit>,
    /// Labels and exits in an order in which every execution comes to them.
    pub waypoints: Vec<Waypoint>,
    /// Evaluations of conditions, where these may be relaxed.
    pub evaluations: Vec<Evaluation>,
    /// The definitions that may be relaxed, by number, with the variable (width 1) that says so.
    pub definitions: BTreeMap<u32, Term>,
    /// Violated clauses.
    pub violations: Vec<Violation>,
    /// Panics.
    pub panics: Vec<Panic>,
    /// Panics in bodies of quantifiers, at the indices that these were looked at; at others there may be more.
    pub hidden_panics: Vec<Panic>,
    /// Panics of code that an abstraction leaves out.
    pub left_out: Vec<LeftOut>,
    /// Paths given up.
    pub cuts: Vec<Cut>,
    /// Paths with more executions than the program has.
    pub guesses: Vec<Guess>,
    /// Calls that are not executed: the results are any.
    pub applications: Vec<Application>,
    /// Calls of elementary functions: the results are any as well.
    pub elementary: Vec<ElementaryCall>,
    /// When executions end as no objective asks for: preconditions turn them away, or they need more memory than there can be.
    pub unasked: Vec<Term>,
    /// Preconditions: what every execution that got past them satisfies.
    pub assumptions: Vec<Term>,
    /// The condition under which the harness returns.
    pub returned: Option<Term>,
    /// Scalar inputs by first use.
    pub leaves: Vec<Leaf>,
    /// Slice inputs by first use.
    pub slices: Vec<SliceLeaf>,
    /// Facts about inputs and quantifiers that hold in every execution.
    pub facts: Vec<Term>,
    /// How many executions of loops there were.
    pub loop_entries: u32,
    /// The states by which invariants of loops that are cut are proved.
    pub inductions: Vec<Induction>,
    /// Values at the heads of loops, in the order of execution.
    pub carried: Vec<Carried>,
    /// Where quantifiers that may fail do so.
    pub witnesses: Vec<Witness>,
    /// Properties of inputs that the facts leave out.
    pub unstated: Unstated,
    /// True if some quantifier has more instances than were made: a model may be wrong, a proof is not.
    pub instances_left: bool,
    /// True if it is an abstraction, which has other executions than those of the program.
    pub is_abstract: bool,
    /// Instructions executed.
    pub steps: u64,
}

impl Record {
    /// True if an input has a length: a sequence, or a value made of a number of parts.
    #[must_use]
    pub fn has_lengths(&self) -> bool {
        !self.slices.is_empty() || self.leaves.iter().any(|leaf| leaf.is_length)
    }

    /// Adds a loop exit behind all waypoints so far.
    pub(crate) fn add_exit(&mut self, exit: Exit) {
        self.waypoints.push(Waypoint::Exit(self.exits.len()));
        self.exits.push(exit);
    }

    /// Adds the place of a label behind all waypoints so far.
    pub(crate) fn add_label(&mut self, label: LabelHit) {
        self.waypoints.push(Waypoint::Label(self.labels.len()));
        self.labels.push(label);
    }
}
