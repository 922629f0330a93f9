//! Any positions of the pointers that a loop moves.
//!
//! In: where a pointer comes from ([`moved`](super::moved)), and the registers when the loop is entered. Out: the pointer in any iteration: it is in the
//! object in which it was, at a multiple of its stride from there.

use super::moved::{Moved, gcd};
use crate::domain::Domain;
use crate::domain::value::{Pointer, PointerBase, Value};
use crate::semantics::machine::Registers;
use crate::strategy::merge::Merge;
use unroll_smt::term::Term;

impl Merge<'_> {
    /// A pointer in any iteration of a loop that is entered with these registers; `None` where nothing is known of it.
    pub(super) fn moved(
        &mut self,
        entered: &Registers<Term>,
        moved: &Moved,
    ) -> Option<Pointer<Term>> {
        let mut origins = moved.from.iter().map(|reg| match entered.get(*reg) {
            Value::Pointer(pointer) => Some(pointer),
            _ => None,
        });
        let first = origins.next()??;
        let mut stride = moved.stride;
        for other in origins {
            stride = gcd(stride, self.apart(first, other?)?);
        }
        if moved.stays_inside
            && let Some(pointer) = self.moved_inside(first, stride)
        {
            return Some(pointer);
        }
        let terms = &mut self.machine.domain.terms;
        let stride = terms.constant(64, u128::from(stride));
        let times = terms.fresh("moves", 64);
        let distance = terms.mul(stride, times);
        Some(self.machine.offset(first, distance))
    }

    /// A number of which the distance between two pointers is a multiple, wherever they lead; `None` if they lead to different objects.
    fn apart(&mut self, one: &Pointer<Term>, other: &Pointer<Term>) -> Option<u64> {
        if one.0.len() != other.0.len() {
            return None;
        }
        let mut apart = 0;
        for (one, other) in one.0.iter().zip(&*other.0) {
            if (one.guard, &one.place) != (other.guard, &other.place) {
                return None;
            }
            let terms = &mut self.machine.domain.terms;
            let distance = terms.sub(other.offset, one.offset);
            let distance = terms.as_const(distance)? as u64;
            apart = gcd(apart, distance.cast_signed().unsigned_abs());
        }
        Some(apart)
    }

    /// The same within an object whose size is known: a number of elements, which takes few bits.
    fn moved_inside(&mut self, pointer: &Pointer<Term>, stride: u64) -> Option<Pointer<Term>> {
        let case = pointer.as_single()?;
        let PointerBase::Object(object) = case.place else {
            return None;
        };
        let size = self.machine.extents.get(&object)?.size;
        let domain = &mut self.machine.domain;
        let (size, start) = (
            domain.as_const(size)? as u64,
            domain.as_const(case.offset)? as u64,
        );
        let first = start.checked_rem(stride)?;
        let most = size.checked_sub(first)? / stride;
        let (number, is_inside) = domain.bounded_fresh("moves", u64::BITS, most);
        let terms = &mut domain.terms;
        let stride = terms.constant(u64::BITS, stride.into());
        let distance = terms.mul(stride, number);
        let first = terms.constant(u64::BITS, first.into());
        let offset = terms.add(first, distance);
        self.record.facts.extend(is_inside);
        Some(Pointer::single(case.guard, case.place.clone(), offset))
    }
}
