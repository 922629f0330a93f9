//! The file of records that a test leaves behind when it runs for `cargo unroll score`. Probes write it, the tool reads it.

/// The environment variable that names the file to which a process appends its records.
pub const FILE: &str = "UNROLL_SCORE_FILE";

/// The first time that a process reached a label, or evaluated a decision in some way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Record {
    /// The label with this number was reached.
    Label(u32),
    /// The decision with this number was evaluated as this mask says: for each condition its value and, above it, a bit that says that it was
    /// evaluated.
    Evaluation(u32, u64),
}

impl Record {
    /// The number of bytes of a record.
    pub const SIZE: usize = 16;

    /// The record as it stands in files.
    pub fn to_bytes(self) -> [u8; Self::SIZE] {
        let (kind, number, mask) = match self {
            Self::Label(number) => (0u32, number, 0),
            Self::Evaluation(number, mask) => (1, number, mask),
        };
        let mut bytes = [0; Self::SIZE];
        bytes[..4].copy_from_slice(&kind.to_le_bytes());
        bytes[4..8].copy_from_slice(&number.to_le_bytes());
        bytes[8..].copy_from_slice(&mask.to_le_bytes());
        bytes
    }

    /// The records of a file. What is no record is left out: the last one may be cut off where a process was killed.
    pub fn read(bytes: &[u8]) -> impl Iterator<Item = Self> + '_ {
        bytes.chunks_exact(Self::SIZE).filter_map(|bytes| {
            let (head, mask) = bytes.split_at(8);
            let (kind, number) = head.split_at(4);
            let number = u32::from_le_bytes(number.try_into().ok()?);
            match u32::from_le_bytes(kind.try_into().ok()?) {
                0 => Some(Self::Label(number)),
                1 => Some(Self::Evaluation(
                    number,
                    u64::from_le_bytes(mask.try_into().ok()?),
                )),
                _ => None,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Record;

    #[test]
    fn records_are_read_as_they_were_written() {
        let records = [Record::Label(7), Record::Evaluation(1 << 30, u64::MAX - 1)];
        let mut bytes = records.map(Record::to_bytes).concat();
        bytes.extend([1, 2, 3]);
        assert_eq!(Record::read(&bytes).collect::<Vec<_>>(), records);
    }
}
