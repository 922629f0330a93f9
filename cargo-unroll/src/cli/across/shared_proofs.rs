//! Proofs about callees, used for their callers.
//!
//! In: the results of all functions of a run. Out: the same, where an objective that is open in one function is decided if another function has
//! proved it. That function is where the place stands: if no call of it panics there, no call from another function does. A caller has
//! the places of all that it calls among its objectives, and less time for each of them than the function itself. This is
//! modular verification with the strongest contract that needs no annotation, "does not panic here" (Hoare, "Procedures and parameters", 1971).
//!
//! **Invariant:** only proofs at any depth that hold for all arguments of all types count. The depth bounds the loops of the analysed function,
//! and of its callees others.

use std::collections::BTreeMap;

use crate::cli::result::FunctionResult;
use crate::model::outcome::{FunctionVerdict, Objective, ObjectiveOutcome, Verdict};
use crate::project::{SelectedFunction, Target};

/// At any depth.
const PROVED: Verdict = Verdict::Unreachable {
    bound_independent: true,
};

/// Gives callers the proofs of the functions in which places that can panic stand.
pub(crate) fn share(results: &mut [FunctionResult]) {
    let proofs = proofs(results);
    for result in results {
        let function = &result.function;
        let of_target = proofs.get(&(function.package.clone(), function.target.clone()));
        let Some(of_target) = of_target else {
            continue;
        };
        for entry in &mut result.outcome.objectives {
            if is_open(&entry.verdict)
                && let Some(owner) = of_target.get(&entry.objective)
            {
                entry.verdict = PROVED;
                entry.proved_in = Some(owner.clone());
            }
        }
        let outcome = &mut result.outcome;
        if outcome.verdict == FunctionVerdict::Partial && !outcome.has_undecided() {
            outcome.verdict = FunctionVerdict::Ok;
        }
    }
}

/// The panics that functions exclude from their own code, each with the function, by package and crate target: the same file may belong to several.
fn proofs(results: &[FunctionResult]) -> BTreeMap<(String, Target), BTreeMap<Objective, String>> {
    let mut proofs: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
    let are_about_each_call = |it: &&FunctionResult| it.job.own_code.block.is_some();
    for result in results.iter().filter(are_about_each_call) {
        let function = &result.function;
        let of_target = proofs.entry((function.package.clone(), function.target.clone()));
        let proved = result.outcome.objectives.iter();
        let proved = proved.filter(|it| it.verdict == PROVED && stands_in(function, it));
        let proved = proved.map(|it| (it.objective.clone(), function.path.clone()));
        of_target.or_default().extend(proved);
    }
    proofs
}

/// True if a proof is missing, or holds within the depth alone.
fn is_open(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Covered => false,
        Verdict::Undecided { .. } => true,
        Verdict::Unreachable { bound_independent } => !bound_independent,
    }
}

/// True if an objective is a panic at a place that no other code than this function executes.
fn stands_in(function: &SelectedFunction, entry: &ObjectiveOutcome) -> bool {
    match &entry.objective {
        Objective::Panic { place, .. } => function.own_code.contains(place),
        _ => false,
    }
}
