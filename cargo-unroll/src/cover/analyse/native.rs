//! The native runs of the analysis, and the treatment of runs that kill the replay program.

use std::time::{Duration, Instant};

use super::Analysis;
use super::strategies::TEXT_REST;
use crate::cover::agree::{case, inputs};
use crate::cover::search::{constants, exhaust};
use crate::cover::symbolic;
use crate::diagnostics::Code;
use crate::model::job::Strategy;
use crate::model::outcome::{Note, Verdict};
use crate::replay::{Case, ReplayError, RunOutcome, Search};
use unroll_engine::strategy::interpret::{Inputs, Interpreter};
use unroll_llvm::Program;

/// Runs of the native search before the solver is asked.
const FIRST_ROUND: u64 = 4_096;

/// Runs of a further round, where the solver gives up. Each round begins with small inputs, so they are not short.
const ROUND: u64 = 16_384;

/// Runs of a round for which there is little time.
const LEAST_ROUND: u64 = 512;

/// Runs in a row that find nothing, after which there are no more, unless many more were made before.
const MOST_IN_VAIN: u64 = 8 * ROUND;

/// The same where panics are asked for, which may be behind more code than objectives are.
const MOST_IN_VAIN_FOR_PANICS: u64 = 32 * ROUND;

/// Runs in a row that reach no new code, after which there are no more where all objectives are decided: panics may still be behind them.
const MOST_IN_VAIN_DECIDED: u64 = 4 * ROUND;

/// Native searches that are begun when runs kill the replay program.
const SEARCHES: u64 = 4;

/// Runs that one stands for which takes far longer than others.
const STUCK_RUNS: u64 = 64;

/// The rounds of the native search so far.
#[derive(Debug, Default)]
pub(super) struct Rounds {
    /// How many there were.
    number: u64,
    /// The runs in them.
    runs: u64,
    /// How long they took.
    time: Duration,
    /// True if the inputs are texts, among others.
    pub(super) have_texts: bool,
    /// True if the last one reached new code.
    have_covered: bool,
    /// The first run that took far longer than others.
    stuck: Option<ReplayError>,
    /// True if one was stopped by a run that takes long. Another round is likely to meet such a run as well.
    take_long: bool,
}

/// How much longer a search goes on that finds nothing.
#[derive(Debug)]
pub(super) struct Patience {
    /// Runs in a row that found nothing.
    in_vain: u64,
    /// Most of these.
    most: u64,
}

impl Patience {
    /// For so many runs in vain.
    fn of(most: u64) -> Self {
        Self { in_vain: 0, most }
    }

    /// True if the search would go on at all.
    pub(super) fn is_any(&self) -> bool {
        self.in_vain < self.most
    }
}

/// How a native search ended.
enum SearchEnd {
    /// With all its runs, or for good; true when preconditions rejected every run.
    Final(bool),
    /// With a run that killed the replay program.
    Killed,
    /// With a run that took far longer than this many before it.
    Stuck(u64),
}

