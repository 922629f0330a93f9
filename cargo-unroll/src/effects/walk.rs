//! The walk over the call graph, in breadth, so that the chain which is shown is a shortest one.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::table::{self, Word};
use super::{Effect, Kind};
use unroll_llvm::ir::{Callee, Constant, Function, InstrKind, Operand, Terminator};
use unroll_llvm::link::demangle::demangle;
use unroll_llvm::link::origin;
use unroll_llvm::{ModuleId, Program};

/// The first effect that calls from `entry` can reach; `None` if there is none.
pub fn find(program: &Program, entry: &str) -> Option<Effect> {
    let mut walk = Walk::from(program, entry);
    while let Some(at) = walk.pending.pop_front() {
        if let Some(effect) = walk.visit(at) {
            return Some(effect);
        }
    }
    None
}

/// True if calls from `entry` may reach the function `symbol`.
pub fn reaches(program: &Program, entry: &str, symbol: &str) -> bool {
    Walk::from(program, entry)
        .find_map(|visit| (visit.name == symbol).then_some(()))
        .is_some()
}

/// True if code that calls from `entry` may reach stands in a line that is wanted, or was inlined from one.
pub fn reaches_line(program: &Program, entry: &str, is_wanted: &dyn Fn(&str, u32) -> bool) -> bool {
    let stands_there = |visit: &Visit| {
        let function = program.function(&visit.name, visit.module).ok()??;
        let module = program.module(function.module).ok()?;
        let blocks = function.item.blocks.iter();
        let mut numbers: Vec<u32> = blocks
            .flat_map(|block| {
                let instrs = block.instrs.iter().map(|instr| instr.dbg);
                instrs.chain([block.terminator_dbg])
            })
            .flatten()
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let chains = numbers
            .iter()
            .flat_map(|number| module.debug_chain(*number));
        let mut wanted = chains.filter(|at| is_wanted(&at.file, at.line));
        wanted.next().map(|_| ())
    };
    Walk::from(program, entry).find_map(stands_there).is_some()
}

/// A symbol that was met.
pub(super) struct Visit {
    pub(super) module: ModuleId,
    pub(super) name: String,
    /// The visit that met it.
    from: Option<usize>,
}

pub(super) struct Walk<'p> {
    program: &'p Program,
    seen: FxHashSet<(ModuleId, String)>,
    visits: Vec<Visit>,
    pending: VecDeque<usize>,
}

impl<'p> Walk<'p> {
    /// A walk that is to begin at `entry`.
    pub(super) fn from(program: &'p Program, entry: &str) -> Self {
        let mut walk = Self {
            program,
            seen: FxHashSet::default(),
            visits: Vec::new(),
            pending: VecDeque::new(),
        };
        walk.meet(ModuleId(0), entry, None);
        walk
    }

    /// The first symbol of which `tell` has something to tell; effects do not end the walk.
    pub(super) fn find_map<T>(mut self, tell: impl Fn(&Visit) -> Option<T>) -> Option<T> {
        while let Some(at) = self.pending.pop_front() {
            let told = tell(&self.visits[at]);
            if told.is_some() {
                return told;
            }
            self.visit(at);
        }
        None
    }

    /// Looks at all symbols; effects do not end the walk.
    pub(super) fn for_each(mut self, mut look: impl FnMut(&Visit)) {
        while let Some(at) = self.pending.pop_front() {
            look(&self.visits[at]);
            self.visit(at);
        }
    }

    fn meet(&mut self, module: ModuleId, name: &str, from: Option<usize>) {
        if self.seen.insert((module, name.to_owned())) {
            self.pending.push_back(self.visits.len());
            let name = name.to_owned();
            self.visits.push(Visit { module, name, from });
        }
    }

    /// Looks at one symbol, and puts those that its code mentions behind the others.
    fn visit(&mut self, at: usize) -> Option<Effect> {
        let Visit { module, name, .. } = &self.visits[at];
        let (module, name) = (*module, name.clone());
        let word = table::word(&name);
        if word == Word::Harmless {
            return None;
        }
        if let Ok(Some(global)) = self.program.global(&name, module) {
            if let Some(init) = &global.item.init {
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
        match constant {
            Constant::Global(name) => self.meet(module, name, Some(at)),
            Constant::Aggregate(parts) => {
                for (_, part) in parts {
                    self.constant(module, part, at);
                }
            }
            Constant::Gep { base, indices, .. } => {
                self.constant(module, base, at);
                for (_, index) in indices {
                    self.constant(module, index, at);
                }
            }
            Constant::Cast(_, _, inner, _) => self.constant(module, inner, at),
            Constant::Binary(_, _, lhs, rhs) => {
                self.constant(module, lhs, at);
                self.constant(module, rhs, at);
            }
            _ => {}
        }
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
        find(&program, entry).map_or_else(String::new, |effect| effect.to_string())
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
