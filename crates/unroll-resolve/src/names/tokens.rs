//! The paths that stand in tokens.

use std::collections::BTreeSet;

use proc_macro2::{Spacing, TokenStream, TokenTree};

use super::Path;
use crate::imports::unraw;

/// All paths, keywords and names of variables among them, but the names of associated types that are given here (`Item = T`).
pub fn paths_in(tokens: TokenStream) -> BTreeSet<Path> {
    let mut found = Paths::default();
    found.read(tokens);
    found.closed
}

#[derive(Default)]
struct Paths {
    closed: BTreeSet<Path>,
    /// The path that is being read.
    open: Path,
    /// How many colons stand behind it.
    colons: usize,
}

impl Paths {
    fn read(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if self.colons != 2 {
                        self.close();
                    }
                    self.open.push(unraw(&ident));
                    self.colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => self.colons += 1,
                TokenTree::Group(group) => {
                    self.close();
                    self.read(group.stream());
                }
                TokenTree::Punct(punct)
                    if punct.as_char() == '=' && punct.spacing() == Spacing::Alone =>
                {
                    if self.open.len() == 1 {
                        self.open.clear();
                    }
                    self.close();
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => self.close(),
            }
        }
        self.close();
    }

    fn close(&mut self) {
        if !self.open.is_empty() {
            self.closed.insert(std::mem::take(&mut self.open));
        }
        self.colons = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_what_stands_between_them() {
        let tokens = "&mut a::B<crate::C, [D; 3]>, x: T".parse().expect("tokens");
        let paths: Vec<String> = paths_in(tokens).iter().map(|it| it.join("::")).collect();
        assert_eq!(paths, ["D", "T", "a::B", "crate::C", "mut", "x"]);
        let tokens = "impl Iterator<Item = a::B>".parse().expect("tokens");
        let paths: Vec<String> = paths_in(tokens).iter().map(|it| it.join("::")).collect();
        assert_eq!(paths, ["Iterator", "a::B", "impl"]);
    }
}
