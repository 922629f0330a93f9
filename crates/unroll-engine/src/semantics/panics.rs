//! The place and kinds of a panic.
//!
//! The place is the user's: the location that the program passes if it lies in the user's code, otherwise the
//! innermost line of the user's code among the active calls and the functions inlined there. The native driver
//! applies the same rules to the native stack.

use std::fmt;

use unroll_protocol::PanicKind;

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::memory::Memory;
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Machine;
use crate::semantics::panic_kinds::kinds_of_entry;
use unroll_llvm::ir::{Function, InstrKind, Type};
use unroll_llvm::link::demangle::{aborts, demangle};
use unroll_llvm::{Module, ModuleId};

/// A source position as the compiler names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The file. That of a workspace member is relative to the workspace.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

impl Location {
    /// True if the compiler was told the file by a path in the workspace.
    pub fn is_users(&self) -> bool {
        !self.file.is_empty() && !self.file.starts_with('/')
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column } = self;
        write!(f, "{file}:{line}:{column}")
    }
}

/// The start of a panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanicSite {
    /// Demangled name of the panic entry.
    pub entry: String,
    /// The `core::panic::Location` that the program passes.
    pub location: Option<Location>,
    /// The user's place; `None` where it is not known.
    pub place: Option<Location>,
    /// The kinds that it may be of.
    pub kinds: Vec<PanicKind>,
    /// True if no panic begins, and the process ends at once.
    pub aborts: bool,
}

/// True if an argument points to one of several objects.
fn is_choice<B>((ty, value): &(Type, Value<B>)) -> bool {
    *ty == Type::Ptr && matches!(value, Value::Pointer(pointer) if pointer.0.len() > 1)
}

/// The working directory of the compiler that built a harness.
pub(crate) fn directory(module: &Module, harness: &Function) -> Option<String> {
    let mut instrs = harness.blocks.iter().flat_map(|block| {
        let calls = block
            .instrs
            .iter()
            .filter(|instr| matches!(instr.kind, InstrKind::Call(_)));
        calls.map(|instr| instr.dbg).chain([block.terminator_dbg])
    });
    instrs.find_map(|dbg| module.debug_directory(dbg?))
}

/// The innermost place in files of the directory `root` at a `!dbg` number.
pub(crate) fn place_in(module: &Module, dbg: Option<u32>, root: &str) -> Option<Location> {
    let at = module.debug_loc_in(dbg?, root)?;
    Some(Location {
        file: at.file,
        line: at.line,
        column: at.column,
    })
}

impl<D: Domain> Machine<'_, D> {
    /// Notes which harness is executed.
    pub(crate) fn begin_harness(&mut self, module: ModuleId, harness: &Function) {
        let module = self.program.module(module).ok();
        self.calls.root = module.and_then(|module| directory(module, harness));
    }

    /// Who panics, and where: what a call says that does not come back.
    pub(crate) fn panicked(
        &mut self,
        symbol: &str,
        args: Args<'_, D::Bits>,
        memory: &Memory<D::Bits>,
    ) -> PanicSite {
        // Backwards, because the compiler adds the location of the caller as the last argument.
        let mut values = args.iter().rev().map(|(_, value)| value);
        let location = values.find_map(|value| self.panic_location(memory, value));
        let place = match &location {
            Some(location) if location.is_users() => location.clone().into(),
            // One of several locations: which one depends on the execution.
            None if args.iter().any(is_choice) => None,
            _ => self.users_place().or_else(|| location.clone()),
        };
        let entry = demangle(symbol);
        let message = self.message(&entry, args, memory);
        PanicSite {
            kinds: kinds_of_entry(&entry, &message),
            entry,
            location,
            place,
            aborts: aborts(symbol),
        }
    }

    /// The kinds that a panic may be of, each with the condition for it. They exclude each other: what lies behind the end is
    /// told first, then an end before the start.
    pub(crate) fn panic_kinds(
        &mut self,
        site: &PanicSite,
        args: Args<'_, D::Bits>,
    ) -> Result<Vec<(PanicKind, D::Bits)>, Stop> {
        let always = self.domain.bool(true);
        let kinds = site.kinds.clone();
        // The pointer to a text comes first, the location last.
        let (start, end, len) = match (kinds.as_slice(), args.len()) {
            ([_, _, PanicKind::CharBoundary], 4 | 5) => (2, 3, 1),
            ([_, PanicKind::SliceOrder], 3 | 4) => (0, 1, 2),
            _ => return Ok(kinds.into_iter().map(|kind| (kind, always)).collect()),
        };
        let [start, end, len] = [start, end, len].map(|at| self.bits(&args[at].0, &args[at].1));
        let (start, end, len) = (start?, end?, len?);
        let starts_behind = self.domain.ult(len, start);
        let ends_behind = self.domain.ult(len, end);
        let behind = self.domain.or(starts_behind, ends_behind);
        let within = self.domain.not(behind);
        let order = self.domain.ult(end, start);
        let order = self.domain.and(within, order);
        let rest = self.domain.or(behind, order);
        let rest = self.domain.not(rest);
        if kinds.len() == 2 {
            // An inclusive range that ends with the slice.
            let bounds = self.domain.or(behind, rest);
            return Ok(vec![
                (PanicKind::SliceBounds, bounds),
                (PanicKind::SliceOrder, order),
            ]);
        }
        Ok(vec![
            (PanicKind::SliceBounds, behind),
            (PanicKind::SliceOrder, order),
            (PanicKind::CharBoundary, rest),
        ])
    }

    /// The working directory of the compiler, where files are the user's; a name that no directory has where it is not known.
    pub(crate) fn users_root(&self) -> &str {
        // No path contains a null byte, so nothing is the user's.
        self.calls.root.as_deref().unwrap_or("\0")
    }

    /// The innermost place in the user's code among the calls under way.
    pub(crate) fn users_place(&self) -> Option<Location> {
        let root = self.calls.root.as_deref()?;
        self.calls.sites.iter().rev().find_map(|(module, dbg)| {
            let module = self.program.module(*module).ok()?;
            place_in(module, *dbg, root)
        })
    }
}
