//! Errors while the copy is made.

use camino::Utf8PathBuf;
use thiserror::Error;

/// A copy that could not be made.
#[derive(Debug, Error)]
pub enum InstrumentError {
    /// A file of the user could not be read.
    #[error("failed to read `{path}`: {source}")]
    Read {
        /// Which.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file or directory below the target directory could not be written.
    #[error("failed to write `{path}`: {source}")]
    Write {
        /// Which.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A manifest is not TOML, although cargo has read it.
    #[error("failed to edit `{path}`: {message}")]
    Manifest {
        /// Which.
        path: Utf8PathBuf,
        /// The message of the parser.
        message: String,
    },
    /// A member of the workspace lies outside its root, so that a copy of the root does not hold it.
    #[error("workspace member `{dir}` lies outside the workspace root `{root}`")]
    MemberOutside {
        /// The member's directory.
        dir: Utf8PathBuf,
        /// The workspace root.
        root: Utf8PathBuf,
    },
}
