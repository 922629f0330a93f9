//! What can go wrong while cargo works.

use camino::Utf8PathBuf;
use thiserror::Error;

use crate::instrument::InstrumentError;
use crate::project::Unparsed;

/// A build or trial run that gave nothing.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The copy could not be made.
    #[error(transparent)]
    Instrument(#[from] InstrumentError),
    /// Cargo could not be started.
    #[error("failed to run `{program}`: {source}")]
    Start {
        /// What was to run.
        program: String,
        /// Why not.
        source: std::io::Error,
    },
    /// The user's crate does not compile (its unit tests included).
    #[error("the unit tests of the crate do not compile\n{}", rendered.concat().trim_end())]
    DoesNotCompile {
        /// Errors as rustc renders them, with the user's own paths.
        rendered: Vec<String>,
    },
    /// The only files that could hold what was asked for are written in syntax that the compiler knows and this tool does not.
    #[error("failed to parse `{}`: {}", .0[0].span.file, .0[0].message)]
    Unparsed(Vec<Unparsed>),
    /// Cargo failed before any compiler ran: resolution, network, a build script.
    #[error("cargo failed\n{stderr}")]
    Cargo {
        /// What cargo said.
        stderr: String,
    },
    /// The crate compiles, its instrumented form does not, and no single function is to blame.
    #[error("the instrumented crate does not compile, although the crate does\n{}", rendered.concat().trim_end())]
    Instrumented {
        /// Errors as rustc renders them.
        rendered: Vec<String>,
    },
    /// Cargo was content but what it should have made is not there.
    #[error("cargo did not make `{what}`")]
    Missing {
        /// What is missing.
        what: String,
    },
    /// A file of the build could not be read or written.
    #[error("failed to access `{path}`: {source}")]
    File {
        /// Which.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
}
