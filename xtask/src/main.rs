//! The program `xtask`; all it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args().skip(1).collect();
    if xtask::main(&args) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
