//! Which calls and loops are recorded, and that executing them gives what the record says.

use std::collections::{BTreeMap, BTreeSet};

use crate::strategy::interpret::{Inputs, Interpreter, Returned};
use crate::strategy::merge::{Bounds, Execution, Merge};
use unroll_llvm::{Module, Program};
use unroll_smt::Model;
use unroll_smt::term::{Node, Term};

const DECLARATIONS: &str = r"
declare i64 @__unroll_any(i64, i32, i64)
declare void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr, i64, ptr) noreturn
@variable = internal global i32 0
@table = private constant [4 x i32] [i32 5, i32 6, i32 7, i32 8]

; The number of its divisors below it. Panics for zero.
define i32 @divisors(i32 %n) {
entry:
  %is_zero = icmp eq i32 %n, 0
  br i1 %is_zero, label %panic, label %head
panic:
  call void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr null, i64 0, ptr null)
  unreachable
head:
  %d = phi i32 [ 1, %entry ], [ %next, %body ]
  %count = phi i32 [ 0, %entry ], [ %more, %body ]
  %is_within = icmp ult i32 %d, %n
  br i1 %is_within, label %body, label %end
body:
  %rest = urem i32 %n, %d
  %divides = icmp eq i32 %rest, 0
  %one = zext i1 %divides to i32
  %more = add i32 %count, %one
  %next = add i32 %d, 1
  br label %head
end:
  ret i32 %count
}

; Calls itself.
define i64 @factorial(i64 %n) {
  %is_last = icmp ult i64 %n, 2
  br i1 %is_last, label %last, label %further
last:
  ret i64 1
further:
  %before = sub i64 %n, 1
  %rest = call i64 @factorial(i64 %before)
  %all = mul i64 %n, %rest
  ret i64 %all
}

; Reads a table.
define i32 @entry_of(i32 %n) {
  %at = and i32 %n, 3
  %index = zext i32 %at to i64
  %place = getelementptr [4 x i32], ptr @table, i64 0, i64 %index
  %entry = load i32, ptr %place
  ret i32 %entry
}

; Only computes.
define i32 @doubled(i32 %n) {
  %twice = add i32 %n, %n
  ret i32 %twice
}

; Reads what others may change.
define i32 @shared(i32 %n) {
  %value = load i32, ptr @variable
  %sum = add i32 %value, %n
  ret i32 %sum
}

; Makes an input.
define i32 @drawn(i32 %n) {
  %input = call i64 @__unroll_any(i64 9, i32 0, i64 255)
  %table = call i32 @entry_of(i32 %n)
  %word = trunc i64 %input to i32
  %sum = add i32 %word, %table
  ret i32 %sum
}

; Depends on where its variable lies.
define i64 @placed(i64 %n) {
  %local = alloca i32
  store i32 0, ptr %local
  %address = ptrtoint ptr %local to i64
  %value = load i32, ptr %local
  %sum = add i64 %address, %n
  ret i64 %sum
}
";

/// A harness that hands an input to a function of 32 bits, or of 64.
fn harness(name: &str, width: u32) -> String {
    let argument = match width {
        64 => "  %n = add i64 %input, 0\n",
        _ => "  %n = trunc i64 %input to i32\n",
    };
    format!(
        "define void @main() {{\n  %input = call i64 @__unroll_any(i64 1, i32 0, i64 4294967295)\n{argument}  \
         %result = call i{width} @{name}(i{width} %n)\n  ret void\n}}\n"
    )
}

fn program(harness: &str) -> Program {
    let module = Module::index(format!("{DECLARATIONS}{harness}")).expect("the text is indexed");
    Program::new(module, || Ok(Vec::new()))
}

fn executed(program: &Program) -> Execution {
    let merge = Merge::new(program, Bounds::for_depth(3, 100_000)).with_applications();
    merge.run("main").expect("it is executed")
}

/// True if a call of a function is recorded.
fn is_recorded(name: &str, width: u32) -> bool {
    let program = program(&harness(name, width));
    let execution = executed(&program);
    let mut applications = execution.record.applications.iter();
    applications.any(|it| &*it.function.symbol == name && it.function.loop_.is_none())
}

#[test]
fn calls_of_large_functions_of_words_are_recorded() {
    for (name, width) in [("divisors", 32), ("factorial", 64), ("entry_of", 32)] {
        assert!(is_recorded(name, width), "{name}");
    }
    let others = [
        ("doubled", 32),
        ("shared", 32),
        ("drawn", 32),
        ("placed", 64),
    ];
    for (name, width) in others {
        assert!(!is_recorded(name, width), "{name}");
    }
}

