//! Executions that remain possible where calls and loops are left out. An exit below is noted where the program's own executions reach it, so an
//! abstraction in which it is impossible would prove what is wrong.

use crate::strategy::merge::{Bounds, Execution, Merge};
use unroll_llvm::{Module, Program};
use unroll_smt::{Answer, Limits, Session};

const DECLARATIONS: &str = r"
declare void @__unroll_exit(i32, i32, i64, i32)
declare i64 @__unroll_any(i64, i32, i64)
declare void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr, i64, ptr) noreturn
declare i32 @_ZN4core5slice4find17h0123456789abcdefE(ptr, ptr)
declare i32 @_ZN4user5slice4find17h0123456789abcdefE(ptr, ptr)
@_ZN4core5slice5TABLE17h0123456789abcdefE = external global [2 x i32]
@_ZN4user5slice5TABLE17h0123456789abcdefE = external global [2 x i32]
@_RNvNvMNtNtCsjrHSEGnQ3l9_3std4hash6randomNtNtNtCsjrHSEGnQ3l9_3std4hash6random11RandomState3new4KEYS = external thread_local global [4 x i64]
@methods = private constant { ptr, i64, ptr } { ptr null, i64 8, ptr @tells }
@table = private constant [2 x i32] [i32 4, i32 4]
@counter = internal global i32 0
@shared = internal global i32 4

; Panics for large numbers.
define void @may_panic(i32 %n) {
  %large = icmp ugt i32 %n, 1000
  br i1 %large, label %panic, label %end
panic:
  call void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr null, i64 0, ptr null)
  unreachable
end:
  ret void
}

; Adds to what a pointer points to, once or more often.
define void @grow(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %old = load i32, ptr %p
  %new = add i32 %old, 1
  store i32 %new, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}

; Does so only for small numbers.
define void @grow_checked(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  call void @may_panic(i32 %i)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}

; Adds to what the pointer behind a pointer points to.
define void @grow_behind(ptr %pp, i32 %n) {
  %p = load ptr, ptr %pp
  call void @grow(ptr %p, i32 %n)
  ret void
}

; One of two pointers.
define ptr @either(ptr %p, ptr %q, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %next = add i32 %i, 2
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  %even = icmp eq i32 %next, %n
  %one = select i1 %even, ptr %p, ptr %q
  ret ptr %one
}

; Puts a pointer where another one stands.
define void @put(ptr %place, ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  store ptr %p, ptr %place
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}

; A loop that says what it does.
define void @tells(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  call void @__unroll_exit(i32 9, i32 %i, i64 0, i32 0)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}

; A loop that changes the keys of hashes, which have a meaning although no module says their value.
define void @draws(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  store i32 %i, ptr @_RNvNvMNtNtCsjrHSEGnQ3l9_3std4hash6randomNtNtNtCsjrHSEGnQ3l9_3std4hash6random11RandomState3new4KEYS
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}

; A loop that counts its calls.
define void @counts(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  store i32 %i, ptr @counter
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}
";

/// An execution of `main`, whose body this is; `%n` is any number. It ends in `exits`, where `%found` is what exit 1 is for.
fn execution(body: &str) -> Execution {
    let text = format!(
        "{DECLARATIONS}
define void @main() {{
        entry:
          %any = call i64 @__unroll_any(i64 1, i32 0, i64 4294967295)
          %n = trunc i64 %any to i32
          {body}
          br i1 %found, label %yes, label %no
        yes:
          call void @__unroll_exit(i32 1, i32 0, i64 0, i32 0)
          ret void
        no:
          call void @__unroll_exit(i32 2, i32 0, i64 0, i32 0)
          ret void
}}
"
    );
    let module = Module::index(text).expect("the text is indexed");
    let program = Program::new(module, || Ok(Vec::new()));
    let merge = Merge::new(&program, Bounds::for_depth(3, 10_000));
    merge
        .with_havoc()
        .without_missing()
        .run("main")
        .expect("it ends")
}

/// True if the execution may come by an exit.
fn is_possible(execution: &mut Execution, number: u32) -> bool {
    let exits = execution.record.exits.iter();
    let exits = exits.filter(|exit| exit.loop_ == number);
    let conds: Vec<_> = exits.map(|exit| exit.cond).collect();
    let terms = &mut execution.symbolic.terms;
    let cond = terms.or_all(conds);
    let mut session = Session::new(Limits::default());
    matches!(session.check(terms, &[cond]), Answer::Sat(_))
}

/// Which of the two ends of `main` are possible.
fn ends(body: &str) -> (bool, bool) {
    let mut execution = execution(body);
    assert!(
        execution.record.cuts.is_empty(),
        "{:?}",
        execution.record.cuts
    );
    (
        is_possible(&mut execution, 1),
        is_possible(&mut execution, 2),
    )
}

