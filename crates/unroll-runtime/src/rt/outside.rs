//! Types whose fields some harnesses see and others do not.
//!
//! A type has one implementation of `Input`. Where harnesses inside the module of its fields and others outside of it need values of it, that
//! implementation asks where the harness stands: inside, it makes up fields; outside, it is [`Built`], since a test there cannot write the
//! fields down. Only harnesses that are outside of some type say where they stand; all others count as inside.
#![expect(
    clippy::inline_always,
    reason = "nothing is left of it where the module is a constant"
)]

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Key;
use super::describe::Describe;
use unroll_protocol::hash::fnv1a;

/// Modules inside each other that are told apart; a type of one that is deeper is always seen from outside.
const LEVELS: usize = 8;

/// A type whose values calls of its functions give; `built_by` implements it.
pub trait Built: Sized {
    /// The value below `key`.
    fn any(key: Key) -> Self;
    /// Describes the value that was built below `key`.
    fn describe_any(&self, key: Key, out: &mut Describe);
    /// True if a value below `key` would stand inside too many others of its type.
    fn is_too_deep(key: Key) -> bool;
}

/// The modules around and with the one that the harness stands in, from the crate's root, as hashes of their paths; zeros if it did not say.
/// The name is fixed as that of the counters of closures.
#[expect(
    unsafe_code,
    reason = "the name is the runtime's own, as those of the probes"
)]
#[unsafe(no_mangle)]
pub(crate) static __unroll_calls_from: [AtomicU64; LEVELS] = [const { AtomicU64::new(0) }; LEVELS];

/// A module.
#[derive(Clone, Copy, Debug)]
pub struct Module {
    /// How many modules are around it.
    level: usize,
    /// The hash of its path.
    hash: u64,
}

/// The module `up` levels above the one at `path`.
#[must_use]
pub const fn module(path: &str, up: usize) -> Module {
    let level = level(path).saturating_sub(up);
    Module {
        level,
        hash: fnv1a(path.as_bytes().split_at(prefix(path, level)).0),
    }
}

/// The modules around and with the one at `path`, for [`stand_in`].
#[must_use]
pub const fn modules(path: &str) -> [u64; LEVELS] {
    let mut modules = [0; LEVELS];
    let mut at = 0;
    while at < LEVELS && at <= level(path) {
        modules[at] = fnv1a(path.as_bytes().split_at(prefix(path, at)).0);
        at += 1;
    }
    modules
}

/// The harness says where it stands.
#[inline(always)]
pub fn stand_in(modules: [u64; LEVELS]) {
    let mut at = 0;
    while at < LEVELS {
        __unroll_calls_from[at].store(modules[at], Relaxed);
        at += 1;
    }
}

/// True if the harness stands outside of `module`.
#[inline(always)]
#[must_use]
pub fn is_outside(module: Module) -> bool {
    let is_known = __unroll_calls_from[0].load(Relaxed) != 0;
    is_known
        && (module.level >= LEVELS
            || __unroll_calls_from[module.level].load(Relaxed) != module.hash)
}

/// How many modules are around the one at `path`.
const fn level(path: &str) -> usize {
    let bytes = path.as_bytes();
    let (mut level, mut at) = (0, 0);
    while at < bytes.len() {
        // Two colons part modules.
        if bytes[at] == b':' {
            level += 1;
            at += 1;
        }
        at += 1;
    }
    level
}

/// How many bytes of `path` name the module that `level` others are around.
const fn prefix(path: &str, level: usize) -> usize {
    let bytes = path.as_bytes();
    let (mut around, mut at) = (0, 0);
    while at < bytes.len() {
        if bytes[at] == b':' {
            if around == level {
                return at;
            }
            around += 1;
            at += 1;
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_harness_is_outside_of_modules_that_are_not_around_it() {
        let own = module("krate::a::b", 0);
        assert!(!is_outside(own), "no harness has said where it stands");
        for (place, up, outside) in [
            ("krate::a::b", 0, false),
            ("krate::a::b::c", 0, false),
            ("krate::a", 0, true),
            ("krate::a", 1, false),
            ("krate::a::bc", 0, true),
            ("krate::a::bc", 1, false),
            ("krate", 0, true),
            ("krate", 2, false),
            ("krate", 9, false),
            ("other::a::b", 0, true),
        ] {
            stand_in(modules(place));
            assert_eq!(
                is_outside(module("krate::a::b", up)),
                outside,
                "{place} and {up} levels up"
            );
        }
        let deep = "a::a::a::a::a::a::a::a::a";
        stand_in(modules(deep));
        assert!(is_outside(module(deep, 0)), "no more levels are told apart");
        assert!(!is_outside(module(deep, 1)));
        stand_in([0; LEVELS]);
    }
}
