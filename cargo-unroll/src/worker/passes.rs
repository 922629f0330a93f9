//! Two analyses of one function, without and with the code of the standard library, as one outcome.
//!
//! Each of them is right in what it decides, so that a proof of the first stays where the second, which had more code to look at, came to
//! nothing in its time.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::Code;
use crate::model::outcome::{
    FunctionOutcome, FunctionVerdict, Note, Objective, ObjectiveOutcome, Verdict,
};

/// All that is known after both: the later outcome with the proofs of the earlier one, unless runs of the earlier one are missing in it. Of
/// the later one the reasons for what is still undecided remain then.
pub(crate) fn combined(earlier: FunctionOutcome, later: FunctionOutcome) -> FunctionOutcome {
    let mut later = later;
    if !withdraws(&later) {
        keep_proofs(&earlier, &mut later);
    }
    let mut kept = earlier;
    if decides_as_much(&later, &kept) {
        later.stages.splice(0..0, kept.stages);
        later.shares_statics |= kept.shares_statics;
        return later;
    }
    kept.shares_statics |= later.shares_statics;
    kept.stages.append(&mut later.stages);
    explain(&mut kept, &later);
    kept
}

/// True if what an analysis learned about the function makes proofs worthless. A hidden input has a note only where it cost proofs.
fn withdraws(outcome: &FunctionOutcome) -> bool {
    let of_runs = [
        Code::Nondeterministic,
        Code::HiddenInput,
        Code::TraitObject,
        Code::EngineDisagrees,
    ];
    outcome.hidden_input.is_some() || of_runs.iter().any(|code| outcome.has_note(*code))
}

fn is_undecided(outcome: &ObjectiveOutcome) -> bool {
    matches!(outcome.verdict, Verdict::Undecided { .. })
}

/// Gives the undecided objectives of `outcome` those verdicts of `other` that are wanted.
fn take_verdicts(
    outcome: &mut FunctionOutcome,
    other: &FunctionOutcome,
    is_wanted: impl Fn(&Verdict) -> bool,
) {
    let verdicts = other.objectives.iter().filter(|it| is_wanted(&it.verdict));
    let verdicts: BTreeMap<&Objective, &Verdict> =
        verdicts.map(|it| (&it.objective, &it.verdict)).collect();
    for open in outcome.objectives.iter_mut().filter(|it| is_undecided(it)) {
        if let Some(verdict) = verdicts.get(&open.objective) {
            open.verdict = (*verdict).clone();
        }
    }
}

/// Takes over what the earlier analysis proved of objectives that the later one left undecided.
fn keep_proofs(earlier: &FunctionOutcome, later: &mut FunctionOutcome) {
    take_verdicts(later, earlier, |it| {
        matches!(it, Verdict::Unreachable { .. })
    });
    if later.verdict == FunctionVerdict::Partial && !later.has_undecided() {
        later.verdict = FunctionVerdict::Ok;
    }
}

/// Has the reasons of the later analysis, which had more code, stand in the place of those of the earlier one.
fn explain(kept: &mut FunctionOutcome, later: &FunctionOutcome) {
    take_verdicts(kept, later, |it| matches!(it, Verdict::Undecided { .. }));
    kept.notes
        // Code that the later analysis had is no obstacle any more.
        .retain(|note| note.code != Code::MissingBody || later.notes.contains(note));
    let is_new = |note: &&Note| !kept.notes.contains(note);
    let notes: Vec<Note> = later.notes.iter().filter(is_new).cloned().collect();
    kept.notes.extend(notes);
}

/// True if the `later` analysis decides no fewer of the objectives of the `earlier` one. It may have objectives of its own: with more code there
/// are more places that may panic, which were one objective before.
fn decides_as_much(later: &FunctionOutcome, earlier: &FunctionOutcome) -> bool {
    let asked: BTreeSet<&Objective> = earlier.objectives.iter().map(|it| &it.objective).collect();
    let decided = |outcome: &FunctionOutcome| {
        let decided = outcome.objectives.iter().filter(|it| !is_undecided(it));
        decided.filter(|it| asked.contains(&it.objective)).count()
    };
    decided(later) >= decided(earlier)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::hidden::HiddenInput;
    use crate::model::outcome::Span;
    use crate::model::reason::Reason;

    fn outcome(verdicts: &[Verdict], codes: &[Code]) -> FunctionOutcome {
        let objectives = (1..)
            .zip(verdicts)
            .map(|(label, verdict)| ObjectiveOutcome {
                objective: Objective::Label { label },
                exit: None,
                verdict: verdict.clone(),
                proved_in: None,
                test: None,
                millis: 0,
            });
        let span = Span {
            file: String::new(),
            line: 1,
            column: 1,
        };
        FunctionOutcome {
            objectives: objectives.collect(),
            notes: codes.iter().map(|code| Note::new(*code, &span)).collect(),
            ..FunctionOutcome::empty(FunctionVerdict::Partial)
        }
    }

    fn proved() -> Verdict {
        Verdict::Unreachable {
            bound_independent: true,
        }
    }

    fn open(why: &str) -> Verdict {
        Verdict::Undecided {
            reason: Reason::Obstacle(why.to_owned()),
        }
    }

    fn verdicts(outcome: &FunctionOutcome) -> Vec<Verdict> {
        let objectives = outcome.objectives.iter();
        objectives.map(|it| it.verdict.clone()).collect()
    }

    #[test]
    fn a_proof_without_the_library_stays_where_more_code_decides_nothing() {
        let earlier = outcome(&[proved(), open("missing")], &[Code::MissingBody]);
        let later = outcome(&[open("time"), proved()], &[]);
        let both = combined(earlier, later);
        assert_eq!(verdicts(&both), [proved(), proved()]);
        assert_eq!(both.verdict, FunctionVerdict::Ok);
    }

    #[test]
    fn a_proof_does_not_stay_where_runs_showed_a_hidden_input() {
        let earlier = outcome(&[proved(), open("missing")], &[]);
        let later = outcome(&[open("static"), Verdict::Covered], &[Code::HiddenInput]);
        let both = combined(earlier.clone(), later);
        assert_eq!(verdicts(&both), [open("static"), Verdict::Covered]);
        // Without a claim to give up, there is no note.
        let later = FunctionOutcome {
            hidden_input: Some(HiddenInput::Static("COUNT".to_owned())),
            ..outcome(&[open("time"), Verdict::Covered], &[])
        };
        let both = combined(earlier, later);
        assert_eq!(verdicts(&both), [open("time"), Verdict::Covered]);
    }

    #[test]
    fn where_runs_are_missing_the_reasons_of_the_later_analysis_remain() {
        let earlier = outcome(
            &[Verdict::Covered, Verdict::Covered, open("missing")],
            &[Code::MissingBody],
        );
        let later = outcome(
            &[Verdict::Covered, open("time"), open("time")],
            &[Code::BudgetExhausted],
        );
        let both = combined(earlier, later);
        assert_eq!(
            verdicts(&both),
            [Verdict::Covered, Verdict::Covered, open("time")]
        );
        assert!(both.has_note(Code::BudgetExhausted) && !both.has_note(Code::MissingBody));
    }
}
