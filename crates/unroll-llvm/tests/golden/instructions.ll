; Every instruction of the data model, with the flags and attributes that LLVM may print around it.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, i64 }
%"core::option::Option<u8>" = type <{ i8, i8 }>
%nested = type { %pair, [2 x %"core::option::Option<u8>"] }

define internal fastcc noundef range(i32 0, 10) i32 @arithmetic(i32 noundef range(i32 -5, 5) %a, i32 zeroext %"b c", i1 noundef zeroext %flag) unnamed_addr #0 !dbg !3 {
start:
    #dbg_value(i32 %a, !10, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !11)
  %x = add nuw nsw i32 %a, -1, !dbg !12
  %y = sub nsw i32 %x, %"b c"
  %z = mul i32 %y, 4294967295
  %d = udiv exact i32 %z, 3
  %e = sdiv i32 %d, -3
  %f = urem i32 %e, 7
  %g = srem i32 %f, %a
  %h = shl nuw i32 %g, 3
  %i = lshr exact i32 %h, 1
  %j = ashr i32 %i, 1
  %k = and i32 %j, 255
  %l = or disjoint i32 %k, 256
  %m = xor i32 %l, -1
  %n = icmp samesign ult i32 %m, 10
  %o = select i1 %n, i32 %m, i32 poison, !prof !4, !unpredictable !5
  %p = trunc nuw nsw i32 %o to i8
  %q = zext nneg i8 %p to i64
  %r = sext i8 %p to i128
  %s = freeze i64 %q
  %t = trunc i64 %s to i32
  br i1 %flag, label %1, label %"odd\22name"

1:                                                ; preds = %start
  %2 = add i32 %t, 1
  br label %3

"odd\22name":                                     ; preds = %start
  br label %3

3:                                                ; preds = %1, %"odd\22name"
  %4 = phi i32 [ %2, %1 ], [ 7, %"odd\22name" ], !dbg !12
  ret i32 %4
}

define void @memory(ptr noalias noundef writeonly sret([24 x i8]) align 8 captures(address, read_provenance) dereferenceable(24) initializes((0, 8), (16, 24)) %0, ptr %1) #1 personality ptr @rust_eh_personality {
  %3 = alloca [8 x i8], align 8
  %4 = alloca %pair, i64 4, align 16
  %5 = alloca i8, !dbg !12
  %6 = load i64, ptr %1, align 8, !range !6, !noundef !5
  store volatile i64 %6, ptr %3, align 1
  %7 = load atomic i64, ptr %1 syncscope("singlethread") acquire, align 8
  store atomic i32 1, ptr %1 release, align 4
  %8 = getelementptr inbounds nuw %nested, ptr %4, i64 0, i32 1, i64 1, !dbg !12
  %9 = getelementptr i8, ptr %8, i64 -8
  %10 = atomicrmw volatile add ptr %1, i64 1 syncscope("agent") seq_cst, align 8
  %11 = cmpxchg weak volatile ptr %1, i64 0, i64 1 acq_rel monotonic, align 8
  %12 = extractvalue { i64, i1 } %11, 0
  %13 = insertvalue { i64, { i1, i32 } } poison, i32 5, 1, 1
  fence syncscope("singlethread") seq_cst
  %14 = atomicrmw usub_cond ptr %1, i32 3 monotonic, align 4
  ret void
}

define <4 x float> @vectors(<4 x i32> %v, <4 x float> %w) {
  %a = extractelement <4 x i32> %v, i64 2
  %b = insertelement <4 x i32> %v, i32 %a, i32 0
  %c = shufflevector <4 x i32> %b, <4 x i32> poison, <8 x i32> <i32 0, i32 poison, i32 1, i32 undef, i32 7, i32 3, i32 3, i32 3>
  %d = shufflevector <4 x i32> %b, <4 x i32> %v, <4 x i32> zeroinitializer
  %e = add <4 x i32> %d, splat (i32 -1)
  %f = icmp eq <4 x i32> %e, <i32 1, i32 2, i32 poison, i32 undef>
  %g = bitcast <4 x i1> %f to i4
  %h = fadd reassoc nnan ninf nsz arcp contract afn <4 x float> %w, splat (float 1.000000e+00)
  %i = fneg fast <4 x float> %h
  %j = fcmp nnan une <4 x float> %i, zeroinitializer
  %k = select nsz <4 x i1> %j, <4 x float> %i, <4 x float> %w
  ret <4 x float> %k
}

