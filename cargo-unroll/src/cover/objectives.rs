//! The objectives of a function: every loop exit, every label, and every contract clause at every iteration count of
//! every loop.
//!
//! An exit objective is the paper's `check !(e && bn == j)` for one loop, unrolling level and branch (SCU, section
//! 3), with level 0 for a loop that is entered but not iterated. A violation objective asks for an input that
//! violates a clause in a run that leaves a loop after a given number of iterations.

use std::collections::BTreeSet;

use crate::model::job::{ClauseKind, Job, LoopKind};
use crate::model::outcome::{Objective, PanicKind, Span, Verdict};
use crate::replay::Event;
use unroll_engine::semantics::panic_places::PanicPlace;
use unroll_engine::semantics::panics::Location;
use unroll_engine::strategy::record::{LeftOut, Panic, Record};
use unroll_smt::term::{Term, Terms};
use unroll_syntax::Criterion;

impl Objective {
    /// The event by which the driver reports it; `None` where runs show other objectives in its place.
    pub fn event(&self) -> Option<Event> {
        Some(match *self {
            Self::OtherPath => return None,
            Self::Path { ref steps } => Event::Path {
                steps: steps.clone(),
            },
            Self::Panic { ref place, panic } => Event::Panic {
                place: place_of(place),
                kind: panic,
            },
            // The native driver has no other place for it.
            Self::OtherPanic => Event::Panic {
                place: Location::default(),
                kind: PanicKind::Message,
            },
            Self::LoopExit {
                loop_,
                depth,
                branch,
            } => Event::Exit {
                loop_,
                depth,
                branch,
            },
            Self::Label { label } => Event::Label { number: label },
            Self::Violation {
                clause, loop_: 0, ..
            } => Event::Violation { clause },
            Self::Violation {
                clause,
                loop_,
                depth,
            } => Event::ViolationAt {
                clause,
                loop_,
                depth,
            },
        })
    }
}

/// The objectives of a job: exits, then labels.
pub fn targets(job: &Job) -> Vec<Objective> {
    let labels = (0..).zip(&job.labels);
    let labels = labels
        .filter(|(_, info)| job.is_asked(info))
        .map(|(label, _)| Objective::Label { label });
    exits(job).into_iter().chain(labels).collect()
}

/// Exit objectives of a job, by (loop, depth, branch); none without the criterion `unroll`.
fn exits(job: &Job) -> Vec<Objective> {
    let mut objectives = Vec::new();
    if !job.criteria.contains(Criterion::Unroll) {
        return objectives;
    }
    for (loop_, info) in (1u32..).zip(&job.loops) {
        if !job.is_compiled(&info.span) {
            continue;
        }
        objectives.push(Objective::LoopExit {
            loop_,
            depth: 0,
            branch: 0,
        });
        for depth in 1..=job.depth {
            if info.branches.is_empty() {
                objectives.push(Objective::LoopExit {
                    loop_,
                    depth,
                    branch: 0,
                });
            }
            let branches = (1..).zip(&info.branches);
            let compiled = branches.filter(|(_, it)| job.is_compiled(&it.span));
            objectives.extend(compiled.map(|(branch, _)| Objective::LoopExit {
                loop_,
                depth,
                branch,
            }));
        }
    }
    objectives
}

/// True if nothing reaches an objective, whatever the code is: a `loop` begins an iteration before anything ends it.
pub fn is_impossible(job: &Job, objective: &Objective) -> bool {
    let (Objective::LoopExit { loop_, depth, .. } | Objective::Violation { loop_, depth, .. }) =
        *objective
    else {
        return false;
    };
    let info = job.loop_info(loop_);
    depth == 0 && info.is_some_and(|info| info.kind == LoopKind::Loop)
}

/// True if `verdict` is a proof about the code: withdrawn where a run depends on more than its inputs. What the syntax excludes is no such proof.
pub fn is_proof(job: &Job, objective: &Objective, verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Unreachable { .. }) && !is_impossible(job, objective)
}

/// True if an objective asks for a depth of recursion.
pub fn is_of_recursion(job: &Job, objective: &Objective) -> bool {
    matches!(objective, Objective::LoopExit { loop_, .. } if job.name_of(*loop_).0 == "recursion")
}

/// Violation objectives of a job, by (clause, loop, depth). Preconditions have none, and an invariant fails inside a
/// loop, before any exit. Without the criterion `unroll` depths are not told apart. Entries of closures end after the postconditions, so these are not told apart by them.
pub fn violations(job: &Job) -> Vec<Objective> {
    let mut objectives = Vec::new();
    let by_depth = job.criteria.contains(Criterion::Unroll);
    let keywords: Vec<u32> = (1u32..)
        .zip(&job.loops)
        .filter(|(_, info)| info.kind.has_keyword() && by_depth)
        .map(|(number, _)| number)
        .collect();
    for (at, clause) in job.clauses.iter().enumerate() {
        let clause_number = at as u32;
        match clause.kind {
            ClauseKind::Requires => {}
            ClauseKind::Ensures | ClauseKind::TypeInvariant if !keywords.is_empty() => {
                for &loop_ in &keywords {
                    let depths = 0..=job.depth;
                    objectives.extend(depths.map(|depth| Objective::Violation {
                        clause: clause_number,
                        loop_,
                        depth,
                    }));
                }
            }
            ClauseKind::Ensures | ClauseKind::Invariant | ClauseKind::TypeInvariant => {
                objectives.push(Objective::Violation {
                    clause: clause_number,
                    loop_: 0,
                    depth: 0,
                });
            }
        }
    }
    objectives
}

