//! Reports in the formats of other tools, one file each. In: a [`SavedReport`](super::SavedReport). Out: text.

pub mod github;
pub mod junit;
pub mod markdown;
pub mod rustc;
pub mod sarif;
pub mod saved_coverage;
pub mod text;
pub mod why;
