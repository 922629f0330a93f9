//! Test files on disk: their present content, their changes, and how they are written.

pub(crate) mod apply;
pub(crate) mod change;
pub(crate) mod disk;
pub(crate) mod drift;
pub(crate) mod existing;
pub(crate) mod join;
pub(crate) mod merge;
pub(crate) mod modules;
pub(crate) mod suggest;
pub(crate) mod text;
pub(crate) mod wire;
