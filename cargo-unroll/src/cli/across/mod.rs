//! Passes over the results of all functions: what one function shows about another.

pub(super) mod shared_proofs;
pub(super) mod triage;
