//! Comparisons of pointers into different inputs, which could be one for other callers.

use crate::domain::Domain;
use crate::domain::layout::MOST_PAIRS;
use crate::domain::value::{Pointer, PointerBase};
use crate::semantics::machine::Machine;
use unroll_protocol::Restriction;

impl<D: Domain> Machine<'_, D> {
    /// Notes that two pointers are compared.
    pub(crate) fn note_comparison(&mut self, lhs: &Pointer<D::Bits>, rhs: &Pointer<D::Bits>) {
        // Both follow the same choice, so they never point into different inputs at once.
        if is_one_choice(lhs, rhs) {
            return;
        }
        let (left, right) = (&lhs.0, &rhs.0);
        let is_wide = left.len() * right.len() > MOST_PAIRS;
        for left in left.iter() {
            for right in right.iter() {
                if !self.may_be_one(&left.place, &right.place) {
                    continue;
                }
                // With many cases the guards would cost more than the cut loses; `true` only cuts
                // more.
                let both = if is_wide {
                    self.domain.bool(true)
                } else {
                    self.domain.and(left.guard, right.guard)
                };
                self.note_shown(Restriction::Distinct, both);
                if is_wide {
                    return;
                }
            }
        }
    }

    /// True if two places that are different ones here could be one for other inputs.
    fn may_be_one(&self, left: &PointerBase, right: &PointerBase) -> bool {
        let inputs = &self.inputs;
        match (left, right) {
            (PointerBase::Object(left), PointerBase::Object(right)) => {
                let are_inputs = inputs.has(*left) && inputs.has(*right);
                left != right && are_inputs
            }
            _ => false,
        }
    }
}

/// True if two pointers lead to the same place, whichever it is.
pub(crate) fn is_one_choice<B: Eq>(lhs: &Pointer<B>, rhs: &Pointer<B>) -> bool {
    let mut cases = lhs.0.iter().zip(rhs.0.iter());
    lhs.0.len() == rhs.0.len()
        && cases.all(|(left, right)| left.guard == right.guard && left.place == right.place)
}

#[cfg(test)]
mod tests {
    use unroll_protocol::Restriction;

    use crate::Stop;
    use crate::strategy::merge::{Bounds, Merge};
    use crate::strategy::record::CutReason;
    use unroll_llvm::{Module, Program};

    /// The restrictions recorded in `main`. It has this body behind two inputs `%a` and `%b` of 16 bytes, and two slots `%s` and `%t` of the stack.
    fn cuts(body: &str) -> Vec<Restriction> {
        let text = format!(
            "declare ptr @__rust_alloc(i64, i64)
declare ptr @__rust_realloc(ptr, i64, i64, i64)
declare void @__rust_dealloc(ptr, i64, i64)
declare i64 @__unroll_any(i64, i32, i64)
declare void @__unroll_restricted(i64, i32)
declare void @__unroll_given()
declare void @__unroll_label(i32, i1)
define void @f() {{ ret void }}
define void @g() {{ ret void }}
define void @main() {{
  %s = alloca [16 x i8]
  %t = alloca [16 x i8]
  %a = call ptr @__rust_alloc(i64 16, i64 8)
  %b = call ptr @__rust_alloc(i64 16, i64 8)
  %any = call i64 @__unroll_any(i64 1, i32 0, i64 1)
  %c = icmp eq i64 %any, 0
  call void @__unroll_given()
  {body}
  call void @__unroll_label(i32 0, i1 true)
  ret void
}}
"
        );
        let module = Module::index(text).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let merge = Merge::new(&program, Bounds::for_depth(3, 10_000));
        let execution = merge.run("main").expect("it ends");
        let cuts = execution.record.cuts.into_iter();
        cuts.map(|cut| match cut.why {
            CutReason::Stop(Stop::Restricted(how)) => how,
            why => panic!("{why:?}"),
        })
        .collect()
    }

    #[test]
    fn identity_is_asked_where_pointers_into_two_inputs_meet() {
        for body in [
            "%x = icmp eq ptr %a, %b",
            "%m = getelementptr i8, ptr %b, i64 4\n %x = icmp ult ptr %a, %m",
            "store ptr %a, ptr %s\n %l = load ptr, ptr %s\n %x = icmp ne ptr %l, %b",
            "%i = ptrtoint ptr %a to i64\n %j = ptrtoint ptr %b to i64\n %x = icmp eq i64 %i, %j",
            "%p = select i1 %c, ptr %a, ptr %b\n %x = icmp eq ptr %p, %a",
        ] {
            assert_eq!(cuts(body), [Restriction::Distinct], "{body}");
        }
        for body in [
            "%m = getelementptr i8, ptr %a, i64 16\n %x = icmp eq ptr %a, %m",
            "%x = icmp eq ptr %a, null",
            "%x = icmp eq ptr @f, @g",
            "%x = icmp eq ptr %s, %t",
            "%x = icmp eq ptr %a, %s",
            "%n = call ptr @__rust_alloc(i64 16, i64 8)\n %x = icmp eq ptr %a, %n",
            "call void @__rust_dealloc(ptr %a, i64 16, i64 8)\n %n = call ptr @__rust_alloc(i64 16, i64 8)\n %x = icmp eq ptr %a, %n",
            "%n = call ptr @__rust_realloc(ptr %a, i64 16, i64 8, i64 32)\n %x = icmp eq ptr %a, %n",
            "%p = select i1 %c, ptr %a, ptr %b\n %q = getelementptr i8, ptr %p, i64 16\n %x = icmp eq ptr %p, %q",
        ] {
            assert_eq!(cuts(body), [], "{body}");
        }
    }

    #[test]
    fn one_cell_is_not_another() {
        let cell =
            |key: u32, how: u32| format!("call void @__unroll_restricted(i64 {key}, i32 {how})\n");
        assert_eq!(cuts(&(cell(1, 2) + &cell(1, 2))), []);
        assert_eq!(cuts(&(cell(1, 2) + &cell(2, 2))), [Restriction::Distinct]);
        for (how, told) in [
            (3, Restriction::Unconsumed),
            (4, Restriction::ShortZeroSized),
            (5, Restriction::Utf8),
            (6, Restriction::SingleThreaded),
        ] {
            assert_eq!(cuts(&cell(1, how)), [told]);
        }
    }
}
