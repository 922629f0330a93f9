//! The symbolic reading: words are terms.
//!
//! Input arrays have no theory of their own. Each read at a new index term gives a fresh variable. That equal
//! indices give equal elements (Ackermann's expansion) is added when the formula is encoded, for the pairs of index
//! terms that can be equal. This is the late resolution of aliases: nothing is enumerated during execution (ALIAS,
//! section 4).

mod structure;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::domain::layout::{Alignments, Bases, object_of};
use crate::domain::stop::Stop;
use crate::domain::value::{ObjectId, Pointer};
use crate::domain::{ArrayId, Domain};
use unroll_smt::term::bits::mask;
use unroll_smt::term::{Node, Op, Term, Terms};

/// A symbolic input array and what was read of it.
#[derive(Clone, Debug)]
pub struct Array {
    /// The leaf key that it came from.
    pub key: u64,
    /// Element width in bits.
    pub width: u32,
    /// Largest element that its type has, read as unsigned.
    pub type_max: u64,
    /// Largest element that contracts leave, read as unsigned.
    pub max: u64,
    /// Bits that elements need in two's complement; the width when they may be anything.
    signed_bits: u32,
    /// Elements read, by index term.
    pub reads: IndexMap<Term, Term>,
    /// The variables of all elements. Those whose reads were forgotten are kept, since terms may hold them.
    pub variables: Vec<Term>,
    /// How many reads already have their Ackermann constraints.
    constrained: usize,
    /// How many reads already have bounds.
    bounded: usize,
}

/// Builds terms.
#[derive(Debug, Default)]
pub struct Symbolic {
    /// The terms.
    pub terms: Terms,
    /// Input arrays.
    pub arrays: Vec<Array>,
    /// Memory of which nothing is known; `None` where all is known.
    pub unknown: Option<Unknown>,
    /// Objects whose addresses became numbers, where not all memory is known.
    exposed: Vec<ObjectId>,
    /// When an element was read that is not built.
    unbuilt: Option<Term>,
    alignments: Alignments,
    /// Words that are parts of addresses, with the byte at which each begins.
    parts: FxHashMap<Term, (Pointer<Term>, u32)>,
}

/// The reads of unknown memory.
#[derive(Debug, Default)]
pub struct Unknown {
    /// Words by object, offset and size, since such memory was written last.
    words: FxHashMap<(Option<ObjectId>, Term, u32), Term>,
    /// Words of contents that stay the same, by number, offset and size.
    any: FxHashMap<(u32, Term, u32), Term>,
    /// True if any was read at all.
    pub is_read: bool,
}

impl Symbolic {
    /// Registers an input array. Variants of an enum share keys, and may ask for elements of different types.
    pub fn array(&mut self, key: u64, width: u32, type_max: u64) -> ArrayId {
        let wanted = (key, width, type_max);
        let is_known = |array: &Array| (array.key, array.width, array.type_max) == wanted;
        if let Some(known) = self.arrays.iter().position(is_known) {
            return ArrayId(known as u32);
        }
        self.arrays.push(Array {
            key,
            width,
            type_max,
            max: type_max,
            signed_bits: width,
            reads: IndexMap::new(),
            variables: Vec::new(),
            constrained: 0,
            bounded: 0,
        });
        ArrayId(self.arrays.len() as u32 - 1)
    }

    /// Gives elements read from now on the bounds that the element at `index` has by now.
    pub fn bound_elements(&mut self, array: usize, index: Term) {
        let Array {
            width,
            max,
            reads,
            signed_bits,
            ..
        } = &mut self.arrays[array];
        let Some(element) = reads.get(&index) else {
            return;
        };
        let (_, high) = self.terms.interval(*element);
        *max = (*max).min(high as u64);
        let (low, high) = self.terms.signed_interval(*element);
        let magnitude = low.unsigned_abs().max(high.unsigned_abs());
        // The bits of the magnitude and a sign bit. A power of two below zero needs one bit less,
        // which is not worth a case.
        *signed_bits = (*width).min(129 - magnitude.leading_zeros());
        if low >= 0 {
            // As an unsigned number it is narrower still.
            *signed_bits = *width;
        }
    }

