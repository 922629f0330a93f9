//! Why an execution cannot go on.

use super::inputs::Plain;

/// A reason to stop one path, or the whole run. Never a property of the program alone: what the program
/// does (return, panic) is recorded (see [`record`](super::record)).
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Stop {
    /// The IR has a construct without a meaning here.
    #[error("the engine does not support `{construct}`")]
    Unsupported {
        /// Name of the construct.
        construct: String,
    },
    /// The program observes an address, which differs from process to process.
    #[error("the function uses an address as a number")]
    Address,
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
    /// Inputs would have to be larger than the engine makes them.
    #[error("an input grows beyond {0} elements")]
    InputTooLarge(u64),
    /// A parameter that stands for a closure is called.
    #[error("closure inputs are modelled as pure functions")]
    Closure,
    /// An input is built by calls.
    #[error("inputs are built by a constructor and a few method calls")]
    Building,
    /// An input of a type that contains itself ends, though others go on.
    #[error("inputs of a recursive type are built to a fixed depth")]
    Beyond,
    /// An input is built as all are, though its type has others.
    #[error("{0}")]
    Plain(Plain),
    /// An operation has several results, of which code generation takes one.
    #[error("the sign of a zero returned by a floating-point minimum or maximum is unspecified")]
    Unspecified,
    /// A budget is used up.
    #[error("the budget of {0} is exhausted")]
    Budget(Budget),
    /// The IR text does not parse.
    #[error("failed to read the LLVM IR: {0}")]
    Read(String),
}

impl Stop {
    /// Whether the code of everything that the crate depends on could help.
    pub fn lacks_code(&self) -> bool {
        matches!(self, Self::MissingBody { .. } | Self::MissingValue { .. })
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
    /// Pairs of elements that may be the same element.
    #[error("pairs of elements")]
    Pairs,
    /// Writes that one read may depend on.
    #[error("layers of memory")]
    Layers,
    /// Wall time: the only budget that differs from run to run.
    #[error("time")]
    Time,
}
