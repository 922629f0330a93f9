//! The runtime that generated code calls; not for use by hand (`docs/dev/protocol.md`, sections 4 and 7).
//!
//! Everything here is a thin layer over the symbols of section 4, which the symbolic engine recognises in the LLVM
//! IR. It therefore compiles to calls of those symbols and little else: no panics, no formatting, no allocation.
//! Code that only the native build needs stands behind [`native`].

#[cfg(feature = "input")]
mod counters;
#[cfg(feature = "input")]
mod describe;
#[cfg(feature = "input")]
mod entry;
#[cfg(feature = "input")]
mod harness;
/// The assertions that the message of a condition is known of. A name that means another macro is ambiguous beside an import of these.
pub mod assertions {
    pub use core::{assert, debug_assert};
}
mod labels;
mod operands;
#[cfg(feature = "input")]
mod outside;
#[cfg(feature = "input")]
mod probes;
#[cfg(feature = "input")]
mod recursion;
mod residual;
#[cfg(all(feature = "score", not(feature = "driver")))]
mod score;
#[cfg(feature = "input")]
pub mod show;
mod symbols;
pub(crate) mod unchecked;

#[cfg(feature = "input")]
pub use counters::{branch, called, ended, ended_by, ended_with, fresh, left, made};
#[cfg(feature = "input")]
pub use describe::Describe;
#[cfg(feature = "input")]
pub use entry::init;
#[cfg(feature = "input")]
pub use harness::{
    ByDefault, ByInput, Chosen, Constant, Formatting, Function, Held, Implementor, IsInput, Local,
    NoInput, Source, arg, arg_by, calls, describe_lent, implementor, lent, local, local_after,
    no_implementor, polled, set_local, size, text, valid, variant, variant_among, written,
};
#[cfg(feature = "input")]
pub(crate) use harness::{Elements, Table, leak, leak_slice};
pub use labels::{
    asserted, attempted, condition, decided, defined, evaluated, found, guard, hidden, judged,
    label, matched, never, noted, passed, refuted, settled, tried,
};
pub use operands::{
    Integer, Number, altered, bitwise, computed, equal, near, ordered, outcome, right, shifted,
};
#[cfg(feature = "input")]
pub use outside::{Built, Module, is_outside, module, modules, stand_in};
#[cfg(feature = "input")]
pub(crate) use probes::{
    any, any_built, any_len, any_room, any_slice, any_spare, beyond, changes, forall, restricted,
    shared_words,
};
#[cfg(feature = "input")]
pub use probes::{
    assume, built, check, enter, exit, given, inapplicable, judged_by, leave, native, quantifies,
    question, step,
};
#[cfg(feature = "input")]
pub use recursion::{Activation, again, recurred, recursion};
pub use residual::Residual;
#[cfg(feature = "input")]
pub use show::Fields;
#[cfg(feature = "input")]
pub use unroll_protocol::{Entry, Key, group};
#[cfg(feature = "input")]
pub(crate) use unroll_protocol::{LeafKind, Restriction, escape_into};

#[cfg(feature = "input")]
pub use crate::{
    __activation as activation, __after as after, __describe as describe, __object as object,
    __register as register, __show as show, __valid as valid,
};

/// The standard library, for its traits, under a name that no edition takes for another.
pub use ::std;

/// Names for chosen types, and for the stand-ins of iterators, in crates without the standard library too.
pub use std::{
    hash::{BuildHasherDefault, DefaultHasher},
    ops::Range,
    string::String,
    vec::{IntoIter, Vec},
};
