//! One call of a function of words, or one execution of a loop of such, outside of any run.
//!
//! In: a function and its arguments. Out: what it returns, or that it does not. The function has no inputs besides, so that any call with the same
//! arguments gives the same.

use std::rc::Rc;

use super::{Interpreter, InterpreterRun};
use crate::domain::Domain;
use crate::domain::concrete::Word;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::semantics::machine::Registers;
use crate::strategy::trace::Inputs;
use crate::strategy::walk::follow::{Follow, Halt};
use crate::strategy::walk::{Code, Executor};
use crate::strategy::words::{FunctionOfWords, LoopOfWords, value_of, widths};
use unroll_llvm::ir::BlockId;
use unroll_llvm::ir::layout::Layout;

/// The end of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Returned {
    /// The integers that its result consists of.
    Words(Vec<u128>),
    /// It panics.
    Never,
}

impl Interpreter<'_> {
    /// Calls a function with these arguments, each with its width in bits.
    ///
    /// # Errors
    /// When the code has something without a meaning here, or the fuel runs out.
    pub fn call(
        &mut self,
        function: &FunctionOfWords,
        args: &[(u32, u128)],
    ) -> Result<Returned, Stop> {
        let inputs = Inputs::default();
        let mut run = self.begin(&inputs, None);
        match run.call_words(function, args) {
            Ok(words) => Ok(Returned::Words(words)),
            Err(Halt::End(_) | Halt::Unwind) => Ok(Returned::Never),
            Err(Halt::Stop(stop)) => Err(stop),
            Err(Halt::Repeats | Halt::Cut(_)) => Err(Stop::unsupported("a call without an end")),
        }
    }
}

impl InterpreterRun<'_, '_> {
    fn call_words(
        &mut self,
        function: &FunctionOfWords,
        args: &[(u32, u128)],
    ) -> Result<Vec<u128>, Halt> {
        let code = self.body(function.module, &function.symbol)?;
        if let Some(loop_) = &function.loop_ {
            self.machine.activations.begin();
            return self.leave(&code, loop_, args);
        }
        let domain = &mut self.machine.domain;
        let words = args.iter();
        let words = words.map(|(width, arg)| Value::Bits(domain.constant(*width, *arg)));
        let values = words.collect();
        let value = self.function(&code, values, &mut ())?;
        let words = value
            .words()
            .ok_or_else(|| Stop::unsupported("a result without a value"))?;
        Ok(words.into_iter().map(|word| word.value).collect())
    }

    /// Executes a loop from its head to where it is left: the way out, then the outputs. Those that are not read there are zero.
    fn leave(
        &mut self,
        code: &Rc<Code<()>>,
        loop_: &LoopOfWords,
        args: &[(u32, u128)],
    ) -> Result<Vec<u128>, Halt> {
        let mut registers = Registers::new(code.function.reg_count);
        let domain = &mut self.machine.domain;
        let words = args.iter();
        let words: Vec<Word> = words
            .map(|(width, arg)| domain.constant(*width, *arg))
            .collect();
        let mut words = words.into_iter();
        for (reg, ty) in &loop_.inputs {
            registers.set(*reg, value_of(self.machine.layout(), ty, &mut words));
        }
        let mut block = loop_.head;
        loop {
            self.instructions(code, block, &mut registers, &mut ())?;
            let next = self.next(code, block, &mut registers)?;
            if loop_.blocks.binary_search(&next).is_err() {
                return outputs(self.machine.layout(), loop_, (block, next), &registers);
            }
            let edge = (block, next);
            let phis = (self.machine).phis(code.module, &code.function, edge, &registers)?;
            for (reg, value) in phis {
                registers.set(reg, value);
            }
            block = next;
        }
    }
}

fn outputs(
    layout: &Layout,
    loop_: &LoopOfWords,
    edge: (BlockId, BlockId),
    registers: &Registers<Word>,
) -> Result<Vec<u128>, Halt> {
    let mut ways = loop_.ways.iter();
    let way = ways.position(|way| (way.from, way.to) == edge);
    let way = way.ok_or_else(|| Stop::unsupported("a way out of a loop by a panic"))?;
    let mut words = vec![way as u128];
    for (reg, ty) in &loop_.outputs {
        if loop_.ways[way].read.contains(reg) {
            let value = registers.get(*reg).words();
            let value = value.ok_or_else(|| Stop::unsupported("a result without a value"))?;
            words.extend(value.into_iter().map(|word| word.value));
        } else {
            let unread = widths(layout, ty).map_or(0, |widths| widths.len());
            words.extend(vec![0; unread]);
        }
    }
    Ok(words)
}
