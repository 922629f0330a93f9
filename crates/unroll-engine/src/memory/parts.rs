//! Addresses that were moved in parts are whole again where the parts lie side by side.
//!
//! An optimised build moves the payload of an enum as one byte, which is all that some variant has, and the seven bytes behind it,
//! which are the rest of a pointer in another variant. A number made of such parts would be the address, but its object would be
//! known by arithmetic alone, and a value that holds it would seem to show where it lies.

use std::collections::BTreeMap;

use super::Cell;
use super::content::POINTER_BYTES;
use crate::domain::Domain;
use crate::domain::value::Value;

/// True if a value is a part of an address.
pub(super) fn is_part<D: Domain>(domain: &D, value: &Value<D::Bits>) -> bool {
    matches!(value, Value::Bits(bits) if domain.part_of(*bits).is_some())
}

/// Puts a pointer in the place of the cells around the offset `at` if they are all parts of its address, in their order.
pub(super) fn rejoin<D: Domain>(domain: &D, cells: &mut BTreeMap<u64, Cell<D::Bits>>, at: u64) {
    let bytes = u64::from(POINTER_BYTES);
    let start = at - at % bytes;
    // No object reaches to the last addresses.
    let Some(end) = start.checked_add(bytes) else {
        return;
    };
    let mut whole = None;
    let mut next = 0;
    for (offset, cell) in cells.range(start..end) {
        let Value::Bits(bits) = cell.value else {
            return;
        };
        let Some((pointer, skip)) = domain.part_of(bits) else {
            return;
        };
        // Neither a gap nor an overlap, and each part at the byte of the address that it came from.
        let follows = *offset == start + next && u64::from(skip) == next;
        if !follows || whole.as_ref().is_some_and(|whole| *whole != pointer) {
            return;
        }
        next += u64::from(cell.size);
        whole = Some(pointer);
    }
    if let Some(pointer) = whole.filter(|_| next == bytes) {
        cells.retain(|offset, _| !(start..end).contains(offset));
        let value = Value::Pointer(pointer);
        let size = POINTER_BYTES;
        cells.insert(start, Cell { size, value });
    }
}
