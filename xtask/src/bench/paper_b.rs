//! `cargo xtask bench paper-b`: the four covering algorithms of the infeasible-code paper on 80 random programs, as a table.
//!
//! The table stands in `docs/dev/experiments.md` between two marks, and `--write` replaces it there. The text around it is written by hand.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::released;
use crate::step::output;

/// The page of the experiments.
const PAGE: &str = "docs/dev/experiments.md";
/// The marks before the table and behind it.
const MARKS: [&str; 2] = [
    "<!-- Written by `cargo xtask bench paper-b --write`. -->\n",
    "<!-- End of the table. -->\n",
];

/// Measures, and shows or writes the table.
pub(super) fn run(root: &Path, args: &[String]) -> Result<()> {
    let write = match args {
        [] => false,
        [option] if option == "--write" => true,
        _ => bail!("usage: cargo xtask bench paper-b [--write]"),
    };
    let file = root.join("target/paper-b.md");
    released::test(
        root,
        "covers of 80 random programs",
        ("unroll-engine", "paper_b"),
        &[],
        ("UNROLL_PAPER_B", &file.to_string_lossy()),
    )?;
    let table = read(&file)?;
    std::io::Write::write_all(&mut std::io::stdout().lock(), table.as_bytes())?;
    if write {
        let date = output("date", &["-u", "+%Y-%m-%d"], root)?;
        let rustc = output("rustc", &["--version"], root)?;
        let path = root.join(PAGE);
        let text = format!("\nMeasured on {date} with {rustc}.\n\n{table}\n");
        let page = replaced(&read(&path)?, &text).context("the page has no place for the table")?;
        std::fs::write(&path, page)
            .with_context(|| format!("failed to write {}", path.display()))?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("failed to read {}", path.display()))
}

/// The page with `text` between the marks; `None` if it has none.
fn replaced(page: &str, text: &str) -> Option<String> {
    let (before, rest) = page.split_once(MARKS[0])?;
    let (_, after) = rest.split_once(MARKS[1])?;
    Some(format!("{before}{}{text}{}{after}", MARKS[0], MARKS[1]))
}

#[cfg(test)]
mod tests {
    use super::{MARKS, replaced};

    #[test]
    fn the_table_is_replaced_and_nothing_else() {
        let page = format!("# A\n{}old\n{}b\n", MARKS[0], MARKS[1]);
        let new = format!("# A\n{}new\n{}b\n", MARKS[0], MARKS[1]);
        assert_eq!(replaced(&page, "new\n"), Some(new));
        assert_eq!(replaced("# A\n", "new\n"), None);
    }
}
