//! Cases: the leaves from which the driver builds the inputs of one run.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Longest slice that is read; more would be a mistake of the other side.
const MAX_LEN: u64 = 1 << 24;

/// The value of a leaf.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaf {
    /// A scalar or a length: its bit pattern.
    Scalar(u64),
    /// The contents of a slice as runs of equal elements; no run is empty and neighbouring runs differ.
    Slice(Vec<(u64, u64)>),
}

impl Leaf {
    /// A slice from its elements.
    pub fn slice(elements: impl IntoIterator<Item = u64>) -> Self {
        Self::runs(elements.into_iter().map(|element| (1, element)))
    }

    /// A slice from runs (count, value), which are normalised.
    pub fn runs(runs: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let mut normal: Vec<(u64, u64)> = vec![];
        for (count, value) in runs.into_iter().filter(|run| run.0 > 0) {
            match normal.last_mut() {
                Some(last) if last.1 == value => last.0 += count,
                _ => normal.push((count, value)),
            }
        }
        Self::Slice(normal)
    }
}

/// Leaves by key. Leaves that a case lacks are zero in the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// The leaves.
    pub leaves: BTreeMap<u64, Leaf>,
}

/// A case that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("malformed leaf `{item}` in a case")]
pub struct CaseError {
    /// The leaf.
    pub item: String,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (key, leaf)) in self.leaves.iter().enumerate() {
            let space = if i > 0 { " " } else { "" };
            write!(f, "{space}{key:x}={leaf}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(value) => write!(f, "{value}"),
            Self::Slice(runs) => {
                write!(f, "[")?;
                for (i, (count, value)) in runs.iter().enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    match count {
                        1 => write!(f, "{comma}{value}")?,
                        _ => write!(f, "{comma}{value}*{count}")?,
                    }
                }
                write!(f, "]")
            }
        }
    }
}

impl FromStr for Case {
    type Err = CaseError;

    fn from_str(text: &str) -> Result<Self, CaseError> {
        let mut leaves = BTreeMap::new();
        for item in text.split_whitespace() {
            let (key, leaf) = parse_item(item).ok_or_else(|| CaseError { item: item.into() })?;
            leaves.insert(key, leaf);
        }
        Ok(Self { leaves })
    }
}

/// Reads `K=V`.
fn parse_item(item: &str) -> Option<(u64, Leaf)> {
    let (key, value) = item.split_once('=')?;
    let key = u64::from_str_radix(key, 16).ok()?;
    let Some(list) = value.strip_prefix('[') else {
        return Some((key, Leaf::Scalar(value.parse().ok()?)));
    };
    let mut runs = vec![];
    let mut len = 0_u64;
    for run in list
        .strip_suffix(']')?
        .split(',')
        .filter(|run| !run.is_empty())
    {
        let (value, count) = run.split_once('*').unwrap_or((run, "1"));
        let (value, count): (u64, u64) = (value.parse().ok()?, count.parse().ok()?);
        len = len.checked_add(count).filter(|len| *len <= MAX_LEN)?;
        runs.push((count, value));
    }
    Some((key, Leaf::runs(runs)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn leaves() -> impl Strategy<Value = Leaf> {
        prop_oneof![
            any::<u64>().prop_map(Leaf::Scalar),
            prop::collection::vec((0_u64..5, 0_u64..4), 0..6).prop_map(Leaf::runs),
        ]
    }

    proptest! {
        #[test]
        fn parsing_inverts_printing(leaves in prop::collection::btree_map(any::<u64>(), leaves(), 0..5)) {
            let case = Case { leaves };
            prop_assert_eq!(case.to_string().parse(), Ok(case));
        }
    }

    #[test]
    fn slices_are_printed_as_runs() {
        let leaves = BTreeMap::from([
            (255, Leaf::slice([1, 0, 0, 0])),
            (1, Leaf::Scalar(5)),
            (2, Leaf::slice([])),
        ]);
        assert_eq!(Case { leaves }.to_string(), "1=5 2=[] ff=[1,0*3]");
    }

    #[test]
    fn malformed_leaves_are_named() {
        let error = "1=5 2=[1*]"
            .parse::<Case>()
            .expect_err("invariant: malformed");
        assert_eq!(error.to_string(), "malformed leaf `2=[1*]` in a case");
        assert!("1=[0*99999999999]".parse::<Case>().is_err());
    }
}
