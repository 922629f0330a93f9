//! Why an execution cannot go on.

use crate::observe::address;
use unroll_protocol::Restriction;

/// A reason to stop one path, or the whole run. Never a property of the program alone: what the program
/// does (return, panic) is recorded (see [`record`](crate::strategy::record)).
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Stop {
    /// The IR has a construct without a meaning here.
    #[error("the engine does not execute `{construct}`")]
    Unsupported {
        /// Name of the construct.
        construct: String,
    },
    /// A function is called whose body is in no module.
    #[error("`{symbol}` is called, and its code is not part of the crate's LLVM IR")]
    MissingBody {
        /// Demangled name.
        symbol: String,
    },
    /// A variable is used that no module defines.
    #[error("`{symbol}` is used, and its value is not part of the crate's LLVM IR")]
    MissingValue {
        /// Demangled name.
        symbol: String,
    },
    /// Inputs would have to be larger than the engine makes them.
    #[error("an input grows beyond {0} elements")]
    InputTooLarge(u64),
    /// A parameter that stands for a closure is called.
    #[error("the closures that are tried answer by their arguments alone; others may do anything")]
    Closure,
    /// An input is built by calls.
    #[error(
        "an input is built by a few calls of its type's own functions; other calls may build others"
    )]
    Building,
    /// An input of a type that contains itself ends, though others go on.
    #[error("an input of a type that contains itself is built to a depth; others go deeper")]
    Beyond,
    /// An input is built under a restriction that its type does not have.
    #[error("{}", sentence(*.0))]
    Restricted(Restriction),
    /// An operation has several results, of which code generation takes one.
    #[error("the sign of a zero is used that floating-point minima and maxima leave open")]
    Unspecified,
    /// A budget is used up.
    #[error("the budget of {0} is used up")]
    Budget(&'static str),
    /// The IR text does not parse.
    #[error("failed to read the LLVM IR: {0}")]
    Read(String),
}

impl Stop {
    /// Whether the code of everything that the crate depends on could help.
    pub fn lacks_code(&self) -> bool {
        matches!(self, Self::MissingBody { .. } | Self::MissingValue { .. })
    }

    /// Whether the program looks at an address, which is another one in every process.
    pub fn is_of_address(&self) -> bool {
        matches!(self, Self::Unsupported { construct } if construct == address::NUMBER)
    }

    /// An unsupported construct.
    pub fn unsupported(construct: impl Into<String>) -> Self {
        Self::Unsupported {
            construct: construct.into(),
        }
    }
}

/// The restriction as a sentence of a report.
fn sentence(restriction: Restriction) -> &'static str {
    match restriction {
        Restriction::SoleOwner => {
            "generated `Rc` and `Arc` inputs have a single owner; shared ownership was not explored"
        }
        Restriction::Unborrowed => {
            "generated cells and locks are free; borrowed, locked and poisoned ones were not explored"
        }
        Restriction::Distinct => {
            "generated inputs lie apart from each other and from freed memory; shared addresses were not explored"
        }
        Restriction::Unconsumed => {
            "generated iterators and ranges start at their first item; partly consumed ones were not explored"
        }
        Restriction::ShortZeroSized => {
            "generated sequences of zero-sized elements are short; longer ones were not explored"
        }
        Restriction::Utf8 => {
            "generated paths and system strings are valid UTF-8; other bytes were not explored"
        }
        Restriction::SingleThreaded => {
            "no other thread changes an atomic during the call; concurrent changes were not explored"
        }
    }
}
