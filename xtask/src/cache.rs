//! The directory for downloads that every clone of the repository shares: libz3 and the tools of the checks.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The directory of this project in the user's cache directory. It may not exist yet.
pub(crate) fn directory() -> Result<PathBuf> {
    of_user(|name| env::var_os(name).filter(|value| !value.is_empty()))
        .map(|caches| caches.join("cargo-unroll"))
        .context("no cache directory: neither XDG_CACHE_HOME nor the home directory is set")
}

/// The cache directory that the platform's conventions name, with `variable` to look variables up.
fn of_user(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if let Some(caches) = variable("XDG_CACHE_HOME").map(PathBuf::from)
        && caches.is_absolute()
    {
        return Some(caches);
    }
    if cfg!(windows) {
        return variable("LOCALAPPDATA").map(PathBuf::from);
    }
    let home = PathBuf::from(variable("HOME")?);
    Some(home.join(if cfg!(target_os = "macos") {
        "Library/Caches"
    } else {
        ".cache"
    }))
}

/// The directory `name` of the cache, which `install` fills if it is not there yet: beside its place, to which it is moved at the end, so that an
/// interrupted run leaves nothing half done.
pub(crate) fn installed(name: &str, install: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let home = directory()?.join(name);
    if home.exists() {
        return Ok(home);
    }
    let partial = home.with_extension(format!("partial-{}", std::process::id()));
    fs::create_dir_all(&partial).context("failed to create the cache directory")?;
    install(&partial).with_context(|| format!("failed to install {name}"))?;
    match fs::rename(&partial, &home) {
        // Another process was faster, with the same result.
        Err(_) if home.exists() => fs::remove_dir_all(&partial)?,
        moved => moved.context("failed to move it to its place")?,
    }
    Ok(home)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn an_absolute_xdg_cache_home_takes_precedence_over_the_home_directory() {
        let with = |xdg: &'static str| {
            of_user(move |name| match name {
                "XDG_CACHE_HOME" => Some(xdg.into()),
                "HOME" => Some("/home/ada".into()),
                _ => None,
            })
        };
        assert_eq!(with("/caches").as_deref(), Some(Path::new("/caches")));
        let relative = with("caches").expect("the home directory is known");
        assert!(relative.starts_with("/home/ada"), "{}", relative.display());
        assert_eq!(of_user(|_| None), None);
    }
}
