//! The types of the standard library, by their last name, and what is known of each.
//!
//! One table for the macros and the tool: a row for each type, a column for each property that decides how values are built,
//! compared and passed. There is no type checker here, so a name says which type is meant, and a type that is not listed is
//! unknown.

use syn::{GenericArgument, PathArguments, Type};

use self::Implementation::{Always, IfArgumentsDo, Unknown};

/// When a type implements a trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Implementation {
    /// Whatever its arguments are.
    Always,
    /// When its arguments do.
    IfArgumentsDo,
    /// Not known, or never.
    Unknown,
}

impl Implementation {
    /// When a type implements two traits that it implements at these times.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Unknown, _) | (_, Unknown) => Unknown,
            (Always, Always) => Always,
            _ => IfArgumentsDo,
        }
    }
}

/// A type of the standard library.
#[derive(Clone, Copy, Debug)]
pub struct StdType {
    /// Its last name.
    pub name: &'static str,
    /// True if it is an input, whatever its arguments are.
    pub input: bool,
    /// When it has `PartialEq`.
    pub eq: Implementation,
    /// When it has `Debug`.
    pub debug: Implementation,
    /// When it has `Copy`.
    pub copy: Implementation,
    /// True if a type of this name may contain itself, as a crate's own type of the name does. The primitive types, those of the
    /// prelude and the common collections keep their names everywhere, and contain no more than their arguments.
    pub recursive: bool,
}

impl StdType {
    /// When its values compare and print, as `assert_eq!` needs.
    pub fn asserts(&self) -> Implementation {
        self.eq.and(self.debug)
    }
}

/// The type of this name.
pub fn find(name: &str) -> Option<&'static StdType> {
    TYPES.iter().find(|ty| ty.name == name)
}

/// True if the type of this name is one of numbers.
pub fn is_number(name: &str) -> bool {
    TYPES[..NUMBERS].iter().any(|ty| ty.name == name)
}

/// True if the type of this name is an atomic of the standard library with a numeric or Boolean value.
pub fn is_atomic(name: &str) -> bool {
    ATOMICS.contains(&name)
}

/// True if the type of this name is a lock of the standard library.
pub fn is_lock(name: &str) -> bool {
    LOCKS.contains(&name)
}

/// True if a type of this name is the standard library's, and contains no more than its arguments.
pub fn is_closed(name: &str) -> bool {
    find(name).is_some_and(|ty| !ty.recursive)
}

/// True if `ty` implements the trait of a column, false if it does not, as far as is known; `None` if a type in it has no row.
pub fn implements(ty: &Type, column: fn(&StdType) -> Implementation) -> Option<bool> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    match column(find(&last.ident.to_string())?) {
        Always => Some(true),
        Unknown => Some(false),
        IfArgumentsDo => match &last.arguments {
            PathArguments::AngleBracketed(arguments) => {
                let mut all = true;
                for argument in &arguments.args {
                    if let GenericArgument::Type(ty) = argument {
                        all &= implements(ty, column)?;
                    }
                }
                Some(all)
            }
            _ => None,
        },
    }
}

const fn row(
    name: &'static str,
    input: bool,
    eq: Implementation,
    debug: Implementation,
    copy: Implementation,
    recursive: bool,
) -> StdType {
    StdType {
        name,
        input,
        eq,
        debug,
        copy,
        recursive,
    }
}

/// In the column `input`.
const INPUT: bool = true;
/// In the column `input`.
const NO_INPUT: bool = false;

/// In the column `recursive`.
const CLOSED: bool = false;
/// In the column `recursive`.
const OPEN: bool = true;

/// How many rows, from the first on, are types of numbers.
const NUMBERS: usize = 14;

/// Locks: each contains a value and may be poisoned.
const LOCKS: [&str; 2] = ["Mutex", "RwLock"];

