//! The command line and a package's configuration, put together.

use std::num::NonZero;

use super::args::{Args, Deny, Layout};
use super::exit::failure::Failure;
use crate::model::job::{Effects, Limits};
use crate::project::request::config::Override;
use crate::project::request::depth::Depth;
use crate::project::{Package, Project};

/// The layout of tests when nothing is said.
pub(crate) const LAYOUT: Layout = Layout::Tables;

/// Settings of the functions of one package.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    pub(crate) depth: Depth,
    pub(crate) seed: u64,
    pub(crate) effects: Effects,
    pub(crate) limits: Limits,
    pub(crate) layout: Layout,
    pub(crate) deny_undecided: bool,
    pub(crate) deny_panics: bool,
    pub(crate) all_findings: bool,
}

impl Settings {
    /// The command line beats configuration.
    pub(crate) fn of(args: &Args, package: &Package) -> Result<Self, Failure> {
        let configured = &package.settings;
        let wrong = |message: String| {
            Failure::usage(
                format!(
                    "invalid configuration of package `{}`: {message}",
                    package.name
                ),
                "see `unroll.toml` and `[package.metadata.unroll]`",
            )
        };
        let depth = match (args.depth, configured.depth) {
            (Some(depth), _) => depth,
            (None, Some(depth)) => depth.check().map_err(wrong)?,
            (None, None) => Depth::default(),
        };
        for entry in &configured.overrides {
            // `of_function` uses these depths unchecked, and has no error that names the package.
            entry.depth.map(Depth::check).transpose().map_err(wrong)?;
        }
        // What is denied adds up: the command line cannot allow what the configuration denies.
        let mut deny = args.deny.clone();
        for name in configured.deny.iter().flatten() {
            deny.push(known::<Deny>(name).map_err(wrong)?);
        }
        let layout = match (args.layout, &configured.layout) {
            (Some(layout), _) => layout,
            (None, Some(name)) => known::<Layout>(name).map_err(wrong)?,
            (None, None) => LAYOUT,
        };
        let default = Limits::default();
        Ok(Self {
            depth,
            seed: args.seed.or(configured.seed).unwrap_or(0),
            effects: if args.allow_effects || configured.allow_effects == Some(true) {
                Effects::Allowed
            } else {
                Effects::Refused
            },
            limits: Limits {
                seconds: args
                    .timeout
                    .or(configured.timeout)
                    .unwrap_or(default.seconds),
                paths: args
                    .max_paths
                    .or(configured.max_paths)
                    .unwrap_or(default.paths),
                memory_mib: args.memory,
                ..default
            },
            layout,
            deny_undecided: deny.contains(&Deny::Undecided),
            deny_panics: deny.contains(&Deny::Panics),
            all_findings: args.all_findings,
        })
    }
}

impl Settings {
    /// The settings of a function, which the command line beats.
    pub(crate) fn of_function(&self, args: &Args, own: &Override) -> Self {
        let depth = args.depth.or(own.depth).unwrap_or(self.depth);
        let seconds = args.timeout.or(own.timeout);
        Self {
            depth,
            limits: Limits {
                seconds: seconds.unwrap_or(self.limits.seconds),
                ..self.limits
            },
            ..self.clone()
        }
    }
}

fn known<T: clap::ValueEnum>(name: &str) -> Result<T, String> {
    T::from_str(name, true).map_err(|_| {
        let names: Vec<_> = T::value_variants()
            .iter()
            .filter_map(|value| Some(format!("`{}`", value.to_possible_value()?.get_name())))
            .collect();
        format!("`{name}` is none of {}", names.join(", "))
    })
}

/// How many functions at a time.
pub(crate) fn jobs(args: &Args, project: &Project) -> usize {
    let configured = project
        .packages
        .iter()
        // One pool serves all packages, so the greatest of their numbers holds.
        .filter_map(|package| package.settings.jobs)
        .max();
    match args.jobs.or(configured) {
        Some(jobs) => jobs as usize,
        None => default_jobs(),
    }
}

/// How many functions at a time when nothing is said.
pub(crate) fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The percentage under which the run fails.
pub(crate) fn fail_under(args: &Args, project: &Project) -> Option<f64> {
    let configured = project
        .packages
        .iter()
        .filter_map(|package| package.settings.fail_under);
    // The share is one number for all packages, so the strictest limit holds.
    args.fail_under.or(configured.max_by(f64::total_cmp))
}
