//! Which programs are run, and running them.

use std::fmt;
use std::time::Instant;

use super::batch::{self, Asked};
use super::generate;
use super::infeasible;
use super::judge::judge;
use super::small;
use super::tally::Tally;
use super::watch::Watch;

/// Programs of one crate.
const CRATE: u64 = 150;
/// Of so many crates, the last one allocates memory, which takes the code of the standard library and so a long build.
const ALLOCATES: u64 = 8;

/// Some programs of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) asked: Asked,
    pub(crate) seed: u64,
    /// The number of the first.
    pub(crate) from: u64,
    pub(crate) programs: u64,
    /// Of every `shards` crates, the one at `shard`, from 0.
    pub(crate) shard: u64,
    pub(crate) shards: u64,
}

impl Plan {
    /// Reads `SEED FROM PROGRAMS SHARD SHARDS`.
    pub(crate) fn parse(asked: Asked, text: &str) -> Option<Self> {
        let numbers: Option<Vec<u64>> = text.split(' ').map(|word| word.parse().ok()).collect();
        let &[seed, from, programs, shard, shards] = numbers?.as_slice() else {
            return None;
        };
        (shard < shards).then_some(Self {
            asked,
            seed,
            from,
            programs,
            shard,
            shards,
        })
    }

    /// The directory of its crates.
    pub(crate) fn place(self) -> String {
        match self.asked {
            Asked::Everything => format!("programs-{}-{}", self.seed, self.shard),
            Asked::InfeasibleCode => format!("small-{}-{}", self.seed, self.shard),
        }
    }

    /// The crates of the shard, each with the numbers of its programs.
    fn crates(self) -> impl Iterator<Item = Vec<u64>> {
        let end = self.from + self.programs;
        let crates = self.from / CRATE..end.div_ceil(CRATE);
        crates
            .filter(move |number| number % self.shards == self.shard)
            .map(move |number| {
                let own = number * CRATE..(number + 1) * CRATE;
                own.filter(|number| (self.from..end).contains(number))
                    .collect()
            })
    }
}

/// A program on which judges contradict each other.
#[derive(Debug)]
pub(crate) struct Disagreement {
    seed: u64,
    program: generate::Program,
    /// The contradictions found.
    contradictions: Vec<String>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let generate::Program { number, source } = &self.program;
        writeln!(f, "program {number} of seed {}:", self.seed)?;
        for contradiction in &self.contradictions {
            writeln!(f, "  {contradiction}")?;
        }
        write!(f, "{source}")
    }
}

/// Runs a plan; tells how far it is after each crate, if asked to. A program that takes too much memory ends the process.
pub(crate) fn run(plan: Plan, told: bool) -> (Tally, Vec<Disagreement>) {
    let (mut tally, mut all) = (Tally::default(), vec![]);
    let start = Instant::now();
    let watch = Watch::begin(plan.seed);
    for numbers in plan.crates() {
        let is_last = numbers[0] / CRATE % ALLOCATES == ALLOCATES - 1;
        let allocates = plan.asked == Asked::Everything && is_last;
        let programs = numbers.iter().map(|number| match plan.asked {
            Asked::Everything => generate::program(plan.seed, *number, allocates),
            Asked::InfeasibleCode => small::program(plan.seed, *number),
        });
        let built = Instant::now();
        let batch = batch::build(&plan.place(), programs.collect(), allocates, plan.asked);
        let built = built.elapsed();
        tally.refused += batch.refused.len() as u64;
        for program in &batch.programs {
            watch.judges(program.number);
            let contradictions = match batch.job(program) {
                Ok(job) if plan.asked == Asked::InfeasibleCode => {
                    infeasible::judge(&job, &batch.program, &mut tally)
                }
                Ok(job) => judge(&job, &batch.program, program.number, &mut tally),
                Err(reason) => vec![reason],
            };
            if !contradictions.is_empty() {
                tally.disagreements += 1;
                let disagreement = Disagreement {
                    seed: plan.seed,
                    program: program.clone(),
                    contradictions,
                };
                if told {
                    eprintln!("{disagreement}");
                }
                all.push(disagreement);
            }
        }
        if told {
            let seconds = start.elapsed().as_secs().max(1);
            eprintln!(
                "seed {} to {}: {} programs, {} disagreements, {} programs a minute ({:.1} s to build)",
                plan.seed,
                numbers.last().copied().unwrap_or(plan.from),
                tally.programs,
                tally.disagreements,
                tally.programs * 60 / seconds,
                built.as_secs_f64(),
            );
        }
    }
    (tally, all)
}
