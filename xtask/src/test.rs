//! `cargo xtask test`: all that continuous integration checks, in tiers that can also be run alone.

use std::path::Path;
use std::process::Command;

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
    /// When all tiers run.
    turn: Turn,
    run: fn(&Path) -> Result<()>,
}

/// When a tier runs among all others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Alone, in the order of the table.
    InOrder,
    /// While the tier runs that is [`Turn::Last`]: such a tier uses one core for most of the time.
    Beside,
    /// Behind those that run alone.
    Last,
}

/// How many tests of one executable run at a time, for Rust's test harness.
const THREADS: &str = "RUST_TEST_THREADS";

/// The tiers in the order in which they run: those that fail fast come first.
const TIERS: [Tier; 12] = [
    Tier {
        name: "format",
        about: "rustfmt",
        quick: true,
        turn: Turn::InOrder,
        run: format,
    },
    Tier {
        name: "spelling",
        about: "misspelt words in sources and documents (typos)",
        quick: true,
        turn: Turn::InOrder,
        run: spelling,
    },
    Tier {
        name: "dependencies",
        about: "licences, sources and duplicates (cargo-deny), unused ones (cargo-shear), their Rust versions",
        quick: true,
        turn: Turn::InOrder,
        run: dependencies,
    },
    Tier {
        name: "tidy",
        about: "rules of the repository that the compiler does not know, and unit tests of xtask",
        quick: true,
        turn: Turn::InOrder,
        run: tidy,
    },
    Tier {
        name: "book",
        about: "builds docs/book (mdBook) and follows its links",
        quick: true,
        turn: Turn::InOrder,
        run: book::check,
    },
    Tier {
        name: "lints",
        about: "clippy, which also checks the declared rust-version",
        quick: true,
        turn: Turn::InOrder,
        run: lints,
    },
    Tier {
        name: "rustdoc",
        about: "documentation of all crates without warnings",
        quick: false,
        turn: Turn::InOrder,
        run: rustdoc,
    },
    Tier {
        name: "build",
        about: "builds the tests of the next tiers at once, which is faster than one tier after another",
        quick: false,
        turn: Turn::InOrder,
        run: build,
    },
    Tier {
        name: "unit",
        about: "unit tests of all crates",
        quick: true,
        turn: Turn::InOrder,
        run: unit,
    },
    Tier {
        name: "integration",
        about: "golden and property tests, and tests in documentation",
        quick: false,
        turn: Turn::Beside,
        run: integration,
    },
    Tier {
        name: "pages",
        about: "web pages of a report in Chromium, with axe; left out without Node.js",
        quick: false,
        turn: Turn::Beside,
        run: browser::check,
    },
    Tier {
        name: "e2e",
        about: "end-to-end tests: the tool on crates, as users see it",
        quick: false,
        turn: Turn::Last,
        run: end_to_end,
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

/// Gets libz3 and runs the tiers that `args` name one after another, or all. The first that fails ends the run.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<()> {
    if args == ["help"] {
        say(&usage());
        return Ok(());
    }
    let tiers = select(args)?;
    // The builds of the tiers may replace the program, whose path is then no longer known.
    let xtask = std::env::current_exe().context("xtask has no path")?;
    say(&libz3::ensure(root)?.to_string());
    if args.is_empty() {
        for tier in tiers.iter().filter(|tier| tier.turn == Turn::InOrder) {
            tier.check(root)?;
        }
        check_side_by_side(root, &xtask, &tiers)?;
    } else {
        for tier in &tiers {
            tier.check(root)?;
        }
    }
    say("all checks passed");
    Ok(())
}

impl Tier {
    fn check(&self, root: &Path) -> Result<()> {
        (self.run)(root).with_context(|| {
            format!(
                "tier `{0}` failed; to run it alone: cargo xtask test {0}",
                self.name
            )
        })
    }
}

/// Runs the last tier and a process for those beside it, whose output follows when both have ended.
fn check_side_by_side(root: &Path, xtask: &Path, tiers: &[&Tier]) -> Result<()> {
    let with = |turn: Turn| tiers.iter().filter(move |tier| tier.turn == turn);
    let mut command = Command::new(xtask);
    command
        .arg("test")
        .args(with(Turn::Beside).map(|tier| tier.name))
        .current_dir(root)
        .env(THREADS, "1");
    let beside = step::Beside::start(command)?;
    let mut last = with(Turn::Last);
    let outcome = last.try_for_each(|tier| tier.check(root));
    beside.finish()?;
    outcome
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
    let mut typos = Command::new(tools::TYPOS.executable()?);
    step::run("spelling", typos.current_dir(root))
}

fn dependencies(root: &Path) -> Result<()> {
    let mut deny = Command::new(tools::DENY.executable()?);
    // Advisories are left out: their database is not on a package registry.
    deny.args(["--workspace", "check", "bans", "licenses", "sources"]);
    step::run("licences, sources, duplicates", deny.current_dir(root))?;
    let mut shear = Command::new(tools::SHEAR.executable()?);
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
    step::run("lints without Z3", &mut cargo(root, &args))?;
    // The macros as builds of users have them, without the instrumented forms.
    let args = ["clippy", "--package", "unroll-test", "--", "-D", "warnings"];
    step::run("lints of users' builds", &mut cargo(root, &args))
}

fn rustdoc(root: &Path) -> Result<()> {
    step::run(
        "rustdoc",
        cargo(root, &["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
    )
}

/// Selects the packages of the next tiers. Another selection would give dependencies other features, and all would be compiled again.
const PACKAGES: [&str; 4] = ["test", "--workspace", "--exclude", "xtask"];

/// Selects unit tests. Programs have none of their own, and would cost a build of the tool's library without its tests.
const UNIT: &str = "--lib";

/// Selects the executable of the end-to-end tests.
const END_TO_END: [&str; 2] = ["--test", "e2e"];

/// Selects all executables of tests but [`END_TO_END`], and examples.
const INTEGRATION: [&str; 5] = ["--test", "[!e]*", "--test", "e[!2]*", "--examples"];

fn build(root: &Path) -> Result<()> {
    let mut tests = cargo(root, &PACKAGES);
    tests.arg("--no-run").arg(UNIT);
    tests.args(END_TO_END).args(INTEGRATION);
    step::run("build of the tests", &mut tests)
}

fn unit(root: &Path) -> Result<()> {
    step::run("unit tests", cargo(root, &PACKAGES).arg(UNIT))
}

fn integration(root: &Path) -> Result<()> {
    let mut tests = cargo(root, &PACKAGES);
    step::run("integration tests", tests.args(INTEGRATION))?;
    step::run(
        "tests in documentation",
        cargo(root, &PACKAGES).arg("--doc"),
    )
}

fn end_to_end(root: &Path) -> Result<()> {
    let mut tests = cargo(root, &PACKAGES);
    tests.args(END_TO_END);
    tests.env("UNROLL_COBERTURA_READER", tools::cobertura_reader()?);
    if std::env::var_os(THREADS).is_none() {
        // They wait for builds of each other a quarter of the time.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        tests.env(THREADS, (cores + 1).to_string());
    }
    step::run("end-to-end tests", &mut tests)
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
    fn every_executable_of_tests_has_a_tier() {
        let root = step::root().expect("xtask has a parent directory");
        let packages = std::fs::read_dir(root.join("crates")).expect("it exists");
        let packages = packages.map(|entry| entry.expect("readable").path());
        let others = ["cargo-unroll", "unroll-macros"].map(|name| root.join(name));
        for package in packages.chain(others) {
            let tests = std::fs::read_dir(package.join("tests"));
            for entry in tests.into_iter().flatten() {
                let path = entry.expect("readable").path();
                let name = path.file_stem().and_then(|name| name.to_str());
                let name = name.expect("the names of tests are UTF-8");
                // By the patterns of the tier `integration`.
                let is_left_out = name == "e" || name.starts_with("e2");
                assert_eq!(is_left_out, name == END_TO_END[1], "{}", path.display());
            }
        }
    }

    #[test]
    fn the_usage_text_names_every_tier() {
        let text = usage();
        for tier in &TIERS {
            assert!(text.contains(tier.name), "{}: {text}", tier.name);
        }
    }
}
