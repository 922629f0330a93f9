//! Panics in loops of called functions: those that a run may come to are found, and those that a check excludes are not.

use crate::strategy::merge::{Bounds, Execution, Merge};
use unroll_llvm::{Module, Program};
use unroll_smt::{Answer, Limits, Session};

const FUNCTIONS: &str = r"
declare i64 @__unroll_any(i64, i32, i64)
declare void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr, i64, ptr) noreturn

; The number of iterations, which are `n` but at least one.
define i32 @count(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret i32 %next
}

; Panics in the iteration with this number.
define void @panics_in(i32 %iteration, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %rest ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %is_it = icmp eq i32 %i, %iteration
  br i1 %is_it, label %panic, label %rest
panic:
  call void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr null, i64 0, ptr null)
  unreachable
rest:
  %next = add i32 %i, 1
  br label %head
end:
  ret void
}

; The same in a loop of its own callee, which it calls again and again.
define void @panics_deeper(i32 %iteration, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  call void @panics_in(i32 %iteration, i32 %i)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}

; Panics where its loop is entered in the middle, which no iteration shows.
define void @entered_inside(i32 %n) {
entry:
  %inside = icmp eq i32 %n, 7
  br i1 %inside, label %middle, label %head
head:
  %is_new = phi i1 [ 0, %entry ], [ %was_new, %middle ]
  br i1 %is_new, label %panic, label %middle
panic:
  call void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr null, i64 0, ptr null)
  unreachable
middle:
  %was_new = phi i1 [ 1, %entry ], [ 0, %head ]
  %more = icmp ult i32 %n, 9
  br i1 %more, label %head, label %end
end:
  ret void
}

; Calls itself.
define void @descends(i32 %n) {
  call void @panics_in(i32 0, i32 %n)
  %less = sub i32 %n, 1
  %more = icmp ugt i32 %n, 0
  br i1 %more, label %again, label %end
again:
  call void @descends(i32 %less)
  br label %end
end:
  ret void
}
";

/// An execution of `main`, whose body this is; `%n` is any number.
fn execution(body: &str) -> Execution {
    let text = format!(
        "{FUNCTIONS}
define void @main() {{
        entry:
          %any = call i64 @__unroll_any(i64 1, i32 0, i64 4294967295)
          %n = trunc i64 %any to i32
          {body}
          ret void
}}
"
    );
    let module = Module::index(text).expect("the text is indexed");
    let program = Program::new(module, || Ok(Vec::new()));
    let merge = Merge::new(&program, Bounds::for_depth(3, 10_000));
    merge.with_callees_cut().run("main").expect("it ends")
}

/// True if a panic is possible; panics of code that is left out count.
fn may_panic(body: &str) -> bool {
    let mut execution = execution(body);
    let record = &execution.record;
    assert!(record.cuts.is_empty(), "{:?}", record.cuts);
    let conds = record.panics.iter().map(|it| it.cond);
    let conds: Vec<_> = conds
        .chain(record.left_out.iter().map(|it| it.cond))
        .collect();
    let terms = &mut execution.symbolic.terms;
    let cond = terms.or_all(conds);
    let mut session = Session::new(Limits::default());
    for fact in &execution.record.facts {
        session.assert(&execution.symbolic.terms, *fact);
    }
    matches!(
        session.check(&execution.symbolic.terms, &[cond]),
        Answer::Sat(_)
    )
}

#[test]
fn panics_in_loops_of_callees_are_found_in_every_iteration() {
    for iteration in [0, 1, 2, 3, 1_000_000] {
        for callee in ["panics_in", "panics_deeper"] {
            let call = format!("call void @{callee}(i32 {iteration}, i32 %n)");
            assert!(may_panic(&call), "{call}");
        }
    }
}

#[test]
fn panics_that_the_condition_of_a_loop_excludes_are_none() {
    // No iteration has the number at which the loop ends.
    assert!(!may_panic("call void @panics_in(i32 %n, i32 %n)"));
    assert!(!may_panic("call void @panics_deeper(i32 %n, i32 %n)"));
}

#[test]
fn callers_know_how_a_loop_has_ended() {
    let body = "%count = call i32 @count(i32 %n)
          %early = icmp ult i32 %count, %n
          br i1 %early, label %panic, label %late
        panic:
          call void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr null, i64 0, ptr null)
          unreachable
        late:";
    assert!(!may_panic(body));
    assert!(may_panic(&body.replace("icmp ult i32", "icmp ugt i32")));
}

#[test]
fn a_loop_that_is_entered_in_the_middle_is_given_up() {
    let execution = execution("call void @entered_inside(i32 %n)");
    assert!(!execution.record.cuts.is_empty());
}

#[test]
fn recursion_is_left_out_with_its_panics() {
    assert!(may_panic("call void @descends(i32 %n)"));
}

#[test]
fn an_induction_has_the_values_of_a_loop_at_its_entry_and_around_an_iteration() {
    let Execution {
        mut symbolic,
        record,
    } = execution("%count = call i32 @count(i32 %n)");
    let [induction] = &*record.inductions else {
        panic!("{:?}", record.inductions);
    };
    let stages = [&induction.entered, &induction.any, &induction.next];
    // The counter, and the number that it is compared with.
    let [entered, any, next] = stages.map(|stages| match &**stages {
        [only] => [only.values[0], only.values[1]].map(|value| value.expect("a number")),
        _ => panic!("{stages:?}"),
    });
    let terms = &mut symbolic.terms;
    assert_eq!(terms.as_const(entered[0]), Some(0));
    let one = terms.constant(32, 1);
    assert_eq!(next[0], terms.add(any[0], one));
    assert_eq!((entered[1], entered[1]), (any[1], next[1]));
}
