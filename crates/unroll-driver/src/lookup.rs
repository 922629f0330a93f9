//! Lookups of symbols: the first one reads the debug information of the program, which takes longer than all other work of a run.
//!
//! In: where lookups begin and end. Out: a number from which a clock beside the runs can tell that one has taken place.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many lookups have begun and ended.
static BORDERS: AtomicU64 = AtomicU64::new(0);

/// A lookup, until it is dropped.
pub(super) struct Lookup;

impl Lookup {
    /// Begins one.
    pub(super) fn begin() -> Self {
        BORDERS.fetch_add(1, Ordering::Relaxed);
        Self
    }
}

impl Drop for Lookup {
    fn drop(&mut self) {
        BORDERS.fetch_add(1, Ordering::Relaxed);
    }
}

/// The lookups that have begun and those that have ended, together: odd during one.
pub(super) fn borders() -> u64 {
    BORDERS.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lookup_is_seen_during_and_after_it() {
        // No other test of this crate looks up symbols.
        let before = borders();
        let lookup = Lookup::begin();
        assert_eq!(borders(), before + 1);
        drop(lookup);
        assert_eq!(borders(), before + 2);
    }
}
