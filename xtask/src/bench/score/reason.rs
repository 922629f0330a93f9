//! The reasons why `cargo unroll score` does not count a condition of the compiler, as the syntax shows them.

use proc_macro2::{LineColumn, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Why a condition is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// The pattern of a `let`, `match` or macro, which `branch` counts and `condition` does not.
    Pattern,
    /// The arguments of a macro.
    Macro,
    /// The body of a `const fn`.
    ConstFn,
    /// A test, or other code under `cfg(test)`.
    Test,
}

impl Reason {
    /// All of them, in the order of the table.
    pub(super) const ALL: [Self; 4] = [Self::Pattern, Self::Macro, Self::ConstFn, Self::Test];

    /// The heading of its column.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Self::Pattern => "patterns",
            Self::Macro => "macros",
            Self::ConstFn => "`const fn`",
            Self::Test => "tests",
        }
    }
}

/// The parts of a file to which reasons apply, the weakest reason last.
#[derive(Default)]
pub(super) struct Regions(Vec<(Reason, LineColumn, LineColumn)>);

impl Regions {
    /// Those of a source file; none if it cannot be parsed.
    pub(super) fn of(text: &str) -> Self {
        let mut regions = Self::default();
        if let Ok(file) = syn::parse_file(text) {
            regions.visit_file(&file);
        }
        regions
    }

    /// The first reason in the order of [`Reason`] that applies to a place.
    pub(super) fn reason(&self, line: u64, column: u64) -> Option<Reason> {
        let place = LineColumn {
            line: line as usize,
            column: (column as usize).saturating_sub(1),
        };
        let around = self.0.iter();
        let around = around.filter(|(_, start, end)| (*start..*end).contains(&place));
        around.map(|(reason, ..)| *reason).min()
    }

    fn push(&mut self, reason: Reason, span: Span) {
        self.0.push((reason, span.start(), span.end()));
    }

    fn function(&mut self, attrs: &[syn::Attribute], sig: &syn::Signature, span: Span) {
        if sig.constness.is_some() {
            self.push(Reason::ConstFn, span);
        }
        self.test(attrs, span);
    }

    fn test(&mut self, attrs: &[syn::Attribute], span: Span) {
        let is_test = |attr: &syn::Attribute| {
            let text = attr
                .path()
                .segments
                .last()
                .map(|last| last.ident.to_string());
            let is_cfg = |list: &syn::MetaList| list.tokens.to_string() == "test";
            match text.as_deref() {
                Some("test" | "bench") => true,
                Some("cfg") => attr.meta.require_list().is_ok_and(is_cfg),
                _ => false,
            }
        };
        if attrs.iter().any(is_test) {
            self.push(Reason::Test, span);
        }
    }
}

impl<'ast> Visit<'ast> for Regions {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.attrs, &item.sig, item.span());
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.attrs, &item.sig, item.span());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.test(&item.attrs, item.span());
        visit::visit_item_mod(self, item);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.push(Reason::Macro, mac.span());
    }

    fn visit_pat(&mut self, pat: &'ast syn::Pat) {
        self.push(Reason::Pattern, pat.span());
        visit::visit_pat(self, pat);
    }
}

#[cfg(test)]
mod tests {
    use super::{Reason, Regions};

    #[test]
    fn places_have_the_reason_of_what_is_around_them() {
        let regions = Regions::of(
            "const fn f(a: u8) -> bool { a > 1 }
fn g(a: Option<u8>) { if let Some(1) = a { assert!(a.is_some()); } else if a.is_none() {} }
#[cfg(test)]
mod tests { fn h(a: u8) -> bool { a > 1 && a < 3 } }
",
        );
        assert_eq!(regions.reason(1, 29), Some(Reason::ConstFn));
        assert_eq!(regions.reason(2, 30), Some(Reason::Pattern));
        assert_eq!(regions.reason(2, 52), Some(Reason::Macro));
        assert_eq!(regions.reason(2, 76), None);
        assert_eq!(regions.reason(4, 35), Some(Reason::Test));
    }
}
