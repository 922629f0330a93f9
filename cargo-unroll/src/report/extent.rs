//! How far a place in the source reaches, of which only the beginning is known.
//!
//! Panics and debug information name a line and a column. Of a panic the kind tells which expression begins there: `a[i] + b` may be
//! an index past the end, or a sum that overflows.

use std::ops::Range;

use proc_macro2::LineColumn;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, UnOp};
use unroll_protocol::PanicKind;

use crate::model::outcome::Span;

/// The line of a span, and the bytes of it from the span's column to the end of what stands there.
pub(super) fn line_and_range(
    text: &str,
    span: &Span,
    panic: Option<PanicKind>,
) -> Option<(String, Range<usize>)> {
    let line = text.lines().nth((span.line as usize).checked_sub(1)?)?;
    let column = (span.column as usize).checked_sub(1)?;
    let (start, first) = line.char_indices().nth(column)?;
    let rest = &line[start..];
    let len = panic
        .and_then(|panic| end_of_panic(text, span.line as usize, column, panic))
        .map_or_else(
            || guess(rest, first),
            |end| {
                if end.line > span.line as usize {
                    return rest.len();
                }
                let mut behind = line.char_indices().skip(end.column);
                behind.next().map_or(line.len(), |(at, _)| at) - start
            },
        );
    let whole = rest[..len]
        .trim_end()
        .trim_end_matches([';', '{', ','])
        .trim_end();
    Some((line.to_owned(), start..start + whole.len().max(1)))
}

/// The length of a name, as far as one is called or declared here; of anything else, the rest of the statement.
fn guess(rest: &str, first: char) -> usize {
    if first.is_alphabetic() || first == '_' {
        rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .filter(|&end| rest[end..].starts_with(['(', '<', ' ', ':']))
            .unwrap_or(rest.len())
    } else {
        rest.len()
    }
}

/// The end of the longest expression that begins at a line (from 1) and column (from 0) and may panic so.
fn end_of_panic(text: &str, line: usize, column: usize, panic: PanicKind) -> Option<LineColumn> {
    let mut search = Search {
        start: LineColumn { line, column },
        panic,
        end: None,
    };
    search.visit_file(&syn::parse_file(text).ok()?);
    search.end
}

struct Search {
    start: LineColumn,
    panic: PanicKind,
    end: Option<LineColumn>,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let span = expr.span();
        // Only an expression around the place can hold the one that begins there.
        if span.start() > self.start || span.end() < self.start {
            return;
        }
        // An index that is a call of the trait's method has the place of its bracket.
        let is_start = span.start() == self.start
            || matches!(expr, Expr::Index(it) if it.bracket_token.span.open().start() == self.start);
        // The outermost comes first, and the longest is the one to show: of `a + b + c` either sum may overflow.
        if is_start && self.end.is_none() && may_raise(expr, self.panic) {
            self.end = Some(span.end());
        }
        visit::visit_expr(self, expr);
    }
}

/// True if an expression by itself, without its operands, may panic so.
fn may_raise(expr: &Expr, panic: PanicKind) -> bool {
    match (expr, panic) {
        (
            Expr::Index(_),
            PanicKind::Index
            | PanicKind::SliceBounds
            | PanicKind::SliceOrder
            | PanicKind::CharBoundary,
        ) => true,
        (Expr::Unary(unary), PanicKind::NegOverflow) => matches!(unary.op, UnOp::Neg(_)),
        (Expr::Binary(binary), _) => of_operator(binary.op).contains(&panic),
        _ => false,
    }
}

/// The panics of an operator on numbers.
fn of_operator(op: BinOp) -> &'static [PanicKind] {
    use BinOp::{
        Add, AddAssign, Div, DivAssign, Mul, MulAssign, Rem, RemAssign, Shl, ShlAssign, Shr,
        ShrAssign, Sub, SubAssign,
    };
    match op {
        Add(_) | AddAssign(_) => &[PanicKind::AddOverflow],
        Sub(_) | SubAssign(_) => &[PanicKind::SubOverflow],
        Mul(_) | MulAssign(_) => &[PanicKind::MulOverflow],
        Div(_) | DivAssign(_) => &[PanicKind::DivOverflow, PanicKind::DivZero],
        Rem(_) | RemAssign(_) => &[PanicKind::RemOverflow, PanicKind::RemZero],
        Shl(_) | ShlAssign(_) => &[PanicKind::ShlOverflow],
        Shr(_) | ShrAssign(_) => &[PanicKind::ShrOverflow],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
fn f(ü: &[u8], i: usize) -> u8 {
    let ß = (ü[i] as u16 + 7) * 300;
    ü[i + 1] + ü[i..][0] - ü.first().unwrap() + 1
}
";

    fn shown(line: u32, column: u32, panic: Option<PanicKind>) -> String {
        let span = Span {
            file: String::new(),
            line,
            column,
        };
        let (line, range) = line_and_range(SOURCE, &span, panic).expect("the place is there");
        line[range].to_owned()
    }

    #[test]
    fn the_kind_of_a_panic_says_which_expression_it_is() {
        let of = |line, column, panic| shown(line, column, Some(panic));
        assert_eq!(of(2, 13, PanicKind::MulOverflow), "(ü[i] as u16 + 7) * 300");
        assert_eq!(of(2, 14, PanicKind::AddOverflow), "ü[i] as u16 + 7");
        assert_eq!(of(2, 14, PanicKind::Index), "ü[i]");
        assert_eq!(of(3, 5, PanicKind::Index), "ü[i + 1]");
        assert_eq!(of(3, 17, PanicKind::SliceBounds), "[i..]");
        assert_eq!(of(3, 7, PanicKind::AddOverflow), "i + 1");
        assert_eq!(of(3, 16, PanicKind::SliceBounds), "ü[i..][0]");
        assert_eq!(of(3, 38, PanicKind::UnwrapNone), "unwrap");
    }

    #[test]
    fn without_a_kind_it_is_a_name_or_the_rest_of_the_statement() {
        assert_eq!(shown(1, 4, None), "f");
        assert_eq!(shown(2, 13, None), "(ü[i] as u16 + 7) * 300");
    }
}
