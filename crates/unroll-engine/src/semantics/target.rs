//! LLVM intrinsics of one processor: those that the standard library's code for x86-64 and aarch64 is compiled to.

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::semantics::intrinsics::{Args, arg};
use crate::semantics::machine::Machine;
use unroll_llvm::ir::Type;
use unroll_smt::term::Op;

impl<D: Domain> Machine<'_, D> {
    /// Executes the intrinsic `name` (with its `llvm.` prefix), which only one processor has.
    pub(crate) fn target_intrinsic(
        &mut self,
        name: &str,
        args: Args<'_, D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        match name {
            // Hints in loops that wait.
            "llvm.x86.sse2.pause" | "llvm.aarch64.isb" | "llvm.aarch64.hint" => Ok(Value::Undef),
            "llvm.x86.sse2.pmovmskb.128" => {
                let signs = self.signs(name, arg(args, 0)?)?;
                Ok(Value::Bits(self.domain.zext(signs, 32)))
            }
            "llvm.aarch64.neon.umaxp.v16i8" => self.pairwise_maximum(name, args),
            _ => Err(Stop::unsupported(name)),
        }
    }

    /// The sign of each byte of a vector, the first lane's as the lowest bit.
    fn signs(
        &mut self,
        name: &str,
        (ty, vector): &(Type, Value<D::Bits>),
    ) -> Result<D::Bits, Stop> {
        let mut mask: Option<D::Bits> = None;
        for lane in self.lanes(name, ty, vector)? {
            let sign = self.domain.extract(lane, 7, 1);
            mask = Some(mask.map_or(sign, |low| self.domain.concat(sign, low)));
        }
        mask.ok_or_else(|| Stop::unsupported(name))
    }

    /// The greater of each two neighbours, as unsigned numbers, of one vector and then of the other.
    fn pairwise_maximum(
        &mut self,
        name: &str,
        args: Args<'_, D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let (lhs, rhs) = (arg(args, 0)?, arg(args, 1)?);
        let mut lanes = self.lanes(name, &lhs.0, &lhs.1)?;
        lanes.extend(self.lanes(name, &rhs.0, &rhs.1)?);
        let pairs = lanes.chunks_exact(2).map(|pair| {
            let less = self.domain.binary(Op::Ult, pair[0], pair[1]);
            Value::Bits(self.domain.ite(less, pair[1], pair[0]))
        });
        Ok(Value::Aggregate(pairs.collect()))
    }

    fn lanes(
        &mut self,
        name: &str,
        ty: &Type,
        vector: &Value<D::Bits>,
    ) -> Result<Vec<D::Bits>, Stop> {
        let Type::Vector(len, lane_ty) = ty else {
            return Err(Stop::unsupported(name));
        };
        let lanes = vector.elements(*len as usize);
        lanes.iter().map(|lane| self.bits(lane_ty, lane)).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::interpret::{End, Inputs, Interpreter};
    use unroll_llvm::{Module, Program};

    /// `body` defines `%good`, an `i1`; whether it is true.
    fn holds(declaration: &str, body: &str) -> bool {
        let text = format!(
            "declare void @__unroll_check(i32, i1)\n{declaration}\n\
             define void @__unroll_harness_it() {{\nstart:\n{body}\n  \
             call void @__unroll_check(i32 0, i1 %good)\n  ret void\n}}\n"
        );
        let module = Module::index(text).expect("the IR is well-formed");
        let program = Program::new(module, || Ok(vec![]));
        let trace = Interpreter::new(&program, 100).run("__unroll_harness_it", &Inputs::default());
        match trace.expect("it runs to its end").end {
            End::Returned => true,
            End::Violated(0) => false,
            end => panic!("{end:?}"),
        }
    }

    const MAXIMUM: &str = "declare <16 x i8> @llvm.aarch64.neon.umaxp.v16i8(<16 x i8>, <16 x i8>)";

    fn maximum(expected: &str) -> bool {
        let body = format!(
            "  %v = call <16 x i8> @llvm.aarch64.neon.umaxp.v16i8(\
             <16 x i8> <i8 1, i8 2, i8 -1, i8 3, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 9, i8 8>, \
             <16 x i8> <i8 4, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 7>)\n  \
             %e = icmp eq <16 x i8> %v, {expected}\n  %m = bitcast <16 x i1> %e to i16\n  %good = icmp eq i16 %m, -1"
        );
        holds(MAXIMUM, &body)
    }

    #[test]
    fn neighbours_are_compared_as_unsigned_numbers() {
        assert!(maximum(
            "<i8 2, i8 -1, i8 0, i8 0, i8 0, i8 0, i8 0, i8 9, i8 4, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 7>"
        ));
        assert!(!maximum(
            "<i8 2, i8 3, i8 0, i8 0, i8 0, i8 0, i8 0, i8 9, i8 4, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 7>"
        ));
    }

    #[test]
    fn the_first_lane_has_the_lowest_sign() {
        let body = "  %m = call i32 @llvm.x86.sse2.pmovmskb.128(\
            <16 x i8> <i8 -1, i8 2, i8 -128, i8 3, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 9, i8 -8>)\n  \
            %good = icmp eq i32 %m, 32773";
        assert!(holds(
            "declare i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8>)",
            body
        ));
    }

    #[test]
    #[should_panic(expected = "llvm.x86.avx2.unknown")]
    fn others_are_named() {
        holds(
            "declare void @llvm.x86.avx2.unknown()",
            "  call void @llvm.x86.avx2.unknown()\n  %good = icmp eq i32 0, 0",
        );
    }
}
