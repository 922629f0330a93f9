//! `--report`: a report in other formats, to files or to standard output.

use camino::{Utf8Path, Utf8PathBuf};

use super::args::{Output, OutputKind};
use crate::emit::{Disk, RealDisk};
use crate::report::coverage::{cobertura, lcov};
use crate::report::formats::rustc::Suggestion;
use crate::report::formats::{github, junit, markdown, rustc, sarif, saved_coverage};
use crate::report::html::{FUNCTIONS, MARK, html};
use crate::report::{Console, ReportError, SavedReport};

/// The JSON lines of the last run, below the tool's target directory.
pub(crate) const LAST: &str = "report.jsonl";

/// Writes `report`, whose JSON lines are `lines`, as `wanted`, with suggestions if they are known; `folder` is the tool's target directory.
pub(crate) fn write(
    wanted: &[Output],
    (report, suggestions): (&SavedReport, &[Suggestion]),
    lines: &str,
    folder: &Utf8Path,
    console: &Console,
) -> Result<(), ReportError> {
    for output in wanted {
        let text = match output.kind {
            OutputKind::Html => {
                let usual = || folder.join("html");
                let dir = output.path.clone().unwrap_or_else(usual);
                pages(&dir, report)?;
                let page = dir.join("index.html");
                console.status_of_path("Reported", "html to ", &absolute(&page), page.as_str());
                continue;
            }
            OutputKind::Sarif => sarif::sarif(report),
            OutputKind::Junit => junit::junit(report),
            OutputKind::Markdown => markdown::markdown(report),
            OutputKind::Github => github::github(report),
            OutputKind::Rustc => rustc::rustc(report, suggestions),
            OutputKind::Json => lines.to_owned(),
            OutputKind::Lcov => lcov::tracefile(&saved_coverage::files(report)),
            // Paths of reports begin where the command was run.
            OutputKind::Cobertura => cobertura::document(&saved_coverage::files(report), "."),
        };
        match output.path.as_deref() {
            None => console.print(&text),
            Some(path) if path == "-" => console.print(&text),
            Some(path) => {
                save(path, &text)?;
                let text = format!("{} to ", output.kind.name());
                console.status_of_path("Reported", &text, &absolute(path), path.as_str());
            }
        }
    }
    Ok(())
}

/// Writes the web pages, and removes pages of functions that the report no longer has.
fn pages(dir: &Utf8Path, report: &SavedReport) -> Result<(), ReportError> {
    let pages = html(report);
    // A report can be written again, so that its many pages need not be synced.
    let disk = RealDisk::with_fill(std::io::Write::write_all);
    for page in &pages {
        save_to(disk, &dir.join(&page.path), &page.text)?;
    }
    // Pages without the tool's mark are files of the user, whatever directory was named.
    let is_page = |path: &Utf8Path| pages.iter().any(|page| dir.join(&page.path) == path);
    let entries = dir.join(FUNCTIONS).read_dir_utf8();
    for entry in entries.into_iter().flatten().flatten() {
        let path = entry.path();
        let is_own = || std::fs::read_to_string(path).is_ok_and(|text| text.contains(MARK));
        if path.extension() == Some("html") && !is_page(path) && is_own() {
            let removed = RealDisk::default().remove(path);
            removed.map_err(|source| ReportError::Write {
                path: path.to_owned(),
                source,
            })?;
        }
    }
    Ok(())
}

/// Writes a file, whole or not at all.
pub(crate) fn save(path: &Utf8Path, text: &str) -> Result<(), ReportError> {
    save_to(RealDisk::default(), path, text)
}

fn save_to(disk: RealDisk, path: &Utf8Path, text: &str) -> Result<(), ReportError> {
    disk.check(path)
        .and_then(|()| disk.write(path, text))
        .map_err(|source| ReportError::Write {
            path: path.to_owned(),
            source,
        })
}

/// A path of the command line as links need it.
pub(crate) fn absolute(path: &Utf8Path) -> Utf8PathBuf {
    camino::absolute_utf8(path).unwrap_or_else(|_| path.to_owned())
}
