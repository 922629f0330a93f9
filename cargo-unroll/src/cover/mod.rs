//! Objectives, verdicts and the algorithms that choose what to ask whom.

pub mod job;
pub mod outcome;
