//! Pointers that a loop moves within one object.
//!
//! In: the blocks of a loop. Out: for a pointer that the loop computes, the pointers at its head that it comes from, and the distance of which all its moves are
//! multiples. LLVM's pointer arithmetic does not leave an object, so the iterator of a slice stays in the slice however often the loop has run.

use rustc_hash::{FxHashMap, FxHashSet};

use unroll_llvm::ir::layout::Layout;
use unroll_llvm::ir::{Block, BlockId, Constant, InstrKind, Operand, Reg, Type};

/// Where a pointer comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moved {
    /// The registers one of which holds it when the loop is entered: phis of the head, or some from outside.
    pub(super) from: Vec<Reg>,
    /// It is moved by multiples of so many bytes; 0 if it is not moved.
    pub(super) stride: u64,
    /// True if no move leads out of the object.
    pub(super) stays_inside: bool,
}

/// The definitions of a loop.
pub(super) struct Moves<'f> {
    layout: &'f Layout,
    /// The blocks of the loop, of which the first is its head.
    blocks: &'f [(BlockId, &'f Block)],
    defined: FxHashMap<Reg, (BlockId, &'f InstrKind)>,
}

/// A search for the origins of a register.
struct Search {
    todo: Vec<Reg>,
    seen: FxHashSet<Reg>,
    from: FxHashSet<Reg>,
    stride: u64,
    stays_inside: bool,
}

impl<'f> Moves<'f> {
    pub(super) fn of(layout: &'f Layout, blocks: &'f [(BlockId, &'f Block)]) -> Self {
        let mut defined = FxHashMap::default();
        for (id, block) in blocks {
            for instr in &block.instrs {
                if let Some(reg) = instr.result {
                    defined.insert(reg, (*id, &instr.kind));
                }
            }
            // The result of an `invoke` is no instruction's, but is defined here all the same.
            if let Some(reg) = block.terminator.result() {
                defined.insert(reg, (*id, &InstrKind::Nop));
            }
        }
        Self {
            layout,
            blocks,
            defined,
        }
    }

    /// True if a register is defined in the loop.
    pub(super) fn defines(&self, reg: Reg) -> bool {
        self.defined.contains_key(&reg)
    }

    /// Where the pointer in a register of the loop comes from; `None` if the loop gets it in another way.
    pub(super) fn origin(&self, reg: Reg) -> Option<Moved> {
        let mut search = Search {
            todo: Vec::new(),
            seen: FxHashSet::default(),
            from: FxHashSet::default(),
            stride: 0,
            stays_inside: true,
        };
        search.meet(reg);
        while let Some(reg) = search.todo.pop() {
            self.step(reg, &mut search)?;
        }
        let mut from: Vec<Reg> = search.from.into_iter().collect();
        from.sort_unstable();
        (!from.is_empty()).then_some(Moved {
            from,
            stride: search.stride,
            stays_inside: search.stays_inside,
        })
    }

    /// A number of which an index is a multiple: iterators that may have ended are moved by 0 or by an element.
    fn factor(&self, index: &Operand) -> u64 {
        match index {
            Operand::Const(Constant::Int(index)) => {
                // Zero-extended, so that a step back is a large number.
                (*index as u64).cast_signed().unsigned_abs()
            }
            Operand::Const(_) => 1,
            Operand::Reg(reg) => match self.defined.get(reg) {
                Some((_, InstrKind::Select { then, els, .. })) => match (then, els) {
                    (Operand::Const(_), Operand::Const(_)) => {
                        gcd(self.factor(then), self.factor(els))
                    }
                    _ => 1,
                },
                _ => 1,
            },
        }
    }

    fn step(&self, reg: Reg, search: &mut Search) -> Option<()> {
        let Some((block, kind)) = self.defined.get(&reg) else {
            search.from.insert(reg);
            return Some(());
        };
        let head = self.blocks[0].0;
        match kind {
            InstrKind::Phi { incoming, .. } => {
                for (value, from) in incoming {
                    if self.blocks.iter().any(|(id, _)| id == from) {
                        search.follow(value)?;
                    } else if *block == head {
                        // The value at the head stands for the one from outside.
                        search.from.insert(reg);
                    } else {
                        // The loop is entered elsewhere than at its head.
                        return None;
                    }
                }
                Some(())
            }
            InstrKind::Gep {
                elem,
                base,
                indices,
                inbounds,
            } => {
                search.stays_inside &= inbounds;
                let (size, index) = step_of(self.layout, elem, indices)?;
                let step = size.checked_mul(self.factor(index))?;
                search.stride = gcd(search.stride, step);
                search.follow(base)
            }
            InstrKind::Select { then, els, .. } => {
                search.follow(then)?;
                search.follow(els)
            }
            InstrKind::Freeze { value, .. } => search.follow(value),
            _ => None,
        }
    }
}

/// The bytes of the elements that a move counts, and their number; `None` for a move that counts none.
pub(super) fn step_of<'i>(
    layout: &Layout,
    elem: &Type,
    indices: &'i [(Type, Operand)],
) -> Option<(u64, &'i Operand)> {
    match indices {
        [(_, index @ (Operand::Reg(_) | Operand::Const(Constant::Int(_))))] => {
            Some((layout.size(elem), index))
        }
        _ => None,
    }
}

impl Search {
    fn follow(&mut self, value: &Operand) -> Option<()> {
        match value {
            Operand::Reg(reg) => {
                self.meet(*reg);
                Some(())
            }
            Operand::Const(_) => None,
        }
    }