    /// A variable in `0..=max`, as a word of `width` bits: narrow in the solver, zero-extended here. The second
    /// part is the constraint that keeps it below `max`, where its own width does not.
    pub fn bounded_var(&mut self, name: &str, width: u32, max: u64) -> (Term, Option<Term>) {
        let var = self.terms.var(name, bits_for(max, width));
        self.bounded(var, width, max)
    }

    /// The same with a variable that no other call gives.
    pub fn bounded_fresh(&mut self, name: &str, width: u32, max: u64) -> (Term, Option<Term>) {
        let var = self.terms.fresh(name, bits_for(max, width));
        self.bounded(var, width, max)
    }

    fn bounded(&mut self, var: Term, width: u32, max: u64) -> (Term, Option<Term>) {
        let bits = self.terms.width(var);
        let full = u128::from(max) >= mask(bits);
        let bound = (!full).then(|| {
            let max = self.terms.constant(bits, u128::from(max));
            self.terms.ule(var, max)
        });
        (self.terms.zext(var, width), bound)
    }

    /// How many of Ackermann's pairs [`Self::new_array_constraints`] would make.
    pub fn new_pairs(&self) -> u64 {
        let pairs = |reads: usize| reads as u64 * (reads as u64).saturating_sub(1) / 2;
        let new = self.arrays.iter();
        new.map(|array| pairs(array.reads.len()) - pairs(array.constrained))
            .sum()
    }

    /// Bounds of the elements that were read since the last call.
    pub fn new_element_bounds(&mut self) -> Vec<Term> {
        let mut bounds = Vec::new();
        let Self { terms, arrays, .. } = self;
        for array in arrays {
            let new = array.bounded..array.reads.len();
            array.bounded = array.reads.len();
            // Elements with signed bounds have them from the width of their variable, so no
            // constraint is needed.
            if array.signed_bits != array.width {
                continue;
            }
            let max = terms.constant(array.width, u128::from(array.max));
            for new in new {
                let (_, element) = at(&array.reads, new);
                bounds.push(terms.ule(element, max));
            }
        }
        bounds.retain(|term| terms.as_bool(*term) != Some(true));
        bounds
    }

    /// Constraints of array reads made since the last call: element bounds, and Ackermann's pairs.
    pub fn new_array_constraints(&mut self) -> Vec<Term> {
        let mut constraints = self.new_element_bounds();
        let Self { terms, arrays, .. } = self;
        for array in arrays {
            for new in array.constrained..array.reads.len() {
                let (index, element) = at(&array.reads, new);
                for old in 0..new {
                    let (other, known) = at(&array.reads, old);
                    // Two constants are different numbers, because the map has each index once.
                    if terms.as_const(index).is_some() && terms.as_const(other).is_some() {
                        continue;
                    }
                    let same_index = terms.eq(index, other);
                    let same_element = terms.eq(element, known);
                    constraints.push(terms.implies(same_index, same_element));
                }
            }
            array.constrained = array.reads.len();
        }
        constraints.retain(|term| terms.as_bool(*term) != Some(true));
        constraints
    }
}

/// How many bits a number up to `max` needs, of at most `width`.
fn bits_for(max: u64, width: u32) -> u32 {
    (u64::BITS - max.leading_zeros()).max(1).min(width)
}

fn at(reads: &IndexMap<Term, Term>, position: usize) -> (Term, Term) {
    let (index, element) = reads
        .get_index(position)
        .expect("invariant: positions count the reads");
    (*index, *element)
}

impl Domain for Symbolic {
    type Bits = Term;

