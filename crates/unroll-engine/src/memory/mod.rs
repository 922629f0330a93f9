//! Memory: objects, contents, loads and stores, written once for both domains.
//!
//! An object is a size and a [`Content`]: a base under layers of writes. Writes at constant offsets are cells;
//! writes at unknown offsets, copies and fills of unknown length stay layers of their own, and a load resolves them
//! when it happens (read over write), by element wherever alignment allows and by byte where it does not.
//! States share contents; nothing is copied until it is written.
//!
//! Not done here: bounds and liveness checks. Safe Rust cannot miss them, and replay confirms every result.

mod content;
pub mod load;
mod parts;
pub mod store;
#[cfg(test)]
mod tests;
pub mod unknown;

pub use content::{Cell, Content, Data};

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use self::unknown::{Private, Reach};
use crate::domain::Domain;
use crate::domain::layout::{self, Bases, LOWEST};
use crate::domain::value::{self, ObjectId, Pointer, PointerBase};

/// The objects of one state.
#[derive(Clone, Debug)]
pub struct Memory<B> {
    objects: Rc<BTreeMap<ObjectId, Rc<Content<B>>>>,
    /// Objects that were freed, in whose place others may lie.
    dead: Rc<BTreeSet<ObjectId>>,
    /// Words that others may change as well and that were read, by object and position: true for those that may have changed since.
    observed: Rc<BTreeMap<(ObjectId, u64), bool>>,
}

impl<B> Default for Memory<B> {
    fn default() -> Self {
        Self {
            objects: Rc::default(),
            dead: Rc::default(),
            observed: Rc::default(),
        }
    }
}

impl<B: Clone> Memory<B> {
    /// The content of an object, when this state has written or made it.
    pub fn get(&self, object: ObjectId) -> Option<&Rc<Content<B>>> {
        self.objects.get(&object)
    }

    /// Lets go of the content of an object, which is about to be replaced.
    pub fn release(&mut self, object: ObjectId) {
        Rc::make_mut(&mut self.objects).remove(&object);
    }

    /// Replaces the content of an object.
    pub fn set(&mut self, object: ObjectId, content: Rc<Content<B>>) {
        Rc::make_mut(&mut self.objects).insert(object, content);
    }

    /// Objects in whose place others may lie.
    pub fn dead(&self) -> &Rc<BTreeSet<ObjectId>> {
        &self.dead
    }

    /// Notes that others may lie in the place of an object.
    pub fn free(&mut self, object: ObjectId) {
        if !self.dead.contains(&object) {
            Rc::make_mut(&mut self.dead).insert(object);
        }
    }

    /// Notes that an object is in use again.
    pub fn revive(&mut self, object: ObjectId) {
        if self.dead.contains(&object) {
            Rc::make_mut(&mut self.dead).remove(&object);
        }
    }

    /// Takes over what was freed in another memory.
    fn free_all(&mut self, other: &Self) {
        if !Rc::ptr_eq(&self.dead, &other.dead) {
            for object in other.dead.iter() {
                self.free(*object);
            }
        }
    }

    /// Notes that a word is read that others may change as well, at any time if it `always_changes`. True if it was read before and may have
    /// changed since.
    pub fn observe(&mut self, object: ObjectId, position: u64, always_changes: bool) -> bool {
        let word = (object, position);
        if let Some(has_changed) = self.observed.get(&word) {
            return *has_changed;
        }
        Rc::make_mut(&mut self.observed).insert(word, always_changes);
        false
    }

    /// Notes that words of such objects that were read may have changed.
    pub fn outdate(&mut self, may_change: impl Fn(ObjectId) -> bool) {
        let is_outdated =
            |(word, has_changed): (&(ObjectId, u64), &bool)| !has_changed && may_change(word.0);
        if self.observed.iter().any(is_outdated) {
            for (word, has_changed) in Rc::make_mut(&mut self.observed) {
                *has_changed |= may_change(word.0);
            }
        }
    }

    /// Takes over what was read in another memory.
    fn observe_all(&mut self, other: &Self) {
        if !Rc::ptr_eq(&self.observed, &other.observed) {
            let observed = Rc::make_mut(&mut self.observed);
            for (word, has_changed) in other.observed.iter() {
                *observed.entry(*word).or_default() |= *has_changed;
            }
        }
    }

    /// True if two memories are the same by construction.
    pub fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.objects, &other.objects)
    }
}

/// The part of memory outside of all states.
pub struct Globals<'g, B> {
    /// Contents that a state may not have touched, by object; `None` for objects made during execution.
    pub initial: &'g [Option<Rc<Content<B>>>],
    /// Variables that are never written.
    pub constants: &'g FxHashSet<ObjectId>,
}

impl<B> Globals<'_, B> {
    fn initial(&self, object: ObjectId) -> Option<Rc<Content<B>>> {
        self.initial.get(object.0 as usize).cloned().flatten()
    }
}

