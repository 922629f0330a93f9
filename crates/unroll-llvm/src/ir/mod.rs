//! The part of LLVM IR that execution needs, as plain data; its printer and its sizes.

pub mod code;
pub mod layout;
mod print;
pub mod uses;

pub use self::code::*;
