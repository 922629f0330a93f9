//! `cargo xtask test`: all that continuous integration checks, in tiers that can also be run alone.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::step::{self, cargo, say};
use crate::{book, browser, libz3, msrv, tools};

/// A part of the checks.
struct Tier {
    name: &'static str,
    /// The checked property, for the usage text.
    about: &'static str,
    /// True if `quick` includes it.
    quick: bool,
    run: fn(&Path) -> Result<()>,
}

/// How many tests of one executable run at a time, for Rust's test harness.
const THREADS: &str = "RUST_TEST_THREADS";

/// The tiers in the order in which they run: those that fail fast come first.
const TIERS: [Tier; 10] = [
    Tier {
        name: "format",
        about: "rustfmt",
        quick: true,
        run: format,
    },
    Tier {
        name: "spelling",
        about: "misspelt words in sources and documents (typos)",
        quick: true,
        run: spelling,
    },
    Tier {
        name: "dependencies",
        about: "licences, sources and duplicates (cargo-deny), unused ones (cargo-shear), their Rust versions",
        quick: true,
        run: dependencies,
    },
    Tier {
        name: "tidy",
        about: "rules of the repository that the compiler does not know, and unit tests of xtask",
        quick: true,
        run: tidy,
    },
    Tier {
        name: "book",
        about: "builds docs/book (mdBook) and follows its links",
        quick: true,
        run: book::check,
    },
    Tier {
        name: "lints",
        about: "clippy, which also checks the declared rust-version",
        quick: true,
        run: lints,
    },
    Tier {
        name: "rustdoc",
        about: "documentation of all crates without warnings",
        quick: false,
        run: rustdoc,
    },
    Tier {
        name: "unit",
        about: "unit tests of all crates",
        quick: true,
        run: unit,
    },
    Tier {
        name: "integration",
        about: "golden, property, documentation and end-to-end tests",
        quick: false,
        run: integration,
    },
    Tier {
        name: "pages",
        about: "web pages of a report in Chromium, with axe; left out without Node.js",
        quick: false,
        run: browser::check,
    },
];

/// The usage text: the tiers by name.
pub(crate) fn usage() -> String {
    let lines: Vec<_> = TIERS
        .iter()
        .map(|tier| {
            let mark = if tier.quick { "*" } else { " " };
            format!("  {:12} {mark} {}", tier.name, tier.about)
        })
        .collect();
    format!(
        "usage: cargo xtask test [quick | TIER..]\n\n{}\n\n\
         Without an argument all tiers run; `quick` stands for those with a *.",
        lines.join("\n")
    )
}

/// Gets libz3 and runs the tiers that `args` name, or all. The first that fails ends the run.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<()> {
    if args == ["help"] {
        say(&usage());
        return Ok(());
    }
    let tiers = select(args)?;
    say(&libz3::ensure(root)?.to_string());
    for tier in &tiers {
        (tier.run)(root).with_context(|| {
            format!(
                "tier `{0}` failed; to run it alone: cargo xtask test {0}",
                tier.name
            )
        })?;
    }
    say("all checks passed");
    Ok(())
}

fn select(args: &[String]) -> Result<Vec<&'static Tier>> {
    if args.is_empty() {
        return Ok(TIERS.iter().collect());
    }
    let mut selected = vec![];
    for arg in args {
        let before = selected.len();
        let named = |tier: &&Tier| tier.name == arg || (arg == "quick" && tier.quick);
        selected.extend(TIERS.iter().filter(named));
        if selected.len() == before {
            bail!("no such tier: `{arg}`\n\n{}", usage());
        }
    }
    Ok(selected)
}

fn format(root: &Path) -> Result<()> {
    step::run("format", &mut cargo(root, &["fmt", "--all", "--check"]))
}

fn spelling(root: &Path) -> Result<()> {
    let mut typos = std::process::Command::new(tools::TYPOS.executable()?);
    step::run("spelling", typos.current_dir(root))
}

fn dependencies(root: &Path) -> Result<()> {
    let mut deny = std::process::Command::new(tools::DENY.executable()?);
    // Advisories are left out: their database is not on a package registry.
    deny.args(["--workspace", "check", "bans", "licenses", "sources"]);
    step::run("licences, sources, duplicates", deny.current_dir(root))?;
    let mut shear = std::process::Command::new(tools::SHEAR.executable()?);
    step::run("unused dependencies", shear.current_dir(root))?;
    msrv::check(root)
}

fn tidy(root: &Path) -> Result<()> {
    step::run("tidy", &mut cargo(root, &["test", "--package", "xtask"]))
}

fn lints(root: &Path) -> Result<()> {
    let args = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ];
    step::run("lints", &mut cargo(root, &args))?;
    // The solvers without Z3, as machines have them that lack libz3.
    let args = [
        "clippy",
        "--package",
        "unroll-smt",
        "--no-default-features",
        "--",
        "-D",
        "warnings",
    ];
    step::run("lints without Z3", &mut cargo(root, &args))
}

fn rustdoc(root: &Path) -> Result<()> {
    step::run(
        "rustdoc",
        cargo(root, &["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
    )
}

fn unit(root: &Path) -> Result<()> {
    // Programs have no tests of their own, and would cost a build of the tool's library without its tests.
    let args = ["test", "--workspace", "--exclude", "xtask", "--lib"];
    step::run("unit tests", &mut cargo(root, &args))
}

fn integration(root: &Path) -> Result<()> {
    let workspace = ["test", "--workspace", "--exclude", "xtask"];
    let mut tests = cargo(root, &workspace);
    tests.args(["--test", "*", "--examples"]);
    tests.env("UNROLL_COBERTURA_READER", tools::cobertura_reader()?);
    if std::env::var_os(THREADS).is_none() {
        // End-to-end tests wait for builds of each other a quarter of the time.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        tests.env(THREADS, (cores + 1).to_string());
    }
    step::run("integration tests", &mut tests)?;
    step::run(
        "tests in documentation",
        cargo(root, &workspace).arg("--doc"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(args: &[&str]) -> Option<Vec<&'static str>> {
        let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let tiers = select(&args).ok()?;
        Some(tiers.iter().map(|tier| tier.name).collect())
    }

    #[test]
    fn tiers_are_selected_by_name_or_all_together() {
        assert_eq!(names(&[]).map(|all| all.len()), Some(TIERS.len()));
        assert_eq!(names(&["lints", "tidy"]), Some(vec!["lints", "tidy"]));
        assert_eq!(names(&["slow"]), None);
        let quick = names(&["quick"]).expect("it is a name");
        assert!(quick.contains(&"unit") && !quick.contains(&"integration"));
    }

    #[test]
    fn the_usage_text_names_every_tier() {
        let text = usage();
        for tier in &TIERS {
            assert!(text.contains(tier.name), "{}: {text}", tier.name);
        }
    }
}
