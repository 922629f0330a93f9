//! Templates of clauses over numbers, lengths and flags among the parameters.

use std::collections::BTreeMap;
use std::fmt;

use crate::model::job::Job;
use crate::model::value::Value;
use crate::replay::Argument;

/// A part of the input that clauses compare, as Rust writes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Term {
    /// A number of a type.
    Number { text: String, ty: String },
    /// The length of a sequence or text.
    Length { of: String },
    /// A `bool`, as 0 or 1.
    Flag { text: String },
}

impl Term {
    /// The type of its values.
    fn ty(&self) -> &str {
        match self {
            Self::Number { ty, .. } => ty,
            Self::Length { .. } => "usize",
            Self::Flag { .. } => "bool",
        }
    }

    /// The term as a `usize`; `None` where it may be negative.
    fn as_usize(&self) -> Option<String> {
        match self {
            Self::Number { text, ty } if ty == "usize" => Some(text.clone()),
            Self::Number { text, ty } if ty.starts_with('u') => Some(format!("({text} as usize)")),
            Self::Number { .. } | Self::Flag { .. } => None,
            Self::Length { of } => Some(format!("{of}.len()")),
        }
    }
}

/// The largest number that is written in digits; above, it is a bound of its type, or follows from one, more often than not.
const MOST_DIGITS: i128 = 0xffff_ffff;

/// The largest distance from a bound of a type, and the largest divisor of it, that a number is written by.
const NEARBY: i128 = 64;

/// `number` of type `ty` as a person writes it: `usize::MAX / 8`.
fn constant(number: i128, ty: &str) -> String {
    let Some((least, most)) = bounds(ty).filter(|_| number.abs() > MOST_DIGITS) else {
        return number.to_string();
    };
    let by_divisor = || (2..=NEARBY).find(|divisor| most / divisor == number);
    match (most - number, number - least) {
        (0, _) => format!("{ty}::MAX"),
        (_, 0) => format!("{ty}::MIN"),
        (below, _) if below <= NEARBY => format!("{ty}::MAX - {below}"),
        (_, above) if above <= NEARBY => format!("{ty}::MIN + {above}"),
        _ => by_divisor().map_or_else(
            || number.to_string(),
            |divisor| format!("{ty}::MAX / {divisor}"),
        ),
    }
}

/// The smallest and largest number of a type whose numbers all are `i128`s.
fn bounds(ty: &str) -> Option<(i128, i128)> {
    Some(match ty {
        "i64" | "isize" => (i64::MIN.into(), i64::MAX.into()),
        "u64" | "usize" => (0, u64::MAX.into()),
        _ => return None,
    })
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { text, .. } | Self::Flag { text } => f.write_str(text),
            Self::Length { of } => write!(f, "{of}.len()"),
        }
    }
}

/// The terms of one run with their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Terms(BTreeMap<Term, i128>);

impl Terms {
    /// Those of the arguments that have names.
    pub(super) fn of(job: &Job, args: &[Argument]) -> Self {
        let mut terms = Self::default();
        for (arg, param) in args.iter().zip(&job.params) {
            // A pattern has no name that a clause could use.
            let is_pattern = param
                .name
                .strip_prefix("arg")
                .is_some_and(|rest| rest.parse::<u32>().is_ok());
            if !is_pattern {
                terms.add(&param.name, &arg.before, arg.name == "self");
            }
        }
        terms
    }

