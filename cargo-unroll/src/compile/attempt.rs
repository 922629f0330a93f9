//! The instrumented build, and the reaction if it does not compile.
//!
//! First everything is instrumented, without the crate's own tests and the dependencies that only they need. If that
//! does not compile, the same is built without instrumentation. Errors that remain have two possible causes: the
//! tests are needed after all, so they are restored, or the crate does not compile, which ends the run. Otherwise
//! the functions that contain the errors are left out until the rest compiles. The result is remembered as long as
//! no source changes, so that an unchanged project costs one build. An `Input` that the copy derives for a type is
//! left out in the same way.

use std::collections::BTreeMap;

use camino::Utf8Path;
use cargo_metadata::diagnostic::Diagnostic;

use super::artifacts::Built;
use super::cargo::{self, CargoResult, Output};
use super::dependency;
use super::diagnostics::{self, Places};
use super::error::BuildError;
use super::flags::Flavour;
use super::memory::{self, Settled};
use super::reduce::{self, Prints};
use super::runs::{self, Compiled};
use crate::diagnostics::Code;
use crate::instrument::{self, Copy, Variant, further_methods};
use crate::project::{InputSource, Project, SelectedFunction, Skip, Splice};

/// A finished instrumented build.
#[derive(Clone, Debug)]
pub struct Build {
    /// One entry for every crate target with selected functions.
    pub targets: Vec<Built>,
    /// Functions that are not part of it.
    pub skips: Vec<Skip>,
    /// The copy that it was made from.
    pub variant: Variant,
}

impl Build {
    /// The artifacts of `function`; `None` if the function was left out.
    pub fn of(&self, function: &SelectedFunction) -> Option<&Built> {
        built_for(&self.targets, function)
    }
}

/// Instruments and builds every selected function of `project`.
pub fn build(project: &Project, output: Output) -> Result<Build, BuildError> {
    dependency::check(project, output)?;
    if project.functions.is_empty() && project.unparsed.is_empty() {
        return Ok(Build {
            targets: Vec::new(),
            skips: Vec::new(),
            variant: Variant::default(),
        });
    }
    let host = cargo::host()?;
    let attempt = Attempt {
        project,
        host: &host,
        output,
    };
    if !project.unparsed.is_empty() {
        attempt.check_unparsed()?;
    }
    let (mut targets, settled) = attempt.settle()?;
    let prints = if output.wrapper.is_some() {
        Prints::Expected
    } else {
        Prints::Absent
    };
    reduce::reduce(&project.target_dir.join("ir"), &mut targets, prints)?;
    let functions = project.functions.iter();
    let skips = functions.filter_map(|function| skip(function, &settled, &targets));
    Ok(Build {
        skips: skips.collect(),
        variant: settled.variant(),
        targets,
    })
}

/// Compiles the same executables with link-time optimisation over the whole program, so that [`Built::ll`] also defines what the
/// standard library brings; [`Built::deps_ll`] is empty, and [`Built::exe`] is an empty file. Call after [`build`], with what it gave.
/// It takes an [`Output::wrapper`], which has rustc link; without, the IR is that of one crate.
pub fn fat_lto(project: &Project, build: &Build, output: Output) -> Result<Vec<Built>, BuildError> {
    let host = cargo::host()?;
    let copy = instrument::instrument(project, &build.variant)?;
    match runs::compile(project, &copy, Flavour::Fat, &host, output)? {
        Compiled::Done(mut targets) => {
            for built in &mut targets {
                built.deps_ll.clear();
                built.units_ll.clear();
                // The flags name `true` as the linker, so there is no executable, and cargo takes
                // that for a build to be made again.
                stand_in(&built.exe)?;
            }
            let folder = project.target_dir.join("ir-whole");
            reduce::reduce(&folder, &mut targets, Prints::Absent)?;
            Ok(targets)
        }
        Compiled::Failed(result) => Err(failure(&result, instrumented)),
    }
}

/// Makes an empty file at `exe`, where a linker has made none; without, cargo would compile everything again the next time.
fn stand_in(exe: &Utf8Path) -> Result<(), BuildError> {
    if exe.exists() {
        return Ok(());
    }
    std::fs::write(exe, "").map_err(|source| BuildError::File {
        path: exe.to_owned(),
        source,
    })
}

fn built_for<'b>(targets: &'b [Built], function: &SelectedFunction) -> Option<&'b Built> {
    targets.iter().find(|built| {
        built.package == function.package
            && built.target == function.target
            // A function may be compiled away by `cfg`, and then its target is there and its
            // harness is not.
            && built.harnesses.contains(&function.id)
    })
}

fn skip(function: &SelectedFunction, settled: &Settled, targets: &[Built]) -> Option<Skip> {
    let detail = settled.left_out.get(&function.id);
    let code = match detail {
        Some(_) => Code::DoesNotCompile,
        None if built_for(targets, function).is_none() => Code::NotCompiled,
        None => return None,
    };
    Some(Skip {
        code,
        function: function.path.clone(),
        package: function.package.clone(),
        span: function.span.clone(),
        detail: detail.cloned(),
    })
}

