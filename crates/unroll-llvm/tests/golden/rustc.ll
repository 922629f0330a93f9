; ModuleID = 'golden.491de2c0d5fcf412-cgu.0'
source_filename = "golden.491de2c0d5fcf412-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@alloc_efad8fcde15d452d48c705b9ab9087f7 = private unnamed_addr constant [8 x i8] c"gold.rs\00", align 1
@alloc_56a34b417a24a1e87fd66135359cb436 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_efad8fcde15d452d48c705b9ab9087f7, [16 x i8] c"\07\00\00\00\00\00\00\00\06\00\00\00\0C\00\00\00" }>, align 8

; core::ptr::drop_in_place<alloc::string::String>
; Function Attrs: nonlazybind uwtable
define internal fastcc void @"_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h21113857efde3ce0E"(ptr noalias noundef nonnull align 8 dereferenceable(24) %_1) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !7 {
start:
    #dbg_value(ptr %_1, !63, !DIExpression(), !66)
    #dbg_value(ptr %_1, !67, !DIExpression(), !75)
; invoke <alloc::vec::Vec<u8> as core::ops::drop::Drop>::drop
  invoke void @_RNvXso_NtCslNYArtu3iFV_5alloc3vecINtB5_3VechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef nonnull align 8 dereferenceable(24) %_1)
          to label %"_ZN4core3ptr46drop_in_place$LT$alloc..vec..Vec$LT$u8$GT$$GT$17h6ce6c5260c2d30adE.exit" unwind label %cleanup.i, !dbg !77

cleanup.i:                                        ; preds = %start
  %0 = landingpad { ptr, i32 }
          cleanup
    #dbg_value(ptr %_1, !78, !DIExpression(), !86)
; invoke <alloc::raw_vec::RawVec<u8> as core::ops::drop::Drop>::drop
  invoke void @_RNvXs1_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef nonnull align 8 dereferenceable(24) %_1)
          to label %bb1.i unwind label %terminate.i, !dbg !88

terminate.i:                                      ; preds = %cleanup.i
  %1 = landingpad { ptr, i32 }
          filter [0 x ptr] zeroinitializer
; call core::panicking::panic_in_cleanup
  tail call void @_RNvNtCsgEmfK2I1SDS_4core9panicking16panic_in_cleanup() #8, !dbg !77
  unreachable, !dbg !77

bb1.i:                                            ; preds = %cleanup.i
  resume { ptr, i32 } %0, !dbg !77

"_ZN4core3ptr46drop_in_place$LT$alloc..vec..Vec$LT$u8$GT$$GT$17h6ce6c5260c2d30adE.exit": ; preds = %start
    #dbg_value(ptr %_1, !78, !DIExpression(), !89)
; call <alloc::raw_vec::RawVec<u8> as core::ops::drop::Drop>::drop
  tail call void @_RNvXs1_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef nonnull align 8 dereferenceable(24) %_1), !dbg !91
  ret void, !dbg !92
}

; golden::shout
; Function Attrs: nonlazybind uwtable
define void @_ZN6golden5shout17h411ce31e62eaba6dE(ptr dead_on_unwind noalias noundef writable writeonly sret([24 x i8]) align 8 captures(none) dereferenceable(24) %_0, ptr noalias noundef nonnull readonly align 1 captures(address, read_provenance) %text.0, i64 noundef %text.1) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !93 {
start:
  %all = alloca [24 x i8], align 8
    #dbg_value(ptr %text.0, !104, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !107)
    #dbg_value(i64 %text.1, !104, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !107)
    #dbg_declare(ptr %all, !105, !DIExpression(), !108)
  call void @llvm.lifetime.start.p0(ptr nonnull %all), !dbg !109
; call <str>::to_uppercase
  call void @_RNvMs3_NtCslNYArtu3iFV_5alloc3stre12to_uppercase(ptr noalias noundef sret([24 x i8]) align 8 captures(none) dereferenceable(24) %all, ptr noalias noundef nonnull readonly align 1 captures(address, read_provenance) %text.0, i64 noundef %text.1), !dbg !110
    #dbg_value(ptr %all, !111, !DIExpression(), !125)
    #dbg_value(ptr %all, !127, !DIExpression(), !134)
    #dbg_value(ptr %all, !136, !DIExpression(), !143)
    #dbg_value(ptr %all, !127, !DIExpression(), !145)
    #dbg_value(i32 33, !120, !DIExpression(), !125)
  %0 = getelementptr inbounds nuw i8, ptr %all, i64 16, !dbg !147
  %len.i = load i64, ptr %0, align 8, !dbg !147, !alias.scope !155, !noundef !46
    #dbg_value(i64 %len.i, !121, !DIExpression(), !158)
  %_14.i = icmp sgt i64 %len.i, -1, !dbg !159
  tail call void @llvm.assume(i1 %_14.i), !dbg !160
    #dbg_value(i64 1, !123, !DIExpression(), !161)
    #dbg_value(i64 1, !123, !DIExpression(), !161)
    #dbg_value(i64 1, !142, !DIExpression(), !143)
; invoke <alloc::vec::Vec<u8>>::reserve
  invoke void @_RNvMs_NtCslNYArtu3iFV_5alloc3vecINtB4_3VechE7reserveCs4X4t9plMPHF_9addr2line(ptr noalias noundef nonnull align 8 dereferenceable(24) %all, i64 noundef 1)
          to label %_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String4push.exit unwind label %cleanup, !dbg !162

_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String4push.exit: ; preds = %start
    #dbg_value(ptr %all, !163, !DIExpression(), !171)
  %1 = getelementptr inbounds nuw i8, ptr %all, i64 8, !dbg !173
  %_20.i = load ptr, ptr %1, align 8, !dbg !173, !alias.scope !155, !nonnull !46, !noundef !46
    #dbg_value(ptr %_20.i, !193, !DIExpression(), !222)
  %count.i = load i64, ptr %0, align 8, !dbg !224, !alias.scope !155, !noundef !46
    #dbg_value(i64 %count.i, !221, !DIExpression(), !222)
  %_21.i = icmp sgt i64 %count.i, -1, !dbg !227
  call void @llvm.assume(i1 %_21.i), !dbg !228
  %_8.i = getelementptr inbounds nuw i8, ptr %_20.i, i64 %count.i, !dbg !229
    #dbg_value(i32 33, !230, !DIExpression(), !249)
    #dbg_value(ptr %_8.i, !238, !DIExpression(), !249)
    #dbg_value(i64 1, !239, !DIExpression(), !251)
  store i8 33, ptr %_8.i, align 1, !dbg !252
    #dbg_value(ptr %all, !253, !DIExpression(), !260)
  %new_len.i = add nuw i64 %len.i, 1, !dbg !262
    #dbg_value(i64 %new_len.i, !259, !DIExpression(), !263)
  store i64 %new_len.i, ptr %0, align 8, !dbg !264, !alias.scope !155
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %_0, ptr noundef nonnull align 8 dereferenceable(24) %all, i64 24, i1 false), !dbg !265
  call void @llvm.lifetime.end.p0(ptr nonnull %all), !dbg !266
  ret void, !dbg !267

