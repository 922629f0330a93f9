//! Native search: many cheap runs, and an outcome block for each that reaches something new.
//!
//! First the small values of the scalar leaves are enumerated, and the lengths of sequences doubled. Then runs are drawn afresh or mutated from
//! a corpus of cases that reached something or at least passed the preconditions. Runs record only whether they reached
//! something new; such a run is executed again in full detail.

mod doubled;
pub(super) mod draw;
pub(super) mod exhaust;
mod mutate;
mod rewrite;
mod rng;
mod similar;
mod small;
mod texts;
mod tokens;
mod vary;
mod watch;

use std::mem::discriminant;

use self::doubled::{DoubledLengths, length_keys};
use self::draw::Draw;
use self::mutate::{cross, mutate};
use self::small::{SmallTuples, scalar_keys};
use self::texts::Texts;
use self::vary::Variants;
use self::watch::Watch;
use super::case::Case;
use super::coverage::Coverage;
use super::events::{Event, Seen};
use super::execute::{FUEL, execute};
use super::labels::LabelSet;
use super::outcome;
use super::run::{Detail, Exit, Run, RunEnd};
use unroll_protocol::Entry;

/// Steps of a run in a search: deep exits are not looked for, so long runs are a waste.
const SEARCH_FUEL: u64 = 20_000;

/// The least that the fuel is reduced to when many runs exhaust it.
const LEAST_FUEL: u64 = 512;

/// Runs between adjustments of the fuel.
const FUEL_PERIOD: u64 = 256;

/// Runs that reproduce a loop's exhausted search fuel with full fuel.
const HANG_ATTEMPTS: u32 = 2;

/// Cases kept for mutation.
const CORPUS: usize = 128;

/// Share of the runs that are variants of a case that reached something new, as long as there are some, in percent.
const VARIANTS: u64 = 60;

/// Share of the mutated cases that are crossed with another case before, in percent.
const CROSSED: u64 = 15;

/// The request of a search.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) seed: u64,
    pub(crate) runs: u64,
    pub(crate) max_depth: u32,
    /// True if all inputs are drawn, the first ones as well: a search in a process before this one has tried the small ones.
    pub(crate) by_chance: bool,
    /// True if the first run may take long: processes before this one ended with theirs.
    pub(crate) is_patient: bool,
    pub(crate) consts: Vec<u64>,
    pub(crate) words: Vec<Vec<u8>>,
}

/// The state that outlives a search request.
#[derive(Default)]
pub(crate) struct Searcher {
    /// Events of runs that did not return normally. An exit that was reached on the way to a panic only is still worth
    /// a report when a run that returns reaches it.
    seen_dirty: Seen,
    /// Accepted cases.
    corpus: Vec<Case>,
    /// Rejected cases that passed the most clauses, and how many.
    nearly: (u32, Vec<Case>),
    /// The texts that every run has.
    texts: Texts,
    /// How often each loop was found to run long.
    long_runs: Vec<u32>,
    /// The statements that runs reached, wherever they stand.
    pub(super) coverage: Coverage,
    /// The variants of cases that reached something new.
    variants: Variants,
}

/// The counters of one search.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) runs: u64,
    pub(super) rejected: u64,
    pub(super) cut: u64,
    pub(super) fuel: u64,
    /// Runs that reached statements for the first time.
    pub(super) covered: u64,
    /// Every run counts: one whose brief record is full is executed again in full detail, so that nothing that it reaches is
    /// missed, and one that runs long is of no use, because what it would reach is not known.
    pub(super) exact: bool,
}

impl Searcher {
    /// Marks events that need not be reported.
    pub(crate) fn add_known(&mut self, run: &mut Run, event: &Event) {
        run.seen.add(event.clone());
        self.seen_dirty.add(event.clone());
    }

