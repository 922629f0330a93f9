//! The paths strategy: the order in which paths are explored.
//!
//! Each input is walked, and each decision of its path whose other side is unexplored is queued for negation. The
//! solver is asked for an input that satisfies the decisions before it (algorithm AP of ALIAS, section 2.1; where
//! the paper has a stack, one solver session keeps its learned clauses between queries). If the order does not
//! matter, one query asks for an input that leaves a path at any of its queued decisions: most decisions of a long
//! path cannot go the other way, and one proof covers all of them. When the queue is empty, all paths within the
//! bound have been walked.
//!
//! Labels add no paths. Where a path comes to a label that no run has covered, a side path that satisfies its
//! condition is queried and ends there ([`labels`]), so the paths of the program stay as many and as simple as
//! without labels (LTEST, theorem 7).
//!
//! In: a program, and inputs that were run natively. Out: inputs to run, and the gaps of the exploration. An
//! unsatisfiable query prunes a path. Any other path that is not walked to its end leaves a cut or a gap, so nothing
//! is claimed about it.

mod labels;
mod solve;
mod waiting;

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

use self::labels::OpenLabels;
use self::solve::{BranchAnswer, QUERIES_PER_SESSION};
use self::waiting::Waiting;
use super::prove::cuts;
use super::prove::cuts::describe;
use super::prove::gap::Gap;
use crate::model::job::Job;
use crate::model::outcome::{Objective, Verdict};
use crate::model::reason::Reason;
use unroll_engine::Stop;
use unroll_engine::strategy::interpret::{End, Inputs};
use unroll_engine::strategy::merge::Bounds;
use unroll_engine::strategy::paths::{
    Aliases, Decision, DecisionKind, Site, SymbolicPath, WalkEnd, Walker,
};
use unroll_engine::strategy::record::CutReason;
use unroll_llvm::Program;
use unroll_protocol::Crossing;
use unroll_smt::term::Term;
use unroll_smt::{Limits, Session};

/// The goal of walking paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Objectives: branches that were taken least often in this iteration of their loop first, shallow ones before others, which
    /// leads to an exit that was not seen soonest. What a probe reports is told apart where it depends on the input.
    Objectives,
    /// Every path once: what leaves the last one first, as in the paper's depth-first search. A choice that the compiler made of a branch is a branch.
    Paths,
}

/// Attempts at an input that passes quantified preconditions.
const MOST_ATTEMPTS: u32 = 24;

/// The tree of paths, as far as it was walked.
#[derive(Debug)]
pub struct Explorer<'p> {
    walker: Walker<'p>,
    harness: String,
    goal: Goal,
    limits: Limits,
    deadline: Option<Instant>,
    session: Session,
    queries_left: u32,
    facts: Vec<Term>,
    /// Children of the nodes of the tree, which are numbered; the root is 0.
    children: FxHashMap<(u32, Term), u32>,
    /// Edges that were walked, are waiting, or were found infeasible.
    visited: FxHashSet<(u32, Term)>,
    /// How often each way of a decision was taken.
    taken: FxHashMap<(Site, bool), u32>,
    waiting: Vec<Waiting>,
    target: Option<Waiting>,
    labels: OpenLabels,
    /// How many bounds the terms were built with.
    assumed: usize,
    cuts: Vec<CutReason>,
    gaps: BTreeSet<Gap>,
    /// True if some walk got past the preconditions.
    pub accepted: bool,
    /// True if the unconditional preconditions contradict each other.
    pub contradictory: bool,
    /// Walks so far.
    pub walks: u32,
    /// Operations that took the values of a run.
    pub concretised: u64,
    /// Instructions walked.
    pub steps: u64,
    /// Queries so far, and those of them that were unsatisfiable.
    pub queries: (u32, u32),
}

