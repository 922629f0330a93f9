//! Where the top-level entities of a module's text begin and end.
//!
//! LLVM's printer puts each at the start of a line and escapes line breaks in strings; only functions with a body span lines.

use std::ops::Range;

/// The entities of `text`, in order, without the line break at their end.
pub(crate) fn entities(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut pos = 0;
    std::iter::from_fn(move || {
        if pos >= text.len() {
            return None;
        }
        let (start, end) = (pos, entity_end(text, pos));
        pos = end + 1;
        Some(start..end)
    })
}

/// The first line of an entity.
pub(crate) fn first_line(text: &str, entity: &Range<usize>) -> Range<usize> {
    entity.start..line_end(text, entity.start).min(entity.end)
}

/// The entity that begins at `start`.
pub(crate) fn entity_at(text: &str, start: usize) -> Range<usize> {
    start..entity_end(text, start)
}

/// Where the line begins on which `offset` stands.
pub(crate) fn line_start(text: &str, offset: usize) -> usize {
    memchr::memrchr(b'\n', &text.as_bytes()[..offset]).map_or(0, |at| at + 1)
}

fn entity_end(text: &str, start: usize) -> usize {
    let end = line_end(text, start);
    let line = &text[start..end];
    if !line.starts_with("define ") || line.trim_end().ends_with('}') {
        return end;
    }
    // The body ends at the first line that starts with `}`.
    memchr::memmem::find(&text.as_bytes()[end..], b"\n}")
        .map_or(text.len(), |at| line_end(text, end + at + 1))
}

fn line_end(text: &str, pos: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[pos..]).map_or(text.len(), |it| pos + it)
}
