//! The tables of a run as the page `docs/dev/corpus.md`, whose summary the README repeats.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::record::Record;
use super::survey::Tool;
use super::tables::{codes, crates, functions, reasons, summary};
use crate::step;

/// Around the summary, on the page and in the README.
const BEGIN: &str = "<!-- corpus -->\n\n";
const END: &str = "\n<!-- end of corpus -->";

/// When and with what it was done.
pub(super) struct Setting {
    date: String,
    rustc: String,
    commit: String,
    depth: u32,
    timeout: u64,
}

impl Setting {
    /// Looks around.
    pub(super) fn look(root: &Path, tool: &Tool) -> Result<Self> {
        Ok(Self {
            date: step::output("date", &["-u", "+%Y-%m-%d"], root)?,
            rustc: step::output("rustc", &["--version"], root)?,
            commit: step::output("git", &["rev-parse", "--short", "HEAD"], root)?,
            depth: tool.depth,
            timeout: tool.timeout,
        })
    }
}

/// Writes the page and the summary in the README.
pub(super) fn write(root: &Path, setting: &Setting, records: &[Record]) -> Result<()> {
    let path = root.join("docs/dev/corpus.md");
    fs::write(&path, page(setting, records))
        .with_context(|| format!("failed to write {}", path.display()))?;
    let path = root.join("README.md");
    let readme = fs::read_to_string(&path).context("failed to read README.md")?;
    let readme = with_summary(&readme, &summary(records))
        .context("README.md has no place for the corpus")?;
    fs::write(&path, readme).context("failed to write README.md")
}

/// `text` with another summary.
fn with_summary(text: &str, summary: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{summary}{END}{after}"))
}

fn page(setting: &Setting, records: &[Record]) -> String {
    format!(
        "\
# Corpus

What `cargo unroll --all-functions --depth {depth} --timeout {timeout}` makes of crates of the registry, those of
`fixtures/corpus/crates.toml` and what they depend on. Written by `cargo xtask corpus --write` on {date} with {rustc} and the tool at
commit {commit}.

{BEGIN}{summary}{END}

*Counted* are functions without `unsafe`, `async` or parameters for input and output, of all outside of test code that are part of the
build and have a loop or a branch: an iteration or an outcome to reach. Syntax decides: a function is left out if it or a block in it is
`unsafe` or `async`, or if its signature or the head of its `impl` block names a reader, writer, file, socket or process of `std::io`,
`std::fs`, `std::net` or `std::process`. *With tests* are functions for which at least one test was written, each of which ran twice in
the analysis. *Failing* are tests that do not pass in one of two runs of `cargo test` afterwards. *Decided* are objectives that are
covered or unreachable, within the depth or at any depth, and places where a run panics or none can.

## By crate

Objectives are those of counted functions with tests, without places that can panic; seconds are wall time of the tool, builds included.

{crates}
## Functions without tests

{codes}
## Objectives without a verdict

{reasons}
## By function

{functions}",
        depth = setting.depth,
        timeout = setting.timeout,
        date = setting.date,
        rustc = setting.rustc,
        commit = setting.commit,
        summary = summary(records),
        crates = crates(records),
        codes = codes(records),
        reasons = reasons(records),
        functions = functions(records),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_is_put_in_its_place() {
        let text = format!("a\n{BEGIN}old{END}\nb");
        let new = with_summary(&text, "new").expect("it has the marks");
        assert_eq!(new, format!("a\n{BEGIN}new{END}\nb"));
        assert_eq!(with_summary("none", "new"), None);
    }
}
