//! The record of stages: each strategy with its time, the objectives that it decided, and the reason why it ended.

use std::time::Instant;

use super::Analysis;
use crate::model::stage::{Stage, StageEnd, StageKind};

impl Analysis<'_> {
    /// Has a strategy look, and records that.
    pub(super) fn stage<T>(&mut self, kind: StageKind, look: impl FnOnce(&mut Self) -> T) -> T {
        let (start, before) = (Instant::now(), self.undecided());
        // A stage without anything to decide would stand in the record as one that failed.
        if before == 0 {
            // Without anything to decide it only completes what others have found.
            return look(self);
        }
        let found = look(self);
        let left = self.undecided();
        let end = match () {
            () if left == 0 => StageEnd::Decided,
            () if self.out_of_time() => StageEnd::Time,
            () => StageEnd::Exhausted,
        };
        let millis = start.elapsed().as_millis();
        self.stages.push(Stage {
            kind,
            depth: self.job.depth,
            millis: u64::try_from(millis).unwrap_or(u64::MAX),
            // Panics that a stage meets are objectives from then on.
            decided: before.saturating_sub(left),
            left,
            end,
        });
        found
    }

    /// Makes one stage of all turns of a strategy, from the stage at `first` on.
    pub(super) fn join_stages(&mut self, first: usize) {
        let mut joined: Vec<Stage> = Vec::new();
        for turn in self.stages.drain(first..) {
            match joined.iter_mut().find(|stage| stage.kind == turn.kind) {
                Some(stage) => {
                    stage.millis += turn.millis;
                    stage.decided += turn.decided;
                    stage.left = turn.left;
                    stage.end = turn.end;
                }
                None => joined.push(turn),
            }
        }
        self.stages.append(&mut joined);
    }

    /// How many objectives have no verdict that is more than a reason.
    pub(super) fn undecided(&self) -> usize {
        (0..self.verdicts.len())
            .filter(|at| self.is_undecided(*at))
            .count()
    }
}
