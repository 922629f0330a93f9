//! Name resolution as far as syntax allows: the part of a front end that `cargo-unroll` needs before rustc runs.
//!
//! * [`imports`]: the names that a `use` declaration brings into its module.
//! * [`exports`]: the items that other crates can name.
//! * [`names`]: the types that a path may mean in a module, and the path that says in one module what another means.
//! * `headers`, [`implementors`]: the types that have a trait of the crate.
//! * `standard`: which traits the candidates for generic parameters have.
//! * [`choose`]: types for generic parameters, by their bounds.
//! * [`foreign`]: the types that have the traits of a dependency.
//! * [`structural`]: the types whose `PartialEq` and `Hash` are derived.
//! * [`textual`]: scopes that the order of the source decides.
//! * [`by_example`]: the items that `macro_rules!` macros expand to.
//!
//! **Invariant:** syntax to syntax; no file is read, and nothing is compiled. A name that is not found is unknown, never
//! absent: rustc decides later. Users' builds do not compile this crate.

pub mod by_example;
pub mod choose;
pub mod exports;
pub mod foreign;
mod headers;
pub mod implementors;
pub mod imports;
pub mod names;
mod standard;
pub mod structural;
pub mod textual;
