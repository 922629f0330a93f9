//! `cargo xtask soak`: the interpreter against native runs of the fixtures for as long as one likes, all judges against each other on
//! random programs, infeasible code of small ones, or verdicts against a judge that shares nothing with the tool (`twins`).

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::released;
use crate::twins::{self, Plan};

const USAGE: &str = "usage: cargo xtask soak [--seconds N | --runs N]\n       \
    cargo xtask soak --programs N [--seed N] [--from N] [--shard K/N]\n       \
    cargo xtask soak --infeasible N [--seed N] [--from N] [--shard K/N]\n       \
    cargo xtask soak --twins N [--seed N] [--runs N]";

/// One of the two soaks: the test that it is, and what the environment tells it.
#[derive(Debug, PartialEq, Eq)]
struct Soak {
    test: &'static str,
    variable: &'static str,
    value: String,
}

/// Runs the soak that `args` ask for: a minute of the fixtures, if they are silent.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<()> {
    if args.iter().any(|arg| arg == "--twins") {
        return twins::run(root, plan(args)?);
    }
    let has = |option: &str| args.iter().any(|arg| arg == option);
    let soak = if has("--programs") || has("--infeasible") {
        programs(args)?
    } else {
        fixtures(args)?
    };
    released::test(
        root,
        &format!("soak, {}", soak.value),
        ("cargo-unroll", "soak"),
        &[soak.test],
        (soak.variable, &soak.value),
    )
}

fn fixtures(args: &[String]) -> Result<Soak> {
    let value = match args {
        [] => "seconds:60".to_owned(),
        [option, number] => match option.strip_prefix("--").zip(number.parse::<u64>().ok()) {
            Some((unit @ ("seconds" | "runs"), number)) => format!("{unit}:{number}"),
            _ => bail!(USAGE),
        },
        _ => bail!(USAGE),
    };
    Ok(Soak {
        test: "the_interpreter_agrees_with_native_runs",
        variable: "UNROLL_SOAK",
        value,
    })
}

fn programs(args: &[String]) -> Result<Soak> {
    let (mut seed, mut from, mut programs, mut shard) = (1, 0, 0, (1, 1));
    let (mut test, mut variable) = (
        "verdicts_on_random_programs_are_what_runs_of_all_inputs_say",
        "UNROLL_SOAK_PROGRAMS",
    );
    let (pairs, rest) = args.as_chunks::<2>();
    if !rest.is_empty() {
        bail!(USAGE);
    }
    for [option, value] in pairs {
        let number = || value.parse::<u64>().context(USAGE);
        match option.as_str() {
            "--seed" => seed = number()?,
            "--from" => from = number()?,
            "--programs" => programs = number()?,
            "--infeasible" => {
                programs = number()?;
                test = "infeasible_code_of_small_programs_is_what_no_input_reaches";
                variable = "UNROLL_SOAK_INFEASIBLE";
            }
            "--shard" => {
                let (k, n) = value.split_once('/').context(USAGE)?;
                shard = (k.parse::<u64>().context(USAGE)?, n.parse().context(USAGE)?);
            }
            _ => bail!(USAGE),
        }
    }
    let (shard, shards) = shard;
    if shard == 0 || shard > shards {
        bail!("{shard}/{shards} is no shard: they count from 1");
    }
    Ok(Soak {
        test,
        variable,
        value: format!("{seed} {from} {programs} {} {shards}", shard - 1),
    })
}

fn plan(args: &[String]) -> Result<Plan> {
    let mut plan = Plan {
        seed: 1,
        functions: 0,
        runs: 2_500,
    };
    let (pairs, rest) = args.as_chunks::<2>();
    if !rest.is_empty() {
        bail!(USAGE);
    }
    for [option, value] in pairs {
        let number = value.parse::<u64>().context(USAGE)?;
        match option.as_str() {
            "--seed" => plan.seed = number,
            "--twins" => plan.functions = number,
            "--runs" => plan.runs = number,
            _ => bail!(USAGE),
        }
    }
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(read: fn(&[String]) -> Result<Soak>, args: &[&str]) -> Option<String> {
        let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
        read(&args).ok().map(|soak| soak.value)
    }

    #[test]
    fn a_budget_is_one_number_with_its_unit() {
        let budget = |args: &[&str]| value(fixtures, args);
        assert_eq!(budget(&[]).as_deref(), Some("seconds:60"));
        assert_eq!(
            budget(&["--runs", "100000"]).as_deref(),
            Some("runs:100000")
        );
        assert_eq!(budget(&["--runs"]), None);
        assert_eq!(budget(&["--hours", "1"]), None);
    }

    #[test]
    fn programs_have_a_seed_and_numbers_and_may_be_shared_out() {
        let plan = |args: &[&str]| value(programs, args);
        assert_eq!(plan(&["--programs", "50"]).as_deref(), Some("1 0 50 0 1"));
        assert_eq!(
            plan(&[
                "--programs",
                "50",
                "--shard",
                "2/3",
                "--seed",
                "7",
                "--from",
                "100"
            ])
            .as_deref(),
            Some("7 100 50 1 3")
        );
        let small = ["--infeasible".to_owned(), "7".to_owned()];
        let small = programs(&small).expect("a plan");
        assert_eq!(
            (small.variable, &*small.value),
            ("UNROLL_SOAK_INFEASIBLE", "1 0 7 0 1")
        );
        assert!(small.test.starts_with("infeasible_code"));
        for wrong in ["0/2", "3/2", "1"] {
            assert_eq!(
                plan(&["--programs", "50", "--shard", wrong]),
                None,
                "{wrong}"
            );
        }
        assert_eq!(plan(&["--programs"]), None);
        assert_eq!(plan(&["--programs", "5", "--hours", "1"]), None);
    }
    #[test]
    fn twins_have_a_seed_and_runs() {
        let plan = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
            plan(&args).ok().map(|it| (it.functions, it.seed, it.runs))
        };
        assert_eq!(plan(&["--twins", "20"]), Some((20, 1, 2_500)));
        let all = ["--twins", "20", "--seed", "3", "--runs", "9"];
        assert_eq!(plan(&all), Some((20, 3, 9)));
        assert_eq!(plan(&["--twins"]), None);
        assert_eq!(plan(&["--twins", "5", "--from", "1"]), None);
    }
}
