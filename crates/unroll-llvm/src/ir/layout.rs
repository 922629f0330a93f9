//! Sizes, alignments and field offsets, as the module's datalayout string says.
//!
//! Follows LLVM's `DataLayout`: a type has a store size (bytes that a store writes), an ABI alignment, and an allocation
//! size (the store size rounded up to the alignment), which is the stride of arrays. Sizes saturate instead of
//! overflowing.

use crate::ir::{FloatKind, Type};

/// Sizes and alignments of one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// `(bits, ABI alignment in bytes)` of integers, ascending.
    ints: Vec<(u64, u64)>,
    floats: Vec<(u64, u64)>,
    vectors: Vec<(u64, u64)>,
    pointer: (u64, u64),
    aggregate_align: u64,
    big_endian: bool,
}

impl Default for Layout {
    /// LLVM's defaults, for a module without a datalayout string.
    fn default() -> Self {
        Self {
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            pointer: (8, 8),
            aggregate_align: 1,
            big_endian: false,
        }
    }
}

impl Layout {
    /// Reads a datalayout string; parts that do not bear on sizes are skipped.
    pub fn parse(text: &str) -> Self {
        let mut layout = Self::default();
        for part in text.split('-') {
            layout.apply(part);
        }
        layout
    }

    fn apply(&mut self, part: &str) {
        let mut fields = part.split(':');
        let head = fields.next().unwrap_or_default();
        let mut numbers = fields.map(|it| it.parse::<u64>().unwrap_or(0));
        let (Some(kind), size) = (
            head.chars().next(),
            head.get(1..).and_then(|it| it.parse().ok()),
        ) else {
            return;
        };
        let table = match kind {
            'E' => {
                self.big_endian = true;
                return;
            }
            // Only address space 0, the one that Rust's pointers are in.
            'p' if head == "p" || head == "p0" => {
                let bits = numbers.next().unwrap_or(64);
                let align = numbers.next().unwrap_or(bits);
                self.pointer = (bits / 8, (align / 8).max(1));
                return;
            }
            'a' => {
                self.aggregate_align = (numbers.next().unwrap_or(0) / 8).max(1);
                return;
            }
            'i' => &mut self.ints,
            'f' => &mut self.floats,
            'v' => &mut self.vectors,
            _ => return,
        };
        let (Some(bits), Some(align)) = (size, numbers.next()) else {
            return;
        };
        let align = (align / 8).max(1);
        // Sorted by width, since alignments are looked up as those of the next wider type.
        match table.binary_search_by_key(&bits, |entry| entry.0) {
            Ok(at) => table[at].1 = align,
            Err(at) => table.insert(at, (bits, align)),
        }
    }

    /// True if the most significant byte comes first.
    pub fn big_endian(&self) -> bool {
        self.big_endian
    }

    /// Size of a pointer in bytes.
    pub fn pointer_size(&self) -> u64 {
        self.pointer.0
    }

    /// Size in bits of a value.
    pub fn bits(&self, ty: &Type) -> u64 {
        match ty {
            Type::Void | Type::Opaque => 0,
            Type::Int(width) => u64::from(*width),
            Type::Float(kind) => float_bits(*kind),
            Type::Ptr => self.pointer.0 * 8,
            Type::Vector(len, elem) => len.saturating_mul(self.bits(elem)),
            Type::Array(..) | Type::Struct { .. } => self.size(ty).saturating_mul(8),
        }
    }

    /// Bytes that a store of the type writes.
    pub fn store_size(&self, ty: &Type) -> u64 {
        self.bits(ty).div_ceil(8)
    }

    /// Bytes from one element of an array of the type to the next.
    pub fn size(&self, ty: &Type) -> u64 {
        match ty {
            Type::Array(len, elem) => len.saturating_mul(self.size(elem)),
            Type::Struct { fields, packed } => self.struct_layout(fields, *packed).size,
            Type::Void
            | Type::Opaque
            | Type::Int(_)
            | Type::Float(_)
            | Type::Ptr
            | Type::Vector(..) => round_up(self.store_size(ty), self.align(ty)),
        }
    }

    /// ABI alignment in bytes.
    pub fn align(&self, ty: &Type) -> u64 {
        match ty {
            Type::Void | Type::Opaque | Type::Struct { packed: true, .. } => 1,
            Type::Int(width) => {
                let bits = u64::from(*width);
                // The next wider integer's alignment, or that of the widest.
                let entry = self
                    .ints
                    .iter()
                    .find(|entry| entry.0 >= bits)
                    .or(self.ints.last());
                entry.map_or(1, |entry| entry.1)
            }
            Type::Float(kind) => exact(&self.floats, float_bits(*kind)).unwrap_or(16),
            Type::Ptr => self.pointer.1,
            Type::Vector(..) => {
                let bits = self.bits(ty);
                // LLVM's rule where the datalayout says nothing: the size, rounded up to a power of
                // two.
                exact(&self.vectors, bits).unwrap_or_else(|| {
                    bits.div_ceil(8)
                        .checked_next_power_of_two()
                        .unwrap_or(1)
                        .max(1)
                })
            }
            Type::Array(_, elem) => self.align(elem),
            Type::Struct {
                fields,
                packed: false,
            } => {
                let fields = fields
                    .iter()
                    .map(|field| self.align(field))
                    .max()
                    .unwrap_or(1);
                fields.max(self.aggregate_align)
            }
        }
    }

