//! From outcomes to files: plan, try, apply or show.

mod blame;
mod edits;
mod rows;
mod suggest;
mod trial;
mod units;

use camino::Utf8Path;

pub(crate) use self::suggest::suggestions;

use super::exit::interrupt;
use super::result::FunctionResult;
use crate::compile::{BuildError, Output};
use crate::emit::{ApplyError, Config, Joiner, Plan, RealDisk, Retention, TestModule};
use crate::project::Project;
use crate::{compile, emit};

/// How the user wants files to be treated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WriteOptions {
    /// Replace modules that were edited by hand.
    pub(crate) overwrite_edited: bool,
    /// Nothing narrowed the selection, so that left-over tests of other functions can be judged.
    pub(crate) whole: bool,
}

/// Plans the files of `results` and tries what is new; tests that do not behave are dropped from `results`, and the rest is tried again,
/// so that all that is written has been tried.
pub(crate) fn plan(
    project: &Project,
    results: &mut [FunctionResult],
    options: WriteOptions,
    output: Output,
) -> Result<Plan, BuildError> {
    loop {
        let plan = plan_once(project, results, options);
        let adds_tests = plan.files.iter().any(|change| {
            // Removals and declarations need no trial, which costs a build.
            change.new.is_some() && change.path.file_name() == Some("unroll_tests.rs")
        });
        if !adds_tests {
            return Ok(plan);
        }
        match trial::run(project, &plan, results, output)? {
            trial::Verdict::Good => return Ok(plan),
            // From round to round there are fewer tests, or fewer ways left to write them.
            trial::Verdict::Changed => {}
        }
    }
}

/// Plans the removal of all generated tests and of their declarations. Edited modules stay unless `overwrite_edited`.
pub(crate) fn removal(project: &Project, overwrite_edited: bool) -> Plan {
    let disk = RealDisk::default();
    let config = Config {
        version: env!("CARGO_PKG_VERSION"),
        overwrite_edited,
        scope: Retention::Nothing,
        disk: &disk,
        format: &|_, _| None,
    };
    let units = units::units(project, &[], true);
    emit::plan(&units, &units::test_files(project), &config)
}

/// Plans the tests that other machines made for functions of the workspace at `root`.
pub(crate) fn joined(modules: &[TestModule], root: &Utf8Path, overwrite_edited: bool) -> Plan {
    let joiner = Joiner {
        root,
        version: env!("CARGO_PKG_VERSION"),
        overwrite_edited,
        disk: &RealDisk::default(),
    };
    emit::join(modules, joiner)
}

fn plan_once(project: &Project, results: &[FunctionResult], options: WriteOptions) -> Plan {
    let units = units::units(project, results, options.whole);
    let strays = if options.whole {
        units::test_files(project)
    } else {
        Vec::new()
    };
    let disk = RealDisk::default();
    let config = Config {
        version: env!("CARGO_PKG_VERSION"),
        overwrite_edited: options.overwrite_edited,
        scope: if options.whole {
            Retention::Whole
        } else {
            Retention::Part
        },
        disk: &disk,
        format: &|text, folder| compile::rustfmt(text, folder, edition(project, folder)),
    };
    emit::plan(&units, &strays, &config)
}

/// The edition of the package that `folder` belongs to.
fn edition<'p>(project: &'p Project, folder: &Utf8Path) -> &'p str {
    project
        .packages
        .iter()
        .filter(|package| folder.starts_with(&package.dir))
        // Packages may lie in one another; the innermost folder is the one cargo takes.
        .max_by_key(|package| package.dir.as_str().len())
        .map_or("2024", |package| &package.edition)
}

/// Makes the changes; an interrupt waits until they are made.
pub(crate) fn apply(plan: &Plan) -> Result<(), ApplyError> {
    let _writing = interrupt::hold();
    emit::apply(plan, &RealDisk::default())
}
