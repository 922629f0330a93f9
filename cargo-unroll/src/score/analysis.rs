//! The analysis of the scored functions, which is a separate run of the tool and reuses its cache of outcomes.
//!
//! In: a score. Out: the labels that no input reaches, inputs for labels that no test covers, and tests for these if
//! requested. Labels of the two runs correspond if function, criterion, name and position are equal.
//!
//! **Invariant:** a proof about a generic function is not used, because it holds only for the types that the
//! analysis has chosen.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use super::model::{ScoredFunction, ScoredLabel};
use super::tally::{Inputs, Score, Test};
use crate::compile::BuildError;
use crate::emit::TEST_MODULE;
use crate::model::outcome::Span;

/// The identity of a label in the reports of both runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LabelKey {
    /// The path of the function, the outermost one.
    pub function: String,
    /// The name of the criterion.
    pub criterion: String,
    /// The name of the label.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

impl LabelKey {
    fn of(function: &ScoredFunction, label: &ScoredLabel) -> Self {
        Self {
            function: function.outermost.clone(),
            criterion: label.info.criterion.name().to_owned(),
            name: label.info.name(),
            span: label.info.span.clone(),
        }
    }
}

/// The analysis to run.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The program and its arguments.
    command: Vec<String>,
    /// The file for the labels that tests are written for; `None` to write no tests.
    wanted: Option<Utf8PathBuf>,
}

/// The tests that an analysis has written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The paths of all of them, as `cargo test` takes them.
    pub tests: BTreeSet<String>,
    /// How many labels were asked for.
    pub wanted: usize,
    /// How many of these they cover.
    pub covered: usize,
}

/// An `objective` or `test` line, as far as it matters here.
#[derive(Deserialize)]
struct AnalysisLine {
    reason: String,
    #[serde(default)]
    function: String,
    #[serde(default)]
    criterion: String,
    #[serde(default)]
    label: LabelLine,
    #[serde(default)]
    span: Option<Span>,
    #[serde(default)]
    verdict: Option<String>,
    #[serde(default)]
    bound_independent: bool,
    #[serde(default)]
    test: Option<String>,
    #[serde(default)]
    inputs: Vec<InputLine>,
}

#[derive(Default, Deserialize)]
struct LabelLine {
    #[serde(default)]
    name: String,
}

#[derive(Deserialize)]
struct InputLine {
    name: String,
    value: String,
}

/// The results of an analysis.
#[derive(Default)]
struct AnalysisResults {
    unreachable: BTreeSet<LabelKey>,
    /// The test that covers each label.
    covered: BTreeMap<LabelKey, String>,
    /// The inputs of each test. Rows of a table share a name, and have none here.
    inputs: BTreeMap<String, Option<Inputs>>,
}

impl Analysis {
    /// The analysis of all functions by `criteria` with `program`, this tool; `arguments` select packages. It writes nothing.
    pub fn new(program: String, criteria: &str, arguments: &[String]) -> Self {
        let mut command = vec![program];
        let fixed = ["--all-functions", "--quiet", "--message-format=json"];
        command.extend(fixed.map(str::to_owned));
        command.push(format!("--criterion={criteria}"));
        command.extend(arguments.iter().cloned());
        Self {
            command,
            wanted: None,
        }
    }

    /// The same analysis, which writes tests for labels that the user's own tests do not cover. A file in `folder` names these.
    #[must_use]
    pub fn completing(self, folder: &Utf8Path) -> Self {
        Self {
            wanted: Some(folder.join("score-wanted.json")),
            ..self
        }
    }