/// `cond ? then : els`.
pub fn merge<D: Domain>(
    domain: &mut D,
    cond: D::Bits,
    then: &Memory<D::Bits>,
    els: &Memory<D::Bits>,
    globals: &Globals<'_, D::Bits>,
) -> Memory<D::Bits> {
    let mut merged = then.clone();
    // Unions: behind the join, an object that either path freed may be gone, and a word that either
    // read may have been seen.
    merged.free_all(els);
    merged.observe_all(els);
    if then.same(els) {
        return merged;
    }
    let initial = |object| globals.initial(object);
    let mut lost = Reach::default();
    let mut join = |domain: &mut D, own: &Rc<_>, other: &Rc<_>| {
        let joined = content::merge(domain, cond, own, other);
        // The code that has the object may write through any pointer that either side holds.
        if joined.is_unknown() {
            lost.content(own);
            lost.content(other);
        }
        joined
    };
    for (object, other) in els.objects.iter() {
        let own = then.get(*object).cloned().or_else(|| initial(*object));
        match own {
            Some(own) if Rc::ptr_eq(&own, other) => {}
            Some(own) => merged.set(*object, join(domain, &own, other)),
            // Only one path made the object, so the other has no pointer to it, and no choice is
            // needed.
            None => merged.set(*object, Rc::clone(other)),
        }
    }
    for (object, own) in then.objects.iter() {
        if els.get(*object).is_none()
            && let Some(other) = initial(*object)
        {
            merged.set(*object, join(domain, own, &other));
        }
    }
    if lost.forget(&mut merged, globals, &mut Private::default()) {
        domain.write_unknown();
    }
    merged
}

/// Distance between the usual addresses of neighbouring objects; larger than any object.
const OBJECT_SPACING_BITS: u32 = 36;

/// Bits of an address above the lowest that there may be.
// A base of 62 bits, the lowest address and the offset into any object stay below 2^63 together: no
// address wraps or looks negative.
const ADDRESS_BITS: u32 = 62;

/// The address of the start of an object.
pub fn base<D: Domain>(domain: &mut D, object: ObjectId) -> D::Bits {
    let align = domain.alignments().of(object);
    let usual = usual_base(object) - u128::from(LOWEST);
    let name = layout::address_of(object, align);
    let high = domain.layout(&name, ADDRESS_BITS - align, usual >> align);
    let multiple = if align == 0 {
        high
    } else {
        let low = domain.constant(align, 0);
        domain.concat(high, low)
    };
    above_lowest(domain, multiple)
}

/// Where an object lies in readings that have one execution.
pub fn usual_base(object: ObjectId) -> u128 {
    u128::from(object.0 + 1) << OBJECT_SPACING_BITS
}

fn above_lowest<D: Domain>(domain: &mut D, distance: D::Bits) -> D::Bits {
    let (distance, lowest) = (
        domain.zext(distance, 64),
        domain.constant(64, LOWEST.into()),
    );
    domain.add(distance, lowest)
}

/// The address that a program sees when it looks at a pointer case.
pub fn address<D: Domain>(domain: &mut D, place: &PointerBase, offset: D::Bits) -> D::Bits {
    let base = match place {
        PointerBase::Absolute | PointerBase::Unknown => return offset,
        PointerBase::Object(object) => base(domain, *object),
        PointerBase::Function(symbol, _) => {
            let usual = u128::from(stable_hash(symbol) & 0x0fff_ffff) * 16;
            let name = layout::address_of_function(symbol);
            let distance = domain.layout(&name, ADDRESS_BITS, usual);
            above_lowest(domain, distance)
        }
    };
    domain.add(base, offset)
}

/// The pointer as a number.
pub fn pointer_to_bits<D: Domain>(domain: &mut D, pointer: &Pointer<D::Bits>) -> D::Bits {
    let (last, rest) = pointer
        .0
        .split_last()
        .expect("invariant: a pointer has a case");
    // The last case needs no guard, because the guards cover every execution that uses the pointer.
    let mut bits = address(domain, &last.place, last.offset);
    for case in rest {
        let other = address(domain, &case.place, case.offset);
        bits = domain.ite(case.guard, other, bits);
    }
    bits
}

/// The pointer that a number was made from; to no object where that is none. `None` where it was made from the addresses of several objects,
/// `objects` of which there are.
pub fn bits_to_pointer<D: Domain>(
    domain: &mut D,
    bits: D::Bits,
    objects: u32,
) -> Option<Pointer<D::Bits>> {
    let bits = domain.resize(bits, 64);
    // Addresses of objects are variables in this reading, so a constant was not made of one.
    if domain.as_const(bits).is_some() && domain.bases(bits) != Bases::ByNumber {
        return Some(value::absolute(domain, bits));
    }
    // First, because the parts know all cases of the pointer; the variables in them only name
    // objects.
    if let Some(pointer) = domain.whole(bits) {
        return Some(pointer);
    }
    let bases = match domain.bases(bits) {
        Bases::Objects(bases) => bases,
        Bases::ByNumber => {
            let number = (domain.value(bits) >> OBJECT_SPACING_BITS) as u32;
            let is_object = (1..=objects).contains(&number);
            is_object
                .then(|| ObjectId(number - 1))
                .into_iter()
                .collect()
        }
    };
    match &*bases {
        [] => Some(value::absolute(domain, bits)),
        [object] => {
            let (always, start) = (domain.bool(true), base(domain, *object));
            let offset = domain.sub(bits, start);
            Some(Pointer::single(
                always,
                PointerBase::Object(*object),
                offset,
            ))
        }
        _ => {
            let [cond, then, els] = domain.choice(bits)?;
            let then = bits_to_pointer(domain, then, objects)?;
            let els = bits_to_pointer(domain, els, objects)?;
            Some(value::merge_pointers(domain, cond, &then, &els))
        }
    }
}

fn stable_hash(text: &str) -> u32 {
    // FNV-1a: the hashers of `std` may differ between releases, and addresses have to repeat.
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
