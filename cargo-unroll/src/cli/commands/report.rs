//! `cargo unroll report`: reports from a saved one.

use camino::Utf8Path;

use crate::cli::args::{Output, OutputKind, ReportArgs};
use crate::cli::exit::Exit;
use crate::cli::exit::failure::Failure;
use crate::cli::outputs::{self, LAST};
use crate::report::{Console, ReportError, SavedReport};

/// Reads a report and writes it in other formats.
pub(crate) fn report(args: &ReportArgs, console: &Console) -> Result<Exit, Failure> {
    let mut wanted = args.formats.clone();
    wanted.extend(args.html.clone().map(|dir| Output {
        kind: OutputKind::Html,
        path: Some(dir),
    }));
    if wanted.is_empty() {
        return Err(Failure::usage(
            "no report was requested",
            "name a format: `cargo unroll report --html DIR`, or `--report markdown=-`",
        ));
    }
    let (file, folder) = if let Some(file) = &args.file {
        (file.clone(), Utf8Path::new("target/unroll").to_owned())
    } else {
        let folder = super::workspace(&args.project)?.target_dir;
        (folder.join(LAST), folder)
    };
    let text = std::fs::read_to_string(&file).map_err(|source| ReportError::Read {
        path: file.clone(),
        source,
    })?;
    let report = SavedReport::parse(&text, &file)?;
    outputs::write(&wanted, (&report, &[]), &text, &folder, console)?;
    Ok(Exit::Done)
}
