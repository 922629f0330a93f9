//! The breadth-first walk over the call graph, so that the reported chain of calls is a shortest one.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::table::{self, Word};
use super::unwinding;
use super::{Effect, Kind};
use unroll_engine::semantics::float::elementary::Elementary;
use unroll_llvm::ir::{Callee, Constant, Function, InstrKind, Operand, Terminator};
use unroll_llvm::link::demangle::demangle;
use unroll_llvm::link::origin;
use unroll_llvm::{ModuleId, Program};

/// The code that calls from an entry may reach: the call graph, walked once.
#[derive(Debug)]
pub struct Reached<'p> {
    pub(super) program: &'p Program,
    /// The symbols, in breadth. Nothing behind an effect is left out.
    pub(super) visits: Vec<Visit>,
    effect: Option<Effect>,
}

impl<'p> Reached<'p> {
    /// The code that calls from `entry` may reach.
    pub fn from(program: &'p Program, entry: &str) -> Self {
        let reached = Self::by_walk(Walk::from(program, entry, FxHashSet::default()));
        // The second walk can only forgive effects, so it is needed only where the first one met
        // some.
        let libraries = match &reached.effect {
            Some(_) => {
                let visits = (0..reached.visits.len()).map(|at| reached.callers(at));
                unwinding::libraries(entry, visits)
            }
            None => FxHashSet::default(),
        };
        if libraries.is_empty() {
            return reached;
        }
        Self::by_walk(Walk::from(program, entry, libraries))
    }

    /// A function, and those through which it was met.
    fn callers(&self, at: usize) -> impl Iterator<Item = &str> {
        let visits = std::iter::successors(Some(&self.visits[at]), |visit| {
            visit.from.map(|from| &self.visits[from])
        });
        visits.map(|visit| visit.name.as_str())
    }

    fn by_walk(mut walk: Walk<'p>) -> Self {
        let mut effect = None;
        while let Some(at) = walk.pending.pop_front() {
            let found = walk.visit(at);
            effect = effect.or(found);
        }
        Self {
            program: walk.program,
            visits: walk.visits,
            effect,
        }
    }

    /// The first effect; `None` if there is none.
    pub fn effect(&self) -> Option<&Effect> {
        self.effect.as_ref()
    }

    /// True if it holds the function `symbol`.
    pub fn has(&self, symbol: &str) -> bool {
        self.visits.iter().any(|visit| visit.name == symbol)
    }

    /// True if it holds elementary functions, such as `sin`: the standard library leaves their precision open, and each machine has its own.
    pub fn is_approximate(&self) -> bool {
        let mut visits = self.visits.iter();
        visits.any(|visit| {
            let body = || self.program.function(&visit.name, visit.module);
            Elementary::of(&visit.name).is_some_and(|function| !function.is_exact())
                && !matches!(body(), Ok(Some(_)))
        })
    }

    /// True if some of it stands in a line that is wanted, or was inlined from one.
    pub fn has_line(&self, is_wanted: &dyn Fn(&str, u32) -> bool) -> bool {
        let mut visits = self.visits.iter();
        visits.any(|visit| stands_in(self.program, visit, is_wanted).unwrap_or(false))
    }
}

/// True if code of a function stands in a line that is wanted; `None` for what is no function with code.
fn stands_in(
    program: &Program,
    visit: &Visit,
    is_wanted: &dyn Fn(&str, u32) -> bool,
) -> Option<bool> {
    let function = program.function(&visit.name, visit.module).ok()??;
    let module = program.module(function.module).ok()?;
    let blocks = function.item.blocks.iter();
    let numbers = blocks.flat_map(|block| {
        let instrs = block.instrs.iter().map(|instr| instr.dbg);
        instrs.chain([block.terminator_dbg])
    });
    let mut numbers: Vec<u32> = numbers.flatten().collect();
    numbers.sort_unstable();
    numbers.dedup();
    let chains = numbers.into_iter();
    let mut chains = chains.flat_map(|number| module.debug_chain(number));
    Some(chains.any(|at| is_wanted(&at.file, at.line)))
}

/// A symbol that was met.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) module: ModuleId,
    pub(super) name: String,
    /// The visit that met it.
    from: Option<usize>,
    /// True for the code of a library that walks the stack, and for code that the library calls, up to the next function of other crates.
    takes_backtrace: bool,
}

struct Walk<'p> {
    program: &'p Program,
    /// The crates that walk the stack.
    libraries: FxHashSet<String>,
    /// Code that takes a backtrace is met once more elsewhere, where its effects count.
    seen: FxHashSet<(ModuleId, String, bool)>,
    visits: Vec<Visit>,
    pending: VecDeque<usize>,
}

