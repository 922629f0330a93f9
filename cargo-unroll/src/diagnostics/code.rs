//! Severities and groups of codes, and the conversions between codes and text.

use std::cmp::Reverse;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Code;

/// The severity of a diagnostic, which decides its level in reports and the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing has to be done.
    Note,
    /// The run succeeds. `--deny panics` turns warnings among the findings into errors.
    Warning,
    /// The user has to act: the run fails.
    Error,
    /// An error of cargo-unroll itself.
    Internal,
}

/// The groups of codes, in the order of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Functions that are not analysed.
    Skipped,
    /// Limits of the analysis.
    Analysis,
    /// Limits of time and memory, and failed workers.
    Limits,
    /// Test files.
    Files,
    /// Reports.
    Reports,
    /// Scores of existing tests.
    Scores,
    /// Code that no input executes.
    Infeasible,
    /// The cache of outcomes.
    Cache,
    /// Errors of cargo-unroll itself.
    Internal,
    /// Faults of the analysed function.
    Findings,
}

impl Group {
    /// Every group, in order.
    pub const ALL: [Self; 10] = [
        Self::Skipped,
        Self::Analysis,
        Self::Limits,
        Self::Files,
        Self::Reports,
        Self::Scores,
        Self::Infeasible,
        Self::Cache,
        Self::Internal,
        Self::Findings,
    ];

    /// The heading of the group in the reference.
    pub fn title(self) -> &'static str {
        match self {
            Self::Skipped => "Functions that are not analysed",
            Self::Analysis => "Limits of the analysis",
            Self::Limits => "Limits of time and memory",
            Self::Files => "Test files",
            Self::Reports => "Reports",
            Self::Scores => "Scores of existing tests",
            Self::Infeasible => "Infeasible code",
            Self::Cache => "Cache of outcomes",
            Self::Internal => "Internal errors",
            Self::Findings => "Findings",
        }
    }

    /// The codes of the group, in order.
    pub fn codes(self) -> impl Iterator<Item = Code> {
        Code::ALL
            .iter()
            .copied()
            .filter(move |code| code.group() == self)
    }
}

impl Code {
    /// True for errors of cargo-unroll itself.
    pub fn is_internal(self) -> bool {
        self.severity() == Severity::Internal
    }

    /// The code closest to the lower-case `text`: by edit distance, then by the length of the common prefix, as a typing error is
    /// more likely at the end.
    fn nearest(text: &str) -> Self {
        let distance = |code: &&Self| {
            let known = code.as_str().to_lowercase();
            let common = known.chars().zip(text.chars()).take_while(|(a, b)| a == b);
            (edit_distance(&known, text), Reverse(common.count()))
        };
        Self::ALL
            .iter()
            .min_by_key(distance)
            .copied()
            .unwrap_or(Self::Panic)
    }
}

impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is no code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown code `{text}`; did you mean `{nearest}`?")]
pub struct UnknownCode {
    /// The text.
    pub text: String,
    /// The code with the smallest edit distance.
    pub nearest: Code,
}

/// Reads a code in upper or lower case.
impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let found = Self::ALL
            .iter()
            .find(|code| code.as_str().eq_ignore_ascii_case(text));
        found.copied().ok_or_else(|| UnknownCode {
            text: text.to_owned(),
            nearest: Self::nearest(&text.to_lowercase()),
        })
    }
}

impl TryFrom<&str> for Code {
    type Error = UnknownCode;

    fn try_from(text: &str) -> Result<Self, UnknownCode> {
        text.parse()
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::try_from(text.as_str()).map_err(serde::de::Error::custom)
    }
}

/// The Levenshtein distance of two texts, by the usual table of which two rows are kept.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_written_as_text() {
        for code in Code::ALL {
            assert_eq!(code.as_str().parse(), Ok(*code));
            let json = serde_json::to_string(code).expect("a string");
            assert_eq!(json, format!("\"{code}\""));
            assert_eq!(serde_json::from_str::<Code>(&json).ok(), Some(*code));
        }
        assert_eq!("u0204".parse(), Ok(Code::BudgetExhausted));
        assert!(serde_json::from_str::<Code>("\"U9999\"").is_err());
    }

    #[test]
    fn an_unknown_code_names_the_nearest() {
        let nearest = |text: &str| text.parse::<Code>().expect_err("unknown").nearest;
        assert_eq!(nearest("U204"), Code::BudgetExhausted);
        assert_eq!(nearest("U0221"), Code::ContradictoryPreconditions);
        assert_eq!(nearest("panics"), Code::Panic);
        assert_eq!(nearest("stackoverflow"), Code::StackOverflow);
        let error = "U0902".parse::<Code>().expect_err("unknown");
        assert_eq!(
            error.to_string(),
            "unknown code `U0902`; did you mean `U0900`?"
        );
    }

    #[test]
    fn distances_count_edits() {
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("same", "same"), 0);
    }

    #[test]
    fn codes_are_ascending_within_their_group() {
        for group in Group::ALL {
            let codes: Vec<&str> = group.codes().map(Code::as_str).collect();
            assert!(!codes.is_empty());
            if group != Group::Findings {
                assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
            }
        }
        let groups: Vec<Group> = Code::ALL.iter().map(|code| code.group()).collect();
        assert!(groups.is_sorted());
    }

    #[test]
    fn texts_are_fragments() {
        for code in Code::ALL {
            let texts = [Some(code.message()), code.note(), code.help()];
            for text in texts.into_iter().flatten() {
                assert!(!text.is_empty() && !text.ends_with('.'), "{code}: {text}");
                assert!(!text.starts_with(char::is_uppercase), "{code}: {text}");
            }
        }
    }
}
