//! The types of keys that hash tables may treat alike, whatever the hashes are.
//!
//! The `Hash` impl of a key is skipped if no execution could notice: if all code that it runs is the standard
//! library's or derived, and `PartialEq` is derived as well. Then it has no effect, and equal keys have equal
//! hashes. The code of the hash shows which impls it runs, by its calls and by the functions that debug information
//! records for inlined code. The sources show if an impl is derived ([`Program::is_structural`]).
//!
//! The answer errs towards "no".

use rustc_hash::FxHashSet;

use unroll_llvm::ir::{Callee, Function, Instr, InstrKind, Terminator};
use unroll_llvm::link::demangle::{demangle, is_panic_entry};
use unroll_llvm::{Module, ModuleId, Program};

/// Most functions that a hash may call.
const MOST_FUNCTIONS: usize = 200;

/// Crates whose impls of `Hash` have no effect and agree with those of `PartialEq`, as far as their type parameters do.
const STANDARD: [&str; 3] = ["core", "alloc", "std"];

/// How far equal keys have equal hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Agreement {
    /// Both impls are derived, or the standard library's.
    Derived,
    /// An impl stands in a crate whose sources were not read.
    Unknown,
    /// An impl of the crate is written by hand, or code is met that is no impl of `Hash`.
    Custom,
}

/// How far the impls of `Hash` that the code of a hash runs agree with those of `PartialEq`.
pub(crate) fn agreement(program: &Program, hash: (ModuleId, &str)) -> Agreement {
    let mut walk = TypeSearch {
        program,
        seen: FxHashSet::default(),
        pending: vec![(hash.0, hash.1.to_owned())],
        worst: Agreement::Derived,
    };
    walk.run().map_or(Agreement::Custom, |()| walk.worst)
}

/// The same of a hash whose code stands in a function of a module, where it was inlined.
pub(crate) fn inlined_agreement(
    program: &Program,
    id: ModuleId,
    function: &Function,
    hash: &str,
) -> Agreement {
    let mut walk = TypeSearch {
        program,
        seen: FxHashSet::default(),
        pending: Vec::new(),
        worst: Agreement::Derived,
    };
    let mut inlined = || {
        let module = program.module(id).ok()?;
        for block in &function.blocks {
            let instrs = block.instrs.iter().map(|instr| match &instr.kind {
                InstrKind::Call(call) => (instr.dbg, Some(&call.callee)),
                _ => (instr.dbg, None),
            });
            let last = match &block.terminator {
                Terminator::Invoke { call, .. } => Some(&call.callee),
                _ => None,
            };
            for (dbg, callee) in instrs.chain([(block.terminator_dbg, last)]) {
                let functions = dbg.map_or_else(Vec::new, |number| module.debug_functions(number));
                let Some(at) = functions.iter().position(|function| function == hash) else {
                    continue;
                };
                // Only functions inside the hash; the table's code around it is no part of it.
                for function in &functions[..at] {
                    walk.is_allowed(&demangle(function))?;
                }
                if let Some(callee) = callee {
                    walk.callee(id, callee)?;
                }
            }
        }
        walk.run()
    };
    inlined().map_or(Agreement::Custom, |()| walk.worst)
}

struct TypeSearch<'p> {
    program: &'p Program,
    seen: FxHashSet<(ModuleId, String)>,
    pending: Vec<(ModuleId, String)>,
    worst: Agreement,
}

