//! The merging strategy: all paths of an unwound program in one pass, as one formula.
//!
//! Blocks are taken in a weak topological order in which each loop component stands together, iteration after
//! iteration, so every state that can reach a block in a given iteration is there when the block is executed.
//! The states are joined into one with if-then-else under the condition that tells them apart, and the block is
//! executed once. This is the reachability verification condition of the infeasible-code paper (section 4), built
//! forwards; unwinding a loop only removes executions (its Lemma 1), and each removed one leaves a cut.
//!
//! In: a program and [`Bounds`]. Out: an [`Execution`], whose [`Record`] has the conditions of everything that happens.

mod apply;
mod bound;
mod branch;
mod call;
mod carried;
mod compare;
mod end;
mod havoc;
mod join;
mod loops;
mod quantify;
mod relax;
mod state;
mod strategy;
mod unbuilt;
mod walk;

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use self::apply::Applications;
use self::bound::Forced;
use self::end::{Interrupt, PathEnd, awaits_inputs};
use self::havoc::{CallGraph, CutLoops, LoopCut};
use self::quantify::Quantifier;
pub use self::relax::Relaxes;
use self::state::Code;
pub use self::state::{State, SymbolicValue};
use crate::domain::stop::Stop;
use crate::domain::symbolic::Symbolic;
use crate::semantics::machine::Machine;
use crate::semantics::symbols::Codes;
pub use crate::strategy::bounds::Bounds;
use crate::strategy::clock::Clock;
use crate::strategy::record::{CutReason, Record};
use crate::strategy::text;
use crate::strategy::walk::Executor;
use unroll_llvm::{ModuleId, Program};
use unroll_protocol::Crossing;

/// Most pairs of elements that are related where their indices may be equal: of more, few matter to an answer.
const MOST_PAIRS: u64 = 1 << 14;

/// The merging executor.
#[derive(Debug)]
pub struct Merge<'p> {
    pub(crate) machine: Machine<'p, Symbolic>,
    pub(crate) bounds: Bounds,
    clock: Clock,
    pub(crate) record: Record,
    pub(crate) quantifiers: Vec<Quantifier>,
    crossing: Rc<Crossing>,
    /// The calls that are recorded in place of being executed.
    applications: Applications,
    /// The parts of the function that may be taken to be arbitrary.
    relaxes: Relaxes,
    /// How loops are cut.
    cut: LoopCut,
    /// The executions of loops that are cut.
    cut_loops: CutLoops,
    /// The iterations of source loops that do not count.
    forced: Forced,
    /// Above 0 while the body of a quantifier is evaluated: that is not an execution of the program, so nothing is recorded.
    pub(crate) muted: u32,
    /// The quantifier whose body is evaluated at its witness.
    pub(crate) asking: Option<usize>,
    /// True if instances of quantifiers are being made.
    pub(crate) instantiating: bool,
    /// How many of the calls under way catch panics. While none does, a panic ends an execution.
    pub(crate) catching: u32,
    /// States of panics on their way out of the current call to the frame that catches them.
    pub(super) thrown: Vec<State>,
    /// True if the harness marks where inputs are built.
    pub(super) awaits_inputs: bool,
    codes: Codes<Rc<Code>>,
    /// The code that calls may reach.
    pub(crate) calls: CallGraph,
    stack: Vec<(ModuleId, Arc<str>)>,
    /// True if the execution ends where an input has a length.
    scalars_only: bool,
    /// Instructions that follow at most where code is missing; `None` for as many as ever.
    rest: Option<u64>,
    /// The first code that was missing.
    missing: Option<Stop>,
}

/// The result of a finished execution.
#[derive(Debug)]
pub struct Execution {
    /// Terms and input arrays.
    pub symbolic: Symbolic,
    /// The record of the execution.
    pub record: Record,
}

impl<'p> Merge<'p> {
    /// An executor for a program.
    pub fn new(program: &'p Program, bounds: Bounds) -> Self {
        Self {
            machine: Machine::new(Symbolic::default(), program),
            bounds,
            clock: Clock::new(None),
            record: Record::default(),
            quantifiers: Vec::new(),
            crossing: Rc::default(),
            applications: Applications::default(),
            relaxes: Relaxes::default(),
            cut: LoopCut::default(),
            cut_loops: CutLoops::default(),
            forced: Forced::default(),
            muted: 0,
            asking: None,
            instantiating: false,
            catching: 0,
            thrown: Vec::new(),
            awaits_inputs: false,
            codes: Codes::default(),
            calls: CallGraph::default(),
            stack: Vec::new(),
            scalars_only: false,
            rest: None,
            missing: None,
        }
    }

    /// Gives the execution up at the first input that has a length, for a caller that can use it only where all are scalars.
    #[must_use]
    pub fn scalars_only(mut self) -> Self {
        self.scalars_only = true;
        self
    }

    /// How many instructions are still worth while once code was missing.
    #[must_use]
    pub fn rest_without_code(mut self, instructions: Option<u64>) -> Self {
        self.rest = instructions;
        self
    }

    /// Labels crossed with the iterations of loops.
    #[must_use]
    pub fn crossing(mut self, crossing: &Crossing) -> Self {
        self.crossing = Rc::new(crossing.clone());
        self
    }

    /// When the execution is given up.
    #[must_use]
    pub fn until(mut self, deadline: Option<Instant>) -> Self {
        self.clock = Clock::new(deadline);
        self
    }

    /// Executes the harness `symbol` from an empty state.
    ///
    /// # Errors
    /// When nothing could be executed at all, or the budget of steps or time is used up.
    pub fn run(mut self, symbol: &str) -> Result<Execution, Stop> {
        let mut state = State::default();
        let code = self.harness(symbol)?;
        self.calls.begin(symbol);
        self.awaits_inputs = awaits_inputs(&code.function);
        match self.function(&code, Vec::new(), &mut state) {
            Ok(_) => {
                let cond = state.path.conjunction(&mut self.machine.domain.terms);
                self.record.returned = Some(cond);
            }
            Err(Interrupt::Ended(_)) => {}
            // It used up what was left since code was missing.
            Err(Interrupt::Stop(Stop::Budget(what))) => {
                return Err(self.missing.unwrap_or(Stop::Budget(what)));
            }
            Err(Interrupt::Stop(stop)) => return Err(stop),
        }
        for state in std::mem::take(&mut self.thrown) {
            // The frame that caught it has thrown it again: its origin is lost.
            let why = CutReason::Stop(Stop::unsupported("a panic out of nowhere"));
            self.note_end(&state, PathEnd::Cut(why));
        }
        // In this order: instances read elements, and facts about text read their neighbours.
        // Constraints between elements need all reads.
        self.instantiate_quantifiers()?;
        text::know(&mut self.machine.domain, &mut self.record);
        // Decided by counting, before memory is spent on making them.
        self.record.unstated.reads = self.machine.domain.new_pairs() > MOST_PAIRS;
        let mut facts = if self.record.unstated.reads {
            self.machine.domain.new_element_bounds()
        } else {
            self.machine.domain.new_array_constraints()
        };
        self.record.facts.append(&mut facts);
        let unknown = self.machine.domain.unknown.as_ref();
        self.record.is_abstract |= unknown.is_some_and(|unknown| unknown.is_read);
        Ok(Execution {
            symbolic: self.machine.domain,
            record: self.record,
        })
    }
}
