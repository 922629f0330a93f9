//! Errors of builds.

use camino::Utf8PathBuf;
use thiserror::Error;

use crate::instrument::InstrumentError;
use crate::model::outcome::Span;
use crate::project::{Presence, ToolDependency, Unparsed};

/// A build or trial run that gave nothing.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The copy could not be made.
    #[error(transparent)]
    Instrument(#[from] InstrumentError),
    /// Cargo could not be started.
    #[error("failed to run `{program}`: {source}")]
    Start {
        /// The program.
        program: String,
        /// Why not.
        source: std::io::Error,
    },
    /// Annotated code does not see the crate `unroll-test`.
    #[error("{}", .0.message())]
    MissingDependency(Box<MissingDependency>),
    /// The user's crate does not compile.
    #[error("{}\n{}", does_not_compile(*has_tests), rendered.concat().trim_end())]
    DoesNotCompile {
        /// True if its own tests were compiled as well.
        has_tests: bool,
        /// Errors as rustc renders them, with the user's own paths.
        rendered: Vec<String>,
    },
    /// The only files that could hold what was asked for are written in syntax that the compiler knows and this tool does not.
    #[error("failed to parse `{}`: {}", .0[0].span.file, .0[0].message)]
    Unparsed(Vec<Unparsed>),
    /// Cargo failed before any compiler ran: resolution, network, a build script.
    #[error("cargo failed\n{stderr}")]
    Cargo {
        /// The output of cargo.
        stderr: String,
    },
    /// The crate compiles, its instrumented form does not, and no single function is to blame.
    #[error("the instrumented crate does not compile, although the crate does\n{}", rendered.concat().trim_end())]
    Instrumented {
        /// Errors as rustc renders them.
        rendered: Vec<String>,
    },
    /// Cargo was content but what it should have made is not there.
    #[error("cargo did not make `{what}`")]
    Missing {
        /// The product that cargo did not make.
        what: String,
    },
    /// A file of the build could not be read or written.
    #[error("failed to access `{path}`: {source}")]
    File {
        /// Which.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// A package whose annotations name a crate that it does not see.
#[derive(Clone, Debug)]
pub struct MissingDependency {
    /// The package.
    pub package: String,
    /// The directory that the span's file is relative to.
    pub workspace_root: Utf8PathBuf,
    /// True if the workspace has no other member.
    pub is_only_member: bool,
    /// How its manifest depends on `unroll-test`.
    pub dependency: ToolDependency,
    /// Where the crate is named.
    pub span: Option<Span>,
}

impl MissingDependency {
    /// The primary message.
    pub fn message(&self) -> String {
        let package = &self.package;
        if let Some(name) = &self.dependency.rename {
            return format!("package `{package}` has `unroll-test` under the name `{name}` only");
        }
        match &self.dependency.presence {
            Presence::Missing | Presence::Always => {
                format!("package `{package}` does not depend on `unroll-test`")
            }
            Presence::Development => format!(
                "package `{package}` has `unroll-test` as a dev-dependency only, and annotates code that is compiled outside tests"
            ),
            Presence::Optional(_) => format!(
                "the optional dependency `unroll-test` of package `{package}` is not enabled"
            ),
            Presence::Platform(platform) => {
                format!("package `{package}` depends on `unroll-test` for `{platform}` only")
            }
        }
    }

    /// The command or edit that mends it.
    pub fn help(&self) -> String {
        if let Some(name) = &self.dependency.rename {
            return format!(
                "write `{name}::unroll_test`, or add `extern crate {name} as unroll_test;` to the crate root"
            );
        }
        let add = if self.is_only_member {
            "cargo add unroll-test".to_owned()
        } else {
            format!("cargo add unroll-test --package {}", self.package)
        };
        match &self.dependency.presence {
            Presence::Missing | Presence::Always => format!("run `{add}`"),
            Presence::Platform(_) => format!("run `{add}` to depend on it for all platforms"),
            Presence::Development => format!(
                "run `{add}`, or annotate with `#[cfg_attr(test, unroll_test::unroll_test)]`"
            ),
            Presence::Optional(features) => match &features[..] {
                [] => format!("run `{add} --no-optional`"),
                [feature, ..] => format!(
                    "run `cargo unroll --features {feature}`, or `{add} --no-optional` to depend on it always"
                ),
            },
        }
    }
}

/// The words for a crate of the user's that does not compile, alone or with its tests.
pub(crate) fn does_not_compile(has_tests: bool) -> &'static str {
    if has_tests {
        "the tests of the crate do not compile"
    } else {
        "the crate does not compile"
    }
}
