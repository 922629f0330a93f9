//! The `cargo-unroll` binary.
fn main() {}
