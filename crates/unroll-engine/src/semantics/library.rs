//! Functions below Rust: the allocator, the memory functions of C, and the C functions that the standard library
//! calls when it prints and when a thread ends.
//!
//! These have no body in any module, or one that calls the operating system. Everything else of the standard library
//! is executed from its own IR.

mod panic_count;

use std::collections::BTreeMap;

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{ObjectId, Pointer, PointerBase, Value};
use crate::memory::unknown::Reach;
use crate::memory::{Content, Data, Memory};
use crate::observe::panic_names;
use crate::semantics::intrinsics::{Args, arg};
use crate::semantics::machine::Machine;
use unroll_llvm::ModuleId;
use unroll_llvm::ir::Type;
use unroll_llvm::link::demangle::demangle;

/// Longest comparison of memory, in bytes.
pub(crate) const LONGEST_COMPARED: u128 = 1 << 16;

impl<D: Domain> Machine<'_, D> {
    /// Executes a library function; `None` when it is none.
    pub fn library(
        &mut self,
        (module, symbol): (ModuleId, &str),
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
            "memcmp" | "bcmp" => {
                let most = self.most_compared(memory, args)?;
                if most > LONGEST_COMPARED {
                    return Err(Stop::unsupported(
                        "memcmp of a length that depends on the input",
                    ));
                }
                self.compare_memory(memory, args, most)?
            }
            "write" if self.is_printed(args)? => arg(args, 2)?.1.clone(),
            // What is registered runs when the thread ends, which is after the function.
            "__cxa_thread_atexit_impl" => Value::Bits(self.domain.constant(32, 0)),
            _ if registers_destructor(symbol) => Value::Undef,
            _ if symbol.contains("RandomState") || symbol.contains("hashmap_random") => {
                return self.random(module, symbol);
            }
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
        // A cheap filter on mangled names, since each called symbol comes by here.
        if !symbol.contains("___rust_")
            && !symbol.starts_with("__rust_")
            && !symbol.contains("deallocate")
            && !symbol.contains("catch_unwind")
            && !panic_names::asks_for_zero(symbol)
        {
            return Ok(None);
        }
        let path = demangle(symbol);
        let name = path.rsplit("::").next().unwrap_or_default();
        Ok(match name {
            "cleanup" if path.starts_with("std::panicking::catch_unwind") => {
                self.end_panic(memory)?;
                Some(self.panic_payload(memory))
            }
            "is_zero_slow_path" => Some(Value::Bits(self.no_panic(memory)?)),
            "__rust_panic_cleanup" => Some(self.panic_payload(memory)),
            "__rust_alloc" => {
                let extent = self.extent(args, 0)?;
                Some(self.allocated(memory, Content::Uninit, extent))
            }
            "__rust_alloc_zeroed" => {
                let extent = self.extent(args, 0)?;
                Some(self.allocated(memory, Content::Zero, extent))
            }
            "__rust_realloc" => {
                let old = self.as_pointer(&arg(args, 0)?.1);
                let new = self.reallocate(memory, &old, args)?;
                // After the copy: the old object has to be readable for it.
                old.objects().for_each(|object| memory.free(object));
                Some(Value::Pointer(new))
            }
            "__rust_dealloc" => {
                for object in objects(args) {
                    memory.free(object);
                }
                Some(Value::Undef)
            }
            // Given a vector's buffer, or where the vector has the address of it.
            // The buffer may be reached through the vector's fields, so what the argument leads to
            // is freed as well.
            "deallocate" if path.starts_with("<alloc::") => {
                for object in objects(args) {
                    let mut reach = Reach::of(vec![object]);
                    reach.content(&self.content(memory, object));
                    while let Some(freed) = reach.pop() {
                        memory.free(freed);
                    }
                }
                Some(Value::Undef)
            }
            "__rust_no_alloc_shim_is_unstable_v2" | "__rust_no_alloc_shim_is_unstable" => {
                Some(Value::Undef)
            }
            _ => None,
        })
    }

    /// A new object that the program asks for, as if there was memory for it: [`Machine::requested`] says how much it has to be.
    fn allocated(
        &mut self,
        memory: &mut Memory<D::Bits>,
        content: Content<D::Bits>,
        extent: (D::Bits, u64),
    ) -> Value<D::Bits> {
        self.requested = Some(extent.0);
        Value::Pointer(self.allocate_on_heap(memory, content, extent))
    }

    /// True if the file that is written to is standard output or standard error, which take all that they are given.
    fn is_printed(&mut self, args: Args<'_, D::Bits>) -> Result<bool, Stop> {
        let (ty, file) = arg(args, 0)?;
        let file = self.bits(ty, file)?;
        Ok(matches!(self.domain.as_const(file), Some(1 | 2)))
    }

    /// The `Box<dyn Any + Send>` of a panic that was caught: it can be dropped; a downcast of it finds no code.
    fn panic_payload(&mut self, memory: &mut Memory<D::Bits>) -> Value<D::Bits> {
        let payload = self.allocate(memory, Content::Uninit);
        let mut methods = Data {
            bytes: vec![0; 4 * 8],
            pointers: BTreeMap::new(),
        };
        // No code to drop it, size 0, alignment 1.
        methods.bytes[2 * 8] = 1;
        let methods = self.allocate(memory, Content::Data(methods));
        Value::Aggregate([Value::Pointer(payload), Value::Pointer(methods)].into())
    }

    /// The size at a position, and the alignment behind it.
    fn extent(&mut self, args: Args<'_, D::Bits>, at: usize) -> Result<(D::Bits, u64), Stop> {
        let (ty, size) = arg(args, at)?;
        let size = self.bits(ty, size)?;
        let (ty, align) = arg(args, at + 1)?;
        let align = self.bits(ty, align)?;
        let (align, _) = self.domain.interval(align);
        Ok((size, align as u64))
    }

    fn reallocate(
        &mut self,
        memory: &mut Memory<D::Bits>,
        old: &Pointer<D::Bits>,
        args: Args<'_, D::Bits>,
    ) -> Result<Pointer<D::Bits>, Stop> {
        let (_, align) = self.extent(args, 1)?;
        let (ty, size) = arg(args, 3)?;
        let extent = (self.bits(ty, size)?, align);
        self.requested = Some(extent.0);
        let new = self.allocate_on_heap(memory, Content::Uninit, extent);
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
    pub(crate) fn panic_location(
        &mut self,
        memory: &Memory<D::Bits>,
        value: &Value<D::Bits>,
    ) -> Option<crate::semantics::panics::Location> {
        let Value::Pointer(pointer) = value else {
            return None;
        };
        let case = pointer.as_single()?;
        let PointerBase::Object(object) = case.place else {
            return None;
        };
        // The initial content, since a location is never written.
        let Content::Data(data) = &*self.initial(object)? else {
            return None;
        };
        // The layout of `core::panic::Location`: a text of 16 bytes, then line and column of 4
        // bytes each.
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
        let PointerBase::Object(name) = name.place else {
            return None;
        };
        let Content::Data(name) = &*self.content(memory, name) else {
            return None;
        };
        let file = name.bytes.get(..len as usize)?;
        Some(crate::semantics::panics::Location {
            file: String::from_utf8_lossy(file).into_owned(),
            line,
            column,
        })
    }
}

/// The objects that arguments point to.
fn objects<B>(args: Args<'_, B>) -> Vec<ObjectId> {
    let pointers = args.iter().filter_map(|(_, value)| match value {
        Value::Pointer(pointer) => Some(pointer),
        _ => None,
    });
    pointers.flat_map(Pointer::objects).collect()
}

/// True if a function puts the destructor of a thread local on the list of its thread.
fn registers_destructor(symbol: &str) -> bool {
    let is_named_so = symbol.contains("thread_local") && symbol.contains("destructors");
    is_named_so && {
        let path = demangle(symbol);
        path.starts_with("std::") && path.ends_with("::register")
    }
}
