; ModuleID = 'loops.779d89ed18b74880-cgu.0'
source_filename = "loops.779d89ed18b74880-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux-gnu"

%"__unroll_harness_structs::Pair" = type { i32, i16, [1 x i16] }

@alloc_dbfc4dcfc457e32d57a34a2f861321b4 = private unnamed_addr constant [9 x i8] c"loops.rs\00", align 1
@alloc_7033420303fc0c2568fcf09d4a1870c7 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00\1F\00\00\00\09\00\00\00" }>, align 8
@alloc_dfbadd3eebd532575371475f3686c0a3 = private unnamed_addr constant [50 x i8] c"/usr/src/rustc-1.97.1/library/core/src/ptr/mod.rs\00", align 1
@alloc_ecbe841a17583f0b0f0b972777801328 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dfbadd3eebd532575371475f3686c0a3, [16 x i8] c"1\00\00\00\00\00\00\00\13\02\00\00\05\00\00\00" }>, align 8
@alloc_db9260e4cb8ecd82eecd7defca51f177 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00K\01\00\00/\00\00\00" }>, align 8
@alloc_9618ba439d93e46d0db3ecf1f565415e = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00K\01\00\00:\00\00\00" }>, align 8
@alloc_8a0c8defb1d32c39cf07086faa7081ca = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00#\01\00\00\13\00\00\00" }>, align 8
@alloc_46fca5905851853b981478da462e8440 = private unnamed_addr constant [50 x i8] c"/usr/src/rustc-1.97.1/library/core/src/num/mod.rs\00", align 1
@alloc_4fc87ba85d600f1a820092b52e466f0b = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_46fca5905851853b981478da462e8440, [16 x i8] c"1\00\00\00\00\00\00\00\A9\01\00\00\05\00\00\00" }>, align 8
@_RNvNvCsagI0P99PSFw_5loops38___unroll_harness_pointers_to_functions5TABLE = internal unnamed_addr constant <{ ptr, ptr, ptr }> <{ ptr @_RNvNvCsagI0P99PSFw_5loops38___unroll_harness_pointers_to_functions4plus, ptr @_RNvNvCsagI0P99PSFw_5loops38___unroll_harness_pointers_to_functions5minus, ptr @_RNvNvCsagI0P99PSFw_5loops38___unroll_harness_pointers_to_functions5least }>, align 8
@alloc_bd3468a7b96187f70c1ce98a3e7a63bf = private unnamed_addr constant [283 x i8] c"unsafe precondition(s) violated: ptr::copy_nonoverlapping requires that both pointer arguments are aligned and non-null and the specified memory ranges do not overlap\0A\0AThis indicates a bug in the program. This Undefined Behavior check is optional, and cannot be relied on for safety.", align 1
@alloc_5c1a2f972552229672fc942406cfc298 = private unnamed_addr constant [283 x i8] c"unsafe precondition(s) violated: slice::from_raw_parts_mut requires the pointer to be aligned and non-null, and the total size of the slice not to exceed `isize::MAX`\0A\0AThis indicates a bug in the program. This Undefined Behavior check is optional, and cannot be relied on for safety.", align 1
@alloc_6bfb24534dcbc954594db3c2ce07ddaf = private unnamed_addr constant [66 x i8] c"/usr/src/rustc-1.97.1/library/core/src/iter/adapters/enumerate.rs\00", align 1
@alloc_7bda5cfa970f75b08b4f7411e5fa9fa8 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_6bfb24534dcbc954594db3c2ce07ddaf, [16 x i8] c"A\00\00\00\00\00\00\00R\00\00\00\09\00\00\00" }>, align 8
@alloc_7e3dc652190ed69864ab8c3ca9a9c6d2 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00M\01\00\00\09\00\00\00" }>, align 8
@alloc_c14b5c045cbb089d7ae879921be6f66b = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00J\00\00\00\11\00\00\00" }>, align 8
@alloc_9fb694b9fe1aba78fca738f985a6d46f = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00\E6\00\00\00\10\00\00\00" }>, align 8
@alloc_bd54e4dd9b2d0b605eb021a09873eb44 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00\EC\00\00\00\16\00\00\00" }>, align 8
@alloc_dd3d0c094249e0f15653b086fd61a71f = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00W\00\00\00\09\00\00\00" }>, align 8
@alloc_e72914db4c1aca486d15598f66116430 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00\C2\00\00\00\0C\00\00\00" }>, align 8
@alloc_e6af13d6f804ed805bdae2a895b6ca64 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00\C2\00\00\00\19\00\00\00" }>, align 8
@alloc_a6f8dd85271f850e5c6022a09a8ac912 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00h\00\00\00\0C\00\00\00" }>, align 8
@alloc_f56381c072e66877bbdefd8747029079 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00\9C\00\00\00\15\00\00\00" }>, align 8
@alloc_e7623b0260eef453b5290ba3870a5b3a = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00r\01\00\00\0C\00\00\00" }>, align 8
@alloc_69ebd8d2ebd1e48e5aa4f60ca7f67799 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00r\01\00\00 \00\00\00" }>, align 8
@alloc_2d1848bbac8a93cecff26eb61c2fb96b = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00k\01\00\00!\00\00\00" }>, align 8
@alloc_9f1b049a5c0dbf1b6a3d911e8989e9f3 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00\A8\00\00\00\0F\00\00\00" }>, align 8
@alloc_c9aa815fd637c30cc8d4d66291030427 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00\A8\00\00\00\05\00\00\00" }>, align 8
@anon.65df1b4457465b33cf1eb45b56983972.0 = private unnamed_addr constant [16 x i8] c"\03\01\04\01\05\09\02\06\05\03\05\08\09\07\09\00", align 1
@alloc_9ad9713bae43d577605a963a9d6f5041 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_dbfc4dcfc457e32d57a34a2f861321b4, [16 x i8] c"\08\00\00\00\00\00\00\00\D8\00\00\00\0E\00\00\00" }>, align 8

; loops::ackermann
; Function Attrs: uwtable
define internal fastcc noundef range(i32 1, 0) i32 @_RNvCsagI0P99PSFw_5loops9ackermann(i32 noundef %m, i32 noundef %n) unnamed_addr #0 {
start:
  br label %tailrecurse

tailrecurse:                                      ; preds = %bb1, %bb2, %start
  %m.tr = phi i32 [ %m, %start ], [ %_5.0, %bb2 ], [ %_5.0, %bb1 ]
  %n.tr = phi i32 [ %n, %start ], [ %_8, %bb2 ], [ 1, %bb1 ]
  %0 = icmp eq i32 %m.tr, 0
  br i1 %0, label %bb4, label %bb1

bb4:                                              ; preds = %tailrecurse
  %_3.1 = icmp eq i32 %n.tr, -1
  br i1 %_3.1, label %panic, label %bb5

bb1:                                              ; preds = %tailrecurse
  %1 = icmp eq i32 %n.tr, 0
  %_5.0 = add i32 %m.tr, -1
  br i1 %1, label %tailrecurse, label %bb2

bb5:                                              ; preds = %bb4
  %_3.0 = add nuw i32 %n.tr, 1
  ret i32 %_3.0

panic:                                            ; preds = %bb4
; call core::panicking::panic_const::panic_const_add_overflow
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_8a0c8defb1d32c39cf07086faa7081ca) #15
  unreachable

bb2:                                              ; preds = %bb1
  %_10.0 = add i32 %n.tr, -1
; call loops::ackermann
  %_8 = tail call fastcc noundef i32 @_RNvCsagI0P99PSFw_5loops9ackermann(i32 noundef %m.tr, i32 noundef %_10.0)
  br label %tailrecurse
}

; loops::__unroll_harness_pointers_to_functions::plus
; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal noundef i32 @_RNvNvCsagI0P99PSFw_5loops38___unroll_harness_pointers_to_functions4plus(i32 noundef %a, i32 noundef %b) unnamed_addr #1 {
start:
  %_0.i = add i32 %b, %a
  ret i32 %_0.i
}

; loops::__unroll_harness_pointers_to_functions::least
; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal noundef i32 @_RNvNvCsagI0P99PSFw_5loops38___unroll_harness_pointers_to_functions5least(i32 noundef %a, i32 noundef %b) unnamed_addr #1 personality ptr @rust_eh_personality {
start:
  %_0.sroa.0.0.i = tail call noundef i32 @llvm.smin.i32(i32 %b, i32 %a)
  ret i32 %_0.sroa.0.0.i
}

; loops::__unroll_harness_pointers_to_functions::minus
; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal noundef i32 @_RNvNvCsagI0P99PSFw_5loops38___unroll_harness_pointers_to_functions5minus(i32 noundef %a, i32 noundef %b) unnamed_addr #1 {
start:
  %_0.i = sub i32 %a, %b
  ret i32 %_0.i
}

; <&mut loops::__unroll_harness_chains::{closure#0} as core::ops::function::FnMut<(&&[u8],)>>::call_mut
; Function Attrs: uwtable
define noundef zeroext i1 @_RNvXs1_NtNtNtCs5F7t97rd4c2_4core3ops8function5implsQNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0INtB7_5FnMutTRRShEE8call_mutBS_(ptr noalias noundef readonly align 8 captures(none) dereferenceable(8) %self, ptr noalias noundef readonly align 8 captures(none) dereferenceable(16) %0) unnamed_addr #0 {
start:
  tail call void @llvm.experimental.noalias.scope.decl(metadata !2)
  %1 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %_9.1.i = load i64, ptr %1, align 8, !alias.scope !2, !noundef !5
  switch i64 %_9.1.i, label %_RNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0B3_.exit [
    i64 0, label %panic.i
    i64 1, label %panic1.i
  ]

panic.i:                                          ; preds = %start
; call core::panicking::panic_bounds_check
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_bounds_check(i64 noundef 0, i64 noundef 0, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_db9260e4cb8ecd82eecd7defca51f177) #15, !noalias !2
  unreachable

panic1.i:                                         ; preds = %start
; call core::panicking::panic_bounds_check
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_bounds_check(i64 noundef 1, i64 noundef 1, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_9618ba439d93e46d0db3ecf1f565415e) #15, !noalias !2
  unreachable

_RNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0B3_.exit: ; preds = %start
  %_10.0.i = load ptr, ptr %0, align 8, !alias.scope !2, !nonnull !5, !noundef !5
  %_3.i = load i8, ptr %_10.0.i, align 1, !noalias !2, !noundef !5
  %2 = getelementptr inbounds nuw i8, ptr %_10.0.i, i64 1
  %_6.i = load i8, ptr %2, align 1, !noalias !2, !noundef !5
  %_0.i = icmp ne i8 %_3.i, %_6.i
  ret i1 %_0.i
}

; Function Attrs: uwtable
define void @__unroll_harness_atomics() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %flags = alloca [1 x i8], align 4
  %number = alloca [4 x i8], align 4
  %len.i = tail call noundef i64 @__unroll_any_len(i64 noundef 1, i64 noundef 40)
  %data.i = tail call noundef ptr @__unroll_any_slice(i64 noundef 2, i32 noundef 0, i64 noundef 4, i64 noundef 4, i64 noundef %len.i, i64 noundef 4294967295, i64 noundef %len.i)
  %_6.i.i.i.i = ptrtoint ptr %data.i to i64
  %_5.i.i.i.i = and i64 %_6.i.i.i.i, 3
  %_0.i.i.i.i = icmp ne i64 %_5.i.i.i.i, 0
  %_12.i.i.i = icmp eq ptr %data.i, null
  %or.cond.i.not1.i.i = or i1 %_12.i.i.i, %_0.i.i.i.i
  %_7.not.i.i.i = icmp ugt i64 %len.i, 2305843009213693951
  %or.cond.i.i = or i1 %_7.not.i.i.i, %or.cond.i.not1.i.i
  br i1 %or.cond.i.i, label %bb5.i.i.i, label %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit, !prof !6

bb5.i.i.i:                                        ; preds = %start
; call core::panicking::panic_nounwind_fmt
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_5c1a2f972552229672fc942406cfc298, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7033420303fc0c2568fcf09d4a1870c7) #16
  unreachable

_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit:        ; preds = %start
  call void @llvm.lifetime.start.p0(ptr nonnull %number)
  store i32 7, ptr %number, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %flags)
  store i8 0, ptr %flags, align 4
  %_6.i.idx = shl nuw nsw i64 %len.i, 2
  %_6.i = getelementptr inbounds nuw i8, ptr %data.i, i64 %_6.i.idx
  %_6.i1117 = icmp eq i64 %len.i, 0
  br i1 %_6.i1117, label %bb10, label %bb9.preheader

bb9.preheader:                                    ; preds = %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit
  %spec.select19 = getelementptr inbounds nuw i8, ptr %data.i, i64 4
  br label %bb9

bb9:                                              ; preds = %bb9.preheader, %bb29
  %spec.select22 = phi ptr [ %spec.select, %bb29 ], [ %spec.select19, %bb9.preheader ]
  %iter.sroa.0.021 = phi ptr [ %spec.select22, %bb29 ], [ %data.i, %bb9.preheader ]
  %p.sroa.10.020 = phi i32 [ %_0.i, %bb29 ], [ 0, %bb9.preheader ]
  %value = load i32, ptr %iter.sroa.0.021, align 4, !noundef !5
  %_0.i = add i32 %p.sroa.10.020, 1
  call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !7
  %_16 = and i32 %value, 7
  switch i32 %_16, label %bb12 [
    i32 0, label %bb18
    i32 1, label %bb17
    i32 2, label %bb16
    i32 3, label %bb15
    i32 4, label %bb14
    i32 5, label %bb13
  ]

bb6.bb10_crit_edge:                               ; preds = %bb29
  %_34.le = icmp slt i32 %before.sroa.0.0, 0
  %_36.le = icmp sgt i32 %before.sroa.0.0, 300
  %0 = select i1 %_36.le, i64 2, i64 4
  %_3.i10.le = select i1 %_34.le, i64 1, i64 %0
  br label %bb10

bb10:                                             ; preds = %bb6.bb10_crit_edge, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit
  %p.sroa.10.0.lcssa = phi i32 [ %_0.i, %bb6.bb10_crit_edge ], [ 0, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit ]
  %p.sroa.0.0.lcssa = phi i64 [ %_3.i10.le, %bb6.bb10_crit_edge ], [ 0, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit ]
  call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.10.0.lcssa, i64 noundef %p.sroa.0.0.lcssa, i32 noundef 0), !noalias !10
  %1 = load atomic i8, ptr %flags acquire, align 4
  %_40 = icmp ne i8 %1, 127
  call void @__unroll_check(i32 noundef 1, i1 noundef zeroext %_40)
  call void @llvm.lifetime.end.p0(ptr nonnull %flags)
  call void @llvm.lifetime.end.p0(ptr nonnull %number)
  ret void

bb12:                                             ; preds = %bb9
  %2 = cmpxchg ptr %number, i32 3, i32 %value seq_cst monotonic, align 4
  %3 = extractvalue { i32, i1 } %2, 1
  %4 = extractvalue { i32, i1 } %2, 0
  %before.sroa.0.1 = select i1 %3, i32 -1, i32 %4
  br label %bb29

bb18:                                             ; preds = %bb9
  %5 = atomicrmw add ptr %number, i32 %value seq_cst, align 4
  br label %bb29

bb17:                                             ; preds = %bb9
  %6 = atomicrmw max ptr %number, i32 %value monotonic, align 4
  br label %bb29

bb16:                                             ; preds = %bb9
  %7 = atomicrmw min ptr %number, i32 %value monotonic, align 4
  br label %bb29

bb15:                                             ; preds = %bb9
  %8 = atomicrmw xchg ptr %number, i32 %value acq_rel, align 4
  br label %bb29

bb14:                                             ; preds = %bb9
  %9 = atomicrmw nand ptr %number, i32 %value seq_cst, align 4
  br label %bb29

bb13:                                             ; preds = %bb9
  %10 = atomicrmw xor ptr %number, i32 %value seq_cst, align 4
  br label %bb29

bb29:                                             ; preds = %bb12, %bb13, %bb14, %bb15, %bb16, %bb17, %bb18
  %before.sroa.0.0 = phi i32 [ %before.sroa.0.1, %bb12 ], [ %5, %bb18 ], [ %6, %bb17 ], [ %7, %bb16 ], [ %8, %bb15 ], [ %9, %bb14 ], [ %10, %bb13 ]
  %_29 = trunc i32 %before.sroa.0.0 to i8
  %11 = atomicrmw or ptr %flags, i8 %_29 release, align 1
  %_6.i11 = icmp eq ptr %spec.select22, %_6.i
  %spec.select.idx = select i1 %_6.i11, i64 0, i64 4
  %spec.select = getelementptr inbounds nuw i8, ptr %spec.select22, i64 %spec.select.idx
  br i1 %_6.i11, label %bb6.bb10_crit_edge, label %bb9
}

; Function Attrs: uwtable
define void @__unroll_harness_bits() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %_0.i.i = tail call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) 1, i32 noundef 0, i64 noundef -1)
  %0 = icmp eq i64 %_0.i.i, 0
  br i1 %0, label %bb21, label %bb3

