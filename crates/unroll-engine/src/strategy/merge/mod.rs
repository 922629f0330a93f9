//! The merging strategy: all paths of an unwound program in one pass, as one formula.

mod bound;
mod call;
mod carried;
mod end;
mod havoc;
mod join;
mod library;
mod quantify;
mod relax;
pub(crate) mod runtime;
mod walk;

pub use self::walk::*;
