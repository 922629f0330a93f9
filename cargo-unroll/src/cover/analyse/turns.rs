//! Native searches and walks of single paths take turns.
//!
//! Either may find at once what would take all the time of the other, and nothing tells beforehand which of them will.
//! So both get short turns first, and each further turn is twice as long, which keeps the turns few and what the other
//! one takes meanwhile in proportion.
//!
//! Turns are counted in runs and walks, so that what is found does not depend on how fast the machine is. Only turns
//! that take a large part of the time that is left are ended by the clock.

use std::time::Instant;

use super::{Analysis, Progress};
use crate::model::stage::StageKind;
use unroll_llvm::Program;

/// Walks of the first turn. The native search has one round in its first.
const FIRST_WALKS: u32 = 64;
/// The part of the time left that a turn gets at most while another strategy waits: one of this many.
const TURN_SHARE: u32 = 8;

impl<'j> Analysis<'j> {
    /// Walks paths and searches natively, until neither has anything left to do or the time is over.
    pub(super) fn take_turns(
        &mut self,
        program: &'j Program,
        rejected_all: bool,
        progress: &mut dyn FnMut(Progress),
    ) {
        let first = self.stages.len();
        // Before walks open again what one formula has left undecided: that is theirs.
        let mut patience = self.search_patience();
        let mut walks = self.stage(StageKind::Paths, |it| it.begin_walks(program));
        let mut is_searched = !patience.is_any();
        let mut factor = 1;
        loop {
            if !walks.has_ended {
                self.end_turn_early(is_searched);
                let most = if is_searched {
                    u32::MAX
                } else {
                    FIRST_WALKS.saturating_mul(factor)
                };
                self.stage(StageKind::Paths, |it| {
                    it.walk_on(&mut walks, most, progress);
                });
            }
            let is_enough = walks.has_ended && (is_searched || !self.is_in_doubt(&walks));
            self.leave(0);
            if is_enough || self.out_of_time() {
                break;
            }
            if !is_searched {
                self.end_turn_early(walks.has_ended);
                is_searched = self.stage(StageKind::Search, |it| {
                    it.search_rounds(&mut patience, u64::from(factor))
                });
                self.leave(0);
            }
            factor = factor.saturating_mul(2);
        }
        self.stage(StageKind::Paths, |it| {
            it.end_walks(walks, rejected_all, progress);
        });
        self.join_stages(first);
    }

    /// Has the next turn end with a part of the time that is left, unless it is the last one.
    fn end_turn_early(&mut self, is_last: bool) {
        self.leave(0);
        if let Some(deadline) = self.deadline.as_mut().filter(|_| !is_last) {
            let now = Instant::now();
            let left = deadline.saturating_duration_since(now);
            *deadline = now + left / TURN_SHARE;
        }
    }
}
