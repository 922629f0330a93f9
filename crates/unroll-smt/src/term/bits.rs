//! Arithmetic on the `u128` that holds a bit vector of 1 to 128 bits.

/// The `width` low bits.
pub fn mask(width: u32) -> u128 {
    // Shifting ones down never shifts by 128, while `1 << width` would for full words.
    u128::MAX >> (128 - width)
}

/// The value read as two's complement.
pub fn to_signed(value: u128, width: u32) -> i128 {
    let shift = 128 - width;
    (value << shift).cast_signed() >> shift
}

/// The bit pattern of a signed value, reduced modulo 2^width.
pub fn from_signed(value: i128, width: u32) -> u128 {
    value.cast_unsigned() & mask(width)
}

/// The least signed value.
pub fn signed_min(width: u32) -> i128 {
    i128::MIN >> (128 - width)
}

/// The greatest signed value.
pub fn signed_max(width: u32) -> i128 {
    i128::MAX >> (128 - width)
}

/// The number of bits that an unsigned value needs; 1 for zero, because no vector is empty.
pub fn bits_needed(value: u128) -> u32 {
    (128 - value.leading_zeros()).max(1)
}

/// The number of bits that a two's complement range needs.
pub fn signed_bits_needed(low: i128, high: i128) -> u32 {
    // The complement of a negative number has its significant bits, so -128 needs eight bits and
    // not nine.
    let magnitude = |value: i128| if value < 0 { !value } else { value }.cast_unsigned();
    (128 - (magnitude(low) | magnitude(high)).leading_zeros()) + 1
}

/// `Some((low, count))` when the set bits of `value` are one run.
pub fn single_run(value: u128) -> Option<(u32, u32)> {
    if value == 0 {
        return None;
    }
    let low = value.trailing_zeros();
    let count = (value >> low).trailing_ones();
    (bits_needed(value) == low + count).then_some((low, count))
}
