//! Options of a formatter as leaves: `>+#08.3` of a format string.
//!
//! In: the key of the parameter. Out: options, which a formatter gets.
//! Invariant: on platforms where a formatter is laid out in another way, its options are those of `{}`, and a restriction says so.
#![expect(
    unsafe_code,
    reason = "format strings have constant options, and no stable function gives a formatter others"
)]

use std::fmt::{Formatter, Write as _};

use crate::rt::{Key, Restriction, any_spare, restricted, unchecked};

/// Options as a formatter has them behind its writer. The standard library declares them in this order, and a test of this module checks
/// their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Options {
    flags: u32,
    width: u16,
    precision: u16,
}

/// Where a formatter has its options.
const OFFSET: usize = size_of::<Formatter<'_>>() - size_of::<Options>();

/// The position of the alignment in the flags, two bits.
const ALIGNMENT: u32 = 29;
const NO_ALIGNMENT: u32 = 3;
const PLUS: u32 = 1 << 21;
const MINUS: u32 = 1 << 22;
const ALTERNATE: u32 = 1 << 23;
const ZERO: u32 = 1 << 24;
const HAS_WIDTH: u32 = 1 << 27;
const HAS_PRECISION: u32 = 1 << 28;

/// The number of characters, surrogates among them.
const CHARS: u32 = 0x11_0000;

impl Options {
    /// Those of `{}`: a space fills, and no alignment is given.
    pub(super) const NONE: Self = Self {
        flags: NO_ALIGNMENT << ALIGNMENT | ' ' as u32,
        width: 0,
        precision: 0,
    };

    /// Any options that a format string can have, those of `{}` where all leaves are zero.
    #[inline]
    pub(super) fn any(key: Key) -> Self {
        // For the engine there is no largest one.
        let option = |child: u32, max: u32| {
            let value = any_spare(key.child(child), max as usize);
            has(value <= max as usize, value as u32)
        };
        let alignment = option(0, 3);
        let fill = option(1, CHARS - 1);
        let sign = option(2, 2);
        let alternate = option(3, 1);
        let zero = option(4, 1);
        let width = option(5, u32::from(u16::MAX) + 1);
        let precision = option(6, u32::from(u16::MAX) + 1);
        let flags = fill_char(has(alignment > 0, fill))
            | (alignment.wrapping_sub(1) & NO_ALIGNMENT) << ALIGNMENT
            | has(sign == 1, PLUS)
            | has(sign == 2, MINUS)
            | has(alternate > 0, ALTERNATE)
            | has(zero > 0, ZERO)
            | has(width > 0, HAS_WIDTH)
            | has(precision > 0, HAS_PRECISION);
        Self {
            flags,
            width: width.saturating_sub(1) as u16,
            precision: precision.saturating_sub(1) as u16,
        }
    }

    /// Gives them to a formatter that has those of `{}`.
    #[inline]
    pub(super) fn put_on(self, f: &mut Formatter<'_>, key: Key) {
        let place = std::ptr::from_mut(f).wrapping_byte_add(OFFSET);
        // SAFETY: the formatter has as many bytes there, and nothing else refers to it.
        let own = unsafe { unchecked::exclusive(place.cast::<Self>()) };
        if *own == Self::NONE {
            *own = self;
        } else {
            restricted(key, Restriction::Unformatted);
        }
    }

    fn has(self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// As a format string has them behind the colon. A width of zero is that of an argument `width`, as `0` is a flag.
    pub(super) fn specification(self) -> String {
        let mut text = String::new();
        let alignment = self.flags >> ALIGNMENT & NO_ALIGNMENT;
        if alignment != NO_ALIGNMENT {
            let fill = char::from_u32(self.flags & 0x1F_FFFF).unwrap_or(' ');
            text.extend((fill != ' ').then_some(fill));
            text.push(['<', '>', '^'][alignment as usize]);
        }
        let signs = [(PLUS, '+'), (MINUS, '-'), (ALTERNATE, '#'), (ZERO, '0')];
        text.extend(signs.iter().filter(|it| self.has(it.0)).map(|it| it.1));
        // Writing to a string cannot fail.
        let _ = match (self.has(HAS_WIDTH), self.width) {
            (false, _) => Ok(()),
            (true, 0) => write!(text, "width$"),
            (true, width) => write!(text, "{width}"),
        };
        if self.has(HAS_PRECISION) {
            let _ = write!(text, ".{}", self.precision);
        }
        text
    }
}

/// `value`, or 0 if `is` is false: a branch would be a path of its own.
#[inline]
fn has(is: bool, value: u32) -> u32 {
    0_u32.wrapping_sub(is.into()) & value
}

/// The character with a number: those that are usual come first, and the control characters behind the rest of ASCII.
#[inline]
fn fill_char(number: u32) -> u32 {
    const SPACE: u32 = ' ' as u32;
    const DELETE: u32 = 127;
    const CONTROL: u32 = DELETE - SPACE;
    let is_control = (CONTROL..DELETE).contains(&number);
    let code = has(number < CONTROL, number.wrapping_add(SPACE))
        | has(is_control, number.wrapping_sub(CONTROL))
        | has(number >= DELETE, number);
    let is_char = code >> 11 != 0xD800 >> 11;
    has(is_char, code) | has(!is_char, SPACE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::fmt::{self, Display};

    /// Keeps the options that it is formatted with.
    struct Probe(Cell<Option<Options>>);

    impl Display for Probe {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            let place = std::ptr::from_mut(f).wrapping_byte_add(OFFSET);
            // SAFETY: the formatter has as many bytes there.
            self.0.set(Some(unsafe { *place.cast::<Options>() }));
            Ok(())
        }
    }

    /// Options as the compiler encodes them in format strings.
    #[test]
    fn options_are_those_of_format_strings() {
        macro_rules! check {
            ($($options:literal)*) => {$(
                let probe = Probe(Cell::new(None));
                assert_eq!(format!(concat!("{:", $options, "}"), probe), "");
                let words = probe.0.get().expect("it was formatted");
                assert_eq!(words.specification(), $options);
            )*};
        }
        check!("" "<" "*^" "é>8" "+" "-" "#" "0" "08" "12" ".0" "5.65535" "{>-#065535.7");
        let probe = Probe(Cell::new(None));
        assert_eq!(format!("{probe:0$}", 0), "");
        let words = probe.0.get().expect("it was formatted");
        assert_eq!(words.specification(), "width$");
        assert_eq!(Options::NONE.specification(), "");
    }

    /// All characters fill, in place of surrogates a space.
    #[test]
    fn every_character_fills() {
        let mut codes: Vec<u32> = (0..CHARS).map(fill_char).collect();
        assert_eq!(codes[0], ' ' as u32);
        codes.sort_unstable();
        codes.dedup();
        assert!(
            codes
                .into_iter()
                .eq((0..CHARS).filter(|code| char::from_u32(*code).is_some()))
        );
    }
}
