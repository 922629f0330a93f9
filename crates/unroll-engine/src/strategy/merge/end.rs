//! How paths end, for the merging strategy.
//!
//! Proofs of unreachability need a recorded reason for the end of every path, so a state leaves the walk only
//! through [`Merge::end`]: code that drops a state has to return the [`Ended`] that only this function creates.
//! [`Execution::uncovered`] checks that the recorded ends cover all executions.

use crate::domain::Domain;
use crate::domain::path::Path;
use crate::domain::stop::Stop;
use crate::semantics::intrinsics::Args;
use crate::strategy::merge::state::State;
use crate::strategy::merge::{Execution, Merge};
use crate::strategy::record::{Cut, CutReason, Panic, Violation};
use unroll_llvm::ir::{Callee, Function, InstrKind};
use unroll_llvm::link::demangle::{demangle, ends_process};
use unroll_protocol::Probe;
use unroll_smt::term::Term;

/// Why a path ends.
#[derive(Debug)]
pub(crate) enum PathEnd<'a> {
    /// It is given up.
    Cut(CutReason),
    /// It calls what never returns: a panic begins, or the process ends.
    NoReturn {
        /// The callee.
        symbol: &'a str,
        args: Args<'a, Term>,
    },
    /// A panic goes on in the frames of the callers.
    Thrown,
    /// It comes to an instruction that no execution with defined behaviour comes to.
    Undefined,
    /// A precondition is false.
    Rejected,
    /// It asks for more memory than any process can have.
    OutOfMemory,
    /// A clause to check is false.
    Violated(u32),
    /// Its condition contradicts itself, so it has no executions.
    Contradiction,
}

/// Shows that the end of a path was recorded.
#[derive(Debug)]
#[must_use]
pub(crate) struct Ended(());

/// Why code does not come back.
#[derive(Debug)]
pub(crate) enum Interrupt {
    /// Every path through it ended.
    Ended(Ended),
    /// It cannot be executed.
    Stop(Stop),
}

impl From<Ended> for Interrupt {
    fn from(ended: Ended) -> Self {
        Self::Ended(ended)
    }
}

