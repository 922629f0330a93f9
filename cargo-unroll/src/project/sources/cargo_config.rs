//! Cargo's configuration files, as far as the tool's own settings interact with them: of each setting, cargo uses
//! one source only.
//!
//! In: the directory of the workspace. Out: the settings of a target. Values of `--config` take precedence over
//! environment variables, and these over files, the nearest first (the Cargo book, "Configuration").

use camino::{Utf8Path, Utf8PathBuf};
use toml::{Table, Value};

/// A configuration file.
struct ConfigFile {
    /// Relative paths of programs start here.
    dir: Utf8PathBuf,
    table: Table,
}

/// The files that hold for a workspace at `root`, the nearest first.
fn files(root: &Utf8Path) -> impl Iterator<Item = ConfigFile> {
    let home = std::env::var("CARGO_HOME").map(Utf8PathBuf::from).ok();
    let dirs: Vec<Utf8PathBuf> = root
        .ancestors()
        .map(|dir| dir.join(".cargo"))
        .chain(home)
        .collect();
    dirs.into_iter().filter_map(|dir| {
        // Of two files cargo reads the one without the extension alone.
        let mut texts = ["config", "config.toml"]
            .iter()
            .filter_map(|name| std::fs::read_to_string(dir.join(name)).ok());
        Some(ConfigFile {
            dir: dir.parent().unwrap_or(&dir).to_owned(),
            table: texts.next()?.parse().ok()?,
        })
    })
}

/// The name of the environment variable for a setting of a target.
fn variable(target: &str, setting: &str) -> String {
    let target = target.to_uppercase().replace(['-', '.'], "_");
    format!("CARGO_TARGET_{target}_{setting}")
}

/// The sections `target` of a configuration, by triple or `cfg(..)`.
fn targets(table: &Table) -> impl Iterator<Item = (&String, &Value)> {
    let targets = table.get("target").and_then(Value::as_table);
    targets.into_iter().flatten()
}

/// True if the user's configuration has flags for the target, which would shadow those under `build`.
pub(crate) fn has_target_rustflags(target: &str, root: &Utf8Path) -> bool {
    std::env::var_os(variable(target, "RUSTFLAGS")).is_some()
        || files(root).any(|file| names_rustflags(&file.table, target))
}

/// True if a configuration file for a workspace at `root` has flags for rustc, for any target.
pub(crate) fn has_rustflags(root: &Utf8Path) -> bool {
    files(root).any(|file| {
        let build = file.table.get("build");
        build.is_some_and(|it| it.get("rustflags").is_some())
            || targets(&file.table).any(|(_, section)| section.get("rustflags").is_some())
    })
}

fn names_rustflags(table: &Table, target: &str) -> bool {
    targets(table).any(|(name, section)| {
        (name == target || name.starts_with("cfg(")) && section.get("rustflags").is_some()
    })
}

/// The program, with its first arguments, by which the user's configuration starts executables for a target. `given` are the values of `--config`, and `holds` tells if
/// the machine has the options in the parentheses of a `cfg(..)`.
pub(crate) fn runner(
    target: &str,
    root: &Utf8Path,
    given: &[String],
    holds: &dyn Fn(&str) -> bool,
) -> Option<Vec<String>> {
    let of = |table: &Table| runner_in(table, target, holds);
    let named = tables(given).find_map(|table| of(&table));
    let named = named.or_else(|| {
        let value = std::env::var(variable(target, "RUNNER")).ok()?;
        words(&Value::String(value))
    });
    named.or_else(|| {
        files(root).find_map(|file| {
            let mut command = of(&file.table)?;
            // A program with a path is relative to the file, one without is looked for in `PATH`.
            if command[0].contains('/') {
                command[0] = file.dir.join(&command[0]).into_string();
            }
            Some(command)
        })
    })
}

/// The target for which the user's configuration builds, if it is a single one; `from` is the directory where the search for files begins.
pub fn build_target(from: &Utf8Path, given: &[String]) -> Option<String> {
    let named = tables(given).find_map(|table| build_target_in(&table));
    let named = named.or_else(|| std::env::var("CARGO_BUILD_TARGET").ok());
    named.or_else(|| files(from).find_map(|file| build_target_in(&file.table)))
}

