//! The runtime behind `unroll-test`: how inputs are built, the meaning of contracts, and what expanded code calls. With the feature
//! `driver` its probes have the meaning that `unroll-driver` gives them.
//!
//! Users depend on `unroll-test`, which re-exports all of it beside the macros. It is a separate crate because it
//! needs no dependency of the macros, so both compile at the same time (`docs/dev/adr/0007-runtime-crate.md`).

#![cfg_attr(
    not(feature = "input"),
    expect(dead_code, reason = "probes of labels alone need few of the pieces")
)]

/// The sources of this crate.
#[cfg(feature = "driver")]
const SOURCES: unroll_protocol::Sources =
    unroll_protocol::Sources::new(env!("CARGO_MANIFEST_DIR"), file!());

#[cfg(feature = "input")]
mod input;
mod invariant;
#[doc(hidden)]
pub mod record;
pub mod rt;
#[cfg(feature = "input")]
pub mod spec;

#[cfg(feature = "input")]
pub use input::Input;
#[cfg(feature = "input")]
#[doc(hidden)]
pub use input::Pointee;
pub use invariant::Invariant;
