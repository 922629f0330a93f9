//! The code of a function that runs only while the function is called.
//!
//! In: a function. Out: its block without the parts that other code may run by themselves: closures and `async` blocks, which can outlive the call,
//! items in the block, and all that macros make. A proof that such code does nothing wrong in any call of the function holds for everyone who calls
//! it.
//!
//! **Invariant:** a part that is in doubt belongs to the others.

use proc_macro2::Span as TokenSpan;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, Block, ExprAsync, ExprClosure, ExprConst, Item, Macro};
use unroll_syntax::Position;
use unroll_syntax::walk::jumps::STANDARD_MACROS;

use super::attribute::find_attribute;
use crate::model::source::{OwnCode, Stretch};
use crate::project::sources::source::SourceFile;

/// Attributes of the compiler that leave the code of a function as it stands. Any other may be a macro.
const PLAIN_ATTRIBUTES: [&str; 12] = [
    "allow",
    "cfg",
    "cold",
    "deny",
    "deprecated",
    "doc",
    "expect",
    "forbid",
    "inline",
    "must_use",
    "track_caller",
    "warn",
];

/// That of a function with this block, where the names of standard macros in `shadowed` mean others.
pub(super) fn of(source: &SourceFile, block: &Block, shadowed: &[String]) -> OwnCode {
    let mut finder = Finder {
        source,
        shadowed,
        others: Vec::new(),
        macros: Vec::new(),
        renames: false,
    };
    finder.visit_block(block);
    let whole = finder.stretch(block.brace_token.span.join());
    let mut others = finder.others;
    let macros = finder.macros.into_iter();
    others.extend(macros.map(|(whole, arguments)| match arguments {
        // Its own panic stands where its name does. The arguments are not looked into, and a
        // closure may be among them.
        Some(arguments) if !finder.renames => arguments,
        _ => whole,
    }));
    OwnCode {
        block: Some(whole),
        others,
    }
}

/// True if an attribute among `attrs` may be a macro that makes other code of what it stands on.
pub(super) fn may_be_rewritten(attrs: &[Attribute]) -> bool {
    let is_plain = |attr: &Attribute| {
        let mut plain = PLAIN_ATTRIBUTES.iter();
        plain.any(|name| attr.path().is_ident(name)) || find_attribute(attr).is_some()
    };
    !attrs.iter().all(is_plain)
}

/// Finds the parts of a block that other code may run.
struct Finder<'s> {
    source: &'s SourceFile,
    shadowed: &'s [String],
    others: Vec<Stretch>,
    /// Macros, and the arguments of those with names of the standard library.
    macros: Vec<(Stretch, Option<Stretch>)>,
    /// True if names of macros may have another meaning in the block.
    renames: bool,
}

impl Finder<'_> {
    fn stretch(&self, span: TokenSpan) -> Stretch {
        let end = self.source.place(Position::behind(span));
        (self.source.span(span), end)
    }

    fn note(&mut self, node: &impl Spanned) {
        let stretch = self.stretch(node.span());
        self.others.push(stretch);
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_closure(&mut self, it: &'ast ExprClosure) {
        self.note(it);
    }

    fn visit_expr_async(&mut self, it: &'ast ExprAsync) {
        self.note(it);
    }

    fn visit_expr_const(&mut self, it: &'ast ExprConst) {
        self.note(it);
    }

    fn visit_item(&mut self, it: &'ast Item) {
        self.renames |= matches!(it, Item::Use(_) | Item::Macro(_));
        self.note(it);
    }

    fn visit_macro(&mut self, it: &'ast Macro) {
        let name = it.path.get_ident().map(ToString::to_string);
        let is_standard = name.is_some_and(|name| {
            STANDARD_MACROS.contains(&&*name) && !self.shadowed.contains(&name)
        });
        let arguments = is_standard.then(|| self.stretch(it.delimiter.span().join()));
        let whole = self.stretch(it.span());
        self.macros.push((whole, arguments));
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

#[cfg(test)]
mod tests {
    use camino::Utf8Path;

    use super::*;
    use crate::model::outcome::Span;

    const FILE: &str = "a.rs";

    /// The own code of the function in `text`.
    fn read(text: &str, shadowed: &[&str]) -> OwnCode {
        let dir = tempfile::tempdir().expect("temporary directory");
        let root = Utf8Path::from_path(dir.path()).expect("UTF-8");
        std::fs::write(root.join(FILE), text).expect("writes");
        let source = SourceFile::read(&root.join(FILE), root).expect("parses");
        let Some(Item::Fn(function)) = source.tree.items.first() else {
            panic!("a function");
        };
        let shadowed: Vec<String> = shadowed.iter().map(ToString::to_string).collect();
        of(&source, &function.block, &shadowed)
    }

    fn at(column: usize) -> Span {
        Span {
            file: FILE.to_owned(),
            line: 1,
            column: column as u32 + 1,
        }
    }

    /// The names `a1`, `a2` and so on of `text` that stand in its own code.
    fn own(text: &str) -> Vec<&str> {
        let code = read(text, &[]);
        let names = text.match_indices('a').filter_map(|(at, _)| {
            let name = text.get(at..at + 2)?;
            name.ends_with(|c: char| c.is_ascii_digit())
                .then_some((at, name))
        });
        let own = names.filter(|(column, _)| code.contains(&at(*column)));
        own.map(|(_, name)| name).collect()
    }

    #[test]
    fn code_that_may_outlive_the_call_is_not_its_own() {
        let text = "fn f(a0: u8) { let b = a1[0]; (|| a2)(); async { a3 }; fn g() { a4 } for x in a5 { a6 } }";
        assert_eq!(own(text), ["a1", "a5", "a6"]);
    }

    #[test]
    fn macros_are_looked_at_from_outside() {
        let text = "fn f() { a1; assert!(a2 > 0); other!(a3); std::dbg!(a4); a5 }";
        assert_eq!(own(text), ["a1", "a5"]);
    }

    #[test]
    fn a_macro_panics_where_its_name_stands_unless_the_name_means_another() {
        let text = "fn f() { assert!(true) }";
        let place = at(9);
        assert!(read(text, &[]).contains(&place));
        assert!(!read(text, &["assert"]).contains(&place));
        assert!(!read("fn f() { assert!(true); use other::assert; }", &[]).contains(&place));
    }

    #[test]
    fn other_files_have_other_code() {
        let code = read("fn f() { a1 }", &[]);
        assert!(code.contains(&at(9)));
        let other = Span {
            file: "b.rs".to_owned(),
            ..at(9)
        };
        assert!(!code.contains(&other));
        assert!(!OwnCode::default().contains(&at(9)));
    }

    #[test]
    fn an_attribute_that_is_not_the_compilers_may_be_a_macro() {
        let rewritten = |text: &str| {
            let item: syn::ItemFn = syn::parse_str(text).expect("the text is a function");
            may_be_rewritten(&item.attrs)
        };
        assert!(!rewritten("#[inline(always)] #[must_use] fn f() {}"));
        assert!(!rewritten("/// Docs.\nfn f() {}"));
        assert!(rewritten("#[instrument] fn f() {}"));
        assert!(rewritten("#[cfg_attr(all(), instrument)] fn f() {}"));
    }
}
