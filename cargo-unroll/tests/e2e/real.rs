//! Crates that nobody here wrote: those of `fixtures/real/crates.toml`, from the registry.
//!
//! Cargo downloads and checks them; the test works on copies of what it unpacked. For each function that the table names
//! there must be tests, which pass, or a coded reason why there are none. What the tool cannot do there is counted in
//! `docs/limitations.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// What the tool said of one crate. Nothing here depends on how fast the machine is.
#[derive(Debug, Default)]
struct Seen {
    /// Functions that have a loop.
    with_loop: BTreeSet<String>,
    /// Those of them that cannot be analysed, by code.
    refused: Codes,
    /// Functions that were analysed, or asked for at least.
    asked: usize,
    /// Those with tests.
    tested: usize,
    /// Those without tests, by the first code that says why.
    untested: Codes,
    /// All codes of remarks.
    remarks: BTreeSet<String>,
}

type Codes = BTreeMap<String, usize>;

fn count(codes: &mut Codes, code: &str) {
    *codes.entry(code.to_owned()).or_default() += 1;
}

/// Codes such as `U0101` in a text.
fn codes_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('U').filter_map(|(at, _)| {
        let code = text.get(at..at + 5)?;
        code[1..]
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then_some(code)
    })
}

fn names<'l>(line: &'l serde_json::Value, name: &str) -> bool {
    let path: Option<&'l str> = line["function"].as_str();
    path.is_some_and(|path| path == name || path.ends_with(&format!("::{name}")))
}

/// What can be analysed at all: syntax decides.
fn survey(krate: &Krate, seen: &mut Seen) {
    let report = krate.report(0, &["--all-functions", "--list"]);
    let name = |line: &serde_json::Value| line["function"].to_string();
    seen.with_loop = report.lines("objective").map(name).collect();
    for line in report.lines("function") {
        let place = format!("{} {}", line["function"], seen.with_loop.len());
        seen.with_loop.insert(place);
        let detail = line["detail"].as_str().unwrap_or_default();
        let code = codes_in(detail).next().expect("a skip has a code");
        count(&mut seen.refused, code);
    }
}

/// What became of the function `name` in the report; fails when there are neither tests nor a code that says why.
fn settle(report: &Report, name: &str, seen: &mut Seen) -> Result<(), String> {
    seen.asked += 1;
    let function = report
        .lines("function")
        .find(|line| names(line, name))
        .ok_or_else(|| format!("`{name}` is not in the report"))?;
    let detail = function["detail"].as_str().unwrap_or_default();
    seen.remarks.extend(codes_in(detail).map(str::to_owned));
    let mut objectives = report.lines("objective").filter(|line| names(line, name));
    if objectives.any(|line| line["test"].is_string()) {
        seen.tested += 1;
        return Ok(());
    }
    let code = codes_in(detail).next();
    let code = code.ok_or_else(|| format!("neither tests nor a code: {function}"))?;
    count(&mut seen.untested, code);
    Ok(())
}

/// Analyses one crate; says what is to be said of it, or what went wrong.
fn analyse(foreign: &Foreign, source: &Path) -> Result<Seen, String> {
    let krate = copy_of(foreign, source);
    let mut seen = Seen::default();
    survey(&krate, &mut seen);
    // Coverage is not the point here, and undecided objectives would cost the whole time.
    let mut args = vec!["--depth", "2", "--timeout", "5"];
    args.extend(["--message-format", "json"]);
    for function in &foreign.functions {
        args.extend(["--function", function]);
    }
    let run = krate.unroll(&args);
    if run.code != Some(0) {
        return Err(format!("{}: cargo unroll: {run}", foreign.name));
    }
    let report = Report::parse(&run.stdout);
    let test = krate.test("unroll_tests");
    let all_pass = format!("test result: ok. {} passed", report.count("tests"));
    if test.code != Some(0) || !test.stdout.contains(&all_pass) {
        return Err(format!("{}: cargo test: {test}", foreign.name));
    }
    for function in &foreign.functions {
        settle(&report, function, &mut seen)
            .map_err(|error| format!("{}: {error}", foreign.name))?;
    }
    Ok(seen)
}