cleanup:                                          ; preds = %start
  %2 = landingpad { ptr, i32 }
          cleanup
; invoke core::ptr::drop_in_place<alloc::string::String>
  invoke fastcc void @"_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h21113857efde3ce0E"(ptr noalias noundef align 8 dereferenceable(24) %all) #9
          to label %bb4 unwind label %terminate, !dbg !266

terminate:                                        ; preds = %cleanup
  %3 = landingpad { ptr, i32 }
          filter [0 x ptr] zeroinitializer
; call core::panicking::panic_in_cleanup
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking16panic_in_cleanup() #8, !dbg !268
  unreachable, !dbg !268

bb4:                                              ; preds = %cleanup
  resume { ptr, i32 } %2, !dbg !268
}

; golden::search
; Function Attrs: noinline nonlazybind uwtable
define { i64, i64 } @_ZN6golden6search17h396031d846401345E(ptr noalias noundef nonnull readonly align 4 captures(none) %values.0, i64 noundef range(i64 0, 2305843009213693952) %values.1, i32 noundef %key) unnamed_addr #1 !dbg !269 {
start:
    #dbg_value(ptr %values.0, !293, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !300)
    #dbg_value(i64 %values.1, !293, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !300)
    #dbg_value(i32 %key, !294, !DIExpression(), !300)
    #dbg_value(i64 0, !295, !DIExpression(), !301)
    #dbg_value(i64 %values.1, !297, !DIExpression(), !301)
  %_68.not = icmp eq i64 %values.1, 0, !dbg !302
  br i1 %_68.not, label %bb13, label %bb3, !dbg !302

bb13:                                             ; preds = %bb7, %bb5, %start
  %_0.sroa.3.0 = phi i64 [ undef, %start ], [ %_16.0, %bb5 ], [ %_16.0, %bb7 ], !dbg !301
  %_0.sroa.0.0 = phi i64 [ 0, %start ], [ 0, %bb7 ], [ 1, %bb5 ], !dbg !301
  %0 = insertvalue { i64, i64 } poison, i64 %_0.sroa.0.0, 0, !dbg !303
  %1 = insertvalue { i64, i64 } %0, i64 %_0.sroa.3.0, 1, !dbg !303
  ret { i64, i64 } %1, !dbg !303

bb3:                                              ; preds = %start, %bb7
  %low.sroa.0.010 = phi i64 [ %low.sroa.0.1, %bb7 ], [ 0, %start ]
  %high.sroa.0.09 = phi i64 [ %high.sroa.0.1, %bb7 ], [ %values.1, %start ]
    #dbg_value(i64 %low.sroa.0.010, !295, !DIExpression(), !301)
    #dbg_value(i64 %high.sroa.0.09, !297, !DIExpression(), !301)
  %_15.0 = sub nuw nsw i64 %high.sroa.0.09, %low.sroa.0.010, !dbg !304
  %_117 = lshr i64 %_15.0, 1, !dbg !304
  %_16.0 = add nuw nsw i64 %_117, %low.sroa.0.010, !dbg !305
    #dbg_value(i64 %_16.0, !298, !DIExpression(), !306)
  %_19 = icmp ult i64 %_16.0, %values.1, !dbg !307
  br i1 %_19, label %bb5, label %panic2, !dbg !307

bb5:                                              ; preds = %bb3
  %2 = getelementptr inbounds nuw i32, ptr %values.0, i64 %_16.0, !dbg !307
  %_18 = load i32, ptr %2, align 4, !dbg !307, !noundef !46
  %_17 = icmp eq i32 %_18, %key, !dbg !307
  br i1 %_17, label %bb13, label %bb7, !dbg !307

panic2:                                           ; preds = %bb3
; call core::panicking::panic_bounds_check
  tail call void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64 noundef %_16.0, i64 noundef %values.1, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_56a34b417a24a1e87fd66135359cb436) #10, !dbg !307
  unreachable, !dbg !307

bb7:                                              ; preds = %bb5
  %_20 = icmp ult i32 %_18, %key, !dbg !308
  %_21.0 = add nuw nsw i64 %_16.0, 1, !dbg !308
  %high.sroa.0.1 = select i1 %_20, i64 %high.sroa.0.09, i64 %_16.0, !dbg !308
  %low.sroa.0.1 = select i1 %_20, i64 %_21.0, i64 %low.sroa.0.010, !dbg !308
    #dbg_value(i64 %low.sroa.0.1, !295, !DIExpression(), !301)
    #dbg_value(i64 %high.sroa.0.1, !297, !DIExpression(), !301)
  %_6 = icmp ult i64 %low.sroa.0.1, %high.sroa.0.1, !dbg !302
  br i1 %_6, label %bb3, label %bb13, !dbg !302
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

