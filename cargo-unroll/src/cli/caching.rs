//! The cache of outcomes: its location, its mode, and its problems.
//!
//! The command line takes precedence over the environment, and the environment over the configuration.

use camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;

use super::args::{CacheArgs, CacheMode};
use super::exit::failure::Failure;
use crate::compile::Build;
use crate::diagnostics::amount::amount;
use crate::project::Project;
use crate::project::request::config::Settings;
use crate::report::{Console, Diagnostic, Verbosity};
use crate::worker::cache::{self, Access, Context, Limits, OpenError, Problem, Store};

/// Names the directory or the URL of the cache.
pub(crate) const DIRECTORY: &str = "CARGO_UNROLL_CACHE_DIR";

/// The secret with which entries are signed.
const SECRET: &str = "CARGO_UNROLL_CACHE_SECRET";

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The place of the cache that the environment names.
pub(crate) fn directory_of_environment() -> Option<String> {
    variable(DIRECTORY)
}

/// The cache that a command uses in a workspace at `root`, with the settings of its packages; `None` if it uses none.
pub(crate) fn open(
    args: &CacheArgs,
    root: &Utf8Path,
    settings: &[&Settings],
) -> Result<Option<Store>, Failure> {
    // There is one cache for a run, so the first package that says something decides.
    let configured = settings.iter().find_map(|it| it.cache.as_ref());
    let configured = configured.map(|name| {
        CacheMode::from_str(name, true).map_err(|_| {
            let names = CacheMode::value_variants().iter().map(|mode| mode.name());
            let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
            Failure::usage(
                format!(
                    "invalid configuration: `cache = {name:?}` is none of {}",
                    names.join(", ")
                ),
                "see `unroll.toml` and `[package.metadata.unroll]`",
            )
        })
    });
    // A wrong configuration is an error only where it would be used.
    let mode = match args.mode() {
        Some(mode) => mode,
        None => configured.transpose()?.unwrap_or(CacheMode::ReadWrite),
    };
    let access = match mode {
        CacheMode::ReadWrite => Access::ReadWrite,
        CacheMode::ReadOnly => Access::ReadOnly,
        CacheMode::Off => return Ok(None),
    };
    let configured = settings.iter().find_map(|it| it.cache_dir.as_ref());
    let folder = args
        .cache_dir
        .clone()
        .or_else(|| directory_of_environment().map(Utf8PathBuf::from))
        .or_else(|| configured.map(|dir| in_workspace(root, dir)))
        .or_else(usual_place);
    let open = |place: Utf8PathBuf| {
        Store::at(&place, access, variable(SECRET)).map_err(|error| not_opened(&place, &error))
    };
    folder.map(open).transpose()
}

/// The place that configuration names.
fn in_workspace(root: &Utf8Path, place: &str) -> Utf8PathBuf {
    let place = Utf8Path::new(place);
    if cache::is_url(place) {
        return place.to_owned();
    }
    root.join(place)
}

fn not_opened(place: &Utf8Path, error: &OpenError) -> Failure {
    let help = match error {
        OpenError::Url(_) => {
            "give a URL such as `s3://BUCKET/PREFIX`, `gs://..` or `az://..`, and the credentials in variables of the environment"
        }
        OpenError::NotBuiltIn => {
            "install with `cargo install cargo-unroll --features object-store`, or name a directory"
        }
    };
    Failure::usage(format!("failed to open the cache `{place}`: {error}"), help)
}

/// Tidies the cache up after a run, and returns what was wrong with it.
pub(crate) fn finish(
    cache: Option<&Store>,
    project: &Project,
    console: &Console,
) -> Vec<Diagnostic> {
    let Some(cache) = cache else {
        return Vec::new();
    };
    cache.evict(limits(project));
    if console.verbosity() == Verbosity::Verbose && cache.hits() > 0 {
        let reused = format!("{} of earlier runs", amount(cache.hits(), "outcome"));
        console.status("Reused", &reused);
    }
    cache.take_problems().iter().map(diagnostic).collect()
}

/// The limits of the cache that the packages of a project set.
fn limits(project: &Project) -> Limits {
    let settings = settings(project);
    let limits = Limits::default();
    Limits {
        mib: settings
            .iter()
            .find_map(|it| it.cache_size)
            .unwrap_or(limits.mib),
        days: settings
            .iter()
            .find_map(|it| it.cache_age)
            .unwrap_or(limits.days),
    }
}

/// The settings of the packages of a project.
pub(crate) fn settings(project: &Project) -> Vec<&Settings> {
    let packages = project.packages.iter();
    packages.map(|package| &package.settings).collect()
}

/// The user's cache directory for this tool.
pub(crate) fn usual_place() -> Option<Utf8PathBuf> {
    cache::directory(variable)
}

/// The context of a build's outcomes. Without a digest of the tool there is none, and nothing can be kept.
pub(crate) fn context(project: &Project, build: &Build, exe: &Utf8Path) -> Option<Context> {
    let tool = cache::tool_digest(exe, usual_place().as_deref())?;
    // Another version of Z3 may decide other queries, or give other models for the same ones.
    let solver = unroll_smt::z3_version().ok()?;
    let solver = solver.map_or_else(|| "sat".to_owned(), |version| version.to_string());
    let targets = build.targets.iter();
    Some(Context {
        tool: format!("{tool} {solver}"),
        native: targets
            .map(|built| (built.exe.clone(), built.native.clone()))
            .collect(),
        roots: vec![project.target_dir.clone(), project.workspace_root.clone()],
    })
}

/// A problem of the cache, as a warning.
fn diagnostic(problem: &Problem) -> Diagnostic {
    let Problem {
        code,
        function,
        why,
    } = problem;
    let mut diagnostic = Diagnostic::of_run(*code, why);
    if !function.is_empty() {
        let of_function = format!("in function `{function}`");
        diagnostic.notes.insert(0, of_function);
    }
    diagnostic
}
