//! The iterations of a loop that count against its bound.
//!
//! A bound keeps a loop from being unwound forever while each iteration leaves open if there is another. Iterations
//! that every execution makes, as in `while i < 8` or in the set-up of a table, need no bound: such loops end by
//! themselves, and a cut after the first few iterations would hide the code behind them.

use rustc_hash::FxHashMap;

use crate::domain::path::Path;
use crate::strategy::bounds::MOST_FORCED;

/// The iteration count of one loop.
#[derive(Clone, Debug, Default)]
struct Loop {
    /// Iterations that count.
    counted: u32,
    /// Iterations that do not.
    forced: u32,
    /// The path into the iteration under way; `None` before the first.
    path: Option<Path>,
}

/// The iteration counts of the loops around a block, outermost first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted(Vec<Loop>);

impl Counted {
    /// Behind an edge into `loops` loops, of which the outermost `stayed` are those around the block before it.
    pub(crate) fn behind_edge(&self, stayed: usize, loops: usize) -> Self {
        // A loop that the edge enters starts at 0 again: the bound is for each entry, not for the
        // function.
        let mut counted: Vec<Loop> = self.0.iter().take(stayed).cloned().collect();
        counted.resize(loops, Loop::default());
        Self(counted)
    }

    /// Begins an iteration of the innermost loop on `path`: how many count by now. One counts if an execution has left the loop
    /// or ended since the iteration before, or if no more may be made for nothing (`may_force`).
    pub(crate) fn begin(&mut self, path: &Path, may_force: bool) -> u32 {
        let Some(innermost) = self.0.last_mut() else {
            return 0;
        };
        // The first arrival begins iteration 0, which is no repetition and counts for nothing.
        if let Some(before) = innermost.path.replace(path.clone()) {
            // Paths are compared as nodes. The same node means that no literal was added, so no
            // execution has left since.
            if before.same(path) && may_force && innermost.forced < MOST_FORCED {
                innermost.forced += 1;
            } else {
                innermost.counted += 1;
            }
        }
        innermost.counted
    }
}

/// The iterations of source loops, and calls of closures, that every execution makes which made the one before.
///
/// The depth bounds what is open. A fold over an array of eight elements is no matter of depth, and a cut in it would hide all that stands behind it.
#[derive(Debug, Default)]
pub(super) struct Forced(FxHashMap<u32, Loop>);

impl Forced {
    /// Begins an iteration of a source loop on `path`: true if nothing was decided since the one before.
    pub(super) fn begin(&mut self, loop_: u32, path: &Path) -> bool {
        let of_loop = self.0.entry(loop_).or_default();
        let before = of_loop.path.replace(path.clone());
        let is_forced =
            before.is_some_and(|before| before.same(path)) && of_loop.forced < MOST_FORCED;
        of_loop.forced += u32::from(is_forced);
        is_forced
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_smt::term::Terms;

    #[test]
    fn an_iteration_counts_if_something_was_decided_since_the_one_before() {
        let mut terms = Terms::default();
        let [first, second] = ["a", "b"].map(|name| terms.var(name, 1));
        let paths = [
            Path::default(),
            Path::default().with(&mut terms, first).expect("it is open"),
        ];
        let more = paths[1].with(&mut terms, second).expect("it is open");
        let mut counted = Counted::default().behind_edge(0, 1);
        assert_eq!(counted.begin(&paths[0], true), 0, "the first is none");
        assert_eq!(counted.begin(&paths[0], true), 0);
        assert_eq!(counted.begin(&paths[1], true), 1);
        assert_eq!(counted.begin(&paths[1], true), 1);
        assert_eq!(counted.begin(&paths[1], false), 2);
        assert_eq!(counted.begin(&more, true), 3);
    }

    #[test]
    fn a_loop_that_nothing_ends_counts_in_the_end() {
        let path = Path::default();
        let mut counted = Counted::default().behind_edge(0, 1);
        let all = (0..MOST_FORCED + 4).map(|_| counted.begin(&path, true));
        assert_eq!(all.last(), Some(3));
    }

    #[test]
    fn a_step_is_forced_if_nothing_was_decided_since_the_one_before() {
        let mut terms = Terms::default();
        let open = terms.var("a", 1);
        let decided = Path::default().with(&mut terms, open).expect("it is open");
        let mut forced = Forced::default();
        let mut begin = |loop_, path: &Path| forced.begin(loop_, path);
        assert!(!begin(1, &Path::default()), "the first is none");
        assert!(begin(1, &Path::default()));
        assert!(!begin(2, &Path::default()), "another loop");
        assert!(!begin(1, &decided));
        assert!(begin(1, &decided));
    }

    #[test]
    fn inner_loops_begin_anew() {
        let path = Path::default();
        let mut counted = Counted::default().behind_edge(0, 2);
        counted.begin(&path, false);
        counted.begin(&path, false);
        let mut again = counted.behind_edge(1, 2);
        assert_eq!(again.begin(&path, false), 0);
        assert_eq!(again.begin(&path, false), 1);
        assert_eq!(counted.behind_edge(2, 2).begin(&path, false), 2);
    }
}
