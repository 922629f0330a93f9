//! The meaning of instructions, intrinsics and constants, written once over a domain of words.

pub(crate) mod access;
pub(crate) mod aggregate;
pub(crate) mod arith;
pub(crate) mod atomic;
pub(crate) mod calls;
pub(crate) mod constant;
pub(crate) mod control;
pub mod float;
pub(crate) mod intrinsics;
pub(crate) mod library;
pub mod machine;
pub(crate) mod panic_kinds;
pub mod panic_places;
pub mod panics;
pub(crate) mod symbols;
pub(crate) mod target;
