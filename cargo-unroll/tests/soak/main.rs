//! The concrete interpreter against native runs, on cases of every function of the fixtures.
//!
//! `cargo xtask soak` sets how long this goes on (`UNROLL_SOAK=seconds:60` or `UNROLL_SOAK=runs:100000`); among the other
//! tests it is one second. A case on which the two differ is made smaller, shown, and belongs into `regressions.txt`.

mod bench;
mod cases;
mod count;
#[path = "../support/fixture.rs"]
mod fixture;
mod programs;
#[path = "../support/world.rs"]
mod world;

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bench::Bench;
use cargo_unroll::model::job::Strategy;
use cargo_unroll::model::outcome::Verdict;
use cases::Rng;
use count::Count;
use programs::batch::Asked;
use programs::judge::{Witness, contradictions, engine, judge};
use programs::plan::{self, Plan};
use programs::tally::Tally;
use programs::{batch, generate};

/// The fixtures whose functions run.
const FIXTURES: [&str; 5] = ["quickstart", "scu", "kitchen", "standard", "invariants"];

/// Cases on which the interpreter was once wrong: `FIXTURE ID CASE`.
const REGRESSIONS: &str = include_str!("regressions.txt");

/// Executions between two words on how far it is; the slice among the tests says none.
const TOLD_EVERY: u64 = 10_000;

/// How long it goes on.
enum Budget {
    Time(Duration),
    Runs(u64),
}

impl Budget {
    /// Reads the environment; one second if unset.
    fn from_env() -> Self {
        let Ok(text) = std::env::var("UNROLL_SOAK") else {
            return Self::Time(Duration::from_secs(1));
        };
        let (unit, number) = text.split_once(':').expect("`seconds:N` or `runs:N`");
        let number = number.parse().expect("a number");
        match unit {
            "seconds" => Self::Time(Duration::from_secs(number)),
            "runs" => Self::Runs(number),
            _ => panic!("`seconds:N` or `runs:N`, not `{text}`"),
        }
    }

    fn is_used_up(&self, start: Instant, count: &Count) -> bool {
        match self {
            Self::Time(time) => start.elapsed() >= *time,
            Self::Runs(runs) => count.compared >= *runs,
        }
    }
}

#[test]
fn the_interpreter_agrees_with_native_runs() {
    let builds: Vec<_> = FIXTURES.iter().map(|name| bench::build(name)).collect();
    let mut benches: Vec<_> = builds.iter().flat_map(Bench::of).collect();
    let mut count = Count::default();
    for line in REGRESSIONS.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.splitn(3, ' ');
        let (fixture, id, case) = (words.next(), words.next(), words.next());
        let bench = benches
            .iter_mut()
            .find(|bench| Some(bench.fixture) == fixture && Some(bench.id) == id)
            .unwrap_or_else(|| panic!("no such function: {line}"));
        let case = case.unwrap_or_default().parse().expect("a case");
        bench.compare(&case, &mut count);
    }
    let budget = Budget::from_env();
    let (start, mut rng) = (Instant::now(), Rng::new(1));
    let mut seed = 0;
    let mut told = 0;
    'all: while !budget.is_used_up(start, &count) {
        seed += 1;
        for bench in &mut benches {
            if budget.is_used_up(start, &count) {
                break 'all;
            }
            bench.round(seed, &mut rng, &mut count);
            if count.compared >= told + TOLD_EVERY {
                told = count.compared;
                eprintln!(
                    "{told} executions so far, {:.0} s",
                    start.elapsed().as_secs_f64()
                );
            }
        }
    }
    let mut text = format!("{count}");
    let _ = writeln!(
        text,
        "{} functions, {:.1} s",
        benches.len(),
        start.elapsed().as_secs_f64()
    );
    println!("{text}");
    assert!(count.compared > 0, "nothing was compared:\n{text}");
    assert!(count.differences.is_empty(), "{text}");
}

/// Programs among the other tests.
const SLICE: Plan = Plan {
    asked: Asked::Everything,
    seed: 1,
    from: 0,
    programs: 5,
    shard: 0,
    shards: 1,
};

/// The stack of the engine where the tool runs it: the main thread's.
const STACK_BYTES: usize = 8 << 20;

/// The tests with programs share a directory.
static PLACE: Mutex<()> = Mutex::new(());