bb21:                                             ; preds = %bb20, %start
  %p.sroa.14.0.lcssa = phi i32 [ 0, %start ], [ %_0.i, %bb20 ]
  %p.sroa.0.0.lcssa = phi i64 [ 0, %start ], [ %p.sroa.0.1, %bb20 ]
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.14.0.lcssa, i64 noundef %p.sroa.0.0.lcssa, i32 noundef 0), !noalias !13
  ret void

bb3:                                              ; preds = %start, %bb20
  %x.sroa.0.019 = phi i64 [ %x.sroa.0.1, %bb20 ], [ %_0.i.i, %start ]
  %p.sroa.14.018 = phi i32 [ %_0.i, %bb20 ], [ 0, %start ]
  %_0.i = add i32 %p.sroa.14.018, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !16
  %_8 = icmp ugt i64 %x.sroa.0.019, 72057594037927935
  br i1 %_8, label %bb7, label %bb11

bb11:                                             ; preds = %bb3
  %1 = tail call range(i64 1, 57) i64 @llvm.ctpop.i64(i64 range(i64 1, 0) %x.sroa.0.019)
  %_16 = icmp samesign ugt i64 %1, 20
  br i1 %_16, label %bb13, label %bb16

bb7:                                              ; preds = %bb3
  %2 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 range(i64 1, 0) %x.sroa.0.019, i1 true)
  %_15.0 = add nuw nsw i64 %2, 9
  %3 = tail call noundef i64 @llvm.fshl.i64(i64 range(i64 1, 0) %x.sroa.0.019, i64 range(i64 1, 0) %x.sroa.0.019, i64 %_15.0)
  %4 = and i64 %3, 65535
  br label %bb20

bb16:                                             ; preds = %bb11
  %_26.0 = add nuw nsw i64 %x.sroa.0.019, 72057594037927935
  %5 = and i64 %_26.0, %x.sroa.0.019
  br label %bb20

bb13:                                             ; preds = %bb11
  %6 = tail call noundef i64 @llvm.bswap.i64(i64 range(i64 1, 0) %x.sroa.0.019)
  %7 = lshr i64 %6, 40
  br label %bb20

bb20:                                             ; preds = %bb16, %bb13, %bb7
  %p.sroa.0.1 = phi i64 [ 1, %bb7 ], [ 2, %bb13 ], [ 4, %bb16 ]
  %x.sroa.0.1 = phi i64 [ %4, %bb7 ], [ %7, %bb13 ], [ %5, %bb16 ]
  %8 = icmp eq i64 %x.sroa.0.1, 0
  br i1 %8, label %bb21, label %bb3
}

; Function Attrs: uwtable
define void @__unroll_harness_chains() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %seen = alloca [16 x i8], align 4
  %len.i = tail call noundef i64 @__unroll_any_len(i64 noundef 1, i64 noundef 40)
  %data.i = tail call noundef ptr @__unroll_any_slice(i64 noundef 2, i32 noundef 0, i64 noundef 1, i64 noundef 1, i64 noundef %len.i, i64 noundef 255, i64 noundef %len.i)
  %_12.i.i.i = icmp eq ptr %data.i, null
  %_7.not.i.i.i = icmp slt i64 %len.i, 0
  %or.cond.i.i = or i1 %_7.not.i.i.i, %_12.i.i.i
  br i1 %or.cond.i.i, label %bb5.i.i.i, label %_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit, !prof !6

bb5.i.i.i:                                        ; preds = %start
; call core::panicking::panic_nounwind_fmt
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_5c1a2f972552229672fc942406cfc298, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7033420303fc0c2568fcf09d4a1870c7) #16
  unreachable

_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit:        ; preds = %start
  call void @llvm.lifetime.start.p0(ptr nonnull %seen)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %seen, i8 0, i64 16, i1 false)
  br label %bb7

bb7:                                              ; preds = %bb16, %_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit
  %iter.sroa.0.0 = phi ptr [ %data.i, %_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit ], [ %iter.sroa.0.3, %bb16 ]
  %iter.sroa.5.0 = phi i64 [ %len.i, %_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit ], [ %iter.sroa.5.3, %bb16 ]
  %iter.sroa.10.0 = phi i64 [ 5, %_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit ], [ %iter.sroa.10.1, %bb16 ]
  %p.sroa.10.0 = phi i32 [ 0, %_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit ], [ %_0.i, %bb16 ]
  %p.sroa.0.0 = phi i64 [ 0, %_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit ], [ %_3.i9, %bb16 ]
  %0 = icmp eq i64 %iter.sroa.10.0, 0
  br i1 %0, label %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters4takeINtB4_4TakeINtNtB6_6filter6FilterINtNtNtBa_5slice4iter7WindowshENCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0EENtNtNtB8_6traits8iterator8Iterator4nextB1S_.exit, label %bb1.i

bb1.i:                                            ; preds = %bb7
  %1 = add i64 %iter.sroa.10.0, -1
  br label %bb1.i.i.i.i

bb1.i.i.i.i:                                      ; preds = %bb3.i.i.i.i, %bb1.i
  %iter.sroa.0.1 = phi ptr [ %iter.sroa.0.0, %bb1.i ], [ %iter.sroa.0.2, %bb3.i.i.i.i ]
  %iter.sroa.5.1 = phi i64 [ %iter.sroa.5.0, %bb1.i ], [ %iter.sroa.5.2, %bb3.i.i.i.i ]
  %_28.i9.i.i.i.i = phi ptr [ %iter.sroa.0.0, %bb1.i ], [ %_28.i8.i.i.i.i, %bb3.i.i.i.i ]
  %new_len.i7.i.i.i.i = phi i64 [ %iter.sroa.5.0, %bb1.i ], [ %new_len.i6.i.i.i.i, %bb3.i.i.i.i ]
  %_2.i.i.i.i.i = icmp ult i64 %new_len.i7.i.i.i.i, 2
  br i1 %_2.i.i.i.i.i, label %_RNvXsY_NtNtCs5F7t97rd4c2_4core5slice4iterINtB5_7WindowshENtNtNtNtB9_4iter6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit.i.i.i.i, label %bb2.i.i.i.i.i

bb2.i.i.i.i.i:                                    ; preds = %bb1.i.i.i.i
  %new_len.i.i.i.i.i = add nsw i64 %new_len.i7.i.i.i.i, -1
  %_28.i.i.i.i.i = getelementptr inbounds nuw i8, ptr %_28.i9.i.i.i.i, i64 1
  br label %_RNvXsY_NtNtCs5F7t97rd4c2_4core5slice4iterINtB5_7WindowshENtNtNtNtB9_4iter6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit.i.i.i.i

_RNvXsY_NtNtCs5F7t97rd4c2_4core5slice4iterINtB5_7WindowshENtNtNtNtB9_4iter6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit.i.i.i.i: ; preds = %bb2.i.i.i.i.i, %bb1.i.i.i.i
  %iter.sroa.0.2 = phi ptr [ %iter.sroa.0.1, %bb1.i.i.i.i ], [ %_28.i.i.i.i.i, %bb2.i.i.i.i.i ]
  %iter.sroa.5.2 = phi i64 [ %iter.sroa.5.1, %bb1.i.i.i.i ], [ %new_len.i.i.i.i.i, %bb2.i.i.i.i.i ]
  %_28.i8.i.i.i.i = phi ptr [ %_28.i9.i.i.i.i, %bb1.i.i.i.i ], [ %_28.i.i.i.i.i, %bb2.i.i.i.i.i ]
  %new_len.i6.i.i.i.i = phi i64 [ %new_len.i7.i.i.i.i, %bb1.i.i.i.i ], [ %new_len.i.i.i.i.i, %bb2.i.i.i.i.i ]
  %ret.sroa.0.0.i.i.i.i.i = phi ptr [ null, %bb1.i.i.i.i ], [ %_28.i9.i.i.i.i, %bb2.i.i.i.i.i ]
  %.not.i.i.i.i = icmp eq ptr %ret.sroa.0.0.i.i.i.i.i, null
  br i1 %.not.i.i.i.i, label %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters4takeINtB4_4TakeINtNtB6_6filter6FilterINtNtNtBa_5slice4iter7WindowshENCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0EENtNtNtB8_6traits8iterator8Iterator4nextB1S_.exit, label %bb3.i.i.i.i

bb3.i.i.i.i:                                      ; preds = %_RNvXsY_NtNtCs5F7t97rd4c2_4core5slice4iterINtB5_7WindowshENtNtNtNtB9_4iter6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit.i.i.i.i
  %_3.i.i.i.i.i.i.i = load i8, ptr %ret.sroa.0.0.i.i.i.i.i, align 1, !alias.scope !19, !noalias !22, !noundef !5
  %2 = getelementptr inbounds nuw i8, ptr %ret.sroa.0.0.i.i.i.i.i, i64 1
  %_6.i.i.i.i.i.i.i = load i8, ptr %2, align 1, !alias.scope !19, !noalias !22, !noundef !5
  %_0.i.i.not.i.i.i.i.i = icmp eq i8 %_3.i.i.i.i.i.i.i, %_6.i.i.i.i.i.i.i
  br i1 %_0.i.i.not.i.i.i.i.i, label %bb1.i.i.i.i, label %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters4takeINtB4_4TakeINtNtB6_6filter6FilterINtNtNtBa_5slice4iter7WindowshENCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0EENtNtNtB8_6traits8iterator8Iterator4nextB1S_.exit

_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters4takeINtB4_4TakeINtNtB6_6filter6FilterINtNtNtBa_5slice4iter7WindowshENCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0EENtNtNtB8_6traits8iterator8Iterator4nextB1S_.exit: ; preds = %_RNvXsY_NtNtCs5F7t97rd4c2_4core5slice4iterINtB5_7WindowshENtNtNtNtB9_4iter6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit.i.i.i.i, %bb3.i.i.i.i, %bb7
  %iter.sroa.0.3 = phi ptr [ %iter.sroa.0.0, %bb7 ], [ %iter.sroa.0.2, %bb3.i.i.i.i ], [ %iter.sroa.0.2, %_RNvXsY_NtNtCs5F7t97rd4c2_4core5slice4iterINtB5_7WindowshENtNtNtNtB9_4iter6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit.i.i.i.i ]
  %iter.sroa.5.3 = phi i64 [ %iter.sroa.5.0, %bb7 ], [ %iter.sroa.5.2, %bb3.i.i.i.i ], [ %iter.sroa.5.2, %_RNvXsY_NtNtCs5F7t97rd4c2_4core5slice4iterINtB5_7WindowshENtNtNtNtB9_4iter6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit.i.i.i.i ]
  %iter.sroa.10.1 = phi i64 [ 0, %bb7 ], [ %1, %bb3.i.i.i.i ], [ %1, %_RNvXsY_NtNtCs5F7t97rd4c2_4core5slice4iterINtB5_7WindowshENtNtNtNtB9_4iter6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit.i.i.i.i ]
  %_0.sroa.0.0.i = phi ptr [ null, %bb7 ], [ null, %_RNvXsY_NtNtCs5F7t97rd4c2_4core5slice4iterINtB5_7WindowshENtNtNtNtB9_4iter6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit.i.i.i.i ], [ %ret.sroa.0.0.i.i.i.i.i, %bb3.i.i.i.i ]
  %.not = icmp eq ptr %_0.sroa.0.0.i, null
  br i1 %.not, label %bb11, label %bb10

bb10:                                             ; preds = %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters4takeINtB4_4TakeINtNtB6_6filter6FilterINtNtNtBa_5slice4iter7WindowshENCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0EENtNtNtB8_6traits8iterator8Iterator4nextB1S_.exit
  %_0.i = add i32 %p.sroa.10.0, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !35
  %_18 = load i8, ptr %_0.sroa.0.0.i, align 1, !noundef !5
  %_17 = and i8 %_18, 3
  %_0.i11 = zext nneg i8 %_17 to i64
  %3 = getelementptr inbounds nuw i32, ptr %seen, i64 %_0.i11
  %4 = load i32, ptr %3, align 4, !noundef !5
  %_22.1 = icmp eq i32 %4, -1
  br i1 %_22.1, label %panic2, label %bb16

bb11:                                             ; preds = %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters4takeINtB4_4TakeINtNtB6_6filter6FilterINtNtNtBa_5slice4iter7WindowshENCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0EENtNtNtB8_6traits8iterator8Iterator4nextB1S_.exit
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.10.0, i64 noundef %p.sroa.0.0, i32 noundef 0), !noalias !38
  %_3.i.i = load i32, ptr %seen, align 4, !alias.scope !41, !noalias !44, !noundef !5
  %_0.i.i = icmp ult i32 %_3.i.i, 4
  %_221.i.ptr.1 = getelementptr inbounds nuw i8, ptr %seen, i64 4
  %_3.i.i.1 = load i32, ptr %_221.i.ptr.1, align 4
  %_0.i.i.1 = icmp ult i32 %_3.i.i.1, 4
  %or.cond = select i1 %_0.i.i, i1 %_0.i.i.1, i1 false
  %_221.i.ptr.2 = getelementptr inbounds nuw i8, ptr %seen, i64 8
  %_3.i.i.2 = load i32, ptr %_221.i.ptr.2, align 4
  %_0.i.i.2 = icmp ult i32 %_3.i.i.2, 4
  %or.cond21 = select i1 %or.cond, i1 %_0.i.i.2, i1 false
  %_221.i.ptr.3 = getelementptr inbounds nuw i8, ptr %seen, i64 12
  %_3.i.i.3 = load i32, ptr %_221.i.ptr.3, align 4
  %_0.i.i.3 = icmp ult i32 %_3.i.i.3, 4
  %or.cond22 = select i1 %or.cond21, i1 %_0.i.i.3, i1 false
  tail call void @__unroll_check(i32 noundef 1, i1 noundef zeroext %or.cond22)
  call void @llvm.lifetime.end.p0(ptr nonnull %seen)
  ret void

bb16:                                             ; preds = %bb10
  %_22.0 = add nuw i32 %4, 1
  store i32 %_22.0, ptr %3, align 4
  %5 = getelementptr inbounds nuw i8, ptr %_0.sroa.0.0.i, i64 1
  %_28 = load i8, ptr %5, align 1, !noundef !5
  %_27 = and i8 %_28, 1
  %6 = zext nneg i8 %_27 to i64
  %_3.i9 = shl nuw nsw i64 1, %6
  br label %bb7

panic2:                                           ; preds = %bb10
; call core::panicking::panic_const::panic_const_add_overflow
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7e3dc652190ed69864ab8c3ca9a9c6d2) #15
  unreachable
}

; Function Attrs: uwtable
define void @__unroll_harness_collatz() unnamed_addr #0 {
start:
  %_0.i8 = tail call noundef i64 @__unroll_any(i64 noundef 1, i32 noundef 0, i64 noundef 60)
  %0 = trunc i64 %_0.i8 to i32
  %_417 = icmp ugt i32 %0, 1
  br i1 %_417, label %bb3, label %bb12

bb12:                                             ; preds = %bb11, %start
  %p.sroa.12.0.lcssa = phi i32 [ 0, %start ], [ %_0.i, %bb11 ]
  %p.sroa.0.0.lcssa = phi i64 [ 0, %start ], [ %p.sroa.0.1, %bb11 ]
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.12.0.lcssa, i64 noundef %p.sroa.0.0.lcssa, i32 noundef 0), !noalias !47
  ret void

bb3:                                              ; preds = %start, %bb11
  %n.sroa.0.019 = phi i32 [ %n.sroa.0.1, %bb11 ], [ %0, %start ]
  %p.sroa.12.018 = phi i32 [ %_0.i, %bb11 ], [ 0, %start ]
  %_0.i = add i32 %p.sroa.12.018, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !50
  %_8 = and i32 %n.sroa.0.019, 1
  %1 = icmp eq i32 %_8, 0
  br i1 %1, label %bb5, label %bb7

bb5:                                              ; preds = %bb3
  %2 = lshr exact i32 %n.sroa.0.019, 1
  br label %bb11

bb7:                                              ; preds = %bb3
  %3 = tail call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %n.sroa.0.019, i32 3)
  %_15.1 = extractvalue { i32, i1 } %3, 1
  br i1 %_15.1, label %panic, label %bb9

bb11:                                             ; preds = %bb10, %bb5
  %p.sroa.0.1 = phi i64 [ 1, %bb5 ], [ 2, %bb10 ]
  %n.sroa.0.1 = phi i32 [ %2, %bb5 ], [ %_16.0, %bb10 ]
  %_4 = icmp ugt i32 %n.sroa.0.1, 1
  br i1 %_4, label %bb3, label %bb12

bb9:                                              ; preds = %bb7
  %_15.0 = extractvalue { i32, i1 } %3, 0
  %_16.1 = icmp eq i32 %_15.0, -1
  br i1 %_16.1, label %panic1, label %bb10

panic:                                            ; preds = %bb7
; call core::panicking::panic_const::panic_const_mul_overflow
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_mul_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_c14b5c045cbb089d7ae879921be6f66b) #15
  unreachable

bb10:                                             ; preds = %bb9
  %_16.0 = add nuw i32 %_15.0, 1
  br label %bb11

panic1:                                           ; preds = %bb9
; call core::panicking::panic_const::panic_const_add_overflow
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_c14b5c045cbb089d7ae879921be6f66b) #15
  unreachable
}

