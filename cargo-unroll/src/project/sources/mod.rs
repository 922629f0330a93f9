//! The sources of the workspace: its packages, the files that make up each crate, and their text.

pub mod anonymous;
pub(crate) mod cfg;
pub mod dependencies;
pub mod files;
pub mod metadata;
pub mod modules;
pub mod source;
pub mod test_code;
