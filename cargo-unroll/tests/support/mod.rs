//! Short constructors for outcomes and jobs, and the comparison with golden files.

use std::path::{Path, PathBuf};

use cargo_unroll::cover::job::{
    BranchInfo, ClauseInfo, ClauseKind, Job, Limits, LoopInfo, LoopKind, ParamInfo, Strategy,
};
use cargo_unroll::cover::outcome::{
    Arg, Ending, ExitKind, FunctionOutcome, FunctionVerdict, Objective, ObjectiveOutcome, Span,
    TestCase, Verdict,
};
use cargo_unroll::input::value::{SeqKind, Value};

/// Compares `actual` with the file at `tests/golden/NAME`, or writes it there when `UNROLL_BLESS` is set.
#[track_caller]
pub(crate) fn golden(name: &str, actual: &str) {
    let path = golden_path(name);
    if std::env::var_os("UNROLL_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("the path has a folder"))
            .expect("the folder is writable");
        std::fs::write(&path, actual).expect("the file is writable");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == actual,
        "{name} differs; look at it, then bless with UNROLL_BLESS=1\n{}",
        similar::TextDiff::from_lines(expected.as_str(), actual).unified_diff()
    );
}

pub(crate) fn golden_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}

pub(crate) fn span(file: &str, line: u32, column: u32) -> Span {
    Span {
        file: file.to_owned(),
        line,
        column,
    }
}

/// A job for the function whose name stands first after `fn ` in `text`.
pub(crate) fn job(text: &str, file: &str, function: &str) -> Job {
    let name = function
        .rsplit("::")
        .next()
        .expect("paths have a last part");
    let at = ["(", "<"]
        .iter()
        .find_map(|open| text.find(&format!("fn {name}{open}")))
        .expect("the function is in the text")
        + 3;
    let line = text[..at].matches('\n').count() as u32 + 1;
    let column = (at - text[..at].rfind('\n').map_or(0, |i| i + 1)) as u32 + 1;
    Job {
        id: name.to_owned(),
        function: function.to_owned(),
        span: span(file, line, column),
        exe: "driver".into(),
        ir: vec![],
        depth: 4,
        strategy: Strategy::Auto,
        limits: Limits::default(),
        seed: 0,
        loops: vec![],
        clauses: vec![],
        params: Vec::<ParamInfo>::new(),
        emit_smt2: false,
    }
}

pub(crate) fn loop_info(kind: LoopKind, parent: u32, branches: &[&str]) -> LoopInfo {
    LoopInfo {
        kind,
        span: span("src/sample.rs", 1, 1),
        parent,
        branches: branches
            .iter()
            .map(|text| BranchInfo {
                text: (*text).to_owned(),
                span: span("src/sample.rs", 1, 1),
            })
            .collect(),
    }
}

pub(crate) fn ensures(text: &str) -> ClauseInfo {
    ClauseInfo {
        kind: ClauseKind::Ensures,
        text: text.to_owned(),
        span: span("src/sample.rs", 1, 1),
    }
}

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
        millis: 1,
    }
}

pub(crate) fn outcome(objectives: Vec<ObjectiveOutcome>, tests: Vec<TestCase>) -> FunctionOutcome {
    FunctionOutcome {
        verdict: FunctionVerdict::Ok,
        notes: vec![],
        objectives,
        tests,
        findings: vec![],
        smt2: vec![],
    }
}

pub(crate) fn test(args: Vec<Arg>, result: Value, objectives: &[usize]) -> TestCase {
    ended(args, Ending::Returned { result }, objectives)
}

pub(crate) fn ended(args: Vec<Arg>, ending: Ending, objectives: &[usize]) -> TestCase {
    TestCase {
        args,
        ending,
        objectives: objectives.to_vec(),
        finding: None,
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