    /// Sets the depth up to which exits are events.
    pub(super) fn set_max_depth(&mut self, run: &mut Run, max_depth: u32) {
        run.seen.set_max_depth(max_depth);
        self.seen_dirty.set_max_depth(max_depth);
    }

    /// Runs the search and hands over each outcome block as it is found; ends with the summary line.
    pub(crate) fn search(
        &mut self,
        entry: &Entry,
        run: &mut Run,
        request: &Request,
        answer: &dyn Fn(&str),
    ) {
        self.set_max_depth(run, request.max_depth);
        let mut tally = Tally {
            fuel: SEARCH_FUEL,
            ..Tally::default()
        };
        let watch = Watch::new(request.by_chance, request.is_patient);
        let draw = Draw::new(
            request.seed,
            request.consts.clone(),
            request.words.clone(),
            request.max_depth,
        );
        // All leaves zero: the simplest case. Any case shows what leaves there are.
        run.base.clear();
        run.draw = request.by_chance.then(|| draw.clone());
        self.attempt(entry, run, &mut tally, Some(&watch), answer);
        self.texts = Texts::of(&run.case);
        let (scalars, lengths) = if request.by_chance {
            (vec![], vec![])
        } else {
            (scalar_keys(&run.case), length_keys(&run.case))
        };
        let mut small = SmallTuples::new(scalars, (request.runs / 4).min(4096));
        let mut doubled = DoubledLengths::new(lengths, request.max_depth);
        run.draw.get_or_insert(draw);
        while tally.runs < request.runs {
            if let Some(draw) = &mut run.draw
                && !small.next(&mut run.base)
            {
                if doubled.next(&mut run.base) {
                    draw.next_run();
                } else {
                    self.choose_base(run, &tally);
                }
            }
            self.attempt(entry, run, &mut tally, Some(&watch), answer);
        }
        run.draw = None;
        let texts = if self.texts.len() > 0 { " texts" } else { "" };
        let covered = if tally.covered > 0 { " covered" } else { "" };
        answer(&format!(
            "runs {} rejected {}{texts}{covered}\n",
            tally.runs, tally.rejected
        ));
    }

    /// Sets up the next run: a mutant, or nothing, so that all leaves are drawn.
    fn choose_base(&mut self, run: &mut Run, tally: &Tally) {
        let Some(draw) = &mut run.draw else { return };
        draw.next_run();
        if self.texts.len() > 0
            && draw.tokens.rng.chance(VARIANTS)
            && self.variants.next(&mut run.base, draw)
        {
            return;
        }
        let mostly_rejected = tally.rejected * 10 > tally.runs * 9;
        let pool = if self.corpus.is_empty() {
            &self.nearly.1
        } else {
            &self.corpus
        };
        // Where nearly all inputs are rejected, fresh ones mostly waste their runs.
        let percent = if mostly_rejected { 85 } else { 50 };
        if pool.is_empty() || !draw.rng.chance(percent) {
            run.base.clear();
            // Sentences would stand beside texts that are copies of each other.
            if !draw.is_similar {
                self.texts.sentences(&mut run.base, &mut draw.tokens);
            }
            return;
        }
        let mut chosen = &pool[draw.rng.index(pool.len())];
        let mut other = chosen;
        if self.texts.len() > 0 {
            // Of two the shorter one: a short text has less that a change can spoil.
            other = &pool[draw.rng.index(pool.len())];
            if other.bulk_len() < chosen.bulk_len() {
                std::mem::swap(&mut chosen, &mut other);
            }
        }
        run.base.copy_from(chosen);
        if draw.tokens.rng.chance(CROSSED) {
            cross(&mut run.base, other, draw);
        }
        mutate(&mut run.base, draw);
    }

    /// Keeps the run's base for mutation, as a case that reached something.
    pub(super) fn seed(&mut self, entry: &Entry, run: &mut Run) {
        run.draw = None;
        run.start(Detail::Marks, SEARCH_FUEL);
        execute(entry, run);
        if !matches!(run.ending, Some(RunEnd::Rejected(_))) {
            // A seed always has room, whatever the corpus holds.
            self.corpus.truncate(CORPUS - 1);
            self.corpus.push(run.case.clone());
        }
    }

