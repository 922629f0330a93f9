//! Bytes of text leaves: cases hold any bytes, runs read UTF-8.
//!
//! In: the elements of a slice of kind [`LeafKind::Char`](unroll_protocol::LeafKind::Char), drawn, changed, cut, or proposed by the engine. Out: the
//! same with [`FILLER`] for what is part of no character. What was text already stays as it is.

/// The replacement of a byte that is part of no character.
const FILLER: u64 = b'a' as u64;

/// A familiar character of each length beyond one byte, shortest first.
pub(crate) const FAMILIAR: [&str; 3] = ["é", "✓", "😀"];

/// True if these bytes are one of the [`FAMILIAR`] characters.
pub(crate) fn is_familiar(char: &[u64]) -> bool {
    let mut familiar = FAMILIAR.iter();
    familiar.any(|familiar| familiar.bytes().map(u64::from).eq(char.iter().copied()))
}

/// True if a byte of a text goes on with the character before.
pub(crate) fn continues(byte: u64) -> bool {
    (0x80..0xc0).contains(&byte)
}

/// Makes text of bytes.
pub(crate) fn repair(bytes: &mut [u64]) {
    if bytes.iter().all(|&byte| byte < 0x80) {
        return;
    }
    let copy: Vec<u8> = bytes.iter().map(|&byte| byte as u8).collect();
    let mut at = 0;
    for chunk in copy.utf8_chunks() {
        at += chunk.valid().len();
        let end = at + chunk.invalid().len();
        bytes[at..end].fill(FILLER);
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(bytes: &[u8]) -> Vec<u8> {
        let mut elements: Vec<u64> = bytes.iter().map(|&byte| u64::from(byte)).collect();
        repair(&mut elements);
        elements.iter().map(|&byte| byte as u8).collect()
    }

    #[test]
    fn bytes_that_are_part_of_no_character_become_filler() {
        assert_eq!(repaired("a✓é".as_bytes()), "a✓é".as_bytes());
        assert_eq!(repaired(b"\xe2\x9cx\xc3\xa9\x80"), "aaxéa".as_bytes());
        assert_eq!(repaired(b"\xed\xa0\x80\xff"), b"aaaa", "no surrogates");
    }
}
