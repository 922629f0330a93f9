//! Observations of addresses: what a program sees of where objects lie.
//!
//! A pointer is an object and an offset. Code that compares two of them, takes their distance, or converts one to a
//! number observes the layout of memory, which differs between processes. Each observation is a word that may have
//! any value that the language allows: two live objects do not overlap and may be in either order and at any
//! distance; an address is a multiple of its object's alignment and not null; freed memory may be reused. So a claim
//! holds for every layout, and an input that needs a particular one is not assumed to exist.
//!
//! Comparisons and distances are answered for pairs of objects rather than by numbers. That two objects do not
//! overlap then needs no proof, which the standard library's own checks rely on all the time.

use rustc_hash::FxHashSet;

use crate::domain::Domain;
use crate::domain::layout::{self, MOST_PAIRS};
use crate::domain::stop::Stop;
use crate::domain::value::{ObjectId, Pointer, PointerBase, PointerCase};
use crate::memory::unknown::Reach;
use crate::memory::{self, Memory, usual_base};
use crate::semantics::machine::Machine;
use unroll_llvm::ir::IntPred;
use unroll_smt::term::Op;

/// Bits of the distance between two objects.
const GAP_BITS: u32 = 61;

/// Addresses below are none of an object.
const NOT_OBJECTS: u128 = layout::LOWEST as u128;

/// Sizes and offsets of objects are smaller.
const MOST_OFFSET: u128 = 1 << 62;

