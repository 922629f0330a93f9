//! How many instructions a second walks of the path engine execute, on straight code.
//!
//! `cargo xtask bench rate` sets `UNROLL_RATE`, the seconds for each program, and shows the table. Among the other tests each program is walked
//! once, and what the walk did is compared with the interpreter.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use cargo_unroll::cover::paths::{Explorer, Goal};
use unroll_engine::strategy::interpret::{End, Inputs, Interpreter};
use unroll_engine::strategy::merge::Bounds;
use unroll_engine::strategy::paths::{Aliases, WalkEnd};
use unroll_llvm::{Module, Program};
use unroll_smt::Limits;

/// Most instructions of a walk.
const STEPS: u64 = 10_000_000;

/// A loop with one long block.
struct Straight {
    name: &'static str,
    what: &'static str,
    /// Lines of the block, from `%a`, `%b` and `%i` to `%a.next` and `%b.next`; `#` is the number of the round.
    block: &'static str,
    /// How often the block is repeated before the loop goes round.
    rounds: u32,
    iterations: u32,
    /// Where `%a` begins.
    first: &'static str,
}

const ARITHMETIC: &str = "
  %p# = add i64 %a#, %i
  %q# = xor i64 %p#, %b#
  %r# = lshr i64 %q#, 3
  %s# = mul i64 %r#, 25214903917
  %t# = trunc i64 %s# to i32
  %u# = zext i32 %t# to i64
  %v# = icmp ult i64 %u#, %p#
  %a$ = select i1 %v#, i64 %u#, i64 %q#
  %b$ = sub i64 %b#, %u#
";

const MEMORY: &str = "
  %p# = and i64 %b#, 63
  %q# = getelementptr inbounds [64 x i64], ptr %cells, i64 0, i64 %p#
  %r# = load i64, ptr %q#, align 8
  %s# = add i64 %r#, %a#
  store i64 %s#, ptr %q#, align 8
  %t# = lshr i64 %b#, 7
  %u# = xor i64 %t#, 2862933555777941757
  %a$ = or i64 %s#, 1
  %b$ = add i64 %u#, %b#
";

const PROGRAMS: [Straight; 3] = [
    Straight {
        name: "numbers",
        what: "arithmetic on what no input changes",
        block: ARITHMETIC,
        rounds: 16,
        iterations: 4_000,
        first: "7",
    },
    Straight {
        name: "memory",
        what: "loads and stores among 64 cells",
        block: MEMORY,
        rounds: 16,
        iterations: 4_000,
        first: "7",
    },
    Straight {
        name: "inputs",
        what: "arithmetic on an input, each result a new term",
        block: ARITHMETIC,
        rounds: 16,
        iterations: 100,
        first: "%input",
    },
];

impl Straight {
    fn text(&self) -> String {
        let Self {
            rounds,
            iterations,
            first,
            ..
        } = self;
        let mut text = format!(
            "declare i64 @__unroll_any(i64, i32, i64)\n\ndefine void @main() {{\nstart:\n  \
             %cells = alloca [64 x i64], align 8\n  \
             call void @llvm.memset.p0.i64(ptr %cells, i8 0, i64 512, i1 false)\n  \
             %input = call i64 @__unroll_any(i64 1, i32 0, i64 255)\n  br label %body\nbody:\n  \
             %i = phi i64 [ 0, %start ], [ %i.next, %body ]\n  \
             %a0 = phi i64 [ {first}, %start ], [ %a{rounds}, %body ]\n  \
             %b0 = phi i64 [ 3, %start ], [ %b{rounds}, %body ]\n"
        );
        for round in 0..*rounds {
            let block = self.block.replace('#', &round.to_string());
            text += &block.replace('$', &(round + 1).to_string());
        }
        let _ = write!(
            text,
            "  %i.next = add i64 %i, 1\n  %more = icmp ult i64 %i.next, {iterations}\n  \
             br i1 %more, label %body, label %end\nend:\n  ret void\n}}\n\n\
             declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
        );
        text
    }

    fn program(&self) -> Program {
        let module = Module::index(self.text()).expect("the text is indexed");
        Program::new(module, || Ok(Vec::new()))
    }

    /// Instructions of the block alone.
    fn least(&self) -> u64 {
        let lines = self.block.trim().lines().count() as u64;
        lines * u64::from(self.rounds) * u64::from(self.iterations)
    }
}

/// Walks once; the instructions.
fn walk(straight: &Straight, program: &Program) -> u64 {
    let mut explorer = Explorer::new(
        "main".to_owned(),
        program,
        Bounds::for_depth(1, STEPS),
        Goal::Objectives,
        Aliases::Late,
        Limits::default(),
    );
    let (walk, takes) = explorer.walk(&Inputs::default()).expect("main is there");
    assert_eq!(walk.end, WalkEnd::End(End::Returned), "{}", straight.name);
    assert!(takes, "the first walk is not made for a path");
    assert_eq!(walk.concretised, 0, "{}", straight.name);
    assert!(walk.steps >= straight.least(), "{} steps", walk.steps);
    walk.steps
}

#[test]
fn straight_code_is_walked_to_its_end() {
    for straight in &PROGRAMS {
        let program = straight.program();
        let steps = walk(straight, &program);
        let run = Interpreter::new(&program, STEPS).run("main", &Inputs::default());
        assert_eq!(run.expect("main is there").end, End::Returned);
        let Ok(seconds) = std::env::var("UNROLL_RATE") else {
            continue;
        };
        let most = Duration::from_secs(seconds.parse().expect("seconds"));
        let (start, mut all) = (Instant::now(), 0);
        while start.elapsed() < most {
            all += walk(straight, &program);
        }
        let tenths = u128::from(all) * 10 / start.elapsed().as_micros();
        let rate = format!("{}.{}", tenths / 10, tenths % 10);
        println!(
            "{:8} {rate:>6} million instructions a second, {steps} a walk: {}",
            straight.name, straight.what
        );
    }
}
