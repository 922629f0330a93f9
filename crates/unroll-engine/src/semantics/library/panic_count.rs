//! How many panics are under way, of which the standard library keeps account.
//!
//! `std::thread::panicking` asks for it, and with it the guard of a `Mutex` that is dropped. The code that counts is not executed, since a panic is the end of a
//! path or goes to the frame that catches it at once. So the variable is an object of the engine's own, which code reads like any other: zero
//! when the harness begins, one more from a panic that is caught to the end of its `catch_unwind`.
//!
//! In: panics that are caught. Out: the variable's content.

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{ObjectId, Pointer, PointerBase, Value};
use crate::memory::{Content, Memory};
use crate::semantics::machine::Machine;
use unroll_llvm::ir::Type;

/// Its width in bits.
const WIDTH: u32 = 64;

impl<D: Domain> Machine<'_, D> {
    /// Begins a panic that will be caught.
    pub(in crate::semantics) fn begin_panic(
        &mut self,
        memory: &mut Memory<D::Bits>,
    ) -> Result<(), Stop> {
        self.count_panics(memory, 1)
    }

    /// Ends one that is caught.
    pub(super) fn end_panic(&mut self, memory: &mut Memory<D::Bits>) -> Result<(), Stop> {
        // The greatest number is minus one: the sum wraps.
        self.count_panics(memory, u128::from(u64::MAX))
    }

    /// True, as a bit, if no panic is under way.
    pub(super) fn no_panic(&mut self, memory: &Memory<D::Bits>) -> Result<D::Bits, Stop> {
        let (_, count) = self.panics(memory)?;
        let zero = self.domain.constant(WIDTH, 0);
        Ok(self.domain.eq(count, zero))
    }

    /// The variable, made on first use.
    pub(in crate::semantics) fn panic_count(&mut self) -> ObjectId {
        if let Some(known) = self.panic_count {
            return known;
        }
        let object = self.new_object(Content::Zero);
        let size = self.domain.constant(64, u128::from(WIDTH / 8));
        // Placed like any static, because code may take its address.
        self.place(object, (size, u64::from(WIDTH / 8)), None);
        self.panic_count = Some(object);
        object
    }

    fn count_panics(&mut self, memory: &mut Memory<D::Bits>, more: u128) -> Result<(), Stop> {
        let (pointer, count) = self.panics(memory)?;
        let more = self.domain.constant(WIDTH, more);
        let count = Value::Bits(self.domain.add(count, more));
        self.store(memory, &pointer, &Type::Int(WIDTH), &count)
    }

    /// Where the variable is, and its value.
    fn panics(&mut self, memory: &Memory<D::Bits>) -> Result<(Pointer<D::Bits>, D::Bits), Stop> {
        let object = self.panic_count();
        let pointer = self.pointer(PointerBase::Object(object));
        let ty = Type::Int(WIDTH);
        let value = self.load(memory, &pointer, &ty, u64::from(WIDTH / 8))?;
        Ok((pointer, self.bits(&ty, &value)?))
    }
}
