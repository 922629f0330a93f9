//! Failures that end a run early, as text and as exit code.

use camino::Utf8Path;
use unroll_instrument::label::SCORED;
use unroll_syntax::Criterion;

use crate::cli::exit::Exit;
use crate::compile::{BuildError, does_not_compile};
use crate::diagnostics::Code;
use crate::instrument::InstrumentError;
use crate::project::{Errors, ProjectError};
use crate::report::{Console, Diagnostic, Place, Renderer, ReportError, Sources, bad_word};
use crate::score::ScoreError;
use crate::worker::Interrupted;
use unroll_smt::SmtError;

/// The end of a run that did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The request is wrong.
    #[error("{message}")]
    Usage {
        /// The problem.
        message: String,
        /// The remedy.
        help: Option<String>,
    },
    /// A criterion that has no labels, for a score.
    #[error("{}: `{_0}`", Code::ScoreNoLabels.message())]
    NoLabels(Criterion),
    /// The project is not as it should be.
    #[error(transparent)]
    Project(#[from] Errors),
    /// The crate does not build, or the copy could not be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The target directory cannot be used.
    #[error(transparent)]
    Instrument(#[from] InstrumentError),
    /// The tool cannot find itself.
    #[error("failed to find the running executable: {0}")]
    Exe(std::io::Error),
    /// The solver cannot be used.
    #[error(transparent)]
    Solver(#[from] SmtError),
    /// A report cannot be read or written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

impl From<Interrupted> for Failure {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<ScoreError> for Failure {
    fn from(error: ScoreError) -> Self {
        match error {
            ScoreError::Project(errors) => Self::Project(errors),
            ScoreError::Build(error) => Self::Build(error),
        }
    }
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>, help: &str) -> Self {
        Self::Usage {
            message: message.into(),
            help: Some(help.to_owned()),
        }
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage { .. } | Self::NoLabels(_) | Self::Solver(_) | Self::Report(_) => {
                Exit::Usage
            }
            Self::Project(errors) => errors
                .0
                .iter()
                .map(project_exit)
                .max()
                .unwrap_or(Exit::Usage),
            Self::Build(error) => build_exit(error),
            Self::Instrument(error) => instrument_exit(error),
            Self::Exe(_) => Exit::Internal,
            Self::Interrupted => Exit::Interrupted,
        }
    }

    /// Tells the user.
    pub(crate) fn report(&self, console: &Console) {
        let mut renderer = Renderer::new(Sources::new(""));
        let mut show = |diagnostic: &Diagnostic| console.tell(&renderer.render(diagnostic));
        match self {
            Self::Usage { message, help } => show(&Diagnostic {
                help: help.clone(),
                ..Diagnostic::error(message)
            }),
            Self::NoLabels(_) => show(&Diagnostic {
                code: Some(Code::ScoreNoLabels),
                notes: Code::ScoreNoLabels
                    .note()
                    .map(str::to_owned)
                    .into_iter()
                    .collect(),
                help: Some(format!(
                    "the criteria for scores are `{}`",
                    SCORED.map(Criterion::name).join("`, `")
                )),
                ..Diagnostic::error(self.to_string())
            }),
            Self::Project(errors) => errors
                .0
                .iter()
                .for_each(|error| show(&project_diagnostic(error))),
            Self::Build(BuildError::MissingDependency(missing)) => {
                let mut renderer = Renderer::new(Sources::new(&missing.workspace_root));
                console.tell(&renderer.render(&Diagnostic {
                    place: missing.span.clone().map(Place::at),
                    help: Some(missing.help()),
                    ..Diagnostic::error(missing.message())
                }));
            }
            Self::Build(error) => report_build(console, error),
            Self::Instrument(error) => show(&Diagnostic::error(error.to_string())),
            Self::Exe(_) => show(&Diagnostic::error(self.to_string())),
            Self::Solver(error) => {
                let text = error.to_string();
                let (title, help) = text.split_once("; ").unwrap_or((&text, ""));
                show(&Diagnostic {
                    help: (!help.is_empty()).then(|| help.to_owned()),
                    ..Diagnostic::error(title)
                });
            }
            Self::Report(error) => show(&Diagnostic::report(error)),
            Self::Interrupted => {}
        }
    }
}

fn project_exit(error: &ProjectError) -> Exit {
    match error {
        ProjectError::NothingSelected { .. } => Exit::Nothing,
        ProjectError::Parse { .. } => Exit::Build,
        ProjectError::NoManifest { .. }
        | ProjectError::ManifestMissing { .. }
        | ProjectError::Metadata { .. }
        | ProjectError::UnknownPackage { .. }
        | ProjectError::UnknownFunction { .. }
        | ProjectError::Read { .. }
        | ProjectError::NotUtf8 { .. }
        | ProjectError::Criteria { .. }
        | ProjectError::Config { .. } => Exit::Usage,
    }
}

fn build_exit(error: &BuildError) -> Exit {
    match error {
        BuildError::Instrument(error) => instrument_exit(error),
        BuildError::DoesNotCompile { .. }
        | BuildError::MissingDependency(_)
        | BuildError::Cargo { .. }
        | BuildError::Start { .. }
        | BuildError::Unparsed(_) => Exit::Build,
        BuildError::File { .. } => Exit::Usage,
        BuildError::Instrumented { .. } | BuildError::Missing { .. } => Exit::Internal,
    }
}

fn instrument_exit(error: &InstrumentError) -> Exit {
    match error {
        InstrumentError::Read { .. }
        | InstrumentError::Write { .. }
        | InstrumentError::MemberOutside { .. } => Exit::Usage,
        InstrumentError::Manifest { .. } => Exit::Internal,
    }
}

fn project_diagnostic(error: &ProjectError) -> Diagnostic {
    let text = error.to_string();
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let mut diagnostic = Diagnostic::error(title);
    if !rest.trim().is_empty() {
        diagnostic.notes.push(rest.trim().to_owned());
    }
    match error {
        ProjectError::Parse { span, .. } => diagnostic.place = Some(Place::at(span.clone())),
        ProjectError::NothingSelected { candidates, .. } => {
            diagnostic.help = Some(match &candidates[..] {
                [] => "put `#[unroll_test]` on a function with a loop".to_owned(),
                [first, ..] => {
                    format!("put `#[unroll_test]` on a function, or name one: `--function {first}`")
                }
            });
        }
        ProjectError::Criteria { span, .. } => {
            diagnostic.place = span.clone().map(Place::at);
            let names = Criterion::ALL.map(Criterion::name);
            diagnostic.help = Some(format!("the criteria are `{}`", names.join("`, `")));
        }
        ProjectError::NoManifest { .. } => {
            diagnostic.help =
                Some("run it in a package, or give `--manifest-path PATH`".to_owned());
        }
        _ => {}
    }
    diagnostic
}

/// Rustc's words stay rustc's words.
fn report_build(console: &Console, error: &BuildError) {
    let error_line = |message: &str| format!("{} {message}\n", bad_word("error:"));
    match error {
        BuildError::DoesNotCompile {
            rendered,
            has_tests,
        } => {
            console.tell(&rendered.concat());
            console.tell(&error_line(does_not_compile(*has_tests)));
        }
        BuildError::Instrumented { rendered } => {
            console.tell(&rendered.concat());
            console.tell(&error_line(
                "the crate compiles, but its instrumented copy does not; please report this",
            ));
        }
        BuildError::Cargo { stderr } => console.tell(&format!("{}\n", stderr.trim_end())),
        _ => console.tell(&error_line(&error.to_string())),
    }
}

/// A path as the user reads it.
pub(crate) fn shown(path: &Utf8Path, root: &Utf8Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string()
}
