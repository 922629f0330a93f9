//! The values that variables get, as reasons: `let low = n % 4` excludes `low == 4`.
//!
//! In: explanations by conditions alone. Out: the same, with the definitions that matter. The harness is executed once more, with definitions that may be
//! relaxed as well as conditions. The conditions of an explanation are kept, all others are relaxed, and a core is looked for among
//! the definitions. So the conditions named are the same with and without it, and where this execution fails, nothing is lost but the
//! definitions.

use super::{Explainer, relaxable};
use crate::cover::objectives;
use crate::model::outcome::{Explanation, Objective};
use unroll_engine::strategy::record::Relaxable;
use unroll_smt::term::Term;

/// Adds definitions to explanations of labels. `execute` is called only if there are any.
pub(super) fn add<'j>(
    explanations: &mut [Explanation],
    execute: impl FnOnce() -> Option<Explainer<'j>>,
) {
    let is_label = |it: &&mut Explanation| matches!(it.objective, Objective::Label { .. });
    let mut labels = explanations.iter_mut().filter(is_label).peekable();
    if labels.peek().is_none() {
        return;
    }
    let Some(mut explainer) = execute() else {
        return;
    };
    for explanation in labels {
        explanation.definitions = explainer.definitions(explanation).unwrap_or_default();
    }
}

impl Explainer<'_> {
    /// The definitions without which the conditions of an explanation would not exclude its objective; `None` where the solver gives up.
    fn definitions(&mut self, explanation: &Explanation) -> Option<Vec<u32>> {
        let is_definition = |of: &Relaxable| matches!(of, Relaxable::Definition(_));
        let assumptions = self.assumptions.iter().map(|(of, kept)| (*of, *kept));
        let definitions: Vec<(Relaxable, Term)> =
            assumptions.filter(|(of, _)| is_definition(of)).collect();
        if definitions.is_empty() {
            return None;
        }
        let conditions = explanation.conditions.iter();
        let kept = conditions.filter_map(|it| self.assumptions.get(&relaxable(it.source)));
        let kept: Vec<Term> = kept.copied().collect();
        let terms = &mut self.execution.symbolic.terms;
        let reached = objectives::condition(terms, &self.execution.record, &explanation.objective);
        let asked = terms.and_all(kept.into_iter().chain([reached]));
        let core = self.core(asked, &definitions)?;
        let numbers = core.into_iter().filter_map(|of| match of {
            Relaxable::Definition(number) => Some(number),
            Relaxable::Condition(_) | Relaxable::Precondition(_) => None,
        });
        Some(numbers.collect())
    }
}
