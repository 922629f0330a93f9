//! LLVM intrinsics over both domains.
//!
//! Those of integers stand in [`integer`], those of memory in [`memory`], and those of floating-point numbers in
//! [`float`](crate::semantics::float).

mod integer;
mod memory;

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::memory::Memory;
use crate::semantics::machine::Machine;
use unroll_llvm::ir::Type;

/// Arguments of a call with their types.
pub(crate) type Args<'a, B> = &'a [(Type, Value<B>)];

impl<D: Domain> Machine<'_, D> {
    /// Executes the intrinsic `name` (with its `llvm.` prefix).
    pub fn intrinsic(
        &mut self,
        name: &str,
        args: Args<'_, D::Bits>,
        memory: &mut Memory<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let parts: Vec<&str> = name.split('.').skip(1).collect();
        match *parts {
            ["lifetime", which, ..] => {
                memory::note_lifetime(which, args, memory);
                Ok(Value::Undef)
            }
            [
                "dbg" | "donothing" | "prefetch" | "invariant" | "sideeffect" | "stacksave"
                | "stackrestore",
                ..,
            ]
            | ["experimental", "noalias", ..] => Ok(Value::Undef),
            ["memcpy" | "memmove", ..] => {
                self.copy_memory(memory, args)?;
                Ok(Value::Undef)
            }
            ["memset", ..] => {
                self.fill_memory(memory, args)?;
                Ok(Value::Undef)
            }
            ["expect" | "ssa" | "launder" | "strip", ..] | ["threadlocal", "address", ..] => {
                Ok(arg(args, 0)?.1.clone())
            }
            // Either answer is allowed, and code generation says no for what is not folded by now.
            ["is", "constant", ..] => Ok(Value::Bits(self.domain.bool(false))),
            ["ptrmask", ..] => {
                // Masking works on the number; the object is found again by the base that the
                // number was made of.
                let bits = self.bits(&Type::Ptr, &arg(args, 0)?.1)?;
                let mask = self.bits(&arg(args, 1)?.0, &arg(args, 1)?.1)?;
                let masked = self.domain.and(bits, mask);
                Ok(Value::Pointer(self.as_pointer(&Value::Bits(masked))))
            }
            ["x86" | "aarch64", ..] => self.target_intrinsic(name, args),
            [op @ ("fptosi" | "fptoui"), "sat", to, ..] => {
                let width = lane_width(to).ok_or_else(|| Stop::unsupported(name))?;
                self.float_saturating(op == "fptosi", width, args)
            }
            ["is", "fpclass", ..] => self.float_class(args),
            ["vector", "reduce", op @ ("fadd" | "fmul"), ..] => self.float_reduce(op, args),
            [op, ..] => {
                // Integers first, as `llvm.vector.reduce` and others exist for both.
                if let Some(value) = self.integer_intrinsic(name, &parts, args)? {
                    return Ok(value);
                }
                if let Some(value) = self.float_intrinsic(op, args)? {
                    return Ok(value);
                }
                let value = self.elementary(name, args)?;
                value.ok_or_else(|| Stop::unsupported(name))
            }
            [] => Err(Stop::unsupported(name)),
        }
    }
}

/// The width in the name of an integer type, or of lanes: `i32`, `v4i32`.
fn lane_width(ty: &str) -> Option<u32> {
    // Behind the last `i` stands the width of a lane, whatever vector is before it.
    ty.rsplit('i').next()?.parse().ok()
}

/// The argument at a position.
pub(crate) fn arg<B>(args: Args<'_, B>, position: usize) -> Result<&(Type, Value<B>), Stop> {
    args.get(position)
        .ok_or_else(|| Stop::unsupported("call with too few arguments"))
}