#[test]
fn verdicts_on_random_programs_are_what_runs_of_all_inputs_say() {
    let _place = PLACE.lock().unwrap_or_else(PoisonError::into_inner);
    let tally = agreed("UNROLL_SOAK_PROGRAMS", SLICE);
    for verdict in ["covered", "unreachable at any depth"] {
        assert!(tally.count(verdict) > 0, "nothing is {verdict}:\n{tally}");
    }
}

/// Small programs among the other tests.
const SMALL: Plan = Plan {
    asked: Asked::InfeasibleCode,
    programs: 30,
    ..SLICE
};

#[test]
fn infeasible_code_of_small_programs_is_what_no_input_reaches() {
    let _place = PLACE.lock().unwrap_or_else(PoisonError::into_inner);
    let tally = agreed("UNROLL_SOAK_INFEASIBLE", SMALL);
    assert!(tally.explained > 0, "nothing is explained:\n{tally}");
}

/// The totals of a plan, or of the one that a variable of the environment has, where all judges agree.
fn agreed(variable: &str, slice: Plan) -> Tally {
    let asked = std::env::var(variable).ok();
    let plan = asked.as_ref().map_or(slice, |text| {
        Plan::parse(slice.asked, text).expect("`SEED FROM PROGRAMS SHARD SHARDS`")
    });
    let told = asked.is_some();
    let soak = std::thread::Builder::new().stack_size(STACK_BYTES);
    let soak = soak.spawn(move || plan::run(plan, told));
    let soak = soak.expect("threads can be made").join();
    let (tally, disagreements) = soak.expect("no judge panics");
    println!("{tally}");
    assert!(tally.programs > 0, "nothing was judged:\n{tally}");
    let texts: Vec<String> = disagreements.iter().map(ToString::to_string).collect();
    assert!(texts.is_empty(), "{}", texts.join("\n"));
    tally
}

/// Programs on which judges once contradicted each other, made smaller.
const FOUND: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/soak/found");

#[test]
fn judges_agree_on_programs_that_once_divided_them() {
    let mut files: Vec<_> = std::fs::read_dir(FOUND)
        .expect("the directory is there")
        .map(|file| file.expect("it can be read").path())
        .collect();
    files.sort();
    let programs = files.iter().zip(0..).map(|(file, number)| {
        let source = std::fs::read_to_string(file).expect("it can be read");
        generate::Program { number, source }
    });
    let batch = batch::build("found", programs.collect(), false, Asked::Everything);
    assert!(batch.refused.is_empty(), "{:?}", batch.refused);
    let (mut tally, mut all) = (Tally::default(), vec![]);
    for (program, file) in batch.programs.iter().zip(&files) {
        let job = batch.job(program).expect("it was built");
        let contradictions = judge(&job, &batch.program, program.number, &mut tally);
        all.extend(
            contradictions
                .iter()
                .map(|what| format!("{}: {what}", file.display())),
        );
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    assert_eq!(tally.programs, files.len() as u64, "{tally}");
}

#[test]
fn a_judge_that_lies_about_a_random_program_is_caught() {
    let _place = PLACE.lock().unwrap_or_else(PoisonError::into_inner);
    let programs = (0..2).map(|number| generate::program(SLICE.seed, number, false));
    let batch = batch::build(&SLICE.place(), programs.collect(), false, Asked::Everything);
    let mut lies = 0;
    for program in &batch.programs {
        let job = batch.job(program).expect("it was built");
        let mut witness = Witness::of(&job, &batch.program).expect("all inputs run");
        for strategy in [Strategy::Merge, Strategy::Paths] {
            let honest = engine(&job, &batch.program, strategy).expect("it ends");
            for at in 0..honest.objectives.len() {
                let mut liar = honest.clone();
                let verdict = &mut liar.objectives[at].verdict;
                *verdict = match verdict {
                    Verdict::Covered => Verdict::Unreachable {
                        bound_independent: true,
                    },
                    Verdict::Unreachable {
                        bound_independent: true,
                    } => Verdict::Covered,
                    _ => continue,
                };
                let found = contradictions(&liar, &mut witness, &job, &mut Tally::default());
                assert_eq!(
                    found.len(),
                    1,
                    "{:?}: {found:?}\n{}",
                    liar.objectives[at],
                    program.source
                );
                lies += 1;
            }
        }
    }
    assert!(lies > 20, "only {lies} lies were told");
}
