//! `--report`: a report in other formats, to files or to standard output.

use camino::Utf8Path;

use super::args::{Output, OutputKind};
use crate::emit::{Disk, RealDisk};
use crate::report::formats::{github, junit, markdown, sarif};
use crate::report::{Console, ReportError, SavedReport};

/// The JSON lines of the last run, below the tool's target directory.
pub(crate) const LAST: &str = "report.jsonl";

/// Writes `report`, whose JSON lines are `lines`, as `wanted`; `folder` is the tool's target directory.
pub(crate) fn write(
    wanted: &[Output],
    report: &SavedReport,
    lines: &str,
    folder: &Utf8Path,
    console: &Console,
) -> Result<(), ReportError> {
    for output in wanted {
        let text = match output.kind {
            OutputKind::Html => continue,
            OutputKind::Sarif => sarif::sarif(report),
            OutputKind::Junit => junit::junit(report),
            OutputKind::Markdown => markdown::markdown(report),
            OutputKind::Github => github::github(report),
            OutputKind::Json => lines.to_owned(),
        };
        match output.path.as_deref() {
            None => console.print(&text),
            Some(path) if path == "-" => console.print(&text),
            Some(path) => {
                save(path, &text)?;
                console.status("Reported", &format!("{} to {path}", output.kind.name()));
            }
        }
    }
    let _ = folder;
    Ok(())
}

/// Writes a file, whole or not at all.
pub(crate) fn save(path: &Utf8Path, text: &str) -> Result<(), ReportError> {
    let disk = RealDisk::default();
    disk.check(path)
        .and_then(|()| disk.write(path, text))
        .map_err(|source| ReportError::Write {
            path: path.to_owned(),
            source,
        })
}
