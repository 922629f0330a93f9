//! `fixtures/bugs/faults.toml`: the public faults to look for, each with its report and the expected panic.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

/// The table.
pub(super) const PATH: &str = "fixtures/bugs/faults.toml";

/// A fault that someone else has published.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fault {
    /// The crate.
    #[serde(rename = "crate")]
    pub(super) name: String,
    /// Exactly this one.
    pub(super) version: String,
    /// The function that the tool is asked to analyse, as `--function` takes it.
    pub(super) function: String,
    /// An advisory, such as `RUSTSEC-2023-0085`, or an issue, pull request or commit: `owner/name#5`, `owner/name@0fd8815`.
    pub(super) report: String,
    /// Part of the message of the panic.
    pub(super) panic: String,
    /// The file of the panic, if the message alone does not tell it from other panics.
    pub(super) file: Option<String>,
    /// The reason why the tool misses it, once that is known.
    pub(super) missed: Option<String>,
}

#[derive(Deserialize)]
struct Table {
    #[serde(rename = "fault")]
    faults: Vec<Fault>,
}

/// All faults, in the order of the table.
pub(super) fn read(root: &Path) -> Result<Vec<Fault>> {
    let path = root.join(PATH);
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("failed to read {}", path.display()))?;
    let table: Table =
        toml::from_str(&text).with_context(|| format!("failed to read {}", path.display()))?;
    Ok(table.faults)
}

impl Fault {
    /// The crate and its version, as a file name has them.
    pub(super) fn id(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }

    /// The report as a Markdown link.
    pub(super) fn link(&self) -> String {
        let report = &self.report;
        let address = if report.starts_with("RUSTSEC-") {
            format!("https://rustsec.org/advisories/{report}.html")
        } else if let Some((repository, number)) = report.split_once('#') {
            // GitHub redirects from issues to pull requests.
            format!("https://github.com/{repository}/issues/{number}")
        } else if let Some((repository, commit)) = report.split_once('@') {
            format!("https://github.com/{repository}/commit/{commit}")
        } else {
            return report.clone();
        };
        format!("[{report}]({address})")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::step;

    #[test]
    fn each_fault_is_listed_once_and_has_a_report() {
        let faults = read(&step::root().expect("xtask has a parent")).expect("it is well-formed");
        assert!(faults.len() >= 40, "{} faults", faults.len());
        let keys: BTreeSet<_> = faults.iter().map(Fault::id).collect();
        assert_eq!(keys.len(), faults.len());
        for fault in &faults {
            assert_eq!(fault.version.split('.').count(), 3, "{}", fault.id());
            assert!(fault.link().starts_with('['), "{}", fault.report);
            assert!(!fault.panic.is_empty(), "{}", fault.id());
        }
    }
}
