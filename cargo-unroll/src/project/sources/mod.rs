//! The sources of the workspace: its packages, the files that make up each crate, and their text.

pub mod anonymous;
pub mod cargo_config;
pub(crate) mod cfg;
pub mod dependencies;
pub mod files;
pub mod metadata;
pub mod modules;
pub(crate) mod options;
pub(crate) mod pruned;
pub(crate) mod rustc;
pub mod source;
pub mod test_code;
