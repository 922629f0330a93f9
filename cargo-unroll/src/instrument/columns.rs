//! Columns in the copy and in the user's files, which differ behind a splice: where a function stands in one line with its body, its attribute moves the
//! body. (Lines are the same.)
//!
//! In: places of the compiled program. Out: those places in the user's files, and back.
//!
//! Invariant: code behind the last splice of a line is found again. With several splices in one line, code between them keeps its column.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};

use crate::model::outcome::Span;
use crate::project::Project;

/// The copy that a project was built from last.
pub struct Columns<'p> {
    source: &'p Utf8Path,
    copy: Utf8PathBuf,
    /// The lines with splices of the files that were asked for.
    files: BTreeMap<String, BTreeMap<u32, Spliced>>,
}

/// A line with a splice: the column, from 1, at which the code behind it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spliced {
    source: u32,
    copy: u32,
}

impl<'p> Columns<'p> {
    /// The columns of the instrumented copy of `project`.
    pub fn of(project: &'p Project) -> Self {
        Self {
            source: &project.workspace_root,
            copy: super::edits::root(project),
            files: BTreeMap::new(),
        }
    }

    /// Gives a place of the copy the column that it has in the user's file.
    pub fn restore(&mut self, place: &mut Span) {
        if let Some(line) = self.line(place)
            && place.column >= line.copy
        {
            place.column = place.column - line.copy + line.source;
        }
    }

    /// Gives a place of the user's file the column that it has in the copy.
    pub fn apply(&mut self, place: &mut Span) {
        if let Some(line) = self.line(place)
            && place.column >= line.source
        {
            place.column = place.column - line.source + line.copy;
        }
    }

    fn line(&mut self, place: &Span) -> Option<Spliced> {
        if !self.files.contains_key(&place.file) {
            let read = |root: &Utf8Path| std::fs::read_to_string(root.join(&place.file));
            let texts = (read(self.source), read(&self.copy));
            let lines = match texts {
                (Ok(source), Ok(copy)) => spliced(&source, &copy),
                // The code of a dependency has no splices.
                _ => BTreeMap::new(),
            };
            self.files.insert(place.file.clone(), lines);
        }
        self.files.get(&place.file)?.get(&place.line).copied()
    }
}

/// The lines of `copy` with more code than those of `source`.
fn spliced(source: &str, copy: &str) -> BTreeMap<u32, Spliced> {
    let lines = (1..).zip(source.lines().zip(copy.lines()));
    let longer = lines.filter(|(_, (source, copy))| source.len() < copy.len());
    let found = longer.map(|(number, (source, copy))| {
        // From the end, because what stands behind the last splice of a line is alike.
        let (own, with) = (source.chars().rev(), copy.chars().rev());
        let behind = own.zip(with).take_while(|(own, with)| own == with).count();
        let column = |text: &str| (text.chars().count() - behind) as u32 + 1;
        let line = Spliced {
            source: column(source),
            copy: column(copy),
        };
        (number, line)
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_behind_a_splice_keeps_its_distance_from_the_end() {
        let source = "mod a;\n    pub fn é(n: u8) -> u8 { n + 1 }\n";
        let copy = "mod a;\n    #[x] pub fn é(n: u8) -> u8 { n + 1 }\n";
        let lines = spliced(source, copy);
        assert_eq!(lines.keys().copied().collect::<Vec<_>>(), [2]);
        let line = lines[&2];
        assert_eq!(line.copy - line.source, 5);
        assert!(line.source <= 5, "{line:?}");
    }
}
