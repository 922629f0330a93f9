//! Crates that nobody here wrote: those of `fixtures/real/crates.toml`, from the registry.
//!
//! Cargo downloads and checks them; the test works on copies of what it unpacked. For each function that the table names
//! there must be tests, which pass, or a coded reason why there are none.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::MetadataCommand;
use serde::Deserialize;

use crate::support::{Krate, Report, place, root};

#[derive(Deserialize)]
struct Table {
    #[serde(rename = "crate")]
    crates: Vec<Foreign>,
}

/// A crate of the registry.
#[derive(Deserialize)]
struct Foreign {
    name: String,
    version: String,
    functions: Vec<String>,
    /// Whether it has benchmarks, which would only cost time to build.
    #[serde(default)]
    benches: bool,
}

fn table() -> Vec<Foreign> {
    let text =
        fs::read_to_string(root().join("fixtures/real/crates.toml")).expect("the table exists");
    toml::from_str::<Table>(&text)
        .expect("the table is well-formed")
        .crates
}

/// Where cargo unpacked the sources, by name.
fn unpacked(crates: &[Foreign]) -> BTreeMap<String, PathBuf> {
    let dir = place().join("real-sources");
    fs::create_dir_all(dir.join("src")).expect("target is writable");
    fs::write(dir.join("src/lib.rs"), "").expect("target is writable");
    let mut manifest: toml::Table =
        toml::from_str("package = { name = 'real-sources', edition = '2024' }\nworkspace = {}")
            .expect("it is well-formed");
    let dependencies: toml::Table = crates
        .iter()
        .map(|krate| (krate.name.clone(), format!("={}", krate.version).into()))
        .collect();
    manifest.insert("dependencies".to_owned(), dependencies.into());
    let manifest = toml::to_string(&manifest).expect("a table can be written");
    fs::write(dir.join("Cargo.toml"), manifest).expect("target is writable");
    let metadata = MetadataCommand::new()
        .current_dir(&dir)
        .exec()
        .expect("the registry has the crates");
    let folder = |manifest: &Path| {
        manifest
            .parent()
            .expect("a manifest is in a folder")
            .to_owned()
    };
    metadata
        .packages
        .into_iter()
        .map(|package| {
            (
                package.name.to_string(),
                folder(package.manifest_path.as_std_path()),
            )
        })
        .collect()
}

/// A copy that is a workspace of its own, without benchmarks.
fn copy_of(foreign: &Foreign, source: &Path) -> Krate {
    let krate = Krate::of_source(source, &format!("real-{}", foreign.name));
    let mut manifest: toml::Table =
        toml::from_str(&krate.read("Cargo.toml")).expect("cargo accepted it");
    manifest
        .entry("workspace")
        .or_insert_with(|| toml::Table::new().into());
    if foreign.benches {
        manifest.remove("bench");
        manifest.remove("dev-dependencies");
    }
    krate.write(
        "Cargo.toml",
        &toml::to_string(&manifest).expect("a table can be written"),
    );
    krate
}

/// What became of one function.
#[derive(Debug)]
enum Fate {
    Tested(usize),
    Skipped(String),
    Silent(String),
}

fn fate(report: &Report, name: &str) -> Fate {
    let is_it = |line: &&serde_json::Value| {
        line["function"]
            .as_str()
            .is_some_and(|path| path == name || path.ends_with(&format!("::{name}")))
    };
    let mut tests: Vec<&str> = report
        .lines("objective")
        .filter(is_it)
        .filter_map(|line| line["test"].as_str())
        .collect();
    tests.sort_unstable();
    tests.dedup();
    let Some(function) = report.lines("function").find(is_it) else {
        return Fate::Silent("not in the report".to_owned());
    };
    if !tests.is_empty() {
        return Fate::Tested(tests.len());
    }
    let detail = function["detail"].as_str().unwrap_or_default();
    match code_in(detail) {
        Some(code) => Fate::Skipped(code.to_owned()),
        None => Fate::Silent(function.to_string()),
    }
}

/// The first code such as `U0101` in a text.
fn code_in(text: &str) -> Option<&str> {
    text.match_indices('U').find_map(|(at, _)| {
        let code = text.get(at..at + 5)?;
        code[1..]
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then_some(code)
    })
}

/// Analyses one crate; says what became of its functions, or what went wrong.
fn analyse(foreign: &Foreign, source: &Path) -> Result<Vec<(String, Fate)>, String> {
    let krate = copy_of(foreign, source);
    // Coverage is not the point here, and undecided objectives would cost the whole time.
    let mut args = vec!["--depth", "2", "--timeout", "5", "--message-format", "json"];
    for function in &foreign.functions {
        args.extend(["--function", function]);
    }
    let run = krate.unroll(&args);
    if run.code != Some(0) {
        return Err(format!("{}: cargo unroll: {run}", foreign.name));
    }
    let report = Report::parse(&run.stdout);
    let test = krate.test("unroll_tests");
    if test.code != Some(0) {
        return Err(format!("{}: cargo test: {test}", foreign.name));
    }
    Ok(foreign
        .functions
        .iter()
        .map(|name| (format!("{}::{name}", foreign.name), fate(&report, name)))
        .collect())
}

#[test]
fn functions_of_other_peoples_crates_get_tests_that_pass_or_a_coded_skip() {
    let crates = table();
    let sources = unpacked(&crates);
    let mut failed = Vec::new();
    let mut fates = Vec::new();
    for foreign in &crates {
        match analyse(foreign, &sources[&foreign.name]) {
            Ok(found) => fates.extend(found),
            Err(error) => failed.push(error),
        }
    }
    // What `docs/limitations.md` counts; shown by `--nocapture`.
    let mut codes: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut functions, mut tests) = (0, 0);
    for (name, fate) in &fates {
        println!("{name}: {fate:?}");
        match fate {
            Fate::Tested(count) => {
                functions += 1;
                tests += count;
            }
            Fate::Skipped(code) => *codes.entry(code).or_default() += 1,
            Fate::Silent(why) => failed.push(format!("{name}: neither tests nor a code: {why}")),
        }
    }
    println!("{tests} tests of {functions} functions; skips by code: {codes:?}");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(
        functions >= 12,
        "only {functions} functions have tests: {fates:?}"
    );
}

#[test]
fn the_table_has_five_crates_and_fifteen_functions() {
    let crates = table();
    assert!(crates.len() >= 5);
    assert!(
        crates
            .iter()
            .map(|krate| krate.functions.len())
            .sum::<usize>()
            >= 15
    );
}
