//! The libraries that the system loads with a program, from the program's own header.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

/// The kind of program header that names the loader.
const PT_INTERP: u64 = 3;

/// The loader of an executable, none for one that is linked statically; `None` if the file is not understood.
pub(super) fn loaders(program: &Path) -> Option<Vec<PathBuf>> {
    let mut file = File::open(program).ok()?;
    let mut read = |at: u64, len: usize| -> Option<Vec<u8>> {
        let mut bytes = vec![0; len];
        file.seek(SeekFrom::Start(at)).ok()?;
        file.read_exact(&mut bytes).ok()?;
        Some(bytes)
    };
    let header = read(0, 64)?;
    // 64 bits, little-endian.
    if header[..6] != [0x7f, b'E', b'L', b'F', 2, 1] {
        return None;
    }
    // Of the header of the file `e_phoff`, `e_phentsize` and `e_phnum`; below, `p_offset` and
    // `p_filesz` of an entry.
    let (table, size, count) = (
        number(&header[32..40]),
        number(&header[54..56]),
        number(&header[56..58]),
    );
    for index in 0..count {
        let entry = read(table + index * size, 56)?;
        if number(&entry[..4]) == PT_INTERP {
            let len = usize::try_from(number(&entry[32..40]))
                .ok()
                .filter(|len| *len < 4096)?;
            let mut path = read(number(&entry[8..16]), len)?;
            path.retain(|byte| *byte != 0);
            return Some(vec![OsString::from_vec(path).into()]);
        }
    }
    Some(vec![])
}

/// A little-endian number of at most 8 bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loader_is_found_in_the_header() {
        let own = std::env::current_exe().expect("a test has an executable");
        let loaders = loaders(&own).expect("it is an ELF file");
        assert!(loaders.iter().all(|loader| loader.exists()), "{loaders:?}");
        assert_eq!(super::loaders(Path::new("/dev/null")), None);
    }
}
