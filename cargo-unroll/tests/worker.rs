//! Workers that answer, and all the ways in which they do not: shell scripts stand in for the tool.

#![cfg(unix)]

#[path = "support/jobs.rs"]
mod jobs;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use cargo_unroll::diagnostics::Code;
use cargo_unroll::model::job::{Effects, Job, LoopKind, Strategy};
use cargo_unroll::model::outcome::{FunctionOutcome, FunctionVerdict, Verdict};
use cargo_unroll::model::reason::Reason;
use cargo_unroll::worker::cache::{Access, Cache, Context, Store};
use cargo_unroll::worker::{self, Children, Interrupted, Pool, Running, Watcher};
use jobs::{ensures, job, loop_info};
use unroll_syntax::Criterion;

/// Notes what it is told.
#[derive(Default)]
struct Log(Mutex<Vec<String>>);

impl Watcher for Log {
    fn running(&self, jobs: &[Running]) {
        let jobs: Vec<_> = jobs
            .iter()
            .map(|job| format!("{} {:?}", job.function, job.decided))
            .collect();
        self.0
            .lock()
            .expect("no holder panics")
            .push(jobs.join(", "));
    }

    fn done(&self) {
        self.0
            .lock()
            .expect("no holder panics")
            .push("done".to_owned());
    }
}

fn pool(script: &str) -> Pool {
    let exe = Utf8PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/workers")
        .join(script);
    let mut pool = Pool::new(exe, 2, Children::default());
    pool.grace = Duration::from_millis(300);
    pool
}

fn request(function: &str) -> Job {
    let mut job = job(
        &format!("fn {function}() {{}}"),
        "src/lib.rs",
        &format!("krate::{function}"),
    );
    job.depth = 1;
    job.loops = vec![loop_info(LoopKind::While, 0, &["if a", "else"])];
    job.clauses = vec![ensures("true")];
    job
}

fn one(script: &str, seconds: u64) -> FunctionOutcome {
    let mut job = request("f");
    job.limits.seconds = seconds;
    let answers = worker::run_all(&pool(script), &[job], &Log::default()).expect("no interrupt");
    answers
        .into_iter()
        .next()
        .expect("one answer for one job")
        .outcome
}

#[track_caller]
fn assert_note(outcome: &FunctionOutcome, code: Code, message: &str) {
    let note = outcome.notes.first().expect("a remark");
    assert_eq!(note.code, code);
    assert!(note.message.contains(message), "{}", note.message);
}

#[test]
fn a_late_worker_is_ended_with_its_children_and_everything_is_undecided() {
    let start = Instant::now();
    let outcome = one("sleeps.sh", 0);
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_note(
        &outcome,
        Code::TimedOut,
        "the time limit of 0 s was reached",
    );
    assert_eq!(outcome.verdict, FunctionVerdict::Partial);
    let undecided =
        |verdict: &Verdict| matches!(verdict, Verdict::Undecided { reason } if reason.is_timeout());
    assert_eq!(outcome.objectives.len(), 5);
    assert!(
        outcome
            .objectives
            .iter()
            .all(|objective| undecided(&objective.verdict))
    );
}

#[test]
fn a_killed_worker_costs_its_function_only() {
    assert_note(&one("killed.sh", 60), Code::WorkerDied, "signal: 9");
}

#[test]
fn where_the_engine_dies_native_runs_still_count() {
    let outcome = one("engine_dies.sh", 60);
    assert_note(&outcome, Code::WorkerDied, "signal: 9");
    assert_eq!(outcome.verdict, FunctionVerdict::Partial);
    let [covered, open] = outcome.objectives.as_slice() else {
        panic!("{:?}", outcome.objectives);
    };
    assert_eq!(covered.verdict, Verdict::Covered);
    let died = |reason: &Reason| reason.to_string().contains("the worker process died");
    assert!(matches!(&open.verdict, Verdict::Undecided { reason } if died(reason)));
}

#[test]
fn a_panic_is_an_error_of_the_tool() {
    let outcome = one("panics.sh", 60);
    assert_note(
        &outcome,
        Code::AnalysisPanicked,
        "attempt to divide by zero (src/cover/analyse.rs:7:9)",
    );
    assert_eq!(outcome.verdict, FunctionVerdict::Error);
    assert!(outcome.notes[0].code.is_internal());
}

