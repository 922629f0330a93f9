//! The changes of a plan as edits of existing files, for editors, whose quick fixes cannot create files.
//!
//! Tests whose file does not exist yet go into the source file itself; the next run moves them.

use std::ops::Range;

use camino::{Utf8Path, Utf8PathBuf};

use super::change::FileChange;
use super::wire;
use crate::emit::plan::Plan;

/// A stretch of a file with the text that takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Absolute path of the file that is edited.
    pub file: Utf8PathBuf,
    /// The bytes that are replaced.
    pub bytes: Range<usize>,
    /// Line and column of the first byte, in characters from 1.
    pub start: (usize, usize),
    /// Line and column behind the last byte.
    pub end: (usize, usize),
    /// The text instead.
    pub text: String,
}

/// The edits of a plan, each with the file of tests that it is for.
pub fn edits(plan: &Plan) -> Vec<(&Utf8Path, Edit)> {
    let mut edits: Vec<(&Utf8Path, Edit)> = Vec::new();
    for module in &plan.modules {
        let is_known = edits.iter().any(|(file, _)| *file == module.file);
        let change_of = |path: &Utf8Path| plan.files.iter().find(|it| it.path == path);
        let Some(change) = change_of(&module.file).filter(|_| !is_known) else {
            continue;
        };
        let edit = match change {
            FileChange {
                old: Some(old),
                new: Some(new),
                ..
            } => Some(edit(&module.file, old, new)),
            FileChange {
                old: None,
                new: Some(tests),
                ..
            } => change_of(&module.source).and_then(|source| {
                let old = source.old.as_ref()?;
                let new = wire::inline(&module.source, old, &module.module, tests);
                Some(edit(&module.source, old, &new.ok()??))
            }),
            FileChange { new: None, .. } => None,
        };
        edits.extend(edit.map(|edit| (module.file.as_path(), edit)));
    }
    edits
}

/// The shortest edit of whole lines that makes `new` of `old`.
fn edit(file: &Utf8Path, old: &str, new: &str) -> Edit {
    let same = |(a, b): &(&str, &str)| a == b;
    let length = |lines: &mut dyn Iterator<Item = (&str, &str)>| -> usize {
        lines.take_while(same).map(|(line, _)| line.len()).sum()
    };
    let old_lines = || old.split_inclusive('\n');
    let new_lines = || new.split_inclusive('\n');
    let start = length(&mut old_lines().zip(new_lines()));
    // Beginning and end must not overlap where lines are repeated.
    let rest = (old.len() - start).min(new.len() - start);
    let mut tail = 0;
    for (line, _) in old_lines().rev().zip(new_lines().rev()).take_while(same) {
        if tail + line.len() > rest {
            break;
        }
        tail += line.len();
    }
    let end = old.len() - tail;
    Edit {
        file: file.to_owned(),
        start: position(old, start),
        end: position(old, end),
        text: new[start..new.len() - tail].to_owned(),
        bytes: start..end,
    }
}

/// Line and column of a byte, from 1.
fn position(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let number = before.matches('\n').count() + 1;
    (number, before[line..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_as_short_as_whole_lines_allow() {
        for (old, new, bytes, text) in [
            ("a\nb\nc\n", "a\nx\nc\n", 2..4, "x\n"),
            ("a\n", "a\n\nb\n", 2..2, "\nb\n"),
            ("a\na\n", "a\na\na\n", 4..4, "a\n"),
            ("a\na\na\n", "a\na\n", 4..6, ""),
            ("\u{e9}", "", 0..2, ""),
        ] {
            let edit = edit("f".into(), old, new);
            assert_eq!(
                (edit.bytes.clone(), edit.text.as_str()),
                (bytes, text),
                "{old:?}"
            );
            let made = format!(
                "{}{}{}",
                &old[..edit.bytes.start],
                edit.text,
                &old[edit.bytes.end..]
            );
            assert_eq!(made, new);
        }
        assert_eq!(position("a\n\u{e9}b", 4), (2, 2));
    }
}