    /// Offset in bytes of field `field`; `None` if there is no such field.
    pub fn field_offset(&self, fields: &[Type], packed: bool, field: usize) -> Option<u64> {
        (field < fields.len()).then(|| self.struct_layout(&fields[..=field], packed).last_offset)
    }

    fn struct_layout(&self, fields: &[Type], packed: bool) -> StructLayout {
        let mut layout = StructLayout {
            size: 0,
            last_offset: 0,
        };
        let mut align = if packed { 1 } else { self.aggregate_align };
        for field in fields {
            let field_align = if packed { 1 } else { self.align(field) };
            layout.last_offset = round_up(layout.size, field_align);
            layout.size = layout.last_offset.saturating_add(self.size(field));
            align = align.max(field_align);
        }
        // Rounded up, so that elements of an array are aligned as well.
        layout.size = round_up(layout.size, align);
        layout
    }
}

struct StructLayout {
    size: u64,
    /// Offset of the last field.
    last_offset: u64,
}

fn float_bits(kind: FloatKind) -> u64 {
    match kind {
        FloatKind::Half => 16,
        FloatKind::Float => 32,
        FloatKind::Double => 64,
        FloatKind::Fp128 => 128,
    }
}

fn exact(table: &[(u64, u64)], bits: u64) -> Option<u64> {
    table
        .iter()
        .find(|entry| entry.0 == bits)
        .map(|entry| entry.1)
}

fn round_up(size: u64, align: u64) -> u64 {
    size.div_ceil(align).saturating_mul(align)
}

#[cfg(test)]
mod tests {
    use super::*;

    const X86_64: &str =
        "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
    const AARCH64: &str =
        "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32";

    fn structure(fields: &[Type], packed: bool) -> Type {
        Type::Struct {
            fields: fields.to_vec(),
            packed,
        }
    }

    #[test]
    fn scalars_are_aligned_as_the_string_says() {
        for text in [X86_64, AARCH64] {
            let layout = Layout::parse(text);
            let size_align = |ty: &Type| (layout.size(ty), layout.align(ty));
            assert_eq!(size_align(&Type::Int(1)), (1, 1));
            assert_eq!(size_align(&Type::Int(8)), (1, 1), "{text}");
            assert_eq!(size_align(&Type::Int(24)), (4, 4));
            assert_eq!(size_align(&Type::Int(64)), (8, 8));
            assert_eq!(size_align(&Type::Int(65)), (16, 16));
            assert_eq!(size_align(&Type::Int(128)), (16, 16));
            assert_eq!(size_align(&Type::Int(256)), (32, 16));
            assert_eq!(size_align(&Type::Ptr), (8, 8));
            assert_eq!(size_align(&Type::Float(FloatKind::Double)), (8, 8));
            assert!(!layout.big_endian());
        }
        assert_eq!(
            Layout::default().align(&Type::Int(128)),
            4,
            "LLVM's own default"
        );
        assert!(Layout::parse("E-p:32:32").big_endian());
        assert_eq!(Layout::parse("E-p:32:32").pointer_size(), 4);
    }

    #[test]
    fn vectors_are_packed_and_rounded() {
        let layout = Layout::parse(X86_64);
        let vector = |len, ty| Type::Vector(len, Box::new(ty));
        assert_eq!(layout.size(&vector(16, Type::Int(8))), 16);
        assert_eq!(layout.store_size(&vector(16, Type::Int(1))), 2);
        assert_eq!(layout.size(&vector(3, Type::Int(32))), 16);
        assert_eq!(layout.store_size(&vector(3, Type::Int(32))), 12);
        assert_eq!(layout.align(&vector(4, Type::Int(64))), 32);
    }

    #[test]
    fn structs_pad_unless_packed() {
        let layout = Layout::parse(X86_64);
        let fields = [
            Type::Int(8),
            Type::Int(32),
            Type::Int(16),
            Type::Int(128),
            Type::Int(1),
        ];
        let offsets = |packed| -> Vec<_> {
            (0..6)
                .map(|field| layout.field_offset(&fields, packed, field))
                .collect()
        };
        assert_eq!(
            offsets(false),
            [Some(0), Some(4), Some(8), Some(16), Some(32), None]
        );
        assert_eq!(
            offsets(true),
            [Some(0), Some(1), Some(5), Some(7), Some(23), None]
        );
        assert_eq!(layout.size(&structure(&fields, false)), 48);
        assert_eq!(layout.size(&structure(&fields, true)), 24);
        assert_eq!(layout.size(&structure(&[], false)), 0);
        let array = Type::Array(
            3,
            Box::new(structure(&[Type::Int(32), Type::Int(8)], false)),
        );
        assert_eq!(layout.size(&array), 24);
        assert_eq!(
            layout.size(&Type::Array(u64::MAX, Box::new(Type::Int(64)))),
            u64::MAX
        );
    }
}
