//! `cargo xtask bench aliases`: one test for each feasible path of programs whose indices are inputs, by three resolutions.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::libz3;
use crate::step::{self, cargo, say};

const USAGE: &str = "usage: cargo xtask bench aliases [--seconds N]";

/// Prints the table. No function gets more than `--seconds`, a minute if nothing is said; what is cut short has a question mark.
pub(super) fn run(root: &Path, args: &[String]) -> Result<()> {
    let seconds = seconds(args)?;
    say(&libz3::ensure(root)?.to_string());
    let args = [
        "test",
        "--release",
        "--package",
        "cargo-unroll",
        "--test",
        "aliases",
        "--",
        "--nocapture",
    ];
    step::run(
        &format!("aliases, at most {seconds} s for a function"),
        cargo(root, &args).env("UNROLL_ALIASES", seconds.to_string()),
    )
}

fn seconds(args: &[String]) -> Result<u64> {
    match args {
        [] => Ok(60),
        [option, number] if option == "--seconds" => number.parse().context(USAGE),
        _ => bail!(USAGE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_a_number_of_seconds() {
        let seconds = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
            seconds(&args).ok()
        };
        assert_eq!(seconds(&[]), Some(60));
        assert_eq!(seconds(&["--seconds", "5"]), Some(5));
        assert_eq!(seconds(&["--seconds"]), None);
        assert_eq!(seconds(&["--runs", "5"]), None);
    }
}
