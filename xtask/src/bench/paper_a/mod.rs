//! `cargo xtask bench paper-a`: the experiment of the loop-unrolling paper (section 4) on `fixtures/scu`.
//!
//! For each depth the tool writes tests for the twelve correct functions, which are run on them and on the variants with faults in `fixtures/scu-faulty`. Out come
//! the times and the distinct faults, beside those of tables 2 to 5. `--write` puts them into `docs/dev/experiments.md`.

mod faults;
mod page;
mod published;
mod subject;

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use self::subject::Subject;
use super::table;

const USAGE: &str = "usage: cargo xtask bench paper-a [--depth 1,2,3] [--write]";

/// The request of the command line.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    depths: Vec<u32>,
    write: bool,
}

/// Measures, and shows or writes the tables.
pub(super) fn run(root: &Path, args: &[String]) -> Result<()> {
    let options = options(args)?;
    let subject = Subject::build(root)?;
    let mut depths = vec![];
    for depth in options.depths {
        depths.push(subject.measure(depth)?);
    }
    let tables = page::tables(&depths);
    std::io::Write::write_all(&mut std::io::stdout().lock(), tables.as_bytes())?;
    if options.write {
        table::write(root, table::EXPERIMENTS, "paper-a", &tables)?;
    }
    Ok(())
}

fn options(args: &[String]) -> Result<Options> {
    let mut options = Options {
        depths: (1..=15).collect(),
        write: false,
    };
    let mut rest = args.iter();
    while let Some(option) = rest.next() {
        match option.as_str() {
            "--write" => options.write = true,
            "--depth" => {
                let depths = rest.next().context(USAGE)?.split(',').map(str::parse);
                options.depths = depths.collect::<Result<_, _>>().context(USAGE)?;
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
    fn depths_are_those_of_the_paper_unless_others_are_given() {
        let options = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
            options(&args).ok()
        };
        let all = options(&[]).expect("options");
        assert_eq!((all.depths.len(), all.write), (15, false));
        let some = Options {
            depths: vec![1, 8],
            write: true,
        };
        assert_eq!(options(&["--depth", "1,8", "--write"]), Some(some));
        assert_eq!(options(&["--depth"]), None);
        assert_eq!(options(&["--deep"]), None);
    }
}
