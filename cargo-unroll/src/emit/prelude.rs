//! What tests in a crate without the standard library's prelude have to import for themselves.

/// What a test may use of the prelude beyond that of `core`, and where it is.
const NAMES: [(&str, &str); 6] = [
    ("Box::", "boxed::Box"),
    ("format!", "format"),
    ("String::", "string::String"),
    ("vec!", "vec"),
    ("Vec::", "vec::Vec"),
    ("Vec<", "vec::Vec"),
];

/// The standard library; crates that forbid idioms of older editions mean others.
const EXTERN_STD: [&str; 2] = ["#[allow(unused_extern_crates)]", "extern crate std;"];

/// The standard library itself, for paths that begin with `std`, and an import of each name that `lines` use; nothing if they use nothing.
/// Imports begin with `self`, because those of edition 2015 begin at the crate's root otherwise.
pub(crate) fn imports(lines: &[String]) -> Vec<String> {
    let uses = |name: &str| lines.iter().any(|line| mentions(line, name));
    let names = NAMES.iter().filter(|(name, _)| uses(name));
    let mut imports: Vec<_> = names
        .map(|(_, path)| format!("use self::std::{path};"))
        .collect();
    imports.dedup();
    if imports.is_empty() && !uses("std::") {
        return imports;
    }
    let blank = (!imports.is_empty()).then(String::new);
    let std = EXTERN_STD.iter().map(|line| (*line).to_owned());
    std.chain(blank).chain(imports).collect()
}

/// Whether `line` has `name` where a word begins.
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
        assert_eq!(imports(&[line.to_owned()]), expected, "{line}");
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
