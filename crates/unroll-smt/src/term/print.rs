//! Terms as text, for messages and tests: S-expressions, cut at a depth.

use std::fmt;

use crate::term::{Node, Term, Terms};

/// A term that prints as an S-expression; below a depth it prints `…`.
pub struct Display<'a> {
    terms: &'a Terms,
    term: Term,
}

impl Terms {
    /// The term as text.
    pub fn display(&self, term: Term) -> Display<'_> {
        Display { terms: self, term }
    }
}

/// Deeper operands are left out.
const MAX_DEPTH: u32 = 12;

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self.terms, self.term, MAX_DEPTH, f)
    }
}

fn write(terms: &Terms, term: Term, depth: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if depth == 0 {
        return f.write_str("…");
    }
    let node = terms.node(term);
    match node {
        Node::Const { width: 1, value } => return write!(f, "{}", *value == 1),
        Node::Const { width, value } => return write!(f, "{value}:{width}"),
        Node::Var { .. } => return f.write_str(terms.var_name(term).unwrap_or("?")),
        Node::Not(_) => f.write_str("(not")?,
        Node::Binary(op, ..) => write!(f, "({}", format!("{op:?}").to_lowercase())?,
        Node::Ite(..) => f.write_str("(ite")?,
        Node::Extract { lo, width, .. } => write!(f, "(extract {lo} {width}")?,
        Node::Concat { .. } => f.write_str("(concat")?,
        Node::ZExt { width, .. } => write!(f, "(zext {width}")?,
        Node::SExt { width, .. } => write!(f, "(sext {width}")?,
    }
    let mut result = Ok(());
    node.for_each_child(|child| {
        if result.is_ok() {
            result = f
                .write_str(" ")
                .and_then(|()| write(terms, child, depth - 1, f));
        }
    });
    result?;
    f.write_str(")")
}