/// Analyses all crates, two at a time, in the order of the table.
fn analyse_all(crates: &[Foreign]) -> Vec<Result<Seen, String>> {
    let sources = unpacked(crates);
    let next = AtomicUsize::new(0);
    let results: Vec<_> = crates.iter().map(|_| OnceLock::new()).collect();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(foreign) = crates.get(at) else { break };
                    let result = analyse(foreign, &sources[&foreign.name]);
                    results[at].set(result).expect("each index is taken once");
                }
            });
        }
    });
    let done = results.into_iter().map(OnceLock::into_inner);
    done.map(|result| result.expect("all were taken")).collect()
}

fn shown(codes: &Codes) -> String {
    let texts: Vec<_> = codes
        .iter()
        .map(|(code, count)| format!("{code}: {count}"))
        .collect();
    texts.join(", ")
}

/// The table of `docs/limitations.md`.
fn counts(crates: &[Foreign], seen: &[Seen]) -> String {
    let mut table = "| crate | functions with a loop | of these not analysed | asked for | with tests | without |\n\
                     |---|---|---|---|---|---|\n"
        .to_owned();
    let mut all = Seen::default();
    let mut loops = 0;
    let mut row = |name: &str, loops: usize, seen: &Seen| {
        let cells = [
            name.to_owned(),
            loops.to_string(),
            shown(&seen.refused),
            seen.asked.to_string(),
            seen.tested.to_string(),
            shown(&seen.untested),
        ];
        table.extend(["| ", &cells.join(" | "), " |\n"]);
    };
    for (krate, seen) in crates.iter().zip(seen) {
        let name = format!("{} {}", krate.name, krate.version);
        row(&name, seen.with_loop.len(), seen);
        loops += seen.with_loop.len();
        all.asked += seen.asked;
        all.tested += seen.tested;
        for (from, to) in [
            (&seen.refused, &mut all.refused),
            (&seen.untested, &mut all.untested),
        ] {
            for (code, count) in from {
                *to.entry(code.clone()).or_default() += count;
            }
        }
    }
    row("all", loops, &all);
    table
}

/// The lines of the page between its two marks.
fn assert_page(table: &str) {
    const BEGIN: &str = "<!-- counts -->\n\n";
    const END: &str = "\n<!-- end of counts -->";
    let path = root().join("docs/limitations.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let (head, rest) = page.split_once(BEGIN).expect("the page has the marks");
    let (now, tail) = rest.split_once(END).expect("the page has the marks");
    if std::env::var_os("UNROLL_BLESS").is_some() {
        let page = format!("{head}{BEGIN}{table}{END}{tail}");
        fs::write(&path, page).expect("the page is writable");
    } else {
        assert!(
            now == table,
            "docs/limitations.md counts otherwise; look at it, then bless with UNROLL_BLESS=1\n{table}"
        );
    }
}

#[test]
fn functions_of_other_peoples_crates_get_tests_that_pass_or_a_coded_skip() {
    let crates = table();
    let (seen, failed): (Vec<_>, Vec<_>) =
        analyse_all(&crates).into_iter().partition(Result::is_ok);
    let failed: Vec<_> = failed.into_iter().filter_map(Result::err).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let seen: Vec<_> = seen.into_iter().filter_map(Result::ok).collect();
    let tested: usize = seen.iter().map(|seen| seen.tested).sum();
    assert!(tested >= 12, "only {tested} functions have tests: {seen:?}");
    assert_page(&counts(&crates, &seen));
    // How often remarks come up may depend on the time that there was; that they are explained does not.
    let page = fs::read_to_string(root().join("docs/limitations.md")).expect("it is there");
    for code in seen.iter().flat_map(|seen| &seen.remarks) {
        assert!(page.contains(code.as_str()), "{code} is not in the page");
    }
}

#[test]
fn the_table_has_five_crates_and_fifteen_functions() {
    let crates = table();
    assert!(crates.len() >= 5);
    let functions = crates.iter().map(|krate| krate.functions.len());
    assert!(functions.sum::<usize>() >= 15);
}
