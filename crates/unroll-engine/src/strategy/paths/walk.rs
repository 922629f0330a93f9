//! A walk from its start to its end, and what is kept from walk to walk.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;
use std::time::Instant;

use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::code::Code;
use super::quantifier::{Level, Open, Quantifier, QuantifierSite, QuantifierTruth};
use super::word::{Concolic, Word};
use super::{Aliases, Decision, LabelFork, Site, SymbolicPath, WalkEnd};
use crate::domain::ArrayId;
use crate::domain::stop::Stop;
use crate::memory::Memory;
use crate::semantics::machine::Machine;
use crate::semantics::symbols::Codes;
use crate::strategy::bounds::Bounds;
use crate::strategy::clock::Clock;
use crate::strategy::record::{CutReason, Leaf, SliceLeaf};
use crate::strategy::trace::{End, ExitEvent, Inputs};
use crate::strategy::walk::Executor;
use crate::strategy::walk::crossing::Iterations;
use crate::strategy::walk::follow::Halt;
use unroll_llvm::Program;
use unroll_llvm::ir::BlockId;
use unroll_protocol::Crossing;
use unroll_smt::term::Term;

/// How decisions are made.
#[derive(Clone, Debug)]
pub(super) enum Mode {
    /// As the input has it, and noted.
    Follow,
    /// As the input has it, for a look at the truth of a quantifier.
    Look {
        /// True if other inputs on this path may make it another.
        is_open: bool,
    },
    /// Each way in turn, for the term that a small function computes.
    Try(Script),
}

/// The ways that a trial takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    pub(super) ways: Vec<bool>,
    pub(super) at: usize,
    pub(super) literals: Vec<Term>,
}

/// Walks paths of one program. What does not depend on the path is kept from walk to walk.
#[derive(Debug)]
pub struct Walker<'p> {
    program: &'p Program,
    bounds: Bounds,
    aliases: Aliases,
    splits_choices: bool,
    codes: Codes<Rc<Code>>,
    functions: u32,
    /// Preconditions and bounds of inputs that were asserted already.
    asserted: FxHashSet<Term>,
    quantifiers: Vec<Quantifier>,
    known: FxHashMap<QuantifierSite, QuantifierTruth>,
    /// Values that words were fixed to, by the decisions before.
    fixed: FxHashMap<(Vec<Term>, Term), Vec<u128>>,
    domain: Concolic,
    deadline: Option<Instant>,
    crossing: Rc<Crossing>,
    /// Numbers of the labels that are steps of paths.
    steps_of_paths: Range<u32>,
}

/// One walk.
pub(super) struct WalkState<'w, 'p> {
    pub(super) machine: Machine<'p, Concolic>,
    pub(super) memory: Memory<Word>,
    pub(super) bounds: Bounds,
    pub(super) aliases: Aliases,
    /// True if a choice between values is a branch.
    pub(super) splits_choices: bool,
    pub(super) codes: &'w mut Codes<Rc<Code>>,
    pub(super) functions: &'w mut u32,
    pub(super) asserted: &'w mut FxHashSet<Term>,
    pub(super) quantifiers: &'w mut Vec<Quantifier>,
    pub(super) known: &'w mut FxHashMap<QuantifierSite, QuantifierTruth>,
    pub(super) fixed: &'w mut FxHashMap<(Vec<Term>, Term), Vec<u128>>,
    pub(super) inputs: &'w Inputs,
    pub(super) arrays: BTreeMap<(u64, u32, u64), ArrayId>,
    pub(super) mode: Mode,
    pub(super) decisions: Vec<Decision>,
    /// Literals of the decisions, and whether they stand there or their opposite.
    pub(super) decided: FxHashMap<Term, bool>,
    pub(super) open: Vec<Open>,
    pub(super) quantified: u32,
    /// The quantifiers whose bodies are evaluated, outermost first.
    pub(super) within: Vec<Level>,
    /// Indices at which some quantifier failed.
    pub(super) failing: IndexSet<Term>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) slices: Vec<SliceLeaf>,
    pub(super) exits: Vec<ExitEvent>,
    /// Words that the result may show, where inputs are fixed.
    pub(super) shown: Vec<Word>,
    pub(super) labels: BTreeSet<u32>,
    pub(super) crossing: Rc<Crossing>,
    pub(super) steps_of_paths: Range<u32>,
    pub(super) iterations: Iterations<Word>,
    pub(super) forks: Vec<LabelFork>,
    pub(super) concretised: u32,
    pub(super) limits: Vec<Stop>,
    /// Iteration that the last step probe told.
    pub(super) iteration: u32,
    /// Per source loop: how many decisions there were at its last step, and how many steps were made without another.
    pub(super) forced: FxHashMap<u32, (usize, u32)>,
    pub(super) site: Site,
    pub(super) steps: u64,
    pub(super) clock: Clock,
    pub(super) activations: u32,
    /// How many of the calls under way catch panics.
    pub(super) catching: u32,
    /// Activations of each function: how many decisions there were when each began.
    pub(super) active: FxHashMap<u32, Vec<usize>>,
}

impl<'p> Walker<'p> {
    /// A walker for a program. `splits_choices` says whether a choice between two values is a decision like a branch, or part of a term.
    pub fn new(
        program: &'p Program,
        bounds: Bounds,
        aliases: Aliases,
        splits_choices: bool,
    ) -> Self {
        Self {
            program,
            bounds,
            aliases,
            splits_choices,
            codes: Codes::default(),
            functions: 0,
            asserted: FxHashSet::default(),
            quantifiers: Vec::new(),
            known: FxHashMap::default(),
            fixed: FxHashMap::default(),
            domain: Concolic::default(),
            deadline: None,
            crossing: Rc::default(),
            steps_of_paths: 0..0,
        }
    }