impl<'p> Walk<'p> {
    /// A walk that is to begin at `entry`.
    fn from(program: &'p Program, entry: &str, libraries: FxHashSet<String>) -> Self {
        let mut walk = Self {
            program,
            libraries,
            seen: FxHashSet::default(),
            visits: Vec::new(),
            pending: VecDeque::new(),
        };
        walk.meet(ModuleId(0), entry, None);
        walk
    }

    fn meet(&mut self, module: ModuleId, name: &str, from: Option<usize>) {
        let takes_backtrace = self.takes_backtrace(name, from);
        let key = (module, name.to_owned(), takes_backtrace);
        if self.seen.insert(key) {
            self.pending.push_back(self.visits.len());
            self.visits.push(Visit {
                module,
                name: name.to_owned(),
                from,
                takes_backtrace,
            });
        }
    }

    fn takes_backtrace(&self, name: &str, from: Option<usize>) -> bool {
        if self.libraries.is_empty() {
            return false;
        }
        match unwinding::krate(name) {
            Some(krate) => self.libraries.contains(&krate),
            None => from.is_some_and(|from| self.visits[from].takes_backtrace),
        }
    }

    /// Looks at one symbol, and puts those that its code mentions behind the others.
    fn visit(&mut self, at: usize) -> Option<Effect> {
        let Visit {
            module,
            name,
            takes_backtrace,
            ..
        } = &self.visits[at];
        let (module, name) = (*module, name.clone());
        let word = table::word(&name);
        if word == Word::Harmless || *takes_backtrace && table::reads_only(&name) {
            return None;
        }
        if let Ok(Some(global)) = self.program.global(&name, module) {
            if let Some(init) = &global.item.init {
                // A variable has no effect, but what its initial value points to may be called.
                self.constant(global.module, init, at);
            }
            return None;
        }
        if let Word::Effect(kind) = word {
            return Some(self.effect(kind, at));
        }
        match self.program.function(&name, module) {
            // The same function may be met from several modules.
            Ok(Some(found)) if (found.module, &found.name) != (module, &name) => {
                self.meet(found.module, &found.name, self.visits[at].from);
                None
            }
            Ok(Some(found)) => self.function(module, &found.item, at),
            Ok(None) if !origin::is_rust(&name) && self.is_called_by_the_compilers(at) => None,
            Ok(None) => table::without_code(&name).map(|kind| self.effect(kind, at)),
            Err(_) => Some(self.effect(Kind::Unreadable, at)),
        }
    }

    /// True if a function of the standard library calls, which uses the C library for itself.
    fn is_called_by_the_compilers(&self, at: usize) -> bool {
        let from = self.visits[at].from;
        from.is_some_and(|from| origin::is_of_the_compiler(&self.visits[from].name))
    }

    /// Queues everything that a body mentions; gives an effect that stands in it.
    fn function(&mut self, module: ModuleId, function: &Function, at: usize) -> Option<Effect> {
        let mut asks = false;
        for block in &function.blocks {
            for instr in &block.instrs {
                if let InstrKind::Call(call) = &instr.kind {
                    asks |= self.callee(module, &call.callee, at);
                }
                instr
                    .kind
                    .for_each_operand(|operand| self.operand(module, operand, at));
            }
            if let Terminator::Invoke { call, .. } = &block.terminator {
                asks |= self.callee(module, &call.callee, at);
            }
            block
                .terminator
                .for_each_operand(|operand| self.operand(module, operand, at));
        }
        // Symbols in instructions that the reader does not understand may be called as well.
        for symbol in &function.unread_symbols {
            self.meet(module, symbol, Some(at));
        }
        asks.then(|| self.effect(Kind::System, at))
    }

    /// Queues what is called; whether it is assembly that asks the system for something.
    fn callee(&mut self, module: ModuleId, callee: &Callee, at: usize) -> bool {
        match callee {
            Callee::Direct(symbol) => self.meet(module, symbol, Some(at)),
            Callee::Asm(template) => return table::asks_the_system(template),
            // The function's address was taken somewhere, and met there.
            Callee::Indirect(_) => {}
        }
        false
    }

    fn operand(&mut self, module: ModuleId, operand: &Operand, at: usize) {
        if let Operand::Const(constant) = operand {
            self.constant(module, constant, at);
        }
    }

    fn constant(&mut self, module: ModuleId, constant: &Constant, at: usize) {
        constant.for_each_global(&mut |name| self.meet(module, name, Some(at)));
    }

