//! Queries to Z3.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Ast, BV, Bool};
use z3::{Params, SatResult, Solver, set_global_param};

use crate::interrupt::{self, Interrupt};
use crate::solver::encode::{Encoder, Expr};
use crate::solver::model::Model;
use crate::solver::{Answer, Limits, Reason};
use crate::term::{Node, Term, Terms};

/// A Z3 solver with assertions.
#[derive(Debug)]
pub(crate) struct Z3Session {
    solver: Solver,
    limits: Limits,
    encoder: Encoder,
    /// For each assumption met, the literal that stands for it.
    literals: FxHashMap<Term, Bool>,
    /// True if Z3 ran out of memory while it was told something, after which it is asked nothing.
    is_lost: bool,
}

impl Z3Session {
    /// A solver without assertions: the incremental SMT core, or incremental bit-blasting. `None` if there is no memory for it.
    pub(crate) fn new(limits: Limits, bits: bool) -> Option<Self> {
        with_memory(|| Self::start(limits, bits))
    }

    fn start(limits: Limits, bits: bool) -> Self {
        if limits.memory_mb > 0 {
            // Z3 has one limit of memory for the process; a session cannot have its own.
            set_global_param("memory_max_size", &limits.memory_mb.to_string());
        }
        // Without a logic Z3 answers queries under assumptions with its incremental SMT core.
        let solver = if bits {
            Solver::new_for_logic("QF_BV")
        } else {
            None
        }
        .unwrap_or_default();
        let mut session = Self {
            solver,
            limits,
            encoder: Encoder::default(),
            literals: FxHashMap::default(),
            is_lost: false,
        };
        session.set_limits(limits);
        session
    }

    /// Other limits for later queries.
    pub(crate) fn set_limits(&mut self, limits: Limits) {
        // Zero resource units are no limit to Z3, zero milliseconds are none at all.
        let timeout = if limits.timeout_ms == 0 {
            u32::MAX
        } else {
            limits.timeout_ms
        };
        let mut params = Params::new();
        // Answers have to repeat from run to run.
        params.set_u32("random_seed", 0);
        params.set_u32("rlimit", limits.rlimit);
        params.set_u32("timeout", timeout);
        self.solver.set_params(&params);
        self.limits = limits;
    }

    /// Adds a Boolean term that holds in all later queries.
    pub(crate) fn assert(&mut self, terms: &Terms, term: Term) {
        self.tell(|it| {
            let expr = it.encoder.boolean(terms, term);
            it.solver.assert(&expr);
        });
    }

    /// Makes expressions; `None` if there is no memory for them.
    fn tell<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if self.is_lost {
            return None;
        }
        // After running out of memory, Z3's state is not to be trusted: nothing more is asked of
        // this session.
        let made = with_memory(|| make(self));
        self.is_lost = made.is_none();
        made
    }

    /// Asks if the assertions hold together with all of `assumptions`.
    pub(crate) fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        interrupt: Option<&Interrupt>,
    ) -> Answer {
        let literals = self.tell(|it| {
            let literals = assumptions.iter();
            let literals = literals.map(|assumption| it.literal(terms, *assumption));
            literals.collect::<Vec<_>>()
        });
        let Some(literals) = literals else {
            return Answer::Unknown(Reason::Memory(self.limits.memory_mb));
        };
        // Z3 gives one reason for several limits, so the time tells them apart.
        let start = Instant::now();
        let query = || self.solver.check_assumptions(&literals);
        let result = match interrupt {
            Some(interrupt) => interrupt::watched(interrupt, query),
            None => query(),
        };
        match result {
            SatResult::Sat => match self.solver.get_model() {
                Some(model) => Answer::Sat(read(&self.encoder, &model)),
                None => Answer::Unknown(Reason::Other("no model".to_owned())),
            },
            SatResult::Unsat => Answer::Unsat {
                core: self.core(assumptions, &literals),
            },
            SatResult::Unknown => Answer::Unknown(self.reason(start.elapsed(), interrupt)),
        }
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
            // One direction is enough: the literal is only ever assumed to hold.
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
        // An assumption that was given twice stands twice in a row here.
        terms.dedup();
        terms
    }

    /// Z3 says `canceled` to a limit of either kind, so the clock tells them apart.
    fn reason(&self, elapsed: Duration, interrupt: Option<&Interrupt>) -> Reason {
        let text = self.solver.get_reason_unknown().unwrap_or_default();
        let Limits {
            rlimit,
            timeout_ms,
            memory_mb,
            ..
        } = self.limits;
        let interrupted = interrupt.is_some_and(Interrupt::is_requested);
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

/// Has Z3 make something; `None` if it has no memory for that. It gives nothing back then, and the bindings panic.
fn with_memory<R>(make: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(make))
        .map_err(|panic| {
            // Other panics are errors of our own and must not be taken for an exhausted solver.
            if !is_of_memory(&*panic) {
                resume_unwind(panic);
            }
        })
        .ok()
}

/// Makes a panic of the bindings because Z3 is out of memory print one line on standard error, without a backtrace, for which there would be no
/// memory either. If the process ends, that line is the explanation.
pub fn report_memory_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let is_of_z3 = info.location().is_some_and(|it| it.file().contains("z3"));
        // Without a backtrace, whose symbols need memory that is not there.
        if is_of_z3 && is_of_memory(info.payload()) {
            eprintln!("out of memory in Z3");
        } else {
            usual(info);
        }
    }));
}

/// True if a panic is how the bindings say that Z3 gave nothing back.
fn is_of_memory(panic: &(dyn Any + Send)) -> bool {
    let words = panic.downcast_ref::<&str>();
    words.is_some_and(|words| *words == "called `Option::unwrap()` on a `None` value")
}

/// Reads the variables that were encoded off Z3's model.
fn read(encoder: &Encoder, model: &z3::Model) -> Model {
    let value = |expr: &Expr| match expr {
        Expr::Bool(expr) => model
            .get_const_interp(expr)
            .and_then(|value| value.as_bool())
            .map(u128::from),
        Expr::Vector(expr) => model
            .get_const_interp(expr)
            .and_then(|value| number(&value)),
    };
    let variables = encoder.variables();
    Model::from_values(variables.filter_map(|(var, expr)| Some((var, value(expr)?))))
}

/// A numeral of up to 128 bits.
fn number(numeral: &BV) -> Option<u128> {
    let width = numeral.get_size();
    if width <= 64 {
        return numeral.as_u64().map(u128::from);
    }
    // The binding reads at most 64 bits of a numeral.
    let low = numeral.extract(63, 0).simplify().as_u64()?;
    let high = numeral.extract(width - 1, 64).simplify().as_u64()?;
    Some(u128::from(high) << 64 | u128::from(low))
}
