//! The stages before the analysis, each on small crates in a temporary directory.

mod build;
mod driver;
mod instrument;
mod project;
mod sandbox;
mod validate;