    /// Adds a value, with the fields of a structure if the function `owns` its type.
    fn add(&mut self, text: &str, value: &Value, owns: bool) {
        match value {
            Value::Ref(inner) | Value::Mut(inner) | Value::Boxed(inner) => {
                // Methods and fields are found through references, and numbers are not.
                let is_plain = matches!(**inner, Value::Int { .. } | Value::Bool(_));
                let text = if is_plain {
                    format!("*{text}")
                } else {
                    text.to_owned()
                };
                self.add(&text, inner, owns);
            }
            Value::Int { ty, text: digits } => {
                if let Ok(number) = digits.replace('_', "").parse() {
                    let (text, ty) = (text.to_owned(), ty.clone());
                    self.0.insert(Term::Number { text, ty }, number);
                }
            }
            Value::Bool(flag) => {
                let text = text.to_owned();
                self.0.insert(Term::Flag { text }, i128::from(*flag));
            }
            Value::Seq { runs, .. } => {
                let length: u64 = runs.iter().map(|run| run.0).sum();
                self.add_length(text, length as usize);
            }
            Value::Str(it) | Value::String(it) => self.add_length(text, it.len()),
            Value::Struct { fields, .. } if owns => {
                for (name, field) in fields {
                    self.add(&format!("{text}.{name}"), field, false);
                }
            }
            Value::TupleStruct { fields, .. } if owns => {
                for (at, field) in fields.iter().enumerate() {
                    self.add(&format!("{text}.{at}"), field, false);
                }
            }
            _ => {}
        }
    }

    fn add_length(&mut self, of: &str, length: usize) {
        let of = of.to_owned();
        self.0.insert(Term::Length { of }, length as i128);
    }
}

/// A relation of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Less,
    AtMost,
    Equal,
    Differs,
    AtLeast,
}

/// The right side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Other {
    Constant(i128),
    Term(Term),
}

/// A condition on the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    left: Term,
    relation: Relation,
    right: Other,
}

impl Clause {
    /// Its value for a run; `None` if the run lacks a term.
    pub(super) fn holds(&self, terms: &Terms) -> Option<bool> {
        let left = terms.0.get(&self.left)?;
        let right = match &self.right {
            Other::Constant(number) => number,
            Other::Term(term) => terms.0.get(term)?,
        };
        Some(match self.relation {
            Relation::Less => left < right,
            Relation::AtMost => left <= right,
            Relation::Equal => left == right,
            Relation::Differs => left != right,
            Relation::AtLeast => left >= right,
        })
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            left,
            relation,
            right,
        } = self;
        let sign = match relation {
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Equal => "==",
            Relation::Differs => "!=",
            Relation::AtLeast => ">=",
        };
        match (left, right) {
            (Term::Flag { text }, Other::Constant(1)) => f.write_str(text),
            (Term::Flag { text }, Other::Constant(_)) => write!(f, "!{text}"),
            (Term::Length { of }, Other::Constant(1)) => write!(f, "!{of}.is_empty()"),
            (_, Other::Constant(number)) => {
                write!(f, "{left} {sign} {}", constant(*number, left.ty()))
            }
            (_, Other::Term(right)) => match (left, right) {
                (Term::Number { ty: a, .. }, Term::Number { ty: b, .. }) if a == b => {
                    write!(f, "{left} {sign} {right}")
                }
                _ => {
                    let text = |term: &Term| term.as_usize().unwrap_or_else(|| term.to_string());
                    write!(f, "{} {sign} {}", text(left), text(right))
                }
            },
        }
    }
}

