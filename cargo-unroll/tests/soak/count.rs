//! The totals of the executions.

use std::collections::BTreeMap;
use std::fmt;

use cargo_unroll::replay::ReplayError;

/// Executions by what came of them.
#[derive(Debug, Default)]
pub(crate) struct Count {
    /// Both judges came to an end and agreed.
    pub(crate) compared: u64,
    /// The interpreter stopped, by reason.
    stopped: BTreeMap<String, u64>,
    /// The native side did not come to an end, by how.
    native: BTreeMap<String, u64>,
    /// Where they differ, with what each of them says.
    pub(crate) differences: Vec<String>,
}

impl Count {
    pub(crate) fn stop(&mut self, reason: String) {
        *self.stopped.entry(reason).or_default() += 1;
    }

    pub(crate) fn hang(&mut self) {
        *self.native.entry("out of fuel".to_owned()).or_default() += 1;
    }

    pub(crate) fn native(&mut self, error: &ReplayError) {
        let how = match error {
            ReplayError::Crashed { how, .. } => format!("crashed: {how:?}"),
            ReplayError::TimedOut { .. } => "timed out".to_owned(),
            other => other.to_string(),
        };
        *self.native.entry(how).or_default() += 1;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            compared,
            differences,
            ..
        } = self;
        writeln!(
            f,
            "{compared} executions agree, {} differ",
            differences.len()
        )?;
        for difference in differences {
            writeln!(f, "differs: {difference}")?;
        }
        for (reason, times) in &self.stopped {
            writeln!(f, "{times} times the interpreter stopped: {reason}")?;
        }
        for (how, times) in &self.native {
            writeln!(f, "{times} times the native run did not end: {how}")?;
        }
        Ok(())
    }
}