    fn meet(&mut self, reg: Reg) {
        if self.seen.insert(reg) {
            self.todo.push(reg);
        }
    }
}

/// The greatest common divisor; 0 divides nothing but 0.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_llvm::{Module, ModuleId, Program};

    /// The origin of `%it` in a loop with this body, in which `%p` and `%q` come from outside, `%here` is a phi of the head, and `%next` is its next value;
    /// the stride, and if it stays inside.
    fn origin(body: &str) -> Option<(Vec<u32>, u64, bool)> {
        let text = format!(
            "
define void @f(ptr %p, ptr %q, i64 %n) {{
entry:
  br label %head
head:
  %here = phi ptr [ %p, %entry ], [ %next, %head ]
  {body}
  %more = icmp eq ptr %next, %q
  br i1 %more, label %head, label %out
out:
  ret void
}}
"
        );
        let module = Module::index(text).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let found = program.function("f", ModuleId(0)).expect("it is read");
        let function = found.expect("it has a body").item;
        let blocks = [(BlockId(1), &function.blocks[1])];
        let layout = Layout::default();
        let moves = Moves::of(&layout, &blocks);
        let here = function.blocks[1].instrs[0].result.expect("a phi");
        let moved = moves.origin(here)?;
        let from: Vec<u32> = moved.from.iter().map(|reg| reg.0).collect();
        assert!(from.contains(&here.0));
        Some((from, moved.stride, moved.stays_inside))
    }

    #[test]
    fn moves_are_multiples_of_their_greatest_common_divisor() {
        let here = 3;
        let steps = [
            (
                "%next = getelementptr inbounds i32, ptr %here, i64 1",
                4,
                true,
            ),
            (
                "%next = getelementptr inbounds i8, ptr %here, i64 -12",
                12,
                true,
            ),
            ("%next = getelementptr i32, ptr %here, i64 %n", 4, false),
            (
                "%half = getelementptr inbounds i8, ptr %here, i64 12\n  %next = getelementptr i8, ptr %half, i64 8",
                4,
                false,
            ),
            ("%next = freeze ptr %here", 0, true),
            (
                "%ends = icmp eq ptr %here, %q\n  %by = select i1 %ends, i64 0, i64 24\n  %next = getelementptr inbounds i8, ptr %here, i64 %by",
                24,
                true,
            ),
        ];
        for (body, stride, stays_inside) in steps {
            assert_eq!(
                origin(body),
                Some((vec![here], stride, stays_inside)),
                "{body}"
            );
        }
    }

    #[test]
    fn a_pointer_may_come_from_several() {
        let body = "%next = getelementptr inbounds i32, ptr %q, i64 1";
        assert_eq!(origin(body), Some((vec![1, 3], 4, true)));
        let body = "%ends = icmp eq ptr %here, %q\n  %next = select i1 %ends, ptr %p, ptr %here";
        assert_eq!(origin(body), Some((vec![0, 3], 0, true)));
    }

    #[test]
    fn a_pointer_from_elsewhere_has_no_known_origin() {
        for body in [
            "%next = load ptr, ptr %here",
            "%next = getelementptr { i32, i32 }, ptr %here, i64 0, i32 1",
        ] {
            assert_eq!(origin(body), None, "{body}");
        }
    }
}
