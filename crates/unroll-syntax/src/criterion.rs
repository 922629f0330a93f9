//! Criteria: the rules that yield objectives, by name, and sets of them.

use std::fmt;
use std::str::FromStr;

/// A rule that yields objectives, in the order of their importance in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// Every loop left after every number of iterations by every branch.
    Unroll,
    /// Every way that control may take: blocks of `if` and `else`, arms, guards, `?`, `let .. else`, `while`, early returns.
    Branch,
    /// Each statement executed.
    Statement,
    /// Each decision true and false.
    Decision,
    /// Each condition of a decision true and false.
    Condition,
    /// Both of these.
    DecisionCondition,
    /// Every way to evaluate a decision.
    MultipleCondition,
    /// Masking MC/DC: each condition true and false where it decides the outcome.
    Mcdc,
    /// Unique-cause MC/DC: both values where a condition decides, after the same values of the conditions before it.
    McdcUniqueCause,
    /// Each operator told apart from its mutants (weak mutation).
    Mutation,
    /// Boundaries and partitions of the parameters, and what the code compares with.
    InputDomain,
    /// Each place that can panic, in the function and in what it calls.
    Panics,
    /// Each `label!` of the source.
    User,
    /// Each path through the function, from its call to its return.
    Paths,
}

impl Criterion {
    /// All criteria, in order.
    pub const ALL: [Self; 14] = [
        Self::Unroll,
        Self::Branch,
        Self::Statement,
        Self::Decision,
        Self::Condition,
        Self::DecisionCondition,
        Self::MultipleCondition,
        Self::Mcdc,
        Self::McdcUniqueCause,
        Self::Mutation,
        Self::InputDomain,
        Self::Panics,
        Self::User,
        Self::Paths,
    ];

    /// The name, as the command line, configuration and attributes have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unroll => "unroll",
            Self::Branch => "branch",
            Self::Statement => "statement",
            Self::Decision => "decision",
            Self::Condition => "condition",
            Self::DecisionCondition => "decision-condition",
            Self::MultipleCondition => "multiple-condition",
            Self::Mcdc => "mcdc",
            Self::McdcUniqueCause => "mcdc-unique-cause",
            Self::Mutation => "mutation",
            Self::InputDomain => "input-domain",
            Self::Panics => "panics",
            Self::User => "user",
            Self::Paths => "paths",
        }
    }

    /// Another name that is read in the place of [`Self::name`].
    pub fn alias(self) -> Option<&'static str> {
        match self {
            Self::Statement => Some("statements"),
            _ => None,
        }
    }

    /// The name of its labels crossed with the iterations of the loop around them; `None` if it has no labels, or pairs of them.
    pub fn crossed_name(self) -> Option<&'static str> {
        Some(match self {
            Self::Branch => "branch@unroll",
            Self::Statement => "statement@unroll",
            Self::Decision => "decision@unroll",
            Self::Condition => "condition@unroll",
            Self::DecisionCondition => "decision-condition@unroll",
            Self::MultipleCondition => "multiple-condition@unroll",
            Self::Mcdc => "mcdc@unroll",
            Self::Mutation => "mutation@unroll",
            Self::InputDomain => "input-domain@unroll",
            Self::User => "user@unroll",
            Self::Unroll | Self::Panics | Self::Paths | Self::McdcUniqueCause => return None,
        })
    }

    /// One line for the help of the command line.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Unroll => "Every loop left after every number of iterations by every branch",
            Self::Branch => {
                "Every `if`, `else`, arm, guard, `?`, `let else` and `while` both ways, every early return"
            }
            Self::Statement => "Every statement executed",
            Self::Decision => "Every decision true and false",
            Self::Condition => "Every condition of a decision true and false",
            Self::DecisionCondition => "Every decision and every condition true and false",
            Self::MultipleCondition => "Every way to evaluate a decision",
            Self::Mcdc => {
                "Every condition true and false where it decides its decision (masking MC/DC)"
            }
            Self::McdcUniqueCause => {
                "Every condition true and false where it decides, with all others alike (unique-cause MC/DC)"
            }
            Self::Mutation => {
                "Every operator with operands that distinguish it from its mutants (weak mutation)"
            }
            Self::InputDomain => {
                "Boundaries and partitions of the parameters, and of comparisons with literals"
            }
            Self::Panics => "Every place that can panic, or a proof that it cannot",
            Self::User => "Every `label!(..)` in the source",
            Self::Paths => "Every path of branches and loop iterations from the call to a return",
        }
    }
}