/// Atomics, which contain nothing and are inputs, but neither compare nor copy.
const ATOMICS: [&str; 11] = [
    "AtomicBool",
    "AtomicI8",
    "AtomicI16",
    "AtomicI32",
    "AtomicI64",
    "AtomicIsize",
    "AtomicU8",
    "AtomicU16",
    "AtomicU32",
    "AtomicU64",
    "AtomicUsize",
];

/// Name; input; `PartialEq`; `Debug`; `Copy`; recursive.
// One line for each row, so that columns can be compared.
#[rustfmt::skip]
const TYPES: &[StdType] = &[
    row("i8", INPUT, Always, Always, Always, CLOSED),
    row("i16", INPUT, Always, Always, Always, CLOSED),
    row("i32", INPUT, Always, Always, Always, CLOSED),
    row("i64", INPUT, Always, Always, Always, CLOSED),
    row("i128", INPUT, Always, Always, Always, CLOSED),
    row("isize", INPUT, Always, Always, Always, CLOSED),
    row("u8", INPUT, Always, Always, Always, CLOSED),
    row("u16", INPUT, Always, Always, Always, CLOSED),
    row("u32", INPUT, Always, Always, Always, CLOSED),
    row("u64", INPUT, Always, Always, Always, CLOSED),
    row("u128", INPUT, Always, Always, Always, CLOSED),
    row("usize", INPUT, Always, Always, Always, CLOSED),
    row("f32", INPUT, Always, Always, Always, CLOSED),
    row("f64", INPUT, Always, Always, Always, CLOSED),
    row("bool", INPUT, Always, Always, Always, CLOSED),
    row("char", INPUT, Always, Always, Always, CLOSED),
    row("str", INPUT, Always, Always, Unknown, CLOSED),
    row("String", INPUT, Always, Always, Unknown, CLOSED),
    row("Ordering", INPUT, Always, Always, Always, OPEN),
    row("Duration", INPUT, Always, Always, Always, OPEN),
    row("SystemTime", INPUT, Always, Always, Always, OPEN),
    row("IpAddr", INPUT, Always, Always, Always, OPEN),
    row("Ipv4Addr", INPUT, Always, Always, Always, OPEN),
    row("Ipv6Addr", INPUT, Always, Always, Always, OPEN),
    row("Instant", NO_INPUT, Always, Always, Always, OPEN),
    row("ParseIntError", INPUT, Always, Always, Unknown, OPEN),
    row("ParseFloatError", INPUT, Always, Always, Unknown, OPEN),
    row("ParseBoolError", INPUT, Always, Always, Unknown, OPEN),
    row("ParseCharError", INPUT, Always, Always, Unknown, OPEN),
    row("CharTryFromError", INPUT, Always, Always, Always, OPEN),
    row("TryFromIntError", INPUT, Always, Always, Always, OPEN),
    row("Utf8Error", INPUT, Always, Always, Always, OPEN),
    row("ErrorKind", INPUT, Always, Always, Always, OPEN),
    row("IntErrorKind", INPUT, Always, Always, Always, OPEN),
    row("FromUtf8Error", INPUT, Always, Always, Unknown, OPEN),
    row("Infallible", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroU8", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroU16", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroU32", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroU64", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroU128", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroUsize", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroI8", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroI16", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroI32", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroI64", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroI128", NO_INPUT, Always, Always, Always, OPEN),
    row("NonZeroIsize", NO_INPUT, Always, Always, Always, OPEN),
    row("Path", NO_INPUT, Always, Always, Unknown, OPEN),
    row("PathBuf", NO_INPUT, Always, Always, Unknown, OPEN),
    row("OsStr", NO_INPUT, Always, Always, Unknown, OPEN),
    row("OsString", NO_INPUT, Always, Always, Unknown, OPEN),
    row("RangeFull", NO_INPUT, Always, Always, Always, OPEN),
    row("Option", INPUT, IfArgumentsDo, IfArgumentsDo, IfArgumentsDo, CLOSED),
    row("Result", INPUT, IfArgumentsDo, IfArgumentsDo, IfArgumentsDo, OPEN),
    row("Vec", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, CLOSED),
    row("Box", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, CLOSED),
    row("Rc", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, OPEN),
    row("Arc", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, OPEN),
    row("VecDeque", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, CLOSED),
    row("BTreeMap", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, CLOSED),
    row("BTreeSet", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, CLOSED),
    row("HashMap", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, CLOSED),
    row("HashSet", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, CLOSED),
    row("Range", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, OPEN),
    row("RangeInclusive", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, OPEN),
    row("Cow", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, OPEN),
    row("Wrapping", INPUT, IfArgumentsDo, IfArgumentsDo, IfArgumentsDo, OPEN),
    row("Cell", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, OPEN),
    row("LinkedList", INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, OPEN),
    row("Bound", INPUT, IfArgumentsDo, IfArgumentsDo, IfArgumentsDo, OPEN),
    row("RefCell", NO_INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, OPEN),
    row("OnceCell", NO_INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, OPEN),
    row("OnceLock", NO_INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, OPEN),
    row("Saturating", NO_INPUT, IfArgumentsDo, IfArgumentsDo, IfArgumentsDo, OPEN),
    row("Reverse", NO_INPUT, IfArgumentsDo, IfArgumentsDo, IfArgumentsDo, OPEN),
    row("RangeFrom", NO_INPUT, IfArgumentsDo, IfArgumentsDo, Unknown, OPEN),
    row("RangeTo", NO_INPUT, IfArgumentsDo, IfArgumentsDo, IfArgumentsDo, OPEN),
    row("RangeToInclusive", NO_INPUT, IfArgumentsDo, IfArgumentsDo, IfArgumentsDo, OPEN),
    row("PhantomData", NO_INPUT, IfArgumentsDo, IfArgumentsDo, Always, OPEN),
    row("ControlFlow", NO_INPUT, IfArgumentsDo, IfArgumentsDo, IfArgumentsDo, OPEN),
    row("Poll", NO_INPUT, IfArgumentsDo, IfArgumentsDo, IfArgumentsDo, OPEN),
    row("NonZero", NO_INPUT, IfArgumentsDo, IfArgumentsDo, IfArgumentsDo, OPEN),
    row("IntoIter", NO_INPUT, Unknown, IfArgumentsDo, Unknown, OPEN),
    row("BinaryHeap", INPUT, Unknown, IfArgumentsDo, Unknown, OPEN),
    row("BuildHasherDefault", INPUT, Unknown, Always, Unknown, OPEN),
    row("DefaultHasher", INPUT, Unknown, Always, Unknown, OPEN),
    row("RandomState", INPUT, Unknown, Always, Unknown, OPEN),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use syn::parse_quote;

    use super::*;

    #[test]
    fn each_type_has_one_row_and_numbers_come_first() {
        let names: BTreeSet<&str> = TYPES.iter().map(|ty| ty.name).collect();
        assert_eq!(names.len(), TYPES.len());
        assert!(is_number("u8") && is_number("f64"));
        assert!(!is_number("bool") && !is_number("Strange"));
        assert_eq!(find("Vec").map(StdType::asserts), Some(IfArgumentsDo));
        assert!(find("Strange").is_none());
    }

    #[test]
    fn what_compares_and_prints_has_both_traits() {
        let asserts = |name| find(name).map(StdType::asserts);
        assert_eq!(asserts("u8"), Some(Always));
        assert_eq!(asserts("BinaryHeap"), Some(Unknown));
        assert_eq!(Always.and(IfArgumentsDo), IfArgumentsDo);
        let copies = |ty| implements(&ty, |row| row.copy);
        assert_eq!(copies(parse_quote!(Option<u8>)), Some(true));
        assert_eq!(copies(parse_quote!(Option<Vec<u8>>)), Some(false));
        assert_eq!(copies(parse_quote!(Result<u8, Strange>)), None);
        assert!(is_closed("Vec") && !is_closed("Path") && !is_closed("Strange"));
    }
}
