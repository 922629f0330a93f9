//! Typed input values: read from the driver, printed as Rust.

pub mod number;
pub(crate) mod pieces;
pub mod rust;
pub mod sexpr;
pub mod value;
