//! The vocabulary that instrumented code, its runtime and `cargo-unroll` share (`docs/dev/protocol.md`).
//!
//! The macro writes calls of probes, the runtime gives them a native meaning, the engine a symbolic one. Each number and
//! each name that crosses these borders is defined here, once, as an enum with a checked conversion.
//!
//! **Invariant:** no dependency, so that a user's build does not wait for this crate.

pub mod symbols;
