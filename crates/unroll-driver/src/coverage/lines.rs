//! The line table of a program (DWARF, version 2 to 4, section 6.2): where statements begin.
//!
//! In: the section `.debug_line`. Out: addresses, as the file has them. A unit of another version, or one that makes no sense, contributes nothing.

use super::reader::Reader;

/// The properties of a unit's line program.
struct Header {
    min_len: u64,
    is_stmt: bool,
    line_range: u8,
    opcode_base: u8,
    /// Operands of the standard opcodes.
    operands: Vec<u8>,
    /// For each file, from number 1 on: whether its statements are wanted.
    files: Vec<bool>,
}

/// A row of the table that is not yet known to be the last one of its address.
#[derive(Clone, Copy, Default)]
struct Row {
    address: u64,
    is_wanted: bool,
}

/// The addresses at which statements of wanted files begin, in the order of the table. `is_wanted` gets the folder and the name of a file.
pub(super) fn statements(section: &[u8], is_wanted: &dyn Fn(&str, &str) -> bool) -> Vec<u64> {
    let mut found = Vec::new();
    let mut rest = Reader(section);
    // In the 64-bit format this is more than the section has, and nothing is found.
    while let Some(len) = rest.number(4) {
        let Some(unit) = rest.bytes(len as usize) else {
            break;
        };
        let before = found.len();
        if of_unit(Reader(unit), is_wanted, &mut found).is_none() {
            found.truncate(before);
        }
    }
    found
}

fn of_unit(
    mut unit: Reader<'_>,
    is_wanted: &dyn Fn(&str, &str) -> bool,
    found: &mut Vec<u64>,
) -> Option<()> {
    let version = unit.number(2)?;
    if !(2..=4).contains(&version) {
        return None;
    }
    let len = unit.number(4)? as usize;
    let header = header(Reader(unit.bytes(len)?), version, is_wanted)?;
    if header.files.contains(&true) {
        run(unit, &header, found)?;
    }
    Some(())
}

fn header(
    mut text: Reader<'_>,
    version: u64,
    is_wanted: &dyn Fn(&str, &str) -> bool,
) -> Option<Header> {
    let min_len = u64::from(text.byte()?);
    // `maximum_operations_per_instruction`, which is more than 1 on VLIW machines only.
    if version == 4 {
        text.byte()?;
    }
    let is_stmt = text.byte()? != 0;
    let _line_base = text.byte()?;
    let line_range = text.byte()?;
    let opcode_base = text.byte()?;
    let operands = text.bytes(usize::from(opcode_base).checked_sub(1)?)?;
    let mut folders = vec![""];
    while let Some(folder) = text.string().filter(|folder| !folder.is_empty()) {
        folders.push(folder);
    }
    let mut files = Vec::new();
    while let Some(file) = text.string().filter(|file| !file.is_empty()) {
        let folder = folders.get(text.leb()? as usize)?;
        files.push(is_wanted(folder, file));
        text.leb()?;
        text.leb()?;
    }
    (line_range > 0).then(|| Header {
        min_len,
        is_stmt,
        line_range,
        opcode_base,
        operands: operands.to_vec(),
        files,
    })
}

/// Executes the line program of a unit. Only the addresses matter, and of which file they are.
fn run(mut program: Reader<'_>, header: &Header, found: &mut Vec<u64>) -> Option<()> {
    let (mut address, mut file, mut is_stmt) = (0_u64, 1_u64, header.is_stmt);
    let mut last = Row::default();
    let advance =
        |opcode: u8| u64::from((opcode - header.opcode_base) / header.line_range) * header.min_len;
    while let Some(opcode) = program.byte() {
        let mut is_row = opcode == 1;
        match opcode {
            0 => {
                let len = program.leb()? as usize;
                let mut operands = Reader(program.bytes(len)?);
                match operands.byte()? {
                    1 => {
                        // The end of a sequence is behind its last instruction.
                        found.extend(last.is_wanted.then_some(last.address));
                        last = Row::default();
                        (address, file, is_stmt) = (0, 1, header.is_stmt);
                    }
                    2 => address = operands.number(8)?,
                    _ => {}
                }
            }
            2 => address += program.leb()?.wrapping_mul(header.min_len),
            4 => file = program.leb()?,
            6 => is_stmt = !is_stmt,
            // `DW_LNS_const_add_pc` advances as the special opcode 255 does.
            8 if header.opcode_base > 8 => address += advance(255),
            // `DW_LNS_fixed_advance_pc` counts bytes, whatever the length of instructions.
            9 => address += program.number(2)?,
            _ if opcode >= header.opcode_base => {
                address += advance(opcode);
                is_row = true;
            }
            _ => {
                let operands = *header.operands.get(usize::from(opcode) - 1)?;
                for _ in 0..operands {
                    program.leb()?;
                }
            }
        }
        if is_row {
            let is_of_file = || {
                let file = (file as usize).checked_sub(1)?;
                header.files.get(file).copied()
            };
            if last.is_wanted && last.address != address {
                found.push(last.address);
            }
            let is_wanted = is_stmt && is_of_file().unwrap_or(false);
            last = Row { address, is_wanted };
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit with files 1, `src/lib.rs`, and 2, `library/core.rs`.
    fn unit(program: &[u8]) -> Vec<u8> {
        let mut head = vec![1, 1, 1, 0xfb, 14, 13];
        head.extend([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]);
        head.extend(b"src\0library\0\0lib.rs\0\x01\0\0core.rs\0\x02\0\0\0");
        let mut unit = vec![4, 0];
        unit.extend((head.len() as u32).to_le_bytes());
        unit.extend(head);
        unit.extend(program);
        let mut section = (unit.len() as u32).to_le_bytes().to_vec();
        section.extend(unit);
        section
    }

    #[test]
    fn statements_of_wanted_files_are_found() {
        let mut program = vec![0, 9, 2, 0x10, 0, 0, 0, 0, 0, 0, 0];
        // A row at 0x10; one of the other file at 0x14; back in the first at 0x18, and again at 0x18; no statement at 0x1a; the end.
        program.extend([
            1, 4, 2, 2, 4, 1, 4, 1, 2, 4, 1, 1, 6, 2, 2, 1, 2, 9, 0, 1, 1,
        ]);
        let is_wanted = |folder: &str, _: &str| folder == "src";
        assert_eq!(statements(&unit(&program), &is_wanted), [0x10, 0x18]);
        let special = [
            0,
            9,
            2,
            0,
            1,
            0,
            0,
            0,
            0,
            0,
            0,
            13 + 14 * 3,
            8,
            1,
            2,
            1,
            0,
            1,
            1,
        ];
        assert_eq!(statements(&unit(&special), &is_wanted), [0x103, 0x114]);
    }

    #[test]
    fn units_that_make_no_sense_contribute_nothing() {
        let all = |_: &str, _: &str| true;
        let mut section = unit(&[0, 9, 2, 0x10]);
        assert!(statements(&section, &all).is_empty());
        section.extend(unit(&[
            0, 9, 2, 0x10, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 0, 1, 1,
        ]));
        assert_eq!(statements(&section, &all), [0x10]);
        assert!(statements(&section[..9], &all).is_empty());
    }
}
