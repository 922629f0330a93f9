//! Running all inputs against asking the solver: the verdicts are the same, except that the first are good for any depth.

use cargo_unroll::compile::{self, Output};
use cargo_unroll::cover::{Progress, analyse};
use cargo_unroll::model::job::{DebugChecks, Effects, Job, Limits, Strategy};
use cargo_unroll::model::outcome::{FunctionOutcome, FunctionVerdict, ObjectiveOutcome, Verdict};

use super::sandbox::Sandbox;

const LIB: &str = r#"
use std::sync::atomic::{AtomicU8, Ordering};
use unroll_test::{Input, ensures, requires, unroll_test};

/// The function of the benchmark.
#[unroll_test]
#[requires(0 <= n && n <= 30_000)]
#[ensures(|&(low, high)| low * low == n && high == low || low * low < n && n <= high * high && high == low + 1)]
pub fn square_root(n: i32) -> (i32, i32) {
    let mut x1 = 0;
    let mut x2 = n;
    while x1 != x2 && x1 + 1 != x2 {
        let middle = x1 + (x2 - x1) / 2;
        if middle * middle == n { x1 = middle; x2 = middle; } else if middle * middle < n { x1 = middle; } else { x2 = middle; }
    }
    (x1, x2)
}

/// Odd depths, and those above 6, are unreachable.
#[unroll_test]
#[requires(n < 4)]
#[ensures(|&r| r % 2 == 0)]
pub fn doubled(n: u64) -> u64 { let mut i = 0; while i < 2 * n { i += 1; } i }

/// Some depths break the postcondition, one panics.
#[unroll_test]
#[requires(-3 <= n && n <= 5)]
#[ensures(|&r| r != 2 || up)]
pub fn faulty(n: i64, up: bool) -> i64 {
    let mut i = 0;
    while i < n { i += 1; if i == 4 && !up { panic!("four") } }
    i
}

/// Branches that depend on each other.
#[unroll_test]
pub fn halves(n: u8) -> u8 {
    let mut n = n;
    let mut steps = 0;
    while n > 1 { if n % 2 == 0 { n /= 2; } else if n % 4 == 1 { n -= 1; } else { n = n / 2 + 1; } steps += 1; }
    steps
}

#[derive(Input, Clone, Copy, Debug)]
pub enum Shape { Dot, Row(bool), Rect { wide: u8, flag: bool } }

/// Leaves that only some runs ask for.
#[unroll_test]
pub fn area(shape: Shape, scale: Option<bool>) -> u32 {
    let (width, twice) = match shape {
        Shape::Dot => (0, false),
        Shape::Row(long) => (u32::from(long) + 1, long),
        Shape::Rect { wide, flag } => (u32::from(wide % 4), flag),
    };
    let mut sum = 0;
    for x in 0..width { if twice && scale == Some(true) { sum += 2 * x; } else { sum += 1; } }
    sum
}

/// An invariant that fails once, in a loop inside another one.
#[unroll_test]
#[requires(a <= 3 && b <= 2)]
pub fn nested(a: u8, b: u8) -> u8 {
    let mut sum = 0;
    let mut i = 0;
    while i < a {
        let mut j = 0;
        while j < b { j += 1; unroll_test::invariant!(sum != 5 || i != 2); sum += 1; if sum == 6 { return sum; } }
        i += 1;
    }
    sum
}

/// One input.
#[unroll_test]
pub fn fixed() -> u32 { let mut i = 0; while i < 2 { i += 1; } i }

/// No input at all.
#[unroll_test]
#[requires(n < 3)]
#[requires(n > 5)]
pub fn impossible(n: u8) -> u8 { let mut i = 0; while i < n { i += 1; } i }

#[derive(Input, Clone, Copy, Debug)]
pub enum Number { Wide(u32), Narrow(u8) }

/// Variants whose leaves have one key and two widths: too many inputs, and the only one that goes deep is wide.
#[unroll_test]
pub fn shared(number: Number) -> u32 {
    let n = match number { Number::Narrow(x) => u32::from(x % 2), Number::Wide(x) => if x.wrapping_mul(2_654_435_761) == 0x0765_4321 { 3 } else { 0 } };
    let mut i = 0;
    while i < n { i += 1; }
    i
}

#[derive(Input, Clone, Copy, Debug)]
pub enum Piece { Wide([u16; 2]), Narrow([u8; 2]), Long([u8; 3]) }

/// Variants whose arrays have one key, two widths and two lengths.
#[unroll_test]
pub fn pieces_shared(piece: Piece) -> u32 {
    let n = match piece {
        Piece::Narrow(x) => u32::from(x[1]) % 2,
        Piece::Wide(x) => if x[0].wrapping_mul(40_503) == 0x7321 && x[1].wrapping_mul(30_341) == 0x6543 { 3 } else { 0 },
        Piece::Long(x) => if x[0] == 17 && x[1] == 34 && x[2] == 51 { 2 } else { 0 },
    };
    let mut i = 0;
    while i < n { i += 1; }
    i
}

static CALLS: AtomicU8 = AtomicU8::new(0);

/// Depends on more than its input, which is one bit.
#[unroll_test]
pub fn remembers(flag: bool) -> u8 {
    let calls = CALLS.fetch_add(1, Ordering::Relaxed) % 2 + u8::from(flag);
    let mut i = 0;
    while i < calls { i += 1; }
    i
}
"#;

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
        is_first_pass: false,
        cases: Vec::new(),
        spent_millis: 0,
        hidden_input: None,
        structural_types: Vec::new(),
        checks: DebugChecks::default(),
        left_out: Vec::new(),
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
    let sandbox = Sandbox::with_macros("few", LIB);
    let project = sandbox.load();
    let quiet = Output {
        quiet: true,
        color: false,
        jobs: None,
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
