//! Typed input values: read from the driver, printed as Rust.

pub mod sexpr;
pub mod value;
