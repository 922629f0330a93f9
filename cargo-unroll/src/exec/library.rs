//! Functions below Rust: the allocator and the memory functions of C.
//!
//! These have no body in any module, or one that asks the operating system. Everything else of the standard library is
//! executed from its own IR.

use super::domain::Domain;
use super::intrinsics::{Args, arg};
use super::machine::Machine;
use super::memory::{Content, Memory};
use super::merge::{Merge, State, SymbolicValue};
use super::stop::Stop;
use super::value::{Place, Pointer, Value};
use crate::llvm::demangle::demangle;
use crate::llvm::ir::Type;
use crate::smt::term::Term;

impl Merge<'_> {
    /// Executes a library function; `None` when it is none.
    pub(super) fn library(
        &mut self,
        symbol: &str,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Option<SymbolicValue>, Stop> {
        self.machine.library(symbol, args, &mut state.memory)
    }
}

impl<D: Domain> Machine<'_, D> {
    /// Executes a library function; `None` when it is none.
    pub fn library(
        &mut self,
        symbol: &str,
        args: Args<'_, D::Bits>,
        memory: &mut Memory<D::Bits>,
    ) -> Result<Option<Value<D::Bits>>, Stop> {
        let value = match symbol {
            "memcpy" | "memmove" => {
                self.copy_memory(memory, args)?;
                arg(args, 0)?.1.clone()
            }
            "memset" => {
                self.fill_memory(memory, args)?;
                arg(args, 0)?.1.clone()
            }
            "memcmp" | "bcmp" => self.compare_memory(memory, args)?,
            _ => return self.allocator(symbol, args, memory),
        };
        Ok(Some(value))
    }

    fn allocator(
        &mut self,
        symbol: &str,
        args: Args<'_, D::Bits>,
        memory: &mut Memory<D::Bits>,
    ) -> Result<Option<Value<D::Bits>>, Stop> {
        if !symbol.contains("___rust_")
            && !symbol.starts_with("__rust_")
            && !symbol.contains("deallocate")
        {
            return Ok(None);
        }
        let name = demangle(symbol);
        let name = name.rsplit("::").next().unwrap_or_default();
        Ok(match name {
            "__rust_alloc" => Some(Value::Pointer(self.allocate(memory, Content::Uninit))),
            "__rust_alloc_zeroed" => Some(Value::Pointer(self.allocate(memory, Content::Zero))),
            "__rust_realloc" => {
                let old = self.as_pointer(&arg(args, 0)?.1);
                Some(Value::Pointer(self.reallocate(memory, &old, args)?))
            }
            "__rust_dealloc"
            | "__rust_no_alloc_shim_is_unstable_v2"
            | "__rust_no_alloc_shim_is_unstable"
            | "deallocate" => Some(Value::Undef),
            _ => None,
        })
    }

    fn reallocate(
        &mut self,
        memory: &mut Memory<D::Bits>,
        old: &Pointer<D::Bits>,
        args: Args<'_, D::Bits>,
    ) -> Result<Pointer<D::Bits>, Stop> {
        let new = self.allocate(memory, Content::Uninit);
        let size = Type::Int(64);
        let len = arg(args, 1)?.1.clone();
        let copy = [
            (Type::Ptr, Value::Pointer(new.clone())),
            (Type::Ptr, Value::Pointer(old.clone())),
            (size, len),
        ];
        self.copy_memory(memory, &copy)?;
        Ok(new)
    }

    /// File, line and column of the `core::panic::Location` that a value points to.
    pub(super) fn panic_location(
        &mut self,
        memory: &Memory<D::Bits>,
        value: &Value<D::Bits>,
    ) -> Option<(String, u32, u32)> {
        let Value::Pointer(pointer) = value else {
            return None;
        };
        let case = pointer.as_single()?;
        let Place::Object(object) = case.place else {
            return None;
        };
        let Content::Data(data) = &*self.initial(object)? else {
            return None;
        };
        if data.bytes.len() != 24 || self.domain.as_const(case.offset) != Some(0) {
            return None;
        }
        let number = |at: usize, len: usize| {
            data.bytes[at..at + len]
                .iter()
                .rev()
                .fold(0u64, |word, byte| word << 8 | u64::from(*byte))
        };
        let (len, line, column) = (number(8, 8), number(16, 4) as u32, number(20, 4) as u32);
        let name = data.pointers.get(&0)?.as_single()?;
        let Place::Object(name) = name.place else {
            return None;
        };
        let Content::Data(name) = &*self.content(memory, name) else {
            return None;
        };
        let file = name.bytes.get(..len as usize)?;
        Some((String::from_utf8_lossy(file).into_owned(), line, column))
    }
}
