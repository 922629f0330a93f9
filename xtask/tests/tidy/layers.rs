//! Who may use what: the order of the stages, and the modules that alone do a certain thing.

use std::collections::BTreeMap;

use crate::files::{Source, root, sources};
use crate::report;

/// The stages of `cargo-unroll` in the order in which they may import.
const STAGES: [&str; 11] = [
    "diagnostics",
    "model",
    "project",
    "instrument",
    "sandbox",
    "compile",
    "effects",
    "replay",
    "cover",
    "emit",
    "report",
];

/// Modules around the pipeline, which may import all of it.
const EDGES: [&str; 4] = ["worker", "score", "infeasible", "cli"];

/// The crates in the order in which they may depend on each other.
const LAYERS: [&str; 11] = [
    "crates/unroll-protocol",
    "crates/unroll-syntax",
    "crates/unroll-instrument",
    "unroll-macros",
    "crates/unroll-driver",
    "crates/unroll-runtime",
    "crates/unroll-resolve",
    "crates/unroll-smt",
    "crates/unroll-llvm",
    "crates/unroll-engine",
    "cargo-unroll",
];

#[test]
fn crates_depend_only_on_lower_layers() {
    let mut breaches = vec![];
    for (own, layer) in LAYERS.iter().enumerate() {
        let manifest = std::fs::read_to_string(root().join(layer).join("Cargo.toml"));
        let manifest = manifest.expect("each layer has a manifest");
        // Tests may use what stands above.
        let manifest = manifest.split("[dev-dependencies]").next().unwrap_or("");
        for higher in &LAYERS[own + 1..] {
            let name = higher.trim_start_matches("crates/");
            let depends = |line: &str| line.starts_with(name) && line.contains("workspace");
            if manifest.lines().any(depends) {
                breaches.push(format!("{layer} depends on {name}"));
            }
        }
    }
    report("a crate depends only on those before it", &breaches);
}

/// The top-level module of a file of `cargo-unroll`.
fn module(source: &Source) -> Option<&str> {
    let inner = source.path.strip_prefix("cargo-unroll/src/")?;
    Some(inner.split(['/', '.']).next().unwrap_or(inner))
}

fn code_of_cargo_unroll() -> Vec<Source> {
    let mut code = sources();
    code.retain(|source| source.path.starts_with("cargo-unroll/src/") && !source.is_test());
    code
}

/// The code of all crates but the project's own commands.
fn code() -> Vec<Source> {
    let mut code = sources();
    code.retain(|source| {
        let is_product = !source.path.starts_with("xtask/") && source.path.contains("/src/");
        is_product && !source.is_test()
    });
    code
}

#[test]
fn every_module_has_a_place_in_the_order() {
    let text = std::fs::read_to_string(root().join("cargo-unroll/src/lib.rs")).expect("lib.rs");
    let declared = text.lines().filter_map(|line| {
        let line = line
            .trim_start_matches("pub(crate) ")
            .trim_start_matches("pub ");
        line.strip_prefix("mod ")?.strip_suffix(';')
    });
    let strangers: Vec<_> = declared
        .filter(|name| !STAGES.contains(name) && !EDGES.contains(name))
        .map(|name| format!("`{name}` is neither a stage nor an edge"))
        .collect();
    report("modules of cargo-unroll", &strangers);
}

#[test]
fn stages_import_only_earlier_stages() {
    let mut breaches = vec![];
    for source in code_of_cargo_unroll() {
        let own = module(&source).and_then(|name| STAGES.iter().position(|stage| *stage == name));
        let Some(own) = own else {
            continue;
        };
        for (number, line) in source.without_tests().lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if code.contains("use crate::{") {
                breaches.push(format!(
                    "{}:{}: one `use` for each module",
                    source.path,
                    number + 1
                ));
            }
            for used in uses(code) {
                let later = STAGES
                    .iter()
                    .position(|stage| *stage == used)
                    .is_some_and(|at| at > own);
                let edge = EDGES.contains(&used);
                if later || edge {
                    breaches.push(format!("{}:{}: uses `{used}`", source.path, number + 1));
                }
            }
        }
    }
    report("a stage imports only what stands before it", &breaches);
}