    /// The effect `kind` at a visit, with the chain that leads there.
    fn effect(&self, kind: Kind, at: usize) -> Effect {
        let mut chain = vec![demangle(&self.visits[at].name)];
        let mut from = self.visits[at].from;
        while let Some(at) = from {
            let Visit {
                name, from: next, ..
            } = &self.visits[at];
            let shown = origin::is_rust(name) && !origin::is_of_the_compiler(name);
            let name = demangle(name);
            if shown && !name.contains("__unroll_") {
                chain.push(name);
            }
            from = *next;
        }
        chain.reverse();
        Effect { kind, chain }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_llvm::Module;

    const TEXT: &str = r#"
@vtable = private constant { ptr, ptr } { ptr null, ptr @_RNvCs1_1k5wipes }
declare void @__unroll_any()
declare void @memcpy()
declare void @unlink()
declare void @sqlite3_open()
declare void @exit(i32) noreturn
declare void @_ZN3std4time7Instant3now17h0123456789abcdefE()
declare void @_ZN4core9panicking5panic17h0123456789abcdefE()
define void @computes() {
  call void @__unroll_any()
  call void @memcpy()
  call void @_ZN3std4time7Instant3now17h0123456789abcdefE()
  call void @_ZN4core9panicking5panic17h0123456789abcdefE()
  call void @computes()
  ret void
}
define void @_RNvCs1_1k5wipes() {
  call void @unlink()
  ret void
}
define void @_ZN3std6thread5other17h0123456789abcdefE() {
  call void @sqlite3_open()
  ret void
}
define void @direct() {
  call void @_RNvCs1_1k5wipes()
  ret void
}
define void @by_table() {
  store ptr @vtable, ptr null
  ret void
}
define void @unread() {
  frobnicate ptr @_RNvCs1_1k5wipes
  ret void
}
define void @foreign() {
  call void @sqlite3_open()
  ret void
}
define void @library() {
  call void @_ZN3std6thread5other17h0123456789abcdefE()
  ret void
}
define void @ends() {
  invoke void @exit(i32 1) to label %a unwind label %b
a:
  ret void
b:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
define void @assembly() {
  call void asm sideeffect inteldialect "syscall", ""()
  ret void
}
"#;

    fn told(entry: &str) -> String {
        let module = Module::index(TEXT.into()).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let reached = Reached::from(&program, entry);
        reached.effect().map_or_else(String::new, Effect::to_string)
    }

    #[test]
    fn what_computes_has_no_effect() {
        assert_eq!(told("computes"), "");
        assert_eq!(
            told("library"),
            "",
            "what the library asks for is for itself"
        );
    }

    #[test]
    fn effects_are_told_with_the_calls_that_lead_there() {
        for entry in ["direct", "by_table", "unread"] {
            assert_eq!(
                told(entry),
                "it reaches files: `k::wipes` -> `unlink`",
                "{entry}"
            );
        }
        assert_eq!(
            told("foreign"),
            "it calls code that is not Rust: `sqlite3_open`"
        );
        assert_eq!(told("ends"), "it ends the process: `exit`");
        assert_eq!(told("assembly"), "it calls the system directly: `assembly`");
    }
}

#[cfg(test)]
mod backtrace_tests {
    use super::*;
    use unroll_llvm::Module;

    const TEXT: &str = r"
declare i32 @_Unwind_Backtrace(ptr, ptr)
declare void @dl_iterate_phdr()
declare void @unlink()
define void @_RNvCs1_5trace4take() {
  call i32 @_Unwind_Backtrace(ptr null, ptr null)
  call void @dl_iterate_phdr()
  ret void
}
define void @_RNvCs1_5trace4save() {
  call void @_RNvCs1_5trace4take()
  call void @unlink()
  ret void
}
define void @_RNvCs1_1k5fails() {
  call void @_RNvCs1_5trace4take()
  ret void
}
define void @_RNvCs1_1k5looks() {
  call void @_RNvCs1_5trace4take()
  call void @dl_iterate_phdr()
  ret void
}
define void @_RNvCs1_1k5saves() {
  call void @_RNvCs1_5trace4save()
  ret void
}
define void @_RNvCs1_5trace5other() {
  call void @_RNvCs1_5trace4take()
  ret void
}
";

    fn told(entry: &str) -> (String, Option<&'static str>) {
        let module = Module::index(TEXT.into()).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let reached = Reached::from(&program, entry);
        let effect = reached.effect().map(ToString::to_string);
        (effect.unwrap_or_default(), reached.outside_input())
    }

    #[test]
    fn a_library_that_walks_the_stack_may_read_and_no_other_code() {
        let stack = Some("the call stack");
        assert_eq!(told("_RNvCs1_1k5fails"), (String::new(), stack));
        for (entry, effect) in [
            (
                "_RNvCs1_1k5looks",
                "it calls code that is not Rust: `k::looks` -> `dl_iterate_phdr`",
            ),
            (
                "_RNvCs1_1k5saves",
                "it reaches files: `k::saves` -> `trace::save` -> `unlink`",
            ),
            (
                "_RNvCs1_5trace5other",
                "it calls code that is not Rust: `trace::other` -> `trace::take` -> `dl_iterate_phdr`",
            ),
        ] {
            assert_eq!(told(entry).0, effect, "{entry}");
        }
    }
}
