//! FNV-1a: a hash that is the same in every process and every release, for names and checksums.

/// The hash of no bytes.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// The 64-bit FNV-1a hash of `bytes` (Fowler, Noll, Vo).
pub const fn fnv1a(bytes: &[u8]) -> u64 {
    continued(OFFSET, bytes)
}

/// The hash of what `hash` is the hash of, followed by `bytes`.
pub const fn continued(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_reference() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(continued(fnv1a(b"foo"), b"bar"), fnv1a(b"foobar"));
    }
}
