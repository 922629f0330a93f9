//! Keys: stable 64-bit names of leaves.

/// The name of a leaf, derived from its path inside the parameters.
///
/// Keys are mixes of the path's numbers, so they need no registry and are constants after inlining.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(u64);

impl Key {
    /// The key of parameter `index`.
    #[inline]
    #[must_use]
    pub const fn param(index: u32) -> Self {
        Self(0x756e_726f_6c6c).child(index)
    }

    /// The key of part `index` of what `self` names.
    #[inline]
    #[must_use]
    pub const fn child(self, index: u32) -> Self {
        // The finalizer of SplitMix64 over the sum; bijective in `self`, so siblings' subtrees do not collide.
        let mut bits = self
            .0
            .wrapping_add((index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(bits ^ (bits >> 31))
    }

    /// The bits that the symbols of the protocol take.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

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
