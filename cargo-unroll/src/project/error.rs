//! Errors of the request or of the project itself.

use std::fmt;

use camino::Utf8PathBuf;
use thiserror::Error;

use crate::model::outcome::Span;
use unroll_syntax::CriteriaError;

/// All errors that were found; never empty.
#[derive(Debug)]
pub struct Errors(pub Vec<ProjectError>);

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, error) in self.0.iter().enumerate() {
            if n > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Errors {}

impl Errors {
    /// True if the only error is that nothing was selected.
    pub fn is_nothing_selected(&self) -> bool {
        matches!(self.0[..], [ProjectError::NothingSelected { .. }])
    }
}

impl From<ProjectError> for Errors {
    fn from(error: ProjectError) -> Self {
        Self(vec![error])
    }
}

/// One thing that keeps the project from being analysed.
#[derive(Debug, Error)]
pub enum ProjectError {
    /// There is no manifest at or above the start directory.
    #[error("could not find `Cargo.toml` in `{dir}` or any parent directory")]
    NoManifest {
        /// Where the search began.
        dir: Utf8PathBuf,
    },
    /// `--manifest-path` names no file.
    #[error("manifest path `{path}` does not exist")]
    ManifestMissing {
        /// As given.
        path: Utf8PathBuf,
    },
    /// Cargo could not read the workspace; its own words.
    #[error("failed to read the workspace\n{stderr}")]
    Metadata {
        /// The output of cargo.
        stderr: String,
    },
    /// `-p` or `--exclude` names no member.
    #[error(
        "package `{spec}` is not a member of the workspace{}",
        did_you_mean(suggestions)
    )]
    UnknownPackage {
        /// As given.
        spec: String,
        /// Members with a similar name.
        suggestions: Vec<String>,
    },
    /// `--function` names nothing.
    #[error("no function matches `{pattern}`{}", did_you_mean(suggestions))]
    UnknownFunction {
        /// As given.
        pattern: String,
        /// Functions with a similar name.
        suggestions: Vec<String>,
    },
    /// Nothing was asked for: no attribute, no `--function`.
    #[error(
        "no function is annotated with `#[unroll_test]` in {}",
        packages_text(packages)
    )]
    NothingSelected {
        /// The packages that were searched.
        packages: Vec<String>,
        /// Functions with loops, which `--function` could name; a few of them.
        candidates: Vec<String>,
    },
    /// A source file is not Rust that the parser knows. Never the error of a project: [`super::Project::unparsed`] lists
    /// such files, and the build shows the compiler's view of them.
    #[error("failed to parse `{}`: {message}", span.file)]
    Parse {
        /// The message of the parser.
        message: String,
        /// Where.
        span: Span,
    },
    /// A file could not be read.
    #[error("failed to read `{path}`: {source}")]
    Read {
        /// Which.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A path is not UTF-8.
    #[error("path `{path}` is not valid UTF-8")]
    NotUtf8 {
        /// With the offending part replaced.
        path: String,
    },
    /// A set of criteria is empty, or has a name that is none.
    #[error("{error} in {place}{}", did_you_mean(suggestions))]
    Criteria {
        /// The error in the set of criteria.
        error: CriteriaError,
        /// Where the set is named, as a noun phrase.
        place: String,
        /// The place in a source file, if it is in one.
        span: Option<Span>,
        /// Criteria with a similar name.
        suggestions: Vec<String>,
    },
    /// A configuration file is not what it should be.
    #[error("invalid configuration in `{file}`: {message}")]
    Config {
        /// Which.
        file: Utf8PathBuf,
        /// The problem.
        message: String,
    },
}

fn did_you_mean(suggestions: &[String]) -> String {
    match suggestions {
        [] => String::new(),
        [one] => format!("; did you mean `{one}`?"),
        several => format!("; did you mean one of `{}`?", several.join("`, `")),
    }
}

fn packages_text(packages: &[String]) -> String {
    match packages {
        [one] => format!("package `{one}`"),
        several => format!("packages `{}`", several.join("`, `")),
    }
}

/// A remark that does not stop the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The oddity, as a lower-case fragment.
    pub message: String,
    /// The file it is about.
    pub file: Utf8PathBuf,
}
