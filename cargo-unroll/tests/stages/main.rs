//! The stages before the analysis, and what needs their results, each on small crates in a temporary directory.

mod build;
mod driver;
mod exhaust;
mod instrument;
mod project;
mod sandbox;
mod validate;