; <alloc::vec::Vec<u8>>::reserve
; Function Attrs: nonlazybind uwtable
declare void @_RNvMs_NtCslNYArtu3iFV_5alloc3vecINtB4_3VechE7reserveCs4X4t9plMPHF_9addr2line(ptr noalias noundef align 8 dereferenceable(24), i64 noundef) unnamed_addr #0

; Function Attrs: nounwind nonlazybind uwtable
declare noundef range(i32 0, 10) i32 @rust_eh_personality(i32 noundef, i32 noundef, i64 noundef, ptr noundef, ptr noundef) unnamed_addr #3

; <alloc::vec::Vec<u8> as core::ops::drop::Drop>::drop
; Function Attrs: nonlazybind uwtable
declare void @_RNvXso_NtCslNYArtu3iFV_5alloc3vecINtB5_3VechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef align 8 dereferenceable(24)) unnamed_addr #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #4

; core::panicking::panic_in_cleanup
; Function Attrs: cold minsize noinline noreturn nounwind nonlazybind optsize uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking16panic_in_cleanup() unnamed_addr #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #4

; <alloc::raw_vec::RawVec<u8> as core::ops::drop::Drop>::drop
; Function Attrs: nonlazybind uwtable
declare void @_RNvXs1_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef align 8 dereferenceable(16)) unnamed_addr #0

; <str>::to_uppercase
; Function Attrs: nonlazybind uwtable
declare void @_RNvMs3_NtCslNYArtu3iFV_5alloc3stre12to_uppercase(ptr dead_on_unwind noalias noundef writable sret([24 x i8]) align 8 captures(none) dereferenceable(24), ptr noalias noundef nonnull readonly align 1 captures(address, read_provenance), i64 noundef) unnamed_addr #0

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #6

; core::panicking::panic_bounds_check
; Function Attrs: cold minsize noinline noreturn nonlazybind optsize uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64 noundef, i64 noundef, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #7

