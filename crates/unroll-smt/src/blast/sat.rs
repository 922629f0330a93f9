//! The SAT solver: clauses, queries under assumptions, a budget of conflicts.
//!
//! The only module that names `batsat`, a Rust descendant of `MiniSat`. It is deterministic, and so is its budget: conflicts count
//! first, the clock is the backstop.

use std::cell::Cell;
use std::time::Instant;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface as _, SolverOpts, Var, lbool};

use crate::interrupt::Interrupt;

/// A literal: a number of a variable and its sign, in the least bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bit(u32);

impl Bit {
    /// The constant false.
    pub(crate) const FALSE: Self = Self(0);
    /// The constant true.
    pub(crate) const TRUE: Self = Self(1);

    /// A constant.
    pub(crate) fn constant(value: bool) -> Self {
        Self(u32::from(value))
    }

    /// The value of a constant.
    pub(crate) fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// True if it is the negation of a variable.
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    fn lit(self) -> Lit {
        Lit::new(Var::unsafe_from_idx(self.0 >> 1), !self.is_negated())
    }
}

impl std::ops::Not for Bit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The limits of a query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    /// Conflicts; 0 for no limit.
    pub(crate) conflicts: u64,
    /// When the wall time is over.
    pub(crate) deadline: Option<Instant>,
    /// Ends the query from another thread.
    pub(crate) interrupt: Option<Interrupt>,
}

/// Counts the conflicts of a query and says when it is over.
#[derive(Debug, Default)]
struct Meter {
    budget: Budget,
    conflicts: u64,
    calls: Cell<u32>,
    /// The solver asks again after it stopped and goes on if the answer differs.
    stopped: Cell<bool>,
}

/// The clock is read once in so many questions.
const CALLS_PER_CLOCK: u32 = 64;

impl Callbacks for Meter {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.conflicts += 1;
        }
    }

    fn stop(&self) -> bool {
        // `batsat` asks once more after it was told to stop; another answer would let it go on.
        if !self.stopped.get() {
            self.stopped.set(self.is_over());
        }
        self.stopped.get()
    }
}

impl Meter {
    fn is_over(&self) -> bool {
        if self.budget.conflicts > 0 && self.conflicts >= self.budget.conflicts {
            return true;
        }
        self.calls.set(self.calls.get().wrapping_add(1));
        // Conflicts are counted first, so that only runaway queries depend on the clock.
        self.calls.get().is_multiple_of(CALLS_PER_CLOCK)
            && (self
                .budget
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
                || self
                    .budget
                    .interrupt
                    .as_ref()
                    .is_some_and(Interrupt::is_requested))
    }
}

/// A set of clauses.
pub(crate) struct Sat {
    solver: Solver<Meter>,
    clause: Vec<Lit>,
    variables: u32,
}

impl Sat {
    /// No clauses; variable 0 is the constant.
    pub(crate) fn new() -> Self {
        let solver = Solver::new(SolverOpts::default(), Meter::default());
        let mut sat = Self {
            solver,
            clause: vec![],
            variables: 0,
        };
        let constant = sat.variable();
        debug_assert_eq!(
            constant,
            Bit::FALSE,
            "invariant: variable 0 is the constant"
        );
        sat.add(&[Bit::TRUE]);
        sat
    }

    /// A new variable.
    pub(crate) fn variable(&mut self) -> Bit {
        let var = self.solver.new_var_default();
        debug_assert_eq!(
            var.idx(),
            self.variables,
            "invariant: variables are numbered densely"
        );
        self.variables += 1;
        Bit(var.idx() << 1)
    }

    /// Conflicts of the last query.
    pub(crate) fn conflicts(&self) -> u64 {
        self.solver.cb().conflicts
    }

    /// The number of variables.
    pub(crate) fn size(&self) -> u32 {
        self.variables
    }

    /// Adds a disjunction.
    pub(crate) fn add(&mut self, clause: &[Bit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|bit| bit.lit()));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// True if the clauses hold together with the assumptions; `None` when the budget ran out.
    pub(crate) fn solve(&mut self, assumptions: &[Bit], budget: Budget) -> Option<bool> {
        // A new meter for each query: conflicts of earlier ones do not count.
        *self.solver.cb_mut() = Meter {
            budget,
            ..Meter::default()
        };
        let assumptions: Vec<_> = assumptions.iter().map(|bit| bit.lit()).collect();
        let answer = self.solver.solve_limited(&assumptions);
        // Undefined means that the meter stopped the search, which is no answer.
        (answer != lbool::UNDEF).then_some(answer == lbool::TRUE)
    }

    /// The value of a bit after an answer `Some(true)`. What no clause mentions is false.
    pub(crate) fn value(&self, bit: Bit) -> bool {
        match bit.as_constant() {
            Some(value) => value,
            // Variables that no clause mentions are undefined in the model; any value is right.
            None => self.solver.value_lit(bit.lit()) == lbool::TRUE,
        }
    }

    /// True if an assumption takes part in the answer `Some(false)`.
    pub(crate) fn in_core(&self, assumption: Bit) -> bool {
        // The constant true is in no core, since it excludes nothing.
        assumption != Bit::TRUE && self.solver.unsat_core_contains_var(assumption.lit().var())
    }
}

impl std::fmt::Debug for Sat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sat")
            .field("variables", &self.variables)
            .finish_non_exhaustive()
    }
}
