//! Sessions: assertions that stay, queries under assumptions, limits for each query.
//!
//! A query goes to the SAT solver first, over the bits of its terms, with a budget of conflicts; what it cannot decide
//! within that goes to Z3. Small widths and few paths are what the first is fast on, large arithmetic is the
//! other's.
//!
//! **Invariants:** an answer is repeatable (fixed seeds, no wall clock before the backstop); what [`Terms::assume`]
//! uses is part of every query; a core is a subset of the query's assumptions. A session uses the Z3 context of
//! its thread and cannot leave it.

use std::time::{Duration, Instant};

use crate::blast::Blaster;
use crate::blast::sat::Budget;
use crate::interrupt::Interrupt;
use crate::solver::model::Model;
#[cfg(not(has_z3))]
use crate::solver::no_z3::Z3Session;
#[cfg(has_z3)]
use crate::solver::z3_session::Z3Session;
use crate::term::{Term, Terms};

/// The limits of one query. Zero stands for no limit, unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Z3's resource units: the same on every machine.
    pub rlimit: u32,
    /// Conflicts that [`Session::quick_check`] may take; with zero it has no answers.
    pub quick_check: u32,
    /// Wall time, as the backstop.
    pub timeout_ms: u32,
    /// Memory of the whole process that Z3 may use.
    pub memory_mb: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            rlimit: 0,
            quick_check: 300,
            timeout_ms: 0,
            memory_mb: 0,
        }
    }
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Answer {
    /// There is an assignment.
    Sat(Model),
    /// There is none.
    Unsat {
        /// The assumptions that exclude it together with the assertions, in the order of the query.
        core: Vec<Term>,
    },
    /// Not known.
    Unknown(Reason),
}

/// Why a query was not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The resource units ran out.
    #[error("the query exhausted its {0} resource units")]
    ResourceLimit(u32),
    /// The wall time ran out.
    #[error("the query took longer than {0} ms")]
    Timeout(u32),
    /// The memory ran out.
    #[error("the query needed more than {0} MiB")]
    Memory(u32),
    /// [`Interrupt::interrupt`] was called.
    #[error("the query was interrupted")]
    Interrupted,
    /// The answer of Z3.
    #[error("{0}")]
    Other(String),
}

/// Who answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The SAT solver, and Z3, if it is built in, where its share of the budget is not enough.
    #[default]
    Portfolio,
    /// The SAT solver on the bits of the terms alone.
    Sat,
    /// Z3's incremental SMT core alone.
    Smt,
    /// Z3's incremental bit-blasting alone.
    Z3Sat,
}

/// Assertions and what the solvers learned about them.
#[derive(Debug)]
pub struct Session {
    engine: Engine,
    limits: Limits,
    blaster: Blaster,
    z3: Option<Z3Session>,
    /// Everything asserted, for a solver that joins later.
    asserted: Vec<Term>,
    /// How many of the arena's assumed facts were asserted.
    assumed: usize,
    interrupt: Option<Interrupt>,
}

/// Resource units of Z3 for one conflict of the SAT solver: about the same time.
const UNITS_PER_CONFLICT: u32 = 200;

/// Circuits beyond this are left to Z3, which does not have to make them.
const MOST_BITS: u32 = 1_500_000;

/// True if Z3 is there to be asked.
const HAS_Z3: bool = cfg!(has_z3);

/// Beyond so many terms Z3 is not asked: it only reads them for longer than a query may take, and no limit of it counts before that is done.
const MOST_TERMS: usize = 1_000_000;

impl Session {
    /// A session without assertions.
    pub fn new(limits: Limits) -> Self {
        Self::with_engine(limits, Engine::default())
    }

    /// A session on a certain engine, to compare them.
    pub fn with_engine(limits: Limits, engine: Engine) -> Self {
        Self {
            engine,
            limits,
            blaster: Blaster::new(),
            z3: None,
            asserted: vec![],
            assumed: 0,
            interrupt: None,
        }
    }

    /// The limits of a query.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Other limits for later queries.
    pub fn set_limits(&mut self, limits: Limits) {
        if let Some(z3) = &mut self.z3 {
            z3.set_limits(limits);
        }
        self.limits = limits;
    }

