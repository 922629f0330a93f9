//! Why no input reaches an objective. Plain data.

use serde::{Deserialize, Serialize};

use super::outcome::{Objective, Span};

/// The reason why no execution reaches an objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The objective: a label or a panic.
    pub objective: Objective,
    /// Conditions that exclude it together, none of which can be left out, in the order of the source. Empty where it is excluded whatever the
    /// conditions are.
    pub conditions: Vec<Blamed>,
    /// Places whose panics keep the conditions from having the values that it needs.
    pub panics: Vec<Span>,
}

/// A condition to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Blamed {
    /// The condition.
    pub source: ConditionSource,
    /// The value that it would have on the way to the objective; `None` where it would need both.
    pub value: Option<bool>,
}

/// Where a condition comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionSource {
    /// The precondition with a clause number.
    Precondition(u32),
    /// The condition with a number, as `unroll_syntax::label::conditions` counts.
    Condition(u32),
}
