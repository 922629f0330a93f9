//! Test files on disk: what stands there, what changes, and how it is written.

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