/// All clauses of the templates that may exclude the runs with the given terms, from the plain to the particular.
pub(super) fn clauses(excluded: &[Terms]) -> Vec<Clause> {
    let Some(first) = excluded.first() else {
        return Vec::new();
    };
    let all: Vec<&Term> = first.0.keys().collect();
    let values = |term: &Term| {
        excluded
            .iter()
            .filter_map(|terms| terms.0.get(term).copied())
            .collect::<Vec<_>>()
    };
    let mut clauses = Vec::new();
    let mut with = |left: &Term, relation, right| {
        let left = left.clone();
        clauses.push(Clause {
            left,
            relation,
            right,
        });
    };
    for term in &all {
        let is_zero = values(term).iter().all(|value| *value == 0);
        match term {
            Term::Length { .. } if is_zero => with(term, Relation::AtLeast, Other::Constant(1)),
            Term::Number { .. } if is_zero => with(term, Relation::Differs, Other::Constant(0)),
            Term::Flag { .. } => {
                with(term, Relation::Equal, Other::Constant(1));
                with(term, Relation::Equal, Other::Constant(0));
            }
            Term::Length { .. } | Term::Number { .. } => {}
        }
    }
    for left in &all {
        for right in all
            .iter()
            .filter(|right| *right != left && is_pair(left, right))
        {
            let right = || Other::Term((*right).clone());
            with(left, Relation::AtMost, right());
            with(left, Relation::Less, right());
            with(left, Relation::Equal, right());
        }
    }
    for term in all.iter().filter(|term| !matches!(term, Term::Flag { .. })) {
        let values = values(term);
        let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else {
            continue;
        };
        if least == most {
            with(term, Relation::Differs, Other::Constant(*least));
        }
        if let Some(next) = most.checked_add(1) {
            with(term, Relation::AtLeast, Other::Constant(next));
        }
        // A bound of zero or less is what the plain templates say better, or nothing at all.
        let before = least.checked_sub(1).filter(|before| *before > 0);
        if let Some(before) = before {
            with(term, Relation::AtMost, Other::Constant(before));
        }
    }
    clauses
}

/// True if two terms can be compared: of one type, or both of them sizes.
fn is_pair(left: &Term, right: &Term) -> bool {
    match (left, right) {
        (Term::Number { ty: a, .. }, Term::Number { ty: b, .. }) => a == b,
        (Term::Flag { .. }, _) | (_, Term::Flag { .. }) => false,
        _ => left.as_usize().is_some() && right.as_usize().is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(at: i128, length: i128) -> Terms {
        let (text, ty) = ("at".to_owned(), "u32".to_owned());
        let of = "items".to_owned();
        Terms(
            [
                (Term::Number { text, ty }, at),
                (Term::Length { of }, length),
            ]
            .into(),
        )
    }

    /// The clauses that exclude some runs and admit others.
    fn fitting(excluded: &[Terms], admitted: &[Terms]) -> Vec<String> {
        let is = |clause: &Clause, all: &[Terms], value| {
            all.iter().all(|terms| clause.holds(terms) == Some(value))
        };
        let all = clauses(excluded);
        let fitting = all
            .iter()
            .filter(|clause| is(clause, excluded, false) && is(clause, admitted, true));
        fitting.map(ToString::to_string).collect()
    }

    #[test]
    fn an_index_is_compared_with_the_length() {
        let excluded = [terms(0, 0), terms(3, 3), terms(7, 2)];
        let admitted = [terms(0, 1), terms(2, 3), terms(1, 9), terms(8, 9)];
        assert_eq!(
            fitting(&excluded, &admitted),
            ["(at as usize) < items.len()"]
        );
    }

    #[test]
    fn plain_clauses_come_first() {
        let excluded = [terms(5, 0), terms(0, 0)];
        let admitted = [terms(5, 1), terms(0, 2)];
        let fitting = fitting(&excluded, &admitted);
        assert_eq!(
            fitting.first().map(String::as_str),
            Some("!items.is_empty()")
        );
    }

    #[test]
    fn bounds_of_types_are_called_so() {
        assert_eq!(constant(i128::from(u64::MAX), "usize"), "usize::MAX");
        assert_eq!(constant(i128::from(u64::MAX) - 2, "u64"), "u64::MAX - 2");
        assert_eq!(
            constant(i128::from(u64::MAX) / 8, "usize"),
            "usize::MAX / 8"
        );
        assert_eq!(constant(i128::from(i64::MIN), "i64"), "i64::MIN");
        assert_eq!(constant(4_096, "usize"), "4096");
        assert_eq!(constant(123_456_789_012, "u64"), "123456789012");
    }

    #[test]
    fn one_value_is_excluded_and_nothing_else() {
        let excluded = [terms(1, 0), terms(1, 4)];
        let admitted = [terms(0, 2), terms(2, 0), terms(9, 9)];
        assert_eq!(fitting(&excluded, &admitted), ["at != 1"]);
    }
}
