//! The labels of a decision, and the statements that report its evaluations.

use proc_macro2::{Ident, Span};
use syn::{Stmt, parse_quote_spanned};
use unroll_syntax::criterion::Criterion;

use super::{Asked, Conditions, Decisions, MOST_VECTORS, Operand, TOO_MANY_WAYS};
use crate::label::tree::{Predicate, Tree};
use crate::label::{LabelKind, Pair};
use crate::probe::{int, site};

impl Decisions<'_> {
    /// The labels of a decision, each with what it asks of an evaluation.
    pub(super) fn asked(&mut self, tree: &Tree, conditions: &Conditions, words: Span) -> Asked {
        let mut asked = Asked::new();
        for criterion in self.criteria.clone() {
            self.labeller.criterion = criterion;
            if matches!(
                criterion,
                Criterion::Decision | Criterion::DecisionCondition
            ) {
                let [holds, fails] = if conditions.iter().all(|it| it.is_part) {
                    [LabelKind::Matches, LabelKind::Misses]
                } else {
                    [LabelKind::Holds, LabelKind::Fails]
                };
                asked.push(self.ask(holds, words, Predicate::Outcome(true)));
                asked.push(self.ask(fails, words, Predicate::Outcome(false)));
            }
            if criterion == Criterion::MultipleCondition {
                self.vectors(tree, conditions, words, &mut asked);
            } else if criterion == Criterion::McdcUniqueCause {
                self.pairs(tree, conditions, words, &mut asked);
            } else if criterion != Criterion::Decision {
                self.conditions(conditions, &mut asked);
            }
        }
        asked
    }

    /// Both values of each condition; of `mcdc` where they decide.
    fn conditions(&mut self, conditions: &Conditions, asked: &mut Asked) {
        let is_mcdc = self.labeller.criterion == Criterion::Mcdc;
        for (number, operand) in conditions.iter().enumerate() {
            if operand.constant.is_some() {
                continue;
            }
            for value in [true, false] {
                let predicate = if is_mcdc {
                    Predicate::Decides(number, value)
                } else {
                    Predicate::Value(number, value)
                };
                let kind = match (operand.is_part, value) {
                    _ if is_mcdc => deciding(operand, value),
                    (false, true) => LabelKind::Holds,
                    (false, false) => LabelKind::Fails,
                    (true, true) => LabelKind::Matches,
                    (true, false) => LabelKind::Misses,
                };
                asked.push(self.ask(kind, operand.words, predicate));
            }
        }
    }

    /// Both values of each condition where they decide, in each context: after the same values of the conditions to its left.
    fn pairs(&mut self, tree: &Tree, conditions: &Conditions, words: Span, asked: &mut Asked) {
        let (yes, no) = tree.count();
        if yes.saturating_add(no) > MOST_VECTORS {
            self.labeller.leave_out(words, TOO_MANY_WAYS);
            return;
        }
        for (number, operand) in conditions.iter().enumerate() {
            if operand.constant.is_some() {
                continue;
            }
            let mut contexts = tree.contexts(number);
            contexts.retain(|values| is_possible(conditions, values));
            let has_several = contexts.len() > 1;
            let condition = self.labeller.labels.next();
            for (context, values) in (0..).zip(contexts) {
                for value in [true, false] {
                    let predicate = Predicate::DecidesAfter(number, value, values.clone());
                    asked.push(self.ask(deciding(operand, value), operand.words, predicate));
                    if has_several {
                        self.labeller.detail(shown(number, &values));
                        self.labeller.pair(Pair { condition, context });
                    }
                }
            }
        }
    }

    /// Every way to evaluate the decision.
    fn vectors(&mut self, tree: &Tree, conditions: &Conditions, words: Span, asked: &mut Asked) {
        let (yes, no) = tree.count();
        if yes.saturating_add(no) > MOST_VECTORS {
            self.labeller.leave_out(words, TOO_MANY_WAYS);
            return;
        }
        for (values, _) in tree.vectors() {
            if !is_possible(conditions, &values) {
                continue;
            }
            let shown = shown(conditions.len(), &values);
            asked.push(self.ask(LabelKind::Vector, words, Predicate::Vector(values)));
            self.labeller.detail(shown);
        }
    }

    fn ask(&mut self, kind: LabelKind, words: Span, predicate: Predicate) -> (u32, Predicate) {
        (self.labeller.label_with(kind, words, words), predicate)
    }

    /// The statements that report an evaluation: the labels that it covers, or the evaluation itself where the tool computes those.
    pub(super) fn reports(
        &mut self,
        tree: Tree,
        conditions: Conditions,
        words: Span,
        mask: &Ident,
    ) -> Vec<Stmt> {
        let asked = self.asked(&tree, &conditions, words);
        if let Some(recorded) = &mut self.labeller.labels.recorded {
            let number = recorded.push(tree, conditions, words, asked);
            let number = int(number);
            return vec![
                parse_quote_spanned!(site()=> ::unroll_test::rt::evaluated(#number, #mask);),
            ];
        }
        let reports = asked.iter().map(|(number, predicate)| {
            let (number, holds) = (int(*number), predicate.tokens(&tree, mask));
            parse_quote_spanned!(site()=> ::unroll_test::rt::judged(#number, (#holds) == 1);)
        });
        reports.collect()
    }
}

/// The kind of the label that asks for a value of a condition where it decides.
fn deciding(operand: &Operand, value: bool) -> LabelKind {
    match (operand.is_part, value) {
        (false, true) => LabelKind::DecidesTrue,
        (false, false) => LabelKind::DecidesFalse,
        (true, true) => LabelKind::DecidesMatch,
        (true, false) => LabelKind::DecidesMiss,
    }
}

/// True if constants have the values that they have in the source.
fn is_possible(conditions: &Conditions, values: &[(usize, bool)]) -> bool {
    let is_other = |(number, value): &(usize, bool)| {
        let constant = conditions[*number].constant;
        constant.is_some_and(|constant| constant != *value)
    };
    !values.iter().any(is_other)
}

/// The values of the first conditions, `-` for those that are not evaluated: `T F -`.
fn shown(count: usize, values: &[(usize, bool)]) -> String {
    let mut shown = vec!["-"; count];
    for (number, value) in values {
        shown[*number] = if *value { "T" } else { "F" };
    }
    shown.join(" ")
}
