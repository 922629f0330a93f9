//! Copies, fills and comparisons of memory, and lifetimes of objects.

use std::rc::Rc;

use super::{Args, arg};
use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{Pointer, PointerBase, Value};
use crate::memory::unknown::Reach;
use crate::memory::{Content, Memory, store};
use crate::semantics::machine::Machine;
use unroll_llvm::ir::Type;

impl<D: Domain> Machine<'_, D> {
    /// `memcpy(dst, src, len)`.
    pub(crate) fn copy_memory(
        &mut self,
        memory: &mut Memory<D::Bits>,
        args: Args<'_, D::Bits>,
    ) -> Result<(), Stop> {
        let target = self.as_pointer(&arg(args, 0)?.1);
        let source = self.as_pointer(&arg(args, 1)?.1);
        let len = self.bits(&arg(args, 2)?.0, &arg(args, 2)?.1)?;
        let len = self.domain.resize(len, 64);
        // All as they are before the first copy.
        let sources = source.0.iter().rev().filter_map(|case| match case.place {
            PointerBase::Object(object) => Some((case, self.content(memory, object))),
            PointerBase::Unknown => Some((case, Rc::new(Content::Unknown(None)))),
            PointerBase::Function(..) | PointerBase::Absolute => None,
        });
        let sources: Vec<_> = sources.collect();
        for (case, content) in sources {
            // With several sources, each copy happens under its guard; the order does not matter as guards exclude each other.
            let (from, guard, only) = (case.offset, case.guard, source.0.len() == 1);
            let is_lost = self.write(memory, &target, |domain, old, offset| {
                if only {
                    return store::copy(domain, old, offset, &content, from, len);
                }
                let copied = store::copy(domain, Rc::clone(&old), offset, &content, from, len)?;
                Ok(Rc::new(Content::Merge {
                    cond: guard,
                    then: copied,
                    els: old,
                }))
            })?;
            // What was copied into unknown memory may hold pointers, and other code may use them.
            if is_lost {
                let mut met = Reach::default();
                met.content(&content);
                self.forget(memory, met);
            }
        }
        Ok(())
    }

    /// `memset(dst, byte, len)`.
    pub(crate) fn fill_memory(
        &mut self,
        memory: &mut Memory<D::Bits>,
        args: Args<'_, D::Bits>,
    ) -> Result<(), Stop> {
        let target = self.as_pointer(&arg(args, 0)?.1);
        let byte = self.bits(&arg(args, 1)?.0, &arg(args, 1)?.1)?;
        let byte = self.domain.resize(byte, 8);
        let len = self.bits(&arg(args, 2)?.0, &arg(args, 2)?.1)?;
        let len = self.domain.resize(len, 64);
        // A byte pattern is no pointer, so nothing has to be forgotten where memory is unknown.
        self.write(memory, &target, |domain, old, offset| {
            store::fill(domain, old, offset, byte, len)
        })?;
        Ok(())
    }

    /// How many bytes `memcmp` compares at most: its length, and what the objects hold.
    pub(crate) fn most_compared(
        &mut self,
        memory: &Memory<D::Bits>,
        args: Args<'_, D::Bits>,
    ) -> Result<u128, Stop> {
        let lhs = self.as_pointer(&arg(args, 0)?.1);
        let rhs = self.as_pointer(&arg(args, 1)?.1);
        let len = self.bits(&arg(args, 2)?.0, &arg(args, 2)?.1)?;
        let (_, longest) = self.domain.interval(len);
        Ok(longest
            .min(self.reach(memory, &lhs))
            .min(self.reach(memory, &rhs)))
    }

    /// `memcmp` and `bcmp` of at most `most` bytes: -1, 0 or 1 of 32 bits.
    pub(crate) fn compare_memory(
        &mut self,
        memory: &Memory<D::Bits>,
        args: Args<'_, D::Bits>,
        most: u128,
    ) -> Result<Value<D::Bits>, Stop> {
        let lhs = self.as_pointer(&arg(args, 0)?.1);
        let rhs = self.as_pointer(&arg(args, 1)?.1);
        let len = self.bits(&arg(args, 2)?.0, &arg(args, 2)?.1)?;
        let byte = Type::Int(8);
        let mut result = self.domain.constant(32, 0);
        // From the last byte to the first, so that the first difference is the outermost choice.
        for position in (0..most as u64).rev() {
            let at = self.domain.constant(64, u128::from(position));
            let (left, right) = (self.offset(&lhs, at), self.offset(&rhs, at));
            let left = self.load(memory, &left, &byte, 1)?;
            let right = self.load(memory, &right, &byte, 1)?;
            let (left, right) = (self.bits(&byte, &left)?, self.bits(&byte, &right)?);
            let (below, same) = (self.domain.ult(left, right), self.domain.eq(left, right));
            let (minus, plus) = (
                self.domain.constant(32, u128::MAX),
                self.domain.constant(32, 1),
            );
            let order = self.domain.ite(below, minus, plus);
            let rest = self.domain.ite(same, result, order);
            // Bytes behind the length do not count, although the loop has to go by the bound.
            let within = self.domain.ult(at, len);
            result = self.domain.ite(within, rest, result);
        }
        Ok(Value::Bits(result))
    }

    /// How many bytes may follow a pointer: what is left of the largest of its objects.
    fn reach(&mut self, memory: &Memory<D::Bits>, pointer: &Pointer<D::Bits>) -> u128 {
        let cases = pointer.0.iter().map(|case| {
            let PointerBase::Object(object) = case.place else {
                return if case.place == PointerBase::Unknown {
                    u128::MAX
                } else {
                    0
                };
            };
            let (low, _) = self.domain.interval(case.offset);
            // Reading behind the extent is undefined, so no defined comparison is longer.
            match self.content(memory, object).extent() {
                Some(extent) => u128::from(extent).saturating_sub(low),
                None => u128::MAX,
            }
        });
        cases.max().unwrap_or(0)
    }
}

/// Notes that objects begin to be in use, or end to be: others may lie in their place then.
pub(super) fn note_lifetime<B: Clone>(which: &str, args: Args<'_, B>, memory: &mut Memory<B>) {
    for (_, value) in args {
        if let Value::Pointer(pointer) = value {
            for object in pointer.objects() {
                match which {
                    "start" => memory.revive(object),
                    _ => memory.free(object),
                }
            }
        }
    }
}
