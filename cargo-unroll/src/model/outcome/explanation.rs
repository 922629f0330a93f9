//! The reason why an objective is unreachable: conditions that exclude each other. Plain data.

use serde::{Deserialize, Serialize};

use super::{Objective, Span};

/// The reason why no execution reaches an objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The objective: a label or a panic.
    pub objective: Objective,
    /// Conditions that together exclude it, each of them needed, in the order of the source. Empty if it is excluded whatever the conditions
    /// are.
    pub conditions: Vec<Blamed>,
    /// Places that panic when the conditions have the values that it needs.
    pub panics: Vec<Span>,
    /// Labels of the ways that executions take instead when the conditions have these values: patterns that do not match, and `?` that returns.
    pub ways: Vec<u32>,
    /// The `let`s and assignments whose values are needed to exclude it, by their numbers among the conditions.
    #[serde(default)]
    pub definitions: Vec<u32>,
}

/// A condition to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Blamed {
    /// The condition.
    pub source: ConditionSource,
    /// The value that it would need on the way to the objective; `None` if it would need both.
    pub value: Option<bool>,
}

/// The origin of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionSource {
    /// The precondition with a clause number.
    Precondition(u32),
    /// The condition with a number, as `unroll_instrument::label::conditions` counts.
    Condition(u32),
}
