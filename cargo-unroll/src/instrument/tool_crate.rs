//! Where the copy gets `unroll-test` from.

use camino::{Utf8Path, Utf8PathBuf};

/// A source for the `unroll-test` crate that fits this tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ToolCrate {
    /// A directory.
    Path(Utf8PathBuf),
    /// The registry, at exactly this version.
    Version(String),
}

impl ToolCrate {
    /// The directory that the user has named, else the checkout that the tool was built from if it is still there, else
    /// the registry.
    pub(super) fn locate(given: Option<&Utf8Path>) -> Self {
        let checkout = Utf8Path::new(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../crates/unroll-test"
        ));
        given
            .unwrap_or(checkout)
            .canonicalize_utf8()
            .ok()
            .filter(|path| path.join("Cargo.toml").is_file())
            .map_or_else(
                || Self::Version(env!("CARGO_PKG_VERSION").to_owned()),
                Self::Path,
            )
    }

    /// Where the runtime of this `unroll-test` is; `None` if a directory that the user has named holds it elsewhere.
    pub(super) fn runtime(&self) -> Option<Self> {
        match self {
            Self::Path(path) => {
                let runtime = path.parent()?.join("unroll-runtime");
                let is_there = runtime.join("Cargo.toml").is_file();
                is_there.then_some(Self::Path(runtime))
            }
            Self::Version(version) => Some(Self::Version(version.clone())),
        }
    }
}
