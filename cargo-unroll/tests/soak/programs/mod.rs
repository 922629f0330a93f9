//! Random programs, on which judges are held against each other: native runs of all inputs, the interpreter, one
//! formula for all paths, the same with lemmas about all loops, and path by path. Lemmas themselves are held against inputs.
//!
//! `cargo xtask soak --programs N` runs as many as one likes (`UNROLL_SOAK_PROGRAMS`), and `--infeasible N` many small ones, of which infeasible code alone is asked
//! (`UNROLL_SOAK_INFEASIBLE`); a few are among the tests. Programs are
//! made of a seed and a number, so a run can be continued, divided and repeated.

pub(crate) mod batch;
mod changes;
mod explanations;
mod expressions;
pub(crate) mod generate;
mod induction;
pub(crate) mod infeasible;
mod integers;
pub(crate) mod judge;
mod loops;
pub(crate) mod plan;
mod small;
mod statements;
pub(crate) mod tally;
pub(crate) mod truth;
mod types;
mod watch;

/// Slices of inputs are at most that long.
pub(crate) const LONGEST: u64 = 2;
/// Their elements, which are letters where they are text.
pub(crate) const ALPHABET: [u64; 3] = [97, 98, 99];
/// Long slices, whose ends have some way to each other, have fewer different elements: the first ones.
pub(crate) const LONG: u64 = 5;
/// How many those are.
pub(crate) const LONG_ALPHABET: usize = 2;
/// Numbers of more than 8 bits are tried from `-WINDOW` to `WINDOW`; preconditions leave fewer.
pub(crate) const WINDOW: u64 = 20;
/// Most inputs of a program.
pub(crate) const MOST_INPUTS: usize = 1 << 16;
/// Most of them where each is a request to the driver.
pub(crate) const FEW_RUNS: usize = 300;