/// The names after `crate::` in a line.
fn uses(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::").skip(1).map(|rest| {
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        &rest[..end]
    })
}

/// Checks that only files under `owners` contain one of `words` in their code.
fn only(rule: &str, words: &[&str], owners: &[&str]) {
    let mut breaches = vec![];
    for source in code() {
        let owned = owners.iter().any(|owner| {
            source.path.starts_with(owner) || source.path.contains(&format!("/src/{owner}"))
        });
        if owned {
            continue;
        }
        for (number, line) in source.without_tests().lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for word in words.iter().filter(|word| contains_word(code, word)) {
                breaches.push(format!("{}:{}: `{word}`", source.path, number + 1));
            }
        }
    }
    report(rule, &breaches);
}

/// True if `word` occurs and does not continue a longer identifier.
fn contains_word(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        !code[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':')
    })
}

#[test]
fn one_module_uses_the_solver() {
    only(
        "only unroll-smt uses z3",
        &["z3::", "use z3"],
        &["crates/unroll-smt/"],
    );
}

#[test]
fn one_file_uses_the_sat_solver() {
    only(
        "only unroll-smt uses batsat",
        &["batsat::", "use batsat"],
        &["blast/sat.rs"],
    );
}

#[test]
fn one_module_reads_the_command_line() {
    only("only cli uses clap", &["clap::", "clap_cargo::"], &["cli"]);
}

#[test]
fn one_module_confines_processes() {
    only(
        "only sandbox uses landlock and seccompiler",
        &["landlock::", "seccompiler::"],
        &["sandbox/"],
    );
}

#[test]
fn one_module_draws_snippets() {
    only(
        "only report uses annotate-snippets",
        &["annotate_snippets::"],
        &["report/"],
    );
}

#[test]
fn few_modules_start_processes() {
    only(
        "processes start in compile, project::sources::rustc, replay::process, worker, score::runner, score::analysis, score::git, and cli::review::editor",
        &["Command::new"],
        &[
            "compile/",
            "project/sources/rustc.rs",
            "replay/process.rs",
            "worker",
            "score/runner.rs",
            "score/analysis.rs",
            "score/git.rs",
            "cli/review/editor.rs",
        ],
    );
}

/// `emit` alone writes beside the user's code; the others write below `target/`.
#[test]
fn few_modules_write_files() {
    only(
        "files are written by emit; by instrument, compile, worker, score below target/; by cli as asked; by project in a temporary directory",
        &[
            "fs::write",
            "fs::create_dir",
            "fs::remove",
            "fs::rename",
            "fs::copy",
            "File::create",
            "NamedTempFile",
        ],
        &[
            "emit/",
            "instrument/",
            "compile/",
            "worker",
            "score/",
            "cli/smt2.rs",
            "cli/score.rs",
            "project/sources/dependencies.rs",
        ],
    );
}

#[test]
fn the_project_commands_do_not_link_the_solver() {
    let manifest =
        std::fs::read_to_string(root().join("xtask/Cargo.toml")).expect("xtask/Cargo.toml");
    assert!(
        !manifest.contains("z3") && !manifest.contains("cargo-unroll"),
        "xtask is what gets libz3"
    );
}

#[test]
fn folders_are_small() {
    const MOST: usize = 15;
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for source in sources().iter().filter(|source| !source.is_test()) {
        let folder = source
            .path
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        *folders.entry(folder.to_owned()).or_default() += 1;
    }
    let breaches: Vec<String> = folders
        .into_iter()
        .filter(|(_, files)| *files > MOST)
        .map(|(folder, files)| format!("{folder}: {files} files"))
        .collect();
    report(&format!("a folder has at most {MOST} files"), &breaches);
}