attributes #0 = { nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { noinline nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #3 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { cold minsize noinline noreturn nounwind nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { cold minsize noinline noreturn nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #8 = { cold noreturn nounwind }
attributes #9 = { cold }
attributes #10 = { noinline noreturn }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.dbg.cu = !{!5}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!5 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !6, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!6 = !DIFile(filename: "gold.rs/@/golden.491de2c0d5fcf412-cgu.0", directory: "/src")
!7 = distinct !DISubprogram(name: "drop_in_place<alloc::string::String>", linkageName: "_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h21113857efde3ce0E", scope: !9, file: !8, line: 805, type: !11, scopeLine: 805, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !64, retainedNodes: !62)
!8 = !DIFile(filename: "library/core/src/ptr/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "8f706ae0a0620120e6e931983ef127f1")
!9 = !DINamespace(name: "ptr", scope: !10)
!10 = !DINamespace(name: "core", scope: null)
!11 = !DISubroutineType(types: !12)
!12 = !{null, !13}
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut alloc::string::String", baseType: !14, size: 64, align: 64, dwarfAddressSpace: 0)
!14 = !DICompositeType(tag: DW_TAG_structure_type, name: "String", scope: !16, file: !15, size: 192, align: 64, flags: DIFlagPublic, elements: !18, templateParams: !46, identifier: "bc53cb80a87db744310a1cd4bda01882")
!15 = !DIFile(filename: "<unknown>", directory: "")
!16 = !DINamespace(name: "string", scope: !17)
!17 = !DINamespace(name: "alloc", scope: null)
!18 = !{!19}
!19 = !DIDerivedType(tag: DW_TAG_member, name: "vec", scope: !14, file: !15, baseType: !20, size: 192, align: 64, flags: DIFlagPrivate)
!20 = !DICompositeType(tag: DW_TAG_structure_type, name: "Vec<u8, alloc::alloc::Global>", scope: !21, file: !15, size: 192, align: 64, flags: DIFlagPublic, elements: !22, templateParams: !60, identifier: "4743da188a3d7e8b8ad6d3218734496a")
!21 = !DINamespace(name: "vec", scope: !17)
!22 = !{!23, !61}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "buf", scope: !20, file: !15, baseType: !24, size: 128, align: 64, flags: DIFlagPrivate)
!24 = !DICompositeType(tag: DW_TAG_structure_type, name: "RawVec<u8, alloc::alloc::Global>", scope: !25, file: !15, size: 128, align: 64, flags: DIFlagProtected, elements: !26, templateParams: !60, identifier: "1786a941d613205182510ae0fe838410")
!25 = !DINamespace(name: "raw_vec", scope: !17)
!26 = !{!27, !59}
!27 = !DIDerivedType(tag: DW_TAG_member, name: "inner", scope: !24, file: !15, baseType: !28, size: 128, align: 64, flags: DIFlagPrivate)
!28 = !DICompositeType(tag: DW_TAG_structure_type, name: "RawVecInner<alloc::alloc::Global>", scope: !25, file: !15, size: 128, align: 64, flags: DIFlagPrivate, elements: !29, templateParams: !57, identifier: "45ea25bc7f42e606fa74c731a5e7f80c")
!29 = !{!30, !47, !54}
!30 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", scope: !28, file: !15, baseType: !31, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!31 = !DICompositeType(tag: DW_TAG_structure_type, name: "Unique<u8>", scope: !32, file: !15, size: 64, align: 64, flags: DIFlagPublic, elements: !33, templateParams: !41, identifier: "3c59e741c9569c78cbe381fa3cbee4e5")
!32 = !DINamespace(name: "unique", scope: !9)
!33 = !{!34, !43}
!34 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !31, file: !15, baseType: !35, size: 64, align: 64, flags: DIFlagPrivate)
!35 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<u8>", scope: !36, file: !15, size: 64, align: 64, flags: DIFlagPublic, elements: !37, templateParams: !41, identifier: "ff3cb4cecc4ed13dfb833309b96ea529")
!36 = !DINamespace(name: "non_null", scope: !9)
!37 = !{!38}
!38 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !35, file: !15, baseType: !39, size: 64, align: 64, flags: DIFlagPrivate)
!39 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const u8", baseType: !40, size: 64, align: 64, dwarfAddressSpace: 0)
!40 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!41 = !{!42}
!42 = !DITemplateTypeParameter(name: "T", type: !40)
!43 = !DIDerivedType(tag: DW_TAG_member, name: "_marker", scope: !31, file: !15, baseType: !44, align: 8, offset: 64, flags: DIFlagPrivate)
!44 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<u8>", scope: !45, file: !15, align: 8, flags: DIFlagPublic, elements: !46, templateParams: !41, identifier: "15bae875c56c7c0f828edf19d836075e")
!45 = !DINamespace(name: "marker", scope: !10)
!46 = !{}
!47 = !DIDerivedType(tag: DW_TAG_member, name: "cap", scope: !28, file: !15, baseType: !48, size: 64, align: 64, flags: DIFlagPrivate)
!48 = !DICompositeType(tag: DW_TAG_structure_type, name: "UsizeNoHighBit", scope: !49, file: !15, size: 64, align: 64, flags: DIFlagPublic, elements: !51, templateParams: !46, identifier: "cad7375c0c871c072d809328de25b44")
!49 = !DINamespace(name: "niche_types", scope: !50)
!50 = !DINamespace(name: "num", scope: !10)
!51 = !{!52}
!52 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !48, file: !15, baseType: !53, size: 64, align: 64, flags: DIFlagPrivate)
!53 = !DIBasicType(name: "usize", size: 64, encoding: DW_ATE_unsigned)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "alloc", scope: !28, file: !15, baseType: !55, align: 8, offset: 128, flags: DIFlagPrivate)
!55 = !DICompositeType(tag: DW_TAG_structure_type, name: "Global", scope: !56, file: !15, align: 8, flags: DIFlagPublic, elements: !46, identifier: "8471efeafbd677a88d306f08d1a0eeb")
!56 = !DINamespace(name: "alloc", scope: !17)
!57 = !{!58}
!58 = !DITemplateTypeParameter(name: "A", type: !55)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "_marker", scope: !24, file: !15, baseType: !44, align: 8, offset: 128, flags: DIFlagPrivate)
!60 = !{!42, !58}
!61 = !DIDerivedType(tag: DW_TAG_member, name: "len", scope: !20, file: !15, baseType: !53, size: 64, align: 64, offset: 128, flags: DIFlagPrivate)
!62 = !{!63}
!63 = !DILocalVariable(arg: 1, scope: !7, file: !8, line: 805, type: !13)
!64 = !{!65}
!65 = !DITemplateTypeParameter(name: "T", type: !14)
!66 = !DILocation(line: 0, scope: !7)
!67 = !DILocalVariable(arg: 1, scope: !68, file: !8, line: 805, type: !71)
!68 = distinct !DISubprogram(name: "drop_in_place<alloc::vec::Vec<u8, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr46drop_in_place$LT$alloc..vec..Vec$LT$u8$GT$$GT$17h6ce6c5260c2d30adE", scope: !9, file: !8, line: 805, type: !69, scopeLine: 805, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !73, retainedNodes: !72)
!69 = !DISubroutineType(types: !70)
!70 = !{null, !71}
!71 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut alloc::vec::Vec<u8, alloc::alloc::Global>", baseType: !20, size: 64, align: 64, dwarfAddressSpace: 0)
!72 = !{!67}
!73 = !{!74}
!74 = !DITemplateTypeParameter(name: "T", type: !20)
!75 = !DILocation(line: 0, scope: !68, inlinedAt: !76)
!76 = distinct !DILocation(line: 805, column: 1, scope: !7)
!77 = !DILocation(line: 805, column: 1, scope: !68, inlinedAt: !76)
!78 = !DILocalVariable(arg: 1, scope: !79, file: !8, line: 805, type: !82)
!79 = distinct !DISubprogram(name: "drop_in_place<alloc::raw_vec::RawVec<u8, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr53drop_in_place$LT$alloc..raw_vec..RawVec$LT$u8$GT$$GT$17ha33e1652d5cd400bE", scope: !9, file: !8, line: 805, type: !80, scopeLine: 805, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !84, retainedNodes: !83)
!80 = !DISubroutineType(types: !81)
!81 = !{null, !82}
!82 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut alloc::raw_vec::RawVec<u8, alloc::alloc::Global>", baseType: !24, size: 64, align: 64, dwarfAddressSpace: 0)
!83 = !{!78}
!84 = !{!85}
!85 = !DITemplateTypeParameter(name: "T", type: !24)
!86 = !DILocation(line: 0, scope: !79, inlinedAt: !87)
!87 = distinct !DILocation(line: 805, column: 1, scope: !68, inlinedAt: !76)
!88 = !DILocation(line: 805, column: 1, scope: !79, inlinedAt: !87)
!89 = !DILocation(line: 0, scope: !79, inlinedAt: !90)
!90 = distinct !DILocation(line: 805, column: 1, scope: !68, inlinedAt: !76)
!91 = !DILocation(line: 805, column: 1, scope: !79, inlinedAt: !90)
!92 = !DILocation(line: 805, column: 1, scope: !7)
!93 = distinct !DISubprogram(name: "shout", linkageName: "_ZN6golden5shout17h411ce31e62eaba6dE", scope: !95, file: !94, line: 14, type: !96, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !46, retainedNodes: !103)
!94 = !DIFile(filename: "gold.rs", directory: "/src", checksumkind: CSK_MD5, checksum: "c16d85eabb9cffca30f4d652c0144c81")
!95 = !DINamespace(name: "golden", scope: null)
!96 = !DISubroutineType(types: !97)
!97 = !{!14, !98}
!98 = !DICompositeType(tag: DW_TAG_structure_type, name: "&str", file: !15, size: 128, align: 64, elements: !99, templateParams: !46, identifier: "9277eecd40495f85161460476aacc992")
!99 = !{!100, !102}
!100 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !98, file: !15, baseType: !101, size: 64, align: 64)
!101 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !40, size: 64, align: 64, dwarfAddressSpace: 0)
!102 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !98, file: !15, baseType: !53, size: 64, align: 64, offset: 64)
!103 = !{!104, !105}
!104 = !DILocalVariable(name: "text", arg: 1, scope: !93, file: !94, line: 14, type: !98)
!105 = !DILocalVariable(name: "all", scope: !106, file: !94, line: 15, type: !14, align: 64)
!106 = distinct !DILexicalBlock(scope: !93, file: !94, line: 15, column: 5)
!107 = !DILocation(line: 0, scope: !93)
!108 = !DILocation(line: 15, column: 9, scope: !106)
!109 = !DILocation(line: 15, column: 9, scope: !93)
!110 = !DILocation(line: 15, column: 24, scope: !93)
!111 = !DILocalVariable(name: "self", arg: 1, scope: !112, file: !113, line: 1416, type: !116)
!112 = distinct !DISubprogram(name: "push", linkageName: "_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String4push", scope: !14, file: !113, line: 1416, type: !114, scopeLine: 1416, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !46, declaration: !118, retainedNodes: !119)
!113 = !DIFile(filename: "library/alloc/src/string.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "d83aa07ff14615d36cf46a54ac461721")
!114 = !DISubroutineType(types: !115)
!115 = !{null, !116, !117}
!116 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut alloc::string::String", baseType: !14, size: 64, align: 64, dwarfAddressSpace: 0)
!117 = !DIBasicType(name: "char", size: 32, encoding: DW_ATE_UTF)
!118 = !DISubprogram(name: "push", linkageName: "_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String4push", scope: !14, file: !113, line: 1416, type: !114, scopeLine: 1416, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !46)
!119 = !{!111, !120, !121, !123}
!120 = !DILocalVariable(name: "ch", arg: 2, scope: !112, file: !113, line: 1416, type: !117)
!121 = !DILocalVariable(name: "len", scope: !122, file: !113, line: 1417, type: !53, align: 64)
!122 = distinct !DILexicalBlock(scope: !112, file: !113, line: 1417, column: 9)
!123 = !DILocalVariable(name: "ch_len", scope: !124, file: !113, line: 1418, type: !53, align: 64)
!124 = distinct !DILexicalBlock(scope: !122, file: !113, line: 1418, column: 9)
!125 = !DILocation(line: 0, scope: !112, inlinedAt: !126)
!126 = distinct !DILocation(line: 16, column: 9, scope: !106)
!127 = !DILocalVariable(name: "self", arg: 1, scope: !128, file: !113, line: 1860, type: !116)
!128 = distinct !DISubprogram(name: "len", linkageName: "_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String3len", scope: !14, file: !113, line: 1860, type: !129, scopeLine: 1860, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !46, declaration: !132, retainedNodes: !133)
!129 = !DISubroutineType(types: !130)
!130 = !{!53, !131}
!131 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&alloc::string::String", baseType: !14, size: 64, align: 64, dwarfAddressSpace: 0)
!132 = !DISubprogram(name: "len", linkageName: "_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String3len", scope: !14, file: !113, line: 1860, type: !129, scopeLine: 1860, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !46)
!133 = !{!127}
!134 = !DILocation(line: 0, scope: !128, inlinedAt: !135)
!135 = distinct !DILocation(line: 1417, column: 24, scope: !112, inlinedAt: !126)
!136 = !DILocalVariable(name: "self", arg: 1, scope: !137, file: !113, line: 1219, type: !116)
!137 = distinct !DISubprogram(name: "reserve", linkageName: "_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String7reserve", scope: !14, file: !113, line: 1219, type: !138, scopeLine: 1219, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !46, declaration: !140, retainedNodes: !141)
!138 = !DISubroutineType(types: !139)
!139 = !{null, !116, !53}
!140 = !DISubprogram(name: "reserve", linkageName: "_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String7reserve", scope: !14, file: !113, line: 1219, type: !138, scopeLine: 1219, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !46)
!141 = !{!136, !142}
!142 = !DILocalVariable(name: "additional", arg: 2, scope: !137, file: !113, line: 1219, type: !53)
!143 = !DILocation(line: 0, scope: !137, inlinedAt: !144)
!144 = distinct !DILocation(line: 1419, column: 14, scope: !124, inlinedAt: !126)
!145 = !DILocation(line: 0, scope: !128, inlinedAt: !146)
!146 = distinct !DILocation(line: 1423, column: 93, scope: !124, inlinedAt: !126)
!147 = !DILocation(line: 2997, column: 19, scope: !148, inlinedAt: !154)
!148 = distinct !DISubprogram(name: "len<u8, alloc::alloc::Global>", linkageName: "_ZN5alloc3vec16Vec$LT$T$C$A$GT$3len17h4b524d60c1e6fa87E", scope: !20, file: !149, line: 2996, type: !150, scopeLine: 2996, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !60, declaration: !153)
!149 = !DIFile(filename: "library/alloc/src/vec/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "561105229399139e451a3aa6309b761e")
!150 = !DISubroutineType(types: !151)
!151 = !{!53, !152}
!152 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&alloc::vec::Vec<u8, alloc::alloc::Global>", baseType: !20, size: 64, align: 64, dwarfAddressSpace: 0)
!153 = !DISubprogram(name: "len<u8, alloc::alloc::Global>", linkageName: "_ZN5alloc3vec16Vec$LT$T$C$A$GT$3len17h4b524d60c1e6fa87E", scope: !20, file: !149, line: 2996, type: !150, scopeLine: 2996, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !60)
!154 = distinct !DILocation(line: 1861, column: 18, scope: !128, inlinedAt: !135)
!155 = !{!156}
!156 = distinct !{!156, !157, !"_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String4push: %self"}
!157 = distinct !{!157, !"_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String4push"}
!158 = !DILocation(line: 0, scope: !122, inlinedAt: !126)
!159 = !DILocation(line: 3002, column: 37, scope: !148, inlinedAt: !154)
!160 = !DILocation(line: 3002, column: 18, scope: !148, inlinedAt: !154)
!161 = !DILocation(line: 0, scope: !124, inlinedAt: !126)
!162 = !DILocation(line: 1220, column: 18, scope: !137, inlinedAt: !144)
!163 = !DILocalVariable(name: "self", arg: 1, scope: !164, file: !149, line: 1997, type: !168)
!164 = distinct !DISubprogram(name: "as_mut_ptr<u8, alloc::alloc::Global>", linkageName: "_ZN5alloc3vec16Vec$LT$T$C$A$GT$10as_mut_ptr17hce1e6adba60b4c96E", scope: !20, file: !149, line: 1997, type: !165, scopeLine: 1997, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !60, declaration: !169, retainedNodes: !170)
!165 = !DISubroutineType(types: !166)
!166 = !{!167, !168}
!167 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut u8", baseType: !40, size: 64, align: 64, dwarfAddressSpace: 0)
!168 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut alloc::vec::Vec<u8, alloc::alloc::Global>", baseType: !20, size: 64, align: 64, dwarfAddressSpace: 0)
!169 = !DISubprogram(name: "as_mut_ptr<u8, alloc::alloc::Global>", linkageName: "_ZN5alloc3vec16Vec$LT$T$C$A$GT$10as_mut_ptr17hce1e6adba60b4c96E", scope: !20, file: !149, line: 1997, type: !165, scopeLine: 1997, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !60)
!170 = !{!163}
!171 = !DILocation(line: 1997, column: 29, scope: !164, inlinedAt: !172)
!172 = distinct !DILocation(line: 1423, column: 71, scope: !124, inlinedAt: !126)
!173 = !DILocation(line: 612, column: 9, scope: !174, inlinedAt: !181)
!174 = distinct !DISubprogram(name: "non_null<alloc::alloc::Global, u8>", linkageName: "_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$8non_null17h8132c8a076021da7E", scope: !28, file: !175, line: 611, type: !176, scopeLine: 611, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !180, declaration: !179)
!175 = !DIFile(filename: "library/alloc/src/raw_vec/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "78584250230dfe0aae92794a07566ae7")
!176 = !DISubroutineType(types: !177)
!177 = !{!35, !178}
!178 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&alloc::raw_vec::RawVecInner<alloc::alloc::Global>", baseType: !28, size: 64, align: 64, dwarfAddressSpace: 0)
!179 = !DISubprogram(name: "non_null<alloc::alloc::Global, u8>", linkageName: "_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$8non_null17h8132c8a076021da7E", scope: !28, file: !175, line: 611, type: !176, scopeLine: 611, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !180)
!180 = !{!58, !42}
!181 = distinct !DILocation(line: 607, column: 14, scope: !182, inlinedAt: !186)
!182 = distinct !DISubprogram(name: "ptr<alloc::alloc::Global, u8>", linkageName: "_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$3ptr17h31cc73df0f9283f2E", scope: !28, file: !175, line: 606, type: !183, scopeLine: 606, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !180, declaration: !185)
!183 = !DISubroutineType(types: !184)
!184 = !{!167, !178}
!185 = !DISubprogram(name: "ptr<alloc::alloc::Global, u8>", linkageName: "_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$3ptr17h31cc73df0f9283f2E", scope: !28, file: !175, line: 606, type: !183, scopeLine: 606, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !180)
!186 = distinct !DILocation(line: 295, column: 20, scope: !187, inlinedAt: !192)
!187 = distinct !DISubprogram(name: "ptr<u8, alloc::alloc::Global>", linkageName: "_ZN5alloc7raw_vec19RawVec$LT$T$C$A$GT$3ptr17h01af05dff665c48aE", scope: !24, file: !175, line: 294, type: !188, scopeLine: 294, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !60, declaration: !191)
!188 = !DISubroutineType(types: !189)
!189 = !{!167, !190}
!190 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&alloc::raw_vec::RawVec<u8, alloc::alloc::Global>", baseType: !24, size: 64, align: 64, dwarfAddressSpace: 0)
!191 = !DISubprogram(name: "ptr<u8, alloc::alloc::Global>", linkageName: "_ZN5alloc7raw_vec19RawVec$LT$T$C$A$GT$3ptr17h01af05dff665c48aE", scope: !24, file: !175, line: 294, type: !188, scopeLine: 294, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !60)
!192 = distinct !DILocation(line: 2000, column: 18, scope: !164, inlinedAt: !172)
!193 = !DILocalVariable(name: "self", arg: 1, scope: !194, file: !195, line: 927, type: !167)
!194 = distinct !DISubprogram(name: "add<u8>", linkageName: "_ZN4core3ptr7mut_ptr31_$LT$impl$u20$$BP$mut$u20$T$GT$3add17hd510919090304c81E", scope: !196, file: !195, line: 927, type: !198, scopeLine: 927, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !41, retainedNodes: !220)
!195 = !DIFile(filename: "library/core/src/ptr/mut_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "7c03c8e0ae695174f7f10881dc49d2cb")
!196 = !DINamespace(name: "{impl#0}", scope: !197)
!197 = !DINamespace(name: "mut_ptr", scope: !9)
!198 = !DISubroutineType(types: !199)
!199 = !{!167, !167, !53, !200}
!200 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::panic::location::Location", baseType: !201, size: 64, align: 64, dwarfAddressSpace: 0)
!201 = !DICompositeType(tag: DW_TAG_structure_type, name: "Location", scope: !202, file: !15, size: 192, align: 64, flags: DIFlagPublic, elements: !204, templateParams: !46, identifier: "c23b7de1297af8f4a89df3da49f37ee6")
!202 = !DINamespace(name: "location", scope: !203)
!203 = !DINamespace(name: "panic", scope: !10)
!204 = !{!205, !213, !215, !216}
!205 = !DIDerivedType(tag: DW_TAG_member, name: "filename", scope: !201, file: !15, baseType: !206, size: 128, align: 64, flags: DIFlagPrivate)
!206 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<str>", scope: !36, file: !15, size: 128, align: 64, flags: DIFlagPublic, elements: !207, templateParams: !41, identifier: "cc7383b2ce73f6838bfb6ae828fb6ae6")
!207 = !{!208}
!208 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !206, file: !15, baseType: !209, size: 128, align: 64, flags: DIFlagPrivate)
!209 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const str", file: !15, size: 128, align: 64, elements: !210, templateParams: !46, identifier: "238a44609877474087c05adf26cd41fa")
!210 = !{!211, !212}
!211 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !209, file: !15, baseType: !101, size: 64, align: 64)
!212 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !209, file: !15, baseType: !53, size: 64, align: 64, offset: 64)
!213 = !DIDerivedType(tag: DW_TAG_member, name: "line", scope: !201, file: !15, baseType: !214, size: 32, align: 32, offset: 128, flags: DIFlagPrivate)
!214 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!215 = !DIDerivedType(tag: DW_TAG_member, name: "col", scope: !201, file: !15, baseType: !214, size: 32, align: 32, offset: 160, flags: DIFlagPrivate)
!216 = !DIDerivedType(tag: DW_TAG_member, name: "_filename", scope: !201, file: !15, baseType: !217, align: 8, offset: 192, flags: DIFlagPrivate)
!217 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&str>", scope: !45, file: !15, align: 8, flags: DIFlagPublic, elements: !46, templateParams: !218, identifier: "e16ac355808b6aef9fb50b5f125fee05")
!218 = !{!219}
!219 = !DITemplateTypeParameter(name: "T", type: !98)
!220 = !{!193, !221}
!221 = !DILocalVariable(name: "count", arg: 2, scope: !194, file: !195, line: 927, type: !53)
!222 = !DILocation(line: 0, scope: !194, inlinedAt: !223)
!223 = distinct !DILocation(line: 1423, column: 84, scope: !124, inlinedAt: !126)
!224 = !DILocation(line: 2997, column: 19, scope: !148, inlinedAt: !225)
!225 = distinct !DILocation(line: 1861, column: 18, scope: !226, inlinedAt: !146)
!226 = !DILexicalBlockFile(scope: !128, file: !113, discriminator: 2)
!227 = !DILocation(line: 3002, column: 37, scope: !148, inlinedAt: !225)
!228 = !DILocation(line: 3002, column: 18, scope: !148, inlinedAt: !225)
!229 = !DILocation(line: 961, column: 18, scope: !194, inlinedAt: !223)
!230 = !DILocalVariable(name: "code", arg: 1, scope: !231, file: !232, line: 1911, type: !214)
!231 = distinct !DISubprogram(name: "encode_utf8_raw_unchecked", linkageName: "_RNvNtNtCsgEmfK2I1SDS_4core4char7methods25encode_utf8_raw_unchecked", scope: !233, file: !232, line: 1911, type: !235, scopeLine: 1911, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !46, retainedNodes: !237)
!232 = !DIFile(filename: "library/core/src/char/methods.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "5d684acd75bd81500f3b16def5f1380a")
!233 = !DINamespace(name: "methods", scope: !234)
!234 = !DINamespace(name: "char", scope: !10)
!235 = !DISubroutineType(types: !236)
!236 = !{null, !214, !167}
!237 = !{!230, !238, !239, !241, !243, !245, !247}
!238 = !DILocalVariable(name: "dst", arg: 2, scope: !231, file: !232, line: 1911, type: !167)
!239 = !DILocalVariable(name: "len", scope: !240, file: !232, line: 1912, type: !53, align: 64)
!240 = distinct !DILexicalBlock(scope: !231, file: !232, line: 1912, column: 5)
!241 = !DILocalVariable(name: "last1", scope: !242, file: !232, line: 1921, type: !40, align: 8)
!242 = distinct !DILexicalBlock(scope: !240, file: !232, line: 1921, column: 9)
!243 = !DILocalVariable(name: "last2", scope: !244, file: !232, line: 1922, type: !40, align: 8)
!244 = distinct !DILexicalBlock(scope: !242, file: !232, line: 1922, column: 9)
!245 = !DILocalVariable(name: "last3", scope: !246, file: !232, line: 1923, type: !40, align: 8)
!246 = distinct !DILexicalBlock(scope: !244, file: !232, line: 1923, column: 9)
!247 = !DILocalVariable(name: "last4", scope: !248, file: !232, line: 1924, type: !40, align: 8)
!248 = distinct !DILexicalBlock(scope: !246, file: !232, line: 1924, column: 9)
!249 = !DILocation(line: 0, scope: !231, inlinedAt: !250)
!250 = distinct !DILocation(line: 1423, column: 13, scope: !124, inlinedAt: !126)
!251 = !DILocation(line: 0, scope: !240, inlinedAt: !250)
!252 = !DILocation(line: 1917, column: 13, scope: !240, inlinedAt: !250)
!253 = !DILocalVariable(name: "self", arg: 1, scope: !254, file: !149, line: 2161, type: !168)
!254 = distinct !DISubprogram(name: "set_len<u8, alloc::alloc::Global>", linkageName: "_ZN5alloc3vec16Vec$LT$T$C$A$GT$7set_len17h74c8123868bbe48aE", scope: !20, file: !149, line: 2161, type: !255, scopeLine: 2161, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !60, declaration: !257, retainedNodes: !258)
!255 = !DISubroutineType(types: !256)
!256 = !{null, !168, !53}
!257 = !DISubprogram(name: "set_len<u8, alloc::alloc::Global>", linkageName: "_ZN5alloc3vec16Vec$LT$T$C$A$GT$7set_len17h74c8123868bbe48aE", scope: !20, file: !149, line: 2161, type: !255, scopeLine: 2161, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !60)
!258 = !{!253, !259}
!259 = !DILocalVariable(name: "new_len", arg: 2, scope: !254, file: !149, line: 2161, type: !53)
!260 = !DILocation(line: 2161, column: 27, scope: !254, inlinedAt: !261)
!261 = distinct !DILocation(line: 1424, column: 22, scope: !124, inlinedAt: !126)
!262 = !DILocation(line: 1424, column: 30, scope: !124, inlinedAt: !126)
!263 = !DILocation(line: 0, scope: !254, inlinedAt: !261)
!264 = !DILocation(line: 2168, column: 9, scope: !254, inlinedAt: !261)
!265 = !DILocation(line: 17, column: 5, scope: !106)
!266 = !DILocation(line: 18, column: 1, scope: !93)
!267 = !DILocation(line: 18, column: 2, scope: !93)
!268 = !DILocation(line: 14, column: 1, scope: !93)
!269 = distinct !DISubprogram(name: "search", linkageName: "_ZN6golden6search17h396031d846401345E", scope: !95, file: !94, line: 2, type: !270, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !46, retainedNodes: !292)
!270 = !DISubroutineType(types: !271)
!271 = !{!272, !287, !214}
!272 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<usize>", scope: !273, file: !15, size: 128, align: 64, flags: DIFlagPublic, elements: !274, templateParams: !46, identifier: "6f59025219977f466509bd4ae79a2945")
!273 = !DINamespace(name: "option", scope: !10)
!274 = !{!275}
!275 = !DICompositeType(tag: DW_TAG_variant_part, scope: !272, file: !15, size: 128, align: 64, elements: !276, templateParams: !46, identifier: "57fdcff454be91893aca78d2b2510f66", discriminator: !285)
!276 = !{!277, !281}
!277 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !275, file: !15, baseType: !278, size: 128, align: 64, extraData: i64 0)
!278 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !272, file: !15, size: 128, align: 64, flags: DIFlagPublic, elements: !46, templateParams: !279, identifier: "5f402b7d82062085bb94b01d172ca4ec")
!279 = !{!280}
!280 = !DITemplateTypeParameter(name: "T", type: !53)
!281 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !275, file: !15, baseType: !282, size: 128, align: 64, extraData: i64 1)
!282 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !272, file: !15, size: 128, align: 64, flags: DIFlagPublic, elements: !283, templateParams: !279, identifier: "c70f2dfad93186ce146b7e80830727")
!283 = !{!284}
!284 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !282, file: !15, baseType: !53, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!285 = !DIDerivedType(tag: DW_TAG_member, scope: !272, file: !15, baseType: !286, size: 64, align: 64, flags: DIFlagArtificial)
!286 = !DIBasicType(name: "u64", size: 64, encoding: DW_ATE_unsigned)
!287 = !DICompositeType(tag: DW_TAG_structure_type, name: "&[u32]", file: !15, size: 128, align: 64, elements: !288, templateParams: !46, identifier: "467923a08fc75332ca53cdba7e9dfffc")
!288 = !{!289, !291}
!289 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !287, file: !15, baseType: !290, size: 64, align: 64)
!290 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !214, size: 64, align: 64, dwarfAddressSpace: 0)
!291 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !287, file: !15, baseType: !53, size: 64, align: 64, offset: 64)
!292 = !{!293, !294, !295, !297, !298}
!293 = !DILocalVariable(name: "values", arg: 1, scope: !269, file: !94, line: 2, type: !287)
!294 = !DILocalVariable(name: "key", arg: 2, scope: !269, file: !94, line: 2, type: !214)
!295 = !DILocalVariable(name: "low", scope: !296, file: !94, line: 3, type: !53, align: 64)
!296 = distinct !DILexicalBlock(scope: !269, file: !94, line: 3, column: 5)
!297 = !DILocalVariable(name: "high", scope: !296, file: !94, line: 3, type: !53, align: 64)
!298 = !DILocalVariable(name: "middle", scope: !299, file: !94, line: 5, type: !53, align: 64)
!299 = distinct !DILexicalBlock(scope: !296, file: !94, line: 5, column: 9)
!300 = !DILocation(line: 0, scope: !269)
!301 = !DILocation(line: 0, scope: !296)
!302 = !DILocation(line: 4, column: 11, scope: !296)
!303 = !DILocation(line: 12, column: 2, scope: !269)
!304 = !DILocation(line: 5, column: 28, scope: !296)
!305 = !DILocation(line: 5, column: 22, scope: !296)
!306 = !DILocation(line: 0, scope: !299)
!307 = !DILocation(line: 6, column: 12, scope: !299)
!308 = !DILocation(line: 9, column: 12, scope: !299)