; Function Attrs: uwtable
define void @__unroll_harness_compared_memory() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %len.i = tail call noundef i64 @__unroll_any_len(i64 noundef 1, i64 noundef 40)
  %data.i = tail call noundef ptr @__unroll_any_slice(i64 noundef 2, i32 noundef 0, i64 noundef 1, i64 noundef 1, i64 noundef %len.i, i64 noundef 255, i64 noundef %len.i)
  %_12.i.i.i = icmp eq ptr %data.i, null
  %_7.not.i.i.i = icmp slt i64 %len.i, 0
  %or.cond.i.i = or i1 %_7.not.i.i.i, %_12.i.i.i
  br i1 %or.cond.i.i, label %bb5.i.i.i, label %bb3.preheader, !prof !6

bb3.preheader:                                    ; preds = %start
  %_3.not.i22 = icmp eq i64 %len.i, 0
  br i1 %_3.not.i22, label %bb22, label %bb5.preheader

bb5.preheader:                                    ; preds = %bb3.preheader
  %tail.1.i24 = add nsw i64 %len.i, -1
  %tail.0.i23 = getelementptr inbounds nuw i8, ptr %data.i, i64 1
  br label %bb5

bb5.i.i.i:                                        ; preds = %start
; call core::panicking::panic_nounwind_fmt
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_5c1a2f972552229672fc942406cfc298, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7033420303fc0c2568fcf09d4a1870c7) #16
  unreachable

bb5:                                              ; preds = %bb5.preheader, %bb20
  %_3.sroa.8.130 = phi i64 [ %_3.sroa.8.1, %bb20 ], [ %tail.1.i24, %bb5.preheader ]
  %_3.sroa.6.129 = phi ptr [ %_3.sroa.6.1, %bb20 ], [ %tail.0.i23, %bb5.preheader ]
  %rest.sroa.0.028 = phi ptr [ %data.i.i, %bb20 ], [ %data.i, %bb5.preheader ]
  %p.sroa.10.027 = phi i32 [ %_0.i, %bb20 ], [ 0, %bb5.preheader ]
  %_0.i = add i32 %p.sroa.10.027, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !53
  %_15 = load i8, ptr %rest.sroa.0.028, align 1, !noundef !5
  %0 = and i8 %_15, 3
  %_13 = zext nneg i8 %0 to i64
  %_0.sroa.0.0.i = tail call noundef range(i64 0, 4) i64 @llvm.umin.i64(i64 %_3.sroa.8.130, i64 range(i64 0, 4) %_13)
  %data.i.i = getelementptr inbounds nuw i8, ptr %_3.sroa.6.129, i64 %_0.sroa.0.0.i
  %len.i.i = sub nuw nsw i64 %_3.sroa.8.130, %_0.sroa.0.0.i
  %_18.not = icmp ult i64 %len.i.i, %_0.sroa.0.0.i
  br i1 %_18.not, label %bb15, label %bb10

bb3.bb22_crit_edge:                               ; preds = %bb20
  %_3.i11.le = shl nuw nsw i64 1, %_28.sroa.0.0
  br label %bb22

bb22:                                             ; preds = %bb3.bb22_crit_edge, %bb3.preheader
  %p.sroa.10.0.lcssa = phi i32 [ %_0.i, %bb3.bb22_crit_edge ], [ 0, %bb3.preheader ]
  %p.sroa.0.0.lcssa = phi i64 [ %_3.i11.le, %bb3.bb22_crit_edge ], [ 0, %bb3.preheader ]
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.10.0.lcssa, i64 noundef %p.sroa.0.0.lcssa, i32 noundef 0), !noalias !56
  ret void

bb10:                                             ; preds = %bb5
  %bcmp.i.i.i = tail call i32 @bcmp(ptr nonnull readonly %_3.sroa.6.129, ptr nonnull readonly %data.i.i, i64 range(i64 0, -9223372036854775808) %_0.sroa.0.0.i), !alias.scope !59, !noalias !63
  %_0.i.i.i = icmp eq i32 %bcmp.i.i.i, 0
  br i1 %_0.i.i.i, label %bb20, label %bb15

bb15:                                             ; preds = %bb5, %bb10
  %spec.store.select.i.i.i = tail call i64 @llvm.umin.i64(i64 range(i64 0, -9223372036854775808) %_0.sroa.0.0.i, i64 range(i64 0, -9223372036854775808) %len.i.i)
  %1 = tail call i32 @memcmp(ptr nonnull readonly %_3.sroa.6.129, ptr nonnull readonly %data.i.i, i64 %spec.store.select.i.i.i), !alias.scope !67, !noalias !74
  %2 = sext i32 %1 to i64
  %3 = icmp eq i32 %1, 0
  %diff.i.i.i = sub nsw i64 %_0.sroa.0.0.i, %len.i.i
  %spec.select.i.i.i = select i1 %3, i64 %diff.i.i.i, i64 %2
  %_01.i.i = icmp slt i64 %spec.select.i.i.i, 0
  %4 = select i1 %_01.i.i, i64 1, i64 2
  br label %bb20

bb20:                                             ; preds = %bb10, %bb15
  %_28.sroa.0.0 = phi i64 [ %4, %bb15 ], [ 0, %bb10 ]
  %_3.not.i.not = icmp ugt i64 %_3.sroa.8.130, %_13
  %tail.0.i = getelementptr inbounds nuw i8, ptr %data.i.i, i64 1
  %tail.1.i = add nsw i64 %len.i.i, -1
  %_3.sroa.6.1 = select i1 %_3.not.i.not, ptr %tail.0.i, ptr %_3.sroa.6.129
  %_3.sroa.8.1 = select i1 %_3.not.i.not, i64 %tail.1.i, i64 %_3.sroa.8.130
  br i1 %_3.not.i.not, label %bb5, label %bb3.bb22_crit_edge
}

; Function Attrs: uwtable
define void @__unroll_harness_doubles() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %len.i = tail call noundef i64 @__unroll_any_len(i64 noundef 1, i64 noundef 40)
  %data.i = tail call noundef ptr @__unroll_any_slice(i64 noundef 2, i32 noundef 0, i64 noundef 8, i64 noundef 8, i64 noundef %len.i, i64 noundef -1, i64 noundef %len.i)
  %_6.i.i.i.i = ptrtoint ptr %data.i to i64
  %_5.i.i.i.i = and i64 %_6.i.i.i.i, 7
  %_0.i.i.i.i = icmp ne i64 %_5.i.i.i.i, 0
  %_12.i.i.i = icmp eq ptr %data.i, null
  %or.cond.i.not1.i.i = or i1 %_12.i.i.i, %_0.i.i.i.i
  %_7.not.i.i.i = icmp ugt i64 %len.i, 1152921504606846975
  %or.cond.i.i = or i1 %_7.not.i.i.i, %or.cond.i.not1.i.i
  br i1 %or.cond.i.i, label %bb5.i.i.i, label %_RINvCsagI0P99PSFw_5loops5sliceyEB2_.exit, !prof !6

bb5.i.i.i:                                        ; preds = %start
; call core::panicking::panic_nounwind_fmt
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_5c1a2f972552229672fc942406cfc298, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7033420303fc0c2568fcf09d4a1870c7) #16
  unreachable

_RINvCsagI0P99PSFw_5loops5sliceyEB2_.exit:        ; preds = %start
  %_6.i.idx = shl nuw nsw i64 %len.i, 3
  %_6.i = getelementptr inbounds nuw i8, ptr %data.i, i64 %_6.i.idx
  %_6.i717 = icmp eq i64 %len.i, 0
  br i1 %_6.i717, label %bb30, label %bb7.preheader

bb7.preheader:                                    ; preds = %_RINvCsagI0P99PSFw_5loops5sliceyEB2_.exit
  %spec.select19 = getelementptr inbounds nuw i8, ptr %data.i, i64 8
  br label %bb7

bb7:                                              ; preds = %bb7.preheader, %bb28
  %spec.select23 = phi ptr [ %spec.select, %bb28 ], [ %spec.select19, %bb7.preheader ]
  %sum.sroa.0.022 = phi double [ %next.sroa.0.0, %bb28 ], [ 5.000000e-01, %bb7.preheader ]
  %iter.sroa.0.021 = phi ptr [ %spec.select23, %bb28 ], [ %data.i, %bb7.preheader ]
  %p.sroa.12.020 = phi i32 [ %_0.i, %bb28 ], [ 0, %bb7.preheader ]
  %bits = load i64, ptr %iter.sroa.0.021, align 8, !noundef !5
  %_0.i = add i32 %p.sroa.12.020, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !78
  %_14 = and i64 %bits, 1
  %0 = icmp eq i64 %_14, 0
  br i1 %0, label %bb9, label %bb10

bb4.bb30_crit_edge:                               ; preds = %bb28
  %_3.i6.le = shl nuw nsw i64 1, %_30.sroa.0.0
  br label %bb30

bb30:                                             ; preds = %bb11, %bb4.bb30_crit_edge, %_RINvCsagI0P99PSFw_5loops5sliceyEB2_.exit
  %sum.sroa.0.0.lcssa = phi double [ 5.000000e-01, %_RINvCsagI0P99PSFw_5loops5sliceyEB2_.exit ], [ %next.sroa.0.0, %bb4.bb30_crit_edge ], [ %sum.sroa.0.022, %bb11 ]
  %p.sroa.12.1 = phi i32 [ 0, %_RINvCsagI0P99PSFw_5loops5sliceyEB2_.exit ], [ %_0.i, %bb4.bb30_crit_edge ], [ %_0.i, %bb11 ]
  %p.sroa.0.1 = phi i64 [ 0, %_RINvCsagI0P99PSFw_5loops5sliceyEB2_.exit ], [ %_3.i6.le, %bb4.bb30_crit_edge ], [ 1, %bb11 ]
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.12.1, i64 noundef %p.sroa.0.1, i32 noundef 0), !noalias !81
  %_0.i8 = bitcast double %sum.sroa.0.0.lcssa to i64
  %_43 = urem i64 %_0.i8, 3
  %1 = icmp ne i64 %_43, 1
  %2 = fcmp olt double %sum.sroa.0.0.lcssa, 0x3FE6666666666666
  %_42.sroa.0.0.off0 = or i1 %2, %1
  tail call void @__unroll_check(i32 noundef 1, i1 noundef zeroext %_42.sroa.0.0.off0)
  ret void

bb9:                                              ; preds = %bb7
  %_0.i9 = bitcast i64 %bits to double
  br label %bb11

bb10:                                             ; preds = %bb7
  %_17 = lshr i64 %bits, 40
  %_16 = trunc nuw nsw i64 %_17 to i32
  %_15 = uitofp nneg i32 %_16 to double
  %3 = fdiv double %_15, 7.000000e+00
  br label %bb11

bb11:                                             ; preds = %bb10, %bb9
  %number.sroa.0.0 = phi double [ %_0.i9, %bb9 ], [ %3, %bb10 ]
  %_19 = and i64 %bits, 2
  %4 = icmp eq i64 %_19, 0
  %_20 = fmul double %sum.sroa.0.022, %number.sroa.0.0
  %5 = fadd double %_20, -1.000000e+00
  %_22 = fadd double %sum.sroa.0.022, %number.sroa.0.0
  %6 = tail call double @llvm.sqrt.f64(double %_22)
  %next.sroa.0.0 = select i1 %4, double %5, double %6
  %_0.i10 = fcmp uno double %next.sroa.0.0, 0.000000e+00
  br i1 %_0.i10, label %bb30, label %bb19

bb19:                                             ; preds = %bb11
  %_31 = fcmp ogt double %next.sroa.0.0, %sum.sroa.0.022
  br i1 %_31, label %bb28, label %bb21

bb21:                                             ; preds = %bb19
  %_34 = tail call i16 @llvm.fptosi.sat.i16.f64(double %next.sroa.0.0)
  %_33 = icmp sgt i16 %_34, 100
  br i1 %_33, label %bb28, label %bb23

bb23:                                             ; preds = %bb21
  %_36 = fcmp olt double %next.sroa.0.0, 0x3FB9999990000001
  %7 = select i1 %_36, i64 3, i64 4
  br label %bb28

bb28:                                             ; preds = %bb21, %bb23, %bb19
  %_30.sroa.0.0 = phi i64 [ 2, %bb21 ], [ %7, %bb23 ], [ 1, %bb19 ]
  %_6.i7 = icmp eq ptr %spec.select23, %_6.i
  %spec.select.idx = select i1 %_6.i7, i64 0, i64 8
  %spec.select = getelementptr inbounds nuw i8, ptr %spec.select23, i64 %spec.select.idx
  br i1 %_6.i7, label %bb4.bb30_crit_edge, label %bb7
}

; Function Attrs: uwtable
define void @__unroll_harness_enums() unnamed_addr #0 {
start:
  %_0.i.i = tail call noundef i64 @__unroll_any(i64 noundef 10, i32 noundef 0, i64 noundef 2)
  switch i64 %_0.i.i, label %bb7.i [
    i64 0, label %bb2.preheader
    i64 1, label %bb5.i
  ]

bb5.i:                                            ; preds = %start
  %_0.i.i.i = tail call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) 11, i32 noundef 0, i64 noundef 255)
  %_0.i3.i = trunc i64 %_0.i.i.i to i8
  br label %bb2.preheader

bb7.i:                                            ; preds = %start
  %_0.i.i4.i = tail call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) 12, i32 noundef 0, i64 noundef 255)
  %_0.i5.i = trunc i64 %_0.i.i4.i to i8
  %_0.i.i6.i = tail call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) 13, i32 noundef 0, i64 noundef 255)
  %_0.i7.i = trunc i64 %_0.i.i6.i to i8
  br label %bb2.preheader

bb2.preheader:                                    ; preds = %start, %bb5.i, %bb7.i
  %now.sroa.14.0.ph = phi i8 [ undef, %bb5.i ], [ undef, %start ], [ %_0.i7.i, %bb7.i ]
  %now.sroa.6.0.ph = phi i8 [ %_0.i3.i, %bb5.i ], [ undef, %start ], [ %_0.i5.i, %bb7.i ]
  %now.sroa.0.0.ph = phi i8 [ 1, %bb5.i ], [ 0, %start ], [ 2, %bb7.i ]
  br label %bb2.outer

bb2.outer:                                        ; preds = %bb6.peel, %bb2.preheader
  %p.sroa.14.0.ph = phi i32 [ 0, %bb2.preheader ], [ %_0.i.peel, %bb6.peel ]
  %now.sroa.14.0.ph16 = phi i8 [ %now.sroa.14.0.ph, %bb2.preheader ], [ %now.sroa.6.0.ph21, %bb6.peel ]
  %now.sroa.6.0.ph17 = phi i8 [ %now.sroa.6.0.ph, %bb2.preheader ], [ %now.sroa.14.0.ph16, %bb6.peel ]
  %now.sroa.0.0.ph18 = phi i8 [ %now.sroa.0.0.ph, %bb2.preheader ], [ 2, %bb6.peel ]
  br label %bb2.outer19

bb2.outer19:                                      ; preds = %bb2.outer, %bb5
  %p.sroa.14.0.ph20 = phi i32 [ %p.sroa.14.0.ph, %bb2.outer ], [ %_0.i.lcssa24, %bb5 ]
  %now.sroa.6.0.ph21 = phi i8 [ %now.sroa.6.0.ph17, %bb2.outer ], [ %_113, %bb5 ]
  %now.sroa.0.0.ph22 = phi i8 [ %now.sroa.0.0.ph18, %bb2.outer ], [ %spec.select12, %bb5 ]
  %_0.i.peel = add i32 %p.sroa.14.0.ph20, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i.peel), !noalias !84
  switch i8 %now.sroa.0.0.ph22, label %default.unreachable [
    i8 0, label %bb9
    i8 1, label %bb5
    i8 2, label %bb6.peel
  ]

bb6.peel:                                         ; preds = %bb2.outer19
  %_16.peel = icmp ugt i8 %now.sroa.6.0.ph21, %now.sroa.14.0.ph16
  br i1 %_16.peel, label %bb2.outer, label %bb2.outer19.peel.newph

bb2.outer19.peel.newph:                           ; preds = %bb6.peel
  %_0.i = add i32 %p.sroa.14.0.ph20, 2
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !84
  br label %bb5

default.unreachable:                              ; preds = %bb2.outer19
  unreachable

bb9:                                              ; preds = %bb2.outer19
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %_0.i.peel, i64 noundef 1, i32 noundef 0), !noalias !87
  ret void

bb5:                                              ; preds = %bb2.outer19.peel.newph, %bb2.outer19
  %_0.i.lcssa24 = phi i32 [ %_0.i.peel, %bb2.outer19 ], [ %_0.i, %bb2.outer19.peel.newph ]
  %0 = icmp ne i8 %now.sroa.6.0.ph21, 0
  %_113 = lshr i8 %now.sroa.6.0.ph21, 1
  %spec.select12 = zext i1 %0 to i8
  br label %bb2.outer19
}

