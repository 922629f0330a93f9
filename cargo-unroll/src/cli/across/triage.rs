//! Triage of findings: which of them callers of the crate can cause.
//!
//! A private function may rely on conditions that its callers establish, and a private field on what public
//! functions store there. A panic of a private function that the user has not named, or with arbitrary values in
//! private fields, is therefore looked for again: first as a finding of another function, then in all public
//! functions of the crate, which is built again with inputs that other crates can construct and with these places as
//! the only objectives.
//!
//! In: the results of all functions. Out: the same, with a triage for each finding. Tests that show only panics
//! without such a call are removed unless they were requested.
//!
//! **Invariant:** a finding is confirmed by a native run of a public call, or not at all.

use std::collections::BTreeSet;

use crate::cli::analysis::Analysis;
use crate::cli::exit::failure::Failure;
use crate::cli::result::FunctionResult;
use crate::compile::Output;
use crate::diagnostics::Code;
use crate::effects;
use crate::instrument::Lock;
use crate::model::outcome::{
    Finding, FindingKind, Objective, ObjectiveOutcome, PanicPlace, TestCase, Triage, Verdict,
};
use crate::model::value::Value;
use crate::project::{self, CopyKind, Project, Target, View};
use crate::report::{Console, Diagnostic};
use crate::worker::Children;
use unroll_syntax::{Criteria, Criterion};

/// A finding: the positions of the function among the results and of the finding among its own.
type At = (usize, usize);

/// Adds the triage to all findings. Gives a warning where public functions should have been asked and could not be.
pub(crate) fn triage(
    analysis: &Analysis<'_>,
    results: &mut [FunctionResult],
    console: &mut Console,
    children: Children,
) -> Result<Option<Diagnostic>, Failure> {
    let mut warning = None;
    // All doubtful findings lose their confirmation before one is looked for in another function:
    // otherwise two private functions would confirm each other, and no public call stands behind
    // either.
    let open = doubtful(analysis, results);
    let mut rest: Vec<(At, PanicPlace)> = Vec::new();
    for (at, place) in open {
        match confirmed_in(results, &place, at.0) {
            Some(function) => set(results, at, Triage::Repeated { function }),
            None => rest.push((at, place)),
        }
    }
    // Several functions may show the same place, and a public function is asked for it once.
    let goals: BTreeSet<PanicPlace> = rest.iter().map(|(_, place)| place.clone()).collect();
    if !goals.is_empty() {
        console.status("Confirming", "panics by calls of public functions");
        let callers = match callers(analysis, results, &rest, &goals, console, children)? {
            Ok(callers) => callers,
            Err(why) => {
                warning = Some(Diagnostic::of_run(Code::CallersNotBuilt, &why));
                Vec::new()
            }
        };
        for (at, place) in rest {
            let triage = match confirmed_in(results, &place, at.0) {
                // A reached place is confirmed from here on, so later findings at it repeat that
                // one.
                Some(function) => Triage::Repeated { function },
                None => by_callers(&callers, &place),
            };
            if let Triage::Reached { function, .. } = &triage
                // A public function with private fields in its inputs is its own caller, with
                // inputs that others can give. Its finding then is shown by those.
                && *function == results[at.0].function.path
            {
                let test = callers.iter().find_map(|it| test_of(it, function, &place));
                take_over(&mut results[at.0], at.1, test, &place);
            }
            set(results, at, triage);
        }
    }
    note_loans(results);
    if !analysis.args.all_findings {
        for result in results {
            drop_unconfirmed(result);
        }
    }
    Ok(warning)
}

/// Marks the panics that an input shows which the caller has borrowed, or another panic poisoned. The function may count on callers that do not.
fn note_loans(results: &mut [FunctionResult]) {
    let findings = results.iter_mut().flat_map(|it| &mut it.outcome.findings);
    for finding in findings.filter(|it| it.kind == FindingKind::Panic) {
        let args = match &finding.triage {
            Triage::Confirmed => &finding.args,
            Triage::Reached { args, .. } => args,
            _ => continue,
        };
        if args.iter().any(|arg| arg.before.any(&Value::is_lent)) {
            finding.triage = Triage::Borrowed;
        }
    }
}

fn set(results: &mut [FunctionResult], (of, finding): At, triage: Triage) {
    results[of].outcome.findings[finding].triage = triage;
}

/// Panics that no caller of the crate may be able to meet; none are confirmed afterwards.
fn doubtful(analysis: &Analysis<'_>, results: &mut [FunctionResult]) -> Vec<(At, PanicPlace)> {
    let is_named = !analysis.args.function.is_empty();
    let mut found = Vec::new();
    for (of, result) in results.iter_mut().enumerate() {
        if !result.function.is_doubtful(is_named) {
            continue;
        }
        for (at, finding) in result.outcome.findings.iter_mut().enumerate() {
            if let Some(place) = place_of(finding) {
                finding.triage = Triage::Unconfirmed;
                found.push(((of, at), place));
            } else if finding.kind.ends_the_process() {
                // There is no place to ask public functions for. Those that are analysed themselves show it by their own inputs.
                finding.triage = Triage::Unconfirmed;
            }
        }
    }
    found
}

fn place_of(finding: &Finding) -> Option<PanicPlace> {
    Some(PanicPlace {
        place: finding.span.clone(),
        panic: finding.panic?,
    })
}

