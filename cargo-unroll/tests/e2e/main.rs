//! End to end: the binary on copies of the fixtures and of crates from the registry, judged by what a user would see,
//! which is the exit code, the report, the files, and what `cargo test` says about them.

mod abstraction;
mod addresses;
mod annotated;
mod asserted;
mod branches;
mod built;
mod cache;
mod capacity;
mod chains;
mod choices;
mod ci;
mod collected;
mod commands;
mod deep;
mod exact;
mod explain;
mod faulty;
mod files;
mod first_use;
mod hostile;
mod implementations;
mod infeasible;
mod inputs_chosen;
mod jumps;
mod lemmas;
mod narrow;
mod no_std;
#[cfg(feature = "object-store")]
mod objects;
mod outside;
mod owners;
mod panic_freedom;
mod panics;
mod paths;
mod patterns;
mod quickstart;
mod real;
mod reports;
mod review;
#[path = "../support/schema.rs"]
mod schema;
mod score;
mod score_formats;
mod score_generated;
mod score_mcdc;
mod shared;
mod standard;
mod strategies;
mod support;
mod tables;
mod triage;
mod trouble;
mod types;
mod unannotated;
mod unsteady;
