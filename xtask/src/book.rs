//! The user's book: built by mdBook into `target/book/`, and its links followed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::step;
use crate::tools;

/// Builds the book and fails if a link inside it leads nowhere.
pub(crate) fn check(root: &Path) -> Result<()> {
    let built = root.join("target/book");
    let mut mdbook = Command::new(tools::MDBOOK.executable()?);
    mdbook.arg("build").arg(root.join("docs/book"));
    step::run("book", mdbook.arg("--dest-dir").arg(&built))?;
    let pages = pages(&built)?;
    let broken: Vec<_> = pages
        .iter()
        .flat_map(|page| broken_links(page, &built))
        .collect();
    if !broken.is_empty() {
        bail!("links that lead nowhere:\n  {}", broken.join("\n  "));
    }
    step::say(&format!("    {} pages, all links hold", pages.len()));
    Ok(())
}

/// A page of the book.
struct Page {
    path: PathBuf,
    html: String,
}

impl Page {
    fn read(path: PathBuf) -> Result<Self> {
        let html = fs::read_to_string(&path)
            .with_context(|| format!("failed to read {}", path.display()))?;
        Ok(Self { path, html })
    }

    /// The values of an attribute.
    fn values(&self, attribute: &str) -> BTreeSet<&str> {
        let opening = format!(" {attribute}=\"");
        let parts = self.html.split(&opening).skip(1);
        parts.filter_map(|part| part.split('"').next()).collect()
    }
}

/// The pages that mdBook writes, without the one that repeats all of them for print and the one for wrong addresses, whose
/// links begin at the site's root.
fn pages(directory: &Path) -> Result<Vec<Page>> {
    let mut pages = vec![];
    let mut pending = vec![directory.to_path_buf()];
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(&directory)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default();
            if path.is_dir() {
                pending.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "html")
                && name != "print.html"
                && name != "404.html"
                && name != "toc.html"
            {
                pages.push(Page::read(path)?);
            }
        }
    }
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(pages)
}

/// The local links of a page to files or places that do not exist.
fn broken_links(page: &Page, root: &Path) -> Vec<String> {
    let name = page.path.strip_prefix(root).unwrap_or(&page.path);
    let here = page.path.parent().unwrap_or(root);
    let mut broken = vec![];
    for link in page.values("href") {
        if link.contains("://") || link.starts_with("mailto:") || link.is_empty() {
            continue;
        }
        let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() {
            page.path.clone()
        } else {
            here.join(file)
        };
        let holds = target.exists()
            && (fragment.is_empty()
                || Page::read(target).is_ok_and(|page| page.values("id").contains(fragment)));
        if !holds {
            broken.push(format!("{}: {link}", name.display()));
        }
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_missing_files_and_places_are_found() {
        let folder = std::env::temp_dir().join(format!("unroll-book-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("writable");
        let page = |name: &str, html: &str| fs::write(folder.join(name), html).expect("writable");
        page("a.html", r#"<h1 id="top"><a href="b.html#x">x</a></h1>"#);
        page(
            "b.html",
            r##"<p id="x"><a href="#y">y</a> <a href="c.html">c</a> <a href="https://a.b">away</a></p>"##,
        );
        let pages = pages(&folder).expect("readable");
        let broken: Vec<_> = pages
            .iter()
            .flat_map(|page| broken_links(page, &folder))
            .collect();
        assert_eq!(broken, ["b.html: #y", "b.html: c.html"]);
        fs::remove_dir_all(folder).expect("it is this test's own");
    }
}
