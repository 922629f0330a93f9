//! Messages about wrong crates and command lines: the cases of `fixtures/bad/cases.toml`, each on a copy.

use std::fs;

use serde::Deserialize;

use crate::support::{Krate, root, run};

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

/// Runs a case; an error says how the run differs from it.
fn check(case: &Case) -> Result<(), String> {
    let krate = Krate::of_fixture(
        &format!("bad/{}", case.krate),
        &format!("bad-{}", case.name),
    );
    let args: Vec<&str> = case.args.iter().map(String::as_str).collect();
    let run = run(krate.shared_command(&args));
    let missing: Vec<_> = case
        .stderr
        .iter()
        .filter(|text| !run.stderr.contains(*text))
        .collect();
    if run.code == Some(case.exit) && missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}: expected exit {}; missing texts {missing:?}\n{run}",
        case.name, case.exit
    ))
}

#[test]
fn every_case_has_its_message_and_exit_code() {
    let text = fs::read_to_string(root().join("fixtures/bad/cases.toml")).expect("the list exists");
    let cases: Cases = toml::from_str(&text).expect("the list is TOML");
    let wrong: Vec<_> = cases
        .case
        .iter()
        .filter_map(|case| check(case).err())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
