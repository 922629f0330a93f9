//! The source text of analysed functions, for reports.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;

use super::result::FunctionResult;
use crate::project::SelectedFunction;
use crate::report::Origin;

/// The files of functions, each read once. A file that cannot be read any more has no text in reports.
pub(crate) struct Texts(BTreeMap<Utf8PathBuf, String>);

impl Texts {
    /// Reads the files of all functions.
    pub(crate) fn read(results: &[FunctionResult]) -> Self {
        let files = results.iter().map(|result| result.function.file.clone());
        let texts = files.filter_map(|file| {
            let text = std::fs::read_to_string(&file).ok()?;
            Some((file, text))
        });
        Self(texts.collect())
    }

    /// The lines of a function, attributes included.
    pub(crate) fn origin(&self, function: &SelectedFunction) -> Option<Origin<'_>> {
        let text = self.0.get(&function.file)?;
        let (first, last) = function.lines;
        let mut ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let start = match (first as usize).checked_sub(2) {
            None => 0,
            Some(before) => ends.nth(before)?,
        };
        let rest = &text[start..];
        let count = (last + 1).saturating_sub(first) as usize;
        let len = rest.split_inclusive('\n').take(count).map(str::len).sum();
        Some(Origin {
            line: first,
            text: &rest[..len],
        })
    }
}
