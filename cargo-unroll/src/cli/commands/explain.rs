//! `cargo unroll explain`: the catalogue of diagnostics on standard output.

use crate::cli::exit::Exit;
use crate::cli::exit::failure::Failure;
use crate::diagnostics;
use crate::diagnostics::{Code, UnknownCode};
use crate::report::Console;

/// Prints the explanation of a code, or the list of all codes.
pub(crate) fn explain(code: Option<&str>, console: &Console) -> Result<Exit, Failure> {
    match code {
        None => console.print(&diagnostics::index()),
        Some(text) => {
            let code = text.parse::<Code>().map_err(|error| unknown(&error))?;
            console.print(&diagnostics::plain_text(code));
        }
    }
    Ok(Exit::Done)
}

fn unknown(error: &UnknownCode) -> Failure {
    Failure::Usage {
        message: error.to_string(),
        help: Some("`cargo unroll explain` lists all codes".to_owned()),
    }
}
