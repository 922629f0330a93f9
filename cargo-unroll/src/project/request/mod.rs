//! The request: which packages, functions and criteria the command line and the configuration ask for.

pub mod config;
pub mod criteria;
pub mod depth;
pub mod select;
pub(in crate::project) mod selection;
pub mod suggest;