/// A span as the place of a panic.
pub fn place_of(span: &Span) -> Location {
    Location {
        file: span.file.clone(),
        line: span.line,
        column: span.column,
    }
}

/// The place of a panic as a span.
pub fn span_of(place: &Location) -> Span {
    Span {
        file: place.file.clone(),
        line: place.line,
        column: place.column,
    }
}

/// The objective for a panic at a place.
pub fn panic_at(place: &Location, panic: PanicKind) -> Objective {
    Objective::Panic {
        place: span_of(place),
        panic,
    }
}

/// True if a panic begins in a run: not while its inputs are built, and not where the process ends at once.
pub fn is_of_run(panic: &Panic) -> bool {
    !panic.while_building && !panic.site.aborts
}

/// Positions of the panics that an objective asks for. One whose place is not known may be at any.
pub fn panics_at(panics: &[Panic], objective: &Objective) -> Vec<usize> {
    let wanted = match objective {
        Objective::Panic { place, panic } => Some((place_of(place), *panic)),
        _ => None,
    };
    let is_meant = |panic: &Panic| match (&panic.site.place, &wanted) {
        (None, _) => true,
        (Some(place), Some((wanted, kind))) => place == wanted && panic.kind == *kind,
        (Some(_), None) => false,
    };
    let panics = panics.iter().enumerate();
    panics
        .filter(|(_, panic)| is_of_run(panic) && is_meant(panic))
        .map(|(at, _)| at)
        .collect()
}

/// True if code that is not executed may panic where an objective asks for it.
fn may_be(left_out: &LeftOut, objective: &Objective) -> bool {
    let is_listed = match objective {
        Objective::Panic { place, panic } => left_out.places.contains(&(place_of(place), *panic)),
        _ => false,
    };
    is_listed || left_out.is_anywhere
}

/// The places at which an execution may panic, with the kinds.
pub fn places_of_panics(record: &Record) -> BTreeSet<PanicPlace> {
    let panics = record.panics.iter().filter(|panic| is_of_run(panic));
    let met = panics.filter_map(|panic| Some((panic.site.place.clone()?, panic.kind)));
    let left_out = record.left_out.iter().flat_map(|it| it.places.clone());
    met.chain(left_out).collect()
}

/// The condition under which an execution reaches an objective; of a path, that under which one may.
pub fn condition(terms: &mut Terms, record: &Record, objective: &Objective) -> Term {
    match *objective {
        Objective::LoopExit {
            loop_,
            depth,
            branch,
        } => exit_condition(terms, record, loop_, depth, branch),
        Objective::Label { label } => label_condition(terms, record, label),
        Objective::Path { .. } | Objective::OtherPath => {
            record.returned.unwrap_or_else(|| terms.fls())
        }
        Objective::Panic { .. } | Objective::OtherPanic => {
            let panics = panics_at(&record.panics, objective).into_iter();
            let panics = panics.map(|at| record.panics[at].cond);
            let left_out = record.left_out.iter().filter(|it| may_be(it, objective));
            terms.or_all(panics.chain(left_out.map(|it| it.cond)))
        }
        Objective::Violation {
            clause,
            loop_,
            depth,
        } => {
            let violated = violation_condition(terms, record, clause);
            if loop_ == 0 {
                return violated;
            }
            let left = exit_condition(terms, record, loop_, depth, 0);
            // How often the loop ran decides most of the condition, so what is left of it is small.
            let violated = terms.cofactor(&terms.conjuncts(left), violated);
            let mut cond = terms.and(violated, left);
            // Where a quantifier fails does not depend on what other exits of the loop leave behind.
            let facts = terms.conjuncts(cond);
            for witness in &record.witnesses {
                if facts.contains(&witness.fails) {
                    let somewhere = terms.cofactor(&facts, witness.somewhere);
                    cond = terms.and(cond, somewhere);
                }
            }
            cond
        }
    }
}

fn exit_condition(terms: &mut Terms, record: &Record, loop_: u32, depth: u32, branch: u32) -> Term {
    let mut any = terms.fls();
    for exit in record.exits.iter().filter(|exit| exit.loop_ == loop_) {
        let level = terms.constant(terms.width(exit.depth), u128::from(depth));
        let here = terms.eq(exit.depth, level);
        let mut cond = terms.and(exit.cond, here);
        if branch > 0 {
            let taken = terms.extract(exit.mask, branch - 1, 1);
            cond = terms.and(cond, taken);
        }
        any = terms.or(any, cond);
    }
    any
}

/// The condition under which a label is reached.
pub fn label_condition(terms: &mut Terms, record: &Record, label: u32) -> Term {
    let copies = label_copies(terms, record, label);
    terms.or_all(copies)
}

/// The conditions under which the copies of a label are reached, one for each time that the unwound program comes to it.
pub fn label_copies(terms: &mut Terms, record: &Record, label: u32) -> Vec<Term> {
    let mut copies = Vec::new();
    for hit in &record.labels {
        let wanted = terms.constant(terms.width(hit.number), u128::from(label));
        let is_it = terms.eq(hit.number, wanted);
        let cond = terms.and(hit.cond, is_it);
        // A copy that cannot be reached would only lengthen the questions about statements.
        if terms.as_bool(cond) != Some(false) {
            copies.push(cond);
        }
    }
    copies
}

/// The condition under which a clause is false.
pub fn violation_condition(terms: &mut Terms, record: &Record, clause: u32) -> Term {
    let conds: Vec<Term> = record
        .violations
        .iter()
        .filter(|violation| violation.clause == clause)
        .map(|found| found.cond)
        .collect();
    terms.or_all(conds)
}
