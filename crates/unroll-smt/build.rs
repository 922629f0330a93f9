//! Makes binaries find the libz3 that `cargo xtask setup` put into the repository's `target/libz3/`.
//!
//! Without that directory (an installed libz3, `cargo install`) it does nothing. The directory is told to the build scripts
//! of the packages that link this one, because a link argument holds for the package of the build script alone.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let lib = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/libz3/lib");
    let Ok(lib) = lib.canonicalize() else {
        return;
    };
    println!("cargo::rerun-if-changed={}", lib.display());
    println!("cargo::metadata=lib={}", lib.display());
    if !cfg!(windows) {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{}", lib.display());
    }
}
