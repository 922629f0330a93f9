//! The text of a module: tokens, and where each top-level entity stands.

pub(crate) mod bitcode;
pub(crate) mod entities;
pub(crate) mod floats;
pub(crate) mod index;
pub(crate) mod lexer;
