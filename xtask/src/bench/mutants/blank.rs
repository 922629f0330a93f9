//! Sources without their tests. Lines and columns stay, so that places in the rest are the same as in the original.

use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, Result};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Meta};

/// Blanks the tests of all Rust files below `folder`; true if there are any.
pub(super) fn blank_below(folder: &Path) -> Result<bool> {
    let mut has_tests = false;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            has_tests |= blank_below(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path)
                .with_context(|| format!("failed to read {}", path.display()))?;
            let blanked = without_tests(&text);
            if blanked != text {
                has_tests = true;
                fs::write(&path, blanked)
                    .with_context(|| format!("failed to write {}", path.display()))?;
            }
        }
    }
    Ok(has_tests)
}

/// `text` with spaces in the place of items that only tests need. A file that is no Rust stays as it is.
fn without_tests(text: &str) -> String {
    let Ok(file) = syn::parse_file(text) else {
        return text.to_owned();
    };
    let mut found = TestCode::default();
    found.visit_file(&file);
    let is_test = |at: usize| found.ranges.iter().any(|range| range.contains(&at));
    let blanked = text.char_indices().flat_map(|(at, c)| {
        let is_kept = c.is_whitespace() || !is_test(at);
        let count = if is_kept { 1 } else { c.len_utf8() };
        std::iter::repeat_n(if is_kept { c } else { ' ' }, count)
    });
    blanked.collect()
}

#[derive(Default)]
struct TestCode {
    ranges: Vec<Range<usize>>,
}

impl Visit<'_> for TestCode {
    fn visit_item(&mut self, item: &Item) {
        if attributes(item).iter().any(is_for_tests) {
            self.ranges.push(item.span().byte_range());
        } else {
            visit::visit_item(self, item);
        }
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(it) => &it.attrs,
        Item::Enum(it) => &it.attrs,
        Item::Fn(it) => &it.attrs,
        Item::Impl(it) => &it.attrs,
        Item::Macro(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        Item::Static(it) => &it.attrs,
        Item::Struct(it) => &it.attrs,
        Item::Trait(it) => &it.attrs,
        Item::Type(it) => &it.attrs,
        Item::Use(it) => &it.attrs,
        _ => &[],
    }
}

/// True for `#[test]`, `#[cfg(test)]` and `#[cfg(all(test, ..))]`.
fn is_for_tests(attr: &Attribute) -> bool {
    let Meta::List(list) = &attr.meta else {
        return attr.path().is_ident("test");
    };
    let condition = list.tokens.to_string().replace(' ', "");
    attr.path().is_ident("cfg") && (condition == "test" || condition.starts_with("all(test,"))
}

#[cfg(test)]
mod tests {
    use super::without_tests;

    #[test]
    fn the_rest_keeps_its_places() {
        let text = "fn f() {} // ü\n#[cfg(test)]\nmod tests {\n    fn t() {}\n}\n#[cfg(not(test))]\nfn g() {}\n";
        let blanked = without_tests(text);
        assert!(!blanked.contains("mod tests"), "{blanked}");
        assert!(blanked.contains("fn f() {} // ü"), "{blanked}");
        assert_eq!(blanked.find("fn g"), text.find("fn g"));
        assert_eq!(blanked.lines().count(), text.lines().count());
    }
}
