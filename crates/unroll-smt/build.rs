//! Makes binaries find the libz3 that `cargo xtask setup` put below the repository's `target/libz3/`.
//!
//! The directory need not exist yet: a search path that leads nowhere does no harm, and binaries that were linked before
//! `cargo xtask setup` find libz3 afterwards. The directory is passed to the build scripts of the packages that link this one, because a link
//! argument holds for the package of the build script alone.
//!
//! Outside of the repository (`cargo install`), a libz3 that is not there or too old is left out, so that the tool can be installed with rustc and gcc
//! alone. The crate `z3` is compiled all the same, but nothing refers to it, so that nothing of it is linked.
//!
//! Out: `cfg(has_z3)`.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// The oldest version that the tool works with.
const OLDEST: [u32; 3] = [4, 13, 3];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    println!("cargo::rustc-check-cfg=cfg(has_z3)");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().ok();
    let root = root.filter(|root| root.join(".cargo/config.toml").exists());
    if is_wanted() && (root.is_some() || is_there()) {
        println!("cargo::rustc-cfg=has_z3");
    }
    if let Some(root) = root
        && !cfg!(windows)
    {
        let lib = root.join("target/libz3/lib");
        println!("cargo::metadata=lib={}", lib.display());
        println!("cargo::rustc-link-arg=-Wl,-rpath,{}", lib.display());
    }
}

fn has_feature(name: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{name}")).is_some()
}

fn is_wanted() -> bool {
    has_feature("Z3")
}

/// True if libz3 is built or downloaded, can be used, or if that cannot be tried.
fn is_there() -> bool {
    let brings_its_own = has_feature("VENDORED") || has_feature("GH_RELEASE");
    let is_native = env::var_os("HOST") == env::var_os("TARGET");
    if brings_its_own || !is_native || cfg!(windows) {
        return true;
    }
    // `z3-sys` takes the library in a place that it is given, and else the one that pkg-config knows.
    let place = env::var_os("Z3_LIBRARY_PATH_OVERRIDE");
    let version = match &place {
        Some(place) => tried_version(Some(place)),
        None => known_version().or_else(|| tried_version(None)),
    };
    let is_usable = version.as_deref().is_some_and(is_recent);
    if !is_usable {
        let found = version.map_or("was not found".to_owned(), |it| format!("{it} is too old"));
        println!(
            "cargo::warning=libz3 {found}, so `cargo-unroll` is built without it and leaves more objectives undecided; to have it, install version \
             4.13.3 or later with its development files (Debian: libz3-dev), and install `cargo-unroll` again"
        );
    }
    is_usable
}

/// The version that pkg-config knows.
fn known_version() -> Option<String> {
    output(Command::new("pkg-config").args(["--modversion", "z3"]))
}

/// The version of the library that a program which is linked with it finds.
fn tried_version(place: Option<&OsString>) -> Option<String> {
    const PROGRAM: &str = "#include <stdio.h>\n\
        void Z3_get_version(unsigned *, unsigned *, unsigned *, unsigned *);\n\
        int main(void) {\n\
            unsigned v[4];\n\
            Z3_get_version(v, v + 1, v + 2, v + 3);\n\
            return printf(\"%u.%u.%u\", v[0], v[1], v[2]) < 0;\n\
        }\n";
    let folder = env::var_os("OUT_DIR")?;
    let [source, program] = ["probe.c", "probe"].map(|name| Path::new(&folder).join(name));
    std::fs::write(&source, PROGRAM).ok()?;
    let mut link = Command::new("cc");
    link.arg(source).arg("-o").arg(&program);
    if let Some(place) = place {
        link.arg("-L").arg(place);
    }
    output(link.arg("-lz3"))?;
    output(&mut Command::new(program))
}

/// The output of a program that succeeds.
fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

/// True if a version is [`OLDEST`] or later.
fn is_recent(version: &str) -> bool {
    let numbers: Vec<u32> = version.split('.').map_while(|it| it.parse().ok()).collect();
    numbers.as_slice() >= OLDEST.as_slice()
}