struct Attempt<'a> {
    project: &'a Project,
    host: &'a str,
    output: Output,
}

impl Attempt<'_> {
    /// Builds with as much instrumented and as little else as compiles.
    fn settle(&self) -> Result<(Vec<Built>, Settled), BuildError> {
        let mut settled = memory::recall(self.project);
        let mut copy = instrument::instrument(self.project, &settled.variant())?;
        // What was learnt holds for unchanged sources only: with a change everything is tried
        // again.
        if copy.changed > 0 && settled != Settled::default() {
            settled = Settled::default();
            copy = instrument::instrument(self.project, &settled.variant())?;
        }
        // Whether the crate compiles without instrumentation is asked once, and only after a
        // failure, since most builds do not fail.
        let mut compiles_bare = false;
        loop {
            let result = match self.compile(&copy)? {
                Compiled::Done(targets) => {
                    memory::keep(self.project, &settled)?;
                    return Ok((targets, settled));
                }
                Compiled::Failed(result) => result,
            };
            // Cargo itself has failed, as without a network, and no function is to blame.
            if diagnostics::errors(&result.messages).is_empty() {
                return Err(failure(&result, instrumented));
            }
            if compiles_bare {
                self.leave_out(&result, &copy, &mut settled)?;
            } else {
                compiles_bare = true;
                let own_tests = self.settle_bare()?;
                // With another answer the copy changes first: the errors may be those of items that
                // were left out with the tests.
                if own_tests == settled.own_tests {
                    self.leave_out(&result, &copy, &mut settled)?;
                }
                settled.own_tests = own_tests;
            }
            copy = instrument::instrument(self.project, &settled.variant())?;
        }
    }

    /// Has the compiler judge files that our parser cannot read: mostly its errors are better. If it has none, the functions of
    /// other files are analysed all the same.
    fn check_unparsed(&self) -> Result<(), BuildError> {
        self.settle_bare()?;
        if self.project.functions.is_empty() && self.project.skips.is_empty() {
            return Err(BuildError::Unparsed(self.project.unparsed.clone()));
        }
        Ok(())
    }

    /// Builds with nothing instrumented; tells whether the crate's own tests are needed for that. Errors of the crate itself
    /// end the run.
    fn settle_bare(&self) -> Result<bool, BuildError> {
        // Without the tests first, since most crates compile so, and their dependencies need not be
        // built.
        for own_tests in [false, true] {
            let ids = self
                .project
                .functions
                .iter()
                .map(|function| function.id.clone());
            let variant = Variant {
                without: ids.collect(),
                own_tests,
                ..Variant::default()
            };
            let copy = instrument::instrument(self.project, &variant)?;
            let result = match self.compile(&copy)? {
                Compiled::Done(_) => return Ok(own_tests),
                Compiled::Failed(result) => result,
            };
            let errors = diagnostics::errors(&result.messages);
            let removed = !self.project.test_items.is_empty();
            // Only errors that a missing item explains are worth a second build with the tests.
            if own_tests || !removed || !errors.iter().all(|error| may_miss_an_item(error)) {
                return Err(failure(&result, |rendered| BuildError::DoesNotCompile {
                    has_tests: own_tests,
                    rendered,
                }));
            }
        }
        Ok(true)
    }

    fn compile(&self, copy: &Copy) -> Result<Compiled, BuildError> {
        runs::compile(
            self.project,
            copy,
            Flavour::PerCrate,
            self.host,
            self.output,
        )
    }

    /// Leaves out the functions inside which the errors lie, and what was derived for types on which they lie; if there are none,
    /// the fault is ours.
    fn leave_out(
        &self,
        result: &CargoResult,
        copy: &Copy,
        settled: &mut Settled,
    ) -> Result<(), BuildError> {
        let blamed = self.blame(result, copy, settled);
        if blamed.is_empty() {
            return Err(failure(result, instrumented));
        }
        for (id, message) in blamed {
            // Methods that only their code recommends go first: the type may still be built without
            // them.
            let further = further_methods(&id);
            if self.has_further_methods(&id) && !settled.left_out.contains_key(&further) {
                settled.left_out.insert(further, message);
                continue;
            }
            let mut functions = self.project.functions.iter();
            let is_function = functions.any(|function| function.id == id);
            match settled.defaults.get(&id).cloned() {
                // A type of another crate may still have a default value.
                None if is_function && message.ends_with(NO_INPUT) => {
                    settled.defaults.insert(id, message);
                }
                first => {
                    settled.left_out.insert(id, first.unwrap_or(message));
                }
            }
        }
        // Types with fields of these types have no `Input` either.
        for ty in &self.project.types {
            let mut within = ty.within.iter();
            let has_other_way = |path: &str| {
                let other = format!("{path}()");
                let mut types = self.project.types.iter();
                types.any(|ty| ty.path == other) && !settled.left_out.contains_key(&other)
            };
            let left_out =
                |path: &String| settled.left_out.get(path).filter(|_| !has_other_way(path));
            if let Some(message) = within.find_map(left_out) {
                let message = message.clone();
                settled.left_out.entry(ty.path.clone()).or_insert(message);
            }
        }
        for function in &self.project.functions {
            let mut built = function.built.iter();
            if let Some(message) = built.find_map(|path| settled.left_out.get(path)) {
                let message = message.clone();
                settled
                    .left_out
                    .entry(function.id.clone())
                    .or_insert(message);
            }
        }
        Ok(())
    }

    /// True if values of the type at `path` are built by methods, too, that nothing but their code tells.
    fn has_further_methods(&self, path: &str) -> bool {
        let mut types = self.project.types.iter();
        types.any(|ty| match &ty.source {
            InputSource::Calls { others, .. } => ty.path == path && !others.is_empty(),
            InputSource::Fields | InputSource::Objects { .. } | InputSource::Described => false,
        })
    }

    /// The functions that the errors lie in and that are not left out yet, with the compiler's message.
    fn blame(
        &self,
        result: &CargoResult,
        copy: &Copy,
        settled: &Settled,
    ) -> BTreeMap<String, String> {
        let functions = self.project.functions.iter();
        let functions = functions.map(|function| (&function.id, &function.file, function.lines));
        let types = self.project.types.iter();
        let types = types.map(|ty| (&ty.path, &ty.file, ty.lines));
        let items: Vec<_> = functions
            .chain(types)
            .filter(|(id, ..)| !settled.left_out.contains_key(*id))
            .collect();
        let mut blamed = BTreeMap::new();
        for error in diagnostics::errors(&result.messages) {
            let places = Places::of(error, &copy.root);
            // What the error itself names comes before where it lies: macros make code whose places
            // are those of the source.
            let from = items
                .iter()
                .find(|(id, ..)| places.come_from(id) || places.build(id));
            // What is not made by an attribute for one function lies somewhere.
            let around = || {
                let mut items = items.iter();
                // Functions stand in the block that builds a type; an error on their lines is theirs.
                items.find(|(id, file, lines)| {
                    !id.ends_with("()") && places.are_in(self.project.relative(file), *lines)
                })
            };
            // Notes come last, since they point to what asks for something as well as to what lacks
            // it.
            let noted = || items.iter().find(|(id, ..)| places.are_asked_for_by(id));
            let ids = match from.or_else(around).or_else(noted) {
                Some((id, ..)) => vec![*id],
                None => self.below(&places, settled),
            };
            for id in ids {
                let message = || error.message.clone();
                blamed.entry(id.clone()).or_insert_with(message);
            }
        }
        blamed
    }

    /// The methods, not left out yet, whose attribute stands on an `impl` block or trait in whose head an error lies: what is made of its
    /// bounds has their places.
    fn below(&self, places: &Places, settled: &Settled) -> Vec<&String> {
        let functions = self.project.functions.iter();
        let functions = functions.filter(|function| {
            let Splice::Attribute {
                at,
                method: Some(_),
            } = function.splice
            else {
                return false;
            };
            !settled.left_out.contains_key(&function.id)
                && line_of(&function.file, at).is_some_and(|first| {
                    let lines = (first, function.lines.0);
                    places.are_in(self.project.relative(&function.file), lines)
                })
        });
        functions.map(|function| &function.id).collect()
    }
}