#[test]
fn memory_has_a_code_of_its_own() {
    assert_note(
        &one("starves.sh", 60),
        Code::OutOfWorkerMemory,
        "more than 4096 MiB",
    );
}

#[test]
fn what_one_formula_has_no_memory_for_is_walked_path_by_path() {
    let outcome = one("formula_starves.sh", 60);
    assert_note(&outcome, Code::OutOfWorkerMemory, "more than 4096 MiB");
    let [covered, open] = outcome.objectives.as_slice() else {
        panic!("{:?}", outcome.objectives);
    };
    assert_eq!(covered.verdict, Verdict::Covered);
    let starved = |reason: &Reason| reason.to_string().contains("MiB of memory");
    assert!(matches!(&open.verdict, Verdict::Undecided { reason } if starved(reason)));
}

#[test]
fn an_answer_that_is_missing_or_broken_is_a_death() {
    assert_note(&one("silent.sh", 60), Code::WorkerDied, "exit status: 0");
    assert_note(&one("garbled.sh", 60), Code::WorkerDied, "broken");
}

#[test]
fn an_outcome_stands_however_its_worker_ends() {
    assert_note(
        &one("aborts_later.sh", 60),
        Code::UnsupportedConstruct,
        "kept",
    );
}

#[test]
fn a_worker_that_cannot_start_is_told() {
    assert_note(
        &one("missing.sh", 60),
        Code::WorkerNotStarted,
        "No such file",
    );
}

#[test]
fn answers_are_in_the_order_of_the_jobs() {
    let jobs: Vec<_> = ["slow", "b", "c", "d"].map(request).into();
    let log = Log::default();
    let answers = worker::run_all(&pool("answers.sh"), &jobs, &log).expect("no interrupt");
    let functions: Vec<_> = answers
        .iter()
        .map(|answer| answer.outcome.notes[0].message.as_str())
        .collect();
    assert_eq!(
        functions,
        ["krate::slow", "krate::b", "krate::c", "krate::d"]
    );
    let log = log.0.into_inner().expect("no holder panics");
    assert_eq!(log.iter().filter(|line| *line == "done").count(), 4);
    assert!(
        log.iter()
            .any(|line| line.contains("krate::b Some((1, 2))")),
        "{log:?}"
    );
}

#[test]
fn an_interrupt_ends_everything_at_once() {
    let pool = pool("sleeps.sh");
    let start = Instant::now();
    let jobs = ["a", "b", "c"].map(request);
    let ended = std::thread::scope(|scope| {
        let running = scope.spawn(|| worker::run_all(&pool, &jobs, &Log::default()));
        std::thread::sleep(Duration::from_millis(200));
        pool.children.interrupt();
        running.join().expect("no panic")
    });
    assert_eq!(ended.map(|_| ()).expect_err("interrupted"), Interrupted);
    assert!(start.elapsed() < Duration::from_secs(20));
}

/// A program with two harnesses.
const IR: &str = "define void @__unroll_harness_f() #0 {\n  call void @used()\n  ret void\n}\n\n\
    define void @__unroll_harness_g() {\n  ret void\n}\n\ndefine void @used() {\n  ret void\n}\n\nattributes #0 = { cold }\n";

/// Runs one job with a cache in `folder` that holds for `context`.
fn cached(script: &str, folder: &Utf8Path, context: Context, job: &Job) -> FunctionVerdict {
    let mut pool = pool(script);
    let store = Store::new(folder, Access::ReadWrite, None);
    pool.cache = Some(Cache::new(store, context));
    let answers = worker::run_all(&pool, std::slice::from_ref(job), &Log::default());
    answers.expect("no interrupt")[0].outcome.verdict
}

/// A folder with IR, and a job that names it. The outcome of the job has no objectives, so the job has none.
fn with_ir(text: &str) -> (tempfile::TempDir, Utf8PathBuf, Job) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = Utf8PathBuf::from_path_buf(dir.path().to_owned()).expect("UTF-8");
    let ir = folder.join("a.ll");
    std::fs::write(&ir, text).expect("writable");
    let mut job = job("fn f() {}", "src/lib.rs", "krate::f");
    job.ir = vec![ir];
    (dir, folder, job)
}

