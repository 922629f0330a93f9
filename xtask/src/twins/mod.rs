//! `cargo xtask soak --twins`: verdicts against a judge that shares nothing with the tool.
//!
//! In: a seed and a number of functions. They look at what inputs have besides their values: capacities, where a deque wraps, who else owns an `Rc`,
//! whether two are the same, how a slice is aligned, lengths beyond what is usual, also of sequences whose elements are built one by one. The tool analyses them in one crate. Another crate has a twin
//! of each function, on the same lines, that counts for itself which branches it takes and by which iteration it leaves its loop. That crate depends
//! on nothing, and draws inputs by code of its own (`judge.rs`). Out: an error for each verdict "unreachable" that a twin refutes,
//! and for written tests that fail.
//!
//! Not here: what a verdict of "covered" says, for which the tool has a native run.

mod functions;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::step::{self, cargo, say};
use functions::{HEAD, RandomFunction, Variant};

/// A request for twins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The seed of the functions.
    pub(crate) seed: u64,
    /// The number of functions.
    pub(crate) functions: u64,
    /// Runs of each twin.
    pub(crate) runs: u64,
}

/// An event of a function: a line, and for the exit of a loop the last iteration and the branch that it took.
type TwinEvent = (u64, Option<(u64, u64)>);

/// Draws inputs, and counts; the twins stand behind it.
const JUDGE: &str = include_str!("judge.rs");

/// Compares the verdicts on the functions of a plan with runs of their twins.
pub(crate) fn run(root: &Path, plan: Plan) -> Result<()> {
    let place = root.join("target/twins");
    let functions: Vec<_> = (0..plan.functions)
        .map(|number| RandomFunction::new(plan.seed, number))
        .collect();
    let analysed = place.join("analysed");
    let claims = claims(root, &analysed, &functions)?;
    step::run(
        "the written tests",
        &mut cargo(&analysed, &["test", "--quiet"]),
    )?;
    let reached = reached(&place.join("judge"), &functions, plan.runs)?;
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, claims) in &claims {
        for claim in claims {
            count += 1;
            if reached
                .get(name)
                .is_some_and(|reached| reached.contains(claim))
            {
                wrong.push(format!(
                    "`{name}` does {claim:?}, which is said to be unreachable"
                ));
            }
        }
    }
    let events: usize = reached.values().map(Vec::len).sum();
    let runs = plan.functions * plan.runs;
    say(&format!(
        "{} functions, {runs} runs of twins, {events} events, {count} proofs, {} of them refuted",
        functions.len(),
        wrong.len()
    ));
    if count == 0 || events == 0 {
        bail!("nothing was compared");
    }
    if !wrong.is_empty() {
        bail!("{}\nsee {}", wrong.join("\n"), place.display());
    }
    Ok(())
}

/// The events that are unreachable according to the tool, by function.
fn claims(
    root: &Path,
    place: &Path,
    functions: &[RandomFunction],
) -> Result<BTreeMap<String, Vec<TwinEvent>>> {
    let runtime = root.join("crates/unroll-test");
    let dependency = format!("unroll-test = {{ path = {:?} }}", runtime.display());
    let text = all(functions, Variant::Analysed);
    write_crate(place, &dependency, ("src/lib.rs", &text))?;
    let build = ["build", "--package", "cargo-unroll"];
    step::run("build cargo-unroll", &mut cargo(root, &build))?;
    let exe = root.join("target/debug/cargo-unroll");
    let mut command = Command::new(exe.with_extension(std::env::consts::EXE_EXTENSION));
    command.args(["unroll", "--all-functions", "--depth", "3"]);
    command.args(["--criterion", "unroll,branch", "--timeout", "10"]);
    command
        .args(["--message-format", "json"])
        .current_dir(place);
    say("==> analyse the functions");
    let output = command.output().context("failed to start cargo-unroll")?;
    let code = output.status.code();
    if code != Some(0) {
        let text = String::from_utf8_lossy(&output.stderr);
        bail!("the tool ends with {code:?}:\n{text}");
    }
    let mut claims = BTreeMap::<String, Vec<TwinEvent>>::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let line: Value = serde_json::from_str(line).context("a line is no JSON")?;
        if line["reason"] == "objective" && line["verdict"] == "unreachable" {
            let (name, claim) = claim(&line).context("an objective without its place")?;
            claims.entry(name).or_default().push(claim);
        }
    }
    Ok(claims)
}

/// The function and the event of an objective.
fn claim(line: &Value) -> Option<(String, TwinEvent)> {
    let name = line["function"].as_str()?.rsplit("::").next()?;
    let place = line["span"]["line"].as_u64()?;
    let exit = match line["criterion"].as_str()? {
        "unroll" => Some((line["depth"].as_u64()?, line["branch"].as_u64()?)),
        _ => None,
    };
    Some((name.to_owned(), (place, exit)))
}

/// The events that runs of the twins reach, by function.
fn reached(
    place: &Path,
    functions: &[RandomFunction],
    runs: u64,
) -> Result<BTreeMap<String, Vec<TwinEvent>>> {
    // The twins are a module of their own, so that they stand on the lines of the functions that are analysed.
    let calls: Vec<_> = functions.iter().map(RandomFunction::call).collect();
    let main = format!("{JUDGE}\nfn twins(runs: u64) {{\n{}}}\n", calls.concat());
    write_crate(place, "", ("src/main.rs", &main))?;
    fs::write(place.join("src/twin.rs"), all(functions, Variant::Twin))?;
    let runs = runs.to_string();
    let args = ["run", "--release", "--quiet", "--", &runs];
    say("==> run the twins");
    let output = cargo(place, &args).output()?;
    if !output.status.success() {
        bail!("the judge: {}", String::from_utf8_lossy(&output.stderr));
    }
    let mut reached = BTreeMap::<String, Vec<TwinEvent>>::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut words = line.split(' ');
        let name = words.next().context("a line without a name")?;
        let numbers: Vec<u64> = words.map(str::parse).collect::<Result<_, _>>()?;
        let event = match numbers[..] {
            [line] => (line, None),
            [line, iteration, branch] => (line, Some((iteration, branch))),
            _ => bail!("the judge says `{line}`"),
        };
        reached.entry(name.to_owned()).or_default().push(event);
    }
    Ok(reached)
}

/// One of the texts of all functions.
fn all(functions: &[RandomFunction], variant: Variant) -> String {
    let functions: String = functions.iter().map(|it| it.text(variant)).collect();
    format!("{HEAD}{functions}")
}

/// Writes a crate with one file of sources besides its manifest.
fn write_crate(place: &Path, dependency: &str, (file, text): (&str, &str)) -> Result<()> {
    let sources = place.join("src");
    if sources.exists() {
        fs::remove_dir_all(&sources)?;
    }
    fs::create_dir_all(&sources)?;
    let manifest = format!(
        "[package]\nname = \"twins\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n\n[workspace]\n"
    );
    fs::write(place.join("Cargo.toml"), manifest)?;
    fs::write(place.join(file), text)?;
    Ok(())
}
