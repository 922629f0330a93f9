//! Fewer functions than were selected: those that a change affects (`--in-diff`), and those of one machine (`--shard`).

pub(crate) mod diff;
pub(crate) mod shard;
