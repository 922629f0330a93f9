//! The job of a worker: the one function that it analyses. Plain data, sent as JSON.
//!
//! A job is everything that the analysis may depend on: two equal jobs over equal files give equal outcomes, apart from
//! the times in them. It names files and does not contain them.

use std::ops::Range;
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};

use unroll_protocol::Crossing;
pub use unroll_protocol::{ClauseKind, LoopKind};
use unroll_syntax::generics::objects;
use unroll_syntax::{Criteria, Criterion};

use super::kept::Kept;
use super::label::LabelInfo;
use crate::model::hidden::HiddenInput;
use crate::model::outcome::{PanicPlace, Span};
use crate::model::source::OwnCode;

/// One function to analyse.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the pass and what is asked for are independent"
)]
pub struct Job {
    /// Harness id, the `s` of `__unroll_harness_s`.
    pub id: String,
    /// Path of the function as the user writes it, `krate::module::Type::name`.
    pub function: String,
    /// The position of the function's name.
    pub span: Span,
    /// The instrumented unit-test executable, which is also the replay driver.
    pub exe: Utf8PathBuf,
    /// LLVM IR text files of the same build; the first holds the user's crate.
    pub ir: Vec<Utf8PathBuf>,
    /// True if another pass with all code follows if some is missing, so that this one should not spend much on objectives behind missing code.
    pub is_first_pass: bool,
    /// The depth: the most executions of a loop body in one entry of the loop.
    pub depth: u32,
    /// When the analysis goes deeper.
    #[serde(default)]
    pub deepening: Deepening,
    /// The strategy of the engine.
    pub strategy: Strategy,
    /// The treatment of code with effects.
    pub effects: Effects,
    /// Budgets.
    pub limits: Limits,
    /// Seed of the native search and of the solver.
    pub seed: u64,
    /// Inputs that an earlier analysis of the function has found, in the form of the replay program.
    #[serde(default)]
    pub cases: Vec<String>,
    /// Milliseconds of the function's time that the earlier analysis took.
    #[serde(default)]
    pub spent_millis: u64,
    /// The criteria.
    #[serde(with = "super::as_text")]
    pub criteria: Criteria,
    /// Loops in source order; loop number n is entry n - 1.
    pub loops: Vec<LoopInfo>,
    /// Labels in the order of their criteria and the source; label number n is entry n.
    pub labels: Vec<LabelInfo>,
    /// The labels that stand for others in one iteration of a loop.
    #[serde(default, with = "super::as_text")]
    pub crossing: Crossing,
    /// Contract clauses; clause number n is entry n.
    pub clauses: Vec<ClauseInfo>,
    /// Names of the types whose invariants the inputs satisfy.
    #[serde(default)]
    pub assumes: Vec<String>,
    /// Parameters in order, the receiver among them.
    pub params: Vec<ParamInfo>,
    /// The arguments given for generic parameters, including those of an `impl` block around the function.
    pub generics: Vec<GenericArgument>,
    /// The iterators and vectors that stand for parameters and generic parameters.
    #[serde(default)]
    pub iterators: Vec<StandIn>,
    /// Paths of the statics and thread locals whose values before the call are inputs.
    #[serde(default)]
    pub locals: Vec<String>,
    /// Paths of the statics that tests of this or other functions of the crate set.
    #[serde(default)]
    pub shared_statics: Vec<String>,
    /// The hidden input of the function, if it is known before its code is read: another job has found it in the same program, or a macro
    /// of the crate declares statics.
    pub hidden_input: Option<HiddenInput>,
    /// Paths of the crate's types that derive both `PartialEq` and `Hash`.
    pub structural_types: Vec<String>,
    /// Code that builds without debug assertions leave out of the crate.
    pub checks: DebugChecks,
    /// Code of the function that `cfg` removes from the build, each stretch with the position behind it.
    #[serde(default)]
    pub left_out: Vec<(Span, Span)>,
    /// The code that runs only while the function is called, if verdicts are about each call of it; else none. With the columns of the
    /// instrumented copy, as all places that workers see.
    #[serde(default)]
    pub own_code: OwnCode,
    /// The places whose panics are the only objectives; all places if empty.
    #[serde(default)]
    pub goals: Vec<PanicPlace>,
    /// True if preconditions are to be inferred from panics: callers may exclude the inputs that show them.
    #[serde(default)]
    pub infers_requires: bool,
    /// True if [`crate::model::outcome::FunctionOutcome::smt2`] is to be filled.
    pub emit_smt2: bool,
    /// True if [`crate::model::outcome::FunctionOutcome::explanations`] is to be filled. The conditions of the function then have probes.
    pub explains: bool,
}

