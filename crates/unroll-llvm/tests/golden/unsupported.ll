; What the reader does not know costs the instruction, never the function.
%opaque = type opaque

define void @skipped(ptr %p, i32 %x) {
bb0:
  %a = va_arg ptr %p, i32
  %b = frobnicate i32 %x, wibble
  %c = add i32 %x, 1, !dbg !0 trailing
  %d = load x86_fp80, ptr %p, align 16
  %e = getelementptr i8, <2 x ptr> zeroinitializer, i64 1
  %f = add i256 1, 2
  call void @big(ptr byval([64 x i8]) align 8 %p)
  %g = load <vscale x 4 x i32>, ptr %p
  %h = load i8, ptr blockaddress(@skipped, %bb2)
  %i = load i32, ptr addrspace(1) null
  %j = add i32 %a, %b
  %k = bogus
  br label %bb1
bb1:
  callbr void asm "", ""() to label %bb2 [label %bb3]
bb2:
  indirectbr ptr %p, [label %bb1, label %bb2]
bb3:
  %l = invoke i32 @big(bfloat 0xR0000)
          to label %bb4 unwind label %bb4
bb4:
  switch i999 5, label %bb5 [
    i999 1, label %bb6
  ]
bb5:
  new.terminator %p to somewhere
bb6:
  %m = new.terminator %p
bb7:
  ret void
}

define void @far(ptr addrspace(1) %q) {
  ret void
}

define i32 @"quoted \5C \22name\22"(i32, i32) {
  %3 = add i32 %0, %1
  br label %7

7:
  %8 = phi i32 [ %3, %2 ], [ %9, %7 ]
  %9 = add i32 %8, 1
  %"1st" = icmp eq i32 %9, 5
  br i1 %"1st", label %7, label %"b b"

"b b":
  call i32 @callee()
  ret i32 %10
}

declare i32 @callee()
declare void @big(ptr)

define void @implicit(i1 %c) {
  br i1 %c, label %1, label %2
  ret void
  ret void
}

define void @one.line() { ret void }

define void @"not here"() {
  br label %nowhere
}

define void @twice() {
  %x = add i8 1, 2
  %x = add i8 1, 2
  ret void
}

define void @unfinished() {
  %x = add i8 1, 2
}

define void @undefined() {
  %x = add i8 1, %y
  ret void
}