impl<D: Domain> Machine<'_, D> {
    /// All words that can be read by way of the first activation's own objects.
    pub(crate) fn shown(&self, memory: &Memory<D::Bits>) -> Vec<D::Bits> {
        let own = self.extents.iter().filter(|(object, extent)| {
            extent.activation == Some(1) && !memory.dead().contains(object)
        });
        let mut reach = Reach::of(own.map(|(object, _)| *object).collect());
        let mut seen = FxHashSet::default();
        while let Some(object) = reach.pop() {
            if seen.insert(object) && !self.constants.contains(&object) {
                reach.content(&self.content(memory, object));
            }
        }
        reach.into_words()
    }

    /// A word of the layout of which nothing more is known.
    fn open(&mut self, width: u32, usual: u128) -> D::Bits {
        let name = layout::open(self.open);
        self.open += 1;
        // Numbered by use, so that walks along the same path ask about the same word.
        self.domain.layout(&name, width, usual)
    }

    /// Stops where a pointer was made of the addresses of several objects since the last call.
    pub(crate) fn check_pointers(&mut self) -> Result<(), Stop> {
        if std::mem::take(&mut self.is_mixed) {
            return Err(Stop::unsupported(
                "a pointer made of the addresses of several objects",
            ));
        }
        Ok(())
    }

    /// How two pointers compare, by what `dead` says of objects that others may lie in the place of.
    pub(crate) fn compare_pointers(
        &mut self,
        pred: IntPred,
        lhs: &Pointer<D::Bits>,
        rhs: &Pointer<D::Bits>,
    ) -> D::Bits {
        self.pairwise(1, lhs, rhs, |machine, left, right| {
            machine.compare_cases(pred, left, right)
        })
    }

    /// How far `lhs` lies above `rhs`.
    pub(crate) fn distance(&mut self, lhs: &Pointer<D::Bits>, rhs: &Pointer<D::Bits>) -> D::Bits {
        self.pairwise(64, lhs, rhs, Self::distance_of_cases)
    }

    /// The lowest `bits` of an address, where the alignments of all objects that it may be in tell them.
    pub(crate) fn low_bits(&mut self, pointer: &Pointer<D::Bits>, bits: u32) -> Option<D::Bits> {
        let is_known = |case: &PointerCase<D::Bits>| match case.place {
            PointerBase::Object(object) => self.domain.alignments().of(object) >= bits,
            PointerBase::Absolute => true,
            // The alignment of functions is up to the linker.
            PointerBase::Function(..) | PointerBase::Unknown => false,
        };
        if bits == 0 || !pointer.0.iter().all(is_known) {
            return None;
        }
        let (last, rest) = pointer.0.split_last()?;
        let mut low = self.domain.extract(last.offset, 0, bits);
        for case in rest {
            let other = self.domain.extract(case.offset, 0, bits);
            low = self.domain.ite(case.guard, other, low);
        }
        Some(self.domain.zext(low, 64))
    }

    fn pairwise(
        &mut self,
        width: u32,
        lhs: &Pointer<D::Bits>,
        rhs: &Pointer<D::Bits>,
        mut pair: impl FnMut(&mut Self, &PointerCase<D::Bits>, &PointerCase<D::Bits>) -> D::Bits,
    ) -> D::Bits {
        // An open word has every value, the right one included: proofs hold, and inputs are replayed.
        if lhs.0.len() * rhs.0.len() > MOST_PAIRS {
            return self.open(width, 0);
        }
        let mut result = None;
        // From the last pair to the first, so that the first guards are the outermost choices.
        for left in lhs.0.iter().rev() {
            for right in rhs.0.iter().rev() {
                let both = self.domain.and(left.guard, right.guard);
                if self.domain.is(both, false) {
                    continue;
                }
                let value = pair(self, left, right);
                result = Some(match result {
                    Some(rest) => self.domain.ite(both, value, rest),
                    None => value,
                });
            }
        }
        result.unwrap_or_else(|| self.domain.constant(width, 0))
    }

    fn compare_cases(
        &mut self,
        pred: IntPred,
        left: &PointerCase<D::Bits>,
        right: &PointerCase<D::Bits>,
    ) -> D::Bits {
        use PointerBase::{Absolute, Function, Object};
        let is_equality = matches!(pred, IntPred::Eq | IntPred::Ne);
        match (&left.place, &right.place) {
            (from, to) if from == to => self.compare_bits(pred, left.offset, right.offset),
            (Object(from), Object(to)) => {
                let (from, to) = (*from, *to);
                // One may lie where the other was, or be merged with it: every answer is possible.
                if !self.lie_apart(from, to) {
                    let usual = self.usual_order(pred, left, right);
                    return self.open(1, usual);
                }
                // A pointer one behind the end of an object may equal the start of the next one, so
                // the distance decides.
                if !self.is_inside(from, left.offset) || !self.is_inside(to, right.offset) {
                    let distance = self.distance_of_cases(left, right);
                    let zero = self.domain.constant(64, 0);
                    return self.compare_bits(signed(pred), distance, zero);
                }
                // Two objects in use do not overlap, so places inside of them differ.
                if is_equality {
                    return self.domain.bool(pred == IntPred::Ne);
                }
                let is_below = self.is_below(from, to);
                match pred {
                    IntPred::Ult | IntPred::Ule | IntPred::Slt | IntPred::Sle => is_below,
                    _ => self.domain.not(is_below),
                }
            }
            // LLVM merges functions that do the same, as it likes.
            (Function(..), Function(..)) if is_equality => {
                self.open(1, u128::from(pred == IntPred::Ne))
            }
            (Absolute, Object(_) | Function(..)) | (Object(_) | Function(..), Absolute)
                if is_equality && self.is_no_object(left, right) =>
            {
                self.domain.bool(pred == IntPred::Ne)
            }
            _ => {
                let left = memory::address(&mut self.domain, &left.place, left.offset);
                let right = memory::address(&mut self.domain, &right.place, right.offset);
                self.compare_bits(pred, left, right)
            }
        }
    }

    /// True if one of two places is a number that is no address of an object or function, which the other lies in.
    fn is_no_object(&self, left: &PointerCase<D::Bits>, right: &PointerCase<D::Bits>) -> bool {
        let (number, other) = match left.place {
            PointerBase::Absolute => (left.offset, right.offset),
            _ => (right.offset, left.offset),
        };
        // Small numbers are `null` and dangling pointers, and high ones are these with an offset
        // below zero.
        let (low, high) = self.domain.interval(number);
        let (_, most) = self.domain.interval(other);
        let is_none = high < NOT_OBJECTS || low > u128::from(u64::MAX) - NOT_OBJECTS;
        is_none && most < MOST_OFFSET
    }

    fn distance_of_cases(
        &mut self,
        left: &PointerCase<D::Bits>,
        right: &PointerCase<D::Bits>,
    ) -> D::Bits {
        if left.place == right.place {
            return self.domain.sub(left.offset, right.offset);
        }
        let (PointerBase::Object(from), PointerBase::Object(to)) = (&left.place, &right.place)
        else {
            let left = memory::address(&mut self.domain, &left.place, left.offset);
            let right = memory::address(&mut self.domain, &right.place, right.offset);
            return self.domain.sub(left, right);
        };
        let (from, to) = (*from, *to);
        if !self.lie_apart(from, to) {
            let (left, right) = (self.usual(from, left.offset), self.usual(to, right.offset));
            let usual = left.wrapping_sub(right);
            return self.open(64, usual & u128::from(u64::MAX));
        }
        // The same variables as in `is_below`, so comparisons and distances of one pair agree.
        let gap = self.gap(from, to);
        let (from_size, to_size) = (self.extents[&from].size, self.extents[&to].size);
        let moved = self.domain.sub(left.offset, right.offset);
        // With `from` below, its size and the gap lie between the two.
        let span = self.domain.add(gap, from_size);
        let down = self.domain.sub(moved, span);
        let span = self.domain.add(gap, to_size);
        let up = self.domain.add(span, moved);
        let is_below = self.is_below(from, to);
        self.domain.ite(is_below, down, up)
    }

    /// True if an object lies below another.
    fn is_below(&mut self, object: ObjectId, other: ObjectId) -> D::Bits {
        // One variable for a pair in either order, or the two answers could contradict each other.
        let (first, second) = (object.min(other), object.max(other));
        let is_below = self.domain.layout(&layout::below(first, second), 1, 1);
        if first == object {
            is_below
        } else {
            self.domain.not(is_below)
        }
    }

    /// The bytes between two objects.
    fn gap(&mut self, object: ObjectId, other: ObjectId) -> D::Bits {
        let (first, second) = (object.min(other), object.max(other));
        let size = self.domain.value(self.extents[&first].size);
        let between = usual_base(second) - usual_base(first);
        let name = layout::gap(first, second);
        let gap = self
            .domain
            .layout(&name, GAP_BITS, between.saturating_sub(size));
        self.domain.zext(gap, 64)
    }

    /// True if two objects are in use, so that they are different places.
    fn lie_apart(&self, left: ObjectId, right: ObjectId) -> bool {
        let are_constants = self.constants.contains(&left) && self.constants.contains(&right);
        // Constants that are equal may be one.
        !are_constants && self.is_in_use(left) && self.is_in_use(right)
    }

    fn is_in_use(&self, object: ObjectId) -> bool {
        let Some(extent) = self.extents.get(&object) else {
            return false;
        };
        let is_over = |activation| self.activations.is_over(activation);
        !self.dead.contains(&object) && !extent.activation.is_some_and(is_over)
    }

    /// True if an offset lies in an object, and not behind its end.
    fn is_inside(&self, object: ObjectId, offset: D::Bits) -> bool {
        let (_, most) = self.domain.interval(offset);
        let extent = self.extents.get(&object);
        extent.is_some_and(|extent| most < self.domain.interval(extent.size).0)
    }

    fn usual(&self, object: ObjectId, offset: D::Bits) -> u128 {
        usual_base(object) + self.domain.value(offset)
    }

    fn usual_order(
        &self,
        pred: IntPred,
        left: &PointerCase<D::Bits>,
        right: &PointerCase<D::Bits>,
    ) -> u128 {
        let of = |case: &PointerCase<D::Bits>| match case.place {
            PointerBase::Object(object) => self.usual(object, case.offset),
            _ => 0,
        };
        let (left, right) = (of(left), of(right));
        u128::from(match pred {
            IntPred::Eq => left == right,
            IntPred::Ne => left != right,
            IntPred::Ult | IntPred::Slt => left < right,
            IntPred::Ule | IntPred::Sle => left <= right,
            IntPred::Ugt | IntPred::Sgt => left > right,
            IntPred::Uge | IntPred::Sge => left >= right,
        })
    }

    /// A comparison of words.
    pub(crate) fn compare_bits(&mut self, pred: IntPred, lhs: D::Bits, rhs: D::Bits) -> D::Bits {
        let (op, swap, negate) = match pred {
            IntPred::Eq => (Op::Eq, false, false),
            IntPred::Ne => (Op::Eq, false, true),
            IntPred::Ugt => (Op::Ult, true, false),
            IntPred::Uge => (Op::Ule, true, false),
            IntPred::Ult => (Op::Ult, false, false),
            IntPred::Ule => (Op::Ule, false, false),
            IntPred::Sgt => (Op::Slt, true, false),
            IntPred::Sge => (Op::Sle, true, false),
            IntPred::Slt => (Op::Slt, false, false),
            IntPred::Sle => (Op::Sle, false, false),
        };
        let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
        let holds = self.domain.binary(op, lhs, rhs);
        if negate {
            self.domain.not(holds)
        } else {
            holds
        }
    }
}

