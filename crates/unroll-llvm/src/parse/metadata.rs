//! Debug locations and the producer from metadata, one node at a time.

use crate::ir::DebugLoc;
use crate::text::index::Index;
use crate::text::lexer::{Lexer, Tok, unescape};

/// Scopes and inlining are followed this far; damaged text may hold cycles.
pub(crate) const MAX_CHAIN: usize = 256;

/// The fields of a specialised node that positions need.
#[derive(Default)]
struct Node<'m> {
    kind: &'m str,
    line: u32,
    column: u32,
    scope: Option<u32>,
    inlined_at: Option<u32>,
    file: Option<u32>,
    filename: Option<&'m str>,
    directory: Option<&'m str>,
    /// The symbol of a function.
    linkage_name: Option<&'m str>,
}

/// Reads `!Kind(field: value, ..)`.
fn node(index: &Index, number: u32) -> Option<Node<'_>> {
    let text = index.text();
    let mut lexer = Lexer::new(text, index.metadata(number)?, text.len());
    let mut tok = lexer.next().tok;
    if tok == Tok::Word("distinct") {
        tok = lexer.next().tok;
    }
    let Tok::Meta(kind) = tok else { return None };
    let mut node = Node {
        kind,
        ..Node::default()
    };
    let mut previous = lexer.next();
    loop {
        let lexeme = lexer.next();
        // A node is one line, so the first token of the next one ends it.
        if lexeme.tok == Tok::End || lexeme.first_on_line {
            return Some(node);
        }
        if let (Tok::Word(field), Tok::Punct(b':')) = (previous.tok, lexeme.tok) {
            set_field(&mut node, field, lexer);
        }
        previous = lexeme;
    }
}

fn set_field<'m>(node: &mut Node<'m>, field: &str, mut lexer: Lexer<'m>) {
    match (field, lexer.next().tok) {
        ("line", Tok::Number(digits)) => node.line = digits.parse().unwrap_or(0),
        ("column", Tok::Number(digits)) => node.column = digits.parse().unwrap_or(0),
        ("scope", Tok::Meta(target)) => node.scope = target.parse().ok(),
        ("inlinedAt", Tok::Meta(target)) => node.inlined_at = target.parse().ok(),
        ("file", Tok::Meta(target)) => node.file = target.parse().ok(),
        ("filename", Tok::Str(raw)) => node.filename = Some(raw),
        ("directory", Tok::Str(raw)) => node.directory = Some(raw),
        ("linkageName", Tok::Str(raw)) => node.linkage_name = Some(raw),
        _ => {}
    }
}

/// The position that `!number` stands for.
pub(crate) fn debug_loc(index: &Index, number: u32) -> Option<DebugLoc> {
    location(index, number).map(|(loc, _)| loc)
}

/// The position of `!number` and of what it was inlined at, innermost first.
pub(crate) fn debug_chain(index: &Index, number: u32) -> Vec<DebugLoc> {
    let mut chain = Vec::new();
    let mut next = Some(number);
    while let Some((loc, inlined_at)) = next.and_then(|number| location(index, number)) {
        chain.push(loc);
        next = inlined_at.filter(|_| chain.len() < MAX_CHAIN);
    }
    chain
}

/// The innermost position in a file of the directory `root`, of `!number` and of what it was inlined at; those without a line do not count.
pub(crate) fn debug_loc_in(index: &Index, number: u32, root: &str) -> Option<DebugLoc> {
    let mut next = Some(number);
    for _ in 0..MAX_CHAIN {
        let location = node(index, next?).filter(|it| it.kind == "DILocation")?;
        let file = file_node(index, location.scope?)?;
        let directory = file.directory.map(unescape);
        // Only files of the workspace have its directory; those of libraries were compiled
        // elsewhere.
        if directory.as_deref() == Some(root)
            && location.line > 0
            && let Some(file) = file.filename
        {
            return Some(DebugLoc {
                file: unescape(file).into_owned(),
                line: location.line,
                column: location.column.max(1),
            });
        }
        next = location.inlined_at;
    }
    None
}

/// The directory of the file that the outermost position of `!number` lies in.
pub(crate) fn debug_directory(index: &Index, number: u32) -> Option<String> {
    let mut location = node(index, number).filter(|it| it.kind == "DILocation")?;
    // The outermost position is in the function itself, and the inner ones in what was inlined.
    for _ in 0..MAX_CHAIN {
        let Some(outer) = location.inlined_at else {
            break;
        };
        location = node(index, outer)?;
    }
    let directory = file_node(index, location.scope?)?.directory?;
    Some(unescape(directory).into_owned())
}

