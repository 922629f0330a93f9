//! Reads and writes at indices that are inputs (`fixtures/aliases`): one test for each feasible path, and none besides.
//!
//! `cargo xtask bench aliases` sets `UNROLL_ALIASES`, which prints the table of figure 9 of the internal-aliases paper: late resolution
//! against the eager and the approximate one, N = 3..8. Each found input is run natively, and must do there what its walk did.

#[path = "support/fixture.rs"]
mod fixture;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use cargo_unroll::compile::Build;
use cargo_unroll::cover::agree::{agree, case};
use cargo_unroll::cover::paths::{Explorer, Goal};
use cargo_unroll::cover::prove::gap::Gap;
use cargo_unroll::model::reason::Reason;
use cargo_unroll::project::{Project, SelectedFunction};
use cargo_unroll::replay::{self, Driver};
use cargo_unroll::sandbox::Confinement;
use unroll_engine::strategy::interpret::{End, Inputs};
use unroll_engine::strategy::merge::Bounds;
use unroll_engine::strategy::paths::{Aliases, Decision, DecisionKind, WalkEnd, Walker};
use unroll_llvm::Program;

/// No permutation of 8 elements has a larger order.
const DEPTH: u32 = 16;

/// The fixture, built as the tool does.
struct Fixture {
    project: Project,
    build: Build,
    program: Program,
}

/// The choices of a path that depend on the input: function, block and iteration of each, and the way that was taken.
type Path = Vec<(u32, u32, u32, bool)>;

/// The result of exploring a function.
#[derive(Debug, Default)]
struct Found {
    tests: usize,
    paths: BTreeSet<Path>,
    /// Runs that repeated a test or missed the path that they were made for.
    failures: u32,
    /// Walks beyond the bounds.
    cuts: u32,
    queries: (u32, u32),
    steps: u64,
    incomplete: Option<String>,
    time: Duration,
}

impl Fixture {
    fn build() -> Self {
        let (project, build) = fixture::build("aliases", None);
        let built = &build.targets[0];
        let program = built.program().expect("the build's IR is readable");
        Self {
            project,
            build,
            program,
        }
    }

    fn explore(&self, name: &str, aliases: Aliases, most: Duration) -> Found {
        let path = format!("aliases::{name}");
        let mut functions = self.project.functions.iter();
        let function = functions.find(|function| function.path == path);
        let function = function.expect("the fixture has the function");
        let limits = replay::Limits::within(60, 4096);
        let exe = &self.build.targets[0].exe;
        let mut driver =
            Driver::spawn(exe, &function.id, limits, Confinement::Strict).expect("the build runs");
        let start = Instant::now();
        let mut explorer = Explorer::new(
            format!("__unroll_harness_{}", function.id),
            &self.program,
            Bounds::for_depth(DEPTH, 10_000_000),
            Goal::Paths,
            aliases,
            unroll_smt::Limits {
                rlimit: 8_000_000,
                ..unroll_smt::Limits::default()
            },
        );
        let mut found = Found::default();
        let mut tested: Vec<Inputs> = Vec::new();
        let mut candidates = vec![Inputs::default()];
        loop {
            for inputs in candidates {
                let run = driver.run(&case(&inputs)).expect("the run ends");
                let (walk, takes) = explorer.walk(&inputs).expect("the harness is there");
                match walk.trace() {
                    Some(trace) => assert!(agree(&trace, &run), "{name} on {inputs:?}: {run:?}"),
                    None => found.cuts += 1,
                }
                if walk.end == WalkEnd::End(End::Returned) {
                    let is_new = !tested.contains(&inputs);
                    found.tests += usize::from(is_new);
                    found.failures += u32::from(!is_new || !takes);
                    tested.push(inputs);
                }
                if takes {
                    break;
                }
            }
            explorer.settle();
            if start.elapsed() > most {
                explorer.gap(Gap::Budget(Reason::TimeLimit {
                    seconds: most.as_secs(),
                }));
                break;
            }
            match explorer.propose() {
                Some(next) => candidates = next,
                None => break,
            }
        }
        found.queries = explorer.queries;
        found.steps = explorer.steps;
        found.incomplete = explorer.incomplete().map(|reason| reason.to_string());
        found.time = start.elapsed();
        found.paths = self.paths(function, &tested);
        found
    }