    /// One run, which must not take long if it is watched, and what follows from how it ended.
    fn attempt(
        &mut self,
        entry: &Entry,
        run: &mut Run,
        tally: &mut Tally,
        watch: Option<&Watch>,
        answer: &dyn Fn(&str),
    ) {
        run.start(Detail::Marks, tally.fuel);
        if let Some(watch) = watch {
            watch.begin(tally.runs);
        }
        execute(entry, run);
        if let Some(watch) = watch {
            watch.end();
        }
        tally.runs += 1;
        // Other inputs than texts are drawn as if there were no coverage: they have no forms to be found step by step.
        let covered = self.coverage.advance() && self.texts.len() > 0;
        tally.covered += u64::from(covered);
        let new = match &run.ending {
            Some(RunEnd::Rejected(clause)) => {
                tally.rejected += 1;
                let clause = *clause;
                self.keep_rejected(run, clause);
                false
            }
            Some(RunEnd::Returned | RunEnd::Unsteady) | None => run.fresh || run.has_new_path(),
            Some(RunEnd::Hang(number)) => {
                tally.cut += 1;
                let number = *number;
                !tally.exact && (self.is_worth_full_fuel(number) || self.has_new_dirty(run))
            }
            Some(RunEnd::Violated(_) | RunEnd::Inapplicable(_) | RunEnd::Panicked(..)) => {
                self.has_new_dirty(run) || (tally.exact && run.brief_is_full())
            }
        };
        if new {
            self.report(entry, run, answer);
        } else if run.ending == Some(RunEnd::Returned) {
            self.keep_accepted(run, covered);
        }
        if tally.runs.is_multiple_of(FUEL_PERIOD) {
            if tally.cut * 5 > FUEL_PERIOD {
                tally.fuel = (tally.fuel / 4).max(LEAST_FUEL);
            }
            tally.cut = 0;
        }
    }

    /// True if a run that did not return normally reached something that no other run did.
    fn has_new_dirty(&self, run: &Run) -> bool {
        let is_new = |number| !has_label(&self.seen_dirty, number) && !has_label(&run.seen, number);
        let labels = run.fresh && run.labels.iter().any(is_new);
        let exits = run.fresh
            && run
                .brief
                .iter()
                .any(|exit| self.is_new_dirty_exit(run, exit));
        exits
            || labels
            || outcome::ending_events(run, run.seen.max_depth())
                .iter()
                .any(|event| self.seen_dirty.is_new(event))
    }

    fn is_new_dirty_exit(&self, run: &Run, exit: &Exit) -> bool {
        self.seen_dirty
            .is_new_exit(exit.loop_, exit.depth, exit.mask)
            && run.seen.is_new_exit(exit.loop_, exit.depth, exit.mask)
    }

    /// True if a loop that ran long should be looked at with full fuel.
    fn is_worth_full_fuel(&mut self, number: u32) -> bool {
        let number = (number as usize).min(4095);
        if self.long_runs.len() <= number {
            self.long_runs.resize(number + 1, 0);
        }
        self.long_runs[number] += 1;
        self.long_runs[number] <= HANG_ATTEMPTS
    }

