//! `cargo unroll`: unit tests for every loop depth and branch, from the LLVM IR that rustc emits.
//!
//! The modules stand in pipeline order; each imports only what stands before it
//! (`docs/dev/architecture.md`).

pub mod cli;
pub mod compile;
pub mod cover;
pub mod diagnostics;
pub mod effects;
pub mod emit;
pub mod infeasible;
pub mod instrument;
pub mod model;
pub mod project;
pub mod replay;
pub mod report;
pub mod sandbox;
pub mod score;
pub mod worker;
