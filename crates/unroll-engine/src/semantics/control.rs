//! Control flow shared by the strategies: phi nodes and calls.

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{Pointer, Value};
use crate::memory::unknown::Reach;
use crate::memory::{Globals, Memory};
use crate::semantics::intrinsics::{Args, arg};
use crate::semantics::machine::{Machine, Registers};
use crate::semantics::symbols::Meaning;
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{BlockId, Call, Callee, Function, InstrKind, Operand, Reg, Type};
use unroll_llvm::link::demangle::demangle;

/// The callee of a call.
#[derive(Debug)]
pub(crate) enum Called<'c, B> {
    /// A function by name.
    Symbol(&'c str),
    /// A function by a pointer to it.
    Pointer(Pointer<B>),
    /// No function: the first argument comes back. The optimisation barrier `black_box` is an empty assembly template.
    Identity,
}

/// Values of registers.
type Writes<B> = Vec<(Reg, Value<B>)>;

/// Arguments of a call with their types.
type Arguments<B> = Vec<(Type, Value<B>)>;

impl<D: Domain> Machine<'_, D> {
    /// The values of a block's phis where control comes from `from`. All operands are read before any phi is written.
    pub(crate) fn phis(
        &mut self,
        module: ModuleId,
        function: &Function,
        (from, block): (BlockId, BlockId),
        registers: &Registers<D::Bits>,
    ) -> Result<Writes<D::Bits>, Stop> {
        let mut values = Vec::new();
        for instr in &function.blocks[block.0 as usize].instrs {
            let (InstrKind::Phi { ty, incoming }, Some(reg)) = (&instr.kind, instr.result) else {
                break;
            };
            let operand = incoming.iter().find(|(_, pred)| *pred == from);
            let value = match operand {
                Some((operand, _)) => self.operand(module, registers, ty, operand)?,
                // LLVM's verifier demands an entry for every predecessor, so no execution comes
                // here.
                None => Value::Undef,
            };
            values.push((reg, value));
        }
        Ok(values)
    }

    /// The arguments of a call, with their types.
    pub(crate) fn arguments(
        &mut self,
        module: ModuleId,
        call: &Call,
        registers: &Registers<D::Bits>,
    ) -> Result<Arguments<D::Bits>, Stop> {
        let args = call.args.iter().map(|(ty, operand)| {
            let value = match ty {
                // Arguments such as metadata have no value that execution could need.
                Type::Opaque => Value::Undef,
                ty => self.operand(module, registers, ty, operand)?,
            };
            Ok((ty.clone(), value))
        });
        args.collect()
    }

    /// The word at a position of the arguments.
    pub(crate) fn argument(
        &mut self,
        args: Args<'_, D::Bits>,
        position: usize,
    ) -> Result<D::Bits, Stop> {
        let (ty, value) = arg(args, position)?;
        self.bits(ty, value)
    }

    /// The word in an operand of a scalar type.
    pub(crate) fn scalar(
        &mut self,
        module: ModuleId,
        registers: &Registers<D::Bits>,
        ty: &Type,
        operand: &Operand,
    ) -> Result<D::Bits, Stop> {
        let value = self.operand(module, registers, ty, operand)?;
        self.bits(ty, &value)
    }

    /// The callee of a call.
    pub(crate) fn called<'c>(
        &mut self,
        module: ModuleId,
        call: &'c Call,
        registers: &Registers<D::Bits>,
    ) -> Result<Called<'c, D::Bits>, Stop> {
        Ok(match &call.callee {
            Callee::Direct(symbol) => Called::Symbol(symbol),
            // `black_box` hides its operand from the optimiser, not from the engine.
            Callee::Asm(template) if template.is_empty() => Called::Identity,
            Callee::Asm(template) => {
                return Err(Stop::unsupported(format!("inline assembly `{template}`")));
            }
            Callee::Indirect(operand) => {
                let pointer = self.operand(module, registers, &Type::Ptr, operand)?;
                Called::Pointer(self.as_pointer(&pointer))
            }
        })
    }

    /// The meaning of a call of `symbol`.
    ///
    /// # Errors
    /// When the symbol belongs to a runtime of another version.
    pub(crate) fn meaning(&mut self, symbol: &str) -> Result<Meaning, Stop> {
        if let Some(known) = self.meanings.get(symbol) {
            return Ok(*known);
        }
        let meaning = Meaning::of(symbol)?;
        self.meanings.insert(symbol.to_owned(), meaning);
        Ok(meaning)
    }

    /// Begins a panic that is caught, which leaves nothing behind but the panic: its message is put together, and its payload dropped, by code
    /// that is not executed here.
    ///
    /// # Errors
    /// When that is code of the program.
    pub(crate) fn throw(
        &mut self,
        symbol: &str,
        args: Args<'_, D::Bits>,
        memory: &mut Memory<D::Bits>,
    ) -> Result<(), Stop> {
        let mut reach = Reach::default();
        for (_, value) in args {
            reach.value(value);
        }
        let globals = Globals {
            initial: &self.initial,
            constants: &self.constants,
        };
        let functions = reach.functions(memory, &globals);
        let is_plain = is_standard(&demangle(symbol))
            && functions.is_some_and(|symbols| symbols.iter().all(|it| is_standard(&demangle(it))));
        // Code of the program may have effects when the message is formatted or the payload
        // dropped.
        if is_plain {
            return self.begin_panic(memory);
        }
        Err(Stop::unsupported(
            "the message or payload of a caught panic",
        ))
    }
}

/// True if a path, with its generic arguments, names nothing but the standard library.
fn is_standard(path: &str) -> bool {
    let mut rest = path;
    while let Some(at) = rest.find("::") {
        let before = rest[..at].rfind(|c: char| !c.is_alphanumeric() && c != '_');
        let root = &rest[before.map_or(0, |it| it + 1)..at];
        // Behind the arguments of a type stands one of its own items.
        let is_item = root.is_empty();
        if !is_item && !["core", "alloc", "std", "__rustc"].contains(&root) {
            return false;
        }
        let end = rest[at..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
        rest = &rest[end.map_or(rest.len(), |end| at + end)..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_standard_library_name_no_other_crate() {
        for path in [
            "core::panicking::panic_fmt",
            "<u8 as core::fmt::Display>::fmt",
            "std::panicking::begin_panic::<&str>",
            "<alloc::vec::Vec<alloc::string::String> as core::fmt::Debug>::fmt",
            "core::ptr::drop_in_place::<alloc::boxed::Box<dyn core::any::Any>>",
            "__rust_start_panic",
        ] {
            assert!(is_standard(path), "{path}");
        }
        for path in [
            "<k::Loud as core::fmt::Display>::fmt",
            "std::panicking::begin_panic::<k::Loud>",
            "<alloc::vec::Vec<k::m::Loud> as core::fmt::Debug>::fmt",
            "core::ptr::drop_in_place::<k::Loud>",
            "k::closure",
        ] {
            assert!(!is_standard(path), "{path}");
        }
    }
}
