//! The queue of decisions at which a walked path may be left for an unexplored one.

use std::rc::Rc;

use unroll_engine::strategy::interpret::End;
use unroll_engine::strategy::paths::{LabelFork, SymbolicPath, WalkEnd};
use unroll_smt::term::{Term, Terms};

/// A way to leave a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The decision at a position goes the other way.
    Decision(usize),
    /// The fork at a position is taken: the condition of a label holds.
    Fork(usize),
}

/// Turns of a walk of which one is to be taken. Without any it stands for an input that passes the unconditional preconditions.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) walk: Rc<SymbolicPath>,
    /// Positions of decisions, ascending.
    pub(super) decisions: Vec<usize>,
    /// Positions of forks, ascending.
    pub(super) forks: Vec<usize>,
    pub(super) attempts: u32,
}

impl Waiting {
    /// Turns that were not tried yet.
    pub(super) fn new(walk: &Rc<SymbolicPath>, decisions: Vec<usize>, forks: Vec<usize>) -> Self {
        Self {
            walk: Rc::clone(walk),
            decisions,
            forks,
            attempts: 0,
        }
    }

    /// How many turns there are.
    pub(super) fn len(&self) -> usize {
        self.decisions.len() + self.forks.len()
    }

    /// True if no turn is left.
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn forks(&self) -> impl Iterator<Item = (usize, &LabelFork)> {
        self.forks
            .iter()
            .map(|fork| (*fork, &self.walk.forks[*fork]))
    }

    /// The labels of the forks.
    pub(super) fn labels(&self) -> impl Iterator<Item = u32> {
        self.forks().map(|(_, fork)| fork.label)
    }

    /// How many decisions come before the first turn, and before the last one; `None` if there is no turn.
    fn range(&self) -> Option<(usize, usize)> {
        let forks = self.forks().map(|(_, fork)| fork.decisions);
        let places = self.decisions.iter().copied().chain(forks);
        places.fold(None, |range, at| match range {
            None => Some((at, at)),
            Some((first, last)) => Some((at.min(first), at.max(last))),
        })
    }

    /// The literals under which one of the turns is taken, where all decisions before the first are as they are.
    pub(super) fn literals(&self, terms: &mut Terms) -> Vec<Term> {
        let Some((first, last)) = self.range() else {
            return Vec::new();
        };
        let decisions = &self.walk.decisions;
        let mut leaves = terms.fls();
        for at in (first..=last).rev() {
            if self.decisions.binary_search(&at).is_ok() {
                let other = terms.not(decisions[at].literal);
                // No guard for what lies behind: `!l or (l and rest)` is `!l or rest`.
                leaves = terms.or(other, leaves);
            } else if let Some(decision) = decisions.get(at) {
                leaves = terms.and(decision.literal, leaves);
            }
            // A fork stands before the decision at its position.
            for (_, fork) in self.forks().filter(|(_, fork)| fork.decisions == at) {
                leaves = terms.or(fork.condition, leaves);
            }
        }
        let before = decisions[..first].iter();
        let before = before.map(|decision| decision.literal);
        before.chain([leaves]).collect()
    }

    /// The first turn that an execution takes which satisfies [`Self::literals`].
    pub(super) fn taken(&self, is_true: &dyn Fn(Term) -> bool) -> Option<Turn> {
        let (first, last) = self.range()?;
        (first..=last).find_map(|at| {
            let mut forks = self.forks().filter(|(_, fork)| fork.decisions == at);
            let fork = forks.find(|(_, fork)| is_true(fork.condition));
            let leaves = || {
                let waits = self.decisions.binary_search(&at).is_ok();
                waits && !is_true(self.walk.decisions[at].literal)
            };
            match fork {
                Some((fork, _)) => Some(Turn::Fork(fork)),
                None => leaves().then_some(Turn::Decision(at)),
            }
        })
    }

    /// The turn alone, and the others.
    pub(super) fn split(self, turn: Option<Turn>) -> (Self, Self) {
        let (decisions, other_decisions) = (self.decisions.into_iter())
            .partition(|decision| turn == Some(Turn::Decision(*decision)));
        let (forks, other_forks) =
            (self.forks.into_iter()).partition(|fork| turn == Some(Turn::Fork(*fork)));
        let others = Self::new(&self.walk, other_decisions, other_forks);
        let alone = Self {
            walk: self.walk,
            decisions,
            forks,
            attempts: self.attempts,
        };
        (alone, others)
    }

    /// Each turn alone.
    pub(super) fn each(&self) -> impl Iterator<Item = Self> {
        let decisions = self.decisions.iter();
        let decisions = decisions.map(|at| Self::new(&self.walk, vec![*at], Vec::new()));
        let forks = self.forks.iter();
        decisions.chain(forks.map(|fork| Self::new(&self.walk, Vec::new(), vec![*fork])))
    }

    /// How many scalar and slice inputs had been asked for before a turn; before the last one where none is named.
    pub(super) fn asked_before(&self, turn: Option<Turn>) -> (usize, usize) {
        let of_decision = |at: usize| {
            let decision = &self.walk.decisions[at];
            (decision.leaves, decision.slices)
        };
        let of_fork = |at: usize| {
            let fork = &self.walk.forks[at];
            (fork.leaves, fork.slices)
        };
        match turn {
            Some(Turn::Decision(at)) => of_decision(at),
            Some(Turn::Fork(at)) => of_fork(at),
            None => {
                let decision = self.decisions.last().map(|at| of_decision(*at));
                let fork = self.forks.last().map(|at| of_fork(*at));
                let all = (self.walk.leaves.len(), self.walk.slices.len());
                decision.max(fork).unwrap_or(all)
            }
        }
    }

    /// True if a walk takes the first turn: for a fork, if it meets the label, wherever that is.
    pub(super) fn is_taken_by(&self, walk: &SymbolicPath) -> bool {
        if let Some(&at) = self.decisions.first() {
            let own = &self.walk.decisions;
            let same = walk.decisions.len() > at
                && (walk.decisions[..at].iter().zip(&**own))
                    .all(|(theirs, own)| theirs.literal == own.literal);
            return same && walk.decisions[at].literal != own[at].literal;
        }
        match self.labels().next() {
            Some(label) => walk.labels.contains(&label),
            None => !matches!(walk.end, WalkEnd::End(End::Rejected(_))),
        }
    }
}
