//! The path of a run: the ways that it takes and the loops that it leaves, in order, where the tool asks for paths.

use std::collections::BTreeSet;
use std::ops::Range;

use unroll_protocol::Step;

/// Steps beyond this many are not recorded: such a path is not told.
const MAX_STEPS: usize = 1 << 12;

/// The path of the current run, and the paths of earlier ones.
#[derive(Debug)]
pub(crate) struct Paths {
    /// Numbers of the labels that are steps.
    ways: Range<u32>,
    /// Distinct paths that a search reports; others are not new.
    most: usize,
    steps: Vec<Step>,
    /// True if steps are missing, or differ from run to run.
    is_partial: bool,
    seen: BTreeSet<Vec<Step>>,
}

impl Paths {
    /// Reads `FIRST:END:MOST`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let numbers: Option<Vec<u32>> = text.split(':').map(|n| n.parse().ok()).collect();
        let &[first, end, most] = numbers?.as_slice() else {
            return None;
        };
        Some(Self {
            ways: first..end,
            most: most as usize,
            steps: Vec::new(),
            is_partial: false,
            seen: BTreeSet::new(),
        })
    }

    /// Begins another run.
    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.is_partial = false;
    }

    /// Records a label, if it is a step.
    pub(crate) fn label(&mut self, number: u32) {
        if self.ways.contains(&number) {
            self.push(Step::Way(number));
        }
    }

    /// Records that a loop is left.
    pub(crate) fn exit(&mut self, loop_: u32, depth: u32) {
        self.push(Step::Exit { loop_, depth });
    }

    fn push(&mut self, step: Step) {
        if self.steps.len() < MAX_STEPS {
            self.steps.push(step);
        } else {
            self.is_partial = true;
        }
    }

    /// The steps so far; `None` if some are missing.
    pub(crate) fn steps(&self) -> Option<&[Step]> {
        (!self.is_partial).then_some(&self.steps)
    }

    /// Leaves the path untold: runs of the same case differ in it.
    pub(crate) fn forget(&mut self) {
        self.is_partial = true;
    }

    /// True if the path is new, and leaves no loop after more than `max_depth` iterations.
    pub(crate) fn is_new(&self, max_depth: u32) -> bool {
        let is_within = |step: &Step| match step {
            Step::Way(_) => true,
            Step::Exit { depth, .. } => *depth <= max_depth,
        };
        !self.is_partial
            && self.seen.len() < self.most
            && self.steps.iter().all(is_within)
            && !self.seen.contains(&self.steps)
    }

    /// Marks the path; true if it was new.
    pub(crate) fn add(&mut self, max_depth: u32) -> bool {
        self.is_new(max_depth) && self.seen.insert(self.steps.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::Paths;

    #[test]
    fn a_path_is_new_once_and_up_to_the_depth() {
        let mut paths = Paths::parse("3:5:2").expect("well formed");
        paths.label(2);
        paths.label(4);
        paths.exit(1, 2);
        assert_eq!(paths.steps().map(<[_]>::len), Some(2));
        assert!(!paths.is_new(1), "deeper than the maximum");
        assert!(paths.add(2) && !paths.add(2));
        paths.clear();
        assert!(paths.add(2), "the empty path is one as well");
        paths.clear();
        paths.label(3);
        assert!(!paths.is_new(2), "as many are known as are asked for");
        assert!(Paths::parse("3:5").is_none() && Paths::parse("x:5:1").is_none());
    }
}