fn build_target_in(table: &Table) -> Option<String> {
    match table.get("build")?.get("target")? {
        Value::String(target) => Some(target.clone()),
        Value::Array(targets) => match &targets[..] {
            [target] => target.as_str().map(str::to_owned),
            _ => None,
        },
        _ => None,
    }
}

/// Those of `packages`, members of the workspace at `root`, for which the user says nowhere how far tests are optimised. `given` are the values of `--config`.
pub(crate) fn without_opt_level<'p>(
    root: &Utf8Path,
    given: &[String],
    packages: impl Iterator<Item = &'p str>,
) -> Vec<&'p str> {
    let variables =
        PROFILES.map(|profile| format!("CARGO_PROFILE_{}_OPT_LEVEL", profile.to_uppercase()));
    if variables.iter().any(|it| std::env::var_os(it).is_some()) {
        return Vec::new();
    }
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).ok();
    let manifest = manifest.and_then(|text| text.parse::<Table>().ok());
    let files = files(root).map(|file| file.table);
    let tables: Vec<Table> = tables(given).chain(files).chain(manifest).collect();
    packages
        .filter(|package| !tables.iter().any(|table| names_opt_level(table, package)))
        .collect()
}

/// The profiles that hold for tests, the second of which inherits from the first.
const PROFILES: [&str; 2] = ["dev", "test"];

/// True if a configuration or a manifest says how far the tests of a package of the workspace are optimised.
fn names_opt_level(table: &Table, package: &str) -> bool {
    let profiles = table.get("profile").and_then(Value::as_table);
    let profiles = PROFILES.iter().filter_map(|name| profiles?.get(*name));
    profiles.into_iter().any(|profile| {
        let own = profile.get("package").and_then(Value::as_table);
        let mut own = own.into_iter().flatten().filter(|(spec, _)| {
            let version = spec.strip_prefix(package);
            version.is_some_and(|it| it.is_empty() || it.starts_with('@'))
        });
        profile.get("opt-level").is_some() || own.any(|(_, own)| own.get("opt-level").is_some())
    })
}

/// The values of `--config`, the last of which counts most. Names of files are left out.
fn tables(given: &[String]) -> impl Iterator<Item = Table> {
    given.iter().rev().filter_map(|text| text.parse().ok())
}

/// The runner in a configuration. A triple comes before a `cfg(..)`.
fn runner_in(table: &Table, target: &str, holds: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
    let own = targets(table).filter(|(name, _)| *name == target);
    let by_option = targets(table).filter(|(name, _)| {
        let option = name
            .strip_prefix("cfg(")
            .and_then(|it| it.strip_suffix(')'));
        option.is_some_and(holds)
    });
    own.chain(by_option)
        .find_map(|(_, section)| words(section.get("runner")?))
}

