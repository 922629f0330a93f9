//! Imports of tests in crates with a smaller prelude: those without the standard library, and those of editions
//! before 2021.

/// The prelude names that a crate lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prelude {
    /// True if it may do without the standard library's prelude.
    pub no_std: bool,
    /// True if its edition is one before 2021.
    pub before_2021: bool,
}

impl Prelude {
    /// The imports that `lines` of tests need.
    pub(crate) fn imports(self, lines: &[String]) -> Vec<String> {
        let mut imports = Vec::new();
        if self.no_std {
            imports.extend(standard(lines));
        }
        if self.before_2021 {
            let used = TRAITS.iter().filter(|(call, _)| {
                let mut lines = lines.iter();
                lines.any(|line| line.contains(call))
            });
            let library = if self.no_std { "core" } else { "std" };
            imports.extend(used.map(|(_, path)| format!("use {library}::{path};")));
        }
        imports
    }
}

/// Additions to the prelude of the edition 2021: how a test calls each, and where it is.
const TRAITS: [(&str, &str); 2] = [
    ("::from_iter(", "iter::FromIterator"),
    ("::try_from(", "convert::TryFrom"),
];

/// The prelude items beyond those of `core` that a test may use, and where they are.
const NAMES: [(&str, &str); 6] = [
    ("Box::", "boxed::Box"),
    ("format!", "format"),
    ("String::", "string::String"),
    ("vec!", "vec"),
    ("Vec::", "vec::Vec"),
    ("Vec<", "vec::Vec"),
];

/// The standard library; crates that forbid idioms of older editions mean others.
pub(super) const EXTERN_STD: [&str; 2] = ["#[allow(unused_extern_crates)]", "extern crate std;"];

/// The standard library itself, for paths that begin with `std`, and an import of each name that `lines` use; nothing if they use nothing.
/// Imports begin with `self`, because those of edition 2015 begin at the crate's root otherwise.
fn standard(lines: &[String]) -> Vec<String> {
    let uses = |name: &str| lines.iter().any(|line| mentions(line, name));
    let names = NAMES.iter().filter(|(name, _)| uses(name));
    let mut imports: Vec<_> = names
        .map(|(_, path)| format!("use self::std::{path};"))
        .collect();
    // `Vec::` and `Vec<` stand side by side and have one import.
    imports.dedup();
    if imports.is_empty() && !uses("std::") {
        return imports;
    }
    let blank = (!imports.is_empty()).then(String::new);
    let std = EXTERN_STD.iter().map(|line| (*line).to_owned());
    std.chain(blank).chain(imports).collect()
}

/// True if `line` has `name` where a word begins.
fn mentions(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected` stands behind the standard library, which comes with any of it.
    fn check(line: &str, expected: Option<&[&str]>) {
        let std = expected.map_or(&[][..], |_| &EXTERN_STD);
        let expected = [std, expected.unwrap_or_default()].concat();
        assert_eq!(standard(&[line.to_owned()]), expected, "{line}");
    }

    #[test]
    fn traits_that_came_later_are_imported_in_older_editions() {
        let lines = ["let set = Set::from_iter(vec![1]);".to_owned()];
        let old = Prelude {
            no_std: false,
            before_2021: true,
        };
        assert_eq!(old.imports(&lines), ["use std::iter::FromIterator;"]);
        assert!(Prelude::default().imports(&lines).is_empty());
    }

    #[test]
    fn only_what_is_used_is_imported() {
        check("assert_eq!(result, 1);", None);
        check("let my_vec = MyVec::new();", None);
        check(
            "let text = vec![String::new()];",
            Some(&["", "use self::std::string::String;", "use self::std::vec;"]),
        );
        check(
            "let list: Vec<u8> = Vec::new();",
            Some(&["", "use self::std::vec::Vec;"]),
        );
        check("std::cmp::Ordering::Less", Some(&[]));
    }
}
