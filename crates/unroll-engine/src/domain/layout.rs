//! Where objects may lie: names of the words that the layout of memory decides.
//!
//! Only the alignment of an address is known. So each word that depends on where objects lie is a variable of its
//! own: the address of an object, the order of two objects, the gap between them. These variables are not related to
//! each other beyond their own definitions, so an execution with all of them has more layouts than exist, and never
//! fewer.

use super::value::ObjectId;

/// Begins the names of addresses of objects.
const ADDRESS: &str = "address!";

/// The smallest address of an object, a multiple of every alignment that is known.
pub const LOWEST: u64 = 1 << MOST_ALIGNED;

/// Bytes of the largest object: no address space of a program has more than 56 bits, and one address is null. A vector that holds less can double
/// its capacity without an overflow. All bits are ones: one more would give every length a bit that is always zero, and ranges of lengths would no
/// longer be ranges of variables.
pub const MOST_BYTES: u64 = (1 << 56) - 1;

/// The largest alignment that is known of an address, as the power of two.
const MOST_ALIGNED: u32 = 16;

/// The name of the address of an object, which is a multiple of `1 << align`. Terms outlive walks that number objects differently.
pub fn address_of(object: ObjectId, align: u32) -> String {
    format!("{ADDRESS}{}.{align}", object.0)
}

/// The name of the address of a function.
pub fn address_of_function(symbol: &str) -> String {
    format!("{ADDRESS}{symbol}")
}

/// The name of the bit that says that the first of two objects lies below the second.
pub fn below(first: ObjectId, second: ObjectId) -> String {
    format!("below!{}.{}", first.0, second.0)
}

/// The name of the number of bytes between two objects.
pub fn gap(first: ObjectId, second: ObjectId) -> String {
    format!("gap!{}.{}", first.0, second.0)
}

/// The name of the `nth` word of which nothing more is known.
pub fn open(nth: u32) -> String {
    format!("layout!{nth}")
}

/// The object whose address has this name.
pub fn object_of(name: &str) -> Option<ObjectId> {
    let (object, _) = name.strip_prefix(ADDRESS)?.split_once('.')?;
    object.parse().ok().map(ObjectId)
}

/// True if a variable is a word that the layout decides.
pub fn is_layout(name: &str) -> bool {
    ["address!", "below!", "gap!", "layout!"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// The objects whose addresses a number was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bases {
    /// These.
    Objects(Vec<ObjectId>),
    /// The one that the number lies in.
    ByNumber,
}

/// Alignments of objects, as powers of two.
#[derive(Clone, Debug, Default)]
pub struct Alignments(Vec<u32>);

impl Alignments {
    /// Notes that the address of an object is a multiple of `align`.
    pub fn set(&mut self, object: ObjectId, align: u64) {
        let at = object.0 as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] = if align.is_power_of_two() {
            align.trailing_zeros().min(MOST_ALIGNED)
        } else {
            0
        };
    }

    /// The power of two that the address of an object is a multiple of.
    pub fn of(&self, object: ObjectId) -> u32 {
        self.0.get(object.0 as usize).copied().unwrap_or(0)
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// Pairs of places that are looked at one by one when two pointers are compared.
pub(crate) const MOST_PAIRS: usize = 64;

/// Facts about the address of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent<B> {
    /// Its size in bytes.
    pub(crate) size: B,
    /// The activation that it ends with.
    pub(crate) activation: Option<u32>,
}

/// Activations of functions, which the objects on the stack end with.
#[derive(Debug, Default)]
pub(crate) struct Activations {
    pub(crate) under_way: Vec<u32>,
    begun: u32,
}

impl Activations {
    /// Begins one.
    pub(crate) fn begin(&mut self) {
        self.begun += 1;
        self.under_way.push(self.begun);
    }

    /// Ends the last.
    pub(crate) fn end(&mut self) {
        self.under_way.pop();
    }

    /// True if one has ended.
    pub(crate) fn is_over(&self, activation: u32) -> bool {
        // Ascending: numbers grow with each activation, and the last one begun is the first to end.
        self.under_way.binary_search(&activation).is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_objects_from_functions() {
        let object = ObjectId(12);
        assert_eq!(object_of(&address_of(object, 3)), Some(object));
        assert_eq!(object_of(&address_of_function("_RNvCs1.2")), None);
        assert_eq!(object_of(&below(object, object)), None);
        assert!(is_layout(&gap(object, object)) && !is_layout("k1.ff"));
    }

    #[test]
    fn alignments_that_are_none_say_nothing() {
        let mut alignments = Alignments::default();
        alignments.set(ObjectId(3), 8);
        alignments.set(ObjectId(4), 0);
        let of = |object| alignments.of(ObjectId(object));
        assert_eq!([of(2), of(3), of(4), of(5)], [0, 3, 0, 0]);
    }
}
