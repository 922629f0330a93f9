//! `cargo unroll doctor`: the requirements of the tool, which of them this machine meets, and how to get the others.

use camino::Utf8Path;

use crate::cli::args::{CacheArgs, Doctor, ProjectArgs};
use crate::cli::exit::Exit;
use crate::compile;
use crate::diagnostics::amount::amount;
use crate::emit::{Disk, RealDisk};
use crate::project::{Presence, Workspace};
use crate::report::Console;
use crate::sandbox;

/// The result of one check.
enum Check {
    /// As it should be.
    Good(String),
    /// The tool works, with less.
    Limited { found: String, help: String },
    /// The tool does not work.
    Missing { found: String, help: String },
}

/// Prints all checks; fails if something essential is missing.
pub(crate) fn doctor(args: &Doctor, console: &Console) -> Exit {
    let mut checks = vec![
        (
            "cargo-unroll",
            Check::Good(env!("CARGO_PKG_VERSION").to_owned()),
        ),
        ("rustc", rustc()),
        ("rustfmt", rustfmt()),
        ("Z3", z3()),
        ("sandbox", sandbox()),
    ];
    match super::workspace(&args.project) {
        Ok(workspace) => {
            checks.push(("workspace", Check::Good(workspace.root.to_string())));
            checks.push(("unroll-test", dependency(&workspace)));
            checks.push(("target", target(&workspace.target_dir)));
        }
        Err(error) => checks.push((
            "workspace",
            Check::Limited {
                found: error.to_string(),
                help: "run it in a package, or give `--manifest-path PATH`".to_owned(),
            },
        )),
    }
    checks.push(("cache", cache(&args.project)));
    let mut exit = Exit::Done;
    for (name, check) in checks {
        let (verdict, found, help) = match check {
            Check::Good(found) => ("ok", found, None),
            Check::Limited { found, help } => ("limited", found, Some(help)),
            Check::Missing { found, help } => {
                exit = Exit::Usage;
                ("missing", found, Some(help))
            }
        };
        console.print(&format!("{verdict:>8}  {name:<12}  {found}\n"));
        if let Some(help) = help {
            console.print(&format!("{:24}help: {help}\n", ""));
        }
    }
    exit
}

fn rustc() -> Check {
    match compile::rustc_version() {
        Some(version) => Check::Good(version),
        None => Check::Missing {
            found: "not found".to_owned(),
            help: "install Rust from https://rustup.rs".to_owned(),
        },
    }
}

fn rustfmt() -> Check {
    match compile::rustfmt("", Utf8Path::new("."), "2024") {
        Some(_) => Check::Good("found".to_owned()),
        None => Check::Limited {
            found: "not found; generated tests are not formatted".to_owned(),
            help: "run `rustup component add rustfmt`".to_owned(),
        },
    }
}

fn z3() -> Check {
    match unroll_smt::z3_version() {
        Ok(Some(version)) => Check::Good(version.to_string()),
        Ok(None) => Check::Limited {
            found: "not built in; queries that are hard for the SAT solver stay undecided"
                .to_owned(),
            help: "install libz3 and run `cargo install cargo-unroll`, with the default features"
                .to_owned(),
        },
        Err(error) => {
            let text = error.to_string();
            let (found, help) = text
                .split_once("; ")
                .unwrap_or((&text, "install a newer libz3"));
            Check::Missing {
                found: found.to_owned(),
                help: help.to_owned(),
            }
        }
    }
}

fn sandbox() -> Check {
    let gaps = sandbox::gaps();
    if gaps.is_empty() {
        return Check::Good("native runs are confined by Landlock and seccomp".to_owned());
    }
    Check::Limited {
        found: format!("native runs are confined in part: {}", gaps.join("; ")),
        help: "functions that may access files or processes are not run without `--allow-effects`"
            .to_owned(),
    }
}

fn dependency(workspace: &Workspace) -> Check {
    let members = workspace.packages.iter();
    let lacking = members.filter(|member| member.tool_dependency.presence == Presence::Missing);
    let lacking: Vec<&str> = lacking.map(|member| member.name.as_str()).collect();
    if lacking.is_empty() {
        return Check::Good("every selected package depends on it".to_owned());
    }
    Check::Limited {
        found: format!("not a dependency of {}", lacking.join(", ")),
        help: "run `cargo unroll init`, or select functions with `--function PATH`".to_owned(),
    }
}

fn target(folder: &Utf8Path) -> Check {
    match RealDisk::default().check(&folder.join("probe")) {
        Ok(()) => Check::Good(folder.to_string()),
        Err(error) => Check::Missing {
            found: format!("`{folder}`: {error}"),
            help: "give another directory with `--target-dir DIR`".to_owned(),
        },
    }
}

/// The outcomes of earlier runs.
fn cache(project: &ProjectArgs) -> Check {
    let store = match super::cache(&CacheArgs::default(), project) {
        Ok(Some(store)) => store,
        Ok(None) => return Check::Good("not used".to_owned()),
        Err(error) => {
            return Check::Limited {
                found: error.to_string(),
                help: "correct the keys `cache` and `cache-dir` of the configuration".to_owned(),
            };
        }
    };
    let summary = store.summary().unwrap_or_default();
    let found = format!(
        "{} of earlier runs, {} kB, in {}",
        amount(summary.entries, "outcome"),
        summary.bytes.div_ceil(1000),
        store.location()
    );
    if let Err(error) = store.check() {
        return Check::Limited {
            found: format!("{found}: {error}"),
            help: "check permissions and connection, or give another place with `cache-dir`"
                .to_owned(),
        };
    }
    Check::Good(found)
}
