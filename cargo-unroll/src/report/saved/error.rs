//! Obstacles to reading and writing reports, each with a code.

use std::io;

use camino::Utf8PathBuf;
use thiserror::Error;

use crate::diagnostics::Code;

/// A report that cannot be read or written.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The file cannot be read.
    #[error("failed to read the report `{path}`: {source}")]
    Read {
        /// The file.
        path: Utf8PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A line is not one of a report.
    #[error("`{path}` is not a report of cargo-unroll: line {line}: {reason}")]
    Line {
        /// The file.
        path: Utf8PathBuf,
        /// The number of the line.
        line: usize,
        /// The parser's message.
        reason: String,
    },
    /// The last line is missing, as after an interrupted run.
    #[error("the report `{path}` is incomplete: it has no `finished` line")]
    Incomplete {
        /// The file.
        path: Utf8PathBuf,
    },
    /// Another version of the format.
    #[error(
        "the report `{path}` has version {found} of the format; this cargo-unroll reads version {expected}"
    )]
    Version {
        /// The file.
        path: Utf8PathBuf,
        /// Its version.
        found: u64,
        /// The known version.
        expected: u32,
    },
    /// Reports that are not all shards of one run.
    #[error("`{path}` cannot be merged: {reason}")]
    Shard {
        /// The file.
        path: Utf8PathBuf,
        /// The reason.
        reason: String,
    },
    /// Standard output cannot be written.
    #[error("failed to write to standard output: {0}")]
    Output(io::Error),
    /// A file cannot be written.
    #[error("failed to write the report `{path}`: {source}")]
    Write {
        /// The file.
        path: Utf8PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl ReportError {
    /// The code, which has the remedy.
    pub fn code(&self) -> Code {
        match self {
            Self::Read { .. } => Code::ReportNotRead,
            Self::Line { .. } | Self::Incomplete { .. } => Code::BrokenReport,
            Self::Version { .. } => Code::OtherReportVersion,
            Self::Shard { .. } => Code::ShardsDiffer,
            Self::Output(_) | Self::Write { .. } => Code::ReportNotWritten,
        }
    }
}
