//! Values as Rust expressions, as short as a person would write them.
//!
//! **Invariant:** an expression printed for a value gives that value back when compiled.

mod closure;
mod cow;
pub(crate) mod debug_literal;
pub(crate) mod lent;
pub(crate) mod literal;
pub(crate) mod number;
mod object;
pub(crate) mod pieces;
pub(crate) mod printer;
mod sequence;