define double @floats(double %x, half %h) {
  %1 = fmul double %x, 0x3FB999999999999A
  %2 = fsub double %1, -0.000000e+00
  %3 = fdiv double %2, 1.5e+10
  %4 = frem double %3, 0x7FF0000000000000
  %5 = fptrunc double %4 to float
  %6 = fadd float %5, 0x3FB99999A0000000
  %7 = fpext float %6 to double
  %8 = fptosi double %7 to i32
  %9 = fptoui double %7 to i32
  %10 = sitofp i32 %8 to double
  %11 = uitofp nneg i32 %9 to float
  %12 = fadd half %h, 0xH3C00
  %13 = fcmp ord half %12, 0xH7E00
  %14 = fpext half %12 to fp128
  %15 = fadd fp128 %14, 0xL00000000000000003FFF000000000000
  %16 = fadd float %11, f0x3F800000
  %17 = fadd double %7, +inf
  %18 = fadd double %17, -qnan
  ret double %18
}

define i32 @control(i32 %x, ptr %f) personality ptr @rust_eh_personality {
entry:
  switch i32 %x, label %other [
    i32 0, label %zero
    i32 -1, label %minus
    i32 2147483648, label %zero
  ], !dbg !12
zero:
  %r = invoke fastcc noundef i32 %f(ptr noundef nonnull @table, i64 3) #2
          to label %done unwind label %cleanup, !dbg !12
minus:
  unreachable
other:
  tail call void @panic(ptr align 8 @table), !dbg !12
  unreachable, !dbg !12
done:
  ret i32 %r
cleanup:
  %lp = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] [ptr @table]
  resume { ptr, i32 } %lp
}

define void @calls(ptr %p, i64 %n, double %d) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "nonnull"(ptr %p) ]
  call void asm sideeffect alignstack inteldialect unwind "nop; # \22x\22\0A", "r,~{memory}"(ptr %p), !srcloc !5
  %1 = call i64 asm "", "=r,0"(i64 %n)
  %2 = call i32 (ptr, ...) @printf(ptr nonnull @text, i32 1, double %d)
  %3 = musttail call fastcc noundef nonnull align 8 dereferenceable(8) ptr %p(ptr %p) #2
  call void @panic(ptr null)
  call void %3() "key"="value" nounwind memory(none)
  call void @stop() #3
  call void @stop() noreturn
  %4 = call fast double @llvm.fma.f64(double %d, double 1.000000e+00, double %d)
  call void @llvm.dbg.value(metadata i64 %n, metadata !10, metadata !DIExpression(DW_OP_plus_uconst, 8)), !dbg !12
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 1 getelementptr inbounds (i8, ptr @table, i64 4), i64 16, i1 false)
  %5 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %n, i64 1)
  call cc 10 void @stop()
  call void @"_ZN4core3ptr18_$LT$u20$x$GT$17h0E"(ptr inttoptr (i64 16 to ptr), i64 sub (i64 ptrtoint (ptr @table to i64), i64 ptrtoint (ptr @text to i64)))
  ret void
}

@table = private unnamed_addr constant [2 x i64] [i64 1, i64 2], align 8
@text = internal constant [4 x i8] c"a\22\5C\00"
declare i32 @rust_eh_personality(i32, i32, i64, ptr, ptr)
declare void @panic(ptr noalias noundef readonly) unnamed_addr #2
declare void @stop()
declare i32 @printf(ptr, ...)
declare void @llvm.assume(i1 noundef) #1

attributes #0 = { nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { nounwind memory(none) }
attributes #2 = { cold noinline noreturn "x"="noreturn" }
attributes #3 = { nounwind noreturn }
attributes #4 = { "noreturn"="false" }

!llvm.ident = !{!9}
!3 = distinct !DISubprogram(name: "arithmetic", scope: !7, file: !7, line: 3)
!4 = !{!"branch_weights", i32 1, i32 2000}
!5 = !{}
!6 = !{i64 0, i64 -9223372036854775808}
!7 = !DIFile(filename: "src/a.rs", directory: "/x", checksumkind: CSK_MD5, checksum: "00")
!9 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!10 = !DILocalVariable(name: "n", scope: !3)
!11 = !DILocation(line: 0, scope: !3)
!12 = !DILocation(line: 7, column: 9, scope: !3)
