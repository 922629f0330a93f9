//! Labels that no input reaches, as the analysis proves them. It is a run of the tool of its own, which remembers what it has decided.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use camino::Utf8PathBuf;
use serde::Deserialize;

use super::tally::Score;
use crate::compile::BuildError;
use crate::model::outcome::Span;

/// The analysis to run.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The program and its arguments: all functions, the criteria of the score, a report in JSON, and nothing written.
    pub command: Vec<String>,
}

/// An `objective` line, as far as it matters here.
#[derive(Deserialize)]
struct ObjectiveLine {
    reason: String,
    #[serde(default)]
    function: String,
    #[serde(default)]
    criterion: String,
    #[serde(default)]
    label: LabelLine,
    span: Option<SpanLine>,
    #[serde(default)]
    verdict: Option<String>,
    #[serde(default)]
    bound_independent: bool,
}

#[derive(Default, Deserialize)]
struct LabelLine {
    #[serde(default)]
    name: String,
}

#[derive(Deserialize)]
struct SpanLine {
    file: String,
    line: u32,
    column: u32,
}

/// The function, criterion, name and position of a label, which reports of both kinds have.
type Key = (String, String, String, Span);

impl Proof {
    /// Runs the analysis, and leaves the labels out of `score` that no input reaches at any depth. One that a test covers all the same stays.
    ///
    /// # Errors
    /// When the analysis cannot be started, or ends before it has decided anything.
    pub fn apply(&self, score: &mut Score) -> Result<(), BuildError> {
        let program = self.command.first().cloned().unwrap_or_default();
        let output = Command::new(&program)
            .args(self.command.iter().skip(1))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output()
            .map_err(|source| BuildError::Start { program, source })?;
        let text = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<ObjectiveLine> = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        if !lines.iter().any(|line| line.reason == "finished") {
            return Err(BuildError::Cargo {
                stderr: String::from_utf8_lossy(&output.stderr)
                    .trim_end()
                    .to_owned(),
            });
        }
        let proved: BTreeSet<Key> = lines.into_iter().filter_map(proved).collect();
        let mut unreachable = BTreeSet::new();
        for function in score.functions() {
            for (number, label) in score.labels_of(function) {
                let info = &label.info;
                let criterion = info.criterion.name().to_owned();
                let key = (
                    function.path.clone(),
                    criterion,
                    info.name(),
                    info.span.clone(),
                );
                if proved.contains(&key) && !score.is_covered(number) {
                    unreachable.insert(number);
                }
            }
        }
        score.unreachable = unreachable;
        score.is_proved = true;
        Ok(())
    }
}

/// The label of a line that says that no input reaches it.
fn proved(line: ObjectiveLine) -> Option<Key> {
    let is_proved = line.reason == "objective"
        && line.verdict.as_deref() == Some("unreachable")
        && line.bound_independent;
    let span = line.span.filter(|_| is_proved)?;
    let span = Span {
        file: span.file,
        line: span.line,
        column: span.column,
    };
    Some((line.function, line.criterion, line.label.name, span))
}

/// The command of the analysis for a run of `program` with `arguments` that select packages.
pub fn command(program: Utf8PathBuf, criteria: &str, arguments: &[String]) -> Proof {
    let mut command = vec![program.into_string()];
    let fixed = [
        "--all-functions",
        "--diff",
        "--quiet",
        "--message-format=json",
    ];
    command.extend(fixed.map(str::to_owned));
    command.push(format!("--criterion={criteria}"));
    command.extend(arguments.iter().cloned());
    Proof { command }
}