impl TypeSearch<'_> {
    /// `None` where something else is met.
    fn run(&mut self) -> Option<()> {
        while let Some(next) = self.pending.pop() {
            if !self.seen.insert(next.clone()) {
                continue;
            }
            // Giving up counts as an impl written by hand, which is the safe answer.
            if self.seen.len() > MOST_FUNCTIONS {
                return None;
            }
            self.function(next.0, &next.1)?;
        }
        Some(())
    }

    fn function(&mut self, module: ModuleId, symbol: &str) -> Option<()> {
        let found = self.program.function(symbol, module).ok()??;
        let module = self.program.module(found.module).ok()?;
        for block in &found.item.blocks {
            for instr in &block.instrs {
                self.instr(module, found.module, instr)?;
            }
            self.is_allowed_place(module, block.terminator_dbg)?;
            match &block.terminator {
                Terminator::Invoke { call, .. } => self.callee(found.module, &call.callee)?,
                Terminator::Unsupported { .. } => return None,
                _ => {}
            }
        }
        Some(())
    }

    fn instr(&mut self, module: &Module, id: ModuleId, instr: &Instr) -> Option<()> {
        self.is_allowed_place(module, instr.dbg)?;
        match &instr.kind {
            InstrKind::Call(call) => self.callee(id, &call.callee),
            InstrKind::Unsupported { .. } => None,
            _ => Some(()),
        }
    }

    /// The functions that an instruction was written in.
    fn is_allowed_place(&mut self, module: &Module, dbg: Option<u32>) -> Option<()> {
        let functions = dbg.map(|number| module.debug_functions(number));
        let mut functions = functions.into_iter().flatten();
        functions.try_for_each(|function| self.is_allowed(&demangle(&function)))
    }

    fn callee(&mut self, module: ModuleId, callee: &Callee) -> Option<()> {
        let Callee::Direct(symbol) = callee else {
            return None;
        };
        if symbol.starts_with("llvm.") || is_panic_entry(symbol) {
            return Some(());
        }
        if ["memcpy", "memmove", "memset", "memcmp", "bcmp"].contains(&symbol.as_str()) {
            return Some(());
        }
        self.is_allowed(&demangle(symbol))?;
        self.pending.push((module, symbol.clone()));
        Some(())
    }

    fn is_allowed(&mut self, path: &str) -> Option<()> {
        let owner = owner(path);
        let krate = owner.split("::").next().unwrap_or_default();
        // Brackets without a path: references, tuples, slices and primitive types, whose impls are
        // those of `core`.
        let is_built_in = path.starts_with('<') && owner == krate && owner != "dyn";
        if is_built_in || STANDARD.contains(&krate) {
            return Some(());
        }
        let is_hash = path.starts_with('<') && path.contains(" as core::hash::Hash>::");
        if !self.program.has_sources_of(krate) {
            self.worst = self.worst.max(Agreement::Unknown);
        // Other code of the crate may have effects that skipping the hash would lose.
        } else if !is_hash || !self.program.is_structural(owner) {
            return None;
        }
        Some(())
    }
}

/// The path of the type whose impl a function stands in, without arguments, or of the function itself. Built-in types have no path: tuples,
/// slices and references are their brackets.
fn owner(path: &str) -> &str {
    let path = path.trim_start_matches('<');
    let end = path.find(['<', '>', ' ', '(', '[', '&', '*', ',', '{']);
    let owner = &path[..end.unwrap_or(path.len())];
    owner.trim_end_matches(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_types_or_functions() {
        for (path, expected) in [
            ("<k::Key as core::hash::Hash>::hash::<H>", "k::Key"),
            (
                "<k::Pair<k::Key> as core::hash::Hash>::hash::<H>",
                "k::Pair",
            ),
            ("<&k::Key as core::hash::Hash>::hash::<H>", ""),
            ("<(k::Key, u8) as core::hash::Hash>::hash::<H>", ""),
            ("<[k::Key] as core::hash::Hash>::hash::<H>", ""),
            ("<u8 as core::hash::Hash>::hash::<H>", "u8"),
            (
                "<core::hash::sip::Hasher<S> as core::hash::Hasher>::write",
                "core::hash::sip::Hasher",
            ),
            ("<dyn k::Tr as core::hash::Hash>::hash::<H>", "dyn"),
            ("k::helper::<u8>", "k::helper"),
        ] {
            assert_eq!(owner(path), expected, "{path}");
        }
    }

    #[test]
    fn hashes_run_derived_impls_or_others() {
        let text = r"
define void @_RNvCs1_1k6helper() {
  ret void
}
define i64 @plain(ptr %key) {
  %value = load i64, ptr %key
  ret i64 %value
}
define i64 @calls(ptr %key) {
  call void @_RNvCs1_1k6helper()
  ret i64 0
}
define void @_RNvCs1_1j6helper() {
  ret void
}
define i64 @elsewhere(ptr %key) {
  call void @_RNvCs1_1j6helper()
  ret i64 0
}
define i64 @jumps(ptr %key) {
  call void %key()
  ret i64 0
}
";
        let module = Module::index(text.to_owned()).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let program = program.with_structural_types("k", []);
        for (hash, expected) in [
            ("plain", Agreement::Derived),
            ("calls", Agreement::Custom),
            ("elsewhere", Agreement::Unknown),
            ("jumps", Agreement::Custom),
        ] {
            assert_eq!(agreement(&program, (ModuleId(0), hash)), expected, "{hash}");
        }
    }
}
