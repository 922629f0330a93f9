//! The stages before the analysis, and what needs their results, each on small crates in a temporary directory.

mod build;
mod driver;
mod exhaust;
mod guess;
mod inputs;
mod instrument;
mod project;
mod reduce;
mod sandbox;
mod validate;
mod whole;
