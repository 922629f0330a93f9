//! LLVM IR text in, modules, functions, blocks and instructions out.
//!
//! [`Module::index`] finds where the entities of a module stand; functions, globals and metadata are parsed when
//! first asked for. [`Program`] links modules by symbol name. What the reader skips and rejects is stated in
//! `docs/dev/adr/0001-ir-reader.md`.

mod bitset;
pub mod cfg;
mod constants;
pub mod demangle;
mod entities;
pub mod error;
mod floats;
mod function;
mod header;
mod index;
mod instr;
pub mod ir;
pub mod layout;
mod lexer;
mod liveness;
mod location;
mod memory;
mod metadata;
mod module;
mod names;
pub mod origin;
mod parser;
mod print;
mod program;
mod reach;
mod result;
mod terminator;
mod types;
mod uses;
mod wto;

pub use error::{Fault, ReadError};
pub use layout::Layout;
pub use module::Module;
pub use program::{ModuleId, Program, Resolved};
pub use reach::{Keep, reached};