/// The same comparison of differences, which are signed.
fn signed(pred: IntPred) -> IntPred {
    // An address minus a higher one is negative, whichever order the comparison read the addresses
    // in.
    match pred {
        IntPred::Eq | IntPred::Ne => pred,
        IntPred::Ult | IntPred::Slt => IntPred::Slt,
        IntPred::Ule | IntPred::Sle => IntPred::Sle,
        IntPred::Ugt | IntPred::Sgt => IntPred::Sgt,
        IntPred::Uge | IntPred::Sge => IntPred::Sge,
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::interpret::{Inputs, Interpreter};
    use crate::strategy::merge::{Bounds, Merge};
    use crate::strategy::paths::{Aliases, Walker};
    use unroll_llvm::{Module, Program};
    use unroll_smt::{Answer, Limits, Session};

    /// Which ways a condition `%x` may go behind this code, and which it goes for the interpreter: there are two allocations `%a` and `%b` of
    /// 16 bytes at multiples of 8, and one `%c` of 5 bytes.
    fn ways(body: &str) -> Vec<bool> {
        let text = format!(
            "declare ptr @__rust_alloc(i64, i64)
declare ptr @__rust_realloc(ptr, i64, i64, i64)
declare void @__rust_dealloc(ptr, i64, i64)
declare void @llvm.lifetime.end.p0(ptr)
declare void @__unroll_check(i32, i1)
declare void @__unroll_given()
define void @f() {{ ret void }}
define void @g() {{ ret void }}
define ptr @local() {{
  %l = alloca [16 x i8], align 8
  ret ptr %l
}}
define void @main() {{
  call void @__unroll_given()
  %s = alloca [16 x i8], align 16
  %t = alloca [16 x i8], align 16
  %a = call ptr @__rust_alloc(i64 16, i64 8)
  %b = call ptr @__rust_alloc(i64 16, i64 8)
  %c = call ptr @__rust_alloc(i64 5, i64 1)
  {body}
  call void @__unroll_check(i32 0, i1 %x)
  ret void
}}
"
        );
        let module = Module::index(text).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let merge = Merge::new(&program, Bounds::for_depth(3, 10_000));
        let mut execution = merge.run("main").expect("it ends");
        assert!(
            execution.record.cuts.is_empty(),
            "{body}: {:?}",
            execution.record.cuts
        );
        let terms = &mut execution.symbolic.terms;
        let returned = execution.record.returned.unwrap_or_else(|| terms.fls());
        let violated = execution.record.violations.first();
        let violated = violated.map_or_else(|| terms.fls(), |violation| violation.cond);
        let mut session = Session::new(Limits::default());
        let ways = [(returned, true), (violated, false)].into_iter();
        let possible =
            ways.filter(|(cond, _)| matches!(session.check(terms, &[*cond]), Answer::Sat(_)));
        let possible: Vec<bool> = possible.map(|(_, way)| way).collect();
        let run = Interpreter::new(&program, 1_000).run("main", &Inputs::default());
        let taken = format!("{:?}", run.expect("it ends").end) == "Returned";
        assert!(possible.contains(&taken), "{body}: {taken}");
        let bounds = Bounds::for_depth(3, 10_000);
        let mut walker = Walker::new(&program, bounds, Aliases::Late, false);
        let walk = walker.walk("main", &Inputs::default()).expect("it ends");
        let trace = walk.trace().expect("it ends");
        assert_eq!(format!("{:?}", trace.end) == "Returned", taken, "{body}");
        assert_eq!(walk.decisions.is_empty(), possible.len() == 1, "{body}");
        possible
    }

    #[test]
    fn what_no_layout_changes_is_known() {
        for (body, way) in [
            ("%x = icmp eq ptr %a, %b", false),
            ("%x = icmp ne ptr %s, %t", true),
            ("%x = icmp eq ptr %a, null", false),
            (
                "%i = ptrtoint ptr %c to i64\n %x = icmp eq i64 %i, 0",
                false,
            ),
            (
                "%m = getelementptr i8, ptr %a, i64 4\n %x = icmp ult ptr %a, %m",
                true,
            ),
            (
                "%m = getelementptr i8, ptr %a, i64 4\n %i = ptrtoint ptr %m to i64\n \
                 %n = and i64 %i, 7\n %x = icmp eq i64 %n, 4",
                true,
            ),
            (
                "%i = ptrtoint ptr %a to i64\n %j = ptrtoint ptr %b to i64\n %d = sub i64 %i, %j\n \
                 %e = sub i64 %j, %i\n %o = icmp ult i64 %i, %j\n %f = select i1 %o, i64 %e, i64 %d\n \
                 %x = icmp uge i64 %f, 16",
                true,
            ),
            (
                "%i = ptrtoint ptr %a to i64\n %j = or i64 %i, 1\n %k = and i64 %j, -2\n \
                 %p = inttoptr i64 %k to ptr\n store i8 7, ptr %a\n %v = load i8, ptr %p\n %x = icmp eq i8 %v, 7",
                true,
            ),
        ] {
            assert_eq!(ways(body), [way], "{body}");
        }
    }

    #[test]
    fn what_layouts_change_may_go_either_way() {
        for body in [
            "%x = icmp ult ptr %a, %b",
            "%x = icmp ugt ptr %t, %s",
            "%i = ptrtoint ptr %c to i64\n %n = and i64 %i, 3\n %x = icmp eq i64 %n, 0",
            "%i = ptrtoint ptr %a to i64\n %n = lshr i64 %i, 12\n %m = and i64 %n, 1\n %x = icmp eq i64 %m, 0",
            "%e = getelementptr i8, ptr %a, i64 16\n %x = icmp eq ptr %e, %b",
            "%i = ptrtoint ptr %a to i64\n %j = ptrtoint ptr %b to i64\n %d = sub i64 %j, %i\n %x = icmp eq i64 %d, 32",
            "call void @__rust_dealloc(ptr %a, i64 16, i64 8)\n \
             %n = call ptr @__rust_alloc(i64 16, i64 8)\n %x = icmp eq ptr %a, %n",
            "%n = call ptr @__rust_realloc(ptr %a, i64 16, i64 8, i64 32)\n %x = icmp eq ptr %a, %n",
            "call void @llvm.lifetime.end.p0(ptr %s)\n %x = icmp eq ptr %s, %t",
            "%l = call ptr @local()\n %m = call ptr @local()\n %x = icmp eq ptr %l, %m",
            "%x = icmp eq ptr @f, @g",
            "%i = ptrtoint ptr @f to i64\n %j = ptrtoint ptr @g to i64\n %x = icmp eq i64 %i, %j",
        ] {
            assert_eq!(ways(body), [true, false], "{body}");
        }
    }
}
