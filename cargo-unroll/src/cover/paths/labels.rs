//! The labels that are queried along paths.
//!
//! Each place of a label is a fork of the path: a side path that satisfies the condition of the label, is queried,
//! and ends (tight instrumentation, LTEST, section 5.1). A covered label is deleted together with its forks
//! (section 5.2).

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::cover::prove::gap::Gap;
use unroll_engine::strategy::paths::LabelFork;
use unroll_smt::term::Term;

/// Labels that no run has covered yet, and gaps that concern them alone.
#[derive(Debug, Default)]
pub(super) struct OpenLabels {
    open: BTreeSet<u32>,
    /// Forks that waited already, by the node of the tree of paths.
    forked: FxHashSet<(u32, u32, Term)>,
    gaps: BTreeMap<u32, Gap>,
}

impl OpenLabels {
    /// Adds labels.
    pub(super) fn open(&mut self, labels: impl IntoIterator<Item = u32>) {
        self.open.extend(labels);
    }

    /// Deletes labels.
    pub(super) fn delete(&mut self, is_covered: impl Fn(u32) -> bool) {
        self.open.retain(|label| !is_covered(*label));
    }

    /// True if a label is asked for.
    pub(super) fn is_open(&self, label: u32) -> bool {
        self.open.contains(&label)
    }

    /// True if a fork is asked for, and was not met at this node before.
    pub(super) fn is_new(&mut self, node: u32, fork: &LabelFork) -> bool {
        self.is_open(fork.label) && self.forked.insert((node, fork.label, fork.condition))
    }

    /// Forgets which forks waited.
    pub(super) fn forget_forks(&mut self) {
        self.forked.clear();
    }

    /// Notes a gap that concerns a label alone. The first one stays.
    pub(super) fn gap(&mut self, label: u32, gap: &Gap) {
        self.gaps.entry(label).or_insert_with(|| gap.clone());
    }

    /// The gap of a label.
    pub(super) fn gap_of(&self, label: u32) -> Option<&Gap> {
        self.gaps.get(&label)
    }
}