; Function Attrs: uwtable
define void @__unroll_harness_nested() unnamed_addr #0 {
start:
  %_0.i21 = tail call noundef i64 @__unroll_any(i64 noundef 1, i32 noundef 0, i64 noundef 6)
  %rows = trunc i64 %_0.i21 to i32
  %_0.i22 = tail call noundef i64 @__unroll_any(i64 noundef 2, i32 noundef 0, i64 noundef 6)
  %cols = trunc i64 %_0.i22 to i32
  %_0.i.i.i63.not = icmp eq i32 %rows, 0
  br i1 %_0.i.i.i63.not, label %bb30, label %bb8

bb8:                                              ; preds = %start, %bb5.backedge
  %spec.select67 = phi i32 [ %spec.select, %bb5.backedge ], [ 1, %start ]
  %p.sroa.12.066 = phi i32 [ %_0.i, %bb5.backedge ], [ 0, %start ]
  %iter.sroa.0.065 = phi i32 [ %spec.select67, %bb5.backedge ], [ 0, %start ]
  %_0.i = add i32 %p.sroa.12.066, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !90
  %_35.1 = icmp ugt i32 %iter.sroa.0.065, -4
  %_35.0 = add i32 %iter.sroa.0.065, 3
  br label %bb12

bb30:                                             ; preds = %bb5.backedge, %start, %bb24
  %p.sroa.12.1 = phi i32 [ %_0.i, %bb24 ], [ 0, %start ], [ %_0.i, %bb5.backedge ]
  %p.sroa.0.1 = phi i64 [ 2, %bb24 ], [ 0, %start ], [ %p.sroa.0.0.be, %bb5.backedge ]
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.12.1, i64 noundef %p.sroa.0.1, i32 noundef 0), !noalias !93
  ret void

bb12:                                             ; preds = %bb23, %bb8
  %q.sroa.18.0 = phi i32 [ 0, %bb8 ], [ %_0.i20, %bb23 ]
  %iter1.sroa.0.0 = phi i32 [ 0, %bb8 ], [ %spec.select46, %bb23 ]
  %_0.i.i.i26 = icmp ult i32 %iter1.sroa.0.0, %cols
  %_0.i1.i.i29 = zext i1 %_0.i.i.i26 to i32
  %spec.select46 = add nuw i32 %iter1.sroa.0.0, %_0.i1.i.i29
  br i1 %_0.i.i.i26, label %bb14, label %bb15

bb14:                                             ; preds = %bb12
  %_0.i20 = add i32 %q.sroa.18.0, 1
  tail call void @__unroll_step(i32 noundef 2, i32 noundef %_0.i20), !noalias !96
  %0 = tail call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %iter.sroa.0.065, i32 %iter1.sroa.0.0)
  %_26.1 = extractvalue { i32, i1 } %0, 1
  br i1 %_26.1, label %panic, label %bb17

bb15:                                             ; preds = %bb12
  tail call void @__unroll_exit(i32 noundef 2, i32 noundef %q.sroa.18.0, i64 noundef 0, i32 noundef 0), !noalias !99
  br label %bb5.backedge

bb5.backedge:                                     ; preds = %bb15, %bb18
  %p.sroa.0.0.be = phi i64 [ 1, %bb18 ], [ 0, %bb15 ]
  %_0.i.i.i = icmp ult i32 %spec.select67, %rows
  %_0.i1.i.i = zext i1 %_0.i.i.i to i32
  %spec.select = add nuw i32 %spec.select67, %_0.i1.i.i
  %exitcond.not = icmp eq i32 %_0.i, %rows
  br i1 %exitcond.not, label %bb30, label %bb8

bb17:                                             ; preds = %bb14
  %_26.0 = extractvalue { i32, i1 } %0, 0
  %1 = icmp eq i32 %_26.0, 12
  br i1 %1, label %bb18, label %bb22

panic:                                            ; preds = %bb14
; call core::panicking::panic_const::panic_const_mul_overflow
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_mul_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_9fb694b9fe1aba78fca738f985a6d46f) #15
  unreachable

bb18:                                             ; preds = %bb17
  tail call void @__unroll_exit(i32 noundef 2, i32 noundef %_0.i20, i64 noundef 1, i32 noundef 0), !noalias !102
  br label %bb5.backedge

bb22:                                             ; preds = %bb17
  br i1 %_35.1, label %panic2, label %bb23

bb23:                                             ; preds = %bb22
  %_33 = icmp ugt i32 %iter1.sroa.0.0, %_35.0
  br i1 %_33, label %bb24, label %bb12

panic2:                                           ; preds = %bb22
; call core::panicking::panic_const::panic_const_add_overflow
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_bd54e4dd9b2d0b605eb021a09873eb44) #15
  unreachable

bb24:                                             ; preds = %bb23
  tail call void @__unroll_exit(i32 noundef 2, i32 noundef %_0.i20, i64 noundef 2, i32 noundef 0), !noalias !105
  br label %bb30
}

; Function Attrs: uwtable
define void @__unroll_harness_options() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %len.i = tail call noundef i64 @__unroll_any_len(i64 noundef 1, i64 noundef 40)
  %data.i = tail call noundef ptr @__unroll_any_slice(i64 noundef 2, i32 noundef 0, i64 noundef 4, i64 noundef 4, i64 noundef %len.i, i64 noundef 4294967295, i64 noundef %len.i)
  %_6.i.i.i.i = ptrtoint ptr %data.i to i64
  %_5.i.i.i.i = and i64 %_6.i.i.i.i, 3
  %_0.i.i.i.i = icmp ne i64 %_5.i.i.i.i, 0
  %_12.i.i.i = icmp eq ptr %data.i, null
  %or.cond.i.not1.i.i = or i1 %_12.i.i.i, %_0.i.i.i.i
  %_7.not.i.i.i = icmp ugt i64 %len.i, 2305843009213693951
  %or.cond.i.i = or i1 %_7.not.i.i.i, %or.cond.i.not1.i.i
  br i1 %or.cond.i.i, label %bb5.i.i.i, label %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit, !prof !6

bb5.i.i.i:                                        ; preds = %start
; call core::panicking::panic_nounwind_fmt
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_5c1a2f972552229672fc942406cfc298, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7033420303fc0c2568fcf09d4a1870c7) #16
  unreachable

_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit:        ; preds = %start
  %0 = icmp eq i64 %len.i, 0
  br i1 %0, label %bb16, label %bb8.preheader

bb8.preheader:                                    ; preds = %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit
  %_6.i.i.idx = shl nuw nsw i64 %len.i, 2
  %_6.i.i = getelementptr inbounds nuw i8, ptr %data.i, i64 %_6.i.i.idx
  br label %bb8

bb5.bb16_crit_edge:                               ; preds = %bb8
  %1 = zext i1 %_5.1.i to i64
  %_3.i6.le = shl nuw nsw i64 1, %1
  br label %bb16

bb16:                                             ; preds = %bb5.bb16_crit_edge, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit
  %p.sroa.10.0.lcssa = phi i32 [ %_0.i, %bb5.bb16_crit_edge ], [ 0, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit ]
  %p.sroa.0.0.lcssa = phi i64 [ %_3.i6.le, %bb5.bb16_crit_edge ], [ 0, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit ]
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.10.0.lcssa, i64 noundef %p.sroa.0.0.lcssa, i32 noundef 0), !noalias !108
  ret void

bb8:                                              ; preds = %bb8.preheader, %bb8
  %2 = phi i32 [ %_5.0.i8, %bb8 ], [ 0, %bb8.preheader ]
  %p.sroa.10.016 = phi i32 [ %_0.i, %bb8 ], [ 0, %bb8.preheader ]
  %rest.sroa.4.015 = phi ptr [ %_23.i.i, %bb8 ], [ %_6.i.i, %bb8.preheader ]
  %_23.i.i = getelementptr inbounds i8, ptr %rest.sroa.4.015, i64 -4
  %_0.i = add i32 %p.sroa.10.016, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !111
  %_17 = load i32, ptr %_23.i.i, align 4, !noundef !5
  %3 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %2, i32 %_17)
  %_5.1.i = extractvalue { i32, i1 } %3, 1
  %_5.0.i8 = extractvalue { i32, i1 } %3, 0
  %4 = icmp eq ptr %data.i, %_23.i.i
  %or.cond = or i1 %4, %_5.1.i
  br i1 %or.cond, label %bb5.bb16_crit_edge, label %bb8
}

; Function Attrs: uwtable
define void @__unroll_harness_overflow() unnamed_addr #0 {
start:
  %_0.i.i = tail call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) 1, i32 noundef 0, i64 noundef 255)
  %_0.i10 = trunc i64 %_0.i.i to i8
  %_0.i.i11 = tail call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) 2, i32 noundef 0, i64 noundef 255)
  %_0.i12 = trunc i64 %_0.i.i11 to i8
  %0 = icmp eq i8 %_0.i10, 0
  br label %bb3

bb3:                                              ; preds = %bb6, %start
  %p.sroa.12.0 = phi i32 [ 0, %start ], [ %_0.i, %bb6 ]
  %start1.sroa.0.0 = phi i8 [ %_0.i12, %start ], [ %_8.0, %bb6 ]
  %_4 = icmp ult i8 %start1.sroa.0.0, -56
  br i1 %_4, label %bb4, label %bb13.critedge

bb4:                                              ; preds = %bb3
  %_0.i = add i32 %p.sroa.12.0, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !114
  %_8.0 = add i8 %start1.sroa.0.0, %_0.i10
  %_8.1 = icmp ult i8 %_8.0, %start1.sroa.0.0
  br i1 %_8.1, label %panic, label %bb6

bb6:                                              ; preds = %bb4
  br i1 %0, label %bb7, label %bb3

panic:                                            ; preds = %bb4
; call core::panicking::panic_const::panic_const_add_overflow
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_dd3d0c094249e0f15653b086fd61a71f) #15
  unreachable

bb7:                                              ; preds = %bb6
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %_0.i, i64 noundef 1, i32 noundef 0), !noalias !117
  br label %bb15

bb13.critedge:                                    ; preds = %bb3
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.12.0, i64 noundef 0, i32 noundef 0), !noalias !120
  br label %bb15

bb15:                                             ; preds = %bb7, %bb13.critedge
  tail call void @__unroll_check(i32 noundef 1, i1 noundef zeroext true)
  ret void
}

; Function Attrs: uwtable
define void @__unroll_harness_pointers_to_functions() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %len.i = tail call noundef i64 @__unroll_any_len(i64 noundef 1, i64 noundef 40)
  %data.i = tail call noundef ptr @__unroll_any_slice(i64 noundef 2, i32 noundef 0, i64 noundef 4, i64 noundef 4, i64 noundef %len.i, i64 noundef 4294967295, i64 noundef %len.i)
  %_6.i.i.i.i = ptrtoint ptr %data.i to i64
  %_5.i.i.i.i = and i64 %_6.i.i.i.i, 3
  %_0.i.i.i.i = icmp ne i64 %_5.i.i.i.i, 0
  %_12.i.i.i = icmp eq ptr %data.i, null
  %or.cond.i.not1.i.i = or i1 %_12.i.i.i, %_0.i.i.i.i
  %_7.not.i.i.i = icmp ugt i64 %len.i, 2305843009213693951
  %or.cond.i.i = or i1 %_7.not.i.i.i, %or.cond.i.not1.i.i
  br i1 %or.cond.i.i, label %bb5.i.i.i, label %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit, !prof !6

bb5.i.i.i:                                        ; preds = %start
; call core::panicking::panic_nounwind_fmt
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_5c1a2f972552229672fc942406cfc298, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7033420303fc0c2568fcf09d4a1870c7) #16
  unreachable

_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit:        ; preds = %start
  %_6.i.idx = shl nuw nsw i64 %len.i, 2
  %_6.i = getelementptr inbounds nuw i8, ptr %data.i, i64 %_6.i.idx
  %_6.i613 = icmp eq i64 %len.i, 0
  br i1 %_6.i613, label %bb8, label %bb7

bb7:                                              ; preds = %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit, %bb7
  %value.sroa.0.016 = phi i32 [ %_13, %bb7 ], [ 0, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit ]
  %iter.sroa.0.015 = phi ptr [ %spec.select, %bb7 ], [ %data.i, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit ]
  %p.sroa.10.014 = phi i32 [ %_0.i, %bb7 ], [ 0, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit ]
  %spec.select = getelementptr inbounds nuw i8, ptr %iter.sroa.0.015, i64 4
  %number = load i32, ptr %iter.sroa.0.015, align 4, !noundef !5
  %_0.i = add i32 %p.sroa.10.014, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !123
  %0 = urem i32 %number, 3
  %_16 = zext nneg i32 %0 to i64
  %1 = getelementptr inbounds nuw ptr, ptr @_RNvNvCsagI0P99PSFw_5loops38___unroll_harness_pointers_to_functions5TABLE, i64 %_16
  %_14 = load ptr, ptr %1, align 8, !nonnull !5, !noundef !5
  %_13 = tail call noundef i32 %_14(i32 noundef %value.sroa.0.016, i32 noundef %number)
  %_6.i6 = icmp eq ptr %spec.select, %_6.i
  br i1 %_6.i6, label %bb4.bb8_crit_edge, label %bb7

bb4.bb8_crit_edge:                                ; preds = %bb7
  %_23.le = icmp sgt i32 %_13, -301
  %2 = zext i1 %_23.le to i64
  %_3.i5.le = shl nuw nsw i64 1, %2
  br label %bb8

bb8:                                              ; preds = %bb4.bb8_crit_edge, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit
  %p.sroa.10.0.lcssa = phi i32 [ %_0.i, %bb4.bb8_crit_edge ], [ 0, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit ]
  %p.sroa.0.0.lcssa = phi i64 [ %_3.i5.le, %bb4.bb8_crit_edge ], [ 0, %_RINvCsagI0P99PSFw_5loops5slicelEB2_.exit ]
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.10.0.lcssa, i64 noundef %p.sroa.0.0.lcssa, i32 noundef 0), !noalias !126
  ret void
}

; Function Attrs: uwtable
define void @__unroll_harness_recursion() unnamed_addr #0 {
start:
  %_0.i4 = tail call noundef i64 @__unroll_any(i64 noundef 1, i32 noundef 0, i64 noundef 1)
  %m = trunc i64 %_0.i4 to i32
  %_0.i5 = tail call noundef i64 @__unroll_any(i64 noundef 2, i32 noundef 0, i64 noundef 2)
  %n = trunc i64 %_0.i5 to i32
; call loops::ackermann
  %_8 = tail call fastcc noundef i32 @_RNvCsagI0P99PSFw_5loops9ackermann(i32 noundef %m, i32 noundef %n)
  br label %bb9

bb9:                                              ; preds = %start, %bb9
  %iter.sroa.0.010 = phi i32 [ 0, %start ], [ %spec.select, %bb9 ]
  %spec.select = add nuw i32 %iter.sroa.0.010, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %spec.select), !noalias !129
  %exitcond.not = icmp eq i32 %spec.select, %_8
  br i1 %exitcond.not, label %bb10, label %bb9

bb10:                                             ; preds = %bb9
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %_8, i64 noundef 0, i32 noundef 0), !noalias !132
  ret void
}

; Function Attrs: uwtable
define void @__unroll_harness_reverse() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %tmp.i.i = alloca [4 x i8], align 4
  %len.i = tail call noundef i64 @__unroll_any_len(i64 noundef 1, i64 noundef 40)
  %data.i = tail call noundef ptr @__unroll_any_slice(i64 noundef 2, i32 noundef 0, i64 noundef 4, i64 noundef 4, i64 noundef %len.i, i64 noundef 4294967295, i64 noundef %len.i)
  %_6.i.i.i.i = ptrtoint ptr %data.i to i64
  %_5.i.i.i.i = and i64 %_6.i.i.i.i, 3
  %_0.i.i.i.i = icmp ne i64 %_5.i.i.i.i, 0
  %_12.i.i.i = icmp eq ptr %data.i, null
  %or.cond.i.not1.i.i = or i1 %_12.i.i.i, %_0.i.i.i.i
  %_7.not.i.i.i = icmp ugt i64 %len.i, 2305843009213693951
  %or.cond.i.i = or i1 %_7.not.i.i.i, %or.cond.i.not1.i.i
  br i1 %or.cond.i.i, label %bb5.i.i.i, label %bb3.preheader, !prof !6

bb3.preheader:                                    ; preds = %start
  %_6.i4.i.i.i = ptrtoint ptr %tmp.i.i to i64
  %_20.first_iter.not = icmp eq i64 %len.i, 0
  %0 = add nuw nsw i64 %len.i, 1
  %_676 = icmp ugt i64 %len.i, 1
  br i1 %_676, label %bb5, label %bb17

bb5.i.i.i:                                        ; preds = %start
; call core::panicking::panic_nounwind_fmt
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_5c1a2f972552229672fc942406cfc298, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7033420303fc0c2568fcf09d4a1870c7) #16
  unreachable

bb4.bb17_crit_edge:                               ; preds = %bb16
  %1 = trunc i64 %_9.04377 to i32
  br label %bb17

