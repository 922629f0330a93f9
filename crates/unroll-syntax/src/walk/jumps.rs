//! Decides if a macro invocation may leave the code around it by a `return`, `?`, `break` or `continue` that the
//! numbering does not see.
//!
//! An attribute macro sees tokens of other macros and not their expansions. Macros of the standard library do what
//! their arguments say; all others are assumed to jump.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Macro, Path};

/// Macros of the standard library that contain no control flow but what their arguments say.
pub const STANDARD_MACROS: [&str; 32] = [
    "addr_of",
    "addr_of_mut",
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "panic",
    "print",
    "println",
    "stringify",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// True if an invocation may do more than evaluate to a value.
pub fn may_jump(mac: &Macro) -> bool {
    let name = mac.path.segments.last().map(|last| last.ident.to_string());
    let is_transparent = name.is_some_and(|name| {
        // `invariant!` is this crate's own.
        STANDARD_MACROS.contains(&name.as_str()) || name == "invariant"
    });
    !is_transparent || is_of_crate(&mac.path) || has_jump(mac.tokens.clone())
}

/// True if a path names a macro of the crate itself.
fn is_of_crate(path: &Path) -> bool {
    let first = path.segments.first();
    let words = ["crate", "self", "super"];
    first.is_some_and(|first| words.iter().any(|word| first.ident == word))
}

/// True if tokens contain a `return`, `break`, `continue` or `?`.
pub fn has_jump(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ["return", "break", "continue"]
            .iter()
            .any(|word| ident == word),
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Group(group) => has_jump(group.stream()),
        TokenTree::Literal(_) => false,
    })
}

/// True if tokens contain a jump or the keyword of a loop or of an `async` block.
pub fn has_loop_or_jump(tokens: TokenStream) -> bool {
    has_jump(tokens.clone()) || has_word(tokens, &["loop", "while", "for", "async"])
}

/// True if one of `words` is among the tokens.
fn has_word(tokens: TokenStream, words: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => words.iter().any(|word| ident == word),
        TokenTree::Group(group) => has_word(group.stream(), words),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::may_jump;

    #[test]
    fn macros_of_the_standard_library_do_what_their_arguments_say() {
        let jumps = |mac: &str| may_jump(&syn::parse_str(mac).expect("a macro"));
        assert!(!jumps("std::format!(\"{}\", x)"));
        assert!(!jumps("vec![f(x); 3]"));
        assert!(jumps("vec![f(x)?; 3]"));
        assert!(jumps("matches!(x, Some(y) if { break })"));
        assert!(jumps("bail!(x)"));
        assert!(jumps("crate::checks::assert!(x)"));
    }
}
