//! The same programs compiled by `rustc`, all in one crate with a small stand-in for the runtime.

use std::fmt::Write as _;
use std::process::Command;
use std::{env, fs};

use crate::ast::Program;
use crate::reference::{Event, Run};
use crate::{INPUTS, copied, expand, original, reference};

const PROGRAMS: u64 = 100;
const COPIES: u32 = 2;

/// A fixed pseudo-random list of choices (splitmix64).
pub(crate) fn seeded_choices(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as u8
    };
    (0..120).map(|_| next()).collect()
}

/// The stand-in: probes print themselves, inputs come from a cell, results are printed.
const RUNTIME: &str = r#"
extern crate self as unroll_test;
use std::cell::Cell;
thread_local! { static INPUT: Cell<(i64, i64)> = const { Cell::new((0, 0)) }; }
pub trait Input { fn any(key: rt::Key) -> Self; }
impl Input for i64 {
    fn any(key: rt::Key) -> i64 { let (a, b) = INPUT.get(); if key.0 == 0 { a } else { b } }
}
pub mod rt {
    pub struct Key(pub u32);
    impl Key { pub fn param(number: u32) -> Key { Key(number) } }
    pub fn enter(n: u32) { print!("Enter({n}) "); }
    pub fn step(n: u32, d: u32) { print!("Step({n}, {d}) "); }
    pub fn exit(n: u32, d: u32, m: u64, k: u32) { print!("Exit({n}, {d}, {m}, {k}) "); }
    pub fn leave<T>(value: T, n: u32, d: u32, m: u64, k: u32) -> T { exit(n, d, m, k); value }
    pub fn question<T>(value: Option<T>, n: u32, d: u32, m: u64) -> Option<T> {
        if value.is_none() { exit(n, d, m, 3); }
        value
    }
    pub fn inapplicable(n: u32) -> ! {
        println!("Inapplicable({n})");
        std::panic::resume_unwind(Box::new(()))
    }
    pub fn native() -> bool { true }
    pub fn given() {}
    pub fn arg(_: &str, _: &i64, _: Key) {}
    #[macro_export] macro_rules! __show { ($result:expr) => { println!("Returned({:?})", $result) } }
    #[macro_export] macro_rules! __register { ($($any:tt)*) => {} }
    pub use {__register as register, __show as show};
}
pub fn down(value: i64) -> Option<i64> { (value > 0).then(|| value - 1) }
fn run(name: &str, input: (i64, i64), harness: fn()) {
    print!("{name} {input:?}: ");
    INPUT.set(input);
    let _ = std::panic::catch_unwind(harness);
}
fn plain(name: &str, input: (i64, i64), f: fn(i64, i64) -> Option<i64>) {
    println!("{name} {input:?}: Returned({:?})", f(input.0, input.1));
}
"#;

/// The expected output of the compiled crate for one run.
fn line(name: &str, input: (i64, i64), run: &Run, with_events: bool) -> String {
    let mut line = format!("{name} {input:?}: ");
    for event in run.events.iter().filter(|_| with_events) {
        match event {
            Event::Enter(n) => write!(line, "Enter({n}) "),
            Event::Step(n, d) => write!(line, "Step({n}, {d}) "),
            Event::Exit(n, d, m, k) => write!(line, "Exit({n}, {d}, {m}, {k}) "),
        }
        .expect("write to a string");
    }
    writeln!(line, "{:?}", run.end).expect("write to a string");
    line
}

/// Compiles and runs the programs and compares what they print.
pub(crate) fn check() {
    let mut source = RUNTIME.to_owned();
    let mut calls = String::new();
    let mut expected = String::new();
    for number in 0..PROGRAMS {
        let program = Program::new(&seeded_choices(number));
        let forms = [
            ("n", "counter".to_owned()),
            ("k", format!("copies({COPIES})")),
        ];
        for (kind, form) in forms {
            let name = format!("{kind}{number}");
            let (expansion, form) = expand(&program, &form, &name);
            let copied = copied(&form);
            writeln!(
                source,
                "mod {name} {{ use super::down; {expansion} pub fn run() {{ __unroll_harness_{name}() }} pub fn plain(a: i64, b: i64) -> Option<i64> {{ f(a, b) }} }}"
            )
            .expect("write to a string");
            for input in INPUTS {
                let Some(plain) = original(&program, input) else {
                    continue;
                };
                write!(calls, "plain(\"{name}\", {input:?}, {name}::plain); ")
                    .expect("write to a string");
                expected += &line(&name, input, &plain, false);
                write!(calls, "run(\"{name}\", {input:?}, {name}::run); ")
                    .expect("write to a string");
                let run = reference::run(&program, input.0, input.1, COPIES, &copied);
                expected += &line(&name, input, &run, true);
            }
        }
    }
    write!(source, "fn main() {{ {calls} }}").expect("write to a string");
    let printed = compile_and_run(&source);
    let wrong = printed
        .lines()
        .zip(expected.lines())
        .find(|(printed, expected)| printed != expected);
    if let Some((printed, expected)) = wrong {
        panic!("printed  {printed}\nexpected {expected}");
    }
    assert_eq!(printed.lines().count(), expected.lines().count());
}

fn compile_and_run(source: &str) -> String {
    let dir = env::temp_dir().join(format!("unroll-programs-{}", std::process::id()));
    fs::create_dir_all(&dir).expect("a directory");
    let (main, binary) = (dir.join("main.rs"), dir.join("main"));
    fs::write(&main, source).expect("write the programs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(rustc)
        .args(["--edition=2024", "--cap-lints=allow", "-o"])
        .args([&binary, &main])
        .output()
        .expect("rustc starts");
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(
        compiled.status.success(),
        "{}: {messages:.4000}",
        main.display()
    );
    let output = Command::new(&binary).output().expect("the programs start");
    assert!(output.status.success());
    fs::remove_dir_all(&dir).expect("remove the directory");
    String::from_utf8(output.stdout).expect("text")
}
