//! Calls in the mod analysis: summaries of callees, intrinsics, and functions below Rust.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Effect, Effects, of_function, of_loop, private};
use crate::semantics::symbols::{Meaning, is_plain_library};
use crate::strategy::merge::havoc::facts::Symbol;
use unroll_llvm::ir::layout::Layout;
use unroll_llvm::ir::{Block, BlockId, Call, Callee, Function, Reg, Type};
use unroll_llvm::link::origin::is_of_the_compiler;
use unroll_llvm::{ModuleId, Program};

/// Calls within calls that are looked into.
const MOST_NESTED: usize = 64;

/// The effects of a function on its parameters.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    /// Where nothing is done with its result.
    pub(super) unused: Vec<Effect>,
    /// Where anything is.
    pub(super) used: Vec<Effect>,
}

/// The effects of the code of a program, as far as they were asked for.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    /// Summaries of functions; `None` for one that nothing is known of.
    functions: FxHashMap<Symbol, Option<Summary>>,
    /// The effects of loops, by their heads.
    loops: FxHashMap<(Symbol, BlockId), Rc<Effects>>,
}

/// The callees of the functions of a module.
pub(super) struct Callees<'p, 'w> {
    program: &'p Program,
    module: ModuleId,
    known: &'w mut Writes,
    nested: usize,
}

impl Writes {
    /// The effects on the arguments of a call with whose result anything may be done.
    pub(in crate::strategy::merge::havoc) fn of_call(
        &mut self,
        program: &Program,
        (module, symbol): (ModuleId, &str),
        args: usize,
    ) -> Vec<Effect> {
        let mut callees = Callees::of(self, program, module);
        match callees.summary(symbol) {
            Some(summary) => padded(summary.used, args),
            None => vec![Effect::ALL; args],
        }
    }

    /// The effects of a loop, whose head comes first, on the registers of its function.
    pub(in crate::strategy::merge::havoc) fn of_loop(
        &mut self,
        program: &Program,
        (module, function): (ModuleId, &Function),
        blocks: &[(BlockId, &Block)],
    ) -> Rc<Effects> {
        let key = ((module, function.name.clone()), blocks[0].0);
        if let Some(known) = self.loops.get(&key) {
            return Rc::clone(known);
        }
        let effects = of_loop(function, blocks, &mut Callees::of(self, program, module));
        let effects = Rc::new(effects);
        self.loops.insert(key, Rc::clone(&effects));
        effects
    }

    /// The local variables of a function to which no pointer leads that is loaded.
    pub(in crate::strategy::merge::havoc) fn private(
        &mut self,
        program: &Program,
        (module, function): (ModuleId, &Function),
    ) -> FxHashSet<Reg> {
        private(function, &mut Callees::of(self, program, module))
    }
}

impl<'p, 'w> Callees<'p, 'w> {
    pub(super) fn of(known: &'w mut Writes, program: &'p Program, module: ModuleId) -> Self {
        Self {
            program,
            module,
            known,
            nested: 0,
        }
    }

    /// The data layout of the program.
    pub(super) fn layout(&self) -> &'p Layout {
        self.program.first().layout()
    }

    /// The summary of a function; `None` if it has no body, or calls itself.
    fn summary(&mut self, symbol: &str) -> Option<Summary> {
        let key = (self.module, symbol.to_owned());
        if let Some(known) = self.known.functions.get(&key) {
            return known.clone();
        }
        if self.nested == MOST_NESTED {
            return None;
        }
        let found = self.program.function(symbol, self.module).ok().flatten()?;
        // Until it is known, so that recursion ends.
        self.known.functions.insert(key.clone(), None);
        let mut inner = Callees {
            program: self.program,
            module: found.module,
            known: self.known,
            nested: self.nested + 1,
        };
        let summary = of_function(&found.item, &mut inner);
        self.known.functions.insert(key, Some(summary.clone()));
        Some(summary)
    }
}

impl Effects {
    /// The effect of a call on its arguments, by that on its result. A call that does not return may write before it panics, and the loop go on where that is
    /// caught.
    pub(super) fn call(&mut self, call: &Call, result: Effect, callees: &mut Callees<'_, '_>) {
        let effects = match &call.callee {
            Callee::Direct(symbol) => of_symbol(symbol, call, result, callees),
            Callee::Indirect(_) | Callee::Asm(_) => None,
        };
        let effects = effects.unwrap_or_else(|| vec![Effect::ALL; call.args.len()]);
        for ((_, arg), effect) in call.args.iter().zip(effects) {
            self.add(arg, effect);
        }
    }
}

/// The effects on the arguments of a call; `None` if they are not known.
fn of_symbol(
    symbol: &str,
    call: &Call,
    result: Effect,
    callees: &mut Callees<'_, '_>,
) -> Option<Vec<Effect>> {
    let effects = match Meaning::of(symbol).ok()? {
        Meaning::Panic | Meaning::Assumption => vec![],
        Meaning::Probe(_) => return None,
        Meaning::Intrinsic => of_intrinsic(symbol, call, result)?,
        Meaning::Function if is_plain_library(symbol) => of_library(symbol, call, result),
        Meaning::Function => match callees.summary(symbol) {
            Some(summary) if result.is_any() => summary.used,
            Some(summary) => summary.unused,
            // The standard library's own panics look at what they tell of.
            None if call.noreturn && is_of_the_compiler(symbol) => vec![],
            None => return None,
        },
    };
    Some(padded(effects, call.args.len()))
}

/// Copies: the contents of the source may be addresses, which then stand in the target as well.
const COPY: [Effect; 2] = [Effect::ITSELF, Effect::BEYOND];

fn of_intrinsic(symbol: &str, call: &Call, result: Effect) -> Option<Vec<Effect>> {
    let name = symbol.strip_prefix("llvm.")?;
    let has = |wanted: fn(&Type) -> bool| call.args.iter().any(|(ty, _)| wanted(ty));
    let effects = match name.split('.').next()? {
        "memcpy" | "memmove" => COPY.to_vec(),
        "memset" => vec![Effect::ITSELF],
        "lifetime" => vec![],
        _ if has(|ty| *ty == Type::Ptr) => return None,
        // Some of these move the parts of vectors.
        _ if has(|ty| matches!(ty, Type::Vector(..))) => vec![result; call.args.len()],
        _ if result.is_any() => vec![Effect::COMPUTED; call.args.len()],
        _ => vec![],
    };
    Some(effects)
}

/// The effects of a function below Rust, or of the allocator.
fn of_library(symbol: &str, call: &Call, result: Effect) -> Vec<Effect> {
    let mut effects = match symbol {
        "memcpy" | "memmove" => COPY.to_vec(),
        "memset" => vec![Effect::ITSELF],
        "memcmp" | "bcmp" => vec![],
        // It frees, or copies what it frees. What it returns is new.
        _ if matches!(call.args.first(), Some((Type::Ptr, _))) => vec![Effect::ALL],
        _ => vec![],
    };
    if let Some(first) = effects.first_mut() {
        // It may be the result.
        *first = first.or(result);
    }
    effects
}

/// One effect for each of `args` arguments: those behind the given ones are numbers, or not looked at.
fn padded(mut effects: Vec<Effect>, args: usize) -> Vec<Effect> {
    effects.resize(args, Effect::NONE);
    effects
}
