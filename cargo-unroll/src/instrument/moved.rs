//! Where a stretch of a file is after lines were put into the file or taken out of it.

use std::ops::Range;

use similar::{ChangeTag, TextDiff};

/// The lines that two texts have in common.
pub(super) struct Moved {
    /// Bytes of each such line in the old text, in order, and where it begins in the new one.
    lines: Vec<(Range<usize>, usize)>,
}

impl Moved {
    pub(super) fn new(old: &str, new: &str) -> Self {
        let diff = TextDiff::from_lines(old, new);
        let (mut from, mut to) = (0, 0);
        let mut lines = Vec::new();
        for change in diff.iter_all_changes() {
            let length = change.value().len();
            match change.tag() {
                ChangeTag::Equal => {
                    lines.push((from..from + length, to));
                    from += length;
                    to += length;
                }
                ChangeTag::Delete => from += length,
                ChangeTag::Insert => to += length,
            }
        }
        Self { lines }
    }

    /// Where the old text's `stretch` is in the new text; nowhere if the line of one of its ends is gone.
    pub(super) fn stretch(&self, stretch: &Range<usize>) -> Option<Range<usize>> {
        // The end is a byte behind the last, which may be the first of another line.
        let last = stretch.end.checked_sub(1)?;
        Some(self.offset(stretch.start)?..self.offset(last)? + 1)
    }

    fn offset(&self, at: usize) -> Option<usize> {
        let next = self.lines.partition_point(|(line, _)| line.end <= at);
        let (line, to) = self.lines.get(next)?;
        line.contains(&at).then(|| to + at - line.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_go_with_their_lines() {
        let old = "mod a {\n    fn f() {}\n}\n\n#[test]\nfn t() {}\n";
        let new =
            "mod a {\n    fn f() {}\n\n    #[cfg(test)]\n    mod x;\n}\n\n#[test]\nfn t() {}\n";
        let at = |text: &str, part: &str| {
            let start = text.find(part).expect("it is there");
            start..start + part.len()
        };
        for part in ["#[test]\nfn t() {}", "fn f() {}", "mod a", "fn t() {}\n"] {
            assert_eq!(
                Moved::new(old, new).stretch(&at(old, part)),
                Some(at(new, part))
            );
        }
        assert_eq!(Moved::new(new, old).stretch(&at(new, "mod x;")), None);
    }
}