    /// Runs the analysis. Labels that no input reaches at any depth are left out of `score` from now on, unless a test covers them all the same.
    ///
    /// # Errors
    /// When the analysis cannot be started, or ends before it has decided anything.
    pub fn apply(&self, score: &mut Score) -> Result<Completion, BuildError> {
        // All pairs of a condition that is not shown are asked for, since the answers decide which
        // one counts.
        score.choose_pairs(true);
        let asked = wanted(score);
        let mut arguments = self.command.clone();
        match &self.wanted {
            Some(path) => {
                let text = serde_json::to_vec(&asked).unwrap_or_default();
                std::fs::write(path, text).map_err(|source| BuildError::File {
                    path: path.clone(),
                    source,
                })?;
                arguments.push(format!("--only-labels={path}"));
            }
            None => arguments.extend(["--diff", "--layout=functions"].map(str::to_owned)),
        }
        let found = AnalysisResults::read(&run(&arguments)?);
        found.tell(score);
        score.choose_pairs(false);
        let wanted = wanted(score);
        let covered: Vec<&String> = wanted
            .iter()
            .filter_map(|it| found.covered.get(it))
            .collect();
        Ok(Completion {
            covered: covered.len(),
            tests: covered.into_iter().cloned().collect(),
            wanted: wanted.len(),
        })
    }
}

/// The labels that no test covers but those that this tool has generated: with these, a second completion would take the tests of the first away.
fn wanted(score: &Score) -> BTreeSet<LabelKey> {
    let is_generated = |test: &Test| test.name.split("::").any(|part| part == TEST_MODULE);
    let mut wanted = BTreeSet::new();
    for function in score.functions() {
        for (number, label) in score.labels_of(function) {
            if score.covering(number).all(is_generated) {
                wanted.insert(LabelKey::of(function, label));
            }
        }
    }
    wanted
}

/// Runs the tool, and returns the lines of its report.
fn run(arguments: &[String]) -> Result<Vec<AnalysisLine>, BuildError> {
    let program = arguments.first().cloned().unwrap_or_default();
    let output = Command::new(&program)
        .args(arguments.iter().skip(1))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .map_err(|source| BuildError::Start { program, source })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines();
    let lines: Vec<AnalysisLine> = lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    if lines.iter().any(|line| line.reason == "finished") {
        return Ok(lines);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(BuildError::Cargo {
        stderr: stderr.trim_end().to_owned(),
    })
}

impl AnalysisResults {
    fn read(lines: &[AnalysisLine]) -> Self {
        let mut found = Self::default();
        for line in lines {
            match line.reason.as_str() {
                "objective" => found.objective(line),
                "test" => found.test(line),
                _ => {}
            }
        }
        found
    }

    fn objective(&mut self, line: &AnalysisLine) {
        let Some(span) = line.span.clone() else {
            return;
        };
        let key = LabelKey {
            function: line.function.clone(),
            criterion: line.criterion.clone(),
            name: line.label.name.clone(),
            span,
        };
        match (line.verdict.as_deref(), &line.test) {
            (Some("unreachable"), _) if line.bound_independent => {
                self.unreachable.insert(key);
            }
            (Some("covered"), Some(test)) => {
                self.covered.insert(key, test.clone());
            }
            _ => {}
        }
    }

    fn test(&mut self, line: &AnalysisLine) {
        let Some(test) = line.test.clone() else {
            return;
        };
        let inputs = line.inputs.iter();
        let inputs = inputs
            .map(|it| (it.name.clone(), it.value.clone()))
            .collect();
        self.inputs
            .entry(test)
            .and_modify(|several| *several = None)
            .or_insert(Some(inputs));
    }

    /// Adds to `score` what is known now of labels that no test covers.
    fn tell(&self, score: &mut Score) {
        let (mut unreachable, mut witnesses) = (BTreeSet::new(), BTreeMap::new());
        for function in score.functions() {
            for (number, label) in score.labels_of(function) {
                if score.is_covered(number) {
                    continue;
                }
                let key = LabelKey::of(function, label);
                if self.unreachable.contains(&key) && !function.is_generic {
                    unreachable.insert(number);
                }
                let test = self.covered.get(&key);
                let inputs = test.and_then(|test| self.inputs.get(test)?.clone());
                witnesses.extend(inputs.map(|inputs| (number, inputs)));
            }
        }
        score.unreachable = unreachable;
        score.witnesses = witnesses;
    }
}
