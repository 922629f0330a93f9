//! The treatment of a disagreement between the engine and a native run.
//!
//! A native run may depend on more than its input: on state that earlier runs of its process left behind, on the
//! keys of hashes, on time. The engine executes the first run of a process. So the case is run again, each time in a
//! process of its own. If these runs agree with each other and disagree with the engine, the tool is wrong (U0900);
//! otherwise the function is nondeterministic (U0213).

use super::Analysis;
use crate::cover::agree::{agree, difference, inputs};
use crate::cover::layouts::{Dependence, Layouts};
use crate::diagnostics::Code;
use crate::model::outcome::Note;
use crate::replay::RunOutcome;
use unroll_engine::strategy::interpret::Trace;

/// Processes in which a disputed case is run again. A difference that half of all processes show is missed with a probability of
/// 2^-8, and would then be reported as an error of the tool.
const AGAIN: usize = 8;

impl Analysis<'_> {
    /// Holds what the engine saw of a run's case against the run.
    pub(super) fn compare(&mut self, trace: &Trace, run: &RunOutcome) {
        // Where addresses decide, the layouts of the engine and of the process may both be right.
        if !agree(trace, run) && !self.depends_on_layout(run) {
            self.dispute(run, &difference(trace, run), &|again| !agree(trace, again));
        }
    }

    /// True if a run may be another where objects lie elsewhere in memory, as they do in the engine.
    fn depends_on_layout(&self, run: &RunOutcome) -> bool {
        let of = |layouts: &Layouts<'_>| layouts.dependence(&inputs(&run.case));
        self.layouts.as_ref().map(of) == Some(Dependence::Dependent)
    }

    /// Tells why a run is not what the engine says: `how`, and whether another run of the case is not so either.
    pub(super) fn dispute(
        &mut self,
        run: &RunOutcome,
        how: &str,
        contradicts: &dyn Fn(&RunOutcome) -> bool,
    ) {
        // A native run that contradicts the engine in another way than the first one shows that
        // runs differ, too.
        let differs = |again: RunOutcome| {
            !contradicts(&again)
                || again.exits != run.exits
                || again.labels != run.labels
                || again.ending != run.ending
        };
        // A run that cannot be repeated excuses nothing.
        let is_reproduced =
            !(0..AGAIN).any(|_| self.driver.sibling().run(&run.case).is_ok_and(differs));
        self.note(if is_reproduced {
            let message = format!(
                "the native run and the engine disagree on the case `{}`: {how}",
                run.case
            );
            Note::with_message(Code::EngineDisagrees, &self.job.span, message)
        } else {
            Note::new(Code::Nondeterministic, &self.job.span)
        });
    }
}
