//! Checks that code with annotations can see the crate `unroll-test`.
//!
//! The instrumented copy always depends on it, so a package without the dependency would fail only later, when
//! generated tests are tried. The check compiles the package, because another crate may re-export the attribute, and
//! annotations may be conditional. Packages that depend on `unroll-test` unconditionally are not checked.

use cargo_metadata::diagnostic::Diagnostic;

use super::cargo::{self, CargoRun, Output};
use super::diagnostics;
use super::error::{BuildError, MissingDependency};
use super::flags::{self, Flavour};
use super::runs::shared_args;
use crate::instrument::{self, Edits, Variant};
use crate::model::outcome::Span;
use crate::project::{Package, Presence, Project, TargetKind};

/// Compiles the annotated packages of `project` that do not always depend on `unroll-test`.
///
/// # Errors
/// When the compiler does not find the crate in one of them.
pub(super) fn check(project: &Project, output: Output) -> Result<(), BuildError> {
    let is_doubtful = |package: &&Package| {
        package.annotation.is_some()
            && (package.tool_dependency.presence != Presence::Always
                || package.tool_dependency.rename.is_some())
    };
    for package in project.packages.iter().filter(is_doubtful) {
        check_package(project, package, output)?;
    }
    Ok(())
}

fn check_package(project: &Project, package: &Package, output: Output) -> Result<(), BuildError> {
    let variant = Variant {
        own_tests: true,
        ..Variant::default()
    };
    let copy = instrument::plain(project, &variant, &Edits::new())?;
    let run = CargoRun {
        copy: &copy.root,
        workspace_root: &project.workspace_root,
        target_dir: &project.build_dir,
        args: arguments(project, package),
        trailing: Vec::new(),
        flags: flags::flags(Flavour::Plain, &cargo::host()?, &project.workspace_root),
        output,
    };
    let result = run.run()?;
    let errors = diagnostics::errors(&result.messages);
    let Some(error) = errors.into_iter().find(|error| misses_the_crate(error)) else {
        return Ok(());
    };
    let members = project.member_names.len();
    Err(BuildError::MissingDependency(Box::new(MissingDependency {
        package: package.name.clone(),
        workspace_root: project.workspace_root.clone(),
        is_only_member: members == 1,
        dependency: package.tool_dependency.clone(),
        span: place(error, project).or_else(|| package.annotation.clone()),
    })))
}

/// A development dependency is there in tests, so the code is compiled without them.
fn arguments(project: &Project, package: &Package) -> Vec<String> {
    let command: &[&str] = match package.tool_dependency.presence {
        Presence::Development => &["check"],
        _ => &["test", "--no-run"],
    };
    let mut args: Vec<String> = command.iter().map(|&arg| arg.to_owned()).collect();
    args.extend([
        "-p".to_owned(),
        format!("{}@{}", package.name, package.version),
    ]);
    for (kind, flag) in [(TargetKind::Lib, "--lib"), (TargetKind::Bin, "--bins")] {
        if package.targets.iter().any(|target| target.kind == kind) {
            args.push(flag.to_owned());
        }
    }
    args.extend(shared_args(project));
    args
}

/// True if the error says that there is no crate or macro of the tool's names.
fn misses_the_crate(error: &Diagnostic) -> bool {
    let code = error.code.as_ref().map(|code| code.code.as_str());
    let message = &error.message;
    match code {
        Some("E0432" | "E0433" | "E0463") => message.contains("`unroll_test`"),
        _ => ["unroll_test", "unroll", "requires", "ensures"]
            .iter()
            .any(|name| message.starts_with(&format!("cannot find attribute `{name}`"))),
    }
}

/// The place of the error in the user's file.
fn place(error: &Diagnostic, project: &Project) -> Option<Span> {
    let span = error.spans.iter().find(|span| span.is_primary)?;
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    project
        .workspace_root
        .join(&span.file_name)
        .is_file()
        .then(|| Span {
            file: span.file_name.clone(),
            line: number(span.line_start),
            column: number(span.column_start),
        })
}
