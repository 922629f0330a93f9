//! Makes binaries find the libz3 that `unroll-smt` was built with.

fn main() {
    println!("cargo::rerun-if-env-changed=DEP_UNROLL_LIBZ3_LIB");
    if let Ok(lib) = std::env::var("DEP_UNROLL_LIBZ3_LIB")
        && !cfg!(windows)
    {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{lib}");
    }
}
