//! The data of escape analysis: addresses that a value may carry, and summaries of functions.

use std::collections::BTreeSet;

use crate::ir::{Reg, Type};

/// The origin of a value that is an address, or may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Root {
    /// The address of a local: the register of its `alloca`.
    Local(Reg),
    /// A parameter, by its place.
    Param(u32),
    /// The contents of memory that is reached through a parameter, loaded as an address or a number.
    Within(u32, Carrier),
}

/// The kind of value that carries an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Carrier {
    /// A pointer. The borrow checker keeps references from outliving what they refer to.
    Pointer,
    /// An integer, which may go anywhere.
    Number,
}

/// Integers with fewer bits are not followed: a length or a tag that is computed of an address shows little of it.
const MIN_BITS: u32 = 32;

impl Carrier {
    /// The carrier that values of a type are; `None` if they carry no address, or are of several parts.
    pub(super) fn of(ty: &Type) -> Option<Self> {
        match ty {
            Type::Ptr => Some(Self::Pointer),
            Type::Int(bits) if *bits >= MIN_BITS => Some(Self::Number),
            _ => None,
        }
    }
}

/// An address that a value may carry, and how.
pub(super) type Token = (Root, Carrier);

/// All addresses that a value may carry.
pub(super) type Tokens = BTreeSet<Token>;

/// The tokens with another carrier.
pub(super) fn carried(tokens: &Tokens, carrier: Carrier) -> Tokens {
    tokens.iter().map(|(root, _)| (*root, carrier)).collect()
}

/// Those of `tokens` that a value of a type can carry.
pub(super) fn of_type(tokens: Tokens, ty: &Type) -> Tokens {
    match (ty, Carrier::of(ty)) {
        (_, Some(carrier)) => tokens.into_iter().filter(|it| it.1 == carrier).collect(),
        // An aggregate may hold any of them in its parts.
        (Type::Struct { .. } | Type::Array(..) | Type::Vector(..), None) => tokens,
        _ => Tokens::new(),
    }
}

/// The effect of a function on addresses, for all of its callers. Its own locals are in none of the sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    /// The addresses that its result may carry.
    pub(super) returned: Tokens,
    /// The addresses that it stores as numbers where its own locals are not.
    pub(super) kept: BTreeSet<Root>,
    /// Parameters that it compares for equality, the smaller first.
    pub(super) compared: BTreeSet<(u32, u32)>,
    /// True if its result, or what it leaves behind, may show where a local lies.
    pub(super) observes: bool,
}
