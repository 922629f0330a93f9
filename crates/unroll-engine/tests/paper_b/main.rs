//! Covers of random programs: the experiment of the infeasible-code paper (section 7, table 1).
//!
//! `cargo xtask bench paper-b` sets `UNROLL_PAPER_B` to a file, which gets the table for 80 programs of 2 to 9 diamonds. Among the tests, programs over few bits
//! are held against runs of all their inputs.

mod algorithms;
mod formula;
mod program;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use algorithms::{Found, most_first, one_by_one, paths, statements};
use program::{Program, Size};

/// An algorithm by its name in the paper, with the figures there.
struct Algorithm {
    name: &'static str,
    cover: fn(&Program) -> Found,
    paper: (u32, f64),
}

const ALGORITHMS: [Algorithm; 4] = [
    Algorithm {
        name: "AlgPC",
        cover: paths,
        paper: (69_777, 13.12),
    },
    Algorithm {
        name: "AlgSC",
        cover: statements,
        paper: (854, 11.81),
    },
    Algorithm {
        name: "AlgFM",
        cover: one_by_one,
        paper: (1_760, 145.45),
    },
    Algorithm {
        name: "AlgVSTTE",
        cover: most_first,
        paper: (512, 615.51),
    },
];

/// The paths that inputs take.
fn taken(program: &Program, inputs: impl Iterator<Item = Vec<u64>>) -> BTreeSet<Vec<usize>> {
    inputs.map(|inputs| program.run(&inputs)).collect()
}

/// All inputs of a program with three variables.
fn all_inputs(width: u32) -> impl Iterator<Item = Vec<u64>> {
    let values = 0..1u64 << width;
    let pairs = values.clone().flat_map(move |x| {
        let values = values.clone();
        values.map(move |y| [x, y])
    });
    pairs.flat_map(move |[x, y]| (0..1u64 << width).map(move |z| vec![x, y, z]))
}

/// Checks that each execution passes the blocks that its model says.
fn check_runs(program: &Program, found: &Found, name: &str) {
    for (inputs, passed) in &found.executions {
        assert_eq!(&program.run(inputs), passed, "{name} on {inputs:?}");
    }
}

#[test]
fn covers_are_what_runs_of_all_inputs_say() {
    let mut infeasible = 0;
    for number in 0..40 {
        let size = Size {
            diamonds: 1 + number as usize % 4,
            variables: 3,
            compared: 3,
            width: 3,
        };
        let program = Program::random(size, number);
        let all = taken(&program, all_inputs(size.width));
        let reached: BTreeSet<usize> = all.iter().flatten().copied().collect();
        let reached: BTreeSet<usize> = program
            .minimal()
            .filter(|at| reached.contains(at))
            .collect();
        infeasible += program.minimal().count() - reached.len();
        for Algorithm { name, cover, .. } in ALGORITHMS {
            let found = cover(&program);
            check_runs(&program, &found, name);
            assert_eq!(found.covered(&program), reached, "{name}, program {number}");
            if name == "AlgPC" {
                let each: BTreeSet<_> = found.executions.iter().map(|it| it.1.clone()).collect();
                assert_eq!(each.len(), found.executions.len(), "each path once");
                assert_eq!(each, all, "program {number}");
            }
        }
    }
    assert!(infeasible > 10, "only {infeasible} blocks are infeasible");
    if let Ok(file) = std::env::var("UNROLL_PAPER_B") {
        std::fs::write(file, table()).expect("the file can be written");
    }
}

/// The time that this thread has run, which does not depend on what else the machine does; where Linux does not tell it, the time that has passed.
fn processor_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = *START.get_or_init(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|it| it.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The totals of an algorithm over programs.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    queries: u64,
    executions: usize,
    time: Duration,
}

impl Total {
    fn add(&mut self, other: Self) {
        self.queries += other.queries;
        self.executions += other.executions;
        self.time += other.time;
    }
}

/// The 80 programs: ten for each number of diamonds, as those of the paper in size.
fn table() -> String {
    let mut rows = String::new();
    let mut totals = [Total::default(); 4];
    for diamonds in 2..=9 {
        let mut of_size = [Total::default(); 4];
        for number in 0..10u64 {
            let size = Size {
                diamonds,
                variables: 10 + number as usize,
                compared: 3,
                width: 32,
            };
            let program = Program::random(size, 1_000 * diamonds as u64 + number);
            let mut covers = vec![];
            for (algorithm, total) in ALGORITHMS.iter().zip(&mut of_size) {
                let start = processor_time();
                let found = (algorithm.cover)(&program);
                total.add(Total {
                    queries: found.queries,
                    executions: found.executions.len(),
                    time: processor_time().saturating_sub(start),
                });
                check_runs(&program, &found, algorithm.name);
                covers.push(found.covered(&program));
            }
            assert!(covers.windows(2).all(|pair| pair[0] == pair[1]), "{size:?}");
        }
        let _ = write!(rows, "| {diamonds} | {} |", of_size[0].executions);
        for (total, of_size) in totals.iter_mut().zip(of_size) {
            let seconds = of_size.time.as_secs_f64();
            let _ = write!(rows, " {} | {seconds:.3} s |", of_size.queries);
            total.add(of_size);
        }
        rows.push('\n');
    }
    let mut text = "| algorithm | queries | time | queries in the paper | time in the paper | executions |\n|---|--:|--:|--:|--:|--:|\n".to_owned();
    for (Algorithm { name, paper, .. }, total) in ALGORITHMS.iter().zip(totals) {
        let _ = writeln!(
            text,
            "| {name} | {} | {:.3} s | {} | {:.2} s | {} |",
            total.queries,
            total.time.as_secs_f64(),
            paper.0,
            paper.1,
            total.executions
        );
    }
    text.push_str("\n| diamonds | paths | AlgPC | | AlgSC | | AlgFM | | AlgVSTTE | |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    text + &rows
}