bb17:                                             ; preds = %bb4.bb17_crit_edge, %bb3.preheader
  %low.sroa.0.042.lcssa = phi i32 [ %1, %bb4.bb17_crit_edge ], [ 0, %bb3.preheader ]
  %p.sroa.0.040.lcssa = phi i64 [ %p.sroa.0.1, %bb4.bb17_crit_edge ], [ 0, %bb3.preheader ]
  call void @__unroll_exit(i32 noundef 1, i32 noundef %low.sroa.0.042.lcssa, i64 noundef %p.sroa.0.040.lcssa, i32 noundef 0), !noalias !135
  %_31 = icmp ugt i64 %len.i, 1
  br i1 %_31, label %bb20, label %bb23

bb5:                                              ; preds = %bb3.preheader, %bb16
  %high.sroa.0.04179 = phi i64 [ %_13.0, %bb16 ], [ %len.i, %bb3.preheader ]
  %low.sroa.0.04278 = phi i64 [ %_9.04377, %bb16 ], [ 0, %bb3.preheader ]
  %_9.04377 = phi i64 [ %_9.0, %bb16 ], [ 1, %bb3.preheader ]
  %indvars = trunc i64 %_9.04377 to i32
  call void @__unroll_step(i32 noundef 1, i32 noundef %indvars), !noalias !138
  %_13.0 = add i64 %high.sroa.0.04179, -1
  %exitcond.not = icmp eq i64 %_9.04377, %0
  br i1 %exitcond.not, label %panic4, label %bb8

bb23:                                             ; preds = %bb20, %bb17
  ret void

bb20:                                             ; preds = %bb17
  %_34 = load i32, ptr %data.i, align 4, !noundef !5
  %2 = getelementptr inbounds nuw i8, ptr %data.i, i64 4
  %_36 = load i32, ptr %2, align 4, !noundef !5
  %_33 = icmp ule i32 %_34, %_36
  call void @__unroll_check(i32 noundef 1, i1 noundef zeroext %_33)
  br label %bb23

bb8:                                              ; preds = %bb5
  br i1 %_20.first_iter.not, label %panic5, label %bb9

panic4:                                           ; preds = %bb5
; call core::panicking::panic_bounds_check
  call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_bounds_check(i64 noundef %len.i, i64 noundef %len.i, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_e72914db4c1aca486d15598f66116430) #15
  unreachable

bb9:                                              ; preds = %bb8
  %3 = getelementptr inbounds nuw i32, ptr %data.i, i64 %low.sroa.0.04278
  %_15 = load i32, ptr %3, align 4, !noundef !5
  %4 = getelementptr inbounds nuw i32, ptr %data.i, i64 %_13.0
  %_18 = load i32, ptr %4, align 4, !noundef !5
  %_14 = icmp eq i32 %_15, %_18
  br i1 %_14, label %bb16, label %bb12

panic5:                                           ; preds = %bb8
; call core::panicking::panic_bounds_check
  call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_bounds_check(i64 noundef %_13.0, i64 noundef %len.i, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_e6af13d6f804ed805bdae2a895b6ca64) #15
  unreachable

bb12:                                             ; preds = %bb9
  call void @llvm.experimental.noalias.scope.decl(metadata !141)
  call void @llvm.lifetime.start.p0(ptr nonnull %tmp.i.i), !noalias !141
  %_6.i.i.i.i16 = ptrtoint ptr %3 to i64
  %_21.i.i.i.i = icmp ult ptr %3, %tmp.i.i
  %5 = sub i64 %_6.i4.i.i.i, %_6.i.i.i.i16
  %6 = sub i64 %_6.i.i.i.i16, %_6.i4.i.i.i
  %diff.sroa.0.0.i.i.i.i = select i1 %_21.i.i.i.i, i64 %5, i64 %6
  %_0.i10.not.i.i.i = icmp eq i64 %diff.sroa.0.0.i.i.i.i, 0
  br i1 %_0.i10.not.i.i.i, label %bb9.i.i.i, label %_RNvNvNtCs5F7t97rd4c2_4core3ptr19copy_nonoverlapping18precondition_check.exit.i.i, !prof !144

bb9.i.i.i:                                        ; preds = %bb12
; call core::panicking::panic_nounwind_fmt
  call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_bd3468a7b96187f70c1ce98a3e7a63bf, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_ecbe841a17583f0b0f0b972777801328) #16
  unreachable

_RNvNvNtCs5F7t97rd4c2_4core3ptr19copy_nonoverlapping18precondition_check.exit.i.i: ; preds = %bb12
  store i32 %_15, ptr %tmp.i.i, align 4, !noalias !141
  %_6.i.i1.i.i = ptrtoint ptr %4 to i64
  store i32 %_18, ptr %3, align 4, !alias.scope !141
  %_21.i.i11.i.i = icmp ult ptr %tmp.i.i, %4
  %7 = sub i64 %_6.i.i1.i.i, %_6.i4.i.i.i
  %8 = sub i64 %_6.i4.i.i.i, %_6.i.i1.i.i
  %diff.sroa.0.0.i.i12.i.i = select i1 %_21.i.i11.i.i, i64 %7, i64 %8
  %_0.i10.not.i13.i.i = icmp eq i64 %diff.sroa.0.0.i.i12.i.i, 0
  br i1 %_0.i10.not.i13.i.i, label %bb9.i5.i.i, label %_RNvMNtCs5F7t97rd4c2_4core5sliceSm4swapCsagI0P99PSFw_5loops.exit, !prof !144

bb9.i5.i.i:                                       ; preds = %_RNvNvNtCs5F7t97rd4c2_4core3ptr19copy_nonoverlapping18precondition_check.exit.i.i
; call core::panicking::panic_nounwind_fmt
  call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_bd3468a7b96187f70c1ce98a3e7a63bf, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_ecbe841a17583f0b0f0b972777801328) #16
  unreachable

_RNvMNtCs5F7t97rd4c2_4core5sliceSm4swapCsagI0P99PSFw_5loops.exit: ; preds = %_RNvNvNtCs5F7t97rd4c2_4core3ptr19copy_nonoverlapping18precondition_check.exit.i.i
  store i32 %_15, ptr %4, align 4, !alias.scope !141
  call void @llvm.lifetime.end.p0(ptr nonnull %tmp.i.i), !noalias !141
  br label %bb16

bb16:                                             ; preds = %bb9, %_RNvMNtCs5F7t97rd4c2_4core5sliceSm4swapCsagI0P99PSFw_5loops.exit
  %p.sroa.0.1 = phi i64 [ 2, %_RNvMNtCs5F7t97rd4c2_4core5sliceSm4swapCsagI0P99PSFw_5loops.exit ], [ 1, %bb9 ]
  %_9.0 = add i64 %_9.04377, 1
  %_6 = icmp ult i64 %_9.0, %_13.0
  br i1 %_6, label %bb5, label %bb4.bb17_crit_edge
}

; Function Attrs: uwtable
define void @__unroll_harness_signed() unnamed_addr #0 {
start:
  %_0.i.i = tail call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) 1, i32 noundef 0, i64 noundef 4294967295)
  %_2.i14 = trunc i64 %_0.i.i to i32
  %_0.i.i15 = tail call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) 2, i32 noundef 0, i64 noundef 4294967295)
  %_2.i16 = trunc i64 %_0.i.i15 to i32
  %0 = icmp ne i32 %_2.i16, 0
  %1 = icmp sgt i32 %_2.i16, -1000
  %_4.sroa.0.0.off0 = and i1 %0, %1
  tail call void @__unroll_assume(i32 noundef 0, i1 noundef zeroext %_4.sroa.0.0.off0)
  %2 = icmp eq i32 %_2.i14, 0
  br i1 %2, label %bb30, label %bb8.lr.ph

bb8.lr.ph:                                        ; preds = %start
  %_12 = icmp eq i32 %_2.i16, -1
  %_3.i18.not = icmp eq i32 %_2.i16, -2147483648
  %_2.i16.mux = tail call i32 @llvm.abs.i32(i32 %_2.i16, i1 true)
  %3 = icmp eq i32 %_2.i16.mux, 1
  %spec.select = select i1 %3, i64 3, i64 1
  br label %bb8

bb30:                                             ; preds = %bb29, %start
  %p.sroa.16.0.lcssa = phi i32 [ 0, %start ], [ %_0.i13, %bb29 ]
  %p.sroa.0.0.lcssa = phi i64 [ 0, %start ], [ %p.sroa.0.1, %bb29 ]
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.16.0.lcssa, i64 noundef %p.sroa.0.0.lcssa, i32 noundef 0), !noalias !145
  ret void

bb8:                                              ; preds = %bb8.lr.ph, %bb29
  %a.sroa.0.033 = phi i32 [ %_2.i14, %bb8.lr.ph ], [ %a.sroa.0.1, %bb29 ]
  %p.sroa.16.032 = phi i32 [ 0, %bb8.lr.ph ], [ %_0.i13, %bb29 ]
  %_0.i13 = add i32 %p.sroa.16.032, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i13), !noalias !148
  br i1 %0, label %bb10, label %panic

bb10:                                             ; preds = %bb8
  %_13 = icmp eq i32 %a.sroa.0.033, -2147483648
  %_14 = and i1 %_12, %_13
  br i1 %_14, label %panic1, label %bb11

panic:                                            ; preds = %bb8
; call core::panicking::panic_const::panic_const_rem_by_zero
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const23panic_const_rem_by_zero(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_a6f8dd85271f850e5c6022a09a8ac912) #15
  unreachable

bb11:                                             ; preds = %bb10
  %a.sroa.0.033.frozen = freeze i32 %a.sroa.0.033
  %4 = sdiv i32 %a.sroa.0.033.frozen, %_2.i16
  %5 = mul i32 %4, %_2.i16
  %_9.decomposed = sub i32 %a.sroa.0.033.frozen, %5
  %6 = icmp eq i32 %_9.decomposed, 0
  br i1 %6, label %bb12, label %bb21

panic1:                                           ; preds = %bb10
; call core::panicking::panic_const::panic_const_rem_overflow
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_rem_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_a6f8dd85271f850e5c6022a09a8ac912) #15
  unreachable

bb12:                                             ; preds = %bb11
  br i1 %_3.i18.not, label %panic.i, label %_RNvMs0_NtCs5F7t97rd4c2_4core3numl3abs.exit

panic.i:                                          ; preds = %bb12
; call core::panicking::panic_const::panic_const_neg_overflow
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_neg_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_4fc87ba85d600f1a820092b52e466f0b) #15
  unreachable

_RNvMs0_NtCs5F7t97rd4c2_4core3numl3abs.exit:      ; preds = %bb12
  %spec.select25 = select i1 %3, i32 0, i32 %4
  br label %bb29

bb21:                                             ; preds = %bb11
  %_22 = icmp slt i32 %a.sroa.0.033, 0
  br i1 %_22, label %bb22, label %bb25

bb29:                                             ; preds = %_RNvMs0_NtCs5F7t97rd4c2_4core3numl3abs.exit, %bb25, %bb22
  %p.sroa.0.1 = phi i64 [ 8, %bb25 ], [ %spec.select, %_RNvMs0_NtCs5F7t97rd4c2_4core3numl3abs.exit ], [ 4, %bb22 ]
  %a.sroa.0.1 = phi i32 [ %8, %bb25 ], [ %spec.select25, %_RNvMs0_NtCs5F7t97rd4c2_4core3numl3abs.exit ], [ %10, %bb22 ]
  %7 = icmp eq i32 %a.sroa.0.1, 0
  br i1 %7, label %bb30, label %bb8

bb25:                                             ; preds = %bb21
  %_0.i = mul i32 %a.sroa.0.033, %_2.i16
  %8 = and i32 %_0.i, 255
  br label %bb29

bb22:                                             ; preds = %bb21
  %9 = tail call noundef i32 @llvm.ssub.sat.i32(i32 range(i32 -2147483648, 0) %a.sroa.0.033, i32 range(i32 1, 0) %_2.i16)
  %10 = ashr i32 %9, 3
  br label %bb29
}

; Function Attrs: uwtable
define void @__unroll_harness_singles() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %len.i = tail call noundef i64 @__unroll_any_len(i64 noundef 1, i64 noundef 40)
  %data.i = tail call noundef ptr @__unroll_any_slice(i64 noundef 2, i32 noundef 0, i64 noundef 4, i64 noundef 4, i64 noundef %len.i, i64 noundef 4294967295, i64 noundef %len.i)
  %_6.i.i.i.i = ptrtoint ptr %data.i to i64
  %_5.i.i.i.i = and i64 %_6.i.i.i.i, 3
  %_0.i.i.i.i = icmp ne i64 %_5.i.i.i.i, 0
  %_12.i.i.i = icmp eq ptr %data.i, null
  %or.cond.i.not1.i.i = or i1 %_12.i.i.i, %_0.i.i.i.i
  %_7.not.i.i.i = icmp ugt i64 %len.i, 2305843009213693951
  %or.cond.i.i = or i1 %_7.not.i.i.i, %or.cond.i.not1.i.i
  br i1 %or.cond.i.i, label %bb5.i.i.i, label %_RINvCsagI0P99PSFw_5loops5slicemEB2_.exit, !prof !6

bb5.i.i.i:                                        ; preds = %start
; call core::panicking::panic_nounwind_fmt
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_5c1a2f972552229672fc942406cfc298, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7033420303fc0c2568fcf09d4a1870c7) #16
  unreachable

_RINvCsagI0P99PSFw_5loops5slicemEB2_.exit:        ; preds = %start
  %_6.i.idx = shl nuw nsw i64 %len.i, 2
  %_6.i = getelementptr inbounds nuw i8, ptr %data.i, i64 %_6.i.idx
  %_6.i928 = icmp eq i64 %len.i, 0
  br i1 %_6.i928, label %bb8, label %bb7.preheader

bb7.preheader:                                    ; preds = %_RINvCsagI0P99PSFw_5loops5slicemEB2_.exit
  %spec.select30 = getelementptr inbounds nuw i8, ptr %data.i, i64 4
  br label %bb7

bb7:                                              ; preds = %bb7.preheader, %bb43
  %spec.select34 = phi ptr [ %spec.select, %bb43 ], [ %spec.select30, %bb7.preheader ]
  %0 = phi float [ %16, %bb43 ], [ -2.500000e+00, %bb7.preheader ]
  %p.sroa.10.033 = phi i32 [ %_0.i, %bb43 ], [ 0, %bb7.preheader ]
  %last.sroa.0.032 = phi i32 [ %last.sroa.0.1, %bb43 ], [ -1071644672, %bb7.preheader ]
  %iter.sroa.0.031 = phi ptr [ %spec.select34, %bb43 ], [ %data.i, %bb7.preheader ]
  %bits = load i32, ptr %iter.sroa.0.031, align 4, !noundef !5
  %_0.i = add i32 %p.sroa.10.033, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !151
  %_14 = urem i32 %bits, 6
  switch i32 %_14, label %bb10 [
    i32 0, label %bb15
    i32 1, label %bb14
    i32 2, label %bb13
    i32 3, label %bb12
    i32 4, label %bb11
  ]

bb4.bb8_crit_edge:                                ; preds = %bb43
  %_3.i6.le = shl nuw nsw i64 1, %_36.sroa.0.0
  br label %bb8

bb8:                                              ; preds = %bb4.bb8_crit_edge, %_RINvCsagI0P99PSFw_5loops5slicemEB2_.exit
  %last.sroa.0.0.lcssa = phi i32 [ %last.sroa.0.1, %bb4.bb8_crit_edge ], [ -1071644672, %_RINvCsagI0P99PSFw_5loops5slicemEB2_.exit ]
  %p.sroa.10.0.lcssa = phi i32 [ %_0.i, %bb4.bb8_crit_edge ], [ 0, %_RINvCsagI0P99PSFw_5loops5slicemEB2_.exit ]
  %p.sroa.0.0.lcssa = phi i64 [ %_3.i6.le, %bb4.bb8_crit_edge ], [ 0, %_RINvCsagI0P99PSFw_5loops5slicemEB2_.exit ]
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.10.0.lcssa, i64 noundef %p.sroa.0.0.lcssa, i32 noundef 0), !noalias !154
  %_12.i = ashr i32 %last.sroa.0.0.lcssa, 31
  %_10.i = lshr i32 %_12.i, 1
  %1 = xor i32 %_10.i, %last.sroa.0.0.lcssa
  %_0.i11 = icmp ne i32 %1, -1065353217
  tail call void @__unroll_check(i32 noundef 1, i1 noundef zeroext %_0.i11)
  ret void

bb10:                                             ; preds = %bb7
  %_0.i12 = bitcast i32 %bits to float
  %_0.i8 = fpext float %_0.i12 to double
  %2 = tail call nsz noundef double @llvm.maximumnum.f64(double %_0.i8, double 1.500000e+00)
  %3 = tail call float @llvm.fabs.f32(float %0)
  %4 = fpext float %3 to double
  %5 = tail call nsz noundef double @llvm.minimumnum.f64(double %2, double %4)
  %6 = fptrunc double %5 to float
  br label %bb32

bb15:                                             ; preds = %bb7
  %_0.i13 = bitcast i32 %bits to float
  %7 = tail call noundef float @llvm.floor.f32(float %_0.i13)
  br label %bb32

bb14:                                             ; preds = %bb7
  %_17 = uitofp i32 %bits to float
  %8 = fadd float %_17, -5.000000e-01
  br label %bb32

