//! The symbolic engine against the interpreter: on random inputs, the conditions that one execution of all paths gives
//! are true exactly where the execution of one path goes.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Arc;

use cargo_unroll::exec::Stop;
use cargo_unroll::exec::interpret::{End, Inputs, Interpreter, Trace};
use cargo_unroll::exec::merge::{Bounds, Execution, Merge};
use cargo_unroll::llvm::{Module, Program};
use cargo_unroll::smt::Term;
use cargo_unroll::smt::eval::Evaluator;

const SNIPPETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/exec_snippets/loops.rs");
const DEPTH: u32 = 5;
const INPUTS: u64 = 300;

fn compile(opt_level: &str) -> Program {
    let dir = tempfile::tempdir().expect("temporary directory");
    let out = dir.path().join("snippets.ll");
    let status = Command::new("rustc")
        .args([
            "--edition",
            "2024",
            "--emit=llvm-ir",
            "-Ccodegen-units=1",
            "-Csymbol-mangling-version=v0",
        ])
        .args(["-Coverflow-checks=on", "-Cdebug-assertions=on"])
        .arg(format!("-Copt-level={opt_level}"))
        .arg("-o")
        .arg(&out)
        .arg(SNIPPETS)
        .status()
        .expect("rustc runs");
    assert!(status.success());
    let text = std::fs::read_to_string(&out).expect("rustc wrote it");
    Program::new(vec![
        Module::index(Arc::from(text)).expect("the reader takes it"),
    ])
}

fn harnesses() -> Vec<String> {
    let source = std::fs::read_to_string(SNIPPETS).expect("the file is there");
    let names = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub fn ")?.strip_suffix("() {"));
    names.map(str::to_owned).collect()
}

/// A small generator of numbers; small ones, equal ones and extremes are frequent.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn number(&mut self) -> u64 {
        match self.next() % 6 {
            0 => self.next() % 4,
            1 => self.next() % 300,
            2 => (self.next() % 100).wrapping_neg() & 0xffff_ffff,
            3 => 1 << (self.next() % 64),
            4 => (self.next() % 4).wrapping_neg(),
            _ => self.next(),
        }
    }
}

/// Inputs within the bounds of the leaves.
fn inputs(execution: &Execution, random: &mut Random) -> Inputs {
    let terms = &execution.symbolic.terms;
    let mut inputs = Inputs::default();
    for leaf in &execution.record.leaves {
        let (_, max) = terms.interval(leaf.value);
        let max = if leaf.is_length { 9 } else { max as u64 };
        let number = random.number();
        inputs.scalars.insert(
            leaf.key,
            if max == u64::MAX {
                number
            } else {
                number % (max + 1)
            },
        );
    }
    for slice in &execution.record.slices {
        let elements = (0..12).map(|_| random.number() & slice.max).collect();
        inputs.slices.insert(slice.key, elements);
    }
    inputs
}

/// Values of terms on inputs.
struct World<'a> {
    execution: &'a Execution,
    inputs: &'a Inputs,
}

impl World<'_> {
    fn value(&self, term: Term) -> u128 {
        Evaluator::default().value(&self.execution.symbolic.terms, term, &|var| {
            self.variable(var)
        })
    }

    /// A leaf is named by its key; an element by its array and how many reads came before it.
    fn variable(&self, var: Term) -> u128 {
        let name = self
            .execution
            .symbolic
            .terms
            .var_name(var)
            .expect("a variable has a name");
        let hex = |text: &str| u64::from_str_radix(text, 16).expect("a key is hexadecimal");
        if let Some(key) = name.strip_prefix('k') {
            return u128::from(self.inputs.scalars[&hex(key)]);
        }
        let (key, read) = name
            .strip_prefix('a')
            .and_then(|rest| rest.split_once('!'))
            .expect("an element");
        let array = self
            .execution
            .symbolic
            .arrays
            .iter()
            .find(|array| array.key == hex(key))
            .expect("it exists");
        let read: usize = read.parse().expect("a number");
        let (index, _) = array.reads.get_index(read).expect("it was read");
        let index = usize::try_from(self.value(*index)).unwrap_or(usize::MAX);
        u128::from(
            self.inputs.slices[&hex(key)]
                .get(index)
                .copied()
                .unwrap_or(0),
        )
    }

    fn holds(&self, cond: Term) -> bool {
        self.value(cond) == 1
    }
}

