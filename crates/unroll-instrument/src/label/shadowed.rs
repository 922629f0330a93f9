//! Macros that have the name of one of the standard library's and another meaning.
//!
//! In: a body, and the names that have another meaning where it stands, as the tool resolves them. Out: the body, with these macros called by raw identifiers:
//! `r#assert!(..)` for `assert!(..)`. Both mean the same macro, and no pass takes the former for the macro of the standard library.
//!
//! Tool and macro both do this before they number anything, so their numbers agree. Names that the body itself defines or imports are seen here. The arguments
//! of a macro that is not the standard library's are tokens, and stay as they are.

use std::collections::BTreeSet;

use proc_macro2::Ident;
use syn::{Block, Item, Macro, UseTree};
use syn::{visit, visit_mut};
use unroll_syntax::walk::{AsEdit, AsLook, Edit, Look, jumps::STANDARD_MACROS};

use super::arguments;

/// Sets macros in `block` apart whose names are among `shadowed`, or are given another meaning in the block.
pub fn set_apart<'n>(block: &mut Block, shadowed: impl IntoIterator<Item = &'n str>) {
    let mut names = Names(shadowed.into_iter().map(str::to_owned).collect());
    names.visit_block(block);
    names.0.retain(|name| STANDARD_MACROS.contains(&&**name));
    if !names.0.is_empty() {
        visit_mut::visit_block_mut(Apart(&names.0).walk(), block);
    }
}

/// Names of macros that are not the standard library's.
struct Names(BTreeSet<String>);

impl Names {
    /// The names that a `use` declaration brings into scope, which may be those of macros.
    fn import(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) if ["std", "core", "alloc"].iter().any(|it| path.ident == it) => {}
            UseTree::Path(path) => self.import(&path.tree),
            UseTree::Name(found) => self.add(&found.ident),
            UseTree::Rename(found) => self.add(&found.rename),
            UseTree::Group(group) => group.items.iter().for_each(|it| self.import(it)),
            // A macro that a glob brings beside one of the prelude is ambiguous, which rustc
            // rejects.
            UseTree::Glob(_) => {}
        }
    }

    fn add(&mut self, name: &Ident) {
        self.0.insert(name.to_string());
    }
}

impl<'ast> Look<'ast> for Names {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Macro(found) if found.mac.path.is_ident("macro_rules") => {
                found.ident.iter().for_each(|name| self.add(name));
            }
            Item::Use(found) => self.import(&found.tree),
            _ => visit::visit_item(self.walk(), item),
        }
    }
}

struct Apart<'n>(&'n BTreeSet<String>);

impl Edit for Apart<'_> {
    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        let shadowed = mac.path.get_ident().map(ToString::to_string);
        if shadowed.is_some_and(|name| self.0.contains(&name)) {
            for segment in &mut mac.path.segments {
                let name = segment.ident.to_string();
                segment.ident = Ident::new_raw(&name, segment.ident.span());
            }
        } else {
            arguments::walk(mac, self);
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::set_apart;

    fn apart(source: &str, shadowed: &[&str]) -> String {
        let mut block = syn::parse_str(source).expect("a block");
        set_apart(&mut block, shadowed.iter().copied());
        block.to_token_stream().to_string().replace(' ', "")
    }

    #[test]
    fn shadowed_macros_are_called_by_raw_identifiers() {
        let body =
            "{ assert!(a); std::assert!(b); vec![matches!(c, 1); 2]; fn f() { assert!(d) } }";
        let expected = "{r#assert!(a);std::assert!(b);vec![r#matches!(c,1);2];fnf(){r#assert!(d)}}";
        assert_eq!(apart(body, &["assert", "matches"]), expected);
        assert_eq!(apart(body, &["other"]), body.replace(' ', ""));
    }

    #[test]
    fn the_body_may_give_names_another_meaning() {
        let body = "{ macro_rules! vec { () => {} } use std::dbg; use a::{b::c as format, print}; vec!(); dbg!(a); format!(); print!(); }";
        let text = apart(body, &[]);
        assert!(
            text.ends_with("r#vec!();dbg!(a);r#format!();r#print!();}"),
            "{text}"
        );
    }

    #[test]
    fn tokens_whose_meaning_or_text_matters_stay() {
        let body = "{ other!(assert!(a)); assert!(matches!(a, 1)); }";
        assert_eq!(apart(body, &["matches"]), body.replace(' ', ""));
    }
}
