//! The concrete strategy: one execution, from a case to its observable behaviour.
//!
//! The second of the three judges: it runs the same IR as the symbolic strategies and answers in the terms of the
//! native driver, so a case can be compared three ways. Control flow is that of [`walk`](crate::strategy::walk), and
//! memory and instruction semantics are those of [`machine`](crate::semantics::machine), over [`Concrete`].

mod call;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

use crate::domain::concrete::{Concrete, Word};
use crate::domain::stop::{Budget, Stop};
use crate::domain::value::{Pointer, PointerCase, Value};
use crate::domain::{ArrayId, Domain};
use crate::memory::Memory;
use crate::semantics::machine::{Machine, Registers};
use crate::semantics::symbols::Codes;
use crate::strategy::clock::Clock;
use crate::strategy::lasso::Watch;
use crate::strategy::walk::crossing::Iterations;
use crate::strategy::walk::event::Event;
use crate::strategy::walk::follow::{Follow, Halt};
use crate::strategy::walk::probes::{Elements, Scalar};
use crate::strategy::walk::{Code, Executor, Strategy};
use unroll_llvm::ir::{BlockId, Type};
use unroll_llvm::{ModuleId, Program};
use unroll_protocol::Crossing;

pub use self::call::Returned;
pub use crate::strategy::trace::{End, ExitEvent, Inputs, Trace};

type ConcreteValue = Value<Word>;

/// Runs cases on one program.
#[derive(Debug)]
pub struct Interpreter<'p> {
    program: &'p Program,
    codes: Codes<Rc<Code<()>>>,
    /// Instructions that one run may execute.
    fuel: u64,
    /// When runs are given up.
    deadline: Option<Instant>,
    crossing: Rc<Crossing>,
}

/// One run.
struct InterpreterRun<'i, 'p> {
    interpreter: &'i mut Interpreter<'p>,
    machine: Machine<'p, Concrete>,
    memory: Memory<Word>,
    inputs: &'i Inputs,
    arrays: BTreeMap<u64, ArrayId>,
    exits: Vec<ExitEvent>,
    labels: BTreeSet<u32>,
    iterations: Iterations<Word>,
    left: u64,
    clock: Clock,
    activations: u32,
    /// How many of the calls under way catch panics.
    catching: u32,
    /// Looks for a state that repeats.
    watch: Option<Watch>,
}

/// The deepest call stack that a run may use. A call of the program is a call of the interpreter, whose own stack would overflow
/// otherwise. A run that needs more is stopped, and nothing is claimed about it.
const ACTIVATION_LIMIT: u32 = 500;

impl<'p> Interpreter<'p> {
    /// An interpreter whose runs execute at most `fuel` instructions.
    pub fn new(program: &'p Program, fuel: u64) -> Self {
        Self {
            program,
            codes: Codes::default(),
            fuel,
            deadline: None,
            crossing: Rc::default(),
        }
    }

