//! Sequences as Rust expressions: long ones as repetitions, counting ranges, and concatenations of these.

use super::number::{float, grouped, int, is_max};
use super::pieces::{Piece, made_anew, pieces};
use super::printer::{Printer, suffixed};
use crate::model::value::{SeqKind, Value};

/// Sets and maps never hold more.
const MOST_ENTRIES: usize = 64;

impl Printer<'_> {
    /// A sequence as what a sequence is compared with: an array where that is short, else a vector (see [`is_put_together`]).
    pub(crate) fn compared_sequence(&self, runs: &[(u64, Value)]) -> String {
        match &pieces(runs)[..] {
            [] => "[]".to_owned(),
            [only @ (Piece::List(_) | Piece::Repeat(..))] => self.piece(only),
            pieces => self.vector(pieces),
        }
    }

    /// An argument of `from`: an array of several pieces, whose length nothing else says, is a vector if it is long, else written out.
    pub(super) fn collected(&self, value: &Value) -> String {
        let Value::Seq {
            kind: SeqKind::Array,
            runs,
        } = value
        else {
            return self.expression(value);
        };
        match &pieces(runs)[..] {
            [] | [Piece::List(_) | Piece::Repeat(..)] => self.expression(value),
            pieces if runs.len() > MOST_ENTRIES => self.vector(pieces),
            _ => self.piece(&Piece::List(
                runs.iter()
                    .flat_map(|(count, value)| std::iter::repeat_n(value, *count as usize))
                    .collect(),
            )),
        }
    }

    pub(super) fn sequence(&self, kind: SeqKind, runs: &[(u64, Value)]) -> String {
        let pieces = pieces(runs);
        match kind {
            SeqKind::Vec => match (&pieces[..], made_anew(runs)) {
                ([], _) => "Vec::new()".to_owned(),
                // `vec![value; n]` would want `Clone`, which the value may not have.
                (_, Some((value, count))) => format!(
                    "std::iter::repeat_with(|| {}).take({count}).collect::<Vec<_>>()",
                    self.expression(value)
                ),
                (pieces, None) => self.vector(pieces),
            },
            SeqKind::Array => match &pieces[..] {
                [] => "[]".to_owned(),
                [only @ (Piece::List(_) | Piece::Repeat(..))] => self.piece(only),
                pieces => format!(
                    "{}.try_into().expect(\"the length is the array's\")",
                    self.vector(pieces)
                ),
            },
            SeqKind::Slice | SeqKind::MutSlice => {
                let mark = if kind == SeqKind::Slice { "&" } else { "&mut " };
                let is_whole = self.compared || self.whole_slices;
                let whole = if is_whole { "[..]" } else { "" };
                match &pieces[..] {
                    [] => format!("{mark}[]{whole}"),
                    [only @ (Piece::List(_) | Piece::Repeat(..))] => {
                        format!("{mark}{}{whole}", self.piece(only))
                    }
                    pieces => format!("{mark}{}{whole}", self.vector(pieces)),
                }
            }
        }
    }

    /// A piece in brackets.
    fn piece(&self, piece: &Piece<'_>) -> String {
        self.listed(piece, &|value| self.expression(value))
    }

    /// An element of a vector. A reference there does not extend the life of a temporary value, unlike one in an array.
    fn element(&self, value: &Value) -> String {
        match value {
            Value::Ref(inner) if !self.compared && inner.any(&is_temporary) => {
                format!("&*Box::leak(Box::new({}))", self.expression(inner))
            }
            _ => self.expression(value),
        }
    }

    /// A piece in brackets, whose elements are written by `element`.
    fn listed(&self, piece: &Piece<'_>, element: &dyn Fn(&Value) -> String) -> String {
        match piece {
            Piece::List(items) => {
                // The first pointer to an object says what the others turn into.
                let item = |(number, value): (usize, &&Value)| match value {
                    Value::Object { value, .. } if number > 0 => self.expression(value),
                    _ => element(value),
                };
                let items: Vec<_> = items.iter().enumerate().map(item).collect();
                format!("[{}]", items.join(", "))
            }
            Piece::Repeat(value, count) => {
                format!("[{}; {}]", element(value), grouped(&count.to_string()))
            }
            Piece::Count { ty, first, last } => {
                let first = int(ty, &first.to_string());
                // The end of a half-open range has to be a number of the type as well.
                let range = if is_max(ty, *last) {
                    format!("{first}..={}", int(ty, &last.to_string()))
                } else {
                    format!("{first}..{}", int(ty, &(last + 1).to_string()))
                };
                format!("({range}).collect::<Vec<_>>()")
            }
        }
    }

    /// Pieces as one vector.
    pub(super) fn vector(&self, pieces: &[Piece<'_>]) -> String {
        let vector = |piece: &Piece<'_>| match piece {
            Piece::Count { .. } => self.piece(piece),
            Piece::List(_) | Piece::Repeat(..) => {
                let elements = self.listed(piece, &|value| self.element(value));
                format!("vec!{elements}")
            }
        };
        if let [only] = pieces {
            return vector(only);
        }
        let mut vectors: Vec<_> = pieces.iter().map(vector).collect();
        if let (Some(first), Some(piece)) = (vectors.first_mut(), pieces.first()) {
            suffix_first(first, piece);
        }
        format!("[{}].concat()", vectors.join(", "))
    }
}

/// True if the value is the result of a call, so that it is no constant with a place of its own.
fn is_temporary(value: &Value) -> bool {
    matches!(
        value,
        Value::Call { .. }
            | Value::Method { .. }
            | Value::Made { .. }
            | Value::Boxed(_)
            | Value::String(_)
            | Value::Seq {
                kind: SeqKind::Vec,
                ..
            }
    )
}

/// Gives the first number its type, which the method call needs.
fn suffix_first(text: &mut String, piece: &Piece<'_>) {
    let (plain, ty) = match piece {
        Piece::Count { ty, first, .. } => (int(ty, &first.to_string()), *ty),
        Piece::Repeat(Value::Int { ty, text }, _) => (int(ty, text), ty.as_str()),
        Piece::Repeat(Value::Float { ty, bits }, _) => (float(ty, *bits), ty.as_str()),
        Piece::List(items) => match items.first() {
            Some(Value::Int { ty, text }) => (int(ty, text), ty.as_str()),
            Some(Value::Float { ty, bits }) => (float(ty, *bits), ty.as_str()),
            _ => return,
        },
        Piece::Repeat(..) => return,
    };
    *text = text.replacen(&plain, &suffixed(&plain, ty), 1);
}
