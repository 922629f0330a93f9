//! The instrumented build, and what to do when it does not compile.
//!
//! First everything is instrumented. If that does not compile, the crate is built with nothing instrumented: errors that
//! remain are the user's. Otherwise functions inside which the errors lie are left out, until the rest compiles. The left-out
//! functions are remembered as long as no source changes, so that an unchanged project costs one build, not three.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use camino::Utf8PathBuf;

use super::artifacts::{self, Built};
use super::cargo::{self, CargoResult, CargoRun, Output};
use super::diagnostics;
use super::error::BuildError;
use super::flags::{self, Flavour};
use crate::instrument::{self, Copy};
use crate::project::{Function, Project, Skip, SkipCode, TargetKind};

/// A finished instrumented build.
#[derive(Clone, Debug)]
pub struct Build {
    /// One entry for every crate target with selected functions.
    pub targets: Vec<Built>,
    /// Functions that are not part of it.
    pub skips: Vec<Skip>,
}

impl Build {
    /// What was built for `function`; `None` if the function was left out.
    pub fn of(&self, function: &Function) -> Option<&Built> {
        self.targets.iter().find(|built| {
            built.package == function.package
                && built.target == function.target
                && built.harnesses.contains(&function.id)
        })
    }
}

/// Functions that were left out, by id, with what the compiler said.
type LeftOut = BTreeMap<String, String>;

/// Instruments and builds every selected function of `project`.
pub fn build(project: &Project, output: Output) -> Result<Build, BuildError> {
    let host = cargo::host()?;
    let attempt = Attempt {
        project,
        host: &host,
        output,
    };
    let (targets, left_out) = attempt.settle()?;
    let mut build = Build {
        targets,
        skips: Vec::new(),
    };
    for function in &project.functions {
        let detail = left_out.get(&function.id);
        let code = match detail {
            Some(_) => SkipCode::DoesNotCompile,
            None if build.of(function).is_none() => SkipCode::NotCompiled,
            None => continue,
        };
        build.skips.push(Skip {
            code,
            function: function.path.clone(),
            package: function.package.clone(),
            span: function.span.clone(),
            detail: detail.cloned(),
        });
    }
    Ok(build)
}

/// Builds the same executables with link-time optimisation over the whole program, so that [`Built::ll`] also defines what the
/// standard library brings; `deps_ll` is empty. Call after [`build`], with what it gave.
pub fn fat_lto(project: &Project, build: &Build, output: Output) -> Result<Vec<Built>, BuildError> {
    let host = cargo::host()?;
    let attempt = Attempt {
        project,
        host: &host,
        output,
    };
    let without = build
        .skips
        .iter()
        .filter(|skip| skip.code == SkipCode::DoesNotCompile);
    let without: BTreeSet<&str> = without.map(|skip| skip.function.as_str()).collect();
    let ids = project
        .functions
        .iter()
        .filter(|function| without.contains(function.path.as_str()));
    let copy = instrument::instrument(project, &ids.map(|function| function.id.clone()).collect())?;
    match attempt.compile(&copy, Flavour::Fat)? {
        Compiled::Done(mut targets) => {
            for built in &mut targets {
                built.deps_ll.clear();
            }
            Ok(targets)
        }
        Compiled::Failed(result) => Err(failure(&result, |rendered| BuildError::Instrumented {
            rendered,
        })),
    }
}

enum Compiled {
    Done(Vec<Built>),
    Failed(CargoResult),
}

struct Attempt<'a> {
    project: &'a Project,
    host: &'a str,
    output: Output,
}

