//! Makes binaries find the libz3 that `cargo xtask setup` put below the repository's `target/libz3/`, and says what to do where there is none.
//!
//! The directory need not exist yet: a search path that leads nowhere does no harm, and binaries that were linked before
//! `cargo xtask setup` find libz3 afterwards. The directory is passed to the build scripts of the packages that link this one, because a link
//! argument holds for the package of the build script alone.
//!
//! Outside of the repository (`cargo install`), a libz3 that cannot be linked is an error at once, with the remedy, and not one of the linker
//! after minutes.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().ok();
    let root = root.filter(|root| root.join(".cargo/config.toml").exists());
    match root {
        Some(root) if !cfg!(windows) => {
            let lib = root.join("target/libz3/lib");
            println!("cargo::metadata=lib={}", lib.display());
            println!("cargo::rustc-link-arg=-Wl,-rpath,{}", lib.display());
        }
        Some(_) => {}
        None => check_library(),
    }
}

/// Ends the build if libz3 is wanted from the system and cannot be linked, where that can be tried.
fn check_library() {
    let has = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    let brings_its_own = has("VENDORED") || has("GH_RELEASE");
    let is_native = env::var_os("HOST") == env::var_os("TARGET");
    if !has("Z3") || brings_its_own || !is_native || cfg!(windows) || is_linkable() {
        return;
    }
    println!(
        "cargo::error=libz3 was not found: install version 4.13.3 or later with its development files (Debian: libz3-dev), or install \
         without it: `cargo install cargo-unroll --no-default-features`"
    );
}

/// True if pkg-config knows libz3, or the linker finds it.
fn is_linkable() -> bool {
    let succeeds = |command: &mut Command| {
        let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    };
    if succeeds(Command::new("pkg-config").args(["--exists", "z3"])) {
        return true;
    }
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    let mut link = Command::new("cc");
    link.arg("-shared")
        .arg("-o")
        .arg(Path::new(&out).join("probe"));
    if let Some(folder) = env::var_os("Z3_LIBRARY_PATH_OVERRIDE") {
        link.arg("-L").arg(folder);
    }
    succeeds(link.arg("-lz3"))
}
