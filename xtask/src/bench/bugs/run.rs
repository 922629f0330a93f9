//! One fault: the crate's sources from the registry, the tool on them, and its findings compared with the report.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use cargo_metadata::MetadataCommand;
use serde::{Deserialize, Serialize};

use super::listed::Fault;
use crate::corpus;

/// The tool and where it works.
pub(super) struct Bench {
    pub(super) exe: PathBuf,
    pub(super) place: PathBuf,
    pub(super) timeout: Option<u64>,
}

/// The result for a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Outcome {
    /// A finding with the expected panic that is not a mere note.
    Found {
        function: String,
        message: String,
        place: String,
        input: String,
        millis: u64,
    },
    /// Other findings only: their messages.
    Other(Vec<String>),
    /// No finding; the codes that the functions carry.
    Missed(Vec<String>),
    /// The tool did not come to an end.
    Failed(String),
}

/// A line of the tool's JSON report.
#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    Finding(Finding),
    Function {
        function: String,
        codes: Vec<String>,
        millis: u64,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Finding {
    function: String,
    level: String,
    message: String,
    span: Span,
    inputs: Vec<Input>,
}

#[derive(Deserialize)]
struct Span {
    file: String,
    line: usize,
}

#[derive(Deserialize)]
struct Input {
    name: String,
    value: String,
}

impl Bench {
    /// The result of an earlier run.
    pub(super) fn saved(&self, fault: &Fault) -> Result<Outcome> {
        let path = self.result(fault);
        let text = fs::read_to_string(&path)
            .with_context(|| format!("no result of {} is kept", fault.id()))?;
        Ok(serde_json::from_str(&text)?)
    }

    /// Analyses the function, and keeps the result.
    pub(super) fn outcome(&self, fault: &Fault) -> Result<Outcome> {
        let copy = self.copy(fault)?;
        let output = self
            .command(fault, &copy)
            .output()
            .with_context(|| format!("failed to start {}", self.exe.display()))?;
        let outcome = match output.status.code() {
            // 5: a finding is an error.
            Some(0 | 5) => outcome(fault, &String::from_utf8_lossy(&output.stdout))?,
            Some(code) => Outcome::Failed(format!("exit code {code}")),
            None => Outcome::Failed("ended by a signal".to_owned()),
        };
        let path = self.result(fault);
        fs::create_dir_all(self.place.join("results"))
            .context("failed to create a folder below target")?;
        fs::write(path.with_extension("log"), &output.stderr)?;
        fs::write(&path, serde_json::to_string_pretty(&outcome)?)
            .with_context(|| format!("failed to write {}", path.display()))?;
        Ok(outcome)
    }

    fn result(&self, fault: &Fault) -> PathBuf {
        let results = self.place.join("results");
        results.join(format!("{}.json", fault.id()))
    }

    /// The crate of the fault, as a workspace of its own.
    fn copy(&self, fault: &Fault) -> Result<PathBuf> {
        let fetched = self.place.join("sources").join(fault.id());
        fs::create_dir_all(fetched.join("src"))
            .context("failed to create a folder below target")?;
        fs::write(fetched.join("src/lib.rs"), "")?;
        fs::write(fetched.join("Cargo.toml"), manifest(fault))?;
        let metadata = MetadataCommand::new()
            .current_dir(&fetched)
            .exec()
            .with_context(|| format!("failed to get {} from the registry", fault.id()))?;
        let is_crate = |package: &&cargo_metadata::Package| {
            *package.name == *fault.name && package.version.to_string() == fault.version
        };
        let Some(package) = metadata.packages.iter().find(is_crate) else {
            bail!("cargo did not unpack {}", fault.id());
        };
        let folder = package.manifest_path.parent().context("a manifest")?;
        let copy = self.place.join("copies").join(fault.id());
        let lock = fetched.join("Cargo.lock");
        corpus::copy_crate(folder.as_std_path(), &copy, &lock, corpus::Targets::Own)?;
        Ok(copy)
    }

    fn command(&self, fault: &Fault, copy: &Path) -> Command {
        let mut command = Command::new(&self.exe);
        command
            .args(["unroll", "--function", &fault.function, "--no-cache"])
            .args(["--message-format", "json"])
            .arg("--target-dir")
            .arg(self.place.join("built"))
            .current_dir(copy)
            .stdin(Stdio::null());
        if let Some(seconds) = self.timeout {
            command.args(["--timeout", &seconds.to_string()]);
        }
        corpus::as_a_user(&mut command);
        command
    }
}

/// A manifest that depends on the crate.
fn manifest(fault: &Fault) -> String {
    format!(
        "[package]\nname = 'bug-sources'\nedition = '2024'\n[workspace]\n[dependencies]\n{} = '={}'\n",
        fault.name, fault.version
    )
}

/// Compares a report with what is expected.
fn outcome(fault: &Fault, report: &str) -> Result<Outcome> {
    let (mut findings, mut functions) = (vec![], vec![]);
    for line in report.lines() {
        let line =
            serde_json::from_str(line).with_context(|| format!("failed to read `{line}`"))?;
        match line {
            Line::Finding(finding) if finding.level != "note" => findings.push(finding),
            Line::Function {
                function,
                codes,
                millis,
            } => functions.push((function, codes, millis)),
            Line::Finding(_) | Line::Other => {}
        }
    }
    let Some(finding) = findings.iter().find(|it| is_expected(fault, it)) else {
        let messages: Vec<_> = findings.into_iter().map(|it| it.message).collect();
        if !messages.is_empty() {
            return Ok(Outcome::Other(messages));
        }
        let mut codes: Vec<_> = functions.into_iter().flat_map(|it| it.1).collect();
        codes.sort();
        codes.dedup();
        return Ok(Outcome::Missed(codes));
    };
    let inputs = finding.inputs.iter();
    let inputs: Vec<_> = inputs
        .map(|it| format!("{} = {}", it.name, it.value))
        .collect();
    let time = functions.iter().find(|it| it.0 == finding.function);
    Ok(Outcome::Found {
        function: finding.function.clone(),
        message: finding.message.clone(),
        place: format!("{}:{}", finding.span.file, finding.span.line),
        input: inputs.join(", "),
        millis: time.map_or(0, |it| it.2),
    })
}

fn is_expected(fault: &Fault, finding: &Finding) -> bool {
    let file = fault.file.as_ref();
    finding.message.contains(&fault.panic) && file.is_none_or(|file| *file == finding.span.file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(file: Option<&str>) -> Fault {
        Fault {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            function: "f".to_owned(),
            report: "b/a#1".to_owned(),
            panic: "divide by zero".to_owned(),
            file: file.map(str::to_owned),
            missed: None,
        }
    }

    const FUNCTION: &str =
        r#"{"reason":"function","function":"a::f","codes":["U0301"],"millis":1500}"#;

    fn finding(level: &str) -> String {
        let span = r#"{"file":"src/lib.rs","line":7,"column":1}"#;
        format!(
            r#"{{"reason":"finding","function":"a::f","level":"{level}","message":"attempt to divide by zero","span":{span},"inputs":[{{"name":"x","value":"0"}}]}}"#
        )
    }

    #[test]
    fn the_expected_panic_at_its_place_is_found() {
        let report = format!("{}\n{FUNCTION}\n", finding("warning"));
        let found = Outcome::Found {
            function: "a::f".to_owned(),
            message: "attempt to divide by zero".to_owned(),
            place: "src/lib.rs:7".to_owned(),
            input: "x = 0".to_owned(),
            millis: 1500,
        };
        let at = |file| outcome(&fault(file), &report).expect("it can be read");
        assert_eq!(at(None), found);
        assert_eq!(at(Some("src/lib.rs")), found);
        let other = Outcome::Other(vec!["attempt to divide by zero".to_owned()]);
        assert_eq!(at(Some("src/other.rs")), other);
    }

    #[test]
    fn a_note_is_not_found() {
        let report = format!("{}\n{FUNCTION}\n", finding("note"));
        let missed = Outcome::Missed(vec!["U0301".to_owned()]);
        let outcome = outcome(&fault(None), &report).expect("it can be read");
        assert_eq!(outcome, missed);
    }
}
