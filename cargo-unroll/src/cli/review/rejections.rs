//! Tests that a reviewer rejected, kept in `unroll-review.toml` beside the workspace's manifest, to be committed.
//!
//! A rejection names a function and the inputs of the test, as reports show them, so it holds however the test is called and whatever row of a table it is.
//! Verdicts stay: the objective is covered by an input that was seen, and has no test.

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

/// The file of the rejections.
const FILE: &str = "unroll-review.toml";

/// Its first lines.
const HEAD: &str =
    "# Tests that `cargo unroll review` rejected. `cargo unroll` does not write them again.\n\n";

/// All rejections of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rejections {
    #[serde(default)]
    rejected: Vec<Rejection>,
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

impl Rejections {
    /// Reads the rejections of the workspace at `root`; there are none without a file.
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

    /// Adds a test, for a reason.
    pub(crate) fn add(
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

    /// Writes the file, in a fixed order. Returns its path.
    pub(crate) fn save(&mut self, root: &Utf8Path) -> Result<Utf8PathBuf, Failure> {
        self.rejected.sort();
        self.rejected.dedup();
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

    /// Takes rejected tests out of results.
    pub(crate) fn apply(&self, results: &mut [FunctionResult]) {
        for result in results {
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
