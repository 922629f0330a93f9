//! Tests that a reviewer rejected or edited, kept in `unroll-review.toml` beside the workspace's manifest, which is
//! meant to be committed.
//!
//! A decision names a function and the inputs of the test, as reports show them. It stays valid whatever the test is
//! called and whichever row of a table it is. Verdicts do not change: the objective of a rejected test is still
//! covered by a native run, but has no test.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use crate::cli::exit::failure::Failure;
use crate::cli::outputs;
use crate::cli::result::FunctionResult;
use crate::emit;
use crate::model::outcome::TestCase;

/// The file of the decisions.
const FILE: &str = "unroll-review.toml";

/// Its first lines.
const HEAD: &str = "\
# Decisions of `cargo unroll review`. `cargo unroll` does not write rejected tests, and writes edited ones as they are here.

";

/// All decisions of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewFile {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rejected: Vec<Rejection>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    edited: Vec<EditedTest>,
}

/// A rejected test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rejection {
    /// Path of the function.
    function: String,
    /// The inputs, as Rust.
    inputs: Vec<String>,
    /// The name that the test had.
    test: String,
    /// The reason of the reviewer.
    reason: String,
}

/// An edited test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EditedTest {
    /// Path of the function.
    function: String,
    /// The inputs of the generated test, as Rust.
    inputs: Vec<String>,
    /// The text that replaces the generated one.
    text: String,
}

impl ReviewFile {
    /// Reads the decisions of the workspace at `root`; there are none without a file.
    pub(crate) fn load(root: &Utf8Path) -> Result<Self, Failure> {
        let path = root.join(FILE);
        let wrong = |message: String| {
            let help = "correct the file, or delete it to have all tests written again";
            Failure::usage(format!("failed to read `{path}`: {message}"), help)
        };
        match fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text)
                .map_err(|error| wrong(error.to_string().trim_end().to_owned())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(wrong(error.to_string())),
        }
    }

    /// Adds a rejected test, for a reason.
    pub(crate) fn reject(
        &mut self,
        result: &FunctionResult,
        test: &TestCase,
        name: &str,
        reason: &str,
    ) {
        self.rejected.push(Rejection {
            function: result.job.function.clone(),
            inputs: inputs(test),
            test: name.to_owned(),
            reason: reason.to_owned(),
        });
    }

    /// Adds an edited test, in place of what was kept for the same inputs.
    pub(crate) fn edit(&mut self, result: &FunctionResult, test: &TestCase, text: &str) {
        let (function, inputs) = (&result.job.function, inputs(test));
        self.edited
            .retain(|it| it.function != *function || it.inputs != inputs);
        self.edited.push(EditedTest {
            function: function.clone(),
            inputs,
            text: text.to_owned(),
        });
    }

    /// Writes the file, in a fixed order. Returns its path.
    pub(crate) fn save(&mut self, root: &Utf8Path) -> Result<Utf8PathBuf, Failure> {
        self.rejected.sort();
        self.rejected.dedup();
        self.edited.sort();
        let path = root.join(FILE);
        let text = toml::to_string(self).map_err(|error| {
            Failure::usage(
                format!("failed to write `{path}`: {error}"),
                "please report this",
            )
        })?;
        outputs::save(&path, &format!("{HEAD}{text}"))?;
        Ok(path)
    }

    /// Takes rejected tests out of results, and gives edited ones their text.
    pub(crate) fn apply(&self, results: &mut [FunctionResult]) {
        for result in results {
            for edited in &self.edited {
                let is_it = |test: &&mut TestCase| inputs(test) == edited.inputs;
                let mut tests = result.outcome.tests.iter_mut();
                if edited.function == result.job.function
                    && let Some(test) = tests.find(is_it)
                {
                    test.edited = Some(edited.text.clone());
                }
            }
            let is_kept = |test: &TestCase| {
                let inputs = inputs(test);
                let mut rejected = self.rejected.iter();
                !rejected.any(|it| it.function == result.job.function && it.inputs == inputs)
            };
            let tests = result.outcome.tests.iter().enumerate();
            let kept: BTreeSet<usize> = tests.filter(|it| is_kept(it.1)).map(|it| it.0).collect();
            if kept.len() < result.outcome.tests.len() {
                result.keep_tests(&kept);
            }
        }
    }
}

/// The inputs of a test, as reports show them.
fn inputs(test: &TestCase) -> Vec<String> {
    let args = test.args.iter();
    args.map(|arg| emit::expression(&arg.before)).collect()
}