/// The words of a command, which is a text or a list; `None` if there are none.
fn words(value: &Value) -> Option<Vec<String>> {
    let words: Vec<String> = match value {
        Value::String(text) => text.split_whitespace().map(str::to_owned).collect(),
        Value::Array(list) => list
            .iter()
            .filter_map(|word| word.as_str().map(str::to_owned))
            .collect(),
        _ => Vec::new(),
    };
    (!words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "x86_64-unknown-linux-gnu";

    fn table(text: &str) -> Table {
        text.parse().expect("TOML")
    }

    #[test]
    fn of_two_files_in_a_directory_the_one_without_an_extension_counts() {
        let place = tempfile::tempdir().expect("a folder");
        let root = Utf8Path::from_path(place.path()).expect("UTF-8");
        let dir = root.join(".cargo");
        std::fs::create_dir(&dir).expect("writable");
        let first = |root: &Utf8Path| files(root).next().map(|file| file.table);
        for (name, text) in [("config.toml", "jobs = 1"), ("config", "jobs = 2")] {
            std::fs::write(dir.join(name), text).expect("writable");
            assert_eq!(first(root), Some(table(text)), "{name}");
        }
        let here = files(root).filter(|file| file.dir == root);
        assert_eq!(here.count(), 1);
    }

    #[test]
    fn flags_for_the_target_are_noticed() {
        for (text, expected) in [
            (
                "[target.x86_64-unknown-linux-gnu]\nrustflags = [\"-Cx\"]",
                true,
            ),
            ("[target.'cfg(unix)']\nrustflags = \"-Cx\"", true),
            (
                "[target.wasm32-unknown-unknown]\nrustflags = \"-Cx\"",
                false,
            ),
            ("[build]\nrustflags = \"-Cx\"", false),
        ] {
            assert_eq!(names_rustflags(&table(text), HOST), expected, "{text}");
        }
    }

    #[test]
    fn the_runner_of_the_target_comes_before_that_of_an_option() {
        let holds = |option: &str| option == "unix";
        let runner = |text: &str| runner_in(&table(text), HOST, &holds);
        let of_option = "[target.'cfg(unix)']\nrunner = [\"sudo\", \"-E\"]\n";
        assert_eq!(runner(of_option), Some(vec!["sudo".into(), "-E".into()]));
        let both = format!("{of_option}[target.{HOST}]\nrunner = \"nice\"\n");
        assert_eq!(runner(&both), Some(vec!["nice".into()]));
        let other = "[target.'cfg(windows)']\nrunner = \"wine\"\n";
        assert_eq!(runner(other), None);
    }

    #[test]
    fn an_opt_level_counts_for_the_packages_that_it_holds_for() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = Utf8Path::from_path(folder.path()).expect("UTF-8");
        let without = |manifest: &str, given: &[&str]| {
            std::fs::write(root.join("Cargo.toml"), manifest).expect("writable");
            let given: Vec<String> = given.iter().map(|it| (*it).to_owned()).collect();
            without_opt_level(root, &given, ["a", "ab"].into_iter()).join(" ")
        };
        assert_eq!(without("[profile.release]\nopt-level = 3", &[]), "a ab");
        assert_eq!(
            without("[profile.dev.package.'*']\nopt-level = 3", &[]),
            "a ab"
        );
        assert_eq!(without("[profile.test]\nopt-level = 0", &[]), "");
        assert_eq!(without("[profile.dev.package.a]\nopt-level = 2", &[]), "ab");
        assert_eq!(
            without("[profile.dev.package.'ab@1.0.0']\nopt-level = 2", &[]),
            "a"
        );
        assert_eq!(without("", &["profile.dev.opt-level = 's'"]), "");
        std::fs::create_dir(root.join(".cargo")).expect("writable");
        std::fs::write(
            root.join(".cargo/config.toml"),
            "[profile.dev]\nopt-level = 1",
        )
        .expect("writable");
        assert_eq!(without("", &[]), "");
    }

    #[test]
    fn a_single_target_is_read_from_the_nearest_source() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = Utf8Path::from_path(folder.path()).expect("UTF-8");
        let member = root.join("member");
        for (dir, text) in [
            (root, "[build]\ntarget = [\"a\"]"),
            (&member, "[build]\njobs = 1"),
        ] {
            std::fs::create_dir_all(dir.join(".cargo")).expect("writable");
            std::fs::write(dir.join(".cargo/config.toml"), text).expect("writable");
        }
        assert_eq!(build_target(&member, &[]).as_deref(), Some("a"));
        let given = ["build.target = 'b'", "other.toml"].map(str::to_owned);
        assert_eq!(build_target(&member, &given).as_deref(), Some("b"));
        let several = "[build]\ntarget = [\"a\", \"b\"]";
        assert_eq!(build_target_in(&table(several)), None);
    }

    #[test]
    fn a_program_with_a_path_is_relative_to_the_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = Utf8Path::from_path(folder.path()).expect("UTF-8");
        std::fs::create_dir(root.join(".cargo")).expect("writable");
        let text = format!("[target.{HOST}]\nrunner = \"./with.sh quietly\"\n");
        std::fs::write(root.join(".cargo/config.toml"), text).expect("writable");
        let found = runner(HOST, &root.join("member"), &[], &|_| false);
        let with = root.join("./with.sh").into_string();
        assert_eq!(found, Some(vec![with, "quietly".to_owned()]));
        let given = [format!("target.{HOST}.runner = 'nice'")];
        let found = runner(HOST, root, &given, &|_| false);
        assert_eq!(found, Some(vec!["nice".to_owned()]));
    }
}
