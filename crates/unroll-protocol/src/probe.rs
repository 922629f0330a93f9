//! The probes: calls that the engine recognises by symbol name.

use std::fmt;

use crate::symbols;

macro_rules! probes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A call that instrumentation or the runtime makes and the engine gives a meaning of its own
        /// (`docs/dev/protocol.md`, section 4).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Probe {
            $($(#[$doc])* $variant,)*
        }

        impl Probe {
            /// Every probe.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The symbol that is called.
            pub const fn symbol(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!("__unroll_", $name),)*
                }
            }

            fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

probes! {
    /// A scalar leaf: `(key, kind, max) -> u64`.
    Any = "any",
    /// A length: `(key, cap) -> u64`.
    AnyLen = "any_len",
    /// Spare capacity of a collection: `(key, cap) -> u64`.
    AnySpare = "any_spare",
    /// Contents of a sequence: `(key, kind, size, align, len, max, room) -> NonNull<u8>`.
    AnySlice = "any_slice",
    /// How many elements of a sequence are built, from the first on: `(len) -> u64`.
    AnyBuilt = "any_built",
    /// Room for a sequence: `(size, align, len, is_partly_built) -> NonNull<u8>`.
    AnyRoom = "any_room",
    /// True in a native run, false in the engine.
    Native = "native",
    /// True if quantifiers have instances where they matter, false if each index is looked at: `() -> bool`.
    Quantifies = "quantifies",
    /// A closure that answers from a table is called.
    ClosureCall = "closure_call",
    /// Calls that build an input begin or end: `(begins)`.
    Building = "building",
    /// Code of the user that says if a value is valid begins or ends: `(begins)`.
    Judging = "judging",
    /// A value of a recursive type is not built any deeper.
    Beyond = "beyond",
    /// A value is built under a restriction: `(key, restriction)`.
    Restricted = "restricted",
    /// Words of an input that others may change as well: `(key, start, size, restriction)`.
    Shared = "shared",
    /// All inputs are built.
    Given = "given",
    /// An entry of a loop begins: `(loop)`.
    Enter = "enter",
    /// An iteration begins: `(loop, d)`.
    Step = "step",
    /// An entry of a loop ends: `(loop, d, mask, kind)`.
    Exit = "exit",
    /// The place of a label is reached: `(label, holds)`.
    Label = "label",
    /// A condition is evaluated: `(condition, holds) -> bool`.
    Condition = "condition",
    /// A reference whose target the compiler is to know nothing of: `(ptr) -> ptr`.
    Hidden = "hidden",
    /// A variable gets a value: `(ptr, size, definition)`.
    Defined = "defined",
    /// A precondition: `(clause, holds)`.
    Assume = "assume",
    /// A postcondition or invariant: `(clause, holds)`.
    Check = "check",
    /// The unrolled form has no copy for the run: `(loop)`.
    Inapplicable = "inapplicable",
    /// A bounded universal quantifier: `(lo, hi, env, body) -> bool`.
    Forall = "forall",
}

impl Probe {
    /// True if the probe is called while inputs are built, and tells nothing of the function under test.
    pub const fn builds_inputs(self) -> bool {
        match self {
            Self::Any
            | Self::AnyLen
            | Self::AnySpare
            | Self::AnySlice
            | Self::AnyBuilt
            | Self::AnyRoom
            | Self::Native
            | Self::Quantifies
            | Self::ClosureCall
            | Self::Building
            | Self::Judging
            | Self::Beyond
            | Self::Restricted
            | Self::Shared
            | Self::Enter
            | Self::Assume => true,
            Self::Given
            | Self::Step
            | Self::Exit
            | Self::Label
            | Self::Condition
            | Self::Hidden
            | Self::Defined
            | Self::Check
            | Self::Inapplicable
            | Self::Forall => false,
        }
    }

    /// The probe that `symbol` names, if it names one.
    ///
    /// # Errors
    /// When the symbol belongs to the runtime and is no probe of this version.
    pub fn of_symbol(symbol: &str) -> Result<Option<Self>, UnknownProbe> {
        let Some(name) = symbols::probe(symbol) else {
            return Ok(None);
        };
        let unknown = || UnknownProbe(symbol.to_owned());
        Self::named(name).map(Some).ok_or_else(unknown)
    }
}

/// A symbol of the runtime that is no probe: runtime and tool are of different versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProbe(pub String);

impl fmt::Display for UnknownProbe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no probe of this version", self.0)
    }
}

impl std::error::Error for UnknownProbe {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_name_their_probes() {
        for probe in Probe::ALL {
            assert_eq!(Probe::of_symbol(probe.symbol()), Ok(Some(*probe)));
        }
        assert_eq!(Probe::of_symbol("memcpy"), Ok(None));
        assert_eq!(Probe::of_symbol("__unroll_form_any"), Ok(None));
        assert!(Probe::of_symbol("__unroll_future").is_err());
    }
}
