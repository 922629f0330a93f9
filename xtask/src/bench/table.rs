//! The tables that measurements write into pages of `docs/dev`, each between two marks. The text around them is written by hand.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::step::output;

/// The page of the papers' experiments.
pub(super) const EXPERIMENTS: &str = "docs/dev/experiments.md";

/// The mark behind each table.
const END: &str = "<!-- End of the table. -->\n";

/// Replaces the table of a command, such as `paper-b`, on a page.
pub(super) fn write(root: &Path, page: &str, command: &str, table: &str) -> Result<()> {
    let date = output("date", &["-u", "+%Y-%m-%d"], root)?;
    let rustc = output("rustc", &["--version"], root)?;
    let path = root.join(page);
    let page = std::fs::read_to_string(&path)
        .with_context(|| format!("failed to read {}", path.display()))?;
    let text = format!("\nMeasured on {date} with {rustc}.\n\n{table}\n");
    let page = replaced(&page, command, &text).context("the page has no place for the table")?;
    std::fs::write(&path, page).with_context(|| format!("failed to write {}", path.display()))
}

/// The page with `text` between the marks of a command; `None` if it has none.
fn replaced(page: &str, command: &str, text: &str) -> Option<String> {
    let begin = format!("<!-- Written by `cargo xtask bench {command} --write`. -->\n");
    let (before, rest) = page.split_once(&begin)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{begin}{text}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::{END, replaced};

    #[test]
    fn the_table_of_the_command_is_replaced_and_nothing_else() {
        let page = |table: &str| {
            let mark =
                |command| format!("<!-- Written by `cargo xtask bench {command} --write`. -->\n");
            let (a, b) = (mark("paper-a"), mark("paper-b"));
            format!("# A\n{a}old\n{END}b\n{b}{table}{END}c\n")
        };
        let new = replaced(&page("old\n"), "paper-b", "new\n");
        assert_eq!(new, Some(page("new\n")));
        assert_eq!(replaced("# A\n", "paper-b", "new\n"), None);
    }
}
