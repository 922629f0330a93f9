//! The values of a function after the call whose types have invariants: results, and referents of `&mut` parameters.

use serde::{Deserialize, Serialize};
use unroll_syntax::kept::KeptValue;

/// A value that is to satisfy the invariant of its type when the function has returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The name of the type.
    pub ty: String,
    /// The number of the parameter that refers to the value, from 0; `None` for the result.
    pub param: Option<u32>,
    /// True if the type states its invariant by an attribute, and not by a method `check_invariants`.
    pub by_attribute: bool,
}

/// The invariants of types that concern a function.
#[derive(Clone, Debug, Default)]
pub struct Invariants {
    /// The values that it leaves behind, some of which are to satisfy the invariants of their types.
    pub kept: Vec<KeptCandidate>,
    /// Names of the types whose invariants its inputs satisfy.
    pub assumes: Vec<String>,
}

/// A value that a function leaves behind.
#[derive(Clone, Debug)]
pub struct KeptCandidate {
    /// Which one.
    pub value: KeptValue,
    /// The names in the path of its type.
    pub path: Vec<String>,
    /// The number of its clause, if its type has an invariant.
    pub clause: Option<u32>,
}
