//! `cargo unroll init`: a commented `unroll.toml`, and the dependency on `unroll-test`.

use std::fs;

use camino::Utf8Path;

use crate::cli::args::Init;
use crate::cli::exit::Exit;
use crate::cli::exit::failure::Failure;
use crate::cli::outputs;
use crate::project::{Member, Presence};
use crate::report::Console;

/// The text of a new configuration file.
const TEMPLATE: &str = include_str!("unroll.toml");

/// Writes what is missing, and leaves what is there as it is.
pub(crate) fn init(args: &Init, console: &Console) -> Result<Exit, Failure> {
    let workspace = super::workspace(&args.project)?;
    if let Some(file) = &workspace.config_file {
        console.status("Kept", &short(file, &workspace.root));
    } else {
        let file = workspace.root.join("unroll.toml");
        outputs::save(&file, TEMPLATE)?;
        console.status("Created", &short(&file, &workspace.root));
    }
    for member in &workspace.packages {
        let path = short(&member.manifest_path, &workspace.root);
        if add_dependency(member)? {
            console.status("Updated", &format!("{path}: added `unroll-test`"));
        } else {
            console.status("Kept", &path);
        }
    }
    console.say(
        "Put `#[unroll_test]` on a function with a loop or a branch, and run `cargo unroll`.\n",
    );
    Ok(Exit::Done)
}

fn short(path: &Utf8Path, root: &Utf8Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string()
}

/// Adds the dependency unless the manifest has one.
fn add_dependency(member: &Member) -> Result<bool, Failure> {
    if member.tool_dependency.presence != Presence::Missing {
        return Ok(false);
    }
    let path = &member.manifest_path;
    let wrong = |reason: String| {
        Failure::usage(
            format!("failed to change `{path}`: {reason}"),
            "add `unroll-test` to `[dependencies]` by hand",
        )
    };
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let mut manifest: toml_edit::DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| wrong(error.to_string()))?;
    let dependencies = manifest.entry("dependencies").or_insert(toml_edit::table());
    let Some(dependencies) = dependencies.as_table_like_mut() else {
        return Err(wrong("`dependencies` is not a table".to_owned()));
    };
    dependencies.insert("unroll-test", toml_edit::value(version()));
    outputs::save(path, &manifest.to_string())?;
    Ok(true)
}

/// The versions of `unroll-test` that go with this tool.
fn version() -> String {
    let (major, minor) = (
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
    );
    format!("{major}.{minor}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::request::config::{KEYS, Settings};

    #[test]
    fn the_template_names_every_key_and_sets_none() {
        let set: toml::Table = toml::from_str(TEMPLATE).expect("the template is TOML");
        assert!(set.is_empty(), "{set:?}");
        // Without the marks of comments, the examples are a configuration.
        let examples: Vec<&str> = TEMPLATE
            .lines()
            .filter_map(|line| line.strip_prefix("# "))
            .filter(|line| line.contains(" = "))
            .collect();
        let examples = examples.join("\n");
        let table: toml::Table = toml::from_str(&examples).expect("the examples are TOML");
        for key in KEYS {
            assert!(table.contains_key(key), "{key}");
        }
        toml::from_str::<Settings>(&examples).expect("the examples are a configuration");
    }
}
