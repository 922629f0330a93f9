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
pub mod store;
#[cfg(test)]
mod tests;
pub mod unknown;

pub use content::{Cell, Content, Data};

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use self::unknown::Reach;
use crate::domain::Domain;
use crate::domain::value::{self, ObjectId, Place, Pointer};

/// The objects of one state.
#[derive(Clone, Debug)]
pub struct Memory<B> {
    objects: Rc<BTreeMap<ObjectId, Rc<Content<B>>>>,
}

impl<B> Default for Memory<B> {
    fn default() -> Self {
        Self {
            objects: Rc::default(),
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

    /// Whether two memories are the same by construction.
    pub fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.objects, &other.objects)
    }
}

/// What stands outside of all states.
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
    if then.same(els) {
        return then.clone();
    }
    let initial = |object| globals.initial(object);
    let mut merged = then.clone();
    let mut lost = Reach::default();
    let mut join = |domain: &mut D, own: &Rc<_>, other: &Rc<_>| {
        let joined = content::merge(domain, cond, own, other);
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
    if lost.forget(&mut merged, globals) {
        domain.write_unknown();
    }
    merged
}

/// Distance between the addresses of neighbouring objects; larger than any object.
const OBJECT_SPACING_BITS: u32 = 36;

/// The address that a program sees when it looks at a pointer case.
pub fn address<D: Domain>(domain: &mut D, place: &Place, offset: D::Bits) -> D::Bits {
    let base = match place {
        Place::Absolute | Place::Unknown => return offset,
        Place::Object(object) => u128::from(object.0 + 1) << OBJECT_SPACING_BITS,
        // Functions are never loaded from; distinct low addresses keep comparisons meaningful.
        Place::Function(symbol, _) => {
            0x1_0000_0000 + u128::from(stable_hash(symbol) & 0x0fff_ffff) * 16
        }
    };
    let base = domain.constant(64, base);
    domain.add(base, offset)
}

/// The pointer as a number.
pub fn pointer_to_bits<D: Domain>(domain: &mut D, pointer: &Pointer<D::Bits>) -> D::Bits {
    let (last, rest) = pointer
        .0
        .split_last()
        .expect("invariant: a pointer has a case");
    let mut bits = address(domain, &last.place, last.offset);
    for case in rest {
        let other = address(domain, &case.place, case.offset);
        bits = domain.ite(case.guard, other, bits);
    }
    bits
}

/// Most objects between two addresses of which a number may be either.
const MOST_OBJECTS: u128 = 64;

/// The pointer that a number was made from, where the number shows it; else a pointer to no object.
pub fn bits_to_pointer<D: Domain>(domain: &mut D, bits: D::Bits, objects: u32) -> Pointer<D::Bits> {
    let bits = domain.resize(bits, 64);
    let (low, high) = domain.interval(bits);
    let (first, last) = (low >> OBJECT_SPACING_BITS, high >> OBJECT_SPACING_BITS);
    if first == 0 || last > u128::from(objects) || last - first >= MOST_OBJECTS {
        return value::absolute(domain, bits);
    }
    let number = domain.extract(bits, OBJECT_SPACING_BITS, 64 - OBJECT_SPACING_BITS);
    let cases = (first..=last).map(|index| {
        let base = domain.constant(64, index << OBJECT_SPACING_BITS);
        let own = domain.constant(64 - OBJECT_SPACING_BITS, index);
        value::PointerCase {
            guard: domain.eq(number, own),
            place: Place::Object(ObjectId(index as u32 - 1)),
            offset: domain.sub(bits, base),
        }
    });
    let mut cases: Vec<_> = cases.collect();
    cases.retain(|case| !domain.is(case.guard, false));
    if cases.is_empty() {
        return value::absolute(domain, bits);
    }
    if let [case] = &mut *cases {
        case.guard = domain.bool(true);
    }
    Pointer(cases.into())
}

fn stable_hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