bb13:                                             ; preds = %bb7
  %_0.i14 = bitcast i32 %bits to float
  %9 = tail call noundef float @llvm.trunc.f32(float %_0.i14)
  %10 = tail call noundef float @llvm.copysign.f32(float %9, float %0)
  br label %bb32

bb12:                                             ; preds = %bb7
  %_23 = trunc i32 %bits to i8
  %_22 = sitofp i8 %_23 to float
  %_21 = fmul float %_22, 2.500000e-01
  %11 = tail call noundef float @llvm.round.f32(float %_21)
  br label %bb32

bb11:                                             ; preds = %bb7
  %_0.i15 = bitcast i32 %bits to float
  %_25 = fdiv float %_0.i15, 3.000000e+00
  %_7.i = fcmp olt float %_25, -1.000000e+02
  %self.sroa.0.0.i = select i1 %_7.i, float -1.000000e+02, float %_25
  %_9.i = fcmp ogt float %self.sroa.0.0.i, 1.000000e+02
  %self.sroa.0.1.i = select i1 %_9.i, float 1.000000e+02, float %self.sroa.0.0.i
  %12 = tail call noundef float @llvm.powi.f32.i32(float %self.sroa.0.1.i, i32 3)
  br label %bb32

bb32:                                             ; preds = %bb10, %bb11, %bb12, %bb13, %bb14, %bb15
  %number.sroa.0.0 = phi float [ %6, %bb10 ], [ %7, %bb15 ], [ %8, %bb14 ], [ %10, %bb13 ], [ %11, %bb12 ], [ %12, %bb11 ]
  %13 = bitcast i32 %last.sroa.0.032 to float
  %_3.i17 = fcmp ugt float %number.sroa.0.0, %13
  %_6.i18 = fcmp ult float %number.sroa.0.0, %13
  %..i = select i1 %_6.i18, i8 -2, i8 1
  %.1.i = sext i1 %_6.i18 to i8
  %_0.sroa.0.0.i19 = select i1 %_3.i17, i8 %..i, i8 %.1.i
  switch i8 %_0.sroa.0.0.i19, label %default.unreachable [
    i8 -2, label %bb43
    i8 -1, label %bb37
    i8 0, label %bb36
    i8 1, label %bb35
  ]

bb43:                                             ; preds = %bb40, %bb35, %bb32, %bb36, %bb37
  %_36.sroa.0.0 = phi i64 [ 1, %bb37 ], [ 2, %bb36 ], [ 0, %bb32 ], [ 3, %bb35 ], [ %18, %bb40 ]
  %switch.selectcmp.i = tail call noundef i1 @llvm.is.fpclass.f32(float %number.sroa.0.0, i32 264)
  %14 = fneg float %number.sroa.0.0
  %15 = bitcast float %14 to i32
  %last.sroa.0.1 = select i1 %switch.selectcmp.i, i32 %15, i32 %last.sroa.0.032
  %16 = select i1 %switch.selectcmp.i, float %14, float %0
  %_6.i9 = icmp eq ptr %spec.select34, %_6.i
  %spec.select.idx = select i1 %_6.i9, i64 0, i64 4
  %spec.select = getelementptr inbounds nuw i8, ptr %spec.select34, i64 %spec.select.idx
  br i1 %_6.i9, label %bb4.bb8_crit_edge, label %bb7

default.unreachable:                              ; preds = %bb32
  unreachable

bb37:                                             ; preds = %bb32
  br label %bb43

bb36:                                             ; preds = %bb32
  br label %bb43

bb35:                                             ; preds = %bb32
  %_42 = tail call i8 @llvm.fptoui.sat.i8.f32(float %number.sroa.0.0)
  %17 = icmp eq i8 %_42, 7
  br i1 %17, label %bb43, label %bb40

bb40:                                             ; preds = %bb35
  %_45 = tail call i64 @llvm.fptoui.sat.i64.f32(float %number.sroa.0.0)
  %_44 = icmp ugt i64 %_45, 1099511627776
  %18 = select i1 %_44, i64 4, i64 5
  br label %bb43
}

; Function Attrs: uwtable
define void @__unroll_harness_slices() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %len.i = tail call noundef i64 @__unroll_any_len(i64 noundef 1, i64 noundef 40)
  %data.i = tail call noundef ptr @__unroll_any_slice(i64 noundef 2, i32 noundef 0, i64 noundef 2, i64 noundef 2, i64 noundef %len.i, i64 noundef 65535, i64 noundef %len.i)
  %_6.i.i.i.i = ptrtoint ptr %data.i to i64
  %_5.i.i.i.i = and i64 %_6.i.i.i.i, 1
  %_0.i.i.i.i = icmp ne i64 %_5.i.i.i.i, 0
  %_12.i.i.i = icmp eq ptr %data.i, null
  %or.cond.i.not1.i.i = or i1 %_12.i.i.i, %_0.i.i.i.i
  %_7.not.i.i.i = icmp ugt i64 %len.i, 4611686018427387903
  %or.cond.i.i = or i1 %_7.not.i.i.i, %or.cond.i.not1.i.i
  br i1 %or.cond.i.i, label %bb5.i.i.i, label %_RINvCsagI0P99PSFw_5loops5slicetEB2_.exit, !prof !6

bb5.i.i.i:                                        ; preds = %start
; call core::panicking::panic_nounwind_fmt
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_5c1a2f972552229672fc942406cfc298, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7033420303fc0c2568fcf09d4a1870c7) #16
  unreachable

_RINvCsagI0P99PSFw_5loops5slicetEB2_.exit:        ; preds = %start
  %_0.i8 = tail call noundef i64 @__unroll_any(i64 noundef 9, i32 noundef 0, i64 noundef 45)
  %_6.i.i = getelementptr inbounds nuw i16, ptr %data.i, i64 %len.i
  %_274 = lshr i64 %_0.i8, 1
  %_29 = icmp ult i64 %_274, %len.i
  %0 = getelementptr inbounds nuw i16, ptr %data.i, i64 %_274
  br label %bb7

bb7:                                              ; preds = %bb7.backedge, %_RINvCsagI0P99PSFw_5loops5slicetEB2_.exit
  %iter.sroa.0.0 = phi ptr [ %data.i, %_RINvCsagI0P99PSFw_5loops5slicetEB2_.exit ], [ %spec.select, %bb7.backedge ]
  %p.sroa.12.0 = phi i32 [ 0, %_RINvCsagI0P99PSFw_5loops5slicetEB2_.exit ], [ %_0.i, %bb7.backedge ]
  %iter.sroa.7.0 = phi i64 [ 0, %_RINvCsagI0P99PSFw_5loops5slicetEB2_.exit ], [ %iter.sroa.7.1, %bb7.backedge ]
  %p.sroa.0.0 = phi i64 [ 0, %_RINvCsagI0P99PSFw_5loops5slicetEB2_.exit ], [ %p.sroa.0.0.be, %bb7.backedge ]
  %best.sroa.0.0 = phi i16 [ 0, %_RINvCsagI0P99PSFw_5loops5slicetEB2_.exit ], [ %best.sroa.0.0.be, %bb7.backedge ]
  %_6.i.i9 = icmp eq ptr %iter.sroa.0.0, %_6.i.i
  %spec.select.idx = select i1 %_6.i.i9, i64 0, i64 2
  %spec.select = getelementptr inbounds nuw i8, ptr %iter.sroa.0.0, i64 %spec.select.idx
  %spec.select14 = select i1 %_6.i.i9, ptr null, ptr %iter.sroa.0.0
  %.not.i = icmp eq ptr %spec.select14, null
  br i1 %.not.i, label %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter4ItertEENtNtNtB8_6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit, label %bb8.i

bb8.i:                                            ; preds = %bb7
  %_9.1.i = icmp eq i64 %iter.sroa.7.0, -1
  br i1 %_9.1.i, label %panic.i, label %bb3.i

bb3.i:                                            ; preds = %bb8.i
  %_9.0.i = add nuw i64 %iter.sroa.7.0, 1
  %1 = icmp ne i64 %iter.sroa.7.0, %_0.i8
  br label %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter4ItertEENtNtNtB8_6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit

panic.i:                                          ; preds = %bb8.i
; call core::panicking::panic_const::panic_const_add_overflow
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7bda5cfa970f75b08b4f7411e5fa9fa8) #15, !noalias !157
  unreachable

_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter4ItertEENtNtNtB8_6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit: ; preds = %bb7, %bb3.i
  %iter.sroa.7.1 = phi i64 [ %iter.sroa.7.0, %bb7 ], [ %_9.0.i, %bb3.i ]
  %_0.sroa.2.0.i = phi ptr [ null, %bb7 ], [ %spec.select14, %bb3.i ]
  %_0.sroa.0.0.i = phi i1 [ undef, %bb7 ], [ %1, %bb3.i ]
  %.not = icmp eq ptr %_0.sroa.2.0.i, null
  br i1 %.not, label %bb11, label %bb10

bb10:                                             ; preds = %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter4ItertEENtNtNtB8_6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit
  %_0.i = add i32 %p.sroa.12.0, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !160
  %_19 = load i16, ptr %_0.sroa.2.0.i, align 2, !noundef !5
  %_18 = icmp ugt i16 %_19, %best.sroa.0.0
  %brmerge = select i1 %_18, i1 true, i1 %_0.sroa.0.0.i
  %.mux = zext i1 %_18 to i64
  %_19.mux = tail call i16 @llvm.umax.i16(i16 %_19, i16 %best.sroa.0.0)
  br i1 %brmerge, label %bb7.backedge, label %bb16

bb7.backedge:                                     ; preds = %bb10, %bb18
  %p.sroa.0.0.be = phi i64 [ %.mux, %bb10 ], [ 2, %bb18 ]
  %best.sroa.0.0.be = phi i16 [ %_19.mux, %bb10 ], [ %2, %bb18 ]
  br label %bb7

bb11:                                             ; preds = %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter4ItertEENtNtNtB8_6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops.exit
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.12.0, i64 noundef %p.sroa.0.0, i32 noundef 0), !noalias !163
  %_33 = icmp ne i16 %best.sroa.0.0, 77
  tail call void @__unroll_check(i32 noundef 1, i1 noundef zeroext %_33)
  ret void

bb16:                                             ; preds = %bb10
  br i1 %_29, label %bb18, label %panic

bb18:                                             ; preds = %bb16
  %_26 = load i16, ptr %0, align 2, !noundef !5
  %2 = xor i16 %_26, %best.sroa.0.0
  br label %bb7.backedge

panic:                                            ; preds = %bb16
; call core::panicking::panic_bounds_check
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_bounds_check(i64 noundef %_274, i64 noundef %len.i, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_f56381c072e66877bbdefd8747029079) #15
  unreachable
}

; Function Attrs: uwtable
define void @__unroll_harness_structs() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %heap = alloca [40 x i8], align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %heap)
  store i32 0, ptr %heap, align 4
  %0 = getelementptr inbounds nuw i8, ptr %heap, i64 4
  store i16 0, ptr %0, align 4
  %1 = getelementptr inbounds nuw i8, ptr %heap, i64 8
  store i32 0, ptr %1, align 4
  %2 = getelementptr inbounds nuw i8, ptr %heap, i64 12
  store i16 0, ptr %2, align 4
  %3 = getelementptr inbounds nuw i8, ptr %heap, i64 16
  store i32 0, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %heap, i64 20
  store i16 0, ptr %4, align 4
  %5 = getelementptr inbounds nuw i8, ptr %heap, i64 24
  store i32 0, ptr %5, align 4
  %6 = getelementptr inbounds nuw i8, ptr %heap, i64 28
  store i16 0, ptr %6, align 4
  %7 = getelementptr inbounds nuw i8, ptr %heap, i64 32
  store i32 0, ptr %7, align 4
  %8 = getelementptr inbounds nuw i8, ptr %heap, i64 36
  store i16 0, ptr %8, align 4
  br label %bb4

bb4:                                              ; preds = %start, %bb9
  %iter.sroa.0.0.idx = phi i64 [ %iter.sroa.0.0.add, %bb9 ], [ 0, %start ]
  %iter.sroa.7.0 = phi i64 [ %iter.sroa.7.1, %bb9 ], [ 0, %start ]
  %iter.sroa.0.0.ptr = getelementptr inbounds nuw i8, ptr %heap, i64 %iter.sroa.0.0.idx
  %_7.i.i = icmp eq i64 %iter.sroa.0.0.idx, 40
  %spec.select.idx = select i1 %_7.i.i, i64 0, i64 8
  %iter.sroa.0.0.add = add nuw nsw i64 %spec.select.idx, %iter.sroa.0.0.idx
  %spec.select26 = select i1 %_7.i.i, ptr null, ptr %iter.sroa.0.0.ptr
  br i1 %_7.i.i, label %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter7IterMutNtNvCsagI0P99PSFw_5loops24___unroll_harness_structs4PairEENtNtNtB8_6traits8iterator8Iterator4nextB1E_.exit, label %bb8.i

bb8.i:                                            ; preds = %bb4
  %_9.1.i = icmp eq i64 %iter.sroa.7.0, -1
  br i1 %_9.1.i, label %panic.i, label %bb3.i

bb3.i:                                            ; preds = %bb8.i
  %_9.0.i = add nuw i64 %iter.sroa.7.0, 1
  br label %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter7IterMutNtNvCsagI0P99PSFw_5loops24___unroll_harness_structs4PairEENtNtNtB8_6traits8iterator8Iterator4nextB1E_.exit

panic.i:                                          ; preds = %bb8.i
; call core::panicking::panic_const::panic_const_add_overflow
  call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7bda5cfa970f75b08b4f7411e5fa9fa8) #15, !noalias !166
  unreachable

_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter7IterMutNtNvCsagI0P99PSFw_5loops24___unroll_harness_structs4PairEENtNtNtB8_6traits8iterator8Iterator4nextB1E_.exit: ; preds = %bb4, %bb3.i
  %iter.sroa.7.1 = phi i64 [ %iter.sroa.7.0, %bb4 ], [ %_9.0.i, %bb3.i ]
  %_0.sroa.2.0.i = phi ptr [ null, %bb4 ], [ %spec.select26, %bb3.i ]
  %_0.sroa.0.0.i = phi i64 [ undef, %bb4 ], [ %iter.sroa.7.0, %bb3.i ]
  %.not = icmp eq ptr %_0.sroa.2.0.i, null
  br i1 %.not, label %bb8, label %bb7

bb7:                                              ; preds = %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter7IterMutNtNvCsagI0P99PSFw_5loops24___unroll_harness_structs4PairEENtNtNtB8_6traits8iterator8Iterator4nextB1E_.exit
  %_18.1 = icmp ugt i64 %_0.sroa.0.0.i, -101
  br i1 %_18.1, label %panic8, label %bb9

bb8:                                              ; preds = %_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter7IterMutNtNvCsagI0P99PSFw_5loops24___unroll_harness_structs4PairEENtNtNtB8_6traits8iterator8Iterator4nextB1E_.exit
  %_0.i20 = call noundef i64 @__unroll_any(i64 noundef 1, i32 noundef 0, i64 noundef 4)
  %_23.not30 = icmp eq i64 %_0.i20, 0
  br i1 %_23.not30, label %bb28, label %bb14

bb14:                                             ; preds = %bb8, %bb21
  %at.sroa.0.032 = phi i64 [ %parent16, %bb21 ], [ %_0.i20, %bb8 ]
  %p.sroa.12.031 = phi i32 [ %_0.i, %bb21 ], [ 0, %bb8 ]
  %_0.i = add i32 %p.sroa.12.031, 1
  call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !169
  %_30.0 = add i64 %at.sroa.0.032, -1
  %parent16 = lshr i64 %_30.0, 1
  %_33 = icmp ult i64 %at.sroa.0.032, 11
  br i1 %_33, label %bb17, label %panic1

bb28:                                             ; preds = %bb21, %bb18, %bb8
  %p.sroa.0.1 = phi i64 [ 0, %bb8 ], [ 2, %bb21 ], [ 1, %bb18 ]
  %p.sroa.12.1 = phi i32 [ 0, %bb8 ], [ %_0.i, %bb18 ], [ %_0.i, %bb21 ]
  call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.12.1, i64 noundef %p.sroa.0.1, i32 noundef 0), !noalias !172
  %_50 = load i32, ptr %heap, align 4, !noundef !5
  %9 = icmp ne i32 %_50, 3
  %10 = getelementptr inbounds nuw i8, ptr %heap, i64 4
  %_51 = load i16, ptr %10, align 4
  %11 = icmp ult i16 %_51, 5
  %_49.sroa.0.0.off0 = select i1 %9, i1 true, i1 %11
  call void @__unroll_check(i32 noundef 1, i1 noundef zeroext %_49.sroa.0.0.off0)
  call void @llvm.lifetime.end.p0(ptr nonnull %heap)
  ret void

bb17:                                             ; preds = %bb14
  %12 = getelementptr inbounds nuw %"__unroll_harness_structs::Pair", ptr %heap, i64 %parent16
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 4
  %_36 = icmp ult i64 %at.sroa.0.032, 5
  br i1 %_36, label %bb18, label %panic2

panic1:                                           ; preds = %bb14
; call core::panicking::panic_bounds_check
  call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_bounds_check(i64 noundef %parent16, i64 noundef 5, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_e7623b0260eef453b5290ba3870a5b3a) #15
  unreachable

