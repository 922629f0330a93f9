//! Running all inputs against asking the solver: the verdicts are the same, except that the first are good for any depth.

use cargo_unroll::compile::{self, Output};
use cargo_unroll::cover::{Progress, analyse};
use cargo_unroll::model::job::{DebugChecks, Deepening, Effects, Job, Limits, Strategy};
use cargo_unroll::model::outcome::{FunctionOutcome, FunctionVerdict, ObjectiveOutcome, Verdict};
use cargo_unroll::model::source::OwnCode;

use super::sandbox::Sandbox;

const LIB: &str = include_str!("../../../fixtures/cases/few_inputs/src/lib.rs");

/// A job for a function, with so many runs of the native search.
pub(crate) fn job(
    function: &cargo_unroll::project::SelectedFunction,
    built: &compile::Built,
    native_runs: u64,
) -> Job {
    Job {
        id: function.id.clone(),
        function: function.path.clone(),
        span: function.span.clone(),
        exe: built.exe.clone(),
        ir: std::iter::once(&built.ll)
            .chain(&built.deps_ll)
            .cloned()
            .collect(),
        depth: 4,
        deepening: Deepening::default(),
        strategy: Strategy::Auto,
        limits: Limits {
            native_runs,
            ..Limits::default()
        },
        seed: 0,
        criteria: function.criteria.clone(),
        loops: function.loops.clone(),
        labels: function.labels.clone(),
        crossing: unroll_protocol::Crossing::default(),
        clauses: function.clauses.clone(),
        assumes: Vec::new(),
        params: function.params.clone(),
        effects: Effects::Refused,
        generics: function.generics.clone(),
        iterators: Vec::new(),
        is_first_pass: false,
        cases: Vec::new(),
        spent_millis: 0,
        locals: Vec::new(),
        shared_statics: Vec::new(),
        hidden_input: None,
        structural_types: Vec::new(),
        checks: DebugChecks::default(),
        left_out: Vec::new(),
        own_code: OwnCode::default(),
        goals: Vec::new(),
        infers_requires: false,
        emit_smt2: true,
        explains: false,
    }
}

fn analysed(job: &Job) -> FunctionOutcome {
    analyse(job, &mut |_: Progress| {})
}

/// Verdicts without what the bound was needed for.
fn verdicts(outcome: &FunctionOutcome) -> Vec<String> {
    let text = |objective: &ObjectiveOutcome| {
        let verdict = match &objective.verdict {
            Verdict::Covered => "covered".to_owned(),
            Verdict::Unreachable { .. } => "unreachable".to_owned(),
            Verdict::Undecided { reason } => reason.to_string(),
        };
        format!("{:?} {:?}: {verdict}", objective.objective, objective.exit)
    };
    outcome.objectives.iter().map(text).collect()
}

fn needs_the_bound(outcome: &FunctionOutcome) -> bool {
    let mut objectives = outcome.objectives.iter();
    objectives.any(|it| {
        it.verdict
            == Verdict::Unreachable {
                bound_independent: false,
            }
    })
}

#[test]
fn all_inputs_and_the_solver_give_the_same_verdicts() {
    let sandbox = Sandbox::with_macros("few", LIB, "");
    let project = sandbox.load();
    let quiet = Output {
        quiet: true,
        color: false,
        jobs: None,
        wrapper: None,
    };
    let build = compile::build(&project, quiet).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(build.skips, []);
    assert_eq!(project.functions.len(), 11);
    for function in &project.functions {
        let built = build.of(function).expect("is built");
        let few = analysed(&job(function, built, Limits::default().native_runs));
        let solved = analysed(&job(function, built, 0));
        let path = &function.path;
        assert_eq!(few.verdict, solved.verdict, "{path}");
        if path.ends_with("shared") {
            assert_eq!(verdicts(&few), verdicts(&solved), "{path}");
            // Depth 3.
            let deep = &few.objectives[3];
            assert_eq!(deep.verdict, Verdict::Covered, "{path}: {deep:?}");
            continue;
        }
        if path.ends_with("remembers") {
            assert_ne!(few.smt2, [""; 0], "an unreachable depth was not asked for");
            continue;
        }
        assert_eq!(verdicts(&few), verdicts(&solved), "{path}");
        assert!(!needs_the_bound(&few), "{path}");
        assert_eq!(few.smt2, [""; 0], "{path} asks the solver");
        let findings = |outcome: &FunctionOutcome| {
            let findings = outcome.findings.iter();
            findings
                .map(|it| (it.kind, it.span.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(findings(&few), findings(&solved), "{path}");
        if path.ends_with("impossible") {
            assert_eq!(few.verdict, FunctionVerdict::Error);
        }
    }
}
