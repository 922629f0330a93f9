//! Native searches, walks of single paths, and proofs in abstractions take turns.
//!
//! Each of them may decide at once what would take all the time of another, and nothing tells beforehand which of them will. So all get short
//! turns first, and each further turn is twice as long, which keeps the turns few and what the others take meanwhile in proportion. One that
//! has decided nothing in its turn sits out the next round if another has: time goes where it decided something lately.
//!
//! Turns are counted in runs, walks and questions, so that what is found does not depend on how fast the machine is. Only turns that take a large
//! part of the time that is left are ended by the clock.

use std::time::Instant;

use super::abstraction::Abstraction;
use super::explore::Exploration;
use super::native::Patience;
use super::{Analysis, Progress};
use crate::model::stage::StageKind;
use unroll_llvm::Program;

/// Walks of the first turn.
const FIRST_WALKS: u32 = 64;
/// Questions of the first turn. The native search has one round in its first.
const FIRST_QUESTIONS: usize = 16;
/// The part of the time left that a turn gets at most while another strategy waits: one of this many.
const TURN_SHARE: u32 = 8;

/// The work that is done in turns.
struct Work<'p, 'j> {
    /// `None` where single paths decide nothing.
    walks: Option<Exploration<'p>>,
    abstractions: Vec<Abstraction<'j>>,
    patience: Patience,
}

/// A strategy between its turns.
struct Taker {
    kind: StageKind,
    has_ended: bool,
    /// True if it has decided something in its last turn; `None` where it had none, or has sat out a round since.
    has_decided: Option<bool>,
}

impl Taker {
    fn new(kind: StageKind, has_work: bool) -> Self {
        Self {
            kind,
            has_ended: !has_work,
            has_decided: None,
        }
    }
}

impl<'j> Analysis<'j> {
    /// Walks paths, searches natively and asks abstractions, until none of these has anything left to do or the time is over.
    pub(super) fn take_turns(
        &mut self,
        program: &'j Program,
        abstractions: Vec<Abstraction<'j>>,
        rejected_all: bool,
        progress: &mut dyn FnMut(Progress),
    ) {
        let first = self.stages.len();
        // Before walks open again what one formula has left undecided: that is theirs.
        let patience = self.search_patience();
        let walks = self.wants_paths();
        let walks = walks.then(|| self.stage(StageKind::Paths, |it| it.begin_walks(program)));
        let mut takers = [
            Taker::new(StageKind::Paths, walks.is_some()),
            Taker::new(StageKind::Abstraction, self.may_refute_in(&abstractions)),
            // Without walks a search comes later, where one is of use.
            Taker::new(StageKind::Search, walks.is_some() && patience.is_any()),
        ];
        let mut work = Work {
            walks,
            abstractions,
            patience,
        };
        let mut factor = 1;
        while !self.is_enough(&takers, &work) {
            self.take_round(&mut takers, &mut work, factor, progress);
            factor = factor.saturating_mul(2);
        }
        if let Some(walks) = work.walks {
            self.stage(StageKind::Paths, |it| {
                it.end_walks(walks, rejected_all, progress);
            });
        }
        self.join_stages(first);
    }

    /// One turn for each strategy, but for those that have decided nothing lately where another has.
    fn take_round(
        &mut self,
        takers: &mut [Taker],
        work: &mut Work<'_, 'j>,
        factor: u32,
        progress: &mut dyn FnMut(Progress),
    ) {
        let is_led = (takers.iter()).any(|it| it.has_decided == Some(true) && !it.has_ended);
        for at in 0..takers.len() {
            if is_led && takers[at].has_decided == Some(false) {
                takers[at].has_decided = None;
                continue;
            }
            if takers[at].has_ended {
                continue;
            }
            let before = self.undecided();
            let is_last = takers.iter().filter(|it| !it.has_ended).count() == 1;
            self.end_turn_early(is_last);
            let kind = takers[at].kind;
            // Nothing waits for the end of this turn.
            let factor = if is_last { u32::MAX } else { factor };
            takers[at].has_ended =
                self.stage(kind, |it| it.take_turn(kind, work, factor, progress));
            takers[at].has_decided = Some(self.undecided() < before);
            self.leave(0);
            if self.is_enough(takers, work) {
                break;
            }
        }
    }

    /// A turn of a strategy; true if it has nothing left to do.
    fn take_turn(
        &mut self,
        kind: StageKind,
        work: &mut Work<'_, 'j>,
        factor: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> bool {
        match (kind, &mut work.walks) {
            (StageKind::Paths, Some(walks)) => {
                self.walk_on(walks, FIRST_WALKS.saturating_mul(factor), progress);
                walks.has_ended
            }
            (StageKind::Abstraction, _) => {
                let most = FIRST_QUESTIONS.saturating_mul(factor as usize);
                let has_ended = self.refute_on(&mut work.abstractions, most);
                progress(self.progress());
                has_ended
            }
            _ => self.search_rounds(&mut work.patience, factor.into()),
        }
    }

    /// True if no turn may decide anything more.
    fn is_enough(&self, takers: &[Taker], work: &Work<'_, 'j>) -> bool {
        let has_settled = work
            .walks
            .as_ref()
            .is_some_and(|walks| walks.has_ended && !self.is_in_doubt(walks));
        has_settled || self.out_of_time() || takers.iter().all(|taker| taker.has_ended)
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