/// A criterion as it is asked for: `branch`, or `branch@unroll`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AskedCriterion {
    /// The rule.
    pub criterion: Criterion,
    /// True if its labels are to be reached in each iteration of the loop around them.
    pub is_crossed: bool,
}

/// A set of criteria that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// Sorted, each once.
    members: Vec<Criterion>,
    /// Those whose labels are crossed with iterations. Sorted, each once.
    crossed: Vec<Criterion>,
}

/// The reason why a text names no set of criteria.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CriteriaError {
    /// It names nothing.
    Empty,
    /// It names a criterion that does not exist.
    Unknown(String),
    /// It crosses a criterion with iterations that cannot be.
    NotCrossed(Criterion),
}

impl From<Criterion> for AskedCriterion {
    fn from(criterion: Criterion) -> Self {
        Self {
            criterion,
            is_crossed: false,
        }
    }
}

impl Default for Criteria {
    fn default() -> Self {
        Self {
            members: vec![Criterion::Unroll, Criterion::Branch, Criterion::Panics],
            crossed: Vec::new(),
        }
    }
}

impl From<Criterion> for Criteria {
    fn from(criterion: Criterion) -> Self {
        Self {
            members: vec![criterion],
            crossed: Vec::new(),
        }
    }
}

impl Criteria {
    /// The set of `members`; `None` if there are none.
    pub fn new(members: impl IntoIterator<Item: Into<AskedCriterion>>) -> Option<Self> {
        // Sorted, so that two spellings of a set are equal and give the same labels, reports and
        // cache keys.
        let mut members: Vec<AskedCriterion> = members.into_iter().map(Into::into).collect();
        members.sort();
        members.dedup();
        let (crossed, plain): (Vec<AskedCriterion>, Vec<_>) =
            members.iter().partition(|asked| asked.is_crossed);
        let criteria = |asked: Vec<AskedCriterion>| asked.iter().map(|it| it.criterion).collect();
        (!members.is_empty()).then(|| Self {
            members: criteria(plain),
            crossed: criteria(crossed),
        })
    }

    /// The set of the criteria with these names.
    ///
    /// # Errors
    /// When there is no name, or one that is no criterion's.
    pub fn of_names<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Self, CriteriaError> {
        let members: Result<Vec<AskedCriterion>, _> = names.into_iter().map(str::parse).collect();
        Self::new(members?).ok_or(CriteriaError::Empty)
    }

    /// True if the set has a criterion.
    pub fn contains(&self, criterion: Criterion) -> bool {
        self.members.contains(&criterion)
    }

    /// True if the labels of a criterion are to be reached in each iteration of the loop around them.
    pub fn crosses(&self, criterion: Criterion) -> bool {
        self.crossed.contains(&criterion)
    }

    /// True if the labels of a criterion are needed, by themselves or in iterations.
    pub fn needs(&self, criterion: Criterion) -> bool {
        self.contains(criterion) || self.crosses(criterion)
    }

    /// All criteria, in order, those that are crossed last.
    pub fn asked(&self) -> impl Iterator<Item = AskedCriterion> + '_ {
        let asked = |is_crossed| {
            move |&criterion: &Criterion| AskedCriterion {
                criterion,
                is_crossed,
            }
        };
        let members = self.members.iter().map(asked(false));
        members.chain(self.crossed.iter().map(asked(true)))
    }

    /// The criteria that are not crossed, in order.
    pub fn iter(&self) -> impl Iterator<Item = Criterion> + '_ {
        self.members.iter().copied()
    }
}

