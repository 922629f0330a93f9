//! Labels crossed with iterations, as `branch@unroll` asks for them: a label in a loop becomes one for each iteration up to the depth.
//!
//! In: the labels of a function. Out: the same, with those that stand for one iteration behind them, and the table by which the engine and the
//! native driver know these.

use unroll_protocol::{CrossedLabel, Crossing};
use unroll_syntax::Criteria;

use super::label::LabelInfo;

/// Crosses the labels of the criteria that ask for it with up to `depth` iterations.
pub fn cross(labels: &[LabelInfo], criteria: &Criteria, depth: u32) -> (Vec<LabelInfo>, Crossing) {
    let mut all = labels.to_vec();
    let mut rows = Vec::new();
    for (number, label) in (0..).zip(labels) {
        if label.parent == 0 || !criteria.crosses(label.criterion) {
            continue;
        }
        let from = u32::from(!label.is_ahead);
        let row = CrossedLabel {
            label: number,
            loop_: label.parent,
            iterations: from..=depth,
            first: all.len() as u32,
        };
        all.extend(row.iterations.clone().map(|iteration| LabelInfo {
            iteration: Some(iteration),
            ..label.clone()
        }));
        rows.push(row);
    }
    (all, Crossing::new(rows))
}

#[cfg(test)]
mod tests {
    use unroll_syntax::Criterion;

    use super::*;
    use crate::model::label::LabelKind;
    use crate::model::outcome::Span;

    fn label(criterion: Criterion, parent: u32, is_ahead: bool) -> LabelInfo {
        LabelInfo {
            criterion,
            kind: LabelKind::If,
            text: "a".to_owned(),
            detail: String::new(),
            span: Span {
                file: "src/lib.rs".to_owned(),
                line: 1,
                column: 1,
            },
            parent,
            is_ahead,
            iteration: None,
            in_closure: false,
            may_escape: false,
            loops_before: parent,
            pair: None,
        }
    }

    #[test]
    fn labels_in_loops_are_crossed_with_the_iterations() {
        let labels = [
            label(Criterion::Decision, 1, false),
            label(Criterion::Branch, 0, false),
            label(Criterion::Branch, 2, true),
            label(Criterion::Branch, 1, false),
        ];
        let criteria = "decision,branch@unroll".parse().expect("names");
        let (all, crossing) = cross(&labels, &criteria, 2);
        assert_eq!(crossing.to_string(), "2:2:0:2:4 3:1:1:2:7");
        let iterations: Vec<_> = all.iter().map(|it| it.iteration).collect();
        let crossed = [0, 1, 2, 1, 2].map(Some);
        assert_eq!(iterations, [&[None; 4][..], &crossed].concat());
        assert_eq!(all[8].parent, 1);
    }
}
