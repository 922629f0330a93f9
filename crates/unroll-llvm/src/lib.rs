//! LLVM IR text in, modules, functions, blocks and instructions out.
//!
//! [`Module::index`] finds where the entities of a module stand; functions, globals and metadata are parsed when
//! first asked for. [`Program`] links modules by symbol name. What the reader skips and rejects is stated in
//! `docs/dev/adr/0001-ir-reader.md`.
//!
//! [`ir`] is the data, `text` has tokens and the index of a module, [`parse`] makes one of the other, [`analysis`] has graphs and liveness, [`link`] modules and names.
//!
//! **Invariant:** knows nothing of Rust's types, of probes, or of solving. Reading never fails as a whole for a construct that
//! is not reached: it becomes an `Unsupported` instruction with the construct's name.

pub mod analysis;
pub mod error;
pub mod ir;
pub mod link;
pub mod parse;
mod text;

pub use error::{Fault, ReadError};
pub use ir::layout::Layout;
pub use link::canonical::Canonical;
pub use link::module::Module;
pub use link::program::{ModuleId, Program, Resolved};
pub use link::reach::{Keep, reached};
