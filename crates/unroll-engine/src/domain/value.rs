//! Values of registers and memory cells.
//!
//! A pointer is an object and an offset, and becomes a number only when the program observes its address. Several
//! possible objects are guarded cases: the guards of one pointer exclude each other and cover every execution in
//! which the pointer is used.

use std::rc::Rc;

use crate::domain::Domain;

/// A memory object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// The kinds of memory that a pointer points into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PointerBase {
    /// A memory object; the offset counts bytes from its start.
    Object(ObjectId),
    /// A function, by symbol and the module that names it.
    Function(Rc<str>, u32),
    /// No object: the offset is the address (`null`, dangling pointers of empty slices).
    Absolute,
    /// Memory of which nothing is known (see [`Content::Unknown`](crate::memory::Content::Unknown)); the offset is the address.
    Unknown,
}

/// One case of a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerCase<B> {
    /// When it holds (width 1).
    pub guard: B,
    /// The memory that it points into.
    pub place: PointerBase,
    /// Byte offset, 64 bits.
    pub offset: B,
}

/// A pointer as guarded cases; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer<B>(pub Rc<[PointerCase<B>]>);

/// A first-class value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<B> {
    /// `undef`, `poison` or uninitialised memory: any value will do.
    Undef,
    /// An integer or the bits of a float.
    Bits(B),
    /// A pointer.
    Pointer(Pointer<B>),
    /// Struct fields, array elements or vector lanes.
    Aggregate(Rc<[Value<B>]>),
}

impl<B> Pointer<B> {
    /// The objects that it may point to.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.0.iter().filter_map(|case| match case.place {
            PointerBase::Object(object) => Some(object),
            _ => None,
        })
    }
}

impl<B: Copy> Pointer<B> {
    /// A pointer with one case.
    pub fn single(guard: B, place: PointerBase, offset: B) -> Self {
        Self(Rc::from([PointerCase {
            guard,
            place,
            offset,
        }]))
    }

    /// The only case, when there is one.
    pub fn as_single(&self) -> Option<&PointerCase<B>> {
        match &*self.0 {
            [case] => Some(case),
            _ => None,
        }
    }

    /// The same objects with offsets mapped.
    #[must_use]
    pub fn map_offsets(&self, mut f: impl FnMut(B) -> B) -> Self {
        let cases = self.0.iter().map(|case| PointerCase {
            offset: f(case.offset),
            ..case.clone()
        });
        Self(cases.collect())
    }
}

impl<B: Copy + Eq> Value<B> {
    /// The elements of an aggregate of `len` elements.
    pub fn elements(&self, len: usize) -> Rc<[Self]> {
        match self {
            Self::Aggregate(elements) => Rc::clone(elements),
            _ => vec![Self::Undef; len].into(),
        }
    }

    /// The words that it consists of, in order; `None` where one is undefined or a pointer.
    pub fn words(&self) -> Option<Vec<B>> {
        match self {
            Self::Bits(bits) => Some(vec![*bits]),
            Self::Aggregate(parts) => {
                let parts = parts.iter().map(Self::words).collect::<Option<Vec<_>>>()?;
                Some(parts.concat())
            }
            Self::Undef | Self::Pointer(_) => None,
        }
    }
}

/// `cond ? then : els`, pointwise. An undefined side gives way to the other.
pub fn merge<D: Domain>(
    domain: &mut D,
    cond: D::Bits,
    then: &Value<D::Bits>,
    els: &Value<D::Bits>,
) -> Value<D::Bits> {
    merge_by(domain, cond, then, els, &|domain, then, els| {
        domain.ite(cond, then, els)
    })
}

/// The join of two words where paths meet.
type JoinWords<'f, D> =
    dyn Fn(&mut D, <D as Domain>::Bits, <D as Domain>::Bits) -> <D as Domain>::Bits + 'f;

/// As [`merge`], where `word` says what becomes of two different words of the same width.
pub(crate) fn merge_by<D: Domain>(
    domain: &mut D,
    cond: D::Bits,
    then: &Value<D::Bits>,
    els: &Value<D::Bits>,
    word: &JoinWords<'_, D>,
) -> Value<D::Bits> {
    if then == els || domain.is(cond, true) {
        return then.clone();
    }
    if domain.is(cond, false) {
        return els.clone();
    }
    match (then, els) {
        // LLVM lets `undef` be any value, so it may be that of the other side.
        (Value::Undef, defined) | (defined, Value::Undef) => defined.clone(),
        (Value::Bits(then), Value::Bits(els)) if domain.width(*then) == domain.width(*els) => {
            Value::Bits(word(domain, *then, *els))
        }
        (Value::Aggregate(then), Value::Aggregate(els)) => Value::Aggregate(
            then.iter()
                .zip(els.iter())
                .map(|(then, els)| merge_by(domain, cond, then, els, word))
                .collect(),
        ),
        (Value::Pointer(then), Value::Pointer(els)) => {
            Value::Pointer(merge_pointers(domain, cond, then, els))
        }
        (Value::Pointer(pointer), Value::Bits(address)) => {
            let address = absolute(domain, *address);
            Value::Pointer(merge_pointers(domain, cond, pointer, &address))
        }
        (Value::Bits(address), Value::Pointer(pointer)) => {
            let address = absolute(domain, *address);
            Value::Pointer(merge_pointers(domain, cond, &address, pointer))
        }
        _ => Value::Undef,
    }
}

/// A pointer to no object that is told apart.
pub fn absolute<D: Domain>(domain: &mut D, address: D::Bits) -> Pointer<D::Bits> {
    let always = domain.bool(true);
    // Constants are `null` and the dangling pointers of empty slices. In an abstraction any other
    // number may be an address in unknown memory.
    let place = if domain.knows_all_memory() || domain.as_const(address).is_some() {
        PointerBase::Absolute
    } else {
        PointerBase::Unknown
    };
    Pointer::single(always, place, address)
}

/// `cond ? then : els` of pointers, case by case.
pub fn merge_pointers<D: Domain>(
    domain: &mut D,
    cond: D::Bits,
    then: &Pointer<D::Bits>,
    els: &Pointer<D::Bits>,
) -> Pointer<D::Bits> {
    let otherwise = domain.not(cond);
    let mut cases: Vec<PointerCase<D::Bits>> = Vec::with_capacity(then.0.len() + els.0.len());
    for (side, pointer) in [(cond, then), (otherwise, els)] {
        for case in &*pointer.0 {
            let guard = domain.and(side, case.guard);
            if domain.is(guard, false) {
                continue;
            }
            match cases.iter_mut().find(|known| known.place == case.place) {
                Some(known) => {
                    // The guards exclude each other, so the order of the choices does not matter.
                    known.offset = domain.ite(guard, case.offset, known.offset);
                    known.guard = domain.or(known.guard, guard);
                }
                None => cases.push(PointerCase {
                    guard,
                    place: case.place.clone(),
                    offset: case.offset,
                }),
            }
        }
    }
    // The guards cover every execution that uses the pointer, so a single one is true in all of
    // these.
    if let [case] = &mut *cases {
        case.guard = domain.bool(true);
    }
    Pointer(cases.into())
}
