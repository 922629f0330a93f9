//! Decisions: which way a condition goes on a walk, and what is recorded about it.

use std::collections::hash_map::Entry;

use super::walk::{Mode, WalkState};
use super::word::Word;
use super::{Aliases, Decision, DecisionKind, Site};
use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{Pointer, PointerCase};
use crate::strategy::bounds::MOST_FORCED;

impl WalkState<'_, '_> {
    pub(super) fn is_following(&self) -> bool {
        matches!(self.mode, Mode::Follow)
    }

    /// How many decisions the walk has made, or had to make.
    pub(super) fn decided_so_far(&self) -> usize {
        match &self.mode {
            Mode::Try(script) => script.literals.len(),
            _ => self.decisions.len(),
        }
    }

    /// Begins an iteration of a source loop: true if nothing was decided since the one before. The depth bounds what is open.
    pub(super) fn is_forced(&mut self, loop_: u32) -> bool {
        let decided = self.decided_so_far();
        match self.forced.entry(loop_) {
            Entry::Vacant(entry) => {
                entry.insert((decided, 0));
                false
            }
            Entry::Occupied(mut entry) => {
                let (before, forced) = entry.get_mut();
                let is_forced = *before == decided && *forced < MOST_FORCED;
                *before = decided;
                *forced += u32::from(is_forced);
                is_forced
            }
        }
    }

    /// The truth of a condition in this run, noted where it depends on the input.
    pub(super) fn decide_as(&mut self, cond: Word, kind: DecisionKind) -> bool {
        let Some(term) = cond.term else {
            return cond.value == 1;
        };
        match &mut self.mode {
            // A look decides nothing on the path; it only finds out if the value could differ.
            Mode::Look { is_open } => {
                *is_open = true;
                return cond.value == 1;
            }
            Mode::Try(script) => {
                let not = self.machine.domain.symbolic.terms.not(term);
                // A condition that this trial has decided before is the same again, so it is no new
                // branch.
                if script.literals.contains(&term) {
                    return true;
                }
                if script.literals.contains(&not) {
                    return false;
                }
                // Beyond the script: the first trial of a branch takes it as true, and backtracking
                // tries false.
                if script.at == script.ways.len() {
                    script.ways.push(true);
                }
                let way = script.ways[script.at];
                script.at += 1;
                script.literals.push(if way { term } else { not });
                return way;
            }
            Mode::Follow => {}
        }
        // Decided before on this path, so other inputs that came this far decide it alike.
        if let Some(known) = self.decided.get(&term) {
            return *known;
        }
        let holds = cond.value == 1;
        let not = self.machine.domain.symbolic.terms.not(term);
        self.decided.insert(term, holds);
        // The negation is a term of its own and may be met as a condition.
        self.decided.insert(not, !holds);
        let literal = if holds { term } else { not };
        self.decisions.push(Decision {
            literal,
            holds,
            kind,
            site: Site {
                iteration: self.iteration,
                ..self.site
            },
            leaves: self.leaves.len(),
            slices: self.slices.len(),
        });
        holds
    }

    /// The value of a word in this run; others are tried on other paths. Values that were met here before are told apart
    /// first, so that the decisions exclude each other.
    pub(super) fn fix(&mut self, word: Word) -> Result<Word, Stop> {
        let Some(term) = word.term else {
            return Ok(word);
        };
        match &mut self.mode {
            Mode::Look { is_open } => {
                *is_open = true;
                return Ok(word.fixed());
            }
            // A trial is about all inputs, among which there is no value to fix.
            Mode::Try(_) => return Err(Stop::unsupported("a shape that depends on an index")),
            Mode::Follow => {}
        }
        let literals = self.decisions.iter().map(|decision| decision.literal);
        let met = self.fixed.entry((literals.collect(), term)).or_default();
        if !met.contains(&word.value) {
            met.push(word.value);
        }
        // In the order in which they were met: walks with the same decisions so far then ask the
        // same questions.
        for value in met.clone() {
            let value = self.machine.domain.constant(word.width, value);
            let same = self.machine.domain.eq(word, value);
            if self.decide_as(same, DecisionKind::Fixed) {
                break;
            }
        }
        Ok(word.fixed())
    }

    /// The one case of a pointer that this run takes.
    pub(super) fn fix_target(&mut self, pointer: &Pointer<Word>) -> PointerCase<Word> {
        let (last, others) = pointer
            .0
            .split_last()
            .expect("invariant: a pointer has a case");
        // The last case needs no decision: it is what remains when no other guard holds.
        for case in others {
            if self.decide_as(case.guard, DecisionKind::Fixed) {
                return case.clone();
            }
        }
        last.clone()
    }

    /// The target of a pointer that is read or written through, with open offsets or without.
    pub(super) fn resolved(&mut self, pointer: Pointer<Word>) -> Result<Pointer<Word>, Stop> {
        let is_open =
            pointer.0.len() > 1 || pointer.0.iter().any(|case| case.offset.term.is_some());
        if self.aliases == Aliases::Late || !is_open {
            return Ok(pointer);
        }
        let always = self.machine.domain.bool(true);
        if self.aliases == Aliases::Eager {
            let case = self.fix_target(&pointer);
            let offset = self.fix(case.offset)?;
            return Ok(Pointer::single(always, case.place, offset));
        }
        // Nothing is noted for the solver, so the path must not count as one that proves something.
        self.concretised += 1;
        if let Mode::Look { is_open } = &mut self.mode {
            *is_open = true;
        }
        let taken = pointer.0.iter().find(|case| case.guard.value == 1);
        let case = taken.unwrap_or(&pointer.0[0]);
        let offset = case.offset.fixed();
        Ok(Pointer::single(always, case.place.clone(), offset))
    }
}
