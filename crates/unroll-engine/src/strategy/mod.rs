//! Walks over control flow, and what they find.

pub(crate) mod clock;
pub mod interpret;
mod lasso;
pub mod merge;
pub mod paths;
pub mod record;
pub mod text;