    /// When runs are given up. An instruction takes long where the state that it changes is kept for a comparison, and is large.
    #[must_use]
    pub fn until(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// Labels crossed with the iterations of loops.
    #[must_use]
    pub fn crossing(mut self, crossing: &Crossing) -> Self {
        self.crossing = Rc::new(crossing.clone());
        self
    }

    /// Runs the harness `symbol`.
    ///
    /// # Errors
    /// When the IR has something without a meaning here, or the fuel runs out.
    pub fn run(&mut self, symbol: &str, inputs: &Inputs) -> Result<Trace, Stop> {
        self.execute(symbol, inputs, None)
            .map_err(|halt| match halt {
                Halt::Stop(stop) => stop,
                // No watch, so nothing repeats; no bounds, so nothing is cut; and a panic unwinds
                // only where a frame catches it. No other halt leaves a run.
                _ => Stop::unsupported("a panic out of nowhere"),
            })
    }

    /// True if an execution of the harness `symbol` is known never to end: it comes back to a state that it was in.
    pub fn repeats(&mut self, symbol: &str, inputs: &Inputs) -> bool {
        let run = self.execute(symbol, inputs, Some(Watch::default()));
        matches!(run, Err(Halt::Repeats))
    }

    fn execute(
        &mut self,
        symbol: &str,
        inputs: &Inputs,
        watch: Option<Watch>,
    ) -> Result<Trace, Halt> {
        let mut run = self.begin(inputs, watch);
        let code = run.harness(symbol)?;
        let end = match run.function(&code, Vec::new(), &mut ()) {
            Ok(_) => End::Returned,
            Err(Halt::End(end)) => end,
            Err(halt) => return Err(halt),
        };
        Ok(Trace {
            exits: run.exits,
            labels: run.labels,
            end,
        })
    }

    fn begin<'i>(&'i mut self, inputs: &'i Inputs, watch: Option<Watch>) -> InterpreterRun<'i, 'p> {
        let machine = Machine::new(Concrete::default(), self.program);
        let (left, clock) = (self.fuel, Clock::new(self.deadline));
        InterpreterRun {
            interpreter: self,
            machine,
            memory: Memory::default(),
            inputs,
            arrays: BTreeMap::new(),
            exits: Vec::new(),
            labels: BTreeSet::new(),
            iterations: Iterations::default(),
            left,
            clock,
            activations: 0,
            catching: 0,
            watch,
        }
    }
}

impl<'p> Strategy<'p> for InterpreterRun<'_, 'p> {
    type Domain = Concrete;
    type Analyses = ();
    type State = ();
    type Halt = Halt;

    fn machine(&mut self) -> &mut Machine<'p, Concrete> {
        &mut self.machine
    }

    fn parts<'a>(
        &'a mut self,
        (): &'a mut (),
    ) -> (&'a mut Machine<'p, Concrete>, &'a mut Memory<Word>) {
        (&mut self.machine, &mut self.memory)
    }

    fn code(&mut self, from: ModuleId, symbol: &str) -> Result<Option<Rc<Code<()>>>, Stop> {
        let Interpreter { program, codes, .. } = &mut *self.interpreter;
        codes.get(program, (from, symbol), |module, function| {
            Rc::new(Code {
                module,
                function,
                analyses: (),
            })
        })
    }

    fn spend(&mut self, instructions: u64) -> Result<(), Stop> {
        let left = self.left.checked_sub(instructions);
        self.left = left.ok_or(Stop::Budget(Budget::Fuel))?;
        let steps = self.interpreter.fuel - self.left;
        if self.clock.is_over(steps) {
            return Err(Stop::Budget(Budget::Time));
        }
        Ok(())
    }

    fn number(&mut self, word: Word) -> Result<u64, Stop> {
        Ok(word.value as u64)
    }

    fn scalar(&mut self, scalar: Scalar, (): &()) -> Word {
        // A case may omit leaves that are zero, natively as well.
        let value = self.inputs.scalars.get(&scalar.key).copied().unwrap_or(0);
        self.machine.domain.constant(64, u128::from(value))
    }

    fn array(&mut self, elements: Elements<Word>, (): &()) -> ArrayId {
        let key = elements.key;
        if let Some(known) = self.arrays.get(&key) {
            return *known;
        }
        let arrays = &mut self.machine.domain.arrays;
        let values = self.inputs.slices.get(&key).cloned().unwrap_or_default();
        arrays.push((elements.size * 8, values));
        let id = ArrayId(arrays.len() as u32 - 1);
        self.arrays.insert(key, id);
        id
    }

    fn event(&mut self, event: Event<Word>, (): &mut ()) -> Result<(), Halt> {
        match event {
            Event::Exit {
                loop_,
                depth,
                mask,
                kind,
            } => self.exits.push(ExitEvent {
                loop_: loop_.value as u32,
                depth: depth.value as u32,
                mask: mask.value as u64,
                kind: kind.value as u32,
            }),
            Event::Label { number, holds } if holds.value == 1 => {
                self.labels.insert(number.value as u32);
            }
            Event::Assume { clause, holds } if holds.value != 1 => {
                return Err(Halt::End(End::Rejected(clause.value as u32)));
            }
            Event::Check { clause, holds } if holds.value != 1 => {
                return Err(Halt::End(End::Violated(clause)));
            }
            Event::Inapplicable { loop_ } => {
                return Err(Halt::End(End::Inapplicable(loop_)));
            }
            // The compiler may have used the assumption anywhere, so the native run may differ from
            // what the interpreter would do from here on.
            Event::Assumption(holds) if holds.value == 0 => return Err(Stop::Undefined.into()),
            // What is about other executions says nothing of this one.
            _ => {}
        }
        Ok(())
    }

    fn crossing(&self) -> Rc<Crossing> {
        Rc::clone(&self.interpreter.crossing)
    }

    fn iterations<'a>(&'a mut self, (): &'a mut ()) -> &'a mut Iterations<Word> {
        &mut self.iterations
    }

    fn quantifies(&mut self) -> bool {
        // Numbers can be counted through, so there is no need to choose instances.
        false
    }

    fn forall(
        &mut self,
        [lo, hi]: [Word; 2],
        env: &ConcreteValue,
        body: &Pointer<Word>,
        state: &mut (),
    ) -> Result<Word, Halt> {
        let (symbol, home) = self.target(body)?;
        let code = self.body(home, &symbol)?;
        // Fuel bounds this loop, however long the range is: each body spends instructions.
        for index in lo.value..hi.value {
            let index = Value::Bits(self.machine.domain.constant(64, index));
            let holds = self.function(&code, vec![env.clone(), index], state)?;
            if self.machine.bits(&Type::Int(1), &holds)?.value == 0 {
                return Ok(self.machine.domain.bool(false));
            }
        }
        Ok(self.machine.domain.bool(true))
    }
}

