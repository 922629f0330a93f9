//! `cargo xtask soak`: the interpreter against native runs for as long as one likes.

use std::path::Path;

use anyhow::{Result, bail};

use crate::libz3;
use crate::step::{self, cargo, say};

/// What `--seconds` or `--runs` asks for; a minute if neither does.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<()> {
    let budget = budget(args)?;
    say(&libz3::ensure(root)?.to_string());
    let args = [
        "test",
        "--release",
        "--package",
        "cargo-unroll",
        "--test",
        "soak",
        "--",
        "--nocapture",
    ];
    step::run(
        &format!("soak, {budget}"),
        cargo(root, &args).env("UNROLL_SOAK", &budget),
    )
}

fn budget(args: &[String]) -> Result<String> {
    let unit_and_number = match args {
        [] => return Ok("seconds:60".to_owned()),
        [option, number] => option.strip_prefix("--").zip(number.parse::<u64>().ok()),
        _ => None,
    };
    match unit_and_number {
        Some((unit @ ("seconds" | "runs"), number)) => Ok(format!("{unit}:{number}")),
        _ => bail!("usage: cargo xtask soak [--seconds N | --runs N]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_one_number_with_its_unit() {
        let budget = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
            budget(&args).ok()
        };
        assert_eq!(budget(&[]).as_deref(), Some("seconds:60"));
        assert_eq!(
            budget(&["--runs", "100000"]).as_deref(),
            Some("runs:100000")
        );
        assert_eq!(budget(&["--runs"]), None);
        assert_eq!(budget(&["--hours", "1"]), None);
    }
}
