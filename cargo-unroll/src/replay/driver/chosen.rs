//! Requests for the inputs of tests: smaller ones, longer ones, and what all their runs have in common.

use super::super::constants::Leeway;
use super::super::event;
use super::{Case, Driver, Event, ReplayError, RunOutcome, single};

impl Driver {
    /// The smallest case found whose run still has the events and ends as `case` does.
    pub fn shrink(
        &mut self,
        must: &[Event],
        leeway: Leeway<'_>,
        case: &Case,
    ) -> Result<RunOutcome, ReplayError> {
        let must = event::list(must);
        self.shrink_request(&format!("shrink {must} {leeway} {case}"))
    }

    /// Repeats a case and returns the common part of its runs.
    pub fn repeat(&mut self, case: &Case) -> Result<RunOutcome, ReplayError> {
        self.shrink_request(&format!("repeat {case}"))
    }

    /// A run of a case with the labels alone that its result shows.
    pub fn show(&mut self, case: &Case) -> Result<RunOutcome, ReplayError> {
        self.shrink_request(&format!("show {case}"))
    }

    /// A longer variant of the inputs of tests that tells more than they do, with iterations beyond `depth`; `None` if none is found.
    pub fn lengthen(
        &mut self,
        depth: u32,
        cases: &[&Case],
    ) -> Result<Option<RunOutcome>, ReplayError> {
        let cases: Vec<String> = cases.iter().map(ToString::to_string).collect();
        let request = format!("lengthen {depth} {}", cases.join(";"));
        let lines = self.request(&request, self.limits.shrink)?;
        if lines.is_empty() {
            return Ok(None);
        }
        single(&lines).map(Some)
    }

    fn shrink_request(&mut self, request: &str) -> Result<RunOutcome, ReplayError> {
        let answer = self.request(request, self.limits.shrink);
        answer.and_then(|lines| single(&lines))
    }
}
