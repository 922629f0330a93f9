//! The runtime behind `unroll-test`: how inputs are built, what contracts say, and, with the feature `driver`, the probes'
//! native meaning and the replay driver (`docs/dev/protocol.md`, sections 4 and 5).
//!
//! Users depend on `unroll-test`, which exports all of it beside the macros. It is a crate of its own because it needs none of what
//! the macros need, so both compile at the same time (`docs/dev/adr/0007-runtime-crate.md`).

#![cfg_attr(
    not(feature = "input"),
    expect(dead_code, reason = "probes of labels alone need few of the pieces")
)]

#[cfg(feature = "driver")]
mod driver;
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
pub use invariant::Invariant;
