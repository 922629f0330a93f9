//! Makes binaries find the libz3 that `cargo xtask setup` put below the repository's `target/libz3/`.
//!
//! The directory need not exist yet: a search path that leads nowhere does no harm, and binaries that were linked before
//! `cargo xtask setup` find libz3 afterwards. Outside of the repository (`cargo install`) the script does nothing. The
//! directory is passed to the build scripts of the packages that link this one, because a link argument holds for the
//! package of the build script alone.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Ok(root) = root.canonicalize() else {
        return;
    };
    if root.join(".cargo/config.toml").exists() && !cfg!(windows) {
        let lib = root.join("target/libz3/lib");
        println!("cargo::metadata=lib={}", lib.display());
        println!("cargo::rustc-link-arg=-Wl,-rpath,{}", lib.display());
    }
}
