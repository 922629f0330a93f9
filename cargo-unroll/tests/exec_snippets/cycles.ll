; Harnesses for `exec_agree.rs`: loops in shapes that optimisations leave behind, which no source asks for reliably.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__unroll_any(i64, i32, i64)
declare void @__unroll_exit(i32, i32, i64, i32)
declare i32 @rust_eh_personality(...)

; Few inputs enter the loop at its head.
define void @entered_in_its_middle() {
start:
  %n = call i64 @__unroll_any(i64 1, i32 0, i64 5)
  %few = icmp ult i64 %n, 2
  br i1 %few, label %head, label %middle

head:
  %i = phi i64 [ 0, %start ], [ %next, %middle ]
  br label %middle

middle:
  %j = phi i64 [ %i, %head ], [ 1, %start ]
  %next = add i64 %j, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %head, label %end

end:
  %depth = trunc i64 %next to i32
  call void @__unroll_exit(i32 1, i32 %depth, i64 0, i32 0)
  ret void
}

; An iteration ends with a call, and carries what it returns.
define void @ends_with_a_call() personality ptr @rust_eh_personality {
start:
  %n = call i64 @__unroll_any(i64 1, i32 0, i64 5)
  br label %head

head:
  %i = phi i64 [ 0, %start ], [ %next, %body ]
  %last = phi i64 [ 9, %start ], [ %product, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end

body:
  %next = add i64 %i, 1
  %product = invoke i64 @times(i64 %n, i64 %next)
          to label %head unwind label %cleanup

cleanup:
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad

end:
  %depth = trunc i64 %last to i32
  call void @__unroll_exit(i32 1, i32 %depth, i64 0, i32 0)
  ret void
}

define i64 @times(i64 %x, i64 %y) {
  %product = mul i64 %x, %y
  ret i64 %product
}