#[test]
fn a_kept_outcome_needs_no_worker() {
    let (_dir, folder, job) = with_ir(IR);
    let run = |script: &str, job: &Job| cached(script, &folder, Context::default(), job);
    assert_eq!(run("answers.sh", &job), FunctionVerdict::Ok);
    assert_eq!(run("killed.sh", &job), FunctionVerdict::Ok);
    // Another place of the same files, and code that the harness does not reach.
    let mut moved = job.clone();
    moved.ir = vec![folder.join("b.ll")];
    moved.exe = "elsewhere".into();
    let other = IR.replace(
        "@__unroll_harness_g() {",
        "@__unroll_harness_g() {\n  call void @used()",
    );
    std::fs::write(&moved.ir[0], other).expect("writable");
    assert_eq!(run("killed.sh", &moved), FunctionVerdict::Ok);
    moved.checks.files = vec!["src/elsewhere.rs".to_owned()];
    moved.structural_types = vec!["krate::Elsewhere".to_owned()];
    assert_eq!(run("killed.sh", &moved), FunctionVerdict::Ok);
}

/// A change of a part of the key.
type Change = fn(&mut Job);

#[test]
fn each_part_of_the_key_of_an_outcome_counts() {
    let (_dir, folder, job) = with_ir(IR);
    let run =
        |script: &str, context: &Context, job: &Job| cached(script, &folder, context.clone(), job);
    let context = Context::default();
    assert_eq!(run("answers.sh", &context, &job), FunctionVerdict::Ok);
    let changes: [(&str, Change); 20] = [
        ("id", |job| job.id = "g".to_owned()),
        ("function", |job| job.function.push('x')),
        ("file", |job| job.span.file.push('x')),
        ("line", |job| job.span.line += 1),
        ("strategy", |job| job.strategy = Strategy::Merge),
        ("depth", |job| job.depth += 1),
        ("pass", |job| job.is_first_pass = !job.is_first_pass),
        ("effects", |job| job.effects = Effects::Absent),
        ("seconds", |job| job.limits.seconds += 1),
        ("memory", |job| job.limits.memory_mib += 1),
        ("steps", |job| job.limits.steps += 1),
        ("runs", |job| job.limits.native_runs += 1),
        ("rlimit", |job| job.limits.rlimit += 1),
        ("paths", |job| job.limits.paths += 1),
        ("seed", |job| job.seed += 1),
        ("criteria", |job| job.criteria = Criterion::Branch.into()),
        ("loops", |job| {
            job.loops = vec![loop_info(LoopKind::While, 0, &[])];
        }),
        ("clauses", |job| job.clauses = vec![ensures("true")]),
        ("queries", |job| job.emit_smt2 = true),
        ("explanations", |job| job.explains = true),
    ];
    for (name, change) in changes {
        let mut changed = job.clone();
        change(&mut changed);
        let verdict = run("killed.sh", &context, &changed);
        assert_eq!(verdict, FunctionVerdict::Partial, "{name}");
    }
    let tool = Context {
        tool: "another".to_owned(),
        ..Context::default()
    };
    let native = Context {
        native: [(job.exe.clone(), "another".to_owned())].into(),
        ..Context::default()
    };
    for other in [tool, native] {
        assert_eq!(run("killed.sh", &other, &job), FunctionVerdict::Partial);
    }
    for (from, to) in [
        ("call void @used()", ""),
        ("{ cold }", "{ hot }"),
        ("@used() {\n", "@used() {\n  unreachable\n"),
    ] {
        let changed = IR.replace(from, to);
        assert_ne!(changed, IR, "{from}");
        std::fs::write(&job.ir[0], changed).expect("writable");
        let verdict = run("killed.sh", &context, &job);
        assert_eq!(verdict, FunctionVerdict::Partial, "{from}");
    }
    std::fs::write(&job.ir[0], IR).expect("writable");
    assert_eq!(run("killed.sh", &context, &job), FunctionVerdict::Ok);
}

#[test]
fn outcomes_that_depend_on_the_machine_are_not_kept() {
    let (_dir, folder, mut job) = with_ir(IR);
    job.effects = Effects::Allowed;
    let run = |script: &str| cached(script, &folder, Context::default(), &job);
    assert_eq!(run("answers.sh"), FunctionVerdict::Ok);
    assert_eq!(run("killed.sh"), FunctionVerdict::Partial);
}
