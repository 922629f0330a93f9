//! The vocabulary that instrumented code, its runtime and `cargo-unroll` share (`docs/dev/protocol.md`).
//!
//! The macro writes calls of probes, the runtime gives them a native meaning, the engine a symbolic one. Each number and
//! each name that crosses these borders is defined here, once, as an enum with a checked conversion.
//!
//! **Invariant:** no dependency, so that a user's build does not wait for this crate. Numbers are never reused.

mod crossing;
mod entry;
mod escape;
mod exit;
pub mod hash;
mod key;
mod kinds;
mod leaf;
mod panic;
mod probe;
mod restriction;
mod sources;
mod step;
pub mod symbols;

pub use crossing::{CrossedLabel, Crossing, NoCrossing};
pub use entry::{Entry, Free};
pub use escape::escape_into;
pub use exit::ExitKind;
pub use key::{Key, group};
pub use kinds::{ClauseKind, LabelKind, LoopKind};
pub use leaf::LeafKind;
pub use panic::PanicKind;
pub use probe::{Probe, UnknownProbe};
pub use restriction::Restriction;
pub use sources::Sources;
pub use step::{NoStep, Step};

/// In place of the number of a clause: the run has no input, since its type does not have the value.
pub const NO_INPUT: u32 = u32::MAX;

/// The sources of this crate.
pub const SOURCES: Sources = Sources::new(env!("CARGO_MANIFEST_DIR"), file!());

/// Longest sequence whose elements are built one by one.
pub const MAX_LOOP_LEN: usize = 4_096;

/// A number that stands for no variant of the enum it was converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCode {
    /// Name of the enum.
    pub of: &'static str,
    /// The number.
    pub code: u32,
}

impl std::fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is no code of `{}`", self.code, self.of)
    }
}

impl std::error::Error for UnknownCode {}

/// Defines an enum whose variants cross a border as numbers, with the conversion back.
macro_rules! coded {
    (
        $(#[$meta:meta])* pub enum $name:ident {
            $($(#[$doc:meta])* $variant:ident = $code:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        #[repr(u32)]
        pub enum $name {
            $($(#[$doc])* $variant = $code,)*
        }

        impl $name {
            /// Every variant, in the order of the codes.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The number that stands for the variant.
            #[inline(always)]
            pub const fn code(self) -> u32 {
                self as u32
            }
        }

        impl TryFrom<u32> for $name {
            type Error = $crate::UnknownCode;

            fn try_from(code: u32) -> Result<Self, Self::Error> {
                match code {
                    $($code => Ok(Self::$variant),)*
                    _ => Err($crate::UnknownCode { of: stringify!($name), code }),
                }
            }
        }
    };
}
pub(crate) use coded;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_convert_back() {
        for kind in ExitKind::ALL {
            assert_eq!(ExitKind::try_from(kind.code()), Ok(*kind));
        }
        for kind in LeafKind::ALL {
            assert_eq!(LeafKind::try_from(kind.code()), Ok(*kind));
        }
        for restriction in Restriction::ALL {
            assert_eq!(Restriction::try_from(restriction.code()), Ok(*restriction));
        }
        for kind in PanicKind::ALL {
            assert_eq!(PanicKind::try_from(kind.code()), Ok(*kind));
            assert_eq!(PanicKind::from_name(kind.name()), Some(*kind));
        }
        let unknown = ExitKind::try_from(99).expect_err("no exit has this code");
        assert_eq!(unknown.to_string(), "99 is no code of `ExitKind`");
    }
}