    fn constant(&mut self, width: u32, value: u128) -> Term {
        self.terms.constant(width, value)
    }
    fn width(&self, bits: Term) -> u32 {
        self.terms.width(bits)
    }
    fn as_const(&self, bits: Term) -> Option<u128> {
        self.terms.as_const(bits)
    }
    fn interval(&self, bits: Term) -> (u128, u128) {
        self.terms.interval(bits)
    }
    fn steps(&self, offset: Term) -> Option<(u64, i64)> {
        self.terms.steps(offset)
    }
    fn not(&mut self, bits: Term) -> Term {
        self.terms.not(bits)
    }
    fn binary(&mut self, op: Op, lhs: Term, rhs: Term) -> Term {
        self.terms.binary(op, lhs, rhs)
    }
    fn ite(&mut self, cond: Term, then: Term, els: Term) -> Term {
        self.terms.ite(cond, then, els)
    }
    fn extract(&mut self, bits: Term, lo: u32, width: u32) -> Term {
        self.terms.extract(bits, lo, width)
    }
    fn concat(&mut self, high: Term, low: Term) -> Term {
        self.terms.concat(high, low)
    }
    fn zext(&mut self, bits: Term, width: u32) -> Term {
        self.terms.zext(bits, width)
    }
    fn sext(&mut self, bits: Term, width: u32) -> Term {
        self.terms.sext(bits, width)
    }
    fn divide_exact(&mut self, bits: Term, size: u64) -> Term {
        match size {
            1 => bits,
            _ => self.quotient(bits, size).unwrap_or_else(|| {
                let size = self.terms.constant(64, u128::from(size));
                self.terms.udiv(bits, size)
            }),
        }
    }
    fn select(&mut self, array: ArrayId, index: Term) -> Term {
        let id = array.0 as usize;
        if let Some(&element) = self.arrays[id].reads.get(&index) {
            return element;
        }
        let Array {
            key,
            width,
            type_max,
            max,
            signed_bits,
            ref variables,
            ..
        } = self.arrays[id];
        // The number counts variables and not reads: a read that was forgotten must not give its
        // name to another element.
        let named = variables.len();
        let name = format!("a{key:x}.{width}.{type_max:x}!{named}");
        let (variable, element) = if signed_bits < width {
            let narrow = self.terms.var(&name, signed_bits);
            (narrow, self.terms.sext(narrow, width))
        } else {
            // The constraint that belongs to the bound is made with the others, in
            // `new_array_constraints`.
            let element = self.bounded_var(&name, width, max).0;
            (element, element)
        };
        self.arrays[id].variables.push(variable);
        self.arrays[id].reads.insert(index, element);
        element
    }
    fn knows_all_memory(&self) -> bool {
        self.unknown.is_none()
    }
    fn elsewhere(&mut self) -> Option<Term> {
        self.unknown.as_ref()?;
        Some(self.terms.fresh("address", 64))
    }
    fn unknown(&mut self, object: Option<ObjectId>, offset: Term, size: u32) -> Option<Term> {
        let known = self.unknown.as_mut()?;
        known.is_read = true;
        let terms = &mut self.terms;
        let word = known.words.entry((object, offset, size));
        Some(*word.or_insert_with(|| terms.fresh("unknown", size * 8)))
    }
    fn any(&mut self, number: u32, offset: Term, size: u32) -> Option<Term> {
        let known = self.unknown.as_mut()?;
        known.is_read = true;
        let terms = &mut self.terms;
        let word = known.any.entry((number, offset, size));
        Some(*word.or_insert_with(|| terms.fresh("any", size * 8)))
    }
    fn unbuilt(&mut self, object: ObjectId, offset: Term, size: u32, end: u64) -> Option<Term> {
        if !self.knows_all_memory() {
            return self.unknown(Some(object), offset, size);
        }
        let last = self.terms.constant(64, u128::from(size) - 1);
        let last = self.terms.add(offset, last);
        let end = self.terms.constant(64, end.into());
        let is_built = self.terms.ult(last, end);
        let reads = self.terms.not(is_built);
        let before = self.unbuilt.take();
        let reads = before.map_or(reads, |before| self.terms.or(before, reads));
        self.unbuilt = Some(reads).filter(|reads| self.terms.as_bool(*reads) != Some(false));
        None
    }
    fn unbuilt_under(&mut self, before: Option<Term>, cond: Term) {
        let new = self.unbuilt.take().map(|new| self.terms.and(new, cond));
        self.unbuilt = match (before, new) {
            (Some(before), Some(new)) => Some(self.terms.or(before, new)),
            (before, new) => before.or(new),
        };
    }
    fn take_unbuilt(&mut self) -> Option<Term> {
        self.unbuilt.take()
    }
    fn write_unknown(&mut self) {
        if let Some(known) = &mut self.unknown {
            known.words.clear();
        }
    }
    fn expose(&mut self, pointer: &Pointer<Term>) {
        if self.unknown.is_some() {
            self.exposed.extend(pointer.objects());
        }
    }
    fn note_part(&mut self, part: Term, pointer: &Pointer<Term>, skip: u32) {
        self.parts.insert(part, (pointer.clone(), skip));
    }
    fn part_of(&self, word: Term) -> Option<(Pointer<Term>, u32)> {
        self.parts.get(&word).cloned()
    }
    fn whole(&self, bits: Term) -> Option<Pointer<Term>> {
        let (mut rest, mut bytes) = (vec![bits], 0);
        let mut whole: Option<&Pointer<Term>> = None;
        while let Some(part) = rest.pop() {
            if let Some((pointer, skip)) = self.parts.get(&part) {
                if *skip != bytes || whole.is_some_and(|whole| whole != pointer) {
                    return None;
                }
                bytes += self.terms.width(part) / 8;
                whole = Some(pointer);
            } else if let Node::Concat { high, low } = *self.terms.node(part) {
                // The low part is taken first, so parts are met from the lowest byte on.
                rest.extend([high, low]);
            } else {
                return None;
            }
        }
        whole
            .filter(|_| 8 * bytes == self.terms.width(bits))
            .cloned()
    }
    fn take_exposed(&mut self) -> Vec<ObjectId> {
        std::mem::take(&mut self.exposed)
    }
    fn any_number(&mut self, name: &str, width: u32) -> Option<Term> {
        Some(self.terms.fresh(name, width))
    }
    fn layout(&mut self, name: &str, width: u32, _usual: u128) -> Term {
        self.terms.var(name, width)
    }
    fn value(&self, _bits: Term) -> u128 {
        0
    }
    fn bases(&self, bits: Term) -> Bases {
        let vars = self.terms.vars_of(bits).into_iter();
        let names = vars.filter_map(|var| self.terms.var_name(var));
        let mut objects: Vec<_> = names.filter_map(object_of).collect();
        objects.dedup();
        Bases::Objects(objects)
    }
    fn is_one_of_constants(&self, bits: Term) -> bool {
        match *self.terms.node(bits) {
            Node::Concat { high, low } => {
                self.terms.is_table(high) && self.terms.as_const(low).is_some()
            }
            _ => self.terms.is_table(bits),
        }
    }

    fn choice(&mut self, bits: Term) -> Option<[Term; 3]> {
        let terms = &mut self.terms;
        let (high, low) = match *terms.node(bits) {
            Node::Ite(cond, then, els) => return Some([cond, then, els]),
            Node::Concat { high, low } => (high, low),
            _ => return None,
        };
        let cond = [high, low]
            .iter()
            .find_map(|part| match *terms.node(*part) {
                Node::Ite(cond, ..) => Some(cond),
                _ => None,
            })?;
        let [high, low] = [high, low].map(|part| match *terms.node(part) {
            Node::Ite(own, then, els) if own == cond => [then, els],
            _ => [part; 2],
        });
        let [then, els] = [0, 1].map(|side| terms.concat(high[side], low[side]));
        Some([cond, then, els])
    }
    fn alignments(&mut self) -> &mut Alignments {
        &mut self.alignments
    }
    fn unspecified(&mut self, open: Term) -> Result<Term, Stop> {
        if self.is(open, false) {
            return Ok(open);
        }
        Ok(self.terms.fresh("open", 1))
    }
}

#[cfg(test)]
mod tests;
