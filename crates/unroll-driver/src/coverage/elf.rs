//! The program of this process as its file has it: the line table, the executable segments, and where they were loaded.

use std::fs::File;
use std::os::unix::fs::FileExt as _;

use super::reader::Reader;

/// A larger table is not worth the time to read it.
const MOST_BYTES: u64 = 64 << 20;

const LOADED: u64 = 1;
const EXECUTABLE: u64 = 1;
const COMPRESSED: u64 = 0x800;

/// The parts that matter.
#[derive(Debug)]
pub(super) struct Program {
    /// The line table.
    pub(super) lines: Vec<u8>,
    /// Address and length of each executable segment, as the file has them.
    pub(super) code: Vec<(u64, u64)>,
    /// The file's address of its own program headers.
    pub(super) headers: u64,
}

impl Program {
    /// Reads the file of this process; `None` if it is no 64-bit ELF file with a line table.
    pub(super) fn of_this_process() -> Option<Self> {
        Self::read(&File::open("/proc/self/exe").ok()?)
    }

    fn read(file: &File) -> Option<Self> {
        let header = part(file, 0, 64)?;
        // Of 64 bits, and little-endian.
        if header.get(..6)? != b"\x7fELF\x02\x01" {
            return None;
        }
        let number = |at: usize, len: usize| Reader(header.get(at..)?).number(len);
        // Offsets in `Elf64_Ehdr`: places of the two tables here, sizes and numbers of their
        // entries below.
        let (segments, sections) = (number(32, 8)?, number(40, 8)?);
        let segment_table = part(file, segments, number(54, 2)? * number(56, 2)?)?;
        let mut program = Self {
            lines: Vec::new(),
            code: Vec::new(),
            headers: 0,
        };
        for segment in segment_table.chunks(number(54, 2)?.max(1) as usize) {
            program.add_segment(Reader(segment), segments)?;
        }
        let section_table = part(file, sections, number(58, 2)? * number(60, 2)?)?;
        let size = number(58, 2)?.max(1) as usize;
        let all: Option<Vec<_>> = section_table
            .chunks(size)
            .map(|it| section(Reader(it)))
            .collect();
        let all = all?;
        let names = all.get(number(62, 2)? as usize)?;
        let names = part(file, names.offset, names.len)?;
        let is_lines = |it: &&Section| {
            let name = names.get(it.name as usize..);
            name.is_some_and(|name| name.starts_with(b".debug_line\0"))
        };
        let lines = all.iter().find(is_lines)?;
        // The runtime has no code to decompress it.
        if lines.flags & COMPRESSED != 0 {
            return None;
        }
        program.lines = part(file, lines.offset, lines.len)?;
        Some(program)
    }

    fn add_segment(&mut self, mut segment: Reader<'_>, headers: u64) -> Option<()> {
        let (kind, flags) = (segment.number(4)?, segment.number(4)?);
        let (offset, address) = (segment.number(8)?, segment.number(8)?);
        let (_, in_file) = (segment.number(8)?, segment.number(8)?);
        if kind == LOADED && flags & EXECUTABLE != 0 {
            self.code.push((address, in_file));
        }
        if kind == LOADED && (offset..offset + in_file).contains(&headers) {
            self.headers = address + (headers - offset);
        }
        Some(())
    }
}

/// An entry of the table of sections.
struct Section {
    name: u64,
    flags: u64,
    offset: u64,
    len: u64,
}

fn section(mut entry: Reader<'_>) -> Option<Section> {
    let (name, _kind, flags) = (entry.number(4)?, entry.number(4)?, entry.number(8)?);
    let (_address, offset, len) = (entry.number(8)?, entry.number(8)?, entry.number(8)?);
    Some(Section {
        name,
        flags,
        offset,
        len,
    })
}

fn part(file: &File, offset: u64, len: u64) -> Option<Vec<u8>> {
    if len > MOST_BYTES {
        return None;
    }
    let mut bytes = vec![0; len as usize];
    file.read_exact_at(&mut bytes, offset).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_this_test_has_code_and_headers() {
        let program = Program::of_this_process().expect("tests have line tables");
        assert!(!program.lines.is_empty() && !program.code.is_empty());
        assert!(program.headers > 0);
    }
}
