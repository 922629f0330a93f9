//! Keys: stable 64-bit names of leaves.

use crate::hash::fnv1a;

/// The name of a leaf, derived from its path inside the parameters.
///
/// Keys are mixes of the path's numbers, so they need no registry and are constants after inlining.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    bits: u64,
    /// How many types of each of 16 groups stand around what is named, four bits for each group.
    around: u64,
    /// The bits of the innermost shared pointer around what is named, 0 without one.
    shared: u64,
}

/// The group of a type among the 16 that keys count; `path` is its name. Types that share a group are built less deep where they
/// contain each other, and nothing worse.
#[must_use]
pub const fn group(path: &str) -> u32 {
    (fnv1a(path.as_bytes()) >> 60) as u32
}

impl Key {
    /// The key of parameter `index`.
    #[inline]
    #[must_use]
    pub const fn param(index: u32) -> Self {
        let root = Self {
            bits: 0x756e_726f_6c6c,
            around: 0,
            shared: 0,
        };
        root.child(index)
    }

    /// The key of thread local number `index`. No two of them are one object, but an argument may lead to one.
    #[inline]
    #[must_use]
    pub const fn local(index: u32) -> Self {
        Self::param(u32::MAX).shared().child(index)
    }

    /// The key of part `index` of what `self` names.
    #[inline]
    #[must_use]
    pub const fn child(self, index: u32) -> Self {
        // The finalizer of SplitMix64 over the sum; bijective in `self`, so siblings' subtrees do not collide.
        let mut bits = self
            .bits
            .wrapping_add((index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self {
            bits: bits ^ (bits >> 31),
            ..self
        }
    }

    /// The same place, behind a pointer that others may hold as well.
    #[inline]
    #[must_use]
    pub const fn shared(self) -> Self {
        Self {
            shared: self.bits,
            ..self
        }
    }

    /// The innermost shared pointer around the place, by the bits of its key. Two places behind the same one are different objects, and a place behind
    /// none has no other name; two places behind different ones may be the same object.
    #[inline]
    #[must_use]
    pub const fn pointer(self) -> Option<u64> {
        match self.shared {
            0 => None,
            bits => Some(bits),
        }
    }

    /// The key of which this is part `index`, without the counts of what stands around it.
    #[must_use]
    pub const fn parent(self, index: u32) -> Self {
        // The steps of `child` backwards: products with the inverses modulo 2^64, and shifts repeated until nothing is left to undo.
        let mut bits = self.bits;
        bits = bits ^ (bits >> 31) ^ (bits >> 62);
        bits = bits.wrapping_mul(0x3196_42b2_d24d_8ec3);
        bits = bits ^ (bits >> 27) ^ (bits >> 54);
        bits = bits.wrapping_mul(0x96de_1b17_3f11_9089);
        bits = bits ^ (bits >> 30) ^ (bits >> 60);
        let sum = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            bits: bits.wrapping_sub(sum),
            around: 0,
            shared: 0,
        }
    }

    /// The key with these bits, without the counts of what stands around it.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self {
            bits,
            around: 0,
            shared: 0,
        }
    }

    /// The same place, inside one more value of a type of `group`.
    #[inline]
    #[must_use]
    pub const fn inside(self, group: u32) -> Self {
        // Full counts stay, so that none runs over into the next group.
        let one = if self.times(group) < 15 { 1 } else { 0 };
        Self {
            around: self.around + (one << (4 * group)),
            ..self
        }
    }

    /// How many values of types of `group` stand around the place; 15 are as many as are counted.
    #[inline]
    #[must_use]
    pub const fn times(self, group: u32) -> u32 {
        (self.around >> (4 * group)) as u32 & 15
    }

    /// True if the place is inside a value that is inside another of the same type, as far as groups tell.
    #[inline]
    #[must_use]
    pub const fn is_nested(self) -> bool {
        // Four bits for each group: any but the lowest says two or more.
        self.around & 0xeeee_eeee_eeee_eeee != 0
    }

    /// The bits that the symbols of the protocol take.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn types_around_a_place_are_counted_by_group() {
        let groups: Vec<u32> = ["a::List", "a::Tree", "b::List"].map(group).to_vec();
        assert!(groups.iter().all(|&group| group < 16));
        let mut key = Key::param(0);
        for times in 0..15 {
            assert_eq!((key.times(3), key.times(15)), (times, 0));
            assert_eq!(key.is_nested(), times >= 2);
            assert_eq!(key.bits(), Key::param(0).bits());
            key = key.inside(3);
        }
        assert_eq!(key.inside(3).times(3), 15, "no more are counted");
        assert_eq!(key.inside(15).child(1).times(15), 1);
    }

    #[test]
    fn places_know_the_innermost_shared_pointer_around_them() {
        let key = Key::param(0);
        assert_eq!(key.child(1).inside(2).pointer(), None);
        let outer = key.shared();
        assert_eq!(outer.child(1).child(2).pointer(), Some(key.bits()));
        assert_eq!(outer.bits(), key.bits());
        let inner = outer.child(1).shared();
        assert_eq!(inner.child(2).pointer(), Some(key.child(1).bits()));
    }

    #[test]
    fn parents_are_found_from_parts() {
        let key = Key::param(3).child(7);
        for index in [0, 1, 2, 63, u32::MAX] {
            let part = Key::from_bits(key.child(index).bits());
            assert_eq!(part.parent(index).bits(), key.bits(), "{index}");
        }
    }

    #[test]
    fn keys_of_nested_parts_are_distinct() {
        let mut keys = BTreeSet::new();
        for param in 0..8 {
            let param = Key::param(param);
            assert!(keys.insert(param.bits()));
            for child in 0..64 {
                assert!(keys.insert(param.child(child).bits()));
                for grandchild in 0..64 {
                    assert!(keys.insert(param.child(child).child(grandchild).bits()));
                }
            }
        }
    }
}
