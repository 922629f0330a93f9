//! The reasons why an execution cannot continue.

use unroll_protocol::Restriction;

/// A reason to stop one path, or the whole run. Never a property of the program alone: what the program
/// does (return, panic) is recorded (see [`record`](crate::strategy::record)).
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Stop {
    /// The IR has a construct without a meaning here.
    #[error("the engine does not support `{construct}`")]
    Unsupported {
        /// Name of the construct.
        construct: String,
    },
    /// A function is called whose body is in no module.
    #[error("the called function `{symbol}` is not part of the crate's LLVM IR")]
    MissingBody {
        /// Demangled name.
        symbol: String,
    },
    /// A variable is used that no module defines.
    #[error("the variable `{symbol}` is not part of the crate's LLVM IR")]
    MissingValue {
        /// Demangled name.
        symbol: String,
    },
    /// A parameter that stands for a closure is called.
    #[error("closure inputs are modelled as pure functions")]
    Closure,
    /// An input is built by calls.
    #[error("inputs are built by a constructor and a few method calls")]
    Building,
    /// An input of a type that contains itself ends, though others go on.
    #[error("inputs of a recursive type are built to a fixed depth")]
    Beyond,
    /// An input is built under a restriction that its type does not have.
    #[error("{}", sentence(*.0))]
    Restricted(Restriction),
    /// An operation has several results, of which code generation takes one.
    #[error("the sign of a zero returned by a floating-point minimum or maximum is unspecified")]
    Unspecified,
    /// An execution comes to undefined behaviour.
    #[error("undefined behaviour is not ruled out")]
    Undefined,
    /// The code that builds inputs fails.
    #[error("building an input fails in `{symbol}`")]
    Harness {
        /// Demangled name.
        symbol: String,
    },
    /// A budget is used up.
    #[error("the budget of {0} is exhausted")]
    Budget(Budget),
    /// The IR text does not parse.
    #[error("failed to read the LLVM IR: {0}")]
    Read(String),
}

impl Stop {
    /// True if the code of everything that the crate depends on could help.
    pub fn lacks_code(&self) -> bool {
        matches!(self, Self::MissingBody { .. } | Self::MissingValue { .. })
    }

    /// True if the solver alone can tell whether an execution comes to it, and mostly none does.
    pub fn is_mostly_refuted(&self) -> bool {
        matches!(self, Self::Undefined | Self::Harness { .. })
    }

    /// IR text that does not parse.
    pub(crate) fn read(error: impl std::fmt::Display) -> Self {
        Self::Read(error.to_string())
    }

    /// An unsupported construct.
    pub fn unsupported(construct: impl Into<String>) -> Self {
        Self::Unsupported {
            construct: construct.into(),
        }
    }
}

/// A budget of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Budget {
    /// Nested calls.
    #[error("nested calls")]
    CallDepth,
    /// Instructions of the interpreter.
    #[error("interpreted instructions")]
    Fuel,
    /// Instructions executed symbolically.
    #[error("symbolic steps")]
    Steps,
    /// Writes that one read may depend on.
    #[error("layers of memory")]
    Layers,
    /// Wall time: the only budget that differs from run to run.
    #[error("time")]
    Time,
}

/// The restriction as a sentence of a report.
fn sentence(restriction: Restriction) -> &'static str {
    match restriction {
        Restriction::Unlocked => "generated locks are free; held ones were not explored",
        Restriction::Distinct => {
            "generated inputs lie apart from each other; shared addresses were not explored"
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
            "no other thread changes an atomic or the owners of an `Arc` during the call; concurrent changes were not explored"
        }
        Restriction::Unformatted => {
            "generated formatters have the options of `{}`; others were not explored"
        }
        Restriction::Failing => {
            "generated writers that fail once fail again; others were not explored"
        }
        Restriction::Implementation => "one implementation was tried for each trait object",
        Restriction::OwnImplementation => {
            "trait objects hold types of the crate; other implementations were not explored"
        }
        Restriction::UsualErrors => {
            "generated errors of the standard library are common ones; others were not explored"
        }
        Restriction::Unwoken => {
            "the future waits for an event, such as a timer or a message, that nothing brings here; code behind the wait was not explored"
        }
    }
}
