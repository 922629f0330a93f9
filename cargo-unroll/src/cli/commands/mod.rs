//! The commands that analyse nothing, one file each.

pub(super) mod completions;
pub(super) mod explain;
pub(super) mod report;
