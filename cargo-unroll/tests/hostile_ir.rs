//! LLVM IR that would bring a careless reader down: a huge function, an unknown version of LLVM, unreachable instructions.

use std::fmt::Write as _;
use std::time::Instant;

use cargo_unroll::effects::Reached;
use unroll_engine::strategy::merge::{Bounds, Merge};
use unroll_engine::{Budget, Stop};
use unroll_llvm::{Module, Program};

fn program(text: String) -> Program {
    let module = Module::index(text).expect("the text is indexed");
    Program::new(module, || Ok(Vec::new()))
}

/// A function of more than 10 MB: a chain of blocks, each with a choice and some arithmetic.
fn huge() -> String {
    let mut text =
        String::from("declare i64 @__unroll_any(i64, i32, i64)\n\ndefine void @main() {\n");
    text.push_str(
        "start:\n  %x0 = call i64 @__unroll_any(i64 1, i32 0, i64 255)\n  br label %b0\n",
    );
    let mut at = 0;
    while text.len() < 10 << 20 {
        let next = at + 1;
        let _ = write!(
            text,
            "b{at}:\n  %c{at} = icmp ult i64 %x{at}, {at}\n  br i1 %c{at}, label %t{at}, label %e{at}\n\
             t{at}:\n  %y{at} = add i64 %x{at}, {at}\n  br label %e{at}\n\
             e{at}:\n  %p{at} = phi i64 [ %x{at}, %b{at} ], [ %y{at}, %t{at} ]\n  %x{next} = and i64 %p{at}, 255\n  br label %b{next}\n"
        );
        at = next;
    }
    let _ = write!(text, "b{at}:\n  ret void\n}}\n");
    text
}

#[test]
fn a_function_of_ten_megabytes_is_read_and_executed_as_far_as_the_budget_goes() {
    let program = program(huge());
    assert_eq!(Reached::from(&program, "main").effect(), None);
    let stopped = Merge::new(&program, Bounds::for_depth(1, 1_000)).run("main");
    match stopped {
        Err(Stop::Budget(_)) => {}
        Err(other) => panic!("{other}"),
        Ok(execution) => assert!(
            !execution.record.cuts.is_empty(),
            "a thousand steps are not enough"
        ),
    }
    let late = Merge::new(&program, Bounds::for_depth(1, u64::MAX)).until(Some(Instant::now()));
    let Err(Stop::Budget(what)) = late.run("main") else {
        panic!("it goes on after its time");
    };
    assert_eq!(what, Budget::Time);
}

#[test]
fn code_that_is_missing_ends_an_execution_early_where_another_will_have_it() {
    // A call of a function without a body on one of two ways, and a lot to do behind them.
    let chain = huge();
    let (declared, body) = chain.split_once("start:").expect("it has a start");
    let text = format!(
        "declare void @absent()\n{declared}start:\n  %way = call i64 @__unroll_any(i64 2, i32 0, i64 1)\n  \
         %gone = icmp eq i64 %way, 0\n  br i1 %gone, label %absent, label %go\n\
         absent:\n  call void @absent()\n  br label %go\ngo:{body}"
    );
    let program = program(text);
    let end = |rest: Option<u64>| {
        let merge = Merge::new(&program, Bounds::for_depth(1, 5_000)).rest_without_code(rest);
        merge
            .run("main")
            .map(|it| it.record.steps)
            .map_err(|stop| stop.to_string())
    };
    let absent = Stop::MissingBody {
        symbol: "absent".to_owned(),
    };
    assert_eq!(end(Some(100)), Err(absent.to_string()));
    let budget = end(None).expect_err("five thousand steps are not enough");
    assert_eq!(budget, Stop::Budget(Budget::Steps).to_string());
}

/// Words that no version of LLVM has, where they may be left out and where they may not.
const FROM_THE_FUTURE: &str = r#"
source_filename = "future"
target datalayout = "e-m:e-p270:32:32-i64:64-n8:16:32:64-S128"

declare i64 @__unroll_any(i64, i32, i64)
declare void @unlink(ptr)

define void @fine() unnamed_addr #0 futureattr(7) {
start:
  %x = call i64 @__unroll_any(i64 1, i32 0, i64 9), !future !1
  ret void
}

define void @strange() {
start:
  %x = frobnicate i64 7, ptr @hidden
  ret void
}

define void @hidden() {
start:
  call void @unlink(ptr null)
  ret void
}

attributes #0 = { "from"="2099" futureattr }
!llvm.ident = !{!0}
!0 = !{!"rustc version 9.99.0 (000000000 2099-01-01)"}
!1 = !{}
"#;

#[test]
fn ir_of_an_unknown_version_is_read_where_it_is_known_and_named_where_it_is_not() {
    let program = program(FROM_THE_FUTURE.to_owned());
    // What is strange lies in functions that are not reached.
    assert_eq!(Reached::from(&program, "fine").effect(), None);
    let execution = Merge::new(&program, Bounds::for_depth(1, 1_000)).run("fine");
    let execution = execution.unwrap_or_else(|stop| panic!("{stop}"));
    assert!(
        execution.record.cuts.is_empty(),
        "an instruction that is not reached does not matter"
    );
    // What is strange hides nothing, and is named.
    let reached = Reached::from(&program, "strange");
    let effect = reached
        .effect()
        .expect("it mentions a function that deletes");
    assert!(effect.to_string().ends_with("`unlink`"), "{effect}");
    let said = match Merge::new(&program, Bounds::for_depth(1, 1_000)).run("strange") {
        Err(stop) => stop.to_string(),
        Ok(execution) => format!("{:?}", execution.record.cuts),
    };
    assert!(said.contains("frobnicate"), "{said}");
}