    /// Has labels be crossed with the iterations of loops.
    pub fn cross(&mut self, crossing: &Crossing) {
        self.crossing = Rc::new(crossing.clone());
    }

    /// Has inputs be told apart by the labels with these numbers, which are steps of paths. Other labels decide nothing.
    pub fn tell_apart_by(&mut self, labels: Range<u32>) {
        self.steps_of_paths = labels;
    }

    /// Has inputs be what they are: decisions are then about the layout of memory alone.
    pub fn fix_inputs(&mut self) {
        self.domain.is_fixed = true;
    }

    /// When walks are given up.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Terms, arrays and facts of all walks so far.
    pub fn domain(&mut self) -> &mut Concolic {
        &mut self.domain
    }

    /// Walks the path of an input through the harness `symbol`.
    ///
    /// # Errors
    /// When the harness is not there.
    pub fn walk(&mut self, symbol: &str, inputs: &Inputs) -> Result<SymbolicPath, Stop> {
        let mut run = self.start(inputs);
        let end = run.end_of(symbol);
        // In this order, as each step reads elements that the next one relates.
        run.instantiate();
        for slice in run.slices.iter().filter(|slice| slice.is_text) {
            run.machine.domain.know_text(slice);
        }
        run.machine.domain.relate_elements();
        let walk = end.map(|end| SymbolicPath {
            decisions: run.decisions.into(),
            leaves: run.leaves,
            slices: run.slices,
            looked_at: run.machine.domain.looked_at.iter().copied().collect(),
            exits: run.exits,
            layout: run.machine.domain.layout.clone().into_iter().collect(),
            shown: run.shown,
            labels: run.labels,
            forks: run.forks.into(),
            end,
            concretised: run.concretised,
            limits: run.limits,
            steps: run.steps,
        });
        // Also after an error: the terms belong to all walks.
        self.domain = run.machine.domain;
        walk
    }

    /// A walk before its first step.
    fn start<'w>(&'w mut self, inputs: &'w Inputs) -> WalkState<'w, 'p> {
        self.domain.start();
        // After the start, which clears it.
        self.domain.chosen.clone_from(&inputs.layout);
        WalkState {
            machine: Machine::new(std::mem::take(&mut self.domain), self.program),
            memory: Memory::default(),
            bounds: self.bounds,
            aliases: self.aliases,
            splits_choices: self.splits_choices,
            codes: &mut self.codes,
            functions: &mut self.functions,
            asserted: &mut self.asserted,
            quantifiers: &mut self.quantifiers,
            known: &mut self.known,
            fixed: &mut self.fixed,
            inputs,
            arrays: BTreeMap::new(),
            mode: Mode::Follow,
            decisions: Vec::new(),
            decided: FxHashMap::default(),
            open: Vec::new(),
            quantified: 0,
            within: Vec::new(),
            failing: IndexSet::new(),
            leaves: Vec::new(),
            slices: Vec::new(),
            exits: Vec::new(),
            shown: Vec::new(),
            labels: BTreeSet::new(),
            crossing: Rc::clone(&self.crossing),
            steps_of_paths: self.steps_of_paths.clone(),
            iterations: Iterations::default(),
            forks: Vec::new(),
            concretised: 0,
            limits: Vec::new(),
            iteration: 0,
            forced: FxHashMap::default(),
            site: Site {
                function: 0,
                block: BlockId(0),
                iteration: 0,
            },
            steps: 0,
            clock: Clock::new(self.deadline),
            activations: 0,
            catching: 0,
            active: FxHashMap::default(),
        }
    }
}

impl WalkState<'_, '_> {
    fn end_of(&mut self, symbol: &str) -> Result<WalkEnd, Stop> {
        let code = self.harness(symbol)?;
        Ok(match self.function(&code, Vec::new(), &mut ()) {
            Ok(_) => WalkEnd::End(End::Returned),
            Err(Halt::End(end)) => WalkEnd::End(end),
            Err(Halt::Cut(why)) => WalkEnd::Cut(why),
            Err(Halt::Unwind | Halt::Repeats) => {
                WalkEnd::Cut(CutReason::Stop(Stop::unsupported("a panic out of nowhere")))
            }
            Err(Halt::Stop(stop)) => WalkEnd::Cut(CutReason::Stop(stop)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::paths::DecisionKind;
    use unroll_llvm::Module;

    /// The branch around a label has become the condition of the label.
    const LABEL: &str = r"
declare i64 @__unroll_any(i64, i32, i64)
declare void @__unroll_label(i32, i1)

define void @main() {
  %any = call i64 @__unroll_any(i64 1, i32 0, i64 255)
  %is_small = icmp ult i64 %any, 7
  call void @__unroll_label(i32 3, i1 %is_small)
  ret void
}
";

    /// The kinds of decisions, and the number of forks, of a walk that labels with these numbers are steps of.
    fn walked(steps: Range<u32>) -> (Vec<DecisionKind>, usize) {
        let module = Module::index(LABEL.to_owned()).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let bounds = Bounds::for_depth(3, 1_000);
        let mut walker = Walker::new(&program, bounds, Aliases::default(), false);
        walker.tell_apart_by(steps);
        let walk = walker.walk("main", &Inputs::default()).expect("it ends");
        let kinds = walk.decisions.iter().map(|it| it.kind).collect();
        (kinds, walk.forks.len())
    }

    #[test]
    fn steps_of_paths_tell_inputs_apart_and_other_labels_do_not() {
        assert_eq!(walked(3..4), (vec![DecisionKind::Event], 0));
        assert_eq!(walked(0..3), (vec![], 1));
    }
}
