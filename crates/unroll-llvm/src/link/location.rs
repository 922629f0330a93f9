//! Source positions that the compiler put into constants: `core::panic::Location`.

use crate::error::ReadError;
use crate::ir::{Constant, DebugLoc, Global};
use crate::link::module::Module;

/// Bytes of the length, line and column after the pointer to the file name.
const TAIL: usize = 16;

impl Module {
    /// The position in the global `name`, if it has the form of a `core::panic::Location`: a pointer to the file name,
    /// its length in eight bytes, line and column in four each. The name may be followed by a NUL that its length leaves out.
    pub fn panic_location(&self, name: &str) -> Result<Option<DebugLoc>, ReadError> {
        let Some(global) = self.global(name)? else {
            return Ok(None);
        };
        let Some((file, tail)) = split(&global) else {
            return Ok(None);
        };
        let Some(file) = self.global(file)? else {
            return Ok(None);
        };
        let (Some(Constant::Bytes(bytes)), Ok(len)) =
            (&file.init, usize::try_from(little_endian(&tail[..8])))
        else {
            return Ok(None);
        };
        // The length and not the whole constant: newer compilers add a NUL behind the name.
        let position = bytes.get(..len).map(|file| DebugLoc {
            file: String::from_utf8_lossy(file).into_owned(),
            line: little_endian(&tail[8..12]) as u32,
            column: little_endian(&tail[12..16]) as u32,
        });
        Ok(position)
    }

    /// The first `len` bytes of the global `name`, if it is text.
    pub fn constant_text(&self, name: &str, len: usize) -> Option<String> {
        let global = self.global(name).ok()??;
        let bytes = match global.init.as_ref()? {
            Constant::Bytes(bytes) => bytes,
            // rustc wraps the bytes of a string constant in a struct of one field.
            Constant::Aggregate(fields) => match fields.as_slice() {
                [(_, Constant::Bytes(bytes))] => bytes,
                _ => return None,
            },
            _ => return None,
        };
        let text = std::str::from_utf8(bytes.get(..len)?);
        text.ok().map(str::to_owned)
    }
}

/// The symbol of the file name and the bytes after it.
fn split(global: &Global) -> Option<(&str, [u8; TAIL])> {
    let Some(Constant::Aggregate(fields)) = &global.init else {
        return None;
    };
    match fields.as_slice() {
        [(_, Constant::Global(file)), (_, Constant::Bytes(tail))] => {
            Some((file, tail.as_slice().try_into().ok()?))
        }
        _ => None,
    }
}

/// A number of at most eight bytes. Only little-endian targets are accepted, so the module's layout is not asked.
fn little_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}
