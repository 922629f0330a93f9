//! `cargo xtask bench scu`: how long the release build of the tool takes for the twelve loops, by function and depth.
//!
//! The measured time is that of a worker: native search, symbolic execution, solving, replay and choice of tests, without
//! any build, with one worker at a time and no outcome of an earlier run. Beside it stands the time of the stock `z3` for
//! the script of queries that the same analysis dumps.
//!
//! `cargo xtask bench aliases`: the table of figure 9 of the internal-aliases paper. `cargo xtask bench rate`: instructions that the path engine
//! walks in a second. `cargo xtask bench score`: scores of existing tests against the coverage of the compiler.
//! `cargo xtask bench mutants`: the mutation score of generated tests. `cargo xtask bench paper-a`: faults by depth, tables 2 to 5 of the
//! loop-unrolling paper. `cargo xtask bench paper-b`: covers of random programs, table 1 of the infeasible-code paper.
//! `cargo xtask bench labels`: labels along paths, table I of the label-coverage paper. `cargo xtask bench bugs`: public faults of published crates.
//! `cargo xtask bench statements`: how many tests a cover of statements takes.

mod bugs;
mod engine;
mod experiment;
mod labels;
mod measure;
mod memory;
mod mutants;
mod page;
mod paper_a;
mod paper_b;
mod score;
mod statements;
mod stock;
mod table;

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::libz3;
use crate::step::say;
use engine::MEASUREMENTS;

const USAGE: &str = "usage: cargo xtask bench scu [--depth 5,10,15] [--json] [--write]
       cargo xtask bench aliases [--seconds N]
       cargo xtask bench rate [--seconds N]
       cargo xtask bench score [--only CRATE,..] [--debug] [--write]
       cargo xtask bench mutants [--only NAME,..] [--debug] [--write]
       cargo xtask bench paper-a [--depth 1,2,3] [--write]
       cargo xtask bench paper-b [--write]
       cargo xtask bench labels [--write]
       cargo xtask bench statements [--only CRATE,..] [--debug] [--write]
       cargo xtask bench bugs [NAME..] [--timeout SECS] [--debug] [--saved] [--write]";

/// The request of the command line.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    depths: Vec<u32>,
    json: bool,
    write: bool,
}

/// Measures, and shows or writes what came out.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<()> {
    if let Some((what, rest)) = args.split_first()
        && let Some(measurement) = MEASUREMENTS.iter().find(|it| it.name == what)
    {
        return measurement.run(root, rest);
    }
    match args.split_first() {
        Some((what, rest)) if what == "score" => return score::run(root, rest),
        Some((what, rest)) if what == "mutants" => return mutants::run(root, rest),
        Some((what, rest)) if what == "paper-a" => return paper_a::run(root, rest),
        Some((what, rest)) if what == "paper-b" => return paper_b::EXPERIMENT.run(root, rest),
        Some((what, rest)) if what == "labels" => return labels::EXPERIMENT.run(root, rest),
        Some((what, rest)) if what == "statements" => return statements::run(root, rest),
        Some((what, rest)) if what == "bugs" => return bugs::run(root, rest),
        _ => {}
    }
    let options = options(args)?;
    let libz3 = libz3::ensure(root)?;
    say(&libz3.to_string());
    let setting = page::Setting::look(root, &libz3)?;
    let tool = measure::Tool::build(root)?;
    let mut depths = vec![];
    for depth in options.depths {
        depths.push(tool.depth(depth)?);
    }
    let mut out = std::io::stdout().lock();
    if options.json {
        serde_json::to_writer_pretty(&mut out, &depths)?;
    } else {
        std::io::Write::write_all(&mut out, page::tables(&depths).as_bytes())?;
    }
    if options.write {
        let path = root.join("docs/dev/benchmarks.md");
        let page = page::page(&setting, &depths) + &score::kept(root);
        std::fs::write(&path, page)
            .with_context(|| format!("failed to write {}", path.display()))?;
    }
    Ok(())
}

fn options(args: &[String]) -> Result<Options> {
    let Some((what, mut rest)) = args.split_first() else {
        bail!("{USAGE}");
    };
    if what != "scu" {
        bail!("{USAGE}");
    }
    let mut options = Options {
        depths: vec![5, 10, 15],
        json: false,
        write: false,
    };
    while let Some((option, after)) = rest.split_first() {
        rest = after;
        match (option.as_str(), rest.split_first()) {
            ("--json", _) => options.json = true,
            ("--write", _) => options.write = true,
            ("--depth", Some((depths, after))) => {
                let depths: Result<_, _> = depths.split(',').map(str::parse).collect();
                options.depths = depths.context(USAGE)?;
                rest = after;
            }
            _ => bail!("{USAGE}"),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_and_forms_are_read() {
        let options = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
            options(&args).ok()
        };
        let some = |depths: &[u32], json, write| {
            Some(Options {
                depths: depths.to_vec(),
                json,
                write,
            })
        };
        assert_eq!(options(&["scu"]), some(&[5, 10, 15], false, false));
        assert_eq!(
            options(&["scu", "--depth", "1,2", "--json"]),
            some(&[1, 2], true, false)
        );
        assert_eq!(
            options(&["scu", "--write"]),
            some(&[5, 10, 15], false, true)
        );
        assert_eq!(options(&["scu", "--depth", "x"]), None);
        assert_eq!(options(&["kitchen"]), None);
    }
}