/// The differences between builds of a crate with debug assertions and without.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DebugChecks {
    /// The files of the crate. Nothing is known about others.
    pub files: Vec<String>,
    /// Uses of `debug_assert!` and its relatives.
    pub assertions: Vec<Lines>,
    /// Functions that may behave differently in the two builds.
    pub functions: Vec<Lines>,
}

/// Lines of a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lines {
    /// Path relative to the workspace root, with `/`.
    pub file: String,
    /// First line, from 1.
    pub first: u32,
    /// Last line.
    pub last: u32,
}

impl Job {
    /// When the function's time began, for an analysis that begins now.
    pub fn start(&self) -> Instant {
        let now = Instant::now();
        let spent = Duration::from_millis(self.spent_millis);
        // An `Instant` may not reach so far back, for example soon after the machine has started.
        now.checked_sub(spent).unwrap_or(now)
    }
}

/// When labels and panics that no run reaches within the depth are looked for at greater depths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deepening {
    /// Where a loop that no run leaves within the depth hides the code behind it.
    #[default]
    OfClosedLoops,
    /// Always, and again as long as it reaches further ones.
    WhileFruitful,
}

/// The strategies of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// `Merge` first, then `Paths` for what it leaves undecided.
    #[default]
    Auto,
    /// All paths in one formula, states merged at joins.
    Merge,
    /// One path at a time, each with a formula of its own.
    Paths,
    /// Native search and proofs by abstraction only, after the engine has brought down a worker.
    Native,
}

/// The treatment of code with effects: files, processes, the network and the like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effects {
    /// Effects are looked for, and code with effects is not run.
    #[default]
    Refused,
    /// Another job has looked for effects in the same program and found none.
    Absent,
    /// Code with effects is run.
    Allowed,
}

/// Budgets of one function. The first four repeat on any machine; wall time is the backstop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Z3 resource units for one query.
    pub rlimit: u64,
    /// Conflicts that the quick check of a query may take, before lemmas about loops and a split into cases are computed. With 0, they are
    /// computed for every query.
    pub quick_check: u32,
    /// Paths of a function that get tests.
    pub paths: u32,
    /// Instructions executed symbolically.
    pub steps: u64,
    /// The most native runs of the search.
    pub native_runs: u64,
    /// Seconds for the function as a whole. The worker plans with them and then returns its results so far; the parent kills a worker that has not
    /// answered some time later.
    pub seconds: u64,
    /// Address space of the worker and of each of its children, in MiB; 0 for no limit.
    pub memory_mib: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            rlimit: 8_000_000,
            quick_check: unroll_smt::Limits::default().quick_check,
            paths: 100,
            steps: 20_000_000,
            native_runs: 1 << 22,
            seconds: 60,
            memory_mib: 4096,
        }
    }
}

/// A loop of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopInfo {
    /// The kind of loop, or that it is a closure.
    pub kind: LoopKind,
    /// The position of its keyword or label.
    pub span: Span,
    /// Number of the loop or closure directly around it; 0 for none.
    pub parent: u32,
    /// True if it is inside a closure, counted or not: it is then entered whenever that is called.
    pub in_closure: bool,
    /// Branches of its body; branch number n is entry n - 1. Empty when it has none.
    pub branches: Vec<BranchInfo>,
}

impl Job {
    /// True if one type is tried for a trait object that the function takes.
    pub fn tries_objects(&self) -> bool {
        let mut generics = self.generics.iter();
        generics.any(|argument| objects::is_name(&argument.name))
            || self.iterators.iter().any(|it| it.is_object)
    }

    /// The types that verdicts hold for where callers may choose others, by the names of what they stand for.
    pub fn chosen_types(&self) -> impl Iterator<Item = (&str, &str)> {
        let given = self.generics.iter();
        let given = given.map(|it| (it.name.as_str(), it.value.as_str()));
        let iterators = self.iterators.iter();
        given.chain(iterators.map(|it| (it.name.as_str(), it.ty.as_str())))
    }

