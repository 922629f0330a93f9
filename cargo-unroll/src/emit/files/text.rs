//! The text of a test file: its header, and the modules of its functions.

use super::existing::{self, Existing, MARK, TestBlock};

/// How the line on captured results begins, now and in files of earlier versions.
const CAPTURED: [&str; 2] = [
    "// Values marked `captured`",
    "// What is marked `captured`",
];

/// The whole file; `None` when it is to be removed or not to be.
pub(in crate::emit) fn whole(
    version: &str,
    existing: &Existing,
    blocks: &[TestBlock],
    old: Option<&str>,
) -> Option<String> {
    let is_own = |line: &&String| {
        line.starts_with(MARK) || CAPTURED.iter().any(|head| line.starts_with(head))
    };
    let others: Vec<_> = existing
        .header
        .iter()
        .filter(|line| !is_own(line))
        .collect();
    if blocks.is_empty() && others.is_empty() {
        return None;
    }
    // A new version of the tool alone is no reason to touch a file.
    if let Some(old) = old
        && blocks == existing.blocks
    {
        return Some(old.to_owned());
    }
    let mut header = vec![
        format!("{MARK} {version}; review it like any code. Regenerate with `cargo unroll`."),
        format!("{} were recorded when the test was written.", CAPTURED[0]),
    ];
    header.extend(others.into_iter().cloned());
    Some(existing::print(&header, blocks))
}