#[test]
fn what_is_lent_is_forgotten() {
    let lent = "%p = alloca i32
          store i32 4, ptr %p
          call void @grow(ptr %p, i32 %n)
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 5";
    assert_eq!(ends(lent), (true, true));
    let lent_behind = "%p = alloca i32
          %pp = alloca ptr
          store i32 4, ptr %p
          store ptr %p, ptr %pp
          call void @grow_behind(ptr %pp, i32 %n)
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 5";
    assert_eq!(ends(lent_behind), (true, true));
    let variable = "call void @grow(ptr @shared, i32 %n)
          %now = load i32, ptr @shared
          %found = icmp eq i32 %now, 5";
    assert_eq!(ends(variable), (true, true));
}

#[test]
fn unshared_memory_is_kept() {
    let kept = "%p = alloca i32
          %q = alloca i32
          store i32 4, ptr %p
          call void @grow(ptr %q, i32 %n)
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 4";
    assert_eq!(ends(kept), (true, false));
    let constant = "%q = alloca ptr
          store ptr @table, ptr %q
          call void @grow_behind(ptr %q, i32 %n)
          %now = load i32, ptr @table
          %found = icmp eq i32 %now, 4";
    assert_eq!(ends(constant), (true, false));
}

#[test]
fn a_pointer_that_is_given_back_may_be_any_that_was_lent() {
    let written = "%p = alloca i32
          %q = alloca i32
          store i32 4, ptr %p
          %one = call ptr @either(ptr %p, ptr %q, i32 %n)
          store i32 5, ptr %one
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 5";
    assert_eq!(ends(written), (true, true));
}

#[test]
fn what_is_put_into_forgotten_memory_is_forgotten() {
    let put = "%p = alloca i32
          %place = alloca ptr
          store i32 4, ptr %p
          call void @put(ptr %place, ptr %p, i32 %n)
          %back = load ptr, ptr %place
          store i32 5, ptr %back
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 5";
    assert_eq!(ends(put), (true, true));
    let stored = "%p = alloca i32
          %place = alloca ptr
          store i32 4, ptr %p
          call void @grow(ptr %place, i32 %n)
          store ptr %p, ptr %place
          %back = load ptr, ptr %place
          store i32 5, ptr %back
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 5";
    // No other pointer leads to the place, so that it is known again.
    assert_eq!(ends(stored), (true, false));
    let place = "%place = alloca ptr";
    let lent = format!("{place}\n%keeper = alloca ptr\nstore ptr %place, ptr %keeper");
    assert_eq!(ends(&stored.replace(place, &lent)), (true, true));
    let copied = "%p = alloca i32
          %from = alloca ptr
          %place = alloca ptr
          %keeper = alloca ptr
          store ptr %place, ptr %keeper
          store i32 4, ptr %p
          store ptr %p, ptr %from
          call void @grow(ptr %place, i32 %n)
          call void @llvm.memcpy.p0.p0.i64(ptr %place, ptr %from, i64 8, i1 false)
          %back = load ptr, ptr %place
          store i32 5, ptr %back
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 5";
    assert_eq!(ends(copied), (true, true));
}

#[test]
fn a_private_variable_is_forgotten_whenever_a_loop_has_it() {
    let grown = "%place = alloca i32
          call void @grow(ptr %place, i32 %n)
          store i32 4, ptr %place
          call void @grow(ptr %place, i32 %n)
          %now = load i32, ptr %place
          %found = icmp eq i32 %now, 4";
    assert_eq!(ends(grown), (true, true));
    // What it led to before is forgotten with it.
    let behind = "%p = alloca i32
          %place = alloca ptr
          store i32 4, ptr %p
          store ptr %p, ptr %place
          call void @grow_behind(ptr %place, i32 %n)
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 4";
    assert_eq!(ends(behind), (true, true));
}

#[test]
fn an_address_that_was_a_number_may_be_any() {
    let number = "%p = alloca i32
          %place = alloca i64
          store i32 4, ptr %p
          %bits = ptrtoint ptr %p to i64
          store i64 %bits, ptr %place
          call void @grow(ptr %place, i32 %n)
          %back = load ptr, ptr %place
          store i32 5, ptr %back
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 5";
    assert_eq!(ends(number), (true, true));
}

#[test]
fn an_address_that_is_only_compared_is_no_secret() {
    let compared = "%p = alloca i32
          %place = alloca i64
          store i32 4, ptr %p
          %bits = ptrtoint ptr %p to i64
          %low = and i64 %bits, 3
          %aligned = icmp eq i64 %low, 0
          %last = getelementptr i32, ptr %p, i64 1
          %end = ptrtoint ptr %last to i64
          %size = sub i64 %end, %bits
          store i64 %size, ptr %place
          call void @grow(ptr %place, i32 %n)
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 4";
    assert_eq!(ends(compared), (true, false));
}

#[test]
fn where_paths_meet_what_one_forgot_is_forgotten_with_what_the_other_put_there() {
    let joined = "%p = alloca i32
          %place = alloca ptr
          store i32 4, ptr %p
          %choice = icmp ult i32 %n, 10
          br i1 %choice, label %lend, label %keep
        lend:
          call void @grow(ptr %place, i32 %n)
          br label %meet
        keep:
          store ptr %p, ptr %place
          br label %meet
        meet:
          %back = load ptr, ptr %place
          store i32 5, ptr %back
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 5";
    assert_eq!(ends(joined), (true, true));
}

