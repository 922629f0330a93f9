; Control flow: nested, irreducible and self loops, unreachable blocks, values across edges.
define i32 @nested(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  %s = phi i32 [ 0, %entry ], [ %t, %latch ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %inner, label %exit
inner:
  %j = phi i32 [ 0, %outer ], [ %j2, %inner ]
  %t = phi i32 [ %s, %outer ], [ %t2, %inner ]
  %t2 = add i32 %t, %j
  %j2 = add i32 %j, 1
  %again = icmp ult i32 %j2, %i
  br i1 %again, label %inner, label %latch
latch:
  %i2 = add i32 %i, 1
  br label %outer
exit:
  ret i32 %s
dead:
  br label %exit
}

define void @irreducible(i1 %a, i1 %b, ptr %p) {
entry:
  br i1 %a, label %left, label %right
left:
  store i8 1, ptr %p
  br i1 %b, label %right, label %exit
right:
  br label %left
exit:
  ret void
}

define i32 @invoke_result(ptr %f) personality ptr null {
entry:
  %r = invoke i32 %f() to label %ok unwind label %bad
ok:
  %x = phi i32 [ %r, %entry ]
  ret i32 %x
bad:
  %lp = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %lp
}

; Bourdoncle's example: 1 2 (3 4 (5 6) 7) 8.
define void @bourdoncle(i1 %c) {
b1:
  br i1 %c, label %b2, label %b8
b2:
  br i1 %c, label %b3, label %b8
b3:
  br label %b4
b4:
  br i1 %c, label %b5, label %b7
b5:
  br label %b6
b6:
  br i1 %c, label %b5, label %b7
b7:
  br i1 %c, label %b3, label %b8
b8:
  ret void
}