    /// Lets `interrupt` end running and later queries.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = Some(interrupt);
    }

    /// Adds a Boolean term that holds in all later queries.
    pub fn assert(&mut self, terms: &Terms, term: Term) {
        // Kept for Z3, which is started when a query first needs it.
        self.asserted.push(term);
        if self.uses_sat() {
            self.blaster.assert(terms, term);
        }
        if let Some(z3) = &mut self.z3 {
            z3.assert(terms, term);
        }
    }

    /// Asks if the assertions hold together with all of `assumptions`.
    pub fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Answer {
        self.assert_assumed(terms);
        // Before the circuits are made, which no meter watches.
        if self.interrupt.as_ref().is_some_and(Interrupt::is_requested) {
            return Answer::Unknown(Reason::Interrupted);
        }
        match self.uses_sat().then(|| self.check_bits(terms, assumptions)) {
            Some(answer @ (Answer::Sat(_) | Answer::Unsat { .. })) => answer,
            Some(Answer::Unknown(reason))
                // Only exhausted conflicts are a reason to ask Z3; time and interrupts concern
                // both.
                if self.engine == Engine::Sat
                    || reason != Reason::ResourceLimit(self.limits.rlimit) =>
            {
                Answer::Unknown(reason)
            }
            _ if self.engine == Engine::Sat || !HAS_Z3 || terms.len() > MOST_TERMS => {
                Answer::Unknown(Reason::ResourceLimit(self.limits.rlimit))
            }
            _ => self.check_z3(terms, assumptions),
        }
    }

    /// The same with a small part of the effort: the SAT solver alone, a few conflicts.
    pub fn quick_check(&mut self, terms: &Terms, assumptions: &[Term]) -> Answer {
        self.assert_assumed(terms);
        if !self.uses_sat() || self.limits.quick_check == 0 {
            return Answer::Unknown(Reason::ResourceLimit(0));
        }
        let limits = self.limits;
        // In Z3's units, as `check_bits` converts them back.
        let effort = limits.quick_check.saturating_mul(UNITS_PER_CONFLICT);
        self.limits.rlimit = match limits.rlimit {
            0 => effort,
            all => all.min(effort),
        };
        let answer = self.check_bits(terms, assumptions);
        // Put back: the small budget is for this question.
        self.limits = limits;
        answer
    }

    /// The number of bits that the SAT solver has.
    pub(crate) fn size(&self) -> u32 {
        self.blaster.size()
    }

    fn uses_sat(&self) -> bool {
        matches!(self.engine, Engine::Portfolio | Engine::Sat) && self.blaster.size() < MOST_BITS
    }

    /// The facts that the arena's bounds rest on are part of every query.
    fn assert_assumed(&mut self, terms: &Terms) {
        // Circuits made before the fact was known have wider variables than terms built since.
        if self.assumed < terms.assumed().len() {
            self.blaster.bound_again(terms);
        }
        for fact in &terms.assumed()[self.assumed..] {
            self.assert(terms, *fact);
        }
        self.assumed = terms.assumed().len();
    }

    fn check_bits(&mut self, terms: &Terms, assumptions: &[Term]) -> Answer {
        let bits: Vec<_> = assumptions
            .iter()
            .map(|assumption| self.blaster.bit(terms, *assumption))
            .collect();
        let timeout = Duration::from_millis(self.limits.timeout_ms.into());
        let deadline = (self.limits.timeout_ms > 0).then(|| Instant::now() + timeout);
        let budget = Budget {
            // The same budget for both engines, in time: no limit stays none.
            conflicts: self.limits.rlimit.div_ceil(UNITS_PER_CONFLICT).into(),
            deadline,
            interrupt: self.interrupt.clone(),
        };
        match self.blaster.solve(&bits, budget) {
            Some(true) => {
                let model = Model::from_values(self.blaster.values());
                // Every model checks the circuits against the reference semantics, on formulas that
                // no test would think of.
                debug_assert!(
                    self.asserted
                        .iter()
                        .chain(assumptions)
                        .all(|term| model.value(terms, *term) == 1),
                    "invariant: the circuits mean what the terms mean"
                );
                Answer::Sat(model)
            }
            Some(false) => {
                let core = assumptions
                    .iter()
                    .zip(bits)
                    .filter(|(_, bit)| self.blaster.in_core(*bit));
                Answer::Unsat {
                    core: core.map(|(term, _)| *term).collect(),
                }
            }
            // In this order, because an interrupted query may be past its deadline as well.
            None if self.interrupt.as_ref().is_some_and(Interrupt::is_requested) => {
                Answer::Unknown(Reason::Interrupted)
            }
            None if deadline.is_some_and(|deadline| Instant::now() >= deadline) => {
                Answer::Unknown(Reason::Timeout(self.limits.timeout_ms))
            }
            None => Answer::Unknown(Reason::ResourceLimit(self.limits.rlimit)),
        }
    }

    fn check_z3(&mut self, terms: &Terms, assumptions: &[Term]) -> Answer {
        if self.z3.is_none() {
            let mut joined = Z3Session::new(self.limits, self.engine == Engine::Z3Sat);
            if let Some(z3) = &mut joined {
                // A solver that joins late has to know everything that was asserted.
                for term in &self.asserted {
                    z3.assert(terms, *term);
                }
            }
            self.z3 = joined;
        }
        match &mut self.z3 {
            Some(z3) => z3.check(terms, assumptions, self.interrupt.as_ref()),
            None => Answer::Unknown(Reason::Memory(self.limits.memory_mb)),
        }
    }
}
