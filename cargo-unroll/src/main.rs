//! The `cargo-unroll` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    cargo_unroll::cli::main().into()
}
