//! `cargo unroll config`: the effective configuration as TOML, each value with its origin.

use std::fmt::Write as _;

use unroll_syntax::Criteria;

use crate::cli::args::{Args, CacheMode};
use crate::cli::caching;
use crate::cli::exit::Exit;
use crate::cli::exit::failure::Failure;
use crate::cli::settings;
use crate::model::job::Limits;
use crate::project::request::config::{KEYS, Settings};
use crate::project::request::depth::Depth;
use crate::project::{Layer, Member};
use crate::report::Console;
use crate::worker::cache;

/// Longer lines do not count for the column of the origins.
const WIDEST: usize = 60;

/// Prints the configuration of each selected package.
pub(crate) fn config(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let workspace = super::workspace(&args.project)?;
    let mut text = String::new();
    for member in &workspace.packages {
        if workspace.packages.len() > 1 {
            let _ = writeln!(text, "# package `{}`", member.name);
        }
        text.push_str(&package(args, member));
    }
    console.print(&text);
    Ok(Exit::Done)
}

/// The lines of a package.
fn package(args: &Args, member: &Member) -> String {
    let mut layers = vec![Layer {
        origin: "command line".to_owned(),
        settings: of_command_line(args),
    }];
    layers.extend(of_environment());
    layers.extend(member.layers.iter().cloned());
    layers.push(Layer {
        origin: "default".to_owned(),
        settings: defaults(),
    });
    let tables: Vec<(String, toml::Table)> = layers
        .into_iter()
        .filter_map(|layer| Some((layer.origin, toml::Table::try_from(layer.settings).ok()?)))
        .collect();
    let mut lines = vec![];
    for key in KEYS {
        let found = tables
            .iter()
            .find_map(|(origin, table)| Some((table.get(key)?, origin)));
        match found {
            Some((value, origin)) => lines.push((format!("{key} = {value}"), origin.as_str())),
            None => lines.push((format!("# {key} ="), "not set")),
        }
    }
    let widths = lines.iter().map(|(line, _)| line.chars().count());
    let width = widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    let mut text = String::new();
    for (line, origin) in lines {
        let _ = writeln!(text, "{line:width$}  # {origin}");
    }
    text
}

fn of_command_line(args: &Args) -> Settings {
    let names = |text: String| text.split(',').map(str::to_owned).collect();
    let criteria = Criteria::new(args.criterion.iter().copied());
    let deny: Vec<String> = args
        .deny
        .iter()
        .map(|deny| deny.name().to_owned())
        .collect();
    Settings {
        depth: args.depth,
        criterion: criteria.map(|criteria| names(criteria.to_string())),
        max_paths: args.max_paths,
        functions: (!args.function.is_empty()).then(|| args.function.clone()),
        exclude: None,
        allow_effects: args.allow_effects.then_some(true),
        allow_unsafe: args.allow_unsafe.then_some(true),
        timeout: args.timeout,
        seed: args.seed,
        jobs: args.jobs,
        layout: args.layout.map(|layout| layout.name().to_owned()),
        deny: (!deny.is_empty()).then_some(deny),
        fail_under: args.fail_under,
        cache: args.cache.mode().map(|mode| mode.name().to_owned()),
        cache_dir: args.cache.cache_dir.as_ref().map(ToString::to_string),
        cache_size: None,
        cache_age: None,
        overrides: vec![],
    }
}

/// The values of variables of the environment, which beat the configuration.
fn of_environment() -> Option<Layer> {
    let cache_dir = caching::directory_of_environment()?;
    Some(Layer {
        origin: format!("`{}`", caching::DIRECTORY),
        settings: Settings {
            cache_dir: Some(cache_dir),
            ..Settings::default()
        },
    })
}

/// The values that hold when nothing is said.
fn defaults() -> Settings {
    let criteria = Criteria::default().to_string();
    let jobs = settings::default_jobs();
    Settings {
        depth: Some(Depth::default()),
        criterion: Some(criteria.split(',').map(str::to_owned).collect()),
        max_paths: Some(Limits::default().paths),
        functions: Some(vec![]),
        exclude: Some(vec![]),
        allow_effects: Some(false),
        allow_unsafe: Some(false),
        timeout: Some(Limits::default().seconds),
        seed: Some(0),
        jobs: Some(u32::try_from(jobs).unwrap_or(u32::MAX)),
        layout: Some(settings::LAYOUT.name().to_owned()),
        deny: Some(vec![]),
        fail_under: None,
        cache: Some(CacheMode::ReadWrite.name().to_owned()),
        cache_dir: caching::usual_place().map(Into::into),
        cache_size: Some(cache::Limits::default().mib),
        cache_age: Some(cache::Limits::default().days),
        overrides: vec![],
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::args::Cli;

    #[test]
    fn the_help_shows_the_defaults() {
        let command = Cli::command();
        let help = |name: &str| {
            let argument = command.get_arguments().find(|it| it.get_id() == name);
            argument
                .and_then(|it| it.get_help())
                .map(ToString::to_string)
        };
        let defaults = toml::Table::try_from(defaults()).expect("settings are a table");
        for key in [
            "depth",
            "criterion",
            "max-paths",
            "timeout",
            "seed",
            "layout",
            "cache",
        ] {
            let value = match &defaults[key] {
                toml::Value::Array(names) => {
                    let names = names.iter().filter_map(toml::Value::as_str);
                    names.collect::<Vec<_>>().join(",")
                }
                toml::Value::String(name) => name.clone(),
                other => other.to_string(),
            };
            let help = help(&key.replace('-', "_")).expect("it has help");
            let shown = format!("[default: {value}]");
            assert!(help.ends_with(&shown), "{key} has no {shown}: {help}");
        }
        let foot = command.get_after_help().map(ToString::to_string);
        assert!(foot.is_some_and(|text| text.contains("`unroll.toml`")));
    }
}
