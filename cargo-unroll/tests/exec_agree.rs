//! The symbolic engine against the interpreter: on random inputs, the conditions that one execution of all paths gives
//! are true exactly where the execution of one path goes. And the walks along single paths: they go where the interpreter
//! goes, and once nothing waits to be looked at, no input takes a path that was not seen.

#[path = "support/world.rs"]
mod world;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use cargo_unroll::cover::paths::{Explorer, Goal};
use unroll_engine::Stop;
use unroll_engine::strategy::interpret::{End, Inputs, Interpreter, Trace};
use unroll_engine::strategy::merge::{Bounds, Execution, Merge};
use unroll_engine::strategy::paths::Aliases;
use unroll_engine::strategy::record::CutReason;
use unroll_llvm::{Module, Program};
use unroll_smt::{Answer, Limits, Session};
use world::World;

const SNIPPETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/exec_snippets/loops.rs");
const DEPTH: u32 = 5;
const INPUTS: u64 = 120;
/// Instructions of one run of the interpreter.
const FUEL: u64 = 10_000;

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
        // Without a directory, so that places are the same wherever this is done.
        .current_dir(
            Path::new(SNIPPETS)
                .parent()
                .expect("a file is in a directory"),
        )
        .arg("loops.rs")
        .status()
        .expect("rustc runs");
    assert!(status.success());
    program(&out)
}

fn program(ir: &Path) -> Program {
    let text = std::fs::read_to_string(ir).expect("the file is readable");
    let module = Module::index(text).expect("the reader takes it");
    Program::new(module, || Ok(vec![]))
}

/// A function of the snippets.
struct Snippet {
    harness: String,
    /// Effort for a query, as Z3 counts it.
    effort: u32,
}

/// The snippets. One may say its effort in the line before its name, behind `effort:`.
fn snippets() -> Vec<Snippet> {
    let source = std::fs::read_to_string(SNIPPETS).expect("the file is there");
    let lines = source.lines().zip(source.lines().skip(1));
    let snippets = lines.filter_map(|(before, line)| {
        let harness = line.strip_prefix("pub fn ")?.strip_suffix("() {")?;
        let effort = before.split_once("effort: ").map(|(_, effort)| {
            let effort = effort.parse();
            effort.expect("an effort is a number")
        });
        Some(Snippet {
            harness: harness.to_owned(),
            effort: effort.unwrap_or(EFFORT),
        })
    });
    snippets.collect()
}

fn harnesses() -> Vec<String> {
    snippets().into_iter().map(|it| it.harness).collect()
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
        let max = execution.symbolic.arrays[slice.array as usize].type_max;
        let elements = (0..12).map(|_| random.number() & max).collect();
        inputs.slices.insert(slice.key, elements);
    }
    inputs
}

type Exits = BTreeSet<(u32, u128, u128)>;

fn compare(world: &World<'_>, trace: &Trace, what: &str) {
    let record = &world.execution.record;
    if record.guesses.iter().any(|guess| world.holds(guess.cond)) {
        return;
    }
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
        .map(|panic| panic.site.location.clone())
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
        End::Panicked(site) => {
            assert_eq!(panics, BTreeSet::from([site.location.clone()]), "{what}");
        }
        End::Violated(clause) => assert_eq!(violated, Some(*clause), "{what}"),
        End::Rejected(_) | End::Inapplicable(_) => {
            panic!("{what}: rejected inputs are filtered by the facts")
        }
    }
}

/// On what `program` was compiled from, for the harnesses in it.
fn agree(program: &Program, harnesses: &[String], compiled: &str) {
    let compared = compared(program, harnesses, compiled);
    assert!(
        compared > 1_000,
        "only {compared} inputs passed the preconditions"
    );
}

/// The solver finds no execution that is neither a return, a panic, a violation, a rejection nor a cut, and none that has undefined behaviour.
fn every_path_ends(execution: &mut Execution, what: &str) {
    let uncovered = execution.uncovered().expect("nothing is left out");
    let undefined: Vec<_> = (execution.record.cuts.iter())
        .filter(|cut| matches!(cut.why, CutReason::Stop(_)))
        .map(|cut| cut.cond)
        .collect();
    let mut session = Session::new(Limits::default());
    for fact in &execution.record.facts {
        session.assert(&execution.symbolic.terms, *fact);
    }
    for ends in [vec![uncovered], undefined] {
        let any = execution.symbolic.terms.or_all(ends);
        let answer = session.check(&execution.symbolic.terms, &[any]);
        assert!(matches!(answer, Answer::Unsat { .. }), "{what}: {answer:?}");
    }
}

/// How many inputs passed the preconditions; on all of them the judges agree.
fn compared(program: &Program, harnesses: &[String], compiled: &str) -> usize {
    let (mut compared, mut iterations) = (0, 0);
    for harness in harnesses {
        let mut execution = Merge::new(program, Bounds::for_depth(DEPTH, 10_000_000))
            .run(harness)
            .expect("it executes");
        for cut in &execution.record.cuts {
            let stopped = matches!(&cut.why, CutReason::Stop(stop) if !stop.is_mostly_refuted());
            assert!(!stopped, "{harness}: {:?}", cut.why);
        }
        every_path_ends(&mut execution, &format!("{harness} at {compiled}"));
        let mut interpreter = Interpreter::new(program, FUEL);
        let mut random = Random(7);
        for _ in 0..INPUTS {
            let inputs = inputs(&execution, &mut random);
            let world = World::new(&execution, &inputs);
            let trace = match interpreter.run(harness, &inputs) {
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
                let what = format!("{harness} at {compiled} on {inputs:?}");
                compare(&world, &trace, &what);
                let followed = world.iterations();
                iterations += followed.unwrap_or_else(|iteration| panic!("{what}: {iteration:?}"));
                compared += 1;
            }
        }
    }
    assert!(iterations > 0, "no loop carries anything at {compiled}");
    compared
}