#[test]
fn equal_arguments_make_one_application() {
    let twice = harness("divisors", 32).replace(
        "  ret void",
        "  %again = call i32 @divisors(i32 %n)\n  ret void",
    );
    assert_eq!(executed(&program(&twice)).record.applications.len(), 1);
}

#[test]
fn calls_that_are_executed_return_or_never_do() {
    let program = program(&harness("divisors", 32));
    let execution = executed(&program);
    let function = &execution.record.applications[0].function;
    let mut interpreter = Interpreter::new(&program, 10_000);
    let mut call = |n| interpreter.call(function, &[(32, n)]);
    assert_eq!(call(12), Ok(Returned::Words(vec![5])));
    assert_eq!(call(13), Ok(Returned::Words(vec![1])));
    assert_eq!(call(0), Ok(Returned::Never));
    assert!(call(1_000_000).is_err(), "the fuel suffices for this");
}

/// A loop of its harness, with two ways out and a pair among the values that it carries.
const SEARCH: &str = r"
define void @main() {
entry:
  %input = call i64 @__unroll_any(i64 1, i32 0, i64 4294967295)
  %n = trunc i64 %input to i32
  %known = insertvalue { i32, i1 } { i32 4, i1 false }, i32 4, 0
  br label %head
head:
  %pair = phi { i32, i1 } [ %known, %entry ], [ %squared, %body ]
  %d = phi i32 [ 2, %entry ], [ %next, %body ]
  %square = extractvalue { i32, i1 } %pair, 0
  %is_prime = icmp ugt i32 %square, %n
  br i1 %is_prime, label %prime, label %body
body:
  %rest = urem i32 %n, %d
  %divides = icmp eq i32 %rest, 0
  %next = add i32 %d, 1
  %last = insertvalue { i32, i1 } %pair, i1 %divides, 1
  %product = mul i32 %next, %next
  %squared = insertvalue { i32, i1 } %last, i32 %product, 0
  br i1 %divides, label %composite, label %head
prime:
  ret void
composite:
  %divisor = phi i32 [ %d, %body ]
  %kept = add i32 %divisor, %n
  ret void
}
";

#[test]
fn a_loop_gives_the_way_out_and_what_is_read_there() {
    let program = program(SEARCH);
    let execution = executed(&program);
    let [application] = &execution.record.applications[..] else {
        panic!("{:?}", execution.record.applications);
    };
    let loop_ = application.function.loop_.as_ref().expect("it is a loop");
    assert_eq!(loop_.ways.len(), 2);
    let mut interpreter = Interpreter::new(&program, 10_000);
    // The arguments as they stand in the formula: all but `n` are known.
    let terms = &execution.symbolic.terms;
    let mut call = |n: u128| {
        let args = application.args.iter();
        let args = args.map(|arg| (terms.width(*arg), terms.as_const(*arg).unwrap_or(n)));
        interpreter.call(&application.function, &args.collect::<Vec<_>>())
    };
    let way = |to: u32| {
        loop_
            .ways
            .iter()
            .position(|way| way.to.0 == to)
            .expect("it is") as u128
    };
    let (prime, composite) = (way(3), way(4));
    assert_eq!(call(7), Ok(Returned::Words(vec![prime, 0])));
    assert_eq!(call(35), Ok(Returned::Words(vec![composite, 5])));
    assert!(
        execution.record.cuts.is_empty(),
        "{:?}",
        execution.record.cuts
    );
}

