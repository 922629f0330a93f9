//! The request: which packages, functions and criteria the command line and the configuration ask for.

pub mod config;
pub mod criteria;
pub mod select;
pub mod suggest;