bb18:                                             ; preds = %bb17
  %_32 = load i16, ptr %13, align 4, !noundef !5
  %14 = getelementptr inbounds nuw %"__unroll_harness_structs::Pair", ptr %heap, i64 %at.sroa.0.032
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 4
  %_34 = load i16, ptr %15, align 4, !noundef !5
  %_31.not = icmp ugt i16 %_32, %_34
  br i1 %_31.not, label %bb21, label %bb28

panic2:                                           ; preds = %bb17
; call core::panicking::panic_bounds_check
  call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_bounds_check(i64 noundef %at.sroa.0.032, i64 noundef 5, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_69ebd8d2ebd1e48e5aa4f60ca7f67799) #15
  unreachable

bb21:                                             ; preds = %bb18
  %copy.0 = load i32, ptr %14, align 4, !noundef !5
  %_44.0 = load i32, ptr %12, align 4, !noundef !5
  store i32 %_44.0, ptr %14, align 4
  store i16 %_32, ptr %15, align 4
  store i32 %copy.0, ptr %12, align 4
  store i16 %_34, ptr %13, align 4
  %_23.not = icmp eq i64 %parent16, 0
  br i1 %_23.not, label %bb28, label %bb14

bb9:                                              ; preds = %bb7
  %_18.0 = add nuw i64 %_0.sroa.0.0.i, 100
  %_0.i21 = call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) %_18.0, i32 noundef 0, i64 noundef 9)
  %_14 = trunc i64 %_0.i21 to i16
  %_19 = trunc i64 %_0.sroa.0.0.i to i32
  store i32 %_19, ptr %_0.sroa.2.0.i, align 4
  %16 = getelementptr inbounds nuw i8, ptr %_0.sroa.2.0.i, i64 4
  store i16 %_14, ptr %16, align 4
  br label %bb4

panic8:                                           ; preds = %bb7
; call core::panicking::panic_const::panic_const_add_overflow
  call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_2d1848bbac8a93cecff26eb61c2fb96b) #15
  unreachable
}

; Function Attrs: uwtable
define void @__unroll_harness_swaps() unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %tmp.i.i = alloca [1 x i8], align 4
  %len.i = tail call noundef i64 @__unroll_any_len(i64 noundef 1, i64 noundef 40)
  %data.i = tail call noundef ptr @__unroll_any_slice(i64 noundef 2, i32 noundef 0, i64 noundef 1, i64 noundef 1, i64 noundef %len.i, i64 noundef 255, i64 noundef %len.i)
  %_12.i.i.i = icmp eq ptr %data.i, null
  %_7.not.i.i.i = icmp slt i64 %len.i, 0
  %or.cond.i.i = or i1 %_7.not.i.i.i, %_12.i.i.i
  br i1 %or.cond.i.i, label %bb5.i.i.i, label %_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit, !prof !6

bb5.i.i.i:                                        ; preds = %start
; call core::panicking::panic_nounwind_fmt
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_5c1a2f972552229672fc942406cfc298, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_7033420303fc0c2568fcf09d4a1870c7) #16
  unreachable

_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit:        ; preds = %start
  %_0.i17 = tail call noundef i64 @__unroll_any(i64 noundef 8, i32 noundef 0, i64 noundef 20)
  %_0.i18 = tail call noundef i64 @__unroll_any(i64 noundef 9, i32 noundef 0, i64 noundef 20)
  %_8 = icmp ult i64 %_0.i17, %len.i
  %0 = icmp ult i64 %_0.i18, %len.i
  %_7.sroa.0.0.off0 = and i1 %_8, %0
  tail call void @__unroll_assume(i32 noundef 0, i1 noundef zeroext %_7.sroa.0.0.off0)
  br i1 %0, label %bb8, label %panic

bb8:                                              ; preds = %_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit
  %1 = getelementptr inbounds nuw i8, ptr %data.i, i64 %_0.i18
  br i1 %_8, label %bb10, label %panic1

panic:                                            ; preds = %_RINvCsagI0P99PSFw_5loops5slicehEB2_.exit
; call core::panicking::panic_bounds_check
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_bounds_check(i64 noundef %_0.i18, i64 noundef %len.i, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_9f1b049a5c0dbf1b6a3d911e8989e9f3) #15
  unreachable

bb10:                                             ; preds = %bb8
  %_11 = load i8, ptr %1, align 1, !noundef !5
  %_0.i = add i8 %_11, 1
  %2 = getelementptr inbounds nuw i8, ptr %data.i, i64 %_0.i17
  store i8 %_0.i, ptr %2, align 1
  tail call void @llvm.experimental.noalias.scope.decl(metadata !175)
  call void @llvm.lifetime.start.p0(ptr nonnull %tmp.i.i), !noalias !175
  %_6.i.i.i.i = ptrtoint ptr %1 to i64
  %_6.i4.i.i.i = ptrtoint ptr %tmp.i.i to i64
  %_21.i.i.i.i = icmp ult ptr %1, %tmp.i.i
  %3 = sub i64 %_6.i4.i.i.i, %_6.i.i.i.i
  %4 = sub i64 %_6.i.i.i.i, %_6.i4.i.i.i
  %diff.sroa.0.0.i.i.i.i = select i1 %_21.i.i.i.i, i64 %3, i64 %4
  %_0.i10.not.i.i.i = icmp eq i64 %diff.sroa.0.0.i.i.i.i, 0
  br i1 %_0.i10.not.i.i.i, label %bb9.i.i.i, label %_RNvNvNtCs5F7t97rd4c2_4core3ptr19copy_nonoverlapping18precondition_check.exit.i.i, !prof !144

bb9.i.i.i:                                        ; preds = %bb10
; call core::panicking::panic_nounwind_fmt
  call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_bd3468a7b96187f70c1ce98a3e7a63bf, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_ecbe841a17583f0b0f0b972777801328) #16
  unreachable

_RNvNvNtCs5F7t97rd4c2_4core3ptr19copy_nonoverlapping18precondition_check.exit.i.i: ; preds = %bb10
  %5 = load i8, ptr %1, align 1, !alias.scope !175
  store i8 %5, ptr %tmp.i.i, align 4, !noalias !175
  %_6.i.i1.i.i = ptrtoint ptr %data.i to i64
  %6 = load i8, ptr %data.i, align 1, !alias.scope !175
  store i8 %6, ptr %1, align 1, !alias.scope !175
  %_21.i.i5.i.i = icmp ult ptr %tmp.i.i, %data.i
  %7 = sub i64 %_6.i.i1.i.i, %_6.i4.i.i.i
  %8 = sub i64 %_6.i4.i.i.i, %_6.i.i1.i.i
  %diff.sroa.0.0.i.i6.i.i = select i1 %_21.i.i5.i.i, i64 %7, i64 %8
  %_0.i10.not.i7.i.i = icmp eq i64 %diff.sroa.0.0.i.i6.i.i, 0
  br i1 %_0.i10.not.i7.i.i, label %bb9.i3.i.i, label %_RNvMNtCs5F7t97rd4c2_4core5sliceSh4swapCsagI0P99PSFw_5loops.exit, !prof !144

bb9.i3.i.i:                                       ; preds = %_RNvNvNtCs5F7t97rd4c2_4core3ptr19copy_nonoverlapping18precondition_check.exit.i.i
; call core::panicking::panic_nounwind_fmt
  call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull @alloc_bd3468a7b96187f70c1ce98a3e7a63bf, ptr noundef nonnull inttoptr (i64 567 to ptr), i1 noundef zeroext false, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_ecbe841a17583f0b0f0b972777801328) #16
  unreachable

_RNvMNtCs5F7t97rd4c2_4core5sliceSh4swapCsagI0P99PSFw_5loops.exit: ; preds = %_RNvNvNtCs5F7t97rd4c2_4core3ptr19copy_nonoverlapping18precondition_check.exit.i.i
  store i8 %5, ptr %data.i, align 1, !alias.scope !175
  call void @llvm.lifetime.end.p0(ptr nonnull %tmp.i.i), !noalias !175
  %9 = getelementptr inbounds nuw i8, ptr %data.i, i64 %_0.i17
  %_1523 = load i8, ptr %9, align 1, !noundef !5
  %10 = icmp eq i8 %_1523, 0
  br i1 %10, label %bb25, label %bb15

panic1:                                           ; preds = %bb8
; call core::panicking::panic_bounds_check
  tail call void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_bounds_check(i64 noundef %_0.i17, i64 noundef %len.i, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_c9aa815fd637c30cc8d4d66291030427) #15
  unreachable

bb13:                                             ; preds = %bb15
  %11 = getelementptr inbounds nuw i8, ptr %data.i, i64 %_0.i16
  %_15 = load i8, ptr %11, align 1, !noundef !5
  %12 = icmp eq i8 %_15, 0
  br i1 %12, label %bb25, label %bb15

bb15:                                             ; preds = %_RNvMNtCs5F7t97rd4c2_4core5sliceSh4swapCsagI0P99PSFw_5loops.exit, %bb13
  %13 = phi ptr [ %11, %bb13 ], [ %9, %_RNvMNtCs5F7t97rd4c2_4core5sliceSh4swapCsagI0P99PSFw_5loops.exit ]
  %p.sroa.12.024 = phi i32 [ %_0.i15, %bb13 ], [ 0, %_RNvMNtCs5F7t97rd4c2_4core5sliceSh4swapCsagI0P99PSFw_5loops.exit ]
  %_0.i15 = add i32 %p.sroa.12.024, 1
  call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i15), !noalias !178
  %_21 = load i8, ptr %13, align 1, !noundef !5
  %_0.i16 = zext i8 %_21 to i64
  store i8 0, ptr %13, align 1
  %_25.not = icmp ugt i64 %len.i, %_0.i16
  br i1 %_25.not, label %bb13, label %bb25

bb25:                                             ; preds = %bb13, %bb15, %_RNvMNtCs5F7t97rd4c2_4core5sliceSh4swapCsagI0P99PSFw_5loops.exit
  %p.sroa.12.1 = phi i32 [ 0, %_RNvMNtCs5F7t97rd4c2_4core5sliceSh4swapCsagI0P99PSFw_5loops.exit ], [ %_0.i15, %bb15 ], [ %_0.i15, %bb13 ]
  %p.sroa.0.1 = phi i64 [ 0, %_RNvMNtCs5F7t97rd4c2_4core5sliceSh4swapCsagI0P99PSFw_5loops.exit ], [ 2, %bb13 ], [ 1, %bb15 ]
  call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.12.1, i64 noundef %p.sroa.0.1, i32 noundef 0), !noalias !181
  ret void
}

; Function Attrs: uwtable
define void @__unroll_harness_table() unnamed_addr #0 {
start:
  %_0.i.i = tail call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) 1, i32 noundef 0, i64 noundef 255)
  %_0.i13 = trunc i64 %_0.i.i to i8
  %at.sroa.0.019 = and i8 %_0.i13, 15
  %0 = icmp eq i8 %at.sroa.0.019, 15
  br i1 %0, label %bb12, label %bb4

bb2:                                              ; preds = %bb4
  %at.sroa.0.0 = and i8 %_28.0, 15
  %1 = icmp eq i8 %at.sroa.0.0, 15
  br i1 %1, label %bb12.loopexit, label %bb4

bb12.loopexit:                                    ; preds = %bb2
  %_15 = urem i8 %_16, 3
  %2 = zext nneg i8 %_15 to i64
  %_3.i11 = shl nuw nsw i64 1, %2
  br label %bb12

bb12:                                             ; preds = %bb12.loopexit, %start
  %p.sroa.10.0.lcssa = phi i32 [ 0, %start ], [ %_0.i, %bb12.loopexit ]
  %p.sroa.0.0.lcssa = phi i64 [ 0, %start ], [ %_3.i11, %bb12.loopexit ]
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.10.0.lcssa, i64 noundef %p.sroa.0.0.lcssa, i32 noundef 0), !noalias !184
  ret void

bb4:                                              ; preds = %start, %bb2
  %at.sroa.0.021 = phi i8 [ %at.sroa.0.0, %bb2 ], [ %at.sroa.0.019, %start ]
  %p.sroa.10.020 = phi i32 [ %_0.i, %bb2 ], [ 0, %start ]
  %_0.i = add i32 %p.sroa.10.020, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !187
  %_6 = zext nneg i8 %at.sroa.0.021 to i64
  %3 = getelementptr inbounds nuw i8, ptr @anon.65df1b4457465b33cf1eb45b56983972.0, i64 %_6
  %_16 = load i8, ptr %3, align 1, !noundef !5
  %_28.0 = add i8 %_16, %at.sroa.0.021
  %_28.1 = icmp ult i8 %_28.0, %at.sroa.0.021
  br i1 %_28.1, label %panic4, label %bb2

panic4:                                           ; preds = %bb4
; call core::panicking::panic_const::panic_const_add_overflow
  tail call void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_9ad9713bae43d577605a963a9d6f5041) #15
  unreachable
}

; Function Attrs: uwtable
define void @__unroll_harness_wide() unnamed_addr #0 {
start:
  %_0.i.i = tail call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) 1, i32 noundef 0, i64 noundef -1)
  %_0.i.i9 = tail call noundef i64 @__unroll_any(i64 noundef range(i64 100, 14) 2, i32 noundef 0, i64 noundef -1)
  %_0.i8 = zext i64 %_0.i.i to i128
  %_0.i7 = zext i64 %_0.i.i9 to i128
  %0 = mul nuw i128 %_0.i7, %_0.i8
  %_8 = lshr i128 %0, 64
  %1 = trunc nuw i128 %_8 to i64
  %_1014 = icmp ugt i64 %1, 1
  br i1 %_1014, label %bb7, label %bb14

bb14:                                             ; preds = %bb13, %start
  %p.sroa.12.0.lcssa = phi i32 [ 0, %start ], [ %_0.i, %bb13 ]
  %p.sroa.0.0.lcssa = phi i64 [ 0, %start ], [ %p.sroa.0.1, %bb13 ]
  tail call void @__unroll_exit(i32 noundef 1, i32 noundef %p.sroa.12.0.lcssa, i64 noundef %p.sroa.0.0.lcssa, i32 noundef 0), !noalias !190
  ret void

bb7:                                              ; preds = %start, %bb13
  %high.sroa.0.016 = phi i64 [ %high.sroa.0.1, %bb13 ], [ %1, %start ]
  %p.sroa.12.015 = phi i32 [ %_0.i, %bb13 ], [ 0, %start ]
  %_0.i = add i32 %p.sroa.12.015, 1
  tail call void @__unroll_step(i32 noundef 1, i32 noundef %_0.i), !noalias !193
  %_14 = urem i64 %high.sroa.0.016, 10
  %2 = icmp eq i64 %_14, 7
  br i1 %2, label %bb9, label %bb11

bb9:                                              ; preds = %bb7
  %3 = udiv i64 %high.sroa.0.016, 1000
  br label %bb13

bb11:                                             ; preds = %bb7
  %4 = lshr i64 %high.sroa.0.016, 13
  br label %bb13

bb13:                                             ; preds = %bb11, %bb9
  %p.sroa.0.1 = phi i64 [ 1, %bb9 ], [ 2, %bb11 ]
  %high.sroa.0.1 = phi i64 [ %3, %bb9 ], [ %4, %bb11 ]
  %_10 = icmp samesign ugt i64 %high.sroa.0.1, 1
  br i1 %_10, label %bb7, label %bb14
}

; Function Attrs: uwtable
declare noundef i64 @__unroll_any_len(i64 noundef, i64 noundef) unnamed_addr #0

; core::panicking::panic_const::panic_const_add_overflow
; Function Attrs: cold noinline noreturn uwtable
declare void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #2

; Function Attrs: uwtable
declare noundef ptr @__unroll_any_slice(i64 noundef, i32 noundef, i64 noundef, i64 noundef, i64 noundef, i64 noundef, i64 noundef) unnamed_addr #0

; Function Attrs: nounwind uwtable
declare noundef range(i32 0, 10) i32 @rust_eh_personality(i32 noundef, i32 noundef, i64 noundef, ptr noundef, ptr noundef) unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.fshl.i64(i64, i64, i64) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #4

