//! The cargo runs that a project needs, and those of the instrumented build.

use std::collections::BTreeSet;

use super::artifacts::{self, Built};
use super::cargo::{CargoResult, CargoRun, Output};
use super::error::BuildError;
use super::flags::{self, Flavour};
use crate::instrument::Copy;
use crate::project::{Package, Project, Target, TargetKind};

/// The result of building all targets.
pub(super) enum Compiled {
    /// Everything.
    Done(Vec<Built>),
    /// The first run that failed.
    Failed(CargoResult),
}

/// Runs cargo for every target with selected functions.
pub(super) fn compile(
    project: &Project,
    copy: &Copy,
    flavour: Flavour,
    host: &str,
    output: Output,
) -> Result<Compiled, BuildError> {
    let mut targets = Vec::new();
    let flags = flags::flags(flavour, host, &project.workspace_root);
    let mut flags = flags.for_copy(project.copy_kind, &project.member_names);
    if flavour == Flavour::Fat {
        flags = flags.for_whole_program(&project.member_names);
    }
    for args in invocations(project) {
        let test = ["test", "--no-run"].map(str::to_owned).to_vec();
        let run = CargoRun {
            copy: &copy.root,
            workspace_root: &project.workspace_root,
            target_dir: &project.build_dir,
            args: [test, args, shared_args(project)].concat(),
            trailing: Vec::new(),
            flags: flags.clone(),
            output,
        };
        let result = run.run()?;
        if !result.success {
            return Ok(Compiled::Failed(result));
        }
        let built = artifacts::collect(&result.messages, project, &copy.root, host)?;
        targets.extend(built);
    }
    // Cargo reports artifacts in the order in which they are finished, which is not always the
    // same.
    targets.sort_by(|a, b| (&a.package, &a.target).cmp(&(&b.package, &b.target)));
    Ok(Compiled::Done(targets))
}

/// Features, and what the user wants cargo to be told. The copy's lock file gains `unroll-test`, so it cannot be locked.
pub(super) fn shared_args(project: &Project) -> Vec<String> {
    let passed = project
        .cargo_args
        .iter()
        .filter_map(|arg| match arg.as_str() {
            "--locked" => None,
            "--frozen" => Some("--offline".to_owned()),
            other => Some(other.to_owned()),
        });
    passed.chain(project.features.to_args()).collect()
}

/// Package and target arguments: all libraries in one run, the binaries of each package in one. Targets without selected functions
/// are built only if files could not be parsed, so that the compiler sees those.
fn invocations(project: &Project) -> Vec<Vec<String>> {
    let is_wanted = |package: &Package, target: &Target| {
        let mut functions = project.functions.iter();
        !project.unparsed.is_empty()
            || functions.any(|it| it.package == package.name && it.target == *target)
    };
    let wanted = |package: &Package, kind: TargetKind| -> BTreeSet<String> {
        let targets = package.targets.iter().filter(|target| target.kind == kind);
        let wanted = targets.filter(|target| is_wanted(package, target));
        wanted.map(|target| target.name.clone()).collect()
    };
    let specs = |package: &Package| format!("{}@{}", package.name, package.version);
    let mut libraries = Vec::new();
    let mut invocations = Vec::new();
    for package in &project.packages {
        if !wanted(package, TargetKind::Lib).is_empty() {
            libraries.extend(["-p".to_owned(), specs(package)]);
        }
        let binaries = wanted(package, TargetKind::Bin);
        if !binaries.is_empty() {
            let mut args = vec!["-p".to_owned(), specs(package)];
            args.extend(
                binaries
                    .iter()
                    .flat_map(|name| ["--bin".to_owned(), name.clone()]),
            );
            invocations.push(args);
        }
    }
    if !libraries.is_empty() {
        libraries.push("--lib".to_owned());
        invocations.insert(0, libraries);
    }
    invocations
}