impl<'p> Explorer<'p> {
    /// An explorer that has seen nothing.
    pub fn new(
        harness: String,
        program: &'p Program,
        bounds: Bounds,
        goal: Goal,
        aliases: Aliases,
        limits: Limits,
    ) -> Self {
        Self {
            walker: Walker::new(program, bounds, aliases, goal == Goal::Paths),
            harness,
            goal,
            limits,
            deadline: None,
            session: Session::new(limits),
            queries_left: QUERIES_PER_SESSION,
            facts: Vec::new(),
            children: FxHashMap::default(),
            visited: FxHashSet::default(),
            taken: FxHashMap::default(),
            waiting: Vec::new(),
            target: None,
            labels: OpenLabels::default(),
            assumed: 0,
            cuts: Vec::new(),
            gaps: BTreeSet::new(),
            accepted: false,
            contradictory: false,
            walks: 0,
            concretised: 0,
            steps: 0,
            queries: (0, 0),
        }
    }

    /// When to stop: queries and walks end then, and nothing more is proposed.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        self.walker.set_deadline(deadline);
    }

    /// Has labels be crossed with the iterations of loops.
    pub fn cross(&mut self, crossing: &Crossing) {
        self.walker.cross(crossing);
    }

    /// Has paths be told apart by the labels with these numbers.
    pub fn tell_apart_by(&mut self, labels: Range<u32>) {
        self.walker.tell_apart_by(labels);
    }

    /// Asks for labels beside paths.
    pub fn ask_for_labels(&mut self, labels: impl IntoIterator<Item = u32>) {
        self.labels.open(labels);
    }

    /// Asks no more for labels that are covered (iterative label deletion, label-coverage paper, section 5.2).
    pub fn delete_labels(&mut self, is_covered: impl Fn(u32) -> bool) {
        self.labels.delete(is_covered);
    }

    /// The label that the last proposal was made for; `None` if it was made for a path.
    pub fn proposed_label(&self) -> Option<u32> {
        self.target.as_ref()?.labels().next()
    }

    /// True if the deadline is over.
    fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Notes that something was not looked at.
    pub fn gap(&mut self, gap: Gap) {
        self.gaps.insert(gap);
    }

    /// The reason why not all paths were explored; `None` when all were.
    pub fn incomplete(&self) -> Option<Reason> {
        // The set is ordered by what a reader can do about it, so the first is the one to tell.
        if let Some(gap) = self.gaps.first() {
            return Some(gap.clone().into());
        }
        let waits = |it: &Waiting| !it.decisions.is_empty() || it.is_empty();
        let waits = self.waiting.iter().any(waits);
        waits.then(|| Reason::Obstacle("some paths were not explored".to_owned()))
    }

    /// The reason why not all paths to a label were explored; `None` when all were.
    pub fn incomplete_for(&self, label: u32) -> Option<Reason> {
        let gap = || Some(self.labels.gap_of(label)?.clone().into());
        let waits = || {
            let mut labels = self.waiting.iter().flat_map(Waiting::labels);
            let waits = labels.any(|other| other == label);
            waits.then(|| Reason::Obstacle("some paths to it were not explored".to_owned()))
        };
        self.incomplete().or_else(gap).or_else(waits)
    }

    /// Why the engine could not go on, on some path.
    pub fn stops(&self) -> impl Iterator<Item = &Stop> {
        self.cuts.iter().filter_map(|why| match why {
            CutReason::Stop(stop) => Some(stop),
            _ => None,
        })
    }

    /// True if some path went where there is no code.
    pub fn lacks_code(&self) -> bool {
        self.stops().any(Stop::lacks_code)
    }

    /// The verdict on an objective that no run has reached.
    pub fn verdict(&self, job: &Job, objective: &Objective) -> Verdict {
        let incomplete = match objective {
            Objective::Label { label } => self.incomplete_for(*label),
            _ => self.incomplete(),
        };
        if let Some(reason) = incomplete {
            return Verdict::Undecided { reason };
        }
        let mut relevant = self
            .cuts
            .iter()
            .filter(|why| cuts::may_reach(job, why, objective));
        match relevant.clone().find(|why| !cuts::is_bound(job, why)) {
            Some(obstacle) => Verdict::Undecided {
                reason: describe(job, obstacle),
            },
            None => Verdict::Unreachable {
                bound_independent: relevant.next().is_none(),
            },
        }
    }

    /// Inputs for a path that was not walked, best first; `None` when there is none left, or no time.
    pub fn propose(&mut self) -> Option<Vec<Inputs>> {
        while !self.is_late() {
            let target = self.take()?;
            match self.solve(&target) {
                BranchAnswer::Candidates(turn, candidates) => {
                    let (target, others) = target.split(turn);
                    // The other turns are not excluded by this answer, so they stay in the queue.
                    self.wait(others);
                    self.target = Some(target);
                    return Some(candidates);
                }
                // Without turns the query was about the unconditional preconditions alone.
                BranchAnswer::Infeasible => self.contradictory |= target.is_empty(),
                BranchAnswer::Several => self.waiting.extend(target.each()),
                BranchAnswer::Unknown(gap) => self.gap_at(&target, gap),
            }
        }
        None
    }

    /// Ends what [`Self::propose`] began: a path that no candidate took is tried again with what was learned, or given up.
    pub fn settle(&mut self) {
        let Some(mut target) = self.target.take() else {
            return;
        };
        target.attempts += 1;
        // Without new facts, as walks add where they meet a quantified precondition, the solver
        // would propose the same input again.
        if target.attempts < MOST_ATTEMPTS && !self.walker.domain().facts.is_empty() {
            self.waiting.push(target);
        } else {
            self.gap_at(&target, Gap::Astray);
        }
    }

    /// Notes that turns were not looked at: where they are forks for labels, it concerns these alone.
    fn gap_at(&mut self, turns: &Waiting, gap: Gap) {
        for label in turns.labels() {
            self.labels.gap(label, &gap);
        }
        if turns.forks.is_empty() || !turns.decisions.is_empty() {
            self.gap(gap);
        }
    }

    /// Walks an input; true when it takes the path that it was proposed for.
    ///
    /// # Errors
    /// When the harness is not there.
    pub fn walk(&mut self, inputs: &Inputs) -> Result<(SymbolicPath, bool), Stop> {
        let mut walk = self.walker.walk(&self.harness, inputs)?;
        let assumed = self.walker.domain().symbolic.terms.assumed().len();
        if assumed > self.assumed {
            // Terms come out simpler from now on, so paths are told apart by other decisions.
            self.assumed = assumed;
            self.children.clear();
            self.visited.clear();
            self.waiting.clear();
            self.labels.forget_forks();
            self.cuts.clear();
            self.target = self.target.take().filter(Waiting::is_empty);
            walk = self.walker.walk(&self.harness, inputs)?;
        }
        self.walks += 1;
        self.concretised += u64::from(walk.concretised);
        self.steps += walk.steps;
        if walk.concretised > 0 {
            self.gap(Gap::Concretised);
        }
        let limits = walk.limits.iter().cloned().map(CutReason::Stop);
        let end = match &walk.end {
            WalkEnd::Cut(why) => Some(why.clone()),
            WalkEnd::End(_) => None,
        };
        for why in limits.chain(end) {
            if !self.cuts.contains(&why) {
                self.cuts.push(why);
            }
        }
        let reached = (self.target.as_ref()).is_none_or(|target| target.is_taken_by(&walk));
        if reached {
            self.target = None;
        }
        self.branch_off(&walk);
        Ok((walk, reached))
    }

    /// Queues the turns of a walk that lead to what is unexplored.
    fn branch_off(&mut self, walk: &SymbolicPath) {
        let walk = Rc::new(walk.clone());
        let is_rejected = matches!(walk.end, WalkEnd::End(End::Rejected(_)));
        self.accepted |= !is_rejected;
        // A rejected run without decisions offers nothing to negate, so an input that passes is
        // asked for from the preconditions alone.
        if is_rejected && walk.decisions.is_empty() && self.target.is_none() && !self.accepted {
            let any = Waiting::new(&walk, Vec::new(), Vec::new());
            self.waiting.push(any);
        }
        let mut node = 0;
        let mut turns = Waiting::new(&walk, Vec::new(), Vec::new());
        let mut forks = walk.forks.iter().enumerate().peekable();
        for at in 0..=walk.decisions.len() {
            while let Some((number, fork)) = forks.next_if(|(_, fork)| fork.decisions == at) {
                if self.labels.is_new(node, fork) {
                    turns.forks.push(number);
                }
            }
            let Some(decision) = walk.decisions.get(at) else {
                break;
            };
            if self.pass(node, decision) {
                turns.decisions.push(at);
            }
            // The root is 0, and each entry makes one node.
            let next = self.children.len() as u32 + 1;
            node = *self
                .children
                .entry((node, decision.literal))
                .or_insert(next);
        }
        if self.goal == Goal::Objectives {
            // Labels first, since one query asks for all of them.
            let forks = std::mem::take(&mut turns.forks);
            self.waiting.extend(turns.each());
            turns = Waiting::new(&walk, Vec::new(), forks);
        }
        self.wait(turns);
    }

    /// Notes a decision of a walk at a node of the tree; true if its other side is to be explored.
    fn pass(&mut self, node: u32, decision: &Decision) -> bool {
        let way = (decision.site, decision.holds);
        *self.taken.entry(way).or_default() += 1;
        let other = self.walker.domain().symbolic.terms.not(decision.literal);
        self.visited.insert((node, decision.literal));
        let is_wanted = match decision.kind {
            DecisionKind::Assumed => false,
            DecisionKind::Event => self.goal == Goal::Objectives,
            _ => true,
        };
        // Marked when it is queued, so that a second walk along the same prefix does not queue it
        // again.
        is_wanted && self.visited.insert((node, other))
    }

    fn wait(&mut self, turns: Waiting) {
        if !turns.is_empty() {
            self.waiting.push(turns);
        }
    }

    /// The next that waits, without what was walked in the meantime.
    fn take(&mut self) -> Option<Waiting> {
        loop {
            let mut next = self.best()?;
            if next.is_empty() {
                return Some(next);
            }
            self.forget_walked(&mut next);
            if !next.is_empty() {
                return Some(next);
            }
        }
    }

    fn forget_walked(&mut self, waiting: &mut Waiting) {
        let terms = &mut self.walker.domain().symbolic.terms;
        let mut node = Some(0);
        let mut walked = Vec::new();
        for (at, decision) in waiting.walk.decisions.iter().enumerate() {
            let Some(here) = node else { break };
            let other = terms.not(decision.literal);
            // Another walk has taken that way since it was queued.
            if self.children.contains_key(&(here, other)) {
                walked.push(at);
            }
            node = self.children.get(&(here, decision.literal)).copied();
        }
        let walk = &waiting.walk;
        waiting
            .decisions
            .retain(|at| walked.binary_search(at).is_err());
        let is_open = |fork: &usize| self.labels.is_open(walk.forks[*fork].label);
        waiting.forks.retain(is_open);
    }

    fn best(&mut self) -> Option<Waiting> {
        if self.goal == Goal::Paths {
            return self.waiting.pop();
        }
        let rank = |waiting: &Waiting| {
            let Some(&at) = waiting.decisions.first() else {
                // Without decisions it asks for labels, or for any accepted input, and comes before
                // all paths.
                return (0, 0);
            };
            let decision = waiting.walk.decisions[at];
            // The way that would be taken, and not the one that was.
            let way = (decision.site, !decision.holds);
            (self.taken.get(&way).copied().unwrap_or(0), at + 1)
        };
        // Ties by position, so that the order of walks does not depend on the hash tables.
        let best = (0..self.waiting.len()).min_by_key(|at| (rank(&self.waiting[*at]), *at))?;
        Some(self.waiting.remove(best))
    }
}