/// A loop in a loop, a call in it, an exit from the inner one, and what comes behind by the way that was taken.
const NESTED: &str = r"
declare void @__unroll_label(i32, i1)
define void @main() {
entry:
  %input = call i64 @__unroll_any(i64 1, i32 0, i64 255)
  %n = trunc i64 %input to i32
  br label %outer
outer:
  %i = phi i32 [ 1, %entry ], [ %next_i, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %inner_sum, %latch ]
  br label %inner
inner:
  %j = phi i32 [ %i, %outer ], [ %next_j, %again ]
  %inner_sum = phi i32 [ %sum, %outer ], [ %added, %again ]
  %is_small = icmp ult i32 %inner_sum, 60
  br i1 %is_small, label %body, label %large
body:
  %product = mul i32 %i, %j
  %added = add i32 %inner_sum, %product
  %is_equal = icmp eq i32 %added, %n
  br i1 %is_equal, label %equal, label %again
again:
  %next_j = add i32 %j, 1
  %is_inner = icmp ult i32 %next_j, %n
  br i1 %is_inner, label %inner, label %latch
latch:
  %next_i = add i32 %i, 1
  %is_outer = icmp ult i32 %next_i, 9
  br i1 %is_outer, label %outer, label %done
large:
  %far = icmp ugt i32 %j, 7
  call void @__unroll_label(i32 1, i1 %far)
  ret void
equal:
  %same = icmp eq i32 %i, 2
  call void @__unroll_label(i32 2, i1 %same)
  %count = call i32 @divisors(i32 %n)
  %is_even = icmp eq i32 %count, 3
  call void @__unroll_label(i32 3, i1 %is_even)
  ret void
done:
  %odd = and i32 %sum, 1
  %is_odd = icmp eq i32 %odd, 1
  call void @__unroll_label(i32 4, i1 %is_odd)
  %more = call i32 @entry_of(i32 %sum)
  %is_seven = icmp eq i32 %more, 7
  call void @__unroll_label(i32 5, i1 %is_seven)
  ret void
}
";

/// A call that panics for one input, and what comes behind it.
const PANICKING: &str = r"
declare void @__unroll_label(i32, i1)
define void @main() {
  %input = call i64 @__unroll_any(i64 1, i32 0, i64 255)
  %n = trunc i64 %input to i32
  %less = and i32 %n, 15
  %count = call i32 @divisors(i32 %less)
  %is_prime = icmp eq i32 %count, 1
  call void @__unroll_label(i32 1, i1 %is_prime)
  %wide = zext i32 %count to i64
  %all = call i64 @factorial(i64 %wide)
  %is_six = icmp eq i64 %all, 6
  call void @__unroll_label(i32 2, i1 %is_six)
  ret void
}
";

/// The labels that an execution of the formula reaches for an input, where each application gives what its function does.
fn labels(program: &Program, execution: &Execution, input: u64) -> BTreeSet<u32> {
    let terms = &execution.symbolic.terms;
    let mut interpreter = Interpreter::new(program, 1_000_000);
    let mut values: BTreeMap<Term, u128> = BTreeMap::new();
    let leaf = &execution.record.leaves[0];
    let inputs = terms.vars_of(leaf.value).into_iter();
    values.extend(inputs.map(|var| (var, u128::from(input))));
    // In the order of execution, so that arguments which are results are known.
    for application in &execution.record.applications {
        let model = Model::from_values(values.clone());
        let args = application.args.iter();
        let args = args.map(|arg| (terms.width(*arg), model.value(terms, *arg)));
        let args: Vec<_> = args.collect();
        // Arguments of executions that do not come here may be any.
        let is_called = model.value(terms, application.cond) == 1;
        let returned = interpreter.call(&application.function, &args);
        match returned.unwrap_or(Returned::Never) {
            Returned::Words(words) => {
                values.insert(application.returns, 1);
                values.extend(application.results.iter().copied().zip(words));
            }
            Returned::Never => assert!(!is_called || input.is_multiple_of(16), "{input}"),
        }
    }
    let model = Model::from_values(values);
    let hits = execution.record.labels.iter();
    let hits = hits.filter(|hit| model.value(terms, hit.cond) == 1);
    let numbers = hits.map(|hit| terms.as_const(hit.number).expect("a constant") as u32);
    numbers.collect()
}

#[test]
fn each_execution_of_the_program_is_one_of_the_formula() {
    for source in [NESTED, PANICKING] {
        let program = program(source);
        let execution = executed(&program);
        let applications = &execution.record.applications;
        assert!(!applications.is_empty(), "nothing is recorded");
        let is_variable =
            |term: &Term| matches!(execution.symbolic.terms.node(*term), Node::Var { .. });
        assert!(applications.iter().all(|it| is_variable(&it.returns)));
        let key = execution.record.leaves[0].key;
        for input in 0..=255 {
            let inputs = Inputs {
                scalars: BTreeMap::from([(key, input)]),
                ..Inputs::default()
            };
            let mut interpreter = Interpreter::new(&program, 1_000_000);
            let trace = interpreter.run("main", &inputs).expect("it runs");
            let reached = labels(&program, &execution, input);
            assert_eq!(reached, trace.labels, "{input} of {source}");
        }
    }
}