impl Analysis<'_> {
    /// Runs all inputs where they are few; true when that decides everything, at any depth.
    pub(super) fn exhaust(&mut self, program: &Program) -> bool {
        let space = exhaust::space(self.job, program);
        // Without an answer the search is left to say what is wrong with the replay program.
        let Some(Ok(result)) = space.map(|space| self.driver.exhaust(&space)) else {
            return false;
        };
        for run in result.outcomes {
            self.mark(run);
        }
        if let Some(error) = result.stopped {
            self.crash(&error);
        }
        if result.complete && result.runs == result.rejected {
            self.contradictory();
        } else if result.complete {
            for at in 0..self.verdicts.len() {
                if self.is_open(at) {
                    // Of the paths beyond the depth nothing is recorded.
                    let is_path = self.board.objectives()[at].is_path();
                    self.verdicts[at] = Some(Verdict::Unreachable {
                        bound_independent: !is_path || self.job.loops.is_empty(),
                    });
                }
            }
        }
        result.complete
    }

    /// Runs what an earlier analysis has found, so that nothing of it is lost, and has searches begin with it.
    pub(super) fn run_known_cases(&mut self) {
        for case in &self.job.cases {
            let Ok(case) = case.parse::<Case>() else {
                continue;
            };
            match self.run(&case) {
                Ok(run) => {
                    self.mark(run);
                    self.seed(&case);
                }
                Err(error) => self.crash(&error),
            }
        }
    }

    /// Has further searches begin with a case. Where the replay program is gone, they do without.
    fn seed(&mut self, case: &Case) {
        let _ = self.driver.seed(case);
    }

    /// The first native search; true when preconditions rejected every run. A text is met piece by piece, and its pieces cost the solver most: as long as
    /// each round finds some, there is another.
    pub(super) fn search(&mut self) -> bool {
        if let Some(program) = self.program {
            self.constants = constants::mine(program, &symbolic::harness(self.job));
        }
        let rejected_all = self.search_round(FIRST_ROUND);
        let is_rescue = self.job.strategy == Strategy::Native;
        if !rejected_all && !is_rescue && self.rounds.have_texts {
            self.leave(TEXT_REST);
            self.search_rounds(&mut Patience::of(ROUND), u64::MAX);
        }
        rejected_all
    }

    /// Searches on, round by round, as long as that finds something: what the solver cannot tell, chance may still meet. The more runs there were, the more may be in
    /// vain.
    pub(super) fn search_on(&mut self) {
        self.search_rounds(&mut Patience::of(u64::MAX), u64::MAX);
    }

    /// The patience of a search that is interrupted: what it may do in vain is settled by what is open now.
    pub(super) fn search_patience(&self) -> Patience {
        Patience::of(self.patience())
    }

    /// Searches on for a number of rounds; true if more are of no use.
    pub(super) fn search_rounds(&mut self, patience: &mut Patience, rounds: u64) -> bool {
        for _ in 0..rounds {
            let is_enough = patience.in_vain >= self.patience().min(patience.most)
                || self.rounds.runs >= self.job.limits.native_runs;
            if is_enough || self.rounds.take_long {
                return true;
            }
            let before = self.progress().decided;
            let is_useless = self.search_round(ROUND);
            if is_useless || self.rounds.take_long || self.out_of_time() {
                return is_useless || self.rounds.take_long;
            }
            let has_covered = self.rounds.have_covered && self.asks_for_panics();
            let is_of_use = self.progress().decided > before || has_covered;
            patience.in_vain = if is_of_use {
                0
            } else {
                patience.in_vain + ROUND
            };
        }
        false
    }

    /// Runs in a row that may be in vain. Where everything is decided, more runs may still find panics behind the depth, in texts above all.
    fn patience(&self) -> u64 {
        let asks_for_panics = self.asks_for_panics();
        if self.progress().decided < self.verdicts.len() {
            let least = if asks_for_panics {
                MOST_IN_VAIN_FOR_PANICS
            } else {
                MOST_IN_VAIN
            };
            least.max(self.rounds.runs / 2)
        } else if self.rounds.have_texts && asks_for_panics && !self.excludes_panics() {
            MOST_IN_VAIN_DECIDED
        } else {
            0
        }
    }

    /// A round of the native search; true when preconditions rejected every run. Where a run ends the replay program, it begins again with other
    /// seeds.
    fn search_round(&mut self, runs: u64) -> bool {
        let left = self.job.limits.native_runs.saturating_sub(self.rounds.runs);
        let runs = runs.min(left).min(self.affordable_runs());
        if runs == 0 {
            // Nothing is known of preconditions then, unless an earlier input satisfied them.
            return self.job.cases.is_empty();
        }
        let begin = Instant::now();
        // Everything random follows from the seed of the job, so that an analysis can be repeated.
        // The upper half of the number tells the searches of one round apart, the lower half the
        // rounds.
        let seed = self.job.seed.wrapping_add(self.rounds.number);
        self.rounds.number += 1;
        self.rounds.runs += runs;
        let (mut rest, mut searches, mut killed) = (runs, 0, 0);
        let rejected_all = loop {
            let end = self.search_once(rest, seed.wrapping_add(searches << 32), searches > 0);
            searches += 1;
            match end {
                // A run that ended the program had passed the preconditions.
                SearchEnd::Final(rejected_all) => break rejected_all && searches == 1,
                SearchEnd::Killed => killed += 1,
                SearchEnd::Stuck(after) => rest = rest.saturating_sub(after.max(STUCK_RUNS)),
            }
            if rest == 0 || killed == SEARCHES || self.out_of_time() {
                break false;
            }
        };
        self.rounds.time += begin.elapsed();
        // A run that comes to its end after all is no matter.
        if let Some(error) = self.rounds.stuck.take() {
            self.note_death_of(&error);
        }
        rejected_all
    }

    /// Runs that the stage's time is enough for, as fast as those before.
    fn affordable_runs(&self) -> u64 {
        let Some(deadline) = self.deadline.filter(|_| self.rounds.runs > 0) else {
            return u64::MAX;
        };
        let left = deadline.saturating_duration_since(Instant::now());
        let runs =
            left.as_micros() * u128::from(self.rounds.runs) / self.rounds.time.as_micros().max(1);
        u64::try_from(runs).unwrap_or(u64::MAX).max(LEAST_ROUND)
    }

    /// One native search, with small inputs first unless that was done before.
    fn search_once(&mut self, runs: u64, seed: u64, by_chance: bool) -> SearchEnd {
        let search = Search {
            seed,
            runs,
            max_depth: self.job.depth,
            by_chance,
            constants: self.constants.clone(),
        };
        let result = match self.driver.search(&search) {
            Ok(result) => result,
            Err(error) => {
                self.crash(&error);
                return SearchEnd::Final(false);
            }
        };
        self.rounds.have_texts |= result.has_texts;
        self.rounds.have_covered = result.has_covered;
        for run in result.outcomes {
            self.mark(run);
        }
        if let Some(after) = result.stuck_after {
            // A closer look at it takes long, and waits for the end of the round.
            let stuck = self.rounds.stuck.take();
            self.rounds.stuck = stuck.or(result.stopped);
            return SearchEnd::Stuck(after);
        }
        let Some(error) = result.stopped else {
            return SearchEnd::Final(result.runs == result.rejected);
        };
        self.rounds.take_long |= matches!(error, ReplayError::TimedOut { .. });
        self.crash(&error);
        // What takes long once takes long again.
        match error {
            ReplayError::Crashed { .. } => SearchEnd::Killed,
            _ => SearchEnd::Final(false),
        }
    }

    /// Keeps what a run reaches; true when something is new. One that reaches what is unreachable shows a fault of the engine.
    pub(super) fn mark(&mut self, run: RunOutcome) -> bool {
        // Before anything else: what only this process saw must cover nothing.
        let run = self.without_state(run);
        self.place_panic(&run);
        self.place_path(&run);
        let is_refuted = |at: &usize| {
            let verdict = &self.verdicts[*at];
            let any_depth = Verdict::Unreachable {
                bound_independent: true,
            };
            verdict.as_ref() == Some(&any_depth)
        };
        // Only proofs at any depth: what is unreachable within the depth, a run that goes deeper
        // may reach.
        if let Some(at) = self.board.reached(&run).into_iter().find(is_refuted) {
            let how = format!(
                "it reaches {:?}, which was proved unreachable",
                self.board.objectives()[at]
            );
            self.dispute(&run, &how, &|_| true);
        }
        self.note_finding(&run);
        self.board.mark(run)
    }

    /// Runs a case. Where a run may change what later ones do, each has a process of its own, as the engine knows first runs only.
    pub(super) fn run(&mut self, case: &Case) -> Result<RunOutcome, ReplayError> {
        match self.hidden_input {
            Some(_) => self.driver.sibling().run(case),
            None => self.driver.run(case),
        }
    }

    /// The part of a run that holds in a process of its own as well; all of it where runs change nothing.
    fn without_state(&self, run: RunOutcome) -> RunOutcome {
        // Without a hidden input, another process would only repeat the run.
        if self.hidden_input.is_none() {
            return run;
        }
        match self.driver.sibling().run(&run.case) {
            Ok(first) => run.intersect(&first),
            Err(_) => run,
        }
    }

    /// Looks closer at what killed or stopped the replay program: a finding if the case does so alone as well, else a remark.
    pub(super) fn crash(&mut self, error: &ReplayError) {
        // A closer look waits for the limit of a run once more, and would show what is known
        // already.
        if matches!(error, ReplayError::TimedOut { .. }) && self.findings.is_slow()
            || self.note_death_of(error)
        {
            return;
        }
        let message = error.to_string();
        self.note(Note {
            is_timeout: matches!(error, ReplayError::TimedOut { .. }),
            ..Note::with_message(Code::SearchInterrupted, &self.job.span, message)
        });
    }

    /// Notes what killed or stopped the replay program, if the case does so alone as well.
    fn note_death_of(&mut self, error: &ReplayError) -> bool {
        let death = error.case().and_then(|case| self.driver.death(case));
        let Some(death) = death else { return false };
        if !self.findings.has_death(&death) {
            let death = self.driver.smaller_death(death);
            self.note_death(death);
        }
        true
    }

    /// Runs an input natively, and holds the interpreter against it when it reaches nothing new.
    pub(super) fn replay(&mut self, proposed: &Inputs, judge: &mut Interpreter<'_>) {
        if self.out_of_time() {
            return;
        }
        match self.run(&case(proposed)) {
            Ok(run) => {
                let copy = run.clone();
                // A run that reaches something new does what the solver proposed it for, and needs
                // no second opinion.
                if self.mark(run) {
                    self.seed(&copy.case);
                } else if let Ok(trace) =
                    judge.run(&symbolic::harness(self.job), &inputs(&copy.case))
                {
                    self.compare(&trace, &copy);
                }
            }
            Err(error) => self.crash(&error),
        }
    }
}