; core::panicking::panic_bounds_check
; Function Attrs: cold minsize noinline noreturn optsize uwtable
declare void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_bounds_check(i64 noundef, i64 noundef, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #6

; Function Attrs: uwtable
declare noundef i64 @__unroll_any(i64 noundef, i32 noundef, i64 noundef) unnamed_addr #0

; Function Attrs: uwtable
declare void @__unroll_check(i32 noundef, i1 noundef zeroext) unnamed_addr #0

; Function Attrs: uwtable
declare void @__unroll_assume(i32 noundef, i1 noundef zeroext) unnamed_addr #0

; Function Attrs: uwtable
declare void @__unroll_exit(i32 noundef, i32 noundef, i64 noundef, i32 noundef) unnamed_addr #0

; Function Attrs: uwtable
declare void @__unroll_step(i32 noundef, i32 noundef) unnamed_addr #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.powi.f32.i32(float, i32) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.floor.f32(float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.round.f32(float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.trunc.f32(float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.copysign.f32(float, float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.maximumnum.f64(double, double) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.minimumnum.f64(double, double) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ssub.sat.i32(i32, i32) #5

; core::panicking::panic_const::panic_const_neg_overflow
; Function Attrs: cold noinline noreturn uwtable
declare void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_neg_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.bswap.i64(i64) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.cttz.i64(i64, i1 immarg) #7

; core::panicking::panic_nounwind_fmt
; Function Attrs: cold noinline noreturn nounwind uwtable
declare void @_RNvNtCs5F7t97rd4c2_4core9panicking18panic_nounwind_fmt(ptr noundef nonnull, ptr noundef nonnull, i1 noundef zeroext, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #8

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @memcmp(ptr captures(none), ptr captures(none), i64) local_unnamed_addr #9

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #10

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32) #5

; core::panicking::panic_const::panic_const_mul_overflow
; Function Attrs: cold noinline noreturn uwtable
declare void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_mul_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.fptosi.sat.i16.f64(double) #5

; core::panicking::panic_const::panic_const_rem_by_zero
; Function Attrs: cold noinline noreturn uwtable
declare void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const23panic_const_rem_by_zero(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #2

; core::panicking::panic_const::panic_const_rem_overflow
; Function Attrs: cold noinline noreturn uwtable
declare void @_RNvNtNtCs5F7t97rd4c2_4core9panicking11panic_const24panic_const_rem_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i8 @llvm.fptoui.sat.i8.f32(float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.fptoui.sat.i64.f32(float) #5

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) local_unnamed_addr #11

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #12

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #13

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #12

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #14

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.is.fpclass.f32(float, i32 immarg) #12

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #12

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.umax.i16(i16, i16) #12

attributes #0 = { uwtable "frame-pointer"="non-leaf" "probe-stack"="inline-asm" "target-cpu"="generic" "target-features"="+v8a,+outline-atomics" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "frame-pointer"="non-leaf" "probe-stack"="inline-asm" "target-cpu"="generic" "target-features"="+v8a,+outline-atomics" }
attributes #2 = { cold noinline noreturn uwtable "frame-pointer"="non-leaf" "probe-stack"="inline-asm" "target-cpu"="generic" "target-features"="+v8a,+outline-atomics" }
attributes #3 = { nounwind uwtable "frame-pointer"="non-leaf" "probe-stack"="inline-asm" "target-cpu"="generic" "target-features"="+v8a,+outline-atomics" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { cold minsize noinline noreturn optsize uwtable "frame-pointer"="non-leaf" "probe-stack"="inline-asm" "target-cpu"="generic" "target-features"="+v8a,+outline-atomics" }
attributes #7 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { cold noinline noreturn nounwind uwtable "frame-pointer"="non-leaf" "probe-stack"="inline-asm" "target-cpu"="generic" "target-features"="+v8a,+outline-atomics" }
attributes #9 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #10 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #11 = { nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #12 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #13 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #14 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #15 = { noreturn }
attributes #16 = { noreturn nounwind }

!llvm.module.flags = !{!0}
!llvm.ident = !{!1}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{!"rustc version 1.97.1 (8bab26f4f 2026-07-14) (built from a source tarball)"}
!2 = !{!3}
!3 = distinct !{!3, !4, !"_RNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0B3_: %pair"}
!4 = distinct !{!4, !"_RNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0B3_"}
!5 = !{}
!6 = !{!"branch_weights", i32 6003000, i32 -294967296}
!7 = !{!8}
!8 = distinct !{!8, !9, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!9 = distinct !{!9, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!10 = !{!11}
!11 = distinct !{!11, !12, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!12 = distinct !{!12, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!13 = !{!14}
!14 = distinct !{!14, !15, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!15 = distinct !{!15, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!16 = !{!17}
!17 = distinct !{!17, !18, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!18 = distinct !{!18, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!19 = !{!20}
!20 = distinct !{!20, !21, !"_RNCINvNvNtNtNtNtCs5F7t97rd4c2_4core4iter6traits8iterator8Iterator4find5checkRShQNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0E0B1k_: argument 0"}
!21 = distinct !{!21, !"_RNCINvNvNtNtNtNtCs5F7t97rd4c2_4core4iter6traits8iterator8Iterator4find5checkRShQNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0E0B1k_"}
!22 = !{!23, !25, !27, !29, !31, !33}
!23 = distinct !{!23, !24, !"_RNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0B3_: %pair"}
!24 = distinct !{!24, !"_RNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0B3_"}
!25 = distinct !{!25, !26, !"_RNvXs1_NtNtNtCs5F7t97rd4c2_4core3ops8function5implsQNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0INtB7_5FnMutTRRShEE8call_mutBS_: argument 0"}
!26 = distinct !{!26, !"_RNvXs1_NtNtNtCs5F7t97rd4c2_4core3ops8function5implsQNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0INtB7_5FnMutTRRShEE8call_mutBS_"}
!27 = distinct !{!27, !28, !"_RINvYINtNtNtCs5F7t97rd4c2_4core5slice4iter7WindowshENtNtNtNtBa_4iter6traits8iterator8Iterator8try_folduNCINvNvBO_4find5checkRShQNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0E0INtNtNtBa_3ops12control_flow11ControlFlowB1Y_EEB26_: %self"}
!28 = distinct !{!28, !"_RINvYINtNtNtCs5F7t97rd4c2_4core5slice4iter7WindowshENtNtNtNtBa_4iter6traits8iterator8Iterator8try_folduNCINvNvBO_4find5checkRShQNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0E0INtNtNtBa_3ops12control_flow11ControlFlowB1Y_EEB26_"}
!29 = distinct !{!29, !30, !"_RINvYINtNtNtCs5F7t97rd4c2_4core5slice4iter7WindowshENtNtNtNtBa_4iter6traits8iterator8Iterator4findQNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0EB1D_: %self"}
!30 = distinct !{!30, !"_RINvYINtNtNtCs5F7t97rd4c2_4core5slice4iter7WindowshENtNtNtNtBa_4iter6traits8iterator8Iterator4findQNCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0EB1D_"}
!31 = distinct !{!31, !32, !"_RNvXs1_NtNtNtCs5F7t97rd4c2_4core4iter8adapters6filterINtB5_6FilterINtNtNtBb_5slice4iter7WindowshENCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0ENtNtNtB9_6traits8iterator8Iterator4nextB1B_: %self"}
!32 = distinct !{!32, !"_RNvXs1_NtNtNtCs5F7t97rd4c2_4core4iter8adapters6filterINtB5_6FilterINtNtNtBb_5slice4iter7WindowshENCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0ENtNtNtB9_6traits8iterator8Iterator4nextB1B_"}
!33 = distinct !{!33, !34, !"_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters4takeINtB4_4TakeINtNtB6_6filter6FilterINtNtNtBa_5slice4iter7WindowshENCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0EENtNtNtB8_6traits8iterator8Iterator4nextB1S_: %self"}
!34 = distinct !{!34, !"_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters4takeINtB4_4TakeINtNtB6_6filter6FilterINtNtNtBa_5slice4iter7WindowshENCNvCsagI0P99PSFw_5loops23___unroll_harness_chains0EENtNtNtB8_6traits8iterator8Iterator4nextB1S_"}
!35 = !{!36}
!36 = distinct !{!36, !37, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!37 = distinct !{!37, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!38 = !{!39}
!39 = distinct !{!39, !40, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!40 = distinct !{!40, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!41 = !{!42}
!42 = distinct !{!42, !43, !"_RNCNvCsagI0P99PSFw_5loops23___unroll_harness_chainss_0B3_: %count"}
!43 = distinct !{!43, !"_RNCNvCsagI0P99PSFw_5loops23___unroll_harness_chainss_0B3_"}
!44 = !{!45}
!45 = distinct !{!45, !46, !"_RINvXs2J_NtNtCs5F7t97rd4c2_4core5slice4iterINtB7_4ItermENtNtNtNtBb_4iter6traits8iterator8Iterator3allNCNvCsagI0P99PSFw_5loops23___unroll_harness_chainss_0EB1F_: %self"}
!46 = distinct !{!46, !"_RINvXs2J_NtNtCs5F7t97rd4c2_4core5slice4iterINtB7_4ItermENtNtNtNtBb_4iter6traits8iterator8Iterator3allNCNvCsagI0P99PSFw_5loops23___unroll_harness_chainss_0EB1F_"}
!47 = !{!48}
!48 = distinct !{!48, !49, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!49 = distinct !{!49, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!50 = !{!51}
!51 = distinct !{!51, !52, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!52 = distinct !{!52, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!53 = !{!54}
!54 = distinct !{!54, !55, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!55 = distinct !{!55, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!56 = !{!57}
!57 = distinct !{!57, !58, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!58 = distinct !{!58, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!59 = !{!60, !62}
!60 = distinct !{!60, !61, !"_RNvXNtNtCs5F7t97rd4c2_4core5slice3cmpShNtNtB6_3cmp9PartialEq2eqCsagI0P99PSFw_5loops: %self.0"}
!61 = distinct !{!61, !"_RNvXNtNtCs5F7t97rd4c2_4core5slice3cmpShNtNtB6_3cmp9PartialEq2eqCsagI0P99PSFw_5loops"}
!62 = distinct !{!62, !61, !"_RNvXNtNtCs5F7t97rd4c2_4core5slice3cmpShNtNtB6_3cmp9PartialEq2eqCsagI0P99PSFw_5loops: %other.0"}
!63 = !{!64, !66}
!64 = distinct !{!64, !65, !"_RNvXs7_NtNtCs5F7t97rd4c2_4core3cmp5implsRShNtB7_9PartialEq2eqCsagI0P99PSFw_5loops: %self"}
!65 = distinct !{!65, !"_RNvXs7_NtNtCs5F7t97rd4c2_4core3cmp5implsRShNtB7_9PartialEq2eqCsagI0P99PSFw_5loops"}
!66 = distinct !{!66, !65, !"_RNvXs7_NtNtCs5F7t97rd4c2_4core3cmp5implsRShNtB7_9PartialEq2eqCsagI0P99PSFw_5loops: %other"}
!67 = !{!68, !70, !71, !73}
!68 = distinct !{!68, !69, !"_RNvXse_NtNtCs5F7t97rd4c2_4core5slice3cmphNtB5_10SliceChain11chaining_ltCsagI0P99PSFw_5loops: %left.0"}
!69 = distinct !{!69, !"_RNvXse_NtNtCs5F7t97rd4c2_4core5slice3cmphNtB5_10SliceChain11chaining_ltCsagI0P99PSFw_5loops"}
!70 = distinct !{!70, !69, !"_RNvXse_NtNtCs5F7t97rd4c2_4core5slice3cmphNtB5_10SliceChain11chaining_ltCsagI0P99PSFw_5loops: %right.0"}
!71 = distinct !{!71, !72, !"_RNvXs1_NtNtCs5F7t97rd4c2_4core5slice3cmpShNtNtB9_3cmp10PartialOrd2ltCsagI0P99PSFw_5loops: %self.0"}
!72 = distinct !{!72, !"_RNvXs1_NtNtCs5F7t97rd4c2_4core5slice3cmpShNtNtB9_3cmp10PartialOrd2ltCsagI0P99PSFw_5loops"}
!73 = distinct !{!73, !72, !"_RNvXs1_NtNtCs5F7t97rd4c2_4core5slice3cmpShNtNtB9_3cmp10PartialOrd2ltCsagI0P99PSFw_5loops: %other.0"}
!74 = !{!75, !77}
!75 = distinct !{!75, !76, !"_RNvXs8_NtNtCs5F7t97rd4c2_4core3cmp5implsRShNtB7_10PartialOrd2ltCsagI0P99PSFw_5loops: %self"}
!76 = distinct !{!76, !"_RNvXs8_NtNtCs5F7t97rd4c2_4core3cmp5implsRShNtB7_10PartialOrd2ltCsagI0P99PSFw_5loops"}
!77 = distinct !{!77, !76, !"_RNvXs8_NtNtCs5F7t97rd4c2_4core3cmp5implsRShNtB7_10PartialOrd2ltCsagI0P99PSFw_5loops: %other"}
!78 = !{!79}
!79 = distinct !{!79, !80, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!80 = distinct !{!80, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!81 = !{!82}
!82 = distinct !{!82, !83, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!83 = distinct !{!83, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!84 = !{!85}
!85 = distinct !{!85, !86, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!86 = distinct !{!86, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!87 = !{!88}
!88 = distinct !{!88, !89, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!89 = distinct !{!89, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!90 = !{!91}
!91 = distinct !{!91, !92, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!92 = distinct !{!92, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!93 = !{!94}
!94 = distinct !{!94, !95, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!95 = distinct !{!95, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!96 = !{!97}
!97 = distinct !{!97, !98, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!98 = distinct !{!98, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!99 = !{!100}
!100 = distinct !{!100, !101, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!101 = distinct !{!101, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!102 = !{!103}
!103 = distinct !{!103, !104, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!104 = distinct !{!104, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!105 = !{!106}
!106 = distinct !{!106, !107, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!107 = distinct !{!107, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!108 = !{!109}
!109 = distinct !{!109, !110, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!110 = distinct !{!110, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!111 = !{!112}
!112 = distinct !{!112, !113, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!113 = distinct !{!113, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!114 = !{!115}
!115 = distinct !{!115, !116, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!116 = distinct !{!116, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!117 = !{!118}
!118 = distinct !{!118, !119, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!119 = distinct !{!119, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!120 = !{!121}
!121 = distinct !{!121, !122, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!122 = distinct !{!122, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!123 = !{!124}
!124 = distinct !{!124, !125, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!125 = distinct !{!125, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!126 = !{!127}
!127 = distinct !{!127, !128, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!128 = distinct !{!128, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!129 = !{!130}
!130 = distinct !{!130, !131, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!131 = distinct !{!131, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!132 = !{!133}
!133 = distinct !{!133, !134, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!134 = distinct !{!134, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!135 = !{!136}
!136 = distinct !{!136, !137, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!137 = distinct !{!137, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!138 = !{!139}
!139 = distinct !{!139, !140, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!140 = distinct !{!140, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!141 = !{!142}
!142 = distinct !{!142, !143, !"_RNvMNtCs5F7t97rd4c2_4core5sliceSm4swapCsagI0P99PSFw_5loops: %self.0"}
!143 = distinct !{!143, !"_RNvMNtCs5F7t97rd4c2_4core5sliceSm4swapCsagI0P99PSFw_5loops"}
!144 = !{!"branch_weights", !"expected", i32 1, i32 2000}
!145 = !{!146}
!146 = distinct !{!146, !147, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!147 = distinct !{!147, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!148 = !{!149}
!149 = distinct !{!149, !150, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!150 = distinct !{!150, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!151 = !{!152}
!152 = distinct !{!152, !153, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!153 = distinct !{!153, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!154 = !{!155}
!155 = distinct !{!155, !156, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!156 = distinct !{!156, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!157 = !{!158}
!158 = distinct !{!158, !159, !"_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter4ItertEENtNtNtB8_6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops: %self"}
!159 = distinct !{!159, !"_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter4ItertEENtNtNtB8_6traits8iterator8Iterator4nextCsagI0P99PSFw_5loops"}
!160 = !{!161}
!161 = distinct !{!161, !162, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!162 = distinct !{!162, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!163 = !{!164}
!164 = distinct !{!164, !165, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!165 = distinct !{!165, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!166 = !{!167}
!167 = distinct !{!167, !168, !"_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter7IterMutNtNvCsagI0P99PSFw_5loops24___unroll_harness_structs4PairEENtNtNtB8_6traits8iterator8Iterator4nextB1E_: %self"}
!168 = distinct !{!168, !"_RNvXs_NtNtNtCs5F7t97rd4c2_4core4iter8adapters9enumerateINtB4_9EnumerateINtNtNtBa_5slice4iter7IterMutNtNvCsagI0P99PSFw_5loops24___unroll_harness_structs4PairEENtNtNtB8_6traits8iterator8Iterator4nextB1E_"}
!169 = !{!170}
!170 = distinct !{!170, !171, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!171 = distinct !{!171, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!172 = !{!173}
!173 = distinct !{!173, !174, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!174 = distinct !{!174, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!175 = !{!176}
!176 = distinct !{!176, !177, !"_RNvMNtCs5F7t97rd4c2_4core5sliceSh4swapCsagI0P99PSFw_5loops: %self.0"}
!177 = distinct !{!177, !"_RNvMNtCs5F7t97rd4c2_4core5sliceSh4swapCsagI0P99PSFw_5loops"}
!178 = !{!179}
!179 = distinct !{!179, !180, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!180 = distinct !{!180, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!181 = !{!182}
!182 = distinct !{!182, !183, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!183 = distinct !{!183, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!184 = !{!185}
!185 = distinct !{!185, !186, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!186 = distinct !{!186, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!187 = !{!188}
!188 = distinct !{!188, !189, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!189 = distinct !{!189, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
!190 = !{!191}
!191 = distinct !{!191, !192, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit: %self"}
!192 = distinct !{!192, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4exit"}
!193 = !{!194}
!194 = distinct !{!194, !195, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step: %self"}
!195 = distinct !{!195, !"_RNvMCsagI0P99PSFw_5loopsNtB2_5Probe4step"}