    /// Executes the last run's case again in full detail, marks what it reached and reports it if that is new.
    fn report(&mut self, entry: &Entry, run: &mut Run, answer: &dyn Fn(&str)) {
        let (first, labels) = (run.brief.clone(), run.labels.clone());
        let (ending, strayed) = (run.ending.as_ref().map(discriminant), run.strayed);
        let path = run.path().map(<[_]>::to_vec);
        run.base.copy_from(&run.case);
        // The case has all leaves that the run asked for, so nothing is to be drawn again.
        let draw = run.draw.take();
        run.start(Detail::Values, FUEL);
        execute(entry, run);
        run.draw = draw;
        let clean = run.ending == Some(RunEnd::Returned);
        let new = self.mark(run, clean);
        run.strayed |= strayed || run.ending.as_ref().map(discriminant) != ending;
        // What the first run reached and this one did not is not reproducible: not asked for again.
        for exit in first {
            run.strayed |= self.mark_exit(run, &exit, clean);
        }
        run.strayed |= self.mark_labels(run, &labels, clean);
        run.strayed |= path.as_deref() != run.path();
        if new {
            let mut block = String::new();
            outcome::print(run, &mut block);
            answer(&block);
            if !matches!(run.ending, Some(RunEnd::Rejected(_))) {
                self.keep_accepted(run, true);
            }
        }
    }

    /// Marks everything that the run reached; whether something was new.
    fn mark(&mut self, run: &mut Run, clean: bool) -> bool {
        let mut new = false;
        for event in outcome::ending_events(run, run.seen.max_depth()) {
            new |= self.seen_dirty.add(event);
        }
        // What a rejected run reached on its way says nothing of the function.
        if matches!(run.ending, Some(RunEnd::Rejected(_))) {
            return new;
        }
        for exit in std::mem::take(&mut run.exits) {
            new |= self.mark_exit(run, &exit, clean);
            run.exits.push(exit);
        }
        new |= run.add_path();
        let labels = run.labels.clone();
        new | self.mark_labels(run, &labels, clean)
    }

    fn mark_exit(&mut self, run: &mut Run, exit: &Exit, clean: bool) -> bool {
        let Exit {
            loop_, depth, mask, ..
        } = *exit;
        if clean {
            run.seen.add_exit(loop_, depth, mask)
        } else {
            let new = self.is_new_dirty_exit(run, exit);
            self.seen_dirty.add_exit(loop_, depth, mask);
            new
        }
    }

    /// Marks labels; true if any is new.
    fn mark_labels(&mut self, run: &mut Run, labels: &LabelSet, clean: bool) -> bool {
        if clean {
            return run.seen.labels.add(labels);
        }
        let is_new = labels
            .iter()
            .any(|number| !has_label(&self.seen_dirty, number) && !has_label(&run.seen, number));
        self.seen_dirty.labels.add(labels);
        is_new
    }

    fn keep_accepted(&mut self, run: &mut Run, interesting: bool) {
        let Some(draw) = &mut run.draw else { return };
        if interesting && self.texts.len() > 0 {
            self.variants.add(&run.case);
        }
        if interesting && self.corpus.len() >= CORPUS {
            let at = draw.rng.index(CORPUS);
            self.corpus[at].copy_from(&run.case);
        } else if interesting || self.corpus.len() < CORPUS / 4 {
            self.corpus.push(run.case.clone());
        } else if draw.rng.below(512) == 0 {
            // Some drift, so that mutation does not stay near the first accepted cases.
            let at = draw.rng.index(self.corpus.len().min(CORPUS / 4));
            self.corpus[at].copy_from(&run.case);
        }
    }

    fn keep_rejected(&mut self, run: &mut Run, clause: u32) {
        if !self.corpus.is_empty() {
            return;
        }
        // What is no input at all, `NO_INPUT`, passes less than what the first clause rejects.
        let passed = clause.wrapping_add(1);
        let (most, cases) = &mut self.nearly;
        if passed > *most {
            *most = passed;
            cases.clear();
        }
        if passed == *most && cases.len() < CORPUS / 4 {
            cases.push(run.case.clone());
        } else if let (true, Some(draw)) = (passed == *most, &mut run.draw) {
            let at = draw.rng.index(cases.len());
            cases[at].copy_from(&run.case);
        }
    }
}

fn has_label(seen: &Seen, number: u32) -> bool {
    seen.labels.contains(number)
}
