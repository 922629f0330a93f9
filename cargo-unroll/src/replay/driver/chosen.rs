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
        self.request_of_one(&format!("lengthen {depth} {}", cases.join(";")))
    }

    /// An input beside an edge at which the outcome changes that no test has; `None` if none is found.
    pub fn beside_edge(
        &mut self,
        leeway: Leeway<'_>,
        cases: &[&Case],
    ) -> Result<Option<RunOutcome>, ReplayError> {
        let list = |items: Vec<String>| items.join(",");
        let bounds = leeway.constants.bounds().map(|it| it.to_string());
        let free = leeway.free.iter().map(u32::to_string);
        let (bounds, free) = (list(bounds.collect()), list(free.collect()));
        let cases: Vec<String> = cases.iter().map(ToString::to_string).collect();
        self.request_of_one(&format!("edge {bounds}, {free}, {}", cases.join(";")))
    }

    /// A run with the events of `must` of a case between one that fails and one of `others` that succeeds, if possible one that succeeds as well, and with
    /// `succeeds` no other; `None` if none is found, or the case succeeds.
    pub fn isolate(
        &mut self,
        must: &[Event],
        succeeds: bool,
        case: &Case,
        others: &[&Case],
    ) -> Result<Option<RunOutcome>, ReplayError> {
        let verb = if succeeds {
            "isolate-success"
        } else {
            "isolate"
        };
        let cases = std::iter::once(case).chain(others.iter().copied());
        let cases: Vec<String> = cases.map(ToString::to_string).collect();
        let must = event::list(must);
        self.request_of_one(&format!("{verb} {must} {}", cases.join(";")))
    }

    /// The answer to a request for a run that there may be.
    fn request_of_one(&mut self, request: &str) -> Result<Option<RunOutcome>, ReplayError> {
        let lines = self.request(request, self.limits.shrink)?;
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
