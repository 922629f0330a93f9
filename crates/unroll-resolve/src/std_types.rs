//! The types of the standard library, by their last name, and what is known of each.
//!
//! One table for all who ask: a row for each type. There is no type checker here, so a name says which type is meant, and a type
//! that is not listed is unknown.

use self::Comparison::{Always, IfArgumentsDo, Unknown};

/// When values of a type compare and print: it has `PartialEq` and `Debug`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Whatever its arguments are.
    Always,
    /// When its arguments do.
    IfArgumentsDo,
    /// Not known, or never.
    Unknown,
}

/// A type of the standard library.
#[derive(Clone, Copy, Debug)]
pub struct StdType {
    /// Its last name.
    pub name: &'static str,
    /// True if it is an input, whatever its arguments are.
    pub is_input: bool,
    /// When its values compare and print.
    pub comparison: Comparison,
}

/// The type of this name.
pub fn find(name: &str) -> Option<&'static StdType> {
    TYPES.iter().find(|ty| ty.name == name)
}

/// True if the type of this name is one of numbers.
pub fn is_number(name: &str) -> bool {
    TYPES[..NUMBERS].iter().any(|ty| ty.name == name)
}

const fn row(name: &'static str, is_input: bool, comparison: Comparison) -> StdType {
    StdType {
        name,
        is_input,
        comparison,
    }
}

/// In the second column.
const INPUT: bool = true;
/// In the second column.
const NO_INPUT: bool = false;

/// How many rows, from the first on, are types of numbers.
const NUMBERS: usize = 14;

/// Name; if it is an input; when it compares and prints.
const TYPES: &[StdType] = &[
    row("i8", INPUT, Always),
    row("i16", INPUT, Always),
    row("i32", INPUT, Always),
    row("i64", INPUT, Always),
    row("i128", INPUT, Always),
    row("isize", INPUT, Always),
    row("u8", INPUT, Always),
    row("u16", INPUT, Always),
    row("u32", INPUT, Always),
    row("u64", INPUT, Always),
    row("u128", INPUT, Always),
    row("usize", INPUT, Always),
    row("f32", INPUT, Always),
    row("f64", INPUT, Always),
    row("bool", INPUT, Always),
    row("char", INPUT, Always),
    row("str", INPUT, Always),
    row("String", INPUT, Always),
    row("Ordering", INPUT, Always),
    row("Duration", INPUT, Always),
    row("SystemTime", INPUT, Always),
    row("IpAddr", INPUT, Always),
    row("Ipv4Addr", INPUT, Always),
    row("Ipv6Addr", INPUT, Always),
    row("Instant", NO_INPUT, Always),
    row("ParseIntError", NO_INPUT, Always),
    row("ParseFloatError", NO_INPUT, Always),
    row("ParseBoolError", NO_INPUT, Always),
    row("ParseCharError", NO_INPUT, Always),
    row("CharTryFromError", NO_INPUT, Always),
    row("TryFromIntError", NO_INPUT, Always),
    row("Utf8Error", NO_INPUT, Always),
    row("FromUtf8Error", NO_INPUT, Always),
    row("Infallible", NO_INPUT, Always),
    row("NonZeroU8", NO_INPUT, Always),
    row("NonZeroU16", NO_INPUT, Always),
    row("NonZeroU32", NO_INPUT, Always),
    row("NonZeroU64", NO_INPUT, Always),
    row("NonZeroU128", NO_INPUT, Always),
    row("NonZeroUsize", NO_INPUT, Always),
    row("NonZeroI8", NO_INPUT, Always),
    row("NonZeroI16", NO_INPUT, Always),
    row("NonZeroI32", NO_INPUT, Always),
    row("NonZeroI64", NO_INPUT, Always),
    row("NonZeroI128", NO_INPUT, Always),
    row("NonZeroIsize", NO_INPUT, Always),
    row("Path", NO_INPUT, Always),
    row("PathBuf", NO_INPUT, Always),
    row("OsStr", NO_INPUT, Always),
    row("OsString", NO_INPUT, Always),
    row("RangeFull", NO_INPUT, Always),
    row("Option", INPUT, IfArgumentsDo),
    row("Result", INPUT, IfArgumentsDo),
    row("Vec", INPUT, IfArgumentsDo),
    row("Box", INPUT, IfArgumentsDo),
    row("Rc", INPUT, IfArgumentsDo),
    row("Arc", INPUT, IfArgumentsDo),
    row("VecDeque", INPUT, IfArgumentsDo),
    row("BTreeMap", INPUT, IfArgumentsDo),
    row("BTreeSet", INPUT, IfArgumentsDo),
    row("HashMap", INPUT, IfArgumentsDo),
    row("HashSet", INPUT, IfArgumentsDo),
    row("Range", INPUT, IfArgumentsDo),
    row("RangeInclusive", INPUT, IfArgumentsDo),
    row("Cow", INPUT, IfArgumentsDo),
    row("Wrapping", INPUT, IfArgumentsDo),
    row("Cell", INPUT, IfArgumentsDo),
    row("LinkedList", INPUT, IfArgumentsDo),
    row("Bound", INPUT, IfArgumentsDo),
    row("RefCell", NO_INPUT, IfArgumentsDo),
    row("Saturating", NO_INPUT, IfArgumentsDo),
    row("Reverse", NO_INPUT, IfArgumentsDo),
    row("RangeFrom", NO_INPUT, IfArgumentsDo),
    row("RangeTo", NO_INPUT, IfArgumentsDo),
    row("RangeToInclusive", NO_INPUT, IfArgumentsDo),
    row("PhantomData", NO_INPUT, IfArgumentsDo),
    row("ControlFlow", NO_INPUT, IfArgumentsDo),
    row("Poll", NO_INPUT, IfArgumentsDo),
    row("NonZero", NO_INPUT, IfArgumentsDo),
    row("BinaryHeap", INPUT, Unknown),
    row("BuildHasherDefault", INPUT, Unknown),
    row("DefaultHasher", INPUT, Unknown),
    row("RandomState", INPUT, Unknown),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_type_has_one_row_and_numbers_come_first() {
        let names: BTreeSet<&str> = TYPES.iter().map(|ty| ty.name).collect();
        assert_eq!(names.len(), TYPES.len());
        assert!(is_number("u8") && is_number("f64"));
        assert!(!is_number("bool") && !is_number("Strange"));
        assert_eq!(find("Vec").map(|ty| ty.comparison), Some(IfArgumentsDo));
        assert!(find("Strange").is_none());
    }
}