/// The scope of a position, and the position that it was inlined at.
pub(crate) struct InlinedScope {
    pub(crate) scope: Option<u32>,
    pub(crate) inlined_at: Option<u32>,
}

/// The scope of `!number`, if that is a position.
pub(crate) fn inlined_scope(index: &Index, number: u32) -> Option<InlinedScope> {
    let location = node(index, number).filter(|it| it.kind == "DILocation")?;
    Some(InlinedScope {
        scope: location.scope,
        inlined_at: location.inlined_at,
    })
}

/// The symbols of the functions that `!number` lies in: the one whose code it is first, then what that was inlined into.
pub(crate) fn debug_functions(index: &Index, number: u32) -> Vec<String> {
    let mut functions = Vec::new();
    let mut next = Some(number);
    for _ in 0..MAX_CHAIN {
        let Some(location) = next.and_then(|number| inlined_scope(index, number)) else {
            break;
        };
        let scope = location.scope;
        functions.extend(scope.and_then(|scope| function_of_scope(index, scope)));
        next = location.inlined_at;
    }
    functions
}

/// The symbol of the function that a scope lies in.
pub(crate) fn function_of_scope(index: &Index, scope: u32) -> Option<String> {
    let mut scope = node(index, scope)?;
    for _ in 0..MAX_CHAIN {
        // Lexical blocks lie within each other, and the outermost in the function.
        if scope.kind == "DISubprogram" {
            return scope.linkage_name.map(|raw| unescape(raw).into_owned());
        }
        scope = node(index, scope.scope?)?;
    }
    None
}

fn location(index: &Index, number: u32) -> Option<(DebugLoc, Option<u32>)> {
    let location = node(index, number).filter(|it| it.kind == "DILocation")?;
    let file = file_of_scope(index, location.scope?)?;
    Some((
        DebugLoc {
            file,
            line: location.line,
            column: location.column,
        },
        location.inlined_at,
    ))
}

/// The file of the nearest scope that names one.
fn file_of_scope(index: &Index, scope: u32) -> Option<String> {
    let file = file_node(index, scope)?;
    file.filename.map(|raw| unescape(raw).into_owned())
}

/// The node of that file.
fn file_node(index: &Index, scope: u32) -> Option<Node<'_>> {
    let mut scope = node(index, scope)?;
    for _ in 0..MAX_CHAIN {
        if let Some(file) = scope.file {
            return node(index, file);
        }
        scope = node(index, scope.scope?)?;
    }
    None
}

/// The first string of the first node of `!llvm.ident`.
pub(crate) fn producer(index: &Index) -> Option<String> {
    let text = index.text();
    let mut lexer = Lexer::new(text, index.named_metadata("llvm.ident")?, text.len());
    let number =
        std::iter::repeat_with(|| lexer.next())
            .take(8)
            .find_map(|lexeme| match lexeme.tok {
                Tok::Meta(name) => name.parse().ok(),
                _ => None,
            })?;
    let mut lexer = Lexer::new(text, index.metadata(number)?, text.len());
    std::iter::repeat_with(|| lexer.next())
        .take(8)
        .find_map(|lexeme| match lexeme.tok {
            Tok::Str(raw) => Some(unescape(raw).into_owned()),
            _ => None,
        })
}

/// LLVM's major version by rustc's minor version: `(first rustc 1.N, LLVM)`.
const LLVM_OF_RUSTC: [(u32, u32); 6] = [(95, 22), (91, 21), (87, 20), (82, 19), (78, 18), (73, 17)];

/// The major version of LLVM of `rustc version 1.N.P ..`.
pub(crate) fn llvm_version_guess(producer: &str) -> Option<u32> {
    let minor = producer
        .split("rustc version 1.")
        .nth(1)?
        .split('.')
        .next()?
        .parse()
        .ok()?;
    LLVM_OF_RUSTC
        .iter()
        .find(|(first, _)| *first <= minor)
        .map(|(_, llvm)| *llvm)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn llvm_version_follows_rustc_version() {
        assert_eq!(
            llvm_version_guess("rustc version 1.95.0 (59807616e 2026-04-14)"),
            Some(22)
        );
        assert_eq!(llvm_version_guess("rustc version 1.90.0"), Some(20));
        assert_eq!(llvm_version_guess("clang version 19"), None);
    }
}
