//! Labels as the source has them. Plain data, and what reports and tests call them.

use serde::{Deserialize, Serialize};
use unroll_syntax::{AskedCriterion, Criterion};

pub use unroll_protocol::LabelKind;

use super::outcome::Span;

/// A location of a function, and what must hold there; label number n is entry n of [`Job::labels`](super::job::Job::labels).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelInfo {
    /// The criterion that yields it.
    #[serde(with = "super::as_text")]
    pub criterion: Criterion,
    /// The kind.
    pub kind: LabelKind,
    /// The condition, pattern or expression as in the source, on one line.
    pub text: String,
    /// The name of a `label!`, or the values of conditions, `T F -`; else empty.
    pub detail: String,
    /// The pair that it is half of, if the condition has several: the numbers of condition and pair.
    #[serde(default)]
    pub pair: Option<(u32, u32)>,
    /// Where it stands.
    pub span: Span,
    /// Number of the innermost loop or counted closure around it; 0 for none.
    pub parent: u32,
    /// True if it may be reached before the first iteration of that loop.
    #[serde(default)]
    pub is_ahead: bool,
    /// The iteration of that loop in which it must be reached, if it is crossed with iterations.
    #[serde(default)]
    pub iteration: Option<u32>,
    /// True if it stands in a closure, counted or not.
    pub in_closure: bool,
    /// True if it stands in a closure that may be called after the function has returned.
    pub may_escape: bool,
    /// How many loops and counted closures begin before it.
    pub loops_before: u32,
}

impl LabelInfo {
    /// The criterion as the user names it: `branch`, or `branch@unroll`.
    pub fn asked(&self) -> AskedCriterion {
        AskedCriterion {
            criterion: self.criterion,
            is_crossed: self.iteration.is_some(),
        }
    }

    /// The name in reports: `else of if x < 3`, `if x < 3 in iteration 2`.
    pub fn name(&self) -> String {
        let place = self.place();
        match self.iteration {
            None => place,
            Some(0) => format!("{place} ahead of iteration 1"),
            Some(iteration) => format!("{place} in iteration {iteration}"),
        }
    }

    /// The name without the iteration.
    fn place(&self) -> String {
        let place = self.plain_place();
        if self.pair.is_some() {
            return format!("{place} after {}", self.detail);
        }
        place
    }

    /// The name without the iteration and the values of conditions before it.
    fn plain_place(&self) -> String {
        let text = &self.text;
        match self.kind {
            LabelKind::If => format!("if {text}"),
            LabelKind::Else => format!("else of if {text}"),
            LabelKind::MissingElse => format!("no else of if {text}"),
            LabelKind::Arm => format!("arm {text}"),
            LabelKind::GuardFails => format!("guard {text} fails"),
            LabelKind::Continues => format!("{text}? continues"),
            LabelKind::Propagates => format!("{text}? returns"),
            LabelKind::LetMatches => format!("let {text} matches"),
            LabelKind::LetElse => format!("else of let {text}"),
            LabelKind::Repeats => format!("while {text} repeats"),
            LabelKind::Ends => format!("while {text} ends"),
            LabelKind::Holds => format!("{text} is true"),
            LabelKind::Fails => format!("{text} is false"),
            LabelKind::DecidesTrue => format!("{text} is true and decides"),
            LabelKind::DecidesFalse => format!("{text} is false and decides"),
            LabelKind::Matches => format!("{text} matches"),
            LabelKind::Misses => format!("{text} does not match"),
            LabelKind::DecidesMatch => format!("{text} matches and decides"),
            LabelKind::DecidesMiss => format!("{text} does not match and decides"),
            LabelKind::Vector => format!("{text} as {}", self.detail),
            LabelKind::Return | LabelKind::Executed => text.clone(),
            LabelKind::InDomain => self.detail.clone(),
            LabelKind::Mutant => format!("{text} replaced by {}", self.detail),
            LabelKind::LeftAlone => format!("{text} replaced by its left operand"),
            LabelKind::User if self.detail.is_empty() => format!("label {text}"),
            LabelKind::User => format!("label {}", self.detail),
        }
    }

    /// The condition that must hold at the location.
    pub fn predicate(&self) -> String {
        let condition = self.condition();
        match self.iteration {
            None => condition,
            Some(iteration) if condition == "true" => format!("iterations == {iteration}"),
            Some(iteration) => format!("{condition}, and iterations == {iteration}"),
        }
    }

    /// The condition without the iteration.
    fn condition(&self) -> String {
        let text = &self.text;
        match self.kind {
            LabelKind::If
            | LabelKind::Repeats
            | LabelKind::Holds
            | LabelKind::DecidesTrue
            | LabelKind::User => text.clone(),
            LabelKind::Vector => format!("{text} is evaluated as {}", self.detail),
            LabelKind::Else
            | LabelKind::MissingElse
            | LabelKind::GuardFails
            | LabelKind::Ends
            | LabelKind::Fails
            | LabelKind::DecidesFalse => format!("!({text})"),
            LabelKind::Arm
            | LabelKind::LetMatches
            | LabelKind::Matches
            | LabelKind::DecidesMatch => format!("matches {text}"),
            LabelKind::LetElse | LabelKind::Misses | LabelKind::DecidesMiss => {
                format!("does not match {text}")
            }
            LabelKind::Continues => format!("{text} has a value"),
            LabelKind::Propagates => format!("{text} has no value"),
            LabelKind::Return | LabelKind::Executed => "true".to_owned(),
            LabelKind::InDomain => self.detail.clone(),
            LabelKind::Mutant => format!("{text} differs from {}", self.detail),
            LabelKind::LeftAlone => format!("{text} differs from its left operand"),
        }
    }
}