impl Attempt<'_> {
    /// Builds, leaving out as few functions as need be.
    fn settle(&self) -> Result<(Vec<Built>, LeftOut), BuildError> {
        let mut left_out = self.remembered();
        let mut copy = self.instrument(&left_out)?;
        if copy.changed > 0 && !left_out.is_empty() {
            left_out.clear();
            copy = self.instrument(&left_out)?;
        }
        let mut crate_compiles = false;
        loop {
            let result = match self.compile(&copy, Flavour::PerCrate)? {
                Compiled::Done(targets) => {
                    self.remember(&left_out)?;
                    return Ok((targets, left_out));
                }
                Compiled::Failed(result) => result,
            };
            if !crate_compiles {
                self.check_without_instrumentation()?;
                crate_compiles = true;
            }
            let blamed = self.blame(&result, &copy, &left_out);
            if blamed.is_empty() {
                return Err(failure(&result, |rendered| BuildError::Instrumented {
                    rendered,
                }));
            }
            left_out.extend(blamed);
            copy = self.instrument(&left_out)?;
        }
    }

    fn instrument(&self, left_out: &LeftOut) -> Result<Copy, BuildError> {
        Ok(instrument::instrument(
            self.project,
            &left_out.keys().cloned().collect(),
        )?)
    }

    /// Errors of the crate itself end the run.
    fn check_without_instrumentation(&self) -> Result<(), BuildError> {
        let all = self
            .project
            .functions
            .iter()
            .map(|function| function.id.clone())
            .collect();
        let copy = instrument::instrument(self.project, &all)?;
        match self.compile(&copy, Flavour::PerCrate)? {
            Compiled::Done(_) => Ok(()),
            Compiled::Failed(result) => Err(failure(&result, |rendered| {
                BuildError::DoesNotCompile { rendered }
            })),
        }
    }

    fn blame(&self, result: &CargoResult, copy: &Copy, left_out: &LeftOut) -> LeftOut {
        let mut blamed = LeftOut::new();
        for error in diagnostics::errors(&result.messages) {
            let candidates = self
                .project
                .functions
                .iter()
                .filter(|function| !left_out.contains_key(&function.id));
            let function =
                diagnostics::blamed(error, candidates, &copy.root, &self.project.workspace_root);
            if let Some(function) = function {
                blamed
                    .entry(function.id.clone())
                    .or_insert_with(|| error.message.clone());
            }
        }
        blamed
    }

    /// Runs cargo for every selected target.
    fn compile(&self, copy: &Copy, flavour: Flavour) -> Result<Compiled, BuildError> {
        let mut targets = Vec::new();
        for args in invocations(self.project) {
            let run = CargoRun {
                copy: &copy.root,
                workspace_root: &self.project.workspace_root,
                target_dir: &self.project.target_dir.join("build"),
                args: [
                    vec!["test".to_owned(), "--no-run".to_owned()],
                    args,
                    self.shared_args(),
                ]
                .concat(),
                flags: flags::flags(flavour, self.host, &self.project.workspace_root),
                output: self.output,
            };
            let result = run.run()?;
            if !result.success {
                return Ok(Compiled::Failed(result));
            }
            let found = artifacts::collect(&result.messages, self.project, &copy.root)?;
            targets.extend(found);
        }
        targets.sort_by(|a, b| (&a.package, &a.target).cmp(&(&b.package, &b.target)));
        Ok(Compiled::Done(targets))
    }

    fn shared_args(&self) -> Vec<String> {
        shared_args(self.project)
    }

    /// File that remembers left-out functions; its first line says for which request.
    fn memory(&self) -> Utf8PathBuf {
        self.project.target_dir.join("left-out.json")
    }

    fn request(&self) -> String {
        let ids: Vec<&str> = self
            .project
            .functions
            .iter()
            .map(|function| function.id.as_str())
            .collect();
        format!("{:?} {:?}", self.project.features, ids)
    }

    fn remembered(&self) -> LeftOut {
        let Ok(text) = fs::read_to_string(self.memory()) else {
            return LeftOut::new();
        };
        match serde_json::from_str::<(String, LeftOut)>(&text) {
            Ok((request, left_out)) if request == self.request() => left_out,
            _ => LeftOut::new(),
        }
    }

    fn remember(&self, left_out: &LeftOut) -> Result<(), BuildError> {
        let path = self.memory();
        let text = serde_json::to_string(&(self.request(), left_out)).unwrap_or_default();
        fs::write(&path, text).map_err(|source| BuildError::File { path, source })
    }
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

/// Package and target arguments: all libraries in one run, the binaries of each package in one.
fn invocations(project: &Project) -> Vec<Vec<String>> {
    let wanted = |package: &str, kind: TargetKind| -> BTreeSet<&str> {
        let functions = project.functions.iter();
        let of_target = functions
            .filter(|function| function.package == package && function.target.kind == kind);
        of_target
            .map(|function| function.target.name.as_str())
            .collect()
    };
    let specs = |package: &crate::project::Package| format!("{}@{}", package.name, package.version);
    let mut libraries = Vec::new();
    let mut invocations = Vec::new();
    for package in &project.packages {
        if !wanted(&package.name, TargetKind::Lib).is_empty() {
            libraries.extend(["-p".to_owned(), specs(package)]);
        }
        let binaries = wanted(&package.name, TargetKind::Bin);
        if !binaries.is_empty() {
            let mut args = vec!["-p".to_owned(), specs(package)];
            args.extend(
                binaries
                    .iter()
                    .flat_map(|name| ["--bin".to_owned(), (*name).to_owned()]),
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

fn failure(result: &CargoResult, compile: impl FnOnce(Vec<String>) -> BuildError) -> BuildError {
    let rendered = diagnostics::rendered(&diagnostics::errors(&result.messages));
    if rendered.is_empty() {
        BuildError::Cargo {
            stderr: result.stderr.trim_end().to_owned(),
        }
    } else {
        compile(rendered)
    }
}
