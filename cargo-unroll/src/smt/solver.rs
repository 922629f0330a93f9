//! Z3 sessions: assertions that stay, queries under assumptions, limits for each query.
//!
//! **Invariants:** an answer is repeatable (fixed seeds, no wall clock before the backstop); what [`Terms::assume`]
//! uses is part of every query; a core is a subset of the query's assumptions. A session uses the Z3 context of
//! its thread and cannot leave it.

use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Ast, Bool};
use z3::{Params, SatResult, Solver, Tactic, set_global_param};

use super::encode::Encoder;
use super::interrupt::{self, Interrupt};
use super::model::Model;
use super::term::{Node, Term, Terms};

/// What one query may cost. Zero stands for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Z3's resource units: the same on every machine.
    pub rlimit: u32,
    /// Wall time, as the backstop.
    pub timeout_ms: u32,
    /// Memory of the whole process that Z3 may use.
    pub memory_mb: u32,
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
    #[error("the query used up its {0} resource units")]
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
    /// What Z3 says.
    #[error("the solver gave up: {0}")]
    Other(String),
}

/// Which of Z3's engines answers; [`Session::new`] takes the one that measured best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The incremental SMT core, with bit vectors as a theory.
    #[default]
    Smt,
    /// Incremental bit-blasting to Z3's SAT solver.
    Sat,
    /// The SMT core as a tactic, started anew for each query.
    Restarted,
}

/// Assertions and what Z3 learned about them.
#[derive(Debug)]
pub struct Session {
    solver: Solver,
    limits: Limits,
    encoder: Encoder,
    /// For each assumption met, the literal that stands for it.
    literals: FxHashMap<Term, Bool>,
    /// How many of the arena's assumed facts were asserted.
    assumed: usize,
    interrupt: Option<Interrupt>,
}

impl Session {
    /// A session without assertions.
    pub fn new(limits: Limits) -> Self {
        Self::with_engine(limits, Engine::default())
    }

    /// A session on a certain engine of Z3, to compare them.
    pub fn with_engine(limits: Limits, engine: Engine) -> Self {
        if limits.memory_mb > 0 {
            set_global_param("memory_max_size", &limits.memory_mb.to_string());
        }
        let solver = engine.solver();
        let mut params = Params::new();
        params.set_u32("random_seed", 0);
        if limits.rlimit > 0 {
            params.set_u32("rlimit", limits.rlimit);
        }
        if limits.timeout_ms > 0 {
            params.set_u32("timeout", limits.timeout_ms);
        }
        solver.set_params(&params);
        Self {
            solver,
            limits,
            encoder: Encoder::default(),
            literals: FxHashMap::default(),
            assumed: 0,
            interrupt: None,
        }
    }

    /// Other limits for later queries.
    pub fn set_limits(&mut self, limits: Limits) {
        let mut params = Params::new();
        params.set_u32("rlimit", limits.rlimit);
        params.set_u32(
            "timeout",
            if limits.timeout_ms == 0 {
                u32::MAX
            } else {
                limits.timeout_ms
            },
        );
        self.solver.set_params(&params);
        self.limits = limits;
    }

    /// Lets `interrupt` end running and later queries.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = Some(interrupt);
    }

    /// Adds a Boolean term that holds in all later queries.
    pub fn assert(&mut self, terms: &Terms, term: Term) {
        let expr = self.encoder.boolean(terms, term);
        self.solver.assert(&expr);
    }

    /// Whether the assertions hold together with all of `assumptions`.
    pub fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Answer {
        self.assert_assumed(terms);
        let literals: Vec<_> = assumptions
            .iter()
            .map(|assumption| self.literal(terms, *assumption))
            .collect();
        let start = Instant::now();
        let result = match &self.interrupt {
            Some(interrupt) if interrupt.is_requested() => {
                return Answer::Unknown(Reason::Interrupted);
            }
            Some(interrupt) => {
                interrupt::watched(interrupt, || self.solver.check_assumptions(&literals))
            }
            None => self.solver.check_assumptions(&literals),
        };
        match result {
            SatResult::Sat => match self.solver.get_model() {
                Some(model) => Answer::Sat(Model::read(&self.encoder, &model)),
                None => Answer::Unknown(Reason::Other("no model".to_owned())),
            },
            SatResult::Unsat => Answer::Unsat {
                core: self.core(assumptions, &literals),
            },
            SatResult::Unknown => Answer::Unknown(self.reason(start.elapsed())),
        }
    }

    /// The facts that the arena's bounds rest on are part of every query.
    fn assert_assumed(&mut self, terms: &Terms) {
        for fact in &terms.assumed()[self.assumed..] {
            self.assert(terms, *fact);
        }
        self.assumed = terms.assumed().len();
    }

    /// Z3 takes literals as assumptions; another term gets a constant that implies it.
    fn literal(&mut self, terms: &Terms, term: Term) -> Bool {
        if let Some(literal) = self.literals.get(&term) {
            return literal.clone();
        }
        let expr = self.encoder.boolean(terms, term);
        let atom = match *terms.node(term) {
            Node::Not(inner) => inner,
            _ => term,
        };
        let literal = if matches!(terms.node(atom), Node::Var { .. }) {
            expr
        } else {
            let literal = Bool::new_const(format!("assumption!{}", self.literals.len()));
            self.solver.assert(literal.implies(&expr));
            literal
        };
        self.literals.insert(term, literal.clone());
        literal
    }

    fn core(&self, assumptions: &[Term], literals: &[Bool]) -> Vec<Term> {
        let core: FxHashSet<_> = self
            .solver
            .get_unsat_core()
            .iter()
            .map(Ast::get_z3_ast)
            .collect();
        let mut terms: Vec<_> = assumptions
            .iter()
            .zip(literals)
            .filter(|(_, literal)| core.contains(&literal.get_z3_ast()))
            .map(|(term, _)| *term)
            .collect();
        terms.dedup();
        terms
    }

    /// Z3 says `canceled` to a limit of either kind, so the clock tells them apart.
    fn reason(&self, elapsed: Duration) -> Reason {
        let text = self.solver.get_reason_unknown().unwrap_or_default();
        let Limits {
            rlimit,
            timeout_ms,
            memory_mb,
        } = self.limits;
        let interrupted = self.interrupt.as_ref().is_some_and(Interrupt::is_requested);
        let timed_out = timeout_ms > 0 && elapsed >= Duration::from_millis(timeout_ms.into());
        match text.as_str() {
            _ if interrupted => Reason::Interrupted,
            "timeout" => Reason::Timeout(timeout_ms),
            "canceled" if timed_out => Reason::Timeout(timeout_ms),
            "canceled" | "max. resource limit exceeded" if rlimit > 0 => {
                Reason::ResourceLimit(rlimit)
            }
            "out of memory" | "max. memory exceeded" => Reason::Memory(memory_mb),
            _ => Reason::Other(text),
        }
    }
}

impl Engine {
    fn solver(self) -> Solver {
        match self {
            // Without a logic Z3 answers queries under assumptions with its incremental SMT core.
            Self::Smt => Solver::new(),
            Self::Sat => Solver::new_for_logic("QF_BV").unwrap_or_default(),
            Self::Restarted => Tactic::new("smt").solver(),
        }
    }
}

#[cfg(test)]
mod tests;
