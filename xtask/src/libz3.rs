//! Getting libz3: an installed one that is recent enough, else the one inside the Python package `z3-solver`.
//!
//! The package is unpacked once into `target/libz3/` (`lib/`, `include/`, `bin/z3`, `pkgconfig/z3.pc`). Cargo finds it there
//! by `.cargo/config.toml`, and `crates/unroll-smt/build.rs` makes the binaries find it; so plain cargo commands and
//! editors work after one `cargo xtask setup`.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::step::{self, cargo, say};
use crate::version::Version;

/// The oldest libz3 that the crate `z3` works with.
const OLDEST: Version = Version(4, 13, 3);

/// The package that is taken; `docs/dev/adr/0003-term-layer.md` says why this version.
const PACKAGE: &str = "z3-solver==4.15.4.0";

/// The version in [`PACKAGE`].
const PACKAGED: Version = Version(4, 15, 4);

const REMEDY: &str = "\
to get libz3, do one of these:
  - install libz3 4.13.3 or later with its pkg-config file
  - install Python 3 with pip (Debian: python3-pip) and run `cargo xtask setup` while online
  - build with `--features gh-release` or `--features vendored` of cargo-unroll";

/// Which libz3 the build will use.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Libz3 {
    /// One that pkg-config knows.
    Installed(Version),
    /// The one in `target/libz3/`.
    Unpacked(Version),
}

impl fmt::Display for Libz3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Installed(version) => write!(f, "libz3 {version}, installed"),
            Self::Unpacked(version) => write!(f, "libz3 {version}, in target/libz3/"),
        }
    }
}

impl Libz3 {
    /// Its version.
    pub(crate) fn version(&self) -> Version {
        match self {
            Self::Installed(version) | Self::Unpacked(version) => *version,
        }
    }
}

/// The programs that are asked.
struct Programs {
    pkg_config: &'static str,
    python: &'static str,
}

const PROGRAMS: Programs = Programs {
    pkg_config: "pkg-config",
    python: if cfg!(windows) { "python" } else { "python3" },
};

/// Makes sure that the build finds a libz3 that is recent enough.
pub(crate) fn ensure(root: &Path) -> Result<Libz3> {
    ensure_with(root, &PROGRAMS)
}

fn ensure_with(root: &Path, programs: &Programs) -> Result<Libz3> {
    let home = root.join("target/libz3");
    if let Some(version) = unpacked(&home) {
        return Ok(Libz3::Unpacked(version));
    }
    let found = pkg_config_version(programs);
    if let Some(version) = found.filter(|version| *version >= OLDEST) {
        return Ok(Libz3::Installed(version));
    }
    match found {
        Some(old) => say(&format!(
            "libz3 {old} is installed, {OLDEST} or later is needed"
        )),
        None => say(&format!(
            "no libz3 is installed, {OLDEST} or later is needed"
        )),
    }
    unpack(&home, programs).context(REMEDY)?;
    forget_builds(root)?;
    Ok(Libz3::Unpacked(PACKAGED))
}

/// The version that is unpacked, if it is the wanted one.
fn unpacked(home: &Path) -> Option<Version> {
    let text = fs::read_to_string(home.join("version")).ok()?;
    Version::parse(&text).filter(|version| *version == PACKAGED)
}

/// What pkg-config finds; `None` also when there is no pkg-config.
fn pkg_config_version(programs: &Programs) -> Option<Version> {
    let output = Command::new(programs.pkg_config)
        .args(["--modversion", "z3"])
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| Version::parse(&String::from_utf8_lossy(&output.stdout)))?
}

/// Unpacks beside the final place and moves at the end, so that an interrupted run leaves nothing half done.
fn unpack(home: &Path, programs: &Programs) -> Result<()> {
    let partial = home.with_extension("partial");
    if partial.exists() {
        fs::remove_dir_all(&partial).context("failed to remove an unfinished download")?;
    }
    let wheel = partial.join("wheel");
    fs::create_dir_all(&wheel).context("failed to create target/")?;
    let mut pip = Command::new(programs.python);
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
    ])
    .args(["--only-binary", ":all:", "--target"])
    .arg(&wheel)
    .arg(PACKAGE);
    step::run(&format!("pip install {PACKAGE}"), &mut pip)?;

    for (from, to) in [("z3/lib", "lib"), ("z3/include", "include"), ("bin", "bin")] {
        let from = wheel.join(from);
        fs::rename(&from, partial.join(to))
            .with_context(|| format!("{PACKAGE} has no {}", from.display()))?;
    }
    fs::remove_dir_all(&wheel).context("failed to remove what is not needed")?;
    fs::create_dir_all(partial.join("pkgconfig"))?;
    fs::write(partial.join("pkgconfig/z3.pc"), pkg_config_file())?;
    fs::write(partial.join("version"), format!("{PACKAGED}\n"))?;
    if home.exists() {
        fs::remove_dir_all(home).context("failed to remove the libz3 from before")?;
    }
    fs::rename(&partial, home).context("failed to move libz3 to its place")
}

/// Paths are relative to the file, so the directory may move.
fn pkg_config_file() -> String {
    format!(
        "prefix=${{pcfiledir}}/..\n\
         libdir=${{prefix}}/lib\n\
         includedir=${{prefix}}/include\n\
         \n\
         Name: z3\n\
         Description: The Z3 theorem prover\n\
         Version: {PACKAGED}\n\
         Libs: -L${{libdir}} -lz3\n\
         Cflags: -I${{includedir}}\n"
    )
}

/// Cargo does not notice that a library appeared where it looked in vain before.
fn forget_builds(root: &Path) -> Result<()> {
    let target = step::target_dir(root);
    let built = ["debug", "release"]
        .iter()
        .any(|profile| target.join(profile).join("build").exists());
    if !built {
        return Ok(());
    }
    let status = cargo(
        root,
        &["clean", "--quiet", "-p", "z3-sys", "-p", "unroll-smt"],
    )
    .status()?;
    if !status.success() {
        bail!("failed to forget builds with another libz3: {status}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_is_recent_enough_and_its_version_is_the_pinned_one() {
        assert!(PACKAGED >= OLDEST);
        let pinned = PACKAGE.split_once("==").map(|(_, version)| version);
        assert_eq!(pinned.and_then(Version::parse), Some(PACKAGED));
    }

    #[test]
    fn without_libz3_and_without_python_the_ways_to_get_it_are_named() {
        let folder = std::env::temp_dir().join(format!("unroll-libz3-{}", std::process::id()));
        let nothing = Programs {
            pkg_config: "no-such-pkg-config",
            python: "no-such-python",
        };
        let error = ensure_with(&folder, &nothing).expect_err("there is nothing to get it with");
        // As `main` shows it.
        let shown = format!("{error:?}");
        for text in [
            "install libz3 4.13.3 or later",
            "cargo xtask setup",
            "gh-release",
            "no-such-python",
        ] {
            assert!(shown.contains(text), "{text}: {shown}");
        }
        assert!(!folder.join("target/libz3").exists());
        fs::remove_dir_all(folder).expect("it is this test's own");
    }

    #[test]
    fn the_pkg_config_file_gives_the_version_and_relative_paths() {
        let text = pkg_config_file();
        assert!(text.contains("prefix=${pcfiledir}/.."), "{text}");
        assert!(text.contains(&format!("Version: {PACKAGED}")), "{text}");
    }
}
