//! Patterns and `?` as reasons: the ways that executions take instead of reaching a place.
//!
//! In: labels of ways, from an explanation. Out: the text of a warning about them. Patterns have no condition of
//! their own that could be blamed.

use unroll_instrument::label::LabelKind;
use unroll_syntax::Position;

use super::super::places::{LabelSite, covers};
use super::Judge;
use crate::model::label::LabelInfo;
use crate::model::source::Mark;

impl Judge<'_> {
    /// True if a way is the check before a place: an execution that takes it leaves.
    pub(super) fn leaves(&self, way: u32) -> bool {
        let label = self.job.label(way);
        label.is_some_and(|it| {
            matches!(
                it.kind,
                LabelKind::LetElse | LabelKind::Propagates | LabelKind::If
            )
        })
    }

    /// The pattern or `?` that keeps executions of a way from a place. `None` if the place may come behind the way.
    pub(super) fn way(&self, way: u32, place: &LabelSite) -> Option<Mark> {
        let label = self.job.label(way)?;
        if label.kind == LabelKind::Propagates {
            let question = self.places.question(position(label))?;
            let text = self.text(question);
            return Some(self.mark(question, &format!("`{text}` returns otherwise")));
        }
        let pattern = self.place(label)?.pattern?;
        let is_apart = match (label.kind, self.places.if_at(pattern.0)) {
            (LabelKind::LetElse, _) => true,
            (LabelKind::If, Some((whole, leaves))) => leaves || covers(whole, place.shown.0),
            (_, Some((whole, _))) => covers(whole, place.shown.0),
            (_, None) => false,
        };
        let text = self.text(pattern);
        let words = match label.kind {
            LabelKind::If => "does not match from here on",
            _ => "is required here",
        };
        is_apart.then(|| self.mark(pattern, &format!("`{text}` {words}")))
    }
}

fn position(label: &LabelInfo) -> Position {
    Position {
        line: label.span.line as usize,
        column: label.span.column as usize,
    }
}