    /// The paths that inputs take. Indices are resolved late for this, because a branch whose condition depends on a fixed index alone is no decision.
    fn paths(&self, function: &SelectedFunction, tested: &[Inputs]) -> BTreeSet<Path> {
        let harness = format!("__unroll_harness_{}", function.id);
        let bounds = Bounds::for_depth(DEPTH, 10_000_000);
        let mut walker = Walker::new(&self.program, bounds, Aliases::Late, true);
        // The first walk finds the preconditions, by which later ones decide less.
        let first = tested.first().into_iter();
        let walks = first.chain(tested).map(|inputs| {
            let walk = walker.walk(&harness, inputs);
            walk.expect("the harness is there")
        });
        let paths = walks.skip(1).map(|walk| {
            let decisions = walk.decisions.iter();
            // The compiler makes one target of two by a choice between pointers.
            let choices = decisions
                .filter(|it| matches!(it.kind, DecisionKind::Branch | DecisionKind::Fixed));
            let turns = choices.map(|Decision { site, holds, .. }| {
                (site.function, site.block.0, site.iteration, *holds)
            });
            turns.collect()
        });
        paths.collect()
    }
}

/// Functions of the paper with their numbers of feasible paths.
const PAPER: [(&str, usize); 7] = [
    ("max3_als", 3),
    ("get_order_3", 4),
    ("get_order_4", 7),
    ("get_order_5", 16),
    ("get_order_6", 30),
    ("get_order_7", 62),
    ("get_order_8", 110),
];

const LONG: Duration = Duration::from_secs(600);

#[test]
fn every_feasible_path_has_one_test() {
    let fixture = Fixture::build();
    for (name, paths) in &PAPER[..6] {
        let found = fixture.explore(name, Aliases::Late, LONG);
        assert_eq!(found.incomplete, None, "{name}: {found:?}");
        assert_eq!((found.cuts, found.failures), (0, 0), "{name}: {found:?}");
        assert_eq!(found.paths.len(), *paths, "{name}: {found:?}");
        assert_eq!(found.tests, *paths, "{name}: {found:?}");
    }
    for (name, paths) in [
        ("moved", 4),
        ("through_rows", 2),
        ("through_vectors", 2),
        ("written_row", 2),
    ] {
        let found = fixture.explore(name, Aliases::Late, LONG);
        assert_eq!(
            (found.tests, found.paths.len()),
            (paths, paths),
            "{name}: {found:?}"
        );
    }
    // The eager resolution reaches the same paths, with a test for each combination of indices.
    for (name, paths, inputs) in [
        ("max3_als", 3, 125),
        ("get_order_3", 4, 6),
        ("get_order_4", 7, 24),
    ] {
        let found = fixture.explore(name, Aliases::Eager, LONG);
        assert_eq!(found.incomplete, None, "{name}: {found:?}");
        assert_eq!(
            (found.tests, found.paths.len()),
            (inputs, paths),
            "{name}: {found:?}"
        );
    }
    // The approximate one may miss paths, and never says that there are no others.
    let found = fixture.explore("max3_als", Aliases::Approximate, LONG);
    assert!(
        found.paths.len() <= 3 && found.incomplete.is_some(),
        "{found:?}"
    );

    if let Ok(seconds) = std::env::var("UNROLL_ALIASES") {
        let most = Duration::from_secs(seconds.parse().expect("seconds"));
        table(&fixture, most);
    }
}

fn table(fixture: &Fixture, most: Duration) {
    println!(
        "| function | paths | resolution | tests | covered | failures | queries | instructions | time |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, paths) in PAPER {
        for aliases in [Aliases::Late, Aliases::Eager, Aliases::Approximate] {
            let found = fixture.explore(name, aliases, most);
            let open = if found.time > most { "?" } else { "" };
            println!(
                "| {name} | {paths} | {aliases:?} | {}{open} | {}%{open} | {} | {} | {} | {:.2} s |",
                found.tests,
                100 * found.paths.len() / paths,
                found.failures,
                found.queries.0,
                found.steps,
                found.time.as_secs_f64()
            );
        }
    }
}