impl<'p> Follow<'p> for InterpreterRun<'_, 'p> {
    type Loops = ();

    fn begin(&mut self, _: &Rc<Code<()>>) -> Result<(), Halt> {
        self.activations += 1;
        if self.activations > ACTIVATION_LIMIT {
            return Err(Stop::Budget(Budget::CallDepth).into());
        }
        if let Some(watch) = &mut self.watch {
            watch.begin(self.activations);
        }
        Ok(())
    }

    fn end(&mut self, _: &Rc<Code<()>>) {
        self.activations -= 1;
    }

    fn arrive(
        &mut self,
        code: &Rc<Code<()>>,
        (from, block): (BlockId, BlockId),
        registers: &Registers<Word>,
        (): &mut (),
    ) -> Result<(), Halt> {
        // Every cycle has such an edge.
        if block <= from
            && let Some(watch) = &mut self.watch
            && watch.repeats(
                (&self.machine, &self.memory),
                (code.module, &code.function),
                (self.activations, block),
                (registers, &mut self.left),
            )
        {
            return Err(Halt::Repeats);
        }
        Ok(())
    }

    fn decide(&mut self, cond: Word) -> bool {
        cond.value == 1
    }

    fn only(&mut self, pointer: &Pointer<Word>) -> PointerCase<Word> {
        let taken = pointer.0.iter().find(|case| case.guard.value == 1);
        taken.unwrap_or(&pointer.0[0]).clone()
    }

    fn catching(&mut self) -> &mut u32 {
        &mut self.catching
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_llvm::Module;

    /// Counts for a very long time.
    const COUNTS: &str = r"
define void @main() {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %next = add i64 %i, 1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %head, label %end
end:
  ret void
}
";

    #[test]
    fn a_run_is_given_up_when_its_time_is_over() {
        let module = Module::index(COUNTS.to_owned()).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let mut interpreter = Interpreter::new(&program, u64::MAX).until(Some(Instant::now()));
        assert!(!interpreter.repeats("main", &Inputs::default()));
        let stop = interpreter.run("main", &Inputs::default()).map(|_| ());
        assert_eq!(stop, Err(Stop::Budget(Budget::Time)));
    }
}