/// The line of a byte of `file`.
fn line_of(file: &Utf8Path, byte: usize) -> Option<u32> {
    let text = std::fs::read_to_string(file).ok()?;
    u32::try_from(text.get(..byte)?.split('\n').count()).ok()
}

/// How the compiler's message on a type without `Input` ends.
const NO_INPUT: &str = "cannot be an input of `cargo unroll`";

/// True if the error may come from an item that was left out with the tests: a name that leads nowhere, or an
/// implementation that is missing. All other errors are the crate's own, and need no second build to be sure.
fn may_miss_an_item(error: &Diagnostic) -> bool {
    const CODES: [&str; 15] = [
        "E0277", "E0404", "E0405", "E0412", "E0422", "E0423", "E0425", "E0432", "E0433", "E0463",
        "E0531", "E0532", "E0574", "E0583", "E0599",
    ];
    match &error.code {
        Some(code) => CODES.contains(&code.code.as_str()),
        None => error.message.starts_with("cannot find"),
    }
}

fn instrumented(rendered: Vec<String>) -> BuildError {
    BuildError::Instrumented { rendered }
}

/// The error for a failed run: `compile` if a compiler has spoken, else cargo's own words.
pub(super) fn failure(
    result: &CargoResult,
    compile: impl FnOnce(Vec<String>) -> BuildError,
) -> BuildError {
    let rendered = diagnostics::rendered(&diagnostics::errors(&result.messages));
    if rendered.is_empty() {
        BuildError::Cargo {
            stderr: result.stderr.trim_end().to_owned(),
        }
    } else {
        compile(rendered)
    }
}
