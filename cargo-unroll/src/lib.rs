//! `cargo unroll`: unit tests for every loop depth and branch, from the LLVM IR that rustc emits.
//!
//! The modules stand in pipeline order; each imports only what stands before it
//! (`docs/dev/architecture.md`).

pub mod build;
pub mod cli;
pub mod cover;
pub mod diagnostics;
pub mod effects;
pub mod emit;
pub mod exec;
pub mod input;
pub mod instrument;
pub mod llvm;
pub mod project;
pub mod replay;
pub mod report;
pub mod sandbox;
pub mod smt;
pub mod worker;
