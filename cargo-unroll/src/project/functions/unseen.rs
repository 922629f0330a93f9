//! Annotations in places that are not searched for functions: in macros, in test code, and in targets without unit
//! tests.
//!
//! Each becomes a skip. Otherwise a user would take the annotated function for tested.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};
use proc_macro2::{Delimiter, Group, Span as TokenSpan, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItemFn, ItemFn, ItemImpl, ItemMacro, ItemMod, Macro};

use crate::diagnostics::Code;
use crate::model::outcome::Span;
use crate::project::functions::attribute::find_attribute;
use crate::project::functions::skip::Skip;
use crate::project::model::{Package, Target};
use crate::project::sources::modules::ModuleFile;
use crate::project::sources::source::SourceFile;
use crate::project::sources::test_code::is_test_attribute;
use crate::project::sources::{files, modules};

/// An annotation that selects nothing.
#[derive(Debug, PartialEq, Eq)]
struct Unseen {
    /// Why.
    code: Code,
    /// The modules and the name of the annotated item; of a macro, with `!` behind it.
    segments: Vec<String>,
    /// Where it stands.
    span: Span,
}

/// The annotations in `target`, which has these files besides those for tests alone, that [`crate::project::functions::list`] leaves out.
pub(crate) fn in_target(
    package: &Package,
    target: &Target,
    files: &[ModuleFile],
    workspace_root: &Utf8Path,
) -> Vec<Skip> {
    let own = files.iter().flat_map(|file| found(file, false));
    let mut skips: Vec<Skip> = own
        .map(|unseen| unseen.skip(package, target, None))
        .collect();
    for file in all_files(target, workspace_root) {
        let is_known = |known: &ModuleFile| known.source.path == file.source.path;
        if !files.iter().any(is_known) {
            let unseen = found(&file, true).into_iter();
            skips.extend(unseen.map(|unseen| unseen.skip(package, target, None)));
        }
    }
    skips
}

/// All annotations in the targets of `package` that are not analysed.
pub(crate) fn in_other_targets(package: &Package, workspace_root: &Utf8Path) -> Vec<Skip> {
    let mut skips = Vec::new();
    for (code, target) in &package.other_roots {
        for file in all_files(target, workspace_root) {
            let unseen = found(&file, true).into_iter();
            let new = unseen.map(|unseen| unseen.skip(package, target, Some(*code)));
            // Targets may share modules.
            let new: Vec<Skip> = new
                .filter(|skip| !skips.iter().any(|known: &Skip| known.span == skip.span))
                .collect();
            skips.extend(new);
        }
    }
    skips
}

/// All annotations in files below the folders of the targets' roots that are part of no target.
pub(crate) fn in_loose_files(package: &Package, workspace_root: &Utf8Path) -> Vec<Skip> {
    let others = package.other_roots.iter().map(|(_, target)| target);
    let targets: Vec<&Target> = package.targets.iter().chain(others).collect();
    let known: BTreeSet<Utf8PathBuf> = targets
        .iter()
        .flat_map(|target| all_files(target, workspace_root))
        .map(|file| file.source.path)
        .collect();
    let Some(target) = package.targets.first() else {
        return Vec::new();
    };
    let mut skips = Vec::new();
    for path in files::with_extension(&package.dir.join("src"), "rs") {
        if known.contains(&path) || path.file_name() == Some("unroll_tests.rs") {
            continue;
        }
        let Ok(source) = SourceFile::read(&path, workspace_root) else {
            continue;
        };
        let name = path.file_stem().unwrap_or_default().to_owned();
        let file = ModuleFile::new(vec![name], false, source);
        let unseen = found(&file, true).into_iter();
        skips.extend(unseen.map(|it| it.skip(package, target, Some(Code::UndeclaredFile))));
    }
    skips
}

/// The files of a target; those that cannot be read are the compiler's to complain about.
fn all_files(target: &Target, workspace_root: &Utf8Path) -> Vec<ModuleFile> {
    modules::walk_all(&target.root, workspace_root, &mut Vec::new())
}

impl Unseen {
    /// The skip; `code` is the reason where it is not the annotation's own place.
    fn skip(self, package: &Package, target: &Target, code: Option<Code>) -> Skip {
        Skip {
            code: code.unwrap_or(self.code),
            function: format!("{}::{}", target.crate_name(), self.segments.join("::")),
            package: package.name.clone(),
            span: self.span,
            detail: None,
        }
    }
}

fn found(file: &ModuleFile, is_for_tests: bool) -> Vec<Unseen> {
    let mut finder = AnnotationFinder {
        file,
        segments: file.module.clone(),
        is_for_tests,
        found: Vec::new(),
    };
    finder.visit_file(&file.source.tree);
    finder.found
}

struct AnnotationFinder<'f> {
    file: &'f ModuleFile,
    segments: Vec<String>,
    is_for_tests: bool,
    found: Vec<Unseen>,
}

