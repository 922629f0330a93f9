//! The results of all crates: `docs/dev/mutation-score.json`.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::{CRATES, FIXTURES, Score};
use crate::step;

/// Below the root of the workspace.
const PATH: &str = "docs/dev/mutation-score.json";

/// The result for a crate.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct CrateScore {
    pub(super) name: String,
    pub(super) measured: Measured,
    /// Functions with generated tests or verdicts.
    pub(super) functions: usize,
    /// The unit tests of the crate, if it has any.
    pub(super) own: Option<Share>,
    /// The generated tests, in the order of [`super::SUITES`].
    pub(super) generated: Vec<Score>,
}

/// How many mutants were caught.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Share {
    pub(super) caught: usize,
    /// Those that compile.
    pub(super) viable: usize,
}

/// When and with which build of the tool a crate was measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Measured {
    /// The day, as in 2026-11-28.
    pub(super) date: String,
    /// The abbreviated commit of the tool.
    pub(super) commit: String,
    /// `debug` or `release`.
    pub(super) profile: String,
}

impl Measured {
    pub(super) fn now(root: &Path, profile: &str) -> Result<Self> {
        Ok(Self {
            date: step::output("date", &["-u", "+%Y-%m-%d"], root)?,
            commit: step::output("git", &["rev-parse", "--short=8", "HEAD"], root)?,
            profile: profile.to_owned(),
        })
    }
}

/// The last result of each crate, in the order of the page.
#[derive(Debug)]
pub(super) struct Record(Vec<CrateScore>);

impl Record {
    pub(super) fn read(root: &Path) -> Result<Self> {
        let path = root.join(PATH);
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("failed to read {}", path.display()))?;
        let rows = serde_json::from_str(&text)
            .with_context(|| format!("{} is malformed", path.display()))?;
        Ok(Self(rows))
    }

    pub(super) fn rows(&self) -> &[CrateScore] {
        &self.0
    }

    /// Puts a result in the place of the crate's earlier one.
    pub(super) fn renew(&mut self, row: CrateScore) {
        self.0.retain(|it| it.name != row.name);
        self.0.push(row);
        // Crates that are named on the command line alone come last.
        let order = [&FIXTURES[..], &CRATES[..]].concat();
        let rank = |row: &CrateScore| order.iter().position(|name| *name == row.name);
        self.0.sort_by_key(|row| rank(row).unwrap_or(usize::MAX));
    }

    pub(super) fn write(&self, root: &Path) -> Result<()> {
        let path = root.join(PATH);
        let mut text = serde_json::to_string_pretty(&self.0)?;
        text.push('\n');
        std::fs::write(&path, text).with_context(|| format!("failed to write {}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::{CrateScore, Record};

    #[test]
    fn a_new_result_replaces_the_old_one_in_its_place() {
        let row = |name: &str, functions| CrateScore {
            name: name.to_owned(),
            functions,
            ..CrateScore::default()
        };
        let mut record = Record(vec![row("scu", 1), row("luhn", 1)]);
        for (name, functions) in [("luhn", 2), ("other", 1), ("scu", 2), ("hex", 1)] {
            record.renew(row(name, functions));
        }
        let rows = record.rows().iter();
        let rows: Vec<_> = rows.map(|row| (row.name.as_str(), row.functions)).collect();
        assert_eq!(rows, [("scu", 2), ("luhn", 2), ("hex", 1), ("other", 1)]);
    }
}