#[test]
fn conditions_are_true_where_the_interpreter_goes_at_level_0() {
    agree(&compile("0"), &harnesses(), "-O0");
}

#[test]
fn conditions_are_true_where_the_interpreter_goes_at_level_1() {
    agree(&compile("1"), &harnesses(), "-O1");
}

#[test]
fn conditions_are_true_where_the_interpreter_goes_at_level_2() {
    agree(&compile("2"), &harnesses(), "-O2");
}

const CYCLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/exec_snippets/cycles.ll");

#[test]
fn what_loops_of_any_shape_carry_follows_from_iteration_to_iteration() {
    let harnesses = ["entered_in_its_middle", "ends_with_a_call"].map(str::to_owned);
    let compared = compared(&program(Path::new(CYCLES)), &harnesses, "no level");
    assert_eq!(compared as u64, 2 * INPUTS);
}

/// The snippets as rustc 1.97.1 (LLVM 22) compiled them for another processor, with the flags of [`compile`], level 1 and
/// `--target=aarch64-unknown-linux-gnu`. A snippet that was written since is not in it.
const AARCH64: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../crates/unroll-llvm/tests/golden/aarch64_snippets.ll"
);

#[test]
fn code_for_aarch64_does_what_code_for_this_machine_does() {
    let (here, there) = (compile("1"), program(Path::new(AARCH64)));
    let text = std::fs::read_to_string(AARCH64).expect("the file is there");
    let mut common = harnesses();
    common.retain(|harness| text.contains(&format!("@{harness}(")));
    assert!(common.len() >= 20, "only {} snippets", common.len());
    agree(&there, &common, "-O1 for aarch64");
    for harness in &common {
        let execution = Merge::new(&here, Bounds::for_depth(DEPTH, 10_000_000))
            .run(harness)
            .expect("it executes");
        let mut judges = [&here, &there].map(|program| Interpreter::new(program, FUEL));
        let mut random = Random(13);
        for _ in 0..INPUTS {
            let inputs = inputs(&execution, &mut random);
            let [here, there] = judges.each_mut().map(|judge| judge.run(harness, &inputs));
            match (here, there) {
                (Ok(here), Ok(there)) => assert_eq!(here, there, "{harness} on {inputs:?}"),
                (Err(Stop::Budget(_)), Err(Stop::Budget(_))) => {}
                (here, there) => panic!("{harness} on {inputs:?}: {here:?} but {there:?}"),
            }
        }
    }
}

/// Paths to walk before a tree counts as large. The largest that is walked completely has 18.
const MOST_PATHS: u32 = 20;

/// Effort for a query of a snippet that does not say another.
const EFFORT: u32 = 20_000;

/// Walks all paths of a snippet, as far as there are not too many.
fn walk_all<'p>(
    program: &'p Program,
    Snippet { harness, effort }: &Snippet,
    goal: Goal,
    aliases: Aliases,
) -> Explorer<'p> {
    let limits = Limits {
        rlimit: *effort,
        ..Limits::default()
    };
    let bounds = Bounds::for_depth(3, 100_000);
    let mut explorer = Explorer::new(harness.clone(), program, bounds, goal, aliases, limits);
    explorer
        .walk(&Inputs::default())
        .expect("the harness is there");
    while explorer.walks < MOST_PATHS
        && let Some(candidates) = explorer.propose()
    {
        for inputs in candidates {
            let (_, reached) = explorer.walk(&inputs).expect("the harness is there");
            if reached {
                break;
            }
        }
        explorer.settle();
    }
    explorer
}

fn no_path_is_missed(opt_level: &str, goal: Goal, aliases: Aliases) {
    let program = compile(opt_level);
    let mut complete = 0;
    for snippet in snippets() {
        let harness = &snippet.harness;
        let execution = Merge::new(&program, Bounds::for_depth(3, 10_000_000))
            .run(harness)
            .expect("it executes");
        let mut explorer = walk_all(&program, &snippet, goal, aliases);
        let is_complete = explorer.incomplete().is_none();
        complete += u32::from(is_complete);
        let mut interpreter = Interpreter::new(&program, 100_000);
        let mut random = Random(11);
        for _ in 0..INPUTS / 6 {
            let inputs = inputs(&execution, &mut random);
            let leaves = &execution.record.leaves;
            if !leaves
                .iter()
                .all(|leaf| inputs.scalars[&leaf.key] <= leaf.max)
            {
                continue;
            }
            let what = format!("{harness} at -O{opt_level} on {inputs:?}");
            let (walk, _) = explorer.walk(&inputs).expect("the harness is there");
            if let Some(trace) = walk.trace() {
                let judged = interpreter.run(harness, &inputs);
                assert_eq!(trace, judged.expect("it comes to its end"), "{what}");
            }
            if is_complete {
                assert_eq!(explorer.incomplete(), None, "{what}");
            }
        }
    }
    // Fixed offsets make more paths of one, so fewer trees are small.
    let small = if aliases == Aliases::Eager { 5 } else { 8 };
    assert!(
        complete >= small,
        "only {complete} trees were walked completely"
    );
}

#[test]
fn no_input_takes_a_path_that_was_not_walked_at_level_0() {
    no_path_is_missed("0", Goal::Objectives, Aliases::Late);
}

#[test]
fn no_input_takes_a_path_that_was_not_walked_at_level_1() {
    no_path_is_missed("1", Goal::Paths, Aliases::Late);
}

#[test]
fn fixed_offsets_miss_no_path_either() {
    no_path_is_missed("1", Goal::Paths, Aliases::Eager);
}
