//! The standard library's code for hashes with random keys, by its names.

use unroll_llvm::link::demangle::demangle;

/// The hash functions with random keys, of tables and other users.
pub(super) const HASHERS: &str = "<std::hash::random::RandomState as core::hash::BuildHasher>::";

/// The last step of a hash.
pub(super) const FINISH: &str = " as core::hash::Hasher>::finish";

/// True if a path is that of a hash with random keys.
pub(super) fn is_hash(path: &str) -> bool {
    path.strip_prefix(HASHERS)
        .is_some_and(|method| method.starts_with("hash_one"))
}

/// True if a variable holds the keys of `RandomState`.
pub(crate) fn holds_keys(symbol: &str) -> bool {
    symbol.contains("RandomState")
        && demangle(symbol).starts_with("<std::hash::random::RandomState>::new::KEYS")
}