impl FromStr for Criteria {
    type Err = CriteriaError;

    /// Reads a comma-separated list of names.
    fn from_str(text: &str) -> Result<Self, CriteriaError> {
        let names = text.split(',').map(str::trim);
        Self::of_names(names.filter(|name| !name.is_empty()))
    }
}

impl FromStr for Criterion {
    type Err = CriteriaError;

    fn from_str(name: &str) -> Result<Self, CriteriaError> {
        let is_named = |it: &Self| it.name() == name || it.alias() == Some(name);
        let known = Self::ALL.into_iter().find(is_named);
        known.ok_or_else(|| CriteriaError::Unknown(name.to_owned()))
    }
}

impl FromStr for AskedCriterion {
    type Err = CriteriaError;

    fn from_str(name: &str) -> Result<Self, CriteriaError> {
        let Some((plain, "unroll")) = name.split_once('@') else {
            return name.parse().map(Criterion::into);
        };
        let unknown = |_| CriteriaError::Unknown(name.to_owned());
        let criterion: Criterion = plain.parse().map_err(unknown)?;
        criterion
            .crossed_name()
            .ok_or(CriteriaError::NotCrossed(criterion))?;
        Ok(Self {
            criterion,
            is_crossed: true,
        })
    }
}

impl fmt::Display for AskedCriterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let crossed = self.criterion.crossed_name().filter(|_| self.is_crossed);
        f.write_str(crossed.unwrap_or(self.criterion.name()))
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Criteria {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.asked().map(|it| it.to_string()).collect();
        f.write_str(&names.join(","))
    }
}

impl std::error::Error for CriteriaError {}

impl fmt::Display for CriteriaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no criterion is named"),
            Self::Unknown(name) => write!(f, "unknown criterion `{name}`"),
            Self::NotCrossed(criterion) => {
                write!(f, "no labels of `{criterion}` to cross with iterations")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AskedCriterion, Criteria, CriteriaError, Criterion};

    #[test]
    fn lists_of_names_are_sets() {
        let criteria = " unroll, unroll ,".parse::<Criteria>().expect("names");
        assert_eq!(criteria.to_string(), "unroll");
        assert_eq!(" , ".parse::<Criteria>(), Err(CriteriaError::Empty));
        let unknown = CriteriaError::Unknown("unrol".to_owned());
        assert_eq!("unroll,unrol".parse::<Criteria>(), Err(unknown));
    }

    #[test]
    fn criteria_with_labels_can_be_crossed_with_iterations() {
        let text = "unroll,branch,mcdc,branch@unroll";
        let criteria: Criteria = "branch@unroll,unroll,mcdc,branch".parse().expect("names");
        assert_eq!(criteria.to_string(), text);
        assert!(criteria.crosses(Criterion::Branch) && !criteria.crosses(Criterion::Mcdc));
        let alone: Criteria = "statements@unroll".parse().expect("a name");
        assert!(alone.needs(Criterion::Statement) && !alone.contains(Criterion::Statement));
        let panics = "panics@unroll".parse::<Criteria>();
        assert_eq!(panics, Err(CriteriaError::NotCrossed(Criterion::Panics)));
        let unknown = CriteriaError::Unknown("brach@unroll".to_owned());
        assert_eq!("brach@unroll".parse::<Criteria>(), Err(unknown));
        let unknown = CriteriaError::Unknown("branch@loops".to_owned());
        assert_eq!("branch@loops".parse::<Criteria>(), Err(unknown));
    }

    #[test]
    fn every_criterion_has_a_name_of_its_own() {
        for criterion in Criterion::ALL {
            assert_eq!(criterion.name().parse(), Ok(criterion));
            if let Some(name) = criterion.crossed_name() {
                let asked: AskedCriterion = name.parse().expect("it is crossed");
                assert_eq!(
                    (asked.criterion, asked.to_string()),
                    (criterion, name.to_owned())
                );
            }
            if let Some(alias) = criterion.alias() {
                assert_eq!(alias.parse(), Ok(criterion));
            }
        }
    }
}
