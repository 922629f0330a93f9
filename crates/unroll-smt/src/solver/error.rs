//! Errors about the installed solver.

use super::version::{OLDEST_Z3, Z3Version};

/// The installed libz3 cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SmtError {
    /// The library is older than [`OLDEST_Z3`].
    #[error(
        "libz3 {found} is too old, {OLDEST_Z3} or later is needed; install a newer libz3, or build with \
         `--features gh-release` or `--features vendored`, or inside the repository run `cargo xtask setup` gets one"
    )]
    TooOld {
        /// The installed version.
        found: Z3Version,
    },
    /// The library does not tell its version.
    #[error("failed to read the version of libz3 from `{found}`: {OLDEST_Z3} or later is needed")]
    UnknownVersion {
        /// The version string that could not be read.
        found: String,
    },
}
