//! Measurements inside the engine: tests of it that measure when an environment variable gives them the time.

use std::path::Path;

use anyhow::{Result, bail};

use crate::released;

/// A test file that measures.
pub(super) struct Measurement {
    /// Its name, and that of the command.
    pub(super) name: &'static str,
    variable: &'static str,
    /// Seconds for each program, if nothing is said.
    seconds: u64,
}

/// One test for each feasible path of programs whose indices are inputs, by three resolutions; what is cut short has a question mark.
/// And instructions that the path engine walks in a second.
pub(super) const MEASUREMENTS: [Measurement; 2] = [
    Measurement {
        name: "aliases",
        variable: "UNROLL_ALIASES",
        seconds: 60,
    },
    Measurement {
        name: "rate",
        variable: "UNROLL_RATE",
        seconds: 5,
    },
];

impl Measurement {
    /// Prints the table; no program gets more than `--seconds`.
    pub(super) fn run(&self, root: &Path, args: &[String]) -> Result<()> {
        let Self { name, variable, .. } = self;
        let Some(seconds) = self.seconds(args) else {
            bail!("usage: cargo xtask bench {name} [--seconds N]");
        };
        released::test(
            root,
            &format!("{name}, at most {seconds} s for a program"),
            ("cargo-unroll", name),
            &[],
            (variable, &seconds.to_string()),
        )
    }

    /// The value of `[--seconds N]`; `None` for other arguments.
    fn seconds(&self, args: &[String]) -> Option<u64> {
        match args {
            [] => Some(self.seconds),
            [option, number] if option == "--seconds" => number.parse().ok(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_a_number_of_seconds() {
        let seconds = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
            MEASUREMENTS[0].seconds(&args)
        };
        assert_eq!(seconds(&[]), Some(60));
        assert_eq!(seconds(&["--seconds", "5"]), Some(5));
        assert_eq!(seconds(&["--seconds"]), None);
        assert_eq!(seconds(&["--runs", "5"]), None);
    }
}
