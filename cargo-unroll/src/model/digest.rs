//! Digests of texts, by which the cache tells whether anything changed.

use sha2::{Digest, Sha256};

/// The SHA-256 digest of texts, as hexadecimal digits. Each text counts with its length, so that none runs into the next.
pub fn digest<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    hex(&hasher.finalize())
}

/// The SHA-256 digest of bytes, as hexadecimal digits.
pub fn digest_of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}
