//! The crate that users of `cargo unroll` depend on: the macros, the [`Input`] trait, and [`spec`] for contracts.
//!
//! ```
//! use unroll_test::Input;
//!
//! // `derive(Input)` makes a type usable as a parameter; integers, slices, strings and so on are already.
//! fn takes_any_input<T: Input>() {}
//! takes_any_input::<Vec<(u8, Option<String>)>>();
//! ```
//!
//! Outside of `cargo unroll` the attributes give functions back unchanged and nothing here runs. The feature `driver`,
//! which the tool sets in its instrumented copy of a crate, adds the probes' native meaning and the replay driver.

#[cfg(feature = "driver")]
#[doc(hidden)]
pub use unroll_macros::{Fields, InputInside, built_by};
pub use unroll_macros::{
    Input, ensures, invariant, label, requires, unroll, unroll_invariant, unroll_test,
};
#[doc(inline)]
pub use unroll_runtime::{Input, Invariant, rt, spec};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