#[test]
fn a_loop_beyond_its_bound_may_do_anything_that_it_can() {
    let counted = "%p = alloca i32
          %other = alloca i32
          store i32 0, ptr %p
          store i32 7, ptr %other
          br label %head
        head:
          %i = phi i32 [ 0, %entry ], [ %next, %head ]
          store i32 %i, ptr %p
          %next = add i32 %i, 1
          %more = icmp ult i32 %next, %n
          br i1 %more, label %head, label %end
        end:
          %now = load i32, ptr %p
          %same = icmp eq i32 %next, 100
          %there = icmp eq i32 %now, 99
          %found = and i1 %same, %there";
    assert_eq!(ends(counted), (true, true));
    let other = counted.replace("%now = load i32, ptr %p", "%now = load i32, ptr %other");
    assert_eq!(ends(&other), (false, true));
}

#[test]
fn loops_that_tell_what_they_do_and_those_with_variables_are_executed() {
    let tells = "call void @tells(i32 %n)
          %found = icmp eq i32 %n, 5";
    let mut execution = execution(tells);
    assert!(is_possible(&mut execution, 9));
    assert!(!execution.record.cuts.is_empty());
    assert!(!execution.record.is_abstract);
    for other in ["@counts", "@draws"] {
        let execution = super::tests::execution(&tells.replace("@tells", other));
        assert!(!execution.record.cuts.is_empty(), "{other}");
        assert!(!execution.record.is_abstract, "{other}");
    }
}

/// A call of a function without a body, for which `%p` is 4, with a second argument.
fn found_by(callee: &str, argument: &str) -> String {
    format!(
        "%p = alloca i32
          %q = alloca i32
          store i32 4, ptr %p
          %at = call i32 @{callee}(ptr %q, ptr {argument})
          %now = load i32, ptr %p
          %found = icmp eq i32 %now, 4"
    )
}

const LIBRARY: &str = "_ZN4core5slice4find17h0123456789abcdefE";

#[test]
fn a_library_function_without_a_body_is_left_out() {
    assert_eq!(ends(&found_by(LIBRARY, "@table")), (true, false));
    assert_eq!(ends(&found_by(LIBRARY, "%p")), (true, true));
    let other = found_by("_ZN4user5slice4find17h0123456789abcdefE", "@table");
    assert!(!execution(&other).record.cuts.is_empty());
}

#[test]
fn a_library_function_that_may_call_what_reports_is_not_left_out() {
    for argument in ["@tells", "@methods", "@counts"] {
        let execution = execution(&found_by(LIBRARY, argument));
        assert!(!execution.record.cuts.is_empty(), "{argument}");
    }
    assert_eq!(ends(&found_by(LIBRARY, "@grow")), (true, false));
}

#[test]
fn a_library_variable_without_a_value_may_be_anything_each_time() {
    let twice = "%one = load i32, ptr @_ZN4core5slice5TABLE17h0123456789abcdefE
          %two = load i32, ptr @_ZN4core5slice5TABLE17h0123456789abcdefE
          %found = icmp eq i32 %one, %two";
    assert_eq!(ends(twice), (true, true));
    let users = twice.replace("_ZN4core", "_ZN4user");
    assert!(!execution(&users).record.cuts.is_empty());
}

#[test]
fn no_panic_leaves_a_loop_that_is_left_out() {
    let panics = "br label %head
        head:
          %i = phi i32 [ 0, %entry ], [ %next, %rest ]
          invoke void @may_panic(i32 %i) to label %rest unwind label %clean
        rest:
          %next = add i32 %i, 1
          %more = icmp ult i32 %next, %n
          br i1 %more, label %head, label %end
        clean:
          %pad = landingpad { ptr, i32 } cleanup
          resume { ptr, i32 } %pad
        end:
          %found = icmp eq i32 %next, 100";
    assert_eq!(ends(panics), (true, true));
}

/// True if a panic may happen in code that is left out.
fn may_panic_unseen(body: &str) -> bool {
    let mut execution = execution(body);
    let conds: Vec<_> = execution.record.left_out.iter().map(|it| it.cond).collect();
    let terms = &mut execution.symbolic.terms;
    let cond = terms.or_all(conds);
    let mut session = Session::new(Limits::default());
    matches!(session.check(terms, &[cond]), Answer::Sat(_))
}

#[test]
fn panics_of_what_is_left_out_are_noted() {
    let left_out = "%p = alloca i32
          store i32 4, ptr %p
          %choice = icmp ult i32 %n, 10
          br i1 %choice, label %lend, label %keep
        lend:
          call void @FUNCTION(ptr %p, i32 %n)
          br label %keep
        keep:
          %found = icmp eq i32 %n, 12";
    assert!(may_panic_unseen(
        &left_out.replace("FUNCTION", "grow_checked")
    ));
    assert!(!may_panic_unseen(&left_out.replace("FUNCTION", "grow")));
    // What no execution comes to has no panics.
    let never = left_out.replace("icmp ult i32 %n, 10", "icmp ult i32 %n, 0");
    assert!(!may_panic_unseen(
        &never.replace("FUNCTION", "grow_checked")
    ));
}
