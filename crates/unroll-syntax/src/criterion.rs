//! Criteria: the rules that yield objectives, by name, and sets of them.

use std::fmt;

/// A rule that yields objectives, in the order of their importance in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// Every loop left after every number of iterations by every branch.
    Unroll,
}

impl Criterion {
    /// All criteria, in order.
    pub const ALL: [Self; 1] = [Self::Unroll];

    /// The name, as the command line, configuration and attributes have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unroll => "unroll",
        }
    }

    /// One line for the help of the command line.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Unroll => "Every loop left after every number of iterations by every branch",
        }
    }

    /// The criterion with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// A set of criteria that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// Sorted, each once.
    members: Vec<Criterion>,
}

/// The reason why a text names no set of criteria.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CriteriaError {
    /// It names nothing.
    Empty,
    /// It names a criterion that does not exist.
    Unknown(String),
}

impl Default for Criteria {
    fn default() -> Self {
        Self {
            members: vec![Criterion::Unroll],
        }
    }
}

impl Criteria {
    /// The set of `members`; `None` if there are none.
    pub fn new(members: impl IntoIterator<Item = Criterion>) -> Option<Self> {
        let mut members: Vec<Criterion> = members.into_iter().collect();
        members.sort();
        members.dedup();
        (!members.is_empty()).then_some(Self { members })
    }

    /// The set of the criteria with these names.
    ///
    /// # Errors
    /// When there is no name, or one that is no criterion's.
    pub fn of_names<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Self, CriteriaError> {
        let known = |name: &str| {
            Criterion::from_name(name).ok_or_else(|| CriteriaError::Unknown(name.to_owned()))
        };
        let members: Result<Vec<_>, _> = names.into_iter().map(known).collect();
        Self::new(members?).ok_or(CriteriaError::Empty)
    }

    /// Reads a comma-separated list of names.
    ///
    /// # Errors
    /// As for [`Self::of_names`].
    pub fn parse(text: &str) -> Result<Self, CriteriaError> {
        let names = text.split(',').map(str::trim);
        Self::of_names(names.filter(|name| !name.is_empty()))
    }

    /// True if the set has a criterion.
    pub fn contains(&self, criterion: Criterion) -> bool {
        self.members.contains(&criterion)
    }

    /// The criteria in order.
    pub fn iter(&self) -> impl Iterator<Item = Criterion> + '_ {
        self.members.iter().copied()
    }
}

impl fmt::Display for Criteria {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Criterion::name).collect();
        f.write_str(&names.join(","))
    }
}

impl fmt::Display for CriteriaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no criterion is named"),
            Self::Unknown(name) => write!(f, "unknown criterion `{name}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Criteria, CriteriaError, Criterion};

    #[test]
    fn lists_of_names_are_sets() {
        let criteria = Criteria::parse(" unroll, unroll ,").expect("names");
        assert_eq!(criteria.to_string(), "unroll");
        assert_eq!(Criteria::parse(" , "), Err(CriteriaError::Empty));
        let unknown = CriteriaError::Unknown("unrol".to_owned());
        assert_eq!(Criteria::parse("unroll,unrol"), Err(unknown));
    }

    #[test]
    fn every_criterion_has_a_name_of_its_own() {
        for criterion in Criterion::ALL {
            assert_eq!(Criterion::from_name(criterion.name()), Some(criterion));
        }
    }
}