impl AnnotationFinder<'_> {
    fn note(&mut self, code: Code, name: String, span: TokenSpan) {
        let mut segments = self.segments.clone();
        segments.push(name);
        self.found.push(Unseen {
            code,
            segments,
            span: self.file.source.span(span),
        });
    }

    fn within(&mut self, attrs: &[Attribute], name: Option<String>, visit: impl FnOnce(&mut Self)) {
        let outer = self.is_for_tests;
        self.is_for_tests |= is_for_tests(attrs);
        let depth = self.segments.len();
        self.segments.extend(name);
        visit(self);
        self.segments.truncate(depth);
        self.is_for_tests = outer;
    }

    fn function(&mut self, attrs: &[Attribute], name: &syn::Ident) {
        let is_annotated = attrs.iter().any(|attr| find_attribute(attr).is_some());
        if is_annotated && (self.is_for_tests || is_for_tests(attrs)) {
            self.note(Code::TestCode, modules::unraw(name), name.span());
        }
    }
}

fn is_for_tests(attrs: &[Attribute]) -> bool {
    modules::is_test_only(attrs) || attrs.iter().any(is_test_attribute)
}

impl<'ast> Visit<'ast> for AnnotationFinder<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.attrs, &item.sig.ident);
        self.within(&item.attrs, None, |finder| {
            visit::visit_item_fn(finder, item);
        });
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.attrs, &item.sig.ident);
        self.within(&item.attrs, None, |finder| {
            visit::visit_impl_item_fn(finder, item);
        });
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        self.within(&item.attrs, None, |finder| {
            visit::visit_item_impl(finder, item);
        });
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if item.ident != "unroll_tests" {
            let name = modules::unraw(&item.ident);
            self.within(&item.attrs, Some(name), |finder| {
                visit::visit_item_mod(finder, item);
            });
        }
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        let Some(name) = &item.ident else {
            return self.visit_macro(&item.mac);
        };
        if let Some(span) = annotation(item.mac.tokens.clone()) {
            self.note(Code::InMacro, format!("{}!", modules::unraw(name)), span);
        }
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        let name = call
            .path
            .segments
            .last()
            .map(|last| modules::unraw(&last.ident));
        if let Some(span) = annotation(call.tokens.clone()) {
            self.note(
                Code::InMacro,
                format!("{}!", name.unwrap_or_default()),
                span,
            );
        }
    }
}

/// The first `unroll_test` in an attribute among `tokens`.
fn annotation(tokens: TokenStream) -> Option<TokenSpan> {
    let mut is_attribute = false;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) => is_attribute = punct.as_char() == '#',
            TokenTree::Group(group) => {
                let found = if is_attribute && group.delimiter() == Delimiter::Bracket {
                    named(&group)
                } else {
                    annotation(group.stream())
                };
                if found.is_some() {
                    return found;
                }
                is_attribute = false;
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => is_attribute = false,
        }
    }
    None
}

/// The last `unroll_test` in an attribute.
fn named(group: &Group) -> Option<TokenSpan> {
    let tokens = group.stream().into_iter();
    let found = tokens.filter_map(|token| match token {
        TokenTree::Ident(ident) if ident == "unroll_test" => Some(ident.span()),
        TokenTree::Group(group) => named(&group),
        _ => None,
    });
    found.last()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, is_for_tests: bool) -> Vec<(Code, String, u32)> {
        let dir = tempfile::tempdir().expect("temporary directory");
        let root = Utf8Path::from_path(dir.path()).expect("UTF-8");
        std::fs::write(root.join("lib.rs"), text).expect("writes");
        let source = SourceFile::read(&root.join("lib.rs"), root).expect("parses");
        let file = ModuleFile::new(Vec::new(), true, source);
        let all = super::found(&file, is_for_tests).into_iter();
        all.map(|it| (it.code, it.segments.join("::"), it.span.line))
            .collect()
    }

    #[test]
    fn annotations_in_macros_and_test_code_are_found() {
        let text = "
#[unroll_test] fn seen() {}
macro_rules! make { ($n:ident) => { #[unroll_test::unroll_test] fn $n() {} } }
mod inner { wrap! { #[cfg_attr(test, unroll_test)] fn g() {} } }
#[cfg(test)] mod tests { #[unroll_test] fn helper() {} #[test] fn t() {} }
#[test] #[unroll_test] fn both() {}
#[cfg(test)] mod unroll_tests { fn x() { unroll_test!(); } }
vec![unroll_test, 1];
";
        assert_eq!(
            found(text, false),
            [
                (Code::InMacro, "make!".to_owned(), 3),
                (Code::InMacro, "inner::wrap!".to_owned(), 4),
                (Code::TestCode, "tests::helper".to_owned(), 5),
                (Code::TestCode, "both".to_owned(), 6),
            ]
        );
        assert_eq!(found("#[unroll_test] fn seen() {}", true).len(), 1);
    }
}