type Exits = BTreeSet<(u32, u128, u128)>;

fn compare(execution: &Execution, inputs: &Inputs, trace: &Trace, what: &str) {
    let world = World { execution, inputs };
    let record = &execution.record;
    let cut = record.cuts.iter().any(|cut| world.holds(cut.cond));
    let symbolic: Exits = record
        .exits
        .iter()
        .filter(|exit| world.holds(exit.cond))
        .map(|exit| (exit.loop_, world.value(exit.depth), world.value(exit.mask)))
        .collect();
    let concrete: Exits = trace
        .exits
        .iter()
        .map(|exit| (exit.loop_, u128::from(exit.depth), u128::from(exit.mask)))
        .collect();
    if cut {
        assert!(
            symbolic.is_subset(&concrete),
            "{what}: {symbolic:?} but {concrete:?}"
        );
        return;
    }
    assert_eq!(symbolic, concrete, "{what}");
    let panics: BTreeSet<_> = record
        .panics
        .iter()
        .filter(|panic| world.holds(panic.cond))
        .map(|panic| panic.location.clone())
        .collect();
    let violated = record
        .violations
        .iter()
        .find(|violation| world.holds(violation.cond))
        .map(|found| found.clause);
    match &trace.end {
        End::Returned => {
            assert!(
                panics.is_empty() && violated.is_none(),
                "{what}: {panics:?} {violated:?}"
            );
            assert!(
                record.returned.is_some_and(|cond| world.holds(cond)),
                "{what}"
            );
        }
        End::Panicked { location, .. } => {
            assert_eq!(panics, BTreeSet::from([location.clone()]), "{what}")
        }
        End::Violated(clause) => assert_eq!(violated, Some(*clause), "{what}"),
        End::Rejected(_) | End::Inapplicable(_) => {
            panic!("{what}: rejected inputs are filtered by the facts")
        }
    }
}

fn agree_at(opt_level: &str) {
    let program = compile(opt_level);
    let mut compared = 0;
    for harness in harnesses() {
        let execution = Merge::new(&program, Bounds::for_depth(DEPTH, 10_000_000))
            .run(&harness)
            .expect("it executes");
        for cut in &execution.record.cuts {
            let stopped = matches!(cut.why, cargo_unroll::exec::record::CutReason::Stop(_));
            assert!(!stopped, "{harness}: {:?}", cut.why);
        }
        let mut interpreter = Interpreter::new(&program, 100_000);
        let mut random = Random(7);
        for _ in 0..INPUTS {
            let inputs = inputs(&execution, &mut random);
            let world = World {
                execution: &execution,
                inputs: &inputs,
            };
            let trace = match interpreter.run(&harness, &inputs) {
                Ok(trace) => trace,
                // An endless loop: what is left of it is a cut.
                Err(Stop::Budget(_)) => {
                    let cut = execution
                        .record
                        .cuts
                        .iter()
                        .any(|cut| world.holds(cut.cond));
                    assert!(cut, "{harness} on {inputs:?}");
                    continue;
                }
                Err(stop) => panic!("{harness} on {inputs:?}: {stop}"),
            };
            let allowed = execution
                .record
                .assumptions
                .iter()
                .all(|fact| world.holds(*fact));
            assert_eq!(
                allowed,
                !matches!(trace.end, End::Rejected(_)),
                "{harness} {inputs:?}"
            );
            if allowed {
                compare(
                    &execution,
                    &inputs,
                    &trace,
                    &format!("{harness} at -O{opt_level} on {inputs:?}"),
                );
                compared += 1;
            }
        }
    }
    assert!(
        compared > 2_000,
        "only {compared} inputs passed the preconditions"
    );
}

#[test]
fn conditions_are_true_where_the_interpreter_goes_at_level_0() {
    agree_at("0");
}

#[test]
fn conditions_are_true_where_the_interpreter_goes_at_level_1() {
    agree_at("1");
}

#[test]
fn conditions_are_true_where_the_interpreter_goes_at_level_2() {
    agree_at("2");
}
