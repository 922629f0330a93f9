//! LLVM IR text in, modules, functions, blocks and instructions out.

pub mod ir;
