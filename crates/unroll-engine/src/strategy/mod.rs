//! The strategies: walks over control flow, and what they record.

mod bounds;
pub(crate) mod clock;
pub mod interpret;
mod lasso;
pub mod merge;
pub mod paths;
pub(crate) mod quantifier;
pub mod record;
pub mod text;
mod trace;
pub(crate) mod walk;
pub mod words;
