//! Short constructors for outcomes.

use cargo_unroll::model::outcome::{
    Arg, ExitKind, FunctionOutcome, FunctionVerdict, Objective, ObjectiveOutcome, RunEnd, TestCase,
    Verdict,
};
use cargo_unroll::model::value::{SeqKind, Value};

pub(crate) fn exit(loop_: u32, depth: u32, branch: u32, exit: ExitKind) -> ObjectiveOutcome {
    with_verdict(loop_, depth, branch, Some(exit), Verdict::Covered)
}

pub(crate) fn with_verdict(
    loop_: u32,
    depth: u32,
    branch: u32,
    exit: Option<ExitKind>,
    verdict: Verdict,
) -> ObjectiveOutcome {
    ObjectiveOutcome {
        objective: Objective::LoopExit {
            loop_,
            depth,
            branch,
        },
        exit,
        test: (verdict == Verdict::Covered).then_some(0),
        verdict,
        proved_in: None,
        millis: 1,
    }
}

pub(crate) fn outcome(objectives: Vec<ObjectiveOutcome>, tests: Vec<TestCase>) -> FunctionOutcome {
    FunctionOutcome {
        objectives,
        tests,
        ..FunctionOutcome::empty(FunctionVerdict::Ok)
    }
}

pub(crate) fn test(args: Vec<Arg>, result: Value, objectives: &[usize]) -> TestCase {
    ended(args, RunEnd::Returned { result }, objectives)
}

pub(crate) fn ended(args: Vec<Arg>, ending: RunEnd, objectives: &[usize]) -> TestCase {
    TestCase {
        args,
        ending,
        objectives: objectives.to_vec(),
        finding: None,
        debug_only: false,
        is_beside_edge: false,
        is_approximate: false,
        case: String::new(),
        edited: None,
    }
}

pub(crate) fn arg(name: &str, before: Value) -> Arg {
    Arg {
        name: name.to_owned(),
        before,
        after: None,
    }
}

pub(crate) fn int(ty: &str, value: i128) -> Value {
    Value::Int {
        ty: ty.to_owned(),
        text: value.to_string(),
    }
}

pub(crate) fn ints(kind: SeqKind, ty: &str, values: &[i128]) -> Value {
    seq(kind, values.iter().map(|v| int(ty, *v)).collect())
}

pub(crate) fn seq(kind: SeqKind, values: Vec<Value>) -> Value {
    Value::Seq {
        kind,
        runs: values.into_iter().map(|value| (1, value)).collect(),
    }
}
