//! Little-endian numbers and strings, one after the other, from bytes of a file.
//!
//! Each method is `None` where the bytes end, or make no sense.

/// The bytes that are left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'b>(pub(super) &'b [u8]);

impl<'b> Reader<'b> {
    /// The next `len` bytes.
    pub(super) fn bytes(&mut self, len: usize) -> Option<&'b [u8]> {
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    /// An unsigned number of `len` bytes, at most eight.
    pub(super) fn number(&mut self, len: usize) -> Option<u64> {
        let mut all = [0; 8];
        all.get_mut(..len)?.copy_from_slice(self.bytes(len)?);
        Some(u64::from_le_bytes(all))
    }

    /// A byte.
    pub(super) fn byte(&mut self) -> Option<u8> {
        self.bytes(1).map(|bytes| bytes[0])
    }

    /// A number in LEB128; of a signed one the bits.
    pub(super) fn leb(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..70).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    /// A string that a zero ends; empty if it is no UTF-8.
    pub(super) fn string(&mut self) -> Option<&'b str> {
        let len = self.0.iter().position(|byte| *byte == 0)?;
        let text = self.bytes(len)?;
        self.bytes(1)?;
        Some(str::from_utf8(text).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::Reader;

    #[test]
    fn numbers_and_strings_are_read_up_to_the_end() {
        let mut reader = Reader(&[1, 2, 0xe5, 0x8e, 0x26, b'a', 0, 7]);
        assert_eq!(reader.number(2), Some(0x201));
        assert_eq!(reader.leb(), Some(624_485));
        assert_eq!(reader.string(), Some("a"));
        assert_eq!(reader.number(2), None);
        assert_eq!(reader.byte(), Some(7));
        assert_eq!(reader.byte(), None);
        assert_eq!(reader.string(), None);
    }
}