impl From<Stop> for Interrupt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl Merge<'_> {
    /// Ends a path.
    pub(crate) fn end(&mut self, state: &State, how: PathEnd<'_>) -> Ended {
        self.note_end(state, how);
        Ended(())
    }

    /// Ends the executions in which `cond` does not hold; the others are still in the state.
    pub(super) fn end_unless(&mut self, cond: Term, how: PathEnd<'_>, state: &State) {
        let terms = &mut self.machine.domain.terms;
        let fails = terms.not(cond);
        if let Some(path) = state.path.with(terms, fails) {
            self.note_end(&state.on(path), how);
        }
    }

    /// Records a path that is given up.
    pub(crate) fn cut(&mut self, path: &Path, why: CutReason) {
        if let (CutReason::Stop(stop), Some(rest), None) = (&why, self.rest, &self.missing)
            && stop.lacks_code()
        {
            // A build with the missing code repeats this execution, so few more steps are worth while in this one.
            self.missing = Some(stop.clone());
            self.bounds.steps = self.bounds.steps.min(self.record.steps + rest);
        }
        let cond = path.conjunction(&mut self.machine.domain.terms);
        self.record.cuts.push(Cut { why, cond });
    }

    /// Records the end of executions that part from others here.
    pub(crate) fn note_end(&mut self, state: &State, how: PathEnd<'_>) {
        match how {
            PathEnd::Cut(why) => self.cut(&state.path, why),
            PathEnd::NoReturn { symbol, args } => self.no_return(symbol, args, state),
            PathEnd::Thrown => self.thrown.push(state.clone()),
            // A cut and not silence: no proof may rest on the absence of undefined behaviour, which
            // the engine does not establish.
            PathEnd::Undefined if self.is_undefined_possible(state) => {
                self.cut(&state.path, CutReason::Stop(Stop::Undefined));
            }
            PathEnd::Rejected | PathEnd::OutOfMemory => {
                let cond = self.condition(state);
                self.record.unasked.push(cond);
            }
            PathEnd::Violated(clause) if self.muted == 0 => {
                let cond = self.condition(state);
                self.record.violations.push(Violation { clause, cond });
            }
            // Undefined behaviour of an abstraction; a quantified body, which is no execution; no execution at all.
            PathEnd::Undefined | PathEnd::Violated(_) | PathEnd::Contradiction => {}
        }
    }

    /// Records a panic or the end of the process, or sends a panic to the frame that catches it. While inputs are built, outside of the user's own
    /// constructors, neither happens natively, so the executor is wrong about these executions.
    fn no_return(&mut self, symbol: &str, args: Args<'_, Term>, state: &State) {
        let ends_process = ends_process(symbol);
        if self.is_building(state) {
            let symbol = demangle(symbol);
            self.cut(&state.path, CutReason::Stop(Stop::Harness { symbol }));
        } else if self.catching > 0 && !ends_process {
            // The panic is no end while a frame catches it. The caller's state goes on unchanged,
            // so the panic gets a copy.
            let mut thrown = state.clone();
            match self.machine.throw(symbol, args, &mut thrown.memory) {
                Ok(()) => self.thrown.push(thrown),
                Err(stop) => self.cut(&state.path, CutReason::Stop(stop)),
            }
        } else {
            let is_outside = !self.machine.inputs.are_built() || state.constructors > 0;
            let while_building = self.awaits_inputs && is_outside;
            let path = self.condition(state);
            let site = self.machine.panicked(symbol, args, &state.memory);
            // One call may stand for several panics, told apart by its arguments, such as the
            // message.
            match self.machine.panic_kinds(&site, args) {
                Ok(kinds) => {
                    for (kind, of_kind) in kinds {
                        let cond = self.machine.domain.terms.and(path, of_kind);
                        self.note_panic(Panic {
                            site: site.clone(),
                            kind,
                            while_building,
                            ends_process,
                            cond,
                        });
                    }
                }
                Err(stop) => self.cut(&state.path, CutReason::Stop(stop)),
            }
        }
    }

    /// Records a panic. In a quantified body, which is no execution, its place alone counts. In an iteration that is passed through, it does not
    /// count: the iteration behind that one finds it again.
    fn note_panic(&mut self, panic: Panic) {
        if self.muted == 0 && self.cut.passes {
            return;
        }
        if self.muted == 0 {
            self.record.panics.push(panic);
            return;
        }
        let key = |panic: &Panic| (panic.site.place.clone(), panic.kind);
        let mut hidden = self.record.hidden_panics.iter();
        // Bodies are evaluated once for each instance, and every one may have the same panic.
        if !hidden.any(|known| key(known) == key(&panic)) {
            self.record.hidden_panics.push(panic);
        }
    }

    /// True if the harness makes up inputs, by code that is not the user's.
    fn is_building(&self, state: &State) -> bool {
        self.awaits_inputs && !self.machine.inputs.are_built() && state.constructors == 0
    }

    /// True if undefined behaviour would be the program's. An abstraction has executions in which values are any, so it is none of its own; the
    /// code that builds inputs has to be right all the same.
    fn is_undefined_possible(&self, state: &State) -> bool {
        self.machine.domain.knows_all_memory() || self.is_building(state)
    }

    fn condition(&mut self, state: &State) -> Term {
        state.path.conjunction(&mut self.machine.domain.terms)
    }
}

/// True if a harness says when all its inputs are built.
pub(crate) fn awaits_inputs(harness: &Function) -> bool {
    let mut instrs = harness.blocks.iter().flat_map(|block| &block.instrs);
    instrs.any(|instr| match &instr.kind {
        InstrKind::Call(call) => {
            matches!(&call.callee, Callee::Direct(symbol) if symbol == Probe::Given.symbol())
        }
        _ => false,
    })
}

impl Execution {
    /// The executions of which no end was recorded, where the [facts](crate::strategy::record::Record::facts) hold (width 1): there are none if the
    /// walk is right. An abstraction leaves executions out on purpose, so nothing is said of it.
    pub fn uncovered(&mut self) -> Option<Term> {
        let record = &self.record;
        if record.is_abstract {
            return None;
        }
        let terms = &mut self.symbolic.terms;
        let lost = record.applications.iter().map(|application| {
            let ends = terms.not(application.returns);
            terms.and(application.cond, ends)
        });
        let lost: Vec<Term> = lost.collect();
        // The list must name every kind of end, or executions that ended for the missing kind would seem lost.
        let ends = (record.returned.iter().copied())
            .chain(record.panics.iter().map(|panic| panic.cond))
            .chain(record.violations.iter().map(|violation| violation.cond))
            .chain(record.cuts.iter().map(|cut| cut.cond))
            .chain(record.unasked.iter().copied())
            .chain(lost);
        let any = terms.or_all(ends);
        Some(terms.not(any))
    }
}
