//! Messages about wrong crates and command lines: the cases of `fixtures/bad/cases.toml`, each on a copy.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::support::{BUILT, place, root};

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    #[serde(rename = "crate")]
    krate: String,
    args: Vec<String>,
    exit: i32,
    /// Texts that standard error holds.
    stderr: Vec<String>,
}

/// Copies `from` to `to`; relative paths to the repository's crates become absolute.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the temporary folder is writable");
    for entry in std::fs::read_dir(from)
        .expect("the fixture is there")
        .flatten()
    {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else if entry.file_name() == "Cargo.toml" {
            let text = std::fs::read_to_string(&path).expect("manifests are text");
            let tool = root().join("crates/unroll-test");
            let text = text.replace("../../../crates/unroll-test", &tool.to_string_lossy());
            std::fs::write(target, text).expect("the temporary folder is writable");
        } else {
            std::fs::copy(&path, target).expect("the temporary folder is writable");
        }
    }
}

/// Runs a case; gives what is not as it should be.
fn run(case: &Case, folder: &Path, target_dir: &Path) -> Result<(), String> {
    let krate = folder.join(&case.name);
    copy(&root().join("fixtures/bad").join(&case.krate), &krate);
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-unroll"))
        .arg("unroll")
        .args(&case.args)
        .arg("--target-dir")
        .arg(target_dir)
        .env("UNROLL_TEST_PATH", root().join("crates/unroll-test"))
        .env_remove("CARGO_TARGET_DIR")
        .env("NO_COLOR", "1")
        .current_dir(&krate)
        .output()
        .map_err(|error| error.to_string())?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let missing: Vec<_> = case
        .stderr
        .iter()
        .filter(|text| !stderr.contains(*text))
        .collect();
    if output.status.code() == Some(case.exit) && missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}: exit {:?}, expected {}; missing texts {missing:?}\n{stderr}",
        case.name,
        output.status.code(),
        case.exit
    ))
}

#[test]
fn every_case_has_its_message_and_exit_code() {
    let text =
        std::fs::read_to_string(root().join("fixtures/bad/cases.toml")).expect("the list is there");
    let cases: Cases = toml::from_str(&text).expect("the list is TOML");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let target_dir = place().join(BUILT);
    let wrong: Vec<_> = cases
        .case
        .iter()
        .filter_map(|case| run(case, folder.path(), &target_dir).err())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
