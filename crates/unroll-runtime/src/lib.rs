//! The runtime behind `unroll-test`: how inputs are built, the meaning of contracts, and, with the feature `driver`,
//! the native meaning of the probes and the replay driver (`docs/dev/protocol.md`, sections 4 and 5).
//!
//! Users depend on `unroll-test`, which re-exports all of it beside the macros. It is a separate crate because it
//! needs no dependency of the macros, so both compile at the same time (`docs/dev/adr/0007-runtime-crate.md`).

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
#[cfg(feature = "input")]
#[doc(hidden)]
pub use input::Pointee;
pub use invariant::Invariant;
