//! Sequences as a person would write them: runs of values become lists, repetitions and counting ranges.
//!
//! **Invariant:** the pieces in their order are the sequence. How each is spelled is up to `sequence`.

use crate::model::value::{SeqKind, Value};

/// Runs and lists up to this length are written out.
const WRITTEN_OUT: u64 = 8;

/// A part of a sequence that is written in one way.
pub(crate) enum Piece<'v> {
    /// Values one by one.
    List(Vec<&'v Value>),
    /// A value so many times.
    Repeat(&'v Value, u64),
    /// The integers `first..=last`.
    Count {
        ty: &'v str,
        first: i128,
        last: i128,
    },
}

/// Cuts a sequence into pieces.
pub(crate) fn pieces(runs: &[(u64, Value)]) -> Vec<Piece<'_>> {
    let total: u64 = runs.iter().map(|(count, _)| count).sum();
    // Concatenation needs a type, which only numbers carry; other sequences are never long.
    let numbers = runs
        .iter()
        .all(|(_, value)| matches!(value, Value::Int { .. } | Value::Float { .. }));
    let long = total > 4 * WRITTEN_OUT && numbers;
    let mut pieces = Vec::new();
    let mut rest = runs;
    while let Some(((count, value), after)) = rest.split_first() {
        let ascending = ascending(rest);
        // Short sequences are read best in full; a run that is the whole sequence never loses its length.
        if *count > WRITTEN_OUT && (long || *count == total) && is_copied(value) {
            pieces.push(Piece::Repeat(value, *count));
            rest = after;
        } else if ascending as u64 > 2 * WRITTEN_OUT && (long || ascending as u64 == total) {
            pieces.extend(counting(&rest[..ascending]));
            rest = &rest[ascending..];
        } else {
            if !matches!(pieces.last(), Some(Piece::List(_))) && *count > 0 {
                pieces.push(Piece::List(Vec::new()));
            }
            if let Some(Piece::List(items)) = pieces.last_mut() {
                items.extend((0..*count).map(|_| value));
            }
            rest = after;
        }
    }
    pieces
}

/// True if a repetition of `value` surely compiles in arrays and vectors.
fn is_copied(value: &Value) -> bool {
    match value {
        Value::Int { .. }
        | Value::Bool(_)
        | Value::Char(_)
        | Value::Float { .. }
        | Value::Str(_) => true,
        Value::Option(_) | Value::Tuple(_) => value.parts().into_iter().all(is_copied),
        Value::Seq { kind, .. } => {
            *kind == SeqKind::Array && value.parts().into_iter().all(is_copied)
        }
        _ => false,
    }
}

/// The value and the length of a long sequence of one value that has to be made anew for each place.
pub(super) fn made_anew(runs: &[(u64, Value)]) -> Option<(&Value, u64)> {
    match runs {
        [(count, value)] if *count > WRITTEN_OUT && !is_copied(value) && borrows_nothing(value) => {
            Some((value, *count))
        }
        _ => None,
    }
}

/// True if the expression for a value surely lends nothing that lives only where it is evaluated.
fn borrows_nothing(value: &Value) -> bool {
    let is_owned = match value {
        Value::Ref(_) | Value::Mut(_) | Value::Closure { .. } | Value::Made { .. } => false,
        Value::Seq { kind, .. } => matches!(kind, SeqKind::Vec | SeqKind::Array),
        _ => true,
    };
    is_owned && value.parts().into_iter().all(borrows_nothing)
}

/// How many of the first runs are single integers, each one more than that before.
fn ascending(runs: &[(u64, Value)]) -> usize {
    let number = |run: &(u64, Value)| match run {
        (1, Value::Int { text, .. }) => text.parse::<i128>().ok(),
        _ => None,
    };
    let Some(first) = runs.first().and_then(number) else {
        return 0;
    };
    (first..)
        .zip(runs)
        .take_while(|(expected, run)| number(run) == Some(*expected))
        .count()
}

/// The piece for runs that are ascending.
fn counting(runs: &[(u64, Value)]) -> Option<Piece<'_>> {
    let (_, Value::Int { ty, text }) = runs.first()? else {
        return None;
    };
    let first: i128 = text.parse().ok()?;
    Some(Piece::Count {
        ty,
        first,
        last: first + runs.len() as i128 - 1,
    })
}

/// True if a sequence is written as the value of calls, which a reference to it would not keep.
pub(crate) fn is_put_together(runs: &[(u64, Value)]) -> bool {
    !matches!(&pieces(runs)[..], [] | [Piece::List(_) | Piece::Repeat(..)])
}