    /// True if the build contains the code at a place of the function.
    pub fn is_compiled(&self, place: &Span) -> bool {
        let mut left_out = self.left_out.iter();
        !left_out.any(|(start, end)| (start..end).contains(&place))
    }

    /// True if a label is an objective. Steps of paths are not, nor are labels that are objectives only in iterations, nor those in code that is
    /// not compiled.
    pub fn is_asked(&self, label: &LabelInfo) -> bool {
        if label.criterion == Criterion::Paths || !self.is_compiled(&label.span) {
            return false;
        }
        let is_outside = label.parent == 0 && self.criteria.crosses(label.criterion);
        label.iteration.is_some() || is_outside || self.criteria.contains(label.criterion)
    }

    /// The label with a number.
    pub fn label(&self, number: u32) -> Option<&LabelInfo> {
        self.labels.get(number as usize)
    }

    /// Numbers of the labels that are steps of paths; `None` without the criterion `paths`.
    pub fn ways(&self) -> Option<Range<u32>> {
        let is_way =
            |info: &LabelInfo| matches!(info.criterion, Criterion::Branch | Criterion::Paths);
        // The pass that gives them out is the last, but labels of single iterations follow.
        let end = self.labels.partition_point(|it| it.iteration.is_none());
        let first = self.labels[..end].iter().position(is_way);
        let first = first.unwrap_or(end) as u32;
        let asked = self.criteria.contains(Criterion::Paths);
        asked.then_some(first..end as u32)
    }

    /// Loop `number`, counted from 1.
    pub fn loop_info(&self, number: u32) -> Option<&LoopInfo> {
        self.loops.get((number as usize).checked_sub(1)?)
    }

    /// Loop `number` in reports: `loop 1`, `closure 2`, `recursion`.
    pub fn title(&self, number: u32) -> String {
        match self.name_of(number) {
            (noun @ "recursion", _) => noun.to_owned(),
            (noun, number) => format!("{noun} {number}"),
        }
    }

    /// The name of loop `number` in reports: its noun, and its number among those with the same noun.
    pub fn name_of(&self, number: u32) -> (&'static str, u32) {
        let before = &self.loops[..(number as usize).min(self.loops.len())];
        let noun = before.last().map_or("loop", |info| info.kind.noun());
        let same = before.iter().filter(|info| info.kind.noun() == noun);
        (noun, same.count() as u32)
    }
}

/// One branch of a loop body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchInfo {
    /// The source text of the branch: `if x < t[m]`, `else`, `match arm Some(b' ')`. One line.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A contract clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseInfo {
    /// The attribute or macro that it comes from.
    pub kind: ClauseKind,
    /// The clause as written, on one line.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// The position behind it.
    pub end: Span,
    /// The value for which an invariant of a type is checked.
    #[serde(default)]
    pub kept: Option<Kept>,
}

impl ClauseInfo {
    /// True if callers have to establish it.
    pub fn is_precondition(&self) -> bool {
        self.kind == ClauseKind::Requires
    }

    /// True if a place lies in the text of the clause.
    pub fn contains(&self, place: &Span) -> bool {
        (&self.span..&self.end).contains(&place)
    }
}

/// A type or a constant for a generic parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GenericArgument {
    /// The parameter's name; `Impl1`, `Impl2` and so on for `impl Trait` in place of a type, `Dyn1` and so on for
    /// what stands behind trait objects, `Self` for what a method is called on that a trait
    /// provides.
    pub name: String,
    /// The given type or constant, as Rust.
    pub value: String,
}

/// An iterator or vector that stands for what a parameter may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandIn {
    /// The name of the parameter or generic parameter.
    pub name: String,
    /// The type that stands there, as Rust.
    pub ty: String,
    /// True if it stands behind a trait object.
    pub is_object: bool,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParamInfo {
    /// Its name; `self` for receivers, `arg0` and so on for patterns.
    pub name: String,
    /// Its type as written, on one line; `Self`, `&Self` or `&mut Self` for receivers.
    pub ty: String,
}
