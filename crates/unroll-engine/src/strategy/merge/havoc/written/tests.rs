//! Effects on parameters, and on the registers of loops.

use super::call::Writes;
use super::*;
use unroll_llvm::{Module, ModuleId, Program};

const FUNCTIONS: &str = r"
declare void @unknown(ptr)
declare void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr, i64, ptr) noreturn
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i64 @reads(ptr %p) {
  %n = load i64, ptr %p
  %m = add i64 %n, 1
  ret i64 %m
}
define void @writes(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 8
  store i32 1, ptr %q
  ret void
}
; A vector's element, in terms of its header.
define void @element(ptr %header) {
  %buffer = load ptr, ptr %header
  store i8 1, ptr %buffer
  ret void
}
define void @calls(ptr %header, ptr %other) {
  call void @element(ptr %header)
  %n = call i64 @reads(ptr %other)
  ret void
}
define ptr @returns(ptr %p, ptr %other) {
  %q = getelementptr i8, ptr %p, i64 8
  %n = load i64, ptr %other
  ret ptr %q
}
define void @writes_result(ptr %p, ptr %other) {
  %q = call ptr @returns(ptr %p, ptr %other)
  store i8 1, ptr %q
  ret void
}
define void @reads_result(ptr %p, ptr %other) {
  %q = call ptr @returns(ptr %p, ptr %other)
  %n = load i8, ptr %q
  ret void
}
define void @keeps(ptr %p, ptr %other) {
  store ptr %p, ptr %other
  ret void
}
; As a compiler copies a pointer.
define void @copies(ptr %from, ptr %to) {
  %n = load i64, ptr %from
  store i64 %n, ptr %to
  ret void
}
define void @computes(ptr %from, ptr %to) {
  %n = load i64, ptr %from
  %m = add i64 %n, 1
  store i64 %m, ptr %to
  ret void
}
define void @moves(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false)
  ret void
}
define i1 @compares(ptr %p, ptr %q) {
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %same = icmp eq i64 %a, %b
  ret i1 %same
}
define void @tells(ptr %p, ptr %q) {
  %a = ptrtoint ptr %p to i64
  %b = add i64 %a, 8
  store i64 %b, ptr %q
  ret void
}
define void @makes(i64 %a) {
  %b = add i64 %a, 8
  %p = inttoptr i64 %b to ptr
  store i8 1, ptr %p
  ret void
}
define void @through_a_number(ptr %p) {
  %a = ptrtoint ptr %p to i64
  call void @makes(i64 %a)
  ret void
}
define void @foreign(ptr %p) {
  call void @unknown(ptr %p)
  ret void
}
define void @writes_and_panics(ptr %p) noreturn {
  store i8 1, ptr %p
  call void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr null, i64 0, ptr null)
  unreachable
}
define void @before_a_panic(ptr %p) {
  call void @writes_and_panics(ptr %p) noreturn
  unreachable
}
define void @recursive(ptr %p) {
  call void @recursive(ptr %p)
  ret void
}
define void @by_pointer(ptr %code, ptr %p) {
  call void %code(ptr %p)
  ret void
}
define i8 @behind(ptr %p, ptr %q, ptr %end) {
entry:
  br label %head
head:
  %here = phi ptr [ %p, %entry ], [ %next, %head ]
  %there = phi ptr [ %q, %entry ], [ %after, %head ]
  %a = load i8, ptr %here
  %b = load i8, ptr %there
  %next = getelementptr i8, ptr %here, i64 1
  %after = getelementptr i8, ptr %there, i64 1
  %more = icmp ult ptr %next, %end
  br i1 %more, label %head, label %out
out:
  store i8 %a, ptr %here
  ret i8 %b
}
";

fn program() -> Program {
    let module = Module::index(FUNCTIONS.to_owned()).expect("the text is indexed");
    Program::new(module, || Ok(Vec::new()))
}

/// The effects of a call on its arguments: `.` for none, `*` on what the contents of an object lead to, `!` on the object.
fn written(symbol: &str, is_used: bool) -> String {
    let program = program();
    let found = program.function(symbol, ModuleId(0)).expect("it is read");
    let function = found.expect("it has a body").item;
    let mut writes = Writes::default();
    let mut callees = Callees::of(&mut writes, &program, ModuleId(0));
    let summary = of_function(&function, &mut callees);
    let effects = if is_used {
        summary.used
    } else {
        summary.unused
    };
    effects.iter().map(|it| mark(*it)).collect()
}

