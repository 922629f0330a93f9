//! Tokens and recursive descent: from IR text to the data of [`crate::ir`].

pub(crate) mod constants;
pub(crate) mod function;
pub(crate) mod header;
pub(crate) mod instr;
pub(crate) mod memory;
pub(crate) mod metadata;
pub(crate) mod names;
pub(crate) mod parser;
pub(crate) mod result;
pub(crate) mod terminator;
pub(crate) mod types;
