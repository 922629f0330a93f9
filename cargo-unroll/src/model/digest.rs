//! Digests of texts, by which the cache tells whether anything changed.

use std::fs;
use std::time::SystemTime;

use camino::Utf8Path;
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

/// The path, size and time of change of a file, with tabs in between: as long as these are the same, it seems to be.
pub fn file_identity(path: &Utf8Path) -> Option<String> {
    let metadata = fs::metadata(path).ok()?;
    let changed = metadata.modified().ok()?;
    let changed = changed.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(format!(
        "{path}\t{}\t{}",
        metadata.len(),
        changed.as_nanos()
    ))
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}
