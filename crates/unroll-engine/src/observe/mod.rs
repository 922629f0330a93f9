//! Observers of soundness: what an execution sees besides the values of its inputs.

pub(crate) mod address;
pub(crate) mod ahead;
pub(crate) mod extents;
pub(crate) mod hash_names;
pub(crate) mod hashing;
pub(crate) mod identity;
pub(crate) mod inlined_hash;
pub(crate) mod inputs;
pub(crate) mod key_types;
pub(crate) mod locks;
pub(crate) mod panic_names;
pub(crate) mod remainders;
pub(crate) mod shared;