/// The function other than number `but` that has a confirmed finding at a place.
fn confirmed_in(results: &[FunctionResult], place: &PanicPlace, but: usize) -> Option<String> {
    let mut others = results.iter().enumerate().filter(|(at, _)| *at != but);
    let confirmed = others.find(|(_, result)| {
        finding_at(result, place).is_some_and(|(_, finding)| finding.triage.is_confirmed())
    });
    confirmed.map(|(_, result)| result.function.path.clone())
}

/// The finding of a function at a place, with its position.
fn finding_at<'r>(result: &'r FunctionResult, place: &PanicPlace) -> Option<(usize, &'r Finding)> {
    let mut findings = result.outcome.findings.iter().enumerate();
    findings.find(|(_, finding)| place_of(finding).as_ref() == Some(place))
}

/// The public functions of the crates with findings to confirm, asked for panics at `goals`, or the reason why there are none.
fn callers(
    analysis: &Analysis<'_>,
    results: &[FunctionResult],
    rest: &[(At, PanicPlace)],
    goals: &BTreeSet<PanicPlace>,
    console: &mut Console,
    children: Children,
) -> Result<Result<Vec<FunctionResult>, String>, Failure> {
    // Other crates have no doubtful finding, and their functions need not be built again.
    let crates = rest
        .iter()
        .map(|((of, _), _)| &results[*of].function.target);
    let crates = crates.map(Target::crate_name).collect();
    let mut project = match as_callers_see_it(analysis, crates) {
        Ok(project) => project,
        Err(why) => return Ok(Err(why)),
    };
    let output = Output {
        quiet: true,
        ..analysis.output
    };
    // The copy for callers has a directory and a lock of its own, beside those that this run holds.
    let _locks = match Lock::of_run(&project, || ()) {
        Ok(locks) => locks,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let build = match effects::build(&mut project, output, analysis.args.allow_effects) {
        Ok(build) => build,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let asked = Analysis {
        project: &project,
        output,
        ..*analysis
    };
    asked
        .ask_for_panics(&build, goals, console, children)
        .map(Ok)
}

/// The project with the public functions of `crates` in place of those that were asked for.
fn as_callers_see_it(analysis: &Analysis<'_>, crates: BTreeSet<String>) -> Result<Project, String> {
    let mut options = analysis.args.project_options()?;
    options.view = View::Outside(crates);
    options.criteria = Some(Criteria::from(Criterion::Panics));
    options.functions.clear();
    let project = project::load(&options).map_err(|error| error.to_string())?;
    Ok(project.with_copy(CopyKind::Callers))
}

/// The triage of a place by the answers of public functions.
fn by_callers(callers: &[FunctionResult], place: &PanicPlace) -> Triage {
    let mut shown = callers
        .iter()
        .filter_map(|result| Some((result, finding_at(result, place)?.1)));
    if let Some((result, finding)) = shown.next() {
        return Triage::Reached {
            function: result.function.path.clone(),
            args: finding.args.clone(),
        };
    }
    let is_it = |outcome: &&ObjectiveOutcome| outcome.objective == objective(place);
    let all = callers.iter().flat_map(|result| &result.outcome.objectives);
    let verdicts: Vec<&Verdict> = all.filter(is_it).map(|outcome| &outcome.verdict).collect();
    let is_excluded = |verdict: &&Verdict| matches!(verdict, Verdict::Unreachable { .. });
    // Without a verdict no public function was asked, and `all` of nothing would be a proof.
    if verdicts.is_empty() || !verdicts.iter().all(is_excluded) {
        return Triage::Unconfirmed;
    }
    let at_any_depth = Verdict::Unreachable {
        bound_independent: true,
    };
    Triage::Excluded {
        // The place is excluded at any depth only if it is so for each public function.
        bound_independent: verdicts.iter().all(|verdict| **verdict == at_any_depth),
    }
}

fn objective(place: &PanicPlace) -> Objective {
    Objective::Panic {
        place: place.place.clone(),
        panic: place.panic,
    }
}

/// The test with which a public function shows a panic.
fn test_of(result: &FunctionResult, function: &str, place: &PanicPlace) -> Option<TestCase> {
    if result.function.path != function {
        return None;
    }
    let (finding, _) = finding_at(result, place)?;
    let mut tests = result.outcome.tests.iter();
    tests.find(|test| test.finding == Some(finding)).cloned()
}

/// Has a finding shown by an input that callers can give.
fn take_over(
    result: &mut FunctionResult,
    finding: usize,
    test: Option<TestCase>,
    place: &PanicPlace,
) {
    let Some(test) = test else {
        return;
    };
    let mut objectives = result.outcome.objectives.iter();
    // The positions in the caller's test are those of its own job, and mean other objectives here.
    let own = objectives.position(|it| it.objective == objective(place));
    result.drop_tests_of_panics(&[finding]);
    result.outcome.findings[finding].args.clone_from(&test.args);
    result.outcome.tests.push(TestCase {
        objectives: own.into_iter().collect(),
        finding: Some(finding),
        ..test
    });
    if let Some(own) = own {
        result.outcome.objectives[own].test = Some(result.outcome.tests.len() - 1);
    }
}

/// Takes out the tests that show nothing but panics which are not confirmed.
fn drop_unconfirmed(result: &mut FunctionResult) {
    let findings = result.outcome.findings.iter().enumerate();
    let unconfirmed = findings.filter(|(_, finding)| !finding.triage.is_confirmed());
    let unconfirmed: Vec<usize> = unconfirmed.map(|(at, _)| at).collect();
    result.drop_tests_of_panics(&unconfirmed);
}