fn mark(effect: Effect) -> char {
    match (effect.itself, effect.beyond) {
        (true, _) => '!',
        (false, true) => '*',
        (false, false) => '.',
    }
}

/// Checks the effects of functions with whose results nothing is done.
fn check(cases: &[(&str, &str)]) {
    for (symbol, expected) in cases {
        assert_eq!(written(symbol, false), *expected, "{symbol}");
    }
}

#[test]
fn functions_write_what_they_store_through() {
    check(&[
        ("reads", "."),
        ("writes", "!"),
        ("element", "*"),
        ("calls", "*."),
        ("returns", ".."),
        ("writes_result", "!."),
        ("reads_result", ".."),
        ("compares", ".."),
        ("foreign", "!"),
        ("recursive", "!"),
        ("by_pointer", ".!"),
        ("before_a_panic", "!"),
    ]);
}

#[test]
fn what_is_stored_or_returned_may_be_written_elsewhere() {
    assert_eq!(written("returns", true), "!.");
    check(&[
        ("keeps", "!!"),
        ("copies", "*!"),
        ("computes", ".!"),
        ("moves", "!*"),
    ]);
}

#[test]
fn numbers_of_addresses_lead_to_their_objects_where_they_go_on() {
    assert_eq!(written("tells", false), "!!");
    assert_eq!(written("through_a_number", false), "!");
}

#[test]
fn what_a_loop_reads_may_be_written_behind_it_through_pointers_that_it_makes() {
    let program = program();
    let found = program.function("behind", ModuleId(0)).expect("it is read");
    let function = found.expect("it has a body").item;
    let head = BlockId(1);
    let blocks = [(head, &function.blocks[1])];
    let effects = Writes::default().of_loop(&program, (ModuleId(0), &function), &blocks);
    let marks: String = (0..3).map(|at| mark(effects.on(Reg(at)))).collect();
    // The contents of `%q` are returned, perhaps as a part of an address.
    assert_eq!(marks, "!*.");
}

const LOCALS: &str = r"
declare void @unknown(ptr)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @fills(ptr %p) {
  store i64 1, ptr %p
  ret void
}
define ptr @same(ptr %p) {
  ret ptr %p
}
define i64 @main(i1 %cond, ptr %other) {
entry:
  %used = alloca [3 x i64]
  %filled = alloca i64
  %copied = alloca i64
  %compared = alloca i64
  %stored = alloca i64
  %passed = alloca i64
  %one = alloca i64
  %two = alloca i64
  %returned = alloca i64
  %read = alloca i64
  %field = alloca { i64, i64 }
  call void @llvm.lifetime.start.p0(i64 24, ptr %used)
  %second = getelementptr i8, ptr %used, i64 8
  store i64 0, ptr %second
  call void @fills(ptr %filled)
  call void @llvm.memcpy.p0.p0.i64(ptr %copied, ptr %filled, i64 8, i1 false)
  %number = ptrtoint ptr %compared to i64
  %is_even = icmp eq i64 %number, 0
  store ptr %stored, ptr %other
  call void @unknown(ptr %passed)
  %either = select i1 %cond, ptr %one, ptr %two
  store i64 1, ptr %either
  %it = call ptr @same(ptr %returned)
  store i64 1, ptr %it
  %looked_at = select i1 %cond, ptr %read, ptr %other
  %n = load i64, ptr %looked_at
  %inner = getelementptr { i64, i64 }, ptr %field, i64 0, i32 1
  store i64 1, ptr %inner
  ret i64 %n
}
";

#[test]
fn locals_are_private_whose_addresses_stay_in_known_registers() {
    let module = Module::index(LOCALS.to_owned()).expect("the text is indexed");
    let program = Program::new(module, || Ok(Vec::new()));
    let found = program.function("main", ModuleId(0)).expect("it is read");
    let function = found.expect("it has a body").item;
    let private = Writes::default().private(&program, (ModuleId(0), &function));
    let locals = function.blocks[0].instrs.iter();
    let locals = locals.filter(|instr| matches!(instr.kind, InstrKind::Alloca { .. }));
    let is_private: Vec<bool> = locals
        .map(|instr| private.contains(&instr.result.expect("a pointer")))
        .collect();
    let [used, filled, copied, compared] = [true; 4];
    let [stored, passed, one, two, returned] = [false; 5];
    let (read, field) = (true, false);
    assert_eq!(
        is_private,
        [
            used, filled, copied, compared, stored, passed, one, two, returned, read, field
        ]
    );
}
